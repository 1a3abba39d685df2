"""The streams that keep phones up to date, and the devices that are here."""

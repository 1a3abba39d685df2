"""What keeps phones up to date: streams, and who is here."""

"""Cairn without a computer at the table: the whole application in a browser (docs/decisions/0031)."""

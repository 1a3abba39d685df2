"""Printing: the print page, the record of a finished game, and the printer."""

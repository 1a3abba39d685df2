"""Counts: before there is a table, for a seat, for everybody, and off a photo of a sheet."""

"""Whole numbers as they are written, the same in every language."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """A whole number with a real minus sign."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """A whole number that always shows its sign, zero excepted."""
    return f"+{value}" if value > 0 else number(value)

"""The choices that several documents have."""

from __future__ import annotations

from collections.abc import Callable

from printables.choice import Option, Unprintable
from scoring.core.text import Text, text


def one_of(named: tuple[tuple[str, Text], ...]) -> Callable[[str], str]:
    """A function that reads a word that has to be one of these; it raises `Unprintable`."""
    words = [word for word, _label in named]

    def read(typed: str) -> str:
        if typed not in words:
            raise Unprintable(text("“{value}” is not one of these: {words}.", value=typed[:40], words=", ".join(words)))
        return typed

    return read


_LINES = (("none", text("none")), ("notes", text("who began, edition, notes")))
_BACKS = (("blank", text("blank")), ("rules", text("rules summary, to print on both sides")))

LINES = Option(
    key="lines",
    label=text("Lines to write on"),
    named=_LINES,
    usual="none",
    help="notes: lines for who began, the edition, and notes.",
    read=one_of(_LINES),
)
BACK = Option(
    key="back",
    label=text("Back of the page"),
    named=_BACKS,
    usual="blank",
    help="rules: the rules summary on the back of each page.",
    read=one_of(_BACKS),
)

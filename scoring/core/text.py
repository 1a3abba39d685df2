"""Sentences that are marked for translation and never translated here: `web` and the command line do.

A sentence is whole, with named places for its facts; `{card!c}` asks for a capital at the beginning of the fact. Whole
numbers are written the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence to translate: `message` with its `facts`; with `plural`, `count` chooses the form.

    A fact is a number, a string shown as it is (a name), a Text, a tuple of facts (shown as a list), or `Either`.
    """

    message: str
    facts: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None
    count: int = 1

    def __hash__(self) -> int:
        return hash((self.message, self.plural, self.count))

    def filled(self, **facts: object) -> Text:
        """The sentence with these facts too."""
        return replace(self, facts={**self.facts, **facts})


@dataclass(frozen=True, slots=True)
class Either:
    """Facts of which one holds: shown as a list with "or"."""

    facts: tuple[object, ...]


def text(message: str, **facts: object) -> Text:
    """Mark a sentence for translation, with the facts that fill it in."""
    return Text(message, facts)


def plural(one: str, many: str, count: int, **facts: object) -> Text:
    """Mark a sentence with two forms for translation; the fact `count` is given to both."""
    return Text(one, {"count": count, **facts}, many, count)


def _(message: str) -> str:
    """Mark a constant for translation."""
    return message


MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """A whole number with a real minus sign."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """A whole number that always shows its sign, zero excepted."""
    return f"+{value}" if value > 0 else number(value)

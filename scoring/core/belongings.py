"""The things in front of each player: so many, or this very one. The log tells what a correction moved there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.text import Text, text


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of something; `words` are the number with what it is, "3 gold"."""

    number: int
    words: Text


@dataclass(frozen=True, slots=True)
class Belongings:
    """The things at one place: the `owner` (a player's name, or what else holds them), and by their keys the amounts
    and the single `things`, "the tavern", that are there.
    """

    owner: Text | str
    amounts: Mapping[str, Amount]
    things: Mapping[str, Text | str]


def moved(before: Sequence[Belongings], after: Sequence[Belongings]) -> Iterator[Text]:
    """The amounts that differ and the things that have come or gone, owner by owner; both sides name the same owners in
    the same order.
    """
    for had, has in zip(before, after, strict=True):
        if changed := tuple(_changed(had.amounts, has.amounts)):
            yield text("{owner} has {amounts}.", owner=has.owner, amounts=changed)
        come, gone = _only_in(has.things, had.things), _only_in(had.things, has.things)
        if new := tuple((come - gone).elements()):
            yield text("{owner} now has {things}.", owner=has.owner, things=new)
        if lost := tuple((gone - come).elements()):
            yield text("{owner} no longer has {things}.", owner=has.owner, things=lost)


def _only_in(one: Mapping[str, Text | str], other: Mapping[str, Text | str]) -> Counter[Text | str]:
    """The things that only one of them has, by their words: of two that are called alike either may be meant."""
    return Counter(what for key, what in one.items() if key not in other)


def _changed(before: Mapping[str, Amount], after: Mapping[str, Amount]) -> Iterator[Text]:
    for key, amount in after.items():
        if amount.number != before[key].number:
            yield text("{after} instead of {before}", after=amount.words, before=before[key].number)


def fields(pairs: Iterable[tuple[Text | None, object, object]]) -> tuple[Text, ...]:
    """The differences of a corrected move, from what each field is called, was and is: "cost 2 instead of 1"; with no
    name a value that says itself what it is, "the mill instead of the forge". None is unknown.
    """
    return tuple(_instead(what, before, after) for what, before, after in pairs if before != after)


def _instead(what: Text | None, before: object, after: object) -> Text:
    facts = {"before": _known(before), "after": _known(after)}
    if what is None:
        return text("{after} instead of {before}", **facts)
    return text("{what} {after} instead of {before}", what=what, **facts)


def _known(value: object) -> object:
    return "?" if value is None or value == () else value

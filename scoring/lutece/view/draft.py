"""A card being entered as it is printed: its kind fills it in, every step leads to another such card."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.core.reading import parse
from scoring.core.rule import Malformed
from scoring.core.text import Text, text
from scoring.lutece.cards import (
    CHARACTER,
    DECKS,
    KINDS,
    LOCATION,
    NONE,
    RESOURCE_NAMES,
    RESOURCES,
    Card,
    Counts,
)
from scoring.lutece.formats import card_from, card_to

LEAP = 5
MOST = 99
COLOURS: Mapping[str, Text] = {
    "red": text("red family"),
    "orange": text("orange family"),
    "yellow": text("yellow family"),
    "green": text("green family"),
    "blue": text("blue family"),
    "violet": text("violet family"),
    "white": text("white family"),
}
ICONS: Mapping[str, str] = {
    "citizen": "lu-citizen",
    "apprentice": "lu-apprentice",
    "legionnaire": "lu-legionnaire",
    "field": "lu-bread",
    "forest": "lu-potion",
    "mine": "lu-sword",
    "tavern": "lu-cervoise",
    "mill": "lu-bread",
    "laboratory": "lu-potion",
    "forge": "lu-sword",
    "bakery": "lu-bread",
    "herbalist": "lu-potion",
    "armoury": "lu-sword",
    "market": "lu-market",
    "statue": "lu-statue",
    "other": "lu-other",
}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as a phone draws it. `symbols` and `demand` are pairs of a resource and how many."""

    card: Card
    name: Text | str
    icon: str
    price: int
    symbols: tuple[tuple[str, int], ...]
    demand: tuple[tuple[str, int], ...]
    talent: int | None
    colour: str | None
    roman: bool
    points: int


@dataclass(frozen=True, slots=True)
class Step:
    """A number on the card: one less, one more, or a leap; a card as code for each, None where it ends."""

    label: Text
    icon: str | None
    value: int | None
    less: str | None
    more: str | None
    leap: str | None


@dataclass(frozen=True, slots=True)
class Pick:
    """Something on the card that is one of several: the name of each, a sign for it, the card as code, chosen."""

    label: Text
    choices: tuple[tuple[Text, str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The card so far; `rest` are the fields that this kind of card rarely needs."""

    face: Face
    code: str
    steps: tuple[Step, ...]
    picks: tuple[Pick, ...]
    rest: tuple[Step, ...]
    rest_picks: tuple[Pick, ...]


def face(card: Card) -> Face:
    """How a card is drawn."""
    name = card.label or text(card.implied.name)
    colour = card.family if card.family in COLOURS else None
    return Face(
        card=card,
        name=name,
        icon=ICONS[card.kind],
        price=card.price,
        symbols=pairs(card.bears),
        demand=pairs(card.demand or NONE),
        talent=card.talent,
        colour=colour,
        roman=card.is_roman,
        points=card.points or 0,
    )


def pairs(many: Counts) -> tuple[tuple[str, int], ...]:
    """The resources that are there, with how many."""
    return tuple(pair for pair in zip(RESOURCES, many, strict=True) if pair[1])


def code_of(card: Card) -> str:
    """The card in one line of text, for a link or a form."""
    return json.dumps(card_to(card), ensure_ascii=False, separators=(",", ":"))


def card_of(code: str) -> Card | None:
    """The card that a link or a form names; None when it is no card."""
    try:
        return card_from(parse(code)) if code else None
    except Malformed:
        return None


def new_card(kind: str, deck: str | None, base: str, taken: Collection[str]) -> Card:
    """A card of a kind before anything is changed; its id begins with `base` and is not among `taken`."""
    number, key = 1, base
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    return Card(key, kind, deck=deck if KINDS[kind].deck is None else None)


def drafted(card: Card) -> Draft:
    """The card with every way to change it."""
    usual, rest = _numbers(card)
    picks, rest_picks = _choices(card)
    return Draft(face(card), code_of(card), tuple(usual), tuple(picks), tuple(rest), tuple(rest_picks))


def _numbers(card: Card) -> tuple[list[Step], list[Step]]:
    deck = card.drawn_from
    own = {RESOURCES[at] for at in range(4) if card.bears[at]}
    bears = set(RESOURCES) if card.kind in ("citizen", "other") else own
    symbols = {resource: _symbol(card, resource) for resource in RESOURCES}
    demands = [_demand(card, resource) for resource in RESOURCES]
    usual = [_number(card, "cost", text("Cost"), "lu-gold")]
    usual += [symbols[resource] for resource in RESOURCES if resource in bears]
    rest = [symbols[resource] for resource in RESOURCES if resource not in bears and card.kind != "apprentice"]
    (usual if deck != LOCATION and card.kind not in ("legionnaire", "other") else rest).append(
        _number(card, "talent", text("Talent"), "lu-talent", least=None)
    )
    (usual if card.kind == "market" else rest).extend(demands if card.kind == "market" else ())
    printed = _number(card, "points", text("Points"), None)
    if card.kind in ("citizen", "other"):
        usual.insert(1, printed)
    else:
        rest.append(printed)
    return usual, [*rest, _players(card)]


def _choices(card: Card) -> tuple[list[Pick], list[Pick]]:
    families = card.kind in ("citizen", "bakery", "herbalist", "armoury", "other")
    usual, rest = ([_colours(card)], []) if families else ([], [_colours(card)])
    if card.drawn_from == LOCATION:
        rest.append(_roman(card))
    if card.kind == "other":
        rest.append(_decks(card))
    return usual, rest


def _step(card: Card, label: Text, icon: str | None, value: int | None, field: str, values: Mapping[str, Any]) -> Step:
    def coded(key: str) -> str | None:
        return code_of(replace(card, **{field: values[key]})) if key in values else None

    return Step(label, icon, value, coded("less"), coded("more"), coded("leap"))


def _number(card: Card, field: str, label: Text, icon: str | None, least: int | None = 0, most: int = MOST) -> Step:
    """A number of the card; `least` None: below 1 there is none."""
    value = getattr(card, field)
    values: dict[str, Any] = {}
    if value is not None and value > (least or 0):
        values["less"] = None if value - 1 == (least or 0) else value - 1
    if (value or 0) < most:
        values["more"] = (value or 0) + 1
    if (value or 0) + LEAP <= most and field == "talent":
        values["leap"] = (value or 0) + LEAP
    return _step(card, label, icon, value if least is None else value or 0, field, values)


def _symbol(card: Card, resource: str) -> Step:
    return _of_four(card, "resources", resource, card.bears, text("{resource!c}", resource=RESOURCE_NAMES[resource]))


def _demand(card: Card, resource: str) -> Step:
    label = text("Demands {resource}", resource=RESOURCE_NAMES[resource])
    return _of_four(card, "demand", resource, card.demand or NONE, label)


def _of_four(card: Card, field: str, resource: str, now: Counts, label: Text) -> Step:
    at = RESOURCES.index(resource)

    def changed(by: int) -> Counts:
        one, two, three, four = (many + by * (place == at) for place, many in enumerate(now))
        return one, two, three, four

    values = {"less": changed(-1)} if now[at] else {}
    return _step(
        card, label, f"lu-{resource}", now[at], field, values | ({"more": changed(1)} if now[at] < MOST else {})
    )


def _players(card: Card) -> Step:
    value = card.min_players or 2
    values: dict[str, Any] = {"less": None if value == 3 else value - 1} if value > 2 else {}
    return _step(
        card,
        text("From how many players"),
        None,
        value,
        "min_players",
        values | ({"more": value + 1} if value < 5 else {}),
    )


def _colours(card: Card) -> Pick:
    now = card.family
    none = (text("no family"), "none", code_of(replace(card, colour=None)), now is None)
    return Pick(text("Family"), (none, *_families(card, now)))


def _families(card: Card, now: str | None) -> Iterator[tuple[Text, str, str, bool]]:
    for colour, name in COLOURS.items():
        yield name, colour, code_of(replace(card, colour=colour)), now == colour


def _roman(card: Card) -> Pick:
    yes, no = (replace(card, roman=None if flag == card.implied.roman else flag) for flag in (True, False))
    return Pick(
        text("Roman location"),
        (
            (text("Roman"), "lu-roman", code_of(yes), card.is_roman),
            (text("not Roman"), "", code_of(no), not card.is_roman),
        ),
    )


def _decks(card: Card) -> Pick:
    said = {CHARACTER: text("a character"), LOCATION: text("a location")}
    choices = tuple((said[deck], "", code_of(replace(card, deck=deck)), card.deck == deck) for deck in DECKS)
    return Pick(text("Deck"), choices)


def kinds_of(deck: str | None) -> tuple[str, ...]:
    """The kinds that can come from a deck (None: any)."""
    return tuple(key for key, kind in KINDS.items() if deck is None or kind.deck in (None, deck))

"""A card as it is drawn, and a new card as a hand enters it: what is said by choosing its kind, what else of it, and
what is asked before a move leaves that open.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.codec import Json
from scoring.core.game import Asked
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lutece.audit import missing, unpaid, unusual
from scoring.lutece.cards import (
    CHARACTER,
    DECKS,
    KINDS,
    NONE,
    RESOURCE_NAMES,
    RESOURCES,
    SINGLE,
    Card,
    Counts,
    Holding,
)
from scoring.lutece.formats import CARD_FIELDS, card_to
from scoring.lutece.moves import End, Legionnaire, Move, Offer, Reveal, Settle
from scoring.lutece.rules import options, position
from scoring.lutece.state import State, seen

COSTS = range(4)
TALENTS = range(1, 11)
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
DECKS_SAID: Mapping[str, Text] = {DECKS[0]: text("a character"), DECKS[1]: text("a location")}
TALENTED = ("citizen", "apprentice")
NOT_PRINTED = ("id", "attached_to", "resource")
OF_A_FAMILY = ("citizen", "bakery", "herbalist", "armoury")
FIELDS: Mapping[str, Text] = {
    "talent": text("talent"),
    "colour": text("family"),
    "demand": text("what it asks for"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as a phone draws it; no `price`: it is not known.

    `symbols` and `demand` are pairs of a resource and how many.
    """

    card: Card
    name: Text | str
    icon: str
    price: int | None
    symbols: tuple[tuple[str, int], ...]
    demand: tuple[tuple[str, int], ...]
    talent: int | None
    colour: str | None
    roman: bool
    points: int

    @property
    def unknown(self) -> Text | None:
        """The fields beside its cost that nobody entered, though such a card has them printed; None: none."""
        fields = tuple(FIELDS[field] for field in self.card.unknown)
        return text("unknown: {fields}", fields=fields) if fields else None

    @property
    def says(self) -> dict[str, Json]:
        """The card as JSON."""
        return card_to(self.card)

    @property
    def alone(self) -> dict[str, Json]:
        """The card as JSON with null where nothing is printed: merged into another card, it leaves nothing of it."""
        return {**dict.fromkeys(CARD_FIELDS), **self.says}


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind to choose, a citizen with its resource: `says` is what of the card is said with it.

    `usual` are the fields that such a card has beside its cost, of talent, family, demand; it may have others. A
    citizen may have a second symbol, `and-` its first.
    `bears`: an apprentice can lie under it. `symbols` are those that are printed on it, unless the card says others.
    `deck` is None where either is possible.
    """

    key: str
    name: Text
    resource: str | None
    icon: str
    deck: str | None
    says: Mapping[str, Json]
    usual: tuple[str, ...]
    bears: bool
    symbols: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Entry:
    """The choices for a card: the kinds of each deck, the known cards of each kind, and what else is printed on one.

    A known card comes with the choices of a kind under which it is looked for. `costs` and `talents` are those that
    are chosen with one touch; any other number is typed.
    """

    kinds: tuple[tuple[str, tuple[KindChoice, ...]], ...]
    known: tuple[tuple[str, tuple[tuple[Face, tuple[str, ...]], ...]], ...]
    costs: range = COSTS
    talents: range = TALENTS
    most: int = MOST
    families: tuple[tuple[str, Text], ...] = tuple(COLOURS.items())
    resources: tuple[tuple[str, Text], ...] = tuple(RESOURCE_NAMES.items())
    players: tuple[tuple[int, str], ...] = ((3, "3"), (4, "4"), (5, "5"))
    roman: tuple[tuple[bool, Text], ...] = ((True, text("Roman")), (False, text("not Roman")))
    decks: tuple[tuple[str, Text], ...] = tuple(DECKS_SAID.items())

    def seconds(self, first: str) -> tuple[tuple[Text, Mapping[str, int]], ...]:
        """The second symbols of a citizen whose first is `first`, each with both as they are said."""
        return tuple(
            (name, {first: 2} if resource == first else {first: 1, resource: 1}) for resource, name in self.resources
        )

    def known_as(self, key: str) -> list[Face]:
        """The known cards that are looked for under this choice of a kind."""
        return [face for _kind, cards in self.known for face, keys in cards if key in keys]


@dataclass(frozen=True, slots=True)
class Filled:
    """A card in the fields of its entry: the choice of its kind, what is touched, and what is typed of the rest.

    `id` is its own, by which others may lie under it.
    """

    id: str
    key: str
    touched: Mapping[str, Json]
    rest: Mapping[str, Json]


def filled(card: Card) -> Filled:
    """The card in the fields in which each thing that is printed on it is entered."""
    said = card_to(card)
    choice, two = _choice_of(card, said), _has_two_symbols(card)
    rest = {field: value for field, value in said.items() if field not in (*choice.says, *NOT_PRINTED)}
    rest |= {field: dict(zip(RESOURCES, many, strict=True)) for field in rest if (many := _four(card, field))}
    touch = {
        "cost": card.cost in COSTS,
        "talent": "talent" in choice.usual and card.talent in TALENTS,
        "colour": "family" in choice.usual and card.colour in COLOURS,
        "demand": "demand" in choice.usual,
    }
    touched = {field: value for field, value in rest.items() if touch.get(field)}
    rest = {field: value for field, value in rest.items() if field not in touched}
    return Filled(card.id, choice.key, touched | ({"resources": said["resources"]} if two else {}), rest)


def _choice_of(card: Card, said: Mapping[str, Json]) -> KindChoice:
    """The kind that says most of a card, of a citizen with two symbols the first."""
    if _has_two_symbols(card):
        said = {**said, "resources": {card.bearing[0]: 1}}
    alone = [choice for choice in kind_choices(card.drawn_from) if choice.says.items() <= said.items()]
    return max(alone, key=lambda choice: len(choice.says))


def _has_two_symbols(card: Card) -> bool:
    return card.kind == "citizen" and sum(card.bears) == 2


def entry(known: Collection[Card], decks: Collection[str] = ()) -> Entry:
    """The choices for a card of these decks (none: of both, as one list)."""
    kinds = tuple((deck, kind_choices(deck)) for deck in decks) or (("", kind_choices()),)
    return Entry(kinds, known_by_kind(known))


def _four(card: Card, field: str) -> Counts | None:
    return {"resources": card.resources, "demand": card.demand}.get(field)


def face(card: Card) -> Face:
    """A card as it is drawn."""
    return Face(
        card=card,
        name=card.name,
        icon=f"lu-{card.kind}",
        price=card.cost,
        symbols=pairs(card.bears),
        demand=pairs(card.demand or NONE),
        talent=card.talent,
        colour=card.family if card.family in COLOURS else None,
        roman=card.is_roman,
        points=card.points or 0,
    )


def offering(state: State, moves: Sequence[Move]) -> Asked | None:
    """What is unusual about the cards that come under tiles."""
    doubts = unusual(seen(state), [move.card for move in moves if isinstance(move, Offer)])
    return Asked(tuple(doubts), text("Place as entered")) if doubts else None


def owned(holding: Holding, card: Card) -> Face:
    """A card before its owner: an apprentice shows what it copies."""
    copied = holding.copied(card) if card.kind == "apprentice" else None
    return replace(face(card), symbols=((copied, 1),)) if copied else face(card)


def pairs(many: Counts) -> tuple[tuple[str, int], ...]:
    """The resources that are there, with how many."""
    return tuple(pair for pair in zip(RESOURCES, many, strict=True) if pair[1])


def kind_choices(deck: str | None = None) -> tuple[KindChoice, ...]:
    """The kinds that can come from a deck (None: any)."""
    kinds = [kind for kind, implied in KINDS.items() if deck is None or implied.deck in (None, deck)]
    return tuple(choice for kind in kinds for choice in _choices(kind, deck))


def _choices(kind: str, deck: str | None) -> Iterator[KindChoice]:
    if kind == "citizen":
        for resource in RESOURCES:
            yield _choice(f"citizen-{resource}", kind, deck, resource)
    yield _choice(kind, kind, deck)


def _choice(key: str, kind: str, deck: str | None, resource: str | None = None) -> KindChoice:
    implied, says = KINDS[kind], {"kind": kind} | ({"resources": {resource: 1}} if resource else {})
    card = Card("", kind, resources=SINGLE[resource] if resource else None)
    return KindChoice(
        key=key,
        name=text(implied.name),
        resource=resource,
        icon=f"lu-{resource or kind}",
        deck=implied.deck,
        says=says,
        usual=(*_usual(kind, deck), *([f"and-{resource}"] if resource else [])),
        bears=card.takes_apprentices,
        symbols=dict(pairs(card.bears)),
    )


def _usual(kind: str, deck: str | None) -> tuple[str, ...]:
    other = kind == "other"
    has = {
        "talent": kind in TALENTED or KINDS[kind].bears is not None or (other and deck == CHARACTER),
        "family": kind in OF_A_FAMILY or other,
        "demand": kind == "market",
    }
    return tuple(field for field, there in has.items() if there)


def keys_of(card: Card) -> tuple[str, ...]:
    """The choices under which a known card is looked for: a citizen under each of its resources."""
    if card.kind == "citizen" and card.bearing:
        return tuple(f"citizen-{resource}" for resource in card.bearing)
    return (card.kind,)


def in_order(cards: Collection[Card]) -> tuple[Card, ...]:
    """The cards by kind, resource, talent and cost, as a hand looks for them."""
    return tuple(sorted(cards, key=_order))


def _order(card: Card) -> tuple[object, ...]:
    first = RESOURCES.index(card.bearing[0]) if card.bearing else len(RESOURCES)
    return (tuple(KINDS).index(card.kind), first, card.talent or 0, card.price, card.label or "", card.id)


def known_by_kind(cards: Collection[Card]) -> tuple[tuple[str, tuple[tuple[Face, tuple[str, ...]], ...]], ...]:
    """Known cards in groups of a kind, each with the choices under which it is looked for."""
    ordered = in_order(cards)
    kinds = dict.fromkeys(card.kind for card in ordered)
    return tuple((kind, tuple((face(card), keys_of(card)) for card in ordered if card.kind == kind)) for kind in kinds)


# What is asked


def asks(state: State, moves: Sequence[Move], elsewhere: Collection[Seat]) -> Asked | None:
    """The question before these moves, on a device that does not answer for the players `elsewhere`."""
    match moves[0]:
        case End():
            scored = position(state)
            turns = (one.why for one in (*unpaid(scored), *missing(scored)))
            return Asked((text("A tile cannot be filled. End the game?"), *turns), text("Yes, end it"))
        case Reveal() if elsewhere:
            asked = text("Do all agree? The action cards are turned up for everybody.")
            return Asked((asked,), text("Yes, record it"))
        case Settle() if any(isinstance(move, Legionnaire) for seat in elsewhere for move in options(state, seat)):
            return Asked((text("Has everyone with a legionnaire passed?"),), text("Yes, record it"))
    return offering(state, moves)

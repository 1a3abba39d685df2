"""The cards of Lutèce as they are printed: what a kind implies, and what the card in hand says instead."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.core.text import Text, _, plural, text

RESOURCES = ("cervoise", "potion", "sword", "bread")
DECKS = ("character", "location")
CHARACTER, LOCATION = DECKS
BOX_SIZES: Mapping[str, int] = {CHARACTER: 40, LOCATION: 34}

Counts = tuple[int, int, int, int]
"""How many of each resource, in the order of RESOURCES."""

NONE: Counts = (0, 0, 0, 0)


def counts(many: Mapping[str, int]) -> Counts:
    """The counts of a mapping; an absent resource is 0."""
    cervoise, potion, sword, bread = (many.get(resource, 0) for resource in RESOURCES)
    return cervoise, potion, sword, bread


SINGLE: Mapping[str, Counts] = {resource: counts({resource: 1}) for resource in RESOURCES}


def add(one: Counts, other: Counts) -> Counts:
    """Both together."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


@lru_cache(maxsize=256)
def _different(many: Counts) -> tuple[str, ...]:
    return tuple(resource for resource, number in zip(RESOURCES, many, strict=True) if number)


def in_gold(amount: int) -> Text:
    """An amount as it is said at a table: 7 gold."""
    return plural("{count} gold", "{count} gold", amount)


@dataclass(frozen=True, slots=True)
class CardKind:
    """The properties that the name of a card implies. `name` stands alone, `called` within a sentence: “the forge”.

    `counts` is the resource its effect or its prestige looks at; `pays` the gold its effect starts from
    (None: no effect when acquired); `prestige` is "symbols" or "family". A kind that `reckons` has points
    of its own and never adds printed ones.
    """

    name: str
    called: str
    deck: str | None
    roman: bool = False
    bears: str | None = None
    counts: str | None = None
    pays: int | None = None
    prestige: str | None = None
    reckons: bool = False
    colour: str | None = None


KINDS: Mapping[str, CardKind] = {
    "citizen": CardKind(_("citizen"), _("the citizen"), CHARACTER),
    "apprentice": CardKind(_("apprentice"), _("the apprentice"), CHARACTER),
    "legionnaire": CardKind(_("legionnaire"), _("the legionnaire"), CHARACTER, reckons=True, colour="red"),
    "field": CardKind(_("field"), _("the field"), LOCATION, bears="bread", counts="bread", pays=0),
    "forest": CardKind(_("forest"), _("the forest"), LOCATION, bears="potion", counts="potion", pays=0),
    "mine": CardKind(_("mine"), _("the mine"), LOCATION, bears="sword", counts="sword", pays=0),
    "tavern": CardKind(_("tavern"), _("the tavern"), LOCATION, counts="cervoise", pays=5),
    "mill": CardKind(_("mill"), _("the mill"), LOCATION, roman=True, counts="bread", prestige="symbols", reckons=True),
    "laboratory": CardKind(
        _("laboratory"), _("the laboratory"), LOCATION, roman=True, counts="potion", prestige="symbols", reckons=True
    ),
    "forge": CardKind(
        _("forge"), _("the forge"), LOCATION, roman=True, counts="sword", prestige="symbols", reckons=True
    ),
    "bakery": CardKind(_("bakery"), _("the bakery"), LOCATION, roman=True, prestige="family", reckons=True),
    "herbalist": CardKind(
        _("herbalist’s shop"), _("the herbalist’s shop"), LOCATION, roman=True, prestige="family", reckons=True
    ),
    "armoury": CardKind(_("armoury"), _("the armoury"), LOCATION, roman=True, prestige="family", reckons=True),
    "market": CardKind(_("market"), _("the market"), LOCATION, reckons=True),
    "statue": CardKind(_("statue"), _("the statue"), LOCATION, reckons=True),
    "other": CardKind(_("other card"), _("the card"), None),
}

RESOURCE_NAMES: Mapping[str, Text] = {
    "cervoise": text("cervoise"),
    "potion": text("potion"),
    "sword": text("sword"),
    "bread": text("bread"),
}
DECK_NAMES: Mapping[str, Text] = {CHARACTER: text("the characters"), LOCATION: text("the locations")}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it is printed; None where the kind decides. `roman` and `colour` too can contradict the kind.

    `attached_to` and `resource` belong to an apprentice in front of a player: its bearer, and what it copies
    there when the bearer has several resources.
    """

    id: str
    kind: str
    label: str | None = None
    cost: int | None = None
    min_players: int | None = None
    resources: Counts | None = None
    talent: int | None = None
    colour: str | None = None
    roman: bool | None = None
    points: int | None = None
    demand: Counts | None = None
    deck: str | None = None
    attached_to: str | None = None
    resource: str | None = None

    @property
    def implied(self) -> CardKind:
        return KINDS[self.kind]

    @property
    def drawn_from(self) -> str | None:
        """The deck; None for an `other` card that does not say."""
        return self.deck or self.implied.deck

    @property
    def price(self) -> int:
        return self.cost or 0

    @property
    def unknown(self) -> tuple[str, ...]:
        """The fields that such a card has printed and that nobody entered, of those on which points turn."""
        has = {
            "talent": bool(self.bearing),
            "colour": self.implied.prestige == "family",
            "demand": self.kind == "market",
        }
        return tuple(field for field, printed in has.items() if printed and getattr(self, field) is None)

    @property
    def bears(self) -> Counts:
        """The resources on the card itself. An apprentice bears none: it copies."""
        if self.kind == "apprentice":
            return NONE
        if self.resources is not None:
            return self.resources
        return SINGLE[self.implied.bears] if self.implied.bears else NONE

    @property
    def bearing(self) -> tuple[str, ...]:
        """The different resources on the card."""
        return _different(self.bears)

    @property
    def family(self) -> str | None:
        """The colour to compare families by: capitals do not matter."""
        colour = self.colour or self.implied.colour
        return colour.strip().casefold() if colour else None

    @property
    def is_roman(self) -> bool:
        """True if this is a Roman location: no character is."""
        if self.drawn_from == CHARACTER:
            return False
        return self.implied.roman if self.roman is None else self.roman

    @property
    def takes_apprentices(self) -> bool:
        """A character, but no legionnaire and no apprentice."""
        return self.drawn_from != LOCATION and self.kind not in ("legionnaire", "apprentice")

    @property
    def title(self) -> Text | str:
        """The words of players for it within a sentence: the label, else a citizen by its resources, else its kind."""
        if self.label or self.kind != "citizen" or not self.bearing:
            return self.label or text(self.implied.called)
        return text("the {resources} citizen", resources=tuple(RESOURCE_NAMES[symbol] for symbol in self.bearing))

    @property
    def name(self) -> Text | str:
        """The words that stand alone, as `title` has them within a sentence."""
        if self.label or self.kind != "citizen" or not self.bearing:
            return self.label or text(self.implied.name)
        return text("{resources} citizen", resources=tuple(RESOURCE_NAMES[symbol] for symbol in self.bearing))

    def __str__(self) -> str:
        return f"{self.label or self.kind} ({self.id})"


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of all that a player has, added up at the table without a word on any card.

    `talents` are those of each resource, in the order of RESOURCES, the highest first; only a tie asks for them.
    `symbol_points` and `family_points` are the points of Roman locations, by what they count, and `roman` is how many
    there are. `markets` are those satisfied, `points` the printed ones. `cards` is how many there are of all kinds:
    only a tie asks for it.
    """

    symbols: Counts = NONE
    talents: tuple[tuple[int, ...], ...] = ((),) * len(RESOURCES)
    symbol_points: int = 0
    family_points: int = 0
    roman: int = 0
    statues: int = 0
    markets: int = 0
    legionnaires: int = 0
    points: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player has: gold and cards. A short count has totals in the place of the cards.

    `total`: the final score as somebody typed it, where nothing else is known of this player; else None.
    """

    gold: int = 0
    cards: tuple[Card, ...] = ()
    totals: Totals | None = None
    total: int | None = None

    @property
    def short(self) -> Totals | None:
        """The totals, where they are what counts: once cards are named, the cards do."""
        return None if self.cards else self.totals

    @property
    def size(self) -> int:
        """The number of cards; 0 where nobody has said."""
        return self.short.cards if self.short else len(self.cards)

    def card(self, key: str) -> Card | None:
        """The card with this id, if it is here."""
        return next((card for card in self.cards if card.id == key), None)

    def of_kind(self, kind: str) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.kind == kind)

    def bearers(self) -> tuple[Card, ...]:
        """The characters under which an apprentice can lie."""
        return tuple(card for card in self.cards if card.takes_apprentices)

    def waiting(self) -> tuple[Card, ...]:
        """The apprentices that lie under nobody."""
        return tuple(card for card in self.of_kind("apprentice") if card.attached_to is None)

    def copied(self, apprentice: Card) -> str | None:
        """The resource an apprentice copies; None while it waits or when its bearer gives nothing readable."""
        bearer = self.card(apprentice.attached_to) if apprentice.attached_to is not None else None
        if bearer is None or not bearer.takes_apprentices:
            return None
        if apprentice.resource is not None:
            return apprentice.resource if apprentice.resource in bearer.bearing else None
        return bearer.bearing[0] if len(bearer.bearing) == 1 else None

    def symbols(self) -> Counts:
        """The number of symbols of each resource that the player controls: characters, locations and apprentices."""
        if self.short:
            return self.short.symbols
        total = NONE
        for card in self.cards:
            total = add(total, card.bears)
            if card.kind == "apprentice" and (copied := self.copied(card)):
                total = add(total, SINGLE[copied])
        return total

    def control(self, resource: str) -> int:
        """The number of symbols of one resource."""
        return self.symbols()[RESOURCES.index(resource)]

    def talents(self, resource: str) -> tuple[int, ...]:
        """The printed talents on cards that give this resource, highest first."""
        if self.short:
            return self.short.talents[RESOURCES.index(resource)]
        talented = ((card, card.talent) for card in self.cards if card.talent is not None)
        giving = (talent for card, talent in talented if resource in card.bearing or self._copies(card, resource))
        return tuple(sorted(giving, reverse=True))

    def without_talent(self, resource: str) -> int:
        """The number of cards that give this resource and have no known talent. An apprentice may have none printed."""
        return sum(card.talent is None and resource in card.bearing for card in self.cards)

    def _copies(self, card: Card, resource: str) -> bool:
        return card.kind == "apprentice" and self.copied(card) == resource


@dataclass(frozen=True, slots=True)
class Position:
    """A table to be scored: the players and what each has, in the order of seats.

    `on_cards` is the gold on the cards of the tiles, where a game was followed: nobody's, and only a warning counts it.
    """

    names: tuple[str, ...]
    holdings: tuple[Holding, ...]
    on_cards: int = field(default=0, compare=False)


def amounts(many: Counts) -> tuple[Text, ...]:
    """The resources that are there, as a list to show: “2 × potion”."""
    pairs = [pair for pair in zip(RESOURCES, many, strict=True) if pair[1]]
    return tuple(text("{many} × {resource}", many=number, resource=RESOURCE_NAMES[name]) for name, number in pairs)

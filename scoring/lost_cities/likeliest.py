"""The likeliest cards on a sheet with a box for each, from how much ink seems to be in each of its boxes.

The rules are what makes this safe: a number lies before one player only, and a colour has three wagers over both.
Which of the circles are ticked says nothing, how many of them does.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, product
from typing import cast

from scoring.core.codec import Json, listing
from scoring.core.likeliest import Answers, Counts, Fact, Ink, Likeliest, Photographed, settled
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import COLOURS, NUMBERS, WAGERS, Card, colour_name
from scoring.lost_cities.formats import WAGER, read_holding
from scoring.lost_cities.moves import NO_EXPEDITION, Holding
from scoring.lost_cities.rules import SEATS, State

ROUNDS = 3  # on a sheet
FAR = 24.0  # what is so much less likely is not looked at
Way = tuple[int, ...]
Ways = Mapping[Way, float]


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A part of a round that is decided together: a number (before nobody, or the player with this number), or the
    wagers of a colour (how many before either).
    """

    round: int
    colour: str
    number: int

    @property
    def keys(self) -> tuple[str, ...]:
        name = f"r{self.round}-{self.colour}"
        return (f"{name}-{self.number}",) if self.number else tuple(f"{name}-w-p{seat}" for seat in SEATS)

    def ways(self, ink: Ink) -> Ways:
        """Each, also those that the rules do not allow, and how much likelier it is than no ink."""
        if self.number:
            odds = (ink.get(place, 0.0) for seat in SEATS for place in self.places(seat))
            return {(owner,): odd for owner, odd in enumerate((0.0, *odds))}
        one, two = (self._circles(ink, seat) for seat in SEATS)
        return {way: one[way[0]] + two[way[1]] for way in product(range(WAGERS + 1), repeat=len(SEATS))}

    def allowed(self, ways: Ways) -> Ways:
        """Those that the rules allow."""
        return {way: odds for way, odds in ways.items() if self.number or sum(way) <= WAGERS}

    def _circles(self, ink: Ink, seat: Seat) -> Sequence[float]:
        """The likelihoods that so many of a player's circles are ticked, whichever they are."""
        return list(accumulate(sorted((ink.get(p, 0.0) for p in self.places(seat)), reverse=True), initial=0.0))

    def places(self, seat: Seat) -> tuple[str, ...]:
        boxes = (str(self.number),) if self.number else tuple(f"w{circle}" for circle in range(1, WAGERS + 1))
        return tuple(f"r{self.round}-p{seat}-{self.colour}-{box}" for box in boxes)

    def shown(self, at: int, values: Collection[int]) -> tuple[str, ...]:
        """The places to look at, for these values."""
        if not self.number:
            return self.places(at)
        return tuple(place for owner in sorted(values) if owner for place in self.places(owner - 1))

    def sentence(self, at: int, value: int) -> Text:
        if not self.number:
            return plural(
                "{colour!c}, player {number}: {count} wager",
                "{colour!c}, player {number}: {count} wagers",
                value,
                colour=colour_name(self.colour),
                number=at + 1,
            )
        card = Card(self.colour, self.number).name
        if not value:
            return text("{card!c}: in front of neither player", card=card)
        return text("{card!c}: in front of player {number}", card=card, number=value)


def _parts(rounds: Sequence[int], colours: Sequence[str]) -> Iterator[RoundPart]:
    for round, colour in product(rounds, colours):
        yield from (RoundPart(round, colour, number) for number in (0, *NUMBERS))


def likeliest(rounds: Sequence[int], ink: Ink, told: Answers) -> Likeliest:
    """The likeliest cards of these rounds that the rules allow, of each round what lies before either player.

    A colour of which nothing was seen is not on the sheet.
    """
    colours = [colour for colour in COLOURS if any(f"-{colour}-" in place for place in ink)]
    facts = [fact for part in _parts(rounds, colours) for fact in _facts(part, ink, told)]
    values = {fact.key: fact.value for fact in facts}
    lying: list[Json] = [[_cards(round, seat, colours, values) for seat in SEATS] for round in rounds]
    return Likeliest(lying, tuple(facts))


def _facts(part: RoundPart, ink: Ink, told: Answers) -> Sequence[Fact]:
    every = part.ways(ink)
    ways = part.allowed(every)
    facts = list(_read_as(part, ways))
    own = {key: told[key] for key in part.keys if key in told}
    if not own:
        return facts
    known = settled(facts, own)
    wanted = [(at, known[key]) for at, key in enumerate(part.keys) if key in known]
    as_told = {way: odds for way, odds in every.items() if all(way[at] == value for at, value in wanted)}
    return list(_read_as(part, part.allowed(as_told) or as_told or ways))


def _read_as(part: RoundPart, ways: Ways) -> Iterator[Fact]:
    """The facts of the likeliest of these ways."""
    best = max(ways, key=ways.__getitem__)
    for at, key in enumerate(part.keys):
        others = {way: odds for way, odds in ways.items() if way[at] != best[at]}
        other = max(others, key=others.__getitem__, default=best)
        margin = min(ways[best] - others.get(other, -FAR), FAR)
        value, less = best[at], other[at]
        sentences = (part.sentence(at, value), part.sentence(at, less))
        yield Fact(key, value, less, margin, part.shown(at, {value, less}), *sentences)


def _cards(round: int, seat: Seat, colours: Sequence[str], values: Mapping[str, int]) -> Json:
    laid = {}
    for colour in colours:
        numbers = [number for number in NUMBERS if values[f"r{round}-{colour}-{number}"] == seat + 1]
        laid[colour] = [WAGER] * values[f"r{round}-{colour}-w-p{seat}"] + numbers
    return {colour: cast(Json, cards) for colour, cards in laid.items() if cards}


def _counts(_seat: Seat, sheet: Json) -> Counts:
    """The counts of both players, of the one round that was read."""
    (round,) = cast(list[list[Json]], sheet)
    return {seat: {"type": "count", "seat": seat, "expeditions": cards} for seat, cards in enumerate(round)}


def _settings(counts: Counts) -> Mapping[str, Json]:
    """Purple is in the long game alone."""
    laid = [cast(Mapping[str, Json], count["expeditions"]) for count in counts.values()]
    return {"colours": len(COLOURS)} if any(COLOURS[-1] in expeditions for expeditions in laid) else {}


def facts(value: object) -> dict[str, int]:
    """The rounds of a position, under the keys of what is read; raises `Malformed`."""
    rounds = listing(value, "sheet", 0, ROUNDS)
    lying = [_read(entry, f"sheet[{at}]") for at, entry in enumerate(rounds)]
    lying += [[{}, {}]] * (ROUNDS - len(lying))
    answers = (_answers(part, lying[part.round - 1]) for part in _parts(EVERY, COLOURS))
    return dict(chain.from_iterable(answers))


def _read(entry: object, where: str) -> list[Holding]:
    holdings = listing(entry, where, len(SEATS), len(SEATS))
    return [read_holding(one, f"{where}[{seat}]") for seat, one in enumerate(holdings)]


def _answers(part: RoundPart, lying: Sequence[Holding]) -> Iterator[tuple[str, int]]:
    laid = [holding.get(part.colour, NO_EXPEDITION) for holding in lying]
    owner = next((seat + 1 for seat in SEATS if part.number in laid[seat].numbers), 0)
    values = [owner] if part.number else [expedition.wagers for expedition in laid]
    return zip(part.keys, values, strict=True)


def counted(state: State) -> int:
    """The round of the sheet on which a table is: of a long game the fourth is the first of another sheet."""
    return len(state.over) % ROUNDS + 1


def _of(rounds: Sequence[int], each: Sequence[Photographed] = ()) -> Photographed:
    parts = list(_parts(rounds, COLOURS))
    numbers = {place: one.number for one in parts for seat in SEATS for place in one.places(seat)}
    places = {place: "box" if number else "circle" for place, number in numbers.items()}
    prints = {place: str(number) for place, number in numbers.items()}
    read = partial(likeliest, rounds)
    return Photographed(places, read, facts, _counts, True, tuple(each), counted, prints, _settings)


EVERY = range(1, ROUNDS + 1)
PHOTOGRAPHED = _of(EVERY, [_of([round]) for round in EVERY])

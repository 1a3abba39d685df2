"""The worth of what lies on the table, and what cannot lie there. Defined on positions: follow and count share it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.core.codec import TOTAL
from scoring.core.rule import Clauses
from scoring.core.sheet import POSSIBLE_TOTAL, Bounds, Line, Problem, Seat, Sheet, ranked, typed_line
from scoring.core.text import Text, _, plural, text
from scoring.lost_cities.cards import CARDS_OF_A_COLOUR, COLOURS, HAND, NUMBERS, WAGERS, Card, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition, Holding, TypedTotal

COST = 20
BONUS = 20
BONUS_FROM = 8
MOST_ROUNDS = 9
WHOLE_COLOUR = Expedition(WAGERS, tuple(NUMBERS))
BEYOND = (
    _("{total} cannot be: at least {bound} in one round."),
    _("{total} cannot be: at most {bound} in one round."),
)
BEYOND_TOGETHER = (
    _("{first} and {second} cannot both be: no card is on both sides, so together they make at least {bound}."),
    _("{first} and {second} cannot both be: no card is on both sides, so together they make at most {bound}."),
)

clause = Clauses("lost-cities")
COUNT_TEXT = _("Cairn’s ruling: counting a round")

ONE_OWNER = clause("one-owner", COUNT_TEXT, _("A number card is in front of only one player, and only once."))
THREE_WAGERS = clause("three-wagers", COUNT_TEXT, _("A colour has three wagers in all, for both players together."))
CARDS_ON_THE_TABLE = clause(
    "cards-on-the-table",
    COUNT_TEXT,
    _("At the end sixteen cards are still in hand; only the others can be on the table."),
)
COLOUR_OF_THE_BOX = clause(
    "colour-of-the-box", COUNT_TEXT, _("Only the colours chosen for this game can be on the table.")
)
ROUNDS = clause("rounds", COUNT_TEXT, _("A game has one to nine rounds."))
RULES = clause.rules


@dataclass(frozen=True, slots=True)
class Setup:
    """The players, 5 or 6 colours and 1 to 9 rounds; `bonus_counts_wagers` is our reading of Tilsit's text."""

    players: tuple[str, ...]
    edition: str = "iello-2018"
    colours: int = 5
    rounds: int = 3
    bonus_counts_wagers: bool = True

    @property
    def palette(self) -> tuple[str, ...]:
        return COLOURS[: self.colours]


@dataclass(frozen=True, slots=True)
class Position:
    """A position to score: for each round, the cards before each player."""

    setup: Setup
    rounds: tuple[tuple[Holding, ...], ...]


def score(position: Position) -> Sheet:
    """The sheet of a position: a line for each expedition of each round, empty ones at 0."""
    seats = range(len(position.setup.players))
    return ranked(position.setup.players, [_lines(position, seat) for seat in seats])


def _lines(position: Position, seat: Seat) -> list[Line]:
    rounds = enumerate((round[seat] for round in position.rounds), 1)
    return [own for number, holding in rounds for own in _round_lines(position.setup, holding, number)]


def _round_lines(setup: Setup, holding: Holding, number: int) -> Sequence[Line]:
    if isinstance(holding, TypedTotal):
        return [typed_line(holding.total, number)]
    return [
        line(setup, colour, holding.get(colour, NO_EXPEDITION), number)
        for colour in COLOURS
        if colour in setup.palette or colour in holding
    ]


@lru_cache(maxsize=4_096)
def line(setup: Setup, colour: str, expedition: Expedition, round: int | None = None) -> Line:
    """One expedition scored: (sum − 20) × (1 + wagers), + 20 from eight cards on; an empty one is worth 0."""
    why = _sum(setup, expedition)
    return Line("expedition", colour, points(setup, expedition), why, round, colour_name(colour))


def points(setup: Setup, expedition: Expedition) -> int:
    if not len(expedition):
        return 0
    return _profit(expedition) * (1 + expedition.wagers) + _bonus(setup, expedition)


def _profit(expedition: Expedition) -> int:
    return sum(expedition.numbers) - COST


def counted_cards(setup: Setup, expedition: Expedition) -> int:
    """The number of cards that count toward the bonus."""
    return len(expedition) if setup.bonus_counts_wagers else len(expedition.numbers)


def _bonus(setup: Setup, expedition: Expedition) -> int:
    return BONUS if counted_cards(setup, expedition) >= BONUS_FROM else 0


def _sum(setup: Setup, expedition: Expedition) -> Text:
    if not len(expedition):
        return text("no card")
    facts = {
        "sum": sum(expedition.numbers),
        "profit": _profit(expedition),
        "times": 1 + expedition.wagers,
        "product": _profit(expedition) * (1 + expedition.wagers),
        "cards": counted_cards(setup, expedition),
    }
    match bool(expedition.wagers), bool(_bonus(setup, expedition)):
        case True, True:
            return text("{sum} − 20 = {profit}, ×{times} = {product}, +20 for {cards} cards", **facts)
        case True, False:
            return text("{sum} − 20 = {profit}, ×{times} = {product}", **facts)
        case False, True:
            return text("{sum} − 20 = {profit}, +20 for {cards} cards", **facts)
    return text("{sum} − 20 = {profit}", **facts)


def running_totals(position: Position) -> tuple[int, ...]:
    """The totals of the sheet, without its sums: what a phone shows at every tap."""
    return tuple(
        sum(holding_points(position.setup, round[seat]) for round in position.rounds)
        for seat in range(len(position.setup.players))
    )


def holding_points(setup: Setup, holding: Holding) -> int:
    """The points of the cards before one player in a round."""
    if isinstance(holding, TypedTotal):
        return holding.total
    return sum(points(setup, expedition) for expedition in holding.values())


def is_typed(rounds: Iterable[Sequence[Holding]]) -> bool:
    """True if of any round only a total is known: figures that need its cards leave the game out."""
    return any(isinstance(holding, TypedTotal) for round in rounds for holding in round)


def out_of_bounds(position: Position) -> Sequence[Problem]:
    """The totals that no cards of a round make, of those that were typed."""
    rounds = (round for round in position.rounds if is_typed([round]))
    return [problem for round in rounds for problem in _out_of_bounds(position.setup, round)]


def _out_of_bounds(setup: Setup, round: Sequence[Holding]) -> Iterator[Problem]:
    """Both together make no more than one alone could; less than one alone, where they share the wagers."""
    most, least = (setup.colours * points(setup, colour) for colour in (WHOLE_COLOUR, Expedition(WAGERS)))
    both = setup.colours * sum(points(setup, Expedition(wagers)) for wagers in (1, WAGERS - 1))
    yield from Bounds(least, most, *BEYOND).problems(getattr(holding, TOTAL, None) for holding in round)
    totals = [holding_points(setup, holding) for holding in round]
    if why := Bounds(both, most, *BEYOND_TOGETHER).beyond(sum(totals)):
        yield Problem(POSSIBLE_TOTAL, replace(why, facts={**why.facts, "first": totals[0], "second": totals[1]}))


def audit(position: Position) -> Sequence[Problem]:
    """Everything impossible about a position, all at once."""
    problems = [
        problem for number, round in enumerate(position.rounds) for problem in impossible(position.setup, round, number)
    ]
    if len(position.rounds) > MOST_ROUNDS:
        why = text("{rounds} rounds: a game has nine at most.", rounds=len(position.rounds))
        problems.append(Problem(ROUNDS, why, where="rounds"))
    return problems


def impossible(setup: Setup, holdings: Sequence[Holding], number: int) -> Iterator[Problem]:
    """The problems of a table at the end of round `number` (from 0), over all players together."""
    yield from _foreign_colours(setup, holdings, number)
    for colour in COLOURS:
        yield from _shared_numbers(setup, holdings, colour, number)
        yield from _too_many_wagers(holdings, colour, number)
    yield from _too_many_cards(setup, holdings, number)


def _where(number: int, seat: Seat, colour: str) -> str:
    return f"rounds[{number}][{seat}].{colour}"


def _foreign_colours(setup: Setup, holdings: Sequence[Holding], number: int) -> Iterator[Problem]:
    for seat, holding in enumerate(holdings):
        for colour in holding:
            if colour not in setup.palette and len(holding[colour]):
                why = plural(
                    "{colour!c} is not in this game of {count} colour.",
                    "{colour!c} is not in this game of {count} colours.",
                    setup.colours,
                    colour=colour_name(colour),
                )
                yield Problem(COLOUR_OF_THE_BOX, why, seat, _where(number, seat, colour))


def _shared_numbers(setup: Setup, holdings: Sequence[Holding], colour: str, number: int) -> Iterator[Problem]:
    owners: dict[int, Seat] = {}
    for seat, holding in enumerate(holdings):
        for value, copies in Counter(holding.get(colour, NO_EXPEDITION).numbers).items():
            card = Card(colour, value).name
            if copies > 1:
                why = text(
                    "{card!c} is entered {copies} times for {name}.", card=card, copies=copies, name=setup.players[seat]
                )
                yield Problem(ONE_OWNER, why, seat, _where(number, seat, colour))
            if value in owners:
                why = text(
                    "{card!c} is in front of both {first} and {second}: there is only one.",
                    card=card,
                    first=setup.players[owners[value]],
                    second=setup.players[seat],
                )
                yield Problem(ONE_OWNER, why, seat, _where(number, seat, colour))
            owners.setdefault(value, seat)


def _too_many_wagers(holdings: Sequence[Holding], colour: str, number: int) -> Iterator[Problem]:
    wagers = [holding.get(colour, NO_EXPEDITION).wagers for holding in holdings]
    if sum(wagers) > WAGERS:
        why = plural(
            "{count} {colour} wager on the table: there are only three.",
            "{count} {colour} wagers on the table: there are only three.",
            sum(wagers),
            colour=colour_name(colour),
        )
        seat = next((seat for seat, count in enumerate(wagers) if count > WAGERS), None)
        yield Problem(THREE_WAGERS, why, seat, f"rounds[{number}]" if seat is None else _where(number, seat, colour))


def _too_many_cards(setup: Setup, holdings: Sequence[Holding], number: int) -> Iterator[Problem]:
    lying = sum(len(expedition) for holding in holdings for expedition in holding.values())
    most = CARDS_OF_A_COLOUR * setup.colours - 2 * HAND
    if lying > most:
        why = text("{lying} cards on the table: {most} at most, as sixteen are still in hand.", lying=lying, most=most)
        yield Problem(CARDS_ON_THE_TABLE, why, where=f"rounds[{number}]")

"""A table of Ana and Ben: short words for moves, and what the referee answers in English."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.core.rule import Illegal
from scoring.lost_cities.cards import BY_CODE, COLOURS, Card, cards_of
from scoring.lost_cities.formats import read_holding
from scoring.lost_cities.moves import Count, Discard, Draw, Holding, Lay, Move, Start
from scoring.lost_cities.rules import State, apply, start
from scoring.lost_cities.score import Position, Setup
from tests.english import english

ANA, BEN = 0, 1
PLAYERS = ("Ana", "Ben")
Turn = tuple[Move, Move]


def card(code: str) -> Card:
    return BY_CODE[code]


def lay(seat: int, code: str) -> Lay:
    return Lay(seat, card(code))


def discard(seat: int, code: str) -> Discard:
    return Discard(seat, card(code))


def count(seat: int, **expeditions: list[Any]) -> Count:
    return Count(seat, tuple(holding(**expeditions).items()))


def holding(**expeditions: list[Any]) -> Holding:
    """What lies before a player: `holding(red=["wager", 2, 3])`."""
    return read_holding(expeditions, "expeditions")


def position(*rounds: Sequence[Holding], **settings: Any) -> Position:
    return Position(Setup(PLAYERS, **settings), tuple(tuple(holdings) for holdings in rounds))


def lays(seat: int, code: str, source: str = "deck") -> Turn:
    """A whole turn: a card laid, then a draw."""
    return lay(seat, code), Draw(seat, source)


def discards(seat: int, code: str, source: str = "deck") -> Turn:
    """A whole turn: a card discarded, then a draw."""
    return discard(seat, code), Draw(seat, source)


def opened(**settings: Any) -> State:
    """A table where nothing has happened yet."""
    return start(Setup(PLAYERS, **settings))


def begun(**settings: Any) -> State:
    """A table where Ana has begun the first round."""
    return apply(opened(**settings), Start(ANA))


def after(state: State, *moves: Move | Iterable[Move]) -> State:
    """The state after some moves and whole turns, all of them legal."""
    for entry in moves:
        for move in entry if isinstance(entry, tuple) else (entry,):
            state = apply(state, move)
    return state


def refused(state: State, move: Move) -> tuple[str, str] | None:
    """The rule that refuses a move, and why in English; None when the move is legal."""
    try:
        apply(state, move)
    except Illegal as illegal:
        return illegal.rule.code, english(illegal.why)
    return None


def deck_of(colours: int) -> list[Card]:
    """Every card of the box, wagers three times."""
    wagers = [Card(colour, 0) for colour in COLOURS[:colours] for _ in range(2)]
    return [card for colour in COLOURS[:colours] for card in cards_of(colour)] + wagers


def nearly_over(state: State, left: int = 1) -> State:
    """The round under way with `left` cards in the draw pile: both discard whatever can be, and draw from it."""
    unseen = iter(deck_of(state.setup.colours))
    while state.round is not None and state.round.deck > left:
        state = after(state, discards(state.round.to_play, next(unseen).code))
    return state


def ended(state: State) -> State:
    """The round under way played to its end, nothing laid: the last card of the draw pile is taken."""
    state = nearly_over(state)
    assert state.round is not None
    last = deck_of(state.setup.colours)[-1]
    return after(state, discards(state.round.to_play, last.code))

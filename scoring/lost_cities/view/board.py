"""What a phone shows of a game of Lost Cities: where every card is, and what may be done with the one chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, text
from scoring.lost_cities.cards import BY_CODE, WAGERS, Card, cards_of, colour_name
from scoring.lost_cities.moves import DECK, Discard, Draw, Expedition, Lay, Move, Start
from scoring.lost_cities.rules import SEATS, State, options, position, refusal
from scoring.lost_cities.score import Position, Setup, points, running_totals, score
from scoring.lost_cities.view.sight import Sight, sight

UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Cell:
    """One card of the grid. `place`: unseen, laid, pile, or hand (known to be in one); `seat`: before or with whom."""

    card: Card
    place: str
    seat: Seat | None
    top: bool
    chosen: bool
    said: Text


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """A colour: its twelve cells, and for each seat the expedition with its points so far.

    As long as nothing is new about a colour it is the same object, whose picture may be kept:
    docs/decisions/0013-speed.md.
    """

    colour: str
    name: Text
    cells: tuple[Cell, ...]
    expeditions: tuple[tuple[Expedition, int], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: its move, and why it is not allowed (None when it is)."""

    move: Move
    label: Text
    illegal: Illegal | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The table as a phone shows it. `phase`: start, play, draw, counting, over.

    `round` counts from 1; `deck` is None between rounds; `totals` run over all rounds, `round_totals` over this
    one (between rounds, over the last). `plays` are the two things to do with the chosen card, with `hint`
    saying what could be laid instead.
    """

    phase: str
    round: int
    rounds: int
    to_act: tuple[Seat, ...]
    deck: int | None
    totals: tuple[int, ...]
    round_totals: tuple[int, ...]
    rows: tuple[Row, ...]
    chosen: Card | None
    plays: tuple[Choice, ...]
    hint: Text | None
    draws: tuple[Choice, ...]
    starts: tuple[Choice, ...]
    proposed: Seat | None
    position: Position
    counted: frozenset[Seat]

    @property
    def sheet(self) -> Sheet:
        return score(self.position)


def board(state: State, asked: ViewRequest[None]) -> Board:
    """The board of a state; the selection may name the card a player has tapped (`card`: "red-7")."""
    phase = _phase(state)
    chosen = BY_CODE.get(asked.selection.get("card", "")) if phase == "play" else None
    if chosen is not None and chosen.colour not in state.colours:
        chosen = None
    return Board(
        phase=phase,
        round=max(1, len(state.starters)),
        rounds=state.setup.rounds,
        to_act=(state.round.to_play,) if state.round and phase in ("play", "draw") else (),
        deck=state.round.deck if state.round else None,
        totals=running_totals(position(state)),
        round_totals=_round_totals(state),
        rows=tuple(
            _row(state.setup, colour, sight(state, colour), chosen if chosen and chosen.colour == colour else None)
            for colour in state.colours
        ),
        chosen=chosen,
        plays=_plays(state, chosen),
        hint=_hint(state, chosen),
        draws=_draws(state),
        starts=_starts(state) if phase == "start" else (),
        proposed=proposed_starter(state) if phase == "start" else None,
        position=position(state),
        counted=state.round.counted if state.round else frozenset(),
    )


def selection(move: Move) -> Mapping[str, str]:
    """The card of a move is the one that is tapped."""
    return {"card": move.card.code} if isinstance(move, Lay | Discard) else {}


def _phase(state: State) -> str:
    if state.finished:
        return "over"
    if state.round is None:
        return "start"
    if state.round.counted:
        return "counting"
    return "draw" if state.round.drawing else "play"


def _round_totals(state: State) -> tuple[int, ...]:
    return running_totals(Position(state.setup, position(state).rounds[-1:]))


@lru_cache(maxsize=4_096)
def _row(setup: Setup, colour: str, seen: Sight, chosen: Card | None) -> Row:
    cells = tuple(cell for card in cards_of(colour) for cell in _cells(setup, seen, card, chosen))
    expeditions = tuple((expedition, points(setup, expedition)) for expedition in seen.expeditions)
    return Row(colour, colour_name(colour), cells, expeditions)


def _cells(setup: Setup, seen: Sight, card: Card, chosen: Card | None) -> list[Cell]:
    copies = WAGERS if card.is_wager else 1
    places = [*seen.whereabouts(card), *[(UNSEEN, None)] * copies][:copies]
    top = seen.pile[-1:] == (card,)
    return [
        Cell(card, place, seat, top and place == "pile", card == chosen, _said(setup, card, place, seat))
        for place, seat in places
    ]


def _said(setup: Setup, card: Card, place: str, seat: Seat | None) -> Text:
    if seat is not None:
        name = setup.players[seat]
        if place == "laid":
            return text("{card!c}, laid by {name}", card=card.name, name=name)
        return text("{card!c}, in {name}'s hand", card=card.name, name=name)
    if place == "pile":
        return text("{card!c}, in the discard pile", card=card.name)
    return text("{card!c}, not seen yet", card=card.name)


def _plays(state: State, chosen: Card | None) -> tuple[Choice, ...]:
    if chosen is None or state.round is None:
        return ()
    seat = state.round.to_play
    lay, discard = Lay(seat, chosen), Discard(seat, chosen)
    return (
        Choice(lay, text("Lay"), refusal(state, lay), chosen),
        Choice(discard, text("Discard"), refusal(state, discard), chosen),
    )


def _hint(state: State, chosen: Card | None) -> Text | None:
    """What the player to act could lay in the chosen colour, when the chosen card cannot be laid."""
    if chosen is None or state.round is None or refusal(state, Lay(state.round.to_play, chosen)) is None:
        return None
    seat = state.round.to_play
    cards = [move.card for move in options(state, seat) if isinstance(move, Lay) and move.card.colour == chosen.colour]
    facts = {"colour": colour_name(chosen.colour), "name": state.name(seat)}
    if not cards:
        return text("{name} can lay nothing more in {colour} now.", **facts)
    return text("{name} could lay in {colour}: {cards}.", cards=tuple(_short(card) for card in cards), **facts)


def _short(card: Card) -> Text | int:
    return text("wager") if card.is_wager else card.number


def _draws(state: State) -> tuple[Choice, ...]:
    if state.round is None or not state.round.drawing:
        return ()
    seat, round = state.round.to_play, state.round
    deck = Draw(seat, DECK)
    choices = [Choice(deck, text("Draw pile"), refusal(state, deck))]
    for colour in state.colours:
        if round.pile(colour):
            top = round.pile(colour)[-1]
            draw = Draw(seat, colour)
            choices.append(Choice(draw, top.name, refusal(state, draw), top))
    return tuple(choices)


def _starts(state: State) -> tuple[Choice, ...]:
    proposed = proposed_starter(state)
    seats = SEATS if proposed is None else (proposed, 1 - proposed)
    return tuple(Choice(Start(seat), text("{name} begins", name=state.name(seat))) for seat in seats)


def proposed_starter(state: State) -> Seat | None:
    """Who should begin the next round: the higher running total, on a tie who did not begin the last one.

    None before the first round, where the edition decides (the oldest, the last birthday).
    """
    if not state.starters:
        return None
    first, second = running_totals(position(state))
    if first == second:
        return 1 - state.starters[-1]
    return 0 if first > second else 1

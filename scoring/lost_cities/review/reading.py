"""A finished game read again: its rounds with what happened in them, and as they would have been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core.findings import Finding, Kind, finding
from scoring.core.game import Played
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural
from scoring.lost_cities.cards import Card, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Count, Discard, Draw, Expedition, Holding, Lay
from scoring.lost_cities.rules import Round, State, position
from scoring.lost_cities.score import Position, Setup, running_totals


@dataclass(frozen=True, slots=True)
class Act:
    """A card played or drawn: its number in the log, and the round as it was before it."""

    index: int
    move: Lay | Discard | Draw
    before: Round


@dataclass(frozen=True, slots=True)
class Begun:
    """The first card of an expedition, its number in the log, and the round as it was before it."""

    index: int
    card: Card
    before: Round


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round that is over: its number from 1, what lay before each seat at its end, what happened in it.

    Of a round that was counted only its end is known: it has no acts.
    """

    number: int
    laid: tuple[Holding, ...]
    acts: tuple[Act, ...]

    def expedition(self, seat: Seat, colour: str) -> Expedition:
        return self.laid[seat].get(colour, NO_EXPEDITION)

    def begun(self, seat: Seat, colour: str) -> Begun | None:
        """The beginning of an expedition of the seat; None where there is none, or the round was counted."""
        for act in self.acts:
            match act.move:
                case Lay(of, card) if (of, card.colour) == (seat, colour):
                    return Begun(act.index, card, act.before)
        return None


Place = tuple[RoundPlayed, Seat, str]
"""Where an expedition lies: in which round, before whom, of which colour."""


def about(round: RoundPlayed, seat: Seat, colour: str) -> str:
    """The name of an expedition among those of a game."""
    return f"{round.number}-{seat}-{colour}"


@dataclass(frozen=True, slots=True)
class Changed:
    """An expedition as it would have been at the end of a round."""

    round: int
    seat: Seat
    colour: str
    expedition: Expedition


@dataclass(frozen=True, slots=True)
class Reading:
    """A finished game: its state, its rounds, and the totals by seat."""

    setup: Setup
    state: State
    rounds: tuple[RoundPlayed, ...]
    totals: tuple[int, ...]

    def name(self, seat: Seat) -> str:
        return self.setup.players[seat]

    def with_expeditions(self, *changes: Changed) -> State:
        """The finished game with other expeditions."""
        rounds = [list(laid) for laid in self.state.over]
        for change in changes:
            laid = rounds[change.round - 1]
            laid[change.seat] = {**laid[change.seat], change.colour: change.expedition}
        return replace(self.state, over=tuple(map(tuple, rounds)))

    def with_round(self, number: int, laid: tuple[Holding, ...]) -> State:
        """The finished game if that round had ended with this on the table."""
        over = self.state.over
        return replace(self.state, over=(*over[: number - 1], laid, *over[number:]))

    def more(self, seat: Seat, instead: State) -> int:
        """The points that the seat would have had more."""
        return running_totals(position(instead))[seat] - self.totals[seat]

    def turns(self, instead: State) -> bool:
        """True if another would have won, or nobody alone."""
        return _winner(running_totals(position(instead))) != _winner(self.totals)

    def expeditions(self) -> Iterator[tuple[RoundPlayed, Seat, str, Expedition]]:
        """Every expedition that was begun."""
        for round in self.rounds:
            for seat in range(len(self.setup.players)):
                for colour in self.setup.palette:
                    expedition = round.expedition(seat, colour)
                    if len(expedition):
                        yield round, seat, colour, expedition


def _winner(totals: tuple[int, ...]) -> int:
    """The seat that won; 2 where the victory is shared."""
    first, second = totals
    return 2 if first == second else int(second > first)


def read(setup: Setup, play: Played[State]) -> Reading:
    """The finished game that a play led to."""
    state = play.state
    acts = _acts(play.standing())
    rounds = tuple(RoundPlayed(number, laid, tuple(acts.get(number, ()))) for number, laid in enumerate(state.over, 1))
    return Reading(setup, state, rounds, running_totals(Position(setup, state.over)))


def _acts(plays: Iterable[Played[State]]) -> Mapping[int, Sequence[Act]]:
    """The acts of each round, by its number; none of one that was counted."""
    acts: dict[int, list[Act]] = {}
    counted: set[int] = set()
    for play in plays:
        before = play.before.state if play.before else None
        if before is None or before.round is None:
            continue
        number = len(before.starters)
        if isinstance(play.move, Count):
            counted.add(number)
        elif isinstance(play.move, Lay | Discard | Draw):
            acts.setdefault(number, []).append(Act(play.index, play.move, before.round))
    return {number: happened for number, happened in acts.items() if number not in counted}


def followed(play: Played[State]) -> bool:
    """True if any round was followed to its end."""
    return bool(_acts(play.standing()))


def cards_of(count: int) -> Text:
    return plural("{count} card", "{count} cards", count)


def of_expedition(
    game: Reading, key: str, kind: Kind, says: Text, instead: State | None, of: Place, **more: Any
) -> Finding[State]:
    """The finding about an expedition, `of` a round, a seat and a colour; `more` are parts of it and facts."""
    round, seat, colour = of
    more = {"round": round.number, "name": game.name(seat), "colour": colour_name(colour), **more}
    return finding(f"{key}-{about(*of)}", kind, says, instead, about=about(*of), **more)

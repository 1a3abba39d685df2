"""A finished game read again: its rounds with what happened in them, and as they would have been."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core.figures import Finding, FindingKind, finding
from scoring.core.game import Played
from scoring.core.sheet import Seat, leaders
from scoring.core.text import Text, plural
from scoring.lost_cities.cards import Card, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Discard, Draw, Expedition, Holding, Lay
from scoring.lost_cities.rules import Round, State, position
from scoring.lost_cities.score import Position, Setup, is_typed, running_totals


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

    Of a round that was counted only its end is known: it has no acts. Where a round that was followed was compared with
    the table, its end is what lay there, and `mended` how many cards lay there otherwise.
    """

    number: int
    laid: tuple[Holding, ...]
    acts: tuple[Act, ...]

    @property
    def mended(self) -> tuple[int, int]:
        """How many cards were added at the end, and how many taken away."""
        if not self.acts:
            return 0, 0
        followed, now = _cards(self.acts[-1].before.laid), _cards(self.laid)
        if isinstance(last := self.acts[-1].move, Lay):
            followed[last.seat, last.card] += 1
        return (now - followed).total(), (followed - now).total()

    def expedition(self, seat: Seat, colour: str) -> Expedition:
        return self.laid[seat].get(colour, NO_EXPEDITION)

    def begun(self, seat: Seat, colour: str) -> Begun | None:
        """The beginning of an expedition of the seat; None where there is none, or the round was counted."""
        for act in self.acts:
            match act.move:
                case Lay(of, card) if (of, card.colour) == (seat, colour):
                    return Begun(act.index, card, act.before)
        return None


def _cards(laid: Sequence[Holding]) -> Counter[tuple[Seat, Card]]:
    holdings = ((seat, of, own) for seat, holding in enumerate(laid) for of, own in holding.items())
    return Counter((seat, card) for seat, colour, own in holdings for card in own.cards(colour))


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
class GamePlayed:
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
        return leaders(running_totals(position(instead))) != leaders(self.totals)

    def expeditions(self) -> Iterator[tuple[RoundPlayed, Seat, str, Expedition]]:
        """Every expedition that was begun."""
        for round in self.rounds:
            for seat in range(len(self.setup.players)):
                for colour in self.setup.palette:
                    expedition = round.expedition(seat, colour)
                    if len(expedition):
                        yield round, seat, colour, expedition


def read(setup: Setup, play: Played[State]) -> GamePlayed:
    """The finished game that a play led to."""
    state = play.state
    acts = _acts(play)
    rounds = tuple(RoundPlayed(number, laid, tuple(acts.get(number, ()))) for number, laid in enumerate(state.over, 1))
    return GamePlayed(setup, state, rounds, running_totals(Position(setup, state.over)))


def _acts(play: Played[State]) -> Mapping[int, Sequence[Act]]:
    """The acts of each round that was followed to its last card, by its number, even if it was counted instead of its
    last draw; none of one of which only a total is known.
    """
    acts: dict[int, list[Act]] = {}
    followed: set[int] = set()
    for each in play.standing():
        before = each.before.state if each.before else None
        if before is None or before.round is None:
            continue
        number = len(before.starters)
        if isinstance(each.move, Lay | Discard | Draw):
            acts.setdefault(number, []).append(Act(each.index, each.move, before.round))
        if each.state.round is None and each.state.followed and not is_typed(each.state.over[-1:]):
            followed.add(number)
    return {number: happened for number, happened in acts.items() if number in followed}


def followed(play: Played[State]) -> bool:
    """True if any round was followed to its last card."""
    return bool(_acts(play))


def mended(setup: Setup, play: Played[State]) -> Iterator[Text]:
    """A sentence for each round in which cards were added or taken away at the end, after it had been followed."""
    for round in read(setup, play).rounds:
        added, taken = round.mended
        if added:
            yield plural(
                "Round {round}: {count} card added at the end.",
                "Round {round}: {count} cards added at the end.",
                added,
                round=round.number,
            )
        if taken:
            yield plural(
                "Round {round}: {count} card taken away at the end.",
                "Round {round}: {count} cards taken away at the end.",
                taken,
                round=round.number,
            )


def so_many_cards(count: int) -> Text:
    return plural("{count} card", "{count} cards", count)


def of_expedition(
    game: GamePlayed, key: str, kind: FindingKind, says: Text, instead: State | None, of: Place, **more: Any
) -> Finding[State]:
    """The finding about an expedition, `of` a round, a seat and a colour; `more` are parts of it and facts."""
    round, seat, colour = of
    more = {"round": round.number, "name": game.name(seat), "colour": colour_name(colour), **more}
    return finding(f"{key}-{about(*of)}", kind, says, instead, about=about(*of), **more)

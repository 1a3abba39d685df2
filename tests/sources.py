"""What a table would report, by chance, and what its log says: for each game, from `tests/scoring/<game>/source.py`.

There `settings` gives what stands at the top of a log, over some seeds with each number of players that the game seats;
`count` what a seat would count if it copied what was followed; `universe` every move that can be listed for a state
(none that is entered), sensible or not: `options` must be exactly those that `apply` accepts. `reading` reads a second
time, from the events of a log and from what `flask referee` prints, what the `facts` of a finished game say: it does
not know how `scoring` counts, only what is printed on a pad.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from scoring import GAMES
from scoring.core.game import AnyGame, Chance
from tests.reading import Json


class Source(Protocol):
    """How one game is played by chance, and read again."""

    def settings(self, chance: Random) -> Json: ...
    def count(self, state: Any, seat: int) -> Any: ...
    def universe(self, state: Any) -> Iterable[Any]: ...
    def reading(self, log: Json, report: Json) -> Json: ...


def _source(key: str) -> Source:
    return cast(Source, import_module(f"tests.scoring.{key.replace('-', '_')}.source"))


SOURCES: Mapping[str, Source] = {key: _source(key) for key in GAMES}


@dataclass(frozen=True)
class Played:
    """A whole game: its moves, and its states (one more than moves)."""

    game: AnyGame
    setup: Any
    moves: list[Any]
    states: list[Any]

    @property
    def names(self) -> list[str]:
        return list(self.game.formats.settings(self.setup)["players"])

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def log(self) -> dict[str, Any]:
        """The game as a log in the public format."""
        events = [self.game.formats.event(move) for move in self.moves]
        return {"game": self.game.key, **self.game.formats.settings(self.setup), "events": events}


@functools.cache
def played(key: str, seed: int) -> Played:
    """A random legal game, always the same for the same seed."""
    game, source, chance = GAMES[key], SOURCES[key], Random(seed)
    setup = game.formats.setup(source.settings(chance))
    moves: list[Any] = []
    states = [game.start(setup)]
    while game.to_act(states[-1]):
        moves.append(game.chance(chance, states[-1]))
        states.append(game.apply(states[-1], moves[-1]))
        assert len(moves) < 5_000, "this game does not end"
    return Played(game, setup, moves, states)


ATTENTIVE, SOME, ERRS = 0.6, 4, 5.0  # how often somebody looks, at how many moves; points that may be misjudged


def sensible(game: AnyGame, setup: Any, chance: Chance) -> Iterator[Any]:
    """A whole game as people play who mostly look at their points: of some likely moves, what puts its player ahead."""
    state = game.start(setup)
    while game.to_act(state):
        likely = [game.chance(chance, state) for _ in range(SOME)]
        listed = [move for move in likely if not isinstance(move, game.entered)] or likely
        if chance.random() < ATTENTIVE:
            worth = [_lead(game, state, move) + ERRS * chance.random() for move in listed]
            listed = [listed[worth.index(max(worth))]]
        yield listed[0]
        state = game.apply(state, listed[0])


def _lead(game: AnyGame, state: Any, move: Any) -> int:
    """By how many points whoever moves is ahead of the others afterwards; 0 where nobody in particular moves."""
    totals = [player.total for player in game.score(game.position(game.apply(state, move))).players]
    return totals.pop(move.seat) - max(totals) if hasattr(move, "seat") else 0

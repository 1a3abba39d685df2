"""What a table would report, by chance: for each game, how it is set up and which move comes next.

A new game adds its source here; a test fails as long as it has none. `settings` gives what stands at the top of a
log, `move` a legal move that is likely to end the game some day (entered ones among them), `count` what a seat would
count if it copied what was followed, `universe` every move that can be listed for a state, sensible or not: `options`
must be exactly those that `apply` accepts.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.lost_cities.cards import COLOURS, cards_of
from scoring.lost_cities.moves import Count, Discard, Draw, Lay, Start
from scoring.lutece import moves as lutece_moves
from scoring.roll_and_write import moves as roll_and_write_moves
from scoring.roll_and_write import pad as pads
from tests.scoring.lutece import table as lutece

NAMES = ["Ana", "Ben", "Cai", "Dora", "Eli"]
Settings = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """How one game is played by chance."""

    settings: Callable[[Random], Settings]
    move: Callable[[Random, Any], Any]
    count: Callable[[Any, int], Any]
    universe: Callable[[Any], Iterable[Any]]


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
        moves.append(source.move(chance, states[-1]))
        states.append(game.apply(states[-1], moves[-1]))
        assert len(moves) < 5_000, "this game does not end"
    return Played(game, setup, moves, states)


def chance_of(key: str) -> Callable[[Random, Any], Any]:
    return GAMES[key].chance


# Lost Cities


def lost_cities_settings(chance: Random) -> Settings:
    return {"players": NAMES[:2], "colours": chance.choice([5, 6]), "rounds": chance.choice([1, 2, 3])}


def lost_cities_followed(state: Any, seat: int) -> Count:
    laid = state.round.laid[seat] if state.round else state.over[-1][seat] if state.over else {}
    return Count(seat, tuple((colour, laid[colour]) for colour in COLOURS if len(laid.get(colour, ()))))


def lost_cities_universe(_state: Any) -> Iterator[Any]:
    for seat in (0, 1):
        yield Start(seat)
        yield from (Draw(seat, source) for source in ("deck", *COLOURS))
        for card in (card for colour in COLOURS for card in cards_of(colour)):
            yield from (Lay(seat, card), Discard(seat, card))


# Roll & Write


def roll_and_write_settings(chance: Random) -> Settings:
    pad = chance.choice([{"pad": "house"}, {}])
    options = {"zero_opens": chance.random() < 0.5, "turn_order": chance.random() < 0.3}
    return {"players": NAMES[: chance.randint(2, 5)], **pad, "options": options}


def roll_and_write_followed(state: Any, seat: int) -> Any:
    return roll_and_write_moves.Count(seat, state.sheets[seat])


def roll_and_write_universe(state: Any) -> Iterator[Any]:
    """Every choice with up to one acceleration (longer chains: tests/scoring/roll_and_write)."""
    accelerations = ((), *((colour,) for colour in pads.COLOURS))
    for seat in state.seats:
        yield roll_and_write_moves.Refuse(seat)
        for number, colour, chain in product(range(10), pads.COLOURS, accelerations):
            yield roll_and_write_moves.Choose(seat, number, colour, chain)


# Lutèce


def lutece_settings(chance: Random) -> Settings:
    return {"players": NAMES[: chance.randint(2, 5)]}


def lutece_followed(state: Any, seat: int) -> Any:
    return lutece_moves.Count(seat, state.holdings[seat])


SOURCES: dict[str, Source] = {
    "lost-cities": Source(lost_cities_settings, chance_of("lost-cities"), lost_cities_followed, lost_cities_universe),
    "roll-and-write": Source(
        roll_and_write_settings, chance_of("roll-and-write"), roll_and_write_followed, roll_and_write_universe
    ),
    "lutece": Source(lutece_settings, chance_of("lutece"), lutece_followed, lutece.universe),
}

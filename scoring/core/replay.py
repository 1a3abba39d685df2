"""A log folded from its beginning: where it led, and which of its events the rules forbid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from scoring.core.amend import Amend, Undo
from scoring.core.game import GameOf, M, S, U
from scoring.core.play import Play
from scoring.core.rule import Illegal


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event of a log that the rules forbid: its place, and the reason."""

    index: int
    illegal: Illegal


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, M]):
    """The result of a log: the play reached, how many events were accepted, and those that were refused."""

    play: Play[S, M]
    applied: int
    refusals: tuple[Refusal, ...]


def replay(game: GameOf[U, S, M], setup: U, moves: Iterable[M | Amend[M] | Undo]) -> Replay[S, M]:
    """Fold a log. An illegal move is skipped and reported; the next are judged without it. Never raises Illegal."""
    play: Play[S, M] = Play(game, game.start(setup))
    applied = 0
    refusals: list[Refusal] = []
    for index, move in enumerate(moves):
        try:
            play = play.after(move, index + 1)
            applied += 1
        except Illegal as illegal:
            refusals.append(Refusal(index, illegal))
    return Replay(play, applied, tuple(refusals))

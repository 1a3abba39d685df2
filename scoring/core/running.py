"""The score of one game as it went on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.core.figures import Bar, Column, Figure
from scoring.core.game import M, S
from scoring.core.play import Play
from scoring.core.text import text


@dataclass(frozen=True, slots=True)
class Moment:
    """The totals by seat after the moves that stand, counted from 1; 0 is the beginning."""

    move: int
    totals: tuple[int, ...]


def moments(play: Play[S, M], open_to: int | None = None) -> list[Moment]:
    """The totals from the beginning to this play, each time that there is something else to score.

    `open_to` is the last number in the log that everybody may know of.
    """
    standing = play.standing()
    if open_to is not None:
        standing = [after for after in standing if after.index <= open_to]
    if not standing:
        return []
    return list(_scored(standing))


def _scored(standing: list[Play[S, M]]) -> Iterator[Moment]:
    game, before = standing[0].game, standing[0].before
    states = [*([before.state] if before else []), *(after.state for after in standing)]
    first, scored = len(standing) + 1 - len(states), None
    for number, state in enumerate(states, first):
        there = game.position(state)
        if there != scored:
            scored = there
            yield Moment(number, tuple(player.total for player in game.score(there).players))


def figure(names: tuple[str, ...], moments: list[Moment]) -> Figure:
    """The running score: a line for each player, by the number of moves made."""
    return Figure(
        key="running",
        title=text("Score over time"),
        says=text("Points after each move, by player."),
        of=text("Move"),
        columns=tuple(Column(text("{name}", name=name)) for name in names),
        rows=tuple(Bar(text("{number}", number=moment.move), moment.totals) for moment in moments),
        kind="line",
        unit=text("points"),
    )

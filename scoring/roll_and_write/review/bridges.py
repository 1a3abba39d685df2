"""Bridges that were crossed too late, and by how many turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from scoring.core.figures import Finding, Kind, finding, more
from scoring.core.text import plural, text
from scoring.roll_and_write.review.game import Reading, about
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES

LATE = Kind(
    text("Bridges crossed too late"),
    text("Whoever crosses a bridge in the same turn as the first ticks it too."),
)
NEARLY = 2  # turns


def late_bridges(game: Reading) -> Iterator[Finding[State]]:
    """The game with each bridge that was crossed too late circled too."""
    for of, (seat, life) in product(BRIDGED, enumerate(game.lives)):
        first = [other for other, sheet in enumerate(game.state.sheets) if of in sheet.bridges]
        if of not in life.crossed or seat in first:
            continue
        turns = life.crossed[of].turn - game.lives[first[0]].crossed[of].turn
        if turns:
            instead = game.with_bridge(seat, of)
            yield finding(
                f"bridge-{about(seat, of)}",
                LATE,
                plural(
                    "{name} crossed {bridge} {count} turn after {others}: {points} missed.",
                    "{name} crossed {bridge} {count} turns after {others}: {points} missed.",
                    turns,
                ),
                instead,
                move=life.crossed[of].index,
                about=f"bridge-{of}",
                plain=turns > NEARLY,
                name=game.name(seat),
                bridge=BRIDGES[of],
                others=tuple(map(game.name, first)),
                points=more(seat, game.more(seat, instead)),
            )

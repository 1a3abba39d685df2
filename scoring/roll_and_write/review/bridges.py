"""Bridges that were crossed too late, and by how many turns."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.findings import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.review.reading import Reading, about, more, points_of
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES

LATE = Kind(
    text("Bridges crossed too late"),
    text("Whoever crosses a bridge in the same turn as the first ticks it too."),
)
NEARLY = 2  # turns


def late_bridges(game: Reading) -> Iterator[Finding[State]]:
    """The game with each bridge that was crossed too late circled too."""
    for of in BRIDGED:
        for seat, life in enumerate(game.lives):
            if of in life.crossed and of not in game.state.sheets[seat].bridges:
                yield from _late(game, seat, of)


def _late(game: Reading, seat: Seat, of: str) -> Iterator[Finding[State]]:
    first = [other for other, sheet in enumerate(game.state.sheets) if of in sheet.bridges]
    crossed = game.lives[seat].crossed[of]
    turns = crossed.turn - game.lives[first[0]].crossed[of].turn
    if turns:
        instead = game.with_bridge(seat, of)
        yield Finding(
            key=f"bridge-{about(seat, of)}",
            kind=LATE,
            says=_said(game, seat, of, first, turns, game.more(seat, instead)),
            instead=instead,
            claims={"points": more(seat)},
            move=crossed.index,
            about=f"bridge-{of}",
            plain=turns > NEARLY,
        )


def _said(game: Reading, seat: Seat, of: str, first: list[Seat], turns: int, missed: int) -> Text:
    return plural(
        "{name} crossed {bridge} {count} turn after {others}: {points} missed.",
        "{name} crossed {bridge} {count} turns after {others}: {points} missed.",
        turns,
        name=game.name(seat),
        bridge=BRIDGES[of],
        others=tuple(map(game.name, first)),
        points=points_of(missed),
    )

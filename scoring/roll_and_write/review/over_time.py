"""Points by column over the turns, in a table for each player."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.core.figures import Bar, Column, Figure, Kind, Tables
from scoring.core.game import Played
from scoring.core.text import text
from scoring.roll_and_write.review.game import sheets_over_time
from scoring.roll_and_write.rules import Setup, State
from scoring.roll_and_write.score import BRIDGE, lines, total
from scoring.roll_and_write.sheets import COLUMNS, Sheet

EVERY = 6  # turns
BRIDGES = "bridges"
OVER_TIME = Kind(
    text("Points by column over the turns"), text("As each sheet stood after every sixth turn, and at the end.")
)


def points_over_time(setup: Setup, play: Played[State]) -> tuple[Tables]:
    """The points of each column after every sixth turn and the last, of the bridges circled, and in all."""
    after = sheets_over_time(play)
    last = len(after) - 1
    turns = [*range(EVERY, last, EVERY), last]
    figures = (_figure(name, {turn: after[turn][seat] for turn in turns}) for seat, name in enumerate(setup.players))
    return (Tables(OVER_TIME, tuple(figures)),)


def _figure(name: str, sheets: Mapping[int, Sheet]) -> Figure:
    """`sheets` by turn."""
    columns = tuple(Column(text("Turn {turn}", turn=turn)) for turn in sheets)
    worth = [_worth(sheet) for sheet in sheets.values()]
    rows = (Bar(label, tuple(points[of] for points in worth)) for of, label in {**COLUMNS, BRIDGES: BRIDGE}.items())
    totals = Bar(text("Total"), tuple(total(sheet) for sheet in sheets.values()))
    return Figure(
        key="over-time",
        title=text("Points by column: {name}", name=name),
        says=OVER_TIME.title,
        of=text("{name}", name=name),
        columns=columns,
        rows=(*rows, totals),
        kind="none",
        unit=text("points"),
    )


def _worth(sheet: Sheet) -> dict[str, int]:
    """The points of each column, and of all bridges together."""
    worth = dict.fromkeys((*COLUMNS, BRIDGES), 0)
    for line in lines(sheet):
        worth[BRIDGES if line.code == "bridge" else line.of or ""] += line.points
    return worth

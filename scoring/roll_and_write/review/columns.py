"""The effect of each column on a finished game, and of each ×2 box."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.figures import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import plural, text
from scoring.roll_and_write.pad import COLOURS
from scoring.roll_and_write.review.game import AS_IT_WAS, Mark, Reading, of_column
from scoring.roll_and_write.rules import State

WITH_ITS_VASES = text("With its bridge, and the artefacts of its vases. {everything}", everything=AS_IT_WAS)
COLUMNS = Kind(text("Columns"), WITH_ITS_VASES)
DOUBLES = Kind(text("×2 boxes ticked"), AS_IT_WAS)
LATE = Kind(text("Columns in the last third of the game"), WITH_ITS_VASES)
LAST_PART = 3  # the last turns: one of so many parts of the game
WORTH_SAYING = 15  # points


def begun(game: Reading) -> Iterator[tuple[Seat, str, Mark]]:
    """Every column that a player began, with its first mark."""
    for seat, marks in enumerate(game.marks):
        for colour in COLOURS:
            first = next((mark for mark in marks if mark.colour == colour), None)
            if first:
                yield seat, colour, first


def columns(game: Reading) -> Iterator[Finding[State]]:
    """The game without each column that made points or lost some, with its vases and its bridge."""
    for seat, colour, first in begun(game):
        if not game.numbers(seat, colour):
            continue
        instead = game.without(seat, game.in_column(seat, colour))
        lost, turn = game.more(seat, instead), first.when.turn
        if lost:
            says = text(
                "In turn {turn} of {turns} {name} began {colour}, and {effect} with it.", turn=turn, turns=game.turns
            )
            move = first.when.index
            yield of_column(game, "column", COLUMNS, says, instead, seat, colour, move=move, plain=lost < 0)


def doubles(game: Reading) -> Iterator[Finding[State]]:
    """The game without each ×2 box that was ticked, its column as it is."""
    for seat, colour, first in begun(game):
        if first.is_double:
            says = text("In turn {turn} {name} ticked the {colour} ×2 box, never wrote a number there, and {effect}.")
            if numbers := game.numbers(seat, colour):
                says = plural(
                    "In turn {turn} {name} ticked the {colour} ×2 box, and with {count} number there {effect}.",
                    "In turn {turn} {name} ticked the {colour} ×2 box, and with {count} numbers there {effect}.",
                    numbers,
                )
            when, instead = first.when, game.without(seat, [first])
            yield of_column(game, "double", DOUBLES, says, instead, seat, colour, move=when.index, turn=when.turn)


def late(game: Reading) -> Iterator[Finding[State]]:
    """The game without what a column got in the last part of it."""
    turns = game.turns // LAST_PART
    says = text("In the last {turns} turns {name} {effect} with the {colour} column.", turns=turns)
    for seat, colour, first in begun(game):
        if not turns or first.when.turn > game.turns - turns:
            continue
        marks = game.in_column(seat, colour)
        instead = game.without(seat, [mark for mark in marks if mark.when.turn > game.turns - turns])
        if abs(game.more(seat, instead)) >= WORTH_SAYING:
            yield of_column(game, "late", LATE, says, instead, seat, colour, plain=True)

"""What each column did to a finished game, and each ×2 box."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.findings import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.pad import COLOURS, NAMES
from scoring.roll_and_write.review.reading import AS_IT_WAS, Mark, Reading, about, fewer, more, points_of
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
        if game.numbers(seat, colour):
            yield from _column(game, seat, colour, first)


def _column(game: Reading, seat: Seat, colour: str, first: Mark) -> Iterator[Finding[State]]:
    instead = game.without(seat, lambda mark: mark.colour == colour)
    gained = -game.more(seat, instead)
    if gained:
        yield Finding(
            key=f"column-{about(seat, colour)}",
            kind=COLUMNS,
            says=_said_column(game, seat, colour, first, gained),
            instead=instead,
            claims={"points": fewer(seat) if gained > 0 else more(seat)},
            move=first.when.index,
            about=about(seat, colour),
            plain=gained > 0,
        )


def _said_column(game: Reading, seat: Seat, colour: str, first: Mark, gained: int) -> Text:
    facts = {
        "name": game.name(seat),
        "colour": NAMES[colour],
        "turn": first.when.turn,
        "turns": game.turns,
        "points": points_of(abs(gained)),
    }
    if gained > 0:
        return text("In turn {turn} of {turns} {name} began {colour}, and made {points} with it.", **facts)
    return text("In turn {turn} of {turns} {name} began {colour}, and lost {points} with it.", **facts)


def doubles(game: Reading) -> Iterator[Finding[State]]:
    """The game without each ×2 box that was ticked, its column as it is."""
    for seat, colour, first in begun(game):
        if first.is_double:
            instead = game.without(seat, first.__eq__)
            gained = -game.more(seat, instead)
            yield Finding(
                key=f"double-{about(seat, colour)}",
                kind=DOUBLES,
                says=_said_double(game, seat, colour, first, gained),
                instead=instead,
                claims={"points": fewer(seat) if gained > 0 else more(seat)},
                move=first.when.index,
                about=about(seat, colour),
            )


def _said_double(game: Reading, seat: Seat, colour: str, first: Mark, gained: int) -> Text:
    numbers = game.numbers(seat, colour)
    facts = {
        "name": game.name(seat),
        "colour": NAMES[colour],
        "turn": first.when.turn,
        "points": points_of(abs(gained)),
    }
    if not numbers:
        return text(
            "In turn {turn} {name} ticked the {colour} ×2 box and never wrote a number there: {points} lost.", **facts
        )
    if gained > 0:
        return plural(
            "In turn {turn} {name} ticked the {colour} ×2 box; with {count} number there it made {points}.",
            "In turn {turn} {name} ticked the {colour} ×2 box; with {count} numbers there it made {points}.",
            numbers,
            **facts,
        )
    return plural(
        "In turn {turn} {name} ticked the {colour} ×2 box; with {count} number there it cost {points}.",
        "In turn {turn} {name} ticked the {colour} ×2 box; with {count} numbers there it cost {points}.",
        numbers,
        **facts,
    )


def late(game: Reading) -> Iterator[Finding[State]]:
    """The game without what a column got in the last part of it."""
    turns = game.turns // LAST_PART
    for seat, colour, first in begun(game):
        if turns and first.when.turn <= game.turns - turns:
            yield from _late(game, seat, colour, turns)


def _late(game: Reading, seat: Seat, colour: str, turns: int) -> Iterator[Finding[State]]:
    from_turn = game.turns - turns
    instead = game.without(seat, lambda mark: mark.colour == colour and mark.when.turn > from_turn)
    gained = -game.more(seat, instead)
    if abs(gained) >= WORTH_SAYING:
        yield Finding(
            key=f"late-{about(seat, colour)}",
            kind=LATE,
            says=_said_late(game, seat, colour, turns, gained),
            instead=instead,
            claims={"points": fewer(seat) if gained > 0 else more(seat)},
            about=about(seat, colour),
            plain=True,
        )


def _said_late(game: Reading, seat: Seat, colour: str, turns: int, gained: int) -> Text:
    facts = {"name": game.name(seat), "colour": NAMES[colour], "turns": turns, "points": points_of(abs(gained))}
    if gained > 0:
        return text("In the last {turns} turns {name}’s {colour} column made {points}.", **facts)
    return text("In the last {turns} turns {name}’s {colour} column lost {points}.", **facts)

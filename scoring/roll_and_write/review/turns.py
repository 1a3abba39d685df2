"""The worth of the last turns, and of one more."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.figures import Claim, Finding, Kind, Measure, Points, finding, more
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES
from scoring.roll_and_write.review.game import Mark, Reading, about
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import DICE

LAST = Kind(text("The last turns"), text("As if the game had ended with an earlier turn."))
ONE_MORE = Kind(
    text("One more turn"),
    text("As if one player had added a number after the last turn, without following an arrow, or refused the dice."),
)
LAST_TURNS = (1, 3)


def last_turns(game: Reading) -> Iterator[Finding[State]]:
    """The game if it had ended some turns earlier."""
    for turns in LAST_TURNS:
        if turns >= game.turns:
            continue
        instead = game.ended_earlier(turns)
        gained = [-game.more(seat, instead) for seat in game.state.seats]
        most, least = gained.index(max(gained)), gained.index(min(gained))
        if most != least:
            yield finding(
                f"last-{turns}",
                LAST,
                plural(
                    "The last turn was worth most to {name}, {most}, and least to {other}, {least}.",
                    "The last {count} turns were worth most to {name}, {most}, and least to {other}, {least}.",
                    turns,
                ),
                instead,
                about="last",
                plain=_exhausted_in(game, turns, least),
                name=game.name(most),
                most=Points(gained[most], Claim(Measure.FEWER, most)),
                other=game.name(least),
                least=Points(gained[least], Claim(Measure.FEWER, least)),
            )


def _exhausted_in(game: Reading, turns: int, seat: Seat) -> bool:
    """True if a player was exhausted in the last turns: another finding says that of the dice symbols."""
    return game.state.sheets[seat].is_exhausted and not game.sheets[-1 - turns][seat].is_exhausted


def one_more_turn(game: Reading) -> Iterator[Finding[State]]:
    """The game with what would have made most after its last turn, for each player; plain where it decides nothing."""
    for seat in game.state.seats:
        added = {mark: game.with_marks(seat, [*game.marks[seat], mark]) for mark in _further(game, seat)}
        gains = {mark: game.more(seat, instead) for mark, instead in added.items()}
        best = max(gains, key=lambda mark: gains[mark], default=None)
        if best and gains[best] > 0:
            yield finding(
                f"more-{about(seat, best.colour or DICE)}",
                ONE_MORE,
                _with_one_more(game, seat, best.colour),
                added[best],
                about="more",
                plain=not game.decides(added[best]),
                name=game.name(seat),
                points=more(seat, gains[best]),
            )


def _further(game: Reading, seat: Seat) -> Iterator[Mark]:
    """The marks possible after the last turn: a number in a column begun, or a dice symbol."""
    sheet = game.state.sheets[seat]
    for colour in COLOURS:
        if 0 < sheet.column(colour).level < BOXES:
            yield Mark(game.after, colour, sheet.column(colour).last)
    if not sheet.is_exhausted:
        yield Mark(game.after)


def _with_one_more(game: Reading, seat: Seat, colour: str) -> Text:
    if not colour:
        symbols = game.state.sheets[seat].dice
        return text("With one dice symbol more than {symbols}, {name} would have had {points} more.", symbols=symbols)
    facts = {"colour": NAMES[colour], "numbers": game.numbers(seat, colour)}
    return text("With one number more than {numbers} in {colour}, {name} would have had {points} more.", **facts)

"""The fall of the dice, told as chance: nothing in it is anybody's doing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb

from scoring.core.figures import Finding, Kind, finding
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.roll_and_write.pad import COLOURS, NAMES
from scoring.roll_and_write.review.game import Reading, about
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import BRIDGE_AT

SHOWN = Kind(
    text("What the dice showed"),
    text(
        "With fair dice, each thrown once a turn: three with the numbers 0 to 9, three with six colours. Of six "
        "colours one is often rare, and one frequent."
    ),
)
WAITED = Kind(
    text("In front of a bridge"),
    text("With fair dice, and all six of them; an arrow crosses the bridge too."),
)
DICE = 3
FACES = 10
A_ZERO = 1 - (1 - 1 / FACES) ** DICE
A_COLOUR = 1 - (1 - 1 / len(COLOURS)) ** DICE
A_WAIT = 4  # turns that are worth saying


def shown(game: Reading) -> Iterator[Finding[State]]:
    """The throws with a 0, with the rarest and with the most frequent colour, each beside how often that happens."""
    zeros = sum(0 in throw.numbers for throw in game.throws)
    yield _shown(game, "0", text("a 0"), zeros, A_ZERO)
    thrown = Counter(colour for throw in game.throws for colour in set(throw.colours))
    by_number = sorted(COLOURS, key=lambda colour: thrown[colour])
    for colour in (by_number[0], by_number[-1]):
        yield _shown(game, colour, NAMES[colour], thrown[colour], A_COLOUR)


def _shown(game: Reading, key: str, what: Text, count: int, chance: float) -> Finding[State]:
    """So many throws that show something, beside how often chance gives as many (or as few)."""
    turns = game.turns
    many = count >= chance * turns
    tail = range(count, turns + 1) if many else range(count + 1)
    likely = round(100 * sum(comb(turns, of) * chance**of * (1 - chance) ** (turns - of) for of in tail))
    return finding(
        f"thrown-{key}",
        SHOWN,
        text("{what!c} came up in {count} of {turns} throws; it does so {often} in {odds} of 100 games this long."),
        None,
        what=what,
        count=count,
        turns=turns,
        often=text("at least as often") if many else text("no more often"),
        odds=text("about {percent}", percent=likely) if likely else text("fewer than 1"),
    )


def waited(game: Reading) -> Iterator[Finding[State]]:
    """The turns that each stood one number in front of a bridge, beside how many throws bring such a number."""
    for seat in game.state.seats:
        for colour in COLOURS:
            numbers = [mark for mark in game.marks[seat] if mark.colour == colour and mark.number is not None]
            if len(numbers) >= BRIDGE_AT - 1:
                sixth = numbers[BRIDGE_AT - 2]
                crossed = numbers[BRIDGE_AT - 1].when.turn if len(numbers) >= BRIDGE_AT else game.turns
                yield from _waited(game, seat, colour, sixth.number or 1, range(sixth.when.turn, crossed))


def _waited(game: Reading, seat: Seat, colour: str, number: int, turns: range) -> Iterator[Finding[State]]:
    """`turns` are the throws waited for, counted from 0."""
    if len(turns) < A_WAIT:
        return
    throws = [game.throws[turn] for turn in turns]
    fitting = [throw for throw in throws if colour in throw.colours and max(_values(throw.numbers)) >= number]
    chance = A_COLOUR * (1 - ((number - 1) / FACES) ** DICE)
    yield finding(
        f"waited-{about(seat, colour)}",
        WAITED,
        text(
            "{name} had six numbers in {colour} for {turns} turns. That colour with {number} or more is in about "
            "{percent} of 100 throws; here it was in {count}."
        ),
        None,
        name=game.name(seat),
        colour=NAMES[colour],
        turns=len(throws),
        number=number,
        percent=round(100 * chance),
        count=len(fitting),
    )


def _values(numbers: tuple[int, ...]) -> list[int]:
    """The numbers as they count in a column that is begun: a 0 as 10."""
    return [number or FACES for number in numbers]

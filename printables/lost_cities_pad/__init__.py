"""The Lost Cities score pad: two players, three rounds to a sheet, the steps of the sum as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from printables.choice import Choice, Document, Option, Record, Say, Unprintable, whole
from scoring.core.sheet import Line
from scoring.core.text import Text, _, plural, text
from scoring.lost_cities.cards import COLOURS, colour_name

SEATS, ROUNDS = 2, 3
FEWEST, MOST = 5, 6


@dataclass(frozen=True, slots=True)
class Steps:
    """One expedition as the pad adds it up; None where nothing is written."""

    sum: int | None = None
    profit: int | None = None
    times: int | None = None
    bonus: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Expedition:
    """A row: a colour, which is its symbol too, with its name, and each player's steps."""

    colour: str
    name: Text
    steps: tuple[Steps, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its rows, and each player's total (None while blank)."""

    number: int
    rows: tuple[Expedition, ...]
    totals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PadPage:
    """One sheet of the pad."""

    names: tuple[str, ...]
    day: str
    rounds: tuple[Round, ...]
    totals: tuple[int | None, ...]
    last: bool = True


def blank(choice: Choice) -> Sequence[PadPage]:
    names = (*choice.names, "", "")[:SEATS]
    rounds = tuple(_blank_round(number, choice.chosen(EXPEDITIONS)) for number in range(1, ROUNDS + 1))
    return [PadPage(names, choice.day, rounds, (None, None))]


def _blank_round(number: int, colours: int) -> Round:
    steps = (Steps(), Steps())
    rows = tuple(Expedition(colour, colour_name(colour), steps) for colour in COLOURS[:colours])
    return Round(number, rows, (None, None))


def filled(_choice: Choice, record: Record, _translate: Say) -> Sequence[PadPage]:
    """As many sheets as the rounds need."""
    setup = record.position.setup
    played = [_filled_round(record, number + 1, setup.colours) for number in range(len(record.position.rounds))]
    totals = tuple(player.total for player in record.scored.players)
    sheets = []
    for first in range(0, max(len(played), 1), ROUNDS):
        own = played[first : first + ROUNDS]
        empty = [_blank_round(first + 1 + at, setup.colours) for at in range(len(own), ROUNDS)]
        last = first + ROUNDS >= len(played)
        sheets.append(PadPage(record.names, record.day, (*own, *empty), totals if last else (None, None), last))
    return sheets


def _filled_round(record: Record, number: int, colours: int) -> Round:
    lines = [[line for line in player.lines if line.round == number] for player in record.scored.players]
    rows = tuple(
        Expedition(colour, colour_name(colour), tuple(_steps(_of(own, colour)) for own in lines))
        for colour in COLOURS[:colours]
    )
    return Round(number, rows, tuple(sum(line.points for line in own) for own in lines))


def _of(lines: Sequence[Line], colour: str) -> Line:
    return next(line for line in lines if line.of == colour)


def _steps(line: Line) -> Steps:
    """The steps stand in the line's own text: they are never reckoned twice."""
    facts = cast("Mapping[str, int]", line.text.facts)
    if not facts:
        return Steps(points=line.points)
    bonus = line.points - facts["product"]
    return Steps(facts["sum"], facts["profit"], facts["times"], bonus or None, line.points)


def _check(colours: int) -> None:
    if not FEWEST <= colours <= MOST:
        raise Unprintable(text("A Lost Cities pad has 5 or 6 expeditions, not {colours}.", colours=colours))


EXPEDITIONS = Option(
    key="colours",
    label=text("Expeditions"),
    named=tuple((str(many), plural("{count} expedition", "{count} expeditions", many)) for many in (FEWEST, MOST)),
    usual=FEWEST,
    help="Expeditions on the Lost Cities pad, 5 or 6.",
    read=whole,
    check=_check,
)
DOCUMENT = Document(
    name="lost-cities-pad",
    title=_("Lost Cities score pad"),
    game="lost-cities",
    asks=frozenset({"names", "fillable"}),
    options=(EXPEDITIONS,),
    blank=blank,
    filled=filled,
    most_names=SEATS,
)

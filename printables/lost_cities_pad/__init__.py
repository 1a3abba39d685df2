"""The Lost Cities score pad: two players, three rounds to a sheet, the steps of the sum as columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document, Entry, Option, Part, Record, Say, Unprintable, whole
from printables.options import BACK, LINES, area_of
from printables.pdf.adding import Sum
from scoring.core.sheet import Line, Seat
from scoring.core.text import Text, _, plural, text
from scoring.lost_cities.cards import COLOURS, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition, Holding
from scoring.lost_cities.score import COST

SEATS, ROUNDS = 2, 3
FEWEST, MOST = 5, 6
REST, LINED, HIGHEST, PEN = 32.7, 11.0, 11.5, 8.9  # under and over the rows, the lines, a row; millimetres for a pen


@dataclass(frozen=True, slots=True)
class PadPage:
    """One sheet of the pad; an expedition is a colour, which is its symbol too, with its name."""

    names: tuple[str, ...]
    day: str
    expeditions: tuple[tuple[str, Text], ...]
    high: float
    rounds: range = range(1, ROUNDS + 1)

    def less(self, key: str) -> Sum:
        return Sum("add", [f"{key}sum"], [-COST])

    def points(self, key: str) -> Sum:
        return Sum("multiply", [f"{key}{step}" for step in ("less", "times", "bonus")])

    def round(self, prefix: str, number: int, player: int) -> Sum:
        return Sum("add", [f"{prefix}-r{number}-{colour}-{player}-points" for colour, _name in self.expeditions])

    def game(self, prefix: str, player: int) -> Sum:
        return Sum("add", [f"{prefix}-r{number}-total-{player}" for number in self.rounds])


def blank(choice: Choice) -> Sequence[PadPage]:
    return [PadPage(choice.names_of(SEATS), choice.day, expeditions_of(choice), _high(choice))]


def expeditions_of(choice: Choice) -> tuple[tuple[str, Text], ...]:
    """The colours that were chosen to be printed, each with its name."""
    return tuple((colour, colour_name(colour)) for colour in COLOURS[: choice.chosen(EXPEDITIONS)])


def _high(choice: Choice) -> float:
    """The height of a row, in the unit of the style; raises `Unprintable` for rows that no pen fits."""
    area = area_of(DOCUMENT, choice)
    room = area.rems[1] - REST - (LINED if choice.chosen(LINES) == "notes" else 0)
    high = min(room / (choice.chosen(EXPEDITIONS) * ROUNDS), HIGHEST)
    if high * area.unit < PEN:
        raise Unprintable(text("With lines to write on, a sheet of this size has room for five expeditions only."))
    return high


def summary(record: Record, say: Say) -> Sequence[Part]:
    """Each player's rounds: what lay there, card by card, with its sum."""
    return [
        _round(record, seat, number, say)
        for seat in range(len(record.names))
        for number in range(1, len(record.position.rounds) + 1)
    ]


def _round(record: Record, seat: Seat, number: int, say: Say) -> Part:
    player, laid = record.scored.players[seat], record.position.rounds[number - 1][seat]
    lines = [line for line in player.lines if line.round == number]
    known = [line for line in lines if line.of is None or len(laid.get(line.of, NO_EXPEDITION))]
    entries = tuple(_entry(line, laid, say) for line in known)
    points = sum(line.points for line in lines)
    if len(record.position.rounds) == 1:
        head = player.name
    elif number == 1:
        head = say(text("{name}, round {round}", name=player.name, round=number))
    else:
        head = say(text("round {round}", round=number))
    return Part(head, points, entries)


def _entry(line: Line, laid: Holding, say: Say) -> Entry:
    """An expedition with its cards; a round of which only the total is known has none."""
    if line.of is None:
        return Entry(say(line.label or ""), say(line.text), line.points)
    return Entry(say(colour_name(line.of)), say(line.text), line.points, _cards(laid[line.of]))


def _cards(laid: Expedition) -> tuple[int, ...]:
    """In the order in which they lie; a wager is 0."""
    return (0,) * laid.wagers + laid.numbers


def _check(colours: int) -> None:
    if not FEWEST <= colours <= MOST:
        raise Unprintable(text("A Lost Cities sheet has 5 or 6 expeditions, not {colours}.", colours=colours))


EXPEDITIONS = Option(
    key="colours",
    label=text("Expeditions"),
    named=tuple((str(many), plural("{count} expedition", "{count} expeditions", many)) for many in (FEWEST, MOST)),
    usual=FEWEST,
    help="Expeditions on a Lost Cities sheet, 5 or 6.",
    read=whole,
    check=_check,
)
DOCUMENT = Document(
    name="lost-cities-pad",
    title=_("Lost Cities score sheet"),
    game="lost-cities",
    choices=frozenset({"names", "fillable"}),
    options=(EXPEDITIONS, LINES, BACK),
    blank=blank,
    summary=summary,
    most_names=SEATS,
)

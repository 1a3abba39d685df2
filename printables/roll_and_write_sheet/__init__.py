"""The Roll & Write sheet: six expeditions, artefacts and dice symbols, on any pad, empty or as a game left it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from printables.choice import Area, Choice, Document, Marked, Option, Part, Record, Say, entries_of
from printables.letters import width
from printables.options import BACK, LINES
from printables.pdf.adding import Sum
from scoring.core.sheet import Line
from scoring.core.text import Text, _, text
from scoring.roll_and_write.pad import BOXES, COLOURS, HOUSE, NAMES, NOT_KNOWN, UNKNOWN, Pad
from scoring.roll_and_write.score import BRIDGE
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_POINTS,
    COLUMNS,
    DICE,
    DICE_SCALE,
    EXPEDITION_SCALE,
    Column,
    Sheet,
)

SHAPES = {
    "red": "heart",
    "orange": "circle",
    "yellow": "square",
    "green": "triangle",
    "blue": "cross",
    "violet": "star",
}
SHAPE_NAMES = {
    "heart": text("heart"),
    "circle": text("circle"),
    "square": text("square"),
    "triangle": text("triangle"),
    "cross": text("cross"),
    "star": text("star"),
}
# What a column is worth by its filled boxes, without the tick that doubles it and with it.
WORTH = tuple(tuple(Column(double, told=many).points for many in range(BOXES + 1)) for double in (False, True))
PLACES = (0.0, 88.5)  # of two small sheets on a page, in the unit of the style
NAMES_OF_SMALL = ((4.0, 3.2, 2.6), 56.0)  # sizes of a name, and its room
HOUSE_PAD = text("Cairn’s own sheet")


@dataclass(frozen=True, slots=True)
class Box:
    """A square box: its number from the bottom, what is printed in it, what is written (None: nothing)."""

    number: int
    kind: str
    written: int | None = None
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Expedition:
    """A column with its boxes from the top down; `double` is "", "ticked" or "struck"."""

    key: str
    name: Text
    shape: str
    shape_name: Text
    boxes: tuple[Box, ...]
    double: str = ""
    top: bool = False
    bridge: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """The artefacts or the dice symbols: from the top down (number, points, hatched)."""

    key: str
    name: Text
    colour: str
    shape: str
    boxes: tuple[tuple[int, int, bool], ...]
    scale: tuple[int, ...]
    bridge: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One player's sheet; `coded` is what its codes say of the pad."""

    name: str
    day: str
    imprint: Text | None
    expeditions: tuple[Expedition, ...]
    tracks: tuple[Track, ...]
    scale: tuple[int, ...]
    coded: int
    only_double: int = Column(double=True).points
    bridge_points: int = BRIDGE_POINTS
    bridges: int | None = None
    total: int | None = None

    def column_points(self, prefix: str, key: str) -> Sum:
        boxes = [f"{prefix}-{key}-{number}" for number in range(1, BOXES + 1)]
        scale = {track.key: track.scale for track in self.tracks}.get(key)
        return Sum("climb", boxes, [scale]) if scale else Sum("climb", [*boxes, f"{prefix}-{key}-double"], WORTH)

    def bridge_sum(self, prefix: str) -> Sum:
        return Sum("every", [f"{prefix}-bridge-{column.key}" for column in self._columns], [1, self.bridge_points])

    def sum(self, prefix: str) -> Sum:
        return Sum("add", [*(f"{prefix}-{column.key}-points" for column in self._columns), f"{prefix}-bridges"])

    @property
    def _columns(self) -> tuple[Expedition | Track, ...]:
        return (*self.expeditions, *self.tracks)

    @property
    def size(self) -> float:
        """Of the name on a small sheet, where it has two lines of the least size."""
        sizes, room = NAMES_OF_SMALL
        return next((size for size in sizes if width(self.name) * size <= room), sizes[-1])


@dataclass(frozen=True, slots=True)
class Pair:
    """Two small sheets, or the last one alone."""

    title: str
    sheets: tuple[SheetPage, ...]
    day: str
    imprint: Text | None
    places: tuple[float, ...] = PLACES


def blank(choice: Choice) -> Sequence[SheetPage]:
    """A sheet for each name; without names, one."""
    pad = choice.chosen(PAD)
    return [_page(pad, name, choice.day) for name in choice.names or ("",)]


def pad_digit(pad: Pad) -> int:
    """0 for our own layout, 1 to 9 for any other: two that differ mostly have different ones."""
    return 0 if pad.columns == HOUSE.columns else 1 + crc32(repr(pad.columns).encode()) % 9


def _coded(digit: int, known: Sequence[Pad]) -> Mapping[str, object]:
    """The pad of the sheets with this digit, of those wholly known."""
    return next(({PAD.key: pad} for pad in known if pad_digit(pad) == digit and not pad.count(NOT_KNOWN)), {})


def marked(record: Record, area: Area) -> Sequence[Marked]:
    """A sheet for each player; two share a page that would be one's alone: a record has no more pages than players."""
    position = record.position
    sheets = zip(position.players, position.sheets, record.scored.players, strict=True)
    pages = [
        _page(position.pad_of(seat), name, record.day, sheet, score.lines)
        for seat, (name, sheet, score) in enumerate(sheets)
    ]
    if area.up > 1:
        return [Marked(page, "marks", "grid") for page in pages]
    return [_pair(record.title, tuple(pages[at : at + 2]), area.unit) for at in range(0, len(pages), 2)]


def _pair(title: str, sheets: tuple[SheetPage, ...], unit: float) -> Marked:
    places = tuple(down * unit for down in PLACES[: len(sheets)])
    imprint = sheets[0].imprint if len({sheet.coded for sheet in sheets}) == 1 else None
    return Marked(Pair(title, sheets, sheets[0].day, imprint), "pair", "small", places)


def _page(pad: Pad, name: str, day: str, sheet: Sheet | None = None, lines: Sequence[Line] = ()) -> SheetPage:
    return SheetPage(
        name,
        day,
        imprint(pad),
        tuple(_expedition(pad, colour, sheet, lines) for colour in COLOURS),
        (
            _track(ARTIFACTS, "brown", "rw-vase", ARTIFACT_SCALE, sheet, lines),
            _track(DICE, "grey", "rw-die", DICE_SCALE, sheet, lines),
        ),
        EXPEDITION_SCALE[:0:-1],
        pad_digit(pad),
        bridges=sum(line.points for line in lines if line.code == "bridge") if sheet and sheet.total is None else None,
        total=sum(line.points for line in lines) if sheet else None,
    )


def imprint(pad: Pad) -> Text | None:
    """A pad as the foot of a sheet names it, if it has a name, and what the sign in an unknown box says."""
    if pad == HOUSE:
        return HOUSE_PAD
    if pad == UNKNOWN:
        return text("unknown sheet (?: not known yet)")
    return text("sheet layout: {name}", name=pad.name) if pad.name else None


def _expedition(pad: Pad, colour: str, sheet: Sheet | None, lines: Sequence[Line]) -> Expedition:
    column = sheet.column(colour) if sheet else Column()
    boxes = tuple(
        Box(number, pad.kind(colour, number), _written(column, number), column.level >= number)
        for number in range(BOXES, 0, -1)
    )
    return Expedition(
        colour,
        NAMES[colour],
        SHAPES[colour],
        SHAPE_NAMES[SHAPES[colour]],
        boxes,
        "ticked" if column.double else "struck" if column.double_is_lost else "",
        column.top,
        _bridge(colour, sheet),
        _points(colour, lines),
    )


def _written(column: Column, number: int) -> int | None:
    return column.numbers[number - 1] if number <= len(column.numbers) else None


def _track(
    key: str, colour: str, shape: str, scale: tuple[int, ...], sheet: Sheet | None, lines: Sequence[Line]
) -> Track:
    level = sheet.level(key) if sheet else 0
    boxes = tuple((number, scale[number], number <= level) for number in range(BOXES, 0, -1))
    return Track(key, COLUMNS[key], colour, shape, boxes, scale, _bridge(key, sheet), _points(key, lines))


def _bridge(of: str, sheet: Sheet | None) -> str:
    if sheet is None or of not in sheet.reached:
        return ""
    return "ticked" if of in sheet.bridges else "struck"


def _points(of: str, lines: Sequence[Line]) -> int | None:
    return next((line.points for line in lines if line.of == of and line.code != "bridge"), None)


def summary(record: Record, say: Say) -> Sequence[Part]:
    """The worth of each player's columns, without those that were never touched."""
    players = zip(record.scored.players, record.position.sheets, strict=True)
    return [
        Part(one.name, one.total, entries_of(_condensed(_touched(one.lines, sheet)), say)) for one, sheet in players
    ]


def _touched(lines: Sequence[Line], sheet: Sheet) -> Sequence[Line]:
    return [line for line in lines if line.points or (line.of and sheet.level(line.of))]


def _condensed(lines: Sequence[Line]) -> Sequence[Line]:
    """The bridges share a line: five players may have forty."""
    bridges = [line for line in lines if line.code == "bridge"]
    if not bridges:
        return lines
    count, each = len(bridges), bridges[0].points
    names = tuple(COLUMNS[bridge.of or ""] for bridge in bridges)
    if count == len(COLUMNS):
        said = text("all eight: {count} × {each}", count=count, each=each)
    else:
        said = text("{bridges}: {count} × {each}", bridges=names, count=count, each=each)
    return [*(line for line in lines if line.code != "bridge"), Line("bridge", None, count * each, said, label=BRIDGE)]


PAD = Option(
    key="pad",
    label=text("Sheet layout"),
    named=(("house", HOUSE_PAD),),
    usual=HOUSE,
    help="house, the key of a sheet layout, or a JSON file.",
    missing=_("This sheet layout was not found. Check that you copied the whole link."),
)
DOCUMENT = Document(
    name="roll-and-write-sheet",
    title=_("Roll & Write sheet"),
    game="roll-and-write",
    choices=frozenset({"names", "fillable"}),
    options=(PAD, LINES, BACK),
    blank=blank,
    summary=summary,
    usual_up=2,
    shown_first=True,
    marked=marked,
    coded=1,
    coded_options=_coded,
)

"""A pad of the library: copied once from the printed paper, or learnt while playing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core import codec
from scoring.core.codec import Json
from scoring.core.game import LibraryKind
from scoring.core.rule import Malformed
from scoring.core.text import Text, _, text
from scoring.roll_and_write.pad import ARROW, BOXES, COLOURS, NAMES, NOT_KNOWN, PLAIN, UNKNOWN, VASE, Pad, pad_from_json
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import BRIDGE_AT
from scoring.roll_and_write.view.drawing import SHAPES

NEXT = {NOT_KNOWN: ARROW, ARROW: VASE, VASE: PLAIN, PLAIN: NOT_KNOWN}
REST = "rest"


@dataclass(frozen=True, slots=True)
class PadColumn:
    """One column of a pad being copied: its boxes from the bottom, and counts to compare with the paper.

    Its bridge lies over the box `bridge_over`.
    """

    colour: str
    shape: str
    name: Text
    boxes: tuple[str, ...]
    arrows: int
    vases: int
    unknown: int
    bridge_over: int = BRIDGE_AT - 1

    @property
    def next(self) -> Mapping[str, str]:
        """The kind that a tap makes of a box, by the kind that it shows."""
        return NEXT


def columns(pad: Pad) -> tuple[PadColumn, ...]:
    """The pad as it is shown."""
    return tuple(
        PadColumn(
            colour, SHAPES[colour], NAMES[colour], boxes, boxes.count(ARROW), boxes.count(VASE), boxes.count(NOT_KNOWN)
        )
        for colour, boxes in zip(COLOURS, pad.columns, strict=True)
    )


def read(body: object) -> Pad:
    """A pad from the body of a paper or from a file; a name in it is passed over. Raises `Malformed`."""
    if not isinstance(body, dict):
        raise Malformed(text("{where}: an object is expected.", where="pad"))
    return replace(pad_from_json(body), name="")


def write(pad: Pad) -> dict[str, Json]:
    return {"boxes": {colour: list(boxes) for colour, boxes in zip(COLOURS, pad.columns, strict=True)}}


def change(pad: Pad, fields: Mapping[str, object]) -> tuple[Pad, Sequence[Text]]:
    """The taps in `boxes`, in order: "red-3-arrow" is what is printed there, `REST` that what is not known is plain.

    A tap says what may come after what its box showed. A box that shows something else by now stays as it is.
    """
    told: dict[tuple[str, int], str] = {}
    for tap in codec.listing(fields.get("boxes"), "boxes", 1):
        if tap == REST:
            pad = replace(pad, columns=tuple(tuple(map(_known, boxes)) for boxes in pad.columns))
            continue
        colour, box, kind = _tap(codec.word(tap, "box"))
        told[colour, box] = kind
        if kind in _after(pad.kind(colour, box)):
            pad = pad.learn(colour, box, kind)
    left = [place for place, kind in told.items() if pad.kind(*place) != kind]
    return pad, [_left(colour, box) for colour, box in left]


def _after(kind: str) -> tuple[str, ...]:
    """The kinds that a tap may make of a box: of one that is not known an arrow or a vase."""
    return (ARROW, VASE) if kind == NOT_KNOWN else (NEXT[kind],)


def _left(colour: str, box: int) -> Text:
    return text(
        "{colour!c}, box {box} was changed on another phone meanwhile. It stays as it is there.",
        colour=NAMES[colour],
        box=box,
    )


def _tap(tap: str) -> tuple[str, int, str]:
    colour, box, kind = [*tap.split("-", 2), "", ""][:3]
    codec.one_of(colour, "box", COLOURS)
    codec.one_of(box, "box", [str(number) for number in range(1, BOXES + 1)])
    return colour, int(box), codec.one_of(kind, "box", NEXT)


def _known(kind: str) -> str:
    return PLAIN if kind == NOT_KNOWN else kind


def grown(pad: Pad, state: State) -> Pad:
    """The pad with what a table has told, turn by turn: until a turn is complete a slip is undone."""
    if state.pending:
        return pad
    for colour in COLOURS:
        for box in range(1, BOXES + 1):
            told = state.pad.kind(colour, box)
            if pad.kind(colour, box) == NOT_KNOWN != told:
                pad = pad.learn(colour, box, told)
    return pad


def mended(pad: Pad, before: State, after: State) -> Pad:
    """The pad without what the table had told and took back or corrected; what others told or changed stays."""
    for colour in COLOURS:
        for box in range(1, BOXES + 1):
            here = before.setup.pad.kind(colour, box) == NOT_KNOWN != before.pad.kind(colour, box)
            if here and before.pad.kind(colour, box) == pad.kind(colour, box):
                pad = pad.learn(colour, box, after.pad.kind(colour, box))
    return pad


def known(pad: Pad) -> Text:
    """The number of its boxes that have been told, in words."""
    boxes = BOXES * len(COLOURS)
    return text("{known} of {all} boxes known", known=boxes - pad.count(NOT_KNOWN), all=boxes)


PAD: LibraryKind[Pad, State] = LibraryKind(
    "pad", UNKNOWN, read, write, grown, known, title=_("Sheet layout"), mended=mended, change=change, view=columns
)

"""A one-page reminder of the rules of Roll & Write, in our own words, for the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from printables.roll_and_write_sheet import SHAPES
from scoring.core.text import Text, _
from scoring.roll_and_write.pad import BOXES, HOUSE, NAMES, PLAIN
from scoring.roll_and_write.sheets import ARTIFACT_SCALE, DICE_SCALE, EXPEDITION_SCALE, SCALES, Column

NOTHING = (0, EXPEDITION_SCALE[0], ARTIFACT_SCALE[0], DICE_SCALE[0])


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """The scales of a sheet: boxes filled, and what an expedition, the artefacts, the refusals are worth; and its
    colours, each with its shape and its name; the signs in the boxes of its red column, from the bottom up; what a
    ticked ×2 box is worth without a number."""

    scales: tuple[tuple[int, int, int, int], ...]
    colours: tuple[tuple[str, str, Text], ...]
    printed: tuple[str, ...]
    only_double: int = Column(double=True).points


def blank(_choice: Choice) -> Sequence[ReminderPage]:
    colours = tuple((colour, shape, NAMES[colour]) for colour, shape in SHAPES.items())
    kinds = (HOUSE.kind("red", number) for number in range(1, BOXES + 1))
    printed = tuple("" if kind == PLAIN else f"rw-{kind}" for kind in kinds)
    return [ReminderPage((NOTHING, *SCALES), colours, printed)]


DOCUMENT = Document(
    name="rules-roll-and-write",
    title=_("Roll & Write: rules summary"),
    game="roll-and-write",
    blank=blank,
    teaches=True,
)

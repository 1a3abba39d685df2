"""A one-page reminder of the rules of Roll & Write, in our own words, for the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from printables.roll_and_write_sheet import SHAPES
from scoring.core.text import Text, _
from scoring.roll_and_write.pad import NAMES
from scoring.roll_and_write.sheets import SCALES, Column


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """The scales of a sheet: boxes filled, and what an expedition, the artefacts, the refusals are worth; and its
    colours, each with its shape and its name; what a ticked ×2 box is worth without a number."""

    scales: tuple[tuple[int, int, int, int], ...]
    colours: tuple[tuple[str, str, Text], ...]
    only_double: int = Column(double=True).points


def blank(_choice: Choice) -> Sequence[ReminderPage]:
    return [ReminderPage(SCALES, tuple((colour, shape, NAMES[colour]) for colour, shape in SHAPES.items()))]


DOCUMENT = Document(
    name="rules-roll-and-write",
    title=_("Roll & Write: rules summary"),
    game="roll-and-write",
    blank=blank,
    teaches=True,
)

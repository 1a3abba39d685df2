"""A one-page reminder of the rules of Roll & Write, in our own words, for the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from scoring.core.text import _
from scoring.roll_and_write.pad import BOXES
from scoring.roll_and_write.sheets import ARTIFACT_SCALE, DICE_SCALE, EXPEDITION_SCALE


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """The scales of a sheet: boxes filled, and what an expedition, the artefacts, the refusals are worth."""

    scales: tuple[tuple[int, int, int, int], ...]


def blank(_choice: Choice) -> Sequence[ReminderPage]:
    scales = zip(range(1, BOXES + 1), EXPEDITION_SCALE[1:], ARTIFACT_SCALE[1:], DICE_SCALE[1:], strict=True)
    return [ReminderPage(tuple(scales))]


DOCUMENT = Document(
    name="rules-roll-and-write",
    title=_("Roll & Write: rules summary"),
    game="roll-and-write",
    blank=blank,
)

"""A one-page reminder of the rules of Roll & Write, in our own words, for the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from scoring.core.text import _
from scoring.roll_and_write.sheets import SCALES


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """The scales of a sheet: boxes filled, and what an expedition, the artefacts, the refusals are worth."""

    scales: tuple[tuple[int, int, int, int], ...]


def blank(_choice: Choice) -> Sequence[ReminderPage]:
    return [ReminderPage(SCALES)]


DOCUMENT = Document(
    name="rules-roll-and-write",
    title=_("Roll & Write: rules summary"),
    game="roll-and-write",
    blank=blank,
    teaches=True,
)

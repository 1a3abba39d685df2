"""A one-page reminder of the rules of Lutèce, in our own words, for the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from scoring.core.text import _


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """Nothing to fill in."""


def blank(_choice: Choice) -> Sequence[ReminderPage]:
    return [ReminderPage()]


DOCUMENT = Document(name="rules-lutece", title=_("Lutèce: rules summary"), game="lutece", blank=blank, teaches=True)

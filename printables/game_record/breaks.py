"""Where the sums of a record may be broken: at their commas, not within what belongs together."""

from __future__ import annotations

import re

from printables.choice import Entry
from printables.game_record.measures import Spacing
from printables.letters import UNBROKEN
from scoring.core.numbers import number

SHORT = 20  # letters of a last part of a sum that stays together
SIGN = re.compile(" ([−×]) ")
LAST = re.compile(r" (?=\S{1,3}$)")  # before a short last word


def broken(entry: Entry, spacing: Spacing) -> str:
    """A sum that is broken only where it may be."""
    if spacing.run_in:
        return _within_lines(entry)
    return _parted(_together(entry.sum)) if spacing.short else _together(entry.sum)


def _within_lines(entry: Entry) -> str:
    """A sum within a paragraph, broken before each result; the last one is left to the points, if it is theirs."""
    said = SIGN.sub(rf"{UNBROKEN}\1{UNBROKEN}", entry.sum)
    if entry.points is not None and said.endswith(f" = {number(entry.points)}"):
        said = said.removesuffix(f" {number(entry.points)}")
    return said.replace(" = ", f" ={UNBROKEN}")


def _parted(said: str) -> str:
    """A sum that is broken at its commas only, where its parts are short."""
    return ", ".join(part.replace(" ", UNBROKEN) if len(part) <= SHORT else part for part in said.split(", "))


def _together(said: str) -> str:
    """A sum that is broken neither at × nor in its last part when that is short, and whose last word is not alone."""
    before, comma, last = said.replace(" × ", f"{UNBROKEN}×{UNBROKEN}").rpartition(", ")
    return before + comma + (last.replace(" ", UNBROKEN) if len(last) <= SHORT else LAST.sub(UNBROKEN, last))

"""The sheet of Acorns: a row for each player, and what the acorns make."""

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document, scores
from printables.options import LINES
from printables.pdf.adding import Sum
from scoring.core.text import _
from tests.fourth_game.acorns.formats import SEATS


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One sheet, with a row for each name; "" is one to be written."""

    names: tuple[str, ...]
    day: str

    def total(self, prefix: str, player: int) -> Sum:
        """The sum of a player's row, where the sheet is filled in on a screen."""
        return Sum("add", [f"{prefix}-acorns-{player}", f"{prefix}-last-{player}"])


def blank(choice: Choice) -> Sequence[SheetPage]:
    return [SheetPage(choice.names_of(SEATS[-1]), choice.day)]


DOCUMENT = Document(
    name="acorns-sheet",
    title=_("Acorns score sheet"),
    game="acorns",
    choices=frozenset({"names", "fillable"}),
    options=(LINES,),
    blank=blank,
    summary=scores,
    most_names=SEATS[-1],
    usual_up=2,
    least=(89.0, 115.0),
)

"""The choices that several documents have: lines, the back of a page, and how many sheets share a page, with the room
that each of them has.
"""

from collections.abc import Callable

from printables.choice import GRIDS, MARGIN, PAPERS, Area, Choice, Document, Option, Unprintable
from scoring.core.text import Text, text


def one_of(named: tuple[tuple[str, Text], ...]) -> Callable[[str], str]:
    """A function that reads a word that has to be one of these; it raises `Unprintable`."""
    words = [word for word, _label in named]

    def read(typed: str) -> str:
        if typed not in words:
            raise Unprintable(text("“{value}” is not one of these: {words}.", value=typed[:40], words=", ".join(words)))
        return typed

    return read


_LINES = (("none", text("none")), ("notes", text("who began, edition, notes")))
_BACKS = (("blank", text("blank")), ("rules", text("rules summary, to print on both sides")))

LINES = Option(
    key="lines",
    label=text("Lines to write on"),
    named=_LINES,
    usual="none",
    help="notes: lines for who began, the edition, and notes.",
    read=one_of(_LINES),
)
BACK = Option(
    key="back",
    label=text("Back of the page"),
    named=_BACKS,
    usual="blank",
    help="rules: the rules summary on the back of each page.",
    read=one_of(_BACKS),
)


# Sheets on a page

DRAWN_FOR = (123.5, 194.0)  # millimetres: what half a Letter and an A5 have in common; there a `rem` is one


def area_of(document: Document, choice: Choice) -> Area:
    """The page and the room for one sheet on it; raises `Unprintable`."""
    fits = ups_of(document, choice.paper)
    up = usual_up(document, choice.paper) if choice.up is None else choice.up
    if up not in GRIDS:
        raise Unprintable(text("One, two or four sheets go on a page, not {up}.", up=up))
    if up not in fits:
        facts = {"up": up, "paper": choice.paper}
        if fits == [1]:
            raise Unprintable(text("{up} of these would have boxes under 9 mm: {paper} holds one.", **facts))
        facts["most"] = fits[-1]
        raise Unprintable(text("{up} of these would have boxes under 9 mm: {paper} holds {most}.", **facts))
    return _area(choice.paper, up)


def usual_up(document: Document, paper: str) -> int:
    """The number of sheets that share a page unless chosen."""
    return min(document.usual_up, ups_of(document, paper)[-1])


def ups_of(document: Document, paper: str) -> list[int]:
    """The numbers of sheets that can share a page with room enough for a pen, and letters large enough to be read."""
    return [up for up in GRIDS if up == 1 or _ratio(_room(paper, up), document.least) > 0.999]


def _area(paper: str, up: int) -> Area:
    room = _room(paper, up)
    return Area(_page(paper, up), *room, up, max(_ratio(room, DRAWN_FOR), 1.0))


def _page(paper: str, up: int) -> tuple[float, float]:
    width, height = PAPERS[paper]
    return (height, width) if up == 2 else (width, height)


def _room(paper: str, up: int) -> tuple[float, float]:
    """Width and height of one sheet within its margins, in millimetres."""
    across, down = GRIDS[up]
    width, height = _page(paper, up)
    return width / across - 2 * MARGIN, height / down - 2 * MARGIN


def _ratio(room: tuple[float, float], least: tuple[float, float]) -> float:
    return min(room[0] / least[0], room[1] / least[1])

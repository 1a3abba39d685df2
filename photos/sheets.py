"""Tells several sheets in one photo apart; each is read as if it were alone. The work on a photo is done in a process
of its own, within limits of time and memory.

The codes of sheets printed alike are alike too: where they lie says which of them belong together.
"""

import resource
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from math import dist

from photos import MOST_SHEETS, Unreadable
from photos.finding import NEAR, Found, Look, Printed, look, lying, lying_flat, printed, sought
from photos.picture import Flat, Plane, Point
from photos.reader import Reading, piece_of, read_off
from printables import DOCUMENTS
from printables.blank import Composed, laid_out
from printables.choice import Choice
from scoring.core.text import Text, text

WIDE = 480  # pixels of the picture of a sheet
MADE_OUT = 0.75  # of its codes are found at once where all sheets in a photo are
Blanks = Callable[[Choice], Printed]


@dataclass(frozen=True, slots=True)
class PhotographedSheet:
    """A sheet in a photo: its game, by name; what is on it, or why it cannot be read; and the piece of the photo that
    shows it, upright: a JPEG of `size` pixels. Where it is `faint`, so few of its codes could be made out that other
    sheets may have been missed.
    """

    game: str
    reading: Reading | None
    refused: Text | None
    picture: bytes
    size: tuple[int, int]
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """One sheet in a photo, and how it lies there."""

    seen: Look
    blank: Printed
    plane: Plane

    @property
    def middle(self) -> Point:
        width, height = self.blank.picture.size
        return self.plane.at((width / 2, height / 2))

    @property
    def high(self) -> float:
        """The height of the sheet in the photo."""
        width, height = self.blank.picture.size
        return dist(self.plane.at((width / 2, 0)), self.plane.at((width / 2, height)))


def read(photo: bytes, blanks: Blanks, of_round: int = 0, layouts: Sequence[object] = ()) -> Reading:
    """Read a file that is said to be a photo of a sheet, or of a sheet with rounds one of them; raises `Unreadable`. It
    may be printed with one of these layouts.
    """
    return only(read_each([(seen, blanks(seen.choice)) for seen in look(photo, layouts)], of_round))


def only(sheets: Sequence[PhotographedSheet]) -> Reading:
    """The reading of the one sheet in a photo; raises `Unreadable`."""
    if len(sheets) > 1:
        raise Unreadable(text("There are two sheets in the picture. Photograph each of them alone."))
    (sheet,) = sheets
    if sheet.refused:
        raise Unreadable(sheet.refused)
    assert sheet.reading is not None  # noqa: S101  # else it was refused
    return sheet.reading


def read_each(kinds: Iterable[tuple[Look, Printed]], of_round: int = 0) -> tuple[PhotographedSheet, ...]:
    """Read every sheet in a photo, of each kind with its blank, in the order in which people read: from the left to the
    right, then from the top to the bottom. Raises `Unreadable` where it cannot be told how one of them lies."""
    laid = [
        Laid(one, blank, lying(sought(one, blank), blank)) for kind, blank in kinds for one in each_alone(kind, blank)
    ]
    return tuple(_read(one, of_round) for one in in_order(laid))


def each_alone(kind: Look, blank: Printed) -> Iterator[Look]:
    """The sheets of a kind, each with its own codes; raises `Unreadable` where one belongs to none of them."""
    left = [one for one in kind.found if one.code.place in blank.codes]
    if len({one.code for one in left}) == len(left):
        yield kind
        return
    for _sheet in range(MOST_SHEETS):
        if left:
            sheet = _most_with(left[0], left, blank)
            yield replace(kind, found=tuple(sheet))
            left = [one for one in left if one not in sheet]
    if left:
        raise Unreadable(_not_whole())


def _not_whole() -> Text:
    return text("One of the sheets in the photo is cut off. Photograph all of them whole, or one at a time.")


def _most_with(first: Found, left: Sequence[Found], blank: Printed) -> Sequence[Found]:
    """The most codes that lie as on one sheet with the first; raises `Unreadable` where none does."""
    planes = (lying_flat([first, other], blank) for other in left if other.code.place != first.code.place)
    sheets = [_along(plane, left, blank) for plane in planes if plane]
    if not sheets:
        raise Unreadable(_not_whole())
    return max(sheets, key=len)


def _along(plane: Plane, left: Sequence[Found], blank: Printed) -> list[Found]:
    """For each code, the nearest to where it has to be on a sheet that lies like this."""
    along = []
    for place, corners in blank.codes.items():
        (x, y), (z, w) = corners[0], corners[2]
        try:
            there = plane.at(((x + z) / 2, (y + w) / 2))
        except Flat:
            continue
        near = [one for one in left if one.code.place == place and dist(one.middle, there) < NEAR * one.side]
        along += sorted(near, key=lambda one: dist(one.middle, there))[:1]
    return along


def in_order(laid: Sequence[Laid]) -> list[Laid]:
    """In reading order, row by row: a row has those whose middle is no lower than the foot of the highest."""
    left = sorted(laid, key=lambda one: one.middle[1])
    ordered: list[Laid] = []
    while left:
        low = left[0].middle[1] + left[0].high / 2
        row = [one for one in left if one.middle[1] < low]
        ordered += sorted(row, key=lambda one: one.middle[0])
        left = left[len(row) :]
    return ordered


def _read(laid: Laid, of_round: int) -> PhotographedSheet:
    reading = refused = None
    try:
        reading = read_off(laid.seen, laid.plane, laid.blank, of_round)
    except Unreadable as unreadable:
        refused = unreadable.why
    width, height = laid.blank.picture.size
    picture = piece_of(laid.seen.picture, laid.plane, (0, 0, width, height), WIDE / width)
    faint = len(laid.seen.found) < MADE_OUT * len(laid.blank.codes)
    return PhotographedSheet(DOCUMENTS[laid.seen.choice.document].game, reading, refused, *picture, faint)


# In a process of its own

MOST_SECONDS = 10  # of a processor
MOST_MEMORY = 1 << 30  # bytes of address space, what is loaded and mapped included
KEPT = 6  # kinds of sheets


def look_apart(photo: bytes, layouts: Sequence[object] = ()) -> tuple[Look, ...]:
    """`look` within limits; raises `Unreadable`."""
    with bounded():
        return look(photo, layouts)


def read_apart(kinds: Sequence[tuple[Look, Composed]], of_round: int) -> tuple[PhotographedSheet, ...]:
    """`read_each` within limits; raises `Unreadable`."""
    sheets = [(seen, _printed(blank)) for seen, blank in kinds]
    with bounded():
        return read_each(sheets, of_round)


@lru_cache(KEPT)
def _printed(blank: Composed) -> Printed:
    return printed(laid_out(blank))


@contextmanager
def bounded(seconds: float = MOST_SECONDS, memory: int = MOST_MEMORY) -> Iterator[None]:
    """Raise `Unreadable` if a photo takes more; only for the main thread of a process."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    signal.signal(signal.SIGPROF, _too_much)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (memory, before[1]))
    try:
        yield
    except MemoryError:
        _too_much()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_much(*_signal: object) -> None:
    raise Unreadable(text("This photo takes too much memory or time. Send a smaller one."))

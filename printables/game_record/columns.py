"""The blocks of a record: fitted to a column, and dealt into the columns of as many pages as they need."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from printables.game_record.breaks import broken
from printables.game_record.measures import BESIDE, NAMES, TIGHT, USUAL, Block, Measures, Spacing
from printables.game_record.page import RecordPage
from printables.letters import hyphenated, width

ALIKE = 2.6  # the size of all names over the blocks, if it is enough; a name that needs more is smaller


def dealt(waiting: list[Block], first: RecordPage) -> list[RecordPage]:
    """The blocks fall into columns like text, evenly on the page that holds the last of them."""
    pages = [replace(first)]
    while waiting:
        page = pages[-1]
        even = _evenly(waiting, page)
        if even:
            pages[-1] = even
            break
        page.columns, waiting = _filled(page, waiting, page.room)
        pages.append(RecordPage(first.record, first.measures, first=False, spacing=first.spacing))
    return pages


def all_fitted(blocks: Sequence[Block], page: RecordPage) -> list[Block]:
    """The blocks as they stand in a column of the page: their names alike in size, what is too long with hyphens."""
    alike = _alike(blocks, page.measures)
    return [_fitted(block, alike, page.measures, page.spacing) for block in blocks]


def _alike(blocks: Sequence[Block], measures: Measures) -> float:
    """The size in which all names over the blocks fit a line, within reason."""
    return max(ALIKE, min(_size(block.name, measures) for block in blocks))


def _size(name: str, measures: Measures) -> float:
    room = measures.column - BESIDE
    return next((size for size in NAMES if width(name) * size <= room), NAMES[-1])


def _fitted(block: Block, alike: float, measures: Measures, spacing: Spacing) -> Block:
    """The block with letters that fit its column, and hyphens where a word does not."""
    size = min(alike, _size(block.name, measures))
    said = [(entry, broken(entry, spacing)) for entry in block.entries]
    entries = (replace(entry, sum=hyphenated(sum, measures.room(entry))) for entry, sum in said)
    name = hyphenated(block.name, (measures.column - BESIDE) / size)
    return replace(block, name=name, entries=tuple(entries), size=size)


def _evenly(waiting: list[Block], page: RecordPage) -> RecordPage | None:
    """The page with all that waits in columns about as high as each other, close if need be; None without room."""
    if page.dense:
        return _balanced(waiting, page)
    for spacing in (USUAL, TIGHT):
        if cut := _cut(waiting, page, spacing):
            return replace(page, spacing=spacing, columns=[waiting[:cut], waiting[cut:]])
    return None


def _cut(blocks: Sequence[Block], page: RecordPage, spacing: Spacing) -> int:
    """After how many blocks the second column begins when all of them fit; 0 when they do not."""
    heights = [page.measures.height(block, spacing) for block in blocks]
    cuts = {max(sum(heights[:cut]), sum(heights[cut:])): cut for cut in range(1, len(blocks) + 1)}
    return cuts[min(cuts)] if min(cuts) <= page.room else 0


def _balanced(waiting: list[Block], page: RecordPage) -> RecordPage | None:
    """All columns as low as can be: a block may go on in the next."""
    rooms = range(int(page.room) + 1)
    least = bisect_left(rooms, True, key=lambda room: not _filled(page, waiting, room)[1])
    return replace(page, columns=_filled(page, waiting, rooms[least])[0]) if least < len(rooms) else None


def _filled(page: RecordPage, waiting: list[Block], high: float) -> tuple[list[list[Block]], list[Block]]:
    """The columns with what they hold, so high, and the rest. Only what is taller than a column is parted, unless
    the page is dense."""
    columns: list[list[Block]] = [[] for _column in range(page.measures.columns)]
    for column in columns:
        room = high
        while waiting:
            fits, rest = _part(replace(waiting[0], follows=bool(page.spacing.short and column)), room, page)
            if fits is None or (rest and column and not page.dense):
                break
            column.append(fits)
            room -= page.measures.height(fits, page.spacing)
            waiting = [rest, *waiting[1:]] if rest else waiting[1:]
    return columns, waiting


def _part(block: Block, room: float, page: RecordPage) -> tuple[Block | None, Block | None]:
    """What fits the room, if anything does, and the rest, if there is one."""
    many = len(block.entries)
    while many >= 0 and page.measures.height(replace(block, entries=block.entries[:many]), page.spacing) > room:
        many -= 1
    if many == len(block.entries):
        return block, None
    if many <= 0:
        return None, block
    return replace(block, entries=block.entries[:many]), replace(block, entries=block.entries[many:], more=True)

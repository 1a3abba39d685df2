"""The record of a finished game: what, when, by whom, who won, every line with its sum; then the filled pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from printables.choice import Choice, Document, Record, Say, pad_of
from scoring.game import Score, Text, _

# In the unit of the style: where the foot of a sheet begins, the head of a first and of a later page, a player in the
# ranking, the name over a block and each further line of it, and a line of a sum. All are measured, a little
# generously, on half a Letter page.
HEIGHT, HEAD, CONTINUED, PLAYER, NAME, MORE, LINE = 189.0, 29.5, 7.5, 6.9, 7.8, 3.9, 3.0
TIGHT = 0.85  # how high lines are, at most, that stand closer so that the last player needs no page alone
LETTERS, WIDE = 31, 42  # on a line of a sum beside a label, and without one
WON = 40  # letters of names on the line that says who won


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the count: a label, the sum, the points."""

    label: Text | None
    sum: Text
    points: int


@dataclass(frozen=True, slots=True)
class Block:
    """What one player scored, or a part of it that fits a column."""

    name: str
    total: int
    entries: tuple[Entry, ...]
    more: bool = False


@dataclass(slots=True)
class Page:
    """A page of the record; only the `first` says what was played. Two columns of blocks, `tight` if need be."""

    record: Record
    first: bool
    tight: bool = False
    columns: list[list[Block]] = field(default_factory=lambda: [[], []])
    notes: tuple[Text, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.record.names[seat] for seat in self.record.scored.winners)

    @property
    def ranking(self) -> list[Score]:
        return sorted(self.record.scored.players, key=lambda player: player.rank)

    @property
    def margin(self) -> int:
        totals = sorted((player.total for player in self.record.scored.players), reverse=True)
        return totals[0] - totals[1]


def filled(_choice: Choice, record: Record, say: Say) -> Sequence[Page]:
    """The blocks fall into columns like text, evenly on the page that holds the last of them."""
    pages = [Page(record, first=True, notes=record.scored.notes)]
    waiting = list(_blocks(record))
    while waiting:
        page = pages[-1]
        room = _room(page, say)
        even = _evenly(waiting, room, say)
        if not even:
            even = _evenly(waiting, room / TIGHT, say)
            page.tight = even > 0
        if even:
            page.columns = [waiting[:even], waiting[even:]]
            break
        waiting = _fill_up(page, waiting, say)
        pages.append(Page(record, first=False))
    return pages


def _blocks(record: Record) -> Iterator[Block]:
    pad = pad_of(record.game)
    for player in record.scored.players:
        lines = [line for line in pad.told(player.lines) if line.points or line.text.facts]
        yield Block(player.name, player.total, tuple(Entry(pad.label(line), line.text, line.points) for line in lines))


def _evenly(blocks: Sequence[Block], room: float, say: Say) -> int:
    """After how many blocks the second column begins when all of them fit; 0 when they do not."""
    heights = [_height(block, say) for block in blocks]
    cuts = {max(sum(heights[:cut]), sum(heights[cut:])): cut for cut in range(1, len(blocks) + 1)}
    return cuts[min(cuts)] if min(cuts) <= room else 0


def _fill_up(page: Page, waiting: list[Block], say: Say) -> list[Block]:
    """Put into both columns what they hold, and return the rest. Only what is taller than a column is parted."""
    for column in page.columns:
        room = _room(page, say)
        while waiting:
            fits, rest = _part(waiting[0], room, say)
            if fits is None or (rest and column):
                break
            column.append(fits)
            room -= _height(fits, say)
            waiting = [rest, *waiting[1:]] if rest else waiting[1:]
    return waiting


def _room(page: Page, say: Say) -> float:
    if not page.first:
        return HEIGHT - CONTINUED
    notes = sum(_lines(say(note), 88) * 3.3 + 1 for note in page.notes)
    won = _lines(", ".join(page.winners), WON) - 1
    return HEIGHT - HEAD - won * 4.8 - PLAYER * len(page.record.names) - notes


def _height(block: Block, say: Say) -> float:
    return NAME + MORE * (_lines(block.name, 26) - 1) + sum(_entry_height(entry, say) for entry in block.entries)


def _entry_height(entry: Entry, say: Say) -> float:
    return _lines(say(entry.sum), LETTERS if entry.label else WIDE) * LINE + 1.0


def _lines(said: str, letters: int) -> int:
    """About how many lines a sentence takes."""
    return ceil(max(len(said), 1) / letters)


def _part(block: Block, room: float, say: Say) -> tuple[Block | None, Block | None]:
    """What fits the room, if anything does, and the rest, if there is one."""
    used, many = _height(replace(block, entries=()), say), 0
    for entry in block.entries:
        used += _entry_height(entry, say)
        if used > room:
            break
        many += 1
    if many == len(block.entries):
        return block, None
    if many == 0:
        return None, block
    return replace(block, entries=block.entries[:many]), replace(block, entries=block.entries[many:], more=True)


DOCUMENT = Document(name="game-record", title=_("Record of a game"), game="", asks=frozenset(), filled=filled)

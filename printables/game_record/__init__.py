"""The record of a finished game: what, when, by whom, who won, every line with its sum; then the filled pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from printables.choice import Choice, Document, Record, pad_of
from scoring.game import Score, Text, _

# In the unit of the style: the height of a sheet, its head, a player in it, a line of text.
HEIGHT, HEAD, PLAYER, LINE = 182.0, 42.0, 7.0, 3.2
LETTERS = 27  # on a line of a sum, about


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
    """A page of the record; only the `first` says what was played. Two columns of blocks."""

    record: Record
    first: bool
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


def filled(_choice: Choice, record: Record) -> Sequence[Page]:
    """The blocks fall into columns like text: balanced when one page holds them all."""
    pages = [Page(record, first=True, notes=record.scored.notes)]
    waiting = list(_blocks(record))
    whole = sum(_height(block) for block in waiting)
    half = max(whole / 2, _height(waiting[0])) if whole < 1.8 * _room(pages[0]) else 0.0
    column, used = 0, 0.0
    while waiting:
        room = _room(pages[-1]) - used
        fits, rest = _split(waiting[0], room)
        full = bool(half and used and column == 0 and used + _height(waiting[0]) / 2 > half)
        if fits is not None and not full and (rest is None or used == 0):
            pages[-1].columns[column].append(fits)
            used += _height(fits)
            waiting[:1] = [rest] if rest else []
            continue
        column, used = column + 1, 0.0
        if column == len(pages[-1].columns):
            pages.append(Page(record, first=False))
            column = 0
    return pages


def _blocks(record: Record) -> Iterator[Block]:
    label = pad_of(record.game).label
    for player in record.scored.players:
        lines = [line for line in player.lines if line.points or line.text.facts]
        yield Block(player.name, player.total, tuple(Entry(label(line), line.text, line.points) for line in lines))


def _room(page: Page) -> float:
    if not page.first:
        return HEIGHT - 12
    notes = sum(ceil(_letters(note) / 70) * 4 for note in page.notes)
    return HEIGHT - HEAD - PLAYER * len(page.record.names) - notes


def _height(block: Block) -> float:
    return 9 + sum(_entry_height(entry) for entry in block.entries)


def _entry_height(entry: Entry) -> float:
    width = LETTERS if entry.label else LETTERS * 1.35
    return ceil(_letters(entry.sum) / width) * LINE + 1.0


def _letters(said: Text) -> float:
    """About how long a sentence is; French is longer than English."""
    facts = sum(
        sum(_letters(part) if isinstance(part, Text) else len(str(part)) for part in fact)
        if isinstance(fact, tuple)
        else (_letters(fact) if isinstance(fact, Text) else len(str(fact)))
        for fact in said.facts.values()
    )
    return 1.15 * len(said.message) - 8 * len(said.facts) + facts


def _split(block: Block, room: float) -> tuple[Block | None, Block | None]:
    """What fits the room, if anything does, and the rest, if there is one."""
    used, many = 9.0, 0
    for entry in block.entries:
        used += _entry_height(entry)
        if used > room:
            break
        many += 1
    if many == len(block.entries):
        return block, None
    if many == 0:
        return None, block
    return replace(block, entries=block.entries[:many]), replace(block, entries=block.entries[many:], more=True)


DOCUMENT = Document(name="game-record", title=_("Record of a game"), game="", asks=frozenset(), filled=filled)

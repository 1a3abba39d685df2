"""The record of a finished game: what, when, by whom, who won, how it went, every line with its sum; a note."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from printables.choice import Choice, Document, Entry, Part, Record, Say, fewest
from printables.game_record.measures import (
    BESIDE,
    DENSE,
    LOWER,
    NAMES,
    NOTE,
    PACKED,
    RUN_IN,
    SUM,
    TIGHT,
    USUAL,
    Block,
    Measures,
    Spacing,
)
from printables.letters import REGULAR, UNBROKEN, hyphenated, lines, width
from printables.room import Area
from scoring.core.numbers import number
from scoring.core.sheet import Score
from scoring.core.text import _

# In the unit of the style: what a foot leaves free, the head of a first and of a later page, the line that says who
# won, a player in the ranking and each further line of a name there. All are measured, a little generously.
FOOT, HEAD, CONTINUED, WON, PLAYER, MORE = 5.0, 27.5, 7.5, 4.8, 6.9, 4.2
NOTED, FOUND, BOX = 11.0, 3.3, 9.0  # the place for a note, a line of what decided the game, its box without them
CODE = 14.0  # millimetres that the QR code takes, beside a note and over the foot
SAYS, RANKED = 4.0, 3.8  # the sizes of letters: who won, the ranking
ALIKE = 2.6  # the size of all names over the blocks, if it is enough; a name that needs more is smaller
COLUMN, WIDER = 0.486, 0.49  # a column's share, and where it is dense
NARROWEST, NARROW, GAP = 60.0, 40.0, 2.5  # a column of a packed page, and what keeps it apart from the next
RANKS = 25.0  # room for the total in the ranking
SHORT = 20  # letters of a last part of a sum that stays together
SIGN = re.compile(" ([−×]) ")
LAST = re.compile(r" (?=\S{1,3}$)")  # before a short last word


@dataclass(slots=True)
class RecordPage:
    """A page of the record; only the `first` says what was played, and has the `note` with the height of its place.

    Columns of blocks, close to each other if need be. A dense page tells the ranking in a line.
    """

    record: Record
    measures: Measures
    first: bool
    won: str = ""
    notes: tuple[str, ...] = ()
    mattered: tuple[str, ...] = ()
    note: tuple[str, float] = ("", 0.0)
    spacing: Spacing = USUAL
    columns: list[list[Block]] = field(default_factory=lambda: [[], []])

    @property
    def dense(self) -> bool:
        return self.spacing not in (USUAL, TIGHT)

    @property
    def ranking(self) -> list[Score]:
        players = [replace(player, name=self._ranked(player.name)) for player in self.record.scored.players]
        return sorted(players, key=lambda player: player.rank)

    @property
    def room(self) -> float:
        """For the blocks."""
        high, wide = self.measures.high - self.measures.foot, self.measures.wide
        if not self.first:
            return high - CONTINUED
        heading = self.spacing.heading
        won = heading.won * (lines(self.won, wide / heading.says) - 1)
        notes = sum(lines(note, wide / NOTE / REGULAR) * 3.3 + 1 for note in self.notes)
        return high - won - notes - self._found - self._noted - self._listed

    @property
    def _listed(self) -> float:
        """What the head and the ranking take of the room."""
        wide, players = self.measures.wide, self.record.scored.players
        if self.dense:
            heading = self.spacing.heading
            said = (f"{player.rank}{UNBROKEN}{player.name} {player.total}" for player in players)
            listed = f"{UNBROKEN}· ".join(said)
            return heading.high + heading.listed * lines(listed, wide / heading.ranks)
        names = (lines(self._ranked(player.name), (wide - RANKS) / RANKED) for player in players)
        return HEAD + sum(PLAYER + MORE * (many - 1) for many in names)

    @property
    def _found(self) -> float:
        """What the box with what decided the game takes of the room."""
        found = sum(FOUND * lines(said, self.measures.found) for said in self.mattered)
        return BOX + found if found else 0.0

    @property
    def _noted(self) -> float:
        """What the place for a note takes of the room: the QR code stands beside it, not below."""
        return max(self.note[1] - (self.measures.foot - FOOT), 0.0)

    def _ranked(self, name: str) -> str:
        return hyphenated(name, (self.measures.wide - RANKS) / RANKED)


def filled(choice: Choice, record: Record, translate: Say, area: Area) -> Sequence[RecordPage]:
    """As much of what decided the game is told as costs no page, the weightiest first. So is a place for a note left,
    after that, and always where one was typed. What needs a second page so is told densely, where that spares it,
    before anything is left out; where nothing else spares it, packed, and in smaller letters before less is told. What
    would take more pages still is told lower, and in paragraphs at last."""
    blocks = list(map(_block, record.parts))
    measures = _measures(area.rems, blocks, max(FOOT, CODE / area.unit) if choice.link else FOOT)
    note = _note(record.note, measures.wide - CODE / area.unit)
    first = RecordPage(record, measures, True, _won(record, translate, measures.wide / SAYS), _told(record, translate))
    mattered = tuple(hyphenated(translate(said), measures.found) for said in record.mattered)
    noted = [note] if record.note else [note, ("", 0.0)]
    found = (mattered[:many] for many in range(len(mattered), -1, -1))
    ways = [replace(first, mattered=told, note=place) for told in found for place in noted]
    closer = () if area.is_finer else (each for way in ways for each in (way, _densely(way)))
    packed = map(_packed, ways[:1] if area.unit > 1 else ways)
    usual = fewest((_dealt(_all_fitted(blocks, way), way) for way in chain(closer, packed)), len)
    if len(usual) <= area.up or area.finer:
        return usual
    lower = (_packed(way, LOWER, narrowest) for way in ways for narrowest in (NARROWEST, NARROW))
    closest = chain(lower, (_packed(way, RUN_IN) for way in ways))
    return fewest(chain([usual], (_dealt(_all_fitted(blocks, way), way) for way in closest)), len)


def _block(part: Part) -> Block:
    return Block(part.head, part.total, part.entries, again=part.again)


def _densely(page: RecordPage) -> RecordPage:
    measures = replace(page.measures, column=page.measures.wide * WIDER, label=0.0)
    return replace(page, measures=measures, notes=(" ".join(page.notes),) if page.notes else (), spacing=DENSE)


def _packed(page: RecordPage, spacing: Spacing = PACKED, narrowest: float = NARROWEST) -> RecordPage:
    wide = page.measures.wide
    columns = int(wide / narrowest)
    measures = replace(page.measures, column=(wide + GAP) / columns - GAP, columns=columns, label=0.0, beside=True)
    return replace(_densely(page), measures=measures, spacing=spacing)


def _told(record: Record, translate: Say) -> tuple[str, ...]:
    told = tuple(translate(said) for said in (record.scored.decided, record.went, *record.scored.notes) if said)
    return (*told, " · ".join(map(translate, record.agreed))) if record.agreed else told


def _dealt(waiting: list[Block], first: RecordPage) -> list[RecordPage]:
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


def _won(record: Record, translate: Say, room: float) -> str:
    """Who won; a name goes to the next line as a whole, if a line can hold it."""
    said = translate(record.won)
    for name in record.names:
        if width(name) <= room:
            said = said.replace(name, name.replace(" ", UNBROKEN))
    return hyphenated(said, room)


def _note(typed: str, wide: float) -> tuple[str, float]:
    """What was typed, and how high its place is: as high as for a pen at least."""
    return typed, max(NOTED, 5.2 + 3.4 * lines(typed, wide / NOTE / REGULAR)) if typed else NOTED


def _broken(entry: Entry, spacing: Spacing) -> str:
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


def _measures(rems: tuple[float, float], blocks: Sequence[Block], foot: float) -> Measures:
    entries = [entry for block in blocks for entry in block.entries]
    label = max((width(entry.label) * REGULAR for entry in entries), default=0) * SUM + 2.8
    points = max((width(f"{entry.points or 0:+}") for entry in entries), default=0) * SUM + 0.8
    return Measures(*rems, rems[0] * COLUMN, label, points, foot)


def _alike(blocks: Sequence[Block], measures: Measures) -> float:
    """The size in which all names over the blocks fit a line, within reason."""
    return max(ALIKE, min(_size(block.name, measures) for block in blocks))


def _size(name: str, measures: Measures) -> float:
    room = measures.column - BESIDE
    return next((size for size in NAMES if width(name) * size <= room), NAMES[-1])


def _all_fitted(blocks: Sequence[Block], page: RecordPage) -> list[Block]:
    alike = _alike(blocks, page.measures)
    return [_fitted(block, alike, page.measures, page.spacing) for block in blocks]


def _fitted(block: Block, alike: float, measures: Measures, spacing: Spacing) -> Block:
    """The block with letters that fit its column, and hyphens where a word does not."""
    size = min(alike, _size(block.name, measures))
    said = [(entry, _broken(entry, spacing)) for entry in block.entries]
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


DOCUMENT = Document(name="game-record", title=_("Game summary"), game="", filled=filled)

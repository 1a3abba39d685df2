"""The record of a finished game: what, when, by whom, who won, how it went, every line with its sum; a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from printables.choice import Choice, Document, Part, Record, Say, fewest
from printables.game_record.columns import all_fitted, dealt
from printables.game_record.measures import DENSE, LOWER, NOTE, PACKED, RUN_IN, SUM, Block, Measures, Spacing
from printables.game_record.page import FOOT, RecordPage
from printables.letters import REGULAR, UNBROKEN, hyphenated, lines, width
from printables.room import Area
from scoring.core.text import _

NOTED = 11.0  # the place for a note, in the unit of the style
CODE = 14.0  # millimetres that the QR code takes, beside a note and over the foot
SAYS = 4.0  # the size of the letters that say who won
COLUMN, WIDER = 0.486, 0.49  # a column's share, and where it is dense
NARROWEST, NARROW, GAP = 60.0, 40.0, 2.5  # a column of a packed page, and what keeps it apart from the next


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
    usual = fewest((dealt(all_fitted(blocks, way), way) for way in chain(closer, packed)), len)
    if len(usual) <= area.up or area.finer:
        return usual
    lower = (_packed(way, LOWER, narrowest) for way in ways for narrowest in (NARROWEST, NARROW))
    closest = chain(lower, (_packed(way, RUN_IN) for way in ways))
    return fewest(chain([usual], (dealt(all_fitted(blocks, way), way) for way in closest)), len)


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


def _measures(rems: tuple[float, float], blocks: Sequence[Block], foot: float) -> Measures:
    entries = [entry for block in blocks for entry in block.entries]
    label = max((width(entry.label) * REGULAR for entry in entries), default=0) * SUM + 2.8
    points = max((width(f"{entry.points or 0:+}") for entry in entries), default=0) * SUM + 0.8
    return Measures(*rems, rems[0] * COLUMN, label, points, foot)


DOCUMENT = Document(name="game-record", title=_("Game summary"), game="", filled=filled)

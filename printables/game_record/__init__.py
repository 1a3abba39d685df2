"""The record of a finished game: what, when, by whom, who won, how it went, every line with its sum; a note."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printables.choice import Area, Document, Part, Record, Say
from printables.letters import UNBROKEN
from scoring.core.text import _

# The classes of `sheet.css`, the roomiest first, and for how many entries a layout is worth trying.
SMALL = {"": 30, "dense": 75, "dense brief": 75, "dense brief low": 999, "dense brief low small": 999}
LARGE = {"": 30, "dense": 75, "dense fine": 75, "dense finer": 999}
FINE = 1.2  # the unit of `fine`


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The record, and sentences of it in the language of the sheet: who `won`, and how it went."""

    record: Record
    won: str
    notes: tuple[str, ...]

    @property
    def entries(self) -> int:
        return sum(len(part.entries) for part in self.record.parts)

    @property
    def columns(self) -> tuple[Sequence[Part], Sequence[Part]]:
        """Half the parts each; where they are long, one in the middle goes on in the second column."""
        parts, half = self.record.parts, len(self.record.parts) // 2
        if len(parts) % 2 == 0:
            return parts[:half], parts[half:]
        middle = parts[half]
        if self.entries <= SMALL[""]:
            return parts[: half + 1], parts[half + 1 :]
        cut = (len(middle.entries) + 1) // 2
        begun, rest = (replace(middle, entries=some) for some in (middle.entries[:cut], middle.entries[cut:]))
        return (*parts[:half], begun), (replace(rest, total=None), *parts[half + 1 :])

    def layouts(self, area: Area, alone: bool) -> list[str]:
        """The classes of the root to be tried in turn; smaller letters only for a record that is `alone`."""
        known = LARGE if alone and area.unit > FINE else SMALL
        return [layout for layout, most in known.items() if self.entries <= most]


def filled(record: Record, say: Say) -> RecordPage:
    """The one page of a record; the line that says who won breaks no name between its parts."""
    won = say(record.won)
    for name in record.names:
        won = won.replace(name, name.replace(" ", UNBROKEN))
    notes = [say(told) for told in (record.scored.decided, record.went, *record.scored.notes) if told]
    agreed = [" · ".join(map(say, record.agreed))] if record.agreed else []
    return RecordPage(record, won, (*notes, *agreed))


DOCUMENT = Document(name="game-record", title=_("Game summary"), game="", filled=filled)

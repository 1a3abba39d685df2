"""A page of a record, and what its head and its foot leave of the room."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from printables.choice import Record
from printables.game_record.measures import NOTE, TIGHT, USUAL, Block, Measures, Spacing
from printables.letters import REGULAR, UNBROKEN, hyphenated, lines
from scoring.core.sheet import Score

# In the unit of the style: the head of a first and of a later page, a player in the ranking and each further line of a
# name there. All are measured, a little generously.
HEAD, CONTINUED, PLAYER, MORE = 27.5, 7.5, 6.9, 4.2
FOOT = 5.0  # what a foot leaves free
FOUND, BOX = 3.3, 9.0  # a line of what decided the game, its box without them
RANKED, RANKS = 3.8, 25.0  # the size of the letters of the ranking, and the room for the total in it


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

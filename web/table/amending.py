"""The correction under way: what is corrected, and the changes made so far, which its forms carry from page to page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from referee import LiveTable
from scoring.core.codec import parse
from scoring.core.log import AMEND, Amend, Broken, read_event
from scoring.core.play import AnyPlay
from scoring.core.rule import Rule
from scoring.core.telling import NOWHERE, places
from scoring.core.text import Text
from web.rendering.i18n import translate
from web.table.access import TableAccess
from web.table.forms import event_from, events_from

AT_TABLE = "at_table"
"""In the query of a correction that was begun at the table, and leads back there."""
Change = Mapping[str, object]
"""One change of a correction in the public format."""


@dataclass(frozen=True, slots=True)
class Amending:
    """A correction under way: of the move `wrong`, or with `before` what is missing before it.

    `changes` are those made on the pages before this one, to be recorded together. `several`: the number is that of a
    correction, and means all that it had inserted.
    """

    here: TableAccess
    live: LiveTable
    wrong: AnyPlay
    before: bool
    changes: Sequence[Change] = ()

    @property
    def at(self) -> int:
        return self.wrong.index - 1

    def place_of(self, number: int) -> str:
        """The place of a move in the game, in words."""
        return translate(places(self.live.play).get(number, NOWHERE).said)

    @property
    def amend(self) -> Amend[Any]:
        """The correction that these changes make."""
        event = {"type": AMEND, "changes": self.changes}
        amend = read_event(self.live.game, event, self.live.setup) if self.changes else None
        return amend if isinstance(amend, Amend) else Amend(())

    @property
    def several(self) -> bool:
        return sum(play.index == self.wrong.index and not play.forced for play in self.live.play.standing()) > 1

    @property
    def turn(self) -> Sequence[int]:
        """The moves of its turn; only itself if a part of the turn lies face down."""
        return self.live.play.turn_of(self.wrong.index) or (self.wrong.index,)

    @property
    def latest(self) -> bool:
        """True if the move is the last that stands, or of the turn that is: nothing that was played comes after."""
        last = next(play for play in reversed(self.live.play.standing()) if not play.forced)
        return self.wrong.index in (last.index, last.told_from().index)

    @property
    def counted(self) -> bool:
        return not self.before and not self.several and self.live.game.is_count(self.wrong.move)

    @property
    def recounts(self) -> bool:
        """True if it is several counts, and the last that happened."""
        return not self.before and self.several and self.latest and self.live.game.is_count(self.wrong.move)


@dataclass(frozen=True, slots=True)
class Answer:
    """Why a correction was not recorded; `broken` are the later moves that would not hold with the `changes`.

    `next` is the number of the move to be corrected as well: the first of those, or the one that stands in the way.
    `why` are the words of the rules where there is none.
    """

    status: int
    words: str
    rule: Rule | None = None
    broken: Sequence[Broken] = ()
    changes: Sequence[Change] = ()
    next: int | None = None
    why: Text | None = None

    @property
    def without_next(self) -> Sequence[Change]:
        """The changes, with the next move struck as the last one was; empty if none was."""
        struck = self.broken and self.changes and self.changes[-1].get("event", 0) is None
        return _struck(self.changes, self.broken[0].number) if struck else ()

    @property
    def without_broken(self) -> Sequence[Change]:
        """The changes, with every move struck that does not hold with them."""
        return _struck(self.changes, *(one.number for one in self.broken))


OPEN = Answer(200, "")


def last_of(live: LiveTable) -> int | None:
    """The number of the last move that somebody decided on; None if that was a correction, or there is none."""
    play = live.play.latest()[0].told_from()
    return None if play.before is None or isinstance(play.move, Amend) else play.index


def changes_so_far(live: LiveTable) -> Sequence[Change]:
    """The changes that the form carries; raises `Malformed`."""
    changes = parse(request.form.get("changes") or "[]")
    if changes != []:
        read_event(live.game, {"type": AMEND, "changes": changes}, live.setup)
    return changes if isinstance(changes, list) else []


def _with(changes: Sequence[Change], at: int, **change: object) -> Sequence[Change]:
    """The changes and one more: it replaces an earlier change of the same move; an insertion follows those already made
    at its place.
    """
    key = next(iter(change))
    same = next((each for each in changes if each["at"] == at and key in each), None)
    already = same["insert"] if same and key == "insert" else []
    if isinstance(already, list) and key == "insert":
        change = {"insert": [*already, *_listed(change["insert"])]}
    return [*(each for each in changes if each is not same), {"at": at, **change}]


def _struck(changes: Sequence[Change], *numbers: int) -> Sequence[Change]:
    for number in numbers:
        changes = _with(changes, number - 1, event=None)
    return changes


def _listed(events: object) -> Sequence[object]:
    return events if isinstance(events, list) else []


def changes_made(amending: Amending) -> Sequence[Change]:
    """The changes with the one that this form makes; raises `Malformed`."""
    if "say" in request.form:
        return amending.changes
    if "strike" in request.form:
        return _struck(amending.changes, amending.wrong.index)
    if "turn" in request.form:
        return _struck(amending.changes, *amending.turn)
    if not amending.before and not amending.several:
        event = event_from(request.form)
        return _with(amending.changes, amending.at, event=event)
    changes = amending.changes if amending.before else _with(amending.changes, amending.at, event=None)
    return _with(changes, amending.at, insert=events_from(request.form))

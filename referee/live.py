"""A live table: where it stands, folded from its log row by row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from ledger import Row, Table
from scoring import GAMES
from scoring.core.codec import FLAG, SEAT, Codec, Schema, several, shape, usually, whole
from scoring.core.game import AnyGame
from scoring.core.log import UNDO, Amend, Event, Undo, read_event
from scoring.core.play import AnyPlay, Play
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, text

LIBRARY_ITEM = "paper"  # the setting of a table that names its item of the library: no game knows it
HIDDEN = "hidden"  # the setting of a table whose scores nobody sees before the end: no game knows it
SHOW_RANK = "unveil"  # in the log of such a table: one more rank is shown
READY = "ready"  # in the log of a table whose players have to agree: one of them does
ASK = "ask"  # in the log of a table where one asks for what another has counted: the other's count without it
KEEP = "keep"  # in the log of such a table: the other keeps it
LOT = "lot"  # in the log of a table that has drawn lots: on whom it fell
EXCHANGE = "exchange"  # in the log of a table at which players were exchanged: their names, or their places
BESIDE_THE_GAME = (SHOW_RANK, READY, ASK, KEEP, LOT, EXCHANGE)
LATELY = 12  # rows of which a table remembers who recorded them
ALONG = "+"  # in the move id of what one report said after something else


@dataclass(frozen=True, slots=True)
class Ready:
    """A player agrees to what all have to agree to. It holds until the next move, and is not a move itself."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot says who begins. It is told until the next move, and is not a move itself."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchange:
    """Players were exchanged at these `seats`. Their names were the wrong way round; or they have changed `places`, and
    each phone has the other's seat now. It is told until the next move. `by` is the seat of the phone that did it, if
    it has exactly one; `seq` is the row.
    """

    seats: tuple[Seat, ...]
    places: bool = False
    by: Seat | None = None
    seq: int = 0

    def said(self, names: Sequence[str]) -> Text:
        """What was done, in words."""
        players = tuple(names[seat] for seat in self.seats if seat < len(names))
        if self.places:
            return text("{players} have changed places; each keeps the points.", players=players)
        return text("The names of {players} were the wrong way round; the points have changed owner.", players=players)


Beside: TypeAlias = Ready | Lot
EXCHANGED: Codec[Exchange] = Codec(
    {EXCHANGE: Schema(Exchange, {"seats": several(SEAT, 2, 5), "places": usually(FLAG, False)})}
)
BESIDE: Codec[Beside] = Codec({READY: Schema(Ready, {"seat": SEAT}), LOT: Schema(Lot, {"seat": SEAT})})


@dataclass(frozen=True, slots=True)
class Request:
    """One player asks for what another has counted; `given_up` is the other's count without it, `kept` is the answer
    no.
    """

    by: Seat
    given_up: Any
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Mended:
    """A move that was undone, or a correction; `by` is the seat of the phone that did it, if it has exactly one.

    `turn`: with it the move before it, the two of which are told in one sentence. `seq` is the row that did it.
    """

    play: AnyPlay
    by: Seat | None
    seq: int
    corrects: bool = False
    turn: bool = False

    @property
    def first(self) -> AnyPlay:
        """The first of the moves that were undone."""
        return self.play.told_from() if self.turn else self.play

    def is_said_again(self, play: AnyPlay) -> bool:
        """True if all of it was recorded again with this move."""
        same = self.play.move == play.move
        return same and (not self.turn or (play.before is not None and play.before.move == self.first.move))


@dataclass(frozen=True, slots=True)
class Notices:
    """What stands beside the board until the next move: the seats that are `ready` for what comes next, the `request`
    of one player to another, the seat that the `lot` fell on, and who were `exchanged` last. `mended` is what was taken
    back or corrected since the last move, but for what was said again.
    """

    ready: frozenset[Seat] = frozenset()
    request: Request | None = None
    lot: Seat | None = None
    exchanged: Exchange | None = None
    mended: tuple[Mended, ...] = ()


class Origin(NamedTuple):
    """The seat of the phone that recorded a row, if it has exactly one; and whether one report said it `along` with
    the row before.
    """

    by: Seat | None
    along: bool = False


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table as it stands at `seq`; `last_change` gives the last seq that changed something for a seat.

    Everybody may read the log up to `open_to`. `face_down` are the seats that something lies face down for: since
    which seq, and whether it came from a phone that sits there alone. `ranks_shown` counts the ranks shown at the end.
    `origins` say from which phone each of the last rows came, newest last.
    """

    table: Table
    setup: Any
    play: AnyPlay
    seq: int = 0
    last_change: Mapping[Seat, int] = field(default_factory=dict)
    open_to: int = 0
    face_down: Mapping[Seat, tuple[int, bool]] = field(default_factory=dict)
    ranks_shown: int = 0
    origins: tuple[Origin, ...] = ()
    notices: Notices = Notices()

    @classmethod
    def before_the_first_move(cls, table: Table) -> LiveTable:
        return cls(table, *opened(table.game, table.settings, table.names))

    @property
    def game(self) -> AnyGame:
        return self.play.game

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def finished(self) -> bool:
        return not self.game.to_act(self.state)

    @property
    def scores_hidden(self) -> bool:
        """True if nobody may see the scores: the table hides them, and not every rank has been shown at the end."""
        return HIDDEN in self.table.settings and not (self.finished and self.ranks_shown >= len(self.sheet.from_last))

    @property
    def awaits_reveal(self) -> bool:
        """True if the game is over and not every rank has been shown."""
        return self.finished and self.scores_hidden

    @property
    def has_review(self) -> bool:
        """True if it can be said where the game was decided: it is over, its scores may be seen, and its log holds more
        than a count.
        """
        reviewing = self.game.review
        return reviewing is not None and self.finished and not self.scores_hidden and reviewing.followed(self.play)

    @property
    def sheet(self) -> Sheet:
        return self.game.score(self.game.position(self.state))

    def folded(self, row: Row) -> LiveTable:
        """The table with one more row; a row that is no longer legal is passed over."""
        kind, origin = row.event.get("type"), Origin(row.by_seat, ALONG in row.move_id)
        if kind == SHOW_RANK:
            return self._with_row(origin, ranks_shown=self.ranks_shown + 1)
        try:
            if kind in (ASK, KEEP):
                news = {row.seat: self.seq + 1} if kind == KEEP and row.seat is not None else {}
                notices = replace(self.notices, request=self._requested(row.event))
                return self._with_row(origin, notices=notices, last_change={**self.last_change, **news})
            if kind == EXCHANGE:
                return self._with_row(origin, notices=replace(self.notices, exchanged=exchange_of(row, self.table)))
            move = self.read(row.event)
            play = self.play if isinstance(move, Beside) else self.play.after(move, self.seq + 1)
            return self.with_move(move, play, origin)
        except (Illegal, Malformed):
            return self._with_row(origin)

    def read(self, event: Event) -> Any:
        """The move of an event at this table; raises `Malformed`."""
        if event.get("type") in (READY, LOT):
            return BESIDE.read(event, len(self.table.names))
        return read_event(self.game, event, self.setup)

    def _requested(self, event: Event) -> Request | None:
        """The request that stands after this row; raises `Malformed`."""
        if event.get("type") == KEEP:
            return replace(self.notices.request, kept=True) if self.notices.request else None
        fields = shape(event, ASK, ("type", "seat", "event"))
        seat = whole(fields["seat"], "seat", 0, len(self.table.names) - 1)
        return Request(seat, read_event(self.game, fields["event"], self.setup))

    def event(self, move: Any) -> Event:
        return {"type": UNDO} if isinstance(move, Undo) else self.game.formats.event(move)

    def with_move(self, move: Any, play: AnyPlay, origin: Origin) -> LiveTable:
        """The table with one more move and the `play` after it."""
        if isinstance(move, Ready):
            return self._with_row(origin, notices=replace(self.notices, ready=self.notices.ready | {move.seat}))
        if isinstance(move, Lot):
            return self._with_row(origin, notices=replace(self.notices, lot=move.seat))
        seq = self.seq + 1
        seat = seat_of(move, self.play)
        last_change = self.last_change if seat is None else {**self.last_change, seat: seq}
        notices = Notices(mended=self._mended(move, play, origin.by))
        after = self._with_row(origin, play=play, last_change=last_change, ranks_shown=0, notices=notices)
        if after.finished or (not isinstance(move, Undo | Amend) and self.game.secrets.reveals(move)):
            return replace(after, open_to=seq, face_down={}, ranks_shown=self.ranks_shown)
        if isinstance(move, Undo):
            lying = {seat: since for seat, since in self.face_down.items() if since[0] <= play.index}
            return replace(after, face_down=lying) if lying != self.face_down else after
        if isinstance(move, Amend) or not self.game.secrets.face_down(move):
            return after
        since, alone = self.face_down.get(move.seat, (seq, False))
        lying = {**self.face_down, move.seat: (since, alone or origin.by == move.seat)}
        return replace(after, face_down=lying, open_to=self.open_to)

    def after(self, moves: Iterable[Any]) -> LiveTable:
        """The table after moves that are not written down; raises `Illegal`."""
        live = self
        for move in moves:
            live = live.with_move(move, live.play.after(move, live.seq + 1), Origin(None))
        return live

    def turns_up(self, moves: Sequence[Any]) -> bool:
        """True of moves that lay something and turn it up while nothing lies face down: anybody may say it."""
        secrets, own = self.game.secrets, [move for move in moves if isinstance(move, self.game.moves)]
        return not self.face_down and any(map(secrets.face_down, own)) and any(map(secrets.reveals, own))

    def _with_row(self, origin: Origin, /, **changes: Any) -> LiveTable:
        """The table with one more row and what it changes, made in one step, because a long log is
        folded row by row.
        """
        origins = (*self.origins, origin)[-LATELY:]
        return replace(self, seq=self.seq + 1, open_to=self._open_after(), origins=origins, **changes)

    def recorder(self, play: AnyPlay) -> Seat | None:
        """The seat of the phone that recorded this move, if it was recent and the phone has one seat alone."""
        return self._origin(play).by

    def first_of(self, play: AnyPlay) -> AnyPlay:
        """The first of the moves that one report said, if it was recent; else this one."""
        return self.first_of(play.before) if play.before and self._origin(play).along else play

    def _origin(self, play: AnyPlay) -> Origin:
        ago = self.seq - play.index
        return self.origins[-1 - ago] if ago < len(self.origins) else Origin(None)

    def _mended(self, move: Any, play: AnyPlay, by_seat: Seat | None) -> tuple[Mended, ...]:
        """The changes that everybody is told of until the next move; one that is said in the place of another is not
        the next.
        """
        mended = self.notices.mended
        if isinstance(move, Undo):
            return mended if self.play.forced else self._undone(by_seat)
        if isinstance(move, Amend):
            return (*mended, Mended(play, by_seat, self.seq + 1, corrects=True))
        rest = tuple(one for one in mended if not one.is_said_again(play))
        instead = any(_is_instead(play, one.first) for one in mended)
        return rest if instead or rest != mended or (rest and play.forced) else ()

    def _undone(self, by_seat: Seat | None) -> tuple[Mended, ...]:
        """The changes with the last move undone as well; with the one undone before it, it may be one turn."""
        now = Mended(self.play, by_seat, self.seq + 1)
        standing = tuple(one for one in self.notices.mended if not (one.corrects and one.play is self.play))
        *earlier, last = standing or (now,)
        if last.by == by_seat and last.play is not self.play and last.play.told_from() is self.play:
            return (*earlier, replace(last, seq=now.seq, turn=True))
        return (*standing, now)

    def _open_after(self) -> int:
        """The number after which the log is open: what follows something face down stays closed with it, because a log
        is read from its beginning.
        """
        return self.seq + 1 if self.open_to == self.seq else self.open_to

    def trusted(self, seats: frozenset[Seat]) -> frozenset[Seat]:
        """The seats whose face-down moves a device at these seats may know.

        A scorekeeper for several knows what was entered on the shared phone, and not what a player laid on a phone of
        their own.
        """
        if len(seats) == 1:
            return seats
        return frozenset(seat for seat in seats if not self.face_down.get(seat, (0, False))[1])

    def withheld(self, seats: frozenset[Seat]) -> frozenset[Seat]:
        """The seats for which something lies face down that a device at these seats may not know."""
        return frozenset(self.face_down) - self.trusted(seats)

    def seen_from(self, seats: frozenset[Seat]) -> LiveTable:
        """The table as a device at these seats may see it."""
        state = self.game.secrets.seen_by(self.state, self.trusted(seats))
        return self if state is self.state else replace(self, play=replace(self.play, state=state))


def exchange_of(row: Row, table: Table) -> Exchange:
    """The exchange that a row says; raises `Malformed`."""
    return replace(EXCHANGED.read(row.event, len(table.names)), by=row.by_seat, seq=row.seq)


def _is_instead(play: AnyPlay, taken: AnyPlay) -> bool:
    """True if a move was recorded in place of one that was undone."""
    seat = seat_of(play.move, play)
    same = seat is not None and seat == seat_of(taken.move, taken) and type(play.move) is type(taken.move)
    return same or play.before is taken.before


def seat_of(move: Any, play: AnyPlay) -> Seat | None:
    """The seat a move concerns; of an undo, the seat of the move undone."""
    concerned = play.move if isinstance(move, Undo) else move
    return getattr(concerned, "seat", None)


def opened(key: str, settings: Mapping[str, object], names: Sequence[str]) -> tuple[Any, AnyPlay]:
    """The setup and the first state of a game; raises Malformed if these are not settings of it."""
    game = GAMES[key]
    own = {name: value for name, value in settings.items() if name not in (LIBRARY_ITEM, HIDDEN)}
    setup = game.formats.setup({"players": list(names), **own})
    return setup, Play(game, game.start(setup))

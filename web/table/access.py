"""The device that asks, and the table it asks for: the seats that a device has or may take, the reason for which it may
not take the others, and whether its link allows writing or only watching.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast

from flask import Blueprint, abort, current_app, flash, g, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import FinishedTable, Group, Table
from referee import HIDDEN, LiveTable, Referee
from scoring.core.sheet import Seat
from scoring.core.text import plural
from web.rendering.i18n import translate

if TYPE_CHECKING:
    from ledger import Ledger

MONTH = 30 * 24 * 3600  # seconds
NAMES_KEPT = 12
SEATS = "seats "  # in the cookie, before the key of a game: who sat at its last table
CHOSEN = "chosen "  # in the cookie, before the key of a game: the settings of its last table

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

IN_USE = timedelta(days=1)  # how exactly a group's last use is known
A_DAY = timedelta(days=1)
FOR_EVERYONE = "for everyone"  # in the cookie: the latest table for whose players this device said that it keeps score
LEFT = "left face down"  # in the cookie: the latest table where this device left such seats, and each since which seq


@dataclass(frozen=True, slots=True)
class TableAccess:
    """One device at one table: the seats it holds, and whether its link allows writing.

    `seq` is the table's newest seq when it was asked for, None if it was not asked.
    """

    table: Table
    seats: frozenset[Seat]
    by_watch: bool = False
    seq: int | None = None

    @property
    def may_write(self) -> bool:
        return bool(self.seats) and not self.by_watch

    @property
    def only_seat(self) -> Seat | None:
        """The seat of a device that sits at one alone."""
        return next(iter(self.seats)) if len(self.seats) == 1 else None


def referee() -> Referee:
    """The referee and its ledger, which a command of `flask` opens here, when it first needs it."""
    if "referee" not in current_app.extensions:
        current_app.extensions["open"]()
    return cast(Referee, current_app.extensions["referee"])


def ledger() -> Ledger:
    return referee().ledger


def device() -> str:
    """The device's own secret, made at its first visit and kept in the signed cookie, which is renewed each month."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    month = int(time.time() // MONTH)
    if session.get("month") != month:
        session.permanent = True
        session["month"] = month
    return str(session["device"])


def remember_names(names: Iterable[str]) -> None:
    """Names of players, to be offered on this device the next time."""
    session["names"] = list(dict.fromkeys([*names, *session.get("names", [])]))[:NAMES_KEPT]


def mend_remembered(mended: Mapping[str, str]) -> None:
    """Put the new names of players (by their old ones) in the place of those that this device suggests for the next
    table.
    """
    for key, names in list(session.items()):
        if key == "names" or key.startswith(SEATS):
            session[key] = list(dict.fromkeys(mended.get(name, name) for name in names))


def remember_read(here: TableAccess, seq: int) -> None:
    """Tell this device no more what was told at this table up to `seq`; it remembers that of the last table alone."""
    session["read"] = [here.table.id, seq]


def read_until(here: TableAccess) -> int:
    """The seq up to which this device has read what was told at this table; 0 where it has read nothing."""
    table_id, seq = session.get("read", (0, 0))
    return int(seq) if table_id == here.table.id else 0


def table_or_404(code: str) -> TableAccess:
    """The table behind a link to write; 404 when there is none."""
    found = ledger().tables.visit(code, device()) if len(code) < 80 else None
    if found is None:
        g.gone = [url_for("table.page", code=code)]
        abort(404)
    table, seats, seq = found
    g.table = table.id
    return TableAccess(table, seats, seq=seq)


def watched_or_404(watch: str) -> TableAccess:
    """The table behind a link to watch; 404 when there is none."""
    table = ledger().tables.by_watch(watch) if len(watch) < 80 else None
    if table is None:
        g.gone = _watching(watch)
        abort(404)
    g.table = table.id
    return TableAccess(table, frozenset(), by_watch=True)


def under_both_links(blueprint: Blueprint, path: str, watched: str, method: str = "GET") -> Callable[[View], View]:
    """The routes of a view under the link to write and, called `watched`, under the link to watch; instead of the code
    it is given the `TableAccess`.
    """

    def route(view: View) -> View:
        for link, endpoint, found in (("t", view.__name__, table_or_404), ("w", watched, watched_or_404)):
            blueprint.add_url_rule(f"/{link}/<code>{path}", endpoint, _given(view, found), methods=[method])
        return view

    return route


def _given(view: View, found: Callable[[str], TableAccess]) -> View:
    @wraps(view)
    def of(code: str, **more: object) -> ResponseReturnValue:
        return view(found(code), **more)

    return cast("View", of)


def forget_on_device(*tables: Table) -> None:
    """Let the next page make this browser drop what it keeps of these addresses: pages and waiting taps (device.js)."""
    for table in tables:
        for path in (url_for("table.page", code=table.code), *_watching(table.watch)):
            flash(path, "gone")


def _watching(watch: str) -> list[str]:
    return [url_for("table.watch", code=watch), url_for("table.result", code=watch)]


def group_or_404(code: str) -> Group:
    """The group behind its secret link; 404 when there is none. Opening it counts as use, which
    keeps it from expiring.
    """
    group = ledger().groups.by_code(code) if len(code) < 80 else None
    if group is None:
        abort(404)
    if datetime.now(UTC) - group.changed_at > IN_USE:
        ledger().groups.change(group.id)
    return group


def live_of(visit: TableAccess) -> LiveTable:
    return referee().live(visit.table, visit.seq)


class ScoresHidden(Exception):
    """The table hides its scores, and they have not all been shown."""


def scores_of(visit: TableAccess) -> LiveTable:
    """The live table where anybody may know its scores; raises `ScoresHidden`."""
    live = live_of(visit)
    if live.scores_hidden:
        raise ScoresHidden
    return live


def shown(finished_tables: Sequence[FinishedTable]) -> list[FinishedTable]:
    """Those games whose scores anybody may know: a table that hides them has a day to show them."""
    since = datetime.now(UTC) - A_DAY
    return [
        one
        for one in finished_tables
        if HIDDEN not in one.settings or one.ended_at < since or not _scores_hidden(one.code)
    ]


def _scores_hidden(code: str) -> bool:
    table = ledger().tables.by_code(code)
    return table is not None and referee().live(table).scores_hidden


def may_join(here: TableAccess) -> bool:
    """True if this device may take a seat: a table that accepts no new phones keeps those it has."""
    return here.table.joining or bool(here.seats) or here.table.opener == device()


def withheld(here: TableAccess) -> frozenset[Seat]:
    """The seats with cards face down that this device may not know; those that it laid and left, it knows."""
    live = live_of(here)
    return live.withheld(here.seats) - {seat for seat, _since in _left(here, live)}


def leave_face_down(here: TableAccess) -> None:
    """Remember that this device may come back to the seats that it sits at and that have cards face down."""
    live = live_of(here)
    known = {seat: since for seat, (since, _alone) in live.face_down.items() if seat in live.trusted(here.seats)}
    if known:
        session[LEFT] = [here.table.id, list({**dict(_left(here, live)), **known}.items())]


def _left(here: TableAccess, live: LiveTable) -> list[tuple[Seat, int]]:
    """The seats that this device left with what lies there now, each with the seq since which it lies there."""
    table, left = session.get(LEFT, (None, ()))
    lying = {seat: since for seat, (since, _alone) in live.face_down.items()}
    return [(seat, since) for seat, since in left if table == here.table.id and lying.get(seat) == since]


def answering_elsewhere(here: TableAccess) -> frozenset[Seat]:
    """The seats that this device does not answer for: it does not sit there, or it keeps score for several and somebody
    has a phone of their own there.
    """
    others = frozenset(range(len(here.table.names))) - here.seats
    if len(here.seats) < 2:
        return others
    alone = alone_at(here)
    return others | {seat for seat, devices in alone.items() if devices}


def still_without_phone(here: TableAccess) -> list[Seat]:
    """The seats among which this device is asked for its own: it has them all without having said that it keeps score
    for everyone, and others have come with phones of their own.
    """
    if len(here.seats) < len(here.table.names) or not here.may_write or session.get(FOR_EVERYONE) == here.table.id:
        return []
    alone = alone_at(here)
    return [seat for seat in sorted(here.seats) if not alone[seat]] if any(alone.values()) else []


def why_no_seat(here: TableAccess) -> str:
    """Why this device can take no seat at all for now; empty where it can."""
    if here.table.locked:
        return str(gettext("This table is locked: the person who opened it can unlock it."))
    if not may_join(here):
        return str(gettext("This table accepts no new phones: to play here, ask the person who opened it."))
    if len(withheld(here)) == len(here.table.names):
        return str(gettext("Cards are face down here: wait for the reveal to change seats."))
    return ""


def why_not_all(here: TableAccess) -> str:
    """Why this device cannot take some of the seats for now; empty where it can take them all."""
    names = tuple(here.table.names[seat] for seat in sorted(withheld(here)))
    if not names:
        return ""
    return translate(
        plural(
            "{names} has cards face down: this seat can be taken after the reveal.",
            "{names} have cards face down: these seats can be taken after the reveal.",
            len(names),
            names=names,
        )
    )


def sit_first(here: TableAccess) -> str:
    """The sentence for a phone that reports something and has no seat at the table."""
    return why_no_seat(here) or str(gettext("This device has no seat here: choose one, then send again."))


def alone_at(here: TableAccess) -> defaultdict[Seat, frozenset[str]]:
    """The devices at each seat of a table that sit at no other."""
    return lone_sitters(ledger().seats.sittings(here.table.id))


def lone_sitters(sittings: Mapping[Seat, frozenset[str]]) -> defaultdict[Seat, frozenset[str]]:
    """Of these devices at each seat, those that sit at no other."""
    often = Counter(device for devices in sittings.values() for device in devices)
    alone = {seat: frozenset(one for one in devices if often[one] == 1) for seat, devices in sittings.items()}
    return defaultdict(frozenset, alone)

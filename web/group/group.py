"""The group: a notebook behind a secret link: tables, players, layouts and boxes. Whoever has the link may write."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import FinishedTable, Group, LibraryItem, Player, Table
from ledger.codes import reading_key
from ledger.entries import NameTaken, lasting_id
from referee import LIBRARY_ITEM, recount
from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.rule import Malformed
from web.group.library import READ_ONLY
from web.group.library import items as own_items
from web.group.names import named
from web.http.limits import GROUPS, TABLES, limiter
from web.print.page import desk_for
from web.rendering.i18n import translate
from web.table.access import device, group_or_404, ledger, referee, shown
from web.table.lobby import Offered, make_table

group = Blueprint("group", __name__)
LAST = 5
MOST_ITEMS = 20
MOST_TABLES = 60


@dataclass(frozen=True, slots=True)
class Record:
    """The games that somebody has played, and those won."""

    player: Player
    played: int
    won: int


# -- making and finding ----------------------------------------------------------------------------------------


@group.get("/groups")
def index() -> ResponseReturnValue:
    """The groups this device remembers, and the way to a new one."""
    return _index()


def _index(status: int = 200, said: str = "") -> ResponseReturnValue:
    return render_template("group/index.html", groups=ledger().groups.of(device()), said=said), status


@group.post("/groups")
@limiter.limit(GROUPS)
def make() -> ResponseReturnValue:
    """A new group; this device remembers it."""
    try:
        made = ledger().groups.make(named(request.form.get("name", "")), device())
    except Malformed as malformed:
        return _index(422, translate(malformed.why))
    return _to(made)


def _to(here: Group, page: str = "show", **values: Any) -> ResponseReturnValue:
    return redirect(url_for(f"group.{page}", code=here.code, **values), 303)


# -- the notebook ----------------------------------------------------------------------------------------------


@group.get("/g/<code>")
def show(code: str) -> ResponseReturnValue:
    """The page of a group: what is being played, what was played last, who plays, and with which layouts and boxes."""
    return _show(group_or_404(code))


def _show(here: Group, status: int = 200, said: str = "") -> ResponseReturnValue:
    recount(referee(), here.id)
    finished_tables = shown(ledger().outcomes.of_group(here.id))
    page = render_template(
        "group/group.html",
        group=here,
        known=_known(here),
        running=ledger().tables.of_group(here.id, finished=False),
        last=finished_tables[:LAST],
        played=len(finished_tables),
        records=_records(here, finished_tables),
        items=_items(here),
        offered=[item for item in _not_here(here, own_items()) if item.may_change],
        games=GAMES.values(),
        desk_for=desk_for,
        said=said,
    )
    return page, status


def _known(here: Group) -> bool:
    """True if this device remembers the group."""
    return any(known.id == here.id for known in ledger().groups.of(device()))


def _records(here: Group, finished_tables: list[FinishedTable]) -> list[Record]:
    played = Counter(placed.player_id for outcome in finished_tables for placed in outcome.players)
    won = Counter(placed.player_id for outcome in finished_tables for placed in outcome.players if placed.rank == 1)
    records = [Record(player, played[player.id], won[player.id]) for player in ledger().players.of(here.id)]
    return sorted(records, key=lambda record: -record.played)


def _not_here(here: Group, found: Iterable[LibraryItem]) -> list[LibraryItem]:
    """Those that the group does not keep."""
    kept = {reading_key(key) for key in here.items.values()}
    return [item for item in found if item.reading not in kept]


def _items(here: Group, kind: str | None = None) -> list[LibraryItem]:
    """The group's items that are still in the library."""
    found = [ledger().library.by_key(key) for key in here.items.values()]
    return [item for item in found if item and kind in (None, item.kind)]


@group.post("/g/<code>/name")
def name(code: str) -> ResponseReturnValue:
    """Rename the group."""
    here = group_or_404(code)
    try:
        ledger().groups.change(here.id, name=named(request.form.get("name", "")))
    except Malformed as malformed:
        return _show(here, 422, translate(malformed.why))
    return _to(here)


@group.post("/g/<code>/keep")
def keep(code: str) -> ResponseReturnValue:
    """This device remembers the group."""
    here = group_or_404(code)
    ledger().groups.remember(here.id, device())
    return _to(here)


@group.post("/g/<code>/leave")
def leave(code: str) -> ResponseReturnValue:
    """This device remembers it no longer; the group stays, for whoever has its link."""
    ledger().groups.forget(group_or_404(code).id, device())
    flash(gettext("This device has left the group."))
    return redirect(url_for("group.index"), 303)


# -- tables ----------------------------------------------------------------------------------------------------


@group.route("/g/<code>/new/<key>", methods=["GET", "POST"])
@limiter.limit(TABLES, methods=["POST"])
def new(code: str, key: str) -> ResponseReturnValue:
    """A new table of the group: its players, pads and boxes are offered, and what its last table of this game had."""
    here, game = group_or_404(code), GAMES.get(key) or abort(404)
    return make_table(game, _offered(here, game), lambda table: _joined(here, table), here)


def _offered(here: Group, game: AnyGame) -> Offered:
    last = ledger().tables.last_of_group(here.id, game.key)
    names = {player.id: player.name for player in ledger().players.of(here.id)}
    seated = [names.get(player or 0, "") for player in last.players] if last else []

    def offer(kind: str) -> list[LibraryItem]:
        ours = _items(here, kind)
        return [*ours, *_not_here(here, own_items(kind))]

    return Offered(offer, list(names.values()), seated, last.settings if last else {}, chosen=bool(names))


def _joined(here: Group, table: Table) -> None:
    ledger().groups.remember(here.id, device())
    ledger().groups.put_table(table.id, here.id, dict(enumerate(table.names)))
    item = ledger().library.by_key(table.settings.get(LIBRARY_ITEM, ""))
    if item and item.may_change:
        _put_item(here, item.key)


@group.get("/g/<code>/tables")
def tables(code: str) -> ResponseReturnValue:
    """This device's tables that belong to no group, to be added, and those of the group, to be removed."""
    return _tables(group_or_404(code))


def _tables(here: Group, asked: Table | None = None) -> ResponseReturnValue:
    own, tables = _own(), ledger().tables.of_group(here.id, MOST_TABLES)
    totals = ledger().outcomes.totals(table.id for table in (*own, *tables))
    return render_template("group/tables.html", group=here, own=own, tables=tables, totals=totals, asked=asked)


def _own() -> list[Table]:
    return [table for table in ledger().tables.of(device(), MOST_TABLES) if table.group_id is None]


@group.post("/g/<code>/put")
def put(code: str) -> ResponseReturnValue:
    """Add a table of this device to the group; its seats become the group's players, by their names."""
    here = group_or_404(code)
    table = next((own for own in _own() if own.code == request.form.get("table")), None) or abort(422)
    _joined(here, table)
    flash(gettext("The table is in the group."))
    return _to(here, "tables")


@group.post("/g/<code>/out")
def out(code: str) -> ResponseReturnValue:
    """Remove a table from the group, after a question; it stays where it is for whoever has its link."""
    here, number = group_or_404(code), _number("table")
    table = next((ours for ours in ledger().tables.of_group(here.id) if ours.id == number), None) or abort(422)
    if "sure" not in request.form:
        return _tables(here, table)
    ledger().groups.take_out(table.id, here.id)
    flash(gettext("The table is out of the group. It is still there, under its own link."))
    return _to(here, "tables")


def _number(field: str) -> int:
    typed = request.form.get(field, "")
    if not typed.isdecimal() or len(typed) > 9:
        abort(400)
    return int(typed)


# -- pads and boxes --------------------------------------------------------------------------------------------


@group.post("/g/<code>/papers")
def items(code: str) -> ResponseReturnValue:
    """Add items of this device's library to the group."""
    here, key = group_or_404(code), request.form.get("key", "")
    item = ledger().library.by_key(key) if key in session.get("papers", []) else None
    if item is None:
        abort(422)
    if not item.may_change:
        return render_template("error.html", said=translate(READ_ONLY), code=403), 403
    _put_item(here, key)
    return _to(here)


@group.post("/g/<code>/papers/out")
def item_out(code: str) -> ResponseReturnValue:
    """Remove this item from the group; it stays in the library."""
    here, key = group_or_404(code), request.form.get("key", "")
    _change_items(here, lambda items: {lasting: kept for lasting, kept in items.items() if kept != key})
    return _to(here)


def _put_item(here: Group, key: str) -> None:
    _change_items(here, lambda items: items if key in items.values() else {lasting_id(key): key, **items})


def _change_items(here: Group, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    def changed(body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "papers": dict(list(change(body.get("papers", {})).items())[:MOST_ITEMS])}

    ledger().groups.change_body(here.id, changed)


# -- players ---------------------------------------------------------------------------------------------------


@group.get("/g/<code>/players")
def players(code: str) -> ResponseReturnValue:
    """The players of the group."""
    return _players(group_or_404(code))


def _players(here: Group, status: int = 200, said: str = "") -> ResponseReturnValue:
    records = _records(here, shown(ledger().outcomes.of_group(here.id)))
    return render_template("group/players.html", group=here, records=records, said=said), status


@group.post("/g/<code>/players")
def add_player(code: str) -> ResponseReturnValue:
    """Add a player."""
    here = group_or_404(code)
    try:
        ledger().players.add(here.id, named(request.form.get("name", "")))
    except Malformed as malformed:
        return _players(here, 422, translate(malformed.why))
    except NameTaken:
        return _players(here, 422, gettext("The group has a player of this name."))
    return _to(here, "players")


@group.get("/g/<code>/players/<int:player>")
def player(code: str, player: int) -> ResponseReturnValue:
    """One player: rename, merge with another, remove."""
    here = group_or_404(code)
    return _player(here, _of(here, player))


def _is_gone(here: Group, player: int) -> bool:
    return all(one.id != player for one in ledger().players.of(here.id))


def _answered_before(here: Group) -> ResponseReturnValue:
    """Lead to the players from a question about one who is no longer among them."""
    flash(gettext("This player is no longer in the group."))
    return _to(here, "players")


def _of(here: Group, player: int) -> Player:
    """A player of the group; 404 when it has none of that number."""
    found = [one for one in ledger().players.of(here.id) if one.id == player]
    return found[0] if found else abort(404)


def _player(here: Group, one: Player, status: int = 200, said: str = "", **asked: object) -> ResponseReturnValue:
    everybody = ledger().players.of(here.id)
    record = next(
        record for record in _records(here, shown(ledger().outcomes.of_group(here.id))) if record.player.id == one.id
    )
    beside = [other for other in everybody if other.id != one.id]
    page = render_template(
        "group/player.html", group=here, player=one, record=record, beside=beside, said=said, **asked
    )
    return page, status


@group.post("/g/<code>/players/<int:player>/name")
def rename_player(code: str, player: int) -> ResponseReturnValue:
    """Rename a player in everything that was played."""
    here = group_or_404(code)
    one = _of(here, player)
    try:
        ledger().players.rename(here.id, one.id, named(request.form.get("name", "")))
    except Malformed as malformed:
        return _player(here, one, 422, translate(malformed.why))
    except NameTaken:
        return _player(here, one, 422, gettext("Another player has this name. Are they the same person?"))
    return _to(here, "players")


@group.post("/g/<code>/players/<int:player>/merge")
def merge_players(code: str, player: int) -> ResponseReturnValue:
    """Merge two players, after a question, because it cannot be undone."""
    here = group_or_404(code)
    if _is_gone(here, player):
        return _answered_before(here)
    gone, kept = _of(here, player), _of(here, _number("into"))
    if "sure" not in request.form:
        return _player(here, gone, asked="merge", into=kept)
    try:
        ledger().players.merge(here.id, kept.id, gone.id)
    except ValueError:
        return _player(here, gone, 422, gettext("These two have played at the same table: they are different people."))
    flash(gettext("%(gone)s has been merged into %(kept)s.", gone=gone.name, kept=kept.name))
    return _to(here, "players")


@group.post("/g/<code>/players/<int:player>/remove")
def remove_player(code: str, player: int) -> ResponseReturnValue:
    """Remove a player from the group, after a question. The tables keep the name."""
    here = group_or_404(code)
    if _is_gone(here, player):
        return _answered_before(here)
    one = _of(here, player)
    if "sure" not in request.form:
        return _player(here, one, asked="remove")
    ledger().players.remove(here.id, one.id)
    flash(gettext("%(name)s is no longer a player of the group.", name=one.name))
    return _to(here, "players")

"""The library: what is kept from table to table, a layout (pad) or a box.

An item has two keys: one changes it, the other shows it and is printed on its sheets. A device knows the items that it
made, opened a table with, or chose to keep: a key of each is in its cookie.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import Group, LibraryItem
from ledger.codes import reading_key
from printables import DOCUMENTS, Document
from scoring import GAMES
from scoring.core.codec import parse
from scoring.core.game import AnyGame, AnyLibraryKind
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from web.group.item import OURS, item_of, take_over
from web.group.names import LONGEST, named
from web.rendering.fragments import htmx
from web.rendering.i18n import translate
from web.table.access import TableAccess, device, ledger, table_or_404
from web.table.forms import event_from

library = Blueprint("library", __name__)
KEPT = 20
READ_ONLY = text(
    "This link only shows it. To change it, use the other link, from the device that made it, or make a copy of your "
    "own."
)


def items(kind: str | None = None) -> list[LibraryItem]:
    """The items of the library that this device knows, the latest used first."""
    found = [ledger().library.by_key(key) for key in session.get("papers", [])]
    return [item for item in found if item and kind in (None, item.kind)]


def is_empty(item: LibraryItem) -> bool:
    """True if nothing has been entered in it yet."""
    library = _kind_of(item.kind)
    return bool(library.read(item.body) == library.new)


def worth_offering(found: Iterable[LibraryItem]) -> list[LibraryItem]:
    """Those that know something, the one played with last first."""
    return sorted((item for item in found if not is_empty(item)), key=lambda item: item.changed_at, reverse=True)


def known(item: LibraryItem) -> str:
    """The extent of what it holds, in words."""
    library = _kind_of(item.kind)
    return translate(library.known(library.read(item.body)))


def layouts_known(game: AnyGame, here: TableAccess | None = None, seat: Seat = 0) -> tuple[object, ...]:
    """The layouts that sheets of a game may have: at a table that of the seat first, then those this device knows."""
    if game.library is None:
        return ()
    bodies = [*(_bodies_at(here, game, seat) if here else ()), *(item.body for item in items(game.library.kind))]
    return tuple(game.library.read(body) for body in bodies if isinstance(body, dict))


def _bodies_at(here: TableAccess, game: AnyGame, seat: Seat) -> Iterator[object]:
    for setting in game.settings:
        if setting.library:
            own = here.table.settings.get(setting.each)
            yield own[seat] if own else None
            yield here.table.settings.get(setting.key)
    item = item_of(here)
    yield item.body if item else None


def groups_of(item: LibraryItem) -> list[Group]:
    """The groups of this device that keep it."""
    return [group for group in ledger().groups.of(device()) if item.reading in map(reading_key, group.items.values())]


def keep(key: str) -> None:
    """Remember an item on this device, before the others; by the key that changes it rather than the one to read."""
    key = best_known(key)
    others = [other for other in session.get("papers", []) if other != reading_key(key)]
    session["papers"] = list(dict.fromkeys([key, *others]))[:KEPT]


def best_known(key: str) -> str:
    """The key that changes what this one shows, if this device or a group of it has it; else the same key."""
    return next((known for known in _known_keys() if reading_key(known) == key), key)


def _known_keys() -> list[str]:
    of_groups = [key for group in ledger().groups.of(device()) for key in group.items.values()]
    return [*session.get("papers", []), *of_groups]


def begin(kind: str, name: str) -> LibraryItem:
    """A new empty item; its name gets a number if another one here has that name."""
    return _put(None, kind, _unlike(kind, name), _kind_of(kind).new)


def _unlike(kind: str, name: str) -> str:
    taken = _taken(kind)
    names = (name if number == 1 else f"{name[: LONGEST - 3]} {number}" for number in range(1, len(taken) + 2))
    return next(one for one in names if one.casefold() not in taken)


def _taken(kind: str, but: str = "") -> set[str]:
    """The names that items of this device and of its groups have."""
    found = [ledger().library.by_key(key) for key in {*_known_keys()} - {but}]
    return {item.name.casefold() for item in found if item and item.kind == kind}


def _put(key: str | None, kind: str, name: str, value: object) -> LibraryItem:
    item = ledger().library.put(key, kind, name, _kind_of(kind).write(value))
    keep(item.key)
    return item


def _games() -> list[AnyGame]:
    """The games whose items have a page of their own."""
    return [game for game in GAMES.values() if game.library and game.library.title]


def _game_of(kind: str) -> AnyGame:
    return next((game for game in _games() if game.library and game.library.kind == kind), None) or abort(404)


def _kind_of(kind: str) -> AnyLibraryKind:
    return _game_of(kind).library or abort(404)


def _item(key: str) -> LibraryItem:
    return (ledger().library.by_key(key) if len(key) < 80 else None) or abort(404)


def _named(typed: str, kind: str, but: str = "") -> str:
    """A name as typed; raises `Malformed`, also where another item here is called so."""
    name = named(typed)
    if name.casefold() in _taken(kind, but):
        raise Malformed(text("Another one here is called {name}: give it a name of its own.", name=name))
    return name


# -- the library as a whole ------------------------------------------------------------------------------------


@library.get("/shelf")
def index() -> ResponseReturnValue:
    """Everything this device keeps, and the ways to begin or import something."""
    return _index()


def _index(status: int = 200, said: str = "", typed: str = "", kind: str = "") -> ResponseReturnValue:
    page = render_template("library/index.html", games=_games(), items=items(), said=said, typed=typed, kind=kind)
    return page, status


@library.post("/shelf/new/<kind>")
def new(kind: str) -> ResponseReturnValue:
    """Make a new item, which opens at once."""
    _kind_of(kind)
    try:
        item = begin(kind, _named(request.form.get("name", ""), kind))
    except Malformed as malformed:
        return _index(422, translate(malformed.why), kind=kind)
    return redirect(url_for("library.show", key=item.key), 303)


@library.post("/shelf/bring/<kind>")
def bring(kind: str) -> ResponseReturnValue:
    """An item from a JSON file or from pasted JSON: everything in it is checked before it is kept."""
    library = _kind_of(kind)
    typed = request.form.get("json", "")
    try:
        data = parse(typed.strip() or _sent())
        name = data.pop("name", None) if isinstance(data, dict) else None
        called = _unlike(kind, named(str(name or gettext("Imported"))))
        item = _put(None, kind, called, library.read(data))
    except (Malformed, Illegal) as wrong:
        return _index(422, translate(wrong.why), typed, kind)
    return redirect(url_for("library.show", key=item.key), 303)


def _sent() -> str:
    try:
        return request.files["file"].read().decode() if "file" in request.files else ""
    except UnicodeDecodeError as error:
        raise Malformed(text("This is not text in UTF-8.")) from error


# -- one item --------------------------------------------------------------------------------------------------


@library.get("/shelf/<key>")
def show(key: str) -> ResponseReturnValue:
    """One item: look at it, change it, share it."""
    item = _item(key)
    known = best_known(key)
    if known == key:
        return _show(item)
    return redirect(url_for("library.show", key=known, table=request.args.get("table")), 303)


def _show(item: LibraryItem, status: int = 200, said: str = "") -> tuple[str, int]:
    game, library = _game_of(item.kind), _kind_of(item.kind)
    at = _table_before(item)
    folder = game.key.replace("-", "_")
    template = f"{folder}/item.html" if htmx else "library/item.html"
    page = render_template(
        template,
        item=item,
        game=game,
        games=[game],
        folder=folder,
        view=library.view(library.read(item.body)),
        kept=item.key in session.get("papers", []),
        said=said,
        at=at,
        changes=_changed_by(item, at).may_change,
        sheets=_sheets(game),
    )
    return page, status


def _sheets(game: AnyGame) -> list[tuple[Document, str]]:
    """The documents that can be printed for an item of the game, and the name of that choice on the print page."""
    found = [(document, option) for document in DOCUMENTS.values() for option in document.options]
    return [(document, option.key) for document, option in found if document.game == game.key and option.read is None]


def _changed_by(item: LibraryItem, at: TableAccess | None) -> LibraryItem:
    """The item by the best key known. Whoever is at a table before it begins copies the sheet for the whole table."""
    return (not item.may_change and at and item_of(at)) or item


@library.post("/shelf/<key>/change")
def change(key: str) -> ResponseReturnValue:
    """Record what was tapped on the item: said again, it changes nothing more. 409: another phone has changed some of
    it meanwhile.
    """
    item = _item(key)
    library = _kind_of(item.kind)
    if library.change is None:
        abort(404)
    at = _table_before(item)
    own = _changed_by(item, at)
    if not own.may_change:
        return _only_shown(item)
    tap = library.change
    left: list[Text] = []

    def changed(it: LibraryItem) -> LibraryItem:
        value, left[:] = tap(library.read(it.body), tapped)
        return replace(it, body=library.write(value))

    try:
        tapped = event_from(request.form)
        own = ledger().library.change(own.key, changed)
    except (Malformed, Illegal) as wrong:
        return _show(item, 422 if isinstance(wrong, Illegal) else 400, translate(wrong.why))
    if at:
        take_over(at, own)
    if left:
        return _show(replace(own, key=key), 409, " ".join(map(translate, left)))
    address = url_for("library.show", key=key, table=at and at.table.code)
    if htmx:
        return *_show(replace(own, key=key)), {"HX-Replace-Url": address}
    return redirect(address, 303)


def _only_shown(item: LibraryItem) -> ResponseReturnValue:
    return _show(item, 403, translate(READ_ONLY))


@library.post("/shelf/<key>/own")
def own(key: str) -> ResponseReturnValue:
    """Make a copy that belongs to this device, under keys of its own."""
    return redirect(url_for("library.show", key=_copied(_item(key)).key), 303)


def _copied(item: LibraryItem) -> LibraryItem:
    return _put(None, item.kind, _unlike(item.kind, item.name), _kind_of(item.kind).read(item.body))


@library.post("/t/<code>/copy")
def copy(code: str) -> ResponseReturnValue:
    """Copy the printed sheet of this table before anything has happened there; it takes effect there."""
    here = table_or_404(code)
    game = GAMES[here.table.game]
    if not here.may_write or here.seq or not game.library or not any(setting.library for setting in game.settings):
        abort(403)
    item = item_of(here) or begin(game.library.kind, translate(OURS))
    item = item if item.may_change else _copied(item)
    take_over(here, item)
    return redirect(url_for("library.show", key=best_known(item.reading), table=code), 303)


def _table_before(item: LibraryItem) -> TableAccess | None:
    """The table that the address names, if this device plays there with the item and nothing has happened yet."""
    code = request.values.get("table", "")
    visit = ledger().tables.visit(code, device()) if 0 < len(code) < 80 else None
    here = TableAccess(visit[0], visit[1], seq=visit[2]) if visit else None
    if here is None or not here.may_write or here.seq:
        return None
    played = item_of(here)
    return here if played and played.reading == item.reading else None


@library.post("/shelf/<key>/name")
def name(key: str) -> ResponseReturnValue:
    """Rename the item."""
    item = _item(key)
    if not item.may_change:
        return _only_shown(item)
    try:
        called = _named(request.form.get("name", ""), item.kind, key)
    except Malformed as malformed:
        return _show(item, 422, translate(malformed.why))
    ledger().library.change(key, lambda it: replace(it, name=called))
    return redirect(url_for("library.show", key=key), 303)


@library.post("/shelf/<key>/keep")
def take(key: str) -> ResponseReturnValue:
    """Keep on this device an item that somebody shared, or that was printed."""
    keep(_item(key).key)
    return redirect(url_for("library.show", key=key), 303)


@library.post("/shelf/keep")
def take_all() -> ResponseReturnValue:
    """Keep on this device the items that a file brought."""
    for key in request.form.getlist("key"):
        keep(_item(key).key)
    return redirect(url_for("library.index"), 303)


@library.post("/shelf/<key>/forget")
def forget(key: str) -> ResponseReturnValue:
    """Forget the paper on this device; others keep it."""
    session["papers"] = [other for other in session.get("papers", []) if other != key]
    return redirect(url_for("library.index"), 303)


@library.post("/shelf/<key>/delete")
def delete(key: str) -> ResponseReturnValue:
    """Delete the paper for everybody. Tables keep their own copy."""
    item = ledger().library.by_key(key)
    if item and not item.may_change:
        return _only_shown(item)
    if key not in session.get("papers", []):
        abort(403)
    ledger().library.drop(key)
    flash(gettext("It has been deleted."))
    return forget(key)


@library.get("/shelf/<key>.json")
def save(key: str) -> ResponseReturnValue:
    """The item as a JSON file."""
    item = _item(key)
    body = json.dumps({"name": item.name, **item.body}, ensure_ascii=False)
    headers = {"Content-Disposition": f'attachment; filename="cairn-{item.kind}.json"'}
    return Response(body, mimetype="application/json", headers=headers)

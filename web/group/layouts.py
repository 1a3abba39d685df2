"""Other sheets than the table's: a layout for each player, chosen before anything has happened there."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ledger import LibraryItem
from referee import LIBRARY_ITEM, opened
from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import AnyGame, AnyLibraryKind, Setting
from scoring.core.rule import Malformed
from scoring.core.text import text
from web.group.item import OURS, called, item_of
from web.group.library import begin, items, keep, known, worth_offering
from web.rendering.i18n import translate
from web.table.access import TableAccess, ledger, table_or_404

layouts = Blueprint("layouts", __name__)
TWO_UNKNOWN = text("Boxes may be unknown in one of the layouts only. Copy the others first.")


@dataclass(frozen=True, slots=True)
class Offer:
    """A layout to choose: its name, the value that the settings get, and its item of the library, if it has one."""

    label: str
    value: Json
    item: LibraryItem | None = None


@layouts.route("/t/<code>/layouts", methods=["GET", "POST"])
def choose(code: str) -> ResponseReturnValue:
    """The layouts of a table's players; a POST sets them. 403 once something has happened there."""
    here = table_or_404(code)
    game = GAMES[here.table.game]
    setting = next((one for one in game.settings if one.each), None)
    if setting is None or game.library is None or not here.may_write or here.seq:
        abort(403)
    offers = _offers(here, game.library, setting)
    if request.method == "GET":
        return _page(here, game, offers, _present(here, setting, offers))
    chosen = [request.form.get(f"layout{seat}", 0, int) % len(offers) for seat in range(len(here.table.names))]
    if not _set(here, game, setting, [offers[place] for place in chosen]):
        return _page(here, game, offers, chosen, translate(TWO_UNKNOWN))
    return redirect(url_for("table.page", code=code), 303)


def _page(
    here: TableAccess, game: AnyGame, offers: Sequence[Offer], chosen: Sequence[int], said: str = ""
) -> tuple[str, int]:
    page = render_template("library/layouts.html", here=here, game=game, offers=offers, chosen=chosen, said=said)
    return page, 422 if said else 200


def _offers(here: TableAccess, library: AnyLibraryKind, setting: Setting) -> list[Offer]:
    """What may be chosen when a table opens, and the item that this one uses."""
    played = item_of(here)
    found = {item.reading: item for item in (*items(library.kind), *([played] if played else []))}
    kept = [Offer(f"{called(item)} · {known(item)}", item.copy, item) for item in worth_offering(found.values())]
    return [*(Offer(translate(name), value) for value, name in setting.values), *kept]


def _present(here: TableAccess, setting: Setting, offers: Sequence[Offer]) -> list[int]:
    """For each seat the place of its layout among the offers."""
    settings, played = here.table.settings, item_of(here)
    own = settings.get(setting.each) or [None] * len(here.table.names)
    used = next((place for place, one in enumerate(offers) if one.item and played and _same(one, played)), None)
    values = [offer.value for offer in offers]
    shared = values.index(settings.get(setting.key)) if used is None else used
    return [shared if value is None or value not in values else values.index(value) for value in own]


def _same(offer: Offer, played: LibraryItem) -> bool:
    return offer.item is not None and offer.item.reading == played.reading


def _set(here: TableAccess, game: AnyGame, setting: Setting, chosen: Sequence[Offer]) -> bool:
    """Store the layouts. One of them is the table's, which grows while it plays; False if the game takes none as that
    one beside the others. 403 if something has happened there meanwhile.
    """
    for shared in sorted(chosen, key=lambda offer: offer.value == setting.usual):
        settings = {**here.table.settings, setting.key: shared.value, setting.each: _own(game, shared, chosen)}
        with suppress(Malformed):
            opened(game.key, settings, here.table.names)
            if not ledger().tables.set_settings(here.table.id, dict(_growing(here, game, settings, shared))):
                abort(403)
            return True
    return False


def _own(game: AnyGame, shared: Offer, chosen: Sequence[Offer]) -> list[Json]:
    """The layouts of those with another than the shared one."""
    new = game.library.write(game.library.new) if game.library else None
    return [None if offer is shared else (offer.value or new) for offer in chosen]


def _growing(
    here: TableAccess, game: AnyGame, settings: Mapping[str, Json], shared: Offer
) -> Iterator[tuple[str, Json]]:
    """The settings with the item that the shared layout grows in."""
    yield from ((key, value) for key, value in settings.items() if key != LIBRARY_ITEM)
    if shared.item:
        keep(shared.item.key)
        yield LIBRARY_ITEM, shared.item.key
    elif shared.value is None and game.library:
        yield LIBRARY_ITEM, (item_of(here) or begin(game.library.kind, translate(OURS))).key

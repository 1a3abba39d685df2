"""The item of the library that a table shares with others of its group: its pad or its box. What was written down at a
table is spread to it, and to every phone.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from ledger import LibraryItem
from ledger.entries import Json, Missing
from referee import LIBRARY_ITEM, LiveTable
from scoring import GAMES
from scoring.core.game import AnyLibraryKind
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import _
from web.rendering.i18n import LANGUAGES, speaking, translate
from web.server.streams import hub
from web.table.access import TableAccess, ledger, referee

OURS = _("Our sheet layout")
NUMBERED = re.compile(r"(.*?)( \d+)?", re.DOTALL)


def called(item: LibraryItem) -> str:
    """The name of an item; a name that Cairn gave, in whichever language, is translated into that of the page."""
    name, number = NUMBERED.fullmatch(item.name).groups("")  # type: ignore[union-attr]
    given = _given().get(name)
    return translate(given) + number if given else item.name


@lru_cache
def _given() -> Mapping[str, str]:
    """The names that Cairn gives, in each of its languages, with the text to translate."""
    given: dict[str, str] = {}
    for language in LANGUAGES:
        with speaking(language):
            titles = (game.library.title for game in GAMES.values() if game.library and game.library.title)
            given |= {translate(name): name for name in (OURS, *titles)}
    return given


def item_of(here: TableAccess) -> LibraryItem | None:
    """The item that this table uses; None if it uses none, or if the item was deleted."""
    library, key = GAMES[here.table.game].library, here.table.settings.get(LIBRARY_ITEM)
    item = ledger().library.by_key(key) if library and isinstance(key, str) else None
    return item if item and library and item.kind == library.kind else None


def shared(here: TableAccess) -> object:
    """The value of that item, which its game asks for; None without one."""
    return _value(GAMES[here.table.game].library, item_of(here))


def _value(library: AnyLibraryKind | None, item: LibraryItem | None) -> object:
    try:
        return library.read(item.body) if library and item else None
    except (Malformed, Illegal):
        return None


def take_over(here: TableAccess, item: LibraryItem) -> bool:
    """Use this item, as it is now, at a table where nothing has happened yet; False if something has."""
    copied = [setting.key for setting in GAMES[here.table.game].settings if setting.library]
    settings = here.table.settings | dict.fromkeys(copied, item.copy)
    return ledger().tables.set_settings(here.table.id, {**settings, LIBRARY_ITEM: item.key})


def teach(here: TableAccess, live: LiveTable, before: AnyPlay | None = None) -> None:
    """Add to the item what the table has seen since, and correct what it had added before; a deleted item stays
    deleted.

    Another phone may record something meanwhile and be first: then what was learnt is looked at again.
    """
    while _taught(here, live, before):
        newest = referee().live(here.table)
        if newest.seq == live.seq:
            return
        before, live = live.play, newest


def _taught(here: TableAccess, live: LiveTable, before: AnyPlay | None) -> bool:
    """True if the item changes. That is looked at without a lock first, because it seldom does. A table opened with the
    key to read teaches nothing.
    """
    library, item = live.game.library, item_of(here)
    if library is None or item is None or not item.may_change:
        return False
    if _learnt(library, item, live, before) == item.body:
        return False
    with suppress(Missing):
        ledger().library.change(item.key, lambda it: replace(it, body=_learnt(library, it, live, before)))
    return True


def _learnt(library: AnyLibraryKind, item: LibraryItem, live: LiveTable, before: AnyPlay | None) -> Json:
    """The body of the item with what the table knows added; unchanged if it cannot be read."""
    value = _value(library, item)
    if value is None:
        return item.body
    mended = library.mended(value, before.state, live.state) if before else value
    after = library.grown(mended, live.state)
    return item.body if after == value else library.write(after)


def spread(here: TableAccess, live: LiveTable, before: AnyPlay | None = None) -> None:
    """Say where a table stands now; `before` is where it stood, if a correction or an undo changed the past."""
    teach(here, live, before)
    hub().notify(here.table.id, live.seq)

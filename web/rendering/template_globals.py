"""Everything that all templates may use: brought together here from all over the web."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from flask import Flask, request
from flask_babel import get_locale
from markupsafe import Markup

from printables.drawing import address
from scoring import GAMES
from scoring.core.text import number, signed
from web import VERSION
from web.group.item import called
from web.group.library import groups_of, known
from web.help import anchor
from web.http.address import absolute, only_here
from web.http.guests import is_guest
from web.rendering import i18n
from web.rendering.fragments import cached_fragment, drawn_once, is_fragment
from web.table.access import read_until, still_without_phone, why_no_seat, why_not_all, withheld
from web.table.forms import as_json, fields, new_move_id, sends
from web.table.question import dialog, dialog_for, dialog_undo, given_up
from web.table.result import series, shared, table_after
from web.table.view import asking, joined, mended, undo_field, undo_of


def qr(address: str) -> Markup:
    """A QR code as inline SVG that takes the text's colour."""
    import segno

    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(scale=1, border=2, omitsize=True, svgclass="qr", lineclass=None))  # noqa: S704


WORDS: Mapping[str, object] = {
    "translate": i18n.translate,
    "number": number,
    "signed": signed,
    "ordinal": i18n.ordinal,
    "get_locale": get_locale,
    "own_name": i18n.own_name,
    "tag_of": i18n.tag_of,
}
FORMS: Mapping[str, object] = {
    "fields": fields,
    "sends": sends,
    "as_json": as_json,
    "new_move_id": new_move_id,
}
TABLES: Mapping[str, object] = {
    "cached_fragment": cached_fragment,
    "drawn_once": drawn_once,
    "is_fragment": is_fragment,
    "withheld": withheld,
    "why_no_seat": why_no_seat,
    "why_not_all": why_not_all,
    "still_without_phone": still_without_phone,
    "undo_of": undo_of,
    "undo_field": undo_field,
    "mended": mended,
    "asking": asking,
    "given_up": given_up,
    "dialog": dialog,
    "dialog_for": dialog_for,
    "dialog_undo": dialog_undo,
    "read_until": read_until,
    "joined": joined,
    "shared": shared,
    "series": series,
    "table_after": table_after,
}
LIBRARY: Mapping[str, object] = {"called": called, "groups_of": groups_of, "known_of": known}
LINKS: Mapping[str, object] = {
    "version": VERSION,
    "qr": qr,
    "anchor": anchor,
    "absolute": absolute,
    "only_here": only_here,
    "is_guest": is_guest,
}


def furnish_templates(app: Flask) -> None:
    """To be called once, before the first template is drawn."""
    app.jinja_env.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.filters["date"] = i18n.date_of
    app.jinja_env.filters["day"] = i18n.day_of
    app.jinja_env.filters["moment"] = i18n.moment_of
    app.jinja_env.filters["listed"] = i18n.listed
    app.jinja_env.globals.update(_=i18n.gettext, gettext=i18n.gettext, languages=i18n.LANGUAGES)
    app.jinja_env.globals["titles"] = {game.key: game.title for game in GAMES.values()}
    app.jinja_env.globals.update({**WORDS, **FORMS, **TABLES, **LIBRARY, **LINKS, **_files(app)})


def _files(app: Flask) -> dict[str, Callable[[str], object]]:
    """The files that `static` has: a game's own script and small pictures, if there are any, and the address of a
    symbol.
    """
    has_file = cache(lambda name: (Path(app.static_folder or "") / name).exists())

    def vignettes(key: str) -> str:
        drawn = key.replace("-", "_") + "-vignettes.svg"
        return drawn if has_file(drawn) else ""

    return {
        "has_script": lambda folder: has_file(f"{folder}.js"),
        "vignettes": vignettes,
        "symbol": lambda name: f"{request.script_root}{app.static_url_path}/{address(name)}",
    }

"""The page that keeps what was typed and not recorded, to send it again; and a Cairn that was set back."""

from __future__ import annotations

from typing import TypeAlias

from flask import flash, render_template, request, session
from flask_babel import gettext

from web.rendering.fragments import instead_of_the_page
from web.table.access import TableAccess

Kept: TypeAlias = tuple[str, int, dict[str, str]]  # a page that keeps what was typed, its status and its headers


def send_again(status: int, why: str, here: TableAccess | None = None, **instead: object) -> Kept:
    """An error that keeps what was typed: the same fields, ready to be sent again; `instead` of some, others."""
    body = render_template("not_recorded.html", why=why, here=here, **sent(**instead))
    return body, status, instead_of_the_page()


def sent(**instead: object) -> dict[str, object]:
    """The fields that this request brought, but for the signature, and where to: for a page that sends them again."""
    kept = [(name, instead.get(name, value)) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return {"kept": kept, "action": f"{request.script_root}{request.full_path}".rstrip("?")}


def ahead_of(here: TableAccess, seen: int) -> Kept | None:
    """The answer to a report from a phone that has seen more than there is: it keeps what was entered."""
    return send_again(409, _set_back(), here, seen=here.seq) if seen > (here.seq or 0) else None


def tell_set_back() -> None:
    """The next page says that an older copy of the ledger was put back."""
    if ("message", _set_back()) not in session.get("_flashes", []):
        flash(_set_back())


def _set_back() -> str:
    return str(
        gettext(
            "Cairn was set back to an older copy: what this table had recorded after it is gone. "
            "Look at the table, and record what is missing again."
        )
    )

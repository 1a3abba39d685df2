"""Errors that people meet: what, why, and nothing lost."""

from __future__ import annotations

from flask import Flask, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, NotFound

from ledger.entries import Missing
from web.access import ScoresHidden
from web.table_view import again, is_fragment


def register_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _plain)
    app.register_error_handler(Missing, _gone)
    app.register_error_handler(ScoresHidden, _scores_hidden)
    app.url_value_preprocessor(_refuse_nul)


def _refuse_nul(_endpoint: str | None, values: dict[str, object] | None) -> None:
    """PostgreSQL cannot even be asked for it."""
    if "\0" in "".join(map(str, (values or {}).values())):
        abort(404)


def forged(_error: CSRFError) -> ResponseReturnValue:
    """The form's signature is missing or old, most often because the cookie is gone: send it again."""
    return again(400, gettext("This form is too old or the browser has lost its cookie. Nothing was recorded yet."))


def _plain(error: HTTPException) -> ResponseReturnValue:
    said = {
        403: gettext("Only the one who opened this table may do that."),
        404: gettext("There is nothing at this address. A table's link must be copied whole; a deleted table is gone."),
        405: gettext("This address answers to something else."),
        429: gettext("That was too often. Wait a moment, then try again."),
        413: gettext("This is too much at once."),
    }.get(error.code or 500, gettext("This did not work."))
    if error.code == 429 and request.form:
        return again(429, said)
    return render_template("error.html", said=said, code=error.code), error.code or 500, _in_whole()


def _scores_hidden(_error: ScoresHidden) -> ResponseReturnValue:
    said = gettext("This table hides its scores until they have been shown.")
    return render_template("error.html", said=said, code=403), 403, _in_whole()


def _gone(_error: Missing) -> ResponseReturnValue:
    """It was deleted after this request had found it."""
    return _plain(NotFound())


def _in_whole() -> dict[str, str]:
    """A page with what went wrong never ends up in the middle of another."""
    return {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "HX-Reselect": "body > *"} if is_fragment() else {}

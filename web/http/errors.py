"""Errors that people meet: what happened and why, with nothing lost."""

import errno
import logging
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, g, render_template, request, session
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable, TooManyRequests

from ledger.entries import Missing
from web.http.limits import guessed_too_often
from web.rendering.fragments import instead_of_the_page, is_fragment
from web.table.access import ScoresHidden
from web.table.forms import send_again, sent

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)

log = logging.getLogger("cairn")


def register_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _plain)
    app.register_error_handler(Missing, _gone)
    app.register_error_handler(ScoresHidden, _scores_hidden)
    app.url_value_preprocessor(_refuse_nul)


def _refuse_nul(_endpoint: str | None, values: dict[str, object] | None) -> None:
    """Refuse a NUL character, which PostgreSQL cannot even be asked for."""
    if "\0" in "".join(map(str, (values or {}).values())):
        abort(404)


def forged(error: CSRFError) -> ResponseReturnValue:
    """Refuse a form that is not known as one of ours: say which check failed, and keep what was typed."""
    return send_again(400, _elsewhere() if "referrer" in error.description else _unsigned())


def _unsigned() -> str:
    """The form's signature does not fit the browser's cookie, or there is no such cookie."""
    if "csrf_token" in session:
        why = gettext("This form is too old, or it does not come from Cairn. Nothing was recorded yet.")
    elif current_app.config["SESSION_COOKIE_NAME"] in request.cookies:
        why = gettext(
            "This browser’s cookie is not valid any more: it is too old, or the server has a new key. "
            "Nothing was recorded yet."
        )
    else:
        why = gettext(
            "This browser sent no cookie: it was deleted, or cookies are blocked. Nothing was recorded yet. "
            "If this page comes again, allow cookies for this site."
        )
    return str(why)


def _elsewhere() -> str:
    """Over HTTPS browsers say from which page a form comes. No page fits when a proxy does not pass the host on."""
    if not request.referrer:
        return str(
            gettext(
                "This browser does not say from which page the form comes, and over https Cairn must know. "
                "Nothing was recorded yet. Allow this site to see the referrer: a setting or an extension withholds it."
            )
        )
    page, ours = "{0.scheme}://{0.netloc}".format(urlsplit(request.referrer)), request.host_url.rstrip("/")
    log.warning("a form from another host: does the proxy pass Host on?", extra={"facts": {"page": page, "host": ours}})
    return str(
        gettext(
            "The form was on a page of %(page)s, and reached Cairn as if it were for %(ours)s. Nothing was recorded "
            "yet. It is not your fault: the proxy in front of Cairn must pass on the host and the port that it was "
            "asked for. Please tell whoever runs it (docs/operating.md, “Behind a proxy”).",
            page=page,
            ours=ours,
        )
    )


def _nothing_here() -> str:
    """Of a table it is said that it may have been deleted, also while this request was under way; a phone that was
    there is told that it was.
    """
    if "gone" in g and "was" in request.args:
        return str(gettext("This table has been deleted."))
    if "gone" in g or "deleted" in g:
        return str(gettext("Nothing here. Check that you copied the whole link; the table may have been deleted."))
    return str(gettext("Nothing here. Check that you copied the whole link."))


def _plain(error: HTTPException) -> ResponseReturnValue:
    if error.code == 404 and guessed_too_often():
        error = TooManyRequests()
        g.pop("gone", None)
    said = {
        403: gettext("Only the person who opened this table can do that."),
        404: _nothing_here(),
        405: gettext("This page cannot be opened like that."),
        429: gettext("Too many requests. Wait a moment, then try again."),
        413: gettext("That file is too large."),
        503: gettext("Cairn cannot write at the moment: its disk or its database does not let it. Try again soon."),
    }.get(error.code or 500, gettext("Something went wrong."))
    later = {"Retry-After": "5"} if error.code == 503 else {}
    if error.code in (429, 503) and request.form:
        page, status, headers = send_again(error.code, said)
        return page, status, {**headers, **later}
    if error.code in (500, 503):
        page = render_template("fault.html", said=said, **sent())
    else:
        again = sent()["action"] if error.code == 429 and request.method == "GET" else None
        page = render_template("error.html", said=said, again=again)
    return page, error.code or 500, {**_in_whole(), **later}


def expect_outages(app: Flask) -> None:
    """While the ledger cannot be used, answer 503 so that phones come again, with one line in the
    log for each request.
    """
    for outage in app.extensions["referee"].ledger.outages:
        app.register_error_handler(outage, _out)
    app.register_error_handler(OSError, _out)


def _out(outage: Exception) -> ResponseReturnValue:
    cannot_write(outage)
    return _plain(ServiceUnavailable())


def cannot_write(outage: Exception) -> str:
    """The sentence for people while nothing can be written; the log gets a line. Any other OSError is raised again."""
    if isinstance(outage, OSError) and outage.errno not in NO_ROOM:
        raise outage
    what = "a file cannot be written" if isinstance(outage, OSError) else "the ledger cannot be used"
    log.error("%s: %s", what, " ".join(str(getattr(outage, "orig", None) or outage).split())[:200])
    said = gettext("Cairn cannot write at the moment: its disk or its database does not let it. Try again soon.")
    return str(said)


def _scores_hidden(_error: ScoresHidden) -> ResponseReturnValue:
    said = gettext("The scores have not been revealed yet.")
    return render_template("error.html", said=said), 403, _in_whole()


def _gone(_error: Missing) -> ResponseReturnValue:
    """Answer for something that was deleted after this request had found it."""
    if "table" in g:
        g.deleted = True
    return _plain(NotFound())


def _in_whole() -> dict[str, str]:
    """Headers that let an error page replace the whole page, never a part of it; a phone whose table is gone loads its
    page again.
    """
    if is_fragment() and "gone" in g:
        return {"HX-Refresh": "true"}
    return instead_of_the_page()

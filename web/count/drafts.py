"""The draft of a *Count now* that was not kept yet: a signed cookie on the phone, so that neither a reload nor leaving
the page loses it. A second cookie, which the first page and scripts can read, says that there is one.
"""

from __future__ import annotations

from typing import cast

from flask import current_app, g, request, url_for
from flask.wrappers import Response
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.datastructures import MultiDict

Form = MultiDict[str, str]
KEPT = 24 * 3600  # seconds
MOST = 3_900  # bytes that every browser takes, with the rest of the cookie
OF_ITS_PAGE = ("csrf_token", "move_id", "seen")


def entered(key: str) -> Form:
    """The fields that were posted; at an address with `draft`, those that this phone had posted before. Not to be
    trusted.
    """
    if request.method == "POST":
        return request.form
    if "draft" not in g:
        g.draft = _draft(key) if "draft" in request.args else MultiDict()
    return cast(Form, g.draft)


def is_begun(key: str) -> bool:
    """True if this phone has a draft that was neither kept nor thrown away."""
    return f"begun-{key}" in request.cookies


def _draft(key: str) -> Form:
    try:
        fields: list[tuple[str, str]] = _signs(key).loads(request.cookies.get(_name(key), "") if is_begun(key) else "")
    except BadSignature:
        fields = []
    return MultiDict(fields)


def hold(answer: Response, key: str) -> None:
    """Put what was posted into the phone's cookie; if it is too much for a cookie, the cookie stays as it was."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in OF_ITS_PAGE]
    signed = _signs(key).dumps(fields)
    if len(signed) < MOST:
        secure = current_app.session_interface.get_cookie_secure(current_app)
        path = url_for("count_now.page", key=key)
        answer.set_cookie(_name(key), signed, KEPT, path=path, secure=secure, httponly=True, samesite="Lax")
        answer.set_cookie(f"begun-{key}", "1", KEPT, secure=secure, samesite="Lax")


def let_go(answer: Response, key: str) -> None:
    """Drop the draft: what it held is kept elsewhere, or thrown away."""
    answer.delete_cookie(_name(key), path=url_for("count_now.page", key=key))
    answer.delete_cookie(f"begun-{key}")


def _name(key: str) -> str:
    return f"count-{key}"


def _signs(key: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=_name(key))

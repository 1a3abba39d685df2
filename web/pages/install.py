"""Cairn on a phone's home screen."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

install = Blueprint("install", __name__)


@install.get("/sw.js")
def worker() -> Response:
    """The service worker, at the root so that it may serve every page of a table."""
    answer = current_app.send_static_file("sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer

"""Cairn on a phone's home screen, and what a browser allows only over https."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template

install = Blueprint("install", __name__)


@install.get("/sw.js")
def worker() -> Response:
    """The service worker, at the root so that it may serve every page of a table."""
    answer = current_app.send_static_file("sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@install.get("/https")
def https() -> str:
    """The page about what works over http and over https, and how to get https."""
    return render_template("https.html")

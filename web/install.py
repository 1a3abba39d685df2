"""Cairn on a phone's home screen, and what a browser allows only over https."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, request, send_from_directory

from web.http.answers import POCKET_POLICY

install = Blueprint("install", __name__)
MEGABYTE = 1e6


@install.get("/sw.js")
def worker() -> Response:
    """The service worker, at the root so that it may serve every page of a table."""
    answer = current_app.send_static_file("sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@install.get("/https")
def https() -> str:
    """The page about what works over http and over https, and how to get https."""
    return render_template("https.html", along=along())


@install.get("/along/", defaults={"path": "index.html"})
@install.get("/along/<path:path>")
def pocket(path: str) -> Response:
    """Cairn in the pocket, to be taken along by a phone; 404 where it was not built."""
    answer = send_from_directory(current_app.config["POCKET_BUILT"], path)
    answer.headers["Content-Security-Policy"] = f"{POCKET_POLICY}; frame-ancestors 'none'"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def along() -> float | None:
    """The megabytes that a phone fetches to take Cairn along; None where that was not built, or over http, where no
    browser keeps it.
    """
    built = Path(current_app.config["POCKET_BUILT"])
    version = built / "version.txt"
    return _size(built, version.read_text()) if request.is_secure and version.exists() else None


@cache
def _size(built: Path, _version: str) -> float:
    return sum(file.stat().st_size for file in built.rglob("*") if file.is_file()) / MEGABYTE

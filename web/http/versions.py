"""Scripts and style sheets have their version in their address, so that no phone has old and new ones together."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request

PARTS = (".css", ".js")  # nothing else has to fit a page; a font is asked for by a style sheet too, under one address
A_YEAR = 365 * 24 * 60 * 60  # seconds


def keep_versions(app: Flask) -> None:
    """Let browsers keep a style sheet or script for good under its version, and like any other file under any other
    address.
    """
    app.url_defaults(_add)
    app.after_request(_keep)


def _add(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and (version := _version(values["filename"])):
        values["v"] = version


def _keep(response: Response) -> Response:
    asked = request.args.get("v")
    if asked and request.endpoint == "static" and asked == _version((request.view_args or {})["filename"]):
        response.cache_control.max_age, response.cache_control.immutable = A_YEAR, True
    return response


def _version(name: str) -> str:
    """A hash of the file as it is now; empty for a file that has none."""
    if not name.endswith(PARTS):
        return ""
    file = Path(str(current_app.static_folder), name)
    if ".." in file.parts or not file.is_file():
        return ""
    return _of(file, file.stat().st_mtime_ns)


@lru_cache(256)
def _of(file: Path, _changed: int) -> str:
    return blake2b(file.read_bytes(), digest_size=4).hexdigest()

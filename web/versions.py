"""What a page is made of has its version in its address: no phone has an old script beside a new one."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request

PARTS = (".css", ".js")  # nothing else has to fit a page; a font is asked for by a style sheet too, under one address
A_YEAR = 365 * 24 * 60 * 60  # seconds


def keep_versions(app: Flask) -> None:
    """A style sheet or a script under its version is kept for good, under any other address as every file is."""
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
    """Of a file as it is now; empty for one that has none."""
    if not name.endswith(PARTS):
        return ""
    file = Path(str(current_app.static_folder), name)
    if ".." in file.parts or not file.is_file():
        return ""
    return _of(file, file.stat().st_mtime_ns)


@lru_cache(256)
def _of(file: Path, _changed: int) -> str:
    return blake2b(file.read_bytes(), digest_size=4).hexdigest()

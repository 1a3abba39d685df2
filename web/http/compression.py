"""Compression: text is sent compressed to whoever accepts it, files are compressed once and kept, scripts minified."""

from __future__ import annotations

import gzip
from importlib.util import find_spec
from pathlib import Path

from flask import Response, current_app, request
from jinja2.utils import LRUCache

from web.rendering.fragments import htmx

SCRIPTS = ("text/javascript", "application/javascript")
TEXTS = ("text/html", "text/css", "image/svg+xml", *SCRIPTS)
# The better first; browsers take it over https alone.
ENCODINGS = ("br", "gzip") if find_spec("brotli") else ("gzip",)
WORTH = 1_300  # bytes; less fits into one packet as it is
QUICKLY, FULLY, ONCE = 1, 6, 9  # levels of gzip
SOON, WINDOW = 7, 16  # of Brotli: quality, and bits; a larger window costs ten times the time to make

_files = LRUCache(128)


def compress(response: Response) -> Response:
    """Compress a text for whoever accepts it.

    Never a whole page whose address has a query: such a page echoes the query, and beside an echo that somebody else
    chose, the compressed length tells the page's secrets (BREACH). Fragments are safe: no other site can ask for one in
    a phone's name.
    """
    if response.mimetype not in TEXTS or response.status_code in (204, 206, 304):
        return response
    response.vary.add("Accept-Encoding")
    is_file = request.endpoint == "static"
    echoes = bool(request.query_string) and not is_file and not htmx
    light = (response.content_length or 0) < WORTH and not is_file
    encoding = next((name for name in ENCODINGS if request.accept_encodings.quality(name) > 0), None)
    if echoes or light or encoding is None:
        return response
    response.set_data(_packed(response, encoding))
    response.content_encoding = encoding
    return response


def _packed(response: Response, encoding: str) -> bytes:
    """The compressed body. That of a file, which has a validator, is kept, and the validator becomes a weak one."""
    response.direct_passthrough = False
    body = response.get_data()
    etag, _ = response.get_etag()
    if etag is None:
        return _soon(body, encoding)
    response.set_etag(etag, weak=True)
    kept: bytes | None = _files.get((etag, encoding))
    if kept is None:
        kept = _files[etag, encoding] = _once(body, response.mimetype in SCRIPTS, encoding)
    return kept


def _soon(body: bytes, encoding: str) -> bytes:
    """For pages and fragments. Fragments are short and many, often over a slow network: they are worth 0.06 ms more."""
    if encoding == "br":
        import brotli

        return bytes(brotli.compress(body, quality=SOON, lgwin=WINDOW))
    return gzip.compress(body, FULLY if htmx else QUICKLY, mtime=0)


def _once(body: bytes, script: bool, encoding: str) -> bytes:
    """For files, as small as possible. Vendored files never change and lie gzipped beside themselves."""
    name = (request.view_args or {}).get("filename", "")
    beside = Path(str(current_app.static_folder), f"{name}.gz")
    if encoding == "gzip" and beside.is_file():
        return beside.read_bytes()
    if script and not name.startswith("vendor/"):
        from rjsmin import jsmin

        body = jsmin(body)
    if encoding == "br":
        import brotli

        return bytes(brotli.compress(body))
    return gzip.compress(body, ONCE, mtime=0)

"""What travels is packed: text goes gzipped to whoever takes it, a file packed once and kept, a script minified."""

from __future__ import annotations

import gzip
from pathlib import Path

from flask import Response, current_app, request
from jinja2.utils import LRUCache
from rjsmin import jsmin

from web.fragments import htmx

SCRIPTS = ("text/javascript", "application/javascript")
TEXTS = ("text/html", "text/css", "image/svg+xml", *SCRIPTS)
WORTH = 1_300  # bytes; less fits into one packet as it is
QUICKLY, FULLY, ONCE = 1, 6, 9

_files = LRUCache(64)


def compress(response: Response) -> Response:
    """Gzip a text for whoever takes it.

    Never a whole page whose address has a query: a page may echo it, and beside an echo of somebody else's choice the
    length of what is packed tells its secrets (BREACH). No other site can ask for a fragment in a phone's name.
    """
    if response.mimetype not in TEXTS or response.status_code in (204, 206, 304):
        return response
    response.vary.add("Accept-Encoding")
    is_file = request.endpoint == "static"
    echoes = bool(request.query_string) and not is_file and not htmx
    light = (response.content_length or 0) < WORTH and not is_file
    if echoes or light or request.accept_encodings.quality("gzip") <= 0:
        return response
    response.set_data(_packed(response))
    response.content_encoding = "gzip"
    return response


def _packed(response: Response) -> bytes:
    """The body, gzipped; that of a file, which has a validator, is kept, and the validator becomes a weak one.

    A fragment is short, and many go over a slow network: it is worth 0.06 ms more and a tenth smaller.
    """
    response.direct_passthrough = False
    body = response.get_data()
    etag, _ = response.get_etag()
    if etag is None:
        return gzip.compress(body, FULLY if htmx else QUICKLY, mtime=0)
    response.set_etag(etag, weak=True)
    kept: bytes | None = _files.get(etag)
    if kept is None:
        kept = _packed_beside() or gzip.compress(jsmin(body) if response.mimetype in SCRIPTS else body, ONCE, mtime=0)
        _files[etag] = kept
    return kept


def _packed_beside() -> bytes | None:
    """What others wrote never changes, so it lies packed beside itself, as small as it gets."""
    beside = Path(str(current_app.static_folder), f"{(request.view_args or {}).get('filename', '')}.gz")
    return beside.read_bytes() if beside.is_file() else None

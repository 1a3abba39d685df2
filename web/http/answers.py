"""What every answer gets: headers that say what its page may load, who may keep it and what another site is told of it;
compression; and for static files one version of them all in their address, so that no phone has old and new ones
together.
"""

import gzip
import re
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from flask import Flask, Response, current_app, g, request
from jinja2.utils import LRUCache
from werkzeug.routing import PathConverter

from web.rendering.fragments import htmx

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
# That of Cairn in the pocket, which shows its pages in a frame and runs Python.
POCKET_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
)
STATIC = Path(__file__).parents[2] / "static"
VERSION = re.compile(r"^[0-9a-f]{8}/")  # as `static_path` has it
A_YEAR = 365 * 24 * 60 * 60  # seconds
SCRIPTS = ("text/javascript", "application/javascript")
TEXTS = ("text/html", "text/css", "image/svg+xml", *SCRIPTS)
# The better first; browsers take it over https alone.
ENCODINGS = ("br", "gzip") if find_spec("brotli") else ("gzip",)
WORTH = 1_300  # bytes; less fits into one packet as it is
QUICKLY, FULLY, ONCE = 1, 6, 9  # levels of gzip
SOON, WINDOW = 7, 16  # of Brotli: quality, and bits; a larger window costs ten times the time to make
_files = LRUCache(128)


def guard(response: Response) -> Response:
    """The answer with these headers, as far as it has none of its own; `g.policy` allows a page more."""
    response.headers.setdefault("Content-Security-Policy", _policy(response.mimetype))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")  # over HTTPS the CSRF check wants our own
    if response.mimetype == "text/html":
        response.vary.update(("Accept-Language", "HX-Request", "Shown"))
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", _kept(request.method))
    return response


def _policy(mimetype: str | None) -> str:
    """A picture that a page of ours shows by `object` is to Firefox a document in a frame."""
    policy = POLICY + str(g.get("policy", ""))
    return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if mimetype == "image/png" else policy


def _kept(method: str) -> str:
    """The header that says how browsers keep an answer: pages not at all; those to a form, because at Back they would
    ask whether to send it again. Nobody between keeps either: the address is mostly a secret link.
    """
    return "private, no-cache" if method == "POST" else "no-store"


@cache
def static_path(folder: Path = STATIC) -> str:
    """The address of the folder of static files, with a hash of all of them as they are at the start."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    sums = b"".join(blake2b(file.read_bytes()).digest() for file in files)
    return f"/static/{blake2b(sums, digest_size=4).hexdigest()}"


class _AnyVersion(PathConverter):
    """The name of a file, as one that has no version or another says it."""

    def to_python(self, value: str) -> str:
        return VERSION.sub("", value)


def keep_versions(app: Flask) -> None:
    """Let browsers keep a static file for good under its version, and for an hour under any other address."""
    app.url_map.converters["any_version"] = _AnyVersion
    app.add_url_rule("/static/<any_version:filename>", "static")
    app.after_request(_keep)


def _keep(response: Response) -> Response:
    if request.path.startswith(f"{current_app.static_url_path}/") and response.status_code < 400:
        response.cache_control.max_age, response.cache_control.immutable = A_YEAR, True
    return response


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

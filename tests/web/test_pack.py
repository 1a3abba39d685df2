"""What travels is packed for whoever takes it, and never a page that may echo its address beside its secrets."""

import gzip
import re

import brotli
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scoring import GAMES
from tests.conftest import ROOT, open_table
from tests.visitor import HTMX, report

TAKES = "gzip, deflate"
OVER_HTTPS = "gzip, deflate, br, zstd"


def ask(client: FlaskClient, path: str, takes: str = TAKES, **headers: str) -> TestResponse:
    return client.get(path, headers={"Accept-Encoding": takes, **headers}, buffered=True)


@pytest.mark.parametrize("path", ["/", "/rules/lutece", "/static/app.css", "/static/shapes.svg", "/static/outbox.js"])
def test_a_text_is_packed_for_whoever_takes_it(client, path):
    plain, packed = ask(client, path, takes=""), ask(client, path)
    assert (plain.content_encoding, packed.content_encoding) == (None, "gzip")
    assert packed.content_length == len(packed.data) < len(plain.data) * 2 / 3
    assert "accept-encoding" in plain.vary
    assert "accept-encoding" in packed.vary


@pytest.mark.parametrize("path", ["/", "/count/lutece", "/rules/lutece", "/static/app.css", "/static/vendor"])
def test_over_https_it_is_smaller(client, path):
    path = f"/{next((ROOT / path[1:]).glob('*.js')).relative_to(ROOT)}" if path.endswith("vendor") else path
    plain, gzipped, packed = (ask(client, path, takes=takes) for takes in ("", TAKES, OVER_HTTPS))
    assert packed.content_encoding == "br"
    assert len(packed.data) < len(gzipped.data) * 19 / 20
    assert stable(brotli.decompress(packed.data)) == stable(plain.data)


def stable(page: bytes) -> bytes:
    """Without what is new on each page."""
    return re.sub(rb'value="[^"]*"', b"", page)


@pytest.mark.parametrize(("takes", "unpacked"), [(TAKES, gzip.decompress), (OVER_HTTPS, brotli.decompress)])
def test_a_file_is_the_same_packed_each_time(client, takes, unpacked):
    plain = ask(client, "/static/app.css", takes="").data
    assert [unpacked(ask(client, "/static/app.css", takes=takes).data) for _ in range(2)] == [plain, plain]


def test_a_packed_script_has_lost_its_comments_and_its_white_space(client):
    plain, packed = (ask(client, "/static/outbox.js", takes=takes).data for takes in ("", TAKES))
    script = gzip.decompress(packed)
    assert (b"// What is said travels once" in plain, b"// " in script) == (True, False)
    assert len(script) < len(plain) * 4 / 5
    assert b"`${Date.now()}-${Math.random()}`;" in script


@pytest.mark.parametrize("key", GAMES)
def test_the_scripts_of_a_table_are_light(visitor, client, key):
    """How heavy those of one page may be, and why: bench/RESULTS.md."""
    tags = open_table(visitor(), key).page.tags
    scripts = [had["src"] for tag, had in tags if tag == "script"]
    scripts += [had["href"] for tag, had in tags if tag == "link" and had["rel"] == "modulepreload"]
    assert len(scripts) >= 10
    assert sum(len(ask(client, path).data) for path in scripts) <= 27 * 1024


def test_what_others_wrote_lies_packed_beside_itself_as_small_as_it_gets(client):
    for path in (ROOT / "static/vendor").glob("*.js"):
        plain, packed = (ask(client, f"/{path.relative_to(ROOT)}", takes=takes).data for takes in ("", TAKES))
        assert gzip.decompress(packed) == plain == path.read_bytes()
        assert len(packed) < len(gzip.compress(plain)) - 400


def test_who_refuses_it_is_believed(client):
    assert ask(client, "/static/app.css", takes="gzip;q=0, br").content_encoding == "br"
    assert ask(client, "/static/app.css", takes="gzip, br;q=0").content_encoding == "gzip"
    assert ask(client, "/static/app.css", takes="gzip;q=0, br;q=0").content_encoding is None


def test_a_packed_file_is_not_sent_twice(client):
    etag = ask(client, "/static/app.css").headers["ETag"]
    again = ask(client, "/static/app.css", **{"If-None-Match": etag})
    assert etag.startswith("W/")
    assert (again.status_code, again.data) == (304, b"")


def test_a_page_that_may_echo_its_address_is_not_packed_but_a_fragment_is(ana):
    report(ana, {"type": "start", "seat": 0})
    asked = f"{'/'.join(ana.at.split('/')[:3])}?card=red-7"
    assert ask(ana.client, asked).content_encoding is None
    assert ask(ana.client, asked, **HTMX).content_encoding == "gzip"


@pytest.mark.parametrize("path", ["/static/fonts/atkinson-latin.woff2", "/health", "/static/icon-192.png"])
def test_what_would_not_shrink_is_left(client, path):
    assert ask(client, path).content_encoding is None


def test_all_that_a_page_depends_on_is_named(client):
    named = ask(client, "/").vary.to_header().lower().split(", ")
    assert {"accept-language", "cookie", "hx-request", "accept-encoding"} <= set(named)

"""What a page is made of has its version in its address: after an upgrade no phone mixes old with new."""

import os
import re

import pytest
from flask import url_for

PART = re.compile(r'(?:href|src)="(/static/[^"#]+\.(?:css|js)[^"]*)"')


def test_all_that_a_page_is_made_of_is_kept_for_good(ana, table):
    parts = PART.findall(ana.go(f"/t/{table.code}").html)
    assert {"app.css", "lost_cities.css", "compose.js", "live.js", "htmx-4.0.1.min.js"} <= {
        part.split("?")[0].split("/")[-1] for part in parts
    }
    for part in parts:
        with ana.client.get(part) as answer:
            assert answer.status_code == 200, part
            assert (answer.cache_control.immutable, answer.cache_control.max_age) == (True, 365 * 86_400), part


@pytest.mark.parametrize("path", ["/static/live.js", "/static/live.js?v=00000000", "/static/live.js?v="])
def test_an_old_address_still_answers_and_is_not_kept_for_good(client, path):
    with client.get(path) as answer:
        assert answer.status_code == 200
        assert b"The table as it is now" in answer.data
        assert (answer.cache_control.immutable, answer.cache_control.max_age) == (False, 3_600)


def test_what_changes_has_another_address(app, tmp_path):
    app.static_folder = str(tmp_path)
    style = tmp_path / "new.css"
    addresses = []
    for changed, rule in enumerate(("a { top: 0 }", "a { left: 0 }")):
        style.write_text(rule)
        os.utime(style, (changed, changed))
        with app.test_request_context():
            addresses.append(url_for("static", filename="new.css"))
    assert len(set(addresses)) == 2
    assert all(re.fullmatch(r"/static/new\.css\?v=[0-9a-f]{8}", address) for address in addresses)


@pytest.mark.parametrize("name", ["icon.svg", "fonts/atkinson-latin.woff2", "nothing.css", "../tests/static.css"])
def test_nothing_else_has_a_version(app, name):
    with app.test_request_context():
        assert "?" not in url_for("static", filename=name)
    with app.test_client() as client:
        assert client.get("/static/../app.py?v=").status_code == 404

"""What a page is made of has its version in its address: after an upgrade no phone mixes old with new."""

import re

import pytest
from flask import url_for

from scoring import GAMES
from tests.conftest import ROOT, open_table
from tests.modules import NAMED, unnamed, with_its_imports
from web.http.answers import static_path

PART = re.compile(r'(?:href|src)="(/static/[^"#]+)"')
OLDER = ("/static/live.js", "/static/live.js?v=00000000", "/static/00000000/live.js")


def test_all_that_a_page_is_made_of_is_kept_for_good(ana, table):
    parts = PART.findall(ana.go(f"/t/{table.code}").html)
    assert {"app.css", "lost_cities.css", "common.js", "live.js", "htmx-4.0.1.min.js", "atkinson-latin.woff2"} <= {
        part.split("/")[-1] for part in parts
    }
    for part in parts:
        with ana.client.get(part) as answer:
            assert answer.status_code == 200, part
            assert (answer.cache_control.immutable, answer.cache_control.max_age) == (True, 365 * 86_400), part


@pytest.mark.parametrize("path", OLDER)
def test_an_old_address_still_answers_and_is_not_kept_for_good(client, path):
    with client.get(path) as answer:
        assert answer.status_code == 200
        assert b"The table as it is now" in answer.data
        assert (answer.cache_control.immutable, answer.cache_control.max_age) == (False, 3_600)


def test_all_files_stand_in_one_folder_of_one_version(app):
    with app.test_request_context():
        folders = {url_for("static", filename=name).removesuffix(f"/{name}") for name in ("app.css", "vendor/x.js")}
    assert folders == {static_path()}
    assert re.fullmatch("/static/[0-9a-f]{8}", static_path())


def test_what_changes_has_another_address(tmp_path):
    for name, rule in (("before", "a { top: 0 }"), ("after", "a { left: 0 }"), ("same", "a { left: 0 }")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "new.css").write_text(rule)
    before, after, same = (static_path(tmp_path / name) for name in ("before", "after", "same"))
    assert before != after == same


@pytest.mark.parametrize("path", ["nothing.css", "../app.py", "00000000/../../app.py", "%2e%2e/app.py"])
def test_what_is_no_such_file_is_not_found_and_not_kept(client, path):
    for folder in ("/static", static_path()):
        answer = client.get(f"{folder}/{path}")
        assert (answer.status_code, answer.cache_control.immutable) == (404, False)


@pytest.mark.parametrize("key", GAMES)
def test_a_page_names_all_modules_that_its_scripts_import(visitor, key):
    """So they come at once, and the service worker keeps them with the page."""
    ana = open_table(visitor(), key)
    for path in (ana.at, f"{ana.at}/screen", f"{ana.at}/count/0", f"/count/{key}", "/print"):
        page = ana.go(path)
        assert "device.js" in NAMED.findall(page.html)
        assert unnamed(page.html) == set()


def test_only_what_must_be_there_first_is_no_module(ana, table):
    """All others share nothing but what they import."""
    scripts = [had for tag, had in ana.go(f"/t/{table.code}").tags if tag == "script" and "vendor" not in had["src"]]
    assert [had["src"].split("/")[-1] for had in scripts if had.get("type") != "module"] == ["keep.js", "guard.js"]
    modules = sorted(path.name for path in (ROOT / "static").glob("*.js") if "export " in path.read_text())
    assert all(name in with_its_imports("outbox.js") for name in modules)

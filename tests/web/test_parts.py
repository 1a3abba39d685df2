"""What of a table is sent: what a phone shows already comes back empty."""

import gzip
import re
from random import Random
from statistics import median

import pytest
from flask import Flask

from scoring import GAMES
from tests.conftest import open_table
from tests.pages import SHARES, reached, table_after
from tests.sources import sensible
from tests.visitor import HTMX
from tests.web.lost_cities import START, draw, happened, lay
from web.http.answers import FULLY

PAGES = [f"{key.replace('-', '_')}/{page}" for key in GAMES for page in ("table.html", "parts.html")]
SIGN = re.compile(r'<div id="(\S+)" class="[^"]*" data-is="(\w+)">')
SAME = re.compile(r'<wbr id="(\S+)">')


def source(app: Flask, page: str) -> str:
    """A template as it is written."""
    return app.jinja_env.loader.get_source(app.jinja_env, page)[0]


def parts(page: str) -> dict[str, str]:
    """The parts that a page draws, each with its sign."""
    return dict(SIGN.findall(page))


def fetched(visitor, path, shown=()):
    answer = visitor.client.get(path, headers={**HTMX, "Shown": " ".join(shown)})
    return answer.get_data(as_text=True)


def test_a_phone_gets_every_part_once_and_then_what_it_does_not_show_until_that_was_undone(ana, book, table):
    happened(book, table, [START])
    first = fetched(ana, f"/t/{table.code}")
    before = parts(first)
    rows = {f"suit-{colour}" for colour in ("yellow", "blue", "white", "green", "red")}
    small = {"deck", "play", "ways", "another", "counts", "later", "wrong"}
    assert (set(before), SAME.findall(first)) == ({*rows, *small}, [])
    happened(book, table, [lay(0, "red-7")])
    after = fetched(ana, f"/t/{table.code}", before.values())
    assert set(parts(after)) == {"suit-red"}
    assert set(SAME.findall(after)) == before.keys() - {"suit-red", "play", "ways", "another", "counts"}
    assert parts(after)["suit-red"] != before["suit-red"]
    happened(book, table, [{"type": "undo"}])
    assert parts(fetched(ana, f"/t/{table.code}")) == before


def test_a_part_is_drawn_anew_for_another_language_and_for_who_only_watches(visitor, ana, book, table):
    happened(book, table, [START])
    mine = parts(fetched(ana, f"/t/{table.code}"))
    watcher = parts(fetched(visitor(), f"/w/{table.watch}"))
    french = parts(ana.client.get(f"/t/{table.code}", headers={**HTMX, "Accept-Language": "fr"}).get_data(as_text=True))
    assert not set(mine.values()) & set(french.values())
    assert {name for name in watcher if watcher[name] == mine[name]} == {"deck"}


def test_two_tables_with_other_names_share_no_part_that_names_a_player(visitor, ana, book, table):
    code = open_table(visitor(), name0="Cai", name1="Dee").at.split("/")[2]
    for one in (book.tables.by_code(code), table):
        happened(book, one, [START, lay(0, "red-7"), draw(0)])
    page = fetched(ana, f"/t/{table.code}")
    assert "Red 7, laid by Ana" in page
    assert "Cai" not in page


@pytest.mark.parametrize("page", PAGES)
def test_what_leads_away_from_a_table_says_so(app, page):
    """htmx takes over every other link in a table, and shows the answer in its place."""
    for link in re.findall(r"<a\b[^>]*href=[^>]*>", source(app, page)):
        assert 'hx-boost="false"' in link, link


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("key", GAMES)
def test_every_link_leads_somewhere(app, visitor, key, share):
    """What looks like a link and has no address is none: no reader's list names it, no search engine follows it."""
    table, one = table_after(app, key, share), visitor()
    for page in (f"/t/{table.code}", f"/w/{table.watch}/screen"):
        assert one.go(page).links
        assert "" not in dict(one.page.links), page
    one.post(f"/t/{table.code}/sit", {"csrf_token": one.token(), "seat": "all"})
    for start in (f"/t/{table.code}", f"/w/{table.watch}", f"/r/{table.watch}"):
        for page, _html in reached(one, start):
            assert "" not in dict(one.page.links), page


@pytest.mark.parametrize("key", GAMES)
def test_what_a_phase_asks_leads_to_a_clause_of_its_game(app, visitor, key):
    page = source(app, f"{key.replace('-', '_')}/table.html")
    named = {
        clause for call in re.findall(r"ruled\(game, ([^)]+)\)", page) for clause in re.findall(r"'([\w-]+)'", call)
    }
    assert named
    assert {f'id="{clause}"' for clause in named} <= set(re.findall(r'id="[\w-]+"', visitor().go(f"/rules/{key}").html))


@pytest.mark.parametrize("page", PAGES)
def test_no_part_has_the_tag_of_a_place(app, page):
    assert "<wbr" not in source(app, page)


def test_most_turns_of_a_round_are_answered_in_one_and_a_half_kilobytes(ana, book, table):
    """Also over plain http, where browsers take gzip alone."""
    game = GAMES["lost-cities"]
    formats = game.formats
    start, *moves = sensible(game, formats.setup({"players": ["Ana", "Ben"], "rounds": 1}), Random(0))
    events = [formats.event(move) for move in moves]
    happened(book, table, [formats.event(start)])
    shown, packed = parts(fetched(ana, f"/t/{table.code}")), []
    for turn in zip(events[::2], events[1::2], strict=True):
        happened(book, table, turn)
        answer = fetched(ana, f"/t/{table.code}", shown.values())
        shown |= parts(answer)
        packed.append(len(gzip.compress(answer.encode(), FULLY)))
    assert len(packed) > 30
    assert median(packed) <= 1_536


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("key", GAMES)
def test_every_form_that_reports_is_known_by_an_id_of_its_own(app, visitor, key, share):
    """While a report waits, its form is left alone: `outbox.js` knows it by its id."""
    table, phone = table_after(app, key, share), visitor()
    path = f"/t/{table.code}"
    phone.on(path).post(f"{path}/sit", {"csrf_token": phone.token(), "seat": "all"})
    for page in (path, f"{path}/share"):
        forms = re.findall(r"<form[^>]*data-report[^>]*>", phone.go(page).html)
        named = [re.findall(r'\bid="([^"]+)"', form) for form in forms]
        assert all(len(name) == 1 for name in named)
        assert len(named) == len({name for (name,) in named})

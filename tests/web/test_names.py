"""Names are text wherever they appear: pages, logs, results, records for the printer, JSON, file names."""

import json
from dataclasses import replace

import pytest

from printables import Choice, has_record
from scoring import GAMES
from tests.pages import table_after
from tests.sources import played
from tests.visitor import Visitor, report
from tests.web.lost_cities import START, count, happened
from tests.web.test_about import about
from web.print.page import composed
from web.print.record import record_of

ODD = ["<script>alert(1)</script>", "{{7*7}}${7*7}#{7}", "%(x)s%s%d", "{name}{0}{card!c}", "';--\"&amp;<!--"]


@pytest.fixture(params=list(GAMES))
def finished(request, app):
    """The table of a finished game of people with odd names."""
    return table_after(app, request.param, 1, names=ODD[: len(played(request.param, 3).names)])


def pages(visitor: Visitor, table):
    visitor.on(f"/t/{table.code}").post(f"/t/{table.code}/sit", {"csrf_token": visitor.token(), "seat": "all"})
    for path in ("/t/{0}", "/t/{0}/log", "/t/{0}/share", "/w/{1}", "/w/{1}/log", "/w/{1}/screen", "/r/{1}", "/"):
        visitor.go(path.format(table.code, table.watch))
        assert visitor.status == 200, path
        yield path


def test_odd_names_are_words_on_every_page_and_in_json_and_never_in_a_file_name(finished, visitor, app):
    table = finished
    someone = visitor()
    for path in pages(someone, table):
        html = someone.response.get_data(as_text=True)
        assert "alert(1)</script>" not in html, path
        assert '<!--"' not in html
        assert "49" not in html or "{{7*7}}" in someone.page.text or len(table.names) < 2, path
        scripts = [had for tag, had in someone.page.tags if tag == "script"]
        assert all((had.get("src") or "").startswith("/static/") for had in scripts), path
        if path.endswith(("{1}", "screen")):
            assert all(name in someone.page.text for name in table.names), path
    answer = visitor().client.get(f"/t/{table.code}/log.json")
    assert json.loads(answer.get_data(as_text=True))["players"] == list(table.names)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="cairn-{table.game}.json"'
    assert answer.mimetype == "application/json"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_odd_names_are_text_on_paper(finished, app, language):
    table = finished
    if not has_record(table.game):
        pytest.skip("this game has no paper")
    live = app.extensions["referee"].live(table)
    record = record_of(live.game, live.state, "1 May 2026")
    with app.test_request_context():
        html, _again = composed(replace(Choice("game-record"), record=record), language)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)" in html
    for name in table.names[1:4]:
        assert name in html, "nothing in it was taken for a place to fill in"


@pytest.mark.parametrize("name", ["\u202eneB", "Be\u200fn", "Be\x07n", "\ud800", "a\ufeffb", "\u3164", "Ben\u2800"])
def test_signs_that_turn_or_hide_text_are_refused_in_names(visitor, book, name):
    ana = visitor().on("/new/lost-cities")
    form = [(field, name.encode("utf-8", "replace").decode() if field == "name1" else value)
            for field, value in ana.page.forms[-1].filled(name0="Ana")]  # fmt: skip
    ana.post("/new/lost-cities", form, follow=False)
    assert ana.status == (303 if "?" in dict(form)["name1"] else 422)


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x9b31m", "\u202e", "\x07"])
def test_what_stands_in_a_file_does_not_steer_the_terminal(app, sign):
    log = json.dumps({"game": "lost-cities", sign: 1, "players": ["Ana", "Ben"], "events": []})
    result = app.test_cli_runner().invoke(args=["referee", "lost-cities", "-"], input=log)
    assert result.exit_code == 2
    assert sign[0] not in result.stderr
    assert "\ufffd" in result.stderr


# Two names exchanged in the middle of a game


WRONG, PLACES = "The names were the wrong way round", "They have changed places"
COUNTED = [START, count(0, red=[5, 6, 10]), count(1, blue=[9, 10])]


@pytest.fixture
def apart(ana, ben, book, table):
    """Ana and Ben have a phone each, and have counted a round: 1 and −1."""
    ana.on(f"/t/{table.code}/share").press("Ana")
    happened(book, table, COUNTED)
    return table


def totals(visitor, table) -> dict[str, int]:
    log = json.loads(visitor.client.get(f"/t/{table.code}/log.json").text)
    points = [1, -1]
    return dict(zip(log["players"], points, strict=True))


def test_exchanged_names_ask_whose_the_points_are_and_change_nothing_before(ana, book, apart):
    about(ana, apart, name0="Ben", name1="Ana")
    assert ana.status == 422
    for said in ("whose are the points?", "The points change owner: Ben 1 · Ana −1", "Ana 1 · Ben −1"):
        assert said in ana.page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert book.tables.by_code(apart.code).names == ("Ana", "Ben")
    assert book.moves.last_seq(apart.id) == len(COUNTED)


def test_names_the_wrong_way_round_move_the_points_and_everybody_is_told(ana, ben, book, apart):
    about(ana, apart, name0="Ben", name1="Ana", place="Chez Zoé")
    ana.press(WRONG)
    assert totals(ana, apart) == {"Ben": 1, "Ana": -1}
    assert book.tables.by_code(apart.code).place == "Chez Zoé"
    told = "The names of Ben and Ana were the wrong way round; the points have changed owner."
    assert told in ben.go(f"/t/{apart.code}").text
    assert told in ben.go(f"/t/{apart.code}/log").text
    assert told not in ana.go(f"/t/{apart.code}").text


def test_players_who_have_changed_places_keep_their_points_and_their_phones_change_seats(ana, ben, book, apart):
    about(ana, apart, name0="Ben", name1="Ana")
    ana.press(PLACES)
    assert totals(ana, apart) == {"Ana": 1, "Ben": -1}
    told = "Ana and Ben have changed places; each keeps the points."
    assert told in ben.go(f"/t/{apart.code}").text
    assert "Ana you" in ben.page.text
    assert told in ana.go(f"/t/{apart.code}/log").text
    assert "Ben you" in ana.go(f"/t/{apart.code}").text
    assert [row.event for row in book.moves.read(apart.id)][:3] == COUNTED, "no event is rewritten"


def test_what_was_exchanged_is_told_until_the_next_move_and_is_in_no_public_log(ana, ben, book, apart):
    about(ana, apart, name0="Ben", name1="Ana")
    ana.press(PLACES)
    events = json.loads(ana.client.get(f"/t/{apart.code}/log.json").text)["events"]
    assert events == COUNTED
    report(ana, {**START, "seat": 1})
    assert "have changed places" not in ben.go(f"/t/{apart.code}").text


def test_before_the_game_has_begun_names_are_exchanged_without_a_question(ana, book, table):
    about(ana, table, name0="Ben", name1="Ana")
    assert book.tables.by_code(table.code).names == ("Ben", "Ana")
    assert book.moves.last_seq(table.id) == 0


def test_a_name_that_is_only_mended_asks_nothing(ana, book, apart):
    about(ana, apart, name0="Anna")
    assert book.tables.by_code(apart.code).names == ("Anna", "Ben")
    assert book.moves.last_seq(apart.id) == len(COUNTED)


def test_whoever_keeps_score_for_both_keeps_both_seats(ana, book, table):
    happened(book, table, COUNTED)
    about(ana, table, name0="Ben", name1="Ana")
    ana.press(PLACES)
    assert set(book.seats.sittings(table.id)) == {0, 1}

"""The log: the game in sentences, the way back, and the file to take away."""

from __future__ import annotations

import json

from scoring import GAMES
from scoring.core.log import read_log
from scoring.core.play import replay
from tests.visitor import report
from tests.web.lost_cities import START, TURN, count, draw, happened, lay

UNDO = {"type": "undo"}


def lines(page):
    return page.text.split("What happened")[1].split("Back to the table")[0]


def test_the_log_tells_the_round_newest_first(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-wager")])
    said = lines(ana.go(f"/t/{table.code}/log"))
    order = ["Ben lays a blue wager.", "Ana draws from the draw pile.", "Ana lays red 5.", "Ana begins round 1."]
    assert sorted(order, key=said.index) == order


def test_an_empty_log_says_so(ana, table):
    assert "Nothing yet." in ana.go(f"/t/{table.code}/log").text


def test_what_was_taken_back_stays_marked(ana, book, table):
    happened(book, table, [START, lay(0, "red-5"), UNDO, lay(0, "red-6")])
    page = ana.go(f"/t/{table.code}/log")
    assert "Taken back: Ana lays red 5." in page.text
    assert "Ana lays red 5. (taken back)" in page.text
    assert [had.get("class") for tag, had in page.tags if tag == "li"] == [None, "gone", "gone", None]


def test_everybody_sees_who_took_back(ana, ben, book, table):
    happened(book, table, TURN)
    report(ben, UNDO)
    assert "Taken back: Ana draws from the draw pile. recorded by Ben" in ana.go(f"/t/{table.code}/log").text


def test_a_move_is_taken_back_from_the_log(ana, book, table):
    happened(book, table, TURN)
    ana.go(f"/t/{table.code}/log")
    ana.press("Undo")
    assert ana.at == f"/t/{table.code}"
    assert "Ana draws from:" in ana.page.text


def test_whoever_watches_reads_the_log_and_takes_nothing_back(visitor, book, table):
    happened(book, table, TURN)
    page = visitor().go(f"/w/{table.watch}/log")
    assert "Ana lays red 5." in page.text
    assert "Undo" not in page.text
    assert table.code not in page.html


def test_the_log_says_when_a_round_ends(ana, book, table):
    happened(book, table, [START, count(0), count(1)])
    assert "Round 1 is over." in ana.go(f"/t/{table.code}/log").text


def test_the_log_speaks_french(ana, book, table):
    happened(book, table, TURN)
    ana.language = "fr"
    page = ana.go(f"/t/{table.code}/log")
    assert "Ana" in page.text
    assert "lays" not in page.text


def test_the_file_of_a_table_leads_to_the_same_totals(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-4"), UNDO, lay(1, "blue-9"), draw(1)])
    ana.go(f"/t/{table.code}/log.json")
    assert ana.response.mimetype == "application/json"
    assert "attachment" in ana.response.headers["Content-Disposition"]
    log = json.loads(ana.response.get_data(as_text=True))
    assert log["players"] == ["Ana", "Ben"]
    game = GAMES["lost-cities"]
    setup, moves = read_log(game, log)
    told = replay(game, setup, moves)
    assert told.refusals == ()
    assert [player.total for player in game.score(game.position(told.play.state)).players] == [-15, -11]

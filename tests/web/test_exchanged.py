"""Two names exchanged in the middle of a game: whose are the points is asked, told to the others, and in the log."""

import json

import pytest

from tests.visitor import report
from tests.web.lost_cities import START, count, happened
from tests.web.test_about import about

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

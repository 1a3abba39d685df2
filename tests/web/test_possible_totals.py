"""A total that is typed is one that the game can make: what cannot be is refused, with the bound."""

import pytest

from scoring import GAMES
from scoring.core.log import read_position
from tests.conftest import open_table
from tests.visitor import report
from tests.web.lost_cities import START, happened


def total(seat: int, points: int) -> dict[str, object]:
    return {"type": "count", "seat": seat, "total": points}


@pytest.mark.parametrize(
    ("colours", "points", "why"),
    [
        (5, 999, "999 cannot be: at most 780 in one round."),
        (5, 781, "781 cannot be: at most 780 in one round."),
        (5, -401, "−401 cannot be: at least −400 in one round."),
        (6, 937, "937 cannot be: at most 936 in one round."),
        (6, -481, "−481 cannot be: at least −480 in one round."),
    ],
)
def test_a_round_of_lost_cities_has_its_bounds(visitor, book, colours, points, why):
    ana, table = visitor(), book.tables.open("lost-cities", {"colours": colours}, ["Ana", "Ben"], "ana")
    ana.go(f"/t/{table.code}")
    ana.press("Ana")
    happened(book, table, [START])
    page = report(ana, total(0, points))
    assert (ana.status, why in page.text, book.moves.last_seq(table.id)) == (422, True, 1)


@pytest.mark.parametrize(("points", "other"), [(780, 0), (-400, -100), (780, -400)])
def test_what_the_bounds_of_lost_cities_allow_is_recorded(ana, book, table, points, other):
    happened(book, table, [START])
    for seat, typed in enumerate((points, other)):
        report(ana, total(seat, typed))
        ana.answer()
    assert book.moves.last_seq(table.id) == 3


@pytest.mark.parametrize(
    ("points", "why"), [(780, "together they make at most 780"), (-400, "together they make at least −500")]
)
def test_no_card_is_on_both_sides_of_lost_cities(ana, book, table, points, why):
    happened(book, table, [START, total(0, points)])
    page = report(ana, total(1, points))
    assert (ana.status, why in page.text, book.moves.last_seq(table.id)) == (422, True, 2)


@pytest.mark.parametrize(
    ("key", "points", "why"),
    [
        ("roll-and-write", 931, "931 cannot be: at most 930 on one sheet."),
        ("roll-and-write", -641, "−641 cannot be: at least −640 on one sheet."),
        ("lutece", -1, "−1 cannot be: nobody has less than 0."),
    ],
)
def test_a_total_of_the_other_games_has_its_bounds(visitor, key, points, why):
    ana = open_table(visitor(), key)
    page = report(ana, total(0, points))
    assert (ana.status, why in page.text) == (422, True)


def test_a_total_that_was_recorded_before_there_were_bounds_stops_nothing(ana, book, table):
    happened(book, table, [START, total(0, 999), total(1, 3), {**START, "seat": 1}])
    report(ana, total(0, 45))
    ana.answer()
    assert book.moves.last_seq(table.id) == 5


def test_a_correction_brings_no_impossible_total_either(ana, book, table):
    happened(book, table, [START, total(0, 45), total(1, 3)])
    page = report(ana, {"type": "amend", "at": 1, "event": total(0, 999)})
    assert (ana.status, "999 cannot be: at most 780 in one round." in page.text) == (422, True)


@pytest.mark.parametrize(("key", "typed"), [("lost-cities", "999"), ("roll-and-write", "931"), ("lutece", "-1")])
def test_count_now_keeps_no_impossible_total_and_says_why(visitor, key, typed):
    one = visitor().on(f"/count/{key}")
    page = one.press("Keep it", claimed0=typed)
    assert "cannot be" in page.text
    assert one.status == 422


@pytest.mark.parametrize(("key", "typed"), [("lost-cities", "999"), ("roll-and-write", "931"), ("lutece", "-1")])
def test_a_total_beside_a_count_says_that_it_cannot_be(visitor, key, typed):
    ana = open_table(visitor(), key)
    if key == "lost-cities":
        report(ana, START)
    at = "/".join(ana.at.split("/")[:3])
    ana.go(f"{at}/count/0")
    assert "cannot be" in ana.press("Add up", claimed0=typed).text


def test_the_public_formats_check_nothing_of_a_total():
    data = {"players": ["Ana", "Ben"], "rounds": [[{"total": 999}, {"total": 999}]]}
    game = GAMES["lost-cities"]
    assert game.audit(read_position(game, data)) == []

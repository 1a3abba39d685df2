"""Undo on a phone: it says what and whose, and the others are told."""

import pytest

from tests.visitor import record, report
from tests.web.lost_cities import START, TURN, count, draw, happened, lay

ASKED = "Ana draws from the draw pile. Undo this?"


def asked(page):
    return next((had["data-ask"] for _tag, had in page.tags if "data-ask" in had), None)


def undoes(visitor):
    """Take back another's move, whatever is asked."""
    visitor.press("Undo", htmx=True)
    if visitor.answers():
        visitor.answer("Yes, undo")


def test_an_own_move_is_taken_back_unasked_and_somebody_elses_is_named_and_asked_for(ana, book, table, ben):
    happened(book, table, TURN)
    page = ana.go(f"/t/{table.code}")
    assert asked(page) is None
    assert "Undo Ana draws from the draw pile." in page.text
    page = ben.go(f"/t/{table.code}")
    assert asked(page) == ASKED
    assert "Undo: Ana" in page.text


def test_without_scripts_somebody_elses_move_is_asked_for_before_it_is_taken_back(ben, book, table):
    happened(book, table, TURN)
    page = ben.on(f"/t/{table.code}").press("Undo: Ana")
    assert (ben.status, ASKED in page.text, book.moves.last_seq(table.id)) == (422, True, 3)
    ben.answer("Yes, undo")
    assert (ben.status, [row.event["type"] for row in book.moves.read(table.id)][3:]) == (200, ["undo"])


def test_the_log_asks_before_it_takes_back_and_nobody_asks_again(ben, book, table):
    happened(book, table, TURN)
    ben.on(f"/t/{table.code}/log?only=3").press("Yes, undo")
    assert (ben.status, [row.event["type"] for row in book.moves.read(table.id)][3:]) == (200, ["undo"])


def test_what_a_phone_has_recorded_for_another_is_its_own(ben, book, table):
    happened(book, table, [START])
    report(ben, count(0, red=[4]))
    assert asked(ben.go(f"/t/{table.code}")) is None


def test_who_watches_and_the_big_screen_are_told_who_took_what_back(ben, visitor, book, table):
    happened(book, table, [START, lay(0, "red-5"), draw(0), lay(1, "blue-4")])
    undoes(ben.on(f"/t/{table.code}"))
    for page in (f"/w/{table.watch}", f"/w/{table.watch}/screen"):
        assert "Ben has undone: Ben lays blue 4." in visitor().go(page).text
    assert "taken back" not in ben.page.text, "who has done it knows"


def test_several_moves_are_told_as_one(ben, ana, book, table):
    happened(book, table, TURN)
    for _ in range(3):
        undoes(ben.on(f"/t/{table.code}"))
    assert "Ben has undone 3 moves, the first: Ana begins round 1." in ana.go(f"/t/{table.code}").text


def test_a_turn_said_in_one_report_is_undone_and_told_as_one(ben, ana, book, table):
    happened(book, table, [START])
    report(ana, [lay(0, "red-5"), draw(0)])
    ana.on(f"/t/{table.code}").press("Undo", htmx=True)
    assert "Ana: tap the card you are playing." in ana.page.text
    assert "Undone: Ana lays red 5 and draws." in ben.go(f"/t/{table.code}").text
    assert [row.event["type"] for row in book.moves.read(table.id)][3:] == ["undo", "undo"]


def test_what_who_keeps_score_for_everyone_takes_back_is_told_without_a_name(ana, ben, book, table):
    happened(book, table, TURN)
    ana.go(f"/t/{table.code}")
    ana.press("Undo", htmx=True)
    assert "Undone: Ana draws from the draw pile." in ben.go(f"/t/{table.code}").text
    ana.go(f"/t/{table.code}")
    ana.press("Undo", htmx=True)
    assert "Undone: Ana lays red 5 and draws." in ben.go(f"/t/{table.code}").text
    ana.go(f"/t/{table.code}")
    ana.press("Undo", htmx=True)
    assert "3 moves were undone, the first: Ana begins round 1." in ben.go(f"/t/{table.code}").text


def test_a_correction_is_told_with_the_totals_that_it_moved(ana, ben, book, table):
    rounds = [event for _ in range(3) for event in (START, count(0, red=[4]), count(1))]
    happened(book, table, rounds)
    record(ben, {"type": "amend", "at": 7, "event": count(0, red=[5])})
    said = (
        "Ben has made a correction. Ana counted again: red 5 more and red 4 less. Totals now: Ana −47 instead of −48."
    )
    assert said in ana.go(f"/t/{table.code}").text
    assert said not in ben.go(f"/t/{table.code}").text


def test_a_correction_that_was_undone_is_told_no_more(ana, ben, book, table):
    happened(book, table, [START, count(0, red=[4]), count(1)])
    report(ben, {"type": "amend", "at": 2, "event": count(0, red=[5])})
    ana.on(f"/t/{table.code}").press("Undo")
    for one in (ana, ben):
        assert "has made a correction" not in one.go(f"/t/{table.code}").text


def test_what_a_phone_has_read_it_is_told_no_more_and_others_are(ana, ben, visitor, book, table):
    happened(book, table, TURN)
    undoes(ben.on(f"/t/{table.code}"))
    told, watcher = "Ben has undone: Ana draws from the draw pile.", visitor()
    assert told in ana.go(f"/t/{table.code}").text
    assert told in watcher.go(f"/w/{table.watch}").text
    reads(ana)
    assert told not in ana.go(f"/t/{table.code}").text
    assert told in watcher.go(f"/w/{table.watch}").text
    reads(watcher)
    assert told not in watcher.go(f"/w/{table.watch}").text


def test_what_comes_after_what_was_read_is_told_alone(ana, ben, book, table):
    happened(book, table, TURN)
    undoes(ben.on(f"/t/{table.code}"))
    reads(ana.on(f"/t/{table.code}"))
    undoes(ben.on(f"/t/{table.code}"))
    assert "Ben has undone: Ana lays red 5" in ana.go(f"/t/{table.code}").text
    assert ana.post(f"/t/{table.code}/read", {"csrf_token": ana.token(), "seq": "99999"}).text == ""
    undoes(ben.on(f"/t/{table.code}"))
    assert "Ben has undone: Ana begins round 1." in ana.go(f"/t/{table.code}").text, "nothing is read before it is told"


def reads(visitor):
    """Touch “I have read it”, as the page does."""
    tick = next(had for _tag, had in visitor.page.tags if had.get("name") == "seq")
    visitor.post(tick["hx-post"], {"csrf_token": visitor.token(), "seq": tick["value"]})
    assert visitor.status == 204


def test_a_moment_of_the_past_tells_no_news(ana, ben, book, table):
    happened(book, table, TURN)
    undoes(ben.on(f"/t/{table.code}"))
    assert "Ben has undone" not in ana.go(f"/t/{table.code}/at/4").text
    assert "Undone: Ana draws from the draw pile." in ana.page.text


@pytest.mark.parametrize(
    "sent", [{}, {"only": "x"}, {"only": "0"}, {"back_to": "-1"}, {"only": "1", "back_to": "1"}, {"seen": "x"}]
)
def test_what_says_nothing_to_take_back_is_400(ana, book, table, sent):
    happened(book, table, TURN)
    ana.go(f"/t/{table.code}")
    form, _button = ana.page.button("Undo")
    known = {name: value for name, value in form.fields if name != "only"}
    ana.post(f"/t/{table.code}/undo", known | ({"only": "3"} if "seen" in sent else {}) | sent)
    assert ana.status == 400
    assert book.moves.last_seq(table.id) == 3

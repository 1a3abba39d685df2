"""Counting a round: cards are tapped, the sum grows, a claimed total is checked, the count is recorded."""

import json

import pytest

from tests.web.lost_cities import START, TURN, count, happened
from web.table.forms import as_json


def ticks(page, colour):
    """The cells of a colour: (value, ticked, disabled) for each."""
    return [
        (str(json.loads(had["value"])[0]), "checked" in had, "disabled" in had)
        for tag, had in page.tags
        if tag == "input" and had.get("name") == f"report.0.expeditions.{colour}"
    ]


def ticked(visitor, **expeditions):
    """The fields of the count page that the visitor sees, with these cards ticked."""
    form = next(form for form in visitor.whole.forms if form.action.endswith("/report"))
    at = "report.0.expeditions"
    cards = [(f"{at}.{colour}", as_json([card])) for colour, laid in expeditions.items() for card in laid]
    return [entry for entry in form.fields if not entry[0].startswith(f"{at}.")] + cards


@pytest.fixture
def counting(ana, book, table):
    """A round under way, and Ana on the page of her own count."""
    happened(book, table, [START])
    ana.go(f"/t/{table.code}/count/0")
    return ana


def add_up(visitor, table, seat=0, htmx=True, claimed="", **expeditions):
    fields = [entry for entry in ticked(visitor, **expeditions) if not entry[0].startswith("claimed")]
    return visitor.post(f"/t/{table.code}/count/{seat}", [*fields, (f"claimed{seat}", claimed)], htmx)


def test_the_page_has_every_card_of_the_game_to_tap(counting):
    assert counting.status == 200
    for colour in ("red", "blue", "white", "green", "yellow"):
        assert [value for value, _, _ in ticks(counting.page, colour)] == ["wager"] * 3 + list("23456789") + ["10"]
    assert ticks(counting.page, "purple") == []
    assert "What is in front of Ana?" in counting.page.text


def test_the_total_grows_with_every_tap_and_nothing_is_written(counting, book, table):
    totals = []
    for numbers in ([], [2], [2, 3], [2, 3, 10]):
        page = add_up(counting, table, red=["wager", *numbers])
        assert counting.status == 200
        assert (page.tags[0][1]["id"], "html" in dict(page.tags)) == ("sums", False)
        totals.append(page.text.split("ard")[0].split()[-3])
    assert totals == ["−40", "−36", "−30", "−10"]
    assert book.moves.last_seq(table.id) == 1


def test_it_adds_up_without_javascript_too(counting, table):
    page = add_up(counting, table, htmx=False, red=[2, 3], claimed="-15")
    assert (counting.status, page.tags[0][0]) == (200, "html")
    assert "Your total is right." in page.text
    assert [value for value, is_ticked, _ in ticks(page, "red") if is_ticked] == ["2", "3"]


def test_what_the_other_has_counted_says_so_and_is_refused_when_it_is_tapped(ana, book, table):
    happened(book, table, [START, count(1, red=["wager", "wager", 5])])
    page = ana.go(f"/t/{table.code}/count/0")
    held = [had["aria-label"] for tag, had in page.tags if tag == "input" and "Ben has it" in had.get("aria-label", "")]
    assert held == ["Red wager: Ben has it", "Red wager: Ben has it", "Red 5: Ben has it"]
    page = add_up(ana, table, red=[5])
    assert "Red 5 is in front of both Ana and Ben: there is only one." in page.text
    assert [had for tag, had in page.tags if tag == "button" and "disabled" in had]


def test_a_count_that_is_no_count_is_400_and_says_why(counting, book, table):
    for wrong in ({"red": [11]}, {"pink": [5]}, {"red": ["two"]}):
        page = add_up(counting, table, **wrong)
        assert counting.status == 400
        assert [had for _, had in page.tags if had.get("role") == "alert"]
    assert book.moves.last_seq(table.id) == 1


# A total computed by hand


def test_a_usual_slip_is_named(counting, table):
    page = add_up(counting, table, claimed="11", red=[5, 6])
    assert "In red, the cost of 20 was forgotten." in page.text
    assert "the difference is" in page.text


@pytest.mark.parametrize("claimed", ["-9", "−9", " -9 "])
def test_a_right_total_is_right_with_any_minus(counting, table, claimed):
    assert "Your total is right." in add_up(counting, table, claimed=claimed, red=[5, 6]).text


@pytest.mark.parametrize("claimed", ["", "-", "nine", "1e9", "9" * 50, "²", "--1"])
def test_what_is_no_total_is_not_judged(counting, table, claimed):
    page = add_up(counting, table, claimed=claimed, red=[5, 6])
    assert counting.status == 200
    assert "difference" not in page.text
    assert "is right" not in page.text


# Recording


def test_both_counts_end_the_round(counting, book, table):
    counting.post(f"/t/{table.code}/report", ticked(counting, red=["wager", 5, 6, 10]), follow=True)
    assert "Ana counts 4 cards." in counting.page.text
    counting.tap("Ben")
    page = counting.post(f"/t/{table.code}/report", ticked(counting, blue=[9, 10]))
    assert "Round 2: Ana should begin." in page.text
    assert [row.event["type"] for row in book.moves.read(table.id)] == ["start", "count", "count"]


def test_a_count_refused_in_a_race_keeps_what_was_ticked(ana, ben, book, table):
    """Both count at once; the second learns of the card that the first has counted, and loses no tick."""
    happened(book, table, [START])
    ana.go(f"/t/{table.code}/count/0")
    ben.go(f"/t/{table.code}/count/1")
    ana.post(f"/t/{table.code}/report", ticked(ana, red=[5, 6]))
    page = ben.post(f"/t/{table.code}/report", ticked(ben, red=[5, 7], blue=[2]))
    ben.answered(422, "Red 5 is in front of both Ana and Ben")
    assert ("5", True, False) in ticks(page, "red")
    assert ("7", True, False) in ticks(page, "red")
    assert ("2", True, False) in ticks(page, "blue")
    ben.post(f"/t/{table.code}/report", ticked(ben, red=[7], blue=[2]))
    assert ben.status == 200
    assert book.moves.last_seq(table.id) == 3


def test_a_count_of_a_seat_that_was_counted_meanwhile_is_409_and_keeps_its_ticks(ana, ben, book, table):
    happened(book, table, [START])
    ben.go(f"/t/{table.code}/count/0")
    ana.on(f"/t/{table.code}/count/0").post(f"/t/{table.code}/report", ticked(ana, red=[5, 6]))
    page = ben.post(f"/t/{table.code}/report", ticked(ben, red=[5]))
    assert ben.status == 409
    assert ("5", True, False) in ticks(page, "red")
    assert ("6", False, False) in ticks(page, "red")
    assert book.moves.last_seq(table.id) == 2


def test_between_rounds_a_count_can_be_checked_and_not_recorded(ana, table):
    page = ana.go(f"/t/{table.code}/count/0")
    assert "you can check this count but not record it" in page.text
    assert "Record" not in [button.text for form in page.forms for button in form.buttons]
    assert ana.client.get(f"/t/{table.code}/count/2").status_code == 404, "nobody sits there"


def test_whoever_does_not_sit_can_check_and_not_record(visitor, book, table):
    happened(book, table, TURN)
    page = visitor().go(f"/t/{table.code}/count/0")
    assert "Record" not in [button.text for form in page.forms for button in form.buttons]

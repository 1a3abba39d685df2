"""Counting a round: cards are tapped, the sum grows, a claimed total is checked, the count is recorded."""

from __future__ import annotations

import pytest

from tests.web.lost_cities import START, TURN, count, happened, lay


def ticks(page, colour):
    """The cells of a colour: (value, ticked, disabled) for each."""
    return [
        (had["value"], "checked" in had, "disabled" in had)
        for tag, had in page.tags
        if tag == "input" and had.get("name", "").startswith(f"e.expeditions.{colour}[")
    ]


def ticked(visitor, **expeditions):
    """The fields of the count page that the visitor sees, with these cards ticked."""
    form = next(form for form in visitor.whole.forms if form.action.endswith("/report"))
    cards = [
        (f"e.expeditions.{colour}[]{'' if card == 'wager' else '#'}", str(card))
        for colour, laid in expeditions.items()
        for card in laid
    ]
    return [entry for entry in form.fields if not entry[0].startswith("e.expeditions.") or "{}" in entry[0]] + cards


@pytest.fixture
def counting(ana, book, table):
    """A round under way, and Ana on the page of her own count."""
    happened(book, table, [START])
    ana.go(f"/t/{table.code}/count/0")
    return ana


def add_up(visitor, table, seat=0, htmx=True, claimed="", **expeditions):
    fields = [entry for entry in ticked(visitor, **expeditions) if entry[0] != "claimed"]
    return visitor.post(f"/t/{table.code}/count/{seat}", [*fields, ("claimed", claimed)], htmx)


def test_the_page_has_every_card_of_the_game_to_tap(counting):
    assert counting.status == 200
    for colour in ("red", "blue", "white", "green", "yellow"):
        assert [value for value, _, _ in ticks(counting.page, colour)] == ["wager"] * 3 + list("23456789") + ["10"]
    assert ticks(counting.page, "purple") == []
    assert "What is in front of Ana?" in counting.page.text


def test_what_was_followed_is_ticked_already(ana, book, table):
    happened(book, table, [START, lay(0, "red-wager"), {"type": "draw", "seat": 0, "from": "deck"}, lay(1, "blue-4")])
    page = ana.go(f"/t/{table.code}/count/0")
    assert [entry for entry in ticks(page, "red") if entry[1]] == [("wager", True, False)]
    page = ana.go(f"/t/{table.code}/count/1")
    assert [entry for entry in ticks(page, "blue") if entry[1]] == [("4", True, False)]


def test_the_total_grows_with_every_tap_and_nothing_is_written(counting, book, table):
    totals = []
    for numbers in ([], [2], [2, 3], [2, 3, 10]):
        page = add_up(counting, table, red=["wager", *numbers])
        assert counting.status == 200
        assert (page.tags[0][1]["id"], "html" in dict(page.tags)) == ("sums", False)
        totals.append(page.text.split("ard")[0].split()[-3])
    assert totals == ["−40", "−36", "−30", "−10"]
    assert book.moves.last_seq(table.id) == 1


def test_every_expedition_shows_its_sum(counting, table):
    page = add_up(counting, table, red=["wager", "wager", 2, 3, 5, 7, 8, 10], white=["wager"], blue=[4, 6])
    assert "35 − 20 = 15, ×3 = 45, +20 for 8 cards" in page.text
    assert "0 − 20 = −20, ×2 = −40" in page.text
    assert "10 − 20 = −10" in page.text


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


def test_everything_impossible_is_named_at_once(ana, book, table):
    happened(book, table, [START, count(1, red=["wager", 5])])
    ana.go(f"/t/{table.code}/count/0")
    page = add_up(ana, table, red=["wager", "wager", "wager", 5], purple=[3])
    assert "Red 5 is in front of both Ana and Ben: there is only one." in page.text
    assert "4 red wagers on the table: there are only three." in page.text
    assert "Purple is not in this game of 5 colours." in page.text
    assert [had for tag, had in page.tags if tag == "button" and "disabled" in had]


def test_a_count_that_is_no_count_is_400_and_says_why(counting, book, table):
    for wrong in ({"red": [11]}, {"pink": [5]}, {"red": ["two"]}):
        page = add_up(counting, table, **wrong)
        assert counting.status == 400
        assert [had for _, had in page.tags if had.get("role") == "alert"]
    assert book.moves.last_seq(table.id) == 1


# A total computed by hand

PAGE_OF_SLIPS = {
    # what lies there, the total claimed, and the slip
    "the 20 forgotten": ({"red": [5, 6]}, "11", "In red, the cost of 20 was forgotten."),
    "the bonus multiplied": (
        {"red": ["wager", "wager", 2, 3, 5, 7, 8, 10]},
        "105",
        "In red, the 8-card bonus of 20 was multiplied; it is added last.",
    ),
    "a loss not multiplied": ({"red": ["wager", 5, 6]}, "-9", "In red, the loss was not multiplied by the wagers."),
    "the bonus forgotten": ({"red": [2, 3, 4, 5, 6, 7, 8, 9]}, "24", "In red, the 8-card bonus of 20 was forgotten."),
    "wagers not counted": (
        {"red": ["wager", "wager", 2, 3, 5, 7, 8, 10]},
        "45",
        "In red, the wagers were not counted towards the eight cards.",
    ),
}


@pytest.mark.parametrize("what", PAGE_OF_SLIPS)
def test_a_usual_slip_is_named(counting, table, what):
    cards, claimed, slip = PAGE_OF_SLIPS[what]
    page = add_up(counting, table, claimed=claimed, **cards)
    assert slip in page.text
    assert "the difference is" in page.text


@pytest.mark.parametrize("what", PAGE_OF_SLIPS)
def test_a_usual_slip_is_named_in_french(counting, table, what):
    cards, claimed, slip = PAGE_OF_SLIPS[what]
    counting.language = "fr"
    page = add_up(counting, table, claimed=claimed, **cards)
    assert "rouge" in page.text
    assert "forgotten" not in page.text
    assert slip not in page.text


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


def test_the_order_of_the_cards_does_not_matter(counting, table):
    first = add_up(counting, table, red=[10, "wager", 2])
    second = add_up(counting, table, red=["wager", 2, 10])
    assert first.text == second.text


def test_a_count_refused_in_a_race_keeps_what_was_ticked(ana, ben, book, table):
    """Both count at once; the second learns of the card that the first has counted, and loses no tick."""
    happened(book, table, [START])
    ana.go(f"/t/{table.code}/count/0")
    ben.go(f"/t/{table.code}/count/1")
    ana.post(f"/t/{table.code}/report", ticked(ana, red=[5, 6]))
    page = ben.post(f"/t/{table.code}/report", ticked(ben, red=[5, 7], blue=[2]))
    assert ben.status == 422
    assert "Red 5 is in front of both Ana and Ben" in page.text
    assert ("5", True, False) in ticks(page, "red")
    assert ("7", True, False) in ticks(page, "red")
    assert ("2", True, False) in ticks(page, "blue")
    ben.post(f"/t/{table.code}/report", ticked(ben, red=[7], blue=[2]))
    assert ben.status == 200
    assert book.moves.last_seq(table.id) == 3


def test_a_count_of_a_seat_that_was_counted_meanwhile_is_409_and_keeps_its_ticks(ana, ben, book, table):
    happened(book, table, [START])
    ben.go(f"/t/{table.code}/count/0")
    ana.go(f"/t/{table.code}/count/0")
    ana.post(f"/t/{table.code}/report", ticked(ana, red=[5, 6]))
    page = ben.post(f"/t/{table.code}/report", ticked(ben, red=[5]))
    assert ben.status == 409
    assert ("5", True, False) in ticks(page, "red")
    assert ("6", False, False) in ticks(page, "red")
    assert book.moves.last_seq(table.id) == 2


def test_between_rounds_a_count_can_be_checked_and_not_recorded(ana, table):
    page = ana.go(f"/t/{table.code}/count/0")
    assert "you can check this count but not record it" in page.text
    assert "Record" not in [button.text for form in page.forms for button in form.buttons]


def test_whoever_does_not_sit_can_check_and_not_record(visitor, book, table):
    happened(book, table, TURN)
    page = visitor().go(f"/t/{table.code}/count/0")
    assert "Record" not in [button.text for form in page.forms for button in form.buttons]


@pytest.mark.parametrize("seat", ["2", "99", "-1", "x", "1" * 40])
def test_a_seat_that_is_not_there_has_no_count(ana, table, seat):
    ana.go(f"/t/{table.code}/count/{seat}")
    assert ana.status == 404

"""A later round of a table is counted on one page too, with both players side by side."""

import pytest

from tests.web.lost_cities import START, TURN, happened
from tests.web.test_count_now import both, filled, totals
from web.table.forms import fields

RED = {"red": ["wager", 5, 6, 10]}  # 2: (21 - 20) twice
BLUE = {"blue": [9, 10, 8]}  # 7


@pytest.fixture
def keeper(visitor):
    """Who keeps score for both at a table of three rounds; the first was counted."""
    one = visitor()
    one.go("/count/lost-cities")
    one.post("/count/lost-cities/keep", [*filled(one, both(RED, BLUE)), ("go_on", "1")], False)
    return one


def on_paper(page, counts, **claimed):
    """The fields of the page with these counts."""
    form = next(form for form in page.whole.forms if form.action.endswith("/report"))
    kept = [(name, value) for name, value in form.fields if not name.startswith(("report.", "claimed"))]
    typed = {"claimed0": "", "claimed1": "", **claimed}
    return [*kept, *fields(counts), *typed.items()]


def at(visitor):
    """The address of the table that a visitor is at."""
    return "/".join(visitor.at.partition("?")[0].split("/")[:3])


def log(book, visitor):
    table = book.tables.by_code(at(visitor).split("/")[-1])
    return [row.event for row in book.moves.read(table.id)]


def test_the_next_round_is_one_tap_from_the_table_and_adds_up_before_anybody_begins(keeper):
    keeper.tap("Count round 2")
    assert (keeper.status, totals(keeper)) == (200, ["0", "0"])
    address = keeper.at
    keeper.post(address, on_paper(keeper, both(BLUE, {"red": ["wager"]})), True)
    assert totals(keeper) == ["7", "-40"]


def test_both_counts_are_one_report_and_nobody_is_said_to_have_begun(keeper, book):
    keeper.tap("Count round 2")
    keeper.post(f"{at(keeper)}/report", on_paper(keeper, both(BLUE, RED)), False)
    assert [event["type"] for event in log(book, keeper)] == ["start", "count", "count"] * 2
    assert log(book, keeper)[3]["known"] is False
    assert "Count round 3" in keeper.go(at(keeper)).text


def test_one_undo_takes_both_back(keeper, book):
    keeper.tap("Count round 2")
    keeper.post(f"{at(keeper)}/report", on_paper(keeper, both(BLUE, RED)), False)
    said = keeper.go(at(keeper)).text
    assert "Undo these 3 moves Round 2 begins. Player 1 counts 3 cards. Player 2 counts 4 cards." in said
    keeper.press("Undo")
    assert "Count round 2" in keeper.go(at(keeper)).text


def test_totals_that_were_typed_are_asked_about_and_recorded_as_typed_where_they_differ(keeper, book):
    keeper.tap("Count round 2")
    table, sent = at(keeper), on_paper(keeper, both(BLUE, {}), claimed0="7", claimed1="45")
    keeper.post(f"{table}/report", sent, False)
    assert keeper.answers() == ["Record 7 and 45", "Record 7 and 0"]
    keeper.answer()
    cards, total = log(book, keeper)[-2:]
    assert (cards["expeditions"], total) == (BLUE, {"type": "count", "seat": 1, "total": 45})


def test_a_followed_round_is_there_as_it_was_followed_and_a_difference_is_asked_about(ana, book, table):
    happened(book, table, [START, *TURN])
    ana.go(f"/t/{table.code}")
    ana.tap("All players")
    assert [had["value"] for tag, had in ana.page.tags if tag == "input" and "checked" in had] == ["[5]"]
    ana.post(f"/t/{table.code}/report", on_paper(ana, both({"red": [5, 6]}, {})), False)
    assert "red 6 more" in ana.page.text
    ana.answer()
    assert [event["type"] for event in log(book, ana)[-2:]] == ["count", "count"]


def test_a_card_before_both_is_named_and_cannot_be_recorded(keeper):
    keeper.tap("Count round 2")
    page = keeper.post(keeper.at, on_paper(keeper, both(RED, RED)), True)
    assert "Red 5 is in front of both" in page.text
    assert "disabled" in next(had for tag, had in page.tags if tag == "button" and had.get("class") == "main")


def test_what_is_no_count_says_so_and_writes_nothing(keeper, book):
    keeper.tap("Count round 2")
    keeper.post(keeper.at, [*on_paper(keeper, both({"red": [77]}, {}))], True)
    assert keeper.status == 400
    assert "a whole number from 2 to 10 is expected" in keeper.page.text
    assert len(log(book, keeper)) == 3


def test_where_not_everybody_can_be_counted_it_leads_to_a_player(keeper, visitor, book):
    for _round in (2, 3):
        keeper.go(f"{at(keeper)}/count")
        keeper.post(f"{at(keeper)}/report", on_paper(keeper, both(BLUE, RED)), False)
    keeper.go(f"{at(keeper)}/count")
    assert "/amend/" in keeper.at
    assert visitor().go(f"{at(keeper)}/count").text.startswith("Count · Player 1")


def test_on_another_players_phone_undo_takes_back_that_players_sheet_alone(ana, ben, book, table):
    ana.go(f"/t/{table.code}/count")
    ana.post(f"/t/{table.code}/report", on_paper(ana, both(BLUE, RED)), False)
    ben.go(f"/t/{table.code}")
    ben.press("Undo my move")
    events = [row.event for row in book.moves.read(table.id)]
    assert [event["type"] for event in events] == ["start", "count", "count", "undo"]

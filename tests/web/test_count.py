"""Counting a round: cards are tapped, the sum grows, a claimed total is checked, the count is recorded."""

import json

import pytest

from scoring import GAMES
from scoring.core.log import read_position
from tests.conftest import open_table
from tests.visitor import report
from tests.web.lost_cities import START, TURN, count, happened
from tests.web.test_count_now import both, filled, totals
from web.table.forms import as_json, fields


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
    assert "Round 1: what is in front of Ana?" in counting.page.text


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


# Totals that a game cannot make


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


# A later round on one page, with both players side by side


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

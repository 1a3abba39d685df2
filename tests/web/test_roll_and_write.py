"""Roll & Write on a phone: the throw, the sheet, the choice with its score, an unknown box, a finished sheet copied."""

from __future__ import annotations

import json

import pytest

from scoring.roll_and_write.rule_texts import DICE_LEFT, NEVER_FALL, RULES, ZERO_OPENS
from tests.conftest import open_table
from tests.visitor import Visitor, report
from web.i18n import speaking, translate

THROW = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}


def choose(seat, number, colour, *accelerate):
    return {"type": "choose", "seat": seat, "number": number, "colour": colour, "accelerate": list(accelerate)}


def refuse(seat):
    return {"type": "refuse", "seat": seat}


def roll(seat, numbers, *colours):
    return {"type": "roll", "seat": seat, "numbers": list(numbers), "colours": list(colours)}


def learn(colour, box, kind):
    return {"type": "learn", "colour": colour, "box": box, "kind": kind}


def happened(visitor: Visitor, *events) -> Visitor:
    for event in events:
        report(visitor, event)
        assert visitor.status in (200, 303), visitor.page.text
    visitor.go(visitor.at.removesuffix("/report"))
    return visitor


@pytest.fixture
def scribe(visitor):
    """Ana keeps score for Ana, Ben and Cai on Cairn's own pad."""
    return open_table(visitor(), "roll-and-write", name2="Cai")


@pytest.fixture
def learner(visitor):
    """The same on a printed pad that nobody has copied."""
    return open_table(visitor(), "roll-and-write", name2="Cai", pad="1")


def lit(page):
    """The columns that are lit, with what is said of them."""
    return [had["aria-label"] for tag, had in page.tags if tag == "a" and " lit" in (had.get("class") or "")]


# The throw


def test_six_taps_enter_a_throw_and_the_sixth_reports_it(scribe):
    for die in ("0", "4", "7", "red", "red"):
        scribe.go(next(href for href, text in scribe.page.links if text == die))
    scribe.press("blue")
    assert "Ana throws 0, 4, 7; red, red, and blue." in scribe.page.text


@pytest.mark.parametrize("typed", ["0 4 7 r r b", "047rrb", "red 0 RED 4 7 blue", "0 4 7 rouge rouge bleu"])
def test_a_throw_can_be_typed(scribe, typed):
    scribe.go(f"{scribe.at}?by=0&dice={typed}")
    scribe.press("Throw")
    assert "Ana throws 0, 4, 7; red, red, and blue." in scribe.page.text


@pytest.mark.parametrize("typed", ["", "0000000", "zzz", "😀", "rrrrr", "9" * 500, "7 7 7 v v"])
def test_what_is_not_six_dice_is_not_thrown(scribe, typed):
    page = scribe.go(f"{scribe.at}?by=0&dice={typed}")
    assert scribe.status == 200
    assert "Throw" not in [button.text for form in page.forms for button in form.buttons]


def test_whoever_throws_first_may_be_chosen(scribe):
    scribe.go(scribe.at + "?by=2&dice=047rrb")
    scribe.press("Throw")
    assert "Cai throws" in scribe.page.text


def test_a_die_is_taken_away_again(scribe):
    page = scribe.go(scribe.at + "?by=0&dice=04r")
    assert page.link("4: take away").endswith("dice=0r&by=0")


def test_a_phone_at_another_seat_waits_for_the_throw_or_enters_it(scribe, visitor):
    happened(scribe, THROW, refuse(0), refuse(1), refuse(2))
    cai = visitor()
    cai.go(scribe.at)
    page = cai.press("Cai")
    assert "Ben throws the dice." in page.text
    page = cai.go(page.link("Enter them here"))
    assert "Ben throws: tap the six dice." in page.text


# The choice


def test_the_columns_that_fit_are_lit(scribe):
    page = happened(scribe, THROW).page
    assert [said.partition(",")[0] for said in lit(page)] == ["Red", "Blue"]
    page = scribe.go(scribe.at + "?acting=0&number=4")
    assert len(lit(page)) == 2


def test_one_tap_shows_the_score_before_it_is_written(scribe):
    happened(scribe, roll(0, (4, 4, 4), "red", "red", "red"))
    page = scribe.go(scribe.at + "?acting=0&colour=red")
    assert "Write 4 in red 0 → −20" in page.text
    assert "Ana writes red 4." in scribe.press("Write 4 in red").text


def test_several_numbers_are_offered_with_what_each_would_make(scribe):
    happened(scribe, THROW)
    page = scribe.go(scribe.at + "?acting=0&colour=red")
    assert "Which number?" in page.text
    assert page.link("Write 7 in red").endswith("number=7&colour=red&double=0")
    assert page.link("Tick the double box of red")


def test_an_arrow_asks_where_next_and_may_be_declined(scribe):
    happened(scribe, roll(0, (1, 2, 3), "yellow", "yellow", "yellow"), choose(0, 1, "yellow"), refuse(1), refuse(2))
    happened(scribe, roll(1, (5, 5, 5), "yellow", "yellow", "yellow"), refuse(1))
    page = scribe.go(scribe.at + "?sheet=0&colour=yellow")
    assert "Where next?" in page.text
    assert len(lit(page)) == 6
    assert "No, thank you: Write 5 in yellow" in page.text
    page = scribe.go(scribe.at.split("?")[0] + "?acting=0&number=5&colour=yellow&chain=r")
    assert "Write 5 in yellow, then accelerate red" in page.text
    assert "Ana accelerates red: 1." in scribe.press("then accelerate red").text


def test_a_chain_that_no_arrow_allows_is_passed_over(scribe):
    happened(scribe, roll(0, (4, 4, 4), "red", "red", "red"))
    page = scribe.go(scribe.at + "?acting=0&colour=red&chain=rrrrrr")
    assert "Write 4 in red 0 → −20" in page.text


def test_a_column_that_does_not_fit_says_why_and_which_rule(scribe):
    happened(scribe, roll(0, (7, 7, 7), "green", "green", "red"), choose(0, 7, "green"), refuse(1), refuse(2))
    happened(scribe, roll(1, (3, 3, 3), "green", "green", "red"), refuse(1))
    page = scribe.go(scribe.at + "?acting=0&colour=green")
    assert "Green 3 cannot be written: your green stands at 7." in page.text
    assert NEVER_FALL.text in page.text
    page = scribe.go(scribe.at.split("?")[0] + "?acting=0&colour=blue")
    assert "None of the dice left shows blue." in page.text
    assert DICE_LEFT.text in page.text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_refused_report_is_422_with_its_rule_in_the_language_of_the_phone(app, scribe, language):
    happened(scribe, roll(0, (7, 7, 7), "green", "green", "red"), choose(0, 7, "green"), refuse(1), refuse(2))
    happened(scribe, roll(1, (3, 3, 3), "green", "green", "red"), refuse(1))
    scribe.language = language
    page = report(scribe, choose(0, 3, "green"), htmx=True)
    with app.test_request_context(), speaking(language):
        rule = " ".join(translate(NEVER_FALL.text).split())
    assert scribe.status == 422
    assert rule in page.text


def test_who_has_nothing_that_fits_is_told_to_refuse(scribe):
    happened(scribe, roll(0, (9, 9, 9), "red", "red", "red"), choose(0, 9, "red"), refuse(1), refuse(2))
    happened(scribe, roll(1, (3, 3, 3), "red", "red", "red"), refuse(1))
    page = scribe.go(scribe.at + "?acting=0")
    assert "Ana: nothing on these dice fits." in page.text
    assert lit(page) == []


def test_the_scribe_is_led_from_seat_to_seat(scribe):
    for name in ("Ana", "Ben", "Cai"):
        page = happened(scribe, *([THROW] if name == "Ana" else [])).page
        assert f"{name}: tap a lit column, or refuse." in page.text
        scribe.press("Refuse all")
    assert "Ben throws: tap the six dice." in scribe.page.text


def test_everybody_sees_who_still_has_to_choose(scribe, visitor):
    happened(scribe, THROW, choose(0, 4, "red"))
    guest = visitor()
    page = guest.go(scribe.at)
    assert "Still to choose: Ben, Cai" in page.text
    assert lit(page) == []


def test_clockwise_one_by_one_waits_for_the_one_before(visitor):
    scribe = open_table(visitor(), "roll-and-write", name2="Cai", turn_order="1")
    happened(scribe, THROW, refuse(0))
    page = scribe.go(scribe.at + "?sheet=2")
    assert "Still to choose: Ben, Cai" in page.text
    report(scribe, refuse(2), htmx=True)
    assert scribe.status == 422
    assert "Ben chooses or refuses next." in scribe.page.text


def test_with_the_house_rule_a_zero_may_open_a_column_or_tick_its_double_box(visitor):
    scribe = open_table(visitor(), "roll-and-write", zero_opens="1")
    happened(scribe, roll(0, (0, 0, 0), "red", "red", "red"))
    page = scribe.go(scribe.at + "?acting=0&colour=red")
    assert page.link("Write 10 in red")
    scribe.tap("Tick the double box of red")
    assert "Ana ticks the double box of red." in scribe.press("Tick the double box").text


def test_without_the_house_rule_the_form_of_it_is_refused(scribe):
    happened(scribe, THROW)
    report(scribe, {**choose(0, 0, "red"), "double": True}, htmx=True)
    assert (scribe.status, ZERO_OPENS in RULES) == (422, True)


@pytest.mark.parametrize(
    "asked",
    [
        "sheet=9",
        "sheet=x",
        "colour=pink",
        "number=99",
        "number=²",
        "chain=zzz",
        "acting=0&colour=red&chain=" + "r" * 99,
    ],
)
def test_a_strange_query_shows_the_table(scribe, asked):
    happened(scribe, THROW)
    scribe.go(f"{scribe.at}?{asked}")
    assert scribe.status == 200


def test_a_tap_keeps_what_was_chosen_in_the_address_that_a_ping_asks_for(scribe):
    happened(scribe, THROW)
    page = scribe.go(scribe.at + "?acting=0&number=4&colour=red", htmx=True)
    asks = page.tags[0][1]["hx-get"]
    assert "acting=0&number=4&colour=red" in asks
    happened(scribe, choose(0, 4, "red"))
    page = scribe.go(asks.replace("seen=1", "seen=0"), htmx=True)
    assert "colour=" not in page.tags[0][1]["hx-get"]


def test_the_dice_of_one_throw_are_not_offered_for_the_next(scribe):
    happened(scribe, THROW, refuse(0), refuse(1), refuse(2))
    page = scribe.go(scribe.at + "?dice=047rrb&by=0")
    assert "Ben throws: tap the six dice." in page.text
    assert "dice=" not in next(had["hx-get"] for _, had in page.tags if had.get("id") == "table")


# An unknown box


def test_an_unknown_box_is_asked_about_and_the_choice_goes_on(learner):
    happened(learner, roll(0, (4, 4, 4), "red", "red", "red"))
    page = learner.go(learner.at + "?acting=0&colour=red")
    assert "What is printed in box 1?" in page.text
    form, _ = page.button("arrow")
    assert {("acting", "0"), ("colour", "red")} <= set(form.fields)
    page = learner.press("arrow", htmx=True)
    assert learner.status == 200
    assert "Where next?" in page.text


def test_what_was_not_told_is_asked_later(learner):
    happened(learner, roll(0, (4, 4, 4), "red", "red", "red"), choose(0, 4, "red"))
    assert "red, box 1:" in learner.page.text
    page = learner.press("vase")
    assert "Ana hatches an artifact" in page.text


def test_what_a_table_learns_is_on_the_shelf_after_the_turn(learner):
    happened(learner, roll(0, (4, 4, 4), "red", "red", "red"), learn("red", 1, "arrow"))
    assert pad_of(learner)["boxes"]["red"][0] == "unknown"
    happened(learner, choose(0, 4, "red"), refuse(1), refuse(2))
    assert pad_of(learner)["boxes"]["red"][0] == "arrow"


def pad_of(visitor):
    at = visitor.at
    link = visitor.go("/shelf").link("Our pad")
    visitor.see(visitor.client.get(f"{link}.json"))
    visitor.at = at
    return json.loads(visitor.response.text)


def test_a_table_keeps_its_pad_when_the_shelf_changes(learner):
    happened(learner, roll(0, (4, 4, 4), "red", "red", "red"))
    at = learner.at
    learner.go(learner.go("/shelf").link("Our pad"))
    learner.press("Nothing is printed in the rest")
    page = learner.go(at + "?acting=0&colour=red")
    assert "What is printed in box 1?" in page.text


def test_the_log_of_a_table_is_in_the_public_format(learner):
    learner.client.get(learner.at)
    log = learner.client.get(f"{learner.at}/log.json").json
    assert set(log) == {"game", "players", "options", "events"}


# Crossings, and the end


def crossing_events():
    """Ana refuses seven times, the others six: her seventh is a crossing."""
    events = []
    for turn in range(6):
        seat = turn % 3
        events += [roll(seat, (9, 9, 9), "red", "red", "red"), *(refuse((seat + step) % 3) for step in range(3))]
    return [*events, roll(0, (9, 9, 9), "red", "red", "red"), refuse(0)]


def test_a_crossing_is_told_as_first_so_far(scribe):
    page = happened(scribe, *crossing_events()).page
    assert "The refusal bridge, first so far: Ana." in page.text
    assert "7 bridges left" in page.html


def test_the_page_says_why_the_game_ended_and_gives_every_sum(scribe):
    for turn in range(9):
        seat = turn % 3
        happened(scribe, roll(seat, (9, 9, 9), "red", "red", "red"), *(refuse((seat + step) % 3) for step in range(3)))
    page = scribe.page
    assert "The game is over: all players are exhausted." in page.text
    assert "A shared victory" in page.text
    page = scribe.go(page.link("The result"))
    assert "all nine dice symbols, exhausted: 0" in page.text


# A finished sheet


def count(visitor, seat, htmx=True, **typed):
    """Add up a count with these fields beside the untouched ones."""
    page = visitor.go(f"{visitor.at.split('/count')[0]}/count/{seat}")
    form = next(form for form in page.forms if ("e.type", "count") in form.fields)
    fields = [(name, value) for name, value in form.fields if name not in typed]
    fields += [(name, each) for name, value in typed.items() for each in ([value] if isinstance(value, str) else value)]
    return visitor.post(visitor.at, fields, htmx)


RED = "e.sheet.expeditions.red"


def test_a_sheet_is_copied_by_its_levels(scribe):
    page = count(scribe, 1, **{f"{RED}.level#": "8", f"{RED}.double!": "1", "e.sheet.artifacts#": "3"})
    assert scribe.status == 200
    assert "8 boxes: 35, ×2 = 70" in page.text
    assert "3 artifacts: −20" in page.text
    assert page.text.split(" Add up")[0].endswith("50")


def test_the_numbers_are_optional_and_their_order_is_checked(scribe):
    page = count(scribe, 1, **{f"{RED}.numbers[]#": "1 4 3"})
    assert "Red: 3 stands above 4, but numbers never fall." in page.text


def test_numbers_and_level_must_agree(scribe):
    page = count(scribe, 1, **{f"{RED}.numbers[]#": "1 4", f"{RED}.level#": "3"})
    assert scribe.status == 400
    assert "Red: 3 boxes are filled, but 2 numbers are given." in page.text


def test_everything_impossible_is_named_at_once(scribe):
    page = count(scribe, 1, **{f"{RED}.top!": "1", "e.sheet.bridges[]": ["red", "dice"]})
    assert "Red: the artifact on top is ticked over 0 numbers instead of nine." in page.text
    assert "Artifacts ticked on top: 1; artifacts hatched: only 0." in page.text
    assert "The red bridge is circled, but its column stands at 0 and not at seven." in page.text
    assert "The refusal bridge is circled, but its column stands at 0 and not at seven." in page.text


def test_a_bridge_that_nobody_circled_waits_for_the_other_sheets_and_is_then_named(scribe):
    table = scribe.at
    page = count(scribe, 0, **{f"{RED}.level#": "7"})
    assert "The red bridge was crossed, but nobody circled it. Still to count: Ben and Cai." in page.text
    happened(scribe, {"type": "count", "seat": 0, "sheet": {"expeditions": {"red": {"level": 7}}}})
    happened(scribe, {"type": "count", "seat": 1, "sheet": {}})
    scribe.at = table
    page = count(scribe, 2)
    assert "Ana: The red bridge was crossed, but nobody circled it." in page.text


def test_a_claimed_total_is_compared_and_explained(scribe):
    page = count(scribe, 0, claimed="35", **{f"{RED}.level#": "8", f"{RED}.double!": "1"})
    assert "Red: the column is doubled, 70 and not 35." in page.text
    page = count(scribe, 0, claimed="70", **{f"{RED}.level#": "8", f"{RED}.double!": "1"})
    assert "Your total is right." in page.text


def test_three_counts_end_the_game(scribe):
    happened(scribe, *({"type": "count", "seat": seat, "sheet": {"dice": seat + 4}} for seat in range(3)))
    assert "The game is over: everybody has counted." in scribe.page.text
    assert "Cai wins" in scribe.page.text

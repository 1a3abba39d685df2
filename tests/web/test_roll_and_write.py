"""Roll & Write on a phone: the throw, the sheet, the choice with its score, an unknown box, a finished sheet copied."""

import json

import pytest

from scoring.roll_and_write.formats import sheet
from scoring.roll_and_write.sheets import EMPTY, Column
from tests.conftest import open_table
from tests.visitor import Visitor, record, report
from web.table.forms import as_json, fields

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
        record(visitor, event)
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


def fits(page, seat):
    """Table of figures in the lit boxes of a sheet, each as it is said, with what its control sends."""
    sheet = next(had for _tag, had in page.tags if had.get("id") == f"col-{seat}")
    dice = set((sheet.get("data-dice") or "").split())
    said = {had["aria-label"]: had["value"] for tag, had in page.tags if tag == "input" and chooses(had, seat)}
    return {label: sent for label, sent in said.items() if {sent_of(sent, "number"), sent_of(sent, "colour")} <= dice}


def chooses(had, seat):
    return had.get("form") == f"choose-{seat}"


def sent_of(sent, name):
    """What a control says of a choice."""
    return str(json.loads(sent)[name])


def lit(page, seat):
    """The columns of a sheet in which something fits."""
    return {sent_of(sent, "colour") for sent in fits(page, seat).values()}


def form(page, *fields):
    """The first form that has these fields."""
    return next(form for form in page.forms if set(fields) <= set(form.fields))


def say(visitor, form, *fields, htmx=False):
    """Send a form with some fields of its controls added, and those that nothing was chosen in left as they are."""
    kept = [field for field in form.fields if not field[0].endswith((".numbers", ".colours"))]
    return visitor.post(form.action, [*kept, *fields], htmx)


def thrown(page, *dice, at=0):
    return [
        (f"report.{at}.numbers", f"[{die}]") if die.isdigit() else (f"report.{at}.colours", f'["{die}"]')
        for die in dice
    ]


# The throw


@pytest.mark.parametrize("dice", [(), ("0", "4", "7", "red", "red"), ("0", "4", "7", "8", "red", "red", "blue")])
def test_what_is_not_six_dice_is_not_thrown(scribe, dice):
    say(scribe, form(scribe.page, ("report.0", '{"type":"roll"}')), *thrown(scribe.page, *dice), htmx=True)
    assert scribe.status == 400
    assert happened(scribe, THROW)


def test_six_fields_and_a_button_throw_without_javascript_for_whoever_is_chosen(scribe):
    throws = form(scribe.page, ("report.0", '{"type":"roll"}'))
    dice = thrown(scribe.page, "0", "4", "7", "red", "red", "blue")
    others = [field for field in throws.fields if field[0].count(".") < 2]
    scribe.post(throws.action, [*others, ("report.0.seat", "2"), *dice])
    assert "Cai throws 0, 4, 7; red, red and blue." in scribe.page.text


def test_a_phone_at_another_seat_waits_for_the_throw_or_enters_it_and_is_asked(scribe, visitor):
    happened(scribe, THROW, refuse(0), refuse(1), refuse(2))
    cai = visitor().on(scribe.at)
    page = cai.press("Cai")
    assert "Ben throws the dice." in page.text
    assert "Enter the dice here" in page.text
    assert next(had for tag, had in page.tags if had.get("id") == "throw-1")["data-whose"] == "Ben"


def test_a_throw_can_be_changed_until_somebody_has_chosen_from_it(scribe):
    page = happened(scribe, THROW).page
    change = form(page, ("report.0", '{"type":"undo"}'))
    chosen = [had for tag, had in page.tags if tag == "option" and "selected" in had]
    assert len(chosen) == 6
    page = say(scribe, change, *thrown(page, "0", "4", "7", "red", "red", "green", at=1))
    assert "Ana throws 0, 4, 7; red, red and green." in page.text
    assert len(scribe.client.get(f"{scribe.at}/log.json").json["events"]) == 3
    assert "Change the dice" not in happened(scribe, choose(0, 4, "red")).page.text


# The choice


def test_the_numbers_that_fit_are_lit_with_their_effect(scribe):
    page = happened(scribe, THROW).page
    assert lit(page, 0) == {"red", "blue"}
    assert set(fits(page, 0)) == {
        f"{said} ({change} points)"
        for colour in ("red", "blue")
        for said, change in (
            (f"Tick the {colour} ×2 box", "−100"),
            (f"Write 4 in {colour}", "−20"),
            (f"Write 7 in {colour}", "−20"),
        )
    }
    assert fits(page, 1) == {}


def ahead(page, colour):
    """What comes after each of the marks that may be made in a column, from the lowest free box up."""
    begins = next(place for place, (_tag, had) in enumerate(page.tags) if had.get("data-name") == colour)
    others = [place for place, (_tag, had) in enumerate(page.tags) if "data-name" in had and place > begins]
    boxes = page.tags[begins : others[0] if others else None]
    return [had["data-after"] for _tag, had in reversed(boxes) if "data-after" in had]


def test_where_an_arrow_leads_is_said_with_the_choice(scribe):
    happened(scribe, roll(0, (1, 2, 3), "yellow", "yellow", "yellow"), choose(0, 1, "yellow"), refuse(1), refuse(2))
    page = happened(scribe, roll(1, (5, 5, 5), "yellow", "yellow", "yellow"), refuse(1)).page
    said = fits(page, 0)
    [chosen] = said.values()
    assert ahead(page, "yellow") == ["arrow", "ready"]
    page = say(
        scribe,
        form(page, ("report.99", '{"type":"choose","seat":0}')),
        ("report.99", chosen),
        ("report.99.accelerate", '["red"]'),
    )
    assert "Ana follows the arrow: 1 in red." in page.text


def test_who_has_nothing_that_fits_is_told_to_refuse(scribe):
    happened(scribe, roll(0, (9, 9, 9), "red", "red", "red"), choose(0, 9, "red"), refuse(1), refuse(2))
    page = happened(scribe, roll(1, (3, 3, 3), "red", "red", "red"), refuse(1)).page
    assert "Ana: none of these dice fit your sheet." in page.text
    assert fits(page, 0) == {}


def shown_first(page):
    """The seat whose sheet is shown."""
    return next(had["value"] for tag, had in page.tags if had.get("name") == "sheet" and "checked" in had)


def test_the_scribe_is_led_from_seat_to_seat(scribe):
    page = happened(scribe, THROW).page
    for seat in range(3):
        assert shown_first(page) == str(seat)
        page = say(scribe, form(page, *fields({"type": "refuse", "seat": seat})))
    assert "Ben throws: tap the six dice." in scribe.page.text


def test_everybody_sees_every_sheet_and_who_still_has_to_choose(scribe, visitor):
    happened(scribe, THROW, choose(0, 4, "red"))
    guest = visitor()
    page = guest.go(scribe.at)
    assert "Still to choose: Ben, Cai" in page.text
    assert [had["aria-label"] for tag, had in page.tags if (had.get("class") or "").startswith("drawn")] == [
        f"{name}’s sheet" for name in ("Ana", "Ben", "Cai")
    ]
    assert not any(fits(page, seat) for seat in range(3))


def test_a_phone_at_one_seat_is_marked_and_leads_back_to_its_sheet(scribe, visitor):
    happened(scribe, THROW)
    cai = visitor().on(scribe.at)
    page = cai.press("Cai")
    assert [had["class"] for tag, had in page.tags if tag == "label" and "mine" in (had.get("class") or "")] == [
        "score mine"
    ]
    assert page.html.count('for="see-2">My sheet</label>') == 2


# An unknown box


def test_what_is_told_of_a_box_and_what_is_written_there_are_one_report(learner):
    page = happened(learner, roll(0, (4, 4, 4), "red", "red", "red")).page
    assert ahead(page, "red") == [*["tell"] * 9, "ready"]
    token = next(field for field in page.forms[-1].fields if field[0] == "csrf_token")
    learns = [json.loads(had["data-learns"]) for tag, had in page.tags if "data-learns" in had]
    first = next(learn for learn in learns if (learn["colour"], learn["box"]) == ("red", 1))
    learns = as_json([{**first, "kind": "arrow"}])
    writes = as_json({**choose(0, 4, "red"), "accelerate": ["blue"]})
    fields = [token, ("move_id", "together"), ("seen", "1"), ("report.99", writes), ("report", learns)]
    assert "Ana follows the arrow: 1 in blue." in learner.post(f"{learner.at}/report", fields).text


def test_what_was_not_told_is_asked_later(learner):
    happened(learner, roll(0, (4, 4, 4), "red", "red", "red"), choose(0, 4, "red"))
    assert "red, box 1:" in learner.page.text
    asked, vase = next(
        (form, button)
        for form in learner.page.forms
        for button in form.buttons
        if button.name == "report" and "vase" in button.text
    )
    page = say(learner, asked, (vase.name, vase.value))
    assert "Ana hatches an artefact" in page.text


def test_what_a_table_learns_is_on_the_shelf_after_the_turn(learner):
    happened(learner, roll(0, (4, 4, 4), "red", "red", "red"), learn("red", 1, "arrow"))
    assert pad_of(learner)["boxes"]["red"][0] == "unknown"
    happened(learner, choose(0, 4, "red"), refuse(1), refuse(2))
    assert pad_of(learner)["boxes"]["red"][0] == "arrow"


def pad_of(visitor):
    at = visitor.at
    link = visitor.go("/shelf").link("Our sheet layout")
    visitor.see(visitor.client.get(f"{link}.json"))
    visitor.at = at
    return json.loads(visitor.response.text)


def asking(seat, lasting=False):
    return {"type": "turn-order", "seat": seat, "lasting": lasting}


def test_any_player_may_ask_for_turn_order_and_everybody_is_told(scribe):
    happened(scribe, THROW)
    page = scribe.on(scribe.at).press("For one throw")
    assert "Ana asks that everybody choose in turn order, for one throw." in page.text
    assert ("For one throw" in page.text, "From now on" in page.text) == (False, True), "what holds is not offered"
    happened(scribe, refuse(0))
    report(scribe, refuse(2))
    scribe.answered(422, "Ben chooses or refuses next.")
    assert "Choose in turn order" not in happened(scribe, asking(1, lasting=True)).page.text


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
    assert "The dice-symbol bridge, first so far: Ana." in page.text
    assert "The dice-symbol bridge: Ana first across!" in page.text
    assert "7 bridges left" in page.html


# Followed, then counted


__all__ = ["scribe"]
TWO_IN_YELLOW = (roll(0, (2, 4, 7), "yellow", "red", "blue"), choose(0, 2, "yellow"), refuse(1), refuse(2))


@pytest.fixture
def followed(scribe):
    """Ana has written 2 in yellow."""
    return happened(scribe, *TWO_IN_YELLOW)


def counted(scribe, *ticks, **typed):
    """Ana’s sheet with these boxes tapped, recorded."""
    at = scribe.at
    scribe.go(f"{at}/count/0")
    scribe.press("Record", *ticks, **typed)
    scribe.answer()
    return sheet(scribe.client.get(f"{at}/log.json").json["events"][-1]["sheet"], "sheet")


@pytest.mark.parametrize(
    ("tapped", "of", "stands"),
    [
        ("red 2", "yellow", Column(numbers=(2,))),
        ("red 2", "red", Column(told=2)),
        ("yellow 3", "yellow", Column(told=3)),
        ("yellow 0", "yellow", EMPTY),
    ],
)
def test_a_box_that_is_tapped_says_that_the_numbers_of_its_column_are_known_no_more(followed, tapped, of, stands):
    assert counted(followed, tapped).column(of) == stands


def test_numbers_that_are_typed_stand_in_the_place_of_those_that_were_followed(followed):
    page = followed.client.get(f"{followed.at}/count/0").text
    assert 'placeholder="2"' in page
    field = "numbers.0.sheet.expeditions.yellow.numbers"
    assert counted(followed, **{field: "1 3"}).column("yellow") == Column(numbers=(1, 3))


def test_one_number_too_few_is_one_number(scribe):
    page = report(
        scribe, {"type": "count", "seat": 0, "sheet": {"expeditions": {"yellow": {"level": 3, "numbers": [2]}}}}
    )
    assert "Yellow: boxes filled: 3, but 1 number is given." in page.text


def test_the_big_screen_shows_the_dice_and_who_throws_where_scores_are_hidden_too(visitor, book):
    for hides in ((), ("Hide the scores until the end",)):
        one = visitor()
        form = one.go("/new/roll-and-write").forms[-1].tick(*hides)
        one.post("/new/roll-and-write", form.filled(name0="Ana", name1="Ben", name2="Cai", pad="0"))
        table = book.tables.by_code(one.at.split("/")[2])
        screen = f"/w/{table.watch}/screen"
        happened(one, roll(0, (0, 4, 7), "red", "red", "blue"), choose(0, 7, "blue"))
        page = visitor().go(screen)
        dice = [had["aria-label"] for _tag, had in page.tags if "die" in had.get("class", "").split()]
        assert dice == ["0", "4", "7 (taken)", "red", "red", "blue (taken)"]
        assert ("bridges: " in page.html) == (not hides)
        happened(one, refuse(1), refuse(2))
        assert "Ben throws the dice." in visitor().go(screen).text

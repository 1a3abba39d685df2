"""Pads and boxes tell what they are; one is copied with few taps where it is needed, and takes effect there."""

import re

from tests.conftest import open_table
from tests.visitor import report

THROW = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}


def tap(visitor, box: str) -> None:
    form = next(form for form in visitor.page.forms if form.action.endswith("/change"))
    said, *_ = re.findall(rf'\["({box}-\w+)"\]', visitor.page.html)
    visitor.post(form.action, [*form.fields, ("report.0.boxes", f'["{said}"]')])


def begins(visitor, *names: str, known: str = "") -> None:
    """New pads of these names; one box of each is known of those that are `known`."""
    for name in names:
        visitor.on("/shelf").post("/shelf/new/pad", {"csrf_token": visitor.token(), "name": name})
        if name in known:
            tap(visitor, "red-1")


def pad_of(visitor, table):
    return visitor.client.get(f"{table}/log.json").json["pad"]


def test_after_the_first_throw_a_sheet_is_not_exchanged(visitor):
    ana = open_table(visitor(), "roll-and-write", pad="1")
    table = ana.at
    ana.press("Copy our printed sheet")
    pad = ana.at
    ana.go(table)
    report(ana, THROW)
    assert "Copy our printed sheet" not in ana.go(table).text
    ana.go(pad)
    tap(ana, "red-1")
    assert pad_of(ana, table)["boxes"]["red"][0] == "unknown"
    ana.post(f"{table}/copy", {"csrf_token": ana.token()})
    assert ana.status == 403


def test_at_first_use_the_sheets_are_asked_for(visitor):
    ana = visitor().on("/new/roll-and-write")
    ana.press("Open the table", name0="Ana", name1="Ben")
    ana.answered(422, "Choose one of these.")
    ana.press("Open the table", name0="Ana", name1="Ben", pad="1")
    assert ana.status == 200


def test_a_printed_sheet_is_copied_from_where_the_sheet_is_chosen(visitor):
    ana = visitor().on("/new/roll-and-write")
    ana.press("Open it and copy", name0="Ana", name1="Ben")
    tap(ana, "blue-1")
    ana.tap("Back to the table")
    assert pad_of(ana, ana.at)["boxes"]["blue"][0] == "arrow"


def test_the_one_played_with_last_is_offered_first_and_an_empty_one_never(visitor, book):
    ana = visitor()
    begins(ana, "Attic", "Empty", "Cellar", known="Attic Cellar")
    form = next(form for form in ana.go("/new/roll-and-write").forms if "pad" in form.choices)
    shelf = [value for value in form.choices["pad"] if value.startswith("shelf:")]
    names = [book.library.by_key(value.removeprefix("shelf:")).name for value in shelf]
    assert names == ["Cellar", "Attic"]
    open_table(ana, "roll-and-write", pad=shelf[1])
    assert (
        dict(next(form for form in ana.go("/new/roll-and-write").forms if "pad" in form.choices).fields)["pad"]
        == shelf[1]
    )
    assert "Attic · 1 of 54 boxes known" in ana.page.text


def test_two_of_one_kind_are_never_named_alike(visitor):
    ana = visitor()
    begins(ana, "Attic", "Cellar")
    ana.press("Rename", name="attic")
    assert (ana.status, "Another one here is called attic" in ana.page.text) == (422, True)
    ana.on("/shelf").post("/shelf/new/pad", {"csrf_token": ana.token(), "name": "Attic"})
    assert ana.status == 422


def test_a_box_that_a_table_begins_is_used_again_until_it_knows_something(visitor, book):
    ana = open_table(visitor(), "lutece")
    first = book.tables.by_code(ana.at.split("/")[2]).settings["paper"]
    open_table(ana, "lutece")
    assert book.tables.by_code(ana.at.split("/")[2]).settings["paper"] == first


def test_what_is_kept_says_its_game_its_group_how_much_it_knows_and_when(visitor):
    ana = visitor().on("/groups")
    ana.post("/groups", {"csrf_token": ana.token(), "name": "Thursdays"})
    group = ana.at
    ana.go(f"{group}/new/roll-and-write")
    ana.post(f"{group}/new/roll-and-write", {"csrf_token": ana.token(), "name0": "Ana", "name1": "Ben", "pad": "1",
             "turn_order": "0", "zero_opens": "0"})  # fmt: skip
    said = "Lost Cities: Roll & Write · Thursdays · 0 of 54 boxes known"
    assert said in ana.go("/shelf").text
    assert said in ana.go(group).text
    assert said in ana.tap("Our sheet layout").text


def test_a_count_now_is_entered_with_the_pad_played_with_last_or_with_another(visitor, book):
    ana = visitor()
    begins(ana, "Attic", "Cellar", known="Attic Cellar")
    assert "Cellar · 1 of 54 boxes known ✓" in ana.go("/count/roll-and-write").text
    assert "Attic · 1 of 54 boxes known ✓" in ana.press("Attic", name0="Ana").text
    ana.press("Keep it")
    ana.answer()
    table = book.tables.by_code(ana.at.split("/")[2])
    assert (table.settings["pad"]["name"], table.names[0]) == ("Attic", "Ana")
    assert book.library.by_key(table.settings["paper"]).name == "Attic"

"""The key that is printed on a sheet, or sent to be looked at: it shows a pad or a box, and changes nothing."""

import json

import pytest

from ledger.codes import reading_key
from scoring.roll_and_write.pad import COLOURS
from tests.conftest import open_table
from tests.visitor import report
from tests.web.test_data import import_archive

BOXES = {"boxes": {colour: ["arrow", *["unknown"] * 8] for colour in COLOURS}}
REFUSED = "This link only shows it. To change it, use the other link"


@pytest.fixture
def pad(book):
    return book.library.put(None, "pad", "Attic", BOXES)


@pytest.fixture
def owner(visitor, pad):
    owner = visitor().on(f"/shelf/{pad.key}")
    owner.press("Keep it on this device")
    return owner


@pytest.fixture
def ben(visitor, pad):
    """Somebody who keeps the pad by the key to read it."""
    ben = visitor().on(f"/shelf/{pad.reading}")
    ben.press("Keep it on this device")
    return ben


def paper_of(book, visitor):
    return book.tables.by_code(visitor.at.split("/")[2]).settings["paper"]


@pytest.mark.parametrize(
    ("way", "sent"), [("change", {"report.0.boxes": '["red-2-arrow"]'}), ("name", {"name": "Mine"}), ("delete", {})]
)
def test_a_change_by_the_key_to_read_is_refused_in_words(visitor, book, pad, way, sent):
    ben = visitor()
    page = ben.go(f"/shelf/{pad.reading}")
    assert ben.status == 200
    assert pad.key not in page.html
    assert not [form for form in page.forms if form.action.endswith(("/name", "/delete"))]
    ben.post(f"/shelf/{pad.reading}/keep", {"csrf_token": ben.token()})
    page = ben.post(f"/shelf/{pad.reading}/{way}", {"csrf_token": ben.token(), **sent})
    assert (ben.status, REFUSED in page.text) == (403, True)
    assert pad.key not in page.html
    assert book.library.by_key(pad.key) == pad


def test_what_is_only_shown_offers_no_button_in_its_boxes_and_can_be_printed_and_played_with(visitor, book, pad):
    ben = visitor()
    page = ben.go(f"/shelf/{pad.reading}")
    assert [had for tag, had in page.tags if tag == "button" and had.get("name") == "box"] == []
    assert [had["class"] for tag, had in page.tags if had.get("aria-label", "").endswith("box 1: arrow")] == [
        "box arrow"
    ] * 6
    ben.press("Keep it on this device")
    ben.tap("Print: ")
    assert (ben.status, "Attic" in ben.page.text, pad.key in ben.page.html) == (200, True, False)
    open_table(ben, "roll-and-write", pad=f"shelf:{pad.reading}")
    assert ben.client.get(f"{ben.at}/log.json").json["pad"]["boxes"]["red"][0] == "arrow"
    assert paper_of(book, ben) == pad.reading


def test_a_table_that_reads_a_pad_learns_for_itself_and_one_that_changes_it_for_both(ben, owner, book, pad):
    for one, key, kept in ((ben, pad.reading, "unknown"), (owner, pad.key, "vase")):
        open_table(one, "roll-and-write", pad=f"shelf:{key}")
        assert paper_of(book, one) == key
        report(one, {"type": "learn", "colour": "red", "box": 2, "kind": "vase"})
        assert len(one.client.get(f"{one.at}/log.json").json["events"]) == 1
        assert book.library.by_key(pad.key).body["boxes"]["red"][1] == kept


def test_a_copy_of_ones_own_can_be_changed_and_leaves_the_other_as_it_is(visitor, book, pad):
    ben = visitor().on(f"/shelf/{pad.reading}")
    ben.press("Make a copy of my own")
    copy = book.library.by_key(ben.at.split("/")[-1])
    assert (copy.may_change, copy.body, copy.name, copy.key != pad.key) == (True, pad.body, "Attic", True)
    ben.post(f"{ben.at}/change", {"csrf_token": ben.token(), "report.0.boxes": '["red-2-arrow"]'})
    assert book.library.by_key(copy.key).body["boxes"]["red"][1] == "arrow"
    assert book.library.by_key(pad.key) == pad


def test_the_owners_phone_that_scans_its_own_sheet_may_still_change_it(owner, book, pad):
    owner.go(f"/shelf/{pad.reading}")
    assert owner.at == f"/shelf/{pad.key}"
    owner.go(f"/c/roll-and-write?pad={pad.reading}")
    assert dict(owner.page.forms[-1].fields)["pad"] == f"shelf:{pad.key}"
    assert owner.go("/shelf").html.count("/shelf/" + pad.reading) == 0


def test_the_other_link_takes_the_place_of_the_one_to_read(visitor, pad):
    ben = visitor()
    for key in (pad.reading, pad.key):
        ben.on(f"/shelf/{key}").press("Keep it on this device")
    page = ben.go("/shelf")
    assert (page.text.count("Attic"), f"/shelf/{pad.key}" in page.html) == (1, True)


def test_a_paper_that_is_only_read_is_not_laid_into_a_group(ben, book, pad):
    ben.on("/groups").post("/groups", {"csrf_token": ben.token(), "name": "Thursdays"})
    group = ben.at
    assert "Attic" not in ben.page.text
    page = ben.post(f"{group}/papers", {"csrf_token": ben.token(), "key": pad.reading})
    assert (ben.status, REFUSED in page.text) == (403, True)
    ben.go(f"{group}/new/roll-and-write")
    ben.press("Open the table", name0="Ana", name1="Ben", pad=f"shelf:{pad.reading}")
    assert paper_of(book, ben) == pad.reading
    assert book.groups.by_code(group.split("/")[-1]).items == {}
    assert "Attic" not in ben.go(group).text


def test_whoever_sits_at_a_table_before_it_begins_copies_the_sheet_and_never_sees_the_key(visitor, owner, book, pad):
    table = open_table(owner, "roll-and-write", pad=f"shelf:{pad.key}").at
    ben = visitor().on(table)
    ben.post(f"{table}/sit", {"csrf_token": ben.token(), "seat": "1"})
    ben.post(f"{table}/copy", {"csrf_token": ben.token()})
    assert ben.at.startswith(f"/shelf/{pad.reading}?table=")
    form = next(form for form in ben.page.forms if form.action.endswith("/change"))
    page = ben.post(form.action, [*form.fields, ("report.0.boxes", '["red-2-arrow"]')])
    assert (ben.status, pad.key in page.html) == (200, False)
    assert book.library.by_key(pad.key).body["boxes"]["red"][1] == "arrow"
    assert ben.client.get(f"{table}/log.json").json["pad"]["boxes"]["red"][1] == "arrow"
    ben.post(f"/shelf/{pad.reading}/name", {"csrf_token": ben.token(), "name": "Mine"})
    assert ben.status == 403


def test_a_table_that_reads_a_pad_copies_it_before_its_own_sheet_is_entered(ben, book, pad):
    table = open_table(ben, "roll-and-write", pad=f"shelf:{pad.reading}").at
    ben.post(f"{table}/copy", {"csrf_token": ben.token()})
    key = ben.at.split("/")[-1].partition("?")[0]
    assert (key in (pad.key, pad.reading), book.library.by_key(key).may_change) == (False, True)
    assert book.tables.by_code(table.split("/")[2]).settings["paper"] == key


def test_a_groups_file_names_neither_key_and_what_comes_back_has_keys_of_its_own(owner, visitor, book, pad):
    owner.on("/groups").post("/groups", {"csrf_token": owner.token(), "name": "Thursdays"})
    owner.press("Add", key=pad.key)
    file = owner.client.get(f"{owner.at}/group.json").get_data(as_text=True)
    assert [key for key in (pad.key, pad.reading) if key in file] == []
    carl = visitor().on("/groups")
    import_archive(carl, json.loads(file))
    (key,) = book.groups.by_code(carl.response.location.split("/")[-1]).items.values()
    copy = book.library.by_key(key)
    assert (copy.body, copy.may_change, copy.reading) == (pad.body, True, reading_key(key))
    assert book.library.by_key(copy.reading) is not None

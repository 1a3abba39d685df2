"""The library: pads are begun, copied box by box, named, shared, brought in, offered at a new table."""

import io
import json
import re

import pytest

from scoring import GAMES
from scoring.roll_and_write.pad import COLOURS, HOUSE
from tests.conftest import open_table
from web.print.page import asked_for, choice_of

BOXES = {"boxes": {colour: list(boxes) for colour, boxes in zip(COLOURS, HOUSE.columns, strict=True)}}


@pytest.fixture
def ana(visitor):
    """Ana has begun a pad; she sees it."""
    ana = visitor().on("/shelf")
    ana.press("Create", name="Thursday")
    return ana


def saved(visitor):
    return visitor.client.get(f"{visitor.at}.json").json


def bring(visitor, text):
    visitor.go("/shelf")
    return visitor.post("/shelf/bring/pad", {"csrf_token": visitor.token(), "json": text})


def test_a_new_pad_is_wholly_unknown_and_stands_on_the_shelf(ana):
    assert saved(ana) == {"name": "Thursday", "boxes": {colour: ["unknown"] * 9 for colour in COLOURS}}
    assert ana.go("/shelf").link("Thursday").startswith("/shelf/")


def test_a_tap_goes_on_to_the_next_kind_and_said_again_changes_nothing_more(ana):
    for kind in ("arrow", "vase", "plain", "unknown"):
        tap, *_ = re.findall(r'\["(red-3-\w+)"\]', ana.page.html)
        for _ in range(2):
            ana.post(f"{ana.at}/change", {"csrf_token": ana.token(), "report.0.boxes": f'["{tap}"]'})
            assert saved(ana)["boxes"]["red"][2] == kind


def test_taps_that_come_together_count_in_their_order(ana):
    taps = ("red-1-arrow", "red-2-arrow", "red-1-vase", "rest", "red-9-unknown")
    ana.post(f"{ana.at}/change", [("csrf_token", ana.token()), *(("report.0.boxes", f'["{tap}"]') for tap in taps)])
    assert saved(ana)["boxes"]["red"] == ["vase", "arrow", *["plain"] * 6, "unknown"]
    assert {kind for colour in COLOURS[1:] for kind in saved(ana)["boxes"][colour]} == {"plain"}


def test_what_another_phone_has_changed_meanwhile_stays_and_the_rest_is_recorded(ana):
    taps = [ana.page.button("red, box 3: ")[1].value, ana.page.button("red, box 4: ")[1].value]
    token = ana.token()
    for others, htmx in ((['["red-3-arrow"]', '["red-3-vase"]'], False), (taps, True)):
        sent = [("csrf_token", token), *(("report.0.boxes", tap) for tap in others)]
        page = ana.post(f"{ana.at}/change", sent, htmx)
    assert (ana.status, saved(ana)["boxes"]["red"][2:4]) == (409, ["vase", "arrow"])
    assert "Red, box 3 was changed on another phone meanwhile. It stays as it is there." in page.text


def test_a_tap_of_htmx_gets_the_pad_with_its_counts_and_the_heading(ana):
    token = ana.token()
    page = ana.post(f"{ana.at}/change", {"csrf_token": token, "report.0.boxes": '["blue-9-arrow"]'}, htmx=True)
    assert (ana.status, page.tags[0][0], page.tags[0][1]["id"]) == (200, "form", "paper")
    assert "not known 53" in page.text
    assert "1 of 54 boxes known" in page.text


@pytest.mark.parametrize(
    "box", ["", "red-1", "red-0-vase", "red-10-vase", "pink-1-vase", "red-x-vase", "-", "red-1-bus", None]
)
def test_what_is_no_box_is_400_and_changes_nothing(ana, box):
    before = saved(ana)
    at = ana.at
    ana.post(f"{at}/change", {"csrf_token": ana.token(), **({} if box is None else {"report.0.boxes": f'["{box}"]'})})
    assert ana.status == 400
    ana.at = at
    assert saved(ana) == before


def test_a_card_with_letters_for_a_number_is_400_in_words_and_changes_nothing(ana):
    ana.on("/shelf").post("/shelf/new/box", {"csrf_token": ana.token(), "name": "Cards"})
    before, at = saved(ana), ana.at
    ana.post(
        f"{at}/change", {"csrf_token": ana.token(), "report.0.card": '{"kind":"citizen"}', "number.0.card.cost": "two"}
    )
    assert (ana.status, "“two” is not a whole number." in ana.page.text) == (400, True)
    ana.at = at
    assert saved(ana) == before


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\tb\x00"])
def test_a_name_that_is_none_is_refused(ana, name):
    ana.press("Rename", name=name)
    assert ana.status == 422
    assert ("name", name) in ana.page.button("Rename")[0].filled()
    ana.on("/shelf").press("Create", name=name)
    assert ana.status == 422
    assert ("name", name) in ana.page.button("Create")[0].filled()


def test_a_saved_pad_is_brought_in_again(ana):
    text = json.dumps({**BOXES, "name": "Copied"})
    bring(ana, text)
    assert saved(ana) == {"name": "Copied", **BOXES}


def test_a_file_is_brought_in_and_one_that_is_no_text_refused(ana):
    ana.go("/shelf")
    sent = {"csrf_token": ana.token(), "file": (io.BytesIO(json.dumps(BOXES).encode()), "pad.json")}
    answer = ana.client.post("/shelf/bring/pad", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 303
    assert ana.client.get(f"{answer.location}.json").json["boxes"] == BOXES["boxes"]
    sent = {"csrf_token": ana.token(), "file": (io.BytesIO(b"\xff\xfe\x00"), "pad.json")}
    assert ana.client.post("/shelf/bring/pad", data=sent, content_type="multipart/form-data").status_code == 422


NO_PADS = ["", "{", "[]", '{"boxes": {"red": []}}', "[" * 9_000, json.dumps({**BOXES, "name": "x" * 99})]


@pytest.mark.parametrize("text", NO_PADS)
def test_what_is_no_pad_is_refused_and_not_lost(ana, text):
    page = bring(ana, text)
    assert ana.status == 422
    assert text[:20] in page.html.replace("&#34;", '"')


def test_a_pad_is_forgotten_here_and_stays_elsewhere(ana):
    at = ana.at
    assert "Thursday" not in ana.press("Remove from this device").text
    ana.go(at)
    assert ana.status == 200


def test_a_pad_is_deleted_for_everyone_by_who_keeps_it(ana, visitor):
    at = ana.at
    ben = visitor().on(at)
    ben.post(f"{at}/delete", {"csrf_token": ben.token()})
    assert ben.status == 403
    ana.press("Delete for good")
    ana.go(at)
    assert ana.status == 404


def test_the_shelf_of_a_device_is_bounded(ana):
    for number in range(25):
        ana.on("/shelf").press("Create", name=f"Pad {number}")
    page = ana.go("/shelf")
    assert "Pad 24" in page.text
    assert "Pad 5" in page.text
    assert "Pad 4 " not in page.text


def test_a_pad_is_offered_at_a_new_table_and_copied_into_it(ana):
    ana.press("The other boxes are plain")
    at = ana.at
    assert "Thursday" in ana.go("/new/roll-and-write").text
    open_table(ana, "roll-and-write")
    log = ana.client.get(f"{ana.at}/log.json").json
    assert log["pad"] == {"name": "Thursday", "boxes": {colour: ["plain"] * 9 for colour in COLOURS}}
    table = ana.at
    ana.on(at).post(f"{at}/change", {"csrf_token": ana.token(), "report.0.boxes": '["red-1-unknown"]'})
    assert saved(ana)["boxes"]["red"][0] == "unknown"
    assert ana.client.get(f"{table}/log.json").json["pad"]["boxes"]["red"][0] == "plain"


def test_a_name_that_cairn_gave_is_said_in_the_language_of_the_page_and_of_the_print(visitor, book):
    french = open_table(visitor("fr"), "lutece")
    link = re.search(r"/shelf/[\w-]{20,}", french.go("/shelf").html)
    assert link
    assert "Boîte de cartes Lutèce" in french.page.text
    english = visitor()
    assert "Box of cards" in english.go(link[0]).text
    assert "Boîte" not in english.page.text
    kept = GAMES["roll-and-write"].library
    blank = kept.write(kept.new)
    key = book.library.put(None, "pad", "Notre modèle de fiche 2", blank).key
    asked = f"document=roll-and-write-sheet&pad={key}"
    assert "Our sheet layout 2" in english.go(f"/print?{asked}").text
    with english.client.application.test_request_context(f"/print?{asked}&lang=en", headers={"Accept-Language": "fr"}):
        assert choice_of(asked_for()).options["pad"].name == "Our sheet layout 2"
    named = book.library.put(None, "pad", "La fiche de Zoé", blank).key
    assert "La fiche de Zoé" in english.go(f"/shelf/{named}").text

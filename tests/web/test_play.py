"""The table: the whole page, its fragment, and what a phone reports."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from referee import Refused, Report, record
from scoring import GAMES
from tests.visitor import Visitor, report
from tests.web.lost_cities import REFUSALS, START, TURN, count, discard, draw, happened, lay
from web.forms import fields, new_move_id
from web.i18n import speaking, translate

LATE = {"seen": "0"}


def written(book, table):
    return [row.event for row in book.moves.read(table.id)]


# Looking


def test_the_table_is_one_whole_page(ana, table):
    page = ana.go(f"/t/{table.code}")
    assert (ana.status, page.tags[0][0], page.ids.count("table")) == (200, "html", 1)
    assert "Ana" in page.text
    assert ana.response.headers["Cache-Control"] == "no-store"


def test_htmx_gets_the_block_that_changes_and_nothing_around_it(ana, table):
    page = ana.go(f"/t/{table.code}", htmx=True)
    assert (ana.status, page.tags[0][0], page.tags[0][1]["id"]) == (200, "section", "table")
    assert not {"html", "body", "header"} & {tag for tag, _ in page.tags}


def test_a_page_restored_from_the_history_is_whole(ana, table):
    ana.see(ana.client.get(f"/t/{table.code}", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}))
    assert ana.page.tags[0][0] == "html"


def test_a_phone_that_has_seen_it_all_gets_204(ana, book, table):
    happened(book, table, [START])
    ana.go(f"/t/{table.code}?seen=1&card=red-7", htmx=True)
    assert (ana.status, ana.response.data) == (204, b"")
    ana.go(f"/t/{table.code}?seen=0", htmx=True)
    assert ana.status == 200


def test_a_whole_page_is_never_204(ana, table):
    ana.go(f"/t/{table.code}?seen=0")
    assert ana.status == 200
    assert "Who begins?" in ana.page.text


@pytest.mark.parametrize("seen", ["", "-1", "x", "9" * 99, "²"])
def test_a_strange_seq_gets_the_table(ana, table, seen):
    ana.go(f"/t/{table.code}?seen={seen}", htmx=True)
    assert ana.status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/t/",
        "/t/none",
        "/w/none",
        "/r/none",
        "/t/none/log",
        "/t/none/share",
        "/t/none/count/0",
        "/t/none/log.json",
        "/w/none/log",
        "/t/" + "x" * 3_000,
    ],
)
def test_a_table_that_is_not_there_is_not_found(visitor, path):
    cai = visitor()
    cai.go(path)
    assert cai.status == 404
    assert "Check that you copied the whole link;" in cai.page.text


def test_no_address_breaks_either_database(app_on_both):
    cai = Visitor(app_on_both.test_client())
    for path in ("/t/%00", "/w/%00", "/r/a%00", "/t/%00/log", "/t/%F0%9F%8E%B2"):
        cai.go(path)
        assert cai.status == 404


def test_the_link_to_watch_shows_the_table_without_buttons(visitor, ana, book, table):
    happened(book, table, TURN)
    cai = visitor()
    page = cai.go(f"/w/{table.watch}")
    assert cai.status == 200
    assert "Ana lays red 5 and draws." in page.text
    assert [form.action for form in page.forms] == ["/language"]
    assert table.code not in page.html
    assert table.spoken not in page.html


def test_whoever_does_not_sit_sees_the_table_and_may_sit_down(visitor, table, book):
    happened(book, table, TURN)
    page = visitor().go(f"/t/{table.code}")
    assert "Who are you?" in page.text
    assert not [form for form in page.forms if form.action.endswith("/report")]


# Reporting


def test_a_report_without_htmx_leads_back_to_the_table(ana, book, table):
    report(ana, START)
    assert ana.status == 303
    assert ana.response.location == f"/t/{table.code}"
    assert written(book, table) == [START]


def test_a_report_with_htmx_is_answered_with_the_new_table(ana, book, table):
    page = report(ana, START, htmx=True)
    assert (ana.status, page.tags[0][1]["data-seq"]) == (200, "1")
    assert "Ana begins round 1." in page.text
    assert written(book, table) == [START]


def test_a_report_says_who_recorded_it(ben, book, table):
    report(ben, START)
    assert [(row.seat, row.by_seat) for row in book.moves.read(table.id)] == [(0, 1)]


def test_each_player_may_record_for_both(ana, ben, book, table):
    report(ben, START)
    report(ben, lay(0, "red-5"))
    report(ana, draw(0))
    report(ana, lay(1, "blue-4"))
    assert len(written(book, table)) == 4


def played(page, button, card):
    """What the form of the board sends when this card is chosen and this button is pressed."""
    form, pressed = next((form, one) for form in page.forms for one in form.buttons if one.text == button)
    return [*form.fields, (pressed.name, pressed.value), ("e[0].card", card)]


def test_a_turn_is_two_taps_without_javascript_too(ana, book, table):
    ana.press("Ana begins")
    ana.post(f"/t/{table.code}/report", played(ana.page, "Lay, draw pile", "red-5"), follow=True)
    assert "Ben: tap the card you are playing." in ana.page.text
    assert written(book, table) == TURN


def test_lay_and_draw_can_be_said_one_after_the_other(ana, book, table):
    ana.press("Ana begins")
    ana.post(f"/t/{table.code}/report", played(ana.page, "Lay only", "red-5"), follow=True)
    assert "Ana draws from:" in ana.page.text
    ana.press("Draw pile")
    assert written(book, table) == TURN


def test_the_same_form_sent_twice_is_recorded_once(ana, book, table):
    for _ in range(2):
        page = report(ana, START, htmx=True, move_id="the-same-form", seen="0")
        assert (ana.status, page.tags[0][1]["data-seq"]) == (200, "1")
    assert written(book, table) == [START]


def test_a_refusal_names_the_fact_and_the_rule_and_writes_nothing(ana, book, table):
    happened(book, table, TURN)
    page = report(ana, lay(0, "red-7"), htmx=True, seen="3")
    assert ana.status == 422
    assert "It is Ben’s turn. The players take turns." in page.text
    assert page.tags[0][1]["id"] == "table"
    assert written(book, table) == TURN


def test_a_refused_card_is_still_chosen_and_the_page_says_what_would_be_legal(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-4"), draw(1)])
    page = report(ana, lay(0, "red-3"))
    assert ana.status == 422
    assert "Red 3 cannot follow red 5" in page.text
    assert "In red, Ana can lay: 6, 7, 8, 9 and 10." in page.text
    _, discards = page.button("Discard")
    assert not discards.disabled
    assert [had["value"] for tag, had in page.tags if tag == "input" and "checked" in had] == ["red-3"]


def test_why_a_card_was_refused_is_said_once(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-4"), draw(1)])
    page = report(ana, lay(0, "red-3"))
    assert page.html.count("Red 3 cannot follow red 5") == 1


def test_a_whole_turn_is_one_report(ana, book, table):
    happened(book, table, [START])
    page = report(ana, [lay(0, "red-5"), draw(0)], htmx=True)
    assert (ana.status, page.tags[0][1]["data-seq"]) == (200, "3")
    assert written(book, table) == TURN


def test_a_refusal_in_the_middle_of_a_report_says_what_was_recorded_and_what_was_not(ana, book, table):
    happened(book, table, [START])
    page = report(ana, [lay(0, "red-5"), draw(0, "blue")], htmx=True)
    assert ana.status == 422
    assert "Recorded: Ana lays red 5. The rest was not: " in page.text
    assert written(book, table) == TURN[:2]


@pytest.mark.parametrize("phone", ["ana", "ben"])
def test_the_same_turn_said_on_two_phones_is_answered_with_who_recorded_it(request, ana, ben, book, table, phone):
    happened(book, table, [START])
    report(ben, [lay(0, "red-5"), draw(0)])
    page = report(request.getfixturevalue(phone), [lay(0, "red-5"), draw(0)], htmx=True, seen="1")
    assert "Ben has already recorded this. Ana lays red 5 and draws." in page.text
    assert "refusal" not in page.html
    assert written(book, table) == TURN


def test_a_phone_behind_gets_409_and_the_fresh_table(ana, book, table):
    happened(book, table, [START, lay(0, "red-5")])
    page = report(ana, lay(0, "red-6"), htmx=True, seen="1")
    assert ana.status == 409
    assert "Someone has played meanwhile." in page.text
    assert page.tags[0][1]["data-seq"] == "2"
    assert len(written(book, table)) == 2


def test_the_others_moves_do_not_make_a_phone_behind(ben, book, table):
    happened(book, table, TURN)
    report(ben, lay(1, "blue-4"), seen="0")
    assert ben.status == 303


def test_undo_takes_back_and_says_so(ana, book, table):
    happened(book, table, TURN)
    ana.go(f"/t/{table.code}")
    page = ana.press("Undo")
    assert "Ana draws from:" in page.text
    assert "Ana lays red 5." in page.text
    assert written(book, table)[-1] == {"type": "undo"}


def test_an_undo_of_what_was_not_seen_is_409(ana, book, table):
    happened(book, table, TURN)
    report(ana, {"type": "undo"}, seen="2")
    assert ana.status == 409


# Bad input: a clear error, nothing stored, no 500

MALFORMED = {
    "unknown colour": lay(0, "pink-5"),
    "card 11": lay(0, "red-11"),
    "card 1": lay(0, "red-1"),
    "no card": {"type": "lay", "seat": 0},
    "a card too many": {**lay(0, "red-5"), "cards": ["red-6"]},
    "a list for a card": {"type": "lay", "seat": 0, "card": ["red-5"]},
    "negative seat": lay(-1, "red-5"),
    "another table's seat": lay(2, "red-5"),
    "a seat in words": {"type": "lay", "seat": "0", "card": "red-5"},
    "unknown event": {"type": "cheat", "seat": 0},
    "no type": {"seat": 0},
    "nothing": {},
    "a pile that is none": draw(0, "purple pile"),
    "undo with a seat": {"type": "undo", "seat": 0},
    "an 11 in a count": count(0, red=[11]),
    "a count of a colour that is none": count(0, pink=[5]),
    "a count that is no object": {"type": "count", "seat": 0, "expeditions": "red"},
    "a long card": lay(0, "x" * 5_000),
}


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_no_move_is_400_with_the_reason(ana, book, table, what, htmx):
    happened(book, table, [START])
    page = report(ana, MALFORMED[what], htmx)
    assert ana.status == 400
    assert [had for _, had in page.tags if had.get("role") == "alert"]
    assert page.ids.count("table") == 1
    assert written(book, table) == [START]


def test_nine_wagers_are_refused_and_the_ticks_are_kept(ana, book, table):
    happened(book, table, [START])
    page = report(ana, count(0, red=["wager"] * 9, blue=[4, 8]))
    assert ana.status == 422
    assert "9 red wagers on the table: there are only three." in page.text
    ticked = [(had["name"], had["value"]) for tag, had in page.tags if tag == "input" and "checked" in had]
    assert (
        ticked
        == [("e.expeditions.blue[]#", "4"), ("e.expeditions.blue[]#", "8")] + [("e.expeditions.red[]", "wager")] * 3
    )
    assert written(book, table) == [START]


@pytest.mark.parametrize(
    "changed",
    [{"move_id": None}, {"seen": None}, {"move_id": "x"}, {"move_id": "x" * 65}, {"move_id": "a b c d e f g"},
     {"seen": "-1"}, {"seen": "soon"}, {"seen": "1" * 30}, {"seen": ""}],
)  # fmt: skip
def test_a_stale_or_broken_form_is_400(ana, book, table, changed):
    page = report(ana, START, **changed)
    assert ana.status == 400
    assert "Cairn did not understand this move." in page.text
    assert written(book, table) == []


def test_half_a_json_is_400(ana, book, table):
    ana.see(
        ana.client.post(f"/t/{table.code}/report", data='{"type": "lay", "seat": 0,', content_type="application/json")
    )
    assert ana.status == 400
    assert written(book, table) == []


@pytest.mark.parametrize("name", ["e.", "e..", "e.[]", "e.seat#.x", "e.cards[0].red", "e.e.e.e", "e.{}", "e.[]{}"])
def test_strange_names_of_fields_are_400(ana, book, table, name):
    report(ana, START, **{name: "1"})
    assert ana.status == 400
    assert written(book, table) == []


def test_a_table_that_a_device_does_not_sit_at_is_403_and_the_report_is_kept(visitor, book, table):
    cai = visitor()
    cai.go(f"/t/{table.code}")
    page = report(cai, START)
    assert cai.status == 403
    assert "This device has no seat here" in page.text
    assert written(book, table) == []
    form, _ = page.button("Ben")
    assert dict(form.fields)["e.type"] == "start"


def test_who_has_to_sit_down_first_brings_the_report_along(visitor, book, table):
    cai = visitor()
    cai.go(f"/t/{table.code}")
    report(cai, START)
    cai.press("Ben")
    assert cai.at == f"/t/{table.code}"
    assert "Ana begins round 1." in cai.page.text
    assert [(row.event, row.by_seat) for row in book.moves.read(table.id)] == [(START, 1)]


def test_who_has_to_sit_down_first_brings_an_undo_and_a_correction_along(visitor, book, table):
    happened(book, table, [START, lay(0, "red-5"), draw(0)])
    cai = visitor()
    cai.go(f"/t/{table.code}")
    signed = {"csrf_token": cai.token(), "move_id": new_move_id()}
    amended = f"/t/{table.code}/amend/2?before=1"
    cai.post(amended, {**signed, "seen": 3, **dict(fields(lay(1, "red-5")))})
    assert cai.status == 403
    cai.press("Ben")
    assert cai.status == 422
    assert "What is missing before move 2" in cai.page.text
    assert "Ana lays red 5" in cai.page.text
    dora = visitor()
    dora.go(f"/t/{table.code}")
    dora.post(f"/t/{table.code}/undo", {"csrf_token": dora.token(), "move_id": new_move_id(), "seen": 3, "only": 3})
    assert dora.status == 403
    dora.press("Ben")
    assert [row.event["type"] for row in book.moves.read(table.id)] == ["start", "lay", "draw", "undo"]


@pytest.mark.parametrize("to", ["https://elsewhere.test/", "/t/other/undo", "//elsewhere.test/t/"])
def test_sitting_down_leads_nowhere_else(visitor, table, to):
    cai = visitor()
    cai.go(f"/t/{table.code}")
    cai.post(f"/t/{table.code}/sit", {"csrf_token": cai.token(), "seat": "1", "to": to})
    assert cai.at == f"/t/{table.code}"


def test_a_seat_at_another_table_is_no_seat_here(visitor, ana, book, table):
    cai = visitor()
    form = cai.go("/new/lost-cities").forms[-1]
    cai.post("/new/lost-cities", form.filled(name0="Cai", name1="Dora"))
    cai.go(f"/t/{table.code}")
    report(cai, START)
    assert cai.status == 403
    assert written(book, table) == []


def test_the_link_to_watch_does_not_write(ana, book, table):
    ana.post(f"/t/{table.watch}/report", {"csrf_token": ana.token(), "move_id": "12345678", "seen": "0"})
    assert ana.status == 404
    ana.post(f"/w/{table.watch}/report", {"csrf_token": ana.token(), "move_id": "12345678", "seen": "0"})
    assert ana.status == 404
    assert written(book, table) == []


# Every refusal, in both languages


def test_every_rule_that_a_report_can_break_has_an_example():
    """`rounds` is only about positions: tests/web/test_commands.py has it."""
    codes = {rule.clause for rule in GAMES["lost-cities"].rules}
    assert set(REFUSALS) == codes - {"rounds"}


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_is_said_in_english(visitor, ana, book, table, code):
    before, event, why, rule = REFUSALS[code]
    happened(book, table, before)
    page = report(ana, event)
    assert ana.status == 422
    assert why in page.text
    assert rule in page.text or event["type"] == "count"
    assert written(book, table) == before


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_is_said_in_french(app, ana, book, table, code):
    before, event, why, rule = REFUSALS[code]
    happened(book, table, before)
    ana.language = "fr"
    page = report(ana, event)
    ruling = record(app.extensions["referee"], table, Report("to-know-why", 9_999, [event]))
    assert isinstance(ruling, Refused)
    assert ruling.illegal.rule.code == f"lost-cities/{code}"
    with app.test_request_context(), speaking("fr"):
        pourquoi, regle = translate(ruling.illegal.why), translate(ruling.illegal.rule.text)
    assert ana.status == 422
    assert " ".join(pourquoi.split()) in page.text
    assert " ".join(regle.split()) in page.text or event["type"] == "count"
    assert why not in page.text or code == "in-the-other-hand"
    assert rule not in page.text


def test_a_long_form_is_no_error(ana, book, table):
    fields = MultiDict([("e.numbers[]#", "1")] * 900)
    ana.post(f"/t/{table.code}/report", [("csrf_token", ana.token()), *fields.items(multi=True)])
    assert ana.status == 400
    assert written(book, table) == []


def test_a_discard_can_be_taken_by_the_other(ana, book, table):
    happened(book, table, [START, discard(0, "red-5"), draw(0), lay(1, "blue-4")])
    ana.go(f"/t/{table.code}")
    page = ana.press("red 5")
    assert "Ben takes red 5 from the discard pile." in page.text
    assert "Red 5, in Ben’s hand" in [had.get("aria-label") for _, had in page.tags]

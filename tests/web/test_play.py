"""The table: the whole page, its fragment, and what a phone reports."""

import pytest

from tests.visitor import record, report
from tests.web.lost_cities import START, TURN, count, discard, draw, happened, lay
from web.table.forms import as_json, fields, new_move_id


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
    for seen, htmx in ((0, True), (1, False)):
        ana.go(f"/t/{table.code}?seen={seen}", htmx)
        assert ana.status == 200, "what is new, and a whole page"


@pytest.mark.parametrize("path", ["/t/none", "/w/none/log", "/r/none", "/t/" + "x" * 3_000])
def test_a_table_that_is_not_there_is_not_found(visitor, path):
    cai = visitor().on(path)
    cai.answered(404, "Check that you copied the whole link;")


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


def played(page, button, card):
    """What the form of the board sends when this card is chosen and this button is pressed."""
    form, pressed = next((form, one) for form in page.forms for one in form.buttons if one.text == button)
    return [*form.fields, (pressed.name, pressed.value), ("report.0.card", as_json(card))]


def test_a_turn_is_two_taps_without_javascript_too(ana, book, table):
    ana.press("Ana begins")
    ana.post(f"/t/{table.code}/report", played(ana.page, "Lay, draw pile", "red-5"), follow=True)
    assert "Ben: tap the card you are playing." in ana.page.text
    assert written(book, table) == TURN


def test_a_refusal_names_the_fact_and_the_rule_and_writes_nothing(ana, book, table):
    happened(book, table, TURN)
    page = report(ana, lay(0, "red-7"), htmx=True, seen="3")
    ana.answered(422, "It is Ben’s turn. The players take turns.")
    assert page.tags[0][1]["id"] == "table"
    assert written(book, table) == TURN


def test_a_refused_card_is_still_chosen_and_the_page_says_what_would_be_legal(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-4"), draw(1)])
    page = report(ana, lay(0, "red-3"))
    assert ana.status == 422
    assert page.html.count("Red 3 cannot follow red 5") == 1
    assert "In red, Ana can lay: 6, 7, 8, 9 and 10." in page.text
    _, discards = page.button("Discard")
    assert not discards.disabled
    assert [had["value"] for tag, had in page.tags if tag == "input" and "checked" in had] == ['"red-3"']


def test_a_refusal_in_the_middle_of_a_report_says_what_was_recorded_and_what_was_not(ana, book, table):
    happened(book, table, [START])
    report(ana, [lay(0, "red-5"), draw(0, "blue")], htmx=True)
    ana.answered(422, "Recorded: Ana lays red 5. The rest was not: ")
    assert written(book, table) == TURN[:2]


@pytest.mark.parametrize("phone", ["ana", "ben"])
def test_the_same_turn_said_on_two_phones_is_answered_with_who_recorded_it(request, ana, ben, book, table, phone):
    happened(book, table, [START])
    record(ben, [lay(0, "red-5"), draw(0)])
    page = report(request.getfixturevalue(phone), [lay(0, "red-5"), draw(0)], htmx=True, seen="1")
    assert "Ben has already recorded this. Ana lays red 5 and draws." in page.text
    assert "refusal" not in page.html
    assert written(book, table) == TURN


def test_a_phone_behind_gets_409_and_the_fresh_table(ana, book, table):
    happened(book, table, [START, lay(0, "red-5")])
    page = report(ana, lay(0, "red-6"), htmx=True, seen="1")
    ana.answered(409, "Someone has played meanwhile.")
    assert page.tags[0][1]["data-seq"] == "2"
    assert len(written(book, table)) == 2


def test_undo_takes_back_and_says_so(ana, book, table):
    happened(book, table, TURN)
    page = ana.on(f"/t/{table.code}").press("Undo")
    assert "Ana draws from:" in page.text
    assert "Ana lays red 5." in page.text
    assert written(book, table)[-1] == {"type": "undo"}


# Bad input: a clear error, nothing stored, no 500


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("event", [{}, lay(2, "red-5"), {**lay(0, "red-5"), "cards": ["red-6"]}, count(0, pink=[5])])
def test_what_is_no_move_is_400_with_the_reason(ana, book, table, event, htmx):
    happened(book, table, [START])
    page = report(ana, event, htmx)
    assert ana.status == 400
    assert [had for _, had in page.tags if had.get("role") == "alert"]
    assert page.ids.count("table") == 1
    assert written(book, table) == [START]


def test_nine_wagers_are_refused_and_the_ticks_are_kept(ana, book, table):
    happened(book, table, [START])
    page = report(ana, count(0, red=["wager"] * 9, blue=[4, 8]))
    ana.answered(422, "9 red wagers on the table: there are only three.")
    ticked = [(had["name"], had["value"]) for tag, had in page.tags if tag == "input" and "checked" in had]
    assert (
        ticked
        == [("report.0.expeditions.blue", "[4]"), ("report.0.expeditions.blue", "[8]")]
        + [("report.0.expeditions.red", '["wager"]')] * 3
    )
    assert written(book, table) == [START]


@pytest.mark.parametrize(
    "changed",
    [{"move_id": None}, {"seen": None}, {"move_id": "x"}, {"move_id": "x" * 65}, {"move_id": "a b c d e f g"},
     {"seen": "-1"}, {"seen": "soon"}, {"seen": "1" * 30}, {"seen": ""}],
)  # fmt: skip
def test_a_stale_or_broken_form_is_400(ana, book, table, changed):
    report(ana, START, **changed)
    ana.answered(400, "Cairn did not understand this move.")
    assert written(book, table) == []


def test_who_has_to_sit_down_first_brings_the_report_along(visitor, book, table):
    cai = visitor().on(f"/t/{table.code}")
    report(cai, START)
    assert (cai.status, "This device has no seat here" in cai.page.text, written(book, table)) == (403, True, [])
    cai.press("Ben")
    assert cai.at == f"/t/{table.code}"
    assert "Ana begins round 1." in cai.page.text
    assert [(row.event, row.by_seat) for row in book.moves.read(table.id)] == [(START, 1)]


def test_who_has_to_sit_down_first_brings_an_undo_and_a_correction_along(visitor, book, table):
    happened(book, table, [START, lay(0, "red-5"), draw(0)])
    cai = visitor().on(f"/t/{table.code}")
    signed = {"csrf_token": cai.token(), "move_id": new_move_id()}
    amended = f"/t/{table.code}/amend/2?before=1"
    cai.post(amended, {**signed, "seen": 3, **dict(fields(lay(1, "red-5")))})
    assert cai.status == 403
    cai.press("Ben")
    cai.answered(422, "Round 1, Ana’s turn 1: what is missing before it", "Ana lays red 5")
    dora = visitor().on(f"/t/{table.code}")
    dora.post(f"/t/{table.code}/undo", {"csrf_token": dora.token(), "move_id": new_move_id(), "seen": 3, "only": 3})
    assert dora.status == 403
    dora.press("Ben")
    dora.answer("Yes, undo")
    assert [row.event["type"] for row in book.moves.read(table.id)] == ["start", "lay", "draw", "undo"]


@pytest.mark.parametrize("to", ["https://elsewhere.test/", "/t/other/undo", "//elsewhere.test/t/"])
def test_sitting_down_leads_nowhere_else(visitor, table, to):
    cai = visitor().on(f"/t/{table.code}")
    cai.post(f"/t/{table.code}/sit", {"csrf_token": cai.token(), "seat": "1", "to": to})
    assert cai.at == f"/t/{table.code}"


# Every refusal, in both languages


def test_a_discard_can_be_taken_by_the_other(ana, book, table):
    happened(book, table, [START, discard(0, "red-5"), draw(0), lay(1, "blue-4")])
    page = ana.on(f"/t/{table.code}").press("red 5")
    assert "Ben takes red 5 from the discard pile." in page.text
    assert "Red 5, in Ben’s hand" in [had.get("aria-label") for _, had in page.tags]


def test_a_card_chosen_before_its_turn_is_the_next_one_unless_it_is_for_the_other_player(ana, ben, book, table):
    ana.on(f"/t/{table.code}/share").press("Ana")
    happened(book, table, [START])
    assert "Ana: " in ana.go(f"/t/{table.code}").text
    assert "Your next card" not in ana.page.text
    assert "It is for" not in ana.page.text
    for said in ("Your next card:", "It is for Ana"):
        assert said in ben.go(f"/t/{table.code}").text

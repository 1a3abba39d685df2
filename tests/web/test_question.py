"""What is asked once before something is recorded, and that each answer records what its words say."""

import json
import re
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scoring import GAMES
from scoring.core.game import FinalCount
from tests.conftest import open_table
from tests.sources import SOURCES, played
from tests.visitor import record, report
from tests.web.lost_cities import START, count, draw, happened, lay
from tests.web.lutece import CARDS, OFFERS, three
from tests.web.test_count import ticked
from web.count.entered import empty
from web.table.forms import fields
from web.table.question import KINDS

TEMPLATES = Path("templates")
FOLLOWED = [START, lay(0, "red-5"), draw(0), lay(1, "blue-4"), draw(1)]
TYPING = [key for key, game in GAMES.items() if game.count and game.count.typed]
ASKED = "The count is not what was followed: yellow 10 more. It makes −25 instead of −15."


@pytest.fixture
def counting(ana, book, table):
    """A round that is followed, and Ana on the page of her own count."""
    happened(book, table, FOLLOWED)
    ana.go(f"/t/{table.code}/count/0")
    return ana


def counted(visitor, book, key, events):
    """Somebody at a table on which these counts are recorded, and the address of the table."""
    one, game = open_table(visitor(), key), GAMES[key]
    first = [game.formats.event(move) for move in game.count.now.first]
    table = book.tables.by_code(one.at.split("/")[2])
    happened(book, table, [*first, *events])
    return one, f"/t/{table.code}"


def events_of(book, address):
    return [row.event for row in book.moves.read(book.tables.by_code(address.split("/")[2]).id)]


def recorded(book, table):
    return [row.event for row in book.moves.read(table.id)][len(FOLLOWED) :]


def unclaimed(sent):
    return [entry for entry in sent if not entry[0].startswith("claimed")]


def test_a_count_that_is_not_what_was_followed_is_asked_once_with_what_else_is_asked(counting, book, table):
    page = counting.post(f"/t/{table.code}/report", ticked(counting, red=[5], yellow=[10]))
    assert (counting.status, recorded(book, table)) == (422, [])
    assert f"42 cards are still in the draw pile: a count ends the round. {ASKED}" in page.text
    counting.answer("Record −25 instead of −15")
    assert (counting.status, recorded(book, table)) == (200, [count(0, yellow=[10], red=[5])])
    page = counting.go(f"/t/{table.code}/log")
    assert "Ana counts 2 cards. That is not what was followed: yellow 10 more." in page.text


def test_look_again_shows_the_count_with_every_tick(counting, book, table):
    counting.post(f"/t/{table.code}/report", [*unclaimed(ticked(counting, red=[5], yellow=[10])), ("claimed0", "7")])
    page = counting.press("Look again")
    chosen = [had["value"] for tag, had in page.tags if had.get("type") == "checkbox" and "checked" in had]
    assert (counting.status, chosen, recorded(book, table)) == (200, ["[10]", "[5]"], [])
    assert ("claimed0", "7") in page.button("Record")[0].fields


def test_a_phone_on_the_page_of_the_count_gets_the_question_alone(counting, book, table):
    here = f"/t/{table.code}/count/0"
    answer = counting.client.post(
        f"/t/{table.code}/report",
        data=MultiDict(ticked(counting, yellow=[10])),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://localhost{here}"},
    )
    assert (answer.status_code, "HX-Retarget" in answer.headers) == (422, False)
    assert 'name="answers"' in answer.text
    assert "<html" not in answer.text


@pytest.mark.parametrize("at", ["", "/count/1"])
def test_a_phone_that_is_elsewhere_gets_a_page_that_keeps_the_count(counting, table, at):
    answer = counting.client.post(
        f"/t/{table.code}/report",
        data=MultiDict(ticked(counting, yellow=[10])),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://localhost/t/{table.code}{at}"},
    )
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, "body")
    counting.see(answer)
    assert ("report.0.expeditions.yellow", "[10]") in counting.page.button("Look again")[0].fields


def test_a_count_as_it_was_followed_asks_only_whether_it_ends_the_round(counting, table):
    page = counting.press("Record")
    assert "42 cards are still in the draw pile" in page.text
    assert "not what was followed" not in page.text


def test_what_the_rules_forbid_is_refused_and_not_asked_about(counting, book, table):
    happened(book, table, [count(1, blue=[4])])
    page = counting.on(f"/t/{table.code}/count/0").post(f"/t/{table.code}/report", ticked(counting, blue=[4]))
    assert "Blue 4 is in front of both Ana and Ben: there is only one." in page.text
    assert counting.answers() == []


def test_where_scores_are_hidden_the_question_names_no_total(visitor):
    ana = visitor().on("/new/lost-cities")
    ana.post("/new/lost-cities", [*ana.page.forms[-1].filled(name0="Ana", name1="Ben"), ("hidden", "y")])
    report(ana, START)
    report(ana, [lay(0, "red-5"), draw(0)])
    ana.go(f"{ana.at}/count/0")
    page = ana.post(f"{ana.at.removesuffix('/count/0')}/report", ticked(ana, red=[5], yellow=[10]))
    assert "The count is not what was followed: yellow 10 more." in page.text
    assert "It makes" not in page.text


def test_a_total_that_was_typed_beside_other_cards_is_asked_about(ana, book, table):
    happened(book, table, [START])
    ana.go(f"/t/{table.code}/count/0")
    sent = unclaimed(ticked(ana, red=[5]))
    page = ana.post(f"/t/{table.code}/report", [*sent, ("claimed0", "45")])
    assert (ana.status, "Ana typed 45; what is entered makes −15." in page.text) == (422, True)
    assert ana.answers() == ["Record −15", "Record 45"]
    ana.answer("45")
    assert [row.event for row in book.moves.read(table.id)][1:] == [{"type": "count", "seat": 0, "total": 45}]


def test_a_sheet_that_is_not_what_was_followed_is_asked_about_box_by_box(visitor):
    ana = open_table(visitor(), "roll-and-write")
    at = ana.at
    report(ana, {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]})
    report(ana, {"type": "choose", "seat": 0, "number": 4, "colour": "red", "accelerate": []})
    sheet = {"expeditions": {"red": {"level": 2, "double": True}}, "dice": 1}
    page = report(ana, {"type": "count", "seat": 0, "sheet": sheet})
    asked = "red: 2 instead of 1, dice symbols: 1 instead of 0 and red ×2 box ticked"
    assert f"The count is not what was followed: {asked}. It makes −70 instead of −20." in page.text
    ana.at = at
    record(ana, {"type": "count", "seat": 0, "sheet": sheet})
    assert f"That is not what was followed: {asked}." in ana.go(f"{at}/log").text


def test_what_a_player_of_lutece_has_is_asked_about_where_it_is_not_what_was_followed(visitor):
    scribe = three(visitor)
    at = scribe.at
    report(scribe, OFFERS)
    page = report(scribe, {"type": "count", "seat": 0, "holding": {"gold": 4, "cards": [CARDS["A"]]}})
    asked = "The count is not what was followed: Le Barde more and gold: 4 instead of 5."
    assert asked in page.text
    record(scribe, {"type": "count", "seat": 0, "holding": {"gold": 4, "cards": [CARDS["A"]]}})
    page = report(scribe, {"type": "count", "seat": 1, "holding": {"gold": 5, "cards": []}})
    assert "not what was followed" not in page.text
    totals = {"symbols": {"sword": 2}}
    page = report(scribe, {"type": "count", "seat": 2, "holding": {"gold": 5, "cards": [], "totals": totals}})
    assert "The count is not what was followed: sword: 2 instead of 0." in page.text
    assert at == scribe.at


@pytest.mark.parametrize("key", TYPING)
def test_a_total_typed_in_count_now_is_asked_about_whatever_else_is_empty(visitor, key):
    one = visitor().on(f"/count/{key}")
    page = one.press("Keep it", claimed1="45")
    assert (one.status, one.answers()) == (422, ["Record 0 and 45", "Record 0 and 0"])
    assert "Nothing has been entered for Player 1. Only a total was typed" in page.text


def test_round_two_is_asked_for_and_gone_on_with_by_the_answer(visitor, book):
    one = visitor().on("/count/lost-cities")
    one.press("Round 2", claimed1="45")
    assert "Round 2: " in one.answer().text


def test_round_two_of_an_empty_paper_is_asked_for(visitor, book):
    one = visitor().on("/count/lost-cities")
    assert "Nothing has been entered." in one.press("Round 2").text


def test_a_round_that_is_counted_again_is_told_and_taken_back_as_what_it_is(ana, ben, book, table):
    """Not as moves that were deleted and added."""
    happened(book, table, [START, count(0, red=[5, 6, 9]), count(1, blue=[9])])
    ana.go(f"/t/{table.code}/count/0")
    form, _button = ana.page.button("Record")
    ana.post(form.action, [entry for entry in form.fields if entry != ("report.0.expeditions.red", "[9]")])
    ana.answer("Record −9 instead of 0")
    told = "Ana counted again: red 9 less."
    assert told in ben.go(f"/t/{table.code}").text
    page = ana.go(f"/t/{table.code}/log")
    assert told in page.text
    assert "deleted" not in page.text
    assert "corrected. Before" not in page.text


# What contradicts itself, or what was counted before


def test_totals_that_cannot_be_beside_each_other_are_asked_about_once(visitor, book):
    one, table = counted(visitor, book, "lutece", [])
    totals = {"family_points": 6, "statues": 1}
    event = {"type": "count", "seat": 0, "holding": {"gold": 70, "cards": [], "totals": totals}}
    page = report(one, event)
    assert "Ana: Roman locations: 0, but their points need at least 1." in page.text
    assert "The players have 70 gold; the box holds 66." in page.text
    assert one.answers() == ["Record 32"]
    one.answer()
    assert events_of(book, table) == [event]
    page = report(one, {"type": "count", "seat": 1, "holding": {"gold": 0, "cards": [], "totals": {"roman": 1}}})
    assert "Roman locations: 0" not in page.text
    assert events_of(book, table)[1:]


@pytest.mark.parametrize(
    ("sheets", "asks"),
    [
        (
            ({"dice": 5}, {"expeditions": {"red": {"level": 3}}}),
            ": Ana’s sheet takes at least 5 throws, Ben’s at most 3.",
        ),
        (({"dice": 5, "artifacts": 0}, {"dice": 5}), "Ana and Ben have the very same sheet."),
    ],
)
def test_two_sheets_that_cannot_be_of_one_game_are_asked_about_at_the_second(visitor, book, sheets, asks):
    one, table = counted(visitor, book, "roll-and-write", [])
    for seat, sheet in enumerate(sheets):
        page = report(one, {"type": "count", "seat": seat, "sheet": sheet})
        assert (one.status, asks in page.text) == ((422, True) if seat else (303, False))
    one.answer()
    assert [event["seat"] for event in events_of(book, table)] == [0, 1]
    assert asks in one.go(table).text


def test_a_sheet_that_is_corrected_into_that_of_another_is_asked_about(visitor, book):
    counts = [{"type": "count", "seat": seat, "sheet": {"dice": dice}} for seat, dice in enumerate((3, 5))]
    one, table = counted(visitor, book, "roll-and-write", counts)
    form, _button = one.on(f"{table}/count/0").page.button("Record")
    fields = [entry for entry in form.fields if not entry[0].endswith(".dice")]
    page = one.post(form.action, [*fields, ("report.0.sheet.dice", "5")])
    assert "Ana and Ben have the very same sheet." in page.text
    one.answer("Record 20 instead of −20")
    assert len(events_of(book, table)) == 3


def test_beside_a_total_no_sheet_contradicts_anything(visitor, book):
    one, table = counted(visitor, book, "roll-and-write", [{**TOTALS[0], "total": -20}])
    report(one, {"type": "count", "seat": 1, "sheet": {"dice": 3}})
    assert (one.status, len(events_of(book, table))) == (303, 2)


# Only a total


def test_whoever_has_only_a_total_records_it_and_every_page_says_that_it_is_not_checked(ana, book, table):
    happened(book, table, [START])
    ana.on(f"/t/{table.code}/count/0").press("Record", claimed0="+45")
    ana.answer("Record 45")
    assert [row.event for row in book.moves.read(table.id)][1:] == [{"type": "count", "seat": 0, "total": 45}]
    happened(book, table, [count(1, blue=[9])])
    assert "Ana has only a total: typed, not checked." in ana.go(f"/t/{table.code}/log").text
    page = ana.go(f"/t/{table.code}")
    assert "+45 typed, not checked" in page.text
    assert "9 − 20 = −11" in page.text


@pytest.mark.parametrize("key", TYPING)
def test_in_the_place_of_a_count_that_is_corrected_a_typed_total_can_be_recorded_as_in_play(visitor, book, key):
    one = open_table(visitor(), key)
    table = book.tables.by_code(one.at.split("/")[2])
    game = GAMES[key]
    first = [game.formats.event(move) for move in game.count.now.first]
    empty = played(key, 0).states[0]
    happened(book, table, [*first, *(game.formats.event(SOURCES[key].count(empty, seat)) for seat in (0, 1))])
    recorded = one.client.application.extensions["referee"].live(table).state
    number, makes = len(first) + 1, game.score(game.position(recorded)).players[0].total
    page = one.on(f"/t/{table.code}/amend/{number}").press("Record", claimed0="45")
    typed_beside = f"Ana typed 45; what is entered makes {makes}." in page.text
    assert typed_beside or "only a total. It makes 45 instead of 0." in page.text
    one.press("Look again")
    assert ("claimed0", "45") in one.page.button("Record")[0].fields, "what was typed is kept"
    one.press("Record")
    if key == "lutece":
        assert one.answers() == [f"Record {makes}"], "others have their cards"
        return
    one.answer(f"Record 45 instead of {makes}")
    page = one.go(f"/t/{table.code}/log")
    assert "Ana counted again: only a total." in page.text
    assert f"Ana 45 instead of {makes}" in page.text


TOTALS = [{"type": "count", "seat": 0, "total": 45}, {"type": "count", "seat": 1, "total": 30}]


@pytest.mark.parametrize("key", TYPING)
def test_a_recorded_total_that_is_opened_again_is_a_total(visitor, book, key):
    one, table = counted(visitor, book, key, TOTALS)
    one.go(f"{table}/count/0")
    assert ("claimed0", "45") in one.page.button("Record")[0].fields
    assert "That is already what is recorded." in one.press("Record").text
    page = one.on(f"{table}/count/0").press("Record", claimed0="54")
    assert "This is not what was recorded before: the total. It makes 54 instead of 45." in page.text
    one.answer("Record 54 instead of 45")
    assert "Ana counted again: the total. Totals now: Ana 54 instead of 45." in one.go(f"{table}/log").text


def test_of_two_totals_that_cannot_both_be_none_is_recorded_unasked(visitor, book):
    one, table = counted(visitor, book, "lost-cities", [])
    before = events_of(book, table)
    page = one.on(f"{table}/count").press("Record", claimed0="780", claimed1="780")
    assert "780 and 780 cannot both be" in page.text
    assert events_of(book, table) == before
    kept = one.page.button("Record")[0].fields
    assert {("claimed0", "780"), ("claimed1", "780")} <= set(kept)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_total_that_cannot_be_read_is_kept_with_the_other_on_the_page_of_all_players(visitor, book, seat):
    one, table = counted(visitor, book, "lost-cities", [])
    typed = {"claimed0": "7", "claimed1": "7", f"claimed{seat}": "forty"}
    one.on(f"{table}/count").press("Record", **typed)
    assert one.status == 400
    assert set(typed.items()) <= set(one.page.button("Record")[0].fields)


@pytest.mark.parametrize("key", TYPING)
def test_a_recorded_count_that_is_opened_and_recorded_as_it_is_is_not_recorded_again(visitor, book, key):
    one, table = counted(visitor, book, key, [{"type": "count", "seat": 0, **SOURCES[key].two_counts()[0]}])
    before = events_of(book, table)
    page = one.on(f"{table}/count/0").press("Record")
    assert (one.status, "That is already what is recorded." in page.text) == (200, True)
    assert events_of(book, table) == before


@pytest.mark.parametrize("key", TYPING)
def test_a_recorded_total_is_shown_while_another_is_still_to_be_counted(visitor, book, key):
    one, table = counted(visitor, book, key, TOTALS[:1])
    assert ("claimed0", "45") in one.on(f"{table}/count/0").page.button("Record")[0].fields


@pytest.mark.parametrize("key", TYPING)
def test_a_table_of_totals_is_counted_player_by_player_and_ends(visitor, book, key):
    one, table = counted(visitor, book, key, [])
    for seat, total in enumerate(("45", "0")):
        one.on(f"{table}/count/{seat}").press("Record", **{f"claimed{seat}": total})
        one.answer(f"Record {total}")
    assert events_of(book, table)[-2:] == [{**TOTALS[0]}, {**TOTALS[1], "total": 0}]


def test_whoever_has_followed_cards_has_a_typed_total_beside_one_who_has_only_a_total(visitor, book):
    """The rules refuse the cards, and none of them can be taken away: a majority needs those of everybody."""
    one = open_table(visitor(), "lutece")
    table = book.tables.by_code(code_of(one))
    happened(book, table, [OFFERS[0], TOTALS[0]])
    at = f"/t/{table.code}"
    form, _button = one.on(f"{at}/count/1").page.button("Record")
    page = one.post(form.action, [*form.filled(claimed1="12"), ("report.0.holding.gold", "6")])
    assert page.text.count("Ana has only a total, but others their cards or totals.") == 1
    one.answer("Record 12")
    assert events_of(book, at)[-1] == {"type": "count", "seat": 1, "total": 12}


@pytest.mark.parametrize("key", TYPING)
@pytest.mark.parametrize("typed", ["123456789", "4 5", "– 12", "forty"])
def test_a_total_that_cannot_be_is_refused_with_its_bounds_and_kept(visitor, book, key, typed):
    one, table = counted(visitor, book, key, [])
    before = events_of(book, table)
    page = one.on(f"{table}/count/0").press("Record", claimed0=typed)
    assert (one.status, events_of(book, table)) == (400, before)
    assert "total: a whole number from" in page.text
    page = one.on(f"/count/{key}").press("Keep it", claimed0=typed, claimed1="7")
    assert (one.status, "total: a whole number from" in page.text) == (400, True)
    assert ("claimed0", typed[:12]) in one.page.button("Keep it")[0].fields


@pytest.mark.parametrize(
    ("key", "typed", "why"),
    [
        ("lost-cities", "12345", "12345 cannot be: at most 780 in one round."),
        ("roll-and-write", "-12345", "−12345 cannot be: at least −640 on one sheet."),
        ("lutece", "12345", "total: a whole number from"),
    ],
)
def test_a_total_far_too_large_is_refused_with_the_bound_of_its_game(visitor, book, key, typed, why):
    one, table = counted(visitor, book, key, [])
    page = one.on(f"{table}/count/0").press("Record", claimed0=typed)
    assert (one.status, why in page.text) == (400, True)
    assert ("claimed0", typed) in one.page.button("Record")[0].fields


@pytest.mark.parametrize("key", TYPING)
def test_a_game_of_which_only_totals_are_known_is_kept_and_left_out_of_what_needs_more(visitor, book, key):
    one = visitor().on(f"/count/{key}")
    one.press("Keep it", name0="Mia", name1="Tom", claimed0="12", claimed1="45")
    assert one.answers() == ["Record 12 and 45", "Record 0 and 0"]
    page = one.answer()
    assert one.status == 200
    table = book.tables.by_code(one.at.split("/")[2])
    with one.client.session_transaction() as session:
        [finished] = book.outcomes.of(session["device"])
    assert finished.told == "{}"
    page = one.go(f"/r/{table.watch}")
    assert "Tom wins by 33 points" in page.text
    assert page.text.count("typed, not checked") == 2
    assert one.client.get(f"/r/{table.watch}/scores.csv").text.count("typed, not checked") == 2
    assert one.client.get(f"/r/{table.watch}/record.pdf").status_code == 200


# All of them: each answer is given, and the log is held against its words


def breaks_off(one, key):
    game = GAMES[key]
    if game.count.breaks_off is NEVER_BREAKS_OFF:
        return
    two = two_players(key)
    for move, after in zip(two.moves, two.states[1:], strict=True):
        record(one, game.formats.event(move))
        if game.count.breaks_off(after):
            break
    report(one, game.formats.event(SOURCES[key].count(after, 0)))


def known_otherwise(one, key):
    if GAMES[key].count.compared is NEVER_COMPARED:
        return
    before, after = SOURCES[key].two_counts()
    begin(one, key, {"type": "count", "seat": 0, **before})
    report(one, {"type": "count", "seat": 0, **after})


def nothing_entered(one, key):
    begin(one, key)
    game = GAMES[key]
    setup = game.formats.setup({"players": ["Ana", "Ben"]})
    report(one, game.formats.event(empty(game, setup, 0)))


def only_a_total(one, key):
    if key not in TYPING:
        return
    one.on(f"/count/{key}").press("Keep it", claimed0="45", claimed1="0")


def typed_otherwise(one, key):
    begin(one, key)
    report(one, {"type": "count", "seat": 0, **SOURCES[key].two_counts()[1]}, claimed0="45")


def impossible_together(one, key):
    """A bridge that was crossed, and that nobody has ticked."""
    if key != "roll-and-write":
        return
    begin(one, key)
    sheets = {"expeditions": {"yellow": {"level": 7}}, "artifacts": 1}, {"dice": 1}
    report(one, [{"type": "count", "seat": seat, "sheet": sheet} for seat, sheet in enumerate(sheets)])


def contradictory(one, key):
    """A bakery without its Roman location; two sheets that cannot be of one game."""
    if key == "lutece":
        begin(one, key)
        totals = {"family_points": 6, "statues": 1}
        report(one, {"type": "count", "seat": 0, "holding": {"gold": 0, "cards": [], "totals": totals}})
    elif key == "roll-and-write":
        begin(one, key, {"type": "count", "seat": 0, "sheet": {"dice": 5}})
        report(one, {"type": "count", "seat": 1, "sheet": {"dice": 3}})


def undecided(one, key):
    """A tie that turns on talents nobody has entered."""
    if key != "lutece":
        return
    symbols = {"gold": 0, "cards": [], "totals": {"symbols": {"sword": 2}}}
    begin(one, key, {"type": "count", "seat": 0, "holding": symbols})
    report(one, {"type": "count", "seat": 1, "holding": symbols})


def of_the_game(one, key):
    """A card without its cost; the end before its time."""
    if key == "lutece":
        report(one, {"type": "offer", "tile": "1", "card": {"id": "h", "kind": "herbalist"}})
    elif key == "lost-cities":
        begin(one, key, *({"type": "count", "seat": seat, "total": 20} for seat in (0, 1)))
        report(one, {"type": "rounds", "rounds": 1})


def unusual(one, key):
    """Two cards with one talent, a market that asks for 9 bread, a cost of 9."""
    if key != "lutece":
        return
    citizen = {"kind": "citizen", "cost": 1, "resources": {"bread": 1}, "talent": 5}
    market = {"id": "1", "kind": "market", "cost": 9, "demand": {"bread": 9}}
    cards = {"A": {"id": "A", **citizen}, "B": {"id": "B", **citizen}, "1": market}
    report(one, [{"type": "offer", "tile": tile, "card": card} for tile, card in cards.items()])


def an_end_that_turns_on_what_is_missing(one, key):
    """A market that somebody bought, and of which nobody has said what it asks for."""
    if key != "lutece":
        return
    tiles = {"A": "legionnaire", "B": "legionnaire", "C": "legionnaire", "1": "market", "2": "statue", "3": "statue"}
    for tile, kind in tiles.items():
        record(one, {"type": "offer", "tile": tile, "card": {"id": tile, "kind": kind, "cost": 0}})
    for seat, actions in enumerate((["1", "income-1"], ["income-1", "income-2"])):
        record(one, {"type": "options", "seat": seat, "actions": actions})
    record(one, [{"type": "reveal"}])
    record(one, {"type": "close"})
    report(one, {"type": "end"})


def for_another(one, key):
    """Somebody who sits there alone says the first own move of the other."""
    game, played_on = GAMES[key], two_players(key)
    for move in played_on.moves:
        if getattr(move, "seat", None) == 1 and not game.reporting.decides_for_all(state_of(one), move):
            break
        record(one, game.formats.event(move))
    one.go(f"/t/{code_of(one)}/sit")
    one.post(f"/t/{code_of(one)}/sit", {"csrf_token": one.token(), "seat": "0"})
    report(one, game.formats.event(move))


def for_one_with_a_phone(one, key):
    """Who keeps score lays two action cards for somebody who has a phone."""
    if key != "lutece":
        return
    record(one, [{"type": "offer", "tile": tile, "card": card} for tile, card in CARDS.items()])
    ledger = one.client.application.extensions["referee"].ledger
    ledger.seats.sit(ledger.tables.by_code(code_of(one)).id, 1, "another phone")
    report(one, {"type": "options", "seat": 1, "actions": ["A", "1"]})


def two_players(key):
    return next(played(key, seed) for seed in range(100) if len(played(key, seed).names) == 2)


def code_of(one):
    return one.at.split("/")[2].split("?")[0]


def state_of(one):
    table = one.client.application.extensions["referee"].ledger.tables.by_code(code_of(one))
    return one.client.application.extensions["referee"].live(table).state


def begin(one, key, *events):
    """What comes before the counts, and these."""
    game = GAMES[key]
    for event in (*map(game.formats.event, game.count.now.first), *events):
        record(one, event)


NEVER_BREAKS_OFF = FinalCount.__dataclass_fields__["breaks_off"].default
NEVER_COMPARED = FinalCount.__dataclass_fields__["compared"].default
ASKED_BY = {
    "breaks off": breaks_off,
    "known otherwise": known_otherwise,
    "nothing entered": nothing_entered,
    "only a total": only_a_total,
    "typed otherwise": typed_otherwise,
    "impossible together": impossible_together,
    "contradictory": contradictory,
    "undecided": undecided,
    "of the game": of_the_game,
    "for another": for_another,
}
ALSO_ASKED_BY = {
    "unusual": unusual,
    "an end that turns on what is missing": an_end_that_turns_on_what_is_missing,
    "for one with a phone": for_one_with_a_phone,
}
"""More that is asked, each of one of these kinds."""


def test_every_question_is_on_this_list():
    assert list(ASKED_BY) == list(KINDS)


@pytest.mark.parametrize("kind", ALSO_ASKED_BY)
def test_what_else_is_asked_is_asked(visitor, kind):
    one = open_table(visitor(), "lutece")
    ALSO_ASKED_BY[kind](one, "lutece")
    assert len(one.answers()) == 1


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("kind", [*ASKED_BY, *ALSO_ASKED_BY])
def test_each_answer_records_what_its_words_say(visitor, book, kind, key):
    words = asked_anew(visitor, kind, key).answers()
    for place, says in enumerate(words):
        one = asked_anew(visitor, kind, key)
        form = [form for form in one.page.forms if "answers" in dict(form.fields)][place]
        events = json.loads(dict(form.fields)["report"])
        one.answer(says)
        assert one.status == 200, one.page.text
        table = book.tables.by_code(one.at.split("/")[2])
        assert [row.event for row in book.moves.read(table.id)][-len(events) :] == events
        assert numbers_in(says) in ([], totals_of(one, table, events)), says


def asked_anew(visitor, kind, key):
    one = open_table(visitor(), key)
    (ASKED_BY | ALSO_ASKED_BY)[kind](one, key)
    return one


def numbers_in(words):
    """The totals that an answer names, without those that it replaces."""
    said = words.partition(" instead of ")[0].replace("−", "-")
    return [int(number) for number in re.findall(r"-?\d+", said)]


def totals_of(one, table, events):
    """What the table now has of the players that were counted."""
    state = one.client.application.extensions["referee"].live(table).state
    game = GAMES[table.game]
    players = game.score(game.position(state)).players
    return [players[event["seat"]].total for event in events if event["type"] == "count"]


# Of what is no move a page asks, whose answers are forms too


def names_exchanged(one):
    open_table(one)
    record(one, START)
    one.on(f"/t/{code_of(one)}/about").press("Save", name0="Ben", name1="Ana")


def a_later_move_that_breaks(one):
    """Ana lays red 4 before 5; 7 in its place forbids that."""
    open_table(one)
    for event in (START, lay(0, "red-4"), draw(0), lay(1, "blue-4"), draw(1), lay(0, "red-5"), draw(0)):
        record(one, event)
    form, _button = one.on(f"/t/{code_of(one)}/amend/2").page.button("Lay")
    one.post(
        form.action,
        [*(entry for entry in form.fields if entry[0] in ("csrf_token", "move_id", "seen")), *fields(lay(0, "red-7"))],
    )


def others_move_in_the_log(one):
    open_table(one)
    record(one, START)
    one.on(f"/t/{code_of(one)}/log?back_to=0")


def the_same_person(one):
    of_a_group(one)
    one.press("Merge")


def a_table_out_of_a_group(one):
    one.on("/groups").press("Create the group", name="Evenings")
    group = one.at
    open_table(one)
    for event in (START, count(0, red=[5]), count(1, blue=[9])) * 3:
        record(one, event)
    one.on(f"{group}/tables").press("Add")
    one.on(f"{group}/tables").press("Remove")


def a_file_of_an_own_group(one):
    """Its id is that of a group of this device, and it has a player more."""
    one.on("/groups").press("Create the group", name="Evenings")
    file = one.client.get(f"{one.at}/group.json").json
    one.on("/groups").post(
        "/groups/bring", {"csrf_token": one.token(), "text": json.dumps({**file, "players": ["Zoë"]})}
    )


def of_a_group(one):
    one.on("/groups").press("Create the group", name="Evenings")
    for name in ("Ana", "Anna"):
        one.on(f"{one.at.removesuffix('/players')}/players").press("Add", name=name)
    one.tap("Ana")


def log_says(one):
    return one.go(f"/t/{code_of(one)}/log").text


def players_of(one):
    return [player for group in groups_of(one) for player in one.client.get(f"{group}/group.json").json["players"]]


def groups_of(one):
    return sorted({link for link, _ in one.go("/groups").links if re.fullmatch(r"/g/[^/]+", link)})


BROKEN = "Round 1, Ana’s turn 2"
PAGES = {
    "history/broken.html": (
        a_later_move_that_breaks,
        {
            f"{BROKEN}: change it, too": lambda one: f"Change: {BROKEN}" in one.page.text,
            f"{BROKEN}: add a move before it": lambda one: f"{BROKEN}: what is missing before it" in one.page.text,
            "Yes, delete these 2 moves": lambda one: log_says(one).count(f"{BROKEN}, deleted: ") >= 2,
        },
    ),
    "table/log.html": (others_move_in_the_log, {"Yes, undo": lambda one: "undone" in log_says(one)}),
    "table/exchanged.html": (
        names_exchanged,
        {
            "The names were the wrong way round": lambda one: "the points have changed owner" in log_says(one),
            "They have changed places": lambda one: "each keeps the points" in log_says(one),
        },
    ),
    "group/player.html": (the_same_person, {"Yes, merge": lambda one: players_of(one) == ["Anna"]}),
    "group/tables.html": (
        a_table_out_of_a_group,
        {"Yes, remove": lambda one: not one.client.get(f"{groups_of(one)[0]}/group.json").json["tables"]},
    ),
    "group/macros.html": (
        a_file_of_an_own_group,
        {
            "Import into “Evenings”": lambda one: (players_of(one), len(groups_of(one))) == (["Zoë"], 1),
            "Import into a new group": lambda one: (players_of(one), len(groups_of(one))) == (["Zoë"], 2),
        },
    ),
}
"""Where these are asked, and how it is seen that each answer has done what it says."""
OF_PHOTOS = "photo/whose.html"
"""Whose answers tests/web/test_photo.py gives, because it has photos."""


def test_every_page_that_asks_is_on_this_list():
    pages = {str(page.relative_to(TEMPLATES)) for page in TEMPLATES.rglob("*.html") if "call asks(" in page.read_text()}
    assert pages == {*PAGES, OF_PHOTOS, "macros.html"}


@pytest.mark.parametrize(("page", "says"), [(page, says) for page, (_, answers) in PAGES.items() for says in answers])
def test_each_answer_of_a_page_does_what_its_words_say(visitor, page, says):
    asks, answers = PAGES[page]
    one = visitor()
    asks(one)
    one.press(says)
    assert one.status == 200, one.page.text
    assert answers[says](one)


def test_an_answer_is_taken_only_while_just_this_is_asked(counting, book, table):
    """Ana has laid another card meanwhile: what she was asked about is not what is asked now."""
    counting.post(f"/t/{table.code}/report", ticked(counting, red=[5], yellow=[10]))
    form, _button = counting.page.button("Record −25 instead of −15")
    happened(book, table, [lay(0, "yellow-9"), draw(0)])
    sent = [(name, str(len(FOLLOWED) + 2) if name == "seen" else value) for name, value in form.fields]
    page = counting.post(form.action, sent)
    assert counting.status == 422
    assert "yellow 10 more and yellow 9 less" in page.text
    counting.answer()
    assert recorded(book, table)[-1] == count(0, yellow=[10], red=[5])


def test_another_answer_to_a_question_that_was_answered_says_so_and_records_nothing(ana, book, table):
    happened(book, table, [START])
    sent = unclaimed(ticked(ana.on(f"/t/{table.code}/count/0"), red=[5]))
    ana.post(f"/t/{table.code}/report", [*sent, ("claimed0", "45")])
    asked = ana.page
    ana.answer("Record −15")
    form, _button = asked.button("Record 45")
    page = ana.post(form.action, form.fields)
    ana.answered(409, "This was answered before.")
    assert "may have been deleted" not in page.text
    assert book.moves.last_seq(table.id) == 2


def test_an_answer_to_a_correction_given_twice_leads_to_the_table(ana, book, table):
    happened(book, table, [START, count(0, red=[5]), count(1, blue=[9])])
    form, _button = ana.on(f"/t/{table.code}/count/0").page.button("Record")
    ana.post(form.action, [*form.fields, ("report.0.expeditions.red", "[6]")])
    form, _button = ana.page.button("Record −9 instead of −15")
    ana.post(form.action, form.fields)
    ana.post(form.action, form.fields)
    assert (ana.status, ana.at) == (200, f"/t/{table.code}")
    assert book.moves.last_seq(table.id) == 4


def test_a_post_about_a_move_that_stands_no_more_leads_to_the_table_and_says_so(ana, book, table):
    happened(book, table, FOLLOWED)
    form, button = ana.on(f"/t/{table.code}/amend/5").page.button("Delete this move")
    happened(book, table, [{"type": "undo"}])
    page = ana.post(form.action, [*form.fields, (button.name, button.value)])
    assert (ana.status, ana.at) == (200, f"/t/{table.code}")
    assert "This was answered, corrected or undone before." in page.text


def test_a_total_belongs_to_the_player_for_whom_it_was_typed(ana, book, table):
    happened(book, table, [START, count(0, red=[5, 6]), count(1, blue=[4])])
    happened(book, table, [{"type": "amend", "changes": [{"at": 1, "event": count(0, red=[5])}]}])
    one, at = ana, f"/t/{table.code}"
    form, button = one.on(f"{at}/count/0").page.button("Record")
    page = one.post(button.action or form.action, [*form.filled(claimed0="30")])
    assert "Ben typed" not in page.text
    one.answer("Record 30")
    assert "Ben" not in one.go(f"{at}/log").text.partition("counted again")[2].partition(".")[0]


def test_after_a_no_an_old_yes_is_not_taken(ana, ben, book, table):
    happened(book, table, [START, count(1, red=[5])])
    form = next(form for form in ana.on(f"/t/{table.code}/count/0").page.forms if form.action.endswith("/report"))
    ana.post(f"/t/{table.code}/count/0/ask", [*form.fields, ("report.0.expeditions.red", "[5]")])
    old = ben.go(f"/t/{table.code}")
    form, _button = old.button("Yes, it belongs to Ana")
    no = next(form for form in old.forms if form.action.endswith("/keep"))
    ben.post(no.action, no.fields)
    ben.post(form.action, form.fields)
    assert ben.status == 409
    assert [row.event["type"] for row in book.moves.read(table.id)].count("count") == 1

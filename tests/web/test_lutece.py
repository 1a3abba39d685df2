"""Lutèce on a phone: the pages of every phase, what is settled of itself, what is taken back, the box, the count."""

import re
from dataclasses import replace
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from scoring.lutece.cards import Card
from scoring.lutece.demo import EVENTS, random_card
from scoring.lutece.formats import card_from
from scoring.lutece.view.entry import face, filled, kind_choices
from tests.pages import table_after
from tests.visitor import Page, record, report
from tests.web.lutece import CARDS, CLOSE, OFFERS, REVEAL, UNDO, bribe, offer, options, phone_of, play, three
from web.table.forms import as_json, event_from


@pytest.fixture
def scribe(visitor):
    return three(visitor)


@pytest.fixture
def table(scribe, book):
    return book.tables.by_code(scribe.at.split("/")[2])


def written(book, table):
    return [row.event["type"] for row in book.moves.read(table.id)]


def laid(scribe, *pairs):
    """All cards lie on the tiles, everybody has laid options."""
    play(scribe, *OFFERS, *(options(seat, *pair.split()) for seat, pair in enumerate(pairs)))


# Offers


def test_what_is_not_entered_of_a_card_holds_nothing_up(scribe, book, table):
    scribe.press("Place the cards", "citizen (bread)")
    record(scribe, {"type": "offer", "tile": "1", "card": {"id": "h", "kind": "herbalist"}})
    scribe.go(f"/t/{table.code}")
    assert written(book, table) == ["offer", "offer"]
    assert {key for key in book.moves.read(table.id)[-1].event["card"] if key != "id"} == {"kind"}


def test_what_a_round_leaves_open_is_asked_for_in_place_and_recorded_at_once(scribe, book, table):
    bread = {"kind": "citizen", "resources": {"bread": 1}}
    cards = [{"id": "one", **bread}, {"id": "two", "cost": 1, **bread}]
    play(scribe, *({"type": "offer", "tile": tile, "card": card} for tile, card in zip("AB", cards, strict=True)))
    play(scribe, *OFFERS[2:], options(0, "A", "2"), options(1, "B", "1"), options(2, "C", "income-1"), REVEAL)
    scribe.press("Record", "Cost 2", "Talent 4")
    amended = book.moves.read(table.id)[-1].event
    assert amended["type"] == "amend"
    [change] = amended["changes"]
    assert (change["at"], change["event"]["card"]) == (0, {**cards[0], "cost": 2, "talent": 4})
    assert "Ana’s gold is not certain" not in scribe.page.text


def test_cards_for_all_tiles_are_placed_by_one_report_and_taken_back_by_one_undo(scribe, book, table):
    report(scribe, OFFERS)
    assert written(book, table) == ["offer"] * 6
    scribe.go(f"/t/{table.code}")
    scribe.press("Undo these 6 moves")
    assert "which card?" in scribe.page.text
    assert book.moves.read(table.id)[-1].event["type"] == "undo"


def test_cards_whose_offers_a_phone_undid_are_in_its_form_and_in_no_other(scribe, visitor, book, table):
    play(scribe, OFFERS)
    guest = phone_of(visitor, scribe, "Ben")
    scribe.press("Undo these 6 moves")
    scribe.press("Place the cards", "Cost 2")
    again = [row.event for row in book.moves.read(table.id)][-6:]
    assert [event["tile"] for event in again] == [event["tile"] for event in OFFERS]
    assert [event["card"]["cost"] for event in again] == [2, *(event["card"]["cost"] for event in OFFERS[1:])]
    assert {event["card"]["id"] for event in again}.isdisjoint(event["card"]["id"] for event in OFFERS)
    scribe.go(f"/t/{table.code}")
    scribe.press("Undo these 6 moves")
    guest.go(f"/t/{table.code}")
    guest.press("Place the cards", "apprentice", "Cost 1")
    assert written(book, table)[-2:] == ["undo", "offer"]


def test_a_tile_for_which_no_card_is_meant_stays_empty(scribe, book, table):
    play(scribe, *OFFERS[1:3])
    scribe.press("Place the cards", "apprentice", "Cost 0", "tavern")
    assert written(book, table) == ["offer"] * 4


def test_what_is_unusual_about_cards_is_asked_in_one_question(scribe, book, table):
    market = {"type": "offer", "tile": "2", "card": {"id": "m", "kind": "market", "demand": {"bread": 9}}}
    statue = {"type": "offer", "tile": "1", "card": {"id": "s", "kind": "statue", "cost": 9}}
    page = report(scribe, [market, statue])
    assert "The statue costs 9. The market asks for 9" in page.text
    assert scribe.answers() == ["Place as entered"]
    scribe.answer()
    assert [row.event for row in book.moves.read(table.id)] == [market, statue]


def test_a_known_card_is_one_touch_for_a_tile_that_waits(scribe, visitor, book):
    laid(scribe, "A 1", "B 2", "C 3")
    scribe.on("/new/lutece").press("Open the table")
    scribe.press("Place the cards", "Le Barde", "Cost 3")
    table = book.tables.by_code(scribe.at.split("/")[2])
    assert book.moves.read(table.id)[-1].event == offer("A"), (
        "a known card is said as it is known, whatever was touched"
    )
    assert "La Druidesse" in scribe.page.text


def test_two_refused_action_cards_are_still_ticked(scribe, book, table):
    play(scribe, *OFFERS)
    scribe.press("Lay them", "Tile A", "Tile B", "Tile C")
    assert scribe.status == 422
    form, _button = scribe.page.button("Lay them")
    assert [value for name, value in form.fields if name == "report.0.actions"] == ['["A"]', '["B"]', '["C"]']


# Options, bribes, settlement


def test_options_are_ticked_and_laid_and_bribes_composed_and_said_once(scribe, book, table):
    play(scribe, *OFFERS)
    for _seat in range(3):
        scribe.press("Lay them", "Tile A", "Tile 1")
    assert "bribes" in scribe.page.text
    form, _button = scribe.page.button("Lay the bribes")
    typed = {"number.0.amount": "4", "number.1.amount": "1"}
    assert typed.keys() <= dict(form.fields).keys()
    scribe.post(form.action, [(name, typed.get(name, value)) for name, value in form.fields])
    assert [row.event for row in book.moves.read(table.id)][-2:] == [bribe(0, "A", 4), bribe(0, "1", 1)]
    assert not typed.keys() & dict(scribe.page.button("Lay the bribes")[0].fields).keys()


def test_a_bribe_for_which_nothing_is_typed_is_not_laid(scribe, book, table):
    play(scribe, *OFFERS)
    for _seat in range(3):
        scribe.press("Lay them", "Tile A", "Tile 1")
    form, _button = scribe.page.button("Lay the bribes")
    scribe.post(form.action, [(name, "3" if name == "number.1.amount" else value) for name, value in form.fields])
    assert [row.event for row in book.moves.read(table.id)][-1] == bribe(0, "1", 3)
    assert sum(row.event["type"] == "bribe" for row in book.moves.read(table.id)) == 1


def test_the_reveal_settles_what_nobody_decides(scribe, book, table):
    laid(scribe, "A income-1", "A 1", "C 3")
    play(scribe, bribe(0, "A", 1), REVEAL)
    assert written(book, table)[-5:] == ["reveal", "settle", "settle", "settle", "settle"]
    first = next(row for row in book.moves.read(table.id) if row.event == REVEAL)
    assert [row.move_id for row in book.moves.read(table.id)][-4:] == [f"{first.move_id}.{n}" for n in (1, 2, 3, 4)]
    for said in (
        "Ana pays 1 (bribe) + 1 (cost) for Le Barde.",
        "Ben takes 1 gold from the reserve.",
        "Cai pays 3 for",
    ):
        assert said in scribe.page.text
    assert "Add 1 gold to each of the 2 cards left" in scribe.page.text


def test_an_undo_takes_back_a_settlement_with_its_reveal(scribe, book, table):
    laid(scribe, "A 1", "B 2", "C 3")
    play(scribe, REVEAL)
    scribe.press("Undo")
    assert written(book, table)[-7:] == ["undo"] * 7
    assert "All agree: reveal" in scribe.page.text
    scribe.press("Undo")
    assert written(book, table)[-1] == "undo"
    assert written(book, table)[-9:].count("undo") == 8
    play(scribe, options(2, "A", "3"), REVEAL)
    assert written(book, table)[-6:] == ["reveal"] + ["settle"] * 5


def asked_of(page, says):
    """What is asked before this button of a page reports; None: nothing."""
    buttons = [had for tag, had in page.tags if tag == "button"]
    at = [button for form in page.forms for button in form.buttons].index(page.button(says)[1])
    return buttons[at].get("data-ask")


def asked_by_form(page, says):
    """The same of the form around it."""
    at = page.forms.index(page.button(says)[0])
    return [had for tag, had in page.tags if tag == "form"][at].get("data-ask")


def test_who_keeps_score_for_all_reveals_unasked_while_nobody_has_a_phone(scribe):
    laid(scribe, "A 1", "B 2", "C 3")
    page = scribe.go(scribe.at)
    assert "Ready for the reveal" not in page.text
    assert asked_of(page, "All agree: reveal") is None


def test_who_keeps_score_sees_who_is_ready_and_agrees_for_nobody_with_a_phone_of_their_own(
    scribe, visitor, book, table
):
    phone_of(visitor, scribe, "Cai")
    laid(scribe, "A 1", "B 2", "C 3")
    page = scribe.go(scribe.at)
    assert "Ready for the reveal: –" in page.text
    assert "All agree: reveal" not in page.text
    page = scribe.press("Ready: Ana, Ben")
    assert asked_of(page, "All agree: reveal") == "Do all agree? The action cards are turned up for everybody."
    assert [row.event for row in book.moves.read(table.id)][-2:] == [{"type": "ready", "seat": n} for n in (0, 1)]


def test_who_keeps_score_is_asked_before_laying_and_paying_for_somebody_who_has_a_phone(scribe, visitor, book, table):
    asks = "Cai has a phone at this table. Record it all the same?"
    phone_of(visitor, scribe, "Cai")
    play(scribe, *OFFERS, options(0, "A", "1"))
    hands = [had for tag, had in scribe.page.tags if tag == "form" and had.get("id", "").startswith("lay-")]
    assert [had.get("data-ask") for had in hands] == [None, asks], "Ben and Cai"
    play(scribe, options(1, "B", "2"))
    for event in (options(2, "C", "3"), bribe(2, "C", 1)):
        page = report(scribe, event)
        assert (scribe.status, asks in page.text) == (422, True)
        scribe.answer("Yes, record it")
        assert book.moves.read(table.id)[-1].event == event
    report(scribe, bribe(0, "A", 1))
    assert scribe.status == 303


def test_the_phone_is_handed_to_nobody_who_has_one(scribe, visitor):
    play(scribe, *OFFERS)
    for name in ("Ana", "Cai"):
        phone_of(visitor, scribe, name)
    assert "Hand the phone to Ben." in scribe.go(scribe.at).text
    play(scribe, options(1, "B", "2"))
    assert "Hand the phone to" not in scribe.page.text
    cover = scribe.page.html.split('class="lu-cover"')[1].split("</div>")[0]
    assert Page(f"<div {cover}").text == "Waiting for: 1 Ana 3 Cai"


def test_who_keeps_score_takes_back_what_a_player_laid_on_an_own_phone_only_when_asked(scribe, visitor):
    play(scribe, *OFFERS)
    ana = phone_of(visitor, scribe, "Ana")
    play(ana, options(0, "A", "1"))
    page = scribe.go(scribe.at)
    assert asked_of(page, "Undo: Ana") == "Ana places two action cards, face down. Undo this?"
    play(scribe, options(1, "A", "1"))
    assert asked_of(scribe.go(scribe.at), "Undo") is None


def test_who_keeps_score_asks_before_others_pass_and_an_undo_stops_at_that_decision(scribe, visitor, book, table):
    a_legionnaire_at_hand(scribe)
    assert asked_of(scribe.page, "Everyone passes") is None
    phone_of(visitor, scribe, "Ben")
    assert asked_of(scribe.go(scribe.at), "Everyone passes") == "Has everyone with a legionnaire passed?"
    assert written(book, table)[-2:] == ["reveal", "settle"], "settling stops where it can still speak"
    scribe.press("Everyone passes")
    assert "Has everyone with a legionnaire passed?" in scribe.page.text
    scribe.answer()
    assert written(book, table)[-3:] == ["settle"] * 3
    assert "Everyone passes: settle tile C" in scribe.press("Undo").text
    assert written(book, table)[-3:] == ["undo"] * 3
    assert asked_by_form(scribe.page, "Ben: +2 for Ana") == "Ben has a phone at this table. Record it all the same?"
    scribe.press("Ben: +2 for Ana")
    assert "Ana bids 1 and 1 legionnaire: 3." in scribe.answer().text


def a_legionnaire_at_hand(scribe):
    """Ben has the legionnaire; in round 2 Ana and Cai both want the Druidesse, and Ben a new card before her."""
    laid(scribe, "income-1 income-2", "B 1", "income-1 income-2")
    play(scribe, REVEAL, CLOSE)
    new = {"resources": {"sword": 1}, "talent": 2}
    play(scribe, offer("B", id="smith", kind="citizen", label="La Forgeronne", **new))
    play(scribe, offer("1", id="mill", kind="mill"))
    play(scribe, options(0, "C", "3"), options(1, "B", "income-1"), options(2, "C", "2"), bribe(0, "C", 1), REVEAL)


# Who is ready


def ready(*seats):
    return [{"type": "ready", "seat": seat} for seat in seats]


def bribing(visitor, scribe):
    """Ana and Ben are on their own phones, the scribe keeps score for Cai; everybody has laid."""
    ana, ben = (phone_of(visitor, scribe, name) for name in ("Ana", "Ben"))
    laid(scribe, "A 1", "B 2", "C 3")
    for phone in (ana, ben):
        phone.go(phone.at)
    return ana, ben


def test_the_last_who_is_ready_reveals_and_the_public_log_knows_of_nobody(scribe, visitor, book, table):
    ana, ben = bribing(visitor, scribe)
    assert "Ready for the reveal: 1 Ana" in ana.press("Ready: Ana").text
    assert "Ready: Ana" not in ana.page.text
    ben.on(ben.at).press("Ready: Ben")
    assert written(book, table)[-2:] == ["ready", "ready"]
    report(scribe, ready(2)[0])
    assert written(book, table)[-8:-5] == ["ready", "reveal", "settle"]
    log = [event["type"] for event in scribe.client.get(f"/t/{table.code}/log.json").get_json()["events"]]
    assert "ready" not in log
    assert "reveal" in log


def test_a_reveal_taken_back_finds_nobody_ready(scribe, visitor, book, table):
    ana, _ben = bribing(visitor, scribe)
    ana.press("Ready: Ana")
    play(scribe, REVEAL, UNDO)
    assert "Ready: Ana" in ana.go(ana.at).text


# A round told


ROUND = [
    *OFFERS,
    options(0, "A", "C"),
    options(1, "A", "C"),
    options(2, "2", "3"),
    bribe(0, "A", 2),
    bribe(1, "A", 2),
    bribe(0, "C", 1),
    bribe(2, "2", 3),
    REVEAL,
]
TOLD = [
    "The action cards are revealed.",
    "Ana bids on tile A, with a bribe of 2.",
    "Ana bids on tile C, with a bribe of 1.",
    "Ben bids on tile A, with a bribe of 2.",
    "Ben bids on tile C.",
    "Cai bids on tile 2, with a bribe of 3.",
    "Cai bids on tile 3.",
    "Tile A is contested.",
    "Ana bids 2.",
    "Ben bids 2.",
    "Highest bribe tied: nobody gets Le Barde.",
    "Ana takes back 2 gold, plus 1 from the reserve.",
    "Ben takes back 2 gold, plus 1 from the reserve.",
    "Le Barde leaves the game.",
    "Tile C is contested.",
    "Ana bids 1.",
    "Ben bids 0.",
    "Ana pays 1 (bribe) + 3 (cost) for La Druidesse.",
    "Ben takes 1 gold from the reserve.",
    "Cai has only 2 gold and cannot pay 3 for the market: the bribe of 3 is lost.",
    "The market leaves the game.",
    "Cai pays 0 for the field.",
    "The field gives Cai 1 gold.",
]


def test_a_round_with_two_contests_a_tie_and_one_who_cannot_pay_is_told_line_by_line_and_won_on_its_tiles(scribe):
    play(scribe, *ROUND)
    items = scribe.page.html.split('<ol class="lu-story"')[1].split("</ol>")[0]
    told = [line.split("</li>")[0] for line in items.split("<li>")[1:]]
    assert told == TOLD
    assert "wins the card" in scribe.page.html
    assert "nobody wins the card" in scribe.page.html
    slips = scribe.page.html.split('aria-label="Pay and take"')[1].split("</ul>")[0]
    paid = [" ".join(said.split("</small>")[0].split()) for said in slips.split("<small>")[1:]]
    assert paid == [
        "Le Barde, in vain +1 · La Druidesse −4",
        "Le Barde, in vain +1 · La Druidesse, in vain +1",
        "market: 2 gold, costs 3, lost −3 · field +1",
    ]
    play(scribe, {"type": "close"})
    assert "wins the card" not in scribe.page.html


def slips_of(visitor):
    """What the pay slips say, line by line."""
    slips = visitor.page.html.split('aria-label="Pay and take"')[1].split("</ul>")[0]
    return [Page(line).text.partition(" ✓")[0] for line in slips.split("<li>")[1:]]


def test_a_cost_that_nobody_entered_is_unknown_in_purse_slip_and_story_and_can_be_entered_there(scribe, table):
    """The card is paid with 0 until somebody says what it costs."""
    play(scribe, {"type": "offer", "tile": "1", "card": {"id": "s", "kind": "statue"}})
    play(scribe, *(offer for offer in OFFERS if offer["tile"] != "1"))
    play(scribe, options(0, "1", "A"), options(1, "B", "C"), options(2, "2", "3"))
    here = f"/t/{table.code}/wrong?what=s"
    assert [href for href, said in scribe.page.links if said == "?"] == [here]
    play(scribe, bribe(0, "1", 1), REVEAL)
    assert slips_of(scribe)[0] == "1 Ana Le Barde −1 · statue −1 ? = 3?"
    assert slips_of(scribe)[1].endswith("2"), "Ben’s gold is known"
    assert "Ana pays 1 (bribe) + ? (cost) for the statue." in scribe.page.text
    scribe.go(here)
    scribe.press("Record the change", "Cost 2")
    scribe.go(f"/t/{table.code}")
    assert slips_of(scribe)[0] == "1 Ana Le Barde −1 · statue −3 = 1"


def test_a_talent_that_decides_is_asked_for_at_the_end_of_a_round_and_before_the_end_of_the_game(scribe, book, table):
    citizen = {"kind": "citizen", "cost": 1, "resources": {"sword": 1}}
    play(scribe, *({"type": "offer", "tile": tile, "card": {"id": tile, **citizen}} for tile in "AC"))
    play(scribe, *(each for each in OFFERS if each["tile"] not in "AC"))
    asks = "Sword: Ana and Ben are level for most. The best talent of each?"
    play(scribe, options(0, "A", "income-1"), options(1, "C", "income-1"), options(2, "income-1", "income-2"))
    assert asks not in scribe.page.text
    play(scribe, REVEAL)
    assert scribe.page.text.count(asks) == 1
    play(scribe, CLOSE)
    page = report(scribe, {"type": "end"})
    assert f"A tile cannot be filled. End the game? {asks}" in page.text
    scribe.answer("Yes, end it")
    assert asks in scribe.go(f"/t/{table.code}").text
    assert "a talent is missing" not in scribe.page.text, "it is asked for"
    for tile, talent in (("A", "Talent 3"), ("C", "Talent 4")):
        scribe.on(f"/t/{table.code}/wrong?what={tile}").press("Record the change", talent)
    assert asks not in scribe.go(f"/t/{table.code}").text


def test_gold_that_was_counted_is_compared_at_the_end_of_a_round_and_nothing_written(scribe, book, table):
    laid(scribe, "A 1", "B 2", "C 3")
    play(scribe, REVEAL)
    before = written(book, table)
    gold = (5 - 1 - 1 + 5 + 1, 5 - 3, 5)  # the bard and the tavern; the legionnaire, and no gold for the market
    page = scribe.go(f"/t/{table.code}?gold.0={gold[0] + 1}&gold.1={gold[1]}&gold.2=many")
    assert f"Counted: {gold[0] + 1}. In Cairn: {gold[0]}." in page.text
    assert page.text.count("Counted: ") == 1
    assert "One of these would explain it" in page.text
    assert written(book, table) == before
    scribe.press("Le Barde: cost 0 instead of 1. Ana has 10 gold instead of 9.")
    assert written(book, table)[-1] == "amend"
    assert "Counted" not in scribe.go(f"/t/{table.code}?gold.0={gold[0] + 1}").text


def test_what_a_correction_changed_stands_open_below_the_pay_slip(scribe):
    laid(scribe, "A 1", "B 2", "C 3")
    play(scribe, REVEAL)
    assert '<p role="status" id="said" class="unseen-text">' in scribe.page.html
    play(scribe, {"type": "amend", "at": 3, "event": offer("1", cost=0)})
    assert '<p role="status" id="said" >Tavern: cost 0 instead of 1. Ana has 10' in scribe.page.html


# Entered at the reveal


TURNED_UP = [options(0, "A", "1"), options(1, "A", "B"), options(2, "C", "income-1"), bribe(0, "A", 2), REVEAL]


def test_any_phone_enters_what_is_turned_up_on_the_table_and_the_log_has_the_same_events(scribe, visitor, book, table):
    play(scribe, *OFFERS)
    guest = phone_of(visitor, scribe, "Ben")
    report(guest, TURNED_UP)
    assert [row.event for row in book.moves.read(table.id)][6:11] == TURNED_UP
    assert written(book, table)[11:] == ["settle"] * 4
    guest.go(f"/t/{table.code}")
    guest.press("Undo these 5 moves")
    assert "Ben: two action cards, face down" in guest.page.text
    guest.press("Settle this round")
    assert [row.event for row in book.moves.read(table.id)][-9:-4] == TURNED_UP, "it is in the form again"


def test_of_what_is_turned_up_nothing_is_recorded_where_the_rules_forbid_a_part(scribe, visitor, book, table):
    play(scribe, *OFFERS)
    guest = phone_of(visitor, scribe, "Ben")
    page = report(guest, [*TURNED_UP[:3], bribe(0, "A", 6), REVEAL])
    assert "The bribe needs 6 gold more" in page.text
    assert written(book, table) == ["offer"] * 6
    guest.go(f"/t/{table.code}")
    guest.press("Settle this round", "Ana · Tile A", "Ana · Tile B", "Ana · Tile C")
    assert "must place two different action cards" in guest.page.text
    assert re.search(r'data-said="Ana · Tile C"\s+checked', guest.page.html), "what was ticked is still there"


def test_once_somebody_has_laid_cards_face_down_nobody_else_turns_them_up(scribe, visitor, book, table):
    play(scribe, *OFFERS)
    guest, other = phone_of(visitor, scribe, "Ben"), phone_of(visitor, scribe, "Cai")
    report(other, options(2, "C", "1"))
    for moves in (TURNED_UP, [*TURNED_UP[:2], bribe(2, "C", 1), REVEAL]):
        page = report(guest, moves)
        assert guest.status == 422
        assert "Ana does this on their own phone." in page.text
    assert written(book, table) == ["offer"] * 6 + ["options"]
    assert "Enter all once they are turned up" not in guest.go(f"/t/{table.code}").text


# The box


def test_cards_that_are_alike_are_said_and_one_of_them_kept(scribe, book, table):
    box = table.settings["paper"]
    statue = {"kind": "statue", "cost": 1}
    book.library.put(box, "box", "Twice", {"cards": [{"id": "one", **statue}, {"id": "two", **statue}]})
    scribe.on(f"/shelf/{box}")
    assert "2 alike. Entered more than once?" in scribe.page.text
    scribe.press("Keep one")
    assert [card["id"] for card in book.library.by_key(box).body["cards"]] == ["one"]
    assert "alike" not in scribe.page.text


def test_a_card_is_edited_named_and_taken_out_and_no_game_changes(scribe, book, table):
    laid(scribe, "A 1", "B 2", "C 3")
    at, box = scribe.at, table.settings["paper"]
    before = written(book, table)
    scribe.on(f"/shelf/{box}").tap("Le Barde")
    scribe.press("Save changes", "Cost 2", **{"text.0.card.label": "Le Grand Barde"})
    card = book.library.by_key(box).body["cards"][0]
    assert (card["id"], card["label"], card["cost"]) == ("bard", "Le Grand Barde", 2)
    scribe.tap("Le Grand Barde")
    scribe.press("Remove")
    assert "bard" not in [card["id"] for card in book.library.by_key(box).body["cards"]]
    assert "Le Barde" in scribe.go(at).text
    assert written(book, table) == before


def test_a_card_is_entered_in_the_box_and_a_full_deck_refused(scribe, book, table):
    box = table.settings["paper"]
    scribe.on(f"/shelf/{box}").press("Add to my cards", "statue")
    assert [card["kind"] for card in book.library.by_key(box).body["cards"]] == ["statue"]
    cards = [{"id": f"c{number}", "kind": "citizen"} for number in range(40)]
    book.library.put(box, "box", "Full", {"cards": cards})
    scribe.press("Add to my cards", "citizen")
    scribe.answered(422, "already has all 40 of the characters")


def test_a_box_travels_as_json_and_what_is_no_box_is_refused(scribe, book, table):
    laid(scribe, "A 1", "B 2", "C 3")
    saved = scribe.client.get(f"/shelf/{table.settings['paper']}.json").get_data(as_text=True)
    scribe.on("/shelf").post("/shelf/bring/box", {"csrf_token": scribe.token(), "json": saved})
    assert "Le Barde" in scribe.page.text
    scribe.go("/shelf")
    scribe.post("/shelf/bring/box", {"csrf_token": scribe.token(), "json": '{"cards": [{"id":"a","kind":"dragon"}]}'})
    assert scribe.status == 422


# The count


def test_a_count_is_entered_by_kind_and_recorded(scribe, book, table):
    scribe.tap("Just count")
    scribe.press("Add the card", "citizen (potion)", "Talent 5", **{"number.0.holding.gold": "10"})
    form, _button = scribe.page.button("Add the card")
    [bearer] = [value for value in form.choices["report.0.holding.cards.999.attached_to"] if value]
    scribe.press("Add the card", "apprentice", **{"report.0.holding.cards.999.attached_to": bearer})
    assert "2: most." in scribe.page.text
    scribe.press("Record")
    event = book.moves.read(table.id)[-1].event
    assert (event["type"], event["holding"]["gold"]) == ("count", 10)
    assert event["holding"]["cards"][1]["attached_to"] == event["holding"]["cards"][0]["id"]
    for seat in (1, 2):
        scribe.on(f"/t/{table.code}/count/{seat}").press("Record")
        scribe.answer("Record 1")
    assert "Ana wins by 12 points" in scribe.page.text
    assert len(book.library.by_key(table.settings["paper"]).body["cards"]) == 2


def test_the_majorities_of_a_result_have_the_players_in_the_order_of_its_sheets(app, visitor):
    table = table_after(app, "lutece", 1)
    page = visitor().go(f"/r/{table.watch}")
    majorities, sheets = re.split(r'<div class="sheets">', page.html.split('class="lu-majorities"')[1], maxsplit=1)
    rows = re.findall(r'<th scope="row">(.*?)</th>', majorities)
    assert rows == re.findall(r"</i><bdi>(\w+)</bdi> <b>", sheets)[: len(rows)]
    assert rows != list(table.names), "the order of the seats would be another"


def test_after_the_end_of_a_followed_game_no_count_is_offered_that_cannot_be_recorded(app, book, visitor):
    table = table_after(app, "lutece", 1)
    one = visitor().on(f"/t/{table.code}")
    one.post(f"/t/{table.code}/sit", {"csrf_token": one.token(), "seat": "all"})
    assert "A tile cannot be given a card: the game is over." in one.go(f"/t/{table.code}/log").text
    assert "Count again" not in one.go(f"/t/{table.code}").text
    page = one.go(f"/t/{table.code}/count/0")
    assert "The game is over: this count can be checked, not recorded." in page.text
    assert "Record" not in [button.text for form in page.forms for button in form.buttons]


def test_a_game_that_was_counted_offers_to_count_again(scribe, book, table):
    counts = [{"type": "count", "seat": seat, "holding": {"gold": 3 * seat, "cards": []}} for seat in range(3)]
    play(scribe, *counts)
    assert "Count again" in scribe.go(f"/t/{table.code}").text
    assert "Record" in scribe.go(f"/t/{table.code}/count/1").text


# The fields of a card: whatever they are filled with, and whatever is touched there, is read back


PRACTISED = [event["card"] for event in EVENTS if event["type"] == "offer"]


def composed(card: Card) -> Card:
    """The card as its fields say it: the kind is touched, then what can be, and the rest is typed."""
    of = filled(card)
    [choice] = [choice for choice in kind_choices(card.drawn_from) if choice.key == of.key]
    said = [("report.0.card", as_json({**choice.says, "id": card.id}))]
    kinds = {"resources": "with"}
    said += [(f"{kinds.get(key, 'report')}.0.card.{key}", as_json(value)) for key, value in of.touched.items()]
    said += [field for key, value in of.rest.items() for field in typed(key, value)]
    return card_from(event_from(MultiDict(said))["card"])


def typed(key: str, value: object) -> list[tuple[str, str]]:
    """The fields of what is typed of a card."""
    if isinstance(value, dict):
        return [(f"number.0.card.{key}.{resource}", str(many)) for resource, many in value.items()]
    return [(f"text.0.card.{key}", str(value)) if key == "label" else (f"report.0.card.{key}", as_json(value))]


@pytest.mark.parametrize("card", [*CARDS.values(), *PRACTISED], ids=lambda card: card["id"])
def test_every_card_of_the_tests_and_the_practice_table_can_be_composed(card):
    assert composed(card_from(card)) == card_from(card)


@pytest.mark.parametrize("seed", range(20))
def test_any_card_is_read_back_as_it_was_composed(seed):
    chance = Random(seed)
    for at in range(25):
        card = random_card(chance, f"c{at}")
        odd = {"cost": 7, "talent": 23, "roman": True, "min_players": 4, "points": 2, "label": "X", "colour": "puce"}
        for name in chance.sample(sorted(odd), chance.randint(0, 3)):
            card = replace(card, **{name: odd[name]})
        assert composed(card) == card


@pytest.mark.parametrize("deck", ["character", "location"])
def test_a_kind_alone_is_a_card_of_its_deck(deck):
    for choice in kind_choices(deck):
        assert card_from({"id": "x", **choice.says}).drawn_from in (None, deck)


def test_objects_of_a_list_are_numbered_as_they_come_and_what_several_controls_make_comes_last():
    form = MultiDict(
        [
            ("number.0.cards.999.cost", "2"),
            ("report.0.cards", '[{"id":"a"}]'),
            ("report.0.cards.999", '{"id":"new","kind":"field"}'),
            ("report.0.cards", '[{"id":"b","cost":1}]'),
        ]
    )
    assert event_from(form)["cards"] == [
        {"id": "a"},
        {"id": "b", "cost": 1},
        {"cost": 2, "id": "new", "kind": "field"},
    ]


def test_a_control_that_says_the_whole_of_an_object_is_heard_alone():
    whole = as_json(face(Card("bard", "citizen")).alone)
    form = MultiDict(
        [("report.0.tile", '"A"'), ("report.0.card", whole), ("report.0.card.cost", "3"), ("number.0.card.talent", "")]
    )
    assert event_from(form) == {"tile": "A", "card": {"id": "bard", "kind": "citizen"}}

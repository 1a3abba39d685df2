"""What was recorded wrong is mended on one phone in three taps and the right value; the other phone is told."""

from playwright.sync_api import Page, expect

from tests.browser.tables import opened, rests, seated
from tests.browser.test_twice import Finger, still

START = {"type": "start", "seat": 0}
ROLL = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}


def turn(seat: int, card: str) -> list[dict[str, object]]:
    return [{"type": "lay", "seat": seat, "card": card}, {"type": "draw", "seat": seat, "from": "deck"}]


def tables(server: str, phone, game: str, *events: dict[str, object]) -> tuple[Page, Page]:
    """Ana's phone and Ben's at one table where this has happened."""
    ana, ben = phone(expected=("422",)), phone()
    url = opened(ana, server, game, "Ana", "Ben", events=events)
    return seated(ana, url, 0), seated(ben, url, 1)


def to_the_log(page: Page, number: int) -> None:
    """Three taps: the log, the turn, and the link beside the move."""
    page.get_by_role("link", name="Log", exact=True).tap()
    page.locator(f"details.turn:has(#m{number}) > summary").tap()
    page.locator(f"#m{number} a[href$='/amend/{number}']").tap()


def is_told(page: Page, said: str) -> None:
    expect(page.locator("#said")).to_contain_text(said)


def picks(page: Page, code: str) -> None:
    """As a person does, who scrolls until the hand does not cover the card."""
    page.locator(f"#table .cell:has(input[value*='{code}'])").first.tap()


def lays(page: Page, code: str) -> None:
    picks(page, code)
    page.get_by_role("button", name="Lay", exact=True).tap()


def test_a_wrong_card_two_turns_old(server, phone):
    ana, ben = tables(server, phone, "lost-cities", START, *turn(0, "red-5"), *turn(1, "blue-8"), *turn(0, "red-9"))
    to_the_log(ana, 2)
    expect(ana.locator(".cell input:checked")).to_have_value('"red-5"')
    lays(ana, "red-4")
    expect(ana.locator("main")).to_contain_text("Now: Ana lays red 4.")
    is_told(ben, "Round 1, Ana’s turn 1, corrected. Before: Ana lays red 5. Now: Ana lays red 4.")
    assert ben.locator(".cell.laid input[value*='red-4']").count() == 1


def test_two_exchanged_cards(server, phone):
    ana, ben = tables(server, phone, "lost-cities", START, *turn(0, "red-5"), *turn(1, "red-8"))
    to_the_log(ana, 2)
    lays(ana, "red-8")
    expect(ana.locator(".wrong")).to_contain_text("Red 8 is already in front of Ana.")
    ana.get_by_role("button", name="Round 1, Ben’s turn 1: change it, too").tap()
    lays(ana, "red-5")
    expect(ana.locator("main")).to_contain_text("Now: Ben lays red 5.")
    is_told(ben, "Now: Ana lays red 8. Round 1, Ben’s turn 1, corrected.")


def test_a_forgotten_turn(server, phone):
    ana, ben = tables(server, phone, "lost-cities", START, *turn(0, "red-5"), *turn(1, "blue-8"))
    to_the_log(ana, 4)
    ana.get_by_role("link", name="Add a move before it").tap()
    for seat, code in ((1, "green-2"), (0, "red-6")):
        picks(ana, code)
        ana.get_by_role("button", name="Lay, draw pile").tap()
        if seat:
            ana.get_by_role("button", name="Round 1, Ben’s turn 1: add another move before it").tap()
    expect(ana.locator("main")).to_contain_text("Round 1, Ben’s turn 1, added before it: Ana lays red 6.")
    is_told(ben, "Round 1, Ben’s turn 1, added before it: Ben lays green 2.")


def test_the_ways_from_the_last_move_and_from_the_card_on_the_board(server, phone):
    ana, ben = tables(server, phone, "lost-cities", START, *turn(0, "red-5"), *turn(1, "blue-8"))
    ana.get_by_role("link", name="Change").tap()
    expect(ana.get_by_role("heading", name="Change: Round 1, Ben’s turn 1")).to_be_visible()
    ana.go_back()
    ana.locator("#table .cell.laid input[value*='red-5']").tap(force=True)
    ana.get_by_role("button", name="That was wrong, change it").tap()
    expect(ana.get_by_role("heading", name="Change: Round 1, Ana’s turn 1")).to_be_visible()
    is_told(ben, "Ben lays blue 8 and draws.")


def test_a_wrong_throw(server, phone):
    refusals = [{"type": "refuse", "seat": seat} for seat in (0, 1)]
    ana, ben = tables(server, phone, "roll-and-write", ROLL, *refusals)
    to_the_log(ana, 1)
    expect(ana.locator("#throws")).to_contain_text("Tap a wrong die, then the right one below.")
    ana.locator(".slots [data-takes='2']").tap()
    ana.locator(".numbers .key[class~='9']").tap()
    ana.get_by_role("button", name="Use these dice").tap()
    expect(ana.locator("main")).to_contain_text("Ana’s throw: 9 instead of 7.")
    is_told(ben, "Ana’s throw: 9 instead of 7.")


def test_why_a_correction_is_refused_is_in_sight_on_a_phone_that_lies(server, phone):
    chosen = [{"type": "choose", "seat": 0, "number": 7, "colour": "red"}, {"type": "refuse", "seat": 1}]
    ana, _ben = tables(server, phone, "roll-and-write", ROLL, *chosen)
    ana.clock.install()
    ana.set_viewport_size({"width": 740, "height": 360})
    to_the_log(ana, 1)
    expect(ana.locator("#throws")).to_contain_text("Tap a wrong die, then the right one below.")
    ana.locator(".slots [data-takes='2']").tap()
    ana.locator(".numbers .key[class~='9']").tap()
    rests(ana)
    ana.get_by_role("button", name="Use these dice").tap()
    why = ana.locator(".wrong [role=alert]")
    expect(why).to_contain_text("Ana’s turn 1: this would then be against the rules.")
    expect(why).to_be_in_viewport(ratio=1)


def test_a_wrong_cost(server, phone):
    card = {"id": "c1", "kind": "citizen", "cost": 1, "resources": {"potion": 1}}
    ana, ben = tables(server, phone, "lutece", {"type": "offer", "tile": "A", "card": card})
    to_the_log(ana, 1)
    ana.locator("#card-A label", has=ana.get_by_label("Cost 2", exact=True)).tap()
    ana.get_by_role("button", name="Record the change").tap()
    expect(ana.locator("main")).to_contain_text("Potion citizen: cost 2 instead of 1.")
    is_told(ben, "Potion citizen: cost 2 instead of 1.")


def test_from_a_ticked_box_and_from_a_card_on_its_tile(server, phone):
    choose = {"type": "choose", "seat": 0, "number": 4, "colour": "red"}
    ana, _ben = tables(server, phone, "roll-and-write", ROLL, choose, {"type": "refuse", "seat": 1})
    ana.clock.install()
    ana.locator("#col-0 .col.red .filled a").tap()
    expect(ana.get_by_role("heading", name="Change: Ana’s turn 1")).to_be_visible()
    rests(ana)
    ana.locator("#col-0 .col.red label:has-text('7')").tap()
    ana.get_by_role("button", name="Write it").tap()
    expect(ana.locator("main")).to_contain_text("Now: Ana writes 7 in red.")
    card = {"id": "c1", "kind": "citizen", "cost": 1, "resources": {"potion": 1}}
    ana, _ben = tables(server, phone, "lutece", {"type": "offer", "tile": "A", "card": card})
    ana.locator("#on-A .lu-name").tap()
    expect(ana.get_by_role("heading", name="Change: Round 1")).to_be_visible()


def test_a_double_tap_on_a_lit_number_does_not_lead_to_its_correction(server, phone):
    ana, _ben = tables(server, phone, "roll-and-write", ROLL)
    still(ana).reload()
    rests(ana)
    Finger(ana).on(ana.locator("#col-0 .col.red label:has-text('4')")).taps().waits(150).taps()
    is_told(ana, "Ana writes 4 in red.")
    assert "/amend/" not in ana.url


def test_without_network_a_correction_says_so_and_keeps_what_was_chosen(server, phone):
    ana, _ben = tables(server, phone, "lost-cities", START, *turn(0, "red-5"))
    to_the_log(ana, 2)
    ana.context.set_offline(True)
    lays(ana, "red-4")
    expect(ana.get_by_role("alert")).to_contain_text("No network: nothing is corrected yet.")
    expect(ana.locator(".cell input:checked")).to_have_value('"red-4"')
    ana.get_by_role("button", name="Delete this move").tap()
    ana.context.set_offline(False)
    ana.get_by_role("button", name="Lay", exact=True).tap()
    expect(ana.locator("main")).to_contain_text("Now: Ana lays red 4.")

"""A whole game for four: everybody on their own phone, and the same written down by one scribe."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.roll_and_write.pad import COLOURS
from tests.browser.tables import (
    AWAY,
    COMPOSITIONS,
    assert_steady,
    at,
    events_of,
    far_away,
    first_held,
    hears,
    opened,
    rests,
    seated,
    ten_steps,
    told,
    until,
)

NAMES = ("Ana", "Ben", "Cai", "Dora")

# The throws that are tapped, each with what everybody does, the one who threw first: (number, column, columns of the
# arrows met, "" declines one).
WRITTEN = (
    ("1 2 3 yellow yellow yellow", {0: (1, "yellow"), 1: (2, "yellow"), 2: (3, "yellow"), 3: (2, "yellow")}),
    (
        "4 5 0 yellow yellow blue",
        {1: (4, "yellow", "red"), 2: (5, "yellow", ""), 3: (0, "blue"), 0: (5, "yellow", "blue")},
    ),
)
# Something was let go, and nothing is any more.
STILL = """() => new Promise((tell) => {
    const before = window.letGo;
    setTimeout(() => tell(before > 0 && window.letGo === before), 100);
})"""
ALL_REFUSED = 8  # throws before those, reported without taps; a ninth ends the game
# Ana and Ben: two boxes of yellow −15, one accelerated −20. Cai: yellow −15. Dora: one box of yellow −20, only the
# ×2 box, blue −100. Everybody crosses the dice-symbol bridge in the same turn, +20; nine dice symbols are worth 0.
TOTALS = ["−15", "−15", "5", "−100"]


def rolled(seat: int, number: int, *colours: str) -> dict[str, Any]:
    return {"type": "roll", "seat": seat, "numbers": [number] * 3, "colours": list(colours)}


def chosen(seat: int, number: int, colour: str) -> dict[str, Any]:
    return {"type": "choose", "seat": seat, "number": number, "colour": colour}


def refused(seat: int) -> dict[str, Any]:
    return {"type": "refuse", "seat": seat}


RED = ("red",) * 3
ONE_AND_AN_ARROW = (rolled(0, 1, "yellow", "yellow", "red"), chosen(0, 1, "yellow"), refused(1))
FIVE_TO_WRITE = (*ONE_AND_AN_ARROW, rolled(1, 5, "yellow", "yellow", "red"), refused(1))
SEVEN_IN_RED = (rolled(0, 7, *RED), chosen(0, 7, "red"), refused(1))


def open_table(page: Page, server: str) -> str:
    page.clock.install()
    page.goto(f"{server}/new/roll-and-write")
    for seat, name in enumerate(NAMES):
        page.fill(f"#name{seat}", name)
    page.select_option("#pad", "0")
    page.get_by_role("button", name="Open the table", exact=True).click()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()  # its scripts hear the first key
    rests(page)
    return page.url


def sit(page: Page, name: str) -> None:
    page.locator(".sit").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#table")).to_be_visible()


def throw(page: Page, dice: str) -> None:
    """Six taps; the sixth reports the throw. Before the first one, another says that Ana throws."""
    page.locator(".keys:visible").wait_for()
    if page.locator("#first").is_visible():
        page.locator("#throws .choice").first.click()
    for die in dice.split():
        page.locator(f".key[class~='{die}']:visible").click()


def sheet(seat: int) -> str:
    return f".drawn[aria-label='{NAMES[seat]}’s sheet']"


def act(page: Page, seat: int, choice: tuple | None) -> None:
    """Write and accelerate, or refuse; the sheet is that of the seat."""
    page.locator(f"{sheet(seat)}.choosing").wait_for()
    if choice is None:
        page.locator(f"#hand-{seat}").get_by_role("button", name="Refuse the dice").click()
    else:
        write(page, seat, *choice)


def lit(page: Page, seat: int, number: int, colour: str) -> Locator:
    """The control of a number in its lit box."""
    return page.locator(f"#col-{seat} .col.{colour} input[value^='{{\"number\":{number},']")


def write(page: Page, seat: int, number: int, colour: str, *arrows: str) -> None:
    """One tap on the number, and one for each arrow."""
    lit(page, seat, number, colour).click()
    for column in arrows:
        page.locator(f"#col-{seat} .col.{column} .again" if column else f"#choose-{seat} .say").click()


def in_turn(turn: int) -> tuple[int, ...]:
    """The seats as they choose, from the one who throws."""
    thrower = turn % len(NAMES)
    return (*range(thrower, len(NAMES)), *range(thrower))


def begun(page: Page, server: str, **chosen: str) -> tuple[str, int]:
    """The address of a table at which everybody has refused all throws so far but the last, and its seq."""
    address, seq = opened(page, server, "roll-and-write", *NAMES, **chosen), 0
    for turn in range(ALL_REFUSED):
        seats = in_turn(turn)
        seq = told(page, address, seq, rolled(seats[0], 9, *["green"] * 3), *map(refused, seats))
    return address, seq


def play(pages: dict[int, Page], seq: int) -> None:
    """The last throws from this seq on: two of them are written, and one more is refused by all."""
    last = ALL_REFUSED + len(WRITTEN)
    nobody_writes = ("9 9 9 green green green", dict.fromkeys(in_turn(last)))
    for turn, (dice, acts) in enumerate((*WRITTEN, nobody_writes), ALL_REFUSED):
        thrower = pages[turn % len(NAMES)]
        at(thrower, seq)
        rests(thrower)
        throw(thrower, dice)
        for done, (seat, choice) in enumerate(acts.items(), seq + 2):
            at(pages[seat], done - 1)
            rests(pages[seat])
            act(pages[seat], seat, choice)
            at(pages[seat], done)
        seq += 1 + len(acts)
    for page in pages.values():
        assert_steady(page)


def assert_it_ended(page: Page) -> None:
    expect(page.locator(".ending")).to_have_text("The game is over: all players are exhausted.")
    expect(page.locator(".score .total")).to_have_text(TOTALS)
    expect(page.locator(".winner")).to_have_text("Cai wins by 20 points")


def test_four_players_on_their_own_phones_play_to_the_end(server, phone):
    pages = {seat: phone() for seat in range(len(NAMES))}
    address, seq = begun(pages[0], server)
    for seat, page in pages.items():
        page.clock.install()
        seated(page, address, seat)
    play(pages, seq)
    for page in pages.values():
        assert_it_ended(page)


def test_one_scribe_writes_the_same_game_to_the_same_totals(server, phone):
    page = phone()
    page.clock.install()
    address, seq = begun(page, server, pad="0")
    page.goto(address)
    play(dict.fromkeys(range(len(NAMES)), page), seq)
    assert_it_ended(page)


def shows(page: Page, server: str, *events: dict[str, Any], pad: str = "0") -> str:
    """The address of a table of Ana and Ben after these events, which the phone shows."""
    address = opened(page, server, "roll-and-write", "Ana", "Ben", events=events, pad=pad)
    page.goto(address)
    return address


def test_what_one_has_chosen_stays_while_another_writes(server, phone):
    ana, ben = phone(), phone()
    address = opened(ana, server, "roll-and-write", *NAMES, pad="0")
    turn = ("yellow", "yellow", "yellow")
    told(ana, address, 0, rolled(0, 1, *turn), chosen(0, 1, "yellow"), *(refused(seat) for seat in (1, 2, 3)))
    told(ana, address, 5, rolled(1, 4, *turn), refused(1), refused(2))
    ana.goto(address)
    seated(ben, address, 0)
    lit(ben, 0, 4, "yellow").click()
    expect(ben.locator("#hand-0").get_by_text("Where next?")).to_be_visible()
    act(ana, 3, None)
    expect(ben.locator(".score").filter(has_text="Dora").locator(".part")).to_have_text("✓")
    expect(ben.locator("#hand-0").get_by_text("Where next?")).to_be_visible()
    ben.locator("#col-0 .col.red .again").click()
    expect(ana.locator(".last")).to_contain_text("Ana follows the arrow: 1 in red.")


def test_who_asks_for_turn_order_is_heard_on_every_phone(server, phone):
    ana, dora = phone(), phone()
    address = open_table(ana, server)
    dora.goto(address)
    sit(dora, "Dora")
    ana.locator("#in-turn summary").click()
    ana.get_by_role("button", name="For one throw").click()
    expect(dora.locator("#said")).to_have_text("Ana asks that everybody choose in turn order, for one throw.")
    throw(ana, "1 2 3 yellow yellow yellow")
    act(ana, 0, None)
    expect(dora.locator(".waiting")).to_contain_text("Ben")
    expect(dora.locator("#hand-3").get_by_role("button", name="Refuse the dice")).to_be_hidden()


def reports(page: Page) -> list[Any]:
    """What this phone says from now on, and what it asks for."""
    found: list[Any] = []
    page.on("request", lambda asked: found.append(asked) if "/t/" in asked.url and "stream" not in asked.url else None)
    return found


def quick(page: Page, target: Locator) -> None:
    """A tap, 60 ms after the one before; nothing is waited for but that it is there."""
    target.dispatch_event("pointerdown")
    target.evaluate("it => it.click()")
    page.wait_for_timeout(60)


def chosen_by_chance(page: Page, chance: random.Random, seat: int) -> dict[str, Any]:
    """A lit number and where its arrows lead, each of them a tap; or a refusal: what the referee should hear."""
    page.locator(f"#hand-{seat}:visible").wait_for()
    numbers = page.locator(f"#col-{seat} label.fit:visible input")
    if not numbers.count():
        quick(page, page.locator(f"#hand-{seat} .refusing > form button"))
        return refused(seat)
    number = numbers.nth(chance.randrange(numbers.count()))
    sent = json.loads(number.get_attribute("value") or "")
    meant = chosen(seat, sent["number"], sent["colour"])
    quick(page, number)
    while page.locator(f"#choose-{seat}[data-state=arrow]").count():
        columns = page.locator(f"#col-{seat} [data-of] button:enabled:visible")
        column = columns.nth(chance.randrange(columns.count()))
        meant["accelerate"] = [*meant.get("accelerate", []), *json.loads(column.get_attribute("value") or "")]
        quick(page, column)
    return meant


@pytest.mark.parametrize("away", [False, True], ids=["near", "without network"])
def test_dice_and_choices_composed_at_any_speed_arrive_as_they_were_tapped(server, phone, away):
    """Six dice and the choices of both, 60 ms apart, over a slow network or without one at all."""
    page, chance = phone(expected=("htmx:error", "ERR_INTERNET_DISCONNECTED")), random.Random(16)
    left = max(1, COMPOSITIONS // (10 if away else 5))
    while left > 0:
        left -= composed_game(page, server, chance, left, away)


def composed_game(page: Page, server: str, chance: random.Random, most: int, away: bool) -> int:
    """At most so many throws of a game of two by chance, with their choices; how many they were."""
    address = shows(page, server)
    page.locator("#table").wait_for()
    if not away:
        far_away(page)
    meant: list[Any] = []
    while len(meant) < 3 * most and not page.locator(".ending").count():
        seat = len(meant) // 3 % 2
        page.context.set_offline(away)
        dice = [*map(str, chance.choices(range(10), k=3)), *chance.choices(COLOURS, k=3)]
        chance.shuffle(dice)
        if not meant:
            quick(page, page.locator("#throws .choice").first)
        for die in dice:
            quick(page, page.locator(f".key[class~='{die}']:visible"))
        numbers, colours = [int(die) for die in dice if die.isdecimal()], [die for die in dice if not die.isdecimal()]
        meant += [rolled(seat, 0, *colours) | {"numbers": numbers}]
        meant += [chosen_by_chance(page, chance, each) for each in (seat, 1 - seat)]
        page.context.set_offline(False)
        at(page, len(meant))
    assert events_of(page, address) == meant
    return len(meant) // 3


def test_two_boxes_are_told_one_right_after_the_other(server, phone):
    page = phone(viewport={"width": 1280, "height": 800})
    address = opened(page, server, "roll-and-write", "Ana", "Ben", pad="1")
    seen = told(page, address, 0, rolled(0, 4, "red", "blue", "red"), chosen(0, 4, "red"), chosen(1, 4, "blue"))
    page.goto(address)
    far_away(page)
    late = page.locator(".late form")
    expect(late).to_have_count(2)
    for form in late.all():
        quick(page, form.locator("button").first)
    at(page, seen + 2)
    told_boxes = events_of(page, address)[seen:]
    assert {event["colour"] for event in told_boxes} == {"red", "blue"}


def test_who_refuses_before_the_throw_is_answered_is_not_asked_again(server, phone):
    """The answer to the throw draws the board anew while the refusal waits: whoever chooses next stays in sight."""
    page = phone()
    shows(page, server)
    page.locator(".keys").wait_for()
    asked: list[Any] = []

    def only_the_throw(route: Any) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    page.route("**/report", only_the_throw)
    throw(page, "1 2 3 yellow yellow green")
    page.locator("#hand-0 .refusing > form button").click()
    expect(page.locator("#see-1")).to_be_checked()
    at(page, 1)
    expect(page.locator("#see-1")).to_be_checked()
    assert page.locator("#hand-0 .refusing > form").evaluate("form => form.inert")
    expect(lit(page, 1, 1, "yellow")).to_be_visible()
    until(page, "() => document.querySelector('#choose-0').dataset.state === 'waits'")
    for route in asked[1:]:
        route.continue_()
    at(page, 2)


def test_a_throw_is_one_request_and_seven_touches_a_choice_one_and_one(server, phone):
    """A scripted round of two: six dice, a number, a number with an arrow; nothing else is asked for."""
    page = phone()
    page.clock.install()
    shows(page, server, *ONE_AND_AN_ARROW, rolled(1, 1, *RED), refused(1), refused(0))
    page.locator("#table").wait_for()
    found = reports(page)
    throw(page, "4 5 6 yellow yellow red")
    at(page, 7)
    act(page, 0, (5, "yellow", "blue"))
    at(page, 8)
    act(page, 1, (4, "yellow"))
    at(page, 9)
    ten_steps(page)
    assert [asked.method for asked in found] == ["POST"] * 3


def test_a_die_is_taken_back_by_touching_it_and_a_throw_changed_until_somebody_chooses(server, phone):
    page = phone()
    page.clock.install()
    open_table(page, server)
    for die in ("4", "4", "red"):
        page.locator(f".key[class~='{die}']").click()
    page.get_by_label("4: remove").first.click()
    expect(page.locator(".slots button:empty")).to_have_count(4)
    throw(page, "7 8 red blue")
    expect(page.locator("#said")).to_have_text("Ana throws 7, 4, 8; red, red and blue.")
    rests(page)
    page.get_by_text("Change the dice").click()
    page.get_by_label("blue: remove").click()
    page.locator(".key.green:visible").click()
    page.get_by_role("button", name="Use these dice").click()
    expect(page.locator("#said")).to_have_text("Ana throws 7, 4, 8; red, red and green.")
    act(page, 0, (4, "red"))
    expect(page.get_by_text("Change the dice")).to_have_count(0)


def test_dice_half_entered_when_another_says_the_throw_change_nothing(server, phone):
    ana, ben = phone(), phone()
    ben.clock.install()
    address = opened(ana, server, "roll-and-write", "Ana", "Ben", pad="0")
    seated(ben, address, 0)
    hears(ben)
    for die in ("4", "4", "red"):
        ben.locator(f".key[class~='{die}']:visible").click()
    found = reports(ben)
    told(ana, address, 0, {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["yellow", "blue", "red"]})
    at(ben, 1)
    expect(lit(ben, 0, 7, "blue")).to_be_visible()
    ten_steps(ben)
    assert [asked.method for asked in found if asked.method == "POST"] == []


def test_an_unknown_box_is_asked_about_in_the_page_and_its_arrow_followed(server, phone):
    page = phone()
    shows(page, server, rolled(0, 4, *RED), pad="1")
    found = reports(page)
    lit(page, 0, 4, "red").click()
    expect(page.locator("#hand-0").get_by_text("red: what is printed in box 1?")).to_be_visible()
    page.locator("#hand-0").get_by_role("button", name="arrow").click()
    page.locator("#col-0 .col.blue .again").click()
    expect(page.locator("#hand-0").get_by_text("blue: what is printed in box 1?")).to_be_visible()
    page.locator("#hand-0").get_by_role("button", name="nothing").click()
    at(page, 4)
    assert [asked.method for asked in found] == ["POST"]
    expect(page.locator("#col-0 .col.blue .box.filled > b")).to_have_text("1")


def test_an_arrow_is_declined_by_the_quiet_button_or_let_go(server, phone):
    page = phone()
    shows(page, server, *FIVE_TO_WRITE)
    lit(page, 0, 5, "yellow").click()
    page.locator("#hand-0").get_by_role("button", name="Start over").click()
    expect(page.locator("#hand-0").get_by_role("button", name="Refuse the dice")).to_be_visible()
    lit(page, 0, 5, "yellow").click()
    page.locator("#hand-0").get_by_role("button", name="Do not follow the arrow").click()
    expect(page.locator("#said")).to_have_text("Ana writes 5 in yellow.")


def test_an_arrow_goes_to_the_column_that_is_touched_anywhere(server, phone):
    """Where a number leads to its correction, too."""
    page = phone()
    page.clock.install()
    shows(page, server, *FIVE_TO_WRITE)
    for part, said in ((".yellow .filled", "5 in yellow"), (".green .head", "1 in green")):
        rests(page)
        lit(page, 0, 5, "yellow").click()
        rests(page)
        page.locator(f"#col-0 {part}").click(force=True)
        expect(page.locator("#said")).to_have_text(f"Ana writes 5 in yellow. Ana follows the arrow: {said}.")
        page.get_by_role("button", name="Undo").click()


@pytest.mark.parametrize("javascript", [True, False], ids=["", "without scripts"])
def test_a_column_says_why_nothing_goes_there_where_it_is_touched(server, phone, javascript):
    """Keys reach it, and for whoever hears the page its button says it too; a second tap does not hide it."""
    page = phone(javascript=javascript)
    shows(page, server, *SEVEN_IN_RED, rolled(1, 4, *RED), refused(1))
    head = {"position": {"x": 10, "y": 4}}
    page.locator("#col-0 .col.red .shut").dblclick(**head)
    expect(page.locator("#why-0-red").get_by_text("4 cannot go in red: the last number there is 7")).to_be_visible()
    expect(page.locator("#col-0").get_by_role("button", name="Why not orange?")).to_have_accessible_description(
        re.compile("None of the dice shows orange.")
    )
    violet = page.locator("#col-0 .col.violet .shut")
    expect(violet).to_have_js_property("tabIndex", 0)
    violet.press("Enter")
    expect(page.locator("#why-0-violet").get_by_text("None of the dice shows violet.")).to_be_visible()
    expect(page.locator("#why-0-red")).to_be_hidden()


def test_why_not_is_shut_when_it_is_ones_turn(server, phone):
    ana, ben = phone(), phone()
    address = opened(ana, server, "roll-and-write", "Ana", "Ben", pad="0")
    seated(ben, address, 1)
    told(ana, address, 0, rolled(0, 7, *RED))
    at(ben, 1)
    ben.locator("#col-1 .col.red .box:has(.fits)").first.click(force=True)
    expect(ben.locator("#why-1-red").get_by_text("Ana threw, and chooses or refuses first.")).to_be_visible()
    told(ana, address, 1, refused(0))
    expect(lit(ben, 1, 7, "red")).to_be_visible()
    expect(ben.locator("#why-1-red")).to_be_hidden()


def test_who_throws_first_is_asked_and_stays_said_when_the_throw_is_corrected(server, phone):
    page = phone()
    page.clock.install()
    address = shows(page, server)
    rests(page)
    for die in ("1", "2", "3", *RED):
        page.locator(f".key[class~='{die}']").click()
    expect(page.locator("#throws :checked")).to_have_count(0)
    rests(page)
    page.locator("#throws [value='1']").click()
    expect(page.locator("#said")).to_have_text("Ben throws 1, 2, 3; red, red and red.")
    page.goto(f"{address}/amend/1")
    expect(page.locator("#throws [value='1']")).to_be_checked()


def test_the_bridges_left_say_what_they_mean_where_they_are_touched(server, phone):
    page = phone()
    shows(page, server)
    page.get_by_role("button", name="8 bridges left").click()
    expect(page.get_by_text("all eight bridges are crossed, or when everybody has counted.")).to_be_visible()


def test_while_the_dice_are_changed_nothing_else_is_asked(server, phone):
    page = phone()
    shows(page, server, rolled(0, 7, *RED))
    refuse = page.locator("#hand-0").get_by_role("button", name="Refuse the dice")
    expect(refuse).to_be_visible()
    page.get_by_text("Change the dice").click()
    expect(page.get_by_text("Tap a wrong die, then the right one below.")).to_be_visible()
    expect(page.get_by_text("Ana: tap a highlighted box, or refuse")).to_be_hidden()
    expect(refuse).to_be_hidden()


def test_every_sheet_is_one_tap_away_and_so_is_the_way_back(server, phone):
    ana, ben = phone(), phone()
    address = opened(ana, server, "roll-and-write", "Ana", "Ben", pad="0")
    seated(ben, address, 1)
    ben.context.set_offline(True)
    ben.locator(".score").filter(has_text="Ana").click()
    expect(ben.locator(sheet(0))).to_be_visible()
    expect(ben.locator(sheet(1))).to_be_hidden()
    ben.get_by_text("My sheet").click()
    expect(ben.locator(sheet(1))).to_be_visible()


def test_what_is_impossible_about_a_sheet_is_said_in_sight_and_once(server, phone):
    page = phone(expected=("422",))
    address = opened(page, server, "roll-and-write", "Ana", "Ben", pad="0", events=SEVEN_IN_RED)
    page.goto(f"{address}/count/0")
    quick(page, page.locator("[name='report.0.sheet.bridges'][value*=red]"))
    why = page.get_by_text("The red bridge is ticked, but its column has 1 box filled and not seven.").filter(
        visible=True
    )
    expect(why).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Record").click()
    expect(page.locator("#refused")).to_contain_text("A bridge is crossed at the seventh box")
    expect(why).to_be_in_viewport(ratio=1)


def test_without_javascript_six_fields_and_two_buttons_write_a_number(server, phone):
    page = phone(javascript=False)
    open_table(page, server)
    expect(page.locator(".entry select")).to_have_count(6)
    page.locator("#throws [value='0']").check()
    for field, die in zip(page.locator(".entry select").all(), ("0", "4", "7", "red", "red", "blue"), strict=True):
        field.select_option(die)
    page.get_by_role("button", name="Use these dice", exact=True).click()
    lit(page, 0, 4, "red").check()
    page.locator("#choose-0").get_by_role("button", name="Write it").click()
    expect(page.locator(".last")).to_contain_text("Ana writes 4 in red.")


def test_where_all_choose_at_once_undo_takes_back_ones_own_and_the_others_are_told(server, phone):
    ana, ben, cai = phone(), phone(), phone()
    ben.clock.install()
    url = opened(ana, server, "roll-and-write", *NAMES[:3])
    pages = {seat: seated(page, url, seat) for seat, page in enumerate((ana, ben, cai))}
    throw(ana, "1 2 3 yellow yellow yellow")
    for seat, number in enumerate((1, 2, 3)):
        act(pages[seat], seat, (number, "yellow"))
        at(pages[seat], 2 + seat)
    at(ben, 4)
    rests(ben)
    expect(ben.locator("#said")).to_have_text("Ben writes 2 in yellow. Cai writes 3 in yellow.")
    expect(cai.locator("#said")).to_have_text("Cai writes 3 in yellow.")
    ben.get_by_role("button", name="Undo my move").click()
    expect(cai.locator(".told")).to_contain_text("Ben has undone: Ben writes 2 in yellow.")
    expect(cai.locator(".told")).not_to_contain_text("Cai")
    rests(ben)
    write(ben, 1, 3, "yellow")
    at(ben, 8)
    at(ana, 8)
    assert [(event["seat"], event["number"]) for event in events_of(ana, url)[-2:]] == [(2, 3), (1, 3)]


def test_without_a_network_the_next_throw_waits_says_so_and_the_ways_back_are_shut(server: str, phone: Any) -> None:
    page = phone(expected=AWAY)
    address = opened(page, server, "roll-and-write", *NAMES[:2], events=ONE_AND_AN_ARROW[:1])
    seated(page, address, "all")
    waits = page.get_by_text("The next move here has to wait until this is sent.")
    page.context.set_offline(True)
    act(page, 0, None)
    expect(page.locator("#waiting")).to_be_visible()
    expect(page.locator(".last [inert]")).to_have_count(2)
    expect(page.locator("#hand-1")).to_be_visible()
    expect(waits.locator("visible=true")).to_have_count(0)
    page.locator("#hand-1").get_by_role("button", name="Refuse the dice").click()
    expect(waits.locator("visible=true")).to_have_count(1)
    page.context.set_offline(False)
    at(page, 3)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".last [inert]")).to_have_count(0)
    expect(waits.locator("visible=true")).to_have_count(0)


def test_a_number_that_is_refused_and_fits_no_more_is_let_go_once(server: str, phone: Any) -> None:
    """It is what the form says at first; the page would choose it and let it go for ever."""
    page = phone(expected=("422",))
    page.goto(opened(page, server, "roll-and-write", *NAMES, pad="0"))
    dice = {"numbers": [1, 4, 7], "colours": ["yellow", "yellow", "red"]}
    told(page, page.url, 0, {"type": "roll", "seat": 0, **dice})
    page.goto(page.url)
    page.evaluate("""() => {
        window.letGo = 0;
        document.addEventListener("gone", () => { window.letGo += 1; });
        const number = document.querySelector("#col-0 label.fit input");
        number.checked = true;
        number.value = '{"number":9,"colour":"blue"}';
        number.form.requestSubmit(document.querySelector("#choose-0 .say"));
    }""")
    page.locator("#refusal").wait_for()
    until(page, STILL)


def test_a_number_that_is_chosen_is_not_struck_out(server: str, phone: Any) -> None:
    page = phone()
    page.goto(opened(page, server, "roll-and-write", *NAMES, pad="0"))
    told(page, page.url, 0, {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["yellow", "blue", "red"]})
    page.goto(page.url)
    page.locator("#col-0 label.fit input").first.evaluate("(it) => it.click()")
    chosen = page.locator("#col-0 .fit:disabled:visible, #col-0 .fit:has(:checked)")
    assert "line-through" not in chosen.evaluate_all(
        "(all) => all.map((it) => getComputedStyle(it).textDecorationLine)"
    )


def test_keys_touched_before_the_scripts_are_there_count(server, phone):
    """The page has come, its scripts have not: six dice are tapped, and said once when these are there."""
    page = phone()
    address = opened(page, server, "roll-and-write", "Ana", "Ben", pad="0")
    held: list[Any] = []
    page.route("**/roll_and_write.js*", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    found = reports(page)
    throw(page, "4 4 6 yellow red yellow")
    assert page.evaluate("document.readyState") == "interactive"
    assert not found
    first_held(page, held).continue_()
    at(page, 1)
    expect(page.get_by_role("status")).to_contain_text("Ana throws 4, 4, 6; yellow, red and yellow.")
    assert [asked.method for asked in found] == ["POST"]


def test_a_box_that_is_tapped_in_a_count_puts_other_numbers_of_its_column_away(server, phone):
    page = phone()
    throw = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}
    choose = {"type": "choose", "seat": 0, "number": 4, "colour": "red", "accelerate": []}
    page.goto(f"{opened(page, server, 'roll-and-write', 'Ana', 'Ben', pad='0', events=[throw, choose])}/count/0")
    numbers = page.get_by_label("red: numbers from the bottom")
    expect(numbers).to_have_attribute("placeholder", "4")
    page.locator(".col.red .zero").tap()
    expect(numbers).to_have_attribute("placeholder", "")
    page.get_by_label("red 1", exact=True).locator("xpath=..").tap()
    expect(numbers).to_have_attribute("placeholder", "4")
    numbers.fill("2 3")
    for box, left in ((2, "2 3"), (3, "")):
        page.get_by_label(f"red {box}", exact=True).locator("xpath=..").tap()
        expect(numbers).to_have_value(left)

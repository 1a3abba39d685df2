"""A whole game for four: everybody on their own phone, and the same written down by one scribe."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.tables import assert_steady, at, opened, seated, slow, told

NAMES = ("Ana", "Ben", "Cai", "Dora")

# The throws, each with what everybody does, the one who threw first: (number, column, columns of the arrows met).
WRITTEN = (
    ("1 2 3 yellow yellow yellow", {0: (1, "yellow"), 1: (2, "yellow"), 2: (3, "yellow"), 3: (2, "yellow")}),
    (
        "4 5 0 yellow yellow blue",
        {1: (4, "yellow", "red"), 2: (5, "yellow"), 3: (0, "blue"), 0: (5, "yellow", "blue")},
    ),
)
REFUSED = tuple(
    ("9 9 9 green green green", dict.fromkeys((*range(at % 4, 4), *range(at % 4)))) for at in range(2, 11)
)  # nine times
# Ana and Ben: two boxes of yellow −15, one accelerated −20. Cai: yellow −15. Dora: one box of yellow −20, only the
# double box of blue −100. Everybody crosses the refusal bridge in the same turn, +20; nine dice symbols are worth 0.
TOTALS = ["−15", "−15", "5", "−100"]


def open_table(page: Page, server: str) -> str:
    page.goto(f"{server}/new/roll-and-write")
    for seat, name in enumerate(NAMES):
        page.fill(f"#name{seat}", name)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#table")).to_be_visible()
    return page.url


def sit(page: Page, name: str) -> None:
    page.locator(".sit").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#table")).to_be_visible()


def throw(page: Page, dice: str) -> None:
    """Six taps; the sixth reports the throw."""
    page.locator(".entry").wait_for()
    for tapped, die in enumerate(dice.split(), start=1):
        if die.isdigit():
            page.locator(".keys.numbers .key").filter(has_text=die).click()
        else:
            page.locator(f".keys.colours .key.{die}").click()
        if tapped < 6:
            page.locator(".so-far .die:not(.blank)").nth(tapped - 1).wait_for()


def act(page: Page, seat: int, choice: tuple | None) -> None:
    """Write and accelerate, or refuse; the sheet is that of the seat."""
    page.locator(f".choosing .drawn[aria-label='Sheet of {NAMES[seat]}']").wait_for()
    if choice is None:
        page.get_by_role("button", name="Refuse all").click()
    else:
        write(page, *choice)


def write(page: Page, number: int, colour: str, *arrows: str) -> None:
    page.locator(f".rolled a.die.plain[aria-label='{number}']").first.click()
    page.locator(".rolled .die.chosen").wait_for()
    page.locator(f".col.{colour}.lit").click()
    for place, column in enumerate(arrows, start=1):
        page.get_by_text("Where next?").wait_for()
        page.locator(f".col.{column}.lit").click()
        page.locator(".box.new").nth(place).wait_for()
    page.locator(".hand button.main").click()


def play(pages: dict[int, Page]) -> None:
    """Every throw is tapped, but those in the middle that all refuse: the phones report them without taps."""
    turns, seq = tuple(enumerate((*WRITTEN, *REFUSED))), 0
    for turn, (dice, acts) in turns[:3] + turns[-1:]:
        if turn > 3:
            seq = refuse_until(pages, 3, turn, seq)
        throw(pages[turn % len(NAMES)], dice)
        for done, (seat, choice) in enumerate(acts.items(), seq + 2):
            act(pages[seat], seat, choice)
            at(pages[seat], done)
        seq += 1 + len(acts)
    for page in pages.values():
        assert_steady(page)


def refuse_until(pages: dict[int, Page], first: int, last: int, seq: int) -> int:
    """The seq when it is done, from the seq before."""
    address = pages[0].url.split("?")[0]
    for turn in range(first, last):
        thrower = turn % len(NAMES)
        nines = {"type": "roll", "seat": thrower, "numbers": [9] * 3, "colours": ["green"] * 3}
        seq = told(pages[thrower], address, seq, nines)
        for seat in (*range(thrower, len(NAMES)), *range(thrower)):
            seq = told(pages[seat], address, seq, {"type": "refuse", "seat": seat})
    for page in pages.values():
        at(page, seq)
    return seq


def assert_it_ended(page: Page) -> None:
    expect(page.locator(".ending")).to_have_text("The game is over: all players are exhausted.")
    expect(page.locator(".score .total")).to_have_text(TOTALS)
    expect(page.locator(".winner")).to_have_text("Cai wins")


def test_four_players_on_their_own_phones_play_to_the_end(server, phone):
    pages = {seat: phone() for seat in range(len(NAMES))}
    address = opened(pages[0], server, "roll-and-write", *NAMES)
    for seat, page in pages.items():
        seated(page, address, seat)
    play(pages)
    for page in pages.values():
        assert_it_ended(page)


def test_one_scribe_with_a_slow_phone_writes_the_same_game_to_the_same_totals(server, phone):
    """Slow from the open table on: what a slow processor paints in parts while a page loads is no jump of ours."""
    page = phone()
    open_table(page, server)
    slow(page)
    play(dict.fromkeys(range(len(NAMES)), page))
    assert_it_ended(page)


def test_what_one_has_chosen_stays_while_another_writes(server, phone):
    ana, ben = phone(), phone()
    address = open_table(ana, server)
    ben.goto(address)
    sit(ben, "Ben")
    throw(ana, "4 4 4 red red red")
    act(ana, 0, None)
    ben.locator(".col.red.lit").click()
    expect(ben.locator(".hand button.main")).to_contain_text("Write 4 in red")
    ana.locator(".score").filter(has_text="Cai").click()
    act(ana, 2, None)
    expect(ben.locator(".score").filter(has_text="Cai").locator(".part")).to_have_text("✓")
    expect(ben.locator(".hand button.main")).to_contain_text("Write 4 in red")
    ben.locator(".hand button.main").click()
    expect(ana.locator(".last")).to_contain_text("Ben writes red 4.")


def test_the_sheet_fits_a_phone(server, phone):
    page = phone()
    open_table(page, server)
    throw(page, "0 4 7 red red blue")
    expect(page.locator(".col.lit")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for column in page.locator(".col.lit").all():
        box = column.bounding_box()
        assert box is not None
        assert box["width"] >= 36
        assert box["height"] >= 44
        assert box["y"] >= 0
    board = page.locator(".board").bounding_box()
    assert board is not None
    for lit in page.locator(".box.lit").all():
        box = lit.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1


def test_without_javascript_six_links_and_two_taps_write_a_number(server, phone):
    page = phone(javascript=False)
    open_table(page, server)
    for die in ("0", "4", "7"):
        page.locator(".keys.numbers .key").filter(has_text=die).click()
    for die in ("red", "red", "blue"):
        page.locator(f".keys.colours .key.{die}").click()
    page.locator(".col.red.lit").click()
    page.get_by_label("Write 4 in red").click()
    page.get_by_role("button", name="Write 4 in red").click()
    expect(page.locator(".last")).to_contain_text("Ana writes red 4.")

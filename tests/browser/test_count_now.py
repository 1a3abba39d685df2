"""Count now on a phone: one tap from the first page, one a card; what is gone says whose it is; without network too."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import LARGE
from tests.browser.tables import Phone, assert_steady, letters, loads, rests
from web.table.forms import as_json

# Forty cards of a game that was played, the points of each colour worked out by hand.
FIRST = {
    "yellow": ["wager", "wager", 2, 5, 9],  # 3 x (16 - 20) = -12
    "white": [3, 4, 6, 7, 8, 10],  # 18
    "red": ["wager", 5, 6, 7, 10],  # 2 x 8 = 16
    "green": [9],  # -11
}
SECOND = {
    "yellow": [3, 4, 6, 7, 8, 10],  # 18
    "blue": ["wager", "wager", "wager", 4, 5, 6, 7, 8],  # 4 x 10 + 20 = 60
    "green": ["wager", 3, 5, 6, 8],  # 2 x 2 = 4
    "red": [2, 3, 4],  # -11
    "white": ["wager"],  # -40
}
TOTALS = ["11", "31"]
YELLOW = {"yellow": FIRST["yellow"]}
WORTH = "\N{MINUS SIGN}12"
SAYS = {
    "en-GB": (
        "Count now: {}",
        "Keep it",
        ("Throw away", "Throw away what was entered?", "Yes, throw away", "No"),
        "Player 2 has this card.",
        "See the result",
    ),
    "fr-FR": (
        "Compter\N{NARROW NO-BREAK SPACE}: {}",
        "Garder",
        ("Effacer", "Effacer ce qui a été saisi\N{NARROW NO-BREAK SPACE}?", "Oui, effacer", "Non"),
        "Joueur 2 a cette carte.",
        "résultat",
    ),
}


class Finger:
    """Taps, and how many there were."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, place: Any) -> None:
        place.tap()
        self.taps += 1


def paper(page: Page, server: str, title: str = "Lost Cities", locale: str = "en-GB") -> Finger:
    """The paper, by one tap on the first page."""
    page.goto(server)
    finger = Finger(page)
    with loads(page):
        finger.tap(page.get_by_role("link", name=SAYS[locale][0].format(title), exact=True))
    return finger


def cell(page: Page, seat: int, colour: str, card: str | int, copy: int = 0) -> Any:
    return page.locator(f".both.{colour} .tick.seat{seat}:has([value='{as_json([card])}'])").nth(copy)


def tick(finger: Finger, seat: int, expeditions: dict[str, list[Any]]) -> None:
    for colour, cards in expeditions.items():
        for place, card in enumerate(cards):
            # the copies of a wager are the other player's from the last
            copy = 0 if card != "wager" else place if seat == 0 else 2 - place
            finger.tap(cell(finger.page, seat, colour, card, copy))


def expect_totals(page: Page, *totals: str) -> None:
    for seat, total in enumerate(totals):
        expect(page.locator(f"#total{seat}")).to_have_text(total)


def assert_on_one_screen(page: Page, *places: Locator) -> None:
    foot = page.locator("#foot").bounding_box()
    for box in (place.bounding_box() for place in places):
        assert 0 <= box["y"] <= box["y"] + box["height"] <= foot["y"] < 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_count_takes_one_tap_and_one_a_card_from_the_first_page_to_both_totals(phone: Phone, server: str) -> None:
    page = phone(locale="fr-FR")
    finger = paper(page, server, locale="fr-FR")
    tick(finger, 0, FIRST)
    tick(finger, 1, SECOND)
    expect_totals(page, *TOTALS)
    cards = sum(len(cards) for laid in (FIRST, SECOND) for cards in laid.values())
    assert (cards, finger.taps) == (40, 1 + 40)
    assert_steady(page)
    with loads(page):
        finger.tap(page.get_by_role("button", name=SAYS["fr-FR"][1], exact=True))
    expect(page.get_by_role("link", name=SAYS["fr-FR"][4])).to_be_visible()


def test_both_players_every_card_the_totals_and_what_becomes_of_it_are_on_one_screen(phone: Phone, server: str) -> None:
    page = phone()
    paper(page, server)
    assert_on_one_screen(page, cell(page, 0, "yellow", "wager"), cell(page, 1, "red", 10), page.locator("#total1"))


@pytest.mark.parametrize(("locale", "javascript"), [("en-GB", True), ("fr-FR", False)], ids=["script", "no script"])
def test_a_card_before_one_is_gone_for_the_other_and_says_whose_it_is(
    phone: Phone, server: str, locale: str, javascript: bool
) -> None:
    page = phone(locale=locale, javascript=javascript)
    paper(page, server, locale=locale)
    cell(page, 1, "red", 7).tap()
    if javascript:
        expect_totals(page, "0", "−13")
    touched = cell(page, 0, "red", 7).bounding_box()
    page.touchscreen.tap(touched["x"] + touched["width"] / 2, touched["y"] + touched["height"] / 2)
    expect(page.locator("#whose")).to_have_text(SAYS[locale][3], use_inner_text=True)
    assert page.locator(".both :checked").count() == 1
    cell(page, 1, "red", 7).tap()
    cell(page, 0, "red", 7).tap()
    assert page.locator(".both :checked").count() == 1
    if javascript:
        expect_totals(page, "−13", "0")
        expect(page.locator("#whose")).to_have_text("", use_inner_text=True)


def test_three_wagers_are_shared_between_both(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server)
    for copy in (0, 1):
        finger.tap(cell(page, 0, "blue", "wager", copy))
    finger.tap(cell(page, 1, "blue", "wager", 2))
    expect_totals(page, "−60", "−40")
    assert page.locator("#foot .refusal").count() == 0
    assert page.locator(".both.blue .gone").evaluate_all("all => all.filter(one => one.offsetWidth).length") == 3


def test_a_tick_made_while_the_first_sums_are_put_in_stays(phone: Phone, server: str) -> None:
    page = phone()
    page.add_init_script(
        """addEventListener("htmx:before:swap", () => setTimeout(() => {
            window.early ??= document.querySelector(".both.red [value='[7]']").click() ?? true;
        }))"""
    )
    paper(page, server).tap(cell(page, 0, "red", 8))
    page.wait_for_function("() => window.early")
    expect_totals(page, "\N{MINUS SIGN}5", "0")  # by what that tick asked for: the first sums are in
    assert page.locator(".both :checked").count() == 2


def test_a_reload_loses_no_tick_and_neither_does_the_way_back(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server)
    tick(finger, 0, YELLOW)
    page.get_by_label("Player 1’s name").fill("Ana")
    expect(page.locator("#every-sum")).to_contain_text("Ana")
    page.reload()
    expect_totals(page, WORTH, "0")
    assert page.locator(".both :checked").count() == finger.taps - 1
    assert page.get_by_label("Player 1’s name").input_value() == "Ana"
    finger.tap(cell(page, 1, "blue", 7))
    expect_totals(page, WORTH, "−13")
    page.get_by_role("button", name="Throw away").tap()
    page.get_by_role("button", name="Yes, throw away").tap()
    page.wait_for_url(f"{server}/")
    page.go_back()
    expect_totals(page, WORTH, "−13")


def test_a_count_that_was_left_is_gone_on_with_from_the_first_page(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server)
    finger.tap(cell(page, 0, "red", 7))
    expect_totals(page, "\N{MINUS SIGN}13", "0")
    page.get_by_role("link", name="Cairn").click()
    page.get_by_role("link", name="Go on with your count").click()
    expect_totals(page, "\N{MINUS SIGN}13", "0")


def test_the_next_round_takes_one_tap_and_one_a_card_too(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server)
    tick(finger, 0, {"red": [7]})
    tick(finger, 1, {"red": [8]})
    with loads(page):
        finger.tap(page.get_by_role("button", name="Round 2"))
    before = finger.taps
    with loads(page):
        finger.tap(page.get_by_role("link", name="Count round 2"))
    tick(finger, 0, FIRST)
    tick(finger, 1, SECOND)
    expect_totals(page, *TOTALS)
    with loads(page):
        finger.tap(page.get_by_role("button", name="Record"))
    assert finger.taps - before == 1 + 40 + 1
    expect(page.get_by_role("link", name="Count round 3")).to_be_visible()


def test_the_way_back_from_a_game_that_was_kept_does_not_keep_it_again(phone: Phone, server: str) -> None:
    page = phone(expected=("status of 422",))
    page.goto(server)
    page.goto(f"{server}/count/lost-cities")
    page.get_by_role("button", name="Keep it").click()
    page.locator(".question .main").click()
    expect(page.get_by_role("link", name="See the result")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(f"{server}/")


def test_a_name_is_typed_any_time_and_enter_keeps_nothing(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server)
    finger.tap(cell(page, 0, "red", 7))
    page.get_by_label("Player 1’s name").fill("Ana")
    page.keyboard.press("Enter")
    expect(page.locator("#every-sum")).to_contain_text("Ana")
    assert page.url.partition("?")[0].endswith("/count/lost-cities")


def test_what_the_rules_forbid_says_so_and_can_be_mended(phone: Phone, server: str) -> None:
    """By keyboard a card can be before both."""
    page = phone(expected=("422",))
    finger = paper(page, server)
    finger.tap(cell(page, 0, "red", 7))
    cell(page, 1, "red", 7).locator("input").focus()
    page.keyboard.press(" ")
    expect(page.locator("#foot .refusal")).to_contain_text("Red 7 is in front of both Player 1 and Player 2")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#refused")).to_contain_text("Red 7 is in front of both Player 1 and Player 2")
    page.keyboard.press("Tab")
    cell(page, 1, "red", 7).tap()
    cell(page, 1, "red", 8).tap()
    expect(page.locator("#foot .refusal")).to_have_count(0)
    page.get_by_role("button", name="Round 2").click()
    expect(page.get_by_text("Round 2: Player 2 should begin.")).to_be_visible()


def test_what_cannot_be_leaves_the_sheet_in_sight_and_is_named_whole_on_demand(phone: Phone, server: str) -> None:
    page = phone(viewport={"width": 320, "height": 620})
    page.clock.install()
    page.goto(f"{server}/count/roll-and-write")
    first = page.locator("#paper0")
    for name in (".top", "bridges"):
        for box in first.locator(f"input[type=checkbox][name*='{name}']").all()[:3]:
            box.locator("xpath=..").tap()
    foot = page.locator("#foot")
    expect(foot.locator("summary")).to_contain_text("6 more")  # of the last tick too: its answer closes what is open
    assert foot.evaluate("foot => foot.offsetHeight") < 620 * 0.3
    assert foot.locator("details p").first.is_hidden()
    rests(page)
    foot.locator("summary").tap()
    expect(foot.locator("details p").last).to_be_visible()
    assert foot.evaluate("foot => foot.offsetHeight") < 620 * 0.6


def test_the_paper_of_another_player_is_not_under_the_totals_with_large_letters(phone: Phone, server: str) -> None:
    page = phone()
    letters(page, LARGE)
    page.goto(f"{server}/count/roll-and-write")
    page.mouse.wheel(0, 700)
    page.locator(".tabs a").nth(1).tap()
    name = page.locator("#paper1 .name")
    page.wait_for_function("name => name.getBoundingClientRect().left >= 0", arg=name.element_handle())
    totals = page.locator(".tabs").bounding_box()
    place = name.bounding_box()
    assert place["y"] >= totals["y"] + totals["height"]


@pytest.mark.parametrize(("locale", "javascript"), [("en-GB", True), ("fr-FR", False)], ids=["script", "no script"])
def test_it_is_thrown_away_only_after_a_question_and_leaves_nothing(
    phone: Phone, server: str, locale: str, javascript: bool
) -> None:
    throw, asks, yes, no = SAYS[locale][2]
    page = phone(locale=locale, javascript=javascript, viewport={"width": 320, "height": 620})
    finger = paper(page, server, locale=locale)
    finger.tap(cell(page, 0, "red", 7))
    question = page.get_by_role("dialog", name=asks)
    expect(question).to_be_hidden()
    finger.tap(page.get_by_role("button", name=throw, exact=True))
    expect(question).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    finger.tap(question.get_by_role("button", name=no, exact=True))
    expect(question).to_be_hidden()
    expect(page.locator(".both :checked")).to_have_count(1)
    finger.tap(page.get_by_role("button", name=throw, exact=True))
    with loads(page):
        finger.tap(question.get_by_role("button", name=yes, exact=True))
    assert page.locator(".rows a").count() == 0


def test_nothing_at_all_is_kept_only_by_the_button_that_says_so(phone: Phone, server: str) -> None:
    page = phone(viewport={"width": 320, "height": 620}, expected=("422",))
    page.goto(f"{server}/count/lutece")
    page.mouse.wheel(0, 900)
    page.get_by_role("button", name="Keep it", exact=True).tap()
    question = page.locator("#refused .refusal")
    expect(question).to_contain_text("Nothing has been entered.")
    expect(question.get_by_role("button")).to_be_in_viewport(ratio=1)
    question.locator(".main").tap()
    expect(page.get_by_role("link", name="See the result")).to_be_visible()


def test_without_a_script_it_adds_up_and_is_kept_by_buttons(phone: Phone, server: str) -> None:
    page = phone(javascript=False)
    finger = paper(page, server)
    tick(finger, 0, YELLOW)
    tick(finger, 1, {"blue": SECOND["blue"]})
    finger.tap(page.get_by_role("button", name="Add up"))
    expect_totals(page, WORTH, "60")
    assert page.locator(".both :checked").count() == 5 + 8
    finger.tap(page.get_by_role("button", name="Keep it"))
    expect(page.get_by_role("link", name="See the result")).to_be_visible()


def test_each_sheet_of_roll_and_write_is_a_tap_away_with_the_totals_in_sight(phone: Phone, server: str) -> None:
    page = phone()
    page.clock.install()
    finger = paper(page, server, "Lost Cities: Roll & Write")
    finger.tap(page.locator(".many label").nth(1))
    expect(page.locator(".tabs a")).to_have_count(3)
    rests(page)
    for seat, level in enumerate((3, 5, 8)):
        finger.tap(page.locator(".tabs a").nth(seat))
        column = page.locator(f"#paper{seat} .col.red")
        expect(column).to_be_in_viewport()
        finger.tap(column.locator(f".level:has([value='{level}'])"))
    expect_totals(page, "−10", "10", "35")
    expect(page.locator("#total2")).to_be_in_viewport()
    finger.tap(page.locator(".many label").nth(0))
    expect(page.locator("#total2")).to_be_hidden()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("link", name="See the result")).to_be_visible()


def test_sheets_of_roll_and_write_take_one_touch_a_column_a_double_box_and_a_bridge(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server, "Lost Cities: Roll & Write")
    one, other = page.locator("#paper0"), page.locator("#paper1")
    for place in ("red .level:has([value='5'])", "red .double", "blue .level:has([value='8'])", "blue .bridge"):
        finger.tap(one.locator(f".col.{place}"))  # 2 x 10 + 35 + 20
    finger.tap(one.locator(".col.dice .level:has([value='4'])"))  # 10
    finger.tap(page.locator(".tabs a").nth(1))
    for place in ("green .level:has([value='4'])", "artifacts .level:has([value='5'])"):  # 5 + 20
        finger.tap(other.locator(f".col.{place}"))
    expect_totals(page, "85", "25")
    expect(one.locator("#worth0-red")).to_have_text("20")
    assert finger.taps == 1 + 5 + 1 + 2
    assert_steady(page)


def test_cards_of_lutece_are_entered_for_each_player(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server, "Lutèce")
    for seat, kind in enumerate(("citizen-bread", "legionnaire")):
        finger.tap(page.locator(".tabs a").nth(seat))
        own = page.locator(f"#paper{seat}")
        finger.tap(own.locator(".lu-gold [data-by='5']"))
        finger.tap(own.get_by_text("Card by card"))
        finger.tap(own.locator(f"label:has([data-kind='{kind}'])"))
        finger.tap(own.get_by_role("button", name="Add the card"))
        expect(own.locator(".lu-held :checked")).to_have_count(1)
    expect_totals(page, "11", "3")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("link", name="See the result")).to_be_visible()


# What each of five had at the end: the number touched in each row, the points of mills and the gold by their steps.
SHORT = [
    {"bread": 3, "potion": 1, "markets": 1, "mills": 3, "gold": 7},
    {"bread": 1, "sword": 2, "statues": 1, "legionnaires": 2, "gold": 5},
    {"cervoise": 2, "potion": 3, "sword": 1, "gold": 1},
    {"cervoise": 1, "bread": 2, "markets": 2, "gold": 0},
    {"potion": 2, "legionnaires": 1, "gold": 6},
]


def test_lutece_in_short_takes_one_touch_a_number_from_the_first_page_to_the_totals(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server, "Lutèce")
    finger.tap(page.locator(".many label:has([value='5'])"))
    for seat, had in enumerate(SHORT):
        if seat:
            finger.tap(page.locator(".tabs a").nth(seat))
        own = page.locator(f"#paper{seat}")
        for row, number in had.items():
            if row == "gold":
                for step in (*["5"] * (number // 5), *["1"] * (number % 5)):
                    finger.tap(own.locator(f".lu-gold [data-by='{step}']"))
            elif row == "mills":
                for _ in range(number):
                    finger.tap(own.locator(".lu-typed [data-by='1']").first)
            else:
                finger.tap(own.locator(f".lu-many:has([name*='.{row}']) label:has([value='{number}'])"))
    expect_totals(page, "25", "22", "24", "20", "8")
    assert finger.taps == 31
    assert_steady(page)


def test_all_that_a_player_of_lutece_has_is_on_one_screen(phone: Phone, server: str) -> None:
    page = phone()
    paper(page, server, "Lutèce")
    own = page.locator("#paper0")
    assert_on_one_screen(page, page.locator("#total0"), own.locator(".lu-many").first, own.locator(".lu-gold"))


def test_a_tie_of_lutece_asks_for_the_talents_and_they_decide(phone: Phone, server: str) -> None:
    page = phone()
    finger = paper(page, server, "Lutèce")
    for seat in (0, 1):
        finger.tap(page.locator(".tabs a").nth(seat))
        own = page.locator(f"#paper{seat}")
        expect(own.locator("[name*='.talents.bread']")).to_have_count(0)
        finger.tap(own.locator(".lu-many:has([name*='.bread']) label:has([value='3'])"))
    expect_totals(page, "10 ?", "10 ?")
    expect(own).to_contain_text("Bread: Player 2 has as many as Player 1.")
    finger.tap(own.locator("label:has([name*='.talents.bread'][value='[9]'])"))
    expect_totals(page, "0 ?", "10 ?")
    finger.tap(page.locator(".tabs a").nth(0))
    finger.tap(page.locator("#paper0 label:has([name*='.talents.bread'][value='[10]'])"))
    expect_totals(page, "10", "0")
    expect(own).not_to_contain_text("has as many as")

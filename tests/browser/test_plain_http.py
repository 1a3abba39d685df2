"""What a browser withholds over plain http is done by other means or said; over https nothing is."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import Phone, opened
from tests.conftest import ROOT

COUNTED = """() => {
    window.locked = 0;
    if (window.WakeLock) WakeLock.prototype.request = async () => { window.locked += 1; };
}"""
PLAYS = "() => document.querySelector('video')?.currentTime > 0"
FILLS = """() => {
    const { width, height } = document.querySelector("video").getBoundingClientRect();
    return width * height / (innerWidth * innerHeight);
}"""


def practise(page: Page, address: str) -> list[str]:
    """Show a practice table; the films that the page asks for, as it does."""
    films: list[str] = []
    page.on("request", lambda asked: films.append(asked.url) if asked.resource_type == "media" else None)
    page.add_init_script(f"({COUNTED})()")
    page.goto(address)
    page.get_by_role("button", name="Lost Cities").first.click()
    page.locator("#table").wait_for()
    return films


def share(page: Page) -> Page:
    """The table's Share, beside it."""
    other = page.context.new_page()
    other.goto(f"{page.url.split('?')[0]}/share")
    return other


def copied(page: Page) -> str:
    """What the clipboard holds, pasted as a person does."""
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").focus()
    page.keyboard.press("Control+V")
    return page.locator("textarea").input_value()


def test_over_plain_http_a_silent_video_keeps_the_screen_awake_until_a_switch_says_no(plain: str, phone: Phone) -> None:
    page = phone()
    films = practise(page, plain)
    page.wait_for_function(PLAYS)
    assert page.evaluate("document.querySelector('video').muted")
    assert page.evaluate(FILLS) > 0.2, "Chromium does not heed a smaller one"
    assert len(films) == 1
    share(page).uncheck('[data-setting="awake"]')
    page.wait_for_function("() => document.querySelector('video').paused")
    films.clear()
    page.reload()
    assert page.locator("video").count() == 0
    assert films == []


def test_the_screen_stays_awake_while_one_counts_and_sleeps_after_the_end(plain: str, phone: Phone) -> None:
    page = phone(expected=("422",))
    page.goto(f"{plain}/count/lost-cities")
    page.wait_for_function(PLAYS)
    page.get_by_role("button", name="Keep it").click()
    page.locator(".question .main").click()
    expect(page.locator(".winner")).to_be_visible()
    assert page.locator("video").count() == 0


@pytest.mark.parametrize(("language", "says"), [("en-GB", "Copied"), ("fr-FR", "Copié")])
def test_over_plain_http_share_says_what_is_withheld_and_why_and_copies_links_all_the_same(
    plain: str, phone: Phone, language: str, says: str
) -> None:
    table = phone(locale=language)
    practise(table, plain)
    page = share(table)
    lines = page.locator("p[data-without]:visible")
    expect(lines).to_have_text([re.compile("https"), re.compile("https")])
    field, button = page.locator(".link input").nth(1), page.locator("[data-link=copy]").nth(1)
    button.click()
    expect(page.get_by_role("status").filter(has_text=says)).to_have_count(1)
    expect(button).to_be_focused()
    assert copied(page) == field.input_value()
    lines.first.get_by_role("link").click()
    expect(page.locator("main")).to_contain_text("docs/https-at-home.md")


def test_in_a_secure_context_nothing_is_withheld_and_no_video_is_fetched(server: str, phone: Phone) -> None:
    table = phone()
    films = practise(table, server)
    table.wait_for_function("() => locked === 1")
    assert table.locator("video").count() == 0
    assert films == []
    page = share(table)
    expect(page.locator('[data-setting="awake"]')).to_be_visible()
    expect(page.locator("[data-without]:visible")).to_have_count(0)
    page.get_by_role("button", name="Copy: Link to watch").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert copied(page) == page.get_by_label("Link to watch", exact=True).input_value()


def test_without_javascript_no_button_promises_to_copy(server: str, phone: Phone) -> None:
    page = phone(javascript=False)
    page.goto(f"{opened(page, server, 'lost-cities', 'Ana', 'Ben')}/share")
    expect(page.get_by_label("Link to watch", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)


def test_every_link_to_be_passed_on_can_be_copied() -> None:
    """Whatever shows one takes it from the macro that brings the buttons along."""
    places = [path.name for path in (ROOT / "templates").rglob("*.html") if "<input readonly" in path.read_text()]
    assert places == ["macros.html"]

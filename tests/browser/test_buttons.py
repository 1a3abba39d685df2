"""The buttons of a hand: one of them is the strongest, and none pushes the others aside."""

import pytest

from scoring import GAMES
from tests.browser.tables import Phone, loads, opened, told, until
from tests.pages import table_after
from tests.web.lutece import OFFERS, options

# What is written on the buttons in sight whose colour is the strong one of the page.
STRONG = """() => {
  const wanted = document.createElement("i");
  wanted.style.color = "var(--accent)";
  document.body.append(wanted);
  const accent = getComputedStyle(wanted).color;
  wanted.remove();
  return [...document.querySelectorAll(".hand button, .hand .button")]
    .filter((it) => it.checkVisibility() && getComputedStyle(it).backgroundColor === accent)
    .map((it) => it.textContent.trim());
}"""
WIDTHS = """() => [...document.querySelectorAll(".hand .choices")][0].querySelectorAll("button, .button").values()
  .map((it) => it.getBoundingClientRect().width).toArray()"""


def test_only_one_button_is_strong_while_bribes_are_laid(server: str, phone: Phone) -> None:
    page = phone()
    url = opened(page, server, "lutece", "Ana", "Ben", "Cai")
    told(page, url, 0, *OFFERS, options(0, "A", "1"), options(1, "A", "B"), options(2, "C", "income-1"))
    page.goto(url)
    until(page, f"() => ({STRONG})().join() === 'All agree: reveal'")
    page.locator("#whose-0").evaluate("it => it.click()")
    page.locator("#bribe-0 [data-by='1']").first.click()
    until(page, f"() => ({STRONG})().join() === 'Lay the bribes'")
    page.locator("#bribe-0 [data-by='-1']").first.click()
    until(page, f"() => ({STRONG})().join() === 'All agree: reveal'")


@pytest.mark.parametrize("key", list(GAMES))
def test_the_ways_on_from_the_end_are_about_as_wide_as_each_other(house, phone, key) -> None:
    page = phone(viewport={"width": 1280, "height": 800})
    page.goto(f"{house[1]}/t/{table_after(house[0], key, 1).code}")
    with loads(page):
        page.locator(".sit button").last.click()
    widths = page.evaluate(WIDTHS)
    assert len(widths) > 1
    assert max(widths) < 2 * min(widths)


# What lies among others to tap and shows less than 24 px above the foot that stays.
HALF_UNDER = """() => {
  const foot = document.querySelector("#foot, #sums .choices").getBoundingClientRect();
  const tapped = "#count :is(.tick, .switch input, .drawn label, .typed-numbers input, .photograph)";
  return [...document.querySelectorAll(tapped)]
    .map((it) => [it, it.getBoundingClientRect()])
    .filter(([, box]) => box.height && box.top < foot.top - 1 && box.bottom > foot.top + 1 && foot.top - box.top < 24)
    .map(([it]) => it.outerHTML);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_no_box_of_a_count_lies_half_under_its_foot_at_first(house, phone, locale) -> None:
    """On the phones that browsers' own audits take, and where all boxes and numbers have room above it."""
    table = table_after(house[0], "roll-and-write", 0.45)
    page = phone(locale=locale)
    page.goto(f"{house[1]}/t/{table.code}")
    with loads(page):
        page.locator(".sit button").last.click()
    page.goto(f"{house[1]}/t/{table.code}/count/0")
    assert page.locator(".typed-numbers input").first.is_visible()
    found = {}
    for size in ((412, 823), (360, 740), (1350, 940), (1280, 800), (1280, 720), (1024, 768), (768, 1024)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        found[size] = page.evaluate(HALF_UNDER)
    assert not any(found.values()), found

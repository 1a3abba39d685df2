"""Every page of every game in play, for everyone's eyes and hands: axe-core finds nothing, targets are large enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from scoring import GAMES
from tests.browser.tables import loads
from tests.pages import SHARES, table_after
from web.commands.demo_data import make_demo_data

AXE = Path(__file__).parent / "vendor" / "axe-4.14.1.min.js"
LEAST = 44
WHOLE = ["/", "/join", "/shelf", "/print", "/nowhere", "/groups", "/data", "/https"]

COUNTED = [f"/count/{key}" for key, game in GAMES.items() if game.count_now]

# axe reads the colours that the page would have, where the system puts its own in their place.
FORCED = ("color-contrast",)
# A drawn column of a sheet is one link whose name is a sentence ("Red, stands at 4"), not the numbers drawn in it.
VIOLATIONS = """async unasked => (await axe.run(document, {
        resultTypes: ["violations"], rules: Object.fromEntries(unasked.map(rule => [rule, {enabled: false}])),
    })).violations
    .map(found => `${found.id}: ${found.nodes[0].html.slice(0, 200)}`)"""
# A number in its lit box is as wide as the column and as high as the box of the sheet; the digits of a card that is
# composed stand in one row; a paper for both players of Lost Cities has 120 cards on one screen (0019); the piles to
# draw from stand beside each way to play a card, so that the board keeps its rows on a low phone (0023). All are larger
# than the 24 px that are the least for anybody. A card or box that leads to its correction is left out: see the log.
SMALL = """least => [...document.querySelectorAll("a, button, select, input:not([type=hidden]), summary")]
    .map(found => [found, (found.closest("label") ?? found).getBoundingClientRect()])
    .filter(([found, box]) => box.width && !found.closest("p:not([class]), .lead, td, a:not([href]), a[tabindex]"))
    .filter(([found, box]) => {
        const [wide, high] = found.closest(".fit") ? [36, 24]
            : found.closest(".choice, .lu-by, .lu-short, .lu-ties") ? [26, 36]
            : found.closest(".both") ? [36, 30] : found.closest(".way") ? [30, 44 - 0.5] : [least - 0.5, least - 0.5];
        return box.width < wide || box.height < high;
    })
    .map(([found, box]) => `${found.outerHTML.slice(0, 120)} ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


def check(page: Page, unasked: tuple[str, ...] = ()) -> None:
    if page.evaluate("!window.axe"):
        page.add_init_script(path=AXE)  # pages from here on bring it along: sending it to each took a fifth of the time
        page.evaluate(AXE.read_text())
    assert page.evaluate(VIOLATIONS, ["label-content-name-mismatch", *unasked]) == [], page.url
    assert page.evaluate(SMALL, LEAST) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"


@pytest.fixture(params=[("en-GB", "light"), ("fr-FR", "dark")], ids=" ".join)
def looker(request, phone) -> Page:
    locale, scheme = request.param
    return phone(locale=locale, color_scheme=scheme, bypass_csp=True, expected=("404",))


def test_the_pages_without_a_table_are_for_everyone(house, looker):
    for address in [*WHOLE, *(f"/new/{key}" for key in GAMES), *(f"/rules/{key}" for key in GAMES), *COUNTED]:
        looker.goto(house[1] + address)
        check(looker)


@pytest.mark.parametrize("key", GAMES)
def test_a_table_is_for_everyone_from_its_first_move_to_its_last(house, looker, key):
    app, address = house
    for share in SHARES:
        code = table_after(app, key, share).code
        looker.goto(f"{address}/t/{code}")
        if share in (0, 1):
            check(looker)
        with loads(looker):
            looker.locator(".sit button").last.click()
        check(looker)
        after = ("at/2", "log?back_to=1", "amend/2") if share == 1 else ()
        for page in ("log" if share else "share", "count/0", *after):
            looker.goto(f"{address}/t/{code}/{page}")
            check(looker)


@pytest.mark.parametrize("key", GAMES)
def test_a_board_is_for_who_wants_more_contrast_or_the_colours_of_the_system(house, phone, key):
    app, address = house
    page = phone(locale="fr-FR", bypass_csp=True, reduced_motion="reduce")
    page.goto(f"{address}/t/{table_after(app, key, SHARES[2]).code}")
    with loads(page):
        page.locator(".sit button").last.click()
    page.emulate_media(contrast="more")
    check(page)
    page.emulate_media(forced_colors="active")
    check(page, FORCED)


@pytest.mark.parametrize("key", GAMES)
def test_a_result_and_the_big_screen_are_for_everyone(house, looker, key):
    app, address = house
    watch = table_after(app, key, 1).watch
    for page in (f"/r/{watch}", f"/w/{watch}/screen", f"/w/{watch}", f"/w/{watch}/figures"):
        looker.goto(address + page)
        check(looker)


@pytest.mark.parametrize("key", GAMES)
def test_scores_that_were_hidden_are_shown_to_everyone(house, looker, key):
    app, address = house
    table = table_after(app, key, 1, hidden=True)
    looker.emulate_media(reduced_motion="reduce")  # a rank that is still appearing has less contrast
    looker.goto(f"{address}/t/{table.code}")
    with loads(looker):
        looker.locator(".sit button").last.click()
    check(looker)
    before = looker.locator("#table").get_attribute("data-seq")
    looker.locator(".reveal button.main").click()
    looker.locator(f'#table:not([data-seq="{before}"])').wait_for()
    check(looker)


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].review])
def test_a_review_is_for_everyone(house, looker, key):
    app, address = house
    watch = table_after(app, key, 1).watch
    looker.goto(f"{address}/r/{watch}/review")
    looker.evaluate("document.querySelectorAll('details').forEach(some => some.open = true)")
    check(looker)
    looker.locator(".leads a").first.click()
    check(looker)
    looker.goto(f"{address}/w/{watch}/screen?page=2")
    check(looker)


def test_a_group_is_for_everyone(house, looker):
    app, address = house
    with app.app_context():
        group = make_demo_data(3, 2)
        one = app.extensions["referee"].ledger.players.of(group.id)[0].id
    code = group.code
    for page in ("", "/players", f"/players/{one}", "/tables", "/data", "/games", "/new/lutece"):
        looker.goto(f"{address}/g/{code}{page}")
        check(looker)
    looker.goto(f"{address}/g/{code}/tables")
    looker.locator(".beside button").first.click()
    check(looker)


def test_figures_and_their_numbers_are_for_everyone(house, looker):
    app, address = house
    with app.app_context():
        code = make_demo_data(9, 1).code
    for query in ("", f"?game={next(iter(GAMES))}"):
        looker.goto(f"{address}/g/{code}/figures{query}")
        looker.evaluate("document.querySelectorAll('details').forEach(some => some.open = true)")
        check(looker)

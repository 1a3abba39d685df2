"""A refusal is felt and heard unless a switch says no; what moves keeps still when the system asks."""

from tests.browser.tables import at, loads, opened, seated, told

COUNTED = """() => {
    window.felt = window.heard = 0;
    Object.defineProperty(navigator, "vibrate", { value: () => { window.felt += 1; } });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function () { window.heard += 1; start.call(this); };
}"""


def refused(page):
    """Lay a card that the rules forbid, as a page that is behind could."""
    card = page.locator("#table [value*='red-4']")
    card.evaluate("card => Object.keys(card.dataset).forEach((why) => delete card.dataset[why])")
    card.check()
    page.get_by_role("button", name="Lay only", exact=True).click()
    page.wait_for_selector(".refusal strong")
    return page.evaluate("[felt, heard]")


def practise(page, server):
    """A practice table: red 6 lies before Ana already."""
    page.goto(server)
    with loads(page):
        page.get_by_role("button", name="Lost Cities").first.click()


def test_a_refusal_is_felt_and_heard_unless_a_switch_says_no(server, phone):
    page = phone(expected=("422",))
    page.add_init_script(f"({COUNTED})()")
    practise(page, server)
    assert refused(page) == [1, 1]
    assert page.locator('.refusal a[href$="/rules/lost-cities#not-rising"]').count() == 1
    page.goto(f"{page.url.split('?')[0]}/share")
    page.uncheck('[data-setting="signal"]')
    page.go_back()
    assert refused(page) == [0, 0]


def test_the_own_turn_is_felt_as_it_comes_and_not_while_it_lasts(server, phone):
    ana, ben = phone(), phone()
    address = opened(ana, server, "lost-cities", "Ana", "Ben", events=[{"type": "start", "seat": 0}])
    ben.add_init_script(f"({COUNTED})()")
    seated(ben, address, 1)
    seen = told(ana, address, 1, {"type": "lay", "seat": 0, "card": "red-4"})
    at(ben, seen)
    assert ben.evaluate("felt") == 0
    seen = told(ana, address, seen, {"type": "draw", "seat": 0, "from": "deck"})
    at(ben, seen)
    assert ben.evaluate("felt") == 1
    at(ben, told(ana, address, seen, {"type": "lay", "seat": 1, "card": "blue-4"}))
    assert ben.evaluate("felt") == 1


def test_nothing_moves_when_the_system_asks_for_that(server, phone):
    for asked, moves in (("reduce", "0s"), ("no-preference", "0.4s")):
        page = phone(reduced_motion=asked)
        practise(page, server)
        lasts = page.evaluate("getComputedStyle(document.querySelector('.cell')).transitionDuration")
        assert lasts.split(",")[0] == moves

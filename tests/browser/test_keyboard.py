"""A stretch of each game by keyboard alone: the focus is always somewhere, and seen; what happened is said once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import at, loads, moved, told
from tests.web.lutece import OFFERS

# What a screen reader would hear: each change of what was said last, each alert that comes.
LISTEN = """() => {
  window.swaps = 0; window.heard = []; window.said = document.getElementById("said");
  document.addEventListener("htmx:after:settle", () => swaps++);
  new MutationObserver((changes) => {
    if (changes.some((change) => said.contains(change.target))) heard.push(said.textContent);
    for (const { addedNodes } of changes) for (const node of addedNodes)
      if (node.matches?.("[role=alert]")) heard.push(node.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
NAMED = """(document.activeElement.getAttribute("aria-label") ?? (document.activeElement.ariaLabelledByElements?.[0]
    ?? document.getElementById(document.activeElement.getAttribute("aria-labelledby")) ?? document.activeElement)
    .textContent).trim()"""
RINGED = """() => {
  const { activeElement: it } = document;
  const { outlineStyle: style, outlineWidth: width } = getComputedStyle(it);
  return it !== document.body && it.matches(":focus-visible") && style !== "none" && parseFloat(width) > 1;
}"""
LANDED = "before => swaps > before && document.activeElement.closest('#table')"


class Keys:
    """Somebody with a keyboard and nothing else at a table; a sentence is heard through `heard`."""

    def __init__(self, page: Page, address: str, names: tuple[str, ...]) -> None:
        self.page = page
        page.goto(address)
        self.to("Player 1", by="e => e.labels?.[0]?.textContent.trim()")
        for name in names:
            page.keyboard.type(name)
            page.keyboard.press("Tab")
        self.to("Open the table")
        with loads(page):
            page.keyboard.press("Enter")
        page.evaluate(LISTEN)

    def to(self, name: str, most: int = 25, back: bool = False, by: str = "") -> Keys:
        """Tab until something whose name begins so has the focus; everything on the way shows that it has it."""
        named = f"({by})(document.activeElement)" if by else NAMED
        for _ in range(most):
            if str(self.page.evaluate(named) or "").startswith(name):
                return self
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            assert self.page.evaluate(RINGED), self.page.evaluate("document.activeElement.outerHTML")
        raise AssertionError(f"{name} is more than {most} steps away")

    def arrows(self, keys: str) -> Keys:
        """Press these keys, as "Left Enter"; nothing is asked for."""
        for key in keys.split():
            self.page.keyboard.press(key if key == "Enter" else f"Arrow{key}")
        return self

    def press(self, lands: str, key: str = "Enter") -> Keys:
        """Press what has the focus; when its answer is there, something that begins so has it."""
        before = self.page.evaluate("swaps")
        self.page.keyboard.press(key)
        self.page.wait_for_function(LANDED, arg=before)
        self.page.wait_for_function(f"lands => {NAMED}.startsWith(lands)", arg=lands)
        assert self.page.evaluate(RINGED)
        return self

    def heard(self, many: int = 1) -> list[str]:
        """What was said since the last time, once so many sentences have come, by a region that was there all along."""
        self.page.wait_for_function("many => heard.length >= many", arg=many)
        assert self.page.evaluate("said.isConnected")
        return [" ".join(said.split()) for said in self.page.evaluate("heard.splice(0)")]


@pytest.fixture
def keys(server, phone):
    def at(game: str, *names: str) -> Keys:
        desk = phone(viewport={"width": 1280, "height": 800}, has_touch=False)
        return Keys(desk, f"{server}/new/{game}", names)

    return at


def test_lost_cities_by_keyboard(keys):
    ana = keys("lost-cities", "Ana", "Ben")
    ana.to("Ana begins").press("Ana: tap the card you are playing.")
    ana.to("yellow wager", most=2).arrows("Left Left Left Left").to("Lay, draw pile", most=2)
    ana.press("Ben: tap the card you are playing.")
    assert ana.heard(2) == ["Ana begins round 1.", "Ana lays red 7 and draws."]
    ana.to("yellow wager", most=2).arrows("Left Left Enter").to("Discard", most=9)
    ana.page.keyboard.press("Tab")
    ana.press("Draw pile")
    assert ana.heard() == ["Ben discards red 9."]
    ana.to("Undo").press("Ben: tap the card you are playing.")
    assert ana.heard() == ["Ana lays red 7 and draws."]
    expect(ana.page.locator(".cell.laid input")).to_have_attribute("aria-label", "Red 7, laid by Ana")


def test_arrows_go_over_the_cards_of_lost_cities_and_the_space_bar_lets_one_go(keys):
    ana = keys("lost-cities", "Ana", "Ben")
    ana.to("Ana begins").press("Ana: tap the card you are playing.").to("yellow wager", most=2).arrows("Left")
    for key, name in (
        ("Up", "green 10"),
        ("Left", "green 9"),
        ("Up", "white 9"),
        ("Down", "green 9"),
        ("Down", "red 9"),
    ):
        ana.arrows(key)
        assert ana.page.evaluate(NAMED) == name
        assert ana.page.locator(":checked").get_attribute("aria-label") == name
    ana.arrows("Down")
    assert ana.page.evaluate(NAMED) == "red 9", "there is nothing below"
    ana.page.keyboard.press("Space")
    assert ana.page.locator(":checked").count() == 0
    ana.page.keyboard.press("Enter")
    assert ana.page.locator(":checked").count() == 1
    assert ana.page.locator("#table").get_attribute("data-seq") == "1", "Enter on a card says nothing"


def test_while_a_card_is_drawn_no_card_of_the_board_is_in_the_way(keys):
    ana = keys("lost-cities", "Ana", "Ben")
    ana.to("Ana begins").press("Ana: tap the card you are playing.")
    ana.to("yellow wager", most=2).arrows("Left Left").to("Lay", most=2)
    ana.page.keyboard.press("Tab")
    assert ana.page.evaluate(NAMED) == "Lay only"
    ana.press("Draw pile")
    assert ana.page.locator(".cell input:enabled").count() == 0


def test_roll_and_write_by_keyboard(keys):
    ana = keys("roll-and-write?pad=house", "Ana", "Ben")
    ana.to("Ana", by="e => e.dataset.said").page.keyboard.press("Space")
    for die in ("4", "4", "7", "red", "blue"):
        ana.to(die).page.keyboard.press("Enter")
    ana.to("green", back=True).press("Ana: tap a highlighted box, or refuse.")
    assert ana.heard() == ["Ana throws 4, 4, 7; red, blue and green."]
    ana.to("Write 7 in blue", back=True).page.keyboard.press("ArrowDown")
    assert ana.page.evaluate(NAMED).startswith("Write 4 in red")
    ana.press("Ben: tap a highlighted box, or refuse.")
    assert ana.heard() == ["Ana writes 4 in red."]
    ana.to("Refuse the dice").press("Ben throws: tap the six dice.")
    assert ana.heard() == ["Ben refuses: 1 dice symbol."]


def test_lutece_by_keyboard(keys):
    ana = keys("lutece", "Ana", "Ben", "Cai")
    page = ana.page

    def arrows(to: str, stops: int = 1) -> None:
        """One Tab stop for each row of choices; arrow keys move in it."""
        for _ in range(stops):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
        while page.evaluate("document.activeElement.dataset.said") != to:
            page.keyboard.press("ArrowRight")

    ana.to("Tile A")
    arrows("citizen (sword)")
    arrows("Cost 1", stops=3)  # details and a second symbol stand before it
    ana.to("Place the cards").press("Tile B")
    assert ana.heard() == ["The sword citizen goes under tile A."]
    seen = len(page.request.get(f"{page.url}/log.json").json()["events"])
    assert seen == 1
    told(page, page.url, 1, *OFFERS[1:])
    at(page, 6)
    for seat, name in enumerate(("Ana", "Ben", "Cai")):
        page.locator(f"#whose-{seat}").press(" ")
        for tile in "A1":
            ana.to(f"Tile {tile}", most=60)
            page.keyboard.press("Space")
        ana.to("Lay them")
        page.keyboard.press("Enter")
        at(page, 7 + seat)
        assert ana.heard()[-1] == f"{name} places two action cards, face down."
    page.locator("#whose-0").press(" ")
    ana.to("Bribe on tile A +3", most=60)
    page.keyboard.press("Enter")
    ana.to("Lay the bribes")
    page.keyboard.press("Enter")
    at(page, 10)
    page.locator(".board").focus()
    ana.to("All agree: reveal", most=60)
    page.keyboard.press("Enter")
    moved(page, 10)
    assert "reveal" in [event["type"] for event in page.request.get(f"{page.url}/log.json").json()["events"]]

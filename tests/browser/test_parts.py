"""What a phone makes of answers that bring only what has changed."""

from itertools import pairwise

import pytest
from flask import Flask

from ledger import NewMove
from scoring import GAMES
from tests.browser.tables import Phone, at, seated
from tests.pages import table_after
from tests.sources import played

LOOKS = "document.dispatchEvent(new Event('visibilitychange'))"
# Every element with what a reader sees and hears of it; what scripts set in the page is left out.
SHOWN = """(table) => [...table.querySelectorAll("[data-is] *")].map((it) =>
    [it.localName, it.getAttribute("aria-label"), it.getAttribute("name"), it.getAttribute("title"),
     it.children.length ? "" : it.textContent.trim()].join(" "))"""
FRESH = f"""async (address) => {{
    const answer = await fetch(address, {{ headers: {{ "HX-Request": "true" }} }});
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return ({SHOWN})(page.getElementById("table"));
}}"""


@pytest.mark.parametrize("key", GAMES)
def test_who_followed_a_game_sees_what_one_sees_who_comes_later(
    house: tuple[Flask, str], phone: Phone, key: str
) -> None:
    """Some moves come alone and some together."""
    app, server = house
    table, game = table_after(app, key, 0), played(key, 3)
    page = seated(phone(), f"{server}/t/{table.code}", "all")
    events = [game.game.formats.event(move) for move in game.moves]
    steps = [seq for seq in range(len(events)) if seq < 5 or seq % (1 + len(events) // 6) == 0]
    for begins, end in pairwise([*steps, len(events)]):
        new = enumerate(events[begins:end], begins + 1)
        moves = [NewMove(f"move-{seq}", None, None, event) for seq, event in new]
        app.extensions["referee"].ledger.moves.append_all(table.id, begins + 1, moves)
        page.evaluate(LOOKS)
        at(page, end)
        assert page.locator("#table").evaluate(SHOWN) == page.evaluate(FRESH, page.url)
        assert page.locator("#table wbr").count() == 0


def test_what_was_opened_stays_open_when_an_answer_leaves_it_as_it_was(house: tuple[Flask, str], phone: Phone) -> None:
    app, server = house
    table, game = table_after(app, "lutece", 0), played("lutece", 3)
    page = seated(phone(), f"{server}/t/{table.code}", "all")
    page.locator("#card-A label:has([data-kind])").first.click()
    page.locator("#card-A .lu-more summary").click()
    event = game.game.formats.event(game.moves[0])
    app.extensions["referee"].ledger.moves.append_all(table.id, 1, [NewMove("move-1", None, None, event)])
    page.evaluate(LOOKS)
    at(page, 1)
    assert page.locator("#card-A .lu-more").evaluate("(details) => details.open")

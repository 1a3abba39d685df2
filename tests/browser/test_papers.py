"""What two phones say of a count, a printed sheet copied by taps, and a picture of a print that does not come."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import opened, seated, told

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


def test_a_card_that_the_other_has_counted_is_asked_for_and_given_up(phone: Callable[..., Page], server: str) -> None:
    ana, ben = phone(), phone(locale="fr-FR", viewport={"width": 360, "height": 620})
    table = opened(ana, server, "lost-cities", "Ana", "Ben")
    told(ana, table, 0, {"type": "start", "seat": 0}, {"type": "count", "seat": 0, "expeditions": {"red": [5, 6]}})
    seated(ben, table, 1)
    seated(ana, table, 0)
    ben.goto(f"{table}/count/1")
    ben.locator("fieldset.red input[value='5']").locator("xpath=..").tap()
    expect(ben.locator(".mine").first).to_be_in_viewport()
    expect(ben.locator("p.mine")).to_have_text("Ana a compté\u202f: 5 rouge.")
    ben.get_by_role("button", name="C’est à moi").tap()
    ana.get_by_role("button", name="Yes, it belongs to Ben").tap()
    expect(ana.locator("#said")).to_contain_text("Ana counts 1 card.")
    expect(ben.locator(".mine")).to_have_count(0)
    ben.get_by_role("button", name="Noter").tap()
    expect(ben.locator("#said")).to_contain_text("Ben compte 1 carte.")


def test_twelve_arrows_and_twelve_vases_are_copied_in_37_taps(phone: Callable[..., Page], server: str) -> None:
    page, taps = phone(), 0
    page.goto(opened(page, server, "roll-and-write", "Ana", "Ben"))
    page.get_by_role("button", name="Copy our printed sheet").tap()
    for colour in COLOURS:
        for box, times in ((1, 1), (2, 1), (3, 2), (4, 2)):
            for _ in range(times):
                page.locator(f"button[value='{colour}-{box}']").tap()
                taps += 1
    expect(page.locator(".box.vase")).to_have_count(12)
    page.get_by_role("button", name="The other boxes are plain").tap()
    expect(page.locator(".tallies")).to_have_text("In all: arrows 12, vases 12")
    assert taps + 1 == 37


@pytest.mark.parametrize("javascript", [True, False])
def test_a_picture_of_a_print_that_does_not_come_is_words_and_can_be_asked_for_again(
    phone: Callable[..., Page], server: str, javascript: bool
) -> None:
    page = phone(javascript=javascript, expected=("503",))
    picture = re.compile(r"/print/.*\.png")
    page.route(picture, lambda asked: asked.fulfill(status=503, content_type="image/png", body=""))
    page.goto(f"{server}/print?document=lost-cities-pad")
    words = page.locator(".preview [role=status]")
    expect(words).to_be_visible()
    expect(words).to_contain_text("There is no picture of this page")
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    heard = [node["name"]["value"] for node in tree if "name" in node and not node["ignored"]]
    assert any(name.startswith("There is no picture of this page") for name in heard)
    page.unroute(picture)
    with page.expect_response(picture) as answer:
        if javascript:
            page.get_by_label("Ink").select_option("saving")
        else:
            page.get_by_role("link", name="Try again").click()
    assert answer.value.status == 200
    expect(words).to_be_hidden()

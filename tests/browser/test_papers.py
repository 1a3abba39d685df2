"""What two phones say to each other about a count, and a printed sheet copied by taps."""

from __future__ import annotations

from collections.abc import Callable

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
    ben.get_by_role("button", name="Enregistrer").tap()
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

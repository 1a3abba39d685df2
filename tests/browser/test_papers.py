"""What two phones say of a count, a printed sheet copied by taps, and a picture of a print that does not come."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.roll_and_write.pad import COLOURS
from tests.browser.tables import AWAY, Phone, far_away, loads, opened, rests, seated, told
from tests.network import Network
from tests.patience import until


def test_a_card_that_the_other_has_counted_is_asked_for_and_given_up(phone: Phone, server: str) -> None:
    ana, ben = phone(), phone(locale="fr-FR", viewport={"width": 360, "height": 620})
    for page in (ana, ben):
        page.clock.install()
    table = opened(ana, server, "lost-cities", "Ana", "Ben")
    told(ana, table, 0, {"type": "start", "seat": 0}, {"type": "count", "seat": 0, "expeditions": {"red": [5, 6]}})
    seated(ben, table, 1)
    seated(ana, table, 0)
    ben.goto(f"{table}/count/1")
    ben.locator("fieldset.red input[value='[5]']").locator("xpath=..").tap()
    expect(ben.locator(".mine").first).to_be_in_viewport()
    expect(ben.locator("p.mine")).to_have_text("Ana a compté\u202f: 5 rouge.")
    rests(ben)
    ben.get_by_role("button", name="C’est à moi").tap()
    expect(ana.get_by_role("button", name="Yes, it belongs to Ben")).to_be_visible()
    rests(ana)
    ana.get_by_role("button", name="Yes, it belongs to Ben").tap()
    expect(ana.locator("#said")).to_contain_text("Ana counts 1 card.")
    expect(ben.locator(".mine")).to_have_count(0)
    rests(ben)
    ben.get_by_role("button", name="Noter").tap()
    expect(ben.locator("#said")).to_contain_text("Ben compte 1 carte.")


def test_twelve_arrows_and_twelve_vases_are_copied_in_25_taps(phone: Phone, server: str) -> None:
    page, taps = phone(), 0
    page.goto(opened(page, server, "roll-and-write", "Ana", "Ben", pad="1"))
    page.get_by_role("button", name="Copy our printed sheet").tap()
    for colour in COLOURS:
        for box, kind in ((1, "arrow"), (2, "arrow"), (3, "vase"), (4, "vase")):
            page.locator(f"button[value*='{colour}-{box}-{kind}']").tap()
            taps += 1
    expect(page.locator(".box.vase:visible")).to_have_count(12)
    page.get_by_role("button", name="The other boxes are plain").tap()
    expect(page.locator(".tallies")).to_have_text("In all: arrows 12, vases 12")
    assert taps + 1 == 25


def item_of(page: Page, server: str, kind: str) -> str:
    """The address of a new item of this kind, which the phone shows."""
    page.goto(f"{server}/shelf")
    form = page.locator(f"form[action='/shelf/new/{kind}']")
    form.locator("[name=name]").fill("Thursday")
    with loads(page):
        form.get_by_role("button").tap()
    return page.url


def kept_at(page: Page, address: str) -> dict[str, Any]:
    return page.request.get(f"{address}.json").json()


def copy_quickly(page: Page) -> None:
    """A vase in each third box, and one taken back in each first; each tap shows at once."""
    for colour in COLOURS:
        for tap in ("1-vase", "1-plain", "3-vase"):
            page.locator(f"button[value*='{colour}-{tap}']:visible").tap()
    for kind in ("plain", "vase"):
        expect(page.locator(f"button.{kind}:visible")).to_have_count(6)
    page.get_by_role("button", name="The other boxes are plain").tap()
    expect(page.locator("button.plain:visible")).to_have_count(48)


COPIED = ["plain", "plain", "vase", *["plain"] * 6]


def test_quick_taps_on_a_sheet_far_away_are_all_kept_when_one_leaves_it(phone: Phone, server: str) -> None:
    page = phone(viewport={"width": 360, "height": 740})
    sheet = item_of(page, server, "pad")
    far_away(page)
    copy_quickly(page)
    with loads(page):
        page.get_by_role("link", name="Cairn").tap()
    until(lambda: kept_at(page, sheet)["boxes"] == dict.fromkeys(COLOURS, COPIED))


def test_taps_on_a_sheet_without_network_outlast_the_page_and_are_sent_with_it(phone: Phone, network: Network) -> None:
    page = phone(expected=AWAY)
    sheet = item_of(page, network.address, "pad")
    network.goes_away()
    copy_quickly(page)
    expect(page.locator("#waiting")).to_contain_text("No connection; will be sent: Thursday")
    page.goto("about:blank")
    network.comes_back()
    page.goto(sheet)
    expect(page.locator("button.vase:visible")).to_have_count(6)
    expect(page.locator("#about")).to_contain_text("54 of 54 boxes known")
    assert kept_at(page, sheet)["boxes"] == dict.fromkeys(COLOURS, COPIED)


def test_taps_on_a_sheet_that_is_left_while_some_are_on_their_way_are_one_report(phone: Phone, server: str) -> None:
    page = phone(expected=AWAY)
    sheet = item_of(page, server, "pad")
    page.route("**/change", lambda _route: None)
    with page.expect_request("**/change"):
        page.locator("button[value*='red-1-vase']:visible").tap()
    page.locator("button[value*='red-1-plain']:visible").tap()
    waiting = f"() => JSON.parse(localStorage['waiting {sheet.removeprefix(server)}'])"
    assert len(page.evaluate(waiting)) == 2
    page.evaluate("() => dispatchEvent(new Event('pagehide'))")
    (left,) = page.evaluate(waiting)
    taps = [json.loads(tap) for name, tap in left["fields"] if name == left["joins"]]
    assert taps == [["red-1-vase"], ["red-1-plain"]]


def test_cards_are_entered_in_a_box_without_network(phone: Phone, server: str) -> None:
    page = phone(expected=AWAY)
    box = item_of(page, server, "box")
    page.context.set_offline(True)
    for kind in ("mill", "statue"):
        page.locator(f"label:has([data-kind='{kind}'])").tap()
        page.get_by_role("button", name="Add to my cards").tap()
    expect(page.locator("#waiting")).to_contain_text("statue")
    page.context.set_offline(False)
    expect(page.locator("#about")).to_contain_text("2 of ")
    assert [card["kind"] for card in kept_at(page, box)["cards"]] == ["mill", "statue"]
    with loads(page):
        page.get_by_role("link", name="mill").tap()
    page.context.set_offline(True)
    page.get_by_text("Remove from my cards").tap()
    page.get_by_role("button", name="Remove: ").tap()
    page.context.set_offline(False)
    expect(page.locator("#about")).to_contain_text("1 of ")
    expect(page).to_have_url(box)
    assert [card["kind"] for card in kept_at(page, box)["cards"]] == ["statue"]


def post(page: Page, address: str, **sent: str) -> None:
    """Another phone changes an item meanwhile."""
    token = page.locator("[name=csrf_token]").first.input_value()
    assert page.request.post(f"{address}/change", form={"csrf_token": token, **sent}).ok


def test_a_tap_that_waited_says_that_another_phone_has_changed_its_box_meanwhile(
    phone: Phone, network: Network
) -> None:
    page = phone(expected=(*AWAY, "409"))
    sheet = item_of(page, network.address, "pad")
    network.goes_away()
    for box in (3, 4):
        page.locator(f"button[value*='red-{box}-arrow']").tap()
    page.goto("about:blank")
    network.comes_back()
    other = phone()
    other.goto(sheet)
    post(other, sheet, **{"report.0.boxes": '["red-3-arrow"]'})
    post(other, sheet, **{"report.0.boxes": '["red-3-vase"]'})
    page.goto(sheet)
    expect(page.locator(".refusal")).to_have_text(
        "Red, box 3 was changed on another phone meanwhile. It stays as it is there."
    )
    assert kept_at(page, sheet)["boxes"]["red"][2:4] == ["vase", "arrow"]


def test_a_card_saved_without_network_asks_where_another_phone_has_changed_it_meanwhile(
    phone: Phone, server: str
) -> None:
    page = phone(expected=(*AWAY, "409"))
    page.clock.install()
    box = item_of(page, server, "box")
    page.locator("label:has([data-kind='mill'])").tap()
    page.get_by_role("button", name="Add to my cards").tap()
    with loads(page):
        page.get_by_role("link", name="mill").tap()
    [card] = kept_at(page, box)["cards"]
    page.context.set_offline(True)
    page.get_by_label("Cost 2").tap()
    page.get_by_role("button", name="Save changes").tap()
    post(page, box, **{"report.0.card": json.dumps({"id": card["id"], "kind": "mill", "cost": 3})})
    page.context.set_offline(False)
    expect(page.locator(".refusal")).to_contain_text("was changed on another phone meanwhile.")
    rests(page)
    page.get_by_role("button", name="Save changes").tap()
    until(lambda: kept_at(page, box)["cards"][0]["cost"] == 2)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_picture_of_a_print_that_does_not_come_is_words_and_can_be_asked_for_again(
    phone: Phone, server: str, javascript: bool
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

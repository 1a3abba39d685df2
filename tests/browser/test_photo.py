"""An evening on paper: the printed sheets are filled in, photographed, and counted without a tick."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from pypdfium2 import PdfDocument

from bench.photos.blanks import blank_for
from bench.photos.camera import photographed
from bench.photos.hand import filled
from photos.reader import Reading
from printables import Choice
from printables.blank import DOTS, Blank
from scoring import GAMES
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import facts
from tests.browser.chromium import LARGE
from tests.browser.looking import assert_for_everyone
from tests.browser.tables import Phone, letters, loads
from tests.photos.papers import jpeg, numbers_on, on_one_table
from tests.web.test_photo import PAPER, doubtful_reading, sheet_of
from web.count import photo as pages

KEY, SHEET = "roll-and-write", "roll-and-write-sheet"
NAMES = ("Ana", "Ben", "Cai")
STAYS = """document.addEventListener('submit', (event) => {
    event.preventDefault();
    document.body.classList.add('sent');
})"""


def printed(page: Page, server: str, sheet: str = SHEET) -> Blank:
    """The sheet that the print page gives, as it comes out of the printer."""
    page.goto(f"{server}/print?document={sheet}&paper=A5")
    link = page.locator("a[href*='.pdf']").first.get_attribute("href") or ""
    pdf = PdfDocument(page.request.get(f"{server}{link}").body())
    blank = blank_for(Choice(sheet, "A5", 1))
    return replace(blank, picture=pdf[0].render(scale=DOTS / 72).to_pil().convert("L").resize(blank.picture.size))


def played(chance: Random):
    """How a game of three by chance ended."""
    game = GAMES[KEY]
    state = game.start(game.formats.setup({"players": list(NAMES), "pad": "house"}))
    while game.to_act(state):
        state = game.apply(state, game.forced.move(state) or game.chance(chance, state))
    return state


def to_the_camera(page: Page, seat: int = 0) -> None:
    """Its script has run."""
    with loads(page):
        page.locator(f"#paper{seat} .photograph").click()


def give(chosen: Locator, photo: bytes) -> None:
    chosen.set_input_files(files=[{"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": photo}])


def answered(page: Page, told: dict[str, int]) -> None:
    """What Cairn asks about is looked up on the paper."""
    page.locator(".doubt, #count").first.wait_for()
    for question in page.locator(".doubt").all():
        fact = (question.locator("input").first.get_attribute("name") or "").partition(".told.")[2]
        question.locator(f"input[value='{told[fact]}']").check()
    if page.locator(".doubt").count():
        page.get_by_role("button", name="Fill in the count", exact=True).click()
    page.locator("#count").wait_for()


def assert_kept(page: Page, totals: dict[str, int]) -> None:
    """These are the totals of the paper, and of the result once it is kept."""
    for seat, total in enumerate(totals.values()):
        expect(page.locator(f"#total{seat}")).to_have_text(str(total).replace("-", "−"))
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("link", name="See the result").click()
    for name, total in totals.items():
        expect(page.locator("main")).to_contain_text(name)
        expect(page.locator("main")).to_contain_text(str(total).replace("-", "−"))


def test_an_evening_of_three_from_the_print_page_to_the_result(house, phone: Phone) -> None:
    chance, page, server = Random(2), phone(), house[1]
    blank, state = printed(page, server), played(chance)
    totals = [player.total for player in GAMES[KEY].score(GAMES[KEY].position(state)).players]
    told = [facts(sheet_json(sheet)) for sheet in state.sheets]
    papers = [filled(chance, blank, told[seat], numbers_on(sheet)) for seat, sheet in enumerate(state.sheets)]
    page.goto(server + PAPER)
    page.locator(".many label", has_text="3").click()
    for seat, name in enumerate(NAMES):
        page.locator(f"[name=name{seat}]").fill(name)
        to_the_camera(page, seat)
        give(page.locator("[type=file]").first, photographed(chance, papers[seat], 0))
        answered(page, told[seat])
        expect(page.locator(f"#paper{seat}")).to_contain_text("Nothing is recorded yet")
    assert_kept(page, dict(zip(NAMES, totals, strict=True)))


def test_the_sheets_of_three_in_one_photo_are_named_and_kept(house, phone) -> None:
    chance, page, server = Random(2), phone(locale="en-GB", bypass_csp=True), house[1]
    state, blank = played(chance), blank_for(Choice(SHEET, "A5", 1))
    totals = [player.total for player in GAMES[KEY].score(GAMES[KEY].position(state)).players]
    told = [facts(sheet_json(sheet)) for sheet in state.sheets]
    papers = [filled(chance, blank, told[seat], numbers_on(sheet)) for seat, sheet in enumerate(state.sheets)]
    page.goto(server + PAPER)
    page.locator("[name=name0]").fill("Ana")
    to_the_camera(page)
    give(page.locator("[type=file]").first, jpeg(on_one_table(chance, papers, 3), quality=60))
    page.locator(".seen").nth(2).wait_for()
    assert_for_everyone(page)
    for seat, name in enumerate(NAMES):
        typed = page.locator(f".seen [name=name{seat}]")
        expect(typed).to_have_value("" if seat else "Ana")
        typed.fill(name)
    for question in page.locator(".doubt").all():
        _photo, seat, fact = (question.locator("input").first.get_attribute("name") or "").split(".", 2)
        question.locator(f"input[value='{told[int(seat)][fact.removeprefix('told.')]}']").check()
    page.get_by_role("button", name="Fill in the count", exact=True).click()
    page.locator("#count").wait_for()
    expect(page.get_by_text("Nothing is recorded yet")).to_have_count(3)
    assert_kept(page, dict(zip(NAMES, totals, strict=True)))


def test_without_scripts_a_picture_is_chosen_and_sent_and_a_refusal_keeps_what_was_typed(house, phone) -> None:
    page = phone(javascript=False, expected=("422",))
    page.goto(house[1] + PAPER)
    page.locator("[name=name0]").fill("Ana")
    to_the_camera(page)
    give(page.locator("[type=file]").last, b"PK\3\4 no picture")
    page.get_by_role("button", name="Read the photo").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not a photo that Cairn can read")
    page.get_by_role("button", name="Back without the photo").click()
    expect(page.locator("[name=name0]")).to_have_value("Ana")


def test_the_phone_makes_a_photo_smaller_before_it_is_sent(house, phone) -> None:
    page = phone()
    page.goto(house[1] + PAPER)
    to_the_camera(page)
    page.evaluate(STAYS)
    camera = page.locator("[type=file]").first
    give(camera, jpeg(Image.effect_noise((3000, 4000), 30), quality=60))
    expect(page.get_by_role("status").filter(has_text="Cairn is reading the photo.")).to_be_visible()
    expect(page.locator("progress")).to_be_visible()
    page.locator("body.sent").wait_for()
    sent = """async ({ files: [file] }) => {
        const { width, height } = await createImageBitmap(file);
        return [file.type, width, height];
    }"""
    assert camera.evaluate(sent) == ["image/jpeg", 1800, 2400]


@pytest.fixture
def doubtful(monkeypatch: pytest.MonkeyPatch) -> Reading:
    """Whatever the photo, five facts of it are in doubt."""
    reading = doubtful_reading()
    monkeypatch.setattr(pages, "read_photo", lambda _photo, _round, _worked, _layouts: (sheet_of(reading),))
    return reading


def shown(page: Page, address: str) -> Iterator[str]:
    """The pages on the way from the camera to the count."""
    page.goto(address + PAPER)
    to_the_camera(page)
    yield "camera"
    give(page.locator("[type=file]").first, jpeg(Image.new("L", (600, 800), 200)))
    page.locator(".doubt").nth(4).wait_for()
    yield "questions"
    for question in page.locator(".doubt").all():
        question.locator("input").first.check()
    page.locator("form:has(.doubt) .main").click()
    page.locator("#count").wait_for()
    yield "count"


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("fr-FR", "dark")])
@pytest.mark.usefixtures("doubtful")
def test_the_way_of_a_photo_is_for_everyone(house, phone, locale, scheme) -> None:
    page = phone(locale=locale, color_scheme=scheme, bypass_csp=True)
    for place in shown(page, house[1]):
        page.set_viewport_size({"width": 360 if place == "count" else 320, "height": 740})
        assert_for_everyone(page)
        letters(page, LARGE)
        assert_no_wider(page, place)
        letters(page, LARGE // 2)


def assert_no_wider(page: Page, place: str) -> None:
    """Nothing sticks out of any screen."""
    for width, height in ((320, 620), (360, 620), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (place, width)


@pytest.mark.usefixtures("doubtful")
def test_the_way_of_a_photo_needs_no_finger(house, phone) -> None:
    page = phone()
    page.goto(house[1] + PAPER)
    page.locator("#paper0 .photograph").focus()
    with loads(page):
        page.keyboard.press("Enter")
    give(page.locator("[type=file]").first, jpeg(Image.new("L", (600, 800), 200)))
    page.locator(".doubt").nth(4).wait_for()
    for question in page.locator(".doubt").all():
        question.locator("input").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        expect(question.locator("input").last).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#paper0")).to_contain_text("Nothing is recorded yet")


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.usefixtures("doubtful")
def test_back_from_the_questions_is_the_page_of_the_photo_and_no_question_of_the_browser(
    house, phone, javascript
) -> None:
    page = phone(javascript=javascript)
    page.goto(house[1] + PAPER)
    to_the_camera(page)
    give(page.locator("[type=file]").first, jpeg(Image.new("L", (600, 800), 200)))
    if not javascript:
        page.locator("#photo button.main").click()
    page.locator(".doubt").nth(4).wait_for()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Photograph the sheet: Player 1")


def test_several_sheets_fit_with_letters_twice_as_large_and_what_no_would_mean_is_a_line_or_two_beside_them(
    house, phone, monkeypatch
) -> None:
    sheets = (sheet_of(doubtful_reading()),) * 2
    monkeypatch.setattr(pages, "read_photo", lambda _photo, _round, _worked, _layouts: sheets)
    page = phone(locale="fr-FR")
    letters(page, LARGE)
    page.goto(house[1] + PAPER)
    to_the_camera(page)
    give(page.locator("[type=file]").first, jpeg(Image.new("L", (600, 800), 200)))
    page.locator(".doubt").nth(9).wait_for()
    assert_no_wider(page, "several sheets")
    letters(page, LARGE // 2)
    page.set_viewport_size({"width": 740, "height": 360})
    lines = "(all) => all.map((it) => it.clientHeight / parseFloat(getComputedStyle(it).fontSize))"
    assert max(page.locator(".doubt small").evaluate_all(lines)) < 4

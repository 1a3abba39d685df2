"""A phone that joins another's table: what it fetches, and how it finds that table."""

import shutil
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import expect

from pocket.pack import PARTS
from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.tables import until, wait
from tests.browser.test_lost_cities import open_table
from tests.conftest import ROOT
from tests.pocket.conftest import renamed, served
from tests.pocket.pockets import Phone, Pocket, pocket_in
from tests.pocket.test_pocket import VERSION

pytestmark = pytest.mark.xdist_group("pocket")
MOST = 800_000  # bytes that a guest fetches
AWAY = "Failed to load resource"
# The files that this phone has, as they lie in the folder that was packed.
KEPT = """async () => {
    const [name] = (await caches.keys()).filter((name) => !name.endsWith("pages"));
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1));
}"""
READS = "window.BarcodeDetector = class { static getSupportedFormats = async () => ['qr_code']; }"
UPDATE = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"
UPDATED = """async () => {
    const { installing, waiting } = await navigator.serviceWorker.getRegistration();
    return !installing && !waiting;
}"""

CAMERA = 1280, 720
HEAD = b"YUV4MPEG2 W%d H%d F15:1 Ip A1:1 C420jpeg\nFRAME\n" % CAMERA
# Where a point of what the camera sees lies on the screen: turned, and farther away at one side.
TILTED = (1.2, -0.3, -432, 0.25, 1.2, -175, 0.0003, 0.0002)


@pytest.fixture
def film(tmp_path) -> Callable[[bytes], None]:
    """What the camera of all phones sees from now on: a picture of a screen, tilted, out of focus and dim."""

    camera = tmp_path / "camera.y4m"
    camera.write_bytes(bytes(len(HEAD) + CAMERA[0] * CAMERA[1] * 3 // 2))

    def filmed(picture: bytes) -> None:
        screen = Image.open(BytesIO(picture)).convert("L")
        seen = screen.transform(CAMERA, Image.Transform.PERSPECTIVE, TILTED, Image.Resampling.BICUBIC, fillcolor=90)
        light = seen.filter(ImageFilter.GaussianBlur(1)).point(lambda light: light * 0.3).tobytes()
        with camera.open("r+b") as file:  # never shorter than a frame: the browser may be reading it
            file.write(HEAD + light + bytes([128]) * (len(light) // 2))

    return filmed


@pytest.fixture
def filming(browser, host, film, tmp_path) -> Iterator[Callable[..., Phone]]:
    """Phones that have a camera: `filming(parts=…)`."""
    film((ROOT / "static" / "icon-512.png").read_bytes())
    sees = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={tmp_path / 'camera.y4m'}"]
    arguments = [*CHROMIUM, *sees, "--use-fake-ui-for-media-stream"]
    seeing = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    with pocket_in(seeing, host) as phone:
        yield phone
    seeing.close()


def size(file: Path) -> int:
    """The bytes of a file as it comes."""
    return (file if file.exists() else file.with_name(f"{file.name}.z")).stat().st_size


def test_a_phone_that_joins_fetches_no_python_and_gets_it_whole_when_it_opens_alone(pocket, packed):
    phone = pocket(parts=())
    window = phone.window(expected=AWAY)
    window.window.goto(window.address)
    expect(window.window.locator("#says")).to_contain_text("could not be fetched whole")
    kept = window.window.evaluate(KEPT)
    assert not {*kept} & {path for paths in PARTS.values() for path in paths}
    assert sum(size(packed / path) for path in kept) < MOST
    phone.network.comes_back()
    window.window.get_by_role("button", name="Try again").tap()
    window.window.locator("html[data-ready]").wait_for(state="attached")
    phone.network.goes_away()
    window.open()
    window.locator("a.brand").wait_for()


def test_a_phone_with_a_part_of_python_that_opens_alone_after_an_update_gets_all_of_the_new(pocket, packed, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(packed, site)
    with served(site) as host:
        phone = pocket(at=host, parts=())
        phone.network.comes_back()
        window = phone.window(expected=AWAY)
        window.window.goto(f"{window.address}static/icon.svg")
        window.window.evaluate("fetch('../pocket/cairn.json').then(({ body }) => body.cancel())")
        shutil.rmtree(site)
        renamed(packed, site, "another")
        (site / "pocket" / "cairn.pack.z").unlink()
        window.window.evaluate(UPDATE)  # without the shell, which would fetch Python of the old version meanwhile
        until(window.window, UPDATED)
        window.window.goto(window.address)
        window.window.locator("html[data-version$=another]").wait_for(state="attached")
        expect(window.window.locator("#says")).to_contain_text("could not be fetched whole")
        shutil.copy(packed / "pocket" / "cairn.pack.z", site / "pocket")
        window.window.get_by_role("button", name="Try again").tap()
        window.window.locator("html[data-ready]").wait_for(state="attached")
        assert window.window.evaluate(VERSION).endswith("another")


def test_two_phones_look_at_each_others_codes_and_one_is_in(filming, film):
    """Without a network; their cameras see the other's screen at a slant, out of focus and dim."""
    keeps, joins = filming(parts=PARTS), filming(parts=("reader",))
    for phone in (keeps, joins):
        phone.context.grant_permissions(["camera"])
    host, guest = keeps.window(), joins.window(expected=AWAY)
    host.open()
    table = open_table(host, host.address)
    host.goto(f"{table}/share")
    host.get_by_role("button", name="Let others join").tap()
    host.window.locator("#code[data-text]").wait_for()
    film(host.window.screenshot())
    guest.window.goto(guest.address)
    guest.window.get_by_role("button", name="Scan to join a table").tap()
    guest.window.get_by_text("Now the other phone scans this code").wait_for()
    film(guest.window.screenshot())
    host.window.get_by_role("button", name="Scan their code").tap()
    expect(host.window.locator("#joining-says")).to_contain_text("The other phone is in.")
    guest.get_by_text("Who are you?").wait_for()


def test_the_reader_of_codes_is_fetched_at_the_first_scan_and_that_is_said_where_there_is_no_network(filming):
    phone = filming(parts=())
    window = phone.window(expected=AWAY)
    window.window.goto(window.address)
    scan = window.window.get_by_role("button", name="Scan to join a table")
    scan.tap()
    expect(window.window.locator("#wrong")).to_contain_text("has to fetch its reader of codes")
    window.window.get_by_role("button", name="Back").tap()
    phone.network.comes_back()
    scan.tap()
    until(window.window, "() => caches.match('pocket/zxing_reader.wasm').then(Boolean)")


def test_who_keeps_tables_gets_what_reads_codes_too_and_starts_without_it(pocket):
    phone = pocket(parts=("python",))
    window = phone.window(expected=AWAY)
    window.open()
    phone.network.comes_back()
    window.open()
    until(window.window, "() => caches.match('pocket/zxing_reader.wasm').then(Boolean)")


def test_who_keeps_tables_fetches_nothing_to_read_codes_where_the_browser_reads_them(pocket):
    phone = pocket(parts=("python",))
    phone.network.comes_back()
    window = phone.window()
    window.window.add_init_script(READS)
    window.open()
    assert not {*window.window.evaluate(KEPT)} & {*PARTS["reader"]}


def test_without_a_camera_codes_go_as_text_and_what_is_wrong_with_one_is_said(pocket):
    host, joins = pocket().window(), pocket(parts=())
    host.clock.install()
    host.open()
    table = open_table(host, host.address)
    host.goto(f"{table}/share")
    host.get_by_role("button", name="Let others join").tap()
    host.window.get_by_role("button", name="Use the camera").tap()
    says = host.window.locator("#joining-says")
    expect(says).to_contain_text("does not work in every network")
    expect(host.window.locator("#act")).to_be_hidden()
    text, wrong = host.window.locator("#text"), host.window.locator("#wrong")

    def looks() -> tuple[Pocket, str]:
        """A guest that has looked at the code, and its own."""
        guest = joins.window(expected=AWAY)
        shown = host.window.locator("#code").get_attribute("data-text")
        guest.window.goto(shown.replace(host.address, guest.address))
        return guest, guest.window.locator("#code[data-text]").get_attribute("data-text")

    def pasted(code: str) -> None:
        text.fill(code)
        host.window.get_by_role("button", name="Use it").tap()

    pasted("nothing of ours")
    expect(wrong).to_contain_text("not the code that the other phone shows once it has scanned this one")
    expect(text).to_have_value("nothing of ours")
    first, answer = looks()
    pasted(answer)
    expect(says).to_contain_text("The other phone is in.")
    expect(text).to_have_value("")
    first.get_by_text("Who are you?").wait_for()
    pasted(answer)
    expect(says).to_contain_text("used before, or answers another one")
    first.window.close()
    second, answer = looks()
    second.window.close()
    pasted(answer)
    expect(says).to_contain_text("looking for each other")

    def is_given_up() -> bool:
        host.clock.fast_forward(20_000)  # the wait may only now begin
        return "did not find each other" in says.inner_text()

    wait(host.window, is_given_up, "the phones still look for each other")
    host.clock.fast_forward(300_000)
    pasted(answer)
    expect(says).to_contain_text("good for five minutes")
    expect(text).to_have_value(answer)
    lost = joins.window(expected=AWAY)
    lost.window.goto(f"{lost.address}#join=AAAA")
    expect(lost.window.locator("#joining-says")).to_contain_text("not the code that the other phone shows under Share")
    expect(lost.window.get_by_role("button", name="Scan to join a table").last).to_be_visible()


def test_a_code_that_is_none_does_not_end_the_cairn_of_who_would_join(pocket):
    window = pocket().window(expected=AWAY)
    window.window.goto(f"{window.address}#guest")
    window.window.get_by_role("button", name="Scan to join a table").tap()
    text = window.window.locator("#text")
    expect(window.window.locator("#wrong")).to_contain_text("There is no camera")
    window.window.evaluate("window.same = true")
    text.fill("host~cut off")
    window.window.get_by_role("button", name="Use it").tap()
    expect(window.window.locator("#wrong")).to_contain_text("not the code that the other phone shows under Share")
    expect(text).to_have_value("host~cut off")
    assert window.window.evaluate("window.same")

"""A phone that joins another's table: what it fetches, and how it finds that table."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pocket.pack import PARTS
from tests.pocket.conftest import renamed, served
from tests.pocket.test_pocket import VERSION

pytestmark = pytest.mark.xdist_group("pocket")
MOST = 800_000  # bytes that a guest fetches
AWAY = "Failed to load resource"
# The files that this phone has, as they lie in the folder that was packed.
KEPT = """async () => {
    const [name] = (await caches.keys()).filter((name) => !name.endsWith("pages"));
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1));
}"""


def size(file: Path) -> int:
    """The bytes of a file as it comes."""
    return (file if file.exists() else file.with_name(f"{file.name}.z")).stat().st_size


def test_a_phone_that_joins_fetches_no_python_and_gets_it_whole_when_it_opens_alone(pocket, packed):
    phone = pocket(python=False)
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


def test_a_phone_without_python_that_opens_alone_after_an_update_gets_all_of_the_new_version(pocket, packed, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(packed, site)
    with served(site) as host:
        phone = pocket(at=host, python=False)
        shutil.rmtree(site)
        renamed(packed, site, "another")
        (site / "pocket" / "cairn.pack.z").unlink()
        phone.network.comes_back()
        window = phone.window(expected=AWAY)
        window.window.goto(window.address)
        window.window.locator("html[data-version=another]").wait_for(state="attached")
        expect(window.window.locator("#says")).to_contain_text("could not be fetched whole")
        shutil.copy(packed / "pocket" / "cairn.pack.z", site / "pocket")
        window.window.get_by_role("button", name="Try again").tap()
        window.window.locator("html[data-ready]").wait_for(state="attached")
        assert window.window.evaluate(VERSION) == "another"

"""Roll & Write tapped over bad networks: see `tests/browser/taps.py`."""

from playwright.sync_api import Page, expect

from scoring.roll_and_write.pad import COLOURS
from tests.browser.taps import Entered, Said
from tests.browser.test_roll_and_write import ONE_AND_AN_ARROW, RED, chosen, lit, quick, refused, rolled, throw


def throws_and_writes(page: Page) -> None:
    throw(page, "5 6 7 yellow yellow green")
    lit(page, 0, 5, "yellow").click()
    expect(page.locator("#hand-0").get_by_text("Where next?")).to_be_visible()
    page.locator("#col-0 .col.blue .again").click()
    lit(page, 1, 7, "green").click()


def throws_and_refuses(page: Page) -> None:
    """Both buttons say the same: that one of them waits must not shut the other."""
    throw(page, "1 4 4 orange blue orange")
    for seat in (0, 1):
        quick(page, page.locator(f"#hand-{seat} .refusing > form button"))


def ticks_columns(page: Page) -> None:
    for colour, level in LEVELS.items():
        quick(page, page.locator(f"input[name='report.0.sheet.expeditions.{colour}.level'][value='{level}']"))
    quick(page, page.locator("input[name='report.0.sheet.expeditions.red.double']"))


WRITTEN = [
    rolled(0, 0, "yellow", "yellow", "green") | {"numbers": [5, 6, 7]},
    chosen(0, 5, "yellow") | {"accelerate": ["blue"]},
    chosen(1, 7, "green"),
]
REFUSED = [rolled(0, 0, "orange", "blue", "orange") | {"numbers": [1, 4, 4]}, refused(0), refused(1)]
SAID = {
    "": Said(
        throws_and_writes,
        ("yellow 5 · blue · Ana", "green 7"),
        WRITTEN,
        [*ONE_AND_AN_ARROW, rolled(1, 1, *RED), refused(1), refused(0)],
        meanwhile=rolled(0, 9, *RED),
        settings={"pad": "0"},
    ),
    "both refuse": Said(throws_and_refuses, ("Refuse",), REFUSED, settings={"pad": "0"}),
}
LEVELS = dict(zip(COLOURS, (3, 1, 4, 1, 5, 9), strict=True))
COLUMNS = {colour: {"level": level} for colour, level in LEVELS.items()} | {"red": {"double": True, "level": 3}}
SHEET = {"artifacts": 0, "dice": 0, "expeditions": COLUMNS}
COUNTED = {"": Entered(ticks_columns, "5", "Count Ana", {"sheet": SHEET}, settings={"pad": "1"})}

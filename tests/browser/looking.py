"""What is wrong with a page as it is shown: by axe-core, and by the list of invariants in `tests/looks`."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text()
INVARIANTS = (Path(__file__).parents[1] / "looks" / "invariants.js").read_text().strip().rstrip(";")
LEAST = 44  # px of what a finger touches
# A drawn column of a sheet is one link whose name is a sentence ("Red, stands at 4"), not the numbers drawn in it.
UNASKED = ("label-content-name-mismatch",)
VIOLATIONS = """async (unasked) => (await axe.run(document, {
    resultTypes: ["violations"],
    preload: false,
    rules: Object.fromEntries(unasked.map((rule) => [rule, { enabled: false }])),
})).violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 200)}`))"""


def violations(page: Page, *unasked: str) -> list[str]:
    """What axe-core finds; the page's policy has to be bypassed."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE)
    return [f"for everyone: {found}" for found in page.evaluate(VIOLATIONS, [*UNASKED, *unasked])]


def amiss(page: Page, **promised: int) -> list[str]:
    """What is wrong on this screen, each a sentence that begins with its size; `invariants.js` says what is asked."""
    size = page.viewport_size or {}
    return [f"{' x '.join(map(str, size.values()))}: {found}" for found in page.evaluate(f"({INVARIANTS})", promised)]


def assert_for_everyone(page: Page, *unasked: str) -> None:
    """Nobody is left out by this page, neither by how it is read nor by how it is touched."""
    found = [*violations(page, *unasked), *amiss(page, large=LEAST)]
    assert not found, "\n".join([page.url, *found])

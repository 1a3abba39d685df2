"""A name that is written from right to left: numbers, words and other names stand where a sentence has them."""

import pytest
from flask import Flask

from ledger import NewMove, Table
from scoring import GAMES
from tests.browser.tables import Phone
from tests.pages import reached
from tests.sources import played
from tests.visitor import Visitor

NAMES = ("דניאל", "مريم", "שרה", "אבי", "לאה")
# Names and numbers of a line that stand left of what they follow; a part of a page that is laid out by itself is asked
# by itself.
SWAPPED = """(names) => {
  const block = (it) => {
    while (["inline", "contents"].includes(getComputedStyle(it).display)) it = it.parentElement;
    return it;
  };
  const found = new RegExp(`${names.join("|")}|[−-]?\\\\d+`, "g");
  const swapped = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let before = null, text = walk.nextNode(); text; text = walk.nextNode()) {
    const within = text.parentElement;
    if (!within.checkVisibility() || within.closest("script, style, template, .unseen-text, option")) continue;
    for (const { index, 0: said } of text.data.matchAll(found)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + said.length);
      const { left, top, bottom } = range.getBoundingClientRect();
      const now = { said, left, middle: (top + bottom) / 2, of: block(within) };
      const together = before?.of === now.of && Math.abs(before.middle - now.middle) < 8;
      const named = names.includes(said) || names.includes(before?.said);
      if (together && named && left < before.left - 1) swapped.add(`${before.said}, ${said}: ${now.of.innerText}`);
      before = now;
    }
  }
  return [...swapped];
}"""
OPENED = "document.querySelectorAll('details').forEach((it) => { it.open = true; })"


def table_of(app: Flask, key: str, share: float) -> Table:
    """A table of people with these names, with the first part of a random game on it."""
    game, ledger = played(key, 3), app.extensions["referee"].ledger
    settings = {name: value for name, value in game.log().items() if name not in ("game", "events", "players")}
    table = ledger.tables.open(key, settings, NAMES[: len(game.names)], "somebody")
    moves = game.moves[: round(share * len(game.moves))]
    events = map(game.game.formats.event, moves)
    new = [NewMove(f"move-{seq}", None, None, event) for seq, event in enumerate(events, 1)]
    ledger.moves.append_all(table.id, 1, new)
    return table


@pytest.mark.parametrize("key", GAMES)
def test_numbers_and_names_beside_a_name_stand_where_the_sentence_has_them(
    house: tuple[Flask, str], phone: Phone, key: str
) -> None:
    app, server = house
    page = phone(viewport={"width": 412, "height": 915}, reduced_motion="reduce", expected=("404",))
    swapped = {}
    table = table_of(app, key, 1)
    starts = (f"/t/{table.code}", f"/r/{table.watch}")
    asked = [address for start in starts for address, _ in reached(Visitor(app.test_client()), start)]
    for address in ("", f"/t/{table_of(app, key, 0.45).code}", *dict.fromkeys(asked)):
        page.goto(f"{server}{address}")
        page.evaluate(OPENED)
        swapped[address] = page.evaluate(SWAPPED, NAMES)
    assert {where: what for where, what in swapped.items() if what} == {}

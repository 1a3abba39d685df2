"""From the board to the correction of what brought what it shows."""

from __future__ import annotations

import pytest

from tests.conftest import open_table
from tests.web.lost_cities import happened
from tests.web.test_history import on_the_table

REFUSES = {"type": "refuse", "seat": 1}
CHOOSES = {"type": "choose", "seat": 0, "number": 4, "colour": "red"}
ROLL = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}
CARD = {"id": "c1", "kind": "citizen", "cost": 1, "resources": {"potion": 1}}


def opened(visitor, book, key, *events):
    ana = open_table(visitor(), key)
    table = book.tables.by_code(ana.at.split("/")[2])
    happened(book, table, events)
    return ana, table


def wrong(page) -> list[str]:
    return [href for href, _said in page.links if "/wrong?what=" in href]


def test_every_filled_box_of_a_sheet_leads_to_the_move_that_filled_it(visitor, book):
    events = (ROLL, CHOOSES, REFUSES, {**ROLL, "seat": 1}, REFUSES)
    ana, table = opened(visitor, book, "roll-and-write", *events)
    links = wrong(ana.go(f"/t/{table.code}"))
    assert [link.partition("=")[2] for link in links] == ["0-red-1", "1-dice-2", "1-dice-1"]
    reached = []
    for link in links:
        ana.go(link)
        reached.append(ana.at)
    assert reached == [f"/t/{table.code}/amend/{number}" for number in (2, 5, 3)]


@pytest.mark.parametrize("what", ["", "0-red-2", "9-red-1", "0-pink-1", "0-red-99", "4"])
def test_what_is_not_there_leads_to_the_log(visitor, book, what):
    ana, table = opened(
        visitor, book, "roll-and-write", ROLL, {"type": "choose", "seat": 0, "number": 4, "colour": "red"}
    )
    ana.go(f"/t/{table.code}/wrong?what={what}")
    assert ana.at == f"/t/{table.code}/log"


def test_a_card_on_its_tile_leads_to_its_offer(visitor, book):
    ana, table = opened(visitor, book, "lutece", {"type": "offer", "tile": "A", "card": CARD})
    (link,) = wrong(ana.go(f"/t/{table.code}"))
    ana.go(link)
    assert ana.at == f"/t/{table.code}/amend/1"


def test_who_only_watches_and_the_play_back_have_no_such_way(visitor, book):
    ana, table = opened(visitor, book, "lutece", {"type": "offer", "tile": "A", "card": CARD})
    assert wrong(ana.go(f"/t/{table.code}"))
    for page in (
        visitor().go(f"/w/{table.watch}"),
        ana.go(f"/t/{table.code}/at/1"),
        ana.go(f"/t/{table.code}/amend/1"),
    ):
        assert wrong(page) == []


def test_every_card_that_was_bought_leads_to_its_offer(visitor, book):
    table = on_the_table(book, "lutece", 0)
    ana = visitor()
    ana.go(f"/t/{table.code}")
    ana.press(table.names[0])
    offers = {row.seq: row.event["card"]["id"] for row in book.moves.read(table.id) if row.event["type"] == "offer"}
    links = wrong(ana.page)
    assert links
    for link in links:
        ana.go(link)
        assert offers[int(ana.at.rpartition("/")[2])] == link.partition("=")[2]

"""A practice table: one tap on the opening page, a game under way, nobody's, gone after a day."""

from datetime import timedelta

import pytest

from scoring import GAMES
from tests.visitor import Visitor, report

every_game = pytest.mark.parametrize("key", GAMES)


def practise(visitor: Visitor, key: str) -> str:
    """Tap "Practise" on the opening page; the code of the table."""
    visitor.on("/").press(f"Practise: {GAMES[key].title}")
    return visitor.at.split("/")[2]


@every_game
def test_one_tap_opens_a_game_under_way(visitor, book, key):
    ana = visitor()
    table = book.tables.by_code(practise(ana, key))
    assert ana.status == 200
    assert table.practice
    assert book.moves.last_seq(table.id) == len(GAMES[key].lesson.practice.log["events"])
    assert len(book.seats.sittings(table.id)) == len(table.names)


def test_it_can_be_played_on_and_taken_back(visitor, book):
    ana = visitor()
    table = book.tables.by_code(practise(ana, "lost-cities"))
    assert "Delete this table" not in ana.go(f"{ana.at}/share").text, "it has no host"
    report(ana, {"type": "lay", "seat": 0, "card": "white-9"})
    assert ana.status == 303
    report(ana, {"type": "lay", "seat": 1, "card": "blue-5"})
    assert ana.status == 422
    report(ana, {"type": "undo"})
    assert book.moves.last_seq(table.id) == len(GAMES["lost-cities"].lesson.practice.log["events"]) + 2


def test_those_of_yesterday_end_when_the_next_one_is_opened(visitor, book, monkeypatch):
    ana = visitor()
    old = practise(ana, "lutece")
    new = practise(ana, "lutece")
    assert book.tables.by_code(old)
    monkeypatch.setattr("web.table.lobby.A_DAY", -timedelta(seconds=1))
    practise(ana, "lutece")
    assert [book.tables.by_code(old), book.tables.by_code(new)] == [None, None]


@every_game
def test_what_to_try_first_is_said_only_at_first(visitor, book, key):
    ana = visitor()
    table = book.tables.by_code(practise(ana, key))
    opened = '<details class="notice" open>'
    assert opened in ana.page.html
    for seq in range(6):
        last = book.moves.last_seq(table.id)
        book.moves.append(
            table.id, seq=last + 1, move_id=f"undo-{seq}", seat=None, by_seat=None, event={"type": "undo"}
        )
    assert opened not in ana.go(f"/t/{table.code}").html

"""The games that were played: of a group and of a device; filtered, paged, as a file."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from ledger import Ledger, Table
from ledger.schema import tables
from referee import Recorded, Referee, Report, public_rows, record, reveal_next
from tests.conftest import open_table
from tests.web.lost_cities import START, count
from web.http.answers import static_path
from web.table.forms import new_move_id


def over(red: list[int], blue: list[int]) -> list[dict]:
    """A game of one round: what Ana and what Ben had before them."""
    return [START, count(0, red=red), count(1, blue=blue)]


def recorded(book: Ledger, table: Table, events: list[dict]) -> None:
    """These events, through the referee: the end of a game is marked with what it came to."""
    referee = Referee(book)
    for event in events:
        report = Report(new_move_id(), referee.live(table).seq, [event])
        assert isinstance(record(referee, table, report), Recorded)


def game(book: Ledger, names: list[str], red: list[int], group_id: int | None = None, ago: int = 0) -> Table:
    """A finished game of the first of the names, who has these red cards, so many days ago."""
    table = book.tables.open("lost-cities", {"rounds": 1}, names, "somebody")
    if group_id is not None:
        book.groups.put_table(table.id, group_id, dict(enumerate(names)))
    recorded(book, table, over(red, [2]))
    with book.database.engine.begin() as connection:
        then = book.tables.by_code(table.code).finished_at - timedelta(days=ago)
        connection.execute(sa.update(tables).where(tables.c.id == table.id).values(finished_at=then))
    return book.tables.by_code(table.code)


@pytest.fixture
def group(book):
    """A group that has played thirty games, one a day; Cai in every third."""
    group = book.groups.make("Tuesdays", "somebody")
    for name in ("Ana", "Ben", "Cai"):
        book.players.add(group.id, name)
    for day in range(30):
        game(book, ["Ana", "Cai" if day % 3 == 0 else "Ben"], [10, 9, 8], group.id, day)
    return group


def played(page):
    return [had["href"] for tag, had in page.tags if tag == "a" and had.get("href", "").startswith("/r/")]


def test_a_group_lists_its_finished_games_newest_first_a_page_at_a_time(visitor, group):
    one = visitor()
    page = one.go(f"/g/{group.code}/games")
    assert "30 finished games." in page.text
    assert "won: Ana 7" in page.text
    assert len(first := played(page)) == 25
    assert "Page 2 of 2" in one.tap("Older").text
    assert len(played(one.page)) == 5
    assert not set(first) & set(played(one.page))
    one.tap("Newer")
    assert played(one.page) == first


def test_the_list_is_narrowed_by_player_and_date_and_pages_keep_it(visitor, group):
    one = visitor()
    page = one.go(f"/g/{group.code}/games?player=Cai")
    assert "10 finished games." in page.text
    page = one.go(f"/g/{group.code}/games?player=Ben&page=9")
    assert "20 finished games." in page.text
    listed = [had["datetime"][:10] for tag, had in page.tags if tag == "time"]
    asked = f"from={listed[6]}&to={listed[2]}"
    page = one.go(f"/g/{group.code}/games?player=Ben&{asked}")
    assert [had["datetime"][:10] for tag, had in page.tags if tag == "time"] == listed[2:7]
    assert one.page.link("Export for a spreadsheet").endswith(f"games.csv?player=Ben&{asked}")


def test_the_list_is_narrowed_by_game(visitor, book, group):
    other = book.tables.open("roll-and-write", {}, ["Ana", "Ben"], "somebody")
    book.groups.put_table(other.id, group.id, {})
    recorded(book, other, [{"type": "count", "seat": seat, "sheet": {}} for seat in (0, 1)])
    page = visitor().go(f"/g/{group.code}/games?game=roll-and-write")
    assert "1 finished game." in page.text
    assert played(page) == [f"/r/{other.watch}"]


@pytest.mark.parametrize(
    ("zone", "day", "written"),
    [
        ("", "2026-11-26", "26 Nov 2026"),
        ("Pacific/Kiritimati", "2026-11-27", "27 Nov 2026"),
        ("America/New_York", "2026-11-26", "26 Nov 2026"),
        ("Pacific/Pago_Pago", "2026-11-26", "26 Nov 2026"),
        ("../../etc/passwd", "2026-11-26", "26 Nov 2026"),
        ("Europe", "2026-11-26", "26 Nov 2026"),
    ],
)
def test_a_game_was_played_on_the_day_of_the_device(visitor, book, zone, day, written):
    table, ana = game(book, ["Ana", "Ben"], [10, 9, 8]), visitor()
    group, then = book.groups.make("Tuesdays", "somebody"), datetime(2026, 11, 26, 11, tzinfo=UTC)
    book.groups.put_table(table.id, group.id, {})
    with book.database.engine.begin() as connection:
        connection.execute(sa.update(tables).where(tables.c.id == table.id).values(opened_at=then, finished_at=then))
    ana.client.set_cookie("zone", zone)
    assert written in ana.go(f"/g/{group.code}/games").text
    assert written in ana.go(f"/r/{table.watch}").text
    assert played(ana.go(f"/g/{group.code}/games?from={day}&to={day}"))
    ana.go(f"/g/{group.code}/games.csv")
    assert f"\n{day}," in ana.response.get_data(as_text=True)
    assert day in ana.client.get(f"/r/{table.watch}/scores.csv").headers["Content-Disposition"]


def test_nonsense_in_the_query_is_passed_over(visitor, group):
    for query in ("game=chess", "player=Nobody", "from=yesterday", "page=-3", "page=x", "to=99999-1-1"):
        assert "30 finished games." in visitor().go(f"/g/{group.code}/games?{query}").text


def test_a_list_that_finds_nothing_says_so(visitor, book, group):
    assert "No finished game like that." in visitor().go(f"/g/{group.code}/games?to=2001-01-01").text
    empty = book.groups.make("Empty", "somebody")
    assert "No finished game yet." in visitor().go(f"/g/{empty.code}/games").text


def test_a_device_lists_its_own_finished_games_and_no_others(visitor, book, ana, table, ben):
    game(book, ["Otto", "Zelda"], [10])
    recorded(book, table, [event for _ in range(3) for event in over([10, 9], [2])])
    assert played(ana.go("/games")) == [f"/r/{table.watch}"]
    assert played(ben.go("/games")) == [f"/r/{table.watch}"]
    assert "Otto" not in ana.page.text


def test_where_nothing_is_yet_a_link_leads_to_the_games(visitor):
    for page, said in (("/games", "No finished game yet."), ("/figures", "No finished game yet."), ("/no", "Nothing")):
        found = visitor().go(page)
        assert said in found.text
        assert ["/", "See the games"] in found.links
        assert f"{static_path()}/notebook.svg#loose" in found.html


def test_a_game_under_way_is_not_listed(ana, visitor):
    assert played(open_table(visitor()).go("/games")) == []


def test_the_file_of_a_group_has_a_line_for_each_player_of_each_game(visitor, group):
    one = visitor().on(f"/g/{group.code}/games.csv?player=Cai")
    head, *lines = csv.reader(io.StringIO(one.response.get_data().decode("utf-8-sig")))
    assert head == ["Date", "Game played", "Minutes", "Players", "Player", "Rank", "Total", "Result", "Place", "Note"]
    assert len(lines) == 20
    assert [line[4:7] for line in lines[:2]] == [["Ana", "1", "7"], ["Cai", "2", "-18"]]


def test_a_correction_made_after_the_scores_were_shown_finds_its_move_in_the_public_log(book):
    table = book.tables.open("lost-cities", {"rounds": 1, "hidden": True}, ["Ana", "Ben"], "somebody")
    referee = Referee(book)
    recorded(book, table, over([10, 9], [2]))
    for _ in range(2):
        reveal_next(referee, table, book.moves.last_seq(table.id))
    recorded(
        book, table, [{"type": "undo"}, count(1, blue=[3]), {"type": "amend", "at": 6, "event": count(1, blue=[4])}]
    )
    events = [row.event for row in public_rows(referee, table)]
    assert [event["type"] for event in events] == ["start", "count", "count", "undo", "count", "amend"]
    assert events[-1]["at"] == 4


def test_a_corrected_game_is_listed_with_what_stands_now(visitor, book, group):
    table = game(book, ["Ana", "Ben"], [10, 9, 8], group.id)
    right = {"type": "amend", "at": 1, "event": count(0, red=[10, 9, 7])}
    recorded(book, table, [right])
    assert "won: Ana 6" in visitor().go(f"/g/{group.code}/games").text
    assert book.tables.by_code(table.code).finished_at == table.finished_at

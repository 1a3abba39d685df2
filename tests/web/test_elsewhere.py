"""A result in other places: BG Stats, a spreadsheet, the preview of a messenger."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from random import Random
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import pytest
from PIL import Image

from ledger import Ledger, Table
from referee import Referee
from scoring import GAMES
from tests.sources import SOURCES, played
from tests.visitor import Visitor
from tests.web.lost_cities import OVER, START, TURN, count, happened
from tests.web.test_history import on_the_table
from web.group.archive import read_table, table_file
from web.group.games import written


def seeds() -> list[tuple[str, int, int]]:
    """For every game a seed of a random game of each number of players."""
    many = {(key, players_of(key, seed)): seed for key in SOURCES for seed in range(20)}
    return [(key, players, seed) for (key, players), seed in many.items()]


def players_of(key: str, seed: int) -> int:
    return len(SOURCES[key].settings(Random(seed))["players"])


def counted(book: Ledger) -> Table:
    """A game of Lost Cities that was only counted: Ana has won."""
    table = book.tables.open("lost-cities", {"rounds": 1}, ["Ana", "Ben"], "somebody")
    happened(book, table, [START, count(0, red=[9, 10]), count(1, blue=[9])])
    return table


def sent(visitor: Visitor, table: Table) -> dict[str, Any]:
    """What the link of the result's page holds."""
    href = visitor.go(f"/r/{table.watch}").link("Send to BG Stats")
    assert len(href) < 8_000
    assert href.isascii()
    address, data = href.split("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    assert quote(unquote(data), safe="") == data
    return json.loads(unquote(data))


def check(play: dict[str, Any]) -> None:
    """The fields of BG Stats' documented play, with their kinds."""
    kinds = {"sourceName": str, "sourcePlayId": str, "playDate": str, "durationMin": int, "board": str}
    kinds |= {"comments": str, "location": str, "game": dict, "players": list}
    assert {key: type(value) for key, value in play.items()} == kinds
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["durationMin"] >= 0
    game = {"name": str, "sourceGameId": str, "bggId": int, "highestWins": bool, "noPoints": bool}
    assert {key: type(value) for key, value in play["game"].items()}.items() <= game.items()
    assert game.keys() - play["game"].keys() <= {"bggId"}
    player = {"name": str, "sourcePlayerId": str, "startPlayer": bool, "rank": int, "role": str, "score": int}
    player |= {"winner": bool}
    assert all({key: type(value) for key, value in one.items()} == player for one in play["players"])


@pytest.mark.parametrize(("key", "players", "seed"), seeds())
def test_a_play_has_every_field_of_bg_stats(visitor, book, key, players, seed):
    before = played(key, seed)
    assert len(before.names) == players
    play = sent(visitor(), on_the_table(book, key, seed))
    check(play)
    assert play["game"].get("bggId") == GAMES[key].statistics.bgg
    sheet = before.game.score(before.game.position(before.states[-1]))
    assert [(one["name"], one["score"], one["rank"]) for one in play["players"]] == [
        (one.name, one.total, one.rank) for one in sheet.players
    ]
    assert [one["winner"] for one in play["players"]] == [one.rank == 1 for one in sheet.players]


def test_a_game_that_a_file_ends_before_it_begins_lasts_no_time(visitor, book):
    table = on_the_table(book, "lost-cities", 0)
    archive = {**table_file(Referee(book), book.tables.by_id(table.id)), "finished_at": "2020-01-01T12:00:00+00:00"}
    code = book.importing.table(read_table({**archive, "id": "another"}), "somebody")
    assert sent(visitor(), book.tables.by_code(code))["durationMin"] == 0


def test_who_began_is_the_start_player(visitor, book, table):
    happened(book, table, [{"type": "start", "seat": 1}, *OVER[1:]])
    assert [one["startPlayer"] for one in sent(visitor(), table)["players"]] == [False, True]


def test_a_game_that_was_only_counted_has_no_start_player(visitor, book):
    table = book.tables.open("roll-and-write", {}, ["Ana", "Ben"], "somebody")
    happened(book, table, [{"type": "count", "seat": seat, "sheet": {}} for seat in (0, 1)])
    assert [one["startPlayer"] for one in sent(visitor(), table)["players"]] == [False, False]


def test_the_ids_stay_and_give_no_link_away(visitor, book):
    tables = [counted(book), counted(book)]
    plays = [sent(visitor(), table) for table in (*tables, tables[0])]
    assert plays[0] == plays[2]
    assert plays[0]["sourcePlayId"] != plays[1]["sourcePlayId"]
    players = [[one["sourcePlayerId"] for one in play["players"]] for play in plays]
    assert players[0] == players[1]
    assert len(set(players[0])) == 2
    assert tables[0].watch not in plays[0]["sourcePlayId"]
    assert tables[0].code not in json.dumps(plays)


def test_the_date_is_that_of_the_opening_in_utc(visitor, book):
    table = counted(book)
    opened = datetime.strptime(sent(visitor(), table)["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert abs((opened - table.opened_at).total_seconds()) < 1


def test_odd_names_come_through_whole_and_the_link_stays_short(visitor, book):
    names = ["Zoë & «Bob» +100%", "名前" * 20, "é" * 40, "🎲" * 40, '"\\<script>']
    table = book.tables.open("roll-and-write", {}, names, "somebody")
    happened(book, table, [{"type": "count", "seat": seat, "sheet": {}} for seat in range(5)])
    assert [one["name"] for one in sent(visitor(), table)["players"]] == names


# A spreadsheet


def rows(visitor: Visitor, path: str, delimiter: str = ",") -> list[list[str]]:
    visitor.go(path)
    assert visitor.response.content_type == "text/csv; charset=utf-8"
    assert re.fullmatch(r'attachment; filename="[\w.-]+\.csv"', visitor.response.headers["Content-Disposition"])
    said = visitor.response.get_data().decode("utf-8-sig")
    assert visitor.response.get_data().startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(said), delimiter=delimiter))


@pytest.mark.parametrize("key", GAMES)
def test_a_table_is_a_spreadsheet_whose_points_add_up(visitor, book, key):
    table = on_the_table(book, key, 1)
    head, *lines = rows(visitor(), f"/r/{table.watch}/scores.csv")
    assert head == ["Player", "Rank", "Round", "What", "Sum", "Points"]
    before = played(key, 1)
    for player in before.game.score(before.game.position(before.states[-1])).players:
        own = [line for line in lines if line[0] == player.name]
        assert own[-1] == [player.name, str(player.rank), "", "Total", "", str(player.total)]
        assert sum(int(line[-1]) for line in own[:-1]) == player.total


@pytest.mark.parametrize(
    ("language", "separator", "points"), [("en", ",", "Points"), ("de", ";", "Punkte"), ("fr", ";", "Points")]
)
def test_a_spreadsheet_parts_its_columns_as_those_of_its_language_do(visitor, book, language, separator, points):
    table = counted(book)
    assert rows(visitor(language), f"/r/{table.watch}/scores.csv", separator)[0][-1] == points


def test_a_spreadsheet_says_what_each_line_is_for_and_nothing_where_its_sum_says_it(visitor, book):
    def labels(key, language, delimiter):
        return [row[3] for row in rows(visitor(language), f"/r/{tables[key]}/scores.csv", delimiter)[1:]]

    tables = {key: on_the_table(book, key, 1).watch for key in GAMES}
    assert labels("lost-cities", "fr", ";")[:2] == ["jaune", "bleu"]
    assert labels("roll-and-write", "en", ",")[5:8] == ["violet", "artefacts", "dice symbols"]
    assert labels("lutece", "fr", ";")[3] == "pain"
    assert set(labels("lutece", "fr", ";")[4:]) >= {"", "Total"}


@pytest.mark.parametrize("name", ["=1+1", "+33", "-2", "@SUM(A1)", "=cmd|' /C calc'!A0", "＝1+1", "＠SUM(A1)"])
def test_no_name_becomes_a_formula(app, name):
    with app.test_request_context():
        assert next(csv.reader(io.StringIO(written([[name, -5, "Ana"]])))) == ["'" + name, "-5", "Ana"]


# A messenger


def test_a_result_tells_messengers_what_to_show(visitor, book, app):
    app.config["PUBLIC_URL"] = "https://cairn.example/"
    table = counted(book)
    page = visitor().go(f"/r/{table.watch}")
    told = {had["property"]: had["content"] for tag, had in page.tags if tag == "meta" and "property" in had}
    assert told["og:title"] == "Lost Cities · Ana, Ben"
    assert told["og:url"] == f"https://cairn.example/r/{table.watch}"
    assert told["og:image"].startswith(f"https://cairn.example/r/{table.watch}.png?lang=en&v=")
    assert "wins by" in told["og:description"]
    scripts = [had["src"].split("/")[-1] for tag, had in page.tags if tag == "script"]
    assert scripts == ["keep.js", "guard.js", "device.js"], "nothing but what every page has"


def test_before_the_end_there_is_nothing_to_show(visitor, book, table):
    happened(book, table, TURN)
    one = visitor()
    page = one.go(f"/r/{table.watch}")
    assert not [had for tag, had in page.tags if tag == "meta" and str(had.get("property")).startswith("og:")]
    assert "BG Stats" not in page.text
    one.go(f"/r/{table.watch}.png")
    assert one.status == 422


def test_the_picture_has_the_size_that_messengers_want_and_is_drawn_once(visitor, book, app):
    table = counted(book)
    one, printer = visitor(), app.extensions["printer"]
    for language in ("en", "en", "fr"):
        one.go(urlsplit(f"/r/{table.watch}.png?lang={language}").geturl())
        assert one.response.mimetype == "image/png"
        assert Image.open(io.BytesIO(one.response.get_data())).size == (1200, 630)
    assert printer.started == 4
    printer.close()

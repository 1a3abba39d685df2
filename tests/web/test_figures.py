"""The figures: every number in their tables against a second counting, from logs and what `flask referee` prints."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from html.parser import HTMLParser
from itertools import groupby
from statistics import fmean
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from ledger import Group
from ledger.entries import About
from ledger.schema import tables as tables_kept
from referee import outcome_of
from scoring import GAMES
from scoring.core.figures import Finished
from scoring.core.running import replay
from scoring.core.statistics import duels
from scoring.lost_cities.moves import Start
from tests.catalogues import untranslated
from tests.conftest import app_at, open_table
from tests.ledger.databases import fresh_sqlite
from tests.pages import table_after
from tests.reading import told_twice
from tests.sources import SOURCES, Played, played
from tests.visitor import report
from web.group.statistics import Asked, editions, figures_of
from web.rendering.charts import draw

every_game = pytest.mark.parametrize("key", GAMES)
Json = dict[str, Any]
SEEDS = range(6)


class Tables(HTMLParser):
    """The tables of a page: for each figure by its id, the rows by their first cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, dict[str, list[str]]] = {}
        self.svgs: list[dict[str, str | None]] = []
        self._figure, self._row, self._cell = "", [""], False
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        had = dict(attributes)
        if tag == "figure":
            self._figure = had["id"] or ""
        if tag == "tr":
            self._row = []
        if tag in ("td", "th"):
            self._row.append("")
            self._cell = True
        if tag == "svg":
            self.svgs.append(had)

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")
        if tag == "tr":
            self.tables.setdefault(self._figure, {})[self._row[0]] = self._row[1:]

    def handle_data(self, said: str) -> None:
        if self._cell:
            self._row[-1] += said


@dataclass
class Evening:
    """A game of a group read again: who won what, by the referee's report, and the reading of its log."""

    names: list[str]
    totals: list[int]
    ranks: list[int]
    read: Json


@pytest.fixture(scope="module")
def reports(tmp_path_factory) -> dict[str, list[tuple[Played, Json]]]:
    """Random games of every kind, with what `flask referee` says of their logs."""
    app, told = app_at(fresh_sqlite(tmp_path_factory.mktemp("reports"))), {}
    for key in GAMES:
        games = [played(key, seed) for seed in SEEDS]
        lines = "\n".join(json.dumps(game.log()) for game in games)
        done = CliRunner().invoke(app.cli, ["referee", key, "-", "--lines"], input=lines)
        assert done.exit_code == 0, done.output
        told[key] = list(zip(games, map(json.loads, done.stdout.splitlines()), strict=True))
    return told


def evenings(reports: dict[str, list[tuple[Played, Json]]], key: str) -> list[Evening]:
    return [
        Evening(
            game.names,
            [player["total"] for player in told["result"]["players"]],
            [player["rank"] for player in told["result"]["players"]],
            SOURCES[key].reading(game.log(), told["result"]),
        )
        for game, told in reports[key]
    ]


@pytest.fixture
def group(book) -> Callable[..., Group]:
    """A group with these games finished at its tables, oldest first; only what they came to is kept."""

    def made(games: Iterable[Played], name: str = "Thursdays") -> Group:
        group = book.groups.make(name, "somebody")
        for game in games:
            settings = game.game.formats.settings(game.setup)
            table = book.tables.open(game.game.key, settings, settings.pop("players"), "somebody")
            book.groups.put_table(table.id, group.id, dict(enumerate(table.names)))
            play = replay(game.game, game.setup, game.moves).play
            event = game.game.formats.event(game.moves[-1])
            book.moves.append(table.id, seq=1, move_id="last", seat=None, by_seat=None, event=event, finished=True,
                        outcome=outcome_of(game.setup, play, 1))  # fmt: skip
        return group

    return made


@pytest.fixture
def tables(visitor, group, reports) -> Callable[..., dict[str, dict[str, list[str]]]]:
    """The tables of numbers on the figures page of a game, for a query."""

    def of(key: str, query: str = "") -> dict[str, dict[str, list[str]]]:
        code = group(game for game, _report in reports[key]).code
        visit = visitor()
        visit.go(f"/g/{code}/figures?{query}")
        assert visit.status == 200
        return Tables(visit.response.get_data(as_text=True)).tables

    return of


def shown(value: float | None, places: int = 0) -> str:
    if value is None:
        return "–"
    said = f"{value:.{places}f}"
    return said.removeprefix("-") if not float(said) else said.replace("-", "−")


def average(values: list[Any]) -> str:
    return shown(fmean(values), 1) if values else "–"


def percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)}%" if whole else "–"


def counted(numbers: Iterable[Any]) -> list[str]:
    return [shown(number) for number in numbers]


# What is kept of a game


@every_game
def test_the_facts_of_a_game_are_what_its_log_and_its_report_tell(key, reports):
    for game, told in reports[key]:
        play = replay(game.game, game.setup, game.moves).play
        facts = game.game.statistics.facts(game.setup, play)
        assert told_twice(json.loads(json.dumps(facts)), SOURCES[key].reading(game.log(), told["result"]))
        assert len(facts.get("players", game.names)) == len(game.names)


@pytest.mark.parametrize("key", ["roll-and-write", "lutece"])
def test_a_counted_game_keeps_only_what_its_end_tells(key):
    game = played(key, 0)
    counts = [SOURCES[key].count(game.states[-1], seat) for seat in game.seats]
    facts = GAMES[key].statistics.facts(game.setup, replay(GAMES[key], game.setup, counts).play)
    followed = GAMES[key].statistics.facts(game.setup, replay(GAMES[key], game.setup, game.moves).play)
    for own, whole in zip(facts["players"], followed["players"], strict=True):
        assert not own.keys() & {"throws", "refused", "dealings"}
        assert told_twice(whole, own)


# What the tables say, whatever the game


@every_game
def test_totals_and_victories_are_those_of_the_reports(key, tables, reports):
    found, games = tables(key), evenings(reports, key)
    for name in {name for game in games for name in game.names}:
        own = [(game.totals[game.names.index(name)], game.ranks[game.names.index(name)], len(game.names))
               for game in games if name in game.names]  # fmt: skip
        totals, won = [total for total, _, _ in own], [rank == 1 for _, rank, _ in own]
        assert found["totals"][name] == [str(len(own)), shown(min(totals)), average(totals), shown(max(totals))]
        chance = fmean([1 / size for _, _, size in own])
        assert found["victories"][name] == [
            str(len(own)), percent(sum(won), len(won)), f"{round(100 * chance)}%", str(sum(won))
        ]  # fmt: skip
        runs = [(victory, len(list(run))) for victory, run in groupby(won)]
        longest = [
            max((length for victory, length in runs if victory is wanted), default=0) for wanted in (True, False)
        ]
        going_on = runs[-1][1] if runs[-1][0] else 0
        assert found["runs"][name] == counted([len(own), longest[0], going_on, longest[1]])


@every_game
def test_who_came_out_ahead_is_told_for_every_pair(key, tables, reports):
    found, games = tables(key), evenings(reports, key)
    for pair, cells in list(found["duels"].items())[1:]:
        one, other = pair.split(" – ")
        met = [(game.ranks[game.names.index(one)], game.ranks[game.names.index(other)])
               for game in games if {one, other} <= set(game.names)]  # fmt: skip
        assert cells == counted([len(met), sum(a < b for a, b in met), sum(a == b for a, b in met),
                                 sum(a > b for a, b in met)])  # fmt: skip


def test_the_longest_names_of_a_pair_stand_whole_one_below_the_other(app):
    met = Finished(("Maximilian-Alexander", "Marie-Antoinette"), (2, 1), (1, 2), {}, frozenset({0, 1}))
    with app.test_request_context():
        drawing = draw(duels([met]))
    assert drawing
    (pair,) = drawing.strips
    assert [said for _y, said in pair.label] == ["Marie-Antoinette –", "Maximilian-Alexander"]


def test_editions_and_numbers_of_players_stand_apart(tables, reports):
    found = tables("lost-cities")["variants"]
    colours = {game.setup.colours for game, _report in reports["lost-cities"]}
    assert len(found) - 1 >= len(colours) > 1
    assert sum(int(cells[0]) for cells in list(found.values())[1:]) == len(SEEDS)
    assert all("2 players" in label for label in list(found)[1:])


# What the tables say of each game


def test_what_colours_and_wagers_have_earned(tables, reports):
    found, games = tables("lost-cities"), evenings(reports, "lost-cities")
    begun = [(colour, one) for game in games for player in game.read["players"] for colour, many in player.items()
             for one in many]  # fmt: skip
    for colour in ("yellow", "blue", "white", "green", "red", "purple"):
        points = [one["points"] for of, one in begun if of == colour]
        chances = sum(2 * game.read["rounds"] for game in games if colour in game.read["colours"])
        gained = sum(point > 0 for point in points)
        assert found["colours"][colour] == [
            str(len(points)), average(points), *counted([sum(points), min(points), max(points)])
        ]  # fmt: skip
        assert found["begun"][colour] == [
            *counted([chances, gained, len(points) - gained, chances - len(points)]), percent(gained, len(points))
        ]  # fmt: skip
    for wagers in range(4):
        some = [one for _, one in begun if one["wagers"] == wagers]
        each = average([(one["points"] - one["alone"]) / wagers for one in some]) if wagers else "–"
        gained = sum(one["points"] > 0 for one in some)
        assert found["wagers"][f"{wagers} wager{'s' * (wagers != 1)}"] == [
            str(len(some)), each, average([one["points"] for one in some]), percent(gained, len(some))
        ]  # fmt: skip
    for cards in {one["cards"] for _, one in begun}:
        points = [one["points"] for _, one in begun if one["cards"] == cards]
        row = found["lengths"][f"{cards} card{'s' * (cards != 1)}"]
        assert row == [str(len(points)), average(points), percent(sum(point > 0 for point in points), len(points))]
    for label, least, most in (("more than 30 cards left", 31, 99), ("21 to 30 cards left", 21, 30),
                               ("11 to 20 cards left", 11, 20), ("10 cards left or fewer", 0, 10)):  # fmt: skip
        points = [one["points"] for _, one in begun if least <= one.get("left", -1) <= most]
        spread = [shown(min(points, default=None)), average(points), shown(max(points, default=None))]
        assert found["late"][label] == [str(len(points)), *spread]


def test_points_a_round_and_who_wins_when_beginning(tables, reports):
    found = tables("lost-cities")
    points: dict[str, list[int]] = {}
    began: dict[str, tuple[list[bool], list[bool]]] = {}
    for game, told in reports["lost-cities"]:
        starts = [move.seat for move in game.moves if isinstance(move, Start)]
        made = [[sum(line["points"] for line in player["lines"] if line["round"] == number)
                 for number in range(1, len(starts) + 1)] for player in told["result"]["players"]]  # fmt: skip
        for seat, name in enumerate(game.names):
            points.setdefault(name, []).extend(made[seat])
            for number, first in enumerate(starts):
                won = made[seat][number] > made[1 - seat][number]
                began.setdefault(name, ([], []))[first != seat].append(won)
    for name, own in points.items():
        assert found["rounds"][name] == [str(len(own)), shown(min(own)), average(own), shown(max(own))]
        shares = [percent(sum(won), len(won)) for won in began[name]]
        assert found["first"][name] == [str(len(own)), *shares]


def test_of_two_players_the_colours_stand_side_by_side(visitor, group, reports):
    one, _report = reports["lost-cities"][0]
    visit = visitor()
    visit.go(f"/g/{group([one, one]).code}/figures")
    row = Tables(visit.response.get_data(as_text=True)).tables["side-by-side"]
    assert row["Colour"] == ["expeditions", *sorted(one.names)]


def test_the_time_at_the_table_is_told_without_a_table_that_lay_open(visitor, group, reports, book):
    game, _report = reports["lost-cities"][0]
    made = group([game])
    opened = book.tables.of_group(made.id)[0].opened_at
    for took, said in ((timedelta(minutes=20), True), (timedelta(hours=13), False)):
        with book.database.writing() as connection:
            connection.execute(sa.update(tables_kept).values(finished_at=opened + took))
        assert ("20 minutes at the table." in visitor().go(f"/g/{made.code}/figures").text) == said


def test_the_months_of_a_group_follow_one_another(visitor, group, reports, book):
    game, told = reports["lost-cities"][0]
    made = group([game, game])
    assert "months" not in Tables(visitor().go(f"/g/{made.code}/figures").html).tables
    first = book.tables.of_group(made.id)[-1]
    book.tables.set_about(first.id, About("", "", date(2024, 2, 3)), {})
    months = Tables(visitor().go(f"/g/{made.code}/figures").html).tables["months"]
    total = {player["name"]: shown(player["total"], 1) for player in told["result"]["players"]}
    assert list(months)[1] == "2024-02"
    assert months["2024-02"][1:] == [total[name] for name in months["Month"][1:]]


def test_how_far_columns_get_and_what_is_refused(tables, reports):
    found, games = tables("roll-and-write"), evenings(reports, "roll-and-write")
    sheets = [(sheet, total) for game in games for sheet, total in zip(game.read["players"], game.totals, strict=True)]
    for of in ("red", "orange", "yellow", "green", "blue", "violet"):
        columns = [sheet["columns"][of] for sheet, _ in sheets]
        boxes, doubled = [column["boxes"] for column in columns], [c["points"] for c in columns if c["double"]]
        single = [column["points"] for column in columns if not column["double"] and column["boxes"]]
        crossed, first = sum(box >= 7 for box in boxes), sum(of in sheet["bridges"] for sheet, _ in sheets)
        vases = average([column["vases"] for column in columns if "vases" in column])
        assert found["columns"][of] == [
            str(len(sheets)), average(boxes), average([column["points"] for column in columns]),
            percent(crossed, len(sheets)), vases,
        ]  # fmt: skip
        assert found["doubles"][of] == [
            str(len(doubled)), average(doubled), average(single),
            percent(sum(point > 0 for point in doubled), len(doubled)), str(len(single)),
        ]  # fmt: skip
        assert found["bridges"][of] == counted([len(sheets), first, crossed - first, len(sheets) - crossed])
    assert found["columns"]["dice symbols"][1] == average([sheet["dice"] for sheet, _ in sheets])
    for dice in range(10):
        some = [(sheet, total) for sheet, total in sheets if sheet["dice"] == dice]
        throws = sum(sheet.get("throws", 0) for sheet, _ in some)
        refused = sum(sheet.get("refused", 0) for sheet, _ in some)
        row = found["refusals"][f"{dice} dice symbol{'s' * (dice != 1)}"]
        assert [row[0], *row[2:]] == [str(len(some)), average([total for _, total in some]), percent(refused, throws)]


def test_majorities_contests_and_bribes(tables, reports):
    found, games = tables("lutece"), evenings(reports, "lutece")
    for name in {name for game in games for name in game.names}:
        own = [game.read["players"][game.names.index(name)] for game in games if name in game.names]
        held = [[of for of, told in one["resources"].items() if told["place"] == "most"] for one in own]
        each = [percent(sum(of in most for most in held), len(own)) for of in ("cervoise", "potion", "sword", "bread")]
        assert found["majorities"][name] == [str(len(own)), average([len(most) for most in held]), *each]
        deals = [one["dealings"] for one in own if "dealings" in one]
        sums = {of: sum(deal[of] for deal in deals) for of in ("contests", "won", "paid", "returned", "options")}
        if deals:
            assert found["contests"][name] == [
                str(sums["contests"]), percent(sums["won"], sums["contests"]), str(sums["won"]),
                shown(sums["contests"] / len(deals), 1), percent(sums["contests"], sums["options"]),
            ]  # fmt: skip
            assert found["bribes"][name] == [
                str(len(deals)), shown(sums["paid"] / len(deals), 1), shown(sums["returned"] / len(deals), 1),
                str(sums["paid"]),
            ]  # fmt: skip
    for of in ("cervoise", "potion", "sword", "bread"):
        tables_of = [[player["resources"][of] for player in game.read["players"]] for game in games]
        took = [max(told["symbols"] for told in table) for table in tables_of if any(t["symbols"] for t in table)]
        assert found["needed"][of] == [str(len(took)), shown(min(took)), average(took), shown(max(took))]
    points = [(player["points"], rank) for game in games for player, rank in
              zip(game.read["players"], game.ranks, strict=True)]  # fmt: skip
    for code, label in (("majority", "majorities"), ("market", "markets"), ("fortune", "fortune")):
        own = [one.get(code, 0) for one, _ in points]
        best = [one.get(code, 0) for one, rank in points if rank == 1]
        assert found["sources"][label] == [str(len(own)), average(own), average(best), str(max(own))]


# The page


def test_one_player_one_size_and_what_does_not_exist(visitor, group, reports):
    made = group(game for key in GAMES for game, _report in reports[key])
    visit = visitor()
    page = f"/g/{made.code}/figures"
    games = [(key, game) for key in GAMES for game, _report in reports[key]]
    visit.go(page)
    assert f"{len(games)} finished games." in visit.page.text
    visit.go(f"{page}?player=Ana&game=roll-and-write&players=3")
    some = [game for key, game in games if key == "roll-and-write" and len(game.names) == 3]
    assert f"{len(some)} finished game" in visit.page.text
    found = Tables(visit.response.get_data(as_text=True)).tables
    assert list(found["totals"])[1:] == ["Ana"]
    assert all(pair.startswith("Ana – ") for pair in list(found["duels"])[1:])
    for nonsense in (
        "game=chess",
        "player=Nobody",
        "player=é%00",
        "players=x",
        "players=-1",
        "edition=9.9",
        "game=&player=&players=",
    ):
        visit.go(f"{page}?{nonsense}")
        assert visit.status == 200
        assert f"{len(games)} finished games." in visit.page.text
    for nowhere in ("/g/nowhere/figures", f"/g/{'x' * 99}/figures", "/w/nowhere/figures"):
        visit.go(nowhere)
        assert visit.status == 404


def test_few_games_say_so_and_none_says_so_too(visitor, group, reports):
    visit = visitor()
    visit.go(f"/g/{group([]).code}/figures")
    assert "No finished game yet." in visit.page.text
    visit.go(f"/g/{group([reports['lutece'][0][0]]).code}/figures")
    assert "1 finished game. That is too few to say much." in visit.page.text
    assert "fewer than five, too few to say much." in visit.page.text


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_picture_is_named_and_nothing_in_it_is_inline(key, language, visitor, group, reports):
    visit = visitor(language)
    visit.go(f"/g/{group(game for game, _report in reports[key]).code}/figures?game={key}")
    html = visit.response.get_data(as_text=True)
    drawings = [svg for svg in Tables(html).svgs if svg.get("class") == "drawing"]
    assert len(drawings) >= 7, "figures: at least two that are drawn (`drawn` names a column)"
    for svg in drawings:
        assert svg["role"] == "img"
        title, said = str(svg["aria-labelledby"]).split()
        assert f'<title id="{title}">' in html
        assert f'<desc id="{said}">' in html
    assert " style=" not in html
    assert "<style" not in html
    assert all("src" in had for tag, had in visit.page.tags if tag == "script")
    assert "nan" not in html
    assert len(visit.page.ids) == len(set(visit.page.ids))


@every_game
def test_every_word_of_the_figures_is_in_every_language(key, book, group, reports):
    made = group(game for game, _report in reports[key])
    finished_tables = book.outcomes.of_group(made.id)
    named = editions(finished_tables)
    for asked in (
        Asked(None, None, None),
        Asked(key, None, None),
        Asked(key, finished_tables[0].players[0].name, None),
    ):
        assert untranslated([list(figures_of(finished_tables, asked, named)), named]) == set()


def test_an_edition_has_its_own_totals_records_and_streaks(visitor, group, reports):
    made = group(game for game, _report in reports["lost-cities"])
    visit = visitor()
    visit.go(f"/g/{made.code}/figures")
    choices = re.findall(r'<option value="(\d+\.[\d.]+)">(.*?)</option>', visit.response.get_data(as_text=True))
    assert len(choices) == len({(game.setup.colours, game.setup.rounds) for game, _report in reports["lost-cities"]})
    for key, said in choices:
        told_as = {what: int(number) for number, what in re.findall(r"(\d) (colours|round)", said)}
        colours, rounds = told_as.get("colours", 5), told_as.get("round", 3)
        some = [told for game, told in reports["lost-cities"]
                if (game.setup.colours, game.setup.rounds) == (colours, rounds)]  # fmt: skip
        visit.go(f"/g/{made.code}/figures?edition={key}")
        assert f"{len(some)} finished game" in visit.page.text
        totals = [player["total"] for told in some for player in told["result"]["players"]]
        assert f"Highest total {shown(max(totals))} " in visit.page.text
        assert f"Lowest total {shown(min(totals))} " in visit.page.text
        leads = [abs(told["result"]["players"][0]["total"] - told["result"]["players"][1]["total"]) for told in some]
        assert f"Biggest margin {max(leads)} " in visit.page.text


def test_the_cost_of_the_page_does_not_grow_with_other_groups(visitor, group, reports, book):
    games = [game for game, _report in reports["lost-cities"]]
    made, asked = group(games[:2]), []
    visit = visitor()
    visit.go(f"/g/{made.code}/figures")

    def hear(_connection, _cursor, statement, *_more):
        asked.append(statement)

    sa.event.listen(book.database.engine, "before_cursor_execute", hear)
    visit.go(f"/g/{made.code}/figures")
    alone, page = list(asked), visit.page.text
    group(games, "Fridays")
    asked.clear()
    visit.go(f"/g/{made.code}/figures")
    assert (asked, visit.page.text) == (alone, page)
    assert len(alone) <= 4


def test_a_device_sees_the_figures_of_its_own_games(visitor, book):
    visit = visitor()
    visit.go("/figures")
    assert "No finished game yet." in visit.page.text
    ana = open_table(visit, rounds="0")
    code = ana.at.split("/")[2]
    for event in ({"type": "start", "seat": 0}, *({"type": "count", "seat": seat, "expeditions": {"red": [2 + seat]}}
                                                  for seat in (0, 1))):  # fmt: skip
        report(ana, event)
    assert book.tables.by_code(code).finished_at
    visit.go("/figures")
    assert "1 finished game." in visit.page.text
    assert Tables(visit.response.get_data(as_text=True)).tables["totals"]["Ben"] == ["1", "−17", "−17.0", "−17"]
    elsewhere = visitor()
    elsewhere.go("/figures")
    assert "Ben" not in elsewhere.page.text


# The score as a game went on


@every_game
def test_the_score_on_the_way_ends_in_the_result(key, app, visitor):
    table = table_after(app, key, 1)
    visit = visitor()
    visit.go(f"/w/{table.watch}/figures")
    assert visit.status == 200
    rows = list(Tables(visit.response.get_data(as_text=True)).tables["running"].values())
    score = GAMES[key].score(GAMES[key].position(played(key, 3).states[-1]))
    assert rows[0] == list(table.names)
    assert rows[-1] == [shown(player.total) for player in score.players]
    visit.go(f"/r/{table.watch}")
    assert f"/w/{table.watch}/figures" in [href for href, _ in visit.page.links]


def test_a_game_that_has_hardly_begun_has_no_score_on_the_way(visitor, ana, table):
    visit = visitor()
    visit.go(f"/w/{table.watch}/figures")
    assert "there are no scores along the way to show" in visit.page.text

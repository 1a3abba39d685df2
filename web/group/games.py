"""Finished games of a group or of this device; by game, player and date, on pages and as files for spreadsheets: CSV
that opens well, and that no name can turn into a formula.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil

from babel.numbers import get_decimal_symbol
from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import FinishedTable, Group, Table
from referee import recount
from scoring import GAMES
from web.http.address import absolute
from web.rendering.i18n import date_of, language, locale_of
from web.table.access import device, group_or_404, ledger, referee, shown

games = Blueprint("games", __name__)
A_PAGE = 25
MOST_TABLES = 200
Cell = str | int
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it, spreadsheets take UTF-8 for something older
FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # the wide ones as well: a Japanese Excel reads them like the others


@dataclass(frozen=True, slots=True)
class Asked:
    """The filter that the query asks for; None: all. Unknown parts are ignored."""

    game: str | None
    player: str | None
    since: date | None
    until: date | None

    def takes(self, outcome: FinishedTable) -> bool:
        day = date_of(outcome.played)
        return (
            self.game in (None, outcome.game)
            and (self.player is None or any(placed.name == self.player for placed in outcome.players))
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
        )

    @property
    def query(self) -> dict[str, str]:
        """The same question as a query."""
        asked = {"game": self.game, "player": self.player, "from": self.since, "to": self.until}
        return {name: str(value) for name, value in asked.items() if value is not None}


@games.get("/g/<code>/games")
def of_group(code: str) -> ResponseReturnValue:
    """The finished games of a group."""
    group = group_or_404(code)
    recount(referee(), group.id)
    return _page(shown(ledger().outcomes.of_group(group.id)), group)


@games.get("/games")
def own() -> ResponseReturnValue:
    """The games of this device, with a group or without: those under way, then the finished ones."""
    under_way = ledger().tables.of(device(), MOST_TABLES, finished=False)
    return _page(shown(ledger().outcomes.of(device())), None, **listed(under_way))


def listed(tables: Sequence[Table]) -> dict[str, object]:
    """What a list of tables shows: unfinished ones first, then by the time of the last move."""
    played = {table.id: table.opened_at for table in tables} | ledger().moves.last_times(table.id for table in tables)
    by_time = sorted(tables, key=lambda table: (table.finished_at is None, played[table.id]), reverse=True)
    return {"tables": by_time, "played": played, "totals": ledger().outcomes.totals(played)}


@games.get("/g/<code>/games.csv")
def file_of_group(code: str) -> ResponseReturnValue:
    """The same games as a file: a line for each player of each table."""
    return _file(shown(ledger().outcomes.of_group(group_or_404(code).id)))


@games.get("/games.csv")
def own_file() -> ResponseReturnValue:
    return _file(shown(ledger().outcomes.of(device())))


def _page(finished_tables: Sequence[FinishedTable], group: Group | None, **under_way: object) -> ResponseReturnValue:
    asked = _asked(finished_tables)
    taken = [outcome for outcome in finished_tables if asked.takes(outcome)]
    pages = max(1, ceil(len(taken) / A_PAGE))
    page = min(max(request.args.get("page", 1, type=int), 1), pages)
    return render_template(
        "history/games.html",
        group=group,
        asked=asked,
        offered=_offered(finished_tables),
        found=len(taken),
        shown=taken[(page - 1) * A_PAGE : page * A_PAGE],
        page=page,
        pages=pages,
        here=url_for("games.of_group", code=group.code) if group else url_for("games.own"),
        **under_way,
    )


def players_in(finished_tables: Sequence[FinishedTable]) -> list[str]:
    """The names of all who played, to choose among."""
    return sorted({placed.name for outcome in finished_tables for placed in outcome.players}, key=str.casefold)


def _asked(finished_tables: Sequence[FinishedTable]) -> Asked:
    game, player = request.args.get("game"), request.args.get("player")
    known = players_in(finished_tables)
    return Asked(game if game in GAMES else None, player if player in known else None, _day("from"), _day("to"))


def _day(name: str) -> date | None:
    try:
        return date.fromisoformat(request.args.get(name, ""))
    except ValueError:
        return None


def _offered(finished_tables: Sequence[FinishedTable]) -> dict[str, object]:
    """The choices of the filter."""
    played = {outcome.game for outcome in finished_tables}
    games = [game for game in GAMES.values() if game.key in played]
    return {"games": games, "players": players_in(finished_tables)}


def _file(finished_tables: Sequence[FinishedTable]) -> ResponseReturnValue:
    asked = _asked(finished_tables)
    heads = [gettext("Date"), gettext("Game played"), gettext("Minutes"), gettext("Players"), gettext("Player")]
    rows = [line for outcome in finished_tables if asked.takes(outcome) for line in _lines(outcome)]
    heads += [gettext("Rank"), gettext("Total"), gettext("Result"), gettext("Place"), gettext("Note")]
    return spreadsheet([heads, *rows], "cairn-games")


def _lines(outcome: FinishedTable) -> Iterator[Sequence[Cell]]:
    link = absolute("table.result", code=outcome.watch)
    minutes = int((outcome.ended_at - outcome.opened_at).total_seconds() // 60)
    about = (f"{date_of(outcome.played):%Y-%m-%d}", GAMES[outcome.game].title, minutes, len(outcome.players))
    for placed in sorted(outcome.players, key=lambda placed: placed.rank):
        yield *about, placed.name, placed.rank, placed.total, link, outcome.place, outcome.note


def spreadsheet(rows: Iterable[Sequence[Cell]], name: str) -> Response:
    """The rows as a file of that name to take away; numbers stay numbers."""
    answer = Response(BOM + written(rows), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def written(rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=_separator())
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def _separator() -> str:
    """Where a comma stands in decimals, spreadsheets part columns at semicolons."""
    return ";" if get_decimal_symbol(locale_of(language())) == "," else ","


def _harmless(cell: Cell) -> Cell:
    """A cell as text: one that begins like a formula is marked with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell

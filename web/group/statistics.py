"""Statistics: what the finished games of a group say together, and the running score of one table. An edition is what a
game is played with: the settings in which its tables differ, named.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_timedelta

from ledger import FinishedTable, Group, Placed
from referee import recount
from scoring import GAMES
from scoring.core import running
from scoring.core import statistics as summaries
from scoring.core.figures import Figure, Finished
from scoring.core.game import AnyGame, Setting
from scoring.core.text import Text, plural, text
from web.group.games import players_in
from web.rendering.i18n import date_of
from web.table.access import device, group_or_404, ledger, referee, scores_of, shown, watched_or_404
from web.table.review import score_drawn
from web.table.view import context, render

statistics = Blueprint("statistics", __name__)
ENOUGH_MOMENTS = 3
A_MINUTE, HALF_A_DAY = timedelta(minutes=1), timedelta(hours=12)
Editions = Mapping[str, tuple[Text, ...]]


@dataclass(frozen=True, slots=True)
class Asked:
    """The filter that the query asks for; None: all. Unknown parts are ignored."""

    game: str | None
    player: str | None
    players: int | None
    edition: str | None = None

    def takes(self, outcome: FinishedTable) -> bool:
        return (
            self.game in (None, outcome.game)
            and self.players in (None, len(outcome.players))
            and (self.edition is None or self.edition == edition_of(outcome))
            and any(self.asks(placed) for placed in outcome.players)
        )

    def asks(self, placed: Placed) -> bool:
        return self.player in (None, placed.name)


@dataclass(frozen=True, slots=True)
class Record:
    """The best of its kind: whose it is, its number, and the table."""

    what: Text
    who: tuple[Placed, ...]
    value: int
    outcome: FinishedTable


@statistics.get("/g/<code>/figures")
def of_group(code: str) -> ResponseReturnValue:
    """A group's figures: over all games, or of one game, of one player, of tables of one size."""
    group = group_or_404(code)
    recount(referee(), group.id)
    return _show(shown(ledger().outcomes.of_group(group.id)), group)


@statistics.get("/figures")
def of_device() -> ResponseReturnValue:
    """The same of the games that this device has opened or sat at, in a group or not."""
    return _show(shown(ledger().outcomes.of(device())), None)


def _show(finished_tables: list[FinishedTable], group: Group | None) -> ResponseReturnValue:
    from web.rendering.charts import PENS

    offered = _offered(finished_tables)
    asked = _asked(offered)
    taken = [outcome for outcome in finished_tables if asked.takes(outcome)]
    return render_template(
        "figures/group.html",
        group=group,
        asked=asked,
        offered=offered,
        played=Counter(outcome.game for outcome in taken),
        taken=taken,
        time=_time(taken),
        few=summaries.FEW,
        records=list(_records(taken, asked)) if asked.game else [],
        editions={} if asked.edition else offered.editions,
        edition_of=edition_of,
        figures=list(figures_of(taken, asked, offered.editions)),
        **PENS,
    )


@statistics.get("/w/<code>/figures")
def of_table(code: str) -> ResponseReturnValue:
    """The score of one table as it went on, for whoever may watch it."""
    from web.rendering.charts import PENS

    here = watched_or_404(code)
    live = scores_of(here)
    moments = running.moments(live.play, live.open_to)
    figure = running.figure(here.table.names, moments) if len(moments) >= ENOUGH_MOMENTS else None
    drawing = score_drawn(live, figure, moments) if figure and live.finished else None
    return render("figures/table.html", context(here, live), figure=figure, drawing=drawing, **PENS)


@dataclass(frozen=True, slots=True)
class Offered:
    """The games, players and editions there are to choose among; `game` is the one that was chosen."""

    game: str | None
    games: list[AnyGame]
    players: list[str]
    sizes: list[int]
    editions: Editions


def _offered(finished_tables: Sequence[FinishedTable]) -> Offered:
    """The choices of the filter. Whoever plays only one game sees its figures at once."""
    of = {key: [outcome for outcome in finished_tables if outcome.game == key] for key in GAMES}
    games = [GAMES[key] for key, played in of.items() if played]
    game = request.args.get("game", games[0].key if len(games) == 1 else "")
    return Offered(
        game=game if of.get(game) else None,
        games=games,
        players=players_in(finished_tables),
        sizes=sorted({len(outcome.players) for outcome in finished_tables}),
        editions=editions(of[game]) if of.get(game) else {},
    )


def _asked(offered: Offered) -> Asked:
    player, edition = request.args.get("player"), request.args.get("edition")
    players = request.args.get("players", type=int)
    return Asked(
        game=offered.game,
        player=player if player in offered.players else None,
        players=players if players in offered.sizes else None,
        edition=edition if edition in offered.editions else None,
    )


def figures_of(finished_tables: Sequence[FinishedTable], asked: Asked, named: Editions) -> Iterator[Figure]:
    """The figures of what was asked for, the oldest games first in each."""
    oldest_first = finished_tables[::-1]
    games = [_finished(outcome, asked) for outcome in oldest_first]
    if not games:
        return
    yield summaries.victories(games)
    if asked.game:
        variants = [(name, [games[place] for place in places]) for name, places in apart(oldest_first, named)]
        yield summaries.totals(games, mixed=len(variants) > 1)
        if len(variants) > 1:
            yield summaries.variants(variants)
        if len({game.month for game in games}) > 1:
            yield summaries.months(games)
    else:
        yield summaries.kinds(_kinds(oldest_first, games))
    yield summaries.duels(games)
    yield summaries.runs(games)
    if asked.game:
        yield from GAMES[asked.game].statistics.figures([game for game in games if game.facts])


def _time(finished_tables: Sequence[FinishedTable]) -> str:
    """How long these games took, without those whose tables lay open for half a day; empty where none took a minute."""
    each = [outcome.ended_at - outcome.opened_at for outcome in finished_tables]
    took = sum((one for one in each if one < HALF_A_DAY), timedelta())
    return str(format_timedelta(took, granularity="minute")) if took >= A_MINUTE else ""


def _kinds(finished_tables: Sequence[FinishedTable], games: Sequence[Finished]) -> list[tuple[str, list[Finished]]]:
    """The games by their titles, in the order of GAMES."""
    both = list(zip(finished_tables, games, strict=True))
    of = [(kind.title, [game for outcome, game in both if outcome.game == kind.key]) for kind in GAMES.values()]
    return [(title, played) for title, played in of if played]


def _finished(outcome: FinishedTable, asked: Asked) -> Finished:
    return Finished(
        names=tuple(placed.name for placed in outcome.players),
        totals=tuple(placed.total for placed in outcome.players),
        ranks=tuple(placed.rank for placed in outcome.players),
        facts=outcome.facts if asked.game else {},
        seats=frozenset(placed.seat for placed in outcome.players if asked.asks(placed)),
        month=f"{date_of(outcome.played):%Y-%m}",
    )


def _records(finished_tables: Sequence[FinishedTable], asked: Asked) -> Iterator[Record]:
    """The records of one game, since other games count in other points; of equal ones the oldest."""
    oldest_first = finished_tables[::-1]
    totals = [
        (placed.total, (placed,), outcome)
        for outcome in oldest_first
        for placed in outcome.players
        if asked.asks(placed)
    ]
    leads = [_lead(outcome) for outcome in oldest_first if len(outcome.players) > 1]
    leads = [lead for lead in leads if len(lead[1]) == 1 and asked.asks(lead[1][0])]
    for what, of, best in (
        (text("Highest total"), totals, max),
        (text("Lowest total"), totals, min),
        (text("Biggest margin"), leads, max),
        (text("Smallest margin"), leads, min),
    ):
        if of:
            value, who, outcome = best(of, key=lambda entry: entry[0])
            yield Record(what, who, value, outcome)


def _lead(outcome: FinishedTable) -> tuple[int, tuple[Placed, ...], FinishedTable]:
    """The margin between the first two totals, with the winners: only one of them unless the victory is shared."""
    winners = tuple(placed for placed in outcome.players if placed.rank == 1)
    totals = sorted((placed.total for placed in outcome.players), reverse=True)
    return totals[0] - totals[1], winners, outcome


def edition_of(outcome: FinishedTable) -> str:
    """The settings of a table as a key: for each, the place of the value that was chosen."""
    return ".".join(str(_chosen(setting, outcome.settings)) for setting in GAMES[outcome.game].settings)


def _chosen(setting: Setting, settings: Mapping[str, object]) -> int:
    """The place of the value that a table has; one past the last for any other value, such as a sheet layout of its
    own.
    """
    known = [value for value, _name in setting.values]
    value = setting.chosen_in(settings, None if None in known else setting.usual)
    return known.index(value) if value in known else len(known)


def editions(finished_tables: Sequence[FinishedTable]) -> Editions:
    """The editions of one game by their keys, most played first, each named by what differs from the usual; empty if
    there is only one.
    """
    played = Counter(edition_of(outcome) for outcome in finished_tables)
    if len(played) < 2:
        return {}
    choices = {key: [int(place) for place in key.split(".")] for key in played}
    settings = GAMES[finished_tables[0].game].settings
    differ = [place for place in range(len(settings)) if len({choice[place] for choice in choices.values()}) > 1]
    return {
        key: tuple(filter(None, (_name(settings[at], choices[key][at]) for at in differ))) or (text("standard"),)
        for key, _many in played.most_common()
    }


def _name(setting: Setting, place: int) -> Text | None:
    if place == len(setting.values):
        return text("another one")
    value, name = setting.values[place]
    return None if value == setting.usual else name


def agreed(game: AnyGame, settings: Mapping[str, object], state: object) -> tuple[Text, ...]:
    """The settings chosen when a table opened that could not be changed since, each with its name. An item that tables
    share is named by what is printed of it.
    """
    return tuple(
        text("{label}: {value}", label=text(setting.label), value=_value(setting, settings))
        for setting in game.settings
        if not setting.later(state) and not setting.library
    )


def _value(setting: Setting, settings: Mapping[str, object]) -> Text:
    place = _chosen(setting, settings)
    return setting.values[place][1] if place < len(setting.values) else text("another one")


def apart(finished_tables: Sequence[FinishedTable], named: Editions) -> list[tuple[Text, list[int]]]:
    """The outcomes by number of players and edition, as indexes into the list; the most played first."""
    groups: dict[tuple[int, str], list[int]] = {}
    for place, outcome in enumerate(finished_tables):
        groups.setdefault((len(outcome.players), edition_of(outcome)), []).append(place)
    often = sorted(groups, key=lambda group: (-len(groups[group]), group))
    return [(_variant(size, named.get(key, ())), groups[size, key]) for size, key in often]


def _variant(size: int, names: tuple[Text, ...]) -> Text:
    players = plural("{count} player", "{count} players", size)
    return text("{players}, {ways}", players=players, ways=names) if names else players

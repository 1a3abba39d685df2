"""The facts that are kept of a finished game of Lutèce, and the figures of many."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

from scoring.core.figures import Bar, Column, Figure, Finished
from scoring.core.game import Played
from scoring.core.sheet import Line, Seat
from scoring.core.statistics import GAMES, POINTS, Seated, mean, per_player, share, span
from scoring.core.text import Text, text
from scoring.lutece.cards import RESOURCE_NAMES, RESOURCES
from scoring.lutece.moves import Settle
from scoring.lutece.purchases import outcome
from scoring.lutece.rules import position
from scoring.lutece.score import score
from scoring.lutece.state import Setup, State
from scoring.lutece.symbols import Standing, standings

Dealing = dict[str, int]
GOLD = text("gold")
CONTESTS = text("contested tiles")
MOST, BETWEEN, FEWEST = "most", "between", "fewest"
SOURCES: tuple[tuple[str, Text], ...] = (
    ("majority", text("majorities")),
    ("prestige", text("prestige")),
    ("market", text("markets")),
    ("statue", text("statues")),
    ("legionnaire", text("legionnaires")),
    ("points", text("printed points")),
    ("fortune", text("fortune")),
)


class Control(TypedDict):
    """The number of symbols of a resource that a player holds; `place` is most, between or fewest."""

    symbols: int
    place: str


class Player(TypedDict):
    """The facts kept of a player: the resources held, the points by where they came from, and what was dealt."""

    resources: dict[str, Control]
    points: dict[str, int]
    dealings: NotRequired[Dealing]


class Facts(TypedDict):
    players: list[Player]


def facts(_setup: Setup, play: Played[State]) -> Facts | Mapping[str, object]:
    """Of each player the majorities and where the points came from; `dealings` where it was followed to its end.
    Nothing where only totals are known.
    """
    there = position(play.state)
    if any(holding.total is not None for holding in there.holdings):
        return {}
    tables = standings(there.holdings)
    dealings = _dealings(play) if play.state.ended else {}
    players: list[Player] = [
        {
            "resources": {table.resource: _resource(table, seat) for table in tables},
            "points": _points(player.lines),
        }
        for seat, player in enumerate(score(there).players)
    ]
    for seat, dealing in dealings.items():
        players[seat]["dealings"] = dealing
    return {"players": players}


def _resource(table: Standing, seat: Seat) -> Control:
    place = MOST if seat in table.majority else FEWEST if seat in table.minority else BETWEEN
    return {"symbols": table.symbols[seat], "place": place}


def _points(lines: Sequence[Line]) -> dict[str, int]:
    points: Counter[str] = Counter()
    for line in lines:
        points[line.code] += line.points
    return dict(points)


def _dealings(play: Played[State]) -> dict[Seat, Dealing]:
    """Options settled, contests entered and won, gold paid as bribes, and gold that came back, by seat."""
    names = play.state.names
    dealings: dict[Seat, Dealing] = {
        seat: {"options": 0, "contests": 0, "won": 0, "paid": 0, "returned": 0} for seat in range(len(names))
    }
    for after in play.standing():
        if isinstance(after.move, Settle) and after.before is not None:
            _settled(dealings, after.before.state, after.move.tile)
    return dealings


def _settled(dealings: dict[Seat, Dealing], state: State, tile: str) -> None:
    result = outcome(state, tile)
    for bid in result.bids:
        own, won = dealings[bid.seat], bid == result.winner
        own["options"] += 1
        own["paid" if won else "returned"] += bid.coins
        if len(result.bids) > 1:
            own["contests"] += 1
            own["won"] += won


def figures(games: Sequence[Finished]) -> tuple[Figure, ...]:
    """Majorities and what they took, contests won, bribes paid, and where the points come from."""
    return (_majorities(games), _needed(games), _contests(games), _bribes(games), _sources(games))


def _players(game: Finished) -> list[Player]:
    """The kept facts, as they come back."""
    return cast(Facts, game.facts)["players"]


def _own(game: Finished, seat: Seat) -> Player:
    return _players(game)[seat]


def _majorities(games: Sequence[Finished]) -> Figure:
    return per_player(
        games,
        "majorities",
        text("Majorities"),
        text("Majorities held at the end of a game, of four, on average, shared ones included."),
        (
            Column(text("majorities"), 1),
            *(Column(RESOURCE_NAMES[resource], share=True) for resource in RESOURCES),
        ),
        _held,
        drawn=(0,),
        unit=text("majorities"),
        top=len(RESOURCES),
    )


def _held(played: list[Seated]) -> tuple[float | None, ...]:
    places = [[_own(game, seat)["resources"][of]["place"] for of in RESOURCES] for game, seat in played]
    each = [share(sum(place[at] == MOST for place in places), len(places)) for at in range(len(RESOURCES))]
    return mean([place.count(MOST) for place in places]), *each


def _needed(games: Sequence[Finished]) -> Figure:
    """Over all players, whoever is asked about: it is what the others hold that makes a majority dear."""
    rows = []
    for resource in RESOURCES:
        at_end = [[player["resources"][resource] for player in _players(game)] for game in games]
        held = [max(own["symbols"] for own in table) for table in at_end if any(own["place"] == MOST for own in table)]
        rows.append(Bar(RESOURCE_NAMES[resource], span(held), f"lu-{resource}", count=len(held)))
    return Figure(
        key="needed",
        title=text("What it took to win a majority"),
        says=text("Symbols held by the player with the majority: fewest, average and most."),
        of=text("Resource"),
        columns=(Column(text("fewest")), Column(text("average"), 1), Column(text("most"))),
        rows=tuple(rows),
        kind="span",
        unit=text("symbols"),
        counted=GAMES,
    )


def _followed(played: list[Seated]) -> list[Dealing]:
    """The dealings of a player in the games that were followed to their end."""
    every = [_own(game, seat) for game, seat in played]
    return [own["dealings"] for own in every if "dealings" in own]


def _sum(played: list[Seated], of: str) -> int:
    return sum(dealing[of] for dealing in _followed(played))


def _contests(games: Sequence[Finished]) -> Figure:
    return per_player(
        games,
        "contests",
        text("Contested tiles won"),
        text("A tile is contested when several players want it: how many of these each player won."),
        (
            Column(text("won, of those contested"), share=True),
            Column(text("contests won")),
            Column(text("contested per game"), 1),
            Column(text("contested, of the tiles wanted"), share=True),
        ),
        _contested,
        count=lambda played: _sum(played, "contests"),
        counted=CONTESTS,
        drawn=(0,),
        top=1,
    )


def _contested(played: list[Seated]) -> tuple[float | None, ...] | None:
    many, entered, won = len(_followed(played)), _sum(played, "contests"), _sum(played, "won")
    return (share(won, entered), won, entered / many, share(entered, _sum(played, "options"))) if many else None


def _bribes(games: Sequence[Finished]) -> Figure:
    return per_player(
        games,
        "bribes",
        text("Bribes"),
        text(
            "Gold paid for tiles in a game, beside gold that came back because another player won the tile, on average."
        ),
        (Column(text("paid"), 1), Column(text("came back"), 1), Column(text("paid in all"))),
        _paid,
        count=lambda played: len(_followed(played)),
        drawn=(0, 1),
        unit=GOLD,
    )


def _paid(played: list[Seated]) -> tuple[float | None, ...] | None:
    many, paid = len(_followed(played)), _sum(played, "paid")
    return (paid / many, _sum(played, "returned") / many, paid) if many else None


def _sources(games: Sequence[Finished]) -> Figure:
    played = [(game, seat) for game in games for seat in game.seats]
    rows = []
    for code, name in SOURCES:
        points = [_own(game, seat)["points"].get(code, 0) for game, seat in played]
        best = [_own(game, seat)["points"].get(code, 0) for game, seat in played if game.ranks[seat] == 1]
        rows.append(Bar(name, (mean(points), mean(best), max(points, default=None)), count=len(played)))
    return Figure(
        key="sources",
        title=text("Where the points come from"),
        says=text("Points of a player at the end, and of winners, on average."),
        of=text("Source"),
        columns=(Column(text("everybody"), 1), Column(text("winners"), 1), Column(text("most at once"))),
        rows=tuple(rows),
        drawn=(0, 1),
        unit=POINTS,
        counted=text("results"),
    )

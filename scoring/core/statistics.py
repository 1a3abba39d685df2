"""What many finished games say, whatever the game: averages, victories, runs of them, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from scoring.core.figures import Bar, Column, Figure, Finished
from scoring.core.sheet import Seat
from scoring.core.text import Text, text

FEW = 5
MOST_ROWS = 12
POINTS = text("points")
GAMES = text("games")
Played = tuple[Finished, Seat]


def mean(numbers: Sequence[float]) -> float | None:
    """The average; None if there is nothing."""
    return sum(numbers) / len(numbers) if numbers else None


def share(part: float, whole: float) -> float | None:
    """Which part of the whole; None when there is no whole."""
    return part / whole if whole else None


def by_player(games: Iterable[Finished]) -> list[tuple[Text, list[Played]]]:
    """Who is asked about, with the games in their order: those who have played most, the first twelve."""
    return [(text("{name}", name=name), played) for name, played in _players(games).items()]


def left_out(games: Iterable[Finished]) -> int:
    """How many of those asked about are not among the first twelve."""
    return max(0, len({game.names[seat] for game in games for seat in game.seats}) - MOST_ROWS)


def _players(games: Iterable[Finished]) -> dict[str, list[Played]]:
    players: dict[str, list[Played]] = {}
    for game in games:
        for seat in sorted(game.seats):
            players.setdefault(game.names[seat], []).append((game, seat))
    busiest = sorted(players, key=lambda name: (-len(players[name]), name.casefold()))
    return {name: players[name] for name in busiest[:MOST_ROWS]}


def totals(games: Sequence[Finished]) -> Figure:
    """Lowest, average and highest total of each player; of one game only, for others count in other points."""
    return Figure(
        key="totals",
        title=text("Totals of each player"),
        says=text("Lowest, average and highest total."),
        of=text("Player"),
        columns=_SPAN,
        rows=tuple(Bar(name, _span([game.totals[seat] for game, seat in played]), count=len(played))
                   for name, played in by_player(games)),
        kind="span",
        unit=POINTS,
        counted=GAMES,
        rest=left_out(games),
    )  # fmt: skip


def variants(groups: Sequence[tuple[Text, Sequence[Finished]]]) -> Figure:
    """The same for each edition and number of players, over everybody asked about."""
    return Figure(
        key="variants",
        title=text("Totals by edition and number of players"),
        says=text("Lowest, average and highest total of the players chosen."),
        of=text("Variant"),
        columns=_SPAN,
        rows=tuple(
            Bar(name, _span([game.totals[seat] for game in games for seat in game.seats]), count=len(games))
            for name, games in groups[:MOST_ROWS]
        ),
        kind="span",
        unit=POINTS,
        counted=GAMES,
        rest=max(0, len(groups) - MOST_ROWS),
    )


def kinds(groups: Sequence[tuple[str, Sequence[Finished]]]) -> Figure:
    """The same for each game by its title, in numbers only: points of one game are not those of another."""
    rows = []
    for title, games in groups:
        best = [max(game.totals) for game in games]
        asked = [game.totals[seat] for game in games for seat in game.seats]
        rows.append(Bar(text("{name}", name=title), (*_span(asked), mean(best)), count=len(games)))
    return Figure(
        key="kinds",
        title=text("Totals of each game"),
        says=text("Lowest, average and highest total of the players chosen."),
        of=text("Game played"),
        columns=(*_SPAN, Column(text("winners, on average"), 1)),
        rows=tuple(rows),
        kind="none",
        counted=GAMES,
    )


_SPAN = (Column(text("lowest")), Column(text("average"), 1), Column(text("highest")))


def _span(numbers: Sequence[int]) -> tuple[float | None, ...]:
    return min(numbers, default=None), mean(numbers), max(numbers, default=None)


def victories(games: Sequence[Finished]) -> Figure:
    """How often each player won, beside what chance alone would give at tables of that size."""
    rows = []
    for name, played in by_player(games):
        won = [game.ranks[seat] == 1 for game, seat in played]
        chance = mean([1 / len(game.names) for game, _seat in played])
        rows.append(Bar(name, (share(sum(won), len(won)), chance, sum(won)), count=len(won)))
    return Figure(
        key="victories",
        title=text("Games won"),
        says=text("Games won, a shared victory included, beside what chance alone would give at such tables."),
        of=text("Player"),
        columns=(
            Column(text("won, of those played"), share=True),
            Column(text("by chance"), share=True),
            Column(text("games won")),
        ),
        rows=tuple(rows),
        drawn=(0, 1),
        counted=GAMES,
        rest=left_out(games),
        top=1,
    )


def runs(games: Sequence[Finished]) -> Figure:
    """The longest run of victories of each player, and the current one; `games` are the oldest first."""
    rows = []
    for name, played in by_player(games):
        won = [game.ranks[seat] == 1 for game, seat in played]
        without = longest(not victory for victory in won)
        rows.append(Bar(name, (longest(won), _going_on(won), without), count=len(won)))
    return Figure(
        key="runs",
        title=text("Streaks"),
        says=text("Games won one after the other: the longest streak, and the one that still goes on."),
        of=text("Player"),
        columns=(Column(text("longest")), Column(text("current")), Column(text("longest without a victory"))),
        rows=tuple(rows),
        drawn=(0, 1),
        unit=GAMES,
        counted=GAMES,
        rest=left_out(games),
    )


def longest(won: Iterable[bool]) -> int:
    """The longest run of True."""
    return max((len(list(run)) for victory, run in groupby(won) if victory), default=0)


def _going_on(won: Sequence[bool]) -> int:
    return next((place for place, victory in enumerate(reversed(won)) if not victory), len(won))


def duels(games: Sequence[Finished]) -> Figure:
    """Head to head: who stood before whom at the tables they shared; the pairs that met most, the first twelve."""
    met: dict[tuple[str, str], list[int]] = {}
    for game in games:
        for first, second in _pairs(game):
            ahead = met.setdefault((game.names[first], game.names[second]), [0, 0, 0])
            ahead[_ahead(game.ranks[first], game.ranks[second])] += 1
    often = sorted(met, key=lambda pair: (-sum(met[pair]), pair))[:MOST_ROWS]
    rows = [Bar(text("{one} – {other}", one=one, other=other), tuple(met[one, other]), count=sum(met[one, other]))
            for one, other in often]  # fmt: skip
    return Figure(
        key="duels",
        title=text("Head to head"),
        says=text("Who came out ahead of whom at the tables where both played."),
        of=text("Players"),
        columns=(Column(text("left ahead")), Column(text("tied")), Column(text("right ahead"))),
        rows=tuple(rows),
        kind="parts",
        unit=GAMES,
        counted=GAMES,
        rest=len(met) - len(often),
    )


def _pairs(game: Finished) -> Iterator[tuple[Seat, Seat]]:
    """Two seats of which one is asked about: that one first, else in the order of their names."""
    for one, other in combinations(range(len(game.names)), 2):
        asked = (one in game.seats, other in game.seats)
        if asked == (True, True):
            yield (one, other) if game.names[one].casefold() <= game.names[other].casefold() else (other, one)
        elif any(asked):
            yield (one, other) if asked[0] else (other, one)


def _ahead(first: int, second: int) -> int:
    return 1 if first == second else 0 if first < second else 2

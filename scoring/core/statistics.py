"""The figures of many finished games that every game has: averages, victories, runs of them, and who beats whom."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import Any

from scoring.core.figures import Bar, Column, Figure, Finished
from scoring.core.sheet import Seat
from scoring.core.text import Text, text

FEW = 5
MOST_ROWS = 12
MOST_LINES = 3
POINTS = text("points")
GAMES = text("games")
SPAN = (Column(text("lowest")), Column(text("average"), 1), Column(text("highest")))
Seated = tuple[Finished, Seat]


def mean(numbers: Sequence[float]) -> float | None:
    """The average; None if there is nothing."""
    return sum(numbers) / len(numbers) if numbers else None


def share(part: float, whole: float) -> float | None:
    """The part as a share of the whole, from 0 to 1; None when there is no whole."""
    return part / whole if whole else None


def by_player(games: Iterable[Finished]) -> list[tuple[Text, list[Seated]]]:
    """The players asked about, each with the games played in their order: the twelve who have played most."""
    return [(text("{name}", name=name), played) for name, played in _players(games).items()]


def left_out(games: Iterable[Finished]) -> int:
    """The number of players asked about beyond the first twelve."""
    return max(0, len({game.names[seat] for game in games for seat in game.seats}) - MOST_ROWS)


def per_player(
    games: Sequence[Finished],
    key: str,
    title: Text,
    says: Text,
    columns: tuple[Column, ...],
    numbers: Callable[[list[Seated]], tuple[float | None, ...] | None],
    *,
    count: Callable[[list[Seated]], int] = len,
    counted: Text = GAMES,
    **more: Any,
) -> Figure:
    """A figure with a row for each player: its `numbers` from the games played, None for no row, and what they rest
    on, so many of what is `counted`; `more` are other parts of a `Figure`.
    """
    rows = ((name, played, numbers(played)) for name, played in by_player(games))
    bars = tuple(Bar(name, own, count=count(played)) for name, played, own in rows if own is not None)
    of, rest = text("Player"), left_out(games)
    return Figure(key, title, says, of, columns, bars, counted=counted, rest=rest, **more)


def span(numbers: Sequence[float]) -> tuple[float | None, ...]:
    """The lowest, the average and the highest, as `SPAN` names them."""
    return min(numbers, default=None), mean(numbers), max(numbers, default=None)


def positive(numbers: Sequence[float]) -> float | None:
    """The share of them that is above 0."""
    return share(sum(each > 0 for each in numbers), len(numbers))


def _players(games: Iterable[Finished]) -> dict[str, list[Seated]]:
    players: dict[str, list[Seated]] = {}
    for game in games:
        for seat in sorted(game.seats):
            players.setdefault(game.names[seat], []).append((game, seat))
    busiest = sorted(players, key=lambda name: (-len(players[name]), name.casefold()))
    return {name: players[name] for name in busiest[:MOST_ROWS]}


def totals(games: Sequence[Finished], *, mixed: bool = False) -> Figure:
    """Lowest, average and highest total of each player; of one game only, for others count in other points. Of `mixed`
    variants it says so.
    """
    together = text("Lowest, average and highest total, all variants together; below they stand apart.")
    return per_player(
        games,
        "totals",
        text("Totals of each player"),
        together if mixed else text("Lowest, average and highest total."),
        SPAN,
        lambda played: span([game.totals[seat] for game, seat in played]),
        kind="span",
        unit=POINTS,
    )


def months(games: Sequence[Finished]) -> Figure:
    """The average total of the three who have played most, in each of the last twelve months that had a game."""
    players = by_player(games)[:MOST_LINES]
    rows = []
    for month in sorted({game.month for game in games})[-MOST_ROWS:]:
        own = [[game.totals[seat] for game, seat in played if game.month == month] for _name, played in players]
        rows.append(Bar(text("{name}", name=month), tuple(map(mean, own)), count=sum(map(len, own))))
    return Figure(
        key="months",
        title=text("Over the months"),
        says=text("The average total in each month, of those who have played most."),
        of=text("Month"),
        columns=tuple(Column(name, 1) for name, _played in players),
        rows=tuple(rows),
        unit=POINTS,
        counted=GAMES,
    )


def variants(groups: Sequence[tuple[Text, Sequence[Finished]]]) -> Figure:
    """The same for each edition and number of players, over everybody asked about."""
    return Figure(
        key="variants",
        title=text("Totals by edition and number of players"),
        says=text("Lowest, average and highest total of the players chosen."),
        of=text("Variant"),
        columns=SPAN,
        rows=tuple(
            Bar(name, span([game.totals[seat] for game in games for seat in game.seats]), count=len(games))
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
        rows.append(Bar(text("{name}", name=title), (*span(asked), mean(best)), count=len(games)))
    return Figure(
        key="kinds",
        title=text("Totals of each game"),
        says=text("Lowest, average and highest total of the players chosen."),
        of=text("Game played"),
        columns=(*SPAN, Column(text("winners, on average"), 1)),
        rows=tuple(rows),
        kind="none",
        counted=GAMES,
    )


def victories(games: Sequence[Finished]) -> Figure:
    """The victories of each player, beside those that chance alone would give at tables of that size."""
    return per_player(
        games,
        "victories",
        text("Games won"),
        text("Games won, a shared victory included, beside what chance alone would give at such tables."),
        (
            Column(text("won, of those played"), share=True),
            Column(text("by chance"), share=True),
            Column(text("games won")),
        ),
        _victories,
        drawn=(0, 1),
        top=1,
    )


def _victories(played: list[Seated]) -> tuple[float | None, ...]:
    won = sum(_won(played))
    return share(won, len(played)), mean([1 / len(game.names) for game, _seat in played]), won


def _won(played: list[Seated]) -> list[bool]:
    return [game.ranks[seat] == 1 for game, seat in played]


def runs(games: Sequence[Finished]) -> Figure:
    """The longest run of victories of each player, and the current one; `games` are the oldest first."""
    return per_player(
        games,
        "runs",
        text("Streaks"),
        text("Games won one after the other: the longest streak, and the one that still goes on."),
        (Column(text("longest")), Column(text("current")), Column(text("longest without a victory"))),
        _runs,
        drawn=(0, 1),
        unit=GAMES,
    )


def _runs(played: list[Seated]) -> tuple[float | None, ...]:
    won = _won(played)
    return longest(won), _going_on(won), longest(not victory for victory in won)


def longest(won: Iterable[bool]) -> int:
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

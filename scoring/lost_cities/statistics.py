"""The facts that are kept of a finished game of Lost Cities, and the figures of many."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

from scoring.core.figures import Bar, Column, Figure, Finished
from scoring.core.game import Played
from scoring.core.sheet import Seat
from scoring.core.statistics import POINTS, SPAN, by_player, mean, per_player, positive, share, span
from scoring.core.text import plural, text
from scoring.lost_cities.cards import COLOURS, WAGERS, colour_name
from scoring.lost_cities.moves import Expedition
from scoring.lost_cities.review.game import RoundPlayed, read
from scoring.lost_cities.rules import State
from scoring.lost_cities.score import Setup, is_typed, points


class Begun(TypedDict):
    """An expedition that was begun; `alone` is what it would have made without its wagers.

    `left` is how many cards were left in the draw pile, absent where the round was counted.
    """

    round: int
    cards: int
    wagers: int
    points: int
    alone: int
    left: NotRequired[int]


class Facts(TypedDict):
    """The facts kept of a game: of each player and colour the expeditions begun, and of each round the seat that began
    it (None: nobody said), absent from games of before.
    """

    colours: list[str]
    rounds: int
    players: list[dict[str, list[Begun]]]
    began: NotRequired[list[Seat | None]]


LEFT = (
    (text("more than 30 cards left"), range(31, 60)),
    (text("21 to 30 cards left"), range(21, 31)),
    (text("11 to 20 cards left"), range(11, 21)),
    (text("10 cards left or fewer"), range(11)),
)
EXPEDITIONS = text("expeditions")
ROUNDS = text("rounds")


def facts(setup: Setup, play: Played[State]) -> Facts | Mapping[str, object]:
    """Nothing of a game in which a round has only a total."""
    if is_typed(play.state.over):
        return {}
    rounds = read(setup, play).rounds
    return {
        "colours": list(setup.palette),
        "rounds": len(rounds),
        "players": [_player(setup, rounds, seat) for seat in range(len(setup.players))],
        "began": [None if number in play.state.unknown else seat for number, seat in enumerate(play.state.starters, 1)],
    }


def _player(setup: Setup, rounds: Sequence[RoundPlayed], seat: Seat) -> dict[str, list[Begun]]:
    begun: dict[str, list[Begun]] = {}
    for round in rounds:
        for colour in COLOURS:
            if len(round.expedition(seat, colour)):
                begun.setdefault(colour, []).append(_expedition(setup, round, seat, colour))
    return begun


def _expedition(setup: Setup, round: RoundPlayed, seat: Seat, colour: str) -> Begun:
    expedition, first = round.expedition(seat, colour), round.begun(seat, colour)
    told: Begun = {
        "round": round.number,
        "cards": len(expedition),
        "wagers": expedition.wagers,
        "points": points(setup, expedition),
        "alone": points(setup, Expedition(0, expedition.numbers)),
    }
    return {**told, "left": first.before.deck} if first else told


def _facts(game: Finished) -> Facts:
    """The kept facts, as they come back."""
    return cast(Facts, game.facts)


def figures(games: Sequence[Finished]) -> tuple[Figure, ...]:
    """The figures of points by round, by colour, by wagers, by length and by the time of beginning."""
    by_colour: dict[str, list[Begun]] = {colour: [] for colour in COLOURS}
    for game in games:
        for seat in game.seats:
            for colour, begun in _facts(game)["players"][seat].items():
                by_colour[colour] += begun
    every = [begun for of in by_colour.values() for begun in of]
    both = [_side_by_side(games)] if len({game.names[seat] for game in games for seat in game.seats}) == 2 else []
    each_round = (_rounds(games), _first(games), _colours(games, by_colour), *both)
    return (*each_round, _begun(games, by_colour), _wagers(every), _lengths(every), _late(every))


def _points(game: Finished, seat: Seat) -> list[int]:
    """What a seat made in each round."""
    own = [begun for of in _facts(game)["players"][seat].values() for begun in of]
    numbers = range(1, _facts(game)["rounds"] + 1)
    return [sum(begun["points"] for begun in own if begun["round"] == number) for number in numbers]


def _rounds(games: Sequence[Finished]) -> Figure:
    return per_player(
        games,
        "rounds",
        text("Points a round"),
        text("Lowest, average and highest points of one round, however many a game had."),
        SPAN,
        lambda played: span([points for game, seat in played for points in _points(game, seat)]),
        count=lambda played: sum(_facts(game)["rounds"] for game, _seat in played),
        kind="span",
        unit=POINTS,
        counted=ROUNDS,
    )


def _first(games: Sequence[Finished]) -> Figure:
    return per_player(
        games,
        "first",
        text("Who wins when beginning"),
        text("Rounds won, of those that the player began and of the others."),
        (Column(text("began"), share=True), Column(text("the other began"), share=True)),
        lambda played: tuple(share(sum(won), len(won)) for won in _won(played)),
        count=lambda played: sum(map(len, _won(played))),
        top=1,
        counted=ROUNDS,
    )


def _won(played: Sequence[tuple[Finished, Seat]]) -> tuple[list[bool], list[bool]]:
    """Of each round that the player began whether it was won, and of each that the other began."""
    began: tuple[list[bool], list[bool]] = ([], [])
    for game, seat in played:
        rounds = zip(_facts(game).get("began", ()), _points(game, seat), _points(game, 1 - seat), strict=False)
        for first, own, others in rounds:
            if first is not None:
                began[first != seat].append(own > others)
    return began


def _side_by_side(games: Sequence[Finished]) -> Figure:
    players = by_player(games)
    rows = []
    for colour in _palette(games):
        earned = [
            [begun["points"] for game, seat in played for begun in _facts(game)["players"][seat].get(colour, ())]
            for _name, played in players
        ]
        rows.append(Bar(colour_name(colour), tuple(map(mean, earned)), colour, colour, sum(map(len, earned))))
    return Figure(
        key="side-by-side",
        title=text("The colours of both"),
        says=text("Points of an expedition that was begun, on average."),
        of=text("Colour"),
        columns=tuple(Column(name, 1) for name, _played in players),
        rows=tuple(rows),
        unit=POINTS,
        counted=EXPEDITIONS,
    )


def _chances(games: Sequence[Finished], colour: str) -> int:
    """The number of times that this colour could have been begun: by each player asked about, in each round."""
    return sum(_facts(game)["rounds"] * len(game.seats) for game in games if colour in _facts(game)["colours"])


def _palette(games: Sequence[Finished]) -> list[str]:
    return [colour for colour in COLOURS if any(colour in _facts(game)["colours"] for game in games)]


def _colours(games: Sequence[Finished], by_colour: Mapping[str, list[Begun]]) -> Figure:
    rows = []
    for colour in _palette(games):
        earned = [begun["points"] for begun in by_colour[colour]]
        numbers = (mean(earned), sum(earned), min(earned, default=None), max(earned, default=None))
        rows.append(Bar(colour_name(colour), numbers, colour, colour, len(earned)))
    return Figure(
        key="colours",
        title=text("What each colour has earned"),
        says=text("Points of an expedition that was begun, on average."),
        of=text("Colour"),
        columns=(Column(text("average"), 1), Column(text("in all")), Column(text("worst")), Column(text("best"))),
        rows=tuple(rows),
        drawn=(0,),
        unit=POINTS,
        counted=EXPEDITIONS,
    )


def _begun(games: Sequence[Finished], by_colour: Mapping[str, list[Begun]]) -> Figure:
    rows = []
    for colour in _palette(games):
        earned = [begun["points"] for begun in by_colour[colour]]
        chances = _chances(games, colour)
        gained = sum(points > 0 for points in earned)
        numbers = (gained, len(earned) - gained, chances - len(earned), share(gained, len(earned)))
        rows.append(Bar(colour_name(colour), numbers, colour, colour, chances))
    return Figure(
        key="begun",
        title=text("Expeditions begun, and worth beginning"),
        says=text("Each player can begin each colour once a round; an expedition was worth it above 0 points."),
        of=text("Colour"),
        columns=(
            Column(text("worth it")),
            Column(text("begun for nothing")),
            Column(text("not begun")),
            Column(text("worth it, of those begun"), share=True),
        ),
        rows=tuple(rows),
        kind="parts",
        drawn=(0, 1, 2),
        unit=EXPEDITIONS,
        counted=text("occasions"),
    )


def _wagers(every: list[Begun]) -> Figure:
    return Figure(
        key="wagers",
        title=text("What each wager has earned"),
        says=text("Points gained or lost per wager, on average."),
        of=text("Wagers laid"),
        columns=(
            Column(text("each wager"), 1),
            Column(text("the expedition"), 1),
            Column(text("worth it"), share=True),
        ),
        rows=tuple(_wager(every, wagers) for wagers in range(WAGERS + 1)),
        drawn=(0, 1),
        unit=POINTS,
        counted=EXPEDITIONS,
    )


def _wager(every: list[Begun], wagers: int) -> Bar:
    begun = [begun for begun in every if begun["wagers"] == wagers]
    each = mean([(begun["points"] - begun["alone"]) / wagers for begun in begun]) if wagers else None
    earned = [begun["points"] for begun in begun]
    of = plural("{count} wager", "{count} wagers", wagers)
    return Bar(of, (each, mean(earned), positive(earned)), "wager", count=len(begun))


def _lengths(every: list[Begun]) -> Figure:
    by_length: dict[int, list[int]] = {}
    for begun in every:
        by_length.setdefault(begun["cards"], []).append(begun["points"])
    rows = []
    for cards, earned in sorted(by_length.items()):
        of = plural("{count} card", "{count} cards", cards)
        rows.append(Bar(of, (mean(earned), positive(earned)), count=len(earned)))
    return Figure(
        key="lengths",
        title=text("From how many cards an expedition pays"),
        says=text("Points of an expedition by the number of its cards, wagers included, on average."),
        of=text("Cards"),
        columns=(Column(text("average"), 1), Column(text("worth it"), share=True)),
        rows=tuple(rows),
        drawn=(0,),
        unit=POINTS,
        counted=EXPEDITIONS,
    )


def _late(every: list[Begun]) -> Figure:
    """The points of expeditions by when they were begun, where that is known."""
    rows = []
    for of, left in LEFT:
        earned = [begun["points"] for begun in every if begun.get("left", -1) in left]
        rows.append(Bar(of, span(earned), count=len(earned)))
    return Figure(
        key="late",
        title=text("Expeditions begun early and late"),
        says=text("Lowest, average and highest points by the cards left in the draw pile at the first card."),
        of=text("Begun with"),
        columns=SPAN,
        rows=tuple(rows),
        kind="span",
        unit=POINTS,
        counted=EXPEDITIONS,
    )

"""What rounds of Lost Cities leave, and how it is ticked on their sheet of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from bench.second_photos.hands import Box, any_hand
from bench.second_photos.marks import Marker, any_marker
from bench.second_photos.writing import Form, Writer
from scoring import GAMES
from scoring.lost_cities.cards import NUMBERS, WAGERS
from scoring.lost_cities.formats import write_holding
from scoring.lost_cities.moves import Count, Holding, Rounds
from scoring.lost_cities.score import Setup, points

ROUNDS = 3  # on a sheet
SEATS = range(2)
MIDDLE = 2  # the round that no half of a sheet shows whole
WRITTEN = (1, 2, 3, 3, 3, 3, 3)  # rounds: some tables have counted the first only, or stop before the last
CIRCLES = range(1, WAGERS + 1)


@dataclass(frozen=True)
class Played:
    """The rounds of a game that are on the sheet, each what lies before either player."""

    setup: Setup
    rounds: tuple[tuple[Holding, ...], ...]


def left_by_games(random: Random) -> list[Played]:
    """Two sheets of games by chance, of which the second may lie beside the first."""
    return [_played(random) for _ in range(2)]


def _played(random: Random) -> Played:
    """By chance, card for card: nobody counts early, or makes the game shorter or longer."""
    game = GAMES["lost-cities"]
    setup = game.formats.setup({"players": ["Player 1", "Player 2"], "colours": random.choice((5, 6))})
    state: Any = game.start(setup)
    written = random.choice(WRITTEN)
    while game.to_act(state) and len(state.over) < written:
        move = game.forced_move(state) or game.chance(random, state)
        state = state if isinstance(move, Count | Rounds) else game.apply(state, move)
    return Played(setup, game.position(state).rounds[:written])


class CardsWriter(Writer[Played]):
    """One who ticks for both; with two pens, they change between rounds, or each player has one."""

    def fill_in(self, left: Played) -> None:
        markers = [any_marker(self.random, self.hand, self.layers[0])]
        apart = self.random.random() < 0.5
        if len(self.layers) > 1:
            hand = any_hand(self.random) if apart else self.hand
            second = any_marker(self.random, hand, self.layers[1])
            markers.append(second if apart else _as_before(markers[0], second))
        orders = [self._order() for _ in SEATS]
        for (at, round), seat in product(enumerate(left.rounds), SEATS):
            marker = markers[min(seat if apart else at, len(markers) - 1)]
            wrong = _Wrong(left.setup.palette, round, at + 1)
            self._tick(marker, left, at + 1, seat, orders[seat], wrong)

    def sums(self, left: Played) -> None:
        """Of each round and of the game; who has not finished leaves the total open."""
        for seat in SEATS:
            won = [sum(points(left.setup, laid) for laid in round[seat].values()) for round in left.rounds]
            for number, sum_of_round in enumerate(won, 1):
                self._sum(sum_of_round, f"r{number}-total-{seat + 1}")
            if len(won) == ROUNDS or self.random.random() < 0.3:
                self._sum(sum(won), f"total-{seat + 1}")

    def sign(self) -> None:
        for seat in SEATS:
            self.write_name(f"name-{seat + 1}", 0.75, (0.3, 0.6))
        self.write_day()

    def _sum(self, number: int, place: str) -> None:
        self.layers[-1].draw(self.hand.number(number, self.places[place], 1.15))

    def _order(self) -> list[int]:
        """Which circles come first: mostly one end of the row."""
        order = self.random.choices(([1, 2, 3], [3, 2, 1], [2, 1, 3]), (6, 4, 1))[0]
        return order if self.random.random() < 0.85 else self.random.sample(CIRCLES, WAGERS)

    def _tick(self, marker: Marker, left: Played, round: int, seat: int, order: list[int], wrong: _Wrong) -> None:
        for colour in left.setup.palette:
            expedition = left.rounds[round - 1][seat].get(colour)
            for circle in order[: expedition.wagers if expedition else 0]:
                marker.mark("circle", self._circle(f"r{round}-p{seat}-{colour}-w{circle}"))
            for number in expedition.numbers if expedition else ():
                if marker.slips_in("box"):
                    self._slip(marker, wrong, seat, colour, number)
                marker.mark("box", self.places[f"r{round}-p{seat}-{colour}-{number}"])

    def _slip(self, marker: Marker, wrong: _Wrong, seat: int, colour: str, number: int) -> None:
        free = list(wrong.near(seat, colour, number))
        if free:
            place = self.random.choice(free)
            wrong.ticked.add(place)
            marker.slip("box", self.places[place])

    def _circle(self, place: str) -> Box:
        """The circle that is drawn in the middle of a place."""
        left, top, right, bottom = self.places[place]
        x, half = (left + right) / 2, (bottom - top) / 2
        return x - half, top, x + half, bottom


class _Wrong:
    """Boxes of a round that were ticked and should not have been."""

    def __init__(self, palette: tuple[str, ...], holdings: tuple[Holding, ...], round: int) -> None:
        self.palette, self.holdings, self.round = palette, holdings, round
        self.ticked: set[str] = set()

    def near(self, seat: int, colour: str, number: int) -> Iterator[str]:
        """The free boxes that are easily taken for one: the next number, the next colour, the other player's."""
        at = self.palette.index(colour)
        colours = [self.palette[one] for one in (at - 1, at + 1) if 0 <= one < len(self.palette)]
        near = [(seat, colour, one) for one in (number - 1, number + 1) if one in NUMBERS]
        near += [(seat, one, number) for one in colours]
        for player, of, one in [*near, (1 - seat, colour, number)]:
            laid = self.holdings[player].get(of)
            place = f"r{self.round}-p{player}-{of}-{one}"
            if not (laid and one in laid.numbers) and place not in self.ticked:
                yield place


def _as_before(first: Marker, second: Marker) -> Marker:
    """The same habits with another pen."""
    return Marker(first.random, first.hand, second.layer, first.kinds, first.size, first.steady, first.slips)


def _counts(place: str) -> bool:
    return place != "day" and "name" not in place and "total" not in place


def _truth(random: Random, left: Played) -> Mapping[str, Any]:
    """All that is on the sheet, and the round that is to be read."""
    rounds = [[write_holding(holding) for holding in round] for round in left.rounds]
    return {"sheet": rounds, "round": random.randint(1, len(rounds))}


def _options(left: Played) -> Mapping[str, int]:
    return {"colours": left.setup.colours}


FORM = Form("lost-cities-cards", left_by_games, CardsWriter, _counts, _truth, _options, {"round": MIDDLE})

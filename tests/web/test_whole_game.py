"""A whole game of three rounds, followed by a script that has no JavaScript: real cards, links and forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from tests.web.test_commands import worth

COLOURS = ("yellow", "blue", "white", "green", "red")


@dataclass
class RealTable:
    """What lies on the real table in one round: shuffled cards, and two players who play by chance."""

    chance: Random
    deck: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    laid: list[dict[str, list]] = field(default_factory=lambda: [{}, {}])
    piles: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kinds = ["wager"] * 3 + list(range(2, 11))
        self.deck = [f"{colour}-{kind}" for colour in COLOURS for kind in kinds]
        self.chance.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(8)] for _ in (0, 1)]

    def card(self, seat: int) -> tuple[str, bool]:
        """The card that this player plays, and whether it is laid: it is, whenever that is allowed and wise enough."""
        for card in self.chance.sample(self.hands[seat], 8):
            if self.can_lay(seat, card) and self.chance.random() < 0.7:
                return card, True
        return self.chance.choice(self.hands[seat]), False

    def can_lay(self, seat: int, card: str) -> bool:
        colour, kind = card.split("-")
        numbers = [number for number in self.laid[seat].get(colour, []) if number != "wager"]
        return not numbers if kind == "wager" else not numbers or int(kind) > numbers[-1]

    def play(self, seat: int, card: str, lays: bool) -> None:
        colour, kind = card.split("-")
        self.hands[seat].remove(card)
        if lays:
            self.laid[seat].setdefault(colour, []).append(kind if kind == "wager" else int(kind))
        else:
            self.piles.setdefault(colour, []).append(card)

    def draw(self, seat: int, closed: str | None) -> str:
        """Where the next card comes from: a pile now and then, never the one just discarded to."""
        open_piles = [colour for colour, pile in self.piles.items() if pile and colour != closed]
        if open_piles and self.chance.random() < 0.2:
            colour = self.chance.choice(open_piles)
            card = self.piles[colour].pop()
            self.hands[seat].append(card)
            return card.replace("-", " ")
        self.hands[seat].append(self.deck.pop())
        return "Draw pile"

    def worth(self, seat: int) -> int:
        return sum(worth(cards) for cards in self.laid[seat].values())


def signed(points: int) -> str:
    return str(points).replace("-", "−")


@pytest.mark.parametrize("seed", [3])
def test_a_game_of_three_rounds_followed_over_http_has_the_right_totals(ana, seed):
    chance, totals, starter = Random(seed), [0, 0], 0
    for number in (1, 2, 3):
        ana.press(f"{('Ana', 'Ben')[starter]} begins")
        real, seat = RealTable(chance), starter
        while real.deck:
            turn(ana, real, seat)
            seat = 1 - seat
        totals = [total + real.worth(player) for player, total in enumerate(totals)]
        assert scores(ana.page) == [signed(total) for total in totals]
        if number < 3:
            starter = starter_of(totals, starter)
            assert f"Round {number + 1}: {('Ana', 'Ben')[starter]} should begin." in ana.page.text
    assert len(set(totals)) == 2
    winner = ("Ana", "Ben")[totals.index(max(totals))]
    assert f"{winner} wins by {max(totals) - min(totals)} point" in ana.page.text
    ana.tap("See the result")
    assert f"{winner} wins by {max(totals) - min(totals)} point" in ana.page.text


def turn(ana, real: RealTable, seat: int) -> None:
    """One turn on the real table, then on the phone: the card, and what is done with it together with the draw."""
    card, lays = real.card(seat)
    real.play(seat, card, lays)
    named = next(had["aria-label"] for _tag, had in ana.page.tags if had.get("value") == card)
    said, source = ("Lay" if lays else "Discard"), real.draw(seat, None if lays else card.split("-")[0])
    ana.press(f"{said}, draw pile" if source == "Draw pile" else f"{said}, take {source}", named)
    assert ana.status == 200, ana.page.text
    if real.deck:
        assert f"{('Ben', 'Ana')[seat]}: tap the card you are playing." in ana.page.text


def scores(page) -> list[str]:
    """The two totals at the top of the table."""
    said = page.html.split('class="total">')[1:3]
    return [part.partition("<")[0] for part in said]


def starter_of(totals: list[int], last: int) -> int:
    return 1 - last if totals[0] == totals[1] else totals.index(max(totals))

"""What lies on a real table of Lost Cities while two people play there, and what it is worth, computed once more."""

from dataclasses import dataclass, field
from random import Random

COLOURS = ("yellow", "blue", "white", "green", "red")


def worth(cards):
    """The score of an expedition, computed once more."""
    numbers = [card for card in cards if card != "wager"]
    times = 1 + len(cards) - len(numbers)
    return (sum(numbers) - 20) * times + 20 * (len(cards) >= 8) if cards else 0


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


def starter_of(totals: list[int], last: int) -> int:
    return 1 - last if totals[0] == totals[1] else totals.index(max(totals))

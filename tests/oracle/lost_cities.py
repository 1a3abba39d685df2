"""A second referee of Lost Cities, slow and plain, written from the rules alone: lists of cards, a question a rule."""

from typing import Any

from tests.oracle.plain_log import Second

COLOURS = ("yellow", "blue", "white", "green", "red", "purple")


class Plain(Second):
    """`says` answers whether an event is legal, and then it has happened."""

    secret: tuple[str, ...] = ()

    def __init__(self, log: dict[str, Any]) -> None:
        self.colours = COLOURS[: log.get("colours", 5)]
        self.last: int = log.get("rounds", 3)
        self.wagers_count: bool = log.get("bonus_counts_wagers", True)
        self.finished: list[list[list[str]]] = []
        self.open = False

    @property
    def over(self) -> bool:
        return not self.open and len(self.finished) == self.last

    def totals(self) -> list[int]:
        rounds = [*self.finished, self.laid] if self.open else self.finished
        return [sum(self.worth(laid[seat], colour) for laid in rounds for colour in COLOURS) for seat in (0, 1)]

    def worth(self, cards: list[str], colour: str) -> int:
        here = [card.partition("-")[2] for card in cards if card.startswith(colour)]
        numbers = [int(card) for card in here if card != "wager"]
        if not here:
            return 0
        wagers = len(here) - len(numbers)
        eight = len(here) if self.wagers_count else len(numbers)
        return (sum(numbers) - 20) * (1 + wagers) + (20 if eight >= 8 else 0)

    def says(self, event: dict[str, Any]) -> bool:
        happens = getattr(self, event["type"])
        return bool(happens(**{key: value for key, value in event.items() if key != "type"}))

    def start(self, seat: int) -> bool:
        if self.open or self.over:
            return False
        self.open, self.turn, self.must_draw = True, seat, False
        self.deck = 12 * len(self.colours) - 16
        self.laid: list[list[str]] = [[], []]
        self.piles: dict[str, list[str]] = {colour: [] for colour in COLOURS}
        self.taken: list[list[str]] = [[], []]
        self.counted: set[int] = set()
        self.just_discarded = ""
        return True

    def playing(self, seat: int) -> bool:
        return self.open and not self.counted and self.turn == seat

    def can_be_in_hand(self, seat: int, card: str) -> bool:
        colour = card.partition("-")[0]
        if colour not in self.colours:
            return False
        if card in self.taken[seat]:
            return True
        elsewhere = [*self.laid[0], *self.laid[1], *self.piles[colour], *self.taken[0], *self.taken[1]]
        copies = 3 if card.endswith("wager") else 1
        return elsewhere.count(card) < copies and len(self.taken[seat]) < 8

    def play(self, seat: int, card: str) -> None:
        if card in self.taken[seat]:
            self.taken[seat].remove(card)
        self.must_draw = True

    def lay(self, seat: int, card: str) -> bool:
        if not self.playing(seat) or self.must_draw or not self.can_be_in_hand(seat, card):
            return False
        colour, _dash, value = card.partition("-")
        there = [other.partition("-")[2] for other in self.laid[seat] if other.startswith(colour)]
        numbers = [int(other) for other in there if other != "wager"]
        if numbers and (value == "wager" or int(value) <= max(numbers)):
            return False
        self.play(seat, card)
        self.laid[seat].append(card)
        self.just_discarded = ""
        return True

    def discard(self, seat: int, card: str) -> bool:
        if not self.playing(seat) or self.must_draw or not self.can_be_in_hand(seat, card):
            return False
        self.play(seat, card)
        self.just_discarded = card.partition("-")[0]
        self.piles[self.just_discarded].append(card)
        return True

    def draw(self, seat: int, **source: str) -> bool:
        where = source["from"]
        if not self.playing(seat) or not self.must_draw:
            return False
        if where != "deck" and (where not in self.colours or where == self.just_discarded or not self.piles[where]):
            return False
        self.turn, self.must_draw = 1 - seat, False
        if where != "deck":
            self.taken[seat].append(self.piles[where].pop())
            return True
        self.deck -= 1
        if self.deck == 0:
            self.close()
        return True

    def count(self, seat: int, expeditions: dict[str, list[Any]]) -> bool:
        cards = [f"{colour}-{value}" for colour, values in expeditions.items() for value in values]
        if not self.open or any(card.partition("-")[0] not in self.colours for card in cards):
            return False
        other = self.laid[1 - seat] if 1 - seat in self.counted else []
        both = [*cards, *other]
        if any(both.count(card) > (3 if card.endswith("wager") else 1) for card in both):
            return False
        if len(both) > 12 * len(self.colours) - 16:
            return False
        self.laid[seat] = cards
        self.counted.add(seat)
        if len(self.counted) == 2:
            self.close()
        return True

    def rounds(self, rounds: int) -> bool:
        if rounds < len(self.finished) + self.open:
            return False
        self.last = rounds
        return True

    def close(self) -> None:
        self.finished.append(self.laid)
        self.open = False

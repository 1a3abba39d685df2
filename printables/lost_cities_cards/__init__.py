"""The Lost Cities sheet of cards: three rounds of two players, with a box to tick for each card that lies there."""

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from printables.lost_cities_pad import EXPEDITIONS, ROUNDS, SEATS, expeditions_of
from printables.options import BACK
from printables.pdf.adding import Sum
from scoring.core.text import Text, _, text
from scoring.lost_cities.cards import NUMBERS, WAGERS, Card
from scoring.lost_cities.score import BONUS, BONUS_FROM, COST

BOXES = (*(f"w{number}" for number in range(1, WAGERS + 1)), *map(str, NUMBERS))  # of a colour: the wagers, the numbers
WORTH = (*(0 for _wager in range(WAGERS)), *NUMBERS)


@dataclass(frozen=True, slots=True)
class CardsPage:
    """One sheet; an expedition is a colour, which is its symbol too, with its name."""

    names: tuple[str, ...]
    day: str
    expeditions: tuple[tuple[str, Text], ...]
    rounds: range = range(1, ROUNDS + 1)

    def boxes(self, player: int) -> Sequence[str]:
        """The cards of a colour from the top down: w1 to w3, 2 to 10, away from the middle of the sheet."""
        return BOXES if player else BOXES[::-1]

    def said(self, colour: str, box: str) -> Text:
        """The name of a box for who does not see it."""
        if box.isdecimal():
            return Card(colour, int(box)).name
        return text("{wager}, {number} of {most}", wager=Card(colour, 0).name, number=int(box[1:]), most=WAGERS)

    def round(self, prefix: str, number: int, player: int) -> Sum:
        """The worth of the ticked cards of a round."""
        ticks = [f"{prefix}-r{number}-p{player}-{colour}-{box}" for colour, _name in self.expeditions for box in BOXES]
        return Sum("expeditions", ticks, [WORTH, COST, BONUS, BONUS_FROM])

    def game(self, prefix: str, player: int) -> Sum:
        return Sum("add", [f"{prefix}-r{number}-total-{player + 1}" for number in self.rounds])


def blank(choice: Choice) -> Sequence[CardsPage]:
    return [CardsPage(choice.names_of(SEATS), choice.day, expeditions_of(choice))]


DOCUMENT = Document(
    name="lost-cities-cards",
    title=_("Lost Cities card sheet"),
    game="lost-cities",
    choices=frozenset({"names", "fillable"}),
    options=(EXPEDITIONS, BACK),
    blank=blank,
    most_names=SEATS,
    coded=2,
    coded_options=lambda digit, _known: {EXPEDITIONS.key: digit},
)

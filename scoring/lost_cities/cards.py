"""The cards of Lost Cities: a colour is three identical wagers and one of each number from 2 to 10."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.text import Text, _, text

COLOURS = ("yellow", "blue", "white", "green", "red", "purple")
COLOUR_NAMES = {
    "yellow": _("yellow"),
    "blue": _("blue"),
    "white": _("white"),
    "green": _("green"),
    "red": _("red"),
    "purple": _("purple"),
}
NUMBERS = range(2, 11)
WAGERS = 3
CARDS_OF_A_COLOUR = WAGERS + len(NUMBERS)
HAND = 8
EDITIONS: Mapping[str, tuple[int, ...]] = {"tilsit-1999": (5,), "filosofia-2007": (5,), "iello-2018": (5, 6)}
EDITION_NAMES: Mapping[str, Text] = {
    "iello-2018": text("Lost Cities, Le duel (Iello, 2018)"),
    "filosofia-2007": text("Les Cités perdues (Filosofia, 2007)"),
    "tilsit-1999": text("Les Cités perdues (Tilsit, 1999)"),
}
FIRST: Mapping[str, Text] = {
    "iello-2018": text("Whoever last had a birthday."),
    "filosofia-2007": text("The oldest player."),
    "tilsit-1999": text("The oldest player."),
}


def colour_name(colour: str) -> Text:
    return text(COLOUR_NAMES[colour])


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of a colour: a number from 2 to 10, or a wager when `number` is 0."""

    colour: str
    number: int

    @property
    def is_wager(self) -> bool:
        return self.number == 0

    @property
    def code(self) -> str:
        """As in the public formats: `red-7`, `red-wager`."""
        return f"{self.colour}-{self.number or 'wager'}"

    @property
    def name(self) -> Text:
        """As players say it: red 7, red wager."""
        if self.is_wager:
            return text("{colour} wager", colour=colour_name(self.colour))
        return text("{colour} {number}", colour=colour_name(self.colour), number=self.number)

    @property
    def called(self) -> Text:
        """As it is told within a sentence: red 7, a red wager."""
        return text("a {colour} wager", colour=colour_name(self.colour)) if self.is_wager else self.name

    def __str__(self) -> str:
        return f"{self.colour} {self.number or 'wager'}"


def cards_of(colour: str) -> tuple[Card, ...]:
    """The ten different cards of a colour, the wager first."""
    return (Card(colour, 0), *(Card(colour, number) for number in NUMBERS))


BY_CODE = {card.code: card for colour in COLOURS for card in cards_of(colour)}

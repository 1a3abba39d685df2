"""A season of Lost Cities: one pair's games on a page, a line a game with its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document
from printables.options import BACK, LINES, area_of
from printables.pdf.adding import Sum
from scoring.core.text import _

SEATS, ROUNDS = 2, 3
HEAD, FOOT, LINED = 17.0, 13.2, 11.0  # over the games, and under their totals; the lines
LINE, RULE = 9.2, 0.2  # millimetres: what a pen needs, and the rule below it


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """One sheet: so many `games`, each `high` in the unit of the style."""

    names: tuple[str, ...]
    day: str
    games: range
    high: float
    rounds: range = range(1, ROUNDS + 1)

    def game(self, prefix: str, game: int, player: int) -> Sum:
        return Sum("add", [f"{prefix}-g{game}-r{number}-{player}" for number in self.rounds])

    def season(self, prefix: str, player: int) -> Sum:
        return Sum("add", [f"{prefix}-g{game}-total-{player}" for game in self.games])


def blank(choice: Choice) -> Sequence[SeasonPage]:
    area = area_of(DOCUMENT, choice)
    room = area.rems[1] - HEAD - FOOT - (LINED if choice.chosen(LINES) == "notes" else 0)
    lines = int(room * area.unit / LINE)
    return [SeasonPage(choice.names_of(SEATS), choice.day, range(1, lines), room / lines - RULE / area.unit)]


DOCUMENT = Document(
    name="lost-cities-season",
    title=_("Lost Cities season sheet"),
    game="lost-cities",
    choices=frozenset({"names", "fillable"}),
    options=(LINES, BACK),
    blank=blank,
    most_names=SEATS,
    many_games=True,
    least=(89.0, 123.5),
)

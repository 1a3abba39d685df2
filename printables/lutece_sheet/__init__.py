"""The Lutèce score sheet: up to five players, the rows in the order of the count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printables.choice import Choice, Document, Record, Say
from printables.letters import SOFT, hyphenated, lines
from scoring.core.sheet import Line
from scoring.core.text import Text, _, text
from scoring.lutece.cards import RESOURCES, Holding
from scoring.lutece.score import FAMILY, GOLD_A_POINT, LEGIONNAIRE, MARKET, STATUE

PLAYERS = 5
SIZES = (2.8, 2.5, 2.2, 2.0, 1.8, 1.6, 1.5, 1.4)  # of names, in the unit of the style
LEAST = 5.5 / 72 * 25.4  # millimetres: no name is smaller
ROOM, AIR, LEADING = 9.3, 0.9, 1.1  # how high names may be, what they keep from the lines beside them, their lines

Belongs = Callable[[Line, Holding], bool]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row: what it is, what it counts, its sign, and each player's points (None while blank)."""

    key: str
    group: str
    label: Text
    hint: Text
    shape: str
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One sheet, for all players."""

    names: tuple[str, ...]
    day: str
    groups: tuple[tuple[Text, tuple[ScoreRow, ...]], ...]
    totals: tuple[int | None, ...]

    def fitted(self, wide: float, unit: float) -> tuple[float, tuple[str, ...]]:
        """The size of the names in columns so `wide`, and the names, hyphens in words that no size saves from a break.

        A `unit` is told in millimetres.
        """
        sizes = [*(size for size in SIZES if size * unit > LEAST), LEAST / unit]
        room = wide - 2 * AIR
        saved = [hyphenated(name, room / sizes[-1]).count(SOFT) for name in self.names]
        for size in sizes:
            names = tuple(hyphenated(name, room / size) for name in self.names)
            low = max(lines(name, room / size) for name in names) * size * LEADING <= ROOM
            if low and [name.count(SOFT) for name in names] == saved:
                break
        return size, names


def _of_code(code: str) -> Belongs:
    return lambda line, _holding: line.code == code


def _majority(resource: str) -> Belongs:
    return lambda line, _holding: line.code == "majority" and line.of == resource


def _prestige(way: str) -> Belongs:
    def belongs(line: Line, holding: Holding) -> bool:
        card = holding.card(line.of or "")
        return line.code == "prestige" and way == (card.implied.prestige if card else line.of)

    return belongs


_CERVOISE, _POTION, _SWORD, _BREAD = RESOURCES
MOST_FEWEST = text("most {most}, fewest {fewest}, others {others}", most=10, fewest=0, others=4)
# Group, key, label, what it counts, shape, which lines belong to it.
ROWS: tuple[tuple[Text, str, Text, Text, str, Belongs], ...] = (
    (text("Majorities"), _CERVOISE, text("Cervoise"), MOST_FEWEST, "lu-cervoise", _majority(_CERVOISE)),
    (text("Majorities"), _POTION, text("Potion"), MOST_FEWEST, "lu-potion", _majority(_POTION)),
    (text("Majorities"), _SWORD, text("Sword"), MOST_FEWEST, "lu-sword", _majority(_SWORD)),
    (text("Majorities"), _BREAD, text("Bread"), MOST_FEWEST, "lu-bread", _majority(_BREAD)),
    (
        text("Prestige"),
        "symbols",
        text("Laboratory, forge, mill"),
        text("1 for each potion, sword, bread"),
        "cairn",
        _prestige("symbols"),
    ),
    (
        text("Prestige"),
        "family",
        text("Herbalist, armoury, bakery"),
        text("{base} + 1 for each card of its colour", base=FAMILY),
        "green",
        _prestige("family"),
    ),
    (
        text("Influence"),
        "market",
        text("Markets"),
        text("{points} for each one satisfied", points=MARKET),
        "lu-market",
        _of_code("market"),
    ),
    (
        text("Influence"),
        "statue",
        text("Statue of Augustus"),
        text("{base} + 1 for each Roman location", base=STATUE),
        "lu-statue",
        _of_code("statue"),
    ),
    (
        text("Influence"),
        "legionnaire",
        text("Legionnaires"),
        text("{points} each", points=LEGIONNAIRE),
        "lu-legionnaire",
        _of_code("legionnaire"),
    ),
    (
        text("Influence"),
        "points",
        text("Other cards"),
        text("the points printed on them"),
        "lu-other",
        _of_code("points"),
    ),
    (
        text("Fortune"),
        "fortune",
        text("Gold"),
        text("1 for every full {gold}", gold=GOLD_A_POINT),
        "lu-gold",
        _of_code("fortune"),
    ),
)


def blank(choice: Choice) -> Sequence[SheetPage]:
    names = (*choice.names, *[""] * PLAYERS)[:PLAYERS]
    return [SheetPage(names, choice.day, _groups(lambda _belongs: (None,) * PLAYERS), (None,) * PLAYERS)]


def filled(_choice: Choice, record: Record, _translate: Say) -> Sequence[SheetPage]:
    rest = PLAYERS - len(record.names)

    def points(belongs: Belongs) -> tuple[int | None, ...]:
        own = [
            sum(line.points for line in player.lines if belongs(line, holding))
            for player, holding in zip(record.scored.players, record.position.holdings, strict=True)
        ]
        return (*own, *[None] * rest)

    totals = (*(player.total for player in record.scored.players), *[None] * rest)
    return [SheetPage((*record.names, *[""] * rest), record.day, _groups(points), totals)]


def _groups(points: Callable[[Belongs], tuple[int | None, ...]]) -> tuple[tuple[Text, tuple[ScoreRow, ...]], ...]:
    groups: dict[str, tuple[Text, list[ScoreRow]]] = {}
    for group, key, label, hint, shape, belongs in ROWS:
        _named, rows = groups.setdefault(group.message, (group, []))
        rows.append(ScoreRow(key, group.message, label, hint, shape, points(belongs)))
    return tuple((group, tuple(rows)) for group, rows in groups.values())


DOCUMENT = Document(
    name="lutece-sheet",
    title=_("Lutèce score sheet"),
    game="lutece",
    asks=frozenset({"names", "fillable"}),
    blank=blank,
    filled=filled,
)

"""The Lutèce score sheet: up to five players, the rows in the order of the count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import itemgetter

from printables.choice import Choice, Document, Entry, Option, Part, Record, Say, Unprintable, entries_of, whole
from printables.letters import SOFT, UNBROKEN, hyphenated, lines
from printables.options import BACK, LINES, area_of
from printables.pdf.adding import Sum
from scoring.core.game import Played
from scoring.core.sheet import Line, Seat
from scoring.core.text import Text, _, plural, text
from scoring.lutece.cards import RESOURCES, Card
from scoring.lutece.moves import Settle
from scoring.lutece.purchases import outcome
from scoring.lutece.score import FAMILY, GOLD_A_POINT, LEGIONNAIRE, MARKET, STATUE
from scoring.lutece.state import State
from scoring.lutece.statistics import SOURCES

FEWEST, MOST = 2, 5
LABELS, PEN = 51.0, 9.05  # how wide the labels are; millimetres that a pen needs, and its share of a line
SIZES = (2.8, 2.5, 2.2, 2.0, 1.8)  # of names, in the unit of the style
LEAST = 7 / 72 * 25.4  # millimetres: no name is smaller
TOGETHER = 24  # letters of a purchase that is not broken
ROOM, AIR, LEADING = 9.3, 0.9, 1.1  # how high names are, what they keep from the lines beside them, their lines


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row: what it is, what it counts, its sign."""

    key: str
    label: Text
    hint: Text
    shape: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One sheet, for all players."""

    names: tuple[str, ...]
    day: str
    groups: tuple[tuple[Text, tuple[ScoreRow, ...]], ...]

    counted: bool

    def fitted(self, wide: float, unit: float) -> tuple[float, float, tuple[str, ...]]:
        """The size of the names in columns so `wide`, how high they are, and the names.

        A word that no size saves from a break has hyphens. A `unit` is told in millimetres.
        """
        sizes = [*(size for size in SIZES if size * unit > LEAST), LEAST / unit]
        room = wide - 2 * AIR
        saved = [hyphenated(name, room / sizes[-1]).count(SOFT) for name in self.names]
        for size in sizes:
            names = tuple(hyphenated(name, room / size) for name in self.names)
            high = max(lines(name, room / size) for name in names) * size * LEADING
            if high <= ROOM and [name.count(SOFT) for name in names] == saved:
                break
        return size, max(high, ROOM), names

    def points(self, prefix: str, key: str, player: int) -> Sum | None:
        """The points of what is counted, where each is worth the same."""
        if not self.counted or key not in EACH:
            return None
        return Sum("every", [f"{prefix}-{key}-count-{player}"], EACH[key])

    def total(self, prefix: str, player: int) -> Sum:
        return Sum("add", [f"{prefix}-{row.key}-{player}" for _group, rows in self.groups for row in rows])


_CERVOISE, _POTION, _SWORD, _BREAD = RESOURCES
MOST_FEWEST = text("most {most}, fewest {fewest}, others {others}", most=10, fewest=0, others=4)
# Group, key, label, what it counts, shape.
ROWS: tuple[tuple[Text, str, Text, Text, str], ...] = (
    (text("Majorities"), _CERVOISE, text("Cervoise"), MOST_FEWEST, "lu-cervoise"),
    (text("Majorities"), _POTION, text("Potion"), MOST_FEWEST, "lu-potion"),
    (text("Majorities"), _SWORD, text("Sword"), MOST_FEWEST, "lu-sword"),
    (text("Majorities"), _BREAD, text("Bread"), MOST_FEWEST, "lu-bread"),
    (
        text("Prestige"),
        "symbols",
        text("Laboratory, forge, mill"),
        text("1 for each potion, sword, bread"),
        "cairn",
    ),
    (
        text("Prestige"),
        "family",
        text("Herbalist, armoury, bakery"),
        text("{base}, and 1 for each card of its colour", base=FAMILY),
        "green",
    ),
    (
        text("Influence"),
        "market",
        text("Markets"),
        text("{points} for each one satisfied", points=MARKET),
        "lu-market",
    ),
    (
        text("Influence"),
        "statue",
        text("Statue of Augustus"),
        text("{base}, and 1 for each Roman location", base=STATUE),
        "lu-statue",
    ),
    (
        text("Influence"),
        "legionnaire",
        text("Legionnaires"),
        text("{points} each", points=LEGIONNAIRE),
        "lu-legionnaire",
    ),
    (
        text("Influence"),
        "points",
        text("Other cards"),
        text("the points printed on them"),
        "lu-other",
    ),
    (
        text("Fortune"),
        "fortune",
        text("Gold"),
        text("1 for every full {gold}", gold=GOLD_A_POINT),
        "lu-gold",
    ),
)
# Of what is counted, how many make how many points.
EACH = {"market": (1, MARKET), "legionnaire": (1, LEGIONNAIRE), "fortune": (GOLD_A_POINT, 1)}


def blank(choice: Choice) -> Sequence[SheetPage]:
    """One sheet; each player has a place for what is counted beside the points, if a pen has room in both."""
    players = choice.chosen(PLAYERS)
    if len(choice.names) > players:
        facts = {"names": len(choice.names), "most": players}
        raise Unprintable(text("{names} names: this sheet has room for {most}.", **facts))
    area = area_of(DOCUMENT, choice)
    wide = (area.rems[0] - LABELS) / players * area.unit
    return [SheetPage(choice.names_of(players), choice.day, _groups(), wide >= 2 * PEN)]


def _check(players: int) -> None:
    if not FEWEST <= players <= MOST:
        raise Unprintable(text("Lutèce has 2 to 5 players, not {players}.", players=players))


@cache
def _groups() -> tuple[tuple[Text, tuple[ScoreRow, ...]], ...]:
    """The rows under their groups."""
    return tuple(
        (group, tuple(ScoreRow(key, label, hint, shape) for _group, key, label, hint, shape in rows))
        for group, rows in groupby(ROWS, itemgetter(0))
    )


def summary(record: Record, say: Say) -> Sequence[Part]:
    """Each player's sums, then what was bought round by round, or what the cards are where only the end is known."""
    bought = record.course or [[] for _name in record.names]
    sums = ((player, map(_labelled, _condensed(player.lines))) for player in record.scored.players)
    return [
        Part(player.name, player.total, (*entries_of(tuple(lines), say), *_cards(bought[seat], record, seat, say)))
        for seat, (player, lines) in enumerate(sums)
    ]


def _condensed(lines: Sequence[Line]) -> Sequence[Line]:
    """The legionnaires share a line: each is worth the same."""
    alike = [line for line in lines if line.code == "legionnaire"]
    if len(alike) < 2:
        return lines
    said = text("{count} × {each}", count=len(alike), each=alike[0].points)
    together = replace(alike[0], points=sum(line.points for line in alike), text=said)
    return [together if line is alike[0] else line for line in lines if line is alike[0] or line not in alike]


def _labelled(line: Line) -> Line:
    return line if line.label else replace(line, label=dict(SOURCES)[line.code])


def purchases(play: Played[State]) -> list[list[tuple[int, Text]]]:
    """By seat, each purchase: in which round, and the card with the gold that went for it."""
    bought: list[list[tuple[int, Text]]] = [[] for _name in play.state.names]
    for after in play.standing():
        if not isinstance(after.move, Settle) or after.before is None:
            continue
        there = after.before.state
        result = outcome(there, after.move.tile)
        if result.winner is not None and result.acquires:
            gold = result.lot.card.price + result.winner.coins
            said = text("{card} for {gold}", card=_name(result.lot.card), gold=gold)
            bought[result.winner.seat].append((there.round, said))
    return bought


def _cards(bought: Sequence[tuple[int, Text]], record: Record, seat: Seat, say: Say) -> Iterator[Entry]:
    if bought:
        rounds = groupby(bought, itemgetter(0))
        said = [f"{number} ({', '.join(say(one) for _round, one in own)})" for number, own in rounds]
        together = [one.replace(" ", UNBROKEN) if len(one) <= TOGETHER else one for one in said]
        yield Entry(say(text("bought in round")), ", ".join(together), None)
    elif held := record.position.holdings[seat].cards:
        yield Entry(say(text("cards")), ", ".join(say(_name(card)) for card in held), None)


def _name(card: Card) -> Text:
    return text("{card}", card=card.label) if card.label else text(card.implied.name)


PLAYERS = Option(
    key="players",
    label=text("Players"),
    named=tuple((str(many), plural("{count} player", "{count} players", many)) for many in range(MOST, FEWEST - 1, -1)),
    usual=MOST,
    help="Players on the Lutèce sheet, 2 to 5.",
    read=whole,
    check=_check,
)
DOCUMENT = Document(
    name="lutece-sheet",
    title=_("Lutèce score sheet"),
    game="lutece",
    choices=frozenset({"names", "fillable"}),
    options=(PLAYERS, LINES, BACK),
    blank=blank,
    summary=summary,
    course=purchases,
)

"""The likeliest sheet, from how much ink seems to be in each of its boxes.

The rules are what makes this safe: columns fill from the bottom without gaps, a top stands over nine numbers, a bridge
over seven, and artefacts come from vases and tops alone. Whoever forgot to hatch one has fewer. A dark mark that they
do not allow is asked about, and what somebody answers breaks them where it must.

Ticked, struck out or circled: the box's booklet strikes out a ×2 that was lost and circles a bridge; Cairn's sheet has
one ticked and leaves the other empty. How many are marked, and how, tells which a sheet was filled in by.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import accumulate, chain, product
from math import exp, log, prod

from scoring.core.likeliest import CIRCLE, DOUBT, LINE, Answers, Fact, Ink, Likeliest, Photographed, settled
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.audit import findings
from scoring.roll_and_write.formats import sheet as read_sheet
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.pad import BOXES, COLOURS, HOUSE, NAMES, NOT_KNOWN, VASE, Pad
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGE_AT, BRIDGED, BRIDGES, COLUMNS, DICE, Column, Sheet

TICKED = 0.25  # of the ×2 boxes of columns with numbers
LEVEL_TICK = 0.03  # of the ticks are level lines
IN_DOUBT = 1.0  # so sure is a mark that may be a tick or a strike
CLEAR = 0.5  # more surely than that one is circled on a sheet where bridges are circled
LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit of marking: how `usual` it is; and of the ×2 boxes of columns with numbers the share that is `struck`
    out, and of these that by a level line.
    """

    usual: float
    struck: float
    level: float

    def of(self, line: float) -> float:
        """The probability that somebody with this habit strikes a box out with ink that looks like this; `line` is
        the probability that the ink is a horizontal stroke.
        """
        return self.struck * (self.level * line + (1 - self.level) * (1 - line))


HABITS = (Habit(0.7, 0.015, 0.5), Habit(0.15, 0.6, 0.95), Habit(0.15, 0.6, 0.05))


def ticked_doubles(ink: Ink, begun: Mapping[str, bool]) -> dict[str, float]:
    """The log-odds that the ×2 box of each column is ticked; `begun` are the columns with numbers, where one that is
    not ticked may be struck out.
    """
    seen = {colour: ink.get(f"{colour}-double", 0.0) for colour in begun}
    lines = {colour: ink[f"{colour}-double{LINE}"] for colour in begun if f"{colour}-double{LINE}" in ink}
    marked = [colour for colour in lines if seen[colour] > 0]
    empty = sum(begun[colour] and seen[colour] <= 0 and colour not in lines for colour in begun)
    ticked = _ticked([_likely(lines[colour]) for colour in marked], empty)
    return seen | {colour: min(seen[colour], odds) for colour, odds in zip(marked, ticked, strict=True)}


def _ticked(lines: Sequence[float], empty: int) -> list[float]:
    """For each marked box, of which it is so likely that the mark is a level line, the log-odds that it is a tick."""
    ticks = [TICKED * (LEVEL_TICK * line + (1 - LEVEL_TICK) * (1 - line)) for line in lines]
    usual = [
        habit.usual
        * prod(tick + habit.of(line) for tick, line in zip(ticks, lines, strict=True))
        * (1 - TICKED - habit.struck) ** empty
        for habit in HABITS
    ]
    return [
        _odds(sum(part * tick / (tick + habit.of(line)) for part, habit in zip(usual, HABITS, strict=True)), sum(usual))
        for tick, line in zip(ticks, lines, strict=True)
    ]


def _likely(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _odds(part: float, whole: float) -> float:
    return log(max(part, LEAST * whole) / max(whole - part, LEAST * whole))


def crossed_bridges(ink: Ink) -> dict[str, float]:
    """The log-odds that each bridge was crossed first: its box is ticked, or it is circled. A tick is in doubt where
    the bridge is struck out, where it is a level line, and on a sheet on which others are circled instead.
    """
    seen = {of: ink.get(f"bridge-{of}", 0.0) for of in BRIDGED}
    circled = {of: ink[f"bridge-{of}{CIRCLE}"] for of in BRIDGED if f"bridge-{of}{CIRCLE}" in ink}
    instead = any(odds > CLEAR and seen[of] < 0 for of, odds in circled.items())
    return {of: _bridge(seen[of], circled.get(of), ink.get(f"bridge-{of}{LINE}", 0.0), instead) for of in BRIDGED}


def _bridge(seen: float, circled: float | None, line: float, instead: bool) -> float:
    if seen > 0 and line > 0:
        return -IN_DOUBT
    if circled is None:
        return min(seen, IN_DOUBT) if instead else seen
    if circled > 0 or seen < 0:
        return max(seen, circled)
    return min(seen, IN_DOUBT)


# The likeliest sheet

FORGOTTEN = 3.0  # how unlikely it is that somebody did not hatch an artefact, or one more: logarithm of the odds
FAR = 24.0  # what is so much less likely than the likeliest of its column is not looked at
DARK = 1.5  # a mark surer than that, though it only goes around its box, is not explained away without a question
BROKEN = 1000.0  # so unlikely is a sheet for each rule that it breaks: only answers make one
NEVER = float("-inf")
Made = tuple[int, int]  # vases passed with tops, tops


@dataclass(frozen=True, slots=True)
class Filled:
    """One way to fill a column, and its likelihood."""

    of: str
    level: int
    bridge: int
    top: int
    likely: float
    vases: int

    @property
    def made(self) -> Made:
        return self.vases + self.top, self.top

    def says(self, key: str) -> int:
        return int(getattr(self, key.partition("-")[0]))


Ways = Mapping[str, list[Filled]]
Best = tuple[float, tuple[Filled, ...]]


def likeliest(ink: Ink, told: Answers, pad: Pad = HOUSE) -> Likeliest:
    """The likeliest sheet on this pad, which is wholly known; only what was told may break a rule."""
    read = _likeliest(ink, {}, pad)
    facts = tuple(_held_against(fact, ink) for fact in read.facts)
    return _likeliest(ink, settled(facts, told), pad) if told else replace(read, facts=facts)


def _likeliest(ink: Ink, known: Answers, pad: Pad) -> Likeliest:
    """The same, given facts that are known already."""
    bridges = crossed_bridges(ink)
    ways = {of: _near(of, _known(of, known, list(_ways(of, ink, bridges[of], pad)))) for of in BRIDGED}
    likely, columns = _best(ways)
    filled = {column.of: column for column in columns}
    doubles = ticked_doubles(ink, {colour: filled[colour].level > 0 for colour in COLOURS})
    doubles |= {colour: FAR if known[key] else -FAR for colour in COLOURS if (key := f"double-{colour}") in known}
    ticked = {colour: odds > 0 for colour, odds in doubles.items()}
    facts = [*_column_facts(ways, likely, filled), *(_double(colour, odds) for colour, odds in doubles.items())]
    sheet = _sheet(filled, ticked)
    return Likeliest(sheet_json(sheet), tuple(facts), tuple(why for _rule, _where, why in findings(sheet, pad)))


def _ways(of: str, ink: Ink, bridge_odds: float, pad: Pad) -> Iterator[Filled]:
    levels = list(accumulate((ink.get(f"{of}-{box}", 0.0) for box in range(1, BOXES + 1)), initial=0.0))
    vases = [of in COLOURS and pad.kind(of, box) == VASE for box in range(1, BOXES + 1)]
    for level, bridge, top in product(range(BOXES + 1), (0, 1), (0, 1) if of in COLOURS else (0,)):
        ticks = bridge * bridge_odds + top * ink.get(f"{of}-top", 0.0)
        broken = (bridge and level < BRIDGE_AT) + (top and level < BOXES)
        yield Filled(of, level, bridge, top, levels[level] + ticks - broken * BROKEN, sum(vases[:level]))


def _known(of: str, known: Answers, ways: list[Filled]) -> list[Filled]:
    """Those in which the known facts are so."""
    asked = {key: known[f"{key}-{of}"] for key in ("level", "bridge", "top") if f"{key}-{of}" in known}
    return [way for way in ways if all(way.says(key) == value for key, value in asked.items())] or ways


def _near(of: str, ways: list[Filled]) -> list[Filled]:
    """Those worth a look; of artefacts all, for what was hatched may be more than there can be."""
    if of == ARTIFACTS:
        return ways
    most = max(way.likely for way in ways)
    return [way for way in ways if way.likely > most - FAR]


def _best(ways: Ways) -> Best:
    """The likeliest columns together."""
    made: Mapping[Made, Best] = reduce(_with, (ways[colour] for colour in COLOURS), {(0, 0): (0.0, ())})
    dice = max(ways[DICE], key=lambda way: way.likely, default=None)
    if dice is None:
        return NEVER, ()
    hatched = (
        (likely + way.likely + dice.likely - _amiss(so_far, way.level), (*columns, way, dice))
        for so_far, (likely, columns) in made.items()
        for way in ways[ARTIFACTS]
    )
    return max(hatched, key=lambda best: best[0], default=(NEVER, ()))


def _amiss(made: Made, hatched: int) -> float:
    """The unlikelihood of so many artefacts hatched, where vases and tops make so many."""
    if made[1] <= hatched <= made[0]:
        return FORGOTTEN * (min(made[0], BOXES) - hatched)
    return BROKEN


def _with(made: Mapping[Made, Best], ways: list[Filled]) -> dict[Made, Best]:
    """The likeliest columns so far for each number of artefacts that they make."""
    after: dict[Made, Best] = {}
    for (artifacts, tops), (likely, columns) in made.items():
        for way in ways:
            more = way.made
            key, sum_ = (artifacts + more[0], tops + more[1]), likely + way.likely
            if key not in after or sum_ > after[key][0]:
                after[key] = sum_, (*columns, way)
    return after


def _column_facts(ways: Ways, likely: float, filled: Mapping[str, Filled]) -> Iterator[Fact]:
    for of, column in filled.items():
        for key in ("level", "bridge", *(("top",) if of in COLOURS else ())):
            others = [way for way in ways[of] if way.says(key) != column.says(key)]
            less, columns = _best({**ways, of: others})
            other = next((way.says(key) for way in columns if way.of == of), column.says(key))
            yield _fact(key, of, column.says(key), other, min(likely - less, FAR))


def _held_against(fact: Fact, ink: Ink) -> Fact:
    """The fact, in doubt where a dark mark says otherwise, which the rules alone explained away."""
    key, _dash, of = fact.key.partition("-")
    marked = fact.value if key == "double" or fact.margin < DOUBT else _marked(key, of, fact.value, ink)
    return fact if marked == fact.value else _fact(key, of, fact.value, marked, 0.0)


def _marked(key: str, of: str, value: int, ink: Ink) -> int:
    """What a dark mark beyond this value says; the value where there is none."""
    if key == "level":
        return max((box for box in range(value + 1, BOXES + 1) if ink.get(f"{of}-{box}", 0.0) > DARK), default=value)
    (place,) = _places(key, of, 0, 1)
    return int(value or ink.get(place, 0.0) > DARK or ink.get(place + CIRCLE, 0.0) > DOUBT)


def _double(colour: str, odds: float) -> Fact:
    return _fact("double", colour, int(odds > 0), int(odds <= 0), abs(odds))


def _fact(key: str, of: str, value: int, other: int, margin: float) -> Fact:
    places = _places(key, of, value, other)
    return Fact(f"{key}-{of}", value, other, margin, places, _sentence(key, of, value), _sentence(key, of, other))


def _places(key: str, of: str, value: int, other: int) -> tuple[str, ...]:
    """The places that show a fact: of a level, from the highest box that may be filled to the lowest that may not."""
    if key == "level":
        low, high = sorted((value, other))
        return tuple(f"{of}-{box}" for box in range(min(high + 1, BOXES), max(low - 1, 0), -1))
    return (f"bridge-{of}",) if key == "bridge" else (f"{of}-{key}",)


def _sentence(key: str, of: str, value: int) -> Text:
    name = COLUMNS[of]
    if key == "level":
        return plural("{column!c}: {count} box filled", "{column!c}: {count} boxes filled", value, column=name)
    if key == "bridge":
        ticked = text("{bridge!c}: ticked or circled", bridge=BRIDGES[of])
        return ticked if value else text("{bridge!c}: empty or struck out", bridge=BRIDGES[of])
    if key == "top":
        ticked = text("{colour!c}, artefact at the top: ticked", colour=NAMES[of])
        return ticked if value else text("{colour!c}, artefact at the top: empty", colour=NAMES[of])
    ticked = text("{colour!c}, ×2: ticked", colour=NAMES[of])
    return ticked if value else text("{colour!c}, ×2: empty or struck out", colour=NAMES[of])


def _sheet(filled: Mapping[str, Filled], ticked: Mapping[str, bool]) -> Sheet:
    return Sheet(
        tuple(Column(ticked[c], top=bool(filled[c].top), told=filled[c].level or None) for c in COLOURS),
        filled[ARTIFACTS].level,
        filled[DICE].level,
        tuple(of for of in BRIDGED if filled[of].bridge),
    )


def facts(value: object) -> dict[str, int]:
    """The facts of a sheet in a log, under the keys of those that are read; raises `Malformed`."""
    sheet = read_sheet(value, "sheet")
    told = {f"level-{of}": sheet.level(of) for of in BRIDGED} | {f"bridge-{of}": of in sheet.bridges for of in BRIDGED}
    for colour in COLOURS:
        told |= {f"top-{colour}": sheet.column(colour).top, f"double-{colour}": sheet.column(colour).double}
    return {key: int(fact) for key, fact in told.items()}


PLACES = {
    **{f"{colour}-{box}": "number" for colour in COLOURS for box in range(1, BOXES + 1)},
    **{f"{track}-{box}": "hatch" for track in (ARTIFACTS, DICE) for box in range(1, BOXES + 1)},
    **{f"{colour}-double": "ring" for colour in COLOURS},
    **{f"{colour}-top": "vase" for colour in COLOURS},
    **{f"bridge-{of}": "cell" for of in BRIDGED},
}
ADVICE = text(
    "Sheets printed with Cairn can be read: with its own arrows and vases, or with a layout of yours that was copied "
    "whole. What counts is ticked, all else left empty. Where a ×2 box may be struck out or a bridge circled, Cairn "
    "asks."
)


def is_another(state: State, seat: Seat, pad: Pad | None) -> bool:
    """True if a box on sheets of this pad is known to be printed otherwise on the sheet of this seat."""
    boxes = zip(chain(*state.pad_of(seat).columns), chain(*(pad or HOUSE).columns), strict=True)
    return any(own not in (NOT_KNOWN, printed) for own, printed in boxes)


def _laid_out(pad: Pad) -> Photographed:
    return replace(PHOTOGRAPHED, read=partial(likeliest, pad=pad))


PHOTOGRAPHED = Photographed(PLACES, likeliest, facts, laid_out=_laid_out, is_another=is_another, advice=ADVICE)

"""The view of a finished sheet being copied: what it makes, what is impossible about it, alone and with others, and
which single slip explains a total computed by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.sheet import (
    Compared,
    DraftCount,
    Line,
    Problem,
    Score,
    Seat,
    Slip,
    changed,
    explained,
    replaced,
    totals_unlike,
)
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.audit import audit, of_two_games
from scoring.roll_and_write.moves import Count, Move
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES, Pad
from scoring.roll_and_write.rule_texts import BRIDGE_FIRST
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.score import BOUNDS, score, total
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_AT,
    BRIDGE_POINTS,
    BRIDGED,
    BRIDGES,
    COLUMNS,
    DICE,
    DICE_SCALE,
    EMPTY,
    EXPEDITION_SCALE,
    ONLY_DOUBLE,
    Column,
    Position,
    Sheet,
)
from scoring.roll_and_write.view.drawing import SHAPES


def explain_claim(position: Position, seat: Seat, claimed: int) -> Sequence[Text]:
    """Nothing when the claim is right; else each single slip that makes exactly this difference, or both totals."""
    own = score(position).players[seat]
    if claimed == own.total:
        return ()
    if why := BOUNDS.beyond(claimed):
        return (why,)
    both = text("{name} claims {claimed}; the sheet makes {total}.", name=own.name, claimed=claimed, total=own.total)
    return explained(own.total, claimed, _slips(position.sheets[seat], own)) or (both,)


def _slips(sheet: Sheet, own: Score) -> Iterator[Slip]:
    for colour in COLOURS:
        yield from _expedition_slips(sheet.column(colour), NAMES[colour])
    if EMPTY in sheet.expeditions:
        yield ONLY_DOUBLE, text("An untouched column is worth 0 and not {counted}.", counted=ONLY_DOUBLE)
    yield from _hatching_slips(sheet)
    yield from _bridge_slips(sheet)
    for line in own.lines:
        if line.points < 0:
            facts = {"column": COLUMNS[line.of or ""], "points": line.points, "counted": -line.points}
            yield -2 * line.points, text("{column!c}: {points} was counted as {counted}.", **facts)


def _expedition_slips(column: Column, colour: Text) -> Iterator[Slip]:
    base, points = column.base, column.points
    facts = {"colour": colour, "points": points}
    if column.double:
        yield -base, text("{colour!c}: the column is doubled, {points} and not {counted}.", counted=base, **facts)
    else:
        why = text("{colour!c}: the column is not doubled, {points} and not {counted}.", counted=base * 2, **facts)
        yield base, why
    yield -points, text("{colour!c}: the column was forgotten, it is worth {points}.", **facts)


def _hatching_slips(sheet: Sheet) -> Iterator[Slip]:
    artifacts = ARTIFACT_SCALE[min(sheet.artifacts, BOXES)]
    dice = DICE_SCALE[min(sheet.dice, BOXES)]
    yield -artifacts, text("The artefacts were forgotten: {points}.", points=artifacts)
    yield -dice, text("The dice symbols were forgotten: {points}.", points=dice)
    if sheet.is_exhausted:
        for counted in (ARTIFACT_SCALE[BOXES], DICE_SCALE[BOXES - 1]):
            yield counted, text("A full column of dice symbols is worth 0 and not {counted}.", counted=counted)


def _bridge_slips(sheet: Sheet) -> Iterator[Slip]:
    circled = [of for of in BRIDGED if of in sheet.bridges]
    for forgotten in range(1, len(circled) + 1):
        points = BRIDGE_POINTS * forgotten
        why = plural(
            "{count} bridge was forgotten: {points}.",
            "{count} bridges were forgotten: {points}.",
            forgotten,
            points=points,
        )
        yield -points, why
    for of in circled:
        if of in COLOURS and sheet.column(of).double:
            yield BRIDGE_POINTS, text("{bridge!c} was doubled, but a bridge never is.", bridge=BRIDGES[of])
    for of in BRIDGED:
        if of in sheet.struck_bridges:
            yield BRIDGE_POINTS, text("{bridge!c} was counted, but it is not ticked.", bridge=BRIDGES[of])


@dataclass(frozen=True, slots=True)
class CountColumn:
    """One of the eight columns to copy; `kinds` are printed in its boxes from the bottom, `scale` stands beside them.
    Its bridge lies over the box `bridge_over`.

    `numbers` is None where only a level can be told; `points` are its own, without those of its bridge.
    """

    of: str
    shape: str
    name: Text
    bridge: Text
    level: int
    points: int
    circled: bool
    kinds: tuple[str, ...]
    scale: tuple[int, ...]
    numbers: tuple[int, ...] | None = None
    double: bool = False
    top: bool = False
    bridge_over: int = BRIDGE_AT - 1
    bridge_points: int = BRIDGE_POINTS

    def beside(self, level: int) -> str:
        """The pattern of the numbers that may be typed beside this level: as many as boxes."""
        return rf"\S+(\s+\S+){{{level - 1}}}" if level else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(DraftCount):
    """One player's sheet. Its own `problems` forbid to record it; `among` are those with other sheets, `waiting` what
    only the sheets still to come can settle.
    """

    columns: tuple[CountColumn, ...]
    among: tuple[Text, ...]
    waiting: tuple[Text, ...]


def counting(state: State, seat: Seat, draft: Move | None, asked: ViewRequest[Pad]) -> Counting:
    """The count of a seat with what its player has copied so far, the `draft`; without one, with what was followed."""
    if not isinstance(draft, Count) or draft.seat != seat:
        draft = Count(seat, state.sheets[seat])
    sheets = replaced(state.sheets, seat, draft.sheet)
    copied = {other: pad for other, pad in state.copied.items() if other != seat}
    counted = state.counted | {seat}
    position = Position(state.setup.players, sheets, state.pad, copied, state.setup.pads, counted)
    player = score(position).players[seat]
    found = audit(position)
    bridges = [problem for problem in found if problem.rule is BRIDGE_FIRST]
    to_come = _to_come(state, seat)
    return Counting(
        columns=tuple(_columns(state.pad_of(seat), draft.sheet, player.lines)),
        lines=player.lines,
        total=player.total,
        move=draft,
        problems=tuple(problem.why for problem in found if problem.seat == seat and problem.rule is not BRIDGE_FIRST),
        among=tuple(problem.named(state.setup.players) for problem in bridges) if not to_come else (),
        waiting=tuple(_waits(problem, to_come) for problem in bridges) if to_come else (),
        open=not state.over,
        claim=None if asked.claimed is None else explain_claim(position, seat, asked.claimed),
        contradictions=tuple(problem.why for seats, problem in of_two_games(position) if seat in seats),
    )


def compared(state: State, count: Count) -> Compared | None:
    """A count beside what was followed or counted before of its seat; None where nothing was."""
    recorded = count.seat in state.counted
    if state.throw is None and not recorded:
        return None
    before, after = state.sheets[count.seat], count.sheet
    name, differences = state.name(count.seat), tuple(_differences(before, after))
    return Compared(name, differences, recorded, total(before), total(after))


def _differences(before: Sheet, after: Sheet) -> Iterator[Text]:
    """The differences between two sheets, as far as they are scored."""
    yield from totals_unlike(before.total, after.total)
    if after.total is not None:
        return
    yield from changed([(before.level(of), after.level(of), COLUMNS[of]) for of in BRIDGED])
    for (what, had), (_what, has) in zip(_ticks(before), _ticks(after), strict=True):
        if had != has:
            yield text("{what} ticked", what=what) if has else text("{what} not ticked", what=what)


def _ticks(sheet: Sheet) -> Iterator[tuple[Text, bool]]:
    for colour in COLOURS:
        column, name = sheet.column(colour), NAMES[colour]
        yield text("{colour} ×2 box", colour=name), column.double
        yield text("artefact at the top of {colour}", colour=name), column.top
    for of in BRIDGED:
        yield BRIDGES[of], of in sheet.bridges


def typed(seat: Seat, total: int) -> Move:
    """The count of a player who knows only the total."""
    return Count(seat, Sheet(total=total))


def breaks_off(state: State) -> Text | None:
    """A game in which dice were thrown and nobody was counted since."""
    if state.throw is None or state.counted or state.over:
        return None
    return text("This game is not over yet: it ends once everybody is counted.")


def with_counts(state: State, counts: Sequence[Move]) -> State:
    """A state with these sheets before the players, possible or not."""
    sheets = {count.seat: count.sheet for count in counts if isinstance(count, Count)}
    placed = tuple(sheets.get(seat, sheet) for seat, sheet in enumerate(state.sheets))
    return replace(state, sheets=placed, counted=frozenset(state.seats))


def audit_so_far(position: Position) -> Sequence[Problem]:
    """Everything impossible about sheets of which some may not be copied yet: these may be the first at any bridge."""
    found = audit(position)
    return [one for one in found if one.rule is not BRIDGE_FIRST] if Sheet() in position.sheets else found


def _to_come(state: State, seat: Seat) -> tuple[str, ...]:
    """The others who have yet to count: at a table that was followed, nobody is waited for."""
    if state.throw is not None:
        return ()
    return tuple(state.name(other) for other in state.seats if other != seat and other not in state.counted)


def _waits(problem: Problem, to_come: tuple[str, ...]) -> Text:
    return text("{why} Still to count: {names}.", why=problem.why, names=to_come)


def _columns(pad: Pad, sheet: Sheet, lines: Sequence[Line]) -> Iterator[CountColumn]:
    points = {line.of or "": line.points for line in lines if line.code != "bridge"}
    for of in BRIDGED:
        column = sheet.column(of) if of in COLOURS else None
        yield CountColumn(
            of=of,
            shape=SHAPES[of],
            name=COLUMNS[of],
            bridge=BRIDGES[of],
            level=min(sheet.level(of), BOXES),
            points=points.get(of, 0),
            circled=of in sheet.bridges,
            kinds=tuple(pad.kind(of, box) for box in range(1, BOXES + 1)) if column else ("",) * BOXES,
            scale={ARTIFACTS: ARTIFACT_SCALE, DICE: DICE_SCALE}.get(of, EXPEDITION_SCALE)[1:],
            numbers=column.numbers if column else None,
            double=column is not None and column.double,
            top=column is not None and column.top,
        )

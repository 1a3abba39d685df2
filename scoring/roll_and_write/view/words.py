"""The sentences about a move, whole and for the table, and about a move that was corrected."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from scoring.core.game import Opens
from scoring.core.sheet import Amount, Belongings, Seat, fields_unlike
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.moves import Choose, Count, Learn, Move, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import ARROW, NAMES, VASE
from scoring.roll_and_write.rules import ENDINGS, State, apply, written
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, BRIDGES, DICE, Sheet
from scoring.roll_and_write.view.count import compared
from scoring.roll_and_write.writing import Step


def tell(state: State, move: Move) -> Sequence[Text]:
    """The sentences about a move, from the `state` before it; raises `Illegal` where the rules forbid it."""
    after = apply(state, move)
    ending = [ENDINGS[after.over]] if after.over and not state.over else []
    return [*_move(state, move, after), *_bridges(state, move, after), *ending]


def opens(state: State, move: Move) -> Opens:
    """A turn is a throw, and what everybody makes of it."""
    counts = isinstance(move, Count) and move.seat not in state.pending
    return Opens.TURN if counts or isinstance(move, Roll) else Opens.NOTHING


def _move(state: State, move: Move, after: State) -> Iterator[Text]:
    match move:
        case Roll():
            yield _roll(state.name(move.seat), move)
        case Choose():
            yield from _choose(state.name(move.seat), written(state, move))
        case Refuse():
            yield _refuse(state, move.seat)
        case Learn():
            yield _learn(move)
            yield from _late_artifacts(state, after)
        case Count(seat, counted) if counted.total is not None:
            yield text("{name} has only a total: typed, not checked.", name=state.name(seat))
        case Count():
            yield text("{name} has counted their sheet.", name=state.name(move.seat))
            known = compared(state, move)
            yield from known.told() if known else ()
        case TurnOrder(seat, lasting):
            yield _turn_order(state.name(seat), lasting)


def _turn_order(name: str, lasting: bool) -> Text:
    if lasting:
        return text("{name} asks that everybody choose in turn order from now on.", name=name)
    return text("{name} asks that everybody choose in turn order, for one throw.", name=name)


def _roll(name: str, roll: Roll) -> Text:
    first, second, third = roll.numbers
    colours = tuple(NAMES[colour] for colour in roll.colours)
    return text(
        "{name} throws {first}, {second}, {third}; {colours}.",
        name=name,
        first=first,
        second=second,
        third=third,
        colours=colours,
    )


def _choose(name: str, marks: tuple[Step, ...]) -> Iterator[Text]:
    for place, mark in enumerate(marks):
        yield _mark(name, mark, accelerated=place > 0)
        if mark.hatched:
            yield _hatches(name, mark.sheet.artifacts)


def _mark(name: str, mark: Step, accelerated: bool) -> Text:
    colour = NAMES[mark.colour]
    if mark.is_double:
        return text("{name} ticks the {colour} ×2 box.", name=name, colour=colour)
    if mark.is_top:
        return text("{name} ticks the artefact at the top of the {colour} column.", name=name, colour=colour)
    if mark.number is None:
        return text("{name} follows the arrow into {colour}.", name=name, colour=colour)
    if accelerated:
        return text("{name} follows the arrow: {number} in {colour}.", name=name, colour=colour, number=mark.number)
    return text("{name} writes {number} in {colour}.", name=name, colour=colour, number=mark.number)


def _hatches(name: str, count: int) -> Text:
    return plural(
        "{name} hatches an artefact: {count} artefact.",
        "{name} hatches an artefact: {count} artefacts.",
        count,
        name=name,
    )


def _refuse(state: State, seat: Seat) -> Text:
    sheet, name = state.sheets[seat], state.name(seat)
    if sheet.is_exhausted:
        return text("{name} refuses; all nine dice symbols are already hatched.", name=name)
    if sheet.refuse().is_exhausted:
        return text("{name} refuses for the ninth time and is exhausted: the dice-symbol column is worth 0.", name=name)
    return plural(
        "{name} refuses: {count} dice symbol.", "{name} refuses: {count} dice symbols.", sheet.dice + 1, name=name
    )


def _learn(learn: Learn) -> Text:
    colour, box = NAMES[learn.colour], learn.box
    if learn.kind == ARROW:
        return text("{colour!c}, box {box}: an arrow is printed there.", colour=colour, box=box)
    if learn.kind == VASE:
        return text("{colour!c}, box {box}: a vase is printed there.", colour=colour, box=box)
    return text("{colour!c}, box {box}: nothing is printed there.", colour=colour, box=box)


def _late_artifacts(state: State, after: State) -> Iterator[Text]:
    for seat in state.seats:
        if after.sheets[seat].artifacts > state.sheets[seat].artifacts:
            yield _hatches(state.name(seat), after.sheets[seat].artifacts)


def _bridges(state: State, move: Move, after: State) -> Iterator[Text]:
    """The bridges crossed by this move; a count says nothing about when they were."""
    if isinstance(move, Count):
        return
    for seat in state.seats:
        new = after.sheets[seat].reached - state.sheets[seat].reached
        for of in (of for of in BRIDGED if of in new):
            yield _crosses(state.name(seat), of, first=of in after.sheets[seat].bridges)


def _crosses(name: str, of: str, first: bool) -> Text:
    if first:
        return text("{name} crosses {bridge}: first so far.", name=name, bridge=BRIDGES[of])
    return text("{name} crosses {bridge} too late: it stays empty.", name=name, bridge=BRIDGES[of])


# Corrections

T = TypeVar("T")


def tell_correction(state: State, was: Move, now: Move) -> Text | None:
    """The dice of a throw in the place of others; None: both moves are told."""
    if not isinstance(was, Roll) or not isinstance(now, Roll) or was.seat != now.seat:
        return None
    numbers, colours = _others(was.numbers, now.numbers), _others(was.colours, now.colours)
    before, after = (tuple(NAMES[colour] for colour in those) for those in colours)
    changes = fields_unlike([(None, *numbers), (None, before, after)])
    return text("{name}’s throw: {changes}.", name=state.name(now.seat), changes=changes) if changes else None


def belongings(state: State) -> Sequence[Belongings]:
    """The artefacts, the dice symbols and the bridges of each sheet."""
    return [_belongings(state.name(seat), state.sheets[seat]) for seat in state.seats]


def _belongings(name: str, sheet: Sheet) -> Belongings:
    amounts = {
        ARTIFACTS: Amount(sheet.artifacts, plural("{count} artefact", "{count} artefacts", sheet.artifacts)),
        DICE: Amount(sheet.dice, plural("{count} dice symbol", "{count} dice symbols", sheet.dice)),
    }
    return Belongings(name, amounts, {of: BRIDGES[of] for of in sheet.bridges})


def _others(was: tuple[T, ...], now: tuple[T, ...]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """The dice that only one of two throws has."""
    before, after = Counter(was), Counter(now)
    return tuple((before - after).elements()), tuple((after - before).elements())

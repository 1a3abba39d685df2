"""The public JSON formats. What cannot be read is Malformed; what can be read may still be illegal."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.core import reading
from scoring.core.counting import MOST_TOTAL, TOTAL, total_of
from scoring.core.game import Formats
from scoring.core.reading import Json
from scoring.core.rule import Malformed
from scoring.core.text import text
from scoring.roll_and_write import pad as pads
from scoring.roll_and_write.moves import DICE_OF_A_KIND, DIGITS, Choose, Count, Learn, Move, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES, PRINTED
from scoring.roll_and_write.rules import Setup
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, EMPTY, Column, Position, Sheet

SEATS = range(2, 6)
TURN_ORDER = "turn-order"
"""How the table plays, and nothing that is scored: no event of the public formats."""
# What a position may say and still be read: what is above the rules is a problem, not nonsense.
READABLE = 99


def setup(value: Mapping[str, object]) -> Setup:
    """The settings at the top of a log."""
    reading.shape(value, "log", required=("players",), optional=("pad", "options"))
    options = reading.shape(value.get("options", {}), "options", optional=("zero_opens", "turn_order"))
    return Setup(
        reading.names(value["players"], SEATS),
        pads.from_json(value.get("pad")),
        zero_opens=reading.flag(options.get("zero_opens", False), "options.zero_opens"),
        turn_order=reading.flag(options.get("turn_order", False), "options.turn_order"),
    )


def settings(setup: Setup) -> dict[str, Json]:
    options = {"zero_opens": setup.zero_opens}
    if setup.turn_order:
        options["turn_order"] = True
    return {"players": list(setup.players), **_pad(setup.pad), "options": options}


def move(value: Mapping[str, object], setup: Setup) -> Move:
    """One event of a log; "undo" is not one of ours."""
    kind = value.get("type") if isinstance(value, dict) else None
    match reading.one_of(kind, "type", ("roll", "choose", "refuse", "learn", "count", TURN_ORDER)):
        case "roll":
            return _roll(value, setup)
        case "choose":
            return _choose(value, setup)
        case "refuse":
            reading.shape(value, "refuse", required=("type", "seat"))
            return Refuse(_seat(value, setup))
        case "learn":
            return _learn(value)
        case kind if kind == TURN_ORDER:
            reading.shape(value, TURN_ORDER, required=("type", "seat", "lasting"))
            return TurnOrder(_seat(value, setup), reading.flag(value["lasting"], "lasting"))
        case _:
            return _count(value, setup)


def event(move: Move) -> dict[str, Json]:
    match move:
        case Roll(seat, numbers, colours):
            return {"type": "roll", "seat": seat, "numbers": list(numbers), "colours": list(colours)}
        case Choose():
            return _chosen(move)
        case Refuse(seat):
            return {"type": "refuse", "seat": seat}
        case Learn(colour, box, kind):
            return {"type": "learn", "colour": colour, "box": box, "kind": kind}
        case Count(seat, counted) if counted.total is not None:
            return {"type": "count", "seat": seat, TOTAL: counted.total}
        case Count(seat, counted):
            return {"type": "count", "seat": seat, "sheet": sheet_json(counted)}
        case TurnOrder(seat, lasting):
            return {"type": TURN_ORDER, "seat": seat, "lasting": lasting}


def position(value: Mapping[str, object]) -> Position:
    """What `flask score` takes."""
    reading.shape(value, "position", required=("players", "sheets"), optional=("pad",))
    players = reading.names(value["players"], SEATS)
    entries = reading.listing(value["sheets"], "sheets", len(players), len(players))
    sheets = tuple(sheet(entry, f"sheets[{seat}]") for seat, entry in enumerate(entries))
    return Position(players, sheets, pads.from_json(value.get("pad")))


def holding(position: Position) -> dict[str, Json]:
    sheets = [sheet_json(sheet) for sheet in position.sheets]
    return {"players": list(position.players), **_pad(position.pad), "sheets": sheets}


def sheet(value: object, where: str) -> Sheet:
    """One player's sheet, or only its total; an empty object is an untouched one."""
    total = total_of(value, where)
    if total is not None:
        return Sheet(total=total)
    entries = reading.shape(value, where, optional=("expeditions", ARTIFACTS, DICE, "bridges"))
    expeditions = reading.shape(entries.get("expeditions", {}), f"{where}.expeditions", optional=COLOURS)
    bridges = reading.listing(entries.get("bridges", []), f"{where}.bridges", 0, READABLE)
    return Sheet(
        tuple(_column(expeditions.get(colour, {}), f"{where}.expeditions.{colour}") for colour in COLOURS),
        reading.whole(entries.get(ARTIFACTS, 0), f"{where}.artifacts", 0, READABLE),
        reading.whole(entries.get(DICE, 0), f"{where}.dice", 0, READABLE),
        tuple(reading.one_of(of, f"{where}.bridges[{place}]", BRIDGED) for place, of in enumerate(bridges)),
    )


def sheet_json(sheet: Sheet) -> dict[str, Json]:
    """A sheet without what is untouched."""
    if sheet.total is not None:
        return {TOTAL: sheet.total}
    touched = {colour: _column_json(sheet.column(colour)) for colour in COLOURS if sheet.column(colour) != EMPTY}
    entries: dict[str, Json] = {
        "expeditions": touched,
        ARTIFACTS: sheet.artifacts,
        DICE: sheet.dice,
        "bridges": list(sheet.bridges),
    }
    return {key: entry for key, entry in entries.items() if entry}


def _count(value: Mapping[str, object], setup: Setup) -> Count:
    if TOTAL in value:
        reading.shape(value, "count", required=("type", "seat", TOTAL))
        return Count(_seat(value, setup), Sheet(total=reading.whole(value[TOTAL], TOTAL, -MOST_TOTAL, MOST_TOTAL)))
    reading.shape(value, "count", required=("type", "seat", "sheet"))
    return Count(_seat(value, setup), sheet(value["sheet"], "sheet"))


def _pad(pad: pads.Pad) -> dict[str, Json]:
    written = pad.to_json()
    return {} if written is None else {"pad": written}


def _seat(value: Mapping[str, object], setup: Setup) -> int:
    return reading.whole(value["seat"], "seat", 0, len(setup.players) - 1)


def _roll(value: Mapping[str, object], setup: Setup) -> Roll:
    reading.shape(value, "roll", required=("type", "seat", "numbers", "colours"))
    numbers = reading.listing(value["numbers"], "numbers", DICE_OF_A_KIND, DICE_OF_A_KIND)
    colours = reading.listing(value["colours"], "colours", DICE_OF_A_KIND, DICE_OF_A_KIND)
    return Roll(
        _seat(value, setup),
        tuple(reading.whole(number, f"numbers[{place}]", 0, DIGITS[-1]) for place, number in enumerate(numbers)),
        tuple(reading.one_of(colour, f"colours[{place}]", COLOURS) for place, colour in enumerate(colours)),
    )


def _choose(value: Mapping[str, object], setup: Setup) -> Choose:
    reading.shape(value, "choose", required=("type", "seat", "number", "colour"), optional=("accelerate", "double"))
    accelerate = reading.listing(value.get("accelerate", []), "accelerate", 0, READABLE)
    return Choose(
        _seat(value, setup),
        reading.whole(value["number"], "number", 0, DIGITS[-1]),
        reading.one_of(value["colour"], "colour", COLOURS),
        tuple(reading.one_of(colour, f"accelerate[{place}]", COLOURS) for place, colour in enumerate(accelerate)),
        reading.flag(value.get("double", False), "double"),
    )


def _chosen(choose: Choose) -> dict[str, Json]:
    written: dict[str, Json] = {
        "type": "choose",
        "seat": choose.seat,
        "number": choose.number,
        "colour": choose.colour,
        "accelerate": list(choose.accelerate),
    }
    return {**written, "double": True} if choose.double else written


def _learn(value: Mapping[str, object]) -> Learn:
    reading.shape(value, "learn", required=("type", "colour", "box", "kind"))
    return Learn(
        reading.one_of(value["colour"], "colour", COLOURS),
        reading.whole(value["box"], "box", 1, BOXES),
        reading.one_of(value["kind"], "kind", PRINTED),
    )


def _column(value: object, where: str) -> Column:
    entries = reading.shape(value, where, optional=("double", "numbers", "top", "struck", "level"))
    numbers = reading.listing(entries.get("numbers", []), f"{where}.numbers", 0, READABLE)
    level = reading.whole(entries.get("level", 0), f"{where}.level", 0, READABLE)
    if numbers and level not in (0, len(numbers)):
        raise Malformed(
            text(
                "{colour!c}: {level} boxes are filled, but {count} numbers are given.",
                colour=NAMES[where.rpartition(".")[2]],
                level=level,
                count=len(numbers),
            )
        )
    return Column(
        reading.flag(entries.get("double", False), f"{where}.double"),
        tuple(reading.whole(n, f"{where}.numbers[{place}]", 0, READABLE) for place, n in enumerate(numbers)),
        reading.flag(entries.get("top", False), f"{where}.top"),
        reading.flag(entries.get("struck", False), f"{where}.struck"),
        None if numbers else level or None,
    )


def _column_json(column: Column) -> dict[str, Json]:
    flags = {"double": column.double, "top": column.top, "struck": column.struck}
    written: dict[str, Json] = {key: True for key, value in flags.items() if value}
    if column.told is not None:
        return {**written, "level": column.told}
    return {**written, "numbers": list(column.numbers)} if column.numbers else written


FORMATS: Formats[Setup, Move, Position] = Formats(setup, settings, move, event, position, holding)

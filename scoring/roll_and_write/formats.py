"""The public JSON formats. What cannot be read is Malformed; what can be read may still be illegal."""

from collections.abc import Mapping

from scoring.core import codec
from scoring.core.codec import FLAG, SEAT, Codec, Schema, choice, nested, number, several, typed_total, usually
from scoring.core.game import Formats
from scoring.core.rule import Malformed
from scoring.core.text import plural
from scoring.roll_and_write.moves import DICE_OF_A_KIND, DIGITS, Choose, Count, Learn, Move, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES, PRINTED, Pad, Pads, pad_from_json, pads_from_json
from scoring.roll_and_write.rules import Setup
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, EMPTY, Column, Position, Sheet

SEATS = range(2, 6)
TURN_ORDER = "turn-order"
"""How the table plays, and nothing that is scored: no event of the public formats."""
# What a position may say and still be read: what is above the rules is a problem, not nonsense.
READABLE = 99


def setup(value: Mapping[str, object]) -> Setup:
    """The settings at the top of a log."""
    codec.shape(value, "log", required=("players",), optional=("pad", "pads", "options"))
    options = codec.shape(value.get("options", {}), "options", optional=("zero_opens", "turn_order"))
    players = codec.names(value["players"], SEATS)
    return Setup(
        players,
        pad_from_json(value.get("pad")),
        zero_opens=codec.flag(options.get("zero_opens", False), "options.zero_opens"),
        turn_order=codec.flag(options.get("turn_order", False), "options.turn_order"),
        pads=_pads(value, players),
    )


def settings(setup: Setup) -> dict[str, codec.Json]:
    options = {"zero_opens": setup.zero_opens}
    if setup.turn_order:
        options["turn_order"] = True
    return {"players": list(setup.players), **_printed(setup.pad, setup.pads), "options": options}


def position(value: Mapping[str, object]) -> Position:
    """The position that `flask score` takes."""
    codec.shape(value, "position", required=("players", "sheets"), optional=("pad", "pads"))
    players = codec.names(value["players"], SEATS)
    entries = codec.listing(value["sheets"], "sheets", len(players), len(players))
    sheets = tuple(sheet(entry, f"sheets[{seat}]") for seat, entry in enumerate(entries))
    return Position(players, sheets, pad_from_json(value.get("pad")), pads=_pads(value, players))


def holding(position: Position) -> dict[str, codec.Json]:
    sheets = [sheet_json(sheet) for sheet in position.sheets]
    return {"players": list(position.players), **_printed(position.pad, position.pads), "sheets": sheets}


def sheet(value: object, where: str) -> Sheet:
    """One player's sheet, or only its total; an empty object is an untouched one."""
    read: Sheet = SHEET.read(value, where, 0)
    return read


def sheet_json(sheet: Sheet) -> codec.Json:
    """A sheet without what is untouched."""
    return SHEET.write(sheet)


def _pads(value: Mapping[str, object], players: tuple[str, ...]) -> Pads:
    return pads_from_json(value["pads"], len(players)) if "pads" in value else ()


def _printed(pad: Pad, own: Pads) -> dict[str, codec.Json]:
    written = pad.to_json()
    shared: dict[str, codec.Json] = {} if written is None else {"pad": written}
    return {**shared, "pads": [None if each is None else each.to_json() for each in own]} if own else shared


def _column(value: object, where: str) -> Column:
    entries = codec.shape(value, where, optional=("double", "numbers", "top", "struck", "level"))
    numbers = codec.listing(entries.get("numbers", []), f"{where}.numbers", 0, READABLE)
    level = codec.whole(entries.get("level", 0), f"{where}.level", 0, READABLE)
    if numbers and level not in (0, len(numbers)):
        raise Malformed(
            plural(
                "{colour!c}: boxes filled: {level}, but {count} number is given.",
                "{colour!c}: boxes filled: {level}, but {count} numbers are given.",
                len(numbers),
                colour=NAMES[where.rpartition(".")[2]],
                level=level,
            )
        )
    return Column(
        codec.flag(entries.get("double", False), f"{where}.double"),
        tuple(codec.whole(n, f"{where}.numbers[{place}]", 0, READABLE) for place, n in enumerate(numbers)),
        codec.flag(entries.get("top", False), f"{where}.top"),
        codec.flag(entries.get("struck", False), f"{where}.struck"),
        None if numbers else level or None,
    )


def _column_json(column: Column) -> dict[str, codec.Json]:
    flags = {"double": column.double, "top": column.top, "struck": column.struck}
    written: dict[str, codec.Json] = {key: True for key, value in flags.items() if value}
    if column.told is not None:
        return {**written, "level": column.told}
    return {**written, "numbers": list(column.numbers)} if column.numbers else written


NUMBER = number(0, DIGITS[-1])
COLOUR = choice(COLOURS)
COLUMN = usually(codec.Field(lambda value, where, _players: _column(value, where), _column_json), EMPTY)
MARKS = usually(number(0, READABLE), 0)
SHEET = codec.or_total(
    nested(
        Schema(
            Sheet,
            {
                "expeditions": usually(codec.in_order(COLOURS, COLUMN), Sheet().expeditions),
                ARTIFACTS: MARKS,
                DICE: MARKS,
                "bridges": usually(several(choice(BRIDGED), 0, READABLE), ()),
            },
        )
    ),
    lambda total: Sheet(total=total),
    lambda sheet: sheet.total,
)
MOVES: Codec[Move] = Codec(
    {
        "roll": Schema(
            Roll,
            {
                "seat": SEAT,
                "numbers": several(NUMBER, DICE_OF_A_KIND, DICE_OF_A_KIND),
                "colours": several(COLOUR, DICE_OF_A_KIND, DICE_OF_A_KIND),
            },
        ),
        "choose": Schema(
            Choose,
            {
                "seat": SEAT,
                "number": NUMBER,
                "colour": COLOUR,
                "accelerate": usually(several(COLOUR, 0, READABLE), (), written=True),
                "double": usually(FLAG, False),
            },
        ),
        "refuse": Schema(Refuse, {"seat": SEAT}),
        "learn": Schema(Learn, {"colour": COLOUR, "box": number(1, BOXES), "kind": choice(PRINTED)}),
        "count": (
            typed_total(Count, lambda seat, total: Count(seat, Sheet(total=total)), lambda count: count.sheet.total),
            Schema(Count, {"seat": SEAT, "sheet": SHEET}),
        ),
        TURN_ORDER: Schema(TurnOrder, {"seat": SEAT, "lasting": FLAG}),
    }
)
FORMATS: Formats[Setup, Move, Position] = Formats(
    setup,
    settings,
    lambda event, setup: MOVES.read(event, len(setup.players)),
    MOVES.write,
    position,
    holding,
)

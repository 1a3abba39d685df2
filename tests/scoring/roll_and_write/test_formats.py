"""The public JSON of Roll & Write: what is read, what is written back, and what cannot be read."""

import json

import pytest

from scoring.core.rule import Malformed
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import COLOURS, HOUSE, UNKNOWN
from scoring.roll_and_write.rules import Setup
from scoring.roll_and_write.sheets import Column, Position, Sheet
from tests.english import english
from tests.scoring.roll_and_write.table import sheet
from tests.scoring.unreadable import place, unreadable

FORMATS = GAME.formats
SETUP = Setup(("Ana", "Ben"), HOUSE)
PRINTED = {
    "players": ["Ana", "Ben"],
    "pad": "house",
    "sheets": [
        {
            "expeditions": {"red": {"double": True, "numbers": [1, 1, 4, 9], "top": False}},
            "artifacts": 5,
            "dice": 3,
            "bridges": ["red"],
        },
        {},
    ],
}
MOVES = [
    ({"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]},
     Roll(0, (0, 4, 7), ("red", "red", "blue"))),
    ({"type": "choose", "seat": 0, "number": 4, "colour": "red", "accelerate": ["blue", "blue"]},
     Choose(0, 4, "red", ("blue", "blue"))),
    ({"type": "choose", "seat": 1, "number": 0, "colour": "red", "accelerate": [], "double": True},
     Choose(1, 0, "red", (), True)),
    ({"type": "refuse", "seat": 1}, Refuse(1)),
    ({"type": "learn", "colour": "red", "box": 3, "kind": "arrow"}, Learn("red", 3, "arrow")),
    ({"type": "count", "seat": 0, "sheet": {"expeditions": {"red": {"numbers": [4]}}, "dice": 2}},
     Count(0, sheet(red=[4], dice=2))),
    ({"type": "count", "seat": 1, "sheet": {"artifacts": 7, "bridges": ["artifacts"]}},
     Count(1, sheet(artifacts=7, bridges=("artifacts",)))),
    ({"type": "turn-order", "seat": 1, "lasting": True}, TurnOrder(1, True)),
]  # fmt: skip


def test_the_position_of_the_public_formats_is_read():
    own = sheet(red=Column(double=True, numbers=(1, 1, 4, 9)), artifacts=5, dice=3, bridges=("red",))
    assert FORMATS.position(PRINTED) == Position(("Ana", "Ben"), (own, Sheet()), HOUSE)


@pytest.mark.parametrize(("event", "move"), MOVES, ids=lambda entry: str(entry)[:20])
def test_an_event_is_read_and_written_back(event, move):
    assert FORMATS.move(event, SETUP) == move
    assert FORMATS.event(move) == event


def test_a_choice_may_leave_out_its_accelerations():
    assert FORMATS.move({"type": "choose", "seat": 0, "number": 4, "colour": "red"}, SETUP) == Choose(0, 4, "red")


@pytest.mark.parametrize(
    "setup",
    [
        SETUP,
        Setup(("Ana", "Ben", "Cai"), UNKNOWN, zero_opens=True),
        Setup(("Ana", "Ben"), UNKNOWN.learn("red", 1, "vase"), turn_order=True),
    ],
)
def test_settings_are_written_and_read_back(setup):
    assert FORMATS.setup(json.loads(json.dumps(FORMATS.settings(setup)))) == setup


def test_an_absent_pad_is_unknown():
    assert FORMATS.setup({"players": ["Ana", "Ben"]}) == Setup(("Ana", "Ben"), UNKNOWN)
    assert FORMATS.position({"players": ["Ana", "Ben"], "sheets": [{}, {}], "pad": None}).pad == UNKNOWN


@pytest.mark.parametrize(
    "column",
    [
        {},
        {"double": True},
        {"numbers": [1, 99, 0]},
        {"level": 4, "struck": True},
        {"numbers": [1] * 12, "top": True, "struck": True, "double": True},
    ],
)
def test_a_column_is_read_and_written_back(column):
    value = {"players": ["Ana", "Ben"], "sheets": [{"expeditions": {"red": column}} if column else {}, {}]}
    assert FORMATS.holding(FORMATS.position(value)) == value


def test_a_level_of_zero_is_an_untouched_column():
    value = {"players": ["Ana", "Ben"], "sheets": [{"expeditions": {"red": {"level": 0}}}, {}]}
    assert FORMATS.position(value).sheets == (Sheet(), Sheet())


def own(**entries):
    return {"players": ["Ana", "Ben"], "sheets": [entries, {}]}


def red(**entries):
    return own(expeditions={"red": entries})


BOXES = dict.fromkeys(COLOURS, ["plain"] * 9)


@unreadable(
    {
        "position": [[], {}, {"players": ["Ana", "Ben"]}, PRINTED | {"options": {}}, PRINTED | {"events": []}],
        "players": [PRINTED | {"players": players} for players in ("Ana", ["Ana"], ["Ana"] * 6)],
        "sheets": [PRINTED | {"sheets": [{}] * many} for many in (1, 3)],
        "sheets[1]": [PRINTED | {"sheets": [{}, []]}],
        "pad": [PRINTED | {"pad": "mine"}],
        "sheets[0]": [own(vases=3)],
        "sheets[0].artifacts": [own(artifacts=100)],
        "sheets[0].dice": [own(dice=100)],
        "sheets[0].bridges[0]": [own(bridges=["white"])],
        "sheets[0].expeditions": [own(expeditions={"white": {}})],
        "sheets[0].expeditions.red": [*(own(expeditions={"red": column}) for column in ([], [1, 2])), red(wagers=1)],
        "sheets[0].expeditions.red.numbers": [red(numbers=numbers) for numbers in (4, [1] * 100)],
        "sheets[0].expeditions.red.numbers[0]": [red(numbers=[one]) for one in ("4", -1, 100)],
        "sheets[0].expeditions.red.double": [red(double=1)],
        "sheets[0].expeditions.red.top": [red(top="yes")],
        "sheets[0].expeditions.red.struck": [red(struck=0)],
        "sheets[0].expeditions.red.level": [red(level="4"), red(level=100)],
    }
)
def test_a_position_that_cannot_be_read_says_where(value, where):
    assert place(FORMATS.position, value) == where


def test_numbers_and_a_level_that_contradict_each_other_are_named_with_their_colour():
    with pytest.raises(Malformed) as error:
        FORMATS.position(red(level=4, numbers=[1]))
    facts = error.value.why.facts
    assert (facts["colour"].message, facts["level"], facts["count"]) == ("red", 4, 1)


def changed(at, key, *values):
    """The event there with each of these values under the key."""
    return [{**MOVES[at][0], key: value} for value in values]


ROLL, CHOOSE, REFUSE, LEARN, COUNT, TURN_ORDER = 0, 1, 3, 4, 5, 7


@unreadable(
    {
        "seat": [*changed(ROLL, "seat", 2), *changed(CHOOSE, "seat", 5), *changed(REFUSE, "seat", None)],
        "numbers": changed(ROLL, "numbers", [0, 4], [0, 4, 7, 7]),
        "numbers[2]": changed(ROLL, "numbers", [0, 4, 10]),
        "colours": changed(ROLL, "colours", ["red", "red"]),
        "colours[1]": changed(ROLL, "colours", ["red", "white", "red"]),
        "number": changed(CHOOSE, "number", 10),
        "colour": [*changed(CHOOSE, "colour", "white"), *changed(LEARN, "colour", "white")],
        "accelerate": changed(CHOOSE, "accelerate", ["blue"] * 100),
        "accelerate[1]": changed(CHOOSE, "accelerate", ["red", "white"]),
        "double": changed(CHOOSE, "double", 1),
        "box": changed(LEARN, "box", 0, 10),
        "kind": changed(LEARN, "kind", "unknown"),
        "sheet": changed(COUNT, "sheet", {"vases": 3}),
        "sheet.artifacts": changed(COUNT, "sheet", {"artifacts": 100}),
        "sheet.bridges[1]": changed(COUNT, "sheet", {"bridges": ["red", "white"]}),
        "sheet.expeditions.red.numbers[1]": changed(COUNT, "sheet", {"expeditions": {"red": {"numbers": [4, "4"]}}}),
        "lasting": changed(TURN_ORDER, "lasting", 1),
    }
)
def test_an_event_that_cannot_be_read_says_where(value, where):
    assert place(FORMATS.move, value, SETUP) == where


@unreadable(
    {
        "log": [{"edition": "iello"}],
        "players": [{"players": players} for players in ("Ana", ["Ana"])],
        "options": [{"options": {"zero-opens": True}}],
        "options.zero_opens": [{"options": {"zero_opens": 1}}],
        "options.turn_order": [{"options": {"turn_order": 1}}],
        "pad": [{"pad": pad} for pad in ("mine", 7, {}, {"boxes": BOXES, "scales": {}})],
        "pad.boxes": [{"pad": {"boxes": boxes}} for boxes in ([], {}, BOXES | {"white": ["plain"] * 9})],
        "pad.boxes.blue": [{"pad": {"boxes": BOXES | {"blue": ["plain"] * many}}} for many in (0, 8, 10)],
        "pad.boxes.blue[0]": [{"pad": {"boxes": BOXES | {"blue": [box] * 9}}} for box in ("vaze", 3)],
        "pad.name": [{"pad": {"boxes": BOXES, "name": 3}}],
    }
)
def test_settings_that_cannot_be_read_say_where(value, where):
    assert place(FORMATS.setup, {"players": ["Ana", "Ben"], **value}) == where


def test_settings_without_players_cannot_be_read():
    assert place(FORMATS.setup, {}) == "log"


def test_the_layouts_of_players_with_other_sheets_are_read_and_written_back():
    log = {"players": ["Ana", "Ben"], "pads": [None, "house"]}
    setup = FORMATS.setup(log)
    assert (setup.pad, setup.pads) == (UNKNOWN, (None, HOUSE))
    assert FORMATS.settings(setup) == {**log, "options": {"zero_opens": False}}
    position = {**PRINTED, "pads": ["house", {"boxes": {colour: ["plain"] * 9 for colour in COLOURS}}]}
    other = FORMATS.position(position)
    assert (other.pad_of(0), other.pad_of(1).count("plain")) == (HOUSE, 54)
    assert FORMATS.position(FORMATS.holding(other)) == other
    assert FORMATS.setup({**log, "pads": [None, None]}).pads == ()


@pytest.mark.parametrize(
    ("pads", "why"),
    [
        (["house"], "pads: a list of"),
        ([None, {"boxes": {colour: ["unknown"] * 9 for colour in COLOURS}}], "pads[1]: only the layout"),
        ([None, "mine"], "pad"),
    ],
)
def test_layouts_for_other_players_or_not_wholly_known_are_refused(pads, why):
    with pytest.raises(Malformed) as refused:
        FORMATS.setup({"players": ["Ana", "Ben"], "pads": pads})
    assert english(refused.value.why).startswith(why)

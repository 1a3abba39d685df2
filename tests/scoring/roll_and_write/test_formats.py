import json

import pytest

from scoring.core.rule import Malformed
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import COLOURS, HOUSE, UNKNOWN
from scoring.roll_and_write.rules import Setup
from scoring.roll_and_write.sheets import Column, Position, Sheet
from tests.scoring.roll_and_write.table import sheet

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
    assert json.loads(json.dumps(event)) == event


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


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        {"players": ["Ana", "Ben"]},
        {"players": ["Ana"], "sheets": [{}]},
        {"players": ["Ana"] * 6, "sheets": [{}] * 6},
        {"players": ["Ana", 3], "sheets": [{}, {}]},
        {"players": ["Ana", ""], "sheets": [{}, {}]},
        {"players": ["Ana", "Ben"], "sheets": [{}]},
        {"players": ["Ana", "Ben"], "sheets": [{}, {}, {}]},
        {"players": ["Ana", "Ben"], "sheets": [{}, []]},
        {"players": ["Ana", "Ben"], "sheets": [{}, {}], "pad": "mine"},
        {"players": ["Ana", "Ben"], "sheets": [{}, {}], "options": {}},
        own(vases=3),
        own(artifacts="3"),
        own(artifacts=3.0),
        own(artifacts=True),
        own(artifacts=-1),
        own(dice=100),
        own(dice=None),
        own(bridges="red"),
        own(bridges=["white"]),
        own(bridges=[3]),
        own(expeditions=[]),
        own(expeditions={"white": {}}),
        own(expeditions={"red": []}),
        own(expeditions={"red": [1, 2]}),
        red(numbers=4),
        red(numbers=["4"]),
        red(numbers=[4.5]),
        red(numbers=[True]),
        red(numbers=[-1]),
        red(numbers=[100]),
        red(numbers=[1] * 100),
        red(double=1),
        red(top="yes"),
        red(struck=0),
        red(level="4"),
        red(level=4, numbers=[1]),
        red(wagers=1),
    ],
)  # fmt: skip
def test_what_is_no_position_is_malformed(value):
    with pytest.raises(Malformed):
        FORMATS.position(value)


def changed(place, **entries):
    return {**MOVES[place][0], **entries}


ROLL, CHOOSE, REFUSE, LEARN, COUNT = 0, 1, 3, 4, 5


@pytest.mark.parametrize(
    "event",
    [
        None,
        [],
        "roll",
        {},
        {"type": 3},
        {"type": "undo"},
        {"type": "lay", "seat": 0, "card": "red-7"},
        {"type": "roll"},
        changed(ROLL, seat=2),
        changed(ROLL, seat=-1),
        changed(ROLL, seat=True),
        changed(ROLL, seat="0"),
        changed(ROLL, numbers=[0, 4]),
        changed(ROLL, numbers=[0, 4, 7, 7]),
        changed(ROLL, numbers=[0, 4, 10]),
        changed(ROLL, numbers=[0, 4, -1]),
        changed(ROLL, numbers=[0, 4, 7.0]),
        changed(ROLL, colours=["red", "red"]),
        changed(ROLL, colours=["red", "red", "white"]),
        changed(ROLL, colours="red"),
        changed(ROLL, dice=6),
        changed(CHOOSE, seat=5),
        changed(CHOOSE, number=10),
        changed(CHOOSE, number="4"),
        changed(CHOOSE, colour="white"),
        changed(CHOOSE, colour=["red"]),
        changed(CHOOSE, accelerate="blue"),
        changed(CHOOSE, accelerate=["white"]),
        changed(CHOOSE, accelerate=["blue"] * 100),
        changed(CHOOSE, double=1),
        changed(REFUSE, number=4),
        changed(REFUSE, seat=None),
        changed(LEARN, box=0),
        changed(LEARN, box=10),
        changed(LEARN, box="3"),
        changed(LEARN, kind="unknown"),
        changed(LEARN, kind="vases"),
        changed(LEARN, colour="white"),
        changed(LEARN, seat=0),
        changed(COUNT, sheet=None),
        changed(COUNT, sheet={"vases": 3}),
        changed(COUNT, sheets={}),
        {"type": "count", "seat": 0},
    ],
)
def test_what_is_no_event_is_malformed(event):
    with pytest.raises(Malformed):
        FORMATS.move(event, SETUP)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"players": "Ana"},
        {"players": ["Ana"]},
        {"players": ["Ana", "Ben"], "edition": "iello"},
        {"players": ["Ana", "Ben"], "pad": 3},
        {"players": ["Ana", "Ben"], "options": []},
        {"players": ["Ana", "Ben"], "options": {"zero-opens": True}},
        {"players": ["Ana", "Ben"], "options": {"zero_opens": 1}},
        {"players": ["Ana", "Ben"], "options": {"turn_order": None}},
        {"players": ["Ana", "Ben"], "pad": {"boxes": dict.fromkeys(COLOURS[:5], ["plain"] * 9)}},
    ],
)
def test_what_are_no_settings_is_malformed(settings):
    with pytest.raises(Malformed):
        FORMATS.setup(settings)


def place(read, *given):
    """Where something cannot be read."""
    with pytest.raises(Malformed) as error:
        read(*given)
    return error.value.why.facts["where"]


@pytest.mark.parametrize(
    ("event", "where"),
    [
        ({"type": "lay"}, "type"),
        (changed(ROLL, dice=6), "roll"),
        (changed(ROLL, seat=2), "seat"),
        (changed(ROLL, numbers=[0, 4]), "numbers"),
        (changed(ROLL, numbers=[0, 4, 10]), "numbers[2]"),
        (changed(ROLL, colours=["red"]), "colours"),
        (changed(ROLL, colours=["red", "white", "red"]), "colours[1]"),
        (changed(CHOOSE, dice=6), "choose"),
        (changed(CHOOSE, number=10), "number"),
        (changed(CHOOSE, colour="white"), "colour"),
        (changed(CHOOSE, accelerate="blue"), "accelerate"),
        (changed(CHOOSE, accelerate=["red", "white"]), "accelerate[1]"),
        (changed(CHOOSE, double=1), "double"),
        (changed(REFUSE, number=4), "refuse"),
        (changed(LEARN, seat=0), "learn"),
        (changed(LEARN, colour="white"), "colour"),
        (changed(LEARN, box=10), "box"),
        (changed(LEARN, kind="unknown"), "kind"),
        (changed(COUNT, dice=0), "count"),
        (changed(COUNT, sheet=None), "sheet"),
        (changed(COUNT, sheet={"expeditions": []}), "sheet.expeditions"),
        (changed(COUNT, sheet={"artifacts": 100}), "sheet.artifacts"),
        (changed(COUNT, sheet={"dice": 100}), "sheet.dice"),
        (changed(COUNT, sheet={"bridges": "red"}), "sheet.bridges"),
        (changed(COUNT, sheet={"bridges": ["red", "white"]}), "sheet.bridges[1]"),
        (changed(COUNT, sheet={"expeditions": {"red": {"wagers": 1}}}), "sheet.expeditions.red"),
        (changed(COUNT, sheet={"expeditions": {"red": {"numbers": 4}}}), "sheet.expeditions.red.numbers"),
        (changed(COUNT, sheet={"expeditions": {"red": {"numbers": [4, "4"]}}}), "sheet.expeditions.red.numbers[1]"),
        (changed(COUNT, sheet={"expeditions": {"red": {"level": 100}}}), "sheet.expeditions.red.level"),
        (changed(COUNT, sheet={"expeditions": {"red": {"double": 1}}}), "sheet.expeditions.red.double"),
        (changed(COUNT, sheet={"expeditions": {"red": {"top": 1}}}), "sheet.expeditions.red.top"),
        (changed(COUNT, sheet={"expeditions": {"red": {"struck": 1}}}), "sheet.expeditions.red.struck"),
        ({"type": "turn-order", "seat": 0}, "turn-order"),
        ({"type": "turn-order", "seat": 0, "lasting": 1}, "lasting"),
    ],
)
def test_an_event_that_cannot_be_read_says_where(event, where):
    assert place(FORMATS.move, event, SETUP) == where


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"edition": "iello"}, "log"),
        ({"options": {"zeros": True}}, "options"),
        ({"options": {"zero_opens": 1}}, "options.zero_opens"),
        ({"options": {"turn_order": 1}}, "options.turn_order"),
        ({"pad": "mine"}, "pad"),
        ({"pad": 7}, "pad"),
        ({"pad": {"boxes": [], "name": "ours"}}, "pad.boxes"),
        ({"pad": {"boxes": {**dict.fromkeys(COLOURS, ["plain"] * 9), "blue": []}}}, "pad.boxes.blue"),
        ({"pad": {"boxes": {**dict.fromkeys(COLOURS, ["plain"] * 9), "blue": ["vaze"] * 9}}}, "pad.boxes.blue[0]"),
        ({"pad": {"boxes": dict.fromkeys(COLOURS, ["plain"] * 9), "name": 3}}, "pad.name"),
    ],
)
def test_settings_that_cannot_be_read_say_where(settings, where):
    assert place(FORMATS.setup, {"players": ["Ana", "Ben"], **settings}) == where


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"events": []}, "position"),
        ({"sheets": [{}]}, "sheets"),
        ({"sheets": [{}, []]}, "sheets[1]"),
    ],
)
def test_a_position_that_cannot_be_read_says_where(changes, where):
    assert place(FORMATS.position, {**PRINTED, **changes}) == where


def test_numbers_and_a_level_that_contradict_each_other_are_named_with_their_colour():
    with pytest.raises(Malformed) as error:
        FORMATS.position(red(level=4, numbers=[1]))
    facts = error.value.why.facts
    assert (facts["colour"].message, facts["level"], facts["count"]) == ("red", 4, 1)

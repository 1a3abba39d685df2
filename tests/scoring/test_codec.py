"""JSON from outside is read, or it is malformed: nothing in between, and never a crash."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.codec import (
    FLAG,
    MAX_LIST,
    SEAT,
    Codec,
    Schema,
    choice,
    flag,
    in_order,
    listing,
    names,
    nested,
    number,
    one_of,
    or_total,
    parse,
    several,
    shape,
    typed_total,
    usually,
    whole,
    word,
)
from scoring.core.rule import Malformed
from tests.examples import examples


def why(read, *args):
    """The sentence with which an input is refused."""
    with pytest.raises(Malformed) as error:
        read(*args)
    return error.value.why.message.format(**error.value.why.facts)


def test_json_is_parsed():
    assert parse('{"seat": 0, "cards": ["red-7", 2, null, true]}') == {"seat": 0, "cards": ["red-7", 2, None, True]}


def test_what_is_not_json_is_named_with_its_place():
    assert why(parse, '{"seat": 0,\n "card": }') == "This is not JSON: line 2, column 10."
    assert why(parse, "") == "This is not JSON: line 1, column 1."
    assert why(parse, "{} {}") == "This is not JSON: line 1, column 4."


HALF = r"A text has half of a character (\ud800 to \udfff stand in pairs): "
PLACES = {
    '{"seat": 0,\n "card": NaN}': "NaN is not a number here: line 2, column 10.",
    "[1, Infinity]": "Infinity is not a number here: line 1, column 5.",
    "[1,\n\n -Infinity]": "-Infinity is not a number here: line 3, column 2.",
    '{"seat": 0,\n "seat": 1}': "The key “seat” appears twice in one object: line 2, column 2.",
    '{"a": {"a": 0}, "b": [{"a": 1}],\n"\\u0061": 1}': "The key “a” appears twice in one object: line 2, column 1.",
    '{"a": "NaN",\n "b": "\\ud800"}': HALF + "line 2, column 7.",
    '["\\ud83d\\ude00", "\\uDFFF"]': HALF + "line 1, column 18.",
    '{"\\ud800": 1}': HALF + "line 1, column 2.",
    "[3,\n" + "9" * 10_000 + "]": "The number 99999999999999999999… is too long: line 2, column 1.",
    "[-" + "9" * 10_000 + "]": "The number -9999999999999999999… is too long: line 1, column 2.",
    "\n" + "[" * 200_000: "This is nested too deep: line 2, column 301.",
    '{"a":' * 200_000: "This is nested too deep: line 1, column 1501.",
    '\ufeff["\\"[",\nNaN]': "NaN is not a number here: line 2, column 1.",
}


@pytest.mark.parametrize(("source", "sentence"), PLACES.items(), ids=[source[:20] for source in PLACES])
def test_what_looks_like_json_and_is_none_is_named_with_its_line_and_column(source, sentence):
    assert why(parse, source) == sentence


def test_a_key_of_many_that_is_repeated_is_found_at_once():
    keys = [f'"{number}": 0' for number in range(20_000)]
    assert why(parse, "{" + ",\n".join([*keys, '"7": 0']) + "}").endswith("line 20001, column 1.")


def test_the_same_key_in_two_objects_is_read():
    assert parse('[{"seat": 0}, {"seat": 1}]') == [{"seat": 0}, {"seat": 1}]


@given(st.text(max_size=40))
@settings(max_examples=examples(25))
def test_any_text_is_read_or_malformed(source):
    try:
        value = parse(source)
    except Malformed:
        return
    assert value == json.loads(source)


def test_an_object_with_all_its_keys_is_read():
    data = {"seat": 0, "card": "red-7"}
    assert shape(data, "lay", ("seat",), ("card",)) is data
    assert shape({"seat": 0}, "lay", ("seat",), ("card",)) == {"seat": 0}


RANGE = range(2, 5)


@pytest.mark.parametrize(
    ("read", "values"),
    [
        (lambda value: listing(value, "cards", 2, 2), [[1, 2]]),
        (lambda value: listing(value, "cards"), [[], [0] * MAX_LIST]),
        (lambda value: whole(value, "card", 2, 10), [2, 3, 10]),
        (lambda value: flag(value, "double"), [True, False]),
        (lambda value: word(value, "name"), ["Ana", "Zoé", "李", "Ana-Maria O’Neill", "x" * 80]),
        # spaces of every width, and what joins characters
        (lambda value: word(value, "name"), ["Ana\u00a0B.", "👩\u200d👩\u200d👧", "نام\u200cها", "12\u202f000"]),
        (lambda value: one_of(value, "colour", ("red", "blue")), ["red", "blue"]),
        (lambda value: [*names(value, RANGE)], [["Ana", "Ben"], ["Ana", "Ben", "Cai", "Dov"]]),
    ],
)
def test_what_is_within_its_bounds_is_read(read, values):
    assert [read(value) for value in values] == values
    assert all(type(read(value)) is type(value) for value in values)


@pytest.mark.parametrize(
    ("read", "bounds", "values", "sentence"),
    [
        (shape, ("lay", ("seat",)), [{"seat": 0, "who": 1}], "lay: the key “who” is unknown."),
        (shape, ("lay", ("seat",)), [{}], "lay: the key “seat” is missing."),
        (shape, ("lay",), [None, [], "seat", 3, True], "lay: an object is expected."),
        (
            listing,
            ("cards", 2, 2),
            [None, {}, "ab", (1, 2), [1], [1, 2, 3]],
            "cards: a list of 2 to 2 entries is expected.",
        ),
        (listing, ("cards",), [[0] * (MAX_LIST + 1)], "cards: a list of 0 to 5000 entries is expected."),
        (
            whole,
            ("card", 2, 10),
            [1, 11, -2, 3.0, 2.5, "3", True, None, [3], float("inf")],
            "card: a whole number from 2 to 10 is expected.",
        ),
        (flag, ("double",), [0, 1, None, "true", []], "double: true or false is expected."),
        (word, ("name",), ["", "   ", "x" * 81, None, 3, ["Ana"]], "name: a text of 1 to 80 characters is expected."),
        (
            word,
            ("name",),
            ["Ana\n", "Ana\x00", "\u202eAna", "\ud800", "A\u200dna", "\u200dAna", "نام\u200c"],
            "name: this text has a character that cannot be shown.",
        ),
        (
            one_of,
            ("colour", ("red", "blue")),
            ["Blue", "", "b", None, 0, ["blue"], {"blue": 1}],
            "colour: one of red, blue is expected.",
        ),
        (
            names,
            (RANGE,),
            [["Ana"], ["A", "B", "C", "D", "E"], "Ana", None],
            "players: a list of 2 to 4 entries is expected.",
        ),
        (names, (RANGE,), [["Ana", 3]], "players[1]: a text of 1 to 80 characters is expected."),
    ],
)
def test_what_is_out_of_its_bounds_is_malformed(read, bounds, values, sentence):
    assert [why(read, value, *bounds) for value in values] == [sentence] * len(values)


# Moves and their events


@dataclass(frozen=True)
class Bid:
    seat: int
    coins: int
    place: str = "land"


@dataclass(frozen=True)
class Throw:
    dice: tuple[int, ...]
    lasting: bool = False


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Own:
    gold: int = 0
    marks: tuple[int, ...] = (0, 0)
    total: int | None = None


@dataclass(frozen=True)
class Count:
    seat: int
    own: Own


MARKS = usually(in_order(("red", "blue"), usually(number(0, 9), 0)), (0, 0))
OWN = or_total(
    nested(Schema(Own, {"gold": number(0, 99), "marks": MARKS})), lambda total: Own(total=total), lambda own: own.total
)
CODEC = Codec(
    {
        "bid": Schema(Bid, {"seat": SEAT, "coins": number(0, 9), "on": usually(choice(("land", "sea")), "land")}),
        "throw": Schema(Throw, {"dice": several(number(1, 6), 2, 3), "lasting": usually(FLAG, False, written=True)}),
        "pass": Schema(Pass, {}),
        "count": (
            typed_total(Count, lambda seat, total: Count(seat, Own(total=total)), lambda count: count.own.total),
            Schema(Count, {"seat": SEAT, "own": OWN}),
        ),
    }
)
PLAYERS = 3
BID, THROW, COUNT = {"type": "bid", "seat": 2, "coins": 4}, {"type": "throw", "dice": [1, 6]}, {"type": "count"}


def counted(**own):
    return {**COUNT, "seat": 0, "own": own}


@pytest.mark.parametrize(
    ("event", "move"),
    [
        (BID, Bid(2, 4)),
        (BID | {"on": "sea"}, Bid(2, 4, "sea")),
        (THROW | {"lasting": False}, Throw((1, 6))),
        (THROW | {"lasting": True}, Throw((1, 6), True)),
        ({"type": "pass"}, Pass()),
        (counted(gold=7), Count(0, Own(7))),
        (counted(gold=7, marks={"blue": 2}), Count(0, Own(7, (0, 2)))),
        ({**COUNT, "seat": 1, "total": -45}, Count(1, Own(total=-45))),
    ],
)
def test_an_event_is_read_by_the_schema_of_its_type_and_written_back(event, move):
    assert CODEC.read(event, PLAYERS) == move
    assert CODEC.write(move) == event


def test_what_is_usual_may_be_said_and_a_total_may_stand_where_a_holding_does():
    assert CODEC.read(BID | {"on": "land"}, PLAYERS) == Bid(2, 4)
    assert CODEC.read(THROW, PLAYERS) == Throw((1, 6))
    assert CODEC.read(counted(gold=0, marks={"red": 0}), PLAYERS) == Count(0, Own())
    assert CODEC.read(counted(total=30), PLAYERS) == Count(0, Own(total=30))
    assert OWN.write(Own(total=30)) == {"total": 30}


UNREADABLE = {
    "event: an object is expected.": [None, [], "bid", 3],
    "type: one of bid, throw, pass, count is expected.": [{}, {"type": "lay"}, {"type": ["bid"]}, {"type": {}}],
    "bid: the key “seat” is missing.": [{"type": "bid", "coins": 1}],
    "bid: the key “who” is unknown.": [BID | {"who": "Ana"}],
    "pass: the key “seat” is unknown.": [{"type": "pass", "seat": 0}],
    "seat: a whole number from 0 to 2 is expected.": [BID | {"seat": seat} for seat in (3, -1, True, "0", 0.0, None)],
    "coins: a whole number from 0 to 9 is expected.": [BID | {"coins": 10}],
    "on: one of land, sea is expected.": [BID | {"on": "air"}],
    "dice: a list of 2 to 3 entries is expected.": [THROW | {"dice": dice} for dice in ([1], [1] * 4, "12")],
    "dice[1]: a whole number from 1 to 6 is expected.": [THROW | {"dice": [1, one]} for one in (7, 4.0)],
    "lasting: true or false is expected.": [THROW | {"lasting": 1}],
    "own: an object is expected.": [COUNT | {"seat": 0, "own": []}],
    "own: the key “gold” is missing.": [counted()],
    "own: the key “total” is unknown.": [counted(total=1, marks={})],
    "own.gold: a whole number from 0 to 99 is expected.": [counted(gold=-1)],
    "own.marks: the key “white” is unknown.": [counted(gold=1, marks={"white": 1})],
    "own.marks.blue: a whole number from 0 to 9 is expected.": [counted(gold=1, marks={"blue": 10})],
    "own.total: a whole number from -9999 to 9999 is expected.": [counted(total=10_000)],
    "total: a whole number from -9999 to 9999 is expected.": [{**COUNT, "seat": 0, "total": "45"}],
    "count: the key “own” is unknown.": [{**counted(gold=1), "total": 45}],
}


@pytest.mark.parametrize(("sentence", "events"), UNREADABLE.items())
def test_an_event_that_cannot_be_read_says_where_and_why(sentence, events):
    assert [why(CODEC.read, event, PLAYERS) for event in events] == [sentence] * len(events)

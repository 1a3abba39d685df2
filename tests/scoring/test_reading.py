"""JSON from outside is read, or it is malformed: nothing in between, and never a crash."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.codec import MAX_LIST, flag, listing, names, one_of, parse, shape, whole, word
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

"""Forms made from moves: bad names of fields are malformed, never an error."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scoring.core.codec import SEAT, Codec, Row, number
from scoring.core.rule import Malformed
from scoring.lost_cities.formats import FORMATS as LOST_CITIES
from scoring.lutece.formats import CARD
from web.table.forms import DEEP, MOST_FIELDS, REPORT, as_json, event_from, events_from, fields, sends

keys = st.text("abcdefghij_", min_size=1, max_size=6)
flat = st.one_of(st.text(max_size=10), st.lists(st.text(max_size=10), min_size=1, max_size=4))
objects = st.recursive(
    st.dictionaries(keys, flat, min_size=1, max_size=4),
    lambda inner: st.dictionaries(
        keys, st.one_of(flat, inner, st.lists(inner, min_size=1, max_size=3)), min_size=1, max_size=4
    ),
    max_leaves=12,
)
AMOUNT = Codec({"bet": Row(dict, {"seat": SEAT, "amount": number(0, 9)})})


@given(objects)
@settings(max_examples=150, deadline=None)
def test_any_event_comes_back_from_its_form(event):
    assert event_from(MultiDict(list(fields(event)))) == event


@given(
    st.lists(st.tuples(st.text("ab.[]{}#!?0", max_size=9).map("e.".__add__), st.text("01-a!", max_size=3)), max_size=8)
)
@settings(max_examples=400, deadline=None)
def test_any_fields_make_an_event_or_are_malformed(pairs):
    with suppress(Malformed):
        assert isinstance(event_from(MultiDict(pairs)), dict)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(keys, json_values, max_size=4), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_a_whole_report_comes_back_as_it_was(events):
    assert events_from(MultiDict([(REPORT, as_json(events))]), AMOUNT.from_text) == events


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{}",
        "[]",
        "[1]",
        "[[]]",
        "null",
        "[{}",
        '[{"a": NaN}]',
        '[{"a": 1, "a": 2}]',
        '[{"a": "\\ud800"}]',
        "[" * 200_000,
        '[{"a": ' + "[" * DEEP + "]" * DEEP + "}]",
        "[" + ",".join(["{}"] * 101) + "]",
        '[{"a": ' + "9" * 5_000 + "}]",
    ],
)
def test_what_is_no_list_of_events_is_malformed(said):
    with pytest.raises(Malformed):
        events_from(MultiDict([(REPORT, said)]))


@pytest.mark.parametrize("value", ["", "-", "1.0", "1e3", "²", "--1", "0x1", "1" * 10, "one", "+1", " 1"])
def test_what_is_no_number_is_malformed(value):
    with pytest.raises(Malformed):
        event_from(MultiDict([("e.type", "bet"), ("e.amount", value)]), AMOUNT.from_text)


@pytest.mark.parametrize(
    "pairs",
    [
        [("e.card", "red-7"), ("e.card.colour", "red")],
        [("e.card", "red-7"), ("e.card[]", "red")],
        [("e.cards[1].id", "a")],
        [("e.cards[999999].id", "a")],
        [("e.cards[]", "a"), ("e.cards[0].id", "a")],
        [("e.cards[0].id", "a"), ("e.cards[0]", "a")],
        [("e.card", "a"), ("e.card[0].id", "a")],
    ],
)
def test_fields_that_contradict_each_other_are_malformed(pairs):
    with pytest.raises(Malformed):
        event_from(MultiDict(pairs))


def test_too_many_fields_are_malformed():
    event_from(MultiDict([("e.numbers[]", "1")] * MOST_FIELDS))
    with pytest.raises(Malformed):
        event_from(MultiDict([("e.numbers[]", "1")] * (MOST_FIELDS + 1)))


@given(st.lists(objects.filter(bool), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_several_events_come_back_from_one_control(events):
    attributes = str(sends(events))
    assert attributes.count('"') == 4, "nothing ends an attribute before its time"
    control = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
    assert events_from(MultiDict([(control["name"], unescape(control["value"]))])) == events


def test_controls_of_one_form_say_several_events_together():
    button = {"sends": "e[0].type=lay&e[1].type=draw&e[1].from=deck"}
    typed = MultiDict([*button.items(), ("e[].seat", "0"), ("e[0].card", "red-7")])
    assert events_from(typed, LOST_CITIES.from_text) == [
        {"type": "lay", "seat": 0, "card": "red-7"},
        {"type": "draw", "seat": 0, "from": "deck"},
    ]


def test_what_may_be_missing_is_left_out_where_nothing_was_typed():
    card = {"talent": " ", "cost": "3", "label": "", "demand": {"bread": "", "potion": " "}}
    assert event_from(MultiDict(list(fields({"card": card}))), Codec({}).from_text) == {"card": card}
    assert CARD.from_text(card) == {"cost": 3}
    assert CARD.from_text({"demand": ""}) == {"demand": {}}, "nothing is asked for: known, and not missing"


WAITING = {
    "sends": "e[0].type=lay&e[0].card=red-7&e[1].type=count&e[1].expeditions{}=&e[1].expeditions.red[]=wager"
    "&e[1].expeditions.red[]#=4&e[2].type=start&e[2].known!=0",
    "e[].seat#": "1",
}


def test_a_report_that_has_waited_since_names_had_signs_for_types_is_read():
    assert events_from(MultiDict(WAITING), LOST_CITIES.from_text) == [
        {"type": "lay", "card": "red-7", "seat": 1},
        {"type": "count", "expeditions": {"red": ["wager", 4]}, "seat": 1},
        {"type": "start", "known": False, "seat": 1},
    ]
    card = {"sends": "e.card{}=!&e.card.id=bard&e.card.kind=citizen", "e.card.cost#?": "3", "e.cards[]{}": ""}
    assert event_from(MultiDict(card)) == {"card": {"id": "bard", "kind": "citizen"}, "cards": ""}


@pytest.mark.parametrize(
    "form",
    [
        [("e[1].card", "a"), ("e[3].card", "b")],
        [("e[0].a", "1"), ("e[0].a.b", "1")],
        [("sends", "e.a&" * (MOST_FIELDS + 1))],
    ],
)
def test_events_that_cannot_be_told_apart_are_malformed(form):
    with pytest.raises(Malformed):
        events_from(MultiDict(form))


def test_two_events_where_one_is_expected_are_malformed():
    with pytest.raises(Malformed):
        event_from(MultiDict([("e[0].type", "lay"), ("e[1].type", "draw")]))


def test_other_fields_of_the_form_are_no_part_of_the_event():
    assert event_from(MultiDict([("csrf_token", "x"), ("seen", "3"), ("e.type", "undo")])) == {"type": "undo"}


def test_an_event_is_left_out_of_which_nothing_was_typed():
    pairs = []
    for at, typed in enumerate(("", "3", "")):
        pairs += [(f"e[{at}].at", str(at)), (f"e[{at}].many??", typed)]
    assert events_from(MultiDict(pairs)) == [{"at": "1", "many": "3"}]

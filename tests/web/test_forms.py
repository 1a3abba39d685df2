"""Forms made from moves: bad names of fields are malformed, never an error."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scoring.core.rule import Malformed
from web.forms import MOST_FIELDS, event_from, events_from, fields, sends

keys = st.text("abcdefghij_", min_size=1, max_size=6)
plain = st.one_of(st.booleans(), st.integers(-(10**8) + 1, 10**8), st.text(max_size=10))
lists = [st.lists(each, max_size=4) for each in (st.booleans(), st.integers(0, 99), st.text(max_size=10))]
flat = st.one_of(plain, *lists)
objects = st.recursive(
    st.dictionaries(keys, flat, max_size=4),
    lambda inner: st.dictionaries(keys, st.one_of(flat, inner, st.lists(inner, max_size=3)), max_size=4),
    max_leaves=12,
)


@given(objects)
@settings(max_examples=150, deadline=None)
def test_any_event_comes_back_from_its_form(event):
    assert event_from(MultiDict(list(fields(event)))) == event


@given(
    st.lists(st.tuples(st.text("abe.[]{}#!01", max_size=9).map("e.".__add__), st.text("01-a", max_size=3)), max_size=8)
)
@settings(max_examples=400, deadline=None)
def test_any_fields_make_an_event_or_are_malformed(pairs):
    with suppress(Malformed):
        assert isinstance(event_from(MultiDict(pairs)), dict)


@pytest.mark.parametrize("value", ["", "-", "1.0", "1e3", "²", "--1", "0x1", "1" * 10, "one", "+1", " 1"])
def test_what_is_no_number_is_malformed(value):
    with pytest.raises(Malformed):
        event_from(MultiDict([("e.seat#", value)]))


@pytest.mark.parametrize(
    "pairs",
    [
        [("e.card", "red-7"), ("e.card.colour", "red")],
        [("e.card", "red-7"), ("e.card[]", "red")],
        [("e.cards[1].id", "a")],
        [("e.cards[999999].id", "a")],
        [("e.cards[]", "a"), ("e.cards[0].id", "a")],
        [("e.card", "a"), ("e.card[0].id", "a")],
    ],
)
def test_fields_that_contradict_each_other_are_malformed(pairs):
    with pytest.raises(Malformed):
        event_from(MultiDict(pairs))


def test_too_many_fields_are_malformed():
    event_from(MultiDict([("e.numbers[]#", "1")] * MOST_FIELDS))
    with pytest.raises(Malformed):
        event_from(MultiDict([("e.numbers[]#", "1")] * (MOST_FIELDS + 1)))


@given(st.lists(objects.filter(bool), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_several_events_come_back_from_one_control(events):
    attributes = str(sends(events))
    assert attributes.count('"') == 4, "nothing ends an attribute before its time"
    control = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
    assert events_from(MultiDict([(control["name"], unescape(control["value"]))])) == events


def test_controls_of_one_form_say_several_events_together():
    button = {"sends": "e[0].type=lay&e[0].seat#=0&e[1].type=draw&e[1].seat#=0&e[1].from=deck"}
    typed = MultiDict([*button.items(), ("e[0].card", "red-7")])
    assert events_from(typed) == [
        {"type": "lay", "seat": 0, "card": "red-7"},
        {"type": "draw", "seat": 0, "from": "deck"},
    ]


def test_what_was_not_typed_is_left_out_where_the_form_says_so():
    assert event_from(MultiDict([("e.talent#?", " "), ("e.cost#?", "3"), ("e.label?", "")])) == {"cost": 3}


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
        pairs += [(f"e[{at}].at#", str(at)), (f"e[{at}].many#??", typed)]
    assert events_from(MultiDict(pairs)) == [{"at": 1, "many": 3}]

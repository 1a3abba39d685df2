"""Forms: bad names of fields are malformed, never an error; one that is not known as ours keeps what was typed."""

import json
from contextlib import suppress
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scoring.core.rule import Malformed
from tests.examples import examples
from tests.visitor import Page
from tests.web.logged import lines_of_the_log
from web.table.forms import DEEP, MOST_FIELDS, READ, REPORT, as_json, event_from, events_from, fields, sends

keys = st.text("abcdefghij_", min_size=1, max_size=6)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(keys, json_values, max_size=4), min_size=1, max_size=3))
@settings(max_examples=examples(20), deadline=None)
def test_a_whole_report_comes_back_as_it_was(events):
    assert events_from(MultiDict([(REPORT, as_json(events))])) == events


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


@given(
    st.lists(
        st.tuples(
            st.builds("{}.{}".format, st.sampled_from(sorted(READ)), st.text("ab.01-", max_size=7)) | st.just(REPORT),
            json_values.map(as_json) | st.text("01-a!", max_size=3),
        ),
        max_size=8,
    )
)
@settings(max_examples=examples(40), deadline=None)
def test_any_fields_make_events_or_are_malformed(pairs):
    with suppress(Malformed):
        assert all(isinstance(event, dict) for event in events_from(MultiDict(pairs)))


@pytest.mark.parametrize("typed", ["-", "1.0", "1e3", "²", "--1", "0x1", "1" * 10, "one", "+1", " 1"])
def test_what_is_no_number_is_malformed(typed):
    for name in ("number.0.amount", "numbers.0.amounts"):
        with pytest.raises(Malformed):
            event_from(MultiDict([(name, "1 one" if name == "numbers.0.amounts" else typed)]))


def test_what_was_typed_is_what_its_name_says_and_nothing_where_it_is_empty():
    typed = [("number.0.at", "-3"), ("numbers.0.of", " 1 1  4"), ("text.0.called", " 7 "), ("report.0.lit", "true")]
    empty = [("number.0.cost", ""), ("numbers.0.costs", " "), ("text.0.label", " "), ("report.0.card", "")]
    assert event_from(MultiDict([*typed, *empty])) == {"at": -3, "of": [1, 1, 4], "called": "7", "lit": True}


@pytest.mark.parametrize(
    "pairs",
    [
        [("report.0.card", '"red-7"'), ("report.0.card.colour", '"red"')],
        [("report.0.card", '"red-7"'), ("report.0.card", '["red"]')],
        [("report.0.cards", "[1]"), ("report.0.cards", "1")],
        [("report.0.cards", "[1]"), ("report.0.cards.first", "1")],
        [("report", "1")],
        [("report", "null")],
        [("report.first", "{}")],
        [("report.0", "1")],
    ],
)
def test_fields_that_contradict_each_other_are_malformed(pairs):
    with pytest.raises(Malformed):
        events_from(MultiDict(pairs))


@pytest.mark.parametrize("many", [[("report.0.numbers", "[1]")], [("number.0.a", "1")]])
def test_too_many_fields_are_malformed(many):
    event_from(MultiDict(many * MOST_FIELDS))
    with pytest.raises(Malformed):
        event_from(MultiDict(many * (MOST_FIELDS + 1)))


def test_a_place_that_is_too_deep_is_malformed():
    with pytest.raises(Malformed):
        events_from(MultiDict([("report.0" + ".a" * 100_000, "1")]))


@given(st.lists(st.dictionaries(keys, json_values, max_size=4), min_size=1, max_size=4))
@settings(max_examples=examples(20), deadline=None)
def test_several_events_come_back_from_one_control(events):
    class Attributes(HTMLParser):
        def handle_starttag(self, _tag, attrs):
            self.found = attrs

    read = Attributes()
    read.feed(f"<button {sends(events)}>")
    assert len(read.found) == 2, "nothing ends an attribute before its time"
    assert events_from(MultiDict([tuple(value for _name, value in read.found)])) == events


def test_controls_of_one_form_say_several_events_together():
    form = [("report.0.card", '"red-7"'), ("with.0", '{"seat":0}'), ("with.1", '{"seat":0}'), ("seen", "3")]
    lays, draws = {"type": "lay", "seat": 0, "card": "red-7"}, {"type": "draw", "seat": 0, "from": "deck"}
    both = (REPORT, '{"0":{"type":"lay"},"1":{"type":"draw","from":"deck"}}')
    assert events_from(MultiDict([*form, both])) == [lays, draws]
    assert events_from(MultiDict([*form, (REPORT, '{"0":{"type":"lay"}}')])) == [lays]


def test_a_deeper_part_is_said_before_a_larger_one_and_what_was_typed_after_both():
    form = [("report.0.card", '{"cost":1,"kind":"mill"}'), ("report.0.card.cost", "3"), ("report.0.card.talent", "2")]
    assert event_from(MultiDict(form)) == {"card": {"cost": 1, "kind": "mill", "talent": 2}}
    assert event_from(MultiDict([("number.0.card.cost", "5"), *form]))["card"]["cost"] == 5
    assert event_from(MultiDict([*form, ("report.0.card", '{"talent":null}')]))["card"] == {"cost": 1, "kind": "mill"}


def test_what_has_a_place_in_a_list_stands_there_among_what_was_appended():
    form = [("report.0.cards.1", '"b"'), ("report.0.cards", '["a"]'), ("report.0.cards", '["c"]')]
    assert event_from(MultiDict(form)) == {"cards": ["a", "b", "c"]}
    learnt = [("report.99", '{"type":"choose"}'), (REPORT, '[{"type":"learn"}]')]
    assert [event["type"] for event in events_from(MultiDict(learnt))] == ["learn", "choose"]


@pytest.mark.parametrize(
    "waiting",
    [
        {"e.type": "lay", "e.seat": "0", "e.card": "red-7"},
        {"e[].seat": "1", "sends": "e[0].type=lay&e[1].type=draw&e[1].from=deck", "e[0].card": "red-7"},
        {"e.seat#": "1", "e.lit!": "1", "e.cards[]{}": ""},
        {},
    ],
)
def test_a_report_that_has_waited_since_before_an_update_is_to_be_said_again(waiting):
    with pytest.raises(Malformed) as raised:
        events_from(MultiDict(waiting))
    assert "say it again" in str(raised.value.why)


def test_two_events_where_one_is_expected_are_malformed():
    with pytest.raises(Malformed):
        event_from(MultiDict([(REPORT, '[{"type":"lay"},{"type":"draw"}]')]))


def test_other_fields_of_the_form_are_no_part_of_the_event():
    form = [("csrf_token", "x"), ("seen", "3"), ("number", "4"), ("text", "x"), *fields({"type": "undo"})]
    assert event_from(MultiDict(form)) == {"type": "undo"}


def test_what_goes_along_is_left_out_where_nothing_else_is_said():
    pairs = [(f"with.{at}", f'{{"at":{at}}}') for at in range(3)]
    assert events_from(MultiDict([*pairs, ("number.0.many", ""), ("number.1.many", "3")])) == [{"at": 1, "many": 3}]


# Not known as ours


HOME = "http://localhost"
SITE = "https://cairn.example:8443"
TYPED = {"name0": "Anaïs", "name1": "Ben"}
REASONS = ("This form is too old", "sent no cookie", "is not valid any more", "does not say from which page")
REASONS += ("It is not your fault",)


def form(client: FlaskClient, site: str = HOME) -> dict[str, str]:
    """The form of a new table as a browser fills it in."""
    page = client.get("/new/lost-cities", base_url=site)
    return dict(Page(page.get_data(as_text=True)).forms[-1].filled(**TYPED))


def post(client: FlaskClient, fields: dict[str, str], site: str = HOME, **headers: str) -> TestResponse:
    return client.post("/new/lost-cities", data=fields, base_url=site, headers=headers)


def no_cookie(client: FlaskClient) -> TestResponse:
    fields = form(client)
    client.delete_cookie("cairn")
    return post(client, fields)


def foreign_cookie(client: FlaskClient) -> TestResponse:
    fields = form(client)
    client.set_cookie("cairn", "eyJkZXZpY2UiOiJhbmEifQ.aaaa.bbbb")
    return post(client, fields)


def no_signature(client: FlaskClient) -> TestResponse:
    fields = form(client) | {"csrf_token": ""}
    return post(client, fields)


def signature_of_another_key(client: FlaskClient) -> TestResponse:
    fields = form(client) | {"csrf_token": "ImFiYyI.aaaa.bbbb"}
    return post(client, fields)


def page_of_an_older_cookie(client: FlaskClient) -> TestResponse:
    fields = form(client)
    client.delete_cookie("cairn")
    form(client)
    return post(client, fields)


def no_referrer(client: FlaskClient) -> TestResponse:
    return post(client, form(client, SITE), SITE)


def proxy_that_drops_the_port(client: FlaskClient) -> TestResponse:
    inside = SITE.removesuffix(":8443")
    return post(client, form(client, inside), inside, Referer=f"{SITE}/new/lost-cities")


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (no_cookie, "sent no cookie"),
        (foreign_cookie, "is not valid any more"),
        (no_signature, "This form is too old"),
        (signature_of_another_key, "This form is too old"),
        (page_of_an_older_cookie, "This form is too old"),
        (no_referrer, "does not say from which page"),
        (proxy_that_drops_the_port, "It is not your fault"),
    ],
)
def test_what_is_wrong_with_a_form_is_said_and_what_was_typed_is_kept(client, happens, why):
    answer = happens(client)
    page = Page(answer.get_data(as_text=True))
    assert answer.status_code == 400
    assert [reason for reason in REASONS if reason in page.text] == [why]
    assert TYPED.items() <= dict(page.forms[-1].fields).items()


def test_a_browser_that_blocks_cookies_is_told_each_time_to_allow_them(app):
    client = app.test_client(use_cookies=False)
    fields = form(client)
    for _ in range(2):
        page = Page(post(client, fields).get_data(as_text=True))
        assert "If this page comes again, allow cookies for this site." in page.text
        fields = dict(page.forms[-1].fields)


def test_a_host_that_the_proxy_changed_is_told_to_the_player_and_in_one_line_to_the_operator(client):
    with lines_of_the_log() as warnings:
        page = Page(proxy_that_drops_the_port(client).get_data(as_text=True))
    assert (
        "on a page of https://cairn.example:8443, and reached Cairn as if it were for https://cairn.example."
        in page.text
    )
    told = [json.loads(line) for line in warnings]
    assert [(line["level"], line["page"], line["host"]) for line in told] == [
        ("warning", "https://cairn.example:8443", "https://cairn.example")
    ]
    assert "new/lost-cities" not in warnings[0], "a page's address may be a table's link"

"""The public JSON: what is read, what is written back, and what cannot be read."""

from __future__ import annotations

import pytest

from scoring.core.rule import Malformed
from scoring.lutece import GAME
from scoring.lutece.formats import card_from, card_to
from scoring.lutece.moves import Attach, Bribe, Close, Count, End, Legionnaire, Offer, Options, Reveal, Settle
from scoring.lutece.state import Setup
from tests.scoring.lutece.table import card, citizen, held

SETUP = Setup(("Ana", "Ben", "Cai"))
CARD = {
    "id": "c1",
    "kind": "citizen",
    "cost": 1,
    "resources": {"potion": 1},
    "talent": 5,
    "colour": "green",
    "points": 0,
}
EVENTS = [
    ({"type": "options", "seat": 0, "actions": ["A", "income-1"]}, Options(0, ("A", "income-1"))),
    ({"type": "bribe", "seat": 0, "tile": "A", "amount": 2}, Bribe(0, "A", 2)),
    ({"type": "reveal"}, Reveal()),
    ({"type": "legionnaire", "seat": 1, "tile": "A", "for": 0}, Legionnaire(1, "A", 0)),
    ({"type": "settle", "tile": "A"}, Settle("A")),
    (
        {"type": "attach", "seat": 0, "apprentice": "c9", "to": "c1", "resource": "potion"},
        Attach(0, "c9", "c1", "potion"),
    ),
    ({"type": "attach", "seat": 0, "apprentice": "c9", "to": "c1"}, Attach(0, "c9", "c1")),
    ({"type": "close"}, Close()),
    ({"type": "end"}, End()),
    ({"type": "count", "seat": 2, "holding": {"gold": 3, "cards": []}}, Count(2, held(gold=3))),
    (
        {"type": "offer", "tile": "A", "card": CARD},
        Offer("A", card("c1", "citizen", cost=1, resources={"potion": 1}, talent=5, colour="green", points=0)),
    ),
    ({"type": "options", "seat": 0, "actions": []}, Options(0, ())),  # can be read, and is refused
]
POSITION = {
    "players": ["Ana", "Ben"],
    "holdings": [
        {"gold": 7, "cards": [CARD, {"id": "c2", "kind": "apprentice", "attached_to": "c1", "resource": "potion"}]},
        {"gold": 0, "cards": [{"id": "c4", "kind": "market", "demand": {"potion": 1, "bread": 2}, "roman": False}]},
    ],
}


@pytest.mark.parametrize(("event", "move"), EVENTS)
def test_an_event_is_read_and_written_back(event, move):
    assert GAME.formats.move(event, SETUP) == move
    assert GAME.formats.event(move) == event


def test_a_position_is_read_and_written_back():
    assert GAME.formats.holding(GAME.formats.position(POSITION)) == POSITION


def test_the_settings_are_the_players():
    assert GAME.formats.setup({"players": ["Ana", "Ben", "Cai"]}) == SETUP
    assert GAME.formats.settings(SETUP) == {"players": ["Ana", "Ben", "Cai"]}


def test_an_explicit_nothing_is_not_the_same_as_what_the_kind_implies():
    bare = card_from({"id": "f", "kind": "field", "resources": {}})
    assert bare.bears == (0, 0, 0, 0)
    assert card_from(card_to(bare)) == bare
    assert card("f", "field").bears == (0, 0, 0, 1)


def test_every_field_of_a_card_is_read_and_written_back():
    whole = {
        "id": "x",
        "kind": "other",
        "label": "Échoppe",
        "cost": 2,
        "min_players": 3,
        "resources": {"sword": 2},
        "talent": 0,
        "colour": "red",
        "roman": True,
        "points": 1,
        "demand": {"bread": 1},
        "deck": "location",
        "attached_to": "y",
        "resource": "bread",
    }
    assert card_to(card_from(whole)) == whole


BAD_CARDS = [
    {"kind": "citizen"},
    {"id": "c1"},
    {"id": "c1", "kind": "king"},
    {"id": "", "kind": "citizen"},
    {"id": 3, "kind": "citizen"},
    {"id": "c1", "kind": "citizen", "power": 1},
    {"id": "c1", "kind": "citizen", "resources": {"wine": 1}},
    {"id": "c1", "kind": "citizen", "resources": {"potion": -1}},
    {"id": "c1", "kind": "citizen", "resources": ["potion"]},
    {"id": "c1", "kind": "citizen", "cost": -1},
    {"id": "c1", "kind": "citizen", "talent": "5"},
    {"id": "c1", "kind": "citizen", "roman": 1},
    {"id": "c1", "kind": "citizen", "min_players": 6},
    {"id": "c1", "kind": "citizen", "deck": "middle"},
    {"id": "c1", "kind": "apprentice", "resource": "wine"},
    {"id": "c1", "kind": "citizen", "label": None},
    None,
]


@pytest.mark.parametrize("bad", BAD_CARDS)
def test_what_is_no_card_cannot_be_read(bad):
    with pytest.raises(Malformed):
        card_from(bad)


@pytest.mark.parametrize(
    "bad",
    [
        {},
        None,
        [],
        {"type": "undo"},
        {"type": "reveal", "seat": 0},
        {"type": ["reveal"]},
        {"type": "settle", "tile": "F"},
        {"type": "settle", "tile": "income-1"},
        {"type": "settle", "tile": 1},
        {"type": "options", "seat": 3, "actions": ["A", "1"]},
        {"type": "options", "seat": -1, "actions": ["A", "1"]},
        {"type": "options", "seat": True, "actions": ["A", "1"]},
        {"type": "options", "seat": 0, "actions": ["A", "6"]},
        {"type": "options", "seat": 0, "actions": "A1"},
        {"type": "bribe", "seat": 0, "tile": "A", "amount": -1},
        {"type": "bribe", "seat": 0, "tile": "A", "amount": 1.5},
        {"type": "bribe", "seat": 0, "tile": "A"},
        {"type": "legionnaire", "seat": 0, "tile": "A", "for": 3},
        {"type": "attach", "seat": 0, "apprentice": "a", "to": "b", "resource": None},
        {"type": "count", "seat": 0, "holding": {"gold": -1, "cards": []}},
        {"type": "count", "seat": 0, "holding": {"gold": 1}},
        {"type": "offer", "tile": "A", "card": {"id": "c1"}},
    ],
)
def test_what_is_no_event_cannot_be_read(bad):
    with pytest.raises(Malformed):
        GAME.formats.move(bad, SETUP)


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Ana"]},
        {"players": ["Ana", "Ben", "Cai"]},
        {"players": "Ana"},
        {"holdings": []},
        {"holdings": [{"gold": 1, "cards": {}}, {"gold": 0, "cards": []}]},
        {"edition": "superlude-2015"},
    ],
)
def test_what_is_no_position_cannot_be_read(change):
    with pytest.raises(Malformed):
        GAME.formats.position({**POSITION, **change})


@pytest.mark.parametrize("settings", [{}, {"players": list("ABCDEF")}, {"players": ["Ana", "Ben"], "pad": 1}, None])
def test_what_are_no_settings_cannot_be_read(settings):
    with pytest.raises(Malformed):
        GAME.formats.setup(settings)


def test_a_tile_that_is_not_in_play_can_be_read():
    assert GAME.formats.move({"type": "offer", "tile": "D", "card": CARD}, SETUP).tile == "D"


def test_a_card_prints_itself_usefully():
    assert str(citizen("c1")) == "citizen (c1)"
    assert str(card("c1", "mill", label="Moulin")) == "Moulin (c1)"


def place(read, *given):
    """Where something cannot be read."""
    with pytest.raises(Malformed) as error:
        read(*given)
    return error.value.why.facts["where"]


@pytest.mark.parametrize(
    ("event", "where"),
    [
        ({"type": "lay"}, "type"),
        ({"type": "reveal", "seat": 0}, "reveal"),
        ({"type": "offer", "tile": "F", "card": CARD}, "tile"),
        ({"type": "options", "seat": 3, "actions": []}, "seat"),
        ({"type": "options", "seat": 0, "actions": "A1"}, "actions"),
        ({"type": "options", "seat": 0, "actions": ["A", "6"]}, "actions[1]"),
        ({"type": "bribe", "seat": 0, "tile": "F", "amount": 1}, "tile"),
        ({"type": "bribe", "seat": 0, "tile": "A", "amount": -1}, "amount"),
        ({"type": "legionnaire", "seat": 0, "tile": "A", "for": 3}, "for"),
        ({"type": "legionnaire", "seat": 0, "tile": "F", "for": 0}, "tile"),
        ({"type": "settle", "tile": "F"}, "tile"),
        ({"type": "attach", "seat": 0, "apprentice": 1, "to": "b"}, "apprentice"),
        ({"type": "attach", "seat": 0, "apprentice": "a", "to": 1}, "to"),
        ({"type": "attach", "seat": 0, "apprentice": "a", "to": "b", "resource": "wine"}, "resource"),
        ({"type": "count", "seat": 0, "holding": []}, "holding"),
        ({"type": "count", "seat": 0, "holding": {"gold": -1, "cards": []}}, "holding.gold"),
        ({"type": "count", "seat": 0, "holding": {"gold": 1, "cards": {}}}, "holding.cards"),
        ({"type": "count", "seat": 0, "holding": {"gold": 1, "cards": [CARD, {}]}}, "holding.cards[1]"),
    ],
)
def test_an_event_that_cannot_be_read_says_where(event, where):
    assert place(GAME.formats.move, event, SETUP) == where


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 1), ("kind", "king"), ("label", 1), ("cost", -1), ("min_players", 6), ("talent", "5"), ("colour", 1),
        ("roman", 1), ("points", -1), ("deck", "middle"), ("attached_to", 1), ("resource", "wine"),
        ("resources", []), ("demand", []),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be_read_says_which_field(field, value):
    assert place(card_from, {**CARD, field: value}) == f"card.{field}"


def test_a_resource_that_cannot_be_counted_is_named():
    assert place(card_from, {**CARD, "resources": {"potion": 100}}) == "card.resources.potion"
    assert card_from({**CARD, "resources": {"potion": 99}}).resources == (0, 99, 0, 0)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"edition": 1}, "position"),
        ({"holdings": []}, "holdings"),
        ({"holdings": [{"gold": 1, "cards": []}, {"gold": 0}]}, "holdings[1]"),
    ],
)
def test_a_position_that_cannot_be_read_says_where(change, where):
    assert place(GAME.formats.position, {**POSITION, **change}) == where


def test_settings_that_cannot_be_read_say_where():
    assert place(GAME.formats.setup, {"players": ["Ana", "Ben"], "pad": 1}) == "settings"


def test_as_many_cards_as_200_can_be_read_and_no_more():
    cards = [{"id": f"c{number}", "kind": "citizen"} for number in range(201)]
    count = {"type": "count", "seat": 0, "holding": {"gold": 1, "cards": cards[:200]}}
    assert len(GAME.formats.move(count, SETUP).holding.cards) == 200
    assert place(GAME.formats.move, {**count, "holding": {"gold": 1, "cards": cards}}, SETUP) == "holding.cards"

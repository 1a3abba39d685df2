"""The public JSON: what is read, what is written back, and what cannot be read."""

import pytest

from scoring.lutece import GAME
from scoring.lutece.formats import card_from, card_to
from scoring.lutece.moves import Attach, Bribe, Close, Count, End, Legionnaire, Offer, Options, Reveal, Settle
from scoring.lutece.state import Setup
from tests.scoring.lutece.table import card, citizen, held
from tests.scoring.unreadable import place, unreadable

SETUP = Setup(("Ana", "Ben", "Cai"))
CARD = {"id": "c1", "kind": "citizen", "cost": 1, "resources": {"potion": 1}, "talent": 5, "colour": "green"}
OFFER = {"type": "offer", "tile": "A", "card": CARD}
OPTIONS = {"type": "options", "seat": 0, "actions": ["A", "income-1"]}
BRIBE = {"type": "bribe", "seat": 0, "tile": "A", "amount": 2}
LEGIONNAIRE = {"type": "legionnaire", "seat": 1, "tile": "A", "for": 0}
ATTACH = {"type": "attach", "seat": 0, "apprentice": "c9", "to": "c1"}
COUNT = {"type": "count", "seat": 2, "holding": {"gold": 3, "cards": []}}
EVENTS = [
    (OPTIONS, Options(0, ("A", "income-1"))),
    (OPTIONS | {"actions": []}, Options(0, ())),  # can be read, and is refused
    (BRIBE, Bribe(0, "A", 2)),
    ({"type": "reveal"}, Reveal()),
    (LEGIONNAIRE, Legionnaire(1, "A", 0)),
    ({"type": "settle", "tile": "A"}, Settle("A")),
    (ATTACH, Attach(0, "c9", "c1")),
    (ATTACH | {"resource": "potion"}, Attach(0, "c9", "c1", "potion")),
    ({"type": "close"}, Close()),
    ({"type": "end"}, End()),
    (COUNT, Count(2, held(gold=3))),
    (OFFER, Offer("A", card("c1", "citizen", cost=1, resources={"potion": 1}, talent=5, colour="green"))),
    (OFFER | {"tile": "D"}, Offer("D", card_from(CARD))),  # not in play among three
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


def test_a_position_and_settings_are_read_and_written_back():
    assert GAME.formats.holding(GAME.formats.position(POSITION)) == POSITION
    assert GAME.formats.setup({"players": ["Ana", "Ben", "Cai"]}) == SETUP
    assert GAME.formats.settings(SETUP) == {"players": ["Ana", "Ben", "Cai"]}


def test_an_explicit_nothing_is_not_the_same_as_what_the_kind_implies():
    bare = card_from({"id": "f", "kind": "field", "resources": {}})
    assert bare.bears == (0, 0, 0, 0)
    assert card_from(card_to(bare)) == bare
    assert card("f", "field").bears == (0, 0, 0, 1)


def test_every_field_of_a_card_is_read_and_written_back():
    character = CARD | {"kind": "other", "label": "Échoppe", "min_players": 3, "talent": 0, "roman": True, "points": 1}
    whole = character | {"demand": {"bread": 1}, "deck": "location", "attached_to": "y", "resource": "bread"}
    assert card_to(card_from(whole)) == whole


def cards(**fields):
    return [CARD | {field: value} for field, values in fields.items() for value in values]


@unreadable(
    {
        "card": [{"kind": "citizen"}, {"id": "c1"}, CARD | {"power": 1}],
        "card.id": cards(id=[3]),
        "card.kind": cards(kind=["king"]),
        "card.label": cards(label=[1]),
        "card.cost": cards(cost=[-1]),
        "card.min_players": cards(min_players=[6]),
        "card.resources": cards(resources=[{"wine": 1}]),
        "card.resources.potion": cards(resources=[{"potion": 100}]),
        "card.talent": cards(talent=["5"]),
        "card.colour": cards(colour=[1]),
        "card.roman": cards(roman=[1]),
        "card.points": cards(points=[-1]),
        "card.demand": cards(demand=[[]]),
        "card.deck": cards(deck=["middle"]),
        "card.attached_to": cards(attached_to=[1]),
        "card.resource": cards(resource=["wine"]),
    }
)
def test_a_card_that_cannot_be_read_says_which_field(value, where):
    assert place(card_from, value) == where


@unreadable(
    {
        "reveal": [{"type": "reveal", "seat": 0}],
        "card": [OFFER | {"card": {"id": "c1"}}],
        "seat": [OPTIONS | {"seat": 3}],
        "actions[1]": [OPTIONS | {"actions": ["A", "6"]}],
        "tile": [
            *({"type": "settle", "tile": tile} for tile in ("F", "income-1")),
            *(one | {"tile": "F"} for one in (OFFER, BRIBE, LEGIONNAIRE)),
        ],
        "amount": [BRIBE | {"amount": -1}],
        "for": [LEGIONNAIRE | {"for": 3}],
        "apprentice": [ATTACH | {"apprentice": 1}],
        "to": [ATTACH | {"to": 1}],
        "resource": [ATTACH | {"resource": "wine"}],
        "holding": [COUNT | {"holding": {"gold": 1}}],
        "holding.gold": [COUNT | {"holding": {"gold": -1, "cards": []}}],
        "holding.cards[1]": [COUNT | {"holding": {"gold": 1, "cards": [CARD, {}]}}],
    }
)
def test_an_event_that_cannot_be_read_says_where(value, where):
    assert place(GAME.formats.move, value, SETUP) == where


@unreadable(
    {
        "position": [POSITION | {"edition": "superlude-2015"}],
        "players": [POSITION | {"players": ["Ana"]}],
        "holdings": [POSITION | {"players": ["Ana", "Ben", "Cai"]}, POSITION | {"holdings": []}],
        "holdings[1]": [POSITION | {"holdings": [{"gold": 1, "cards": []}, {"gold": 0}]}],
    }
)
def test_a_position_that_cannot_be_read_says_where(value, where):
    assert place(GAME.formats.position, value) == where


@unreadable({"settings": [{}, {"players": ["Ana", "Ben"], "pad": 1}], "players": [{"players": list("ABCDEF")}]})
def test_settings_that_cannot_be_read_say_where(value, where):
    assert place(GAME.formats.setup, value) == where


def test_as_many_cards_as_200_and_99_of_a_resource_can_be_read_and_no_more():
    cards = [{"id": f"c{number}", "kind": "citizen"} for number in range(201)]
    count = {"type": "count", "seat": 0, "holding": {"gold": 1, "cards": cards[:200]}}
    assert len(GAME.formats.move(count, SETUP).holding.cards) == 200
    assert place(GAME.formats.move, {**count, "holding": {"gold": 1, "cards": cards}}, SETUP) == "holding.cards"
    assert card_from({**CARD, "resources": {"potion": 99}}).resources == (0, 99, 0, 0)


def test_a_card_prints_itself_usefully():
    assert str(citizen("c1")) == "citizen (c1)"
    assert str(card("c1", "mill", label="Moulin")) == "Moulin (c1)"

"""A card of Lutèce as it is drawn, and where each thing that is printed on it is entered."""

from __future__ import annotations

import pytest

from scoring.lutece.cards import CHARACTER, LOCATION
from scoring.lutece.view.entry import entry, face, filled, keys_of, kind_choices, owned
from tests.scoring.lutece.table import card, citizen, held, shown


@pytest.mark.parametrize("colour", ["red", "orange", "yellow", "green", "blue", "violet", "white"])
def test_a_family_is_drawn_in_its_colour_however_it_is_written(colour):
    assert face(citizen("c1", colour=colour)).colour == colour
    assert face(citizen("c1", colour=f" {colour.capitalize()} ")).colour == colour


def test_what_is_printed_on_a_card_is_drawn():
    drawn = face(card("m", "market", demand={"potion": 2}, cost=3, points=4, label="La Foire"))
    assert (drawn.name, drawn.price, drawn.demand, drawn.points) == ("La Foire", 3, (("potion", 2),), 4)
    assert (drawn.colour, drawn.symbols, drawn.talent, drawn.roman) == (None, (), None, False)
    assert face(citizen("c1", colour="pink")).colour is None
    assert (face(card("f", "field")).points, face(card("f", "field")).symbols) == (0, (("bread", 1),))
    assert face(card("f", "forge")).roman


def test_an_apprentice_before_its_owner_shows_what_it_copies():
    smith, follower = citizen("c1", sword=1), card("a1", "apprentice", attached_to="c1")
    assert owned(held(smith, follower), follower).symbols == (("sword", 1),)
    waiting = card("a2", "apprentice")
    assert owned(held(smith, waiting), waiting).symbols == ()


def usual(key, deck=None):
    return next(choice.usual for choice in kind_choices(deck) if choice.key == key)


def test_of_each_kind_what_such_a_card_usually_has_is_asked():
    assert usual("citizen") == ("talent", "family")
    assert usual("citizen-bread") == ("talent", "family", "and-bread")
    assert usual("apprentice") == usual("field") == usual("forest") == usual("mine") == ("talent",)
    assert usual("bakery") == usual("herbalist") == usual("armoury") == ("family",)
    assert usual("market") == ("demand",)
    assert usual("tavern") == usual("legionnaire") == ()
    assert usual("other", CHARACTER) == ("talent", "family")
    assert usual("other", LOCATION) == usual("other") == ("family",)


def test_a_deck_has_its_kinds_and_a_citizen_is_chosen_with_its_resource():
    characters = {choice.key: choice for choice in kind_choices(CHARACTER)}
    citizens = ["citizen-cervoise", "citizen-potion", "citizen-sword", "citizen-bread", "citizen"]
    assert [*characters] == [*citizens, "apprentice", "legionnaire", "other"]
    assert characters["citizen-potion"].says == {"kind": "citizen", "resources": {"potion": 1}}
    assert [key for key, choice in characters.items() if choice.bears] == [*citizens, "other"]
    assert {choice.key for choice in kind_choices(LOCATION)} & set(characters) == {"other"}
    assert len(kind_choices()) == len({*characters, *(choice.key for choice in kind_choices(LOCATION))})


def test_each_thing_printed_on_a_card_is_filled_in_where_it_is_touched_or_else_typed():
    plain = filled(citizen("c1", 4, "green", potion=1))
    assert (plain.id, plain.key) == ("c1", "citizen-potion")
    assert (plain.touched, plain.rest) == ({"talent": 4, "colour": "green"}, {})
    two = filled(card("c2", "citizen", cost=1, resources={"bread": 1, "potion": 1}))
    assert (two.key, two.touched, two.rest) == (
        "citizen-potion",
        {"cost": 1, "resources": {"potion": 1, "bread": 1}},
        {},
    )
    assert filled(card("c2", "citizen", resources={"potion": 2})).touched == {"resources": {"potion": 2}}
    strange = filled(card("c2", "citizen", cost=9, talent=11, colour="pink", resources={"potion": 3}))
    assert (strange.key, strange.touched) == ("citizen", {})
    potions = {"cervoise": 0, "potion": 3, "sword": 0, "bread": 0}
    assert strange.rest == {"cost": 9, "talent": 11, "colour": "pink", "resources": potions}
    market = filled(card("m", "market", cost=3, demand={"bread": 1}))
    assert market.touched == {"cost": 3, "demand": {"cervoise": 0, "potion": 0, "sword": 0, "bread": 1}}


def test_whether_a_card_is_for_more_players_and_is_roman_is_chosen():
    fields = entry(())
    assert fields.players == ((3, "3"), (4, "4"), (5, "5"))
    assert [(value, shown(said)) for value, said in fields.roman] == [(True, "Roman"), (False, "not Roman")]
    assert [deck for deck, _said in fields.decks] == [CHARACTER, LOCATION]


def test_where_an_apprentice_lies_is_not_printed_on_it():
    assert filled(card("a1", "apprentice", attached_to="c1", resource="bread")).rest == {}


def test_a_known_citizen_is_found_under_each_of_its_resources():
    assert keys_of(citizen("c1", sword=1, bread=1)) == ("citizen-sword", "citizen-bread")
    assert keys_of(citizen("c2")) == ("citizen",)
    assert keys_of(card("f", "field")) == ("field",)


def test_known_cards_lie_by_kind_resource_talent_and_cost():
    cards = [
        card("named", "field", label="Abel’s field"),
        card("f", "field"),
        citizen("bread", 1, bread=1),
        citizen("none", 1),
        citizen("high", 7, sword=1),
        card("dear", "citizen", resources={"sword": 1}, talent=2, cost=2),
        card("cheap", "citizen", resources={"sword": 1}, talent=2, cost=1),
        card("a", "apprentice"),
    ]
    known = [(kind, [own.card.id for own, _keys in group]) for kind, group in entry(cards).known]
    assert known == [
        ("citizen", ["cheap", "dear", "high", "bread", "none"]),
        ("apprentice", ["a"]),
        ("field", ["f", "named"]),
    ]

"""The cards of Lutèce: the group's catalogue, and how a card is drawn and entered."""

import pytest

from scoring.core.rule import Illegal, Malformed
from scoring.lutece.cards import CHARACTER, LOCATION
from scoring.lutece.formats import card_to
from scoring.lutece.moves import Count
from scoring.lutece.view.box import BOX, Box, from_json
from scoring.lutece.view.entry import entry, face, filled, keys_of, kind_choices, owned
from tests.english import english
from tests.scoring.lutece.table import SMITH, after, card, citizen, held, offers, table

# The group's catalogue


MILL = card("l1", "mill")


def refused(change):
    with pytest.raises(Illegal) as caught:
        change()
    return caught.value.rule.clause


def test_a_card_is_recorded_once_as_printed_and_corrected_in_its_place():
    box = Box().add(SMITH).add(card("a1", "apprentice", attached_to="c1", resource="bread"))
    assert box.cards == (SMITH, card("a1", "apprentice")), "and not as it lies"
    assert refused(lambda: box.add(citizen("c1"))) == refused(lambda: box.edit(citizen("c7"))) == "card-once"
    assert [own.talent for own in box.edit(citizen("c1", 5, sword=1)).cards] == [5, None]


def test_a_deck_is_full_at_its_printed_size():
    box = Box()
    for at in range(34):
        box = box.add(card(f"field-{at}", "field"))
    with pytest.raises(Illegal) as caught:
        box.add(MILL)
    assert caught.value.rule.clause == "box-size"
    assert english(caught.value.why) == "This box already has all 34 of the locations."
    assert box.add(SMITH)


def test_cards_not_yet_seen_are_found_by_kind_and_deck():
    box = Box().add(SMITH).add(MILL).add(card("x", "other"))
    assert box.find("mill") == (MILL,)
    assert box.find("mill", seen={"l1"}) == ()
    assert box.find(deck="location") == (MILL, card("x", "other"))
    assert box.card("c1") == SMITH


def test_a_box_is_read_back_from_its_json():
    box = Box().add(SMITH).add(MILL)
    assert from_json(box.to_json()) == box
    assert from_json(Box().to_json()) == Box()


@pytest.mark.parametrize("bad", [None, {}, {"cards": {}}, {"cards": [{"id": "c1"}]}, {"cards": [], "name": "x"}])
def test_what_is_no_box_cannot_be_read(bad):
    with pytest.raises(Malformed):
        from_json(bad)


def turned_up(first):
    return after(table(2), *offers(table(2), A=first))


def test_a_card_that_a_table_turned_up_wrongly_is_mended_in_the_box_unless_its_page_has_changed_it():
    before, now = turned_up(SMITH), turned_up(citizen("c1", 5, sword=1))
    box = BOX.grown(Box(), before)
    assert BOX.mended(box, before, now).card("c1").talent == 5
    assert len(BOX.mended(box, before, now).cards) == len(box.cards)
    assert BOX.mended(box.edit(citizen("c1", 9, sword=1)), before, now).card("c1").talent == 9
    assert BOX.mended(box, before, table(2)).card("c1") == SMITH, "it stays though it is turned up no more"


def test_a_box_grows_when_the_offers_are_complete_and_with_what_is_counted_at_the_end():
    first = after(table(2), next(offers(table(2), A=SMITH)))
    assert BOX.grown(Box(), first) == Box()
    assert BOX.grown(Box(), turned_up(SMITH)).card("c1") == SMITH
    counted = after(first, Count(0, held(MILL, gold=3)))
    assert BOX.grown(Box(), counted).cards == (SMITH,)
    assert BOX.grown(Box(), after(counted, Count(1, held(gold=3)))).cards == (SMITH, MILL)


def test_on_its_page_a_card_is_put_in_changed_and_taken_out():
    box, _ = BOX.change(Box((MILL,)), {"card": card_to(SMITH)})
    assert box.cards == (MILL, SMITH)
    assert BOX.change(box, {"card": card_to(citizen("c1", 5))}) == (Box((MILL, citizen("c1", 5))), ())
    assert BOX.change(box, {"drop": "l1"}) == (Box((SMITH,)), ())
    assert BOX.view(box).decks == (("character", 1, 40), ("location", 1, 34))
    assert english(BOX.known(box)) == "2 of 74 cards known"
    opened = BOX.view(box).opened({"card": "l1"})
    assert (opened[0].card, opened[1].key) == (MILL, "mill")
    assert BOX.view(box).opened({"card": "c9"}) is BOX.view(box).opened({}) is None


CHANGED = "Citizen was changed on another phone meanwhile. Check it, then tap again if it still applies."
SAVED = {"card": card_to(citizen("c1", 5))}


@pytest.mark.parametrize(
    ("said", "cards", "why"),
    [
        (SAVED, (citizen("c1", 9),), CHANGED),
        ({"drop": "c1"}, (citizen("c1", 9),), CHANGED),
        (SAVED, (), "This card was removed on another phone meanwhile."),
    ],
)
def test_a_card_that_another_phone_has_changed_meanwhile_stays_as_it_is(said, cards, why):
    box = Box(cards)
    after, left = BOX.change(box, {**said, "was": card_to(SMITH)})
    assert (after, len(left)) == (box, 1)
    assert english(left[0]) == why


def test_a_card_that_was_saved_or_removed_already_is_so_again():
    once, _ = BOX.change(Box((SMITH,)), {**SAVED, "was": card_to(SMITH)})
    assert once == Box((citizen("c1", 5),))
    assert BOX.change(once, {**SAVED, "was": card_to(SMITH)}) == (once, ())
    assert BOX.change(Box(), {"drop": "c1", "was": card_to(SMITH)}) == (Box(), ())


def test_a_card_entered_again_by_hand_is_the_one_of_the_box_that_is_printed_alike():
    legion = card("b1", "legionnaire", cost=0)
    box = Box().add(legion).add(MILL)
    once = after(table(2), *offers(table(2), A=card("x", "legionnaire", cost=0)))
    assert box.matched([card("x", "legionnaire", cost=0)]) == ((MILL,), ())
    assert [own.id for own in BOX.grown(box, once).cards if own.kind == "legionnaire"] == ["b1"]
    cards = {"A": card("x", "legionnaire", cost=0), "B": card("y", "legionnaire", cost=0)}
    twice = after(table(2), *offers(table(2), **cards))
    assert [own.id for own in BOX.grown(box, twice).cards if own.kind == "legionnaire"] == ["b1", "y"]
    dearer = after(table(2), *offers(table(2), A=card("x", "legionnaire", cost=1)))
    assert len(BOX.grown(box, dearer).cards) == 2 + 6


def test_cards_that_are_printed_alike_are_named_and_merged_on_demand():
    box = Box().add(SMITH).add(citizen("c2", 4, sword=1)).add(MILL).add(citizen("c3", 5, sword=1))
    assert box.twins == ((SMITH, 2),)
    merged, said = BOX.change(box, {"merge": "c1"})
    assert (merged.twins, [own.id for own in merged.cards], said) == ((), ["c1", "l1", "c3"], ())
    assert BOX.change(box, {"merge": "gone"}) == (box, ())


def test_of_cards_that_are_printed_alike_it_can_be_said_that_there_are_as_many():
    box, _said = BOX.change(Box().add(SMITH).add(citizen("c2", 4, sword=1)), {"keep": "c1"})
    assert (box.twins, [own.id for own in box.cards]) == ((), ["c1", "c2"])
    assert BOX.read(BOX.write(box)) == box
    assert box.add(citizen("c9", 4, sword=1)).twins == ((SMITH, 3),), "a third is asked about"
    assert BOX.change(box, {"keep": "gone"}) == (box, ())


# Drawn and entered


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
    assert [(value, english(said)) for value, said in fields.roman] == [(True, "Roman"), (False, "not Roman")]
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

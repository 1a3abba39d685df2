"""The fields of a Lutèce card: whatever card they are filled with, and whatever is touched there, is read back."""

from dataclasses import replace
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from scoring.lutece.cards import Card
from scoring.lutece.demo import EVENTS, random_card
from scoring.lutece.formats import card_from
from scoring.lutece.view.entry import face, filled, kind_choices
from tests.web.lutece import CARDS
from web.table.forms import as_json, event_from

PRACTISED = [event["card"] for event in EVENTS if event["type"] == "offer"]


def composed(card: Card) -> Card:
    """The card as its fields say it: the kind is touched, then what can be, and the rest is typed."""
    of = filled(card)
    [choice] = [choice for choice in kind_choices(card.drawn_from) if choice.key == of.key]
    said = [("report.0.card", as_json({**choice.says, "id": card.id}))]
    kinds = {"resources": "with"}
    said += [(f"{kinds.get(key, 'report')}.0.card.{key}", as_json(value)) for key, value in of.touched.items()]
    said += [field for key, value in of.rest.items() for field in typed(key, value)]
    return card_from(event_from(MultiDict(said))["card"])


def typed(key: str, value: object) -> list[tuple[str, str]]:
    """The fields of what is typed of a card."""
    if isinstance(value, dict):
        return [(f"number.0.card.{key}.{resource}", str(many)) for resource, many in value.items()]
    return [(f"text.0.card.{key}", str(value)) if key == "label" else (f"report.0.card.{key}", as_json(value))]


@pytest.mark.parametrize("card", [*CARDS.values(), *PRACTISED], ids=lambda card: card["id"])
def test_every_card_of_the_tests_and_the_practice_table_can_be_composed(card):
    assert composed(card_from(card)) == card_from(card)


@pytest.mark.parametrize("seed", range(20))
def test_any_card_is_read_back_as_it_was_composed(seed):
    chance = Random(seed)
    for at in range(25):
        card = random_card(chance, f"c{at}")
        odd = {"cost": 7, "talent": 23, "roman": True, "min_players": 4, "points": 2, "label": "X", "colour": "puce"}
        for name in chance.sample(sorted(odd), chance.randint(0, 3)):
            card = replace(card, **{name: odd[name]})
        assert composed(card) == card


@pytest.mark.parametrize("deck", ["character", "location"])
def test_a_kind_alone_is_a_card_of_its_deck(deck):
    for choice in kind_choices(deck):
        assert card_from({"id": "x", **choice.says}).drawn_from in (None, deck)


def test_objects_of_a_list_are_numbered_as_they_come_and_what_several_controls_make_comes_last():
    form = MultiDict(
        [
            ("number.0.cards.999.cost", "2"),
            ("report.0.cards", '[{"id":"a"}]'),
            ("report.0.cards.999", '{"id":"new","kind":"field"}'),
            ("report.0.cards", '[{"id":"b","cost":1}]'),
        ]
    )
    assert event_from(form)["cards"] == [
        {"id": "a"},
        {"id": "b", "cost": 1},
        {"cost": 2, "id": "new", "kind": "field"},
    ]


def test_a_control_that_says_the_whole_of_an_object_is_heard_alone():
    whole = as_json(face(Card("bard", "citizen")).alone)
    form = MultiDict(
        [("report.0.tile", '"A"'), ("report.0.card", whole), ("report.0.card.cost", "3"), ("number.0.card.talent", "")]
    )
    assert event_from(form) == {"tile": "A", "card": {"id": "bard", "kind": "citizen"}}

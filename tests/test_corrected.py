"""A correction says every field that it changed, and what has to be moved at the table: in words, game by game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask

from scoring import GAMES
from scoring.core.log import Amend, Change
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal
from scoring.core.running import replay
from scoring.core.sheet import Belongings, belongings_moved
from tests.catalogues import untranslated
from tests.events import Event, amend, replayed
from tests.sources import played
from tests.web.lutece import options
from web.rendering.i18n import LANGUAGES, speaking, translate


def after(key: str, *events: Event, **settings: Any) -> AnyPlay:
    told = replayed(*events, game=key, **settings)
    assert told.refusals == ()
    return told.play


def said(play: AnyPlay, language: str = "en", *, totals: bool = False) -> str:
    sentences = play.sentences(totals=totals)
    assert not untranslated(sentences)
    with speaking(language):
        return " ".join(translate(sentence) for sentence in sentences)


def offer(tile: str, **card: Any) -> Event:
    return {"type": "offer", "tile": tile, "card": {"id": tile, **card}}


TAVERN = {"kind": "tavern", "cost": 1}
BAKER = {"kind": "citizen", "cost": 1, "resources": {"bread": 1}, "talent": 4}
BAKERY = {"kind": "bakery", "cost": 2}
OFFERS = [
    offer("A", **BAKER),
    offer("B", kind="legionnaire", cost=0),
    offer("C", kind="citizen", cost=5),
    offer("1", **TAVERN),
    offer("2", **BAKERY),
    offer("3", kind="market", cost=1, demand={"bread": 1}),
]
LAID = [
    options(0, "A", "1"),
    options(1, "B", "3"),
    {"type": "bribe", "seat": 0, "tile": "1", "amount": 1},
    {"type": "reveal"},
]
BOUGHT = [*OFFERS, *LAID, *({"type": "settle", "tile": tile} for tile in "AB13")]


@pytest.fixture(autouse=True)
def _within(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (amend(3, offer("1", kind="tavern", cost=2)), "Tavern: cost 2 instead of 1. Ana has 6 gold instead of 7."),
        (amend(3, offer("1", kind="tavern")), "Tavern: cost ? instead of 1. Ana has 8 gold instead of 7."),
        (
            amend(0, offer("A", **{**BAKER, "talent": 5, "resources": {"bread": 2}})),
            "Bread citizen: talent 5 instead of 4 and symbols 2 × bread instead of 1 × bread.",
        ),
        (amend(4, offer("2", **BAKERY, colour="red")), "Bakery: red family instead of unknown family."),
        (
            amend(5, offer("3", kind="market", cost=1, demand={"potion": 1})),
            "Market: what it asks for 1 × potion instead of 1 × bread.",
        ),
        (
            amend(3, offer("1", kind="tavern", cost=1, label="Chez Ana")),
            "Tavern: name Chez Ana instead of ?.",
        ),
        (
            amend(3, offer("1", kind="mill", cost=1)),
            "Tavern: mill instead of tavern. Ana has 2 gold instead of 7.",
        ),
        (
            amend(8, {"type": "bribe", "seat": 0, "tile": "1", "amount": 2}),
            "Ana’s bribe: gold 2 instead of 1. Ana has 6 gold instead of 7.",
        ),
        (
            amend(8, {"type": "bribe", "seat": 0, "tile": "A", "amount": 1}),
            "Ana’s bribe: tile A instead of 1.",
        ),
        (
            amend(7, options(1, "B", "2")),
            "Ben’s action cards: B and 2 instead of B and 3. Ben has 3 gold instead of 4. Ben now has the bakery. "
            "Ben no longer has the market. Tile 2 no longer has the bakery. Tile 3 now has the market.",
        ),
        (
            amend(3, offer("1", kind="tavern", cost=9)),
            "Tavern: cost 9 instead of 1. Ana has 3 gold instead of 7. Ana no longer has the tavern.",
        ),
    ],
)
def test_a_corrected_card_bribe_or_option_is_told_with_every_coin_and_card_it_moved(change, told):
    assert said(after("lutece", *BOUGHT, change)) == told


def test_another_kind_of_card_on_a_tile_is_told_in_one_sentence():
    change = amend(3, offer("1", id="other", kind="market", cost=1, demand={"bread": 2}))
    assert said(after("lutece", *OFFERS, change)) == "Tavern: market instead of tavern."


TWINS = [
    offer("A", kind="citizen", resources={"sword": 1}, talent=3),
    offer("B", kind="citizen", resources={"sword": 1}, talent=5),
    *(offer(tile, kind="statue") for tile in "123"),
    offer("C", kind="apprentice"),
    options(0, "A", "B"),
    options(1, "income-1", "income-2"),
    {"type": "reveal"},
    *({"type": "settle", "tile": tile} for tile in "AB"),
    {"type": "close"},
    *(offer(tile, id=f"more {tile}", kind="citizen") for tile in "AB"),
    options(0, "C", "income-1"),
    options(1, "income-1", "income-2"),
    {"type": "reveal"},
    {"type": "settle", "tile": "C"},
]


def test_an_apprentice_under_another_of_two_that_are_called_alike_is_told_by_what_is_printed_on_them():
    attach = {"type": "attach", "seat": 0, "apprentice": "C", "to": "A"}
    play = after("lutece", *TWINS, attach, amend(len(TWINS), {**attach, "to": "B"}))
    assert said(play) == (
        "The apprentice is under the sword citizen (1 × sword; talent 5), "
        "not under the sword citizen (1 × sword; talent 3)."
    )


def test_a_card_for_another_that_is_called_alike_is_not_told_as_moved():
    before, now = (Belongings("Ana", {}, {key: "the legionnaire", "c": "the mill"}) for key in "ab")
    assert list(belongings_moved([before], [now])) == []


def test_what_lies_face_down_is_not_told_with_a_correction():
    play = after("lutece", *OFFERS, *LAID[:3], amend(3, offer("1", kind="tavern", cost=2)))
    assert said(play) == "Tavern: cost 2 instead of 1."


def roll(*numbers: int, colours: tuple[str, ...] = ("red", "red", "blue")) -> Event:
    return {"type": "roll", "seat": 0, "numbers": list(numbers), "colours": list(colours)}


def choose(seat: int, number: int, colour: str) -> Event:
    return {"type": "choose", "seat": seat, "number": number, "colour": colour}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (amend(0, roll(1, 4, 8)), "Ana’s throw: 8 instead of 7."),
        (
            amend(0, roll(1, 4, 8, colours=("red", "blue", "blue"))),
            "Ana’s throw: 8 instead of 7 and blue instead of red.",
        ),
        (
            amend(1, {"type": "refuse", "seat": 0}),
            "Ana’s turn 1, corrected. Before: Ana writes 4 in red. Now: Ana refuses: 1 dice symbol. "
            "Ana has 1 dice symbol instead of 0.",
        ),
        (amend(2, choose(1, 7, "blue")), "Ben has 0 dice symbols instead of 1."),
    ],
)
def test_a_corrected_throw_or_choice_is_told_with_what_is_hatched(change, told):
    play = after("roll-and-write", roll(1, 4, 7), choose(0, 4, "red"), {"type": "refuse", "seat": 1}, change)
    assert said(play).endswith(told)


def test_a_box_that_is_told_otherwise_says_the_artefacts_that_it_moved():
    learn = {"type": "learn", "colour": "red", "box": 1, "kind": "plain"}
    play = after(
        "roll-and-write", learn, roll(1, 4, 7), choose(0, 4, "red"), amend(0, {**learn, "kind": "vase"}), pad=None
    )
    assert said(play) == (
        "The beginning, corrected. Before: Red, box 1: nothing is printed there. "
        "Now: Red, box 1: a vase is printed there. Ana has 1 artefact instead of 0."
    )


@pytest.mark.parametrize("key", GAMES)
def test_every_owner_stands_at_the_same_place_in_every_state(key):
    before = played(key, 0)
    there = [before.game.corrections.belongings(state) for state in before.states]
    owners = {tuple(map(str, (one.owner for one in each))) for each in there}
    assert len(owners) == 1
    assert len({tuple(tuple(one.amounts) for one in each) for each in there}) == 1


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_corrected_every_language_says_it_and_no_two_sentences_alike(key):
    before = played(key, 3)
    play, many = replay(before.game, before.setup, before.moves).play, 0
    standing = play.standing()
    for entry in standing[:: max(1, len(standing) // 25)]:
        then, seat = entry.before.state, getattr(entry.move, "seat", None)
        others = list(before.game.options(then, seat))[:3] if seat is not None else []
        for move in others or [before.game.chance(Random(entry.index), then)]:
            try:
                corrected = play.after(Amend((Change(entry.index, (move,)),)), 999)
            except Illegal:
                continue
            many += move != entry.move
            for language in LANGUAGES:
                told = said(corrected, language, totals=True)
                assert "{" not in told
                sentences = [one for one in told.split(". ") if one]
                assert len(set(sentences)) == len(sentences), told
    assert many

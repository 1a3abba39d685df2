"""The likeliest cards that the rules allow, from the ink in the boxes and circles of a sheet."""

import json
from random import Random

import pytest

from scoring.core.rule import Malformed
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import COLOURS
from scoring.lost_cities.formats import read_holding, write_holding
from scoring.lost_cities.likeliest import FAR, PHOTOGRAPHED, ROUNDS, facts
from scoring.lost_cities.score import Setup, impossible

SURE = 5.0
FIRST = PHOTOGRAPHED.of(1)


def ink(*places: str, colours: int = 5, **odds: float):
    """Ink in these places of the first round and in no others; `odds` say otherwise of some, with _ for each dash."""
    there = [place for place in FIRST.places if place.split("-")[2] in COLOURS[:colours]]
    seen = {place: SURE if place.removeprefix("r1-") in places else -SURE for place in there}
    return seen | {f"r1-{place.replace('_', '-')}": odd for place, odd in odds.items()}


def fact(read, key: str):
    return next(one for one in read.facts if one.key == f"r1-{key}")


def test_numbers_and_wagers_of_both_players_are_read_and_an_empty_round_is_empty_and_sure():
    read = FIRST.read(ink(), {})
    assert (read.sheet, min(one.margin for one in read.facts)) == ([[{}, {}]], SURE)
    read = FIRST.read(ink("p0-yellow-w1", "p0-yellow-w2", "p0-yellow-7", "p0-yellow-10", "p1-red-2"), {})
    assert read.sheet == [[{"yellow": ["wager", "wager", 7, 10]}, {"red": [2]}]]


def test_which_circles_are_ticked_says_nothing():
    for circles in (("w1", "w2"), ("w3", "w1"), ("w2", "w3")):
        read = FIRST.read(ink(*(f"p1-blue-{circle}" for circle in circles)), {})
        assert read.sheet == [[{}, {"blue": ["wager", "wager"]}]]


def test_a_number_ticked_for_both_is_with_one_and_is_asked_about():
    read = FIRST.read(ink("p0-green-4", "p1-green-4", p1_green_4=4.0), {})
    assert read.sheet == [[{"green": [4]}, {}]]
    four = fact(read, "green-4")
    assert (four.value, four.other, four.margin) == (1, 2, 1.0)
    assert four.places == ("r1-p0-green-4", "r1-p1-green-4")


def test_four_wagers_of_a_colour_are_three_and_both_players_are_asked_about():
    four = ink("p0-white-w1", "p0-white-w2", "p1-white-w1", "p1-white-w2", p1_white_w2=3.0)
    read = FIRST.read(four, {})
    assert read.sheet == [[{"white": ["wager", "wager"]}, {"white": ["wager"]}]]
    assert fact(read, "white-w-p1").margin == fact(read, "white-w-p0").margin == SURE - 3.0
    told = FIRST.read(four, {"r1-white-w-p1": 2})
    assert told.sheet == [[{"white": ["wager"]}, {"white": ["wager", "wager"]}]]


def test_what_a_person_said_is_so_and_what_is_no_answer_is_left_out():
    doubtful = ink("p0-red-5", p0_red_5=0.5)
    assert FIRST.read(doubtful, {"r1-red-5": 0}).sheet == [[{}, {}]]
    assert fact(FIRST.read(doubtful, {"r1-red-5": 1}), "red-5").margin == FAR
    assert FIRST.read(doubtful, {"r1-red-5": 7, "r1-red-w-p0": 9}).sheet == [[{"red": [5]}, {}]]


def test_more_wagers_than_there_are_stand_where_a_person_said_so_and_change_nobody_elses():
    two = ["wager", "wager"]
    four = ink("p0-red-w1", "p0-red-w2", "p1-red-w1", "p1-red-w2")
    assert FIRST.read(four, {"r1-red-w-p0": 2, "r1-red-w-p1": 2}).sheet == [[{"red": two}, {"red": two}]]
    sure = ink("p0-red-w1", "p0-red-w2", p1_red_w1=1.0)
    assert FIRST.read(sure, {"r1-red-w-p1": 2}).sheet == [[{"red": two}, {"red": two}]]


def test_a_fact_says_in_words_what_it_is_and_what_else():
    seven = fact(FIRST.read(ink("p1-yellow-7", p1_yellow_7=1.0), {}), "yellow-7")
    assert (seven.said.message, seven.said.facts["number"]) == ("{card!c}: in front of player {number}", 2)
    assert seven.other_said.message == "{card!c}: in front of neither player"
    assert seven.places == ("r1-p1-yellow-7",)
    wagers = fact(FIRST.read(ink("p0-blue-w1", p0_blue_w2=-0.5), {}), "blue-w-p0")
    assert (wagers.said.count, wagers.other_said.count) == (1, 2)
    assert wagers.places == ("r1-p0-blue-w1", "r1-p0-blue-w2", "r1-p0-blue-w3")


def test_what_is_not_seen_is_unknown_and_not_empty():
    seen = ink("p0-yellow-2")
    del seen["r1-p0-yellow-3"], seen["r1-p1-red-w2"]
    read = FIRST.read(seen, {})
    assert fact(read, "yellow-3").margin == fact(read, "red-w-p1").margin == 0


def test_a_colour_of_which_nothing_is_seen_is_not_on_the_sheet():
    five, six = FIRST.read(ink(), {}), FIRST.read(ink("p0-purple-9", colours=6), {})
    assert len(six.facts) * 5 == len(five.facts) * 6
    assert six.sheet == [[{"purple": [9]}, {}]]


def test_a_round_alone_is_read_as_in_the_whole_sheet():
    chance = Random(1)
    seen = {place: chance.gauss(0, 4) for place in PHOTOGRAPHED.places}
    whole = PHOTOGRAPHED.read(seen, {})
    for number, round in enumerate(PHOTOGRAPHED.rounds, 1):
        alone = round.read({place: odds for place, odds in seen.items() if place in round.places}, {})
        assert alone.sheet == [whole.sheet[number - 1]]
    assert PHOTOGRAPHED.of(0) is PHOTOGRAPHED.of(ROUNDS + 1) is PHOTOGRAPHED


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_seen_no_card_lies_twice(seed):
    chance = Random(seed)
    read = FIRST.read({place: chance.gauss(-2, 3) for place in FIRST.places if chance.random() < 0.9}, {})
    holdings = [read_holding(lying, "lying") for lying in read.sheet[0]]
    assert {one.rule.code for one in impossible(Setup(("A", "B"), colours=6), holdings, 0)} <= {
        "lost-cities/cards-on-the-table"
    }
    told = facts(read.sheet)
    assert {one.key: one.value for one in read.facts} == {one.key: told[one.key] for one in read.facts}
    assert all(one.margin >= 0 and one.value != one.other for one in read.facts)
    assert all(set(one.places) <= set(FIRST.places) for one in read.facts)


@pytest.mark.parametrize("seed", range(4))
def test_the_rounds_of_a_game_by_chance_are_read_as_they_are_and_counted(seed):
    chance, setup = Random(seed), GAME.formats.setup({"players": ["Ana", "Ben"], "rounds": 1})
    state = GAME.start(setup)
    while GAME.to_act(state):
        state = GAME.apply(state, GAME.chance(chance, state))
    lying = [write_holding(holding) for holding in state.over[0]]
    places = [f"p{s}-{c}-{box}" for s, laid in enumerate(lying) for c, cards in laid.items() for box in boxes(cards)]
    read = FIRST.read(ink(*places), {})
    assert facts(read.sheet) == facts([lying])
    counts = FIRST.counts(0, read.sheet)
    moves = [GAME.formats.move(counts[seat], setup) for seat in (0, 1)]
    assert [dict(move.holding) for move in moves] == [read_holding(one, "lying") for one in lying]


def boxes(cards):
    wagers = cards.count("wager")
    return [*(f"w{number}" for number in range(1, wagers + 1)), *map(str, cards[wagers:])]


def test_a_table_counts_the_round_of_the_sheet_that_it_is_at_and_then_another_sheet():
    setup = GAME.formats.setup({"players": ["Ana", "Ben"], "rounds": 5})
    state, at = GAME.start(setup), []
    while GAME.to_act(state):
        at.append(PHOTOGRAPHED.counted(state))
        state = GAME.apply(state, GAME.formats.move({"type": "start", "seat": 0}, setup))
        for seat in (0, 1):
            state = GAME.apply(state, GAME.count.move(seat, ()))
    assert at == [1, 2, 3, 1, 2]


@pytest.mark.parametrize("body", [None, {}, [[{}]], [[{}, {}, {}]], [[{}, {"red": [1]}]], [[{}, {}]] * 4])
def test_what_is_no_sheet_is_malformed(body):
    with pytest.raises(Malformed):
        facts(json.loads(json.dumps(body)))

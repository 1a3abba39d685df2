"""Random games, whole: what must hold in all of them."""

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.rule import Illegal
from scoring.roll_and_write.audit import audit, throws_of
from scoring.roll_and_write.moves import Choose, Refuse, Roll
from scoring.roll_and_write.pad import COLOURS, HOUSE, UNKNOWN, printed
from scoring.roll_and_write.rule_texts import ONE_CHOICE
from scoring.roll_and_write.rules import apply, combinations, next_columns, options, to_act
from scoring.roll_and_write.score import position
from scoring.roll_and_write.sheets import BRIDGED, Column, Sheet
from tests.examples import examples
from tests.scoring.roll_and_write.table import alone, random_game, table, thrown

GAMES = given(st.integers(0, 10**6), st.integers(2, 5), st.sampled_from([HOUSE, None]))


@settings(max_examples=examples(6))
@GAMES
def test_a_random_game_never_holds_an_impossible_sheet_and_a_bridge_is_circled_in_one_turn_only(seed, seats, pad):
    _, _, states = random_game(seed, seats, pad)
    for state in states:
        assert audit(position(state)) == []
        for column in (column for own in state.sheets for column in own.expeditions):
            assert list(column.numbers) == sorted(column.numbers)
            assert column.level <= 9
        circled = {of for own in state.sheets for of in own.bridges}
        assert circled == {of for own in state.sheets for of in own.reached}
        assert circled == state.crossed | {of for _, of in state.crossing}
        assert all((seat, of) in state.crossing for seat, own in enumerate(state.sheets)
                   for of in own.bridges if of not in state.crossed)  # fmt: skip


@settings(max_examples=examples(6))
@GAMES
def test_every_sheet_of_a_random_game_may_have_seen_its_throws_and_no_two_seem_to_be_of_two_games(seed, seats, pad):
    _, moves, states = random_game(seed, seats, pad)
    throws = 0
    for move, state in zip(moves, states[1:], strict=True):
        throws += isinstance(move, Roll)
        if state.pending:
            continue
        there = replace(position(state), counted=None)
        levels = replace(there, sheets=tuple(map(without_numbers, there.sheets)), pad=UNKNOWN, pads=())
        for each in (there, levels, replace(there, pad=UNKNOWN, pads=()), replace(there, sheets=levels.sheets)):
            for seat, own in enumerate(each.sheets):
                least, most = throws_of(own, each.pad_of(seat))
                assert least <= throws <= most
            assert [problem for problem in audit(each) if problem.rule is ONE_CHOICE] == []
    assert audit(there) == []


def without_numbers(own):
    columns = (replace(column, numbers=(), told=column.level or None) for column in own.expeditions)
    return replace(own, expeditions=tuple(columns))


def accepted(state, move):
    try:
        apply(state, move)
    except Illegal:
        return False
    return True


def chains_accepted(state, choose, longest):
    """By trial: every chain up to a length that apply accepts, each prefix being one."""
    chains = [()] if accepted(state, choose) else []
    for chain in chains:
        if len(chain) < longest:
            longer = [(*chain, colour) for colour in COLOURS]
            chains += [more for more in longer if accepted(state, Choose(choose.seat, choose.number, choose.colour,
                                                                       more, choose.double))]  # fmt: skip
    return [Choose(choose.seat, choose.number, choose.colour, chain, choose.double) for chain in chains]


def by_trial(state, seat, longest):
    """Without the option, the word that a 0 ticks the double box says what happens anyway: it is no other choice."""
    moves = [Refuse(seat)] if accepted(state, Refuse(seat)) else []
    for number, colour, double in itertools.product(range(10), COLOURS, {False, state.setup.zero_opens}):
        moves += chains_accepted(state, Choose(seat, number, colour, (), double), longest)
    return moves


def assert_options_are_what_is_accepted(state, longest=9):
    for seat in state.seats:
        offered = list(options(state, seat))
        assert len(offered) == len(set(offered))
        assert set(offered) == set(by_trial(state, seat, longest))
        assert bool(offered) == (seat in to_act(state) and bool(state.pending))


@settings(max_examples=examples(5))
@GAMES
def test_the_options_are_exactly_what_is_accepted(seed, seats, pad):
    _, _, states = random_game(seed, seats, pad)
    rng = random.Random(seed)
    for state in rng.sample(states, 6):
        assert_options_are_what_is_accepted(state)


@pytest.mark.parametrize("zero_opens", [False, True])
def test_the_options_are_exactly_what_is_accepted_for_zeros(zero_opens):
    own = Sheet().with_column("red", Column(double=True)).with_column("blue", Column(numbers=(4,)))
    for colour in COLOURS:
        assert_options_are_what_is_accepted(alone(own, (0, colour), (4, "blue"), zero_opens=zero_opens))


def test_the_options_are_exactly_what_is_accepted_in_turn_order():
    state = apply(thrown(table(Sheet(), Sheet(), Sheet(), turn_order=True)), Refuse(0))
    assert_options_are_what_is_accepted(state)
    assert list(options(state, 2)) == []


def test_the_options_are_exactly_what_is_accepted_where_many_arrows_meet():
    pad = printed({"red": (1, 2), "blue": (1, 3), "green": (9,)}, {"yellow": (1,)}, "many arrows")
    own = Sheet().with_column("green", Column(numbers=(1,) * 8)).with_column("violet", Column(numbers=(1,) * 9))
    assert_options_are_what_is_accepted(alone(own, (4, "red"), (5, "blue"), (9, "green"), pad=pad))


def test_the_options_are_there_at_once_even_if_there_are_millions():
    arrows = printed(dict.fromkeys(COLOURS, tuple(range(1, 10))), {}, "arrows alone")
    state = alone(Sheet(), (1, "red"), (2, "green"), (3, "blue"), pad=arrows)
    some = list(itertools.islice(options(state, 0), 500))
    assert some[0] == Refuse(0)
    assert set(combinations(state, 0)) == set(some[1:10])
    assert all(accepted(state, move) for move in some)


def test_the_steps_of_the_phone_lead_to_every_option():
    own = Sheet()
    for colour, level in zip(COLOURS, (2, 3, 1, 4, 2, 3), strict=True):
        own = own.with_column(colour, Column(numbers=(1,) * level))
    state = alone(own, (1, "red"))
    found = list(combinations(state, 0))
    for choose in found:
        found += [Choose(0, choose.number, choose.colour, (*choose.accelerate, colour))
                  for colour in next_columns(state, choose)]  # fmt: skip
    assert set(found) == set(options(state, 0)) - {Refuse(0)}
    assert len(found) > 1_000


@pytest.mark.parametrize("of", BRIDGED)
def test_every_bridge_can_be_the_last(of):
    own = Sheet(artifacts=6, dice=6)
    for colour in COLOURS:
        own = own.with_column(colour, Column(numbers=(1,) * (6 if colour == of else 4)))
    state = thrown(
        table(own, Sheet(), crossed=frozenset(BRIDGED) - {of}), colours=(of if of in COLOURS else "red",) * 3
    )
    state = apply(state, Refuse(0) if of == "dice" else Choose(0, 4, "red" if of == "artifacts" else of))
    assert not state.over
    assert apply(state, Refuse(1)).over == "bridges"

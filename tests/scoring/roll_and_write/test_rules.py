"""A turn of Roll & Write: who throws and chooses, and what may be written."""

import pytest

from scoring.core.rule import Illegal
from scoring.roll_and_write.moves import Choose, Count, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import UNKNOWN
from scoring.roll_and_write.rule_texts import (
    ACTIVE_FIRST,
    ARROW,
    CLOCKWISE,
    DICE_LEFT,
    NEVER_FALL,
    ONE_CHOICE,
    OVER,
    THROW_FIRST,
    TOP,
    TURN_COMPLETE,
    TURN_ORDER,
    UNKNOWN_BOX,
    ZERO_OPENS,
)
from scoring.roll_and_write.rules import ALL_BRIDGES, EXHAUSTED, apply, dice_left, next_columns, to_act
from scoring.roll_and_write.sheets import BRIDGED, Column, Sheet
from tests.english import english
from tests.scoring.roll_and_write.table import after, alone, refused, sheet, table, thrown

# Turns


DICE = ((0, 4, 7), ("red", "red", "blue"))
THREE = (Sheet(), Sheet(), Sheet())


def test_anybody_may_throw_first():
    for seat in range(3):
        assert apply(table(*THREE), Roll(seat, *DICE)).active == seat
    assert to_act(table(*THREE)) == {0, 1, 2}


def test_then_the_next_player_clockwise_throws():
    state = apply(table(*THREE), Roll(2, *DICE))
    for seat in (2, 0, 1):
        state = apply(state, Refuse(seat))
    assert to_act(state) == {0}
    assert english(refused(state, Roll(1, *DICE), CLOCKWISE)) == "Ana throws next."
    refused(state, Roll(2, *DICE), CLOCKWISE)
    assert apply(state, Roll(0, *DICE)).active == 0


def test_a_throw_waits_until_everybody_has_chosen_or_refused():
    state = apply(thrown(table(*THREE)), Refuse(0))
    assert english(refused(state, Roll(1, *DICE), TURN_COMPLETE)) == "Still to choose or refuse: Ben, Cai."
    state = apply(apply(state, Refuse(1)), Refuse(2))
    assert apply(state, Roll(1, *DICE)).pending == {0, 1, 2}


def test_nobody_chooses_or_refuses_before_a_throw_or_after_a_complete_turn():
    assert english(refused(table(), Choose(0, 4, "red"), THROW_FIRST)) == "Nobody has thrown the dice yet."
    refused(table(), Refuse(1), THROW_FIRST)
    state = apply(apply(thrown(table()), Refuse(0)), Refuse(1))
    assert english(refused(state, Refuse(0), THROW_FIRST)) == "This turn is complete: Ben throws next."


def test_the_active_player_acts_alone_then_all_the_others():
    state = thrown(table(*THREE))
    assert to_act(state) == {0}
    assert english(refused(state, Refuse(1), ACTIVE_FIRST)) == "Ana threw, and chooses or refuses first."
    state = apply(state, Choose(0, 4, "red"))
    assert to_act(state) == {1, 2}
    assert apply(apply(state, Refuse(2)), Refuse(1)).pending == frozenset()


def test_everybody_does_exactly_one_of_the_two():
    state = apply(thrown(table(*THREE)), Choose(0, 4, "red"))
    assert english(refused(state, Refuse(0), ONE_CHOICE)) == (
        "Ana has already chosen or refused after this throw: everybody does one of the two, once."
    )
    state = apply(state, Refuse(1))
    refused(state, Choose(1, 7, "red"), ONE_CHOICE)
    refused(state, Refuse(1), ONE_CHOICE)


def test_choices_go_clockwise_where_the_table_asked_for_it():
    state = apply(table(*THREE, turn_order=True), Roll(1, *DICE))
    state = apply(state, Refuse(1))
    assert to_act(state) == {2}
    assert english(refused(state, Refuse(0), TURN_ORDER)) == "Cai chooses or refuses next."
    state = apply(state, Choose(2, 4, "red"))
    assert to_act(state) == {0}
    assert apply(state, Refuse(0)).pending == frozenset()


@pytest.mark.parametrize("by", [0, 1, 2])
def test_any_player_may_ask_for_turn_order_for_one_throw(by):
    state = apply(apply(thrown(table(*THREE)), Refuse(0)), TurnOrder(by))
    assert to_act(state) == {1}
    assert english(refused(state, Refuse(2), TURN_ORDER)) == "Ben chooses or refuses next."
    state = apply(apply(state, Refuse(1)), Refuse(2))
    assert to_act(apply(thrown(state), Refuse(1))) == {0, 2}


def test_between_turns_turn_order_is_asked_for_the_next_throw_or_from_now_on():
    state = apply(thrown(apply(table(*THREE), TurnOrder(2))), Refuse(0))
    assert to_act(state) == {1}
    state = thrown(apply(apply(state, Refuse(1)), Refuse(2)))
    assert to_act(apply(state, Refuse(1))) == {0, 2}
    state = apply(apply(thrown(table(*THREE)), TurnOrder(2)), TurnOrder(1, lasting=True))
    for seat in (0, 1, 2):
        state = apply(state, Refuse(seat))
    assert to_act(apply(thrown(state), Refuse(1))) == {2}


def test_turn_order_is_not_asked_for_where_it_holds_or_after_the_end():
    why = refused(table(*THREE, turn_order=True), TurnOrder(0), TURN_ORDER)
    assert english(why) == "At this table everyone already chooses in turn order."
    for lasting in (False, True):
        refused(apply(table(*THREE), TurnOrder(0, lasting=True)), TurnOrder(1, lasting), TURN_ORDER)
    refused(apply(table(*THREE), TurnOrder(0)), TurnOrder(1), TURN_ORDER)
    over = apply(apply(thrown(table(sheet(dice=9), sheet(dice=9))), Refuse(0)), Refuse(1))
    refused(over, TurnOrder(0), OVER)


def test_only_dice_that_show_can_be_chosen():
    state = thrown(table())
    assert english(refused(state, Choose(0, 5, "red"), DICE_LEFT)) == "None of the dice left shows 5."
    assert english(refused(state, Choose(0, 4, "green"), DICE_LEFT)) == "None of the dice left shows green."
    assert apply(state, Choose(0, 4, "blue")).sheets[0].column("blue").numbers == (4,)


def test_the_two_dice_of_the_active_player_are_gone_for_the_others():
    state = apply(thrown(table()), Choose(0, 4, "blue"))
    assert dice_left(state) == ((0, 7), ("red", "red"))
    refused(state, Choose(1, 4, "red"), DICE_LEFT)
    refused(state, Choose(1, 7, "blue"), DICE_LEFT)
    assert apply(state, Choose(1, 7, "red")).sheets[1].column("red").numbers == (7,)


def test_of_two_like_dice_only_one_is_gone_and_all_six_are_left_after_a_refusal():
    state = apply(thrown(table(), (4, 4, 7), ("red", "red", "blue")), Choose(0, 4, "red"))
    assert dice_left(state) == ((4, 7), ("red", "blue"))
    assert apply(state, Choose(1, 4, "red")).sheets[1].column("red").numbers == (4,)
    state = apply(thrown(table()), Refuse(0))
    assert dice_left(state) == DICE
    assert apply(state, Choose(1, 4, "blue")).sheets[1].column("blue").numbers == (4,)


def test_the_same_die_may_serve_several_players():
    state = apply(thrown(table(*THREE)), Choose(0, 4, "blue"))
    for seat in (1, 2):
        state = apply(state, Choose(seat, 7, "red"))
    assert [own.column("red").numbers for own in state.sheets] == [(), (7,), (7,)]


def test_a_refusal_hatches_one_dice_symbol_and_past_the_ninth_nothing():
    assert apply(thrown(table()), Refuse(0)).sheets[0].dice == 1
    assert apply(thrown(table(sheet(dice=9), Sheet())), Refuse(0)).sheets[0] == sheet(dice=9)


def test_the_ninth_symbol_exhausts_and_the_player_plays_on():
    state = apply(thrown(table(sheet(dice=8, bridges=("dice",)), Sheet())), Refuse(0))
    assert state.sheets[0].is_exhausted
    state = thrown(apply(state, Refuse(1)))
    state = apply(state, Refuse(1))
    assert apply(state, Choose(0, 4, "red")).sheets[0].column("red").numbers == (4,)


def test_the_game_ends_after_the_turn_in_which_the_last_player_is_exhausted():
    state = apply(thrown(table(sheet(dice=8), sheet(dice=9))), Refuse(0))
    assert not state.over
    state = apply(state, Choose(1, 4, "red"))
    assert (state.over, to_act(state)) == (EXHAUSTED, frozenset())
    assert not apply(apply(thrown(table(sheet(dice=8), sheet(dice=7))), Refuse(0)), Refuse(1)).over


def test_the_game_ends_after_the_turn_in_which_the_eighth_bridge_is_crossed_by_whomever():
    state = thrown(table(sheet(red=[1] * 6), sheet(dice=7), crossed=frozenset(BRIDGED) - {"red"}))
    state = apply(state, Choose(0, 4, "red"))
    assert not state.over
    state = apply(state, Refuse(1))
    assert state.over == ALL_BRIDGES
    assert to_act(state) == frozenset()


@pytest.mark.parametrize("move", [Roll(0, *DICE), Refuse(0), Choose(1, 4, "red"), Count(0, Sheet())], ids=str)
def test_when_the_game_is_over_nobody_plays_on(move):
    state = apply(apply(thrown(table(sheet(dice=9), sheet(dice=8))), Refuse(0)), Refuse(1))
    assert english(refused(state, move, OVER)) == "The game is over: all players are exhausted."


# Writing


DOUBLED = Column(double=True)
NINE = Column(numbers=(1, 2, 3, 4, 5, 5, 5, 6, 6))
TOPPED = Column(numbers=NINE.numbers, top=True)


@pytest.mark.parametrize(
    ("before", "number", "written"),
    [
        (Column(), 0, DOUBLED),  # and no ten
        (DOUBLED, 0, Column(double=True, numbers=(10,))),
        (Column(struck=True), 0, Column(struck=True, numbers=(10,))),
        (Column(numbers=(4,)), 0, Column(numbers=(4, 10))),  # the double box is struck out for good
        (Column(numbers=(10,)), 0, Column(numbers=(10, 10))),
        (DOUBLED, 4, Column(double=True, numbers=(4,))),
        (Column(), 4, Column(numbers=(4,))),
        (Column(numbers=(5,)), 5, Column(numbers=(5, 5))),
        (Column(numbers=(1, 2)), 3, Column(numbers=(1, 2, 3))),  # an arrow is declined
    ],
)
def test_a_zero_ticks_the_double_box_of_an_untouched_column_and_else_a_number_is_written(before, number, written):
    column = after(sheet(red=before), number, "red").column("red")
    assert column == written
    assert column.double_is_lost == (bool(column.numbers) and not column.double)


def test_without_the_house_option_the_word_on_the_double_box_says_what_a_zero_does_anyway():
    state = alone(Sheet(), (0, "red"))
    assert apply(state, Choose(0, 0, "red", double=True)) == apply(state, Choose(0, 0, "red"))


def test_with_the_house_option_a_zero_opens_a_column_unless_the_choice_says_the_double_box():
    state = alone(Sheet(), (0, "red"), zero_opens=True)
    opened = apply(state, Choose(0, 0, "red")).sheets[0].column("red")
    assert opened.numbers == (10,)
    assert opened.double_is_lost
    assert apply(state, Choose(0, 0, "red", double=True)).sheets[0].column("red") == DOUBLED


@pytest.mark.parametrize("zero_opens", [True, False])
@pytest.mark.parametrize("own", [sheet(red=DOUBLED), sheet(red=[4])])
def test_only_the_double_box_of_an_untouched_column_is_ticked(own, zero_opens):
    refused(alone(own, (0, "red"), zero_opens=zero_opens), Choose(0, 0, "red", double=True), ZERO_OPENS)


def test_only_a_zero_ticks_a_double_box():
    state = alone(Sheet(), (4, "red"), zero_opens=True)
    why = refused(state, Choose(0, 4, "red", double=True), ZERO_OPENS)
    assert english(why) == "Only a 0 can tick the ×2 box of an untouched column."


def test_a_number_is_at_least_the_one_below():
    why = refused(alone(sheet(green=[5]), (3, "green")), Choose(0, 3, "green"), NEVER_FALL)
    assert english(why) == "3 cannot go in green: the last number there is 5, and numbers never fall."
    refused(alone(sheet(green=NINE), (5, "green")), Choose(0, 5, "green"), NEVER_FALL)


@pytest.mark.parametrize(
    ("others", "chain", "written"),
    [
        ({"blue": [4]}, ["blue"], {"red": [1, 2, 3], "blue": [4, 4]}),
        ({}, ["red"], {"red": [1, 2, 3, 3]}),
        ({}, ["blue"], {"red": [1, 2, 3], "blue": [1]}),  # it opens a column with a one
        ({"blue": DOUBLED}, ["blue"], {"red": [1, 2, 3], "blue": Column(double=True, numbers=(1,))}),
        ({"orange": [6]}, ["orange"], {"red": [1, 2, 3], "orange": [6, 6], "artifacts": 1}),  # a vase
        ({"green": NINE}, ["green"], {"red": [1, 2, 3], "green": TOPPED, "artifacts": 1}),
        ({"blue": Column(told=1)}, ["blue"], {"red": [1, 2, 3], "blue": Column(told=2)}),
        (
            {"blue": [4, 4], "yellow": [6]},
            ["blue", "yellow", "green"],  # an arrow into an arrow accelerates once more
            {"red": [1, 2, 3], "blue": [4, 4, 4], "yellow": [6, 6], "green": [1]},
        ),
    ],
)
def test_an_arrow_writes_the_number_of_the_box_below_in_any_column(others, chain, written):
    assert after(sheet(red=[1, 2], **others), 3, "red", *chain) == sheet(**written)


def test_a_chain_of_three_arrows_may_stop_anywhere():
    state = alone(sheet(red=[1, 2], blue=[4, 4], yellow=[6]), (3, "red"))
    for chain in ((), ("blue",), ("blue", "yellow"), ("blue", "yellow", "green")):
        assert apply(state, Choose(0, 3, "red", chain)).sheets[0].column("red").numbers == (1, 2, 3)
    refused(state, Choose(0, 3, "red", ("blue", "yellow", "green", "green")), ARROW)


def test_without_an_arrow_nothing_accelerates():
    why = refused(alone(Sheet(), (4, "red")), Choose(0, 4, "red", ("blue",)), ARROW)
    assert english(why) == "No arrow that was reached leads into blue."
    refused(alone(Sheet(), (0, "red")), Choose(0, 0, "red", ("red",)), ARROW)


def test_a_number_in_a_vase_box_hatches_an_artifact_unless_all_nine_are():
    assert after(sheet(green=[1, 1]), 1, "green").artifacts == 1
    assert after(sheet(green=[1, 1], artifacts=9), 1, "green") == sheet(green=[1, 1, 1], artifacts=9)


@pytest.mark.parametrize("number", [6, 7, 9, 0])
def test_a_number_at_least_the_ninth_ticks_the_top_and_hatches(number):
    own = after(sheet(green=NINE, artifacts=2), number, "green")
    assert own == sheet(green=TOPPED, artifacts=3)


def test_a_top_is_ticked_once_and_needs_an_artifact_left():
    why = refused(alone(sheet(green=TOPPED, artifacts=3), (9, "green")), Choose(0, 9, "green"), TOP)
    assert english(why) == "Green: all nine boxes are filled and the artefact at the top is already ticked."
    assert after(sheet(green=NINE, artifacts=8), 9, "green").artifacts == 9
    why = refused(alone(sheet(green=NINE, artifacts=9), (9, "green")), Choose(0, 9, "green"), TOP)
    assert english(why) == "Green: the artefact at the top can no longer be ticked, all nine artefacts are hatched."


@pytest.mark.parametrize(
    ("own", "chain", "rule"),
    [
        (sheet(red=[1, 2], green=TOPPED, artifacts=1), ("green",), TOP),
        (sheet(red=[1, 2], green=NINE, artifacts=9), ("green",), TOP),
        (sheet(red=[1, 2], green=NINE), ("green", "blue"), ARROW),  # nothing follows a top
    ],
)
def test_an_acceleration_ticks_no_top_twice_or_without_an_artifact_and_ends_there(own, chain, rule):
    refused(alone(own, (3, "red")), Choose(0, 3, "red", chain), rule)


def test_the_phone_is_told_where_an_open_arrow_may_go():
    state = alone(sheet(red=[1, 2], green=TOPPED, artifacts=1), (3, "red"), (4, "blue"))
    assert next_columns(state, Choose(0, 3, "red")) == ("red", "orange", "yellow", "blue", "violet")
    assert next_columns(state, Choose(0, 4, "blue")) == ()
    assert next_columns(state, Choose(0, 3, "red", ("red",))) == ()
    assert next_columns(alone(sheet(red=[1, 2], green=NINE), (3, "red")), Choose(0, 3, "red", ("green",))) == ()


def test_an_unknown_box_takes_a_number_and_gives_nothing_and_no_acceleration_until_it_is_told():
    assert after(Sheet(), 4, "red", pad=UNKNOWN) == sheet(red=[4])
    state = alone(Sheet(), (4, "red"), pad=UNKNOWN)
    why = refused(state, Choose(0, 4, "red", ("blue",)), UNKNOWN_BOX)
    assert english(why) == "Red, box 1: say first what is printed there, then accelerate."
    assert after(Sheet(), 4, "red", "blue", pad=UNKNOWN.learn("red", 1, "arrow")) == sheet(red=[4], blue=[1])


def test_a_column_of_which_only_the_level_was_told_goes_on_without_numbers():
    assert after(sheet(red=Column(told=4)), 2, "red") == sheet(red=Column(told=5), artifacts=1)


def test_what_stands_in_the_way_of_a_number_are_the_own_choices_for_its_column():
    with pytest.raises(Illegal) as error:
        apply(alone(sheet(green=[5]), (3, "green")), Choose(0, 3, "green"))
    own = [Choose(0, 5, "green"), Choose(0, 5, "red", ("green",))]
    others = [Choose(1, 5, "green"), Choose(0, 5, "red"), Refuse(0), Roll(0, (0, 4, 7), ("red", "red", "blue"))]
    assert [move for move in [*own, *others] if error.value.stands(move)] == own

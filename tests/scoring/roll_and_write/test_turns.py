import pytest

from scoring.roll_and_write.moves import Choose, Count, Refuse, Roll, TurnOrder
from scoring.roll_and_write.rule_texts import (
    ACTIVE_FIRST,
    CLOCKWISE,
    DICE_LEFT,
    ONE_CHOICE,
    OVER,
    THROW_FIRST,
    TURN_COMPLETE,
    TURN_ORDER,
)
from scoring.roll_and_write.rules import ALL_BRIDGES, EXHAUSTED, apply, dice_left, to_act
from scoring.roll_and_write.sheets import BRIDGED, Sheet
from tests.scoring.roll_and_write.table import read, refused, sheet, table, thrown

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
    assert read(refused(state, Roll(1, *DICE), CLOCKWISE)) == "Ana throws next."
    refused(state, Roll(2, *DICE), CLOCKWISE)
    assert apply(state, Roll(0, *DICE)).active == 0


def test_a_throw_waits_until_everybody_has_chosen_or_refused():
    state = apply(thrown(table(*THREE)), Refuse(0))
    assert read(refused(state, Roll(1, *DICE), TURN_COMPLETE)) == "Still to choose or refuse: Ben, Cai."
    state = apply(apply(state, Refuse(1)), Refuse(2))
    assert apply(state, Roll(1, *DICE)).pending == {0, 1, 2}


def test_nobody_chooses_or_refuses_before_a_throw_or_after_a_complete_turn():
    assert read(refused(table(), Choose(0, 4, "red"), THROW_FIRST)) == "Nobody has thrown the dice yet."
    refused(table(), Refuse(1), THROW_FIRST)
    state = apply(apply(thrown(table()), Refuse(0)), Refuse(1))
    assert read(refused(state, Refuse(0), THROW_FIRST)) == "This turn is complete: Ben throws next."


def test_the_active_player_acts_alone_then_all_the_others():
    state = thrown(table(*THREE))
    assert to_act(state) == {0}
    assert read(refused(state, Refuse(1), ACTIVE_FIRST)) == "Ana threw, and chooses or refuses first."
    state = apply(state, Choose(0, 4, "red"))
    assert to_act(state) == {1, 2}
    assert apply(apply(state, Refuse(2)), Refuse(1)).pending == frozenset()


def test_everybody_does_exactly_one_of_the_two():
    state = apply(thrown(table(*THREE)), Choose(0, 4, "red"))
    assert read(refused(state, Refuse(0), ONE_CHOICE)) == (
        "Ana has already chosen or refused after this throw: everybody does one of the two, once."
    )
    state = apply(state, Refuse(1))
    refused(state, Choose(1, 7, "red"), ONE_CHOICE)
    refused(state, Refuse(1), ONE_CHOICE)


def test_choices_go_clockwise_where_the_table_asked_for_it():
    state = apply(table(*THREE, turn_order=True), Roll(1, *DICE))
    state = apply(state, Refuse(1))
    assert to_act(state) == {2}
    assert read(refused(state, Refuse(0), TURN_ORDER)) == "Cai chooses or refuses next."
    state = apply(state, Choose(2, 4, "red"))
    assert to_act(state) == {0}
    assert apply(state, Refuse(0)).pending == frozenset()


@pytest.mark.parametrize("by", [0, 1, 2])
def test_any_player_may_ask_for_turn_order_for_one_throw(by):
    state = apply(apply(thrown(table(*THREE)), Refuse(0)), TurnOrder(by))
    assert to_act(state) == {1}
    assert read(refused(state, Refuse(2), TURN_ORDER)) == "Ben chooses or refuses next."
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
    assert read(why) == "At this table everyone already chooses in turn order."
    for lasting in (False, True):
        refused(apply(table(*THREE), TurnOrder(0, lasting=True)), TurnOrder(1, lasting), TURN_ORDER)
    refused(apply(table(*THREE), TurnOrder(0)), TurnOrder(1), TURN_ORDER)
    over = apply(apply(thrown(table(sheet(dice=9), sheet(dice=9))), Refuse(0)), Refuse(1))
    refused(over, TurnOrder(0), OVER)


def test_only_dice_that_show_can_be_chosen():
    state = thrown(table())
    assert read(refused(state, Choose(0, 5, "red"), DICE_LEFT)) == "None of the dice left shows 5."
    assert read(refused(state, Choose(0, 4, "green"), DICE_LEFT)) == "None of the dice left shows green."
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
    assert read(refused(state, move, OVER)) == "The game is over: all players are exhausted."

"""Bridges: when they are crossed, by whom first, and what a throw in its middle settles."""

from dataclasses import replace

import pytest

from scoring.roll_and_write.audit import audit
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse
from scoring.roll_and_write.pad import UNKNOWN, VASE
from scoring.roll_and_write.rule_texts import BRIDGE_FIRST
from scoring.roll_and_write.rules import ALL_BRIDGES, apply
from scoring.roll_and_write.score import lines, position
from scoring.roll_and_write.sheets import BRIDGED, Column, Sheet
from tests.scoring.roll_and_write.table import sheet, table, thrown

SIX = [1] * 6


def bridges(state):
    return [own.bridges for own in state.sheets]


def test_the_seventh_number_crosses_the_bridge():
    state = apply(thrown(table(sheet(red=SIX, blue=[1] * 5), Sheet())), Choose(0, 4, "red"))
    assert bridges(state) == [("red",), ()]
    state = apply(thrown(table(sheet(red=SIX, blue=[1] * 5), Sheet())), Choose(0, 4, "blue"))
    assert bridges(state) == [(), ()]


def test_until_the_turn_is_complete_a_crossing_is_the_first_so_far():
    state = apply(thrown(table(RED_SIX, Sheet())), Choose(0, 4, "red"))
    assert state.crossing == {(0, "red")}
    assert state.crossed == frozenset()
    assert audit(position(state)) == []
    state = apply(state, Refuse(1))
    assert state.crossing == frozenset()
    assert state.crossed == {"red"}


def test_all_who_cross_in_the_same_turn_circle():
    state = thrown(table(sheet(red=SIX), sheet(red=SIX), sheet(red=SIX)))
    for seat, number in ((0, 4), (1, 7), (2, 7)):
        state = apply(state, Choose(seat, number, "red"))
    assert bridges(state) == [("red",)] * 3


def test_whoever_crosses_in_a_later_turn_strikes_the_bridge_out():
    state = apply(apply(thrown(table(sheet(red=SIX), sheet(red=SIX))), Choose(0, 4, "red")), Refuse(1))
    state = apply(apply(thrown(state), Choose(1, 4, "red")), Refuse(0))
    assert bridges(state) == [("red",), ()]
    assert state.sheets[1].struck_bridges == {"red"}


@pytest.mark.parametrize(
    ("own", "choose", "crossed"),
    [
        (sheet(red=[1] * 4, artifacts=6), Choose(0, 4, "red"), ("artifacts",)),
        (sheet(red=[1] * 9, artifacts=6), Choose(0, 4, "red"), ("artifacts",)),  # the one on top
        (sheet(red=[1] * 5, blue=SIX), Choose(0, 4, "red", ("blue",)), ("blue",)),
        (sheet(green=SIX, artifacts=6), Choose(0, 4, "green"), ("green", "artifacts")),
        (sheet(dice=6), Refuse(0), ("dice",)),
        (sheet(dice=8), Refuse(0), ()),  # the ninth crosses nothing
    ],
)
def test_a_seventh_artifact_a_dice_symbol_and_an_acceleration_cross_bridges_too(own, choose, crossed):
    state = thrown(table(own, Sheet(), crossed=frozenset({"red"} & own.reached)), colours=("red", "green", "blue"))
    assert bridges(apply(state, choose)) == [crossed, ()]


def test_an_exhausted_player_crosses_and_keeps_bridges():
    state = thrown(table(sheet(red=SIX, dice=9, bridges=("dice",)), Sheet()))
    own = apply(state, Choose(0, 4, "red")).sheets[0]
    assert own.bridges == ("dice", "red")
    assert sum(line.points for line in lines(own) if line.code == "bridge") == 40


def test_a_bridge_is_never_doubled():
    own = sheet(red=Column(double=True, numbers=(1,) * 7), bridges=("red",))
    assert [line.points for line in lines(own) if line.of == "red"] == [60, 20]


def test_an_artifact_hatched_late_crosses_in_the_turn_in_which_it_is_hatched():
    state = thrown(table(sheet(artifacts=6), sheet(artifacts=6), pad=UNKNOWN))
    state = apply(state, Choose(0, 4, "red"))
    state = apply(state, Choose(1, 7, "red"))
    state = apply(thrown(state), Choose(1, 7, "red"))
    state = apply(state, Learn("red", 1, VASE))
    assert bridges(state) == [("artifacts",), ("artifacts",)]
    assert state.crossing == {(0, "artifacts"), (1, "artifacts")}


def test_between_turns_a_bridge_crossed_late_is_settled_at_once():
    state = thrown(table(sheet(artifacts=6), Sheet(), pad=UNKNOWN))
    state = apply(apply(state, Choose(0, 4, "red")), Refuse(1))
    state = apply(state, Learn("red", 1, VASE))
    assert bridges(state) == [("artifacts",), ()]
    assert state.crossed == {"artifacts"}
    assert state.crossing == frozenset()


def test_a_bridge_crossed_late_between_turns_may_be_the_eighth():
    others = frozenset(BRIDGED) - {"artifacts"}
    state = thrown(table(sheet(artifacts=6), Sheet(), pad=UNKNOWN, crossed=others))
    state = apply(apply(state, Choose(0, 4, "red")), Refuse(1))
    assert state.over is None
    assert apply(state, Learn("red", 1, VASE)).over == ALL_BRIDGES


def test_a_bridge_crossed_late_ends_nothing_while_the_sheets_are_being_counted():
    others = frozenset(BRIDGED) - {"artifacts"}
    state = thrown(table(Sheet(), sheet(artifacts=6), pad=UNKNOWN, crossed=others))
    state = apply(apply(apply(state, Refuse(0)), Choose(1, 4, "red")), Count(0, Sheet()))
    state = apply(state, Learn("red", 8, VASE))
    assert (state.crossed, state.over) == (frozenset(BRIDGED), None)


def test_a_box_told_of_after_the_last_choice_still_crosses_in_that_turn_and_later_in_the_later_one():
    """Ana hatches her seventh artefact, and Ben too, who is asked what is printed there when everybody has chosen."""
    pad = UNKNOWN.learn("blue", 1, VASE)
    state = thrown(table(sheet(artifacts=6), sheet(artifacts=6), pad=pad), colours=("blue", "red", "red"))
    state = apply(apply(state, Choose(0, 4, "blue")), Choose(1, 7, "red"))
    assert bridges(state) == [("artifacts",), ()]
    assert bridges(apply(state, Learn("red", 1, VASE))) == [("artifacts",), ("artifacts",)]
    assert bridges(apply(thrown(state), Learn("red", 1, VASE))) == [("artifacts",), ()]


RED_SIX, RED_SEVEN = sheet(red=SIX, artifacts=1), sheet(red=[1] * 7, artifacts=1, bridges=("red",))


def test_a_bridge_that_a_second_count_takes_away_is_open_again():
    state = apply(apply(table(RED_SIX, RED_SIX), Count(0, RED_SEVEN)), Count(0, RED_SIX))
    assert state.crossed == frozenset()
    state = apply(apply(thrown(state), Refuse(0)), Choose(1, 4, "red"))
    assert bridges(state) == [(), ("red",)]


def test_a_bridge_that_a_count_takes_away_during_a_throw_is_open_in_the_same_throw():
    state = apply(thrown(table(RED_SEVEN, RED_SIX)), Count(0, RED_SIX))
    assert bridges(apply(state, Choose(1, 4, "red"))) == [(), ("red",)]


THREE = table(RED_SEVEN, RED_SIX, RED_SIX)


def test_a_count_in_the_middle_of_a_throw_opens_a_bridge_for_all_who_cross_it_in_that_throw():
    """Ben had crossed it before the count, Cai does after it."""
    state = apply(apply(thrown(THREE), Refuse(0)), Choose(1, 4, "red"))
    assert bridges(state) == [("red",), (), ()]
    state = apply(state, Count(0, RED_SIX))
    assert (bridges(state), state.crossing) == ([(), ("red",), ()], {(1, "red")})
    assert bridges(apply(state, Choose(2, 4, "red"))) == [(), ("red",), ("red",)]


def test_a_count_that_is_the_last_choice_opens_a_bridge_in_that_throw_too():
    two = replace(thrown(table(RED_SIX, RED_SEVEN)), pending=frozenset({0, 1}))
    state = apply(apply(two, Choose(0, 4, "red")), Count(1, RED_SIX))
    assert (bridges(state), state.crossed) == ([("red",), ()], {"red"})


def test_a_bridge_is_settled_by_the_sheets_at_the_end_of_the_throw_whatever_was_counted_in_between():
    state = apply(apply(thrown(THREE), Refuse(0)), Count(0, RED_SIX))
    state = apply(apply(state, Choose(1, 4, "red")), Count(0, RED_SEVEN))
    assert bridges(state) == [("red",), (), ()]
    assert bridges(apply(state, Choose(2, 4, "red"))) == [("red",), (), ()]


def test_a_count_changes_no_bridge_of_an_earlier_throw_and_none_that_was_counted():
    struck = sheet(red=[1] * 7, artifacts=1)
    state = thrown(table(RED_SEVEN, struck, RED_SIX, crossed=frozenset({"red"})))
    state = apply(apply(apply(state, Refuse(0)), Refuse(1)), Count(0, RED_SIX))
    assert bridges(state) == [(), (), ()]
    state = apply(apply(thrown(THREE), Refuse(0)), Count(1, struck))
    assert bridges(apply(state, Count(0, RED_SIX))) == [(), (), ()]


def test_a_bridge_that_was_struck_out_stays_so_and_stays_crossed():
    """Ben's paper has it struck out; the result then asks who circled it."""
    state = apply(apply(thrown(table(RED_SEVEN, RED_SIX)), Refuse(0)), Choose(1, 4, "red"))
    state = apply(state, Count(0, RED_SIX))
    assert bridges(state) == [(), ()]
    assert state.crossed == {"red"}
    assert [problem.rule for problem in audit(position(state))] == [BRIDGE_FIRST]


def test_only_the_bridges_that_stand_end_the_game():
    """Red is the eighth; but a count has taken Ben's blue away."""
    seven = table(RED_SIX, Sheet(), crossed=frozenset(BRIDGED) - {"red"})
    blue_six = seven.sheets[1].with_column("blue", Column(numbers=tuple(SIX)))
    state = apply(thrown(seven), Choose(0, 4, "red"))
    assert apply(state, Refuse(1)).over == ALL_BRIDGES
    bridgeless = replace(blue_six, bridges=tuple(of for of in blue_six.bridges if of != "blue"))
    assert apply(state, Count(1, bridgeless)).over is None

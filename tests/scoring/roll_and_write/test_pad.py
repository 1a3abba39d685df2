"""The sheets of the table: what is printed in a box, and what is told of it late."""

import pytest

from scoring.roll_and_write import pad as pads
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse
from scoring.roll_and_write.pad import ARROW, COLOURS, HOUSE, NOT_KNOWN, PLAIN, UNKNOWN, VASE
from scoring.roll_and_write.rule_texts import ALREADY_KNOWN, UNKNOWN_BOX, VASES
from scoring.roll_and_write.rules import EXHAUSTED, apply
from scoring.roll_and_write.sheets import Sheet
from tests.english import english
from tests.scoring.roll_and_write.table import refused, sheet, table, thrown

# What is printed


HOUSE_BOXES = {
    "red": ((3, 6), (5, 8)),
    "orange": ((4, 8), (2, 6)),
    "yellow": ((2, 7), (4, 9)),
    "green": ((5, 8), (3, 7)),
    "blue": ((3, 7), (6, 9)),
    "violet": ((4, 6), (2, 8)),
}


@pytest.mark.parametrize("colour", COLOURS)
def test_the_house_pad_is_the_one_of_the_rules(colour):
    arrows, vases = HOUSE_BOXES[colour]
    for box in range(1, 10):
        assert HOUSE.kind(colour, box) == (ARROW if box in arrows else VASE if box in vases else PLAIN)


def test_the_house_pad_has_twelve_arrows_and_twelve_vases():
    assert (HOUSE.count(ARROW), HOUSE.count(VASE), HOUSE.count(PLAIN), HOUSE.count(NOT_KNOWN)) == (12, 12, 30, 0)


def test_the_unknown_pad_knows_nothing():
    assert UNKNOWN.is_blank
    assert UNKNOWN.count(NOT_KNOWN) == 54


def test_learning_a_box_changes_that_box_only():
    told = UNKNOWN.learn("green", 3, VASE)
    assert told.kind("green", 3) == VASE
    assert told.count(NOT_KNOWN) == 53
    assert UNKNOWN.is_blank


@pytest.mark.parametrize(
    "pad", [HOUSE, UNKNOWN, UNKNOWN.learn("red", 1, ARROW), pads.printed({"red": (1,)}, {}, "ours")]
)
def test_a_pad_goes_through_json_and_back(pad):
    assert pads.pad_from_json(pad.to_json()) == pad


def test_the_two_pads_with_a_name_of_their_own_are_written_short():
    assert HOUSE.to_json() == "house"
    assert UNKNOWN.to_json() is None


def test_a_pad_prints_itself():
    assert str(HOUSE) == "house"
    assert str(UNKNOWN) == "pad with 54 unknown boxes"


# What is told


def both_write_red_unknown():
    state = apply(thrown(table(pad=UNKNOWN)), Choose(0, 4, "red"))
    return apply(state, Choose(1, 7, "red"))


def test_learning_needs_no_turn_and_sets_the_pad():
    for state in (table(pad=UNKNOWN), thrown(table(pad=UNKNOWN)), both_write_red_unknown()):
        assert apply(state, Learn("green", 3, ARROW)).pad.kind("green", 3) == ARROW


@pytest.mark.parametrize("kind", [PLAIN, ARROW, VASE])
def test_a_box_is_told_once(kind):
    state = apply(table(pad=UNKNOWN), Learn("green", 3, ARROW))
    why = refused(state, Learn("green", 3, kind), ALREADY_KNOWN)
    assert english(why) == "Green, box 3: what is printed there is already known."
    refused(table(pad=HOUSE), Learn("green", 3, kind), ALREADY_KNOWN)


def test_a_vase_learnt_late_hatches_one_artifact_on_each_sheet_that_had_written_there_and_no_tenth():
    state = apply(both_write_red_unknown(), Learn("red", 1, VASE))
    assert [own.artifacts for own in state.sheets] == [1, 1]
    assert state.unread == frozenset()
    state = apply(apply(thrown(table(pad=UNKNOWN)), Choose(0, 4, "red")), Refuse(1))
    assert [own.artifacts for own in apply(state, Learn("red", 1, VASE)).sheets] == [1, 0]
    assert [own.artifacts for own in apply(state, Learn("red", 2, VASE)).sheets] == [0, 0]
    state = apply(thrown(table(sheet(artifacts=9), Sheet(), pad=UNKNOWN)), Choose(0, 4, "red"))
    assert apply(state, Learn("red", 1, VASE)).sheets[0].artifacts == 9


@pytest.mark.parametrize("kind", [PLAIN, ARROW])
def test_an_arrow_or_a_plain_box_learnt_late_changes_no_sheet(kind):
    state = both_write_red_unknown()
    assert apply(state, Learn("red", 1, kind)).sheets == state.sheets


def test_a_box_learnt_before_it_is_written_counts_once():
    state = apply(thrown(table(pad=UNKNOWN)), Learn("red", 1, VASE))
    state = apply(state, Choose(0, 4, "red"))
    assert state.sheets[0].artifacts == 1
    assert state.unread == frozenset()


def test_an_acceleration_into_an_unknown_box_waits_for_its_printing_too():
    state = thrown(table(pad=UNKNOWN.learn("red", 1, ARROW)))
    state = apply(state, Choose(0, 4, "red", ("blue",)))
    assert state.unread == {(0, "blue", 1)}
    assert apply(state, Learn("blue", 1, VASE)).sheets[0].artifacts == 1


def test_a_counted_sheet_has_its_artifacts_already():
    state = apply(both_write_red_unknown(), Count(0, sheet(red=[4], artifacts=1)))
    assert [own.artifacts for own in apply(state, Learn("red", 1, VASE)).sheets] == [1, 1]


def test_the_last_box_may_be_told_after_the_game_is_over():
    state = thrown(table(sheet(dice=9), sheet(dice=8), pad=UNKNOWN))
    state = apply(apply(state, Choose(0, 4, "red")), Refuse(1))
    state = apply(state, Learn("red", 1, VASE))
    assert state.over == EXHAUSTED
    assert state.sheets[0].artifacts == 1


def test_what_is_told_holds_for_the_sheets_of_the_table_and_not_for_a_player_with_another():
    state = table(pad=UNKNOWN, pads=(None, HOUSE))
    state = apply(apply(thrown(state, (4, 4, 4)), Choose(0, 4, "red")), Choose(1, 4, "red"))
    state = apply(state, Learn("red", 1, VASE))
    assert [own.artifacts for own in state.sheets] == [1, 0]
    assert (state.pad_of(0).kind("red", 1), state.pad_of(1)) == (VASE, HOUSE)


def test_a_player_with_another_sheet_follows_its_arrows_and_counts_its_vases():
    state = thrown(table(sheet(red=[1, 1]), sheet(red=[1, 1]), pad=UNKNOWN, pads=(None, HOUSE)), (4, 4, 4))
    refused(state, Choose(0, 4, "red", ("blue",)), UNKNOWN_BOX)
    state = apply(apply(state, Refuse(0)), Choose(1, 4, "red", ("blue",)))
    assert state.sheets[1].column("blue").numbers == (1,)
    copied = Count(1, sheet(orange=[1, 2], artifacts=0))
    assert english(refused(state, copied, VASES)).startswith("Vase boxes filled: 1;")
    assert apply(state, Count(0, copied.sheet)).sheets[0] == copied.sheet

import pytest

from scoring.core.rule import Illegal
from scoring.roll_and_write.moves import Choose, Refuse, Roll
from scoring.roll_and_write.pad import UNKNOWN
from scoring.roll_and_write.rule_texts import ARROW, NEVER_FALL, TOP, UNKNOWN_BOX, ZERO_OPENS
from scoring.roll_and_write.rules import apply, next_columns
from scoring.roll_and_write.sheets import Column, Sheet
from tests.scoring.roll_and_write.table import after, alone, read, refused, sheet

DOUBLED = Column(double=True)
NINE = Column(numbers=(1, 2, 3, 4, 5, 5, 5, 6, 6))


def test_a_zero_on_an_untouched_column_ticks_the_double_box():
    assert after(Sheet(), 0, "red").column("red") == DOUBLED


def test_a_zero_on_a_column_with_only_its_double_box_ticked_writes_ten():
    assert after(sheet(red=DOUBLED), 0, "red").column("red") == Column(double=True, numbers=(10,))


def test_a_zero_on_a_column_whose_double_box_is_struck_out_writes_ten():
    assert after(sheet(red=Column(struck=True)), 0, "red").column("red") == Column(struck=True, numbers=(10,))


def test_a_zero_above_a_number_writes_ten():
    assert after(sheet(red=[4]), 0, "red").column("red").numbers == (4, 10)
    assert after(sheet(red=[10]), 0, "red").column("red").numbers == (10, 10)


def test_a_zero_on_an_untouched_column_ticks_the_double_box_and_writes_no_ten():
    assert after(Sheet(), 0, "red").column("red") == DOUBLED


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
    assert read(why) == "Only a 0 can tick the ×2 box of an untouched column."


def test_the_first_number_strikes_out_a_free_double_box_for_good():
    column = after(Sheet(), 4, "red").column("red")
    assert column.double_is_lost
    assert after(sheet(red=column), 0, "red").column("red") == Column(numbers=(4, 10))


def test_the_first_number_leaves_a_ticked_double_box_ticked():
    column = after(sheet(red=DOUBLED), 4, "red").column("red")
    assert column == Column(double=True, numbers=(4,))
    assert not column.double_is_lost


def test_a_number_is_at_least_the_one_below():
    assert after(sheet(green=[5]), 5, "green").column("green").numbers == (5, 5)
    why = refused(alone(sheet(green=[5]), (3, "green")), Choose(0, 3, "green"), NEVER_FALL)
    assert read(why) == "3 cannot go in green: the last number there is 5, and numbers never fall."


def test_an_arrow_may_be_declined():
    assert after(sheet(red=[1, 2]), 3, "red") == sheet(red=[1, 2, 3])


def test_an_arrow_writes_the_number_of_the_box_below_in_any_column():
    assert after(sheet(red=[1, 2], blue=[4]), 3, "red", "blue") == sheet(red=[1, 2, 3], blue=[4, 4])
    assert after(sheet(red=[1, 2]), 3, "red", "red") == sheet(red=[1, 2, 3, 3])


def test_an_arrow_opens_a_column_with_a_one_and_strikes_out_its_double_box():
    own = after(sheet(red=[1, 2]), 3, "red", "blue")
    assert own.column("blue") == Column(numbers=(1,))
    assert own.column("blue").double_is_lost


def test_an_arrow_leaves_a_ticked_double_box_ticked():
    own = after(sheet(red=[1, 2], blue=DOUBLED), 3, "red", "blue")
    assert own.column("blue") == Column(double=True, numbers=(1,))


def test_an_arrow_into_a_vase_hatches_an_artifact():
    own = after(sheet(red=[1, 2], orange=[6]), 3, "red", "orange")
    assert own == sheet(red=[1, 2, 3], orange=[6, 6], artifacts=1)


def test_an_arrow_into_an_arrow_accelerates_once_more():
    own = after(sheet(red=[1, 2], blue=[4, 4], yellow=[6]), 3, "red", "blue", "yellow", "green")
    assert own == sheet(red=[1, 2, 3], blue=[4, 4, 4], yellow=[6, 6], green=[1])


def test_a_chain_of_three_arrows_may_stop_anywhere():
    state = alone(sheet(red=[1, 2], blue=[4, 4], yellow=[6]), (3, "red"))
    for chain in ((), ("blue",), ("blue", "yellow"), ("blue", "yellow", "green")):
        assert apply(state, Choose(0, 3, "red", chain)).sheets[0].column("red").numbers == (1, 2, 3)
    refused(state, Choose(0, 3, "red", ("blue", "yellow", "green", "green")), ARROW)


def test_without_an_arrow_nothing_accelerates():
    why = refused(alone(Sheet(), (4, "red")), Choose(0, 4, "red", ("blue",)), ARROW)
    assert read(why) == "No arrow that was reached leads into blue."
    refused(alone(Sheet(), (0, "red")), Choose(0, 0, "red", ("red",)), ARROW)


def test_a_full_column_cannot_be_accelerated_twice_over_its_top():
    full = Column(numbers=NINE.numbers, top=True)
    refused(alone(sheet(red=[1, 2], blue=full, artifacts=1), (3, "red")), Choose(0, 3, "red", ("blue",)), TOP)


def test_a_number_in_a_vase_box_hatches_an_artifact():
    assert after(sheet(green=[1, 1]), 1, "green").artifacts == 1


def test_with_all_nine_hatched_a_vase_box_is_written_and_hatches_nothing():
    assert after(sheet(green=[1, 1], artifacts=9), 1, "green") == sheet(green=[1, 1, 1], artifacts=9)


@pytest.mark.parametrize("number", [6, 7, 9, 0])
def test_a_number_at_least_the_ninth_ticks_the_top_and_hatches(number):
    own = after(sheet(green=NINE, artifacts=2), number, "green")
    assert own == sheet(green=Column(numbers=NINE.numbers, top=True), artifacts=3)


def test_a_number_below_the_ninth_does_not_tick_the_top():
    refused(alone(sheet(green=NINE), (5, "green")), Choose(0, 5, "green"), NEVER_FALL)


def test_a_top_is_ticked_once():
    own = sheet(green=Column(numbers=NINE.numbers, top=True), artifacts=3)
    why = refused(alone(own, (9, "green")), Choose(0, 9, "green"), TOP)
    assert read(why) == "Green: all nine boxes are filled and the artefact at the top is already ticked."


def test_a_top_needs_an_artifact_left():
    assert after(sheet(green=NINE, artifacts=8), 9, "green").artifacts == 9
    why = refused(alone(sheet(green=NINE, artifacts=9), (9, "green")), Choose(0, 9, "green"), TOP)
    assert read(why) == "Green: the artefact at the top can no longer be ticked, all nine artefacts are hatched."


def test_an_acceleration_ticks_the_top():
    own = after(sheet(red=[1, 2], green=NINE), 3, "red", "green")
    assert own == sheet(red=[1, 2, 3], green=Column(numbers=NINE.numbers, top=True), artifacts=1)


def test_an_acceleration_ticks_no_top_when_all_artifacts_are_hatched():
    own = sheet(red=[1, 2], green=NINE, artifacts=9)
    refused(alone(own, (3, "red")), Choose(0, 3, "red", ("green",)), TOP)


def test_nothing_follows_a_top():
    state = alone(sheet(red=[1, 2], green=NINE), (3, "red"))
    refused(state, Choose(0, 3, "red", ("green", "blue")), ARROW)
    assert next_columns(state, Choose(0, 3, "red", ("green",))) == ()


def test_the_phone_is_told_where_an_open_arrow_may_go():
    full = Column(numbers=NINE.numbers, top=True)
    state = alone(sheet(red=[1, 2], green=full, artifacts=1), (3, "red"), (4, "blue"))
    assert next_columns(state, Choose(0, 3, "red")) == ("red", "orange", "yellow", "blue", "violet")
    assert next_columns(state, Choose(0, 4, "blue")) == ()
    assert next_columns(state, Choose(0, 3, "red", ("red",))) == ()


def test_an_unknown_box_takes_a_number_and_gives_nothing():
    assert after(Sheet(), 4, "red", pad=UNKNOWN) == sheet(red=[4])


def test_an_unknown_box_allows_no_acceleration_until_it_is_told():
    state = alone(Sheet(), (4, "red"), pad=UNKNOWN)
    why = refused(state, Choose(0, 4, "red", ("blue",)), UNKNOWN_BOX)
    assert read(why) == "Red, box 1: say first what is printed there, then accelerate."
    assert after(Sheet(), 4, "red", "blue", pad=UNKNOWN.learn("red", 1, "arrow")) == sheet(red=[4], blue=[1])


def test_a_column_of_which_only_the_level_was_told_goes_on_without_numbers():
    own = after(sheet(red=Column(told=4)), 2, "red")
    assert own == sheet(red=Column(told=5), artifacts=1)
    assert after(sheet(red=[1, 2], blue=Column(told=1)), 3, "red", "blue").column("blue") == Column(told=2)


def test_what_stands_in_the_way_of_a_number_are_the_own_choices_for_its_column():
    with pytest.raises(Illegal) as error:
        apply(alone(sheet(green=[5]), (3, "green")), Choose(0, 3, "green"))
    own = [Choose(0, 5, "green"), Choose(0, 5, "red", ("green",))]
    others = [Choose(1, 5, "green"), Choose(0, 5, "red"), Refuse(0), Roll(0, (0, 4, 7), ("red", "red", "blue"))]
    assert [move for move in [*own, *others] if error.value.stands(move)] == own

from dataclasses import replace

import pytest

from scoring.roll_and_write.audit import audit
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll
from scoring.roll_and_write.pad import COLOURS, HOUSE, UNKNOWN
from scoring.roll_and_write.rule_texts import (
    BRIDGE_FIRST,
    BRIDGE_ONCE,
    BRIDGE_SEVENTH,
    DOUBLE_BOX,
    NEVER_FALL,
    NINE_BOXES,
    ONE_CHOICE,
    ONE_TO_TEN,
    ONLY_A_TOTAL,
    TOP,
    TOPS_HATCH,
    VASES,
)
from scoring.roll_and_write.rules import COUNTED, apply, to_act
from scoring.roll_and_write.score import position, score
from scoring.roll_and_write.sheets import BRIDGED, Column, Position, Sheet
from tests.scoring.roll_and_write.table import read, refused, sheet, table, thrown

NINE = (1, 2, 3, 4, 5, 5, 5, 6, 6)
TOPPED = Column(numbers=NINE, top=True)
FULL = Sheet(tuple(Column(numbers=NINE) for _ in COLOURS), bridges=BRIDGED[:7])
FORGOTTEN = sheet(red=NINE[:7], yellow=NINE[:5], artifacts=1, bridges=("red",))

IMPOSSIBLE = [
    (ONE_TO_TEN, sheet(red=[0]), "expeditions.red.numbers[0]", "Red: 0 is not a number from 1 to 10."),
    (ONE_TO_TEN, sheet(red=[4, 11]), "expeditions.red.numbers[1]", "Red: 11 is not a number from 1 to 10."),
    (NEVER_FALL, sheet(blue=[4, 4, 3]), "expeditions.blue.numbers[2]", "Blue: 3 is above 4, but numbers never fall."),
    (
        NINE_BOXES,
        sheet(red=[1] * 10, bridges=("red",)),
        "expeditions.red.numbers",
        "Red: 10 numbers, but there are nine boxes.",
    ),
    (
        NINE_BOXES,
        sheet(red=Column(told=10), bridges=("red",)),
        "expeditions.red.level",
        "Red: 10 numbers, but there are nine boxes.",
    ),
    (NINE_BOXES, sheet(dice=10, bridges=("dice",)), "dice", "10 dice symbols, but there are nine to hatch."),
    (
        NINE_BOXES,
        sheet(artifacts=10, bridges=("artifacts",)),
        "artifacts",
        "10 artefacts, but there are nine to hatch.",
    ),
    (
        DOUBLE_BOX,
        sheet(red=Column(double=True, struck=True)),
        "expeditions.red",
        "Red: the ×2 box is both ticked and struck out.",
    ),
    (
        TOP,
        sheet(red=Column(numbers=NINE[:8], top=True), artifacts=1, bridges=("red",)),
        "expeditions.red.top",
        "Red: the artefact at the top is ticked over 8 numbers instead of nine.",
    ),
    (
        TOPS_HATCH,
        sheet(red=TOPPED, bridges=("red",)),
        "artifacts",
        "Artefacts ticked at the top: 1; artefacts hatched: only 0.",
    ),
    (BRIDGE_ONCE, sheet(red=NINE, bridges=("red", "red")), "bridges[1]", "The red bridge is named twice."),
    (
        BRIDGE_SEVENTH,
        sheet(red=NINE[:6], bridges=("red",)),
        "bridges[0]",
        "The red bridge is ticked, but its column has 6 boxes filled and not seven.",
    ),
    (
        BRIDGE_SEVENTH,
        sheet(dice=6, bridges=("dice",)),
        "bridges[0]",
        "The dice-symbol bridge is ticked, but its column has 6 boxes filled and not seven.",
    ),
]
POSSIBLE = [
    sheet(red=[1, 10]),
    sheet(blue=[4, 4, 4]),
    sheet(red=NINE, bridges=("red",)),
    sheet(red=Column(told=9), bridges=("red",)),
    sheet(dice=9, bridges=("dice",)),
    sheet(artifacts=9, bridges=("artifacts",)),
    sheet(red=Column(double=True, numbers=(1,))),
    sheet(red=Column(struck=True, numbers=(1,))),
    sheet(red=TOPPED, artifacts=1, bridges=("red",)),
    sheet(red=NINE[:7], dice=7, bridges=("red", "dice")),
    Sheet(),
]


@pytest.mark.parametrize(("rule", "own", "where", "why"), IMPOSSIBLE)
def test_what_cannot_be_on_a_sheet_is_found_with_its_place_and_refused_at_the_count(rule, own, where, why):
    (problem,) = audit(Position(("Ana", "Ben"), (Sheet(), own)))
    assert (problem.rule, problem.seat, problem.where, read(problem.why)) == (rule, 1, f"sheets[1].{where}", why)
    assert not problem.warning
    assert read(refused(table(pad=UNKNOWN), Count(0, own), rule)) == why


@pytest.mark.parametrize("own", POSSIBLE, ids=str)
def test_a_possible_sheet_passes(own):
    assert audit(Position(("Ana", "Ben"), (own, Sheet()))) == []
    assert apply(table(pad=UNKNOWN), Count(0, own)).sheets == (own, Sheet())


def test_all_problems_of_all_players_are_found_at_once():
    found = audit(Position(("Ana", "Ben"), (sheet(red=[0, 4, 3], dice=10), sheet(bridges=("blue",)))))
    assert [problem.rule for problem in found] == [ONE_TO_TEN, NEVER_FALL, NINE_BOXES, BRIDGE_SEVENTH, BRIDGE_FIRST]


def test_a_bridge_that_anyone_reached_is_ticked_by_at_least_one_which_is_no_refusal_of_a_count():
    reached = sheet(red=NINE)
    (problem,) = audit(Position(("Ana", "Ben"), (Sheet(), reached)))
    assert (problem.rule, problem.seat, problem.where) == (BRIDGE_FIRST, 1, "sheets[1].bridges")
    assert read(problem.why) == "The red bridge was crossed, but nobody ticked it."
    assert audit(Position(("Ana", "Ben"), (sheet(red=NINE, bridges=("red",)), reached))) == []
    state = apply(apply(table(), Count(0, sheet(red=NINE, artifacts=2))), Count(1, Sheet()))
    assert [problem.rule for problem in audit(position(state))] == [BRIDGE_FIRST]


@pytest.mark.parametrize(
    ("own", "pad", "possible"),
    [
        (sheet(red=NINE[:5], artifacts=1), HOUSE, True),
        (sheet(red=TOPPED, artifacts=3, bridges=("red",)), HOUSE, True),
        (sheet(red=TOPPED, artifacts=4, bridges=("red",)), HOUSE, False),  # a top counts among the possible ones
        (sheet(red=TOPPED, artifacts=2, bridges=("red",)), HOUSE, False),  # and asks for its own beside the vases
        (sheet(red=[1, 1], artifacts=1), UNKNOWN.learn("red", 1, "plain"), True),  # an unknown box may be a vase
        (sheet(red=[1], artifacts=1), UNKNOWN.learn("red", 1, "plain"), False),
        (sheet(red=[1], artifacts=1), HOUSE.learn("red", 1, "vase"), True),
        (sheet(red=[1, 1], artifacts=1), UNKNOWN.learn("red", 1, "vase"), True),  # and asks for no artefact
        (sheet(red=[1, 1]), UNKNOWN.learn("red", 1, "vase"), False),
        (replace(FULL, artifacts=9), HOUSE, True),  # nine are all that vases can give
        (replace(FULL, artifacts=8), HOUSE, False),
        (replace(FORGOTTEN, artifacts=2), HOUSE, True),
    ],
)
def test_artifacts_are_the_vases_written_and_the_tops_as_far_as_the_pad_is_known(own, pad, possible):
    found = audit(Position(("Ana", "Ben"), (own, Sheet()), pad))
    assert [problem.rule for problem in found] == ([] if possible else [VASES])


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (
            sheet(red=NINE[:4], artifacts=1),
            "Artefacts hatched: 1; vase boxes filled and artefacts ticked at the top: at most 0.",
        ),
        (FORGOTTEN, "Vase boxes filled: 2; artefacts ticked at the top: 0; artefacts hatched: only 1."),
    ],
)
def test_too_many_artifacts_and_too_few_are_told_and_refused(own, why):
    (problem,) = audit(Position(("Ana", "Ben"), (own, Sheet()), HOUSE))
    assert (problem.rule, problem.where, read(problem.why)) == (VASES, "sheets[0].artifacts", why)
    refused(table(), Count(0, own), VASES)


def test_a_vase_learnt_after_a_count_makes_nothing_impossible():
    state = table(pad=UNKNOWN.learn("blue", 9, "plain"))
    state = apply(apply(state, Count(0, sheet(red=[1]))), Learn("red", 1, "vase"))
    assert audit(position(state)) == []
    refused(state, Count(0, sheet(red=[1])), VASES)


def test_a_count_may_be_mended_by_another_and_the_game_is_over_when_everybody_has_counted():
    state = apply(apply(table(), Count(1, sheet(red=[4]))), Count(1, sheet(red=[5])))
    assert (state.sheets[1], state.counted, state.over) == (sheet(red=[5]), {1}, None)
    state = apply(state, Count(0, sheet(dice=4)))
    assert (state.over, to_act(state)) == (COUNTED, frozenset())
    assert state.sheets == (sheet(dice=4), sheet(red=[5]))


def test_a_throw_makes_everybody_count_again():
    state = apply(table(), Count(0, sheet(red=[4])))
    state = apply(state, Roll(1, (0, 4, 7), ("red", "red", "blue")))
    state = apply(apply(state, Refuse(1)), Refuse(0))
    state = apply(state, Count(1, Sheet()))
    assert not state.over
    assert apply(state, Count(0, Sheet())).over == COUNTED


def test_during_a_turn_who_has_counted_need_not_act():
    state = apply(thrown(table(Sheet(), Sheet(), Sheet())), Count(0, sheet(red=[4])))
    assert to_act(state) == {1, 2}
    assert read(refused(state, Refuse(0), ONE_CHOICE)) == (
        "Ana’s sheet was counted after this throw: that was Ana’s choice."
    )
    state = apply(apply(state, Choose(1, 4, "blue")), Count(2, Sheet()))
    assert to_act(state) == {1}
    assert not state.over


def test_everybody_counting_ends_the_game_in_the_middle_of_a_turn():
    state = apply(apply(thrown(table()), Count(0, Sheet())), Count(1, Sheet()))
    assert state.over == COUNTED
    assert state.pending == frozenset()


def test_the_bridges_of_a_count_are_taken_as_said_and_closed_to_later_turns():
    state = apply(table(), Count(0, sheet(red=NINE, artifacts=2, bridges=("red",))))
    state = apply(state, Count(0, sheet(red=NINE, artifacts=2, bridges=("red",))))
    state = thrown(state, (1, 1, 1))
    assert state.crossed == {"red"}
    assert state.sheets[0].bridges == ("red",)


def test_in_the_turn_of_a_count_others_may_still_cross_the_same_bridge():
    state = thrown(table(Sheet(), sheet(red=[1] * 6), Sheet()))
    state = apply(state, Count(0, sheet(red=NINE, artifacts=2, bridges=("red",))))
    state = apply(apply(state, Choose(1, 4, "red")), Refuse(2))
    assert [own.bridges for own in state.sheets] == [("red",), ("red",), ()]


def test_of_a_sheet_of_which_only_the_total_is_known_there_is_one_line():
    state = apply(apply(table(), Count(0, Sheet(total=45))), Count(1, sheet(red=NINE, artifacts=2)))
    assert (state.over, audit(position(state))) == (COUNTED, [])
    first, second = score(position(state)).players
    assert ([line.code for line in first.lines], first.total, second.total) == (["typed"], 45, 20)


def test_nobody_throws_over_a_sheet_of_which_only_the_total_is_known():
    state = apply(table(), Count(0, Sheet(total=45)))
    assert read(refused(state, Roll(0, (1, 2, 3), ("red",) * 3), ONLY_A_TOTAL)) == (
        "Of Ana’s sheet only the total is known."
    )

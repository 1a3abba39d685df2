"""A count of Roll & Write: what it sets, what a phone shows while it is copied, and a total computed by hand."""

import re
from dataclasses import replace
from math import inf

import pytest

from scoring.core.game import ViewRequest
from scoring.roll_and_write.audit import audit, throws_of
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
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, Column, Position, Sheet
from scoring.roll_and_write.view.count import breaks_off, counting, explain_claim, with_counts
from tests.english import english
from tests.scoring.roll_and_write.table import refused, sheet, table, thrown

# Counting


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
    assert (problem.rule, problem.seat, problem.where, english(problem.why)) == (rule, 1, f"sheets[1].{where}", why)
    assert not problem.warning
    assert english(refused(table(pad=UNKNOWN), Count(0, own), rule)) == why


@pytest.mark.parametrize("own", POSSIBLE, ids=str)
def test_a_possible_sheet_passes(own):
    assert audit(Position(("Ana", "Ben"), (own, Sheet()))) == []
    assert apply(table(pad=UNKNOWN), Count(0, own)).sheets == (own, Sheet())


@pytest.mark.parametrize(
    ("own", "pad", "throws"),
    [
        (Sheet(), HOUSE, (0, 0)),
        (sheet(dice=4), HOUSE, (4, 4)),
        (sheet(dice=9), HOUSE, (9, inf)),
        (sheet(dice=1, red=Column(double=True, numbers=(4, 5))), HOUSE, (4, 4)),
        (sheet(red=[1, 1, 2], blue=[4, 4]), HOUSE, (4, 5)),  # one arrow
        (sheet(red=[2, 3, 4], blue=[4, 5]), HOUSE, (5, 5)),  # and no number that it may have repeated
        (sheet(red=[2, 3, 4], blue=[1]), HOUSE, (3, 4)),  # an arrow begins a column with a 1
        (sheet(red=Column(told=3), blue=Column(told=2)), HOUSE, (4, 5)),
        (sheet(red=Column(told=3), blue=Column(told=2)), UNKNOWN, (1, 5)),  # any box may be an arrow
        (sheet(red=[1, 1, 1]), UNKNOWN, (1, 3)),  # what begins is chosen
        (sheet(red=TOPPED, artifacts=1), UNKNOWN.learn("red", 9, "arrow"), (5, 10)),
        (sheet(red=TOPPED, artifacts=3), HOUSE, (8, 10)),
    ],
)
def test_a_sheet_bounds_the_throws_that_it_has_seen(own, pad, throws):
    assert throws_of(own, pad) == throws


ALIKE = sheet(red=NINE[:3], dice=2)
MANY_THROWS = sheet(red=NINE[:5], yellow=[2, 3, 4], artifacts=1, dice=8, bridges=("dice",))
APART = "Everybody writes or hatches at every throw: Ana’s sheet takes at least 15 throws, Ben’s at most 3."


@pytest.mark.parametrize(
    ("sheets", "says"),
    [
        ((ALIKE, ALIKE), ["Ana, Ben have the very same sheet."]),
        ((ALIKE, sheet(dice=5), ALIKE, ALIKE), ["Ana, Cai, Dora have the very same sheet."]),
        ((ALIKE, replace(ALIKE, dice=3)), []),
        ((Sheet(), Sheet(), ALIKE), []),
        ((Sheet(total=45), Sheet(total=45), MANY_THROWS), []),
        ((MANY_THROWS, sheet(dice=1, red=[2, 3])), [APART]),
        ((MANY_THROWS, sheet(dice=9, bridges=("dice",))), []),  # exhausted: it may have seen any number more
        ((MANY_THROWS, Sheet(), Sheet(total=7)), []),
    ],
)
def test_sheets_that_cannot_be_of_one_game_are_named_and_asked_about_at_the_last_count(sheets, says):
    names = ("Ana", "Ben", "Cai", "Dora")[: len(sheets)]
    found = audit(Position(names, sheets, HOUSE))
    assert ([english(problem.why) for problem in found], all(problem.warning for problem in found)) == (says, True)
    state = table(*(Sheet() for _sheet in sheets))
    for seat, own in enumerate(sheets[:-1]):
        state = apply(state, Count(seat, own))
    last = len(sheets) - 1
    asked = counting(state, last, Count(last, sheets[last]), ViewRequest()).contradictions
    assert [english(why) for why in asked] == says
    assert apply(state, Count(last, sheets[last])).over == COUNTED


def test_sheets_of_two_games_are_asked_about_once_and_never_while_one_is_only_followed():
    state = apply(apply(table(Sheet(), Sheet(), Sheet()), Count(0, ALIKE)), Count(1, ALIKE))
    assert counting(state, 2, Count(2, sheet(dice=4)), ViewRequest()).contradictions == ()
    followed = apply(thrown(table(Sheet(), MANY_THROWS)), Refuse(0))
    assert audit(position(followed)) == []
    assert counting(followed, 1, Count(1, MANY_THROWS), ViewRequest()).contradictions == ()


def test_all_problems_of_all_players_are_found_at_once():
    found = audit(Position(("Ana", "Ben"), (sheet(red=[0, 4, 3], dice=10), sheet(bridges=("blue",)))))
    assert [problem.rule for problem in found] == [ONE_TO_TEN, NEVER_FALL, NINE_BOXES, BRIDGE_SEVENTH, BRIDGE_FIRST]


def test_a_bridge_that_anyone_reached_is_ticked_by_at_least_one_which_is_no_refusal_of_a_count():
    reached = sheet(red=NINE)
    (problem,) = audit(Position(("Ana", "Ben"), (Sheet(), reached)))
    assert (problem.rule, problem.seat, problem.where) == (BRIDGE_FIRST, 1, "sheets[1].bridges")
    assert english(problem.named(("Ana", "Ben"))) == "The red bridge was crossed by Ben, but nobody ticked it."
    everybodys, *_ = audit(Position(("Ana", "Ben"), (reached, sheet(red=[1] * 7))))
    assert english(everybodys.named(("Ana", "Ben"))) == "The red bridge was crossed by Ana, Ben, but nobody ticked it."
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
    assert (problem.rule, problem.where, english(problem.why)) == (VASES, "sheets[0].artifacts", why)
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
    assert english(refused(state, Refuse(0), ONE_CHOICE)) == (
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
    assert english(refused(state, Roll(0, (1, 2, 3), ("red",) * 3), ONLY_A_TOTAL)) == (
        "Of Ana’s sheet only the total is known."
    )


# On the phone


def look(state, seat=0, draft=None, claimed=None):
    return counting(state, seat, draft, ViewRequest(claimed=claimed))


def test_a_count_begins_with_what_was_followed_and_goes_on_with_its_own_draft_alone():
    own = sheet(red=[3])
    state = table(own, Sheet())
    mine, theirs = Count(0, sheet(blue=[4])), Count(1, sheet(blue=[4]))
    assert look(state).move == look(state, draft=theirs).move == Count(0, own)
    assert (look(state, draft=mine).move, look(state, draft=mine).total) == (mine, -20)
    assert (look(state).claim, look(state).open) == (None, True)
    assert not look(apply(apply(state, mine), theirs)).open


def test_each_of_the_eight_columns_is_copied_with_its_bridge_and_its_points():
    own = sheet(red=Column(double=True, numbers=(1,) * 7, top=True), artifacts=4, dice=2, bridges=("red",))
    columns = {column.of: column for column in look(table(own, Sheet())).columns}
    assert [*columns] == [*BRIDGED]
    red, blue, artefacts, dice = (columns[of] for of in ("red", "blue", ARTIFACTS, DICE))
    assert (red.level, red.points, red.circled, red.double, red.top) == (7, 60, True, True, True)
    assert (red.numbers, red.kinds) == ((1,) * 7, HOUSE.columns[0])
    assert (blue.level, blue.points, blue.circled, blue.double, blue.top) == (0, 0, False, False, False)
    assert (artefacts.level, artefacts.points, artefacts.numbers) == (4, 10, None)
    assert (dice.level, dice.points, dice.kinds) == (2, -30, ("",) * 9)
    assert [column.scale[-1] for column in (red, artefacts, dice)] == [50, 100, 0]
    assert [english(column.name) for column in (red, artefacts, dice)] == ["red", "artefacts", "dice symbols"]
    assert english(artefacts.bridge) == "the artefact bridge"
    assert look(table(sheet(dice=12), Sheet())).columns[-1].level == 9
    for level in range(10):
        typed = {many for many in range(11) if re.fullmatch(red.beside(level), " ".join(["10"] * many))}
        assert typed == {level}, "beside a level stand as many numbers as boxes"


def test_a_count_breaks_off_a_game_in_which_dice_were_thrown_until_somebody_has_counted():
    state = thrown(table())
    assert breaks_off(table()) is None
    said = "This game is not over yet: it ends once everybody is counted."
    assert english(breaks_off(state)) == english(breaks_off(apply(apply(state, Refuse(0)), Refuse(1)))) == said
    counted = apply(state, Count(0, Sheet()))
    assert breaks_off(counted) is None
    exhausted = apply(apply(thrown(table(sheet(dice=8), sheet(dice=8))), Refuse(0)), Refuse(1))
    assert exhausted.over
    assert breaks_off(exhausted) is None


def test_sheets_on_one_page_lie_before_the_players_and_all_have_counted():
    state = with_counts(table(), [Count(1, sheet(red=[4]))])
    assert (state.sheets, state.counted) == ((Sheet(), sheet(red=[4])), {0, 1})


def test_at_a_table_that_was_followed_nobody_is_waited_for():
    circled = Count(0, sheet(red=Column(told=7)))
    followed = look(thrown(table(Sheet(), Sheet(), Sheet())), draft=circled)
    assert (len(followed.among), followed.waiting) == (1, ())
    theirs = look(thrown(table()), 1, Count(1, sheet(red=Column(told=7))))
    assert [english(why) for why in theirs.among] == ["The red bridge was crossed by Ben, but nobody ticked it."]
    counted = look(table(Sheet(), Sheet(), Sheet()), draft=circled)
    assert counted.among == ()
    assert english(counted.waiting[0]).endswith("Still to count: Ben, Cai.")


def test_a_count_names_what_is_impossible_and_what_must_wait():
    state = table(Sheet(), Sheet())
    found = look(state, draft=Count(0, sheet(red=Column(told=7), artifacts=1, dice=9)))
    assert [english(why) for why in found.waiting] == [
        "The red bridge was crossed by Ana, but nobody ticked it. Still to count: Ben.",
        "The dice-symbol bridge was crossed by Ana, but nobody ticked it. Still to count: Ben.",
    ]
    assert found.problems == ()
    state = apply(state, Count(1, Sheet()))
    found = look(state, draft=Count(0, sheet(red=Column(told=7), artifacts=1)), claimed=50)
    assert [english(why) for why in found.among] == ["The red bridge was crossed by Ana, but nobody ticked it."]
    assert found.total == -10
    assert found.claim


def test_a_count_that_is_refused_has_a_problem():
    state = table(Sheet(), Sheet())
    wrong = Count(0, sheet(bridges=("red",)))
    assert look(state, draft=wrong).problems
    refused(state, wrong, BRIDGE_SEVENTH)


# Totals computed by hand


EIGHT, FILLED = [1] * 8, [1] * 9
DOUBLED = sheet(red=Column(double=True, numbers=(1,) * 7), bridges=("red",))
TWO_BRIDGES = sheet(red=EIGHT, blue=FILLED, bridges=("red", "blue"))


def answers(claimed, own, seat=0):
    sheets = (own, Sheet()) if seat == 0 else (Sheet(), own)
    return [english(said) for said in explain_claim(Position(("Ana", "Ben"), sheets), seat, claimed)]


def test_a_right_total_needs_no_word_and_a_wrong_one_without_a_usual_slip_both_totals():
    assert answers(125, TWO_BRIDGES) == answers(125, TWO_BRIDGES, seat=1) == []
    assert answers(65, TWO_BRIDGES) == ["Ana claims 65; the sheet makes 125."]
    assert answers(0, TWO_BRIDGES, seat=1) == ["Ben claims 0; the sheet makes 125."]


@pytest.mark.parametrize(
    ("own", "claimed", "said"),
    [
        (DOUBLED, 50, "Red: the column is doubled, 60 and not 30."),
        (DOUBLED, 100, "The red bridge was doubled, but a bridge never is."),
        (DOUBLED, 60, "1 bridge was forgotten: 20."),
        (DOUBLED, 20, "Red: the column was forgotten, it is worth 60."),
        (sheet(red=Column(double=True)), -50, "Red: the column is doubled, −100 and not −50."),
        (sheet(red=EIGHT), 70, "Red: the column is not doubled, 35 and not 70."),
        (sheet(red=EIGHT, blue=FILLED), 50, "Red: the column was forgotten, it is worth 35."),
        (sheet(red=EIGHT), -15, "An untouched column is worth 0 and not −50."),
        (sheet(red=EIGHT, artifacts=4), 35, "The artefacts were forgotten: 10."),
        (sheet(red=EIGHT, dice=4), 35, "The dice symbols were forgotten: 10."),
        (sheet(dice=9), 70, "A full column of dice symbols is worth 0 and not 70."),
        (sheet(dice=9), 100, "A full column of dice symbols is worth 0 and not 100."),
        (TWO_BRIDGES, 105, "1 bridge was forgotten: 20."),
        (TWO_BRIDGES, 85, "2 bridges were forgotten: 40."),
        (sheet(red=[1] * 7), 50, "The red bridge was counted, but it is not ticked."),
        (sheet(red=[1]), 20, "Red: −20 was counted as 20."),
        (sheet(artifacts=1), 40, "Artefacts: −40 was counted as 40."),
        (sheet(dice=2), 30, "Dice symbols: −30 was counted as 30."),
    ],
)
def test_a_usual_slip_is_named(own, claimed, said):
    assert answers(claimed, own) == [said]


def test_every_slip_that_explains_the_difference_is_named():
    full = Column(double=True, numbers=(1,) * 9)
    assert answers(150, sheet(red=full, blue=full)) == [
        "Red: the column is doubled, 100 and not 50.",
        "Blue: the column is doubled, 100 and not 50.",
        "An untouched column is worth 0 and not −50.",
    ]

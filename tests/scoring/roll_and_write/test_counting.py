"""What a phone shows of a sheet of paper that is being copied."""

from __future__ import annotations

from scoring.core.game import ViewRequest
from scoring.roll_and_write.moves import Count, Refuse
from scoring.roll_and_write.pad import HOUSE
from scoring.roll_and_write.rules import apply
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, Column, Sheet
from scoring.roll_and_write.view.count import breaks_off, counting, with_counts
from tests.scoring.roll_and_write.table import read, sheet, table, thrown


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
    assert [read(column.name) for column in (red, artefacts, dice)] == ["red", "artefacts", "dice symbols"]
    assert read(artefacts.bridge) == "the artefact bridge"
    assert look(table(sheet(dice=12), Sheet())).columns[-1].level == 9


def test_a_count_breaks_off_a_game_in_which_dice_were_thrown_until_somebody_has_counted():
    state = thrown(table())
    assert breaks_off(table()) is None
    said = "This game is not over yet: it ends once everybody is counted."
    assert read(breaks_off(state)) == read(breaks_off(apply(apply(state, Refuse(0)), Refuse(1)))) == said
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
    assert [read(why) for why in theirs.among] == ["Ben: The red bridge was crossed, but nobody ticked it."]
    counted = look(table(Sheet(), Sheet(), Sheet()), draft=circled)
    assert counted.among == ()
    assert read(counted.waiting[0]).endswith("Still to count: Ben, Cai.")

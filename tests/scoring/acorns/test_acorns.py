"""Acorns: every rule with what it allows and what it refuses, and the game as somebody plays it through the pages."""

import json

import pytest
from click.testing import CliRunner

from scoring.core.rule import Illegal
from tests.conftest import open_table
from tests.fourth_game.acorns import GAME
from tests.fourth_game.acorns.moves import Count, Take
from tests.fourth_game.acorns.rules import State, apply, options, start, to_act
from tests.fourth_game.acorns.score import Holding, Position, Setup, audit, score
from tests.visitor import report

SETUP = Setup(("Ana", "Ben"), 12)
BEGUN = start(SETUP)


def after(*acorns: int, heap: int = 12) -> State:
    """The state after these takes, Ana's first."""
    state = start(Setup(SETUP.players, heap))
    for number, taken in enumerate(acorns):
        state = apply(state, Take(number % 2, taken))
    return state


def refused(state: State, move: Take | Count) -> str:
    with pytest.raises(Illegal) as refusal:
        apply(state, move)
    return refusal.value.rule.clause


def test_the_players_take_in_turn():
    assert after(3, 2).held == (Holding(3), Holding(2))
    assert refused(BEGUN, Take(1, 1)) == "turn"
    assert refused(after(1), Take(0, 2)) == "turn"


def test_one_takes_one_two_or_three_and_no_more_than_there_are():
    assert list(options(BEGUN, 0)) == [Take(0, 1), Take(0, 2), Take(0, 3)]
    assert refused(BEGUN, Take(0, 0)) == refused(BEGUN, Take(0, 4)) == "one-to-three"
    assert refused(after(3, heap=4), Take(1, 2)) == "one-to-three"


def test_one_never_takes_as_many_as_the_other():
    assert after(2, 3).heap == 7
    assert refused(after(2), Take(1, 2)) == "otherwise"


def test_taking_ends_when_nobody_can_take_any_more():
    assert after(3, 1, heap=4).held == (Holding(3), Holding(1, last=True))
    stuck = after(1, heap=2)
    assert (stuck.heap, to_act(stuck)) == (1, frozenset())
    assert refused(stuck, Take(1, 1)) == "at-the-end"


def test_taking_ends_when_one_has_counted():
    counted = apply(after(3), Count(1, 4))
    assert to_act(counted) == {0}
    assert refused(counted, Take(0, 1)) == "at-the-end"


def test_three_take_one_after_the_other():
    state = start(Setup(("Ana", "Ben", "Cai"), 12))
    for seat, acorns in ((0, 3), (1, 2), (2, 3), (0, 1)):
        state = apply(state, Take(seat, acorns))
    assert (state.held, to_act(state)) == ((Holding(4), Holding(2), Holding(3)), {1})


def test_a_player_counts_once():
    over = apply(apply(BEGUN, Count(0, 5)), Count(1, 7, last=True))
    assert (over.held, to_act(over)) == ((Holding(5), Holding(7, last=True)), frozenset())
    assert refused(apply(BEGUN, Count(0, 5)), Count(0, 5)) == "counted-once"
    assert refused(after(3, 1, heap=4), Count(0, 3)) == "counted-once"


def test_what_is_counted_was_in_the_heap():
    assert refused(apply(BEGUN, Count(0, 8)), Count(1, 5)) == "all-there"
    assert refused(BEGUN, Count(0, 0, last=True)) == "all-there"
    assert refused(apply(BEGUN, Count(0, 6, last=True)), Count(1, 6, last=True)) == "one-last"


def test_an_acorn_is_worth_one_and_the_last_one_two_more():
    sheet = score(Position(SETUP, (Holding(5, last=True), Holding(6))))
    assert [player.total for player in sheet.players] == [7, 6]
    assert sheet.winners == (0,)


def test_everything_impossible_is_said_at_once():
    problems = audit(Position(SETUP, (Holding(9, last=True), Holding(9, last=True))))
    assert [problem.rule.clause for problem in problems] == ["all-there", "one-last"]


# Through the pages


@pytest.fixture
def ana(visitor):
    """Ana has opened a table of Acorns and keeps score for both."""
    return open_table(visitor(), "acorns", heap="0")


def take(seat: int, acorns: int) -> dict[str, object]:
    return {"type": "take", "seat": seat, "acorns": acorns}


PLAYED = [take(0, 3), take(1, 2), take(0, 3), take(1, 1), take(0, 3)]


def play(visitor, events=PLAYED):
    for event in events:
        report(visitor, event)
        assert visitor.status == 303, visitor.page.text
    return visitor.go(visitor.at)


def test_the_first_page_offers_it_and_the_print_page_its_sheet(visitor):
    somebody = visitor()
    assert somebody.go("/").link("Acorns") == "/new/acorns"
    assert "Acorns" in somebody.go("/rules/acorns").text
    assert "Acorns score sheet" in somebody.go("/print?document=acorns-sheet").text


def test_a_table_takes_what_is_allowed_and_says_why_not(ana):
    ana.press("3 acorns")
    assert "Ana takes 3 acorns." in ana.page.text
    assert "3 have just been taken." in ana.page.text
    report(ana, take(1, 3))
    assert ana.status == 422
    assert "You never take as many as have just been taken." in ana.page.text


def test_it_is_said_in_french(visitor):
    ana = open_table(visitor("fr"), "acorns", heap="0")
    ana.press("3 glands")
    assert "Ana prend 3 glands." in ana.page.text
    assert "9 glands dans le tas" in ana.page.text


def test_a_finished_game_has_its_pages_and_goes_along(ana, book):
    play(ana)
    table = book.tables.by_code(ana.at.split("/")[2])
    assert table.finished_at
    for page in ("log", "share", "at/2", "figures"):
        ana.go(f"/t/{table.code}/{page}" if page != "figures" else f"/w/{table.watch}/figures")
        assert ana.status == 200, page
    assert "Ana" in ana.go(f"/w/{table.watch}/screen").text
    result = ana.go(f"/r/{table.watch}")
    assert "Print the summary" in result.text
    assert result.link("Send to BG Stats")
    ana.go(f"/r/{table.watch}/scores.csv")
    assert "Ana,1,,Last acorn,the last acorn,2" in ana.response.get_data(as_text=True)
    for file in ("log.json", "table.json"):
        ana.go(f"/t/{table.code}/{file}")
        kept = json.loads(ana.response.get_data())
        events = kept["events"] if "events" in kept else [row["event"] for row in kept["log"]]
        assert events == PLAYED, file


def test_a_wrong_count_is_corrected_after_the_end(ana, book):
    play(ana, [{"type": "count", "seat": 0, "acorns": 5}, {"type": "count", "seat": 1, "acorns": 7, "last": True}])
    page = f"{ana.at}/amend/1"
    ana.go(page)
    ana.press("Record", **{"number.0.acorns": "6"})
    assert "13 acorns of a heap of 12." in ana.page.text
    ana.go(page)
    ana.press("Record", **{"number.0.acorns": "4"})
    assert "Ana’s count, corrected." in ana.page.text
    assert "Totals now: Ana 4 instead of 5." in ana.page.text


def test_a_corrected_take_is_told_with_what_lies_before_each_player(ana):
    play(ana, [{"type": "take", "seat": 0, "acorns": 1}, {"type": "take", "seat": 1, "acorns": 2}])
    at = ana.at
    ana.go(f"{at}/amend/1")
    ana.press("3 acorns")
    told = "Ana takes 3 acorns instead of 1. Ana has 3 acorns instead of 1. Totals now: Ana 3 instead of 1."
    assert told in ana.go(f"{at}/log").text


def test_a_count_is_added_up_refused_and_recorded(ana, book):
    table = book.tables.by_code(ana.at.split("/")[2])
    ana.go(f"/t/{table.code}/count/0")
    ana.press("Add up", **{"number.0.acorns": "13"})
    assert "13 acorns of a heap of 12." in ana.page.text
    ana.press("Add up", **{"number.0.acorns": "7", "claimed0": "9"})
    assert "That makes 7, not 9." in ana.page.text
    ana.press("Add up", **{"number.0.acorns": "7", "claimed0": "7"})
    assert "Your total is right." in ana.page.text
    ana.press("Record")
    assert "Ana counts 7 acorns." in ana.page.text


def test_a_group_opens_it_lists_it_and_draws_its_figures(visitor, book):
    ana = visitor()
    ana.go("/groups")
    ana.press("Create the group", name="Thursdays")
    group = ana.at
    ana.go(f"{group}/new/acorns")
    ana.press("Open the table", name0="Ana", name1="Ben")
    play(ana)
    assert "Acorns" in ana.go(f"{group}/games").text
    figures = ana.go(f"{group}/figures?game=acorns")
    assert "Acorns at a time" in figures.text


def test_the_commands_score_and_judge_it(app):
    def run(command: str, given: object) -> dict[str, object]:
        done = CliRunner().invoke(app.cli, [command, "acorns", "-"], input=json.dumps(given))
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    title, position = GAME.lesson.examples[0]
    assert title
    assert [player["total"] for player in run("score", position)["players"]] == [7, 6]
    judged = run("referee", {"game": "acorns", "players": ["Ana", "Ben"], "events": PLAYED})
    assert (judged["legal"], judged["finished"]) == (True, True)

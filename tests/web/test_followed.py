"""What was followed stays: a card mended at the end is a correction of the followed round, and no more."""

import pytest

from tests.visitor import report
from tests.web.lost_cities import START, count, happened
from tests.web.test_count_again import followed

CHANGE = "Change the round"


@pytest.fixture
def one_round(ana, book):
    """A game of one round, followed to its last card by Ana, who keeps score for both."""
    table = book.tables.open("lost-cities", {"rounds": 1}, ["Ana", "Ben"], "ana")
    ana.go(f"/t/{table.code}")
    ana.press("Ana")
    followed(book, table, "red-5", "red-6")
    return table


def changed(ana, table, *more: tuple[str, str], seat=0):
    """A count of the round opened, with `more` ticked, and sent."""
    ana.go(f"/t/{table.code}/count/{seat}")
    form, button = ana.page.button(CHANGE)
    return ana.post(button.action or form.action, [*form.fields, *more, (button.name, button.value)])


YELLOW_2 = ("report.0.expeditions.yellow", "[2]")


def test_a_card_mended_at_the_end_leaves_the_review_and_says_so_there(ana, book, one_round):
    before = ana.go(f"/r/{one_round.watch}/review")
    assert ana.status == 200
    assert "added at the end" not in before.text
    changed(ana, one_round, YELLOW_2)
    ana.answer("Record −27 and 0")
    page = ana.go(f"/r/{one_round.watch}/review")
    assert (ana.status, "Round 1: 1 card added at the end." in page.text) == (200, True)
    assert "began yellow" not in page.text
    assert "See where it was decided" in ana.go(f"/r/{one_round.watch}").text


def test_a_change_of_the_round_that_the_rules_refuse_keeps_the_count(ana, book, one_round):
    """Red 5 lies before Ana."""
    seq = book.moves.last_seq(one_round.id)
    page = changed(ana, one_round, ("report.0.expeditions.red", "[5]"), YELLOW_2, seat=1)
    assert (ana.status, "Red 5 is in front of both Ana and Ben" in page.text) == (422, True)
    assert {("report.0.expeditions.red", "[5]"), YELLOW_2} <= set(page.button(CHANGE)[0].fields)
    assert book.moves.last_seq(one_round.id) == seq


def test_changing_a_followed_round_in_nothing_is_what_is_recorded_and_keeps_everything(ana, book, one_round):
    seq = book.moves.last_seq(one_round.id)
    page = changed(ana, one_round)
    assert (ana.at, "That is already what is recorded." in page.text) == (f"/t/{one_round.code}", True)
    assert book.moves.last_seq(one_round.id) == seq
    ana.go(f"/r/{one_round.watch}/review")
    assert ana.status == 200


def test_a_round_that_was_only_counted_costs_no_other_its_review(ana, book, table):
    followed(book, table, "red-5", "red-6")
    last = book.moves.last_seq(table.id)
    counts = [count(0, red=[5, 6], yellow=[2]), count(1)]
    changes = [{"at": last - 1, "event": None}, {"at": last - 1, "insert": counts}]
    more = [START, count(0, red=[5]), count(1, blue=[9])] * 2
    happened(book, table, [{"type": "amend", "changes": changes}, *more])
    page = ana.go(f"/r/{table.watch}/review")
    assert (ana.status, "Round 1: 1 card added at the end." in page.text) == (200, True)


def test_an_undone_correction_is_told_in_one_sentence_with_the_totals_as_they_are_now(ana, ben, book, table):
    ana.on(f"/t/{table.code}/share").press("Ana")
    happened(book, table, [START, count(0, red=[5, 6, 10]), count(1, blue=[9, 10]), {**START, "seat": 1}])
    ben.go(f"/t/{table.code}")
    report(ben, {"type": "amend", "at": 1, "event": count(0, red=[5, 6, 9])})
    ben.go(f"/t/{table.code}")
    ben.press("Undo the correction")
    said = "Ben has undone a correction, the totals are now: Ana 1 and Ben −1."
    page = ana.go(f"/t/{table.code}")
    assert said in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Totals now" not in page.text

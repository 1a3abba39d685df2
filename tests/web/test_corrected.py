"""What a correction changed and moved, wherever a table tells it; and the corrected game, played back."""

from typing import Any

import pytest

from tests.conftest import open_table
from tests.test_corrected import BOUGHT, amend, offer
from tests.visitor import report
from tests.web.lost_cities import START, count, discard, draw, happened, lay
from tests.web.test_count_again import followed

DEARER = amend(3, offer("1", kind="tavern", cost=2))
MOVED = "Tavern: cost 2 instead of 1. Ana has 6 gold instead of 7."
SEQ = len(BOUGHT) + 1
SETTLED = next(seq for seq, event in enumerate(BOUGHT, 1) if event == {"type": "settle", "tile": "1"})


@pytest.fixture
def bought(visitor, book):
    """A table of Lutèce after its first purchases, where the tavern had cost one more; its scorekeeper."""
    scribe = open_table(visitor(), "lutece")
    table = book.tables.by_code(scribe.at.split("/")[2])
    happened(book, table, [*BOUGHT, DEARER])
    return scribe


def at(here: Any) -> str:
    return f"/t/{here.at.split('/')[2]}"


def test_the_table_the_log_and_the_moment_of_a_correction_tell_what_it_moved(bought):
    table = at(bought)
    for page in (table, f"{table}/log", f"{table}/at/{SEQ}"):
        assert MOVED in bought.go(page).text, page


def test_another_phone_is_told_what_a_correction_moved_and_again_when_it_would_undo_it(bought, visitor):
    table = at(bought)
    ben = visitor().on(table)
    ben.post(f"{table}/sit", {"csrf_token": ben.token(), "seat": "1"})
    told = f"Corrected: {MOVED}"
    assert told in ben.go(table).text
    assert f"told-{SEQ}" in ben.page.ids
    asked = [had.get("data-ask") for tag, had in ben.go(table).tags if "data-ask" in had]
    assert asked == [f"{MOVED} Undo this?"]
    assert "Undo the correction" in ben.page.text
    assert MOVED in ben.go(f"{table}/log?back_to={SEQ - 1}").text


def test_the_row_whose_figures_a_correction_changed_says_so(bought):
    page = bought.go(f"{at(bought)}/log")
    said = "Since a correction: Ana pays 1 (bribe) + 2 (cost) for the tavern."
    assert page.text.count(said) == 1
    assert "<s>Ana pays 1 (bribe) + 1 (cost) for the tavern." in " ".join(page.html.split())
    assert page.text.count("Since a correction:") == 1
    assert "Corrected: Tavern: cost 2 instead of 1." in page.text, "its own sentence does not say the cost"
    assert "<s>The tavern goes" not in page.html


def test_where_scores_are_hidden_a_correction_tells_no_total(visitor, book):
    ana = visitor().on("/new/lost-cities")
    ana.post("/new/lost-cities", [*ana.page.forms[-1].filled(name0="Ana", name1="Ben"), ("hidden", "y")])
    table = book.tables.by_code(ana.at.split("/")[2])
    happened(book, table, [START, lay(0, "red-5"), draw(0), amend(1, lay(0, "red-4"))])
    for page in ("", "/log", "/at/4"):
        assert "Now: Ana lays red 4." in ana.go(f"/t/{table.code}{page}").text
        assert "Totals now" not in ana.page.text


# Played back


@pytest.mark.parametrize("of", ["t", "w"])
def test_the_play_back_shows_the_corrected_game_and_on_request_what_was_recorded_first(bought, book, of):
    table = book.tables.by_code(bought.at.split("/")[2])
    here = f"/{of}/{table.code if of == 't' else table.watch}/at/{SETTLED}"
    page = bought.go(here)
    assert "Ana pays 1 (bribe) + 2 (cost) for the tavern." in page.text
    assert "Something before this was corrected later. As it was recorded then" in page.text
    assert "Ana pays 1 (bribe) + 1 (cost) for the tavern." in bought.tap("As it was recorded then").text
    links = {had.get("rel"): had["href"] for tag, had in bought.page.tags if tag == "a" and had.get("rel")}
    assert links["next"] == f"/{of}/{table.code if of == 't' else table.watch}/at/{SETTLED + 1}?then=1"
    bought.tap("As corrected")
    assert bought.at == here


def test_the_moment_of_a_corrected_card_says_what_was_corrected(bought):
    assert "The tavern goes under tile 1. Tavern: cost 2 instead of 1." in bought.go(f"{at(bought)}/at/4").text
    assert "Tavern: cost 2" not in bought.go(f"{at(bought)}/at/4?then=1").text


def test_a_moment_before_anything_that_was_corrected_offers_no_choice(bought):
    page = bought.go(f"{at(bought)}/at/3")
    assert "recorded then" not in page.text
    assert "corrected later" not in page.text


def test_a_card_that_was_laid_after_all_is_played_back_so_and_stays_where_it_lies(ana, book, table):
    happened(book, table, [START, discard(0, "blue-2"), draw(0), discard(1, "green-2"), draw(1)])
    happened(book, table, [amend(1, lay(0, "blue-2"))])
    for seq in (2, 3, 4, 5, 6):
        assert "Ana −18" in ana.go(f"/t/{table.code}/at/{seq}").text, seq
    assert "Ana lays blue 2." in ana.go(f"/t/{table.code}/at/2").text
    assert "This move was corrected later." in ana.page.text
    assert "Ana 0" in ana.go(f"/t/{table.code}/at/4?then=1").text


def test_a_deleted_move_is_not_in_the_play_back_but_can_be_seen(ana, book, table):
    learn = [START, lay(0, "red-5"), draw(0), lay(1, "blue-4"), draw(1)]
    strike = {"type": "amend", "changes": [{"at": at, "event": None} for at in (3, 4)]}
    happened(book, table, [*learn, strike])
    page = ana.go(f"/t/{table.code}/at/4")
    assert "This move was deleted later." in page.text
    assert "Ben lays blue 4." not in page.text
    assert "Ben lays blue 4." in ana.tap("As it was recorded then").text


def test_what_was_put_in_is_played_back_at_its_place(ana, book, table):
    put_in = {"type": "amend", "changes": [{"at": 3, "insert": [lay(1, "green-2"), draw(1), lay(0, "red-6"), draw(0)]}]}
    happened(book, table, [START, lay(0, "red-5"), draw(0), lay(1, "blue-4"), draw(1), put_in])
    assert "Ben −18" in ana.go(f"/t/{table.code}/at/6").text
    assert "Ben −34" in ana.go(f"/t/{table.code}/at/4").text
    assert "Ben 0" in ana.go(f"/t/{table.code}/at/3").text


def test_what_was_undone_is_played_back_as_it_was_though_something_was_corrected(ana, book, table):
    log = [START, lay(0, "red-5"), draw(0), {"type": "undo"}, draw(0), amend(1, lay(0, "red-4"))]
    happened(book, table, log)
    page = ana.go(f"/t/{table.code}/at/3")
    assert "This move was undone later." in page.text
    assert "recorded then" not in page.text


# What was followed stays: a card mended at the end corrects the followed round, and no more


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

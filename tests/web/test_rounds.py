"""A setting that can be changed while playing: how many rounds."""

from __future__ import annotations

from tests.conftest import open_table
from tests.web.lost_cities import START, count, happened

ROUND = [START, count(0), count(1)]


def test_the_number_of_rounds_is_changed_on_the_page_of_the_table_and_told(ana, ben, book, table):
    happened(book, table, [*ROUND, START])
    page = ana.go(f"/t/{table.code}/share")
    form, _button = page.button("Change it")
    assert [choice.rpartition("=")[2] for choice in form.choices["sends"]] == ["", "2", *"456789"]
    ana.press("Change it", sends="e.type=rounds&e.rounds#=4")
    assert "The game now has 4 rounds." in ana.page.text
    assert "round 2 of 4" in ben.go(f"/t/{table.code}").text


def test_the_game_ends_here_and_goes_on_with_a_tap_each(ana, book, table):
    happened(book, table, ROUND)
    ana.go(f"/t/{table.code}")
    ana.press("The game ends here")
    assert "A shared victory" in ana.page.text
    assert book.tables.by_code(table.code).finished_at
    ana.press("One more round")
    assert "Round 2: Ben should begin." in ana.page.text
    assert not book.tables.by_code(table.code).finished_at


def test_a_game_played_again_has_as_many_rounds_as_it_had_at_its_end(ana, book, table):
    happened(book, table, ROUND)
    ana.go(f"/t/{table.code}")
    ana.press("The game ends here")
    ana.press("Play again")
    assert book.tables.by_code(ana.at.split("/")[2]).settings["rounds"] == 1


def test_a_changed_number_of_rounds_is_in_the_log_that_is_saved(ana, book, table):
    happened(book, table, ROUND)
    ana.go(f"/t/{table.code}")
    ana.press("The game ends here")
    log = ana.client.get(f"/t/{table.code}/log.json").json
    assert (log["rounds"], log["events"][-1]) == (3, {"type": "rounds", "rounds": 1})


def test_a_game_with_nothing_to_change_says_nothing_of_it(visitor):
    ana = open_table(visitor(), "lutece")
    assert "Can be changed during the game" not in ana.go(f"{ana.at}/share").text

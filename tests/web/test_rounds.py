"""A setting that can be changed while playing: how many rounds."""

from tests.conftest import open_table
from tests.visitor import report
from tests.web.lost_cities import START, count, happened

ROUND = [START, count(0), count(1)]


def test_the_number_of_rounds_is_changed_on_the_page_of_the_table_and_told(ana, ben, book, table):
    happened(book, table, [*ROUND, START])
    page = ana.go(f"/t/{table.code}/share")
    form, _button = page.button("Change it")
    assert [choice[-3:-2] for choice in form.choices["report"]] == ["", "2", *"456789"]
    assert "The game now has 4 rounds." in ana.press("Change it", report='[{"type":"rounds","rounds":4}]').text
    assert "round 2 of 4" in ben.go(f"/t/{table.code}").text
    report(ana, {"type": "rounds", "rounds": 1})
    ana.answered(422, "2 rounds have already begun.")


def test_the_game_ends_here_and_goes_on_with_a_tap_each(ana, book, table):
    happened(book, table, ROUND)
    assert "End the game after 1 round?" in ana.on(f"/t/{table.code}").press("The game ends here").text
    assert "A shared victory" in ana.answer("Yes, end it").text
    assert book.tables.by_code(table.code).finished_at
    log = ana.client.get(f"/t/{table.code}/log.json").json
    assert (log["rounds"], log["events"][-1]) == (3, {"type": "rounds", "rounds": 1})
    assert "Round 2: Ben should begin." in ana.press("One more round").text
    assert not book.tables.by_code(table.code).finished_at


def test_a_game_played_again_has_as_many_rounds_as_it_had_at_its_end(ana, book, table):
    happened(book, table, ROUND)
    ana.on(f"/t/{table.code}").press("The game ends here")
    ana.answer("Yes, end it")
    ana.press("Play again")
    assert book.tables.by_code(ana.at.split("/")[2]).settings["rounds"] == 1


def test_a_game_with_nothing_to_change_says_nothing_of_it(visitor):
    ana = open_table(visitor(), "lutece")
    assert "Can be changed during the game" not in ana.go(f"{ana.at}/share").text

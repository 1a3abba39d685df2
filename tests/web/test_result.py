"""Between rounds and at the end: every sum, the running total, who starts, who has won."""

from tests.conftest import open_table
from tests.visitor import report
from tests.web.lost_cities import START, TURN, count, happened

SUMS = ["wager", "wager", 2, 3, 5, 7, 8, 10]


def rounds(*pairs):
    """Whole rounds: what Ana and what Ben had before them."""
    return [event for ana, ben in pairs for event in (START, count(0, **ana), count(1, **ben))]


def test_between_rounds_every_sum_the_totals_and_the_starter_are_in_sight(ana, book, table):
    happened(book, table, rounds(({"red": SUMS, "white": ["wager"]}, {"blue": [4, 6]})))
    page = ana.go(f"/t/{table.code}")
    for said in ("35 − 20 = 15, ×3 = 45, +20 for 8 cards", "0 − 20 = −20, ×2 = −40", "10 − 20 = −10"):
        assert said in page.text
    assert "Round 1" in page.text
    assert "Ana +25" in page.text
    assert "Ben −10" in page.text
    assert "Round 2: Ana should begin." in page.text


def test_who_has_more_points_should_begin_and_the_table_can_choose_the_other(ana, book, table):
    happened(book, table, rounds(({}, {"blue": [10, 9, 8]})))
    assert "Round 2: Ben should begin." in ana.go(f"/t/{table.code}").text
    assert "Ana begins round 2." in ana.press("Ana begins").text


def test_the_end_names_the_winner_and_the_result_the_cards_the_ranks_and_what_decided_it(ana, book, table, visitor):
    happened(book, table, rounds(({"red": SUMS}, {}), ({}, {"blue": [4, 6]}), ({"white": ["wager"]}, {})))
    page = ana.go(f"/t/{table.code}")
    assert "Ana wins by 35 points" in page.text
    assert all(f"Round {number}" in page.text for number in (1, 2, 3))
    ana.tap("See the result")
    assert ana.at == f"/r/{table.watch}"
    assert "Ana wins by 35 points" in ana.page.text
    page = visitor().go(f"/r/{table.watch}")
    assert "1st Ana 25 2nd Ben −10" in page.text
    assert "Most points gained on Ben: round 1 (65)." in page.text
    assert page.html.count('class="lc-laid"') == 3
    assert [form.action for form in page.forms] == ["/language"]
    assert "2 3 5 7 8 10 35 − 20 = 15" in page.text


def test_an_unfinished_game_says_so(visitor, book, table):
    happened(book, table, TURN)
    page = visitor().go(f"/r/{table.watch}")
    assert "still being played" in page.text
    assert "wins" not in page.text


def test_a_page_has_one_description_and_a_result_tells_who_won(visitor, book, table):
    happened(book, table, rounds(({"red": SUMS}, {}), ({}, {}), ({}, {})))
    said = [
        [had["content"] for tag, had in visitor().go(path).tags if tag == "meta" and had.get("name") == "description"]
        for path in ("/", f"/r/{table.watch}")
    ]
    assert [len(descriptions) for descriptions in said] == [1, 1]
    assert "Ana" in said[1][0]


def test_a_total_that_was_typed_is_not_said_to_have_decided(visitor):
    ana = open_table(visitor(), "roll-and-write")
    at = ana.at
    for counted in ({"total": 95}, {"sheet": {"expeditions": {"red": {"level": 2}}}}):
        report(ana, {"type": "count", "seat": int("sheet" in counted), **counted})
        if ana.answers():
            ana.answer()
    ana.go(at)
    page = ana.tap("See the result")
    assert "Ana wins" in page.text
    assert "Most points gained" not in page.text


# How many rounds, changed while playing


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

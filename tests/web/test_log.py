"""The log: the game in sentences, the way back, and the file to take away."""

import re
from html import unescape

import pytest

from tests.visitor import report
from tests.web.lost_cities import OVER, START, TURN, count, draw, happened, lay
from tests.web.test_history import on_the_table

UNDO = {"type": "undo"}


def lines(page):
    return page.text.split("What happened")[1].split("Back to the table")[0]


def test_an_empty_log_says_so(ana, table):
    assert "Nothing yet." in ana.go(f"/t/{table.code}/log").text


def test_what_was_taken_back_stays_marked(ana, book, table):
    happened(book, table, [START, lay(0, "red-5"), UNDO, lay(0, "red-6")])
    page = ana.go(f"/t/{table.code}/log")
    assert "Undone: Ana lays red 5." in page.text
    assert "Ana lays red 5. (undone)" in page.text
    assert [had.get("class") for tag, had in page.tags if tag == "li"] == [None, "gone", "gone", None]


def test_a_move_is_taken_back_from_the_log(ana, book, table):
    happened(book, table, TURN)
    ana.on(f"/t/{table.code}/log").press("Undo")
    assert ana.at == f"/t/{table.code}"
    assert "Ana draws from:" in ana.page.text


def test_whoever_watches_reads_the_log_and_takes_nothing_back(visitor, book, table):
    happened(book, table, TURN)
    page = visitor().go(f"/w/{table.watch}/log")
    assert "Ana lays red 5." in page.text
    assert "Undo" not in page.text
    assert table.code not in page.html
    page = visitor().go(f"/w/{table.watch}/log?back_to=1")
    assert "Undo this" not in page.text
    assert "Back to here" not in page.text


# Rounds and turns


def turns(page):
    """The lines of the log, as they are read without opening one."""
    said = re.findall(r"<summary>(.*?)</summary>", page.html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", line)).split()) for line in said]


def test_a_turn_is_one_line_under_its_round(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-wager"), draw(1), count(0), count(1), START])
    page = ana.go(f"/t/{table.code}/log")
    assert turns(page) == [
        "Ana begins round 2.",
        "Ben counts 0 cards. That is not what was followed: blue wager less. Round 1 is over.",
        "Ana counts 0 cards. That is not what was followed: red 5 less.",
        "1 Ben lays a blue wager and draws.",
        "1 Ana lays red 5 and draws.",
        "Ana begins round 1.",
    ]
    said = lines(page)
    assert said.index("Round 2 Ana begins round 2.") < said.index("Round 1 Ben counts 0 cards.")


def test_a_turn_of_one_move_says_its_sentence_once(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-wager"), draw(1)])
    page = ana.go(f"/t/{table.code}/log")
    of_one, of_two = (part for part in reversed(page.html.split("<details")) if re.search('id="m[12]"', part))
    assert of_one.count("Ana begins round 1.") == 2, "in the line, and in the name of its link"
    assert of_two.count("Ana lays red 5.") == 2, "in its place, and in the name of its link"
    assert page.link("See this moment") == f"/t/{table.code}/at/1"


def test_a_line_shows_what_was_taken_back_once(ana, ben, book, table):
    happened(book, table, TURN)
    report(ben, UNDO)
    report(ben, UNDO)
    happened(book, table, [lay(0, "red-6")])
    page = ana.go(f"/t/{table.code}/log")
    assert turns(page)[0] == "1 Ana lays red 6."
    assert turns(page)[1] == "Ana lays red 5. Ana draws from the draw pile. ↩ (undone) Ben"
    assert "<s>Ana lays red 5." in " ".join(page.html.split())


def test_a_line_does_not_strike_out_what_was_said_again(ana, book, table):
    happened(book, table, [*TURN, UNDO, draw(0)])
    assert turns(ana.go(f"/t/{table.code}/log"))[0] == "1 Ana lays red 5. ↩ (undone) Ana draws from the draw pile."


def test_a_line_shows_what_stands_since_it_was_corrected(ana, book, table):
    happened(book, table, [*OVER, {"type": "amend", "at": 7, "event": count(0, red=[5, 6])}])
    page = ana.go(f"/t/{table.code}/log")
    assert "Ana counts 0 cards. Ana counts 2 cards." in turns(page)
    assert turns(page)[0].startswith("Ana counted again: red 5 and red 6 more.")


def test_a_round_that_was_taken_back_is_no_round(ana, book, table):
    happened(book, table, [{**START, "seat": 1}, UNDO, START])
    page = ana.go(f"/t/{table.code}/log")
    assert "Round 2" not in page.text
    assert turns(page) == ["Ana begins round 1.", "Ben begins round 1. ↩ (undone)"]


def test_in_roll_and_write_a_line_is_a_throw_and_what_everybody_makes_of_it(visitor, book):
    table = on_the_table(book, "roll-and-write", 2, 40)
    rolls = [row.seat for row in book.moves.read(table.id) if row.event["type"] == "roll"]
    numbers = [int(line.partition(" ")[0]) for line in turns(visitor().go(f"/w/{table.watch}/log"))]
    assert len(rolls) > 5
    assert numbers[::-1] == [rolls[: turn + 1].count(seat) for turn, seat in enumerate(rolls)]


@pytest.mark.parametrize(("game", "said"), [("lutece", "Tour 1"), ("lost-cities", "Manche 1")])
def test_a_round_has_the_word_of_the_games_own_french_booklet(visitor, book, game, said):
    page = visitor("fr").go(f"/w/{on_the_table(book, game, 0).watch}/log")
    assert re.findall(r"<h2>([^<]+)</h2>", page.html)[-1] == said


def test_in_lutece_the_lines_are_what_all_do_at_once_and_a_round_begins_with_its_cards(visitor, book):
    table = on_the_table(book, "lutece", 0)
    page = visitor().go(f"/w/{table.watch}/log")
    closed = sum(row.event["type"] == "close" for row in book.moves.read(table.id))
    assert f"Round {closed}" in page.text
    assert f"Round {closed + 2}" not in page.text
    said = turns(page)
    assert any(line.count("places two action cards, face down.") == len(table.names) for line in said)
    assert not any("places two action cards, face down." in line and "goes under tile" in line for line in said)


# Back to here


def test_back_to_here_asks_first_and_takes_back_everything_after_that_line(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-4"), draw(1)])
    page = ana.go(f"/t/{table.code}/log")
    assert [href for href, text in page.links if "Back to here" in text] == ["?back_to=3#back", "?back_to=1#back"]
    assert "Undo these 2 moves? Ben draws from the draw pile. Ben lays blue 4." in ana.tap("Back to here").text
    assert book.moves.last_seq(table.id) == 5
    ana.press("Yes, undo")
    assert ana.at == f"/t/{table.code}"
    assert [row.event for row in book.moves.read(table.id)][5:] == [UNDO, UNDO]
    assert "Ben: tap the card you are playing." in ana.page.text


def test_what_has_moved_on_meanwhile_is_not_taken_back(ana, book, table):
    happened(book, table, [*TURN, lay(1, "blue-4")])
    ana.go(f"/t/{table.code}/log?back_to=1")
    happened(book, table, [draw(1)])
    ana.press("Yes, undo")
    assert ana.status == 409
    assert book.moves.last_seq(table.id) == 5


def test_the_log_asks_before_it_takes_back_somebody_elses_move(ben, book, table):
    happened(book, table, TURN)
    assert "Undo this move? Ana draws from the draw pile." in ben.on(f"/t/{table.code}/log").tap("Undo: Ana").text
    ben.press("Yes, undo")
    assert book.moves.last_seq(table.id) == 4


@pytest.mark.parametrize("asked", ["back_to=3", "back_to=x", "only=9", "only=1&back_to=1", "back_to=-7"])
def test_where_there_is_nothing_to_go_back_from_nothing_is_asked(ana, book, table, asked):
    happened(book, table, TURN)
    assert "Undo this" not in ana.go(f"/t/{table.code}/log?{asked}").text


# Pages


def long_log(book, table):
    """A round that was begun and taken back again and again."""
    happened(book, table, [START, UNDO] * 600 + [START, lay(0, "red-5")])


def moves_of(page):
    return [int(had["id"][1:]) for tag, had in page.tags if tag == "li" and (had.get("id") or "").startswith("m")]


def test_a_long_log_is_on_pages_the_newest_first_and_every_move_is_on_one_of_them(ana, book, table):
    long_log(book, table)
    page = ana.go(f"/t/{table.code}/log")
    seen = moves_of(page)
    assert "Newer" not in page.text
    while any("Older" in text for _, text in page.links):
        assert len(moves_of(page)) <= 502
        page = ana.go(f"/t/{table.code}/log{page.link('Older')}")
        seen += moves_of(page)
    assert sorted(seen) == list(range(1, 1_203))
    assert "Page 3 of 3" in page.text
    assert "Page 2 of 3" in ana.go(f"/t/{table.code}/log{page.link('Newer')}").text


def test_a_turn_that_goes_on_for_ever_is_on_pages_too(ana, book, table):
    happened(book, table, [START, lay(0, "red-5"), *[draw(0), UNDO] * 600])
    page = ana.go(f"/t/{table.code}/log")
    assert moves_of(page) == list(range(703, 1_203))
    older = ana.go(f"/t/{table.code}/log{page.link('Older')}")
    assert moves_of(older) == list(range(203, 703))
    oldest = ana.go(f"/t/{table.code}/log{older.link('Older')}")
    assert moves_of(oldest) == [*range(2, 203), 1]


@pytest.mark.parametrize(("move", "number"), [("1", 3), ("0", 3), ("-5", 3), ("900", 1), ("9999", 1), ("x", 1)])
def test_a_link_to_a_move_opens_the_page_that_it_is_on(ana, book, table, move, number):
    long_log(book, table)
    assert f"Page {number} of 3" in ana.go(f"/t/{table.code}/log?move={move}").text


def test_a_correction_on_another_page_is_found(ana, book, table):
    happened(book, table, [*OVER, {"type": "amend", "at": 7, "event": count(0, red=[5, 6])}])
    happened(book, table, [UNDO, {"type": "amend", "at": 7, "event": count(0, red=[5, 6])}] * 300)
    page = ana.go(f"/t/{table.code}/log?move=1")
    correction = book.moves.last_seq(table.id)
    assert f"?move={correction}#m{correction}" in [href for href, _ in page.links]
    assert correction in moves_of(ana.go(f"/t/{table.code}/log?move={correction}"))

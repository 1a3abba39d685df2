"""Play again: the same people and settings at one more table, from the table, the result and the group."""

import pytest

from tests.conftest import open_table
from tests.visitor import record, report
from tests.web.lost_cities import count, happened

BEN_STARTS = {"type": "start", "seat": 1}
THROW = {"type": "roll", "seat": 1, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
OVER = [event for _ in range(3) for event in (BEN_STARTS, count(0), count(1))]


@pytest.fixture
def over(ana, book, table):
    """Ana's and Ben's game is over; Ben began it."""
    happened(book, table, OVER)
    return table


def at(visitor, book):
    return book.tables.by_code(visitor.at.split("/")[2])


def test_the_same_people_play_again_with_one_tap_and_who_presses_second_comes_to_the_same_table(ana, over, book, ben):
    ana.on(f"/t/{over.code}").press("Play again")
    new = at(ana, book)
    assert new.id != over.id
    assert (new.names, new.settings) == (over.names, over.settings)
    assert "Who begins?" in ana.page.text
    ben.on(f"/t/{over.code}").tap("The next game is open: go there")
    assert at(ben, book) == at(ana, book)
    ben.post(f"/t/{over.code}/again", {"csrf_token": ben.token()})
    assert at(ben, book) == at(ana, book)
    assert "This device plays for Ben." in ben.go(f"{ben.at}/share").text
    assert book.moves.read(at(ben, book).id) == []


def test_from_the_result_who_sits_there_plays_again_and_finds_back(ana, over, book):
    ana.on(f"/r/{over.watch}").tap("Back to the table")
    assert ana.at == f"/t/{over.code}"
    ana.on(f"/r/{over.watch}").press("Play again")
    assert at(ana, book).names == over.names


def test_only_a_finished_game_is_played_again(ana, table, book):
    ana.post(f"/t/{table.code}/again", {"csrf_token": ana.token()})
    assert ana.at == f"/t/{table.code}"
    assert "This game is still being played." in ana.page.text


def test_a_device_that_does_not_sit_there_opens_nothing(visitor, over, book):
    cai = visitor().on(f"/t/{over.code}")
    cai.post(f"/t/{over.code}/again", {"csrf_token": cai.token()})
    assert cai.status == 403
    assert book.rematches.after(over.id) is None


def test_a_deleted_next_table_makes_room_for_another(ana, over, book):
    ana.on(f"/t/{over.code}").press("Play again")
    book.tables.delete(at(ana, book).id)
    ana.on(f"/t/{over.code}").press("Play again")
    assert at(ana, book).names == over.names


def test_a_group_plays_its_last_game_again_under_the_names_of_today(visitor, book):
    ana = visitor().on("/groups")
    ana.press("Create the group", name="Thursdays")
    group = book.groups.by_code(ana.at.split("/")[-1])
    ana.on(f"/g/{group.code}/new/lost-cities").press("Open the table", name0="Ana", name1="Ben")
    played = at(ana, book)
    happened(book, played, OVER[:-1])
    record(ana, OVER[-1])
    players = {player.name: player.id for player in book.players.of(group.id)}
    book.players.rename(group.id, players["Ben"], "Benoît")
    ana.on(f"/r/{played.watch}")
    assert "Games won: Ana 0 – Ben 0" in ana.page.text
    ana.tap("See the group Thursdays")
    ana.press("Play again")
    new = at(ana, book)
    assert (new.names, new.group_id) == (("Ana", "Benoît"), group.id)
    assert len(book.players.of(group.id)) == 2


def test_whoever_threw_first_sits_first_with_the_sheets_as_they_are_known_by_now(visitor, book):
    ana = open_table(visitor(), "roll-and-write", pad="1")
    table = at(ana, book)
    report(ana, THROW)
    report(ana, {"type": "learn", "colour": "red", "box": 1, "kind": "vase"})
    for seat in (0, 1):
        record(ana, {"type": "count", "seat": seat, "sheet": {}})
    ana.on(f"/t/{table.code}").press("Play again")
    new = at(ana, book)
    assert new.names == ("Ben", "Ana")
    assert new.settings["paper"] == table.settings["paper"]
    assert new.settings["pad"]["boxes"]["red"][0] == "vase"


def test_after_a_game_that_was_only_counted_nobody_is_claimed_to_begin(visitor, book):
    """Neither in the next game nor in BG Stats, nor on a tie in the next round."""
    mia = visitor().on("/count/lost-cities")
    mia.press("Keep it", name0="Mia", name1="Tom")
    mia.answer("Record 0 and 0")
    assert "Who begins?" in mia.press("Play again").text
    assert book.moves.read(at(mia, book).id) == []


def test_on_a_tie_after_a_counted_round_who_begins_is_asked(visitor):
    mia = visitor().on("/count/lost-cities")
    mia.press("Round 2", name0="Mia", name1="Tom")
    assert "Who begins?" in mia.answer().text
    assert "should begin" not in mia.page.text

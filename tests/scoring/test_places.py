"""The places of moves, as people count them at the table."""

import pytest

from scoring import GAMES
from scoring.core.log import read_log
from scoring.core.running import replay
from scoring.core.telling import places
from tests.english import english
from tests.sources import played
from tests.test_corrected import after
from tests.web.lost_cities import START, count, discard, draw, lay

TURNS = [START, lay(0, "red-5"), draw(0), discard(1, "blue-2"), draw(1), lay(0, "red-6"), draw(0)]


def said(play) -> list[str]:
    return [english(place.said) for place in places(play).values()]


def test_a_turn_is_that_of_its_player_in_its_round_and_a_count_is_none():
    play = after("lost-cities", *TURNS, count(1), count(0), {**START, "seat": 1}, lay(1, "red-5"))
    assert said(play) == [
        "Round 1",
        *["Round 1, Ana’s turn 1"] * 2,
        *["Round 1, Ben’s turn 1"] * 2,
        *["Round 1, Ana’s turn 2"] * 2,
        "Round 1, Ben’s count",
        "Round 1, Ana’s count",
        "Round 2",
        "Round 2, Ben’s turn 1",
    ]


def test_what_was_undone_or_struck_has_no_place_and_what_follows_is_counted_without_it():
    undo = {"type": "undo"}
    taken_back = after("lost-cities", *TURNS[:3], undo, undo, lay(0, "red-7"))
    assert list(places(taken_back)) == [1, 6]
    assert said(taken_back)[-1] == "Round 1, Ana’s turn 1"
    two = {"type": "amend", "changes": [{"at": at, "event": None} for at in (1, 2, 3, 4)]}
    assert said(after("lost-cities", *TURNS, two)) == ["Round 1", *["Round 1, Ana’s turn 1"] * 2]


def test_what_was_put_in_is_counted_where_it_was_put():
    more = [discard(1, "blue-3"), draw(1), lay(0, "blue-4"), draw(0)]
    found = places(after("lost-cities", *TURNS, {"type": "amend", "changes": [{"at": 3, "insert": more}]}))
    assert english(found[4].said) == "Round 1, Ben’s turn 2"
    assert english(found[8].said) == "Round 1, Ben’s turn 1"


def test_in_a_game_without_rounds_a_turn_is_that_of_who_throws_whoever_else_moves_in_it():
    rolls = [{"type": "roll", "seat": seat, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]} for seat in (1, 0)]
    refuse = [{"type": "refuse", "seat": seat} for seat in (1, 0)]
    play = after("roll-and-write", rolls[0], *refuse, rolls[1])
    assert said(play) == [*["Ben’s turn 1"] * 3, "Ana’s turn 1"]


@pytest.mark.parametrize("key", GAMES)
def test_every_move_that_stands_has_a_place(key):
    log = played(key, 3).log()
    setup, moves = read_log(GAMES[key], log)
    play = replay(GAMES[key], setup, moves).play
    assert places(play).keys() == {each.index for each in play.standing()}
    assert all(said(play))

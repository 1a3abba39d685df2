"""The score of a game as it went on, and the places of its moves."""

import pytest

from scoring import GAMES
from scoring.core.game import Opens
from scoring.core.log import Undo, read_log
from scoring.core.running import figure, leads, moments, replay
from scoring.core.telling import places
from tests.english import english
from tests.scoring.work import calls
from tests.sources import SOURCES, played
from tests.test_corrected import after
from tests.web.lost_cities import START, count, discard, draw, lay

every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_a_moment_is_the_score_of_its_state_and_nothing_is_left_out(key):
    before = played(key, 0)
    game = before.game
    totals = [tuple(player.total for player in game.score(game.position(state)).players) for state in before.states]
    found = moments(replay(game, before.setup, before.moves).play)
    assert [(found[0].move, found[-1].totals)] == [(0, totals[-1])]
    assert all(totals[moment.move] == moment.totals for moment in found)
    seen = {moment.move for moment in found}
    assert all(at in seen or totals[at] == totals[at - 1] for at in range(1, len(totals)))


@every_game
def test_what_was_taken_back_is_not_in_it(key):
    before = played(key, 1)
    plain = replay(before.game, before.setup, before.moves).play
    undone = replay(before.game, before.setup, [*before.moves, Undo(), Undo(), *before.moves[-2:]]).play
    assert moments(undone) == moments(plain)


@every_game
def test_it_ends_where_the_log_is_closed(key):
    before = played(key, 1)
    play = replay(before.game, before.setup, before.moves).play
    assert all(moment.move <= 20 for moment in moments(play, open_to=20))
    assert moments(play, open_to=20) == moments(replay(before.game, before.setup, before.moves[:20]).play)


@pytest.mark.parametrize("key", ["lutece", "roll-and-write"])
def test_of_a_game_that_was_only_counted_nobody_led_in_any_turn(key):
    last = played(key, 0)
    counts = [SOURCES[key].count(last.states[-1], seat) for seat in last.seats]
    assert leads(replay(last.game, last.setup, counts).play) == (Opens.NOTHING, [])


@every_game
def test_before_the_first_move_there_is_nothing(key):
    before = played(key, 0)
    assert moments(replay(before.game, before.setup, []).play) == []


def test_the_picture_has_a_line_for_each_player_and_a_row_for_each_moment():
    before = played("roll-and-write", 0)
    found = moments(replay(before.game, before.setup, before.moves).play)
    drawn = figure(tuple(before.names), found)
    assert len(drawn.columns) == len(before.names)
    assert [row.numbers for row in drawn.rows] == [moment.totals for moment in found]


def test_a_long_game_is_scored_move_by_move_without_scoring_all_of_it_again():
    """23,000 calls for the 410 moves of the longest, 100,000 for the costliest: half as much again is let pass."""
    games = [played(key, seed) for key in GAMES for seed in range(4)]
    plays = [replay(each.game, each.setup, each.moves).play for each in games]
    assert max(calls(moments, play) for play in plays) < 150_000


def test_a_moment_has_the_number_of_its_move_in_the_log():
    """As the log, the play-back and the links of a review have it: two numberings would name two moves alike."""
    before = played("lutece", 1)
    log = [*before.moves[:-2], Undo(), *before.moves[-3:]]
    play = replay(before.game, before.setup, log).play
    numbers = {moment.move: moment.number for moment in moments(play)}
    standing = play.standing()
    assert numbers.pop(0) == 0
    assert numbers == {move: standing[move - 1].index for move in numbers}
    assert any(move != number for move, number in numbers.items())
    rows = [row.of.facts["number"] for row in figure(before.names, moments(play)).rows]
    assert rows == [0, *numbers.values()]


# The places of moves, as people count them


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

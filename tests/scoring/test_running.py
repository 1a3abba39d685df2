"""The score of a game as it went on."""

import pytest

from scoring import GAMES
from scoring.core.game import Opens
from scoring.core.log import Undo
from scoring.core.running import figure, leads, moments, replay
from tests.scoring.work import calls
from tests.sources import SOURCES, played

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

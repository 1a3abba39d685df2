"""A finished game is corrected: one event replaced or struck, everything after it judged again, nothing erased."""

from __future__ import annotations

import json

import pytest

from scoring import GAMES
from scoring.core.log import read_event, read_log
from scoring.core.play import Amend, Play, Undo, replay
from scoring.core.rule import Illegal, Malformed
from tests.sources import played
from web.commands.reports import referee_report

LOG = {"game": "lost-cities", "players": ["Ana", "Ben"], "rounds": 1}
COUNTED = [
    {"type": "start", "seat": 0},
    {"type": "count", "seat": 0, "expeditions": {"red": ["wager", 4, 8]}},
    {"type": "count", "seat": 1, "expeditions": {"blue": [9, 10]}},
]


def amend(at, event):
    return {"type": "amend", "at": at, "event": event}


def counted(*more):
    game = GAMES["lost-cities"]
    setup, moves = read_log(game, {**LOG, "events": [*COUNTED, *more]})
    return replay(game, setup, moves)


def totals(play: Play):
    return [player.total for player in play.game.score(play.game.position(play.state)).players]


def finished(key: str, seed: int) -> Play:
    before = played(key, seed)
    return replay(before.game, before.setup, before.moves).play


RIGHT = {"type": "count", "seat": 0, "expeditions": {"red": ["wager", 5, 8]}}


def test_a_wrong_card_is_corrected_and_the_game_scored_anew():
    told = counted(amend(1, RIGHT))
    assert (told.refusals, told.applied) == ((), 4)
    assert totals(counted().play) == [-16, -1]
    assert totals(told.play) == [-14, -1]


def test_a_correction_is_told_with_what_stood_what_stands_and_the_totals():
    said, totals = counted(amend(1, RIGHT)).play.sentences()
    assert (said.facts["number"], said.facts["before"].message) == (2, "{name} counts {count} card.")
    assert [change.facts for change in totals.facts["changes"]] == [{"name": "Ana", "before": -16, "after": -14}]


def test_a_correction_is_taken_back_like_a_move():
    play = counted(amend(1, RIGHT)).play
    assert play.after(Undo(), 5) is play.before
    assert totals(counted(amend(1, RIGHT), {"type": "undo"}).play) == [-16, -1]


def test_what_was_corrected_is_corrected_again():
    again = {**RIGHT, "expeditions": {"red": ["wager", 6, 8]}}
    play = counted(amend(1, RIGHT), amend(1, again)).play
    assert totals(play) == [-12, -1]
    assert [entry.move.number for entry in play.amendments()] == [2, 2]
    assert [entry.index for entry in play.standing()] == [1, 2, 3]


def test_a_correction_that_makes_a_later_move_illegal_is_refused_whole_and_names_both():
    told = counted(amend(1, {**RIGHT, "expeditions": {"blue": [9]}}))
    assert totals(told.play) == [-16, -1]
    (refusal,) = told.refusals
    assert refusal.illegal.why.message == "Then move {number} would be against the rules. {said} {why}"
    assert refusal.illegal.why.facts["number"] == 3
    assert refusal.illegal.rule.code.startswith("lost-cities/")


def test_a_correction_that_is_illegal_where_it_stands_is_refused_with_its_own_rule():
    (refusal,) = counted(amend(1, {"type": "lay", "seat": 1, "card": "red-5"})).refusals
    assert refusal.illegal.rule.code == "lost-cities/not-your-turn"


def test_only_what_stands_is_corrected():
    assert [refusal.illegal.rule.code for refusal in counted(amend(7, RIGHT)).refusals] == ["cairn/amend-what-stands"]


def test_a_game_under_way_is_not_corrected():
    game = GAMES["lost-cities"]
    setup, moves = read_log(game, {**LOG, "events": [*COUNTED[:2], amend(1, RIGHT)]})
    assert [refusal.illegal.rule.code for refusal in replay(game, setup, moves).refusals] == ["cairn/amend-at-the-end"]


def test_striking_the_last_count_opens_the_game_again():
    play = counted(amend(2, None)).play
    assert play.game.to_act(play.state) == frozenset({1})
    assert play.sentences()[0].message == "Move {number} is struck: {before}"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "amend"},
        amend(-1, None),
        amend(True, None),
        amend(0, "start"),
        amend(0, {"type": "undo"}),
        amend(0, amend(0, None)),
        {**amend(0, None), "seat": 0},
    ],
)
def test_what_is_no_correction_is_malformed(event):
    game = GAMES["lost-cities"]
    with pytest.raises(Malformed):
        read_event(game, event, game.formats.setup({"players": ["Ana", "Ben"]}))


def test_the_public_referee_judges_a_log_with_a_correction(app):
    with app.test_request_context():
        log = json.loads(json.dumps({**LOG, "events": [*COUNTED, amend(1, RIGHT)]}))
        report = referee_report(GAMES["lost-cities"], log)
    assert (report["legal"], report["finished"]) == (True, True)
    assert [player["total"] for player in report["result"]["players"]] == [-14, -1]


@pytest.mark.parametrize("key", GAMES)
def test_every_move_of_a_random_game_corrected_to_itself_changes_nothing(key):
    play = finished(key, 1)
    for entry in play.standing()[::5]:
        if entry.forced:
            continue
        same = play.after(Amend(entry.index, entry.move), 999)
        assert same.state == play.state
        assert [(one.index, one.move) for one in same.standing()] == [(one.index, one.move) for one in play.standing()]


@pytest.mark.parametrize("key", GAMES)
def test_any_other_move_is_taken_with_all_that_comes_after_it_or_refused(key):
    """A corrected game is what a table would have reached that played so from the beginning."""
    play, taken = finished(key, 2), 0
    for entry in play.standing()[::3]:
        seat = getattr(entry.move, "seat", None)
        for move in list(play.game.options(entry.before.state, seat))[:4] if seat is not None else ():
            try:
                amended = play.after(Amend(entry.index, move), 999)
            except Illegal:
                continue
            taken += 1
            fresh = replay(play.game, played(key, 2).setup, [one.move for one in amended.standing()])
            assert fresh.refusals == ()
            assert fresh.play.state == amended.state
            assert amended.sentences()
    assert taken


def test_what_followed_of_itself_follows_from_what_stands_now():
    """In Lutèce a purchase that nobody can contest settles by itself: it is not corrected, and it comes anew."""
    play = finished("lutece", 0)
    forced = [entry for entry in play.standing() if entry.forced]
    assert forced
    with pytest.raises(Illegal):
        play.after(Amend(forced[0].index, None), 999)

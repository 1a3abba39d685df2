"""A game is corrected: events replaced, struck or put in, everything after them judged again, nothing erased."""

import json
from random import Random

import pytest

from scoring import GAMES
from scoring.core.log import Amend, Change, NoLongerHolds, Undo, read_event
from scoring.core.play import Play
from scoring.core.rule import Illegal, Malformed
from scoring.core.running import replay
from scoring.core.text import text
from tests.events import amend, changes, replayed, totals
from tests.sources import played
from tests.web.lost_cities import START, count, draw, lay
from web.commands.judge import referee_report

LOG = {"game": "lost-cities", "players": ["Ana", "Ben"], "rounds": 1}
COUNTED = [
    START,
    count(0, red=["wager", 4, 8]),
    count(1, blue=[9, 10]),
]


def instead(number, *moves):
    """The correction that puts these moves in the place of that one; none strike it."""
    return Amend((Change(number, moves),))


def codes(told):
    return [refusal.illegal.rule.code for refusal in told.refusals]


def counted(*more):
    return replayed(*COUNTED, *more, rounds=1)


def finished(key: str, seed: int) -> Play:
    before = played(key, seed)
    return replay(before.game, before.setup, before.moves).play


RIGHT = count(0, red=["wager", 5, 8])


def test_a_wrong_card_is_corrected_and_scored_anew_told_with_what_differs_and_taken_back_like_a_move():
    told = counted(amend(1, RIGHT))
    assert (told.refusals, told.applied) == ((), 4)
    assert (totals(counted().play), totals(told.play)) == ([-16, -1], [-14, -1])
    said, changed = told.play.sentences(totals=True)
    assert (said.message, said.facts["name"]) == ("{name} counted again: {differences}.", "Ana")
    assert [change.facts for change in changed.facts["changes"]] == [{"name": "Ana", "before": -16, "after": -14}]
    assert told.play.after(Undo(), 5) is told.play.before
    assert totals(counted(amend(1, RIGHT), {"type": "undo"}).play) == [-16, -1]


def test_what_was_corrected_is_corrected_again():
    again = {**RIGHT, "expeditions": {"red": ["wager", 6, 8]}}
    play = counted(amend(1, RIGHT), amend(1, again)).play
    assert totals(play) == [-12, -1]
    assert [change.number for entry in play.amendments() for change in entry.move.changes] == [2, 2]
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


@pytest.mark.parametrize("at", [3, 4, 5, 6, 7, 9])
def test_only_what_stands_is_corrected(at):
    """Index 3 was refused, 4 undone, 5 an undo, 6 a correction; the others have not happened."""
    earlier = (COUNTED[0], amend(1, RIGHT), {"type": "undo"}, amend(2, COUNTED[2]))
    (_own, refusal) = counted(*earlier, amend(at, RIGHT)).refusals
    assert refusal.illegal.rule.code == "cairn/amend-what-stands"
    assert refusal.illegal.why.message == "Move {number} does not count: it cannot be corrected."


def test_what_a_correction_puts_in_is_shown_before_a_move_under_the_number_that_the_correction_will_have():
    """Under any other it would pass for an event of the log, and a second change for its own."""
    play = counted().play
    before = play.before_number(3, Amend((Change(3, (play.number(2).move,), before=True),)))
    assert [entry.index for entry in before.standing()] == [1, 2, 4]


@pytest.mark.parametrize("event", [[], "lay", 3, True])
def test_an_event_of_a_correction_that_is_no_object_is_named_with_its_place_and_no_other(event):
    game = GAMES["lost-cities"]
    for correction, where in (
        (amend(1, event), "amend.event"),
        (changes({"at": 1, "event": event}), "amend.changes[0].event"),
        (changes({"at": 1, "insert": [RIGHT, event]}), "amend.changes[0].insert[1]"),
    ):
        with pytest.raises(Malformed) as malformed:
            read_event(game, correction, game.formats.setup({"players": ["Ana", "Ben"]}))
        assert malformed.value.why == text("{where}: an object is expected.", where=where)


ROUND = [START, lay(0, "red-5"), draw(0), lay(1, "blue-8"), draw(1), lay(0, "red-8"), draw(0)]


def laid(told, seat=0):
    return [card for line in told.play.state.round.laid[seat].values() for card in line.numbers]


def test_a_game_under_way_is_corrected_and_goes_on():
    told = replayed(*ROUND, amend(1, lay(0, "red-4")), lay(1, "blue-9"))
    assert (codes(told), laid(told), laid(told, 1)) == ([], [4, 8], [8, 9])


def test_a_correction_under_way_names_the_totals_it_moved_where_they_may_be_seen():
    play = replayed(*ROUND, amend(1, lay(0, "red-4"))).play
    (said,) = play.sentences()
    assert said.message == "{place}, corrected. Before: {before} Now: {after}"
    totals = play.sentences(totals=True)[-1]
    assert [change.facts for change in totals.facts["changes"]] == [{"name": "Ana", "before": -7, "after": -8}]
    assert len(replayed(*ROUND, amend(2, draw(0))).play.sentences(totals=True)) == 1, "no total was moved"


def test_a_correction_that_its_first_sentence_does_not_show_is_told_by_what_does():
    """Two choices begin alike: the arrow leads to another column."""
    roll = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}
    chosen = {"type": "choose", "seat": 0, "number": 4, "colour": "red", "accelerate": ["green"]}
    other = {**chosen, "accelerate": ["violet"]}
    arrow = {"type": "learn", "colour": "red", "box": 1, "kind": "arrow"}
    told = replayed(arrow, roll, chosen, amend(2, other), game="roll-and-write", pad=None)
    (said,) = told.play.sentences()
    assert (codes(told), said.facts["before"].facts["colour"].message) == ([], "green")
    assert said.facts["after"].facts["colour"].message == "violet"


def test_what_no_longer_holds_is_named_in_order_each_with_its_sentence_and_why():
    told = replayed(*ROUND, lay(1, "blue-9"), draw(1), lay(0, "red-10"), amend(1, lay(0, "red-9")))
    (refusal,) = told.refusals
    assert isinstance(refusal.illegal, NoLongerHolds)
    (broken,) = [each for each in refusal.illegal.broken if each.number == 6]
    assert broken.said[0].message == "{name} lays {card}."
    assert broken.illegal.rule.code == "lost-cities/not-rising"
    assert refusal.illegal.broken[0] == broken
    assert [each.number for each in refusal.illegal.broken] == sorted(each.number for each in refusal.illegal.broken)
    assert laid(told) == [5, 8, 10]


def test_without_what_no_longer_holds_the_correction_holds():
    more = [*ROUND, amend(1, lay(0, "red-9"))]
    (refusal,) = replayed(*more).refusals
    struck = [{"at": broken.number - 1, "event": None} for broken in refusal.illegal.broken]
    told = replayed(*ROUND, changes({"at": 1, "event": lay(0, "red-9")}, *struck))
    assert (codes(told), laid(told)) == ([], [9])


def test_two_exchanged_cards_are_corrected_in_one_go_and_not_one_by_one():
    wrong = [START, lay(0, "red-5"), draw(0), lay(1, "red-8"), draw(1)]
    exchanged = [{"at": 1, "event": lay(0, "red-8")}, {"at": 3, "event": lay(1, "red-5")}]
    for alone in exchanged:
        assert codes(replayed(*wrong, changes(alone))) == ["lost-cities/already-laid"]
    told = replayed(*wrong, changes(*exchanged))
    assert (codes(told), laid(told), laid(told, 1)) == ([], [8], [5])
    assert [said.facts["place"].facts["whose"].facts["name"] for said in told.play.sentences()] == ["Ana", "Ben"]


def test_a_forgotten_turn_is_put_in_and_a_doubled_one_struck():
    forgotten = changes({"at": 5, "insert": [lay(0, "red-6"), draw(0), lay(1, "blue-9"), draw(1)]})
    told = replayed(*ROUND, forgotten)
    assert (codes(told), laid(told), laid(told, 1)) == ([], [5, 6, 8], [8, 9])
    assert told.play.sentences()[0].message == "{place}, added before it: {said}"
    doubled = changes(*({"at": at, "event": None} for at in (3, 4, 5, 6)))
    assert laid(replayed(*ROUND, doubled)) == [5]


def test_what_was_put_in_is_corrected_under_the_number_of_its_correction():
    put_in = changes({"at": 5, "insert": [lay(0, "red-6"), draw(0), lay(1, "blue-9"), draw(1)]})
    better = changes(
        {"at": 7, "insert": [lay(0, "red-7"), draw(0), lay(1, "blue-9"), draw(1)]}, {"at": 7, "event": None}
    )
    told = replayed(*ROUND, put_in, better)
    assert (codes(told), laid(told), laid(told, 1)) == ([], [5, 7, 8], [8, 9])
    assert laid(replayed(*ROUND, put_in, amend(7, None))) == [5, 8]


def learn(colour):
    return {"type": "learn", "colour": colour, "box": 1, "kind": "plain"}


@pytest.mark.parametrize(
    ("again", "numbers"),
    [
        ({"at": 2, "event": learn("yellow")}, [3, 1, 2]),
        ({"at": 2, "insert": [learn("yellow")]}, [4, 3, 1, 3, 2]),
        ({"at": 2, "event": None}, [1, 2]),
    ],
)
def test_what_was_put_in_at_two_places_is_corrected_as_one(again, numbers):
    roll = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}
    twice = changes({"at": 0, "insert": [learn("red")]}, {"at": 1, "insert": [learn("orange")]})
    told = replayed(roll, {"type": "refuse", "seat": 0}, twice, changes(again), game="roll-and-write")
    assert (codes(told), [play.index for play in told.play.standing()]) == ([], numbers)


def test_an_equal_replacement_is_accepted_and_changes_nothing():
    told = replayed(*ROUND, amend(1, ROUND[1]))
    assert (codes(told), told.play.state) == ([], replayed(*ROUND).play.state)
    assert told.play.sentences()[0].message == "{place}, as before: {before}"


def test_a_replacement_that_leads_to_the_same_state_is_kept_for_later_corrections():
    """Over nine 1s an 8 ticks the top just as a 9 does; under a 9 only the 9 stays possible."""
    numbers = [[1] * 9, [*[1] * 8, 9]]
    count, higher = (
        {"type": "count", "seat": 1, "sheet": {"expeditions": {"red": {"numbers": own}}, "bridges": ["red"]}}
        for own in numbers
    )
    throw = {"type": "roll", "seat": 0, "numbers": [1, 8, 9], "colours": ["blue", "red", "green"]}
    eight, nine = ({"type": "choose", "seat": 1, "number": number, "colour": "red"} for number in (8, 9))
    log = (count, throw, {"type": "refuse", "seat": 0}, eight)
    assert codes(replayed(*log, amend(3, nine), amend(0, higher), game="roll-and-write")) == []
    assert codes(replayed(*log, amend(0, higher), game="roll-and-write")) == ["roll-and-write/never-fall"]


def test_a_replacement_by_what_another_player_did_is_kept_though_it_changes_nothing_yet():
    counts = [{"type": "count", "seat": seat, "sheet": {"dice": 3 - seat}} for seat in (0, 1)]
    again = replayed(
        *counts, counts[0], amend(2, counts[1]), amend(1, None), game="roll-and-write", players=("Ana", "Ben", "Cai")
    )
    assert (codes(again), totals(again.play)) == ([], [-20, -30, 0])


CITIZEN = {"kind": "citizen", "cost": 1, "resources": {"potion": 1}}
OFFERED = [
    {"type": "offer", "tile": tile, "card": {"id": f"c{tile}"} | (CITIZEN if tile in "ABC" else {"kind": "market"})}
    for tile in "ABC123"
]
LYING = [
    {"type": "options", "seat": 0, "actions": ["A", "B"]},
    {"type": "options", "seat": 1, "actions": ["C", "income-1"]},
    {"type": "options", "seat": 2, "actions": ["1", "income-1"]},
    {"type": "bribe", "seat": 0, "tile": "A", "amount": 4},
]
SETTLED = [{"type": "settle", "tile": tile} for tile in "ABC1"]


def lutece(*events):
    return replayed(*OFFERED, *events, game="lutece", players=("Ana", "Ben", "Cai"))


@pytest.mark.parametrize(
    "touching",
    [
        amend(6, {"type": "options", "seat": 0, "actions": ["A", "C"]}),
        amend(6, None),
        amend(9, {"type": "bribe", "seat": 0, "tile": "C", "amount": 4}),
        changes({"at": 9, "insert": [{"type": "bribe", "seat": 1, "tile": "A", "amount": 1}]}),
        changes({"at": 0, "insert": [{"type": "options", "seat": 1, "actions": ["A", "B"]}]}),
    ],
)
def test_what_lies_face_down_is_neither_corrected_nor_struck_nor_laid_by_a_correction(touching):
    assert codes(lutece(*LYING, touching)) == ["cairn/amend-in-sight"]
    assert codes(lutece(*LYING, {"type": "reveal"}, touching)) != ["cairn/amend-in-sight"]


def test_a_correction_that_what_lies_face_down_does_not_survive_betrays_nothing():
    (refusal,) = lutece(*LYING, amend(0, None)).refusals
    assert refusal.illegal.rule.code == "cairn/amend-in-sight"
    assert not isinstance(refusal.illegal, NoLongerHolds)
    assert refusal.illegal.why.facts == {}


def test_what_lies_open_is_corrected_while_something_lies_face_down():
    cheaper = {**OFFERED[0], "card": {**OFFERED[0]["card"], "cost": 0}}
    told = lutece(*LYING, amend(0, cheaper), {"type": "reveal"}, *SETTLED)
    assert codes(told) == []
    assert told.play.state.holdings[0].gold == 0


def test_a_settle_that_followed_of_itself_is_confirmed_or_the_refusal_says_why():
    told = lutece(*LYING, {"type": "reveal"}, *SETTLED, amend(11, SETTLED[0]), amend(11, None))
    assert codes(told) == ["cairn/amend-what-stands"]
    assert told.refusals[0].illegal.why.message.startswith("Move {number} was made automatically:")


def test_what_followed_of_itself_is_never_the_reason_of_a_refusal():
    """Without Ana's option on tile B nothing is settled there: the settle falls away, the others stay."""
    instead = amend(6, {"type": "options", "seat": 0, "actions": ["A", "income-1"]})
    told = lutece(*LYING, {"type": "reveal"}, *SETTLED, instead)
    assert codes(told) == []
    assert [play.move.tile for play in told.play.standing()[-3:]] == ["A", "C", "1"]


def test_striking_the_last_count_opens_the_game_again():
    play = counted(amend(2, None)).play
    assert play.game.to_act(play.state) == frozenset({1})
    assert play.sentences()[0].message == "{place}, deleted: {before}"


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
        changes(),
        changes("start"),
        changes({"at": 0}),
        changes({"at": 0, "insert": []}),
        changes({"at": 0, "insert": [None]}),
        changes({"at": 0, "insert": [COUNTED[0]] * 101}),
        changes({"at": 0, "event": None, "insert": [COUNTED[0]]}),
        changes({"at": 0, "event": None}, {"at": 0, "event": COUNTED[0]}),
        {**changes({"at": 0, "event": None}), "at": 0},
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
        same = play.after(instead(entry.index, entry.move), 999)
        assert same.state == play.state
        assert [(one.index, one.move) for one in same.standing()] == [(one.index, one.move) for one in play.standing()]


@pytest.mark.parametrize("key", GAMES)
def test_any_other_move_is_taken_with_all_that_comes_after_it_or_refused(key):
    """A corrected game is what a table would have reached that played so from the beginning."""
    play, taken = finished(key, 2), 0
    for entry in play.standing()[::3]:
        before, seat = entry.before.state, getattr(entry.move, "seat", None)
        others = list(play.game.options(before, seat))[:4] if seat is not None else []
        for move in [*others, play.game.chance(Random(entry.index), before)]:
            try:
                amended = play.after(instead(entry.index, move), 999)
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
        play.after(instead(forced[0].index), 999)

"""Where games were decided: every number of every sentence is what `flask score` makes of the game that it links to.

Of the games that are looked at, half are played by chance, half sensibly.
"""

import functools
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from scoring import GAMES
from scoring.core.game import Reviewing
from scoring.core.log import read_position
from scoring.core.play import Play
from scoring.core.review import FIRST, MOST_TURNING_POINTS, Review, ahead, curve, first_of, review, told_totals
from scoring.core.running import replay
from scoring.core.sheet import Sheet, leaders
from scoring.core.text import Text, number
from tests.catalogues import texts, untranslated
from tests.examples import examples
from tests.sources import SOURCES, played, sensible
from web.commands.judge import score_report
from web.rendering.charts import LETTER, with_stops
from web.rendering.i18n import LANGUAGES, speaking, translate

REVIEWS = examples(4)
REVIEWED = [key for key in GAMES if GAMES[key].review]
every_reviewed = pytest.mark.parametrize("key", REVIEWED)
SMALL = re.compile(r"[a-z0-9-]+")
SENTENCE = re.compile(r"[A-ZÀ-Ÿ](?:(?!  )[^{}])+\.")


def settled(key: str, seed: int) -> tuple[Any, Play[Any, Any]]:
    """The setup and the play of a finished game."""
    game, source = GAMES[key], SOURCES[key]
    if seed % 2:
        chance = Random(f"{key} {seed}")
        setup = game.formats.setup(source.settings(chance))
        return setup, replay(game, setup, sensible(game, setup, chance)).play
    by_chance = played.__wrapped__(key, seed)
    return by_chance.setup, replay(game, by_chance.setup, by_chance.moves).play


@functools.lru_cache(maxsize=40)
def looked_at(key: str, seed: int) -> tuple[Play[Any, Any], Review[Any]]:
    setup, play = settled(key, seed)
    return play, review(setup, play)


def scored(game: Any, state: Any) -> dict[str, Any]:
    """What `flask score` prints of the position of a state, from its public format."""
    holding = json.loads(json.dumps({"game": game.key, **game.formats.holding(game.position(state))}))
    assert read_position(game, holding) is not None
    return score_report(game, holding)


def whole(fact: object) -> int | None:
    """The number that a fact is: itself, or the one that a text counts."""
    if isinstance(fact, Text):
        return fact.count if fact.plural else None
    return fact if isinstance(fact, int) else None


def numbers(says: Text) -> dict[str, int]:
    facts = ((name, whole(fact)) for part in texts(says) for name, fact in part.facts.items())
    return {name: value for name, value in facts if value is not None}


@every_reviewed
def test_every_number_is_what_flask_score_makes_of_the_game_that_would_have_been(app, key):
    with app.test_request_context():
        for seed in range(REVIEWS):
            assert_numbers_hold(key, seed)


def assert_numbers_hold(key: str, seed: int) -> None:
    """Every number of every sentence about one game."""
    play, found = looked_at(key, seed)
    really = totals_in(scored(play.game, play.state))
    for one in (*found.first, *found.rest):
        said, claims = numbers(one.finding.says), one.finding.claims
        assert said.keys() - claims.keys() <= SOURCES[key].COUNTED, (seed, one.finding.key)
        if one.finding.instead is None:
            assert (dict(claims), one.points, one.ending) == ({}, 0, None)
            continue
        report = scored(play.game, one.finding.instead)
        then = totals_in(report)
        assert report["legal"], (seed, one.finding.key, report["problems"])
        assert claims, (seed, one.finding.key)
        claimed = {name: claim.value(really, then) for name, claim in claims.items()}
        assert claimed == {name: said[name] for name in claims}, (seed, one.finding.key)
        changes = [after - before for after, before in zip(then, really, strict=True)]
        assert (one.totals, one.points) == (tuple(then), max(changes) - min(changes))
        ending = translate(one.ending)
        assert all(name in ending for name in report["winners"])
        assert all(number(total) in ending for total in then)


def totals_in(report: dict[str, Any]) -> list[int]:
    return [player["total"] for player in report["players"]]


@every_reviewed
def test_no_sentence_contradicts_another(key):
    """Each is said once, and what is said of one and the same game is the same."""
    for seed in range(REVIEWS):
        play, found = looked_at(key, seed)
        every = [*found.first, *found.rest]
        keys = [one.finding.key for one in every]
        assert len(keys) == len(set(keys))
        assert all(map(SMALL.fullmatch, keys))
        said = Counter((one.finding.says.message, repr(one.finding.says.facts)) for one in every)
        assert [sentence for sentence, times in said.items() if times > 1] == []
        ends = {}
        for one in every:
            if one.finding.instead is not None:
                position = repr(play.game.position(one.finding.instead))
                assert ends.setdefault(position, one.totals) == one.totals
        numbered = {after.index for after in play.standing()}
        assert {one.finding.move for one in every} <= {None, *numbered}


@every_reviewed
def test_the_first_are_the_weightiest_each_about_something_else(key):
    for seed in range(REVIEWS):
        _play, found = looked_at(key, seed)
        assert len(found.first) <= FIRST
        about = [one.finding.about for one in found.first]
        assert len(about) == len(set(about))
        weights = [(not one.decided, not one.helped, -one.points) for one in found.first]
        assert weights == sorted(weights)
        assert all(one.points for one in found.first)
        assert not any(one.finding.plain for one in found.first)


@every_reviewed
def test_the_first_decided_something_made_a_quarter_of_the_lead_or_changed_a_rank(key):
    """Of a game that was won by far nothing small is said among the first; where there is nothing else one thing is."""
    for seed in range(REVIEWS):
        play, found = looked_at(key, seed)
        sheet = play.game.score(play.game.position(play.state))
        for one in found.first if len(found.first) > 1 else ():
            then = play.game.score(play.game.position(one.finding.instead))
            lead, less = ahead_of_others(sheet, sheet.winners), ahead_of_others(then, sheet.winners)
            ranks = [[player.rank for player in scored.players] for scored in (sheet, then)]
            assert then.winners != sheet.winners or 4 * (lead - less) >= lead or ranks[0] != ranks[1]


def ahead_of_others(sheet: Sheet, seats: Sequence[int]) -> int:
    totals = [player.total for player in sheet.players]
    return min(totals[seat] for seat in seats) - max(
        (total for seat, total in enumerate(totals) if seat not in seats), default=0
    )


@every_reviewed
def test_a_game_won_by_far_is_told_by_its_weightiest_thing_alone(key):
    _play, found = looked_at(key, 1)
    weighed = [one for one in (*found.first, *found.rest) if one.points and not one.finding.plain]
    small = [replace(one, decided=False, helped=False, moved=False) for one in weighed]
    assert [one.points for one in first_of(small)] == [max(one.points for one in weighed)]


@pytest.mark.parametrize("key", GAMES)
def test_the_turning_points_are_where_others_lead_and_after_the_last_nobody_does(key):
    """In every game, with as many players as it seats, whether it has anything else to say or not."""
    for seed in range(REVIEWS):
        play, found = curve_of(key, seed)
        standing = play.standing()
        for moment in found.moments[:: max(1, len(found.moments) // 8)]:
            state = standing[moment.move - 1].state if moment.move else standing[0].before.state
            sheet = play.game.score(play.game.position(state))
            assert moment.totals == tuple(player.total for player in sheet.players)
        led = [(moment, leaders(moment.totals)) for moment in found.moments]
        changes = [moment for (_before, was), (moment, now) in pairwise(led) if was != now]
        points = found.turning_points
        assert len(points) <= MOST_TURNING_POINTS
        assert all(point.moment in changes and point.ahead == leaders(point.moment.totals) for point in points)
        assert [point.last for point in points] == [False] * (len(points) - 1) + [True] * bool(points)
        assert [point.moment for point in points if point.last] == changes[-1:]


def curve_of(key: str, seed: int) -> tuple[Play[Any, Any], Review[Any]]:
    game = replace(GAMES[key], review=GAMES[key].review or Reviewing(lambda _play: True, lambda _setup, _play: ()))
    by_chance = played(key, seed)
    play = replay(game, by_chance.setup, by_chance.moves).play
    return play, review(by_chance.setup, play)


@pytest.mark.parametrize("key", GAMES)
def test_the_curve_stands_where_its_numbers_are(app, key):
    """Between two players one line, which changes its side with the lead; of more a line each, the leader's above 0."""
    with app.test_request_context():
        for seed in range(4):
            play, found = curve_of(key, seed)
            names = [player.name for player in play.game.score(play.game.position(play.state)).players]
            lead = curve(names, found.moments)
            assert len(lead.columns) == (1 if len(names) == 2 else len(names))
            for moment, row in zip(found.moments, lead.rows, strict=True):
                best = max(moment.totals)
                above = [seat for seat, value in enumerate(row.numbers) if value > 0]
                assert all(moment.totals[seat] == best for seat in above)
                assert row.numbers[0] == moment.totals[0] - max(moment.totals[1:])
            rows = {moment.move: place for place, moment in enumerate(found.moments)}
            stops = [(rows[point.moment.move], 0) for point in found.turning_points]
            drawing = with_stops(lead, stops, [])
            assert len(drawing.stops) == len(stops)
            assert all(0 <= at <= 100 for stop in drawing.stops for at in (stop.x, stop.y, stop.above))
            above = [stop.above for stop in drawing.stops]
            assert all(after - before >= LETTER - 0.02 for before, after in pairwise(above))


def test_totals_are_told_the_highest_first_and_of_more_than_two_with_the_names(app):
    with app.test_request_context():
        assert translate(told_totals(["Ana", "Ben"], [-3, 41])) == "41\xa0to\xa0−3"
        assert translate(told_totals(["Ana", "Ben", "Cai"], [7, 41, 7])) == "Ben\xa041, Ana\xa07 and Cai\xa07"
        assert [ahead((7, 41, 8), seat) for seat in range(3)] == [-34, 33, -33]


@every_reviewed
def test_sentences_read_well_in_every_language(app, key):
    with app.test_request_context():
        for seed in range(REVIEWS):
            play, found = looked_at(key, seed)
            names = [player.name for player in play.game.score(play.game.position(play.state)).players]
            said = [(one.finding.says, one.finding.kind, one.ending) for one in (*found.first, *found.rest)]
            assert untranslated([said, [(point.told, point.says(names)) for point in found.turning_points]]) == set()
            for language in LANGUAGES:
                with speaking(language):
                    for one in (*found.first, *found.rest):
                        said = translate(one.finding.says)
                        assert SENTENCE.fullmatch(said), said

"""Where a game of Lost Cities was decided: each sentence by a small log, its counted numbers by a second reading."""

import functools
import re
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import pytest

from scoring.core.figures import Finding, Measure
from scoring.core.play import Play
from scoring.core.review import review
from scoring.core.running import replay
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import BY_CODE
from scoring.lost_cities.moves import DECK, Discard, Draw, Lay, Move
from scoring.lost_cities.review import REVIEW
from scoring.lost_cities.review.odds import Odds, in_a_hundred
from scoring.lost_cities.rules import Round, State, start
from scoring.lost_cities.score import Setup
from tests.catalogues import texts
from tests.examples import examples
from tests.sources import played, sensible
from web.rendering.i18n import translate

SETUP = Setup(("Ana", "Ben"), rounds=1)
PLAYS = {"lay": Lay, "discard": Discard}


@pytest.fixture(autouse=True)
def _in_english(app):
    with app.test_request_context():
        yield


def turns(said: str, setup: Setup = SETUP) -> Play[State, Move]:
    """A round of these turns, Ana's and Ben's in turn ("lay red-7, discard red-2 < blue"): the last one ends it."""
    moves: list[Move] = []
    for place, turn in enumerate(said.split(", ")):
        what, _, source = turn.partition(" < ")
        done, card = what.split()
        moves += [PLAYS[done](place % 2, BY_CODE[card]), Draw(place % 2, source or DECK)]
    deck = sum(isinstance(move, Draw) and move.source == DECK for move in moves)
    play: Play[State, Move] = Play(GAME, replace(start(setup), starters=(0,), round=Round(0, 0, deck)))
    for number, move in enumerate(moves, 1):
        play = play.after(move, number)
    assert play.state.finished
    return play


def found(play: Play[State, Move], setup: Setup = SETUP) -> dict[str, Finding[State]]:
    return {translate(finding.says): finding for finding in REVIEW.findings(setup, play)}


def facts_of(finding: Finding[State]) -> dict[str, object]:
    """The facts of its sentence, those within other facts too."""
    return {name: fact for part in texts(finding.says) for name, fact in part.facts.items()}


def totals(finding: Finding[State]) -> list[int]:
    return [player.total for player in GAME.score(GAME.position(finding.instead)).players]


SHORT_BY_ONE = ", ".join(f"lay red-{number}, discard blue-{number}" for number in (2, 4, 5, 6, 7, 8, 9))
BEGUN_LATE = "discard red-wager, lay blue-2, discard red-2, lay blue-3, lay red-8, lay blue-4, lay red-9, lay blue-5"
BEGUN_LATE += ", lay red-10, lay blue-6"
GIVEN = "discard blue-10, lay blue-wager < blue, discard blue-9, lay blue-5 < blue, lay red-2, lay blue-9, lay red-3"
GIVEN += ", lay blue-10"
WAGERS = "lay red-wager, lay blue-wager, lay red-wager, lay blue-9, lay red-8, discard white-2, lay red-9"
WAGERS += ", discard white-3, lay red-10, discard white-4"
LOST_AND_GAINED = "lay red-7, lay blue-8, lay white-wager, lay blue-9, discard green-2, lay blue-10"
SKIPPED = "lay red-2, lay blue-2, lay red-7, lay blue-3, discard red-5, lay blue-4, discard red-4, lay blue-5"
TOLD = {
    "an expedition that lost says when it was begun, and one that gained what it made": (
        LOST_AND_GAINED,
        {
            "In round 1 Ana began white with 4 cards left in the draw pile, and lost 40 points with it.": [-13, 7],
            "In round 1 Ben made 7 points with the blue expedition.": [-53, 0],
            "The 2 expeditions on which Ana lost points cost 53 points together.": [0, 7],
        },
    ),
    "wagers brought or cost what they multiplied": (
        WAGERS,
        {
            "In round 1 Ana made 14 points with 2 red wagers.": [7, -22],
            "In round 1 Ben lost 11 points with a blue wager.": [21, -11],
        },
    ),
    "a discard that the other laid gave what it made there": (
        GIVEN,
        {
            "In round 1 Ana discarded blue 10; Ben laid it and made 20 points.": [-15, -12],
            "In round 1 Ana discarded blue 9; Ben laid it and made 18 points.": [-15, -10],
            "In round 1 Ana discarded the 9 and the 10 in blue, and Ben made 38 points with them.": [-15, -30],
        },
    ),
    "a discard that was the whole expedition lost points": (
        "discard blue-8, lay red-2 < blue, lay red-3, lay blue-8",
        {"In round 1 Ana discarded blue 8; Ben laid it and lost 12 points.": [-17, -18]},
    ),
    "numbers were skipped and discarded later": (
        SKIPPED,
        {"In round 1 Ana laid red 7 on the 2, later discarded the 4 and the 5 and missed 9 points.": [-2, -6]},
    ),
    "a number skipped by the first and laid by the other counts for both": (
        "lay red-7, lay red-2, discard red-5, lay red-3 < red, discard white-2, lay red-5",
        {"In round 1 Ana laid red 7 first, later discarded the 5, missed 5 points and gave Ben 5 points.": [-8, -15]},
    ),
    "a number still fitted": (
        "lay red-7, lay blue-2, discard red-9, lay blue-3",
        {"In round 1 Ana discarded red 9 while it still fitted and missed 9 points.": [-4, -15]},
    ),
    "a number still fitted and went to the other": (
        "lay red-7, lay red-2, discard red-9, lay blue-2 < red, discard white-2, lay red-9",
        {"In round 1 Ana discarded red 9 while it still fitted, missed 9 points and gave Ben 9 points.": [-4, -36]},
    ),
    "cards were discarded before the colour was begun": (
        BEGUN_LATE,
        {"In round 1 Ana discarded a wager and the 2 in red, began that colour later and missed 11 points.": [18, 0]},
    ),
    "wagers kept out of an expedition that lost saved points": (
        "discard red-wager, lay blue-2, lay red-8, lay blue-3",
        {"In round 1 Ana discarded a wager in red, began that colour later and saved 12 points.": [-24, -15]},
    ),
    "a bonus missed by one card names the lowest that was free": (
        SHORT_BY_ONE,
        {
            "In round 1 Ana’s red expedition was 1 card short of the 8-card bonus: "
            "even the 3 would have made 23 points.": [44, 0]
        },
    ),
    "somebody gained while the last cards were drawn": (
        "lay red-7, lay blue-2, lay red-8, lay blue-3, lay red-9, discard white-2",
        {"While the last 3 cards of round 1 were drawn, Ana gained 9 points and Ben 3.": [-5, -18]},
    ),
}


@pytest.mark.parametrize(("said", "told"), TOLD.values(), ids=TOLD)
def test_what_decided_a_game_is_told_with_what_would_have_been_instead(said, told):
    findings = found(turns(said))
    assert {sentence: totals(findings[sentence]) for sentence in told} == told


def test_what_lost_is_told_first_and_what_gained_or_lost_only_together_with_others_is_plain():
    findings = found(turns(LOST_AND_GAINED))
    assert {sentence: findings[sentence].plain for sentence in TOLD[next(iter(TOLD))][1]} == {
        "In round 1 Ana began white with 4 cards left in the draw pile, and lost 40 points with it.": False,
        "In round 1 Ben made 7 points with the blue expedition.": True,
        "The 2 expeditions on which Ana lost points cost 53 points together.": True,
    }
    together = found(turns("lay red-7, discard green-3, lay white-7, discard green-2"))
    only = together["The 2 expeditions on which Ana lost points cost 26 points together."]
    assert (totals(only), only.plain) == ([0, 0], False)
    assert not next(one for says, one in found(turns(SHORT_BY_ONE)).items() if "short" in says).plain


@pytest.mark.parametrize(
    ("said", "word", "move"),
    [
        (LOST_AND_GAINED, "began white", 5),
        (SKIPPED, "later discarded", 5),
        (TOLD["a number still fitted"][0], "fitted", 5),
    ],
)
def test_a_finding_names_the_move_that_it_is_about(said, word, move):
    assert [finding.move for says, finding in found(turns(said)).items() if word in says] == [move]


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("lay red-wager, discard blue-2", "wager"),  # it is the whole expedition
        ("discard blue-8, lay red-2, lay blue-7 < blue, lay red-3, lay blue-8, lay red-4", "discarded"),  # taken again
        ("lay red-7, lay blue-2, discard red-wager, lay blue-3", "discarded"),  # it came too late
    ],
)
def test_what_decided_nothing_is_not_told(said, word):
    assert not [each for each in found(turns(said)) if word in each]


def test_two_wagers_given_are_told_once_alone_and_once_together():
    said = found(turns("discard blue-wager, lay red-2 < blue, discard blue-wager, lay red-3 < blue, "
                       "lay white-9, lay blue-wager, lay white-10, lay blue-wager"))  # fmt: skip
    assert [each for each in said if "wager" in each and "Ana" in each] == [
        "In round 1 Ana discarded 2 wagers in blue, and Ben lost 60 points with them.",
        "In round 1 Ana discarded a blue wager; Ben laid it and lost 20 points.",
    ]


def test_the_bonus_of_tilsit_counts_numbers_only():
    setup = replace(SETUP, edition="tilsit-1999", bonus_counts_wagers=False)
    laid = ", ".join(["lay red-wager, discard white-2", *(f"lay red-{n}, discard blue-{n}" for n in (2, 4, 5, 6, 7))])
    assert not [each for each in found(turns(laid, setup), setup) if "bonus" in each]
    assert [each for each in found(turns(laid)) if "2 cards short of the 8-card bonus" in each]


def test_a_round_that_was_counted_says_what_lay_there_and_nothing_of_how():
    events = [{"type": "start", "seat": 0}, {"type": "lay", "seat": 0, "card": "red-7"},
              {"type": "draw", "seat": 0, "from": "deck"}, {"type": "discard", "seat": 1, "card": "red-5"},
              {"type": "count", "seat": 0, "expeditions": {"red": [7]}},
              {"type": "count", "seat": 1, "expeditions": {"blue": ["wager", 2]}}]  # fmt: skip
    play = replay(GAME, SETUP, [GAME.formats.move(event, SETUP) for event in events]).play
    assert not REVIEW.followed(play)
    assert list(found(play)) == [
        "In round 1 Ana lost 13 points with the red expedition.",
        "In round 1 Ben lost 36 points with the blue expedition.",
        "In round 1 Ben lost 18 points with a blue wager.",
    ]


def test_a_tie_is_told_as_a_shared_victory_whichever_way_it_goes():
    tie, won = turns("lay red-7, lay blue-7"), turns("lay red-7, lay blue-7, lay red-8, discard white-2")
    endings = {one.finding.key: translate(one.ending) for one in review(SETUP, tie).first}
    assert endings == {
        "expedition-1-0-red": "Ana would have won, 0\xa0to\xa0−13",
        "expedition-1-1-blue": "Ben would have won, 0\xa0to\xa0−13",
    }
    point = review(SETUP, tie).turning_points[-1]
    assert (point.last, point.ahead) == (True, (0, 1))
    assert translate(point.says(SETUP.players)) == "Ana and Ben are level, −13\xa0to\xa0−13."
    assert {translate(one.ending) for one in review(SETUP, won).first} == {
        "Ben would have won, 0\xa0to\xa0−5", "Ben would have won, 0\xa0to\xa0−13"
    }  # fmt: skip


# Chance


def test_chance_is_hypergeometric():
    """Every hand of three out of seven cards, of which 4, 6 and 9 are of the colour."""
    cards = (4, 6, 9, 0, 0, 0, 0)
    hands = list(combinations(range(7), 3))
    enough = sum(sum(cards[place] for place in hand) >= 10 for hand in hands)
    assert Odds(unseen=7, drawn=3, numbers=(4, 6, 9), needed=10).enough() == pytest.approx(enough / comb(7, 3))


def test_what_is_seldom_is_never_said_to_be_impossible():
    assert [in_a_hundred(share) for share in (0.0001, 0.004, 0.5, 0.996)] == [1, 1, 50, 99]


def test_chance_is_told_where_it_spoke_against_what_happened():
    said = found(turns("lay red-7, lay blue-8, lay red-8, lay blue-9, lay red-9, discard white-2"))
    assert [each for each in said if "unseen cards" in each] == [
        "In round 1 Ana covered the cost of red: drawing 10 of the 59 unseen cards covers it 7 times in 100."
    ]


def second_odds(log: list[dict], place: int, seat: int, colours: int) -> tuple[int, int]:
    """How many cards were unseen when the expedition was begun at this place, and how many of them came to the seat."""
    sight, hands, piles = 0, [[], []], {}
    drawn = 0
    for number, event in enumerate(log):
        if event["type"] == "draw" and event["from"] != "deck":
            hands[event["seat"]].append(piles[event["from"]].pop())
        elif event["type"] == "draw" and number > place and event["seat"] == seat:
            drawn += 1
        elif event["type"] in ("lay", "discard"):
            card = event["card"]
            if card in hands[event["seat"]]:
                hands[event["seat"]].remove(card)
            elif number <= place:
                sight += 1
            if event["type"] == "discard":
                piles.setdefault(card.split("-")[0], []).append(card)
        if number == place:
            held = 7 - len(hands[seat])
    return 12 * colours - sight, held + drawn


@functools.cache
def sensibly(seed: int) -> tuple[Setup, Play[State, Move]]:
    setup = replace(SETUP, colours=5 + seed % 2, rounds=1)
    return setup, replay(GAME, setup, sensible(GAME, setup, Random(seed))).play


# In game 53 one has taken a wager from a pile, and the other begins with another of the same colour.
@pytest.mark.parametrize("seed", sorted({*range(examples(4)), 53}))
def test_what_is_counted_is_right_by_a_second_reading(seed):
    setup, play = sensibly(seed)
    log = [GAME.formats.event(after.move) for after in play.standing()]
    for finding in REVIEW.findings(setup, play):
        facts = facts_of(finding)
        if "unseen" in facts:
            place = finding.move - 1
            assert (facts["unseen"], facts["drawn"]) == second_odds(log, place, log[place]["seat"], setup.colours)
        if "left" in facts and finding.key.startswith("expedition"):
            draws = [event for event in log[: finding.move] if event["type"] == "draw" and event["from"] == "deck"]
            assert facts["left"].count == 12 * setup.colours - 16 - len(draws)
        if "last" in facts:
            lay = log[finding.move - 1]
            colour, _, number = lay["card"].partition("-")
            own = [event["card"] for event in log[: finding.move - 1] if event["type"] == "lay"
                   and event["seat"] == lay["seat"] and event["card"].startswith(colour)]  # fmt: skip
            numbers = [int(card.split("-")[1]) for card in own if "wager" not in card]
            assert facts["last"] == max([0, *numbers]) < int(number)


@pytest.mark.parametrize("seed", range(examples(4)))
def test_no_two_kinds_contradict_each_other(seed):
    """An expedition made points or lost some; what was given is not missed by whom it came to; all gifts were laid."""
    setup, play = sensibly(seed)
    log = [GAME.formats.event(after.move) for after in play.standing()]
    findings = {finding.key: finding for finding in REVIEW.findings(setup, play)}
    laid = {(event["seat"], event["card"]) for event in log if event["type"] == "lay"}
    sums = [0, 0]
    for key, finding in findings.items():
        kind, _, rest = key.partition("-")
        if kind == "expedition":
            seat = int(rest.split("-")[1])
            really = GAME.score(GAME.position(play.state)).players[seat].total
            sums[seat] += really - totals(finding)[seat]
        if kind == "gift":
            event = log[int(rest) - 1]
            assert event["type"] == "discard"
            assert (1 - event["seat"], event["card"]) in laid
        if kind == "missed":
            event = log[int(rest) - 1]
            assert event["type"] == "discard"
            assert (event["seat"], event["card"]) not in laid or "wager" in event["card"]
    assert sums == [player.total for player in GAME.score(GAME.position(play.state)).players]


VERBS = {
    "would have made": Measure.MORE, "lost": Measure.MORE, "cost ": Measure.MORE, "missed": Measure.MORE,
    "saved": Measure.FEWER, "made": Measure.FEWER, "brought": Measure.FEWER, "gained": Measure.FEWER,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(examples(6)))
def test_the_verb_says_whether_points_came_or_went(seed):
    by_chance = played(GAME.key, seed)
    replayed = by_chance.setup, replay(GAME, by_chance.setup, by_chance.moves).play
    for setup, play in (sensibly(seed), replayed):
        for finding in REVIEW.findings(setup, play):
            if finding.instead is not None:
                sentence = translate(finding.says)
                verb = next(verb for verb in VERBS if verb in re.sub("on which [A-Z][a-z]+ lost", "", sentence))
                (name,) = finding.claims.keys() & {"points", "gained", "effect"}
                assert finding.claims[name].measure is VERBS[verb], sentence
                assert facts_of(finding)[name].count > 0

"""The public JSON formats: what is read, what is written back, what cannot be read."""

import pytest

from scoring.core.rule import Malformed
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import BY_CODE
from scoring.lost_cities.moves import Draw, Expedition, Rounds, Start
from scoring.lost_cities.score import Setup, running_totals
from tests.english import english
from tests.scoring.lost_cities.table import ANA, BEN, PLAYERS, count, discard, holding, lay, position

SETUP = Setup(PLAYERS)
NAMES = {"players": ["Ana", "Ben"]}
FORMATS = GAME.formats
START, LAY = {"type": "start", "seat": 0}, {"type": "lay", "seat": 0, "card": "red-7"}
COUNT = {"type": "count", "seat": 0, "expeditions": {"red": ["wager", 4, 8]}}


def malformed(by_words):
    """A test for each of these values, with the words in which it is refused: `value, why`."""
    return pytest.mark.parametrize(("value", "why"), [(one, why) for why, some in by_words.items() for one in some])


def why_not(read, *given):
    with pytest.raises(Malformed) as error:
        read(*given)
    return english(error.value.why)


@pytest.mark.parametrize(
    ("event", "move"),
    [
        (START, Start(ANA)),
        (LAY, lay(ANA, "red-7")),
        (LAY | {"seat": 1, "card": "purple-10"}, lay(BEN, "purple-10")),
        ({"type": "discard", "seat": 0, "card": "blue-wager"}, discard(ANA, "blue-wager")),
        ({"type": "draw", "seat": 0, "from": "deck"}, Draw(ANA, "deck")),
        ({"type": "draw", "seat": 1, "from": "blue"}, Draw(BEN, "blue")),
        (COUNT, count(ANA, red=["wager", 4, 8])),
        (COUNT | {"seat": 1, "expeditions": {}}, count(BEN)),
        ({"type": "rounds", "rounds": 1}, Rounds(1)),
        *((LAY | {"card": code}, lay(ANA, code)) for code in BY_CODE),
    ],
)
def test_every_printed_event_and_every_card_is_read_and_written_back(event, move):
    assert FORMATS.move(event, SETUP) == move
    assert FORMATS.event(move) == event


def test_a_count_is_written_wagers_first_and_rising():
    read = FORMATS.move(COUNT | {"expeditions": {"red": [8, "wager", 4], "blue": []}}, SETUP)
    assert FORMATS.event(read) == COUNT


@malformed(
    {
        "seat: a whole number from 0 to 1 is expected.": [START | {"seat": 2}],
        "red-11 is not a card: a card is written red-7 or red-wager.": [LAY | {"card": "red-11"}],
        "red-07 is not a card: a card is written red-7 or red-wager.": [LAY | {"card": "red-07"}],
        "Red-7 is not a card: a card is written red-7 or red-wager.": [LAY | {"type": "discard", "card": "Red-7"}],
        "from: one of deck, yellow, blue, white, green, red, purple is expected.": [
            {"type": "draw", "seat": 0, "from": "pink"}
        ],
        "expeditions: an object is expected.": [COUNT | {"expeditions": []}],
        "expeditions: the key “pink” is unknown.": [COUNT | {"expeditions": {"pink": [2]}}],
        "expeditions.red: a list of 0 to 99 entries is expected.": [
            COUNT | {"expeditions": {"red": cards}} for cards in (7, None)
        ],
        "expeditions.red[0]: a whole number from 2 to 10 is expected.": [COUNT | {"expeditions": {"red": [1]}}],
        "expeditions.red[1]: a card is “wager” or a number from 2 to 10.": [COUNT | {"expeditions": {"red": [2, "7"]}}],
        "rounds: a whole number from 1 to 9 is expected.": [{"type": "rounds", "rounds": 0}],
    }
)
def test_what_is_no_event_is_malformed(value, why):
    assert why_not(FORMATS.move, value, SETUP) == why


@pytest.mark.parametrize(
    ("written", "setup"),
    [
        (NAMES, SETUP),
        ({**NAMES, "edition": "tilsit-1999"}, Setup(PLAYERS, edition="tilsit-1999")),
        ({**NAMES, "edition": "filosofia-2007", "colours": 5}, Setup(PLAYERS, edition="filosofia-2007")),
        ({**NAMES, "edition": "iello-2018", "colours": 6}, Setup(PLAYERS, colours=6)),
        ({**NAMES, "rounds": 1}, Setup(PLAYERS, rounds=1)),
        ({**NAMES, "rounds": 9, "bonus_counts_wagers": False}, Setup(PLAYERS, rounds=9, bonus_counts_wagers=False)),
    ],
)
def test_the_settings_of_a_log_are_read_and_written_back(written, setup):
    assert FORMATS.setup(written) == setup
    assert FORMATS.setup(FORMATS.settings(setup)) == setup
    assert written.items() <= {**FORMATS.settings(setup), **written}.items()


@malformed(
    {
        "edition: one of tilsit-1999, filosofia-2007, iello-2018 is expected.": [{"edition": "kosmos-1999"}],
        "Les Cités perdues (Tilsit, 1999) has five colours.": [{"edition": "tilsit-1999", "colours": 6}],
        "Les Cités perdues (Filosofia, 2007) has five colours.": [{"edition": "filosofia-2007", "colours": 6}],
        "colours: a whole number from 5 to 6 is expected.": [{"colours": 4}, {"colours": 7}],
        "rounds: a whole number from 1 to 9 is expected.": [{"rounds": 0}, {"rounds": 10}],
        "players: a list of 2 to 2 entries is expected.": [{"players": ["Ana"]}, {"players": ["Ana", "Ben", "Cai"]}],
        "settings: the key “pad” is unknown.": [{"pad": "house"}],
    }
)
def test_settings_that_nobody_knows_are_malformed(value, why):
    assert why_not(FORMATS.setup, {**NAMES, **value}) == why


PRINTED = {
    "edition": "iello-2018",
    "colours": 5,
    "players": ["Ana", "Ben"],
    "rounds": [[{"red": ["wager", 2, 3, 5]}, {"blue": [4, 6], "white": ["wager"]}]],
}


def test_the_printed_position_is_read_and_written_back():
    read = FORMATS.position(PRINTED)
    assert read == position([holding(red=["wager", 2, 3, 5]), holding(blue=[4, 6], white=["wager"])])
    assert running_totals(read) == ((10 - 20) * 2, (10 - 20) - 40)
    assert GAME.audit(read) == []
    other = {**PRINTED, "edition": "tilsit-1999", "bonus_counts_wagers": False}
    for written in (PRINTED, other):
        assert FORMATS.holding(FORMATS.position(written)) == written


def test_the_order_of_the_cards_of_a_position_does_not_matter():
    shuffled = {**PRINTED, "rounds": [[{"red": [5, 2, "wager", 3]}, {"white": ["wager"], "blue": [6, 4], "green": []}]]}
    assert FORMATS.position(shuffled) == FORMATS.position(PRINTED)


def test_an_impossible_position_is_read_for_the_audit_to_name():
    read = FORMATS.position({**NAMES, "rounds": [[{"red": [7, 7], "purple": ["wager"] * 4}, {}]]})
    assert read.rounds[0][ANA] == {"red": Expedition(0, (7, 7)), "purple": Expedition(4)}
    assert len(GAME.audit(read)) == 3


@malformed(
    {
        "rounds: a list of 0 to 99 entries is expected.": [{"rounds": {}}],
        "rounds[0]: a list of 2 to 2 entries is expected.": [{"rounds": [[{}]]}],
        "rounds[0][1]: an object is expected.": [{"rounds": [[{}, []]]}],
        "rounds[0][1].red[0]: a whole number from 2 to 10 is expected.": [{"rounds": [[{}, {"red": [11]}]]}],
        "rounds[0][1]: the key “gold” is unknown.": [{"rounds": [[{}, {"gold": [2]}]]}],
        "position: the key “events” is unknown.": [{"events": []}],
    }
)
def test_what_is_no_position_is_malformed(value, why):
    assert why_not(FORMATS.position, {**PRINTED, **value}) == why


def test_what_must_be_said_is_missed():
    assert why_not(FORMATS.position, NAMES) == "position: the key “rounds” is missing."
    assert why_not(FORMATS.setup, {}) == "settings: the key “players” is missing."

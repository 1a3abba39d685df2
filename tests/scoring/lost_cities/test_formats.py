"""The public JSON formats: what is read, what is written back, what cannot be read."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.rule import Malformed
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import BY_CODE
from scoring.lost_cities.moves import Draw, Expedition, Rounds, Start
from scoring.lost_cities.score import Setup, running_totals
from tests.scoring.lost_cities.table import ANA, BEN, PLAYERS, count, discard, holding, lay, position, translate

SETUP = Setup(PLAYERS)
NAMES = {"players": ["Ana", "Ben"]}
FORMATS = GAME.formats


def malformed(read, *args):
    with pytest.raises(Malformed) as error:
        read(*args)
    return translate(error.value.why)


@pytest.mark.parametrize(
    ("event", "move"),
    [
        ({"type": "start", "seat": 0}, Start(ANA)),
        ({"type": "lay", "seat": 0, "card": "red-7"}, lay(ANA, "red-7")),
        ({"type": "lay", "seat": 1, "card": "purple-10"}, lay(BEN, "purple-10")),
        ({"type": "discard", "seat": 0, "card": "blue-wager"}, discard(ANA, "blue-wager")),
        ({"type": "draw", "seat": 0, "from": "deck"}, Draw(ANA, "deck")),
        ({"type": "draw", "seat": 1, "from": "blue"}, Draw(BEN, "blue")),
        ({"type": "count", "seat": 0, "expeditions": {"red": ["wager", 4, 8]}}, count(ANA, red=["wager", 4, 8])),
        ({"type": "count", "seat": 1, "expeditions": {}}, count(BEN)),
        ({"type": "rounds", "rounds": 1}, Rounds(1)),
    ],
)
def test_every_printed_event_is_read_and_written_back(event, move):
    assert FORMATS.move(event, SETUP) == move
    assert FORMATS.event(move) == event


@pytest.mark.parametrize("code", BY_CODE)
def test_every_card_is_written_as_it_is_read(code):
    event = {"type": "lay", "seat": 0, "card": code}
    assert FORMATS.event(FORMATS.move(event, SETUP)) == event


def test_a_count_is_written_wagers_first_and_rising():
    read = FORMATS.move({"type": "count", "seat": 0, "expeditions": {"red": [8, "wager", 4], "blue": []}}, SETUP)
    assert FORMATS.event(read) == {"type": "count", "seat": 0, "expeditions": {"red": ["wager", 4, 8]}}


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (None, "event: an object is expected."),
        ([], "event: an object is expected."),
        ({}, "type: one of start, lay, discard, draw, count, rounds is expected."),
        ({"type": "offer"}, "type: one of start, lay, discard, draw, count, rounds is expected."),
        ({"type": ["start"]}, "type: one of start, lay, discard, draw, count, rounds is expected."),
        ({"type": "start"}, "start: the key “seat” is missing."),
        ({"type": "start", "seat": 0, "who": "Ana"}, "start: the key “who” is unknown."),
        ({"type": "start", "seat": 2}, "seat: a whole number from 0 to 1 is expected."),
        ({"type": "start", "seat": -1}, "seat: a whole number from 0 to 1 is expected."),
        ({"type": "start", "seat": True}, "seat: a whole number from 0 to 1 is expected."),
        ({"type": "start", "seat": "0"}, "seat: a whole number from 0 to 1 is expected."),
        ({"type": "start", "seat": 0.0}, "seat: a whole number from 0 to 1 is expected."),
        ({"type": "lay", "seat": 0}, "lay: the key “card” is missing."),
        (
            {"type": "lay", "seat": 0, "card": "red-11"},
            "red-11 is not a card: a card is written red-7 or red-wager.",
        ),
        (
            {"type": "lay", "seat": 0, "card": "red-07"},
            "red-07 is not a card: a card is written red-7 or red-wager.",
        ),
        (
            {"type": "discard", "seat": 0, "card": "Red-7"},
            "Red-7 is not a card: a card is written red-7 or red-wager.",
        ),
        ({"type": "lay", "seat": 0, "card": ["red-7"]}, "card: a text of 1 to 80 characters is expected."),
        (
            {"type": "draw", "seat": 0, "from": "pink"},
            "from: one of deck, yellow, blue, white, green, red, purple is expected.",
        ),
        ({"type": "draw", "seat": 0, "card": "red-7"}, "draw: the key “card” is unknown."),
        ({"type": "count", "seat": 0, "expeditions": []}, "expeditions: an object is expected."),
        ({"type": "count", "seat": 0, "expeditions": {"pink": [2]}}, "expeditions: the key “pink” is unknown."),
        (
            {"type": "count", "seat": 0, "expeditions": {"red": 7}},
            "expeditions.red: a list of 0 to 99 entries is expected.",
        ),
        (
            {"type": "count", "seat": 0, "expeditions": {"red": None}},
            "expeditions.red: a list of 0 to 99 entries is expected.",
        ),
        (
            {"type": "count", "seat": 0, "expeditions": {"red": [1]}},
            "expeditions.red[0]: a whole number from 2 to 10 is expected.",
        ),
        (
            {"type": "count", "seat": 0, "expeditions": {"red": [2, "7"]}},
            "expeditions.red[1]: a card is “wager” or a number from 2 to 10.",
        ),
        ({"type": "rounds"}, "rounds: the key “rounds” is missing."),
        ({"type": "rounds", "rounds": 0}, "rounds: a whole number from 1 to 9 is expected."),
    ],
)
def test_what_is_no_event_is_malformed(event, why):
    assert malformed(FORMATS.move, event, SETUP) == why


def test_a_card_nested_without_bottom_is_malformed():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert malformed(FORMATS.move, {"type": "lay", "seat": 0, "card": nested}, SETUP)


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


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"edition": "kosmos-1999"}, "edition: one of tilsit-1999, filosofia-2007, iello-2018 is expected."),
        ({"edition": "tilsit-1999", "colours": 6}, "Les Cités perdues (Tilsit, 1999) has five colours."),
        ({"edition": "filosofia-2007", "colours": 6}, "Les Cités perdues (Filosofia, 2007) has five colours."),
        ({"colours": 4}, "colours: a whole number from 5 to 6 is expected."),
        ({"colours": 7}, "colours: a whole number from 5 to 6 is expected."),
        ({"rounds": 0}, "rounds: a whole number from 1 to 9 is expected."),
        ({"rounds": 10}, "rounds: a whole number from 1 to 9 is expected."),
        ({"bonus_counts_wagers": 1}, "bonus_counts_wagers: true or false is expected."),
        ({"players": ["Ana"]}, "players: a list of 2 to 2 entries is expected."),
        ({"players": ["Ana", "Ben", "Cai"]}, "players: a list of 2 to 2 entries is expected."),
        ({"players": ["Ana", ""]}, "players[1]: a text of 1 to 80 characters is expected."),
        ({"pad": "house"}, "settings: the key “pad” is unknown."),
    ],
)
def test_settings_that_nobody_knows_are_malformed(change, why):
    assert malformed(FORMATS.setup, {**NAMES, **change}) == why


def test_settings_without_players_are_malformed():
    assert malformed(FORMATS.setup, {}) == "settings: the key “players” is missing."


PRINTED = {
    "edition": "iello-2018",
    "colours": 5,
    "players": ["Ana", "Ben"],
    "rounds": [[{"red": ["wager", 2, 3, 5]}, {"blue": [4, 6], "white": ["wager"]}]],
}


def test_the_printed_position_is_read():
    read = FORMATS.position(PRINTED)
    assert read == position([holding(red=["wager", 2, 3, 5]), holding(blue=[4, 6], white=["wager"])])
    assert running_totals(read) == ((10 - 20) * 2, (10 - 20) - 40)
    assert GAME.audit(read) == []


def test_the_printed_position_is_written_back():
    assert FORMATS.holding(FORMATS.position(PRINTED)) == PRINTED


def test_the_other_reading_of_the_bonus_is_written_back():
    other = {**PRINTED, "edition": "tilsit-1999", "bonus_counts_wagers": False}
    assert FORMATS.holding(FORMATS.position(other)) == other


def test_the_order_of_the_cards_of_a_position_does_not_matter():
    shuffled = {**PRINTED, "rounds": [[{"red": [5, 2, "wager", 3]}, {"white": ["wager"], "blue": [6, 4], "green": []}]]}
    assert FORMATS.position(shuffled) == FORMATS.position(PRINTED)


def test_an_impossible_position_is_read_for_the_audit_to_name():
    read = FORMATS.position({**NAMES, "rounds": [[{"red": [7, 7], "purple": ["wager"] * 4}, {}]]})
    assert read.rounds[0][ANA] == {"red": Expedition(0, (7, 7)), "purple": Expedition(4)}
    assert len(GAME.audit(read)) == 3


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rounds": {}}, "rounds: a list of 0 to 99 entries is expected."),
        ({"rounds": [[{}]]}, "rounds[0]: a list of 2 to 2 entries is expected."),
        ({"rounds": [[{}, []]]}, "rounds[0][1]: an object is expected."),
        ({"rounds": [[{}, {"red": [11]}]]}, "rounds[0][1].red[0]: a whole number from 2 to 10 is expected."),
        ({"rounds": [[{}, {"gold": [2]}]]}, "rounds[0][1]: the key “gold” is unknown."),
        ({"events": []}, "position: the key “events” is unknown."),
    ],
)
def test_what_is_no_position_is_malformed(change, why):
    assert malformed(FORMATS.position, {**PRINTED, **change}) == why


def test_a_position_without_rounds_is_malformed():
    assert malformed(FORMATS.position, NAMES) == "position: the key “rounds” is missing."


KEYS = st.sampled_from(
    ["type", "seat", "card", "from", "expeditions", "players", "rounds", "edition", "colours", "red"]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-1, 12)
    | st.floats()
    | st.sampled_from(["start", "lay", "discard", "draw", "count", "red-7", "deck", "red", "wager", "Ana"])
)
JSON = st.recursive(LEAVES, lambda parts: st.lists(parts, max_size=3) | st.dictionaries(KEYS, parts, max_size=4))


@given(JSON)
@settings(deadline=None, max_examples=150)
def test_whatever_comes_in_is_read_or_malformed(data):
    for read in (lambda data: FORMATS.move(data, SETUP), FORMATS.setup, FORMATS.position):
        with suppress(Malformed):
            read(data)

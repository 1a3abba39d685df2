"""What an expedition is worth, what a game is worth, and what cannot lie on a table."""

import pytest

from scoring.lost_cities.moves import Expedition, Start
from scoring.lost_cities.rules import position as position_of
from scoring.lost_cities.score import Setup, audit, line, points, running_totals, score
from tests.english import english
from tests.scoring.lost_cities.table import ANA, BEN, PLAYERS, after, begun, count, holding, lays, opened, position

HOUSE = Setup(PLAYERS)
BARE = Setup(PLAYERS, edition="tilsit-1999", bonus_counts_wagers=False)
ALL = tuple(range(2, 11))
EVERYTHING = ["wager", "wager", "wager", *ALL]
IELLO = holding(
    yellow=[3, 4, 7, 9],
    blue=[],
    white=["wager"],
    green=["wager", 7, 8],
    red=["wager", "wager", 2, 3, 5, 7, 8, 10],
)


@pytest.mark.parametrize(
    ("wagers", "numbers", "worth", "sentence"),
    [
        (0, (), 0, "no card"),
        (0, (2,), -18, "2 − 20 = −18"),
        (0, (5, 7, 8), 0, "20 − 20 = 0"),
        (0, (6, 8, 9), 3, "23 − 20 = 3"),
        (1, (), -40, "0 − 20 = −20, ×2 = −40"),
        (1, (7, 8), -10, "15 − 20 = −5, ×2 = −10"),
        (2, (10, 9, 8), 21, "27 − 20 = 7, ×3 = 21"),
        (3, (), -80, "0 − 20 = −20, ×4 = −80"),
        (0, (2, 3, 4, 5, 6, 7, 8), 15, "35 − 20 = 15"),
        (0, (2, 3, 4, 5, 6, 7, 8, 9), 44, "44 − 20 = 24, +20 for 8 cards"),
        (1, (2, 3, 4, 5, 6, 7, 8), 50, "35 − 20 = 15, ×2 = 30, +20 for 8 cards"),
        (2, (2, 3, 5, 7, 8, 10), 65, "35 − 20 = 15, ×3 = 45, +20 for 8 cards"),
        (3, (2, 3, 4, 5), -24, "14 − 20 = −6, ×4 = −24"),
        (3, (2, 3, 4, 5, 6), 20, "20 − 20 = 0, ×4 = 0, +20 for 8 cards"),
        (3, ALL, 156, "54 − 20 = 34, ×4 = 136, +20 for 12 cards"),
        (0, ALL, 54, "54 − 20 = 34, +20 for 9 cards"),
    ],
)
def test_an_expedition_is_worth_its_sum_less_20_times_its_wagers_and_one_and_20_for_eight_cards(
    wagers, numbers, worth, sentence
):
    expedition = Expedition(wagers, numbers)
    assert points(HOUSE, expedition) == worth
    assert english(line(HOUSE, "red", expedition).text) == sentence


def test_no_expedition_is_worth_less_than_minus_80_or_more_than_156():
    """The guide's 90 at most is a slip: it takes 2 to 9 with three wagers times three, and the rules times four."""
    subsets = [tuple(n for n in ALL if mask >> n & 1) for mask in range(0, 2**11, 4)]
    worths = {points(HOUSE, Expedition(wagers, numbers)) for wagers in range(4) for numbers in subsets}
    assert (min(worths), max(worths)) == (-80, 156)
    assert points(HOUSE, Expedition(3, ALL[:-1])) == (44 - 20) * 4 + 20 == 116


def test_the_iello_example_makes_18():
    sheet = score(position([IELLO, {}]))
    ana = sheet.players[ANA]
    worths = {"yellow": 3, "blue": 0, "white": -40, "green": -10, "red": 65}
    assert {line.of: line.points for line in ana.lines} == worths
    assert ana.total == 3 - 40 + 0 - 10 + 65 == 18
    assert sheet.winners == (ANA,)


def test_the_tilsit_table_may_count_the_bonus_without_wagers():
    assert points(BARE, Expedition(2, (2, 3, 5, 7, 8, 10))) == 45
    assert points(BARE, Expedition(3, ALL)) == 156
    assert points(BARE, Expedition(1, ALL[:-1])) == (44 - 20) * 2 + 20
    assert english(line(BARE, "red", Expedition(1, ALL[:-1])).text) == "44 − 20 = 24, ×2 = 48, +20 for 8 cards"


@pytest.mark.parametrize("edition", ["tilsit-1999", "filosofia-2007", "iello-2018"])
def test_wagers_count_toward_the_eight_in_every_edition_unless_changed(edition):
    assert points(Setup(PLAYERS, edition=edition), Expedition(2, (2, 3, 5, 7, 8, 10))) == 65


def test_a_sheet_has_a_line_for_each_colour_of_each_round_and_for_purple_in_the_long_variant():
    sheet = score(position([IELLO, {}], [{}, IELLO]))
    assert [(line.code, line.of, line.round) for line in sheet.players[ANA].lines] == [
        ("expedition", colour, number) for number in (1, 2) for colour in ("yellow", "blue", "white", "green", "red")
    ]

    sheet = score(position([holding(purple=[10, 9, 8]), {}], colours=6))
    assert [line.of for line in sheet.players[ANA].lines][-1] == "purple"


def test_the_totals_of_the_rounds_are_added():
    assert running_totals(position()) == (0, 0)
    assert running_totals(position([IELLO, {}], [IELLO, holding(red=[2])])) == (36, -18)
    assert running_totals(position([holding(purple=[10, 9, 8]), {}], colours=6)) == (7, 0)


def test_the_highest_total_wins_and_equal_totals_share_the_victory():
    sheet = score(position([holding(red=[2]), IELLO]))
    assert [(player.name, player.total, player.rank) for player in sheet.players] == [("Ana", -18, 2), ("Ben", 18, 1)]
    assert sheet.winners == (BEN,)
    sheet = score(position([holding(red=[10, 2]), holding(blue=[9, 3])]))
    assert [player.rank for player in sheet.players] == [1, 1]
    assert sheet.winners == (ANA, BEN)


def test_a_round_under_way_is_scored_as_it_lies():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-wager"))
    assert running_totals(position_of(state)) == (-13, -40)


def test_a_followed_round_and_its_count_are_worth_the_same():
    followed = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"), lays(ANA, "red-9"))
    counted = after(opened(), Start(ANA), count(ANA, red=[9, 7]), count(BEN, blue=[2]))
    assert score(position_of(followed)) == score(position_of(counted))


def problems(position):
    return [(problem.rule.code, problem.seat, problem.where, english(problem.why)) for problem in audit(position)]


OWNED_TWICE = "Red 7 is in front of both Ana and Ben: there is only one."
FOUR = "4 red wagers on the table: there are only three."
FIVE = "5 red wagers on the table: there are only three."
FOREIGN = "Purple is not in this game of 5 colours."
MANY = "{} cards on the table: {} at most, as sixteen are still in hand."
THREE = dict.fromkeys(["yellow", "blue", "white"], EVERYTHING)
LONG = {"colours": 6}
IMPOSSIBLE = [
    ({}, "one-owner", {"red": [4, 7]}, {"red": [7, 9]}, "[1].red", OWNED_TWICE),
    ({}, "one-owner", {}, {"red": [7, 7, 7]}, "[1].red", "Red 7 is entered 3 times for Ben."),
    *(
        ({}, "three-wagers", {"red": ["wager"] * own}, {"red": ["wager"] * (4 - own)}, "", FOUR)
        for own in (1, 2, 3)  # neither player has more than there are
    ),
    ({}, "three-wagers", {}, {"red": ["wager"] * 5}, "[1].red", FIVE),
    ({}, "colour-of-the-box", {}, {"purple": [7]}, "[1].purple", FOREIGN),
    ({}, "cards-on-the-table", THREE, {"red": EVERYTHING[:9]}, "", MANY.format(45, 44)),
    (LONG, "cards-on-the-table", THREE | {"purple": EVERYTHING}, {"red": EVERYTHING[:9]}, "", MANY.format(57, 56)),
]
POSSIBLE = [
    ({}, {"red": [4, 7]}, {"red": [5, 9]}),
    ({}, {"red": ["wager"] * 2}, {"red": ["wager"]}),
    ({}, {}, {"red": ["wager"] * 3}),
    ({}, THREE, {"red": EVERYTHING[:8]}),
    (LONG, THREE | {"purple": EVERYTHING}, {"red": EVERYTHING[:8]}),
    (LONG, {"purple": [7]}, {}),
    ({}, {"red": EVERYTHING}, {"blue": [2, 3]}),
]


@pytest.mark.parametrize(("setup", "rule", "mine", "theirs", "where", "why"), IMPOSSIBLE)
def test_what_cannot_lie_on_a_table_is_named_with_its_round_and_place(setup, rule, mine, theirs, where, why):
    seat = BEN if where else None
    assert problems(position([{}, {}], [holding(**mine), holding(**theirs)], **setup)) == [
        (f"lost-cities/{rule}", seat, f"rounds[1]{where}", why)
    ]


@pytest.mark.parametrize(("setup", "mine", "theirs"), POSSIBLE)
def test_a_position_that_can_be_passes_the_audit_also_with_the_same_cards_in_another_round(setup, mine, theirs):
    assert problems(position([holding(**mine), holding(**theirs)], [holding(**theirs), holding(**mine)], **setup)) == []


def test_what_is_impossible_is_scored_all_the_same():
    assert running_totals(position([holding(purple=[10, 9, 8]), {}])) == (7, 0)


def test_a_colour_of_the_other_box_may_be_named_if_nobody_has_it():
    assert audit(position([{"purple": Expedition()}, holding(red=[2])])) == []


def test_a_game_has_nine_rounds_at_most():
    assert problems(position(*[[{}, {}]] * 9)) == []
    assert problems(position(*[[{}, {}]] * 10)) == [
        ("lost-cities/rounds", None, "rounds", "10 rounds: a game has nine at most.")
    ]


def test_an_audit_names_every_problem_at_once():
    bad = position([holding(red=[7, 7], purple=[2]), holding(red=[7], blue=["wager"] * 4)])
    assert [code for code, *_ in problems(bad)] == [
        "lost-cities/colour-of-the-box",
        "lost-cities/three-wagers",
        "lost-cities/one-owner",
        "lost-cities/one-owner",
    ]

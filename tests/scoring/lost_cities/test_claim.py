"""A total computed by hand is compared with the cards, and the usual slip is named."""

import pytest

from scoring.lost_cities.view.count import explain_claim
from tests.scoring.lost_cities.table import ANA, BEN, holding, position, translate

EIGHT = ["wager", "wager", 2, 3, 5, 7, 8, 10]


def answers(claimed, seat=ANA, **expeditions):
    table = position([holding(**expeditions), {}]) if seat == ANA else position([{}, holding(**expeditions)])
    return [translate(sentence) for sentence in explain_claim(table, seat, claimed)]


def test_a_right_total_needs_no_word_and_a_wrong_one_is_answered_with_both_totals():
    assert answers(65, red=EIGHT) == answers(65, seat=BEN, red=EIGHT) == []
    for seat in (ANA, BEN):
        assert answers(64, seat=seat, red=EIGHT) == ["The cards add up to 65, not 64: the difference is 1."]
    assert len(answers(28, red=[8, 9, 10])) == 1, "no slip explains the difference"


@pytest.mark.parametrize(
    ("claimed", "cards", "slip"),
    [
        (27, [8, 9, 10], "In red, the cost of 20 was forgotten."),
        (54, ["wager", 8, 9, 10], "In red, the cost of 20 was forgotten."),
        ((15 + 20) * 3, EIGHT, "In red, the 8-card bonus of 20 was multiplied; it is added last."),
        (-5, ["wager", 7, 8], "In red, the loss was not multiplied by the wagers."),
        (-20, ["wager", "wager", "wager"], "In red, the loss was not multiplied by the wagers."),
        (27 * 2 - 20, ["wager", 8, 9, 10], "In red, the cost of 20 was subtracted after multiplying; it comes first."),
        (
            24 * 3 + 20,
            ["wager", "wager", "wager", 2, 3, 4, 5, 6, 7, 8, 9],
            "The multiplier is one too low in red: one wager means ×2, three mean ×4.",
        ),
        (45, EIGHT, "In red, the wagers were not counted towards the eight cards."),
        (24, [2, 3, 4, 5, 6, 7, 8, 9], "In red, the 8-card bonus of 20 was forgotten."),
    ],
)
def test_the_slip_that_explains_the_difference_is_named(claimed, cards, slip):
    assert slip in answers(claimed, red=cards)[1:]


def test_the_same_slip_in_every_expedition_is_named_once():
    assert answers(27 + 24, red=[8, 9, 10], blue=[7, 8, 9]) == [
        "The cards add up to 11, not 51: the difference is 40.",
        "In blue, red, the cost of 20 was forgotten.",
    ]


def test_a_slip_in_one_of_two_expeditions_is_named_with_its_colour():
    assert answers(65 + 15 + 3, red=EIGHT, blue=[6, 8, 9])[1:] == [
        "The multiplier is one too high in red: one wager means ×2, three mean ×4."
    ]


def test_eight_numbers_earn_the_bonus_without_wagers():
    """So nobody can have left the wagers out: the bonus itself was forgotten."""
    slips = answers(48, red=["wager", 2, 3, 4, 5, 6, 7, 8, 9])[1:]
    assert "In red, the 8-card bonus of 20 was forgotten." in slips
    assert "In red, the wagers were not counted towards the eight cards." not in slips


FORTY = {
    "yellow": ["wager", 2, 3, 4, 5, 6, 9],
    "blue": [2, 3, 4, 5, 6, 7, 8],
    "white": [4, 6, 7, 8, 9, 10],
    "red": ["wager", 2, 4],
}  # 18 + 15 + 24 - 28 = 29; green was never begun


@pytest.mark.parametrize(
    ("error", "slip"),
    [
        (-20, "The cost of 20 was charged for a colour never begun: green."),
        (20, "In yellow or blue, the 8-card bonus of 20 was given for 7 cards."),
        (9, "The multiplier is one too high in yellow: one wager means ×2, three mean ×4."),
        (56, "In red, the loss was counted as a gain."),
        (-24, "The whole expedition was left out: white."),
        (28, "The whole expedition was left out: red."),
        (-18, "One card was left out of the sum: yellow 9."),
    ],
)
def test_the_other_usual_slips_are_named_too(error, slip):
    assert slip in answers(29 + error, **FORTY)[1:]


def test_where_several_slips_explain_it_one_of_them_is_enough():
    assert answers(49, **FORTY)[1:] == [
        "One of these would explain it:",
        "In blue or white, the cost of 20 was forgotten.",
        "In yellow or blue, the 8-card bonus of 20 was given for 7 cards.",
        "In yellow or red, the cost of 20 was subtracted after multiplying; it comes first.",
    ]


def test_a_forgotten_bonus_comes_before_a_multiplier_that_is_too_low():
    slips = answers(80, red=["wager", "wager", "wager", 6, 7, 8, 9, 10])
    bonus = slips.index("In red, the wagers were not counted towards the eight cards.")
    assert bonus < slips.index("The multiplier is one too low in red: one wager means ×2, three mean ×4.")


def test_where_wagers_do_not_count_toward_the_eight_no_bonus_is_missed():
    table = position([holding(red=EIGHT), {}], edition="tilsit-1999", bonus_counts_wagers=False)
    assert explain_claim(table, ANA, 45) == ()

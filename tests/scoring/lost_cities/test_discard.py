"""A card is discarded face up on the pile of its colour; any card that can be in the hand will do."""

from scoring.lost_cities.moves import Draw
from scoring.lost_cities.view.sight import whereabouts
from tests.scoring.lost_cities.table import ANA, BEN, after, begun, card, discard, discards, lays, opened, refused


def test_a_discarded_card_lies_on_top_of_its_pile():
    state = after(begun(), discards(ANA, "red-7"), discard(BEN, "red-wager"))
    assert state.round.pile("red") == (card("red-7"), card("red-wager"))
    assert state.round.laid == ({}, {})


def test_a_card_too_low_to_be_laid_can_be_discarded():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"))
    assert refused(state, discard(ANA, "red-5")) is None


def test_a_wager_can_be_discarded_after_numbers_were_laid():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"))
    assert refused(state, discard(ANA, "red-wager")) is None


def test_a_laid_card_cannot_be_discarded():
    state = after(begun(), lays(ANA, "red-7"))
    assert refused(state, discard(BEN, "red-7")) == ("lost-cities/already-laid", "Red 7 is already in front of Ana.")


def test_a_card_in_a_pile_cannot_be_discarded_again():
    state = after(begun(), discards(ANA, "red-7"))
    assert refused(state, discard(BEN, "red-7")) == ("lost-cities/in-a-pile", "Red 7 is in the discard pile.")


def test_a_card_known_in_the_other_hand_cannot_be_discarded():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-3", "red"))
    assert refused(state, discard(ANA, "red-7")) == (
        "lost-cities/in-the-other-hand",
        "Ben took red 7 from the discard pile and still holds it.",
    )


def test_three_wagers_in_a_pile_are_all_there_are():
    state = after(begun(), discards(ANA, "red-wager"), discards(BEN, "red-wager"), discards(ANA, "red-wager"))
    assert refused(state, discard(BEN, "red-wager")) == (
        "lost-cities/wagers-in-sight",
        "All three red wagers are already visible.",
    )


def test_a_card_taken_from_a_pile_can_be_discarded_again_later():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-3", "red"), lays(ANA, "white-2"))
    state = after(state, discard(BEN, "red-7"))
    assert whereabouts(state, card("red-7")) == (("pile", None),)


def test_one_of_two_wagers_taken_from_a_pile_stays_known_when_the_other_is_discarded():
    state = after(begun(), discards(ANA, "red-wager"), discards(BEN, "blue-3", "red"))
    state = after(state, discards(ANA, "red-wager"), discards(BEN, "blue-4", "red"), lays(ANA, "white-2"))
    assert whereabouts(state, card("red-wager")) == (("hand", BEN), ("hand", BEN))
    state = after(state, discard(BEN, "red-wager"))
    assert whereabouts(state, card("red-wager")) == (("pile", None), ("hand", BEN))


def test_the_other_player_waits():
    assert refused(begun(), discard(BEN, "red-7")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")
    assert refused(after(begun(), discards(ANA, "red-7")), discard(BEN, "blue-7")) is None


def test_after_one_card_comes_the_draw():
    state = after(begun(), discard(ANA, "red-7"))
    assert refused(state, discard(ANA, "red-8")) == (
        "lost-cities/draw-next",
        "Ana has played a card and must draw now.",
    )
    assert refused(after(state, Draw(ANA, "deck")), discard(BEN, "red-8")) is None


def test_nothing_is_discarded_before_the_round_opens():
    why = ("lost-cities/no-round", "Round 1 has not begun: say first who begins.")
    assert refused(opened(), discard(ANA, "red-7")) == why

"""What is said after a move of Lost Cities, and what it opens in the log."""

from __future__ import annotations

from scoring.core.game import Opens, ViewRequest
from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Draw, Rounds, Start
from scoring.lost_cities.view.board import selection
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    deck_of,
    discard,
    discards,
    lay,
    lays,
    nearly_over,
    opened,
    translate,
)


def told(state, move):
    return [translate(sentence) for sentence in GAME.tell(state, move)]


def test_a_card_is_told_as_it_is_laid_discarded_drawn_and_taken():
    state = begun()
    assert told(opened(), Start(BEN)) == ["Ben begins round 1."]
    assert told(state, lay(ANA, "red-7")) == ["Ana lays red 7."]
    assert told(state, discard(ANA, "blue-wager")) == ["Ana discards a blue wager."]
    assert told(after(state, lay(ANA, "red-7")), Draw(ANA, "deck")) == ["Ana draws from the draw pile."]
    state = after(state, discards(ANA, "blue-9"), lay(BEN, "red-8"))
    assert told(state, Draw(BEN, "blue")) == ["Ben takes blue 9 from the discard pile."]


def test_a_card_and_the_draw_after_it_are_a_turn_in_one_sentence():
    state = begun()
    said = [
        (lay(ANA, "red-7"), "deck", "Ana lays red 7 and draws."),
        (discard(ANA, "red-wager"), "deck", "Ana discards a red wager and draws."),
        (lay(ANA, "red-8"), "blue", "Ana lays red 8 and takes blue 9."),
        (discard(ANA, "red-9"), "blue", "Ana discards red 9 and takes blue 9."),
    ]
    state = after(state, discards(ANA, "blue-9"), discards(BEN, "green-2"))
    assert [translate(GAME.turns.tell(state, card, Draw(ANA, source))) for card, source, _ in said] == [
        sentence for *_, sentence in said
    ]
    assert GAME.turns.tell(state, Draw(BEN, "deck"), lay(ANA, "red-7")) is None


def test_a_count_is_told_with_its_cards_and_the_last_move_of_a_round_says_so():
    state = begun()
    assert told(state, count(ANA, red=["wager", 4], blue=[5])) == ["Ana counts 3 cards."]
    assert told(after(state, count(ANA)), count(BEN, red=[4])) == ["Ben counts 1 card.", "Round 1 is over."]
    last = nearly_over(begun())
    last = after(last, discard(last.round.to_play, deck_of(5)[-1].code))
    assert told(last, Draw(last.round.to_play, "deck"))[1:] == ["Round 1 is over."]


def test_a_change_of_rounds_is_told():
    state = after(begun(), count(ANA), count(BEN))
    assert told(state, Rounds(1)) == ["The game now has 1 round."]
    assert told(after(state, Rounds(1)), Rounds(2)) == ["The game now has 2 rounds."]


def test_a_round_begins_with_its_starter_and_a_turn_with_its_card():
    state = begun()
    opens = {
        Start(ANA): Opens.ROUND,
        lay(ANA, "red-7"): Opens.TURN,
        discard(ANA, "red-7"): Opens.TURN,
        Draw(ANA, "deck"): Opens.NOTHING,
        count(ANA): Opens.TURN,
    }
    assert {move: GAME.turns.opens(state, move) for move in opens} == opens


def test_a_card_that_was_said_is_selected_again_and_of_another_move_nothing():
    assert selection(lay(ANA, "red-7")) == selection(discard(BEN, "red-7")) == {"card": "red-7"}
    for move in (Start(ANA), Draw(ANA, "red"), count(ANA), Rounds(2)):
        assert selection(move) == {}


def others(state):
    return [(choice.move, translate(choice.label)) for choice in GAME.board(state, ViewRequest()).others]


def test_between_two_rounds_a_game_can_end_and_after_the_last_go_on():
    state = opened(rounds=2)
    assert others(state) == others(after(state, Start(ANA))) == []
    state = after(state, Start(ANA), count(ANA), count(BEN))
    assert others(state) == [(Rounds(1), "The game ends here")]
    assert others(after(state, Start(ANA))) == others(after(state, Start(ANA), lays(ANA, "red-7"))) == []
    state = after(state, Start(ANA), count(ANA), count(BEN))
    assert others(state) == [(Rounds(3), "One more round")]
    counted = [count(ANA), count(BEN)]
    assert others(after(begun(rounds=8), *[*counted, Start(ANA)] * 7, *counted)) == [(Rounds(9), "One more round")]
    assert others(after(begun(rounds=9), *[*counted, Start(ANA)] * 8, *counted)) == []

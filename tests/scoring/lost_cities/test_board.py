"""What a phone shows of a table of Lost Cities, and what is said after a move."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from scoring.core.game import Opens, ViewRequest
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import HAND, Card, cards_of
from scoring.lost_cities.moves import Discard, Draw, Expedition, Lay, Rounds, Start
from scoring.lost_cities.rule_texts import HAND_KNOWN
from scoring.lost_cities.rules import State, apply, refusal
from scoring.lost_cities.score import Setup
from scoring.lost_cities.view.board import Board, ColourRow, board, selection
from tests.english import english
from tests.examples import examples
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    PLAYERS,
    after,
    begun,
    count,
    deck_of,
    discard,
    discards,
    ended,
    lay,
    lays,
    nearly_over,
    opened,
)
from tests.web.lost_cities import known_hand

# The board


games = some.builds(Random, some.integers(0, 10_000))


def look(state: State, **selection: str) -> Board:
    return board(state, ViewRequest(selection))


def by_chance(chance: Random, colours: int = 5) -> Iterator[State]:
    """Every state of a round in which a card is to be played."""
    state = GAME.start(Setup(PLAYERS, colours=colours, rounds=1))
    while GAME.to_act(state):
        state = apply(state, GAME.chance(chance, state))
        if state.round and not state.round.drawing and not state.round.counted:
            yield state


def known() -> State:
    """Ana holds eight cards that everybody has seen her take, and is on turn."""
    setup = Setup(PLAYERS)
    return after(GAME.start(setup), *(GAME.formats.move(event, setup) for event in known_hand()))


def row(state: State, colour: str) -> ColourRow:
    return next(row for row in look(state).rows if row.colour == colour)


def why_not(state: State, card: Card) -> dict[str, str]:
    assert state.round
    seat = state.round.to_play
    refusals = {"lay": refusal(state, Lay(seat, card)), "discard": refusal(state, Discard(seat, card))}
    return {what: english(illegal.why) for what, illegal in refusals.items() if illegal}


def agrees(state: State) -> None:
    """Each card of the board is barred from what the rules refuse, with their reason, and from nothing else."""
    assert state.round
    seat = state.round.to_play
    for row in look(state).rows:
        said = {cell.card: {what: english(why) for what, why in cell.barred[seat].items()} for cell in row.cells}
        assert said == {card: why_not(state, card) for card in cards_of(row.colour)}
        layable = ["wager" if card.is_wager else str(card.number) for card in said if "lay" not in said[card]]
        hint = english(row.hints[seat])
        assert hint.endswith(
            f": {', '.join(layable)}." if layable else "can lay nothing more in " + row.colour + " now."
        )


@given(games)
@settings(max_examples=examples(3))
def test_a_card_is_barred_from_what_the_rules_refuse_and_says_why(chance):
    for state in list(by_chance(chance))[:: chance.randint(3, 9)]:
        agrees(state)


@given(games)
@settings(max_examples=examples(3))
def test_a_pile_is_open_or_closed_after_a_discard_as_the_rules_have_it(chance):
    for state in list(by_chance(chance, 6))[:: chance.randint(5, 15)]:
        draws = {choice.move.source: choice.illegal for choice in look(state).draws}
        assert draws.keys() == {"deck"} | {colour for colour in state.colours if state.round.pile(colour)}
        for card in (card for colour in state.colours for card in cards_of(colour)):
            discard = Discard(state.round.to_play, card)
            if refusal(state, discard):
                continue
            played = apply(state, discard)
            for source, closed in draws.items():
                illegal = refusal(played, Draw(discard.seat, source))
                assert (illegal and illegal.rule) == (closed.rule if closed and source == card.colour else None)


@settings(max_examples=examples(2))
@given(games)
def test_near_the_end_the_board_says_how_many_turns_are_left_if_nobody_draws_from_a_pile(chance):
    for state in by_chance(chance):
        shown, turns = look(state), [0, 0]
        says = shown.turns_left
        if state.round.deck > 6:
            assert says == ()
            continue
        while state.round and not state.round.counted and GAME.to_act(state):
            seat = state.round.to_play
            turns[seat] += 1
            played = next(move for move in GAME.options(state, seat) if isinstance(move, Lay | Discard))
            state = apply(apply(state, played), Draw(seat, "deck"))
        assert list(says) == turns
        assert shown.last_card == (sum(turns) == 1)


def test_once_a_whole_hand_is_known_every_other_card_says_so():
    state = known()
    assert len(state.round.taken[ANA]) == HAND
    agrees(state)
    [_, _, _, two, *_] = row(state, "yellow").cells
    assert english(two.barred[ANA]["discard"]) == english(refusal(state, Discard(ANA, two.card)).why)
    assert refusal(state, Discard(ANA, two.card)).rule is HAND_KNOWN
    assert not two.barred[BEN]


def test_a_row_says_at_once_why_not_for_either_player():
    red = row(after(begun(), lays(ANA, "red-7"), discards(BEN, "red-9")), "red")
    said = {cell.card.number: [{what: english(why) for what, why in barred.items()} for barred in cell.barred]
            for cell in red.cells}  # fmt: skip
    assert said[5] == [{"lay": "Red 5 cannot follow red 7: numbers must rise."}, {}]
    assert said[7] == [dict.fromkeys(("lay", "discard"), "Red 7 is already in front of Ana.")] * 2
    assert said[9] == [dict.fromkeys(("lay", "discard"), "Red 9 is in the discard pile.")] * 2
    assert [english(hint) for hint in red.hints] == [
        "In red, Ana can lay: 8, 10.",
        "In red, Ben can lay: wager, 2, 3, 4, 5, 6, 8, 10.",
    ]


def test_a_row_stays_the_same_object_as_long_as_nothing_is_new_about_its_colour():
    before = after(begun(), lays(ANA, "red-7"))
    later = after(before, discards(BEN, "blue-2"), lays(ANA, "green-3"))
    assert row(before, "red") is row(later, "red")
    assert row(before, "blue") is not row(later, "blue")


@pytest.mark.parametrize("card", ["red-7", "purple-3", "red-99", ""])
def test_the_card_of_a_refused_report_is_chosen_again_if_it_is_in_the_game(card):
    chosen = [cell.card.code for row in look(begun(), card=card).rows for cell in row.cells if cell.chosen]
    assert chosen == ([card] if card == "red-7" else [])


def test_a_reason_that_the_refusal_has_said_is_barred_without_it():
    state = after(begun(), lays(ANA, "red-7"), discards(BEN, "red-9"))
    four, five = Card("red", 4), Card("red", 5)
    why = {card: refusal(state, Lay(ANA, card)).why for card in (four, five)}
    rows = board(state, ViewRequest({"card": five.code}, refused=why[five])).rows
    red = next(row for row in rows if row.colour == "red")
    barred = {cell.card: cell.barred[ANA] for cell in red.cells}
    assert (barred[five], barred[four]) == ({"lay": None}, {"lay": why[four]})
    assert red.hints == row(state, "red").hints


def test_before_a_card_is_played_it_is_known_already_where_one_may_draw_and_between_rounds_nothing_is():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-2"))
    assert [english(choice.label) for choice in look(state).draws] == ["Draw pile", "blue 2", "red 7"]
    assert look(GAME.start(Setup(PLAYERS))).draws == ()


def shown(state: State) -> tuple[object, ...]:
    seen = look(state)
    starts = [(choice.move.seat, english(choice.label)) for choice in seen.starts]
    return seen.phase, seen.round, seen.to_act, seen.deck, seen.totals, seen.round_totals, starts, seen.proposed


def test_a_board_goes_through_the_phases_of_a_game_with_its_rounds_totals_and_starters():
    state = GAME.start(Setup(PLAYERS, rounds=2))
    both = [(ANA, "Ana begins"), (BEN, "Ben begins")]
    assert shown(state) == ("start", 1, (), None, (0, 0), (0, 0), both, None)
    state = apply(state, Start(BEN))
    assert shown(state) == ("play", 1, (BEN,), 44, (0, 0), (0, 0), [], None)
    state = apply(state, lays(BEN, "red-7")[0])
    assert shown(state) == ("draw", 1, (BEN,), 44, (0, -13), (0, -13), [], None)
    state = apply(state, count(ANA, blue=[4]))
    assert shown(state) == ("counting", 1, (), 44, (-16, -13), (-16, -13), [], None)
    assert (look(state).counted, look(state).draws) == ({ANA}, ())
    state = apply(state, count(BEN, red=[7]))
    assert shown(state) == ("start", 1, (), None, (-16, -13), (-16, -13), both[::-1], BEN)
    state = after(state, Start(BEN), count(BEN), count(ANA, red=["wager", 10]))
    assert shown(state) == ("over", 2, (), None, (-36, -13), (-20, 0), [], None)
    assert (look(state).rounds, look(state).counted, look(state).draws) == (2, frozenset(), ())


def test_a_round_followed_to_its_last_card_is_there_to_be_compared_until_the_next_begins_or_it_is_counted():
    start = after(GAME.start(Setup(PLAYERS)), Start(ANA))
    over = ended(after(start, lays(ANA, "red-9"), lays(BEN, "red-8")))
    [red] = look(over).followed
    assert (red.colour, red.expeditions) == ("red", (Expedition(0, (9,)), Expedition(0, (8,))))
    assert look(start).followed == look(apply(over, Start(BEN))).followed == ()
    assert look(after(over, Start(BEN), count(BEN), count(ANA))).followed == ()


def test_each_card_lies_where_it_was_seen_a_wager_three_times_and_the_last_of_a_pile_on_top():
    moves = (lays(ANA, "red-wager"), discards(BEN, "red-3"), discards(ANA, "red-wager"), lays(BEN, "blue-2", "red"))
    cells = row(after(begun(), *moves), "red").cells
    assert [(cell.card.number, cell.place, cell.seat, cell.top) for cell in cells[:5]] == [
        (0, "laid", ANA, False), (0, "hand", BEN, False), (0, "unseen", None, False),
        (2, "unseen", None, False), (3, "pile", None, True),
    ]  # fmt: skip
    assert [english(cell.said) for cell in cells[:5]] == [
        "Red wager, laid by Ana", "Red wager, in Ben’s hand", "red wager", "red 2", "Red 3, in the discard pile",
    ]  # fmt: skip
    assert len(cells) == 12
    cells = row(after(begun(), discards(ANA, "red-3"), discards(BEN, "red-5")), "red").cells
    assert [(cell.card.number, cell.top) for cell in cells if cell.place == "pile"] == [(3, False), (5, True)]


# What is said


def told(state, move):
    return [english(sentence) for sentence in GAME.tell(state, move)]


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
    assert [english(GAME.turns.tell(state, card, Draw(ANA, source))) for card, source, _ in said] == [
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
    return [(choice.move, english(choice.label)) for choice in GAME.board(state, ViewRequest()).others]


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

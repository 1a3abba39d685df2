"""A round of Lost Cities: who begins, what may be laid, discarded and drawn, and how it ends."""

import pytest

from scoring.core.game import ViewRequest
from scoring.core.log import Undo
from scoring.core.play import Play
from scoring.core.rule import Illegal
from scoring.core.running import replay
from scoring.core.text import Text, text
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import BY_CODE, Card
from scoring.lost_cities.moves import Draw, Expedition, Rounds, Start
from scoring.lost_cities.rules import apply, options, other_rounds, to_act
from scoring.lost_cities.score import Setup
from scoring.lost_cities.view.board import board, proposed_starter, whereabouts
from tests.english import english
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    PLAYERS,
    after,
    begun,
    card,
    count,
    discard,
    discards,
    ended,
    holding,
    lay,
    lays,
    nearly_over,
    opened,
    refused,
)

# Cards


SEVEN, WAGER = Card("red", 7), Card("red", 0)


def test_a_card_has_the_code_of_the_public_formats_and_prints_itself():
    assert (SEVEN.code, WAGER.code) == ("red-7", "red-wager")
    assert (str(SEVEN), str(WAGER)) == ("red 7", "red wager")
    assert BY_CODE["red-7"] == SEVEN


def test_a_wager_has_an_article_within_a_sentence_and_a_number_has_none():
    red = text("red")
    assert SEVEN.name == SEVEN.called == Text("{colour} {number}", {"colour": red, "number": 7})
    assert WAGER.name == Text("{colour} wager", {"colour": red})
    assert WAGER.called == Text("a {colour} wager", {"colour": red})


# Who begins


def test_either_player_may_begin():
    state = opened()
    assert to_act(state) == {ANA, BEN}
    assert [*options(state, ANA), *options(state, BEN)] == [Start(ANA), Start(BEN)]
    for seat in (ANA, BEN):
        begun_by = after(state, Start(seat))
        assert (begun_by.round.to_play, to_act(begun_by)) == (seat, {seat})


@pytest.mark.parametrize(("colours", "deck"), [(5, 44), (6, 56)])
def test_the_draw_pile_is_what_two_hands_of_eight_leave(colours, deck):
    assert begun(colours=colours).round.deck == deck


def test_a_round_cannot_open_while_another_is_under_way_or_waits_for_a_count():
    for state in (begun(), after(begun(), count(ANA))):
        assert refused(state, Start(BEN)) == ("lost-cities/round-under-way", "Round 1 is still under way.")


def test_the_next_round_opens_with_nothing_on_the_table():
    state = after(ended(begun()), Start(BEN))
    assert (state.round.laid, state.round.piles, state.round.taken) == (({}, {}), {}, ((), ()))
    assert (state.round.deck, state.starters) == (44, (ANA, BEN))


@pytest.mark.parametrize(
    ("rounds", "why"), [(1, "The game is over after 1 round."), (9, "The game is over after 9 rounds.")]
)
def test_a_game_has_as_many_rounds_as_the_table_chose_and_nothing_is_played_after_the_last(rounds, why):
    state = opened(rounds=rounds)
    for played in range(rounds):
        assert not state.finished, played
        state = after(state, Start(played % 2), count(ANA), count(BEN))
    assert (state.finished, to_act(state)) == (True, set())
    for move in (Start(ANA), discard(ANA, "red-7"), count(ANA)):
        assert refused(state, move) == ("lost-cities/game-over", why)


def test_nothing_is_played_between_rounds():
    for state, number in ((opened(), 1), (ended(begun()), 2)):
        why = f"Round {number} has not begun: say first who begins."
        assert refused(state, discard(ANA, "red-7")) == refused(state, count(ANA)) == ("lost-cities/no-round", why)


def test_the_higher_running_total_is_proposed_to_begin_and_the_edition_decides_at_first():
    """Ben leads by 44 after two rounds although Ana won the second."""
    first = (Start(ANA), count(ANA, red=[2]), count(BEN, red=[6, 7, 8, 9, 10]))
    second = (Start(BEN), count(ANA, red=[10, 9, 5]), count(BEN, blue=[2, 3, 4, 5, 6]))
    assert proposed_starter(opened()) is None
    assert proposed_starter(after(opened(), *first)) == BEN
    assert proposed_starter(after(opened(), *first, *second)) == BEN
    mirrored = (Start(ANA), count(BEN, red=[2]), count(ANA, red=[6, 7, 8, 9, 10]))
    assert proposed_starter(after(opened(), *mirrored)) == ANA
    assert refused(after(opened(), *mirrored), Start(BEN)) is None, "the table may choose the other"


@pytest.mark.parametrize(("starter", "proposed"), [(ANA, BEN), (BEN, ANA)])
def test_on_a_tie_the_player_who_did_not_begin_the_last_round_is_proposed(starter, proposed):
    state = after(opened(), Start(starter), count(ANA), count(BEN))
    assert proposed_starter(state) == board(state, ViewRequest()).proposed == proposed


@pytest.mark.parametrize("colours", [5, 6])
def test_the_round_ends_with_the_last_card_of_the_draw_pile(colours):
    state = nearly_over(begun(colours=colours))
    assert state.round.deck == 1
    assert len(state.over) == 0
    state = ended(begun(colours=colours))
    assert state.round is None
    assert len(state.over) == 1
    assert to_act(state) == {ANA, BEN}


def test_what_was_laid_stays_in_the_finished_round():
    state = after(nearly_over(begun(), left=2), lays(ANA, "red-9"), lays(BEN, "red-10"))
    assert state.over == ((holding(red=[9]), holding(red=[10])),)


# Hands


either = pytest.mark.parametrize("play", [lay, discard])
BEN_HAS = "Ben took red 7 from the discard pile and still holds it."
ALL_IN_SIGHT = ("lost-cities/wagers-in-sight", "All three red wagers are already visible.")
BEN_TAKES = (discards(ANA, "red-7"), discards(BEN, "blue-3", "red"))


@either
def test_a_card_is_played_once_in_a_turn_and_before_the_draw(play):
    assert refused(begun(), play(BEN, "red-7")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")
    state = after(begun(), play(ANA, "red-7"))
    assert refused(state, play(ANA, "red-8")) == ("lost-cities/draw-next", "Ana has played a card and must draw now.")
    assert refused(state, play(BEN, "blue-8")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")
    assert refused(after(state, Draw(ANA, "deck")), play(BEN, "blue-8")) is None


@either
def test_purple_is_played_in_the_long_variant_alone_and_nothing_before_the_round_opens(play):
    why = ("lost-cities/not-in-the-box", "Purple is not in this game of 5 colours.")
    assert refused(begun(), play(ANA, "purple-7")) == refused(begun(), play(ANA, "purple-wager")) == why
    assert refused(begun(colours=6), play(ANA, "purple-7")) is None
    why = ("lost-cities/no-round", "Round 1 has not begun: say first who begins.")
    assert refused(opened(), play(ANA, "red-7")) == why


def test_a_discarded_card_lies_on_top_of_its_pile():
    state = after(begun(), discards(ANA, "red-7"), discard(BEN, "red-wager"))
    assert state.round.pile("red") == (card("red-7"), card("red-wager"))
    assert state.round.laid == ({}, {})


@either
@pytest.mark.parametrize(
    ("turns", "code", "rule", "why"),
    [
        ((lays(ANA, "red-7"), lays(BEN, "red-6")), "red-7", "already-laid", "Red 7 is already in front of Ana."),
        ((lays(ANA, "red-7"), lays(BEN, "red-6")), "red-6", "already-laid", "Red 6 is already in front of Ben."),
        ((discards(ANA, "red-7"), discards(BEN, "red-3")), "red-7", "in-a-pile", "Red 7 is in the discard pile."),
    ],
)
def test_a_number_that_lies_on_the_table_is_in_no_hand(play, turns, code, rule, why):
    state = after(begun(), *turns)
    assert refused(state, play(ANA, code)) == (f"lost-cities/{rule}", why)
    assert refused(after(state, lays(ANA, "blue-2")), play(BEN, code)) == (f"lost-cities/{rule}", why)


@either
def test_a_number_that_the_other_took_is_in_that_hand_however_long_ago(play):
    state = after(begun(), *BEN_TAKES)
    assert refused(state, play(ANA, "red-7")) == ("lost-cities/in-the-other-hand", BEN_HAS)
    for number in (4, 5, 6, 8, 9):
        state = after(state, lays(ANA, f"white-{number}"), discards(BEN, f"green-{number}"))
    assert refused(state, play(ANA, "red-7")) == ("lost-cities/in-the-other-hand", BEN_HAS)


def test_a_number_taken_from_a_pile_is_laid_or_discarded_by_who_took_it_and_may_change_hands():
    state = after(begun(), *BEN_TAKES, lays(ANA, "white-2"))
    assert whereabouts(state, card("red-7")) == (("hand", BEN),)
    laid = after(state, lay(BEN, "red-7"))
    assert (whereabouts(laid, card("red-7")), laid.round.taken) == ((("laid", BEN),), ((), ()))
    state = after(state, discards(BEN, "red-7"))
    assert whereabouts(state, card("red-7")) == (("pile", None),)
    state = after(state, discards(ANA, "blue-4", "red"))
    assert refused(state, lay(BEN, "red-7")) == ("lost-cities/in-the-other-hand", BEN_HAS.replace("Ben", "Ana"))


@either
@pytest.mark.parametrize(
    "turns",
    [
        [lays(ANA, "red-wager"), lays(BEN, "red-wager"), lays(ANA, "red-wager"), lays(BEN, "blue-2")],
        [lays(ANA, "red-wager"), discards(BEN, "red-wager"), discards(ANA, "red-wager"), lays(BEN, "blue-2")],
        [lays(ANA, "red-wager"), lays(BEN, "red-wager"), discards(ANA, "red-wager"), lays(BEN, "blue-2", "red")],
        [discards(seat, "red-wager") for seat in (ANA, BEN, ANA)] + [lays(BEN, "blue-2")],
    ],
    ids=["laid", "laid and discarded", "laid and in the other's hand", "discarded"],
)
def test_three_wagers_in_sight_are_all_there_are(play, turns):
    assert refused(after(begun(), *turns[:2]), play(ANA, "red-wager")) is None
    assert refused(after(begun(), *turns), play(ANA, "red-wager")) == ALL_IN_SIGHT


def test_a_wager_known_in_the_own_hand_is_played_though_three_are_in_sight():
    state = after(begun(), lays(ANA, "red-wager"), lays(BEN, "red-wager"))
    state = after(state, discards(ANA, "red-wager"), lays(BEN, "blue-2", "red"), lays(ANA, "white-2"))
    assert len(whereabouts(state, card("red-wager"))) == 3
    state = after(state, lay(BEN, "red-wager"))
    assert state.round.expedition(BEN, "red").wagers == 2
    state = after(state, Draw(BEN, "deck"), lays(ANA, "white-3"))
    assert refused(state, lay(BEN, "red-wager")) == ALL_IN_SIGHT


def test_one_of_two_wagers_taken_from_a_pile_stays_known_when_the_other_is_discarded():
    state = after(begun(), discards(ANA, "red-wager"), discards(BEN, "blue-3", "red"))
    state = after(state, discards(ANA, "red-wager"), discards(BEN, "blue-4", "red"), lays(ANA, "white-2"))
    assert whereabouts(state, card("red-wager")) == (("hand", BEN), ("hand", BEN))
    state = after(state, discard(BEN, "red-wager"))
    assert whereabouts(state, card("red-wager")) == (("pile", None), ("hand", BEN))


def hand_known():
    """Ana takes every card that Ben discards until all eight in her hand are known: green 2 to 9."""
    state = begun()
    for number in range(2, 10):
        state = after(state, lays(ANA, f"blue-{number}", "green" if number > 2 else "deck"))
        state = after(state, discards(BEN, f"green-{number}"))
    return after(state, lays(ANA, "blue-10", "green"), lays(BEN, "white-2"))


def test_of_a_hand_that_is_wholly_known_no_other_card_is_played_until_a_draw_from_the_draw_pile():
    why = "All eight cards in Ana’s hand are known, and {} is not one of them."
    state = hand_known()
    assert len(state.round.taken[ANA]) == 8
    assert {move.card.code for move in options(state, ANA)} == {f"green-{number}" for number in range(2, 10)}
    assert refused(state, lay(ANA, "red-5")) == ("lost-cities/hand-known", why.format("red 5"))
    assert refused(state, lay(ANA, "red-wager")) == ("lost-cities/hand-known", why.format("a red wager"))
    assert refused(after(state, lays(ANA, "green-2"), lays(BEN, "white-3")), lay(ANA, "red-5")) is None


def test_nobody_knows_where_a_card_is_between_rounds_nor_in_a_new_one():
    state = after(ended(begun()), Start(ANA))
    assert whereabouts(opened(), card("yellow-2")) == whereabouts(state, card("yellow-2")) == ()
    assert refused(state, lay(ANA, "yellow-2")) is None


# Expeditions


def test_a_number_opens_an_expedition_and_a_higher_one_follows():
    state = after(begun(), lay(ANA, "red-5"))
    assert state.round.laid == ({"red": Expedition(0, (5,))}, {})
    state = after(begun(), lays(ANA, "red-5"), lays(BEN, "blue-2"), lay(ANA, "red-7"))
    assert state.round.expedition(ANA, "red").numbers == (5, 7)


def test_a_lower_number_is_refused_and_may_be_discarded_or_laid_by_the_other_player():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"))
    why = "Red 5 cannot follow red 7: numbers must rise."
    assert refused(state, lay(ANA, "red-5")) == ("lost-cities/not-rising", why)
    assert refused(state, discard(ANA, "red-5")) is None
    assert refused(after(state, lays(ANA, "blue-3")), lay(BEN, "red-5")) is None


def test_three_wagers_open_an_expedition():
    state = begun()
    for other in ("blue-2", "blue-3", "blue-4"):
        state = after(state, lays(ANA, "red-wager"), lays(BEN, other))
    state = after(state, lay(ANA, "red-2"))
    assert state.round.expedition(ANA, "red") == Expedition(3, (2,))


def test_a_wager_after_a_number_is_refused_and_may_be_discarded_or_laid_in_another_colour():
    state = after(begun(), lays(ANA, "red-2"), lays(BEN, "blue-2"))
    why = "A red wager cannot follow red 2: wagers come first."
    assert refused(state, lay(ANA, "red-wager")) == ("lost-cities/wager-first", why)
    assert refused(state, lay(ANA, "blue-wager")) is refused(state, discard(ANA, "red-wager")) is None


@pytest.mark.parametrize(("refused_move", "number"), [("red-5", 1), ("red-wager", 1), ("red-7", 1), ("white-3", 3)])
def test_a_refusal_knows_the_one_move_that_stands_in_its_way(refused_move, number):
    turns = [lays(ANA, "red-7"), discards(BEN, "white-3"), lays(ANA, "blue-7"), discards(BEN, "white-7")]
    moves = [Start(ANA), *(move for turn in turns for move in turn)]
    with pytest.raises(Illegal) as error:
        apply(after(opened(), *moves), lay(ANA, refused_move))
    assert [move for move in moves if error.value.stands(move)] == [moves[number]]


# Drawing


PLAYED = after(begun(), lay(ANA, "red-7"))


def test_a_draw_from_the_draw_pile_ends_the_turn():
    state = after(PLAYED, Draw(ANA, "deck"))
    assert (state.round.deck, state.round.to_play, state.round.drawing) == (43, BEN, False)


def test_a_draw_from_a_discard_pile_takes_its_top_and_spares_the_draw_pile():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "red-3"), lays(ANA, "blue-2", "red"))
    assert state.round.pile("red") == (card("red-7"),)
    assert state.round.taken == ((card("red-3"),), ())
    assert state.round.deck == 44 - 2
    assert whereabouts(state, card("red-3")) == (("hand", ANA),)


EMPTIED = after(begun(), discards(ANA, "red-7"), lays(BEN, "blue-2", "red"), lay(ANA, "white-2"))


@pytest.mark.parametrize(
    ("state", "draw", "rule", "why"),
    [
        (opened(), Draw(ANA, "deck"), "no-round", "Round 1 has not begun: say first who begins."),
        (begun(), Draw(ANA, "deck"), "card-first", "Ana must first lay or discard a card, then draw."),
        (PLAYED, Draw(BEN, "deck"), "not-your-turn", "It is Ana’s turn."),
        (after(PLAYED, Draw(ANA, "deck")), Draw(ANA, "deck"), "not-your-turn", "It is Ben’s turn."),
        (PLAYED, Draw(ANA, "blue"), "pile-empty", "The blue discard pile is empty."),
        (EMPTIED, Draw(ANA, "red"), "pile-empty", "The red discard pile is empty."),
        (PLAYED, Draw(ANA, "purple"), "not-in-the-box", "Purple is not in this game of 5 colours."),
    ],
)
def test_a_draw_comes_once_after_the_own_card_from_a_pile_that_has_one(state, draw, rule, why):
    assert refused(state, draw) == (f"lost-cities/{rule}", why)


def test_purple_is_drawn_in_the_long_variant():
    state = after(begun(colours=6), discards(ANA, "purple-7"), lay(BEN, "red-2"))
    assert refused(state, Draw(BEN, "purple")) is None


def test_the_pile_just_discarded_to_is_closed_though_older_cards_lie_in_it():
    why = "Red 7 has just been discarded: this pile is closed until the next turn."
    alone, on_another = after(begun(), discard(ANA, "red-7")), after(begun(), discards(ANA, "red-3"))
    assert refused(alone, Draw(ANA, "red")) == ("lost-cities/pile-closed", why)
    assert refused(after(on_another, discard(BEN, "red-7")), Draw(BEN, "red")) == ("lost-cities/pile-closed", why)


@pytest.mark.parametrize("played", [discard(BEN, "blue-7"), lay(BEN, "red-7"), lay(BEN, "blue-2")])
def test_a_pile_is_open_after_a_card_that_went_elsewhere_and_in_the_next_turn(played):
    state = after(begun(), discards(ANA, "red-3"), played)
    assert refused(state, Draw(BEN, "red")) is None
    state = after(state, Draw(BEN, "deck"), lay(ANA, "white-2"))
    assert refused(state, Draw(ANA, "red")) is None


def test_the_options_of_a_draw_are_the_draw_pile_and_the_open_piles():
    state = after(begun(), discards(ANA, "red-3"), discards(BEN, "green-4"), discard(ANA, "red-8"))
    assert set(options(state, ANA)) == {Draw(ANA, "deck"), Draw(ANA, "green")}
    assert list(options(state, BEN)) == []


@pytest.mark.parametrize("colours", [5, 6])
def test_the_last_card_of_the_draw_pile_ends_the_round_at_once(colours):
    state = nearly_over(begun(colours=colours))
    state = after(state, lay(state.round.to_play, "yellow-wager"))
    assert state.round is not None
    state = after(state, Draw(state.round.to_play, "deck"))
    assert state.round is None
    assert refused(state, lay(ANA, "red-9"))[0] == "lost-cities/no-round"


def test_a_draw_from_a_discard_pile_puts_the_end_off():
    state = nearly_over(begun())
    state = after(state, lays(state.round.to_play, "red-10", "yellow"))
    assert (state.round.deck, state.over) == (1, ())


# Rounds


ROUND = (Start(ANA), count(ANA), count(BEN))


def test_a_game_ends_between_two_rounds_where_the_table_says_so_or_goes_on_with_one_more_round():
    assert to_act(after(opened(rounds=3), ROUND, Rounds(1))) == frozenset()
    assert after(opened(rounds=3), ROUND, Rounds(1)).finished
    assert len(apply(after(opened(rounds=1), ROUND, Rounds(2)), Start(BEN)).starters) == 2
    assert after(opened(rounds=2), ROUND, Start(ANA), Rounds(3), Rounds(2), count(ANA), count(BEN)).finished


def test_rounds_that_were_begun_are_not_taken_away():
    code, _why = refused(after(opened(rounds=3), ROUND, Start(ANA)), Rounds(1))
    assert code == "lost-cities/rounds-played"


def test_the_setting_offers_what_is_left_and_marks_what_is():
    state = after(opened(rounds=3), ROUND, Start(ANA))
    for early in (opened(rounds=3), after(opened(rounds=3), Start(ANA))):
        assert [*other_rounds(early)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert list(other_rounds(state)) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert other_rounds(state)[3] is None
    rounds = next(setting for setting in GAME.settings if setting.key == "rounds")
    assert rounds.later(state)[4] == Rounds(4)


# Undo


TURN = [Start(ANA), *lays(ANA, "red-7")]


def reached(*events):
    return replay(GAME, Setup(PLAYERS), events)


@pytest.mark.parametrize(("length", "undone"), [(1, 1), (2, 1), (3, 1), (3, 2)])
def test_undos_return_to_the_state_before_the_last_moves_and_the_game_goes_on(length, undone):
    taken_back = reached(*TURN[:length], *[Undo()] * undone)
    assert taken_back.play.state == reached(*TURN[: length - undone]).play.state
    again = reached(*TURN[:length], *[Undo()] * undone, *TURN[length - undone :])
    assert (again.refusals, again.play.state) == ((), reached(*TURN).play.state)


def test_an_undo_skips_what_was_refused():
    replayed = reached(*TURN[:2], lay(BEN, "blue-2"), Undo())
    assert [refusal.index for refusal in replayed.refusals] == [2]
    assert replayed.play.state == reached(Start(ANA)).play.state


def test_the_closed_pile_is_closed_again_when_its_draw_is_taken_back():
    replayed = reached(Start(ANA), discard(ANA, "red-7"), Draw(ANA, "deck"), Undo(), Draw(ANA, "red"))
    assert [refusal.illegal.rule.code for refusal in replayed.refusals] == ["lost-cities/pile-closed"]


def test_an_undo_opens_the_round_that_the_last_draw_had_ended():
    state = nearly_over(begun())
    last = Play(GAME, state).after(discard(state.round.to_play, "red-wager"), 0)
    over = last.after(Draw(state.round.to_play, "deck"), 1)
    assert over.state.round is None
    assert over.state == ended(begun())
    assert over.after(Undo(), 2).state == last.state


def test_an_undo_takes_back_a_count_and_one_that_ended_the_round():
    assert reached(*TURN, count(ANA), Undo(), lay(BEN, "blue-2")).refusals == ()
    one = reached(*TURN, count(ANA, red=[7]))
    assert reached(*TURN, count(ANA, red=[7]), count(BEN), Undo()).play.state == one.play.state


def test_there_is_nothing_to_undo_before_the_first_move():
    with pytest.raises(Illegal) as refused:
        Play(GAME, opened()).after(Undo(), 0)
    assert refused.value.rule.code == "cairn/nothing-to-undo"
    assert english(refused.value.why) == "There is nothing to undo."
    assert reached(*TURN[:1], Undo(), Undo()).applied == 2

"""What is said after a move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.core.game import Opens
from scoring.lutece import GAME
from scoring.lutece.moves import Attach, Bribe, Close, Count, End, Legionnaire, Offer, Options, Reveal, Settle
from scoring.lutece.rules import apply
from scoring.lutece.view.words import tell
from tests.scoring.lutece.table import after, card, citizen, having, held, offers, revealed, settled, shown, table


def told(state, move):
    apply(state, move)
    return [shown(sentence) for sentence in tell(state, move)]


def test_an_offer_and_options_say_no_more_than_the_table_sees():
    state = table(2)
    assert told(state, Offer("A", card("c1", "citizen", label="Le Barde"))) == ["Le Barde goes under tile A."]
    state = after(state, *offers(state))
    assert told(state, Options(0, ("A", "1"))) == ["Ana places two action cards, face down."]
    state = after(state, Options(0, ("A", "1")), Options(1, ("B", "1")))
    assert told(state, Bribe(0, "A", 2)) == ["Ana raises a bribe to 2 gold."]


def test_the_reveal_says_who_has_what_and_pays_incomes():
    state = table(2)
    state = after(state, *offers(state), Options(0, ("A", "income-1")), Options(1, ("income-1", "income-2")))
    assert told(after(state, Bribe(0, "A", 1)), Reveal()) == [
        "The action cards are revealed.",
        "Ana collects 3 gold from Income.",
        "Ana bids on tile A, with a bribe of 1.",
        "Ben collects 6 gold from Income.",
    ]


def test_a_purchase_says_what_was_paid_and_taken():
    idle = "income-1 income-2"
    state = after(revealed(table(2), idle, idle, t1=card("f", "forge", cost=3)), Close())
    state = after(revealed(state, "A 1", "B 2", bribes=((0, "1", 2),)), Settle("A"), Settle("B"))
    assert told(state, Settle("1")) == [
        "Ana pays 2 (bribe) + 3 (cost) for the forge.",
        "Ana takes the 1 gold that was on the forge.",
    ]


def test_an_effect_is_told():
    state = after(revealed(table(2), "1 2", "A B", t1=card("t", "tavern")), Settle("A"), Settle("B"))
    assert told(state, Settle("1")) == ["Ana pays 0 for the tavern.", "the tavern gives Ana 5 gold."]


@pytest.mark.parametrize(("bribe", "left"), [(3, "only 2 gold"), (5, "no gold left")])
def test_a_refused_purchase_is_told_with_the_gold_that_is_left(bribe, left):
    state = revealed(table(2), "A 1", "B 2", bribes=((0, "A", bribe),), A=card("c1", "citizen", cost=3))
    assert told(state, Settle("A")) == [
        f"Ana has {left} and cannot pay 3 for the citizen: the bribe of {bribe} is lost.",
        "the citizen leaves the game.",
    ]


def test_a_contest_is_told_line_by_line():
    state = having(table(3), 2, card("s1", "legionnaire"))
    state = revealed(state, "A 1", "A 2", "B 3", bribes=((0, "A", 1),), A=citizen("c1"))
    assert told(state, Legionnaire(2, "A", 1)) == ["Cai gives up a legionnaire: Ben’s bribe on tile A is now worth 2."]
    assert told(after(state, Legionnaire(2, "A", 1)), Settle("A")) == [
        "Tile A is contested.",
        "Ana bids 1.",
        "Ben bids 0 and 1 legionnaire: 2.",
        "Ben pays 0 for the citizen.",
        "Ana takes back 1 gold, plus 1 from the reserve.",
    ]


def test_a_legionnaire_for_oneself_is_told():
    state = revealed(having(table(2), 0, card("s1", "legionnaire")), "A 1", "A 2", bribes=((0, "A", 1),))
    assert told(state, Legionnaire(0, "A", 0)) == [
        "Ana gives up a legionnaire: their own bribe on tile A is now worth 3."
    ]


def test_a_shared_highest_bribe_is_told():
    state = revealed(table(2), "A 1", "A 2", A=citizen("c1"))
    assert told(state, Settle("A")) == [
        "Tile A is contested.",
        "Ana bids 0.",
        "Ben bids 0.",
        "Highest bribe tied: nobody gets the citizen.",
        "Ana takes 1 gold from the reserve.",
        "Ben takes 1 gold from the reserve.",
        "the citizen leaves the game.",
    ]


def test_apprentices_are_told():
    waiting = revealed(table(2), "A B", "1 2", A=card("a1", "apprentice"), B=citizen("c1", sword=1))
    assert told(waiting, Settle("A"))[-1] == "the apprentice waits for Ana’s first character."
    assert told(after(waiting, Settle("A")), Settle("B"))[-1] == "the apprentice goes under the sword citizen."
    owned = having(table(2), 0, citizen("c1", sword=1))
    bought = revealed(owned, "A 1", "B 2", A=card("a1", "apprentice"))
    assert told(bought, Settle("A"))[-1] == "Ana must now attach the apprentice to a character."
    assert told(after(bought, Settle("A")), Attach(0, "a1", "c1")) == [
        "the apprentice is under the sword citizen and copies: sword."
    ]


def test_the_increase_the_end_and_counts_are_told():
    state = settled(revealed(table(2), "A 1", "A 2"))
    assert told(state, Close()) == ["1 gold is added to each of 3 cards.", "Everyone takes back their action cards."]
    assert told(table(2), End()) == ["A tile cannot be given a card: the game is over."]
    assert told(table(2), Count(1, held(citizen("c1"), gold=4))) == ["Ben counts 4 gold and 1 card."]


def test_a_round_opens_with_its_first_card_and_then_each_step_once():
    def opens(*moves):
        return [GAME.turns.opens(after(table(2), *moves[:at]), move) for at, move in enumerate(moves)]

    turned = [*offers(table(2))]
    assert opens(*turned) == [Opens.ROUND] + [Opens.NOTHING] * 5
    laid = [Options(0, ("A", "1")), Options(1, ("A", "2"))]
    bribed = [Bribe(0, "A", 1), Bribe(1, "A", 2)]
    steps = [Opens.TURN, Opens.NOTHING]
    rest = [Reveal(), Settle("A"), Settle("1"), Settle("2"), Close()]
    assert opens(*turned, *laid, *bribed, *rest)[6:] == [*steps, *steps, *[Opens.TURN] * 5]
    state = revealed(having(table(2), 0, card("s1", "legionnaire")), "A 1", "A 2")
    raised = after(state, Legionnaire(0, "A", 0))
    assert GAME.turns.opens(state, Legionnaire(0, "A", 0)) is Opens.TURN
    assert GAME.turns.opens(raised, Settle("A")) is Opens.NOTHING
    grown = after(revealed(table(2), "A 1", "A 2"), *map(Settle, "A12"), Close())
    assert GAME.turns.opens(grown, next(offers(grown))) is Opens.ROUND


def test_without_a_card_left_the_increase_only_gives_the_action_cards_back_and_an_empty_reserve_is_told():
    state = settled(revealed(table(2), "A B", "C 1"))
    assert told(replace(state, lots=(None,) * 6), Close()) == ["Everyone takes back their action cards."]
    state = revealed(table(2), "income-1 income-2", "income-1 income-2")
    said = [told(replace(state, reserve=gold), Close())[-1] for gold in (5, 6)]  # 6 of it go to the cards
    assert said[0] == "The reserve is empty: 1 gold more than the box holds is in play."
    assert said[1] == "Everyone takes back their action cards."

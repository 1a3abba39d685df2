"""What holds in every game: random legal games of 2 to 5 players with cards made up on the spot."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.running import replay
from scoring.lutece import GAME
from scoring.lutece.demo import everything
from scoring.lutece.moves import Close, Count, End, Offer
from scoring.lutece.rules import apply
from scoring.lutece.state import Setup
from scoring.lutece.view.bids import slips
from tests.examples import examples
from tests.scoring.lutece.table import NAMES, money, random_game

seeds = st.integers(0, 10**9)
tables = st.integers(2, 5)


@settings(max_examples=examples(15))
@given(seeds, tables)
def test_random_games_end_and_keep_their_gold_and_cards(seed, players):
    turned_up = 0
    for state, move in random_game(Random(seed), players):
        after = apply(state, move)
        turned_up += isinstance(move, Offer)
        assert money(after) == 66
        assert all(holding.gold >= 0 for holding in after.holdings)
        assert len({card.id for card in everything(after)}) == len(everything(after)) == turned_up
        assert GAME.tell(state, move)
        assert after.lots == state.lots or move.__class__.__name__ in ("Offer", "Settle", "Close")
    assert GAME.to_act(after) == frozenset()
    assert not [problem for problem in GAME.audit(GAME.position(after)) if not problem.warning]


@settings(max_examples=examples(6))
@given(seeds, tables)
def test_a_game_that_is_counted_comes_to_the_same(seed, players):
    setup = Setup(NAMES[:players])
    *_rest, (state, move) = random_game(Random(seed), players)
    position = GAME.position(apply(state, move))
    sheet = GAME.score(position)
    counted = replay(GAME, setup, [Count(seat, holding) for seat, holding in enumerate(position.holdings)])
    assert counted.refusals == ()
    assert GAME.score(GAME.position(counted.play.state)) == sheet


@settings(max_examples=examples(8))
@given(seeds, tables)
def test_a_pay_slip_leads_from_the_gold_before_a_round_to_the_gold_after_it(seed, players):
    before, rounds = (5,) * players, 0
    for state, move in random_game(Random(seed), players):
        if not isinstance(move, Close):
            continue
        rounds += 1
        gold = [slip.gold for slip in slips(state, {})]
        assert [had - slip.paid + slip.taken for had, slip in zip(before, slips(state, {}), strict=True)] == gold
        before = [holding.gold for holding in apply(state, move).holdings]
        assert before == gold
    assert rounds


@settings(max_examples=examples(3))
@given(seeds, tables)
def test_who_is_awaited_can_act(seed, players):
    for state, _move in random_game(Random(seed), players, rounds=4):
        if state.phase != "offers":
            assert all(list(GAME.options(state, seat)) for seat in GAME.to_act(state))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_left_to_do_after_the_end(players):
    state = apply(GAME.start(Setup(NAMES[:players])), End())
    assert [list(GAME.options(state, seat)) for seat in range(players)] == [[]] * players

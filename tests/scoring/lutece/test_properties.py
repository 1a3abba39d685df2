"""What holds in every game: random legal games of 2 to 5 players with cards made up on the spot."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.rule import Illegal
from scoring.core.running import replay
from scoring.lutece import GAME
from scoring.lutece.moves import MOVES, Close, Count, End, Offer
from scoring.lutece.rules import apply
from scoring.lutece.state import Setup
from scoring.lutece.view.bids import slips
from tests.examples import examples
from tests.scoring.lutece.table import NAMES, everything, money, of_seat, random_game, universe

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
def test_a_game_and_its_end_go_through_json_and_counted_it_comes_to_the_same(seed, players):
    setup = Setup(NAMES[:players])
    moves = [move for _state, move in random_game(Random(seed), players)]
    events = json.loads(json.dumps([GAME.formats.event(move) for move in moves]))
    again = replay(GAME, setup, [GAME.formats.move(event, setup) for event in events])
    assert again.play.state == replay(GAME, setup, moves).play.state
    assert (again.applied, again.refusals) == (len(moves), ())
    position = GAME.position(again.play.state)
    read = GAME.formats.position(json.loads(json.dumps(GAME.formats.holding(position))))
    assert read == position
    sheet = GAME.score(read)
    assert all(player.total == sum(line.points for line in player.lines) for player in sheet.players)
    assert sheet.winners
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


@settings(max_examples=examples(6))
@given(seeds, tables)
def test_options_are_exactly_what_apply_accepts(seed, players):
    chance = Random(seed)
    for state, _move in random_game(chance, players, rounds=4):
        if chance.random() > 0.15:
            continue
        offered = [set(GAME.options(state, seat)) for seat in range(players)]
        for seat, moves in enumerate(offered):
            assert all(accepted(state, move) and of_seat(move, seat) for move in moves)
        for move in universe(state):
            if accepted(state, move):
                assert all(move in offered[seat] for seat in range(players) if of_seat(move, seat)), move


def accepted(state, move):
    try:
        apply(state, move)
    except Illegal:
        return False
    return True


@settings(max_examples=examples(3))
@given(seeds, tables)
def test_who_is_awaited_can_act(seed, players):
    for state, _move in random_game(Random(seed), players, rounds=4):
        if state.phase != "offers":
            assert all(list(GAME.options(state, seat)) for seat in GAME.to_act(state))


def test_every_kind_of_move_occurs_in_random_games():
    kinds = {type(move) for seed in range(12) for _state, move in random_game(Random(seed), 2 + seed % 4)}
    assert kinds == set(MOVES) - {Count}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_left_to_do_after_the_end(players):
    state = apply(GAME.start(Setup(NAMES[:players])), End())
    assert [list(GAME.options(state, seat)) for seat in range(players)] == [[]] * players

"""What holds in every game of Lost Cities."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.running import replay
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import COLOURS, Card, cards_of
from scoring.lost_cities.moves import Count, Discard, Draw, Move, Start
from scoring.lost_cities.rules import SEATS, apply, options, refusal, to_act
from scoring.lost_cities.view.board import whereabouts
from scoring.lost_cities.view.count import compared
from tests.examples import examples
from tests.scoring.lost_cities.source import universe
from tests.scoring.lost_cities.table import deck_of, opened
from tests.sources import Played, played

few = settings(max_examples=examples(5))
every_game = pytest.mark.parametrize("game", range(examples(5)), indirect=True)
UNIVERSE: list[Move] = list(universe(None))


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Played:
    return played(GAME.key, request.param)


@every_game
def test_cards_are_conserved_and_none_is_in_two_places(game):
    for state in game.states[::5]:
        round = state.round
        if round is None or round.counted:
            continue
        hands = [8 - (round.drawing and seat == round.to_play) for seat in SEATS]
        laid = sum(len(expedition) for holding in round.laid for expedition in holding.values())
        discarded = sum(map(len, round.piles.values()))
        assert round.deck + sum(hands) + laid + discarded == 12 * state.setup.colours
        assert all(len(known) <= hand for known, hand in zip(round.taken, hands, strict=True))
        for card in (card for colour in state.colours for card in cards_of(colour)):
            assert len(whereabouts(state, card)) <= (3 if card.is_wager else 1)


@every_game
def test_while_the_game_lasts_somebody_can_act(game):
    for state in game.states[::3]:
        counted = bool(state.round and state.round.counted)
        assert state.finished == (not to_act(state))
        assert state.finished or counted or any(list(options(state, seat)) for seat in to_act(state))


@every_game
def test_every_move_tells_and_says_when_a_round_ends(game):
    for before, move, later in zip(game.states, game.moves, game.states[1:], strict=False):
        said = GAME.tell(before, move)
        beside = compared(before, move) if isinstance(move, Count) else None
        assert len(said) == 1 + (len(later.over) > len(before.over)) + bool(beside and beside.differences)


@every_game
def test_a_log_with_illegal_events_equals_the_log_without_them(game):
    random = Random(1)
    log: list[Move] = []
    for move in game.moves:
        log += random.choices(UNIVERSE, k=random.randint(0, 2))
        log.append(move)
    replayed = replay(GAME, game.setup, log)
    wrong = {refusal.index for refusal in replayed.refusals}
    clean = [move for index, move in enumerate(log) if index not in wrong]
    assert replayed.applied == len(clean)
    assert replay(GAME, game.setup, clean).play.state == replayed.play.state
    assert replay(GAME, game.setup, clean).refusals == ()


@given(st.lists(st.sampled_from(UNIVERSE), max_size=60))
@few
def test_a_refused_move_changes_nothing(moves):
    state = opened()
    for move in [Start(0), *moves]:
        before = repr(state)
        if refusal(state, move) is not None:
            assert repr(state) == before
        else:
            state = apply(state, move)


@dataclass
class RealTable:
    """Two people with real hands from a shuffled deck, and what anybody could have seen of them."""

    deck: list[Card]
    hands: tuple[list[Card], list[Card]]
    known: tuple[list[Card], list[Card]]
    piles: dict[str, list[Card]]

    @classmethod
    def dealt(cls, colours: int, random: Random) -> RealTable:
        deck = deck_of(colours)
        random.shuffle(deck)
        return cls(deck[16:], (deck[:8], deck[8:16]), ([], []), {colour: [] for colour in COLOURS})

    def unseen(self) -> Counter[Card]:
        """Every card whose place nobody could name: the deck, and the hands but for what was seen taken."""
        return Counter(self.deck + self.hands[0] + self.hands[1]) - Counter(self.known[0] + self.known[1])

    def playable(self, seat: int) -> set[Card]:
        """Every card that could be in this hand for all that was seen."""
        return set(self.known[seat]) | (set(self.unseen()) if len(self.known[seat]) < 8 else set())

    def play(self, seat: int, card: Card, discarded: bool) -> None:
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        if discarded:
            self.piles[card.colour].append(card)

    def draw(self, seat: int, source: str) -> None:
        card = self.deck.pop() if source == "deck" else self.piles[source].pop()
        self.hands[seat].append(card)
        if source != "deck":
            self.known[seat].append(card)


@given(st.integers(0, 2**32), st.sampled_from([5, 6]), st.sampled_from([0.0, 0.5, 1.0]))
@few
def test_the_referee_lets_through_exactly_what_can_be_in_a_hand(seed, colours, thirst):
    """Really dealt games: no true move is ever refused, and no card that cannot be in the hand is let through."""
    random = Random(seed)
    table = RealTable.dealt(colours, random)
    state = apply(opened(colours=colours), Start(random.choice(SEATS)))
    for _ in range(120):
        seat = state.round.to_play
        moves = list(options(state, seat))
        assert {move.card for move in moves if isinstance(move, Discard)} == table.playable(seat)
        move = random.choice([move for move in moves if move.card in table.hands[seat]])
        for card in table.hands[seat]:
            assert refusal(state, Discard(seat, card)) is None
        state = apply(state, move)
        table.play(seat, move.card, isinstance(move, Discard))
        piles = [move for move in options(state, seat) if move.source != "deck"]
        draw = random.choice(piles) if piles and random.random() < thirst else Draw(seat, "deck")
        state = apply(state, draw)
        table.draw(seat, draw.source)
        if state.round is None:
            break
        assert state.round.deck == len(table.deck)
        assert all(len(hand) == 8 for hand in table.hands)
    assert (state.round is None) == (not table.deck)

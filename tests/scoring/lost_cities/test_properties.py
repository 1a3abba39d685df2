"""What holds in every game of Lost Cities."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.log import Undo
from scoring.core.play import Play
from scoring.core.running import replay
from scoring.lost_cities import GAME
from scoring.lost_cities.cards import COLOURS, Card, cards_of
from scoring.lost_cities.moves import Count, Discard, Draw, Expedition, Lay, Move, Start
from scoring.lost_cities.rules import SEATS, State, apply, options, position, refusal, to_act
from scoring.lost_cities.score import Setup, audit, score
from scoring.lost_cities.view.board import whereabouts
from scoring.lost_cities.view.count import compared
from tests.examples import examples
from tests.scoring.lost_cities.table import PLAYERS, deck_of, opened

few = settings(max_examples=examples(5))
UNIVERSE: list[Move] = [
    *(Start(seat) for seat in SEATS),
    *(play(seat, card) for seat in SEATS for colour in COLOURS for card in cards_of(colour) for play in (Lay, Discard)),
    *(Draw(seat, source) for seat in SEATS for source in ("deck", *COLOURS)),
]


def random_count(state: State, seat: int, random: Random) -> Count:
    """A count that fits the other's, if that one is already there."""
    taken = state.round.laid[1 - seat] if state.round and state.round.counted else {}
    holding = {}
    for colour in state.colours:
        other = taken.get(colour, Expedition())
        free = [number for number in range(2, 11) if number not in other.numbers]
        numbers = tuple(sorted(random.sample(free, random.randint(0, 4))) if len(free) >= 4 else ())
        expedition = Expedition(random.randint(0, 3 - other.wagers), numbers)
        if len(expedition) and random.random() < 0.6:
            holding[colour] = expedition
    return Count(seat, tuple(holding.items()))


def random_move(state: State, random: Random, thirst: float, counting: float) -> Move | None:
    """A legal move: draws are from a discard pile with the chance `thirst`, counts come with `counting`."""
    seats = sorted(to_act(state))
    if not seats:
        return None
    seat = random.choice(seats)
    if state.round and (state.round.counted or random.random() < counting):
        return random_count(state, seat, random)
    moves = list(options(state, seat))
    piles = [move for move in moves if isinstance(move, Draw) and move.source != "deck"]
    if piles and random.random() < thirst:
        return random.choice(piles)
    if any(isinstance(move, Draw) for move in moves):
        return Draw(seat, "deck")
    return random.choice(moves)


@st.composite
def games(draw: st.DrawFn) -> list:
    """A setup of 5 or 6 colours, then the legal moves of a game up to some length."""
    setup = Setup(PLAYERS, colours=draw(st.sampled_from([5, 6])), rounds=draw(st.integers(1, 3)))
    random = Random(draw(st.integers(0, 2**32)))
    thirst = draw(st.sampled_from([0.0, 0.4, 1.0]))
    counting = draw(st.sampled_from([0.0, 0.0, 0.02]))
    state, moves = GAME.start(setup), []
    for _ in range(draw(st.integers(0, 260))):
        move = random_move(state, random, thirst, counting)
        if move is None:
            break
        moves.append(move)
        state = apply(state, move)
    return [setup, *moves]


def states(game: list) -> list[State]:
    setup, *moves = game
    reached = [GAME.start(setup)]
    for move in moves:
        reached.append(apply(reached[-1], move))
    return reached


@given(games())
@few
def test_cards_are_conserved_and_none_is_in_two_places(game):
    for state in states(game)[::5]:
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


@given(games())
@few
def test_a_log_and_a_position_go_through_json_and_every_move_can_be_undone(game):
    setup, *moves = game
    log = json.loads(json.dumps([GAME.formats.settings(setup), *(GAME.formats.event(move) for move in moves)]))
    again = GAME.formats.setup(log[0])
    read = [GAME.formats.move(event, again) for event in log[1:]]
    assert [again, *read] == game
    play = Play(GAME, GAME.start(again))
    for index, move in enumerate(read):
        earlier, play = play, play.after(move, index)
        assert play.after(Undo(), index + 1) is earlier
    assert play.state == states(game)[-1]
    written = json.loads(json.dumps(GAME.formats.holding(position(play.state))))
    assert GAME.formats.holding(GAME.formats.position(written)) == written
    assert score(GAME.formats.position(written)) == score(position(play.state))


@given(games())
@few
def test_what_lies_there_rises_passes_the_audit_and_is_worth_the_formula(game):
    reached = position(states(game)[-1])
    if not (states(game)[-1].round and states(game)[-1].round.counted):
        assert audit(reached) == []
    for seat, player in enumerate(score(reached).players):
        worth = 0
        for expedition in (laid for holdings in reached.rounds for laid in holdings[seat].values()):
            assert list(expedition.numbers) == sorted(set(expedition.numbers))
            cards = len(expedition)
            worth += (sum(expedition.numbers) - 20) * (1 + expedition.wagers) + 20 * (cards >= 8) if cards else 0
        assert player.total == sum(line.points for line in player.lines) == worth


@given(games())
@few
def test_options_are_exactly_what_apply_accepts(game):
    state = states(game)[-1]
    accepted = [move for move in UNIVERSE if refusal(state, move) is None]
    offered = [move for seat in SEATS for move in options(state, seat)]
    assert len(offered) == len(set(offered))
    assert set(offered) == set(accepted)
    assert {move.seat for move in offered} <= to_act(state)


@given(games())
@few
def test_while_the_game_lasts_somebody_can_act(game):
    state = states(game)[-1]
    counted = bool(state.round and state.round.counted)
    assert state.finished == (not to_act(state))
    assert state.finished or counted or any(list(options(state, seat)) for seat in to_act(state))


@given(games())
@few
def test_every_move_tells_and_says_when_a_round_ends(game):
    for before, move, later in zip(states(game), game[1:], states(game)[1:], strict=False):
        said = GAME.tell(before, move)
        beside = compared(before, move) if isinstance(move, Count) else None
        assert len(said) == 1 + (len(later.over) > len(before.over)) + bool(beside and beside.differences)


@given(games(), st.integers(0, 2**32))
@few
def test_a_log_with_illegal_events_equals_the_log_without_them(game, seed):
    setup, *moves = game
    random = Random(seed)
    log: list[Move] = []
    for move in moves:
        log += random.choices(UNIVERSE, k=random.randint(0, 2))
        log.append(move)
    replayed = replay(GAME, setup, log)
    wrong = {refusal.index for refusal in replayed.refusals}
    clean = [move for index, move in enumerate(log) if index not in wrong]
    assert replayed.applied == len(clean)
    assert replay(GAME, setup, clean).play.state == replayed.play.state
    assert replay(GAME, setup, clean).refusals == ()


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

"""A whole game as two people might play it who know what they do; nobody is told what to play by this.

Each holds a hand that the log does not show. They begin a colour when what they hold and may still draw is worth it,
lay low numbers first, keep from the other what the other can use, take what lies there for them, and sometimes err.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.core.game import Chance
from scoring.core.sheet import Seat
from scoring.lost_cities.cards import HAND, NUMBERS, WAGERS, Card, cards_of
from scoring.lost_cities.moves import DECK, Discard, Draw, Expedition, Lay, Move, Start
from scoring.lost_cities.rules import Round, State, apply, start
from scoring.lost_cities.score import COST, Position, Setup, running_totals

HOPED_FOR = 0.2  # of what is still unseen of a colour, at the beginning of a round
WORTH_A_WAGER = 8  # points above the cost that are in sight
EARLY = 20  # cards left in the draw pile
ERRS = 3.0  # points by which a card may be misjudged


@dataclass
class Hands:
    """What nobody but its player sees: the draw pile, the top last, and the hands; how bold each player is."""

    deck: list[Card]
    held: tuple[list[Card], list[Card]]
    bold: tuple[float, float] = field(default=(0.0, 0.0))


def sensible(setup: Setup, random: Chance) -> Iterator[Move]:
    """The moves of a game from its beginning to its end."""
    state, bold = start(setup), (8 * random.random() - 4, 8 * random.random() - 4)
    while len(state.over) < setup.rounds:
        opening: Move = Start(_starter(state))
        yield opening
        state = apply(state, opening)
        hands = _dealt(setup, random, bold)
        while state.round is not None:
            for move in _turn(state, state.round, hands, random):
                yield move
                state = apply(state, move)


def _starter(state: State) -> Seat:
    if not state.over:
        return 0
    first, second = running_totals(Position(state.setup, state.over))
    return 1 - state.starters[-1] if first == second else 0 if first > second else 1


def _dealt(setup: Setup, random: Chance, bold: tuple[float, float]) -> Hands:
    colours = (cards_of(colour) for colour in setup.palette)
    cards = [card for wager, *numbers in colours for card in (*[wager] * WAGERS, *numbers)]
    mixed = random.sample(cards, len(cards))
    return Hands(mixed[2 * HAND :], (mixed[:HAND], mixed[HAND : 2 * HAND]), bold)


def _turn(state: State, round: Round, hands: Hands, random: Chance) -> Iterator[Move]:
    """A card laid or discarded, then the draw."""
    seat = round.to_play
    hand = hands.held[seat]
    played = _played(round, seat, hands, random)
    hand.remove(played.card)
    yield played
    source = _source(state, round, seat, hands, played)
    hand.append(hands.deck.pop() if source == DECK else round.pile(source)[-1])
    yield Draw(seat, source)


def _played(round: Round, seat: Seat, hands: Hands, random: Chance) -> Lay | Discard:
    """What seems worth most: laying a card, or discarding one."""
    hand = hands.held[seat]
    worth: dict[Lay | Discard, float] = {}
    for card in sorted(set(hand)):
        doubt = ERRS * random.random()
        worth[Discard(seat, card)] = doubt - _loss(round, seat, hand, card)
        if _fits(round.expedition(seat, card.colour), card):
            worth[Lay(seat, card)] = doubt + _gain(round, seat, hands, card)
    return max(worth, key=lambda move: worth[move])


def _fits(expedition: Expedition, card: Card) -> bool:
    return not expedition.numbers or card.number > expedition.numbers[-1]


def _gain(round: Round, seat: Seat, hands: Hands, card: Card) -> float:
    """What laying a card now seems to be worth: less, the more it skips; what begins a colour must promise enough."""
    expedition = round.expedition(seat, card.colour)
    promise = _promise(round, seat, hands.held[seat], card.colour) - COST
    if not len(expedition) and promise + hands.bold[seat] < 0:
        return -100
    if card.is_wager:
        return 8 + promise / 2 if promise + hands.bold[seat] > WORTH_A_WAGER and round.deck > EARLY else -100
    lower = [other for other in hands.held[seat] if other.colour == card.colour and other.number < card.number]
    skipped = [other for other in lower if _fits(expedition, other)]
    if skipped:
        return -100
    times = 1 + expedition.wagers
    return card.number * times - _hoped_below(round, seat, hands.held[seat], card) * times + _hurry(round, seat, hands)


def _hoped_below(round: Round, seat: Seat, hand: list[Card], card: Card) -> float:
    """What may still come of the numbers that a card would skip."""
    below = [other for other in _unseen(round, seat, hand, card.colour) if 0 < other.number < card.number]
    fitting = [other.number for other in below if _fits(round.expedition(seat, card.colour), other)]
    return _hope(round) * sum(fitting)


def _hope(round: Round) -> float:
    """Which part of what is unseen may come into a hand before the round ends."""
    return HOPED_FOR * round.deck / (round.deck + HAND)


def _hurry(round: Round, seat: Seat, hands: Hands) -> float:
    """The fewer turns there are for what still fits, the more a card wants to be laid."""
    fitting = [card for card in hands.held[seat] if len(round.expedition(seat, card.colour))]
    turns = (round.deck + 1) // 2
    return 10.0 * max(0, len(fitting) + 2 - turns)


def _promise(round: Round, seat: Seat, hand: list[Card], colour: str) -> float:
    """The sum that a colour may come to: what lies there, what is held and fits, and a part of what is unseen."""
    expedition = round.expedition(seat, colour)
    turns = (round.deck + 1) // 2
    held = sorted((card.number for card in hand if card.colour == colour and _fits(expedition, card)), reverse=True)
    unseen = [card.number for card in _unseen(round, seat, hand, colour) if _fits(expedition, card)]
    return sum(expedition.numbers) + sum(held[: turns // 2]) + _hope(round) * sum(unseen)


def _unseen(round: Round, seat: Seat, hand: list[Card], colour: str) -> list[Card]:
    """The numbers of a colour that may still be drawn, or are in the other's hand."""
    numbers = (Card(colour, number) for number in NUMBERS)
    seen = {*hand, *round.pile(colour), *round.taken[1 - seat]}
    return [card for card in numbers if card not in seen and round.owner(card) is None]


def _loss(round: Round, seat: Seat, hand: list[Card], card: Card) -> float:
    """What a discard seems to cost: what the card might make here, and what the other might make of it."""
    return _use(round, seat, hand, card) + 0.5 * _use_to_other(round, 1 - seat, card)


def _use(round: Round, seat: Seat, hand: list[Card], card: Card) -> float:
    expedition = round.expedition(seat, card.colour)
    if not _fits(expedition, card):
        return 0
    worth = 3.0 if card.is_wager else float(card.number)
    if len(expedition):
        return worth * (1 + expedition.wagers)
    likely = _promise(round, seat, hand, card.colour) / COST
    return worth * min(1.0, likely) ** 2


def _use_to_other(round: Round, other: Seat, card: Card) -> float:
    expedition = round.expedition(other, card.colour)
    if not _fits(expedition, card):
        return 0
    worth = 4.0 if card.is_wager else float(card.number)
    return worth * (1 + expedition.wagers) if len(expedition) else worth * 0.3


def _source(state: State, round: Round, seat: Seat, hands: Hands, played: Lay | Discard) -> str:
    """The draw pile, or a discard pile whose card is of use; to gain time near the end any pile will do."""
    closed = played.card.colour if isinstance(played, Discard) else None
    tops = {colour: round.pile(colour)[-1] for colour in state.colours if colour != closed and round.pile(colour)}
    of_use = {colour: _taken_for(round, seat, hands.held[seat], card) for colour, card in tops.items()}
    best = max(of_use, key=lambda colour: of_use[colour], default=DECK)
    if tops and (of_use[best] > 2 or _wants_time(round, seat, hands)):
        return best
    return DECK


def _taken_for(round: Round, seat: Seat, hand: list[Card], card: Card) -> float:
    """What a card that lies there is of use: in an expedition that was begun, or one that it would make worth it."""
    if len(round.expedition(seat, card.colour)):
        return _use(round, seat, hand, card)
    return float(card.number) if _promise(round, seat, [*hand, card], card.colour) > COST else 0.0


def _wants_time(round: Round, seat: Seat, hands: Hands) -> bool:
    """Whether the round would end before what is held and fits could be laid."""
    fitting = [
        card
        for card in hands.held[seat]
        if len(round.expedition(seat, card.colour)) and _fits(round.expedition(seat, card.colour), card)
    ]
    return round.deck <= 6 and len(fitting) > (round.deck + 1) // 2

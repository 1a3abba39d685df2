"""Games to look at: one played by chance, one under way to learn on. The rules know nothing of this."""

from collections.abc import Iterator

from scoring.core.codec import Json
from scoring.core.game import Chance, Practice
from scoring.core.rule import Illegal
from scoring.core.text import text
from scoring.lost_cities.cards import COLOURS, Card, cards_of
from scoring.lost_cities.moves import DECK, Count, Discard, Draw, Expedition, Lay, Move, Rounds, Start
from scoring.lost_cities.rules import State, apply, to_act


def chance(random: Chance, state: State) -> Move:
    """Mostly small steps and the draw pile, new expeditions seldom; now and then the end of a round is counted."""
    seat = random.choice(sorted(to_act(state)))
    if state.round is None and random.random() < 0.3:
        return Rounds(max(1, len(state.starters), random.randint(1, 4)))
    if state.round and (state.round.counted or random.random() < 0.002):
        return _count(random, state, seat)
    return next(move for move in _wishes(random, state, seat) if _legal(state, move))


def _wishes(random: Chance, state: State, seat: int) -> Iterator[Move]:
    """Everything there is, what a player would like best first."""
    if state.round is None:
        yield Start(seat)
        return
    deck = Draw(seat, "deck")
    if random.random() < 0.8:
        yield deck
    yield from (Draw(seat, colour) for colour in random.sample(COLOURS, len(COLOURS)))
    yield deck
    cards = [card for colour in state.colours for card in cards_of(colour)]
    mixed = random.sample(cards, len(cards))
    laid = state.round.laid[seat]
    if random.random() < 0.55:
        yield from (Lay(seat, card) for card in mixed if 0 < _step(laid.get(card.colour), card) <= 2)
    yield from (Lay(seat, card) for card in mixed if random.random() < 0.01)
    yield from (Discard(seat, card) for card in mixed)
    yield from (Lay(seat, card) for card in mixed)


def _step(expedition: Expedition | None, card: Card) -> int:
    """The gap from the highest card that lies there to this one; 0 where nothing lies."""
    if expedition is None or not len(expedition):
        return 0
    return card.number - expedition.numbers[-1] if expedition.numbers else 1


def _legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except Illegal:
        return False
    return True


def _count(random: Chance, state: State, seat: int) -> Count:
    """A count that fits what the other has counted."""
    other: dict[str, Expedition] = dict(state.round.laid[1 - seat]) if state.round and state.round.counted else {}
    holding: dict[str, Expedition] = {}
    for colour in random.sample(state.colours, random.randint(0, 3)):
        there = other.get(colour, Expedition())
        numbers = [number for number in range(2, 11) if number not in there.numbers and random.random() < 0.6]
        expedition = Expedition(random.randint(0, 3 - there.wagers), tuple(numbers))
        if len(expedition):
            holding[colour] = expedition
    return Count(seat, tuple((colour, holding[colour]) for colour in COLOURS if colour in holding))


TURNS = (
    ("lay", "red-wager", DECK),
    ("lay", "blue-4", DECK),
    ("lay", "red-3", DECK),
    ("discard", "white-9", DECK),
    ("discard", "green-5", "white"),
    ("lay", "blue-7", DECK),
    ("lay", "yellow-2", DECK),
    ("lay", "green-6", DECK),
    ("lay", "red-6", DECK),
    ("discard", "yellow-4", DECK),
    ("lay", "white-wager", DECK),
    ("lay", "blue-8", DECK),
)


def _events() -> list[dict[str, Json]]:
    events: list[dict[str, Json]] = [{"type": "start", "seat": 0}]
    for turn, (done, card, source) in enumerate(TURNS):
        events += [{"type": done, "seat": turn % 2, "card": card}, {"type": "draw", "seat": turn % 2, "from": source}]
    return events


PRACTICE = Practice(
    {"players": ["Ana", "Ben"], "rounds": 1, "events": _events()},
    (
        text("It is Ana’s turn: tap white 9, lay it, and say where the new card comes from."),
        text("Then tap blue 5 for Ben: it cannot follow blue 8, and Cairn says why."),
    ),
)

"""The rules of Lost Cities for a referee who sees every face-up card and no hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from scoring.core.codec import Json
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, plural, text
from scoring.lost_cities import rule_texts as clauses
from scoring.lost_cities.cards import CARDS_OF_A_COLOUR, HAND, WAGERS, Card, cards_of, colour_name
from scoring.lost_cities.moves import (
    DECK,
    NO_EXPEDITION,
    Count,
    Discard,
    Draw,
    Expedition,
    Holding,
    Lay,
    Move,
    Rounds,
    Start,
)
from scoring.lost_cities.score import MOST_ROUNDS, Position, Setup, impossible

SEATS = (0, 1)


@dataclass(frozen=True, slots=True)
class Round:
    """A round under way.

    `laid`: what lies before each seat. `piles`: colour → the discarded cards, the top last. `taken`: the
    cards that each seat took from a discard pile and must still hold. `deck`: cards left, 0 ends the round.
    `drawing`: a card was played and the draw is due; `closed`: the colour just discarded to.
    `counted`: the seats that have counted their cards, which then stand for what was followed.
    """

    starter: Seat
    to_play: Seat
    deck: int
    laid: tuple[Holding, ...] = ({}, {})
    piles: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    taken: tuple[tuple[Card, ...], ...] = ((), ())
    drawing: bool = False
    closed: str | None = None
    counted: frozenset[Seat] = frozenset()

    def expedition(self, seat: Seat, colour: str) -> Expedition:
        return self.laid[seat].get(colour, NO_EXPEDITION)

    def pile(self, colour: str) -> tuple[Card, ...]:
        return self.piles.get(colour, ())

    def owner(self, card: Card) -> Seat | None:
        """The seat that laid this number; None: nobody."""
        return next((seat for seat in SEATS if card.number in self.expedition(seat, card.colour).numbers), None)

    def wagers_in_sight(self, colour: str) -> int:
        """Wagers of a colour laid, discarded, or known to be in a hand."""
        wager = Card(colour, 0)
        laid = sum(self.expedition(seat, colour).wagers for seat in SEATS)
        return laid + self.pile(colour).count(wager) + sum(hand.count(wager) for hand in self.taken)


@dataclass(frozen=True, slots=True)
class State:
    """A game of Lost Cities: `over` holds the finished rounds, `starters` who began each round so far.

    `unknown` are the numbers of the rounds, from 1, of which nobody said who began. `followed`: the round that was over
    last was followed to its last card, even if it was counted instead of its last draw.
    """

    setup: Setup
    over: tuple[tuple[Holding, ...], ...] = ()
    starters: tuple[Seat, ...] = ()
    round: Round | None = None
    unknown: frozenset[int] = frozenset()
    followed: bool = False

    @property
    def colours(self) -> tuple[str, ...]:
        return self.setup.palette

    @property
    def finished(self) -> bool:
        return self.round is None and len(self.over) == self.setup.rounds

    def name(self, seat: Seat) -> str:
        return self.setup.players[seat]


def start(setup: Setup) -> State:
    return State(setup)


def whole_deck(setup: Setup) -> int:
    """The number of cards in the draw pile when a round begins."""
    return CARDS_OF_A_COLOUR * setup.colours - 2 * HAND


def apply(state: State, move: Move) -> State:
    """The state after `move`; raises `Illegal` and changes nothing when the rules forbid it."""
    match move:
        case Start():
            return _start(state, move)
        case Lay(seat, card):
            return _lay(state, seat, card)
        case Discard(seat, card):
            return _discard(state, seat, card)
        case Draw(seat, source):
            return _draw(state, seat, source)
        case Count(seat):
            return _count(state, seat, move.laid)
        case Rounds(rounds):
            return _rounds(state, rounds)


def _start(state: State, move: Start) -> State:
    if state.round is not None:
        raise Illegal(clauses.ROUND_UNDER_WAY, text("Round {round} is still under way.", round=len(state.starters)))
    if state.finished:
        raise Illegal(clauses.GAME_OVER, _game_over(state))
    starters = (*state.starters, move.seat)
    unknown = state.unknown if move.known else state.unknown | {len(starters)}
    return replace(
        state, starters=starters, unknown=unknown, round=Round(move.seat, move.seat, whole_deck(state.setup))
    )


def _lay(state: State, seat: Seat, card: Card) -> State:
    round = _check_playing(state, seat)
    _check_card(state, round, seat, card)
    _check_rising(round.expedition(seat, card.colour), card)
    laid = {**round.laid[seat], card.colour: round.expedition(seat, card.colour).with_card(card)}
    return replace(
        state,
        round=replace(
            round,
            laid=replaced(round.laid, seat, laid),
            taken=replaced(round.taken, seat, _without(round.taken[seat], card)),
            drawing=True,
            closed=None,
        ),
    )


def _discard(state: State, seat: Seat, card: Card) -> State:
    round = _check_playing(state, seat)
    _check_card(state, round, seat, card)
    return replace(
        state,
        round=replace(
            round,
            piles={**round.piles, card.colour: (*round.pile(card.colour), card)},
            taken=replaced(round.taken, seat, _without(round.taken[seat], card)),
            drawing=True,
            closed=card.colour,
        ),
    )


def _draw(state: State, seat: Seat, source: str) -> State:
    round = _check_turn(state, seat)
    if not round.drawing:
        raise Illegal(
            clauses.CARD_FIRST, text("{name} must first lay or discard a card, then draw.", name=state.name(seat))
        )
    turned = replace(round, to_play=1 - seat, drawing=False, closed=None)
    if source == DECK:
        turned = replace(turned, deck=round.deck - 1)
        return replace(state, round=turned) if turned.deck else _close_round(state, turned.laid, followed=True)
    _check_pile(state, round, source)
    *rest, top = round.pile(source)
    taken = replaced(round.taken, seat, (*round.taken[seat], top))
    return replace(state, round=replace(turned, piles={**round.piles, source: tuple(rest)}, taken=taken))


def _count(state: State, seat: Seat, holding: Holding) -> State:
    round = _check_round(state)
    counts = tuple(holding if other == seat else round.laid[other] if other in round.counted else {} for other in SEATS)
    for problem in impossible(state.setup, counts, len(state.over)):
        raise Illegal(problem.rule, problem.why)
    laid = replaced(round.laid, seat, holding)
    counted = round.counted | {seat}
    if len(counted) == len(SEATS):
        return _close_round(state, laid, followed=round.drawing and round.deck == 1)
    return replace(state, round=replace(round, laid=laid, counted=counted))


def _rounds(state: State, rounds: int) -> State:
    begun = len(state.starters)
    if rounds < begun:
        why = plural("{count} round has already begun.", "{count} rounds have already begun.", begun)
        raise Illegal(clauses.ROUNDS_PLAYED, why)
    return replace(state, setup=replace(state.setup, rounds=rounds))


def _close_round(state: State, laid: tuple[Holding, ...], *, followed: bool) -> State:
    return replace(state, over=(*state.over, laid), round=None, followed=followed)


def _check_round(state: State) -> Round:
    if state.round is not None:
        return state.round
    if state.finished:
        raise Illegal(clauses.GAME_OVER, _game_over(state))
    raise Illegal(
        clauses.NO_ROUND, text("Round {round} has not begun: say first who begins.", round=len(state.over) + 1)
    )


def _check_turn(state: State, seat: Seat) -> Round:
    round = _check_round(state)
    if round.counted:
        counter = state.name(next(iter(round.counted)))
        raise Illegal(clauses.BEING_COUNTED, text("{name} has counted: now the other player counts.", name=counter))
    if seat != round.to_play:
        raise Illegal(clauses.NOT_YOUR_TURN, text("It is {name}’s turn.", name=state.name(round.to_play)))
    return round


def _check_playing(state: State, seat: Seat) -> Round:
    round = _check_turn(state, seat)
    if round.drawing:
        raise Illegal(clauses.DRAW_NEXT, text("{name} has played a card and must draw now.", name=state.name(seat)))
    return round


def _check_card(state: State, round: Round, seat: Seat, card: Card) -> None:
    """The card can be in this hand, as far as the cards in sight tell."""
    _check_colour(state, card.colour)
    if card in round.taken[seat]:
        return
    if card.is_wager:
        _check_wager_unseen(round, card)
    else:
        _check_number_unseen(state, round, seat, card)
    if len(round.taken[seat]) == HAND:
        raise Illegal(
            clauses.HAND_KNOWN,
            text(
                "All eight cards in {name}’s hand are known, and {card} is not one of them.",
                name=state.name(seat),
                card=card.called,
            ),
        )


def _check_wager_unseen(round: Round, card: Card) -> None:
    if round.wagers_in_sight(card.colour) >= WAGERS:
        raise Illegal(
            clauses.WAGERS_IN_SIGHT,
            text("All three {colour} wagers are already visible.", colour=colour_name(card.colour)),
        )


def _check_number_unseen(state: State, round: Round, seat: Seat, card: Card) -> None:
    owner = round.owner(card)
    if owner is not None:
        raise Illegal(
            clauses.ALREADY_LAID,
            text("{card!c} is already in front of {name}.", card=card.name, name=state.name(owner)),
            lambda move: move == Lay(owner, card),
        )
    if card in round.pile(card.colour):
        why = text("{card!c} is in the discard pile.", card=card.name)
        raise Illegal(clauses.IN_A_PILE, why, lambda move: isinstance(move, Discard) and move.card == card)
    if card in round.taken[1 - seat]:
        raise Illegal(
            clauses.IN_THE_OTHER_HAND,
            text(
                "{name} took {card} from the discard pile and still holds it.",
                card=card.name,
                name=state.name(1 - seat),
            ),
        )


def _check_colour(state: State, colour: str) -> None:
    if colour not in state.colours:
        raise Illegal(
            clauses.NOT_IN_THE_BOX,
            plural(
                "{colour!c} is not in this game of {count} colour.",
                "{colour!c} is not in this game of {count} colours.",
                state.setup.colours,
                colour=colour_name(colour),
            ),
        )


def _check_rising(expedition: Expedition, card: Card) -> None:
    if not expedition.numbers:
        return
    last = Card(card.colour, expedition.numbers[-1])
    facts = {"card": card.called, "last": last.called}

    def laid_it(move: object) -> bool:
        return isinstance(move, Lay) and move.card == last

    if card.is_wager:
        why = text("{card!c} cannot follow {last}: wagers come first.", **facts)
        raise Illegal(clauses.WAGER_FIRST, why, laid_it)
    if card.number <= expedition.numbers[-1]:
        raise Illegal(clauses.NOT_RISING, text("{card!c} cannot follow {last}: numbers must rise.", **facts), laid_it)


def _check_pile(state: State, round: Round, colour: str) -> None:
    _check_colour(state, colour)
    if colour == round.closed:
        raise Illegal(
            clauses.PILE_CLOSED,
            text(
                "{card!c} has just been discarded: this pile is closed until the next turn.",
                card=round.pile(colour)[-1].called,
            ),
        )
    if not round.pile(colour):
        raise Illegal(clauses.PILE_EMPTY, text("The {colour} discard pile is empty.", colour=colour_name(colour)))


def _game_over(state: State) -> Text:
    return plural("The game is over after {count} round.", "The game is over after {count} rounds.", state.setup.rounds)


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    if card not in hand:
        return hand
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def to_act(state: State) -> frozenset[Seat]:
    """The seats that may act: either player opens a round or counts; otherwise the player whose turn it is."""
    if state.finished:
        return frozenset()
    if state.round is None:
        return frozenset(SEATS)
    if state.round.counted:
        return frozenset(SEATS) - state.round.counted
    return frozenset({state.round.to_play})


def options(state: State, seat: Seat) -> Iterator[Move]:
    """Every move of `seat` that `apply` accepts, counts excepted: those report what only the table knows."""
    return (move for move in _conceivable(state, seat) if refusal(state, move) is None)


def other_rounds(state: State) -> dict[Json, Rounds | None]:
    """The numbers of rounds that the game can still have, each with the move that says so; None: as many as now."""
    numbers = range(max(1, len(state.starters)), MOST_ROUNDS + 1)
    return {number: None if number == state.setup.rounds else Rounds(number) for number in numbers}


def decides_for_all(state: State, move: Move) -> bool:
    """True for a start, another number of rounds, and a first count, which ends the round."""
    if isinstance(move, Count):
        return state.round is not None and not state.round.counted
    return isinstance(move, Start | Rounds)


def _conceivable(state: State, seat: Seat) -> Iterable[Move]:
    if state.round is None:
        return (Start(seat),)
    if state.round.drawing:
        return (Draw(seat, source) for source in (DECK, *state.colours))
    cards = [card for colour in state.colours for card in cards_of(colour)]
    return [play(seat, card) for card in cards for play in (Lay, Discard)]


def refusal(state: State, move: Move) -> Illegal | None:
    """The refusal of a move that is not allowed now; None when it is."""
    try:
        apply(state, move)
    except Illegal as illegal:
        return illegal
    return None


def position(state: State) -> Position:
    """The position to score: the finished rounds, and the cards on the table in the round under way."""
    if state.round is None:
        return Position(state.setup, state.over)
    return Position(state.setup, (*state.over, state.round.laid))

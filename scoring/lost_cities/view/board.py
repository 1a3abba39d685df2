"""The board of Lost Cities: where every card is, as far as the table has seen it, and what may be done with each."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from scoring.core.game import Asked, ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import BY_CODE, FIRST, HAND, WAGERS, Card, cards_of, colour_name
from scoring.lost_cities.moves import DECK, NO_EXPEDITION, Discard, Draw, Expedition, Lay, Move, Rounds, Start
from scoring.lost_cities.rules import SEATS, Round, State, other_rounds, position, refusal
from scoring.lost_cities.score import Position, Setup, points, running_totals, score


@dataclass(frozen=True, slots=True)
class SeenCards:
    """The cards of one colour that are known: the expedition before each seat, the pile, and each hand's share of it.

    Once all eight cards of a hand are known, `taken` holds the hands whole: no other card can come out of that one.
    """

    expeditions: tuple[Expedition, Expedition] = (NO_EXPEDITION, NO_EXPEDITION)
    pile: tuple[Card, ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ((), ())

    def whereabouts(self, card: Card) -> tuple[tuple[str, Seat | None], ...]:
        """The places of the copies of a card of this colour: ("laid", seat), ("pile", None), ("hand", seat).

        Copies that nobody has seen are not listed; a number has at most one entry, a wager at most three.
        """
        places: list[tuple[str, Seat | None]] = []
        for seat, expedition in enumerate(self.expeditions):
            laid = expedition.wagers if card.is_wager else int(card.number in expedition.numbers)
            places += [("laid", seat)] * laid
        places += [("pile", None)] * self.pile.count(card)
        for seat, hand in enumerate(self.taken):
            places += [("hand", seat)] * hand.count(card)
        return tuple(places)


def seen_cards(state: State, colour: str) -> SeenCards:
    """The cards of a colour that the table has seen in the round under way."""
    round = state.round
    if round is None:
        return SeenCards()
    taken = round.taken
    if all(len(hand) < HAND for hand in taken):
        first, second = (tuple(card for card in hand if card.colour == colour) for hand in taken)
        taken = (first, second)
    return SeenCards((round.expedition(0, colour), round.expedition(1, colour)), round.pile(colour), taken)


def whereabouts(state: State, card: Card) -> tuple[tuple[str, Seat | None], ...]:
    """The known places of each copy of a card, as `Sight.whereabouts` gives them."""
    return seen_cards(state, card.colour).whereabouts(card)


UNSEEN = "unseen"
NEAR = 6  # cards in the draw pile, from which on a table counts the turns left
Reasons: TypeAlias = Mapping[str, Text | None]
"""Why a card may not be laid or discarded, None where the page has said it; what may be is not in it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One card of the grid. `place`: unseen, laid, pile, or hand (known to be in one); `seat`: before or with whom.

    `barred`: for each seat, were it on turn, what may not be done ("lay", "discard") and why not.
    """

    card: Card
    place: str
    seat: Seat | None
    top: bool
    chosen: bool
    said: Text
    barred: tuple[Reasons, ...]


@dataclass(frozen=True, eq=False, slots=True)
class ColourRow:
    """A colour: its twelve cells, and for each seat the expedition with its points so far, and what it could lay.

    As long as nothing is new about a colour it is the same object, whose picture may be kept:
    docs/decisions/0013-speed.md.
    """

    colour: str
    name: Text
    cells: tuple[Cell, ...]
    expeditions: tuple[tuple[Expedition, int], ...]
    hints: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A colour of a round that is over, with the expedition before each seat."""

    colour: str
    name: Text
    expeditions: tuple[Expedition, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: its move, and why it is not allowed (None when it is).

    In the phase play a draw is still to come: `illegal` is why not after a discard of the same colour as `card`.
    """

    move: Move
    label: Text
    illegal: Illegal | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The table as a phone shows it. `phase`: start, play, draw, counting, over.

    `round` counts from 1; `deck` is None between rounds; `totals` run over all rounds, `round_totals` over this
    one (between rounds, over the last). `draws` are there from the phase play on: card and draw are said together.
    `turns_left` are those of each seat near the end of a round. `chosen` is the card of a report that was refused.
    `first` says who begins the first round, in the words of the edition. `others` are choices between two rounds: to
    end the game, or to play one more. `followed` are the colours of a round that has just been followed to its last
    card, to be compared with the table.
    """

    phase: str
    round: int
    rounds: int
    to_act: tuple[Seat, ...]
    deck: int | None
    totals: tuple[int, ...]
    round_totals: tuple[int, ...]
    rows: tuple[ColourRow, ...]
    chosen: Card | None
    draws: tuple[Choice, ...]
    turns_left: tuple[int, ...]
    starts: tuple[Choice, ...]
    proposed: Seat | None
    first: Text | None
    others: tuple[Choice, ...]
    followed: tuple[Laid, ...]
    position: Position
    counted: frozenset[Seat]

    @property
    def last_card(self) -> bool:
        """True if drawing from the draw pile now ends the round."""
        return self.deck == 1

    @property
    def counts(self) -> int:
        """The round that a count is of: the one under way, between two rounds the next."""
        return len(self.position.rounds) + (self.phase == "start")

    @property
    def sheet(self) -> Sheet:
        return score(self.position)


def board(state: State, asked: ViewRequest[None]) -> Board:
    """The board of a state; the selection may name the card that was to be played (`card`: "red-7")."""
    phase = _phase(state)
    chosen = _chosen(state, asked) if phase == "play" else None
    return Board(
        phase=phase,
        round=max(1, len(state.starters)),
        rounds=state.setup.rounds,
        to_act=(state.round.to_play,) if state.round and phase in ("play", "draw") else (),
        deck=state.round.deck if state.round else None,
        totals=running_totals(position(state)),
        round_totals=_round_totals(state),
        rows=tuple(_rows(state, chosen, asked.refused)),
        chosen=chosen,
        draws=_draws(state) if phase in ("play", "draw") else (),
        turns_left=_turns_left(state) if phase in ("play", "draw") else (),
        starts=_starts(state) if phase == "start" else (),
        proposed=proposed_starter(state) if phase == "start" else None,
        first=None if state.starters else FIRST[state.setup.edition],
        others=tuple(_others(state)),
        followed=tuple(_laid(state)) if state.followed and state.round is None else (),
        position=position(state),
        counted=state.round.counted if state.round else frozenset(),
    )


def _chosen(state: State, asked: ViewRequest[None]) -> Card | None:
    """The card that was to be played; none that was another player's move."""
    card = BY_CODE.get(asked.selection.get("card", ""))
    on_turn = state.round is not None and asked.seat in (None, state.round.to_play)
    return card if card is not None and card.colour in state.colours and on_turn else None


def selection(move: Move) -> Mapping[str, str]:
    """The values of the controls that compose a move, by their names: the card that is laid or discarded."""
    return {"card": move.card.code} if isinstance(move, Lay | Discard) else {}


def _phase(state: State) -> str:
    if state.finished:
        return "over"
    if state.round is None:
        return "start"
    if state.round.counted:
        return "counting"
    return "draw" if state.round.drawing else "play"


def _round_totals(state: State) -> tuple[int, ...]:
    return running_totals(Position(state.setup, position(state).rounds[-1:]))


def _rows(state: State, chosen: Card | None, refused: Text | None) -> Iterator[ColourRow]:
    for colour in state.colours:
        of_chosen = (chosen, refused) if chosen and chosen.colour == colour else (None, None)
        yield _row(state.setup, colour, seen_cards(state, colour), *of_chosen)


@lru_cache(maxsize=4_096)
def _row(setup: Setup, colour: str, seen: SeenCards, chosen: Card | None, refused: Text | None) -> ColourRow:
    turns = tuple(_turn(setup, colour, seen, seat) for seat in SEATS)
    barred = tuple({card: _barred(turn, card, refused) for card in cards_of(colour)} for turn in turns)
    cells = tuple(
        cell
        for card in cards_of(colour)
        for cell in _cells(setup, seen, card, chosen, tuple(reasons[card] for reasons in barred))
    )
    expeditions = tuple((expedition, points(setup, expedition)) for expedition in seen.expeditions)
    hints = tuple(_hint(turn, reasons) for turn, reasons in zip(turns, barred, strict=True))
    return ColourRow(colour, colour_name(colour), cells, expeditions, hints)


def _turn(setup: Setup, colour: str, seen: SeenCards, seat: Seat) -> State:
    """A state in which this seat plays a card, as far as one colour tells."""
    first, second = seen.expeditions
    laid, piles = ({colour: first}, {colour: second}), {colour: seen.pile}
    return State(setup, starters=(seat,), round=Round(seat, seat, 1, laid, piles, seen.taken))


def _cells(setup: Setup, seen: SeenCards, card: Card, chosen: Card | None, barred: tuple[Reasons, ...]) -> list[Cell]:
    copies = WAGERS if card.is_wager else 1
    places = [*seen.whereabouts(card), *[(UNSEEN, None)] * copies][:copies]
    top = seen.pile[-1:] == (card,)
    return [
        Cell(card, place, seat, top and place == "pile", card == chosen, _description(setup, card, place, seat), barred)
        for place, seat in places
    ]


def _barred(turn: State, card: Card, refused: Text | None) -> Reasons:
    seat = turn.starters[0]
    refusals = {"lay": refusal(turn, Lay(seat, card)), "discard": refusal(turn, Discard(seat, card))}
    return {what: illegal.why if illegal.why != refused else None for what, illegal in refusals.items() if illegal}


def _hint(turn: State, barred: Mapping[Card, Reasons]) -> Text:
    """The cards of a colour that the seat on turn could lay."""
    cards = [card for card, reasons in barred.items() if "lay" not in reasons]
    facts = {"colour": colour_name(next(iter(barred)).colour), "name": turn.name(turn.starters[0])}
    if not cards:
        return text("{name} can lay nothing more in {colour} now.", **facts)
    return text("In {colour}, {name} can lay: {cards}.", cards=tuple(_short(card) for card in cards), **facts)


def _short(card: Card) -> Text | int:
    return text("wager") if card.is_wager else card.number


def _description(setup: Setup, card: Card, place: str, seat: Seat | None) -> Text:
    if seat is not None:
        name = setup.players[seat]
        if place == "laid":
            return text("{card!c}, laid by {name}", card=card.name, name=name)
        return text("{card!c}, in {name}’s hand", card=card.name, name=name)
    if place == "pile":
        return text("{card!c}, in the discard pile", card=card.name)
    return card.name


def _turns_left(state: State) -> tuple[int, ...]:
    """The turns that each seat still has if nobody draws from a discard pile; none said while the end is far."""
    if state.round is None or not 0 < state.round.deck <= NEAR:
        return ()
    cards, first = state.round.deck, state.round.to_play
    return tuple((cards + (seat == first)) // 2 for seat in SEATS)


def _draws(state: State) -> tuple[Choice, ...]:
    round = state.round
    if round is None:
        return ()
    choices = [Choice(Draw(round.to_play, DECK), text("Draw pile"))]
    for colour in state.colours:
        if pile := round.pile(colour):
            draw, fresh = Draw(round.to_play, colour), not round.drawing or round.closed == colour
            choices.append(Choice(draw, pile[-1].name, _barred_draw(state.setup, draw, pile[-1], fresh), pile[-1]))
    return tuple(choices)


@lru_cache(maxsize=1_024)
def _barred_draw(setup: Setup, draw: Draw, top: Card, fresh: bool) -> Illegal | None:
    """Why a pile may not be drawn from. `fresh`: its top card has just been discarded there, or would be as long as no
    card is played.
    """
    seat, colour = draw.seat, draw.source
    closed = colour if fresh else None
    round = Round(seat, seat, 2, piles={colour: (top,)}, drawing=True, closed=closed)
    illegal = refusal(State(setup, round=round), draw)
    return illegal.with_traceback(None) if illegal else None


def _starts(state: State) -> tuple[Choice, ...]:
    proposed = proposed_starter(state)
    seats = SEATS if proposed is None else (proposed, 1 - proposed)
    return tuple(Choice(Start(seat), text("{name} begins", name=state.name(seat))) for seat in seats)


def _others(state: State) -> Iterator[Choice]:
    rounds = other_rounds(state)
    if state.finished and state.setup.rounds + 1 in rounds:
        yield Choice(Rounds(state.setup.rounds + 1), text("One more round"))
    elif state.over and state.round is None and not state.finished:
        yield Choice(Rounds(len(state.over)), text("The game ends here"))


def asks(state: State, moves: Sequence[Move], _elsewhere: Collection[Seat]) -> Asked | None:
    """Whether the game really ends after these rounds."""
    if moves != [Rounds(len(state.over))]:
        return None
    asked = plural("End the game after {count} round?", "End the game after {count} rounds?", len(state.over))
    return Asked((asked,), text("Yes, end it"))


def _laid(state: State) -> Iterator[Laid]:
    """The colours begun in the round that was over last."""
    for colour in state.colours:
        expeditions = tuple(laid.get(colour, NO_EXPEDITION) for laid in state.over[-1])
        if any(map(len, expeditions)):
            yield Laid(colour, colour_name(colour), expeditions)


def proposed_starter(state: State) -> Seat | None:
    """The seat that should begin the next round: the higher running total, on a tie who did not begin the last one.

    None before the first round, where the edition decides (the oldest, the last birthday), and where nobody said who
    began the last one.
    """
    if not state.starters:
        return None
    first, second = running_totals(position(state))
    if first == second:
        return None if len(state.starters) in state.unknown else 1 - state.starters[-1]
    return 0 if first > second else 1

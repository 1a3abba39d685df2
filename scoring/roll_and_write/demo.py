"""Games to look at: one played by chance, one under way to learn on. The rules know nothing of this."""

from scoring.core.codec import Json
from scoring.core.game import Chance, Practice
from scoring.core.sheet import Seat
from scoring.core.text import text
from scoring.roll_and_write.moves import DICE_OF_A_KIND, DIGITS, Learn, Move, Roll, TurnOrder
from scoring.roll_and_write.pad import BOXES, COLOURS, NOT_KNOWN, PRINTED
from scoring.roll_and_write.rules import State, options, to_act


def chance(random: Chance, state: State) -> Move:
    """Mostly a combination; now and then a refusal, a box told, or the wish for turn order."""
    if not state.in_turn_order and random.random() < 0.02:
        return TurnOrder(random.choice(state.seats), random.random() < 0.2)
    if state.pending:
        moves = list(options(state, random.choice(sorted(to_act(state)))))
        return random.choice(moves[1:]) if len(moves) > 1 and random.random() < 0.9 else moves[0]
    places = [(colour, box) for colour in COLOURS for box in range(1, BOXES + 1)]
    unknown = [place for place in places if state.pad.kind(*place) == NOT_KNOWN]
    if unknown and random.random() < 0.3:
        colour, box = random.choice(unknown)
        return Learn(colour, box, random.choice(PRINTED))
    seat = random.choice(sorted(to_act(state)))
    return thrown(random, seat)


def thrown(random: Chance, seat: Seat) -> Roll:
    """Six dice by chance."""
    numbers = random.choices(DIGITS, k=DICE_OF_A_KIND)
    return Roll(seat, tuple(numbers), tuple(random.choices(COLOURS, k=DICE_OF_A_KIND)))


def _throws(seat: int, numbers: str, colours: str) -> dict[str, Json]:
    return {"type": "roll", "seat": seat, "numbers": [int(number) for number in numbers], "colours": colours.split()}


def _chooses(seat: int, number: int, colour: str) -> dict[str, Json]:
    return {"type": "choose", "seat": seat, "number": number, "colour": colour}


EVENTS = [
    _throws(0, "125", "red blue yellow"),
    _chooses(0, 1, "red"),
    _chooses(1, 2, "blue"),
    _throws(1, "138", "red green blue"),
    _chooses(1, 3, "blue"),
    _chooses(0, 1, "red"),
    _throws(0, "024", "yellow violet green"),
    _chooses(0, 0, "yellow"),
    _chooses(1, 2, "green"),
    _throws(1, "369", "orange green red"),
    _chooses(1, 3, "green"),
    {"type": "refuse", "seat": 0},
    _throws(0, "447", "red yellow blue"),
]

PRACTICE = Practice(
    {"players": ["Ana", "Ben"], "pad": "house", "events": EVENTS},
    (
        text(
            "It is Ana’s turn: tap the 4 in the red column. An arrow is printed there: go on in a highlighted column."
        ),
        text("Then Ben chooses among the dice that are left, or refuses."),
    ),
)

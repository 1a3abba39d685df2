"""A few throws of Roll & Write, to learn on."""

from __future__ import annotations

from scoring.core.codec import Json
from scoring.core.game import Practice
from scoring.core.text import text


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

"""What is asked before moves are recorded: what they leave open, and what they decide for everybody."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scoring.core.game import Asked
from scoring.core.sheet import Seat
from scoring.core.text import text
from scoring.lutece.moves import End, Legionnaire, Move, Reveal, Settle
from scoring.lutece.rules import options
from scoring.lutece.state import State
from scoring.lutece.view.entry import left_open


def asks(state: State, moves: Sequence[Move], elsewhere: Collection[Seat]) -> Asked | None:
    """The question before these moves, on a device that does not answer for the players `elsewhere`."""
    match moves[0]:
        case End():
            return Asked((text("A tile cannot be filled. End the game?"),), text("Yes, end it"))
        case Reveal() if elsewhere:
            asked = text("Do all agree? The action cards are turned up for everybody.")
            return Asked((asked,), text("Yes, record it"))
        case Settle() if any(isinstance(move, Legionnaire) for seat in elsewhere for move in options(state, seat)):
            return Asked((text("Has everyone with a legionnaire passed?"),), text("Yes, record it"))
    return left_open(moves)

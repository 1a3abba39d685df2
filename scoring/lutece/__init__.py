"""Lutèce (Superlude, 2015), for 2 to 5 players."""

from scoring.game import Game
from scoring.lutece.board import board
from scoring.lutece.cards import Position
from scoring.lutece.formats import FORMATS, SEATS
from scoring.lutece.moves import ENTERED, MOVES, Move
from scoring.lutece.rules import RULES, State, apply, follows, opens, options, position, sealed, start, to_act, view
from scoring.lutece.score import audit, score
from scoring.lutece.shelf import BOX
from scoring.lutece.tell import tell

GAME: Game[State, Move, Position] = Game(
    key="lutece",
    title="Lutèce",
    seats=SEATS,
    rules=RULES,
    moves=MOVES,
    entered=ENTERED,
    start=start,
    apply=apply,
    to_act=to_act,
    options=options,
    position=position,
    audit=audit,
    score=score,
    tell=tell,
    formats=FORMATS,
    view=view,
    sealed=sealed,
    opens=opens,
    follows=follows,
    board=board,
    shelved=BOX,
)

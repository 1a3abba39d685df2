"""Lost Cities, the card game for two: 5 or 6 colours."""

from scoring.game import Game
from scoring.lost_cities.formats import FORMATS, SEATS
from scoring.lost_cities.moves import Count, Discard, Draw, Lay, Move, Start
from scoring.lost_cities.rules import RULES, State, apply, options, position, start, to_act
from scoring.lost_cities.score import RULES as COUNT_RULES
from scoring.lost_cities.score import Position, audit, score
from scoring.lost_cities.tell import tell

GAME: Game[State, Move, Position] = Game(
    key="lost-cities",
    title="Lost Cities",
    seats=SEATS,
    rules=RULES + COUNT_RULES,
    moves=(Start, Lay, Discard, Draw, Count),
    entered=(Count,),
    start=start,
    apply=apply,
    to_act=to_act,
    options=options,
    position=position,
    audit=audit,
    score=score,
    tell=tell,
    formats=FORMATS,
)

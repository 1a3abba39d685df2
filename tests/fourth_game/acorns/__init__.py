"""Acorns, a game for 2 to 5 in five minutes, made for these tests: it shows that a game is folders and one line."""

from scoring.core.game import Corrections, CountNow, FinalCount, Game, Lesson, Setting, Statistics
from scoring.core.sheet import DraftCount
from scoring.core.text import _, text
from tests.fourth_game.acorns.demo import PRACTICE, chance
from tests.fourth_game.acorns.formats import FORMATS, HEAPS, SEATS
from tests.fourth_game.acorns.moves import Count, Move, Take
from tests.fourth_game.acorns.rules import RULES, State, apply, options, position, start, to_act, with_counts
from tests.fourth_game.acorns.score import Position, Setup, audit, score
from tests.fourth_game.acorns.statistics import facts, figures
from tests.fourth_game.acorns.view import Board, belongings, board, counting, tell, tell_correction

GAME: Game[Setup, State, Move, Position, Board, DraftCount, None] = Game(
    key="acorns",
    title="Acorns",
    seats=SEATS,
    rules=RULES,
    moves=(Take, Count),
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
    board=board,
    chance=chance,
    settings=(
        Setting("heap", _("Acorns in the heap"), tuple((heap, text("{heap}", heap=heap)) for heap in HEAPS), HEAPS[0]),
    ),
    lesson=Lesson(
        (
            (
                text("Five acorns with the last one beat six."),
                {"players": ["Ana", "Ben"], "held": [{"acorns": 5, "last": True}, {"acorns": 6}]},
            ),
        ),
        practice=PRACTICE,
    ),
    count=FinalCount(Count, counting, now=CountNow(with_counts)),
    corrections=Corrections(tell_correction, belongings),
    statistics=Statistics(facts, figures),
)

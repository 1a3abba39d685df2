"""Lutèce (Superlude, 2015), for 2 to 5 players."""

from collections.abc import Sequence

from scoring.core.game import (
    Corrections,
    CountedTwice,
    CountNow,
    FinalCount,
    ForcedMoves,
    Game,
    Lesson,
    Reporting,
    Secrets,
    Statistics,
    Turns,
)
from scoring.core.text import text
from scoring.lutece import rules
from scoring.lutece.audit import audit
from scoring.lutece.cards import Position
from scoring.lutece.demo import PRACTICE, chance
from scoring.lutece.formats import FORMATS, SEATS
from scoring.lutece.moves import ENTERED, MOVES, Count, Move
from scoring.lutece.review import REVIEW
from scoring.lutece.rule_texts import RULES
from scoring.lutece.score import out_of_bounds, score
from scoring.lutece.state import Setup, State, hand_for, start, tiles_for
from scoring.lutece.statistics import facts, figures
from scoring.lutece.view import count
from scoring.lutece.view.board import Board, board, present, selection
from scoring.lutece.view.box import BOX, Box
from scoring.lutece.view.entry import asks
from scoring.lutece.view.words import belongings, opens, round_name, tell, tell_correction

EXAMPLES = (
    (
        text("Majorities, a Roman location, two markets that want the same bread, and a legionnaire."),
        {
            "players": ["Ana", "Ben", "Cai"],
            "holdings": [
                {
                    "gold": 7,
                    "cards": [
                        {"id": "c1", "kind": "citizen", "resources": {"bread": 2}, "talent": 5, "colour": "yellow"},
                        {"id": "c2", "kind": "mill", "colour": "yellow"},
                        {"id": "c3", "kind": "market", "demand": {"bread": 2}},
                        {"id": "c4", "kind": "market", "demand": {"bread": 1}},
                    ],
                },
                {
                    "gold": 3,
                    "cards": [
                        {"id": "c5", "kind": "citizen", "resources": {"bread": 1}, "talent": 9, "colour": "green"},
                        {"id": "c6", "kind": "apprentice", "attached_to": "c5"},
                        {"id": "c7", "kind": "legionnaire"},
                    ],
                },
                {"gold": 2, "cards": [{"id": "c8", "kind": "statue", "points": 0}]},
            ],
        },
    ),
)


def _in_play(tiles: Sequence[str]) -> str:
    """As in "A–C 1–3"."""
    half = len(tiles) // 2
    return f"{tiles[0]}–{tiles[half - 1]} {tiles[half]}–{tiles[-1]}"


MARKETS_PUT_BACK = {2: 3, 3: 2, 4: 1, 5: 0}
LESSON = tuple(
    (players, _in_play(tiles_for(players)), len(hand_for(players)), put_back)
    for players, put_back in MARKETS_PUT_BACK.items()
)

GAME: Game[Setup, State, Move, Position, Board, count.Counting, Box] = Game(
    key="lutece",
    title="Lutèce",
    seats=SEATS,
    rules=RULES,
    moves=MOVES,
    entered=ENTERED,
    start=start,
    apply=rules.apply,
    to_act=rules.to_act,
    options=rules.options,
    position=rules.position,
    audit=audit,
    score=score,
    tell=tell,
    formats=FORMATS,
    board=board,
    chance=chance,
    selection=selection,
    lesson=Lesson(EXAMPLES, LESSON, PRACTICE),
    count=FinalCount(
        Count,
        count.counting,
        typed=count.typed,
        out_of_bounds=out_of_bounds,
        now=CountNow(count.with_counts),
        compared=count.compared,
        breaks_off=count.breaks_off,
        twice=CountedTwice(count.given_up, count.said_given_up),
    ),
    turns=Turns(opens, round_name=round_name, of_players=False),
    corrections=Corrections(tell_correction, belongings, present),
    reporting=Reporting(rules.decides_for_all, asks),
    secrets=Secrets(rules.seen_by, rules.face_down, rules.reveals),
    forced=ForcedMoves(rules.forced_move, rules.agreed, rules.confirms, rules.canonical),
    library=BOX,
    statistics=Statistics(facts, figures),
    review=REVIEW,
)

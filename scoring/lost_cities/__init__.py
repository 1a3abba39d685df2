"""Lost Cities, the card game for two: 5 or 6 colours."""

from scoring.core.game import (
    CountedTwice,
    CountNow,
    FinalCount,
    Game,
    Lesson,
    Reporting,
    Setting,
    Statistics,
    Turns,
)
from scoring.core.text import _, plural, text
from scoring.lost_cities import rules
from scoring.lost_cities.cards import EDITION_NAMES
from scoring.lost_cities.demo import PRACTICE, chance
from scoring.lost_cities.formats import FORMATS, SEATS
from scoring.lost_cities.likeliest import PHOTOGRAPHED
from scoring.lost_cities.moves import Count, Discard, Draw, Lay, Move, Rounds, Start
from scoring.lost_cities.review import REVIEW
from scoring.lost_cities.rule_texts import RULES
from scoring.lost_cities.score import RULES as COUNT_RULES
from scoring.lost_cities.score import Position, Setup, audit, out_of_bounds, score
from scoring.lost_cities.statistics import facts, figures
from scoring.lost_cities.view import count
from scoring.lost_cities.view.board import Board, asks, board, selection
from scoring.lost_cities.view.words import opens, tell, tell_turn

SETTINGS = (
    Setting(
        "edition",
        _("Edition"),
        tuple(EDITION_NAMES.items()),
        "iello-2018",
    ),
    Setting(
        "colours",
        _("Colours"),
        ((5, text("5 colours")), (6, text("6 colours (long game)"))),
        5,
        only={6: ("edition", "iello-2018")},
    ),
    Setting(
        "rounds",
        _("Rounds"),
        tuple((rounds, plural("{count} round", "{count} rounds", rounds)) for rounds in range(1, 10)),
        3,
        later=rules.other_rounds,
    ),
    Setting(
        "bonus_counts_wagers",
        _("8-card bonus (+20)"),
        (
            (True, text("wagers count towards the eight")),
            (False, text("number cards only (Tilsit wording)")),
        ),
        True,
    ),
)

EXAMPLES = (
    (
        text("Five expeditions: one gains little, one holds a wager alone, one was never begun, one pays off."),
        {
            "players": ["Ana", "Ben"],
            "rounds": [
                [
                    {
                        "yellow": [3, 5, 7, 8],
                        "blue": ["wager"],
                        "green": ["wager", 7, 8],
                        "red": ["wager", "wager", 2, 3, 5, 7, 8, 10],
                    },
                    {"yellow": [9, 10], "white": ["wager", "wager", "wager"]},
                ]
            ],
        },
    ),
    (
        text("All twelve cards of a colour make 156, the most there is."),
        {"players": ["Ana", "Ben"], "rounds": [[{"red": ["wager", "wager", "wager", 2, 3, 4, 5, 6, 7, 8, 9, 10]}, {}]]},
    ),
)


GAME: Game[Setup, rules.State, Move, Position, Board, count.Counting, None] = Game(
    key="lost-cities",
    title="Lost Cities",
    seats=SEATS,
    rules=RULES + COUNT_RULES,
    moves=(Start, Lay, Discard, Draw, Count, Rounds),
    entered=(Count, Rounds),
    start=rules.start,
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
    settings=SETTINGS,
    begins=Start,
    lesson=Lesson(EXAMPLES, practice=PRACTICE),
    count=FinalCount(
        Count,
        count.counting,
        typed=count.typed,
        out_of_bounds=out_of_bounds,
        now=CountNow(
            count.with_counts,
            first=(Start(0, known=False),),
            asked=("colours", "bonus_counts_wagers"),
            settings={"rounds": 1},
            goes_on=(text("Round 2"), {"rounds": 3}),
        ),
        compared=count.compared,
        breaks_off=count.breaks_off,
        twice=CountedTwice(count.given_up, count.said_given_up),
    ),
    turns=Turns(opens, tell_turn),
    reporting=Reporting(rules.decides_for_all, asks),
    statistics=Statistics(facts, figures, bgg=50),
    review=REVIEW,
    photographed=PHOTOGRAPHED,
)

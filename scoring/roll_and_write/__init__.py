"""Lost Cities: Roll & Write, for 2 to 5 players. RULES.md says the rules in our words."""

from scoring.core.game import (
    Again,
    Corrections,
    CountNow,
    FinalCount,
    Game,
    Lesson,
    Played,
    Reporting,
    Setting,
    Statistics,
    Turns,
)
from scoring.core.text import _, text
from scoring.roll_and_write import rules
from scoring.roll_and_write.audit import audit
from scoring.roll_and_write.demo import PRACTICE, chance
from scoring.roll_and_write.formats import FORMATS, SEATS, TURN_ORDER
from scoring.roll_and_write.likeliest import PHOTOGRAPHED
from scoring.roll_and_write.moves import Choose, Count, Learn, Move, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import Pad
from scoring.roll_and_write.review import REVIEW
from scoring.roll_and_write.rule_texts import RULES
from scoring.roll_and_write.score import out_of_bounds, position, score
from scoring.roll_and_write.sheets import SCALES, Position
from scoring.roll_and_write.statistics import facts, figures
from scoring.roll_and_write.view import count
from scoring.roll_and_write.view.board import Board, board, selection
from scoring.roll_and_write.view.drawing import filled
from scoring.roll_and_write.view.shared_pad import PAD
from scoring.roll_and_write.view.words import belongings, opens, tell, tell_correction

__all__ = ["GAME"]

SETTINGS = (
    Setting(
        "pad",
        _("Your sheets"),
        (
            ("house", text("printed with Cairn")),
            (None, text("from the game’s box")),
        ),
        "house",
        library=True,
        each="pads",
        says=text("For those from the box Cairn asks where the arrows and vases are, and remembers."),
    ),
    Setting(
        "turn_order",
        _("Choosing dice"),
        ((False, text("all at once")), (True, text("clockwise, one by one"))),
        False,
        within="options",
    ),
    Setting(
        "zero_opens",
        _("A 0 in an untouched column"),
        ((False, text("ticks its ×2 box")), (True, text("may start it as a 10 (house rule)"))),
        False,
        within="options",
    ),
)

EXAMPLES = (
    (
        text("A doubled column, a doubled loss, a ×2 box on its own, and an exhausted player who keeps a bridge."),
        {
            "players": ["Ana", "Ben"],
            "pad": "house",
            "sheets": [
                {
                    "expeditions": {
                        "red": {"double": True, "numbers": [1, 1, 2, 4, 4, 7, 9, 10]},
                        "blue": {"double": True, "numbers": [3, 5]},
                        "green": {"double": True},
                    },
                    "artifacts": 2,
                    "dice": 4,
                    "bridges": ["red"],
                },
                {
                    "expeditions": {"yellow": {"numbers": [2, 2, 3, 3, 5, 6, 8]}},
                    "artifacts": 1,
                    "dice": 9,
                    "bridges": ["yellow", "dice"],
                },
            ],
        },
    ),
)


def again(play: Played[rules.State]) -> Again:
    """Whoever threw first throws first again: it is still the same adventurer. Seated first, it is offered first."""
    first = next((before.move.seat for before in play.standing() if isinstance(before.move, Roll)), 0)
    seats = play.state.seats
    return Again(tuple((seat + first) % len(seats) for seat in seats))


GAME: Game[rules.Setup, rules.State, Move, Position, Board, count.Counting, Pad] = Game(
    key="roll-and-write",
    title="Lost Cities: Roll & Write",
    seats=SEATS,
    rules=RULES,
    moves=(Roll, Choose, Refuse, Learn, Count, TurnOrder),
    entered=(Roll, Learn, Count, TurnOrder),
    start=rules.start,
    apply=rules.apply,
    to_act=rules.to_act,
    options=rules.options,
    position=position,
    audit=audit,
    score=score,
    tell=tell,
    formats=FORMATS,
    board=board,
    chance=chance,
    selection=selection,
    settings=SETTINGS,
    again=again,
    lesson=Lesson(EXAMPLES, SCALES, PRACTICE),
    count=FinalCount(
        Count,
        count.counting,
        typed=count.typed,
        out_of_bounds=out_of_bounds,
        now=CountNow(count.with_counts, settings={"pad": None}, audit=count.audit_so_far),
        compared=count.compared,
        breaks_off=count.breaks_off,
    ),
    turns=Turns(opens),
    corrections=Corrections(tell_correction, belongings, filled),
    reporting=Reporting(rules.decides_for_all, unpublished=(TURN_ORDER,)),
    library=PAD,
    statistics=Statistics(facts, figures, bgg=327831),
    review=REVIEW,
    photographed=PHOTOGRAPHED,
)

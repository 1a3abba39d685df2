"""Every rule that a refusal or a problem can name, each with the part of the text that it comes from."""

from scoring.core.rule import Clauses
from scoring.core.text import _

clause = Clauses("roll-and-write")

THROWING = _("Rulebook: throwing the dice and choosing")
WRITING = _("Rulebook: leading expeditions")
ADVICE = _("Rulebook: advice on turn order")
BRIDGE_PART = _("Rulebook: bonus bridges")
SHEET_PART = _("Rulebook: the sheet")
END_PART = _("Rulebook: end of the game")
RULING = _("Ruling of Cairn, where the rulebook is silent")

CLOCKWISE = clause("clockwise", THROWING, _("The dice go clockwise: after each turn the next player throws."))
TURN_COMPLETE = clause(
    "turn-complete", THROWING, _("The dice are thrown again only when everybody has chosen or refused.")
)
THROW_FIRST = clause("throw-first", THROWING, _("Throw the dice before choosing or refusing."))
ACTIVE_FIRST = clause("active-first", THROWING, _("The player who threw chooses or refuses before all others."))
ONE_CHOICE = clause(
    "one-choice",
    THROWING,
    _("In each turn every player does exactly one thing: choose one number and one colour, or refuse."),
)
TURN_ORDER = clause(
    "turn-order",
    ADVICE,
    _("If a player asks for it, for a throw or from then on, choices are made clockwise, one by one."),
)
DICE_LEFT = clause(
    "dice-left",
    THROWING,
    _("The player who threw chooses among all six dice, the others without the two that this player took."),
)
NEVER_FALL = clause("never-fall", WRITING, _("A number is at least as high as the one below it; a 0 counts as 10."))
ZERO_OPENS = clause(
    "zero-opens",
    RULING,
    _("A 0 in an untouched column ticks the ×2 box; only a house rule lets it start the column as a 10."),
)
ARROW = clause("arrow", WRITING, _("Only a number written in an arrow box gives an acceleration: one."))
UNKNOWN_BOX = clause("unknown-box", RULING, _("A box whose symbol is still unknown gives no acceleration."))
TOP = clause(
    "top",
    WRITING,
    _(
        "The artefact at the top is ticked over nine numbers, once a column, "
        "and only while an artefact is left to hatch."
    ),
)
ALREADY_KNOWN = clause("already-known", RULING, _("What is printed in a box is entered once and for all."))
OVER = clause(
    "game-over",
    END_PART,
    _(
        "The game ends after a complete turn when all players are exhausted or all eight bridges are crossed, "
        "or when everybody has counted."
    ),
)
ONE_TO_TEN = clause("one-to-ten", WRITING, _("The numbers on a sheet go from 1 to 10."))
NINE_BOXES = clause("nine-boxes", SHEET_PART, _("Every column has nine boxes."))
DOUBLE_BOX = clause("double-box", WRITING, _("A ×2 box is ticked or struck out, never both."))
TOPS_HATCH = clause("tops-hatch", WRITING, _("Every artefact ticked at the top of a column also hatches one artefact."))
VASES = clause(
    "vases",
    WRITING,
    _("An artefact is hatched for a number written in a vase box or for an artefact ticked at the top."),
)
ONLY_A_TOTAL = clause(
    "only-a-total", RULING, _("Nobody writes on a sheet of which only the total is known: the others are counted too.")
)
BRIDGE_SEVENTH = clause("bridge-seventh", BRIDGE_PART, _("A bridge is crossed at the seventh box of its column."))
BRIDGE_FIRST = clause(
    "bridge-first", BRIDGE_PART, _("Everyone who crosses a bridge in the turn it is first crossed ticks it.")
)
OWN_SHEET = clause("own-sheet", SHEET_PART, _("Every player has a sheet of their own."))
BRIDGE_ONCE = clause("bridge-once", BRIDGE_PART, _("A sheet has one bridge in each column."))

RULES = clause.rules

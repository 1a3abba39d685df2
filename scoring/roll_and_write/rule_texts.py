"""Every rule that a refusal or a problem can name, each with the part of the text that it comes from."""

from __future__ import annotations

from scoring.core.rule import Rule
from scoring.core.text import _

THROWING = _("Rulebook: throwing the dice and choosing")
WRITING = _("Rulebook: leading expeditions")
ADVICE = _("Rulebook: advice on turn order")
BRIDGE_PART = _("Rulebook: bonus bridges")
SHEET_PART = _("Rulebook: the sheet")
END_PART = _("Rulebook: end of the game")
RULING = _("Ruling of Cairn, where the rulebook is silent")

CLOCKWISE = Rule(
    "roll-and-write/clockwise", THROWING, _("The dice go clockwise: after each turn the next player throws.")
)
TURN_COMPLETE = Rule(
    "roll-and-write/turn-complete",
    THROWING,
    _("The dice are thrown again only when everybody has chosen or refused."),
)
THROW_FIRST = Rule("roll-and-write/throw-first", THROWING, _("One chooses or refuses dice that have been thrown."))
ACTIVE_FIRST = Rule(
    "roll-and-write/active-first", THROWING, _("The player who threw chooses or refuses before all others.")
)
ONE_CHOICE = Rule(
    "roll-and-write/one-choice",
    THROWING,
    _("In each turn every player does exactly one thing: choose one number and one colour, or refuse."),
)
TURN_ORDER = Rule(
    "roll-and-write/turn-order",
    ADVICE,
    _("Where a player asks for it, for a throw or from then on, choices are made clockwise, one by one."),
)
DICE_LEFT = Rule(
    "roll-and-write/dice-left",
    THROWING,
    _("One chooses among the dice on the table; the two dice that the active player took are gone."),
)
NEVER_FALL = Rule(
    "roll-and-write/never-fall", WRITING, _("A number is at least as high as the one below it; a 0 counts as 10.")
)
ZERO_OPENS = Rule(
    "roll-and-write/zero-opens",
    RULING,
    _("A 0 on an untouched column ticks the double box; only a house option lets it open the column as a 10."),
)
ARROW = Rule(
    "roll-and-write/arrow", WRITING, _("A number written in an arrow box allows one acceleration, and no other does.")
)
UNKNOWN_BOX = Rule(
    "roll-and-write/unknown-box",
    RULING,
    _("A box of which nobody has told what is printed there allows no acceleration."),
)
TOP = Rule(
    "roll-and-write/top",
    WRITING,
    _("The artefact on top is ticked over nine numbers, once a column, and only while an artefact is left to hatch."),
)
ALREADY_KNOWN = Rule(
    "roll-and-write/already-known", RULING, _("What is printed in a box is told once, and then stays.")
)
OVER = Rule(
    "roll-and-write/game-over",
    END_PART,
    _(
        "The game ends after a complete turn when all players are exhausted or all eight bridges are crossed, "
        "or when everybody has counted."
    ),
)
ONE_TO_TEN = Rule("roll-and-write/one-to-ten", WRITING, _("The numbers on a sheet go from 1 to 10."))
NINE_BOXES = Rule("roll-and-write/nine-boxes", SHEET_PART, _("Every column has nine boxes."))
DOUBLE_BOX = Rule("roll-and-write/double-box", WRITING, _("A double box is ticked or struck out, never both."))
TOPS_HATCH = Rule(
    "roll-and-write/tops-hatch", WRITING, _("Every artefact ticked on top of a column also hatches one artefact.")
)
VASES = Rule(
    "roll-and-write/vases",
    WRITING,
    _("An artefact is hatched for a number written in a vase box or for an artefact ticked on top."),
)
BRIDGE_SEVENTH = Rule(
    "roll-and-write/bridge-seventh", BRIDGE_PART, _("A bridge is crossed at the seventh box of its column.")
)
BRIDGE_FIRST = Rule(
    "roll-and-write/bridge-first", BRIDGE_PART, _("All who cross a bridge in the turn of its first crossing circle it.")
)
BRIDGE_ONCE = Rule("roll-and-write/bridge-once", BRIDGE_PART, _("A sheet has one bridge in each column."))

RULES = (
    CLOCKWISE,
    TURN_COMPLETE,
    THROW_FIRST,
    ACTIVE_FIRST,
    ONE_CHOICE,
    TURN_ORDER,
    DICE_LEFT,
    NEVER_FALL,
    ZERO_OPENS,
    ARROW,
    UNKNOWN_BOX,
    TOP,
    ALREADY_KNOWN,
    OVER,
    ONE_TO_TEN,
    NINE_BOXES,
    DOUBLE_BOX,
    TOPS_HATCH,
    VASES,
    BRIDGE_SEVENTH,
    BRIDGE_FIRST,
    BRIDGE_ONCE,
)

"""The clauses of a round of Lost Cities, each with its source. RULES.md says which text counts."""

from __future__ import annotations

from scoring.core.rule import Rule
from scoring.core.text import _

TURN_TEXT = _("Iello 2018, course of the game")
CARD_TEXT = _("Iello 2018, playing a card")
DRAW_TEXT = _("Iello 2018, drawing a card")
PROOF_TEXT = _("Cairn’s ruling: what the cards in sight prove")
END_TEXT = _("Iello 2018, end of the game")
BOX_TEXT = _("Iello 2018, preparation")

NOT_RISING = Rule(
    "lost-cities/not-rising", CARD_TEXT, _("A number is strictly higher than the last number of its expedition.")
)
WAGER_FIRST = Rule(
    "lost-cities/wager-first", CARD_TEXT, _("A wager goes only on an expedition that holds no number yet.")
)
ALREADY_LAID = Rule("lost-cities/already-laid", PROOF_TEXT, _("A card that lies before a player is in no hand."))
IN_A_PILE = Rule("lost-cities/in-a-pile", PROOF_TEXT, _("A card that lies in a discard pile is in no hand."))
IN_THE_OTHER_HAND = Rule(
    "lost-cities/in-the-other-hand",
    PROOF_TEXT,
    _("A card that a player took from a discard pile and still holds cannot be played by the other."),
)
WAGERS_IN_SIGHT = Rule(
    "lost-cities/wagers-in-sight", PROOF_TEXT, _("A colour has three wagers: no more can be in sight at once.")
)
HAND_KNOWN = Rule(
    "lost-cities/hand-known",
    PROOF_TEXT,
    _("A hand is eight cards: when all eight are known, no other can come out of it."),
)
NOT_IN_THE_BOX = Rule(
    "lost-cities/not-in-the-box",
    BOX_TEXT,
    _("Only the colours chosen for this game are played; the others stay in the box."),
)
NOT_YOUR_TURN = Rule("lost-cities/not-your-turn", TURN_TEXT, _("The players take turns."))
CARD_FIRST = Rule("lost-cities/card-first", TURN_TEXT, _("A turn is first one card laid or discarded, then one draw."))
DRAW_NEXT = Rule("lost-cities/draw-next", TURN_TEXT, _("After one card comes one draw; both are compulsory."))
PILE_EMPTY = Rule("lost-cities/pile-empty", DRAW_TEXT, _("Only a discard pile that holds a card can be drawn from."))
PILE_CLOSED = Rule(
    "lost-cities/pile-closed", DRAW_TEXT, _("The card just discarded cannot be taken back in the same turn.")
)
NO_ROUND = Rule("lost-cities/no-round", TURN_TEXT, _("A round opens when the table says who begins."))
ROUND_UNDER_WAY = Rule(
    "lost-cities/round-under-way",
    END_TEXT,
    _("A round ends when the last card of the draw pile is taken, or by a count."),
)
GAME_OVER = Rule("lost-cities/game-over", END_TEXT, _("The game is over after its last round."))
ROUNDS_PLAYED = Rule(
    "lost-cities/rounds-played",
    END_TEXT,
    _("The table may change the number of rounds at any time, never to fewer than were begun."),
)
BEING_COUNTED = Rule(
    "lost-cities/being-counted",
    END_TEXT,
    _("Once a player has counted, the round is at its end and waits for the other count."),
)

RULES = (
    NOT_RISING,
    WAGER_FIRST,
    ALREADY_LAID,
    IN_A_PILE,
    IN_THE_OTHER_HAND,
    WAGERS_IN_SIGHT,
    HAND_KNOWN,
    NOT_IN_THE_BOX,
    NOT_YOUR_TURN,
    CARD_FIRST,
    DRAW_NEXT,
    PILE_EMPTY,
    PILE_CLOSED,
    NO_ROUND,
    ROUND_UNDER_WAY,
    GAME_OVER,
    BEING_COUNTED,
    ROUNDS_PLAYED,
)

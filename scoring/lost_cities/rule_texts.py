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
    "lost-cities/not-rising", CARD_TEXT, _("Each number must be higher than the last one in its expedition.")
)
WAGER_FIRST = Rule(
    "lost-cities/wager-first", CARD_TEXT, _("You can lay a wager only while its expedition has no number.")
)
ALREADY_LAID = Rule("lost-cities/already-laid", PROOF_TEXT, _("A card on the table cannot be in anyone’s hand."))
IN_A_PILE = Rule("lost-cities/in-a-pile", PROOF_TEXT, _("A card in a discard pile cannot be in anyone’s hand."))
IN_THE_OTHER_HAND = Rule(
    "lost-cities/in-the-other-hand",
    PROOF_TEXT,
    _("A card that a player took from a discard pile and still holds cannot be played by the other."),
)
WAGERS_IN_SIGHT = Rule(
    "lost-cities/wagers-in-sight", PROOF_TEXT, _("A colour has three wagers: no more can be visible at once.")
)
HAND_KNOWN = Rule(
    "lost-cities/hand-known",
    PROOF_TEXT,
    _("A hand is eight cards: when all eight are known, no other can be played from it."),
)
NOT_IN_THE_BOX = Rule(
    "lost-cities/not-in-the-box",
    BOX_TEXT,
    _("Only the colours chosen for this game are played; the others stay in the box."),
)
NOT_YOUR_TURN = Rule("lost-cities/not-your-turn", TURN_TEXT, _("The players take turns."))
CARD_FIRST = Rule("lost-cities/card-first", TURN_TEXT, _("On your turn, first lay or discard a card, then draw one."))
DRAW_NEXT = Rule("lost-cities/draw-next", TURN_TEXT, _("Play a card, then draw one: neither can be skipped."))
PILE_EMPTY = Rule("lost-cities/pile-empty", DRAW_TEXT, _("You can draw only from a discard pile that has a card."))
PILE_CLOSED = Rule(
    "lost-cities/pile-closed", DRAW_TEXT, _("The card just discarded cannot be taken back in the same turn.")
)
NO_ROUND = Rule("lost-cities/no-round", TURN_TEXT, _("A round starts once you have said who begins."))
ROUND_UNDER_WAY = Rule(
    "lost-cities/round-under-way",
    END_TEXT,
    _("A round ends when the last card of the draw pile is drawn, or once both players have counted."),
)
GAME_OVER = Rule("lost-cities/game-over", END_TEXT, _("The game is over after its last round."))
ROUNDS_PLAYED = Rule(
    "lost-cities/rounds-played",
    END_TEXT,
    _("You can change the number of rounds at any time, but never to fewer than have begun."),
)
BEING_COUNTED = Rule(
    "lost-cities/being-counted",
    END_TEXT,
    _("Once one player has counted, only the other’s count is missing."),
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

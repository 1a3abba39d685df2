"""The clauses of a round of Lost Cities, each with its source. RULES.md says which text counts."""

from scoring.core.rule import Clauses
from scoring.core.text import _

clause = Clauses("lost-cities")

TURN_TEXT = _("Iello 2018 and older editions, course of the game")
CARD_TEXT = _("Iello 2018 and older editions, playing a card")
DRAW_TEXT = _("Iello 2018 and older editions, drawing a card")
PROOF_TEXT = _("Cairn’s ruling: what the cards in sight prove")
END_TEXT = _("Iello 2018 and older editions, end of the game")
BOX_TEXT = _("Iello 2018 and older editions, preparation")

NOT_RISING = clause("not-rising", CARD_TEXT, _("Each number must be higher than the last one in its expedition."))
WAGER_FIRST = clause("wager-first", CARD_TEXT, _("You can lay a wager only while its expedition has no number."))
ALREADY_LAID = clause("already-laid", PROOF_TEXT, _("A card on the table cannot be in anyone’s hand."))
IN_A_PILE = clause("in-a-pile", PROOF_TEXT, _("A card in a discard pile cannot be in anyone’s hand."))
IN_THE_OTHER_HAND = clause(
    "in-the-other-hand",
    PROOF_TEXT,
    _("A card that a player took from a discard pile and still holds cannot be played by the other."),
)
WAGERS_IN_SIGHT = clause("wagers-in-sight", PROOF_TEXT, _("A colour has three wagers: no more can be visible at once."))
HAND_KNOWN = clause(
    "hand-known", PROOF_TEXT, _("A hand is eight cards: when all eight are known, no other can be played from it.")
)
NOT_IN_THE_BOX = clause(
    "not-in-the-box", BOX_TEXT, _("Only the colours chosen for this game are played; the others stay in the box.")
)
NOT_YOUR_TURN = clause("not-your-turn", TURN_TEXT, _("The players take turns."))
CARD_FIRST = clause("card-first", TURN_TEXT, _("On your turn, first lay or discard a card, then draw one."))
DRAW_NEXT = clause("draw-next", TURN_TEXT, _("Play a card, then draw one: neither can be skipped."))
PILE_EMPTY = clause("pile-empty", DRAW_TEXT, _("You can draw only from a discard pile that has a card."))
PILE_CLOSED = clause("pile-closed", DRAW_TEXT, _("The card just discarded cannot be taken back in the same turn."))
NO_ROUND = clause(
    "no-round",
    TURN_TEXT,
    _(
        "A round starts once you have said who begins: at first the oldest player or, in the edition of 2018, whoever "
        "last had a birthday; then whoever is ahead."
    ),
)
ROUND_UNDER_WAY = clause(
    "round-under-way",
    END_TEXT,
    _("A round ends when the last card of the draw pile is drawn, or once both players have counted."),
)
GAME_OVER = clause("game-over", END_TEXT, _("The game is over after its last round."))
BEING_COUNTED = clause("being-counted", END_TEXT, _("Once one player has counted, only the other’s count is missing."))
ROUNDS_PLAYED = clause(
    "rounds-played", END_TEXT, _("You can change the number of rounds at any time, but never to fewer than have begun.")
)

RULES = clause.rules

"""The clauses of Lutèce that a move or a position can break. `rules` and `score` cite them."""

from scoring.core.rule import Clauses
from scoring.core.text import _

clause = Clauses("lutece")
SET_UP = _("Set-up")
PHASE_1 = _("Phase 1, offers")
PHASE_2 = _("Phase 2, options")
PHASE_3 = _("Phase 3, bribes")
PHASE_4 = _("Phase 4, purchases")
PHASE_5 = _("Phase 5, increase")
BOX = _("Box")
RULING = _("Ruling")
INFLUENCE = _("Influence")
CAIRN = _("Cairn")
THE_END = _("End of the game")

TILES_IN_PLAY = clause(
    "tiles-in-play", SET_UP, _("2 or 3 players use tiles A–C and 1–3; 4 use A–D and 1–4; 5 use A–E and 1–5.")
)
OFFERS = clause("offers", PHASE_1, _("At the beginning of a round a card is placed under every empty tile."))
EMPTY_TILE = clause("empty-tile", PHASE_1, _("A card is placed only under a tile that has none."))
DECK = clause("deck", PHASE_1, _("Characters go under tiles A to E, locations under 1 to 5."))
CARD_ONCE = clause("card-once", BOX, _("Every card exists once and has one place."))
BOX_SIZE = clause("box-size", BOX, _("There are 40 character cards and 34 location cards."))
MIN_PLAYERS = clause("min-players", SET_UP, _("Cards for a higher number of players are left out."))
END = clause("end", PHASE_1, _("The game ends when a tile has no card and cannot be given one."))
OPTIONS = clause("options", PHASE_2, _("Action cards are placed once every tile has its card."))
OPTIONS_ONCE = clause("options-once", PHASE_2, _("You place your action cards once a round."))
TWO_OPTIONS = clause("two-options", PHASE_2, _("Each player places two different action cards."))
BRIBES = clause("bribes", PHASE_3, _("Bribes are made once everyone has placed their cards, until the reveal."))
NO_BRIBE_ON_INCOME = clause("no-bribe-on-income", RULING, _("There is no bribe on an Income."))
OWN_OPTION = clause("bribe-on-own-option", PHASE_3, _("A bribe goes only on your own option."))
ONLY_GROWS = clause("bribe-only-grows", PHASE_3, _("A bribe can grow, never shrink."))
WITHIN_GOLD = clause("bribe-within-gold", PHASE_3, _("Your bribes together cannot exceed your gold."))
REVEAL = clause("reveal", PHASE_4, _("Action cards are revealed once, after the bribes."))
PURCHASES = clause("purchases", PHASE_4, _("Purchases follow the reveal."))
OPTION_NEEDED = clause("option-needed", PHASE_4, _("Only tiles with an option are settled."))
ORDER = clause("purchase-order", PHASE_4, _("Tiles are settled from A to E, then from 1 to 5."))
CONTESTED = clause(
    "legionnaire-contested", PHASE_4, _("Legionnaires are given up for a contested card, while it is being settled.")
)
FOR_BIDDER = clause(
    "legionnaire-for-bidder", PHASE_4, _("A legionnaire raises the bribe of a player who has an option on that tile.")
)
OWN_LEGIONNAIRE = clause("own-legionnaire", PHASE_4, _("You give up only your own legionnaires."))
AT_ONCE = clause(
    "apprentice-at-once",
    PHASE_4,
    _("An apprentice is attached at once to a character of its owner; with none, it waits for the first one."),
)
OWN_APPRENTICE = clause("own-apprentice", PHASE_4, _("You attach only your own apprentices."))
STAYS = clause("apprentice-stays", PHASE_4, _("An apprentice stays under its character."))
BEARER = clause(
    "apprentice-bearer",
    RULING,
    _("An apprentice goes under one of its owner’s characters, never a legionnaire or another apprentice."),
)
COPIED = clause(
    "apprentice-resource",
    RULING,
    _("Under a character with several resources the owner names the one that the apprentice copies."),
)
INCREASE = clause("increase", PHASE_5, _("The round closes when every tile with an option is settled."))
SPENT = clause("resource-spent", INFLUENCE, _("A satisfied market has spent a resource, which serves no other market."))
COUNTING = clause("counting", CAIRN, _("Once a player has counted, the others count too."))
OVER = clause("over", THE_END, _("After the end nothing more is played."))

RESERVE = clause("reserve", RULING, _("The box holds 66 gold; the reserve is taken as unlimited past that."))
USUAL_COST = clause("usual-cost", BOX, _("A card usually costs 0 to 3."))
USUAL_RESOURCES = clause("usual-resources", BOX, _("A card usually has at most 2 resources."))
USUAL_TALENT = clause("usual-talent", BOX, _("A talent usually appears once within a resource."))
TALENT_MISSING = clause(
    "talent-missing",
    RULING,
    _("Every card that gives a resource has a talent. In a tie, one that is not known ranks below every talent."),
)
USUAL_FIELDS = clause("usual-fields", BOX, _("The type of a card says what it gives and how it scores."))
DECIDES = clause(
    "totals-decide",
    CAIRN,
    _("Whoever counts without cards enters the talents and the number of cards when a tie depends on them."),
)
DIFFER = clause(
    "totals-differ",
    CAIRN,
    _("Once cards are entered, they are what counts; the totals entered before are compared with them."),
)
AGREE = clause(
    "totals-agree",
    CAIRN,
    _("Totals entered without cards fit together: the points of Roman locations need these locations."),
)
ONLY_TOTALS = clause(
    "only-totals",
    CAIRN,
    _("A majority needs everybody’s resources: a total alone is entered for all players or for none."),
)

RULES = clause.rules

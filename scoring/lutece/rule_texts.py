"""The clauses of Lutèce that a move or a position can break. `rules` and `score` cite them."""

from __future__ import annotations

from scoring.core.rule import Rule
from scoring.core.text import _

TILES_IN_PLAY = Rule(
    "lutece/tiles-in-play",
    _("Set-up"),
    _("2 or 3 players use tiles A–C and 1–3; 4 use A–D and 1–4; 5 use A–E and 1–5."),
)
OFFERS = Rule(
    "lutece/offers", _("Phase 1, offers"), _("At the beginning of a round a card is placed under every empty tile.")
)
EMPTY_TILE = Rule("lutece/empty-tile", _("Phase 1, offers"), _("A card is placed only under a tile that has none."))
DECK = Rule("lutece/deck", _("Phase 1, offers"), _("Characters go under tiles A to E, locations under 1 to 5."))
CARD_ONCE = Rule("lutece/card-once", _("Box"), _("Every card exists once and has one place."))
BOX_SIZE = Rule("lutece/box-size", _("Box"), _("There are 40 character cards and 34 location cards."))
MIN_PLAYERS = Rule("lutece/min-players", _("Set-up"), _("Cards for a higher number of players are left out."))
END = Rule("lutece/end", _("Phase 1, offers"), _("The game ends when a tile has no card and cannot be given one."))
OPTIONS = Rule("lutece/options", _("Phase 2, options"), _("Action cards are placed once every tile has its card."))
OPTIONS_ONCE = Rule("lutece/options-once", _("Phase 2, options"), _("You place your action cards once a round."))
TWO_OPTIONS = Rule("lutece/two-options", _("Phase 2, options"), _("Each player places two different action cards."))
BRIBES = Rule(
    "lutece/bribes", _("Phase 3, bribes"), _("Bribes are made once everyone has placed their cards, until the reveal.")
)
NO_BRIBE_ON_INCOME = Rule("lutece/no-bribe-on-income", _("Ruling"), _("There is no bribe on an Income."))
OWN_OPTION = Rule("lutece/bribe-on-own-option", _("Phase 3, bribes"), _("A bribe goes only on your own option."))
ONLY_GROWS = Rule("lutece/bribe-only-grows", _("Phase 3, bribes"), _("A bribe can grow, never shrink."))
WITHIN_GOLD = Rule("lutece/bribe-within-gold", _("Phase 3, bribes"), _("Your bribes together cannot exceed your gold."))
REVEAL = Rule("lutece/reveal", _("Phase 4, purchases"), _("Action cards are revealed once, after the bribes."))
PURCHASES = Rule("lutece/purchases", _("Phase 4, purchases"), _("Purchases follow the reveal."))
OPTION_NEEDED = Rule("lutece/option-needed", _("Phase 4, purchases"), _("Only tiles with an option are settled."))
ORDER = Rule("lutece/purchase-order", _("Phase 4, purchases"), _("Tiles are settled from A to E, then from 1 to 5."))
CONTESTED = Rule(
    "lutece/legionnaire-contested",
    _("Phase 4, purchases"),
    _("Legionnaires are given up for a contested card, while it is being settled."),
)
FOR_BIDDER = Rule(
    "lutece/legionnaire-for-bidder",
    _("Phase 4, purchases"),
    _("A legionnaire raises the bribe of a player who has an option on that tile."),
)
OWN_LEGIONNAIRE = Rule("lutece/own-legionnaire", _("Phase 4, purchases"), _("You give up only your own legionnaires."))
AT_ONCE = Rule(
    "lutece/apprentice-at-once",
    _("Phase 4, purchases"),
    _("An apprentice is attached at once to a character of its owner; with none, it waits for the first one."),
)
OWN_APPRENTICE = Rule("lutece/own-apprentice", _("Phase 4, purchases"), _("You attach only your own apprentices."))
STAYS = Rule("lutece/apprentice-stays", _("Phase 4, purchases"), _("An apprentice stays under its character."))
BEARER = Rule(
    "lutece/apprentice-bearer",
    _("Ruling"),
    _("An apprentice goes under one of its owner’s characters, never a legionnaire or another apprentice."),
)
COPIED = Rule(
    "lutece/apprentice-resource",
    _("Ruling"),
    _("Under a character with several resources the owner names the one that the apprentice copies."),
)
INCREASE = Rule(
    "lutece/increase", _("Phase 5, increase"), _("The round closes when every tile with an option is settled.")
)
SPENT = Rule(
    "lutece/resource-spent", _("Influence"), _("A satisfied market has spent a resource, which serves no other market.")
)
COUNTING = Rule("lutece/counting", _("Cairn"), _("Once a player has counted, the others count too."))
OVER = Rule("lutece/over", _("End of the game"), _("After the end nothing more is played."))

RESERVE = Rule("lutece/reserve", _("Ruling"), _("The box holds 66 gold; the reserve is taken as unlimited past that."))
USUAL_COST = Rule("lutece/usual-cost", _("Box"), _("A card usually costs 0 to 3."))
USUAL_RESOURCES = Rule("lutece/usual-resources", _("Box"), _("A card usually has at most 2 resources."))
USUAL_TALENT = Rule("lutece/usual-talent", _("Box"), _("A talent usually appears once within a resource."))
TALENT_MISSING = Rule(
    "lutece/talent-missing",
    _("Ruling"),
    _("Every card that gives a resource has a talent. In a tie, one that is not known ranks below every talent."),
)
USUAL_FIELDS = Rule("lutece/usual-fields", _("Box"), _("The type of a card says what it gives and how it scores."))
DECIDES = Rule(
    "lutece/totals-decide",
    _("Cairn"),
    _("Whoever counts without cards enters the talents and the number of cards when a tie depends on them."),
)
DIFFER = Rule(
    "lutece/totals-differ",
    _("Cairn"),
    _("Once cards are entered, they are what counts; the totals entered before are compared with them."),
)
ONLY_TOTALS = Rule(
    "lutece/only-totals",
    _("Cairn"),
    _("A majority needs everybody’s resources: a total alone is entered for all players or for none."),
)

RULES = (
    TILES_IN_PLAY,
    OFFERS,
    EMPTY_TILE,
    DECK,
    CARD_ONCE,
    BOX_SIZE,
    MIN_PLAYERS,
    END,
    OPTIONS,
    OPTIONS_ONCE,
    TWO_OPTIONS,
    BRIBES,
    NO_BRIBE_ON_INCOME,
    OWN_OPTION,
    ONLY_GROWS,
    WITHIN_GOLD,
    REVEAL,
    PURCHASES,
    OPTION_NEEDED,
    ORDER,
    CONTESTED,
    FOR_BIDDER,
    OWN_LEGIONNAIRE,
    AT_ONCE,
    OWN_APPRENTICE,
    STAYS,
    BEARER,
    COPIED,
    INCREASE,
    SPENT,
    COUNTING,
    OVER,
    RESERVE,
    USUAL_COST,
    USUAL_RESOURCES,
    USUAL_TALENT,
    TALENT_MISSING,
    USUAL_FIELDS,
    DECIDES,
    DIFFER,
    ONLY_TOTALS,
)

"""A game of Lost Cities in sentences."""

from collections.abc import Sequence

from scoring.core.game import Opens
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import colour_name
from scoring.lost_cities.moves import DECK, Count, Discard, Draw, Lay, Move, Rounds, Start
from scoring.lost_cities.rules import State, apply
from scoring.lost_cities.view.count import compared


def tell(state: State, move: Move) -> Sequence[Text]:
    """The sentences about a move, from the `state` before it; then how a count differs from what was known, and that
    the round has ended.
    """
    known = compared(state, move) if isinstance(move, Count) else None
    said = (_tell(state, move), *(known.told() if known else ()))
    if len(apply(state, move).over) == len(state.over):
        return said
    return (*said, text("Round {round} is over.", round=len(state.starters)))


def tell_turn(state: State, move: Move, draw: Move) -> Text | None:
    """A card that is played, and the draw after it."""
    if not isinstance(move, Lay | Discard) or not isinstance(draw, Draw):
        return None
    lays, said = isinstance(move, Lay), {"name": state.name(move.seat), "card": move.card.called}
    if draw.source == DECK and lays:
        return text("{name} lays {card} and draws.", **said)
    if draw.source == DECK:
        return text("{name} discards {card} and draws.", **said)
    pile = state.round.pile(draw.source) if state.round else ()
    if not pile:
        return None
    if lays:
        return text("{name} lays {card} and takes {taken}.", taken=pile[-1].called, **said)
    return text("{name} discards {card} and takes {taken}.", taken=pile[-1].called, **said)


def opens(_state: State, move: Move) -> Opens:
    """A round begins with who begins it, a turn with the card that is played; a count is a turn of its own."""
    if isinstance(move, Start):
        return Opens.ROUND
    return Opens.NOTHING if isinstance(move, Draw) else Opens.TURN


def _tell(state: State, move: Move) -> Text:
    if isinstance(move, Rounds):
        return plural("The game now has {count} round.", "The game now has {count} rounds.", move.rounds)
    name = state.name(move.seat)
    match move:
        case Start(_, False):
            return text("Round {round} begins.", round=len(state.starters) + 1)
        case Start():
            return text("{name} begins round {round}.", name=name, round=len(state.starters) + 1)
        case Lay(_, card):
            return text("{name} lays {card}.", name=name, card=card.called)
        case Discard(_, card):
            return text("{name} discards {card}.", name=name, card=card.called)
        case Draw(_, source) if source == DECK:
            return text("{name} draws from the draw pile.", name=name)
        case Draw(_, source):
            return _tell_taken(state, name, source)
        case Count(total=total) if total is not None:
            return text("{name} has only a total: typed, not checked.", name=name)
        case Count(_, holding):
            cards = sum(len(expedition) for _, expedition in holding)
            return plural("{name} counts {count} card.", "{name} counts {count} cards.", cards, name=name)


def _tell_taken(state: State, name: str, colour: str) -> Text:
    pile = state.round.pile(colour) if state.round else ()
    if not pile:
        return text("{name} draws from the {colour} discard pile.", name=name, colour=colour_name(colour))
    return text("{name} takes {card} from the discard pile.", name=name, card=pile[-1].called)

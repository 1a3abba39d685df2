"""Cards that were discarded and missed in their own player's expedition of that colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.core.figures import Finding, Kind, change, fewer, points_of
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lost_cities.cards import colour_name
from scoring.lost_cities.moves import Lay
from scoring.lost_cities.review.discards import Thrown, named, thrown, without
from scoring.lost_cities.review.game import Act, Changed, Reading, RoundPlayed, about
from scoring.lost_cities.rules import State
from scoring.lost_cities.score import impossible

SKIPPED = Kind(
    text("Skipped, and discarded later"),
    text("Cairn does not know when a card came into the hand."),
)
STILL_FITTED = Kind(
    text("Discarded while it still fitted"),
    text("Cairn does not know what could have been discarded instead."),
)
BEFORE_BEGINNING = Kind(
    text("Discarded before the colour was begun"),
    text("Cairn does not know what could have been discarded instead."),
)


@dataclass(frozen=True, slots=True)
class Missed:
    """Cards of one colour that their player discarded in a round, and laid the colour; `lay` is what skipped them."""

    kind: Kind
    round: RoundPlayed
    cards: tuple[Thrown, ...]
    lay: Act | None = None

    @property
    def seat(self) -> Seat:
        return self.cards[0].by

    @property
    def colour(self) -> str:
        return self.cards[0].card.colour


def missed(game: Reading) -> Iterator[Finding[State]]:
    """The game with cards that a player discarded laid in that player's own expedition."""
    every = [(round, seat, colour) for round, seat, colour, _expedition in game.expeditions()]
    for situation in (_skipped, _still_fitted, _before_beginning):
        for round, seat, colour in every:
            own = (one for one in thrown(round) if (one.by, one.card.colour) == (seat, colour))
            for each in situation(round, tuple(one for one in own if one.laid_by != seat)):
                yield from _finding(game, each)


def _skipped(round: RoundPlayed, own: tuple[Thrown, ...]) -> Iterator[Missed]:
    """The numbers that each card laid had skipped and that were discarded after it."""
    for act in round.acts:
        skipped = tuple(one for one in own if one.index > act.index and _skips(act, one))
        if skipped:
            yield Missed(SKIPPED, round, skipped, act)


def _skips(act: Act, one: Thrown) -> bool:
    move, number = act.move, one.card.number
    if not isinstance(move, Lay) or (move.seat, move.card.colour) != (one.by, one.card.colour):
        return False
    last = act.before.expedition(one.by, one.card.colour).numbers[-1:]
    return max((0, *last)) < number < move.card.number


def _still_fitted(round: RoundPlayed, own: tuple[Thrown, ...]) -> Iterator[Missed]:
    """Each number that was above what lay there."""
    for one in own:
        if len(one.own) and one.card.number > max((0, *one.own.numbers)):
            yield Missed(STILL_FITTED, round, (one,))


def _before_beginning(round: RoundPlayed, own: tuple[Thrown, ...]) -> Iterator[Missed]:
    """The cards discarded of a colour that was begun later."""
    early = tuple(one for one in own if not len(one.own))
    if early:
        yield Missed(BEFORE_BEGINNING, round, early)


def _finding(game: Reading, each: Missed) -> Iterator[Finding[State]]:
    instead = _laid(game, each)
    round, seat = each.round, each.seat
    gained, given = game.more(seat, instead), -game.more(1 - seat, instead)
    if not gained or any(impossible(game.setup, instead.over[round.number - 1], round.number - 1)):
        return
    own, gift = change(seat, gained), fewer(1 - seat, given)
    deeds = [*_deeds(each), _result(gained)]
    claims = {"points": own.claim}
    if gained > 0 and given > 0:
        deeds.append(text("gave {other} {given}", other=game.name(1 - seat), given=gift.words))
        claims["given"] = gift.claim
    yield Finding(
        key=f"missed-{each.cards[0].index}",
        kind=each.kind,
        says=text("In round {round} {name} {deeds}.", round=round.number, name=game.name(seat), deeds=tuple(deeds)),
        instead=instead,
        claims=claims,
        move=each.lay.index if each.lay else each.cards[-1].index,
        about=about(round, seat, each.colour),
    )


def _laid(game: Reading, each: Missed) -> State:
    """The game with the cards in the expedition of whoever discarded them, and not in that of whoever laid them."""
    round, seat, colour = each.round, each.seat, each.colour
    own, others = round.expedition(seat, colour), round.expedition(1 - seat, colour)
    for one in each.cards:
        own = own.with_card(one.card)
    rest = without(others, (one.card for one in each.cards if one.laid_by == 1 - seat))
    changed = (Changed(round.number, seat, colour, own), Changed(round.number, 1 - seat, colour, rest))
    return game.with_expeditions(*(changed if rest != others else changed[:1]))


def _deeds(each: Missed) -> Iterator[Text]:
    """The things that the player did with the colour, in order."""
    cards = named(each.cards)
    if each.kind is STILL_FITTED:
        yield text("discarded {card} while it still fitted", card=each.cards[0].card.called)
    elif each.lay is None or not isinstance(each.lay.move, Lay):
        yield text("discarded {cards} in {colour}", cards=cards, colour=colour_name(each.colour))
        yield text("began that colour later")
    else:
        laid, numbers = each.lay.move.card.called, each.lay.before.expedition(each.seat, each.colour).numbers
        yield (
            text("laid {card} on the {last}", card=laid, last=numbers[-1])
            if numbers
            else text("laid {card} first", card=laid)
        )
        yield text("later discarded {cards}", cards=cards)


def _result(gained: int) -> Text:
    if gained < 0:
        return text("saved {points}", points=points_of(-gained))
    return text("missed {points}", points=points_of(gained))

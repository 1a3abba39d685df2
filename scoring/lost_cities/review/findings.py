"""Findings about a game of Lost Cities: its expeditions, what was discarded and missed, and how its rounds ended."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.core.figures import Finding, FindingKind, change, effect, fewer, finding, more, points_of
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import NUMBERS, Card, colour_name
from scoring.lost_cities.moves import DECK, NO_EXPEDITION, Discard, Draw, Expedition, Holding, Lay
from scoring.lost_cities.review.game import Act, Changed, GamePlayed, RoundPlayed, about, of_expedition, so_many_cards
from scoring.lost_cities.review.odds import odds
from scoring.lost_cities.rules import SEATS, State
from scoring.lost_cities.score import BONUS_FROM, counted_cards, impossible, points

EXPEDITIONS = FindingKind(text("Expeditions"))
WAGERS = FindingKind(text("Wagers"))


def expeditions(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without each expedition that made points or lost some."""
    for round, seat, colour, expedition in game.expeditions():
        worth = points(game.setup, expedition)
        if not worth:
            continue
        first = round.begun(seat, colour)
        says = text("In round {round} {name} {effect} with the {colour} expedition.")
        if worth < 0 and first:
            left = so_many_cards(first.before.deck)
            says = text(
                "In round {round} {name} began {colour} with {left} left in the draw pile, and {effect} with it.",
                left=left,
            )
        yield of_expedition(
            game,
            "expedition",
            EXPEDITIONS,
            says,
            game.with_expeditions(Changed(round.number, seat, colour, NO_EXPEDITION)),
            (round, seat, colour),
            move=first.index if first else None,
            plain=worth > 0,
            effect=effect(seat, worth),
        )


def wagers(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without the wagers of each expedition that has numbers too."""
    for round, seat, colour, expedition in game.expeditions():
        alone = Expedition(0, expedition.numbers)
        gained = points(game.setup, expedition) - points(game.setup, alone)
        if not expedition.wagers or not expedition.numbers or not gained:
            continue
        first = round.begun(seat, colour)
        yield of_expedition(
            game,
            "wagers",
            WAGERS,
            plural(
                "In round {round} {name} {effect} with a {colour} wager.",
                "In round {round} {name} {effect} with {count} {colour} wagers.",
                expedition.wagers,
            ),
            game.with_expeditions(Changed(round.number, seat, colour, alone)),
            (round, seat, colour),
            move=first.index if first else None,
            effect=effect(seat, gained),
        )


def losses(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without all expeditions of a player that lost points."""
    for seat in SEATS:
        lost = [
            Changed(round.number, seat, colour, NO_EXPEDITION)
            for round, of, colour, expedition in game.expeditions()
            if of == seat and points(game.setup, expedition) < 0
        ]
        if len(lost) < 2:
            continue
        instead = game.with_expeditions(*lost)
        yield finding(
            f"losses-{seat}",
            EXPEDITIONS,
            text("The {expeditions} expeditions on which {name} lost points cost {points} together."),
            instead,
            about=f"losses-{seat}",
            plain=game.turns(instead) == any(game.turns(game.with_expeditions(change)) for change in lost),
            expeditions=len(lost),
            name=game.name(seat),
            points=more(seat, game.more(seat, instead)),
        )


# Discards that the other player took

GIFTS = FindingKind(text("What discards gave the other player"))


@dataclass(frozen=True, slots=True)
class Thrown:
    """A discard: whose, at which number of the log, and what lay in the own expedition of its colour.

    `laid_by` is who laid the card in the end, None: nobody.
    """

    card: Card
    by: Seat
    index: int
    own: Expedition
    laid_by: Seat | None = None


def thrown(round: RoundPlayed) -> list[Thrown]:
    """The discards of a round, in their order; one that was taken up and discarded again counts from then."""
    piles: dict[str, list[Thrown]] = {}
    held: list[tuple[Seat, Thrown]] = []
    laid: list[Thrown] = []
    for act in round.acts:
        match act.move:
            case Discard(seat, card):
                _let_go(held, seat, card)
                own = act.before.expedition(seat, card.colour)
                piles.setdefault(card.colour, []).append(Thrown(card, seat, act.index, own))
            case Draw(seat, source) if source != DECK:
                held.append((seat, piles[source].pop()))
            case Lay(seat, card):
                laid += [replace(one, laid_by=seat) for one in _let_go(held, seat, card)]
    lying = [one for pile in piles.values() for one in pile]
    return sorted([*lying, *laid, *(one for _seat, one in held)], key=lambda one: one.index)


def _let_go(held: list[tuple[Seat, Thrown]], seat: Seat, card: Card) -> list[Thrown]:
    """The card as it had been taken up, which leaves the hand now; nothing where it was drawn from the draw pile."""
    found = next((one for one in held if one[0] == seat and one[1].card == card), None)
    if found is None:
        return []
    held.remove(found)
    return [found[1]]


def gifts(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without each card, and without all cards of each expedition, that came from the other's discards."""
    for round in game.rounds:
        given = [one for one in thrown(round) if one.laid_by == 1 - one.by]
        by_expedition = sorted(given, key=lambda one: (one.by, one.card.colour))
        for (_by, colour), group in groupby(by_expedition, key=lambda one: (one.by, one.card.colour)):
            cards = list(group)
            if len(cards) > 1:
                yield from _gift(game, round, cards, f"gifts-{about(round, 1 - cards[0].by, colour)}")
            for one in {one.card: one for one in reversed(cards)}.values():  # two wagers are one as the other
                yield from _gift(game, round, [one], f"gift-{one.index}")


def _gift(game: GamePlayed, round: RoundPlayed, cards: list[Thrown], key: str) -> Iterator[Finding[State]]:
    giver, colour = cards[0].by, cards[0].card.colour
    rest = without(round.expedition(1 - giver, colour), (one.card for one in cards))
    instead = game.with_expeditions(Changed(round.number, 1 - giver, colour, rest))
    gained = -game.more(1 - giver, instead)
    says = text("In round {round} {giver} discarded {card}; {taker} laid it and {effect}.", card=cards[0].card.called)
    if len(cards) > 1:
        facts = {"cards": named(cards), "colour": colour_name(colour)}
        says = text("In round {round} {giver} discarded {cards} in {colour}, and {taker} {effect} with them.", **facts)
    if gained:
        yield finding(
            key,
            GIFTS,
            says,
            instead,
            move=cards[0].index if len(cards) == 1 else None,
            about=about(round, 1 - giver, colour),
            round=round.number,
            giver=game.name(giver),
            taker=game.name(1 - giver),
            effect=effect(1 - giver, gained),
        )


def named(cards: Iterable[Thrown]) -> tuple[Text, ...]:
    """Cards of one colour in a sentence, the wagers first."""
    numbers = sorted(one.card.number for one in cards)
    wagers = numbers.count(0)
    words = tuple(text("the {number}", number=number) for number in numbers[wagers:])
    return (plural("a wager", "{count} wagers", wagers), *words) if wagers else words


def without(expedition: Expedition, cards: Iterable[Card]) -> Expedition:
    """An expedition that lacks these of its cards."""
    for card in cards:
        if card.is_wager:
            expedition = Expedition(expedition.wagers - 1, expedition.numbers)
        else:
            rest = tuple(number for number in expedition.numbers if number != card.number)
            expedition = Expedition(expedition.wagers, rest)
    return expedition


# Discards that their own player missed

SKIPPED = FindingKind(
    text("Skipped, and discarded later"),
    text("Cairn does not know when a card came into the hand."),
)
STILL_FITTED = FindingKind(
    text("Discarded while it still fitted"),
    text("Cairn does not know what could have been discarded instead."),
)
BEFORE_BEGINNING = FindingKind(
    text("Discarded before the colour was begun"),
    text("Cairn does not know what could have been discarded instead."),
)


@dataclass(frozen=True, slots=True)
class Missed:
    """Cards of one colour that a player discarded in a round and could have laid in their own expedition of it. `lay`
    is the higher card that the player had laid before, None where there is none.
    """

    kind: FindingKind
    round: RoundPlayed
    cards: tuple[Thrown, ...]
    lay: Act | None = None

    @property
    def seat(self) -> Seat:
        return self.cards[0].by

    @property
    def colour(self) -> str:
        return self.cards[0].card.colour


def missed(game: GamePlayed) -> Iterator[Finding[State]]:
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


def _finding(game: GamePlayed, each: Missed) -> Iterator[Finding[State]]:
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


def _laid(game: GamePlayed, each: Missed) -> State:
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


# Ends of rounds

NEARLY = 2  # cards that an expedition may lack
LAST = (10, 3)  # cards left in the draw pile

BONUSES = FindingKind(text("8-card bonuses missed"))
END_OF_THE_DRAW_PILE = FindingKind(text("The end of the draw pile"))


def bonuses(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game with the lowest numbers that were free in each expedition that they would have given the bonus."""
    for round, seat, colour, expedition in game.expeditions():
        lacking = BONUS_FROM - counted_cards(game.setup, expedition)
        free = _free(round, colour)[:lacking]
        if not 0 < lacking <= NEARLY or len(free) < lacking:
            continue
        full = Expedition(expedition.wagers, tuple(sorted((*expedition.numbers, *free))))
        instead = game.with_expeditions(Changed(round.number, seat, colour, full))
        if not any(impossible(game.setup, instead.over[round.number - 1], round.number - 1)):
            yield of_expedition(
                game,
                "bonus",
                BONUSES,
                plural(
                    "In round {round} {name}’s {colour} expedition was {count} card short of the 8-card bonus: even "
                    "{cards} would have made {points}.",
                    "In round {round} {name}’s {colour} expedition was {count} cards short of the 8-card bonus: even "
                    "{cards} would have made {points}.",
                    lacking,
                ),
                instead,
                (round, seat, colour),
                plain=lacking > 1,
                cards=tuple(text("the {number}", number=number) for number in free),
                points=more(seat, game.more(seat, instead)),
            )


def _free(round: RoundPlayed, colour: str) -> tuple[int, ...]:
    """The numbers of a colour that nobody laid."""
    laid = {number for seat in SEATS for number in round.expedition(seat, colour).numbers}
    return tuple(number for number in NUMBERS if number not in laid)


def last_draws(game: GamePlayed) -> Iterator[Finding[State]]:
    """What the last cards of a draw pile changed: the game if a round had ended while they still lay there. Rounds in
    which cards were added or taken away at the end are left out.
    """
    for round in (each for each in game.rounds if each.mended == (0, 0)):
        for left in LAST:
            laid = _laid_with(round, left)
            if laid is None or laid == round.laid:
                continue
            instead = game.with_round(round.number, laid)
            gained = [-game.more(seat, instead) for seat in SEATS]
            best = 0 if gained[0] >= gained[1] else 1
            if gained[0] != gained[1] and gained[best] > 0:
                yield finding(
                    f"last-{left}-{round.number}",
                    END_OF_THE_DRAW_PILE,
                    text(
                        "While the last {left} cards of round {round} were drawn, {name} gained {gained} and {other} "
                        "{others}."
                    ),
                    instead,
                    move=_act_with(round, left),
                    about=f"end-{round.number}",
                    left=left,
                    round=round.number,
                    name=game.name(best),
                    gained=fewer(best, gained[best]),
                    other=game.name(1 - best),
                    others=replace(fewer(1 - best, gained[1 - best]), words=gained[1 - best]),
                )


def _act_with(round: RoundPlayed, left: int) -> int | None:
    """The number of the draw after which so many cards were left in the draw pile."""
    drawn = (act for act in round.acts if isinstance(act.move, Draw) and act.move.source == DECK)
    return next((act.index for act in drawn if act.before.deck == left + 1), None)


def _laid_with(round: RoundPlayed, left: int) -> tuple[Holding, ...] | None:
    """The cards before each seat when so many were left in the draw pile; None in a round that was counted."""
    return next((act.before.laid for act in round.acts if act.before.deck == left), None)


PARTS = (expeditions, losses, wagers, gifts, missed, bonuses, last_draws, odds)
"""The parts of a review, in the order in which it looks for them."""

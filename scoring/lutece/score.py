"""What a Lutèce position is worth, and everything that is impossible about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scoring.core.rule import Rule
from scoring.core.sheet import Line, Problem, Seat, Sheet, ranked
from scoring.core.text import Text, plural, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import (
    BOX_SIZES,
    DECK_NAMES,
    LOCATION,
    NONE,
    RESOURCE_NAMES,
    RESOURCES,
    Card,
    Holding,
    Position,
    amounts,
)
from scoring.lutece.majority import Standing, standings
from scoring.lutece.markets import satisfied

MARKET = 6
FAMILY = 2
STATUE = 3
LEGIONNAIRE = 2
GOLD_A_POINT = 3
GOLD_IN_BOX = 66
USUAL_COST = 3
USUAL_RESOURCES = 2


def score(position: Position) -> Sheet:
    """The sheet, with a note for every majority or minority that even the talents leave shared.

    Ties: more gold, then more character and location cards, then shared.
    """
    tables = standings(position.holdings)
    lines = [_lines(holding, seat, position, tables) for seat, holding in enumerate(position.holdings)]
    breaks = [(holding.gold, len(holding.cards)) for holding in position.holdings]
    notes = tuple(note for table in tables for note in _notes(table, position.names))
    sheet = ranked(position.names, lines, breaks, notes)
    return replace(sheet, notes=(*notes, *_tie_breaks(sheet, position)))


def _tie_breaks(sheet: Sheet, position: Position) -> Iterator[Text]:
    """What parts those who have as many points, to whoever comes after the other."""
    by_rank = sorted(range(len(sheet.players)), key=lambda seat: sheet.players[seat].rank)
    for seat, after in pairwise(by_rank):
        first, second, points = sheet.players[seat], sheet.players[after], sheet.players[seat].total
        if points != second.total or first.rank == second.rank:
            continue
        facts = {"first": first.name, "second": second.name, "points": points}
        gold, less = position.holdings[seat].gold, position.holdings[after].gold
        if gold != less:
            yield text(
                "{first} and {second} have {points} points; {first} has more gold: {most}, not {least}.",
                **facts,
                most=gold,
                least=less,
            )
        else:
            most, least = len(position.holdings[seat].cards), len(position.holdings[after].cards)
            yield text(
                "{first} and {second} have {points} points and {gold} gold; {first} has more cards: "
                "{most}, not {least}.",
                **facts,
                gold=gold,
                most=most,
                least=least,
            )


def _lines(holding: Holding, seat: Seat, position: Position, tables: Sequence[Standing]) -> list[Line]:
    return [
        *(_majority(table, seat, position) for table in tables),
        *_prestige(holding),
        *_markets(holding),
        *_statues(holding),
        *_legionnaires(holding),
        *_printed(holding),
        _fortune(holding),
    ]


# Majority


def _majority(table: Standing, seat: Seat, position: Position) -> Line:
    label = RESOURCE_NAMES[table.resource]
    return Line("majority", table.resource, table.points(seat), _why(table, seat, position.names), label=label)


def _why(table: Standing, seat: Seat, names: Sequence[str]) -> Text:
    own = table.symbols[seat]
    if not any(table.symbols):
        return text("Nobody has any: 0 for all.")
    if seat in table.majority:
        return _most(table, seat)
    if own == 0:
        return text("None: minority.")
    first = min(table.majority)
    rivals = [many for other, many in enumerate(table.symbols) if other not in table.majority]
    if own == table.symbols[first] and (seat not in table.minority or rivals.count(own) == 1):
        return text(
            "{own} each; {name} has the better talents ({better} against {talents}).",
            own=own,
            name=names[first],
            better=_listed(table, first),
            talents=_listed(table, seat),
        )
    if seat in table.minority:
        return _fewest(table, seat, rivals.count(own))
    return text(
        "{own}: neither most nor fewest; {name} has the majority with {most}.",
        own=own,
        name=names[first],
        most=table.symbols[first],
    )


def _most(table: Standing, seat: Seat) -> Text:
    own = table.symbols[seat]
    if len(table.majority) > 1:
        return text("{own}: most, shared; all talents are equal.", own=own)
    if table.symbols.count(own) == 1:
        return text("{own}: most.", own=own)
    return text("{own}: most, with the better talents ({talents}).", own=own, talents=_listed(table, seat))


def _fewest(table: Standing, seat: Seat, alike: int) -> Text:
    """Why a seat has the minority; so many who have not the majority have as many symbols."""
    own = table.symbols[seat]
    if table.minority_shared:
        return text("{own}: fewest, shared; all talents are equal.", own=own)
    if alike == 1:
        return text("{own}: fewest.", own=own)
    return text("{own}: fewest, with the lower talents ({talents}).", own=own, talents=_listed(table, seat))


def _listed(table: Standing, seat: Seat) -> tuple[Text, ...] | Text:
    talents = tuple(text("{talent}", talent=talent) for talent in table.talents[seat])
    return talents or text("none")


def _notes(table: Standing, names: Sequence[str]) -> Iterator[Text]:
    resource = RESOURCE_NAMES[table.resource]
    if len(table.majority) > 1:
        yield text(
            "The majority of {resource} is shared by {names}: all their talents are equal.",
            resource=resource,
            names=_called(table.majority, names),
        )
    if table.minority_shared:
        yield text(
            "The minority of {resource} is shared by {names}: all their talents are equal.",
            resource=resource,
            names=_called(table.minority, names),
        )


def _called(seats: frozenset[Seat], names: Sequence[str]) -> tuple[Text, ...]:
    return tuple(text("{name}", name=names[seat]) for seat in sorted(seats))


# Prestige


def _prestige(holding: Holding) -> Iterator[Line]:
    for card in holding.cards:
        kind = card.implied
        if kind.prestige == "symbols" and kind.counts:
            many = holding.control(kind.counts)
            why = text(
                "{card!c}: 1 for each {resource}, {many} in all.",
                card=card.title,
                resource=RESOURCE_NAMES[kind.counts],
                many=many,
            )
            yield Line("prestige", card.id, many, why)
        if kind.prestige == "family":
            many = relatives(holding, card)
            yield Line(
                "prestige",
                card.id,
                FAMILY + many,
                plural(
                    "{card!c}: 2 + {count} for {count} card of its colour, itself included.",
                    "{card!c}: 2 + {count} for {count} cards of its colour, itself included.",
                    many,
                    card=card.title,
                ),
            )


def relatives(holding: Holding, card: Card) -> int:
    """How many cards of the holding have the colour of this one: itself, even without a known colour."""
    if card.family is None:
        return 1
    return sum(other.family == card.family for other in holding.cards)


# Influence


def _markets(holding: Holding) -> Iterator[Line]:
    # No box has more locations: a file that says otherwise is not searched for hours.
    markets = holding.of_kind("market")[: BOX_SIZES[LOCATION]]
    paid = satisfied([market.demand or NONE for market in markets], holding.symbols())
    for place, market in enumerate(markets):
        yield Line("market", market.id, MARKET if place in paid else 0, _spent(market, place in paid))


def _spent(market: Card, paid: bool) -> Text:
    if not any(market.demand or NONE):
        return text("{card!c}: no demand is known, so it is not satisfied.", card=market.title)
    wants = amounts(market.demand or NONE)
    if paid:
        return text("{card!c}: satisfied with {resources}.", card=market.title, resources=wants)
    return text(
        "{card!c}: not satisfied, nothing is left for {resources} in the best assignment.",
        card=market.title,
        resources=wants,
    )


def _statues(holding: Holding) -> Iterator[Line]:
    roman = sum(card.is_roman for card in holding.cards)
    for card in holding.of_kind("statue"):
        why = plural(
            "{card!c}: 3 + {count} for {count} Roman location.",
            "{card!c}: 3 + {count} for {count} Roman locations.",
            roman,
            card=card.title,
        )
        yield Line("statue", card.id, STATUE + roman, why)


def _legionnaires(holding: Holding) -> Iterator[Line]:
    """A legionnaire gives 2, unless the card in hand says another number."""
    for card in holding.of_kind("legionnaire"):
        points = card.points or LEGIONNAIRE
        yield Line("legionnaire", card.id, points, text("{card!c}: {points}.", card=card.title, points=points))


def _printed(holding: Holding) -> Iterator[Line]:
    """Printed points, but of kinds that reckon their own: those would count twice."""
    for card in holding.cards:
        if card.points and not card.implied.reckons:
            why = text("{card!c}: {points} on the card.", card=card.title, points=card.points)
            yield Line("points", card.id, card.points, why)


# Fortune


def _fortune(holding: Holding) -> Line:
    points = holding.gold // GOLD_A_POINT
    return Line("fortune", None, points, text("{gold} gold: 1 for every full 3.", gold=holding.gold))


# Audit


def audit(position: Position) -> Sequence[Problem]:
    """Everything impossible or surprising about a position, all at once."""
    return problems(position.names, position.holdings)


def problems(names: Sequence[str], holdings: Sequence[Holding | None]) -> list[Problem]:
    """As `audit`, for the holdings that are known."""
    found = list(_of_the_table(holdings))
    for seat, holding in enumerate(holdings):
        for at, card in enumerate(holding.cards if holding else ()):
            where = f"holdings[{seat}].cards[{at}]"
            for rule, why in _of_a_card(card, len(names)):
                found.append(Problem(rule, why, seat, where))
            for rule, why in _of_an_apprentice(card, seat, names, holdings):
                found.append(Problem(rule, why, seat, where))
            for rule, why in _surprises(card, holdings[seat] or Holding()):
                found.append(Problem(rule, why, seat, where, warning=True))
    return found


def _of_the_table(holdings: Sequence[Holding | None]) -> Iterator[Problem]:
    cards = [(seat, card) for seat, holding in enumerate(holdings) if holding for card in holding.cards]
    yield from _twins(cards)
    for deck, most in BOX_SIZES.items():
        many = sum(card.drawn_from == deck for _seat, card in cards)
        if many > most:
            facts = {"many": many, "most": most, "deck": DECK_NAMES[deck]}
            yield Problem(clauses.BOX_SIZE, text("{many} cards of {deck}: the box has {most}.", **facts))
    gold = sum(holding.gold for holding in holdings if holding)
    if gold > GOLD_IN_BOX:
        why = text("The players have {gold} gold; the box holds {most}.", gold=gold, most=GOLD_IN_BOX)
        yield Problem(clauses.RESERVE, why, warning=True)
    yield from _same_talents(holdings)


def _twins(cards: Sequence[tuple[Seat, Card]]) -> Iterator[Problem]:
    first: dict[str, Card] = {}
    for seat, card in cards:
        if card.id in first:
            facts = {"id": card.id, "one": first[card.id].title, "other": card.title}
            why = text("The id “{id}” stands on two cards: {one} and {other}.", **facts)
            yield Problem(clauses.CARD_ONCE, why, seat, card.id)
        first.setdefault(card.id, card)


def _same_talents(holdings: Sequence[Holding | None]) -> Iterator[Problem]:
    for resource in RESOURCES:
        seen = Counter(talent for holding in holdings if holding for talent in holding.talents(resource))
        for talent, many in sorted(seen.items()):
            if many > 1:
                facts = {"talent": talent, "resource": RESOURCE_NAMES[resource], "many": many}
                why = text("The talent {talent} for {resource} stands on {many} cards.", **facts)
                yield Problem(clauses.USUAL_TALENT, why, where=resource, warning=True)


def _of_a_card(card: Card, players: int) -> Iterator[tuple[Rule, Text]]:
    known = card.implied.deck
    if card.deck and known and card.deck != known:
        yield clauses.DECK, text("{card!c} comes from {deck}.", card=card.title, deck=DECK_NAMES[known])
    if card.min_players is not None and card.min_players > players:
        facts = {"card": card.title, "least": card.min_players, "players": players}
        yield clauses.MIN_PLAYERS, text("{card!c} is for {least} or more players; {players} are here.", **facts)


def _of_an_apprentice(
    card: Card, seat: Seat, names: Sequence[str], holdings: Sequence[Holding | None]
) -> Iterator[tuple[Rule, Text]]:
    if card.attached_to is None:
        return
    holding = holdings[seat] or Holding()
    bearer = holding.card(card.attached_to)
    if card.kind != "apprentice":
        yield clauses.BEARER, text("{card!c} is no apprentice: it lies under nobody.", card=card.title)
    elif bearer is None:
        yield clauses.BEARER, _no_bearer(card, names, holdings)
    elif not bearer.takes_apprentices:
        yield clauses.BEARER, text("{card!c} cannot lie under {bearer}.", card=card.title, bearer=bearer.title)
    else:
        yield from _of_a_copy(card, bearer)


def _no_bearer(card: Card, names: Sequence[str], holdings: Sequence[Holding | None]) -> Text:
    for seat, holding in enumerate(holdings):
        if holding and (bearer := holding.card(card.attached_to or "")):
            facts = {"card": card.title, "bearer": bearer.title, "name": names[seat]}
            return text("{card!c} lies under {bearer}, which belongs to {name}.", **facts)
    return text("{card!c} lies under “{id}”, which is nowhere.", card=card.title, id=card.attached_to)


def _of_a_copy(card: Card, bearer: Card) -> Iterator[tuple[Rule, Text]]:
    if card.resource is None and len(bearer.bearing) > 1:
        facts = {"card": bearer.title}
        yield clauses.COPIED, text("{card!c} has several resources: say which one the apprentice copies.", **facts)
    if card.resource is not None and card.resource not in bearer.bearing:
        why = text("{card!c} does not give {resource}.", card=bearer.title, resource=RESOURCE_NAMES[card.resource])
        yield clauses.COPIED, why


def _surprises(card: Card, holding: Holding) -> Iterator[tuple[Rule, Text]]:
    if card.price > USUAL_COST:
        yield clauses.USUAL_COST, text("{card!c} costs {cost}.", card=card.title, cost=card.price)
    if sum(card.bears) > USUAL_RESOURCES:
        yield clauses.USUAL_RESOURCES, text("{card!c} has {many} resources.", card=card.title, many=sum(card.bears))
    if card.drawn_from is None:
        yield clauses.USUAL_FIELDS, text("{card!c} does not say from which deck it comes.", card=card.title)
    if card.kind == "market" and not any(card.demand or NONE):
        yield clauses.USUAL_FIELDS, text("{card!c} demands nothing: it is not satisfied.", card=card.title)
    if card.kind == "legionnaire" and card.family != "red":
        yield clauses.USUAL_FIELDS, text("{card!c} is not red.", card=card.title)
    yield from _unused(card)
    if card.kind == "apprentice" and card.attached_to is None and holding.bearers():
        yield clauses.AT_ONCE, text("{card!c} waits although there is a character for it.", card=card.title)


def _unused(card: Card) -> Iterator[tuple[Rule, Text]]:
    """What was written on a card and is not reckoned."""
    if card.implied.reckons and card.kind != "legionnaire" and card.points:
        yield clauses.USUAL_FIELDS, text("{card!c} is reckoned by its kind, not by printed points.", card=card.title)
    if card.kind == "apprentice" and any(card.resources or NONE):
        yield clauses.USUAL_FIELDS, text("{card!c} copies its character: own resources do not count.", card=card.title)
    if card.kind != "market" and any(card.demand or NONE):
        yield clauses.USUAL_FIELDS, text("{card!c} is no market: its demand does not count.", card=card.title)
    if card.resource is not None and card.attached_to is None:
        yield clauses.USUAL_FIELDS, text("{card!c} lies under nobody, so it copies nothing.", card=card.title)

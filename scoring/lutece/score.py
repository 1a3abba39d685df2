"""The worth of a Lutèce position."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scoring.core.sheet import Bounds, Line, Problem, Seat, Sheet, ranked, typed_line
from scoring.core.text import Text, _, plural, text
from scoring.lutece.cards import (
    BOX_SIZES,
    LOCATION,
    NONE,
    RESOURCE_NAMES,
    RESOURCES,
    Card,
    Counts,
    Holding,
    Position,
    Totals,
    amounts,
    counts,
    in_gold,
)
from scoring.lutece.symbols import Standing, satisfied, standings

MARKET = 6
FAMILY = 2
STATUE = 3
LEGIONNAIRE = 2
GOLD_A_POINT = 3
# Gold has no end, so the points that it makes have none.
BOUNDS = Bounds(0, None, _("{total} cannot be: nobody has less than {bound}."))


def out_of_bounds(position: Position) -> Sequence[Problem]:
    """The totals that nobody can have, of those that were typed."""
    return BOUNDS.problems(holding.total for holding in position.holdings)


def score(position: Position) -> Sheet:
    """The sheet, with a note for every majority or minority that even the talents leave shared.

    Ties: more gold, then more character and location cards, then shared.
    """
    tables = standings(position.holdings)
    lines = [_lines(holding, seat, position, tables) for seat, holding in enumerate(position.holdings)]
    breaks = [(holding.gold, holding.size) for holding in position.holdings]
    notes = tuple(note for table in tables for note in _notes(table, position.names))
    sheet = ranked(position.names, lines, breaks, notes)
    return replace(sheet, notes=(*notes, *_tie_breaks(sheet, position)))


def own_total(position: Position, seat: Seat, tables: Sequence[Standing]) -> int:
    """The points of one player, with the standings of the position."""
    return sum(line.points for line in _lines(position.holdings[seat], seat, position, tables))


def _tie_breaks(sheet: Sheet, position: Position) -> Iterator[Text]:
    """A note for each two players of as many points: the gold or the cards that part them."""
    by_rank = sorted(range(len(sheet.players)), key=lambda seat: sheet.players[seat].rank)
    for seat, after in pairwise(by_rank):
        first, second, points = sheet.players[seat], sheet.players[after], sheet.players[seat].total
        if points != second.total or first.rank == second.rank:
            continue
        worth = plural("{points} point", "{points} points", points, points=points)
        facts = {"first": first.name, "second": second.name, "points": worth}
        gold, less = position.holdings[seat].gold, position.holdings[after].gold
        if gold != less:
            yield text(
                "{first} and {second} have {points}; {first} has more gold: {most} against {least}.",
                **facts,
                most=gold,
                least=less,
            )
        else:
            most, least = position.holdings[seat].size, position.holdings[after].size
            yield text(
                "{first} and {second} have {points} and {gold}; {first} has more cards: {most} against {least}.",
                **facts,
                gold=in_gold(gold) if gold else text("no gold"),
                most=most,
                least=least,
            )


def _lines(holding: Holding, seat: Seat, position: Position, tables: Sequence[Standing]) -> list[Line]:
    if holding.total is not None:
        return [typed_line(holding.total)]
    return [
        *(_majority(table, seat, position) for table in tables),
        *(_totals(holding.short) if holding.short else _cards(holding)),
        _fortune(holding),
    ]


def _cards(holding: Holding) -> Iterator[Line]:
    yield from _prestige(holding)
    yield from _markets(holding)
    yield from _statues(holding)
    yield from _legionnaires(holding)
    yield from _printed(holding)


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
    rivals = [many for other, many in enumerate(table.symbols) if other not in table.majority]
    if own == max(table.symbols) and (seat not in table.minority or rivals.count(own) == 1):
        return _as_many(table, seat, names)
    if seat in table.minority:
        return _fewest(table, seat, rivals.count(own))
    return plural(
        "{own}: neither most nor fewest; {names} has the majority with {most}.",
        "{own}: neither most nor fewest; {names} share the majority with {most}.",
        len(table.majority),
        own=own,
        names=named(names, table.majority),
        most=max(table.symbols),
    )


def _as_many(table: Standing, seat: Seat, names: Sequence[str]) -> Text:
    """The reason why a seat with as many symbols as the majority has not got it."""
    facts = {
        "own": table.symbols[seat],
        "names": named(names, table.majority),
        "better": table.shown(min(table.majority)),
    }
    if not table.talents[seat]:
        return plural(
            "{own} each, but no talent here; {names} has {better}.",
            "{own} each, but no talent here; {names} have {better}.",
            len(table.majority),
            **facts,
        )
    return plural(
        "{own} each; {names} has the better talents ({better} against {talents}).",
        "{own} each; {names} have the better talents ({better} against {talents}).",
        len(table.majority),
        **facts,
        talents=table.shown(seat),
    )


def _most(table: Standing, seat: Seat) -> Text:
    own = table.symbols[seat]
    if len(table.majority) > 1:
        if not table.talents[seat]:
            return text("{own}: most, shared; no talent decides.", own=own)
        return text("{own}: most, shared; all talents are equal.", own=own)
    if table.symbols.count(own) == 1:
        return text("{own}: most.", own=own)
    return plural(
        "{own}: most, with the better talent ({talents}).",
        "{own}: most, with the better talents ({talents}).",
        len(table.shown(seat)),
        own=own,
        talents=table.shown(seat),
    )


def _fewest(table: Standing, seat: Seat, alike: int) -> Text:
    """The reason why a seat has the minority; `alike` have as many symbols and not the majority, itself included."""
    own = table.symbols[seat]
    if table.minority_shared:
        if not table.talents[seat]:
            return text("{own}: fewest, shared; no talent decides.", own=own)
        return text("{own}: fewest, shared; all talents are equal.", own=own)
    if alike == 1:
        return text("{own}: fewest.", own=own)
    if not table.talents[seat]:
        return text("{own}: fewest, for lack of a talent.", own=own)
    return plural(
        "{own}: fewest, with the lower talent ({talents}).",
        "{own}: fewest, with the lower talents ({talents}).",
        len(table.shown(seat)),
        own=own,
        talents=table.shown(seat),
    )


def _notes(table: Standing, names: Sequence[str]) -> Iterator[Text]:
    shared = [(text("majority"), table.majority)] if len(table.majority) > 1 else []
    if table.minority_shared:
        shared.append((text("minority"), table.minority))
    for what, seats in shared:
        equal = any(table.talents[seat] for seat in seats)
        yield text(
            "The {resource} {what} is shared by {names}: {why}.",
            resource=RESOURCE_NAMES[table.resource],
            what=what,
            names=named(names, seats),
            why=text("all their talents are equal") if equal else text("no talent decides"),
        )


def named(names: Sequence[str], seats: Iterable[Seat]) -> tuple[str, ...]:
    """The names of the players at these seats, in the order of seats."""
    return tuple(names[seat] for seat in sorted(seats))


# Prestige


def _prestige(holding: Holding) -> Iterator[Line]:
    for card in holding.cards:
        kind = card.implied
        if kind.prestige == "symbols" and kind.counts:
            many = holding.control(kind.counts)
            yield Line("prestige", card.id, many, _for_symbols(card, RESOURCE_NAMES[kind.counts], many))
        if kind.prestige == "family" and card.family is None:
            yield Line("prestige", card.id, FAMILY + 1, text("{card!c}: colour unknown: 2 + 1.", card=card.title))
        elif kind.prestige == "family":
            many = relatives(holding, card)
            yield Line(
                "prestige",
                card.id,
                FAMILY + many,
                plural(
                    "{card!c}: 2 + {count}, as the only card of its colour.",
                    "{card!c}: 2 + {count} for {count} cards of its colour, itself included.",
                    many,
                    card=card.title,
                ),
            )


def _for_symbols(card: Card, resource: Text, many: int) -> Text:
    if not many:
        return text("{card!c}: 1 for each {resource}, and there is none.", card=card.title, resource=resource)
    return text("{card!c}: 1 for each {resource}, {many} in all.", card=card.title, resource=resource, many=many)


def relatives(holding: Holding, card: Card) -> int:
    """The number of cards that have the colour of this one, itself included, even where that is unknown."""
    if card.family is None:
        return 1
    return sum(other.family == card.family for other in holding.cards)


# Influence


def _markets(holding: Holding) -> Iterator[Line]:
    # No box has more locations: a file that says otherwise is not searched for hours.
    markets = holding.of_kind("market")[: BOX_SIZES[LOCATION]]
    paid = satisfied([market.demand or NONE for market in markets], holding.symbols())
    alone = holding.symbols() if len(markets) == 1 else None
    for place, market in enumerate(markets):
        yield Line("market", market.id, MARKET if place in paid else 0, _spent(market, place in paid, alone))


def _spent(market: Card, paid: bool, alone: Counts | None) -> Text:
    """What a market takes, or lacks: of the only one there is, `alone` are the symbols that it may have."""
    if not any(market.demand or NONE):
        return text("{card!c}: what it asks for is not known, so it is not satisfied.", card=market.title)
    wants = amounts(market.demand or NONE)
    if paid:
        return text("{card!c}: satisfied with {resources}.", card=market.title, resources=wants)
    if alone:
        short = counts(
            {
                name: max(0, asked - there)
                for name, asked, there in zip(RESOURCES, market.demand or NONE, alone, strict=True)
            }
        )
        return text("{card!c}: not satisfied, {resources} missing.", card=market.title, resources=amounts(short))
    return text(
        "{card!c}: not satisfied, nothing is left for {resources} in the best assignment.",
        card=market.title,
        resources=wants,
    )


def _statues(holding: Holding) -> Iterator[Line]:
    roman = sum(card.is_roman for card in holding.cards)
    for card in holding.of_kind("statue"):
        yield Line("statue", card.id, STATUE + roman, _with_romans(card, roman))


def _with_romans(card: Card, roman: int) -> Text:
    if not roman:
        return text("{card!c}: 3, without a Roman location.", card=card.title)
    return plural(
        "{card!c}: 3 + {count} for {count} Roman location.",
        "{card!c}: 3 + {count} for {count} Roman locations.",
        roman,
        card=card.title,
    )


def _legionnaires(holding: Holding) -> Iterator[Line]:
    """A legionnaire gives 2, unless the card in hand says another number."""
    for card in holding.of_kind("legionnaire"):
        points = card.points or LEGIONNAIRE
        yield Line("legionnaire", card.id, points, text("{card!c}: {points}.", card=card.title, points=points))


def _printed(holding: Holding) -> Iterator[Line]:
    """Printed points, but of kinds that reckon their own: those would count twice."""
    for card in holding.cards:
        if card.points and not card.implied.reckons:
            why = text("{card!c}: {points} printed on the card.", card=card.title, points=card.points)
            yield Line("points", card.id, card.points, why)


# Totals


def _totals(own: Totals) -> Iterator[Line]:
    """A line for each sum that was added up at the table."""
    if own.symbol_points:
        why = text("Laboratories, forges and mills: {points}.", points=own.symbol_points)
        yield Line("prestige", "symbols", own.symbol_points, why)
    if own.family_points:
        why = text("Herbalists, armouries and bakeries: {points}.", points=own.family_points)
        yield Line("prestige", "family", own.family_points, why)
    if own.markets:
        why = plural(
            "{count} market satisfied: {each}.", "{count} markets satisfied: {each} each.", own.markets, each=MARKET
        )
        yield Line("market", None, MARKET * own.markets, why)
    if own.statues:
        yield Line("statue", None, (STATUE + own.roman) * own.statues, _all_statues(own))
    if own.legionnaires:
        why = plural(
            "{count} legionnaire: {each}.", "{count} legionnaires: {each} each.", own.legionnaires, each=LEGIONNAIRE
        )
        yield Line("legionnaire", None, LEGIONNAIRE * own.legionnaires, why)
    if own.points:
        yield Line("points", None, own.points, text("Points printed on cards: {points}.", points=own.points))


def _all_statues(own: Totals) -> Text:
    if not own.roman:
        return plural("{count} statue: {base}.", "{count} statues: {base} each.", own.statues, base=STATUE)
    return plural(
        "{count} statue: {base}, + {roman} for the Roman locations.",
        "{count} statues: {base} each, + {roman} for the Roman locations.",
        own.statues,
        base=STATUE,
        roman=own.roman,
    )


# Fortune


def _fortune(holding: Holding) -> Line:
    return Line("fortune", None, holding.gold // GOLD_A_POINT, _in_points(holding.gold))


def _in_points(gold: int) -> Text:
    if not gold:
        return text("No gold.")
    if gold < GOLD_A_POINT:
        return text("{gold}: a point takes 3.", gold=in_gold(gold))
    return text("{gold}: 1 for every full 3.", gold=in_gold(gold))

"""Everything that is impossible or surprising about a Lutèce position, and what totals leave open."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.core.rule import Rule
from scoring.core.sheet import Problem, Seat
from scoring.core.text import Text, plural, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import (
    BOX_SIZES,
    CHARACTER,
    DECK_NAMES,
    KINDS,
    LOCATION,
    NONE,
    RESOURCE_NAMES,
    RESOURCES,
    Card,
    Holding,
    Position,
    Totals,
    in_gold,
)
from scoring.lutece.score import FAMILY, LEGIONNAIRE, MARKET, named, score
from scoring.lutece.symbols import OpenTie, open_ties, standings

SAID: Sequence[tuple[Text, Callable[[Totals], int]]] = (
    (text("Laboratories, forges, mills"), lambda own: own.symbol_points),
    (text("Herbalists, armouries, bakeries"), lambda own: own.family_points),
    (text("Markets satisfied"), lambda own: own.markets),
    (text("Statues"), lambda own: own.statues),
    (text("Legionnaires"), lambda own: own.legionnaires),
    (text("Points printed on cards"), lambda own: own.points),
)


def totals_of(position: Position, seat: Seat) -> Totals:
    """The totals of a player's cards. A legionnaire that says another number is among the printed points."""
    holding = position.holdings[seat]
    if holding.short:
        return holding.short
    points: Counter[str] = Counter()
    for line in score(position).players[seat].lines:
        points[_kind_of(holding, line.code, line.of)] += line.points
    usual = sum((card.points or LEGIONNAIRE) == LEGIONNAIRE for card in holding.of_kind("legionnaire"))
    return Totals(
        symbols=holding.symbols(),
        talents=tuple(holding.talents(resource) for resource in RESOURCES),
        symbol_points=points["symbols"],
        family_points=points["family"],
        roman=sum(card.is_roman for card in holding.cards),
        statues=len(holding.of_kind("statue")),
        markets=points["market"] // MARKET,
        legionnaires=usual,
        points=points["points"] + points["legionnaire"] - usual * LEGIONNAIRE,
        cards=len(holding.cards),
    )


def _kind_of(holding: Holding, code: str, of: str | None) -> str:
    card = holding.card(of or "") if code == "prestige" else None
    return (card.implied.prestige or code) if card else code


def surprises(position: Position) -> Iterator[Problem]:
    """The ties that totals leave open, and the totals that are not what the cards come to."""
    for seat, holding in enumerate(position.holdings):
        if holding.short:
            yield from _undecided(position, seat)
        elif holding.totals:
            for why in _differences(holding.totals, totals_of(position, seat)):
                yield Problem(clauses.DIFFER, why, seat, f"holdings[{seat}].totals", warning=True)


def asked(position: Position, seat: Seat) -> frozenset[str]:
    """The totals that only a tie asks of a player: talents, by the name of their resource, and "cards"."""
    talents = {table.resource for table in standings(position.holdings) if any(seat in tied for tied in table.tied)}
    return frozenset(talents | ({"cards"} if _equals(position, seat) else set()))


def _undecided(position: Position, seat: Seat) -> Iterator[Problem]:
    own, names = position.holdings[seat], position.names
    for table in standings(position.holdings):
        others = {other for tied in table.tied if seat in tied for other in tied} - {seat}
        if others and not own.talents(table.resource):
            facts = {"resource": RESOURCE_NAMES[table.resource], "name": names[seat], "names": named(names, others)}
            why = text(
                "{resource!c}: {name} has as many as {names}. Say all the talents {name} has for it, if any.", **facts
            )
            yield Problem(clauses.DECIDES, why, seat, f"holdings[{seat}].totals.talents", warning=True)
    if not own.size and (others := _equals(position, seat)):
        facts = {"name": names[seat], "names": named(names, others)}
        why = text("{name} and {names} are equal in points and gold. Say how many cards {name} has.", **facts)
        yield Problem(clauses.DECIDES, why, seat, f"holdings[{seat}].totals.cards", warning=True)


def _equals(position: Position, seat: Seat) -> set[Seat]:
    """The others who have as many points (above 0) and as much gold."""
    have = [(score.total, own.gold) for score, own in zip(score(position).players, position.holdings, strict=True)]
    return {other for other, equal in enumerate(have) if equal == have[seat] and equal[0] and other != seat}


def _differences(said: Totals, there: Totals) -> Iterator[Text]:
    pairs = [(RESOURCE_NAMES[name], said.symbols[at], there.symbols[at]) for at, name in enumerate(RESOURCES)]
    pairs += [(what, read(said), read(there)) for what, read in SAID]
    for what, before, now in pairs:
        if before != now:
            yield text("{what!c}: {before} without cards, {now} with them.", what=what, before=before, now=now)


GOLD_IN_BOX = 66
USUAL_COST = 3
USUAL_RESOURCES = 2
USUAL_DEMAND = 4


def audit(position: Position) -> Sequence[Problem]:
    """Everything impossible or surprising about a position, all at once."""
    return problems(position.names, position.holdings, position.on_cards)


def problems(names: Sequence[str], holdings: Sequence[Holding | None], on_cards: int = 0) -> list[Problem]:
    """As `audit`, for the holdings that are known."""
    found = [*_only_totals(names, holdings), *_of_the_table(holdings)]
    found += [*contradictions(holdings, on_cards), *_same_talents(holdings)]
    known = tuple(holding for holding in holdings if holding)
    if len(known) == len(names):
        found += surprises(Position(tuple(names), known))
        for tie, why in _missing_talents(names, known):
            found.append(Problem(clauses.TALENT_MISSING, why, where=tie.resource, warning=True))
    for seat, holding in enumerate(holdings):
        found += _of_totals(seat, holding.short) if holding and holding.short else ()
        for at, card in enumerate(holding.cards if holding else ()):
            where = f"holdings[{seat}].cards[{at}]"
            for rule, why in _of_a_card(card, len(names)):
                found.append(Problem(rule, why, seat, where))
            for rule, why in _of_an_apprentice(card, seat, names, holdings):
                found.append(Problem(rule, why, seat, where))
            for rule, why in _surprises(card, holdings[seat] or Holding()):
                found.append(Problem(rule, why, seat, where, warning=True))
    return found


def contradictions(holdings: Sequence[Holding | None], on_cards: int = 0) -> Iterator[Problem]:
    """The warnings of gold and totals that cannot be in one box, or beside each other."""
    yield from _of_the_gold(holdings, on_cards)
    yield from _of_the_box(holdings)
    for seat, own in enumerate(holdings):
        for where, why in _disagreeing(own.short) if own and own.short else ():
            yield Problem(clauses.AGREE, why, seat, f"holdings[{seat}].totals.{where}", warning=True)


def _only_totals(names: Sequence[str], holdings: Sequence[Holding | None]) -> Iterator[Problem]:
    """The problem of some players with only a total beside others with their cards."""
    typed = [seat for seat, own in enumerate(holdings) if own and own.total is not None]
    if typed and any(own and own.total is None for own in holdings):
        why = text("{name} has only a total, but others their cards or totals.", name=names[typed[0]])
        yield Problem(clauses.ONLY_TOTALS, why, typed[0], f"holdings[{typed[0]}]")


def _of_the_table(holdings: Sequence[Holding | None]) -> Iterator[Problem]:
    cards = [(seat, card) for seat, holding in enumerate(holdings) if holding for card in holding.cards]
    yield from _twins(cards)
    for deck, most in BOX_SIZES.items():
        many = sum(card.drawn_from == deck for _seat, card in cards)
        if many > most:
            facts = {"many": many, "most": most, "deck": DECK_NAMES[deck]}
            yield Problem(clauses.BOX_SIZE, text("{deck!c}: {many} cards, but the box has only {most}.", **facts))


def _of_the_gold(holdings: Sequence[Holding | None], on_cards: int) -> Iterator[Problem]:
    gold = sum(holding.gold for holding in holdings if holding)
    if gold + on_cards <= GOLD_IN_BOX:
        return
    facts = {"gold": in_gold(gold), "most": GOLD_IN_BOX}
    if on_cards:
        why = text(
            "The players have {gold}, and {coins} more is on the cards; the box holds {most}.", **facts, coins=on_cards
        )
    else:
        why = text("The players have {gold}; the box holds {most}.", **facts)
    yield Problem(clauses.RESERVE, why, warning=True)


def _of_totals(seat: Seat, own: Totals) -> Iterator[Problem]:
    if own.markets > sum(own.symbols):
        why = plural(
            "{count} market cannot be satisfied with {symbols} resources: each takes at least one.",
            "{count} markets cannot be satisfied with {symbols} resources: each takes at least one.",
            own.markets,
            symbols=sum(own.symbols),
        )
        yield Problem(clauses.SPENT, why, seat, f"holdings[{seat}].totals.markets")


def _disagreeing(own: Totals) -> Iterator[tuple[str, Text]]:
    """The totals that cannot be beside the others. Statues alone need the number of Roman locations."""
    if 0 < own.family_points <= FAMILY:
        why = text("Herbalists, armouries, bakeries: {points}, but each makes at least 3.", points=own.family_points)
        yield "family_points", why
    least = _prestigious(own)
    if least is None:
        facts = {"points": own.symbol_points}
        why = text("Laboratories, forges, mills: {points} cannot come from these resources.", **facts)
        yield "symbol_points", why
    elif least > own.roman and (own.roman or own.statues):
        why = text("Roman locations: {roman}, but their points need at least {least}.", roman=own.roman, least=least)
        yield "roman", why


OF_SYMBOLS = [RESOURCES.index(kind.counts) for kind in KINDS.values() if kind.prestige == "symbols" and kind.counts]


@lru_cache(maxsize=256)
def _prestigious(own: Totals) -> int | None:
    """The least number of Roman locations that make the points of such; None: no number in the box does."""
    reached = {0}
    for many in range(BOX_SIZES[LOCATION] + 1):
        if own.symbol_points in reached:
            return many + bool(own.family_points)
        more = [points + own.symbols[at] for points in reached for at in OF_SYMBOLS]
        reached = {points for points in more if points <= own.symbol_points}
    return None


def _of_the_box(holdings: Sequence[Holding | None]) -> Iterator[Problem]:
    """The totals of all players for which the box has too few cards."""
    known = [holding for holding in holdings if holding]
    short = [holding.short for holding in known if holding.short]
    said = {CHARACTER: sum(own.legionnaires for own in short), LOCATION: sum(map(_locations, short))}
    cards = Counter(card.drawn_from for holding in known for card in holding.cards)
    for deck, most in BOX_SIZES.items():
        many = cards[deck] + said[deck]
        if said[deck] and many > most:
            facts = {"deck": DECK_NAMES[deck], "many": many, "most": most}
            why = text("{deck!c}: what was counted needs {many} cards, but the box has only {most}.", **facts)
            yield Problem(clauses.BOX_SIZE, why, warning=True)
    most = sum(BOX_SIZES.values())
    for resource in RESOURCES if short else ():
        if (many := sum(holding.control(resource) for holding in known)) > most:
            facts = {"resource": RESOURCE_NAMES[resource], "many": many, "most": most}
            why = text("{resource!c}: {many}, but the box has only {most} cards.", **facts)
            yield Problem(clauses.BOX_SIZE, why, warning=True)


def _locations(own: Totals) -> int:
    """The least number of locations that make these totals: no statue or market is a mill or a shop."""
    return max(own.roman, (_prestigious(own) or 0) + own.statues + own.markets)


def _twins(cards: Sequence[tuple[Seat, Card]]) -> Iterator[Problem]:
    first: dict[str, Card] = {}
    for seat, card in cards:
        if card.id in first:
            facts = {"id": card.id, "one": first[card.id].title, "other": card.title}
            why = text("The id “{id}” is on two cards: {one} and {other}.", **facts)
            yield Problem(clauses.CARD_ONCE, why, seat, card.id)
        first.setdefault(card.id, card)


def _same_talents(holdings: Sequence[Holding | None]) -> Iterator[Problem]:
    for resource in RESOURCES:
        seen = Counter(talent for holding in holdings if holding for talent in holding.talents(resource))
        for talent, many in sorted(seen.items()):
            if many > 1:
                facts = {"talent": talent, "resource": RESOURCE_NAMES[resource], "many": many}
                why = text("The talent {talent} for {resource} is on {many} cards.", **facts)
                yield Problem(clauses.USUAL_TALENT, why, where=resource, warning=True)


def unusual(known: Sequence[Card], new: Sequence[Card]) -> list[Text]:
    """What is unusual about new cards beside those that are known."""
    before, after = (problems((), [Holding(cards=tuple(cards))]) for cards in (known, (*known, *new)))
    found = [problem.why for problem in after if problem.rule in UNUSUAL and problem not in before]
    asked = [(card, sum(card.demand or NONE)) for card in new]
    return found + [
        text("{card!c} asks for {many} resources.", card=card.title, many=many)
        for card, many in asked
        if many > USUAL_DEMAND
    ]


UNUSUAL = (clauses.USUAL_COST, clauses.USUAL_RESOURCES, clauses.USUAL_TALENT)


# What is missing


@dataclass(frozen=True, slots=True)
class Missing:
    """The field of these cards that nobody has entered, though points turn on it; each with its player. `among`: it
    matters only where it is one of these.
    """

    why: Text
    field: str
    cards: tuple[tuple[Seat, Card], ...]
    among: tuple[str, ...] = ()


def missing(position: Position) -> Iterator[Missing]:
    """The talents that decide a tie, the families that a shop counts, and what markets ask for. Of whom a talent is
    known, that is taken for the one that decides.
    """
    for tie, _why in _missing_talents(position.names, position.holdings):
        seats = [seat for seat in sorted(tie.missing) if not position.holdings[seat].talents(tie.resource)]
        held = ((seat, card) for seat in seats for card in position.holdings[seat].cards)
        lacking = tuple(one for one in held if one[1].talent is None and tie.resource in one[1].bearing)
        if lacking:
            yield Missing(_decides(tie, position.names), "talent", lacking)
    for seat in range(len(position.names)):
        yield from missing_of(position, seat)


def unpaid(position: Position) -> Iterator[Missing]:
    """The costs of cards that were bought: gold is worth points at the end."""
    for seat, holding in enumerate(position.holdings):
        free = tuple(card for card in holding.cards if card.cost is None)
        if free:
            facts = {"name": position.names[seat], "cards": tuple(card.title for card in free)}
            why = text("{name}’s gold is not certain. Not entered: the cost of {cards}.", **facts)
            yield Missing(why, "cost", tuple((seat, card) for card in free))


def missing_of(position: Position, seat: Seat) -> Iterator[Missing]:
    """The families and the demands alone, of one player's cards."""
    own = position.holdings[seat].cards
    shops = [card for card in own if card.implied.prestige == "family"]
    unknown = tuple(card for card in own if card.family is None and (card.kind == "citizen" or card in shops))
    if shops and unknown and sum(card.family is not None or card in unknown for card in own) > 1:
        asked = tuple(card for card in unknown if card in shops) or unknown
        among = tuple(shop.colour for shop in shops if shop.colour and asked == unknown)
        facts = {"name": position.names[seat], "cards": tuple(card.title for card in asked)}
        why = text("{name} has a shop that counts its family. Not entered: that of {cards}.", **facts)
        yield Missing(why, "colour", tuple((seat, card) for card in asked), among)
    for card in own:
        if card.kind == "market" and card.demand is None:
            why = text("{card!c}: what it asks for is not known, so it is not satisfied.", card=card.title)
            yield Missing(why, "demand", ((seat, card),))


def _missing_talents(names: Sequence[str], holdings: Sequence[Holding]) -> Iterator[tuple[OpenTie, Text]]:
    """The ties that turn on talents nobody entered; `surprises` asks those for theirs who count without cards."""
    for tie in open_ties(holdings):
        seats = [seat for seat in sorted(tie.missing) if holdings[seat].cards or holdings[seat].talents(tie.resource)]
        if seats:
            yield tie, _missing_talent(tie, seats, names)


def _decides(tie: OpenTie, names: Sequence[str]) -> Text:
    facts = {"resource": RESOURCE_NAMES[tie.resource], "level": named(names, tie.seats)}
    if tie.most:
        return text("{resource!c}: {level} are level for most. The best talent of each?", **facts)
    return text("{resource!c}: {level} are level for fewest. The lowest talent of each?", **facts)


def _missing_talent(tie: OpenTie, seats: Sequence[Seat], names: Sequence[str]) -> Text:
    facts = {
        "resource": RESOURCE_NAMES[tie.resource],
        "level": named(names, tie.seats),
        "names": named(names, seats),
    }
    if tie.most:
        return text(
            "{resource!c}: {level} are level for most, and a talent is missing ({names}). "
            "It ranks below every talent until it is entered.",
            **facts,
        )
    return text(
        "{resource!c}: {level} are level for fewest, and a talent is missing ({names}). "
        "It ranks below every talent until it is entered.",
        **facts,
    )


def _of_a_card(card: Card, players: int) -> Iterator[tuple[Rule, Text]]:
    known = card.implied.deck
    if card.deck and known and card.deck != known:
        yield clauses.DECK, text("{card!c} comes from {deck}.", card=card.title, deck=DECK_NAMES[known])
    if card.min_players is not None and card.min_players > players:
        facts = {"card": card.title, "least": card.min_players, "players": players}
        yield clauses.MIN_PLAYERS, text("{card!c} is for {least} or more players; there are {players}.", **facts)


def _of_an_apprentice(
    card: Card, seat: Seat, names: Sequence[str], holdings: Sequence[Holding | None]
) -> Iterator[tuple[Rule, Text]]:
    if card.attached_to is None:
        return
    holding = holdings[seat] or Holding()
    bearer = holding.card(card.attached_to)
    if card.kind != "apprentice":
        yield clauses.BEARER, text("{card!c} is not an apprentice: it goes under nobody.", card=card.title)
    elif bearer is None:
        yield clauses.BEARER, _no_bearer(card, names, holdings)
    elif not bearer.takes_apprentices:
        yield clauses.BEARER, text("{card!c} cannot go under {bearer}.", card=card.title, bearer=bearer.title)
    else:
        yield from _of_a_copy(card, bearer)


def _no_bearer(card: Card, names: Sequence[str], holdings: Sequence[Holding | None]) -> Text:
    for seat, holding in enumerate(holdings):
        if holding and (bearer := holding.card(card.attached_to or "")):
            facts = {"card": card.title, "bearer": bearer.title, "name": names[seat]}
            return text("{card!c} is under {bearer}, which belongs to {name}.", **facts)
    return text("{card!c} is under “{id}”, which is nowhere.", card=card.title, id=card.attached_to)


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
        yield clauses.USUAL_FIELDS, text("{card!c}: which deck it comes from is not given.", card=card.title)
    if card.kind == "market" and not any(card.demand or NONE):
        yield clauses.USUAL_FIELDS, text("{card!c} asks for nothing: it is not satisfied.", card=card.title)
    if card.implied.prestige == "family" and card.family is None:
        why = text("{card!c}: its colour is not known, so only the card itself counts.", card=card.title)
        yield clauses.USUAL_FIELDS, why
    if card.kind == "legionnaire" and card.family != "red":
        yield clauses.USUAL_FIELDS, text("{card!c} is not red.", card=card.title)
    yield from _unused(card)
    if card.kind == "apprentice" and card.attached_to is None and holding.bearers():
        yield clauses.AT_ONCE, text("{card!c} waits although there is a character for it.", card=card.title)


def _unused(card: Card) -> Iterator[tuple[Rule, Text]]:
    """The fields of a card that are entered and do not count."""
    if card.implied.reckons and card.kind != "legionnaire" and card.points:
        yield clauses.USUAL_FIELDS, text("{card!c} scores by its type, not by printed points.", card=card.title)
    if card.kind == "apprentice" and any(card.resources or NONE):
        yield (
            clauses.USUAL_FIELDS,
            text("{card!c} copies its character: its own resources do not count.", card=card.title),
        )
    if card.kind != "market" and any(card.demand or NONE):
        yield clauses.USUAL_FIELDS, text("{card!c} is not a market: what it asks for does not count.", card=card.title)
    if card.resource is not None and card.attached_to is None:
        yield clauses.USUAL_FIELDS, text("{card!c} is under nobody, so it copies nothing.", card=card.title)

"""The totals of a player: what cards come to, and what totals leave open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scoring.core.sheet import Problem, Seat
from scoring.core.text import Text, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import RESOURCE_NAMES, RESOURCES, Holding, Position, Totals
from scoring.lutece.score import LEGIONNAIRE, MARKET, named, score
from scoring.lutece.symbols import standings

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

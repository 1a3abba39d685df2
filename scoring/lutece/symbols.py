"""What symbols are worth against each other: the majority and the minority of each resource, and the most markets that
resources can satisfy.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import inf

from scoring.core.sheet import Seat
from scoring.lutece.cards import RESOURCES, Counts, Holding

MAJORITY, MIDDLE, MINORITY = 10, 4, 0
NO_TALENT = -inf  # or one that nobody has entered: it ranks below every talent
LEAST = -1  # less than a talent that is known, and yet one

Talents = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One resource, by seat: `symbols` and `talents` (highest first, none without a symbol), how many are `missing`
    beside these, and who is most and least.

    More than one seat in `majority` means that it is shared. `minority_shared` says that even the talents
    could not part those who have fewest; several who have none at all are no such tie.
    """

    resource: str
    symbols: tuple[int, ...]
    talents: tuple[tuple[int, ...], ...]
    missing: tuple[int, ...]
    majority: frozenset[Seat]
    minority: frozenset[Seat]
    minority_shared: bool = False

    @property
    def tied(self) -> tuple[frozenset[Seat], ...]:
        """Those of equal symbols between whom the talents decide, for most and for fewest."""
        others = [seat for seat in range(len(self.symbols)) if seat not in self.majority]
        most = self._with(max(self.symbols), range(len(self.symbols)))
        fewest = self._with(min((self.symbols[seat] for seat in others), default=0), others)
        return tuple(group for group in (most, fewest) if len(group) > 1)

    def _with(self, many: int, seats: Iterable[Seat]) -> frozenset[Seat]:
        return frozenset(seat for seat in seats if many and self.symbols[seat] == many)

    def shown(self, seat: Seat) -> tuple[int | str, ...]:
        """The talents of a seat, those that nobody has entered as “?”; none where none is known."""
        return (*self.talents[seat], *"?" * self.missing[seat]) if self.talents[seat] else ()

    def points(self, seat: Seat) -> int:
        if seat in self.majority:
            return MAJORITY
        return MINORITY if seat in self.minority else MIDDLE


def standing(holdings: Sequence[Holding], resource: str) -> Standing:
    """The majority is settled first: its holder is never the minority. Nobody has any: 0 for all."""
    return _standing(holdings, resource, tuple(holding.control(resource) for holding in holdings))


def _standing(holdings: Sequence[Holding], resource: str, symbols: tuple[int, ...]) -> Standing:
    talents = tuple(holding.talents(resource) if own else () for holding, own in zip(holdings, symbols, strict=True))
    missing = tuple(holding.without_talent(resource) for holding in holdings)
    seats = frozenset(range(len(holdings)))
    if not any(symbols):
        return Standing(resource, symbols, talents, missing, frozenset(), seats)
    compared = [(*own, *(NO_TALENT,) * many) for own, many in zip(talents, missing, strict=True)]
    majority = _majority(symbols, compared)
    minority = _minority(symbols, compared, seats - majority)
    shared = len(minority) > 1 and min(symbols) > 0
    return Standing(resource, symbols, talents, missing, majority, minority, shared)


def standings(holdings: Sequence[Holding]) -> tuple[Standing, ...]:
    """All four resources."""
    symbols = zip(*(holding.symbols() for holding in holdings), strict=True)
    return tuple(_standing(holdings, resource, own) for resource, own in zip(RESOURCES, symbols, strict=True))


def _majority(symbols: Sequence[int], talents: Sequence[Talents]) -> frozenset[Seat]:
    """Most symbols; then the highest talent, the next best, and so on."""
    keys = [*zip(symbols, _equally_long(talents), strict=True)]
    best = max(keys)
    return frozenset(seat for seat, key in enumerate(keys) if key == best)


def _minority(symbols: Sequence[int], talents: Sequence[Talents], others: frozenset[Seat]) -> frozenset[Seat]:
    """Among those without the majority, fewest; then the lowest talent, the next lowest…"""
    lowest_first = _equally_long([own[::-1] for own in talents])
    keys = {seat: (symbols[seat], lowest_first[seat]) for seat in others}
    least = min(keys.values(), default=None)
    return frozenset(seat for seat, key in keys.items() if key == least)


def _equally_long(talents: Sequence[Talents]) -> list[Talents]:
    """Where one of these lists ends there is no talent any more, and that is less than any."""
    longest = max(map(len, talents))
    return [(*own, *(NO_TALENT,) * (longest - len(own))) for own in talents]


# Missing talents


@dataclass(frozen=True, slots=True)
class OpenTie:
    """A tie for most, or for fewest, that a talent nobody has entered could decide otherwise.

    `seats` are those who are level, `missing` those of them whose talents are not all known.
    """

    resource: str
    most: bool
    seats: frozenset[Seat]
    missing: frozenset[Seat]


def open_ties(holdings: Sequence[Holding]) -> tuple[OpenTie, ...]:
    """The ties that could end otherwise, of all four resources."""
    return tuple(tie for table in standings(holdings) for tie in _open_ties(holdings, table))


def _open_ties(holdings: Sequence[Holding], table: Standing) -> Iterator[OpenTie]:
    for group in table.tied:
        seats, most = sorted(group), bool(group & table.majority)
        completed = [_completions(holdings[seat], table, seat, most) for seat in seats]
        missing = frozenset(seat for seat, several in zip(seats, completed, strict=True) if len(several) > 1)
        symbols = [table.symbols[seat] for seat in seats]
        if len({_decided(symbols, talents, most) for talents in product(*completed)}) > 1:
            yield OpenTie(table.resource, most, group, missing)


def _completions(holding: Holding, table: Standing, seat: Seat, most: bool) -> tuple[Talents, ...]:
    """The known talents as they are compared, and these with the missing ones at their lowest and at their highest."""
    known: Talents = table.talents[seat]
    if holding.short and known:
        return _longer(known, table, seat, most)
    missing = table.symbols[seat] if holding.short else table.missing[seat]
    return tuple(dict.fromkeys((known + (LEAST,) * missing, (inf,) * missing + known, known + (NO_TALENT,) * missing)))


def _longer(known: Talents, table: Standing, seat: Seat, most: bool) -> tuple[Talents, ...]:
    """In a count without cards, talents that were entered are those that are compared first; others may be missing."""
    if len(known) >= table.symbols[seat]:
        return (known,)
    return known, (*known, 0) if most else (inf, *known)


def _decided(symbols: Sequence[int], talents: Sequence[Talents], most: bool) -> frozenset[int]:
    """The places of those who have the majority, or the minority, among those who are level."""
    return _majority(symbols, talents) if most else _minority(symbols, talents, frozenset(range(len(symbols))))


# Markets

Supply = tuple[int, ...]


def satisfied(demands: Sequence[Counts], supply: Counts) -> frozenset[int]:
    """The places in `demands` of a largest set that `supply` pays for. Exact; a demand of nothing never counts.

    A search that takes or leaves one market after the other, smallest demands first, and turns back where
    even the rosiest rest cannot beat what was found.
    """
    wanted = sorted((place for place, demand in enumerate(demands) if any(demand)), key=lambda at: sum(demands[at]))
    search = _Search([demands[place] for place in wanted])
    # What no set of demands could use up does not matter: capping it makes more cases alike.
    search.visit(0, tuple(min(have, sum(need)) for have, need in zip(supply, _columns(demands), strict=True)), ())
    return frozenset(wanted[at] for at in search.best)


def _columns(demands: Sequence[Counts]) -> list[list[int]]:
    return [[demand[at] for demand in demands] for at in range(4)]


class _Search:
    """A depth-first search over `demands`, with the best set found so far and what was already tried."""

    def __init__(self, demands: Sequence[Counts]) -> None:
        self.demands = demands
        self.best: tuple[int, ...] = ()
        self.tried: dict[tuple[int, Supply], int] = {}

    def visit(self, at: int, supply: Supply, taken: tuple[int, ...]) -> None:
        if len(taken) > len(self.best):
            self.best = taken
        if len(taken) + self._hope(at, supply) <= len(self.best):
            return
        if self.tried.get((at, supply), -1) >= len(taken):
            return
        self.tried[at, supply] = len(taken)
        left = tuple(have - need for have, need in zip(supply, self.demands[at], strict=True))
        if min(left) >= 0:
            self.visit(at + 1, left, (*taken, at))
        self.visit(at + 1, supply, taken)

    def _hope(self, at: int, supply: Supply) -> int:
        """The number of the rest that could be paid for at most: by each resource alone, and by all together."""
        rest = self.demands[at:]
        alone = (_fill([demand[column] for demand in rest], supply[column]) for column in range(4))
        return min(_fill([sum(demand) for demand in rest], sum(supply)), *alone)


def _fill(needs: list[int], have: int) -> int:
    """The number of needs that fit into `have`, the smallest first."""
    return sum(together <= have for together in accumulate(sorted(needs)))

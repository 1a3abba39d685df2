"""The worth of a position, line by line, and a player's count before it is recorded: what is impossible about it, and
where it is not what was followed, nor what somebody had added up. What lies before each player can be compared, too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, TypeVar

from scoring.core.rule import Rule
from scoring.core.text import Text, _, plural, text

Seat = int
T = TypeVar("T")
TYPED = "typed"
"""The code of the line of a total that somebody typed, of which nothing can be checked."""


def replaced(values: Sequence[T], place: int, value: T) -> tuple[T, ...]:
    """The same values, with another one at this place, from 0: a seat where they are by seat."""
    return (*values[:place], value, *values[place + 1 :])


@dataclass(frozen=True, slots=True)
class Problem:
    """Something impossible about a position (or, with `warning`, only surprising)."""

    rule: Rule
    why: Text
    seat: Seat | None = None
    where: str | None = None
    warning: bool = False

    def named(self, names: Sequence[str]) -> Text:
        """The reason, after the player's name where there are several players and it does not name this one."""
        facts = self.why.facts.values()
        named = [name for fact in facts for name in (fact if isinstance(fact, tuple) else (fact,))]
        if self.seat is None or len(names) == 1 or names[self.seat] in named:
            return self.why
        return text("{name}: {why}", name=names[self.seat], why=self.why)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: `points` for `of`, and the sum that made them; `label` says what they are for,
    where the sum does not."""

    code: str
    of: str | None
    points: int
    text: Text
    round: int | None = None
    label: Text | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Score:
    """One player's sheet: `total` is the sum of the lines; rank 1 is best, ties share a rank."""

    name: str
    lines: tuple[Line, ...]
    rank: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole scored position; `notes` says what a reader should know (a shared majority)."""

    players: tuple[Score, ...]
    notes: tuple[Text, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(player.total for player in self.players)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, score in enumerate(self.players) if score.rank == 1)

    @property
    def won(self) -> Text:
        """The sentence that names the winners."""
        names = tuple(self.players[seat].name for seat in self.winners)
        if len(names) > 1:
            return text("A shared victory: {names}", names=names)
        first, second, *_rest = sorted(self.totals, reverse=True)
        if first == second:
            return text("{name} wins on the tie-break", name=names[0])
        margin = first - second
        return plural("{name} wins by {count} point", "{name} wins by {count} points", margin, name=names[0])

    @property
    def decided(self) -> Text | None:
        """The round or line in which the winner gained most on the next; None if nobody won alone or there is one."""
        first, *others = (score for rank in reversed(self.from_last) for score in rank)
        if not others or others[0].rank == 1:
            return None
        gap, what = _gap(first.lines, others[0].lines)
        if gap <= 0:
            return None
        return text("Most points gained on {name}: {what} ({points}).", name=others[0].name, what=what, points=gap)

    @property
    def from_last(self) -> tuple[tuple[Score, ...], ...]:
        """The players in the order of a reveal: last first; those who share a rank together."""
        ranks = sorted({score.rank for score in self.players}, reverse=True)
        return tuple(tuple(score for score in self.players if score.rank == rank) for rank in ranks)


def _gap(own: Sequence[Line], other: Sequence[Line]) -> tuple[int, Text]:
    """The greatest lead of the first in one round (without rounds: in one line), and the name of that round or line; 0
    where a total was typed in the place of the lines.
    """
    if any(line.code == TYPED and line.round is None for line in (*own, *other)):
        return 0, Text("")
    gaps, names = Counter[object](), dict[object, Text]()
    for lines, sign in ((own, 1), (other, -1)):
        for line in lines:
            place = (line.code, line.of) if line.round is None else line.round
            gaps[place] += sign * line.points
            if name := line.label if line.round is None else text("round {round}", round=line.round):
                names[place] = name
    found = [(gap, names[place]) for place, gap in gaps.items() if place in names and len(gaps) > 1]
    return max(found, default=(0, Text("")), key=itemgetter(0))


def leaders(totals: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the highest total."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def ranked(
    names: Sequence[str],
    lines: Sequence[Sequence[Line]],
    tie_breaks: Sequence[tuple[int, ...]] | None = None,
    notes: tuple[Text, ...] = (),
) -> Sheet:
    """Build the sheet: highest total first, then `tie_breaks` (higher is better), then a shared rank."""
    breaks = tie_breaks or [()] * len(names)
    keys = [(sum(line.points for line in own), *tie) for own, tie in zip(lines, breaks, strict=True)]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    players = tuple(Score(name, tuple(own), rank) for name, own, rank in zip(names, lines, ranks, strict=True))
    return Sheet(players, notes)


# A count before it is recorded

Slip = tuple[int, Text]
"""A usual slip: how many points it adds to the true total (below 0: takes off), and its sentence."""


def explained(total: int, claimed: int, slips: Iterable[Slip]) -> tuple[Text, ...]:
    """The sentences of the slips of which each makes the whole difference; empty where the claim is right."""
    return tuple(why for points, why in slips if points == claimed - total) if claimed != total else ()


POSSIBLE_TOTAL = Rule(
    "cairn/possible-total", _("Cairn"), _("A total that is entered without its sum is one that the game can make.")
)
ONLY_A_TOTAL = text("only a total")
NO_LONGER_ONLY_A_TOTAL = text("no longer only a total")
THE_TOTAL = text("the total")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The `least` and the `most` that a count can make (None: no end); `below` and `above` say what cannot be."""

    least: int
    most: int | None
    below: str
    above: str = ""

    def beyond(self, total: int) -> Text | None:
        """Why a total cannot be; None where it can."""
        if self.most is not None and total > self.most:
            return text(self.above, total=total, bound=self.most)
        return text(self.below, total=total, bound=self.least) if total < self.least else None

    def problems(self, totals: Iterable[int | None]) -> list[Problem]:
        """What is wrong with the totals of each seat, None where none was typed."""
        typed = [(seat, total) for seat, total in enumerate(totals) if total is not None]
        return [Problem(POSSIBLE_TOTAL, why, seat) for seat, total in typed if (why := self.beyond(total))]


@dataclass(frozen=True, slots=True)
class Compared:
    """A player's count beside what stood there: the `differences`, each with its own words for more and less, and both
    totals.

    `recorded`: what stood there was counted, or the round is over; else it was followed.
    """

    name: str
    differences: tuple[Text, ...]
    recorded: bool
    before: int
    after: int

    def doubts(self, *, hidden: bool) -> tuple[Text, ...]:
        """The doubts in words, without the totals where scores are `hidden`; empty where nothing differs."""
        if not self.differences:
            return ()
        facts = {"differences": self.differences}
        if self.recorded:
            unlike = text("This is not what was recorded before: {differences}.", **facts)
        else:
            unlike = text("The count is not what was followed: {differences}.", **facts)
        if hidden or self.before == self.after:
            return (unlike,)
        return unlike, text("It makes {after} instead of {before}.", after=self.after, before=self.before)

    def told(self) -> tuple[Text, ...]:
        """The sentences that the log adds to that of the count: no total, because a table may hide them."""
        if not self.differences:
            return ()
        facts = {"differences": self.differences}
        if self.recorded:
            return (text("Before, it was counted otherwise: {differences}.", **facts),)
        return (text("That is not what was followed: {differences}.", **facts),)

    def told_again(self) -> Text:
        """The sentence of the log for a count in the place of another: no total, because a table may hide them."""
        if not self.differences:
            return text("{name} counted again: nothing is different.", name=self.name)
        return text("{name} counted again: {differences}.", name=self.name, differences=self.differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftCount:
    """A player's final count while it is entered: the `move`, its `lines` and its `total`.

    `problems` are what is impossible about it. `open`: it can be recorded, not only added up. `claim` is what is wrong
    with the total that was worked out by hand, None where none was. `doubts` are what it leaves open, and is asked;
    so are `contradictions`: what cannot be, in it or beside the counts of others, and yet is not refused.
    """

    move: Any
    lines: tuple[Line, ...]
    total: int
    problems: tuple[Text, ...]
    open: bool
    claim: Sequence[Text] | None
    doubts: tuple[Text, ...] = ()
    contradictions: tuple[Text, ...] = ()


def draft_of(
    move: Any, own: Score, problems: Iterable[Problem], claimed: int | None, slips: Iterable[Slip] = (), *, open: bool
) -> DraftCount:
    """The draft in which `move` makes the score `own` and has these problems; `slips` explain a total `claimed` for
    it, None where none was.
    """
    wrong = text("That makes {total}, not {claimed}.", total=own.total, claimed=claimed)
    return DraftCount(
        move=move,
        lines=own.lines,
        total=own.total,
        problems=tuple(problem.why for problem in problems),
        open=open,
        claim=None if claimed is None else explained(own.total, claimed, slips) or (wrong,) * (claimed != own.total),
    )


def totals_unlike(before: int | None, after: int | None) -> tuple[Text, ...]:
    """How two counts differ in that one or both are only a total, None where a count is more than that; empty where
    they do not.
    """
    if before is None or after is None:
        return () if before is after else (ONLY_A_TOTAL,) if before is None else (NO_LONGER_ONLY_A_TOTAL,)
    return () if before == after else (THE_TOTAL,)


def typed_line(total: int, round: int | None = None) -> Line:
    """The one line of a total that somebody typed: nothing can be checked of it."""
    return Line(TYPED, None, total, text("typed, not checked"), round, text("total"))


def changed(differences: Sequence[tuple[int, int, Text]]) -> tuple[Text, ...]:
    """The quantities that are others now, each with what was there before: "gold: 4 instead of 3"."""
    return tuple(
        text("{what}: {after} instead of {before}", what=what, before=before, after=after)
        for before, after, what in differences
        if before != after
    )


# What lies before each player


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of something; `words` are the number with what it is, "3 gold"."""

    number: int
    words: Text


@dataclass(frozen=True, slots=True)
class Belongings:
    """The things at one place: the `owner` (a player's name, or what else holds them), and by their keys the amounts
    and the single `things`, "the tavern", that are there.
    """

    owner: Text | str
    amounts: Mapping[str, Amount]
    things: Mapping[str, Text | str]


def belongings_moved(before: Sequence[Belongings], after: Sequence[Belongings]) -> Iterator[Text]:
    """The amounts that differ and the things that have come or gone, owner by owner; both sides name the same owners in
    the same order.
    """
    for had, has in zip(before, after, strict=True):
        if changed := tuple(_changed(had.amounts, has.amounts)):
            yield text("{owner} has {amounts}.", owner=has.owner, amounts=changed)
        come, gone = _only_in(has.things, had.things), _only_in(had.things, has.things)
        if new := tuple((come - gone).elements()):
            yield text("{owner} now has {things}.", owner=has.owner, things=new)
        if lost := tuple((gone - come).elements()):
            yield text("{owner} no longer has {things}.", owner=has.owner, things=lost)


def _only_in(one: Mapping[str, Text | str], other: Mapping[str, Text | str]) -> Counter[Text | str]:
    """The things that only one of them has, by their words: of two that are called alike either may be meant."""
    return Counter(what for key, what in one.items() if key not in other)


def _changed(before: Mapping[str, Amount], after: Mapping[str, Amount]) -> Iterator[Text]:
    for key, amount in after.items():
        if amount.number != before[key].number:
            yield text("{after} instead of {before}", after=amount.words, before=before[key].number)


def fields_unlike(pairs: Iterable[tuple[Text | None, object, object]]) -> tuple[Text, ...]:
    """The differences of a corrected move, from what each field is called, was and is: "cost 2 instead of 1"; with no
    name a value that says itself what it is, "the mill instead of the forge". None is unknown.
    """
    return tuple(_instead(what, before, after) for what, before, after in pairs if before != after)


def _instead(what: Text | None, before: object, after: object) -> Text:
    facts = {"before": _known(before), "after": _known(after)}
    if what is None:
        return text("{after} instead of {before}", **facts)
    return text("{what} {after} instead of {before}", what=what, **facts)


def _known(value: object) -> object:
    return "?" if value is None or value == () else value

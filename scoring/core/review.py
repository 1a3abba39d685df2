"""The review of a finished game: what mattered most in it, and how the lead went from hand to hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Generic

from scoring.core.figures import Bar, Column, Figure, FigureGroup, Finding
from scoring.core.game import GameOf, Opens, Reviewing, S, U
from scoring.core.play import Play
from scoring.core.running import Moment, begun, moments, since
from scoring.core.sheet import Seat, Sheet, leaders
from scoring.core.text import Text, text

FIRST = 3
SMALL = 4  # a part: what decided nothing is as much of the lead at least, and of the weightiest, to be among the first
MOST_TURNING_POINTS = 6

Totals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Weighed(Generic[S]):
    """A finding and its weight: the totals as they would have been, by how many points the players' differences would
    change, and the end in a sentence.

    `decided`: others would have won. `helped`: it made a good part of the winners' lead. `moved`: the ranking would
    have been different. Without a game as it would have been there are no totals, no points and no sentence.
    """

    finding: Finding[S]
    totals: Totals = ()
    points: int = 0
    decided: bool = False
    helped: bool = False
    moved: bool = False
    ending: Text | None = None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move after which others led: the totals then, its number in the log, and who leads; `last`: until the end."""

    moment: Moment
    index: int
    ahead: tuple[Seat, ...]
    told: Text
    last: bool = False

    def says(self, names: Sequence[str]) -> Text:
        """The player who leads from here on, in words."""
        facts = {"name": names[self.ahead[0]], "totals": told_totals(names, self.moment.totals)}
        if len(self.ahead) > 1:
            names_level = tuple(names[seat] for seat in self.ahead)
            return text("{names} are level, {totals}.", names=names_level, totals=facts["totals"])
        if self.last:
            return text("{name} goes ahead, {totals}, and stays ahead to the end.", **facts)
        return text("{name} goes ahead, {totals}.", **facts)


@dataclass(frozen=True, slots=True)
class Review(Generic[S]):
    """A finished game looked at again: the `first` findings mattered most; `rest` are the others, kind by kind.

    `begun` are the moments at which each of its rounds began, or each of its turns: `parts` says which; none where
    there are no two. `tables` are the game's own.
    """

    moments: Sequence[Moment]
    parts: Opens
    begun: Sequence[Moment]
    turning_points: Sequence[TurningPoint]
    first: Sequence[Weighed[S]]
    rest: Sequence[Weighed[S]]
    tables: Sequence[FigureGroup] = ()
    mended: Sequence[Text] = ()

    def find(self, key: str) -> Weighed[S] | None:
        """The finding of that key; None where there is none."""
        return next((one for one in (*self.first, *self.rest) if one.finding.key == key), None)


def review(setup: U, play: Play[S, object]) -> Review[S]:
    """The review of a finished game that was followed; its game has the part `review`."""
    game = play.game
    really = game.score(game.position(play.state))
    own = game.review or Reviewing(lambda _play: True, lambda _setup, _play: ())
    weighed = [weigh(game, really, finding) for finding in own.findings(setup, play)]
    first = first_of(weighed)
    rest = [one for one in weighed if one not in first]
    went = moments(play)
    parts, opening = begun(play)
    tables, mended = own.tables(setup, play), [*own.mended(setup, play)]
    return Review(went, parts, since(went, opening), turning_points(play, went), first, rest, tables, mended)


def weigh(game: GameOf[U, S, object], really: Sheet, finding: Finding[S]) -> Weighed[S]:
    """A finding with its weight, beside the sheet of the real game."""
    if finding.instead is None:
        return Weighed(finding)
    then = game.score(game.position(finding.instead))
    changes = [after - before for before, after in zip(really.totals, then.totals, strict=True)]
    return Weighed(
        finding,
        then.totals,
        points=max(changes) - min(changes),
        decided=then.winners != really.winners,
        helped=_helped(really, then),
        moved=_ranks(then) != _ranks(really),
        ending=_ending(really, then),
    )


def _helped(really: Sheet, then: Sheet) -> bool:
    lead = _lead(really.totals, really.winners)
    made = lead - _lead(then.totals, really.winners)
    return made > 0 and made * SMALL >= lead


def _ranks(sheet: Sheet) -> list[int]:
    return [player.rank for player in sheet.players]


def _lead(totals: Totals, winners: Sequence[Seat]) -> int:
    """By how many points these are ahead of the best of the others; 0 where there are none."""
    others = [total for seat, total in enumerate(totals) if seat not in winners]
    return min(totals[seat] for seat in winners) - max(others) if others else 0


def first_of(weighed: Iterable[Weighed[S]]) -> list[Weighed[S]]:
    """The findings that decided most, each about something else: first what would have turned the game, then what made
    the lead. If nothing made a good part of it, the weightiest stands alone.
    """
    telling = sorted((one for one in weighed if _is_telling(one)), key=_weight)
    least = max((one.points for one in telling), default=0) / SMALL
    worth = [one for one in telling if _is_worth_saying(one, least)] or telling[:1]
    found: list[Weighed[S]] = []
    for of_one_kind in range(1, FIRST + 1):
        for one in worth:
            if len(found) < FIRST and _is_new(one.finding, [other.finding for other in found], of_one_kind):
                found.append(one)
    return sorted(found, key=_weight)


def _is_telling(one: Weighed[S]) -> bool:
    return bool(one.points or one.decided) and not one.finding.plain


def _is_worth_saying(one: Weighed[S], least: float) -> bool:
    """True if it decided the game, or had an effect on its end that is not small."""
    return one.decided or ((one.helped or one.moved) and one.points >= least)


def _is_new(finding: Finding[S], found: Sequence[Finding[S]], of_one_kind: int) -> bool:
    """True if it is about something of its own, and fewer than so many of its kind were found."""
    about = finding.about or finding.key
    kinds = sum(other.kind == finding.kind for other in found)
    return kinds < of_one_kind and all(about != (other.about or other.key) for other in found)


def _weight(one: Weighed[S]) -> tuple[bool, bool, int]:
    """The sort key: the weightiest first."""
    return not one.decided, not one.helped, -one.points


def _ending(really: Sheet, then: Sheet) -> Text:
    """The end in words: who would have won, on the tie-break or not, and how the totals would have been."""
    names = tuple(then.players[seat].name for seat in then.winners)
    totals = then.totals
    facts = {"names": names, "totals": told_totals([player.name for player in then.players], totals)}
    still = then.winners == really.winners
    if len(names) > 1:
        if still:
            return text("{names} would still have shared the victory, {totals}", **facts)
        return text("{names} would have shared the victory, {totals}", **facts)
    if len(leaders(totals)) > 1:
        if still:
            return text("{names} would still have won on the tie-break, {totals}", **facts)
        return text("{names} would have won on the tie-break, {totals}", **facts)
    if still:
        return text("{names} would still have won, {totals}", **facts)
    return text("{names} would have won, {totals}", **facts)


def told_totals(names: Sequence[str], totals: Sequence[int]) -> Text:
    """The totals by seat, the highest first: two as players say them, 41 to 38; more of them with the names."""
    if len(totals) == 2:
        return text("{one}\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}{other}", one=max(totals), other=min(totals))
    best_first = sorted(zip(names, totals, strict=True), key=lambda each: -each[1])
    each = []
    for name, total in best_first:
        each.append(text("{name}\N{NO-BREAK SPACE}{points}", name=name, points=total))
    return text("{each}", each=tuple(each))


@dataclass(frozen=True, slots=True)
class _Lead:
    """A lead: who, since which moment, and by how many points at most."""

    ahead: tuple[Seat, ...]
    since: Moment
    most: int


def turning_points(play: Play[S, object], went: Sequence[Moment]) -> list[TurningPoint]:
    """The moves after which others led, the last of them to the end; where they are many, those of the great leads."""
    leads = _leads(went)
    while len(leads) > MOST_TURNING_POINTS + 1:
        leads = _without_smallest(leads)
    standing = play.standing()
    found = [_turning_point(standing[lead.since.move - 1], lead) for lead in leads[1:]]
    return [*found[:-1], *(replace(point, last=True) for point in found[-1:])]


def _turning_point(after: Play[S, object], lead: _Lead) -> TurningPoint:
    return TurningPoint(lead.since, after.index, lead.ahead, after.sentences()[0])


def _leads(went: Sequence[Moment]) -> list[_Lead]:
    runs = [(ahead, list(run)) for ahead, run in groupby(went, lambda moment: leaders(moment.totals))]
    return [_Lead(ahead, run[0], max(_margin(moment.totals) for moment in run)) for ahead, run in runs]


def _margin(totals: Sequence[int]) -> int:
    first, second, *_rest = sorted(totals, reverse=True)
    return first - second


def _without_smallest(leads: list[_Lead]) -> list[_Lead]:
    """Without the lead that was least; those before and after it are one where the same players led. What ended the
    last but one stays: it is the last turning point."""
    place = min(range(1, len(leads) - 2), key=lambda place: leads[place].most)
    kept = [*leads[:place], *leads[place + 1 :]]
    joined = kept[:1]
    for before, lead in pairwise(kept):
        if lead.ahead == before.ahead:
            joined[-1] = replace(joined[-1], most=max(joined[-1].most, lead.most))
        else:
            joined.append(lead)
    return joined


def curve(names: Sequence[str], went: Sequence[Moment]) -> Figure:
    """The distance of each player from the best of the others after each move; between two players one line says it."""
    seats = range(1 if len(names) == 2 else len(names))
    return Figure(
        key="lead",
        title=text("How the lead went"),
        says=_says(names),
        of=text("Move"),
        columns=tuple(Column(_column(names, seat)) for seat in seats),
        rows=tuple(
            Bar(text("{number}", number=moment.number), tuple(ahead(moment.totals, seat) for seat in seats))
            for moment in went
        ),
        kind="line",
        unit=text("points"),
    )


def _column(names: Sequence[str], seat: Seat) -> Text:
    if len(names) == 2:
        return text("{name} ahead by", name=names[seat])
    return text("{name}", name=names[seat])


def _says(names: Sequence[str]) -> Text:
    if len(names) == 2:
        return text("Above the line {one} is ahead, below it {other}.", one=names[0], other=names[1])
    return text("How many points each was ahead of the best of the others, or behind.")


def ahead(totals: Sequence[int], seat: Seat) -> int:
    """By how many points a seat is ahead of the best of the others; below 0: behind."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)

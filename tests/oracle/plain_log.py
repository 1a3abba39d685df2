"""What stands of a log, kept plainly: lists of numbered events that a second referee reads anew after every change.

It knows nothing of `scoring`: what formats.md says of `undo` and `amend` is written down here a second time. A second
referee is a `Second`; besides it has `says(event)` (whether it is legal; then it has happened), `over`, and `secret`,
the types of events that lie face down until one of type `reveal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import groupby, takewhile
from typing import Any, NamedTuple

Event = dict[str, Any]
Change = dict[str, Any]


class Second:
    """What a second referee knows of what follows of itself; in most games nothing does."""

    def forced(self) -> Event | None:
        """The event that nobody has a choice about now."""
        return None

    def repeats(self, event: Event) -> bool:
        """Whether it only says what happened of itself."""
        return False

    def short(self, event: Event) -> Event:
        """The event without what it need not say."""
        return event


class Stands(NamedTuple):
    """An event that stands, and its number. `followed`: no log has it, it has the number of the one before it.
    `fallen`: it stands no longer, but does again as soon as it follows of itself there."""

    number: int
    event: Event
    followed: bool = False
    fallen: bool = False


class Told(NamedTuple):
    """An event that stands, and whether somebody decided on it: else it followed of itself."""

    stands: Stands
    decided: bool

    @property
    def number(self) -> int:
        return self.stands.number


class PlainLog:
    """`number` counts the events of the log from 1; `at` in a correction counts them from 0."""

    def __init__(self, second: Callable[[], Any]) -> None:
        self.second = second
        self.referee = second()
        self.stood: list[list[Stands]] = [[]]

    @property
    def standing(self) -> list[Stands]:
        return [stands for stands in self.stood[-1] if not stands.fallen]

    def says(self, number: int, event: Event) -> bool:
        if event["type"] == "undo":
            return self.undone()
        if event["type"] == "amend":
            return self.corrected(number, event.get("changes") or [event])
        if self.referee.repeats(event) and self.says_earlier(number, event):
            return True
        short = self.referee.short(event)
        if not self.referee.says(short):
            return self.says_earlier(number, event)
        self.stood.append([*self.stood[-1], Stands(number, short)])
        return True

    def says_earlier(self, number: int, event: Event) -> bool:
        """Whether it says what followed of itself last, or something else before that."""
        edited = Edited(self.second, self.stood[-1])
        return edited.put_earlier(number, event) and self.keep(edited)

    def undone(self) -> bool:
        if len(self.stood) == 1:
            return False
        self.stood.pop()
        self.referee = replayed(self.second, self.standing)
        return True

    def keep(self, edited: Edited) -> bool:
        edited.settle()
        self.referee = edited.referee
        self.stood.append(edited.events)
        return True

    def corrected(self, number: int, changes: list[Change]) -> bool:
        told = list(self.told())
        there = {each.number for each in told if not each.stands.fallen}
        if any(change["at"] + 1 not in there or self.in_the_dark(change) for change in changes):
            return False
        new = [change for change in changes if "insert" in change or not self.is_said(change, told)]
        if any("event" in change and not written(change["at"] + 1, told)[0].decided for change in new):
            return False
        if not new:
            self.stood.append(self.stood[-1])
            return True
        return self.edited(number, [change for change in changes if not is_there(change, told)], told)

    def edited(self, number: int, changes: list[Change], told: list[Told]) -> bool:
        """Whether the corrected log holds; then it stands."""
        edited = Edited(self.second)
        return all(edited.put(*step) for step in steps(number, changes, told)) and self.keep(edited)

    def told(self) -> Iterator[Told]:
        referee = self.second()
        for stands in self.stood[-1]:
            forced, event = referee.forced(), stands.event
            decided = not stands.followed and event != forced and not referee.repeats(event)
            yield Told(stands, decided and not stands.fallen)
            assert stands.fallen or referee.says(event)

    def is_said(self, change: Change, told: list[Told]) -> bool:
        """Whether it puts nothing else there than what stands there already."""
        there, event = [each.stands for each in written(change["at"] + 1, told)], change["event"]
        if event is None or len(there) != 1:
            return False
        before = takewhile(lambda stands: stands is not there[0], self.standing)
        return same(replayed(self.second, before), there[0].event, event)

    def in_the_dark(self, change: Change) -> bool:
        """What lies face down is not touched, and nothing is laid there."""
        if self.referee.over:
            return False
        types = [stands.event["type"] for stands in self.standing]
        dark = self.standing[len(types) - types[::-1].index("reveal") if "reveal" in types else 0 :]
        here = [stands.event for stands in dark if stands.number == change["at"] + 1]
        touched = "event" in change and any(event["type"] in self.referee.secret for event in here)
        new = filter(None, change.get("insert") or [change["event"]])
        return touched or bool(here and any(event["type"] in self.referee.secret for event in new))


def replayed(second: Callable[[], Any], standing: Any) -> Any:
    referee = second()
    for stands in standing:
        assert referee.says(stands.event)
    return referee


def written(number: int, told: list[Told]) -> list[Told]:
    """What the log has under that number: what somebody decided on, or else what follows of itself anyway."""
    own = [each for each in told if each.number == number]
    there = [each for each in own if not each.stands.followed and not each.stands.fallen]
    return [each for each in there if each.decided] or there


def is_there(change: Change, told: list[Told]) -> bool:
    """Whether it is there word for word. Other words that say the same may say more beside other changes."""
    return "event" in change and [each.stands.event for each in written(change["at"] + 1, told)] == [change["event"]]


def steps(number: int, changes: list[Change], told: list[Told]) -> Iterator[tuple[Stands, bool]]:
    """The corrected log in order: each event, and whether it must hold. What is put in comes before the first event of
    its number, what takes the place of several events comes once, and what followed of itself follows it again."""
    done: set[int] = set()
    for stands, group in groupby(told, key=lambda each: each.number):
        for change in changes:
            if change["at"] + 1 == stands and stands not in done and "insert" in change:
                yield from ((Stands(number, event), True) for event in change["insert"])
        instead = [change["event"] for change in changes if change["at"] + 1 == stands and "event" in change]
        if instead and instead[0] is not None and stands not in done:
            yield Stands(stands, instead[0]), True
        for each in group:
            if not instead or each.stands.fallen:
                yield each
            elif not each.decided:
                yield Stands(each.number, each.stands.event, followed=True), False
        done.add(stands)


class Edited:
    """A log written anew, with what has to follow of itself. `unforced` is what followed in the log before and does not
    now, since the last event that somebody decided on."""

    def __init__(self, second: Callable[[], Any], stood: Sequence[Stands] = ()) -> None:
        self.second, self.events = second, list(stood)
        self.unforced: list[Event] = []
        self.referee = replayed(second, [stands for stands in stood if not stands.fallen])

    def put(self, stands: Stands, must: bool) -> bool:
        """Whether it holds; what somebody decided on must, what followed of itself falls away where it does not."""
        if stands.followed or stands.fallen:
            if not self.follow_again(stands) and not stands.fallen:
                self.unforced.append(stands.event)
            return True
        if self.put_written(stands):
            self.unforced = []
        elif must:
            return False
        else:
            self.events.append(Stands(stands.number, stands.event, stands.followed, fallen=True))
        return True

    def put_written(self, stands: Stands) -> bool:
        """Whether it holds, after as much of what is not forced any more as it needs."""
        before = deepcopy(self.referee), [*self.events]
        for event in (None, *self.unforced):
            if event is not None:
                self.put_here(None, event)
            if self.put_here(stands.number, stands.event) or self.put_earlier(stands.number, stands.event):
                return True
        self.referee, self.events = before
        return False

    def follow_again(self, stands: Stands) -> bool:
        """Whether it follows of itself now, be it after something else; else it is put aside there."""
        before = deepcopy(self.referee), [*self.events]
        number = None if stands.followed else stands.number
        while not self.put_forced(number, stands.event):
            if not self.follow():
                self.referee, self.events = before
                self.events.append(Stands(stands.number, stands.event, stands.followed, fallen=True))
                return False
        return True

    def put_forced(self, number: int | None, event: Event) -> bool:
        nobodys = event == self.referee.forced() or self.referee.repeats(event)
        return nobodys and self.put_now(number, event)

    def put_here(self, number: int | None, event: Event) -> bool:
        """Whether it is legal now, or after what has to follow first; without a number it has that of the one before
        it."""
        before = deepcopy(self.referee), [*self.events]
        while not self.put_now(number, event):
            if not self.follow():
                self.referee, self.events = before
                return False
        return True

    def put_now(self, number: int | None, event: Event) -> bool:
        short = self.referee.short(event)
        if not self.referee.says(short):
            return False
        last = next((stands.number for stands in reversed(self.events) if not stands.fallen), 0)
        self.events.append(Stands(last if number is None else number, short, number is None))
        return True

    def put_earlier(self, number: int, event: Event) -> bool:
        """Whether it is legal before something that followed of itself at the end: it says that, or something else
        instead. What followed after it follows again where it can."""
        followed = sum(1 for _stands in takewhile(lambda stands: stands.followed or stands.fallen, self.events[::-1]))
        for at in range(len(self.events) - followed, len(self.events)):
            before = Edited(self.second, self.events[:at])
            if not self.events[at].fallen and before.put_now(number, event):
                for stands in self.events[at:]:
                    before.follow_again(stands)
                self.referee, self.events = before.referee, before.events
                return True
        return False

    def follow(self) -> bool:
        forced = self.referee.forced()
        return forced is not None and self.put_now(None, forced)

    def settle(self) -> None:
        while self.follow():
            pass


def same(referee: Any, one: Event, other: Event) -> bool:
    """Whether two events say the same there, but for what need not be said."""
    return bool(one == other or one == referee.short(other))

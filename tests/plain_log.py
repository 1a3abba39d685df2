"""What stands of a log, kept plainly: lists of numbered events that a second referee reads anew after every change.

It knows nothing of `scoring`: what formats.md says of `undo` and `amend` is written down here a second time. A second
referee has `says(event)` (whether it is legal; then it has happened), `forced()` (the event that follows of itself, or
None), `over`, and `secret`, the types of events that lie face down until one of type `reveal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import groupby, takewhile
from typing import Any

Event = dict[str, Any]
Numbered = tuple[int, Event]
Told = tuple[int, Event, bool]
"""The number of an event, the event, and whether somebody decided on it: else it followed of itself."""
Change = dict[str, Any]


class PlainLog:
    """`number` counts the events of the log from 1; `at` in a correction counts them from 0."""

    def __init__(self, second: Callable[[], Any]) -> None:
        self.second = second
        self.referee = second()
        self.stood: list[list[Numbered]] = [[]]

    @property
    def standing(self) -> list[Numbered]:
        return self.stood[-1]

    def says(self, number: int, event: Event) -> bool:
        if event["type"] == "undo":
            return self.undone()
        if event["type"] == "amend":
            return self.corrected(number, event.get("changes") or [event])
        if self.referee.says(event):
            self.stood.append([*self.standing, (number, event)])
            return True
        return False

    def undone(self) -> bool:
        if len(self.stood) == 1:
            return False
        self.stood.pop()
        self.referee = self.second()
        for _number, event in self.standing:
            assert self.referee.says(event)
        return True

    def corrected(self, number: int, changes: list[Change]) -> bool:
        told = list(self.told())
        there = {stands for stands, _event, _decided in told}
        if any(change["at"] + 1 not in there or self.in_the_dark(change) for change in changes):
            return False
        wanted = [change for change in changes if "insert" in change or not self.is_said(change, told)]
        if any("event" in change and not decided_at(change["at"] + 1, told) for change in wanted):
            return False
        edited = Edited(self.second())
        if wanted and not all(edited.put(*step) for step in steps(number, wanted, told)):
            return False
        if wanted:
            edited.settle()
            self.referee = edited.referee
        self.stood.append(edited.events if wanted else self.standing)
        return True

    def told(self) -> Iterator[Told]:
        referee = self.second()
        for number, event in self.standing:
            forced = referee.forced()
            yield number, event, forced is None or not same(referee, event, forced)
            assert referee.says(event)

    def is_said(self, change: Change, told: list[Told]) -> bool:
        """Whether it puts nothing else there than what stands there already."""
        number, event = change["at"] + 1, change["event"]
        there = decided_at(number, told) or [old for stands, old, _decided in told if stands == number]
        if event is None or len(there) != 1 or event["type"] != there[0]["type"]:
            return False
        referee = self.second()
        for _number, old in takewhile(lambda numbered: numbered[1] is not there[0], self.standing):
            assert referee.says(old)
        return same(referee, there[0], event)

    def in_the_dark(self, change: Change) -> bool:
        """What lies face down is not touched, and nothing is laid there."""
        if self.referee.over:
            return False
        types = [event["type"] for _number, event in self.standing]
        dark = self.standing[len(types) - types[::-1].index("reveal") if "reveal" in types else 0 :]
        here = [event for number, event in dark if number == change["at"] + 1]
        touched = "event" in change and any(event["type"] in self.referee.secret for event in here)
        new = filter(None, change.get("insert") or [change["event"]])
        return touched or bool(here and any(event["type"] in self.referee.secret for event in new))


def decided_at(number: int, told: list[Told]) -> list[Event]:
    return [event for stands, event, decided in told if stands == number and decided]


def steps(number: int, changes: list[Change], told: list[Told]) -> Iterator[Told]:
    """The corrected log in order. What is put in comes before the first event of its number, what takes the place of
    several events comes once."""
    done: set[int] = set()
    for stands, group in groupby(told, key=lambda each: each[0]):
        for change in changes:
            if change["at"] + 1 == stands and stands not in done and "insert" in change:
                yield from ((number, event, True) for event in change["insert"])
        instead = [change["event"] for change in changes if change["at"] + 1 == stands and "event" in change]
        if not instead:
            yield from group
        elif instead[0] is not None and stands not in done:
            yield stands, instead[0], True
        done.add(stands)


class Edited:
    """A log written anew, with what has to follow of itself."""

    def __init__(self, referee: Any) -> None:
        self.referee = referee
        self.events: list[Numbered] = []

    def put(self, number: int, event: Event, decided: bool) -> bool:
        """Whether it holds; what somebody decided on must, what followed of itself falls away where it does not."""
        if not self.referee.says(event) and not self.after_what_follows(event):
            return not decided
        self.events.append((number, event))
        return True

    def after_what_follows(self, event: Event) -> bool:
        before = deepcopy(self.referee), [*self.events]
        while self.follow():
            if self.referee.says(event):
                return True
        self.referee, self.events = before
        return False

    def follow(self) -> bool:
        forced = self.referee.forced()
        if forced is not None:
            assert self.referee.says(forced)
            self.events.append((self.events[-1][0], forced))
        return forced is not None

    def settle(self) -> None:
        while self.follow():
            pass


def same(referee: Any, one: Event, other: Event) -> bool:
    """Whether two events would say the same there: what somebody else does is never the same."""
    if one == other or one["type"] != other["type"] or one.get("seat") != other.get("seat"):
        return one == other
    this, that = deepcopy(referee), deepcopy(referee)
    return this.says(one) and that.says(other) and vars(this) == vars(that)

"""Whole games by chance, with what is against the rules, taken back and corrected, held against a second referee.

`tests/oracle/<game>.py` is written from the rules alone and knows nothing of `scoring`; `plain_log.py` is
what stands of its log. A log is judged by both, event after event: both say the same of every event, of every undo and
of every correction (one event or several, struck, exchanged, put in), the state kept is the one derived from the log
that the second one has corrected by hand, and what is corrected back is the game that it was.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from importlib import import_module
from itertools import takewhile
from random import Random
from typing import Any

from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.log import AMEND_WHAT_STANDS, Amend, Change, read_event
from scoring.core.play import AnyPlay, Play
from scoring.core.rule import Illegal, Malformed
from scoring.core.running import replay
from tests.oracle.plain_log import Event, PlainLog
from tests.sources import SOURCES


@dataclass
class Tried:
    """What came up, so that a test sees that something did."""

    legal: int = 0
    refused: int = 0
    undone: int = 0
    corrected: int = 0
    not_corrected: int = 0
    together: int = 0
    put_in: int = 0
    corrected_back: int = 0
    differences: list[str] = field(default_factory=list)


class Match:
    """One game before both referees."""

    def __init__(self, key: str, seed: int, most: int = 400) -> None:
        self.game: AnyGame = GAMES[key]
        self.source, self.chance, self.most = SOURCES[key], Random(f"{key} {seed}"), most
        self.settings = self.source.settings(self.chance)
        self.setup = self.game.formats.setup(self.settings)
        second = import_module(f"tests.oracle.{key.replace('-', '_')}").Plain
        self.plain = PlainLog(lambda: second(self.settings))
        self.play: AnyPlay = Play(self.game, self.game.start(self.setup))
        self.log: list[Event] = []
        self.tried = Tried()
        self.at_once = self.chance.random() < 0.5

    def played(self) -> Tried:
        """Until the game is over, or the log long; a finished game is mended a little."""
        mended = 0
        while len(self.log) < self.most and not self.tried.differences:
            over = not self.game.to_act(self.play.state)
            mended += over
            if mended > 6:
                break
            self.judge(self.mending() if over else self.next_event())
        self.derive()
        return self.tried

    def next_event(self) -> Event:
        forced = self.game.forced.move(self.play.state)
        if self.at_once and forced is not None:
            return self.written(forced)
        followed = self.followed()
        if followed and self.chance.random() < 0.6:
            return self.chance.choice((followed[0], followed[0], *followed))
        roll = self.chance.random()
        if roll < 0.03:
            return {"type": "undo"}
        if roll < (0.3 if forced else 0.1) and self.log:
            return self.correction()
        event = self.written(self.counted() if roll > 0.997 else self.by_chance())
        return self.nudged(event) if self.chance.random() < 0.3 else event

    def followed(self) -> list[Event]:
        """What followed of itself last, and is in no log so far."""
        newest_first = takewhile(lambda stands: stands.followed, reversed(self.plain.standing))
        return [stands.event for stands in newest_first][::-1]

    def by_chance(self, state: Any = None) -> Any:
        state = state or self.play.state
        try:
            return self.game.chance(self.chance, state)
        except IndexError:  # the final count has begun, or the game is over: no game plays on by chance
            return self.counted(state)

    def counted(self, state: Any = None) -> Any:
        state = state or self.play.state
        return self.source.count(state, self.chance.choice(sorted(self.game.to_act(state)) or [0]))

    def mending(self) -> Event:
        return {"type": "undo"} if self.chance.random() < 0.3 else self.correction()

    def correction(self) -> Event:
        kind = self.chance.choice((self.one_change, self.several, self.exchanged, self.inserted, self.inserted))
        changes = kind()
        alone = len(changes) == 1 and "event" in changes[0] and self.chance.random() < 0.5
        return {"type": "amend", **changes[0]} if alone else {"type": "amend", "changes": changes}

    def places(self, most: int) -> list[int]:
        """Where to correct: mostly what stands, and mostly what is not long ago; now and then anywhere."""
        standing = sorted({play.index - 1 for play in self.play.standing()})
        near = standing[-10:] if self.chance.random() < 0.6 else standing
        anywhere = list(range(len(self.log)))
        places = near if near and self.chance.random() < 0.9 else anywhere
        return self.chance.sample(places, min(most, len(places)))

    def one_change(self) -> list[dict[str, Any]]:
        return [self.change(at) for at in self.places(1)]

    def several(self) -> list[dict[str, Any]]:
        """Some changes anywhere, or a few events in a row struck."""
        if self.chance.random() < 0.5:
            return [self.change(at) for at in self.places(3)]
        standing = sorted({play.index - 1 for play in self.play.standing()})
        first, many = self.chance.randrange(len(standing) + 1), self.chance.randint(2, 4)
        return [{"at": at, "event": None} for at in standing[first : first + many]] or self.one_change()

    def change(self, at: int) -> dict[str, Any]:
        """An event struck, nudged, or put in the place of another one of its type; now and then an equal one."""
        event = self.log[at]
        if event["type"] in ("undo", "amend") or self.chance.random() < 0.2:
            return {"at": at, "event": None if self.chance.random() < 0.7 else self.written(self.by_chance())}
        others = [other for other in self.log if other["type"] == event["type"]]
        return {"at": at, "event": self.chance.choice([event, self.nudged(event), *others[:2]])}

    def exchanged(self) -> list[dict[str, Any]]:
        """Two events of one type with something of each in the place of the other's."""
        (at,) = self.places(1)
        alike = [other for other, event in enumerate(self.log) if event["type"] == self.log[at]["type"]]
        other = self.chance.choice(alike[-6:])
        inside = [key for key in self.log[at] if key not in ("type", "seat") and key in self.log[other]]
        if at == other or not inside or "at" in inside or "changes" in inside:
            return [self.change(at)]
        key = self.chance.choice(inside)
        one, two = ({**self.log[here], key: self.log[there][key]} for here, there in ((at, other), (other, at)))
        return [{"at": at, "event": one}, {"at": other, "event": two}]

    def inserted(self) -> list[dict[str, Any]]:
        """Forgotten events put in, at one place or two, or others in the place of one."""
        changes: list[dict[str, Any]] = []
        for at in self.places(self.chance.choice((1, 1, 2))):
            there, instead = self.play.number(at + 1), self.chance.random() < 0.5
            state = (there.before or there).state if there else self.play.state
            changes.append({"at": at, "insert": self.forgotten(state, 1 if instead else 12)})
            changes += [{"at": at, "event": None}] if instead else []
        return changes

    def forgotten(self, state: Any, most: int) -> list[Event]:
        """What might well have happened there, now and then until the same players are to act again."""
        turn, events = self.game.to_act(state), []
        while len(events) < most:
            move = self.by_chance(state)
            events.append(self.written(move))
            try:
                state = self.game.apply(state, move)
            except Illegal:  # a card made up twice, or the game is over
                break
            if self.game.to_act(state) == turn and self.chance.random() < 0.5:
                break
        return events

    def written(self, move: Any) -> Event:
        event: Event = json.loads(json.dumps(self.game.formats.event(move)))
        return event

    def nudged(self, event: Event) -> Event:
        """The event with one thing in it said a little otherwise."""
        nudged = deepcopy(event)
        places = [place for place in entries(nudged) if place[1] != "type"]
        if not places:
            return event
        inside, key = self.chance.choice(places)
        inside[key] = self.other(key, inside[key])
        return nudged

    def other(self, key: Any, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.chance.choice((-2, -1, 1, 2))
        if isinstance(value, list):
            return value[:-1] if value and self.chance.random() < 0.6 else value + value[-1:]
        same = [there[at] for event in self.log for there, at in entries(event) if at == key]
        words = [word for word in same if isinstance(word, str)]
        return self.chance.choice(words or [value]) if isinstance(value, str) else value

    def judge(self, event: Event) -> None:
        try:
            move = read_event(self.game, event, self.setup)
        except Malformed:
            return
        self.log.append(event)
        before = self.play
        try:
            self.play = self.play.after(move, len(self.log))
            legal = True
        except Illegal:
            legal = False
        if legal and isinstance(move, Amend):
            self.correct_back(before, move)
        self.same("legal", legal, self.plain.says(len(self.log), self.as_written(event)))
        self.note(event, legal)
        if (event["type"] in ("undo", "amend") and legal) or self.chance.random() < 0.02:
            self.derive()
        self.compare()

    def as_written(self, event: Event) -> Event:
        """The event as the log of a game would have it, with no more words than it takes."""
        if event["type"] == "undo":
            return event
        if event["type"] != "amend":
            return self.written(self.game.formats.move(event, self.setup))
        return {
            "type": "amend",
            "changes": [self.change_as_written(change) for change in event.get("changes", [event])],
        }

    def change_as_written(self, change: dict[str, Any]) -> dict[str, Any]:
        if "insert" in change:
            return {"at": change["at"], "insert": list(map(self.as_written, change["insert"]))}
        return {"at": change["at"], "event": change["event"] and self.as_written(change["event"])}

    def note(self, event: Event, legal: bool) -> None:
        if event["type"] == "undo":
            self.tried.undone += legal
        elif event["type"] == "amend":
            changes = event.get("changes", [event])
            self.tried.corrected += legal
            self.tried.not_corrected += not legal
            self.tried.together += legal and len(changes) > 1
            self.tried.put_in += legal and any("insert" in change for change in changes)
        else:
            self.tried.legal += legal
            self.tried.refused += not legal

    def correct_back(self, before: AnyPlay, amend: Amend[Any]) -> None:
        """Corrected and corrected back is the same game, with what follows of itself at its end."""
        changes = [Change(each.number, decided(before, each.number)) for each in amend.changes if not each.before]
        if any(not each.moves for each in (*amend.changes, *changes)):
            return
        put_in = [Change(self.play.index, ())] if any(each.before for each in amend.changes) else []
        try:
            back = self.play.after(Amend((*changes, *put_in)), len(self.log) + 1)
        except Illegal as illegal:
            if illegal.rule is not AMEND_WHAT_STANDS:  # what was put in only says what follows of itself
                self.same("corrected back", None, illegal.why)
            return
        self.tried.corrected_back += 1
        self.same("corrected back", settled(before), settled(back))

    def derive(self) -> None:
        """The state kept is that of the log from its beginning, as the second referee has corrected it."""
        events = [stands.event for stands in self.plain.standing]
        again = replay(self.game, self.setup, [self.game.formats.move(event, self.setup) for event in events])
        self.same("standing events refused", 0, len(again.refusals))
        self.same("state", again.play.state, self.play.state)
        numbers = [(stands.number, stands.followed) for stands in self.plain.standing]
        self.same("standing", [(play.index, play.followed) for play in self.play.standing()], numbers)

    def compare(self) -> None:
        state, referee = self.play.state, self.plain.referee
        players = self.game.score(self.game.position(state)).players
        self.same("totals", [player.total for player in players], referee.totals())
        self.same("over", not self.game.to_act(state), bool(referee.over))
        forced = self.game.forced.move(state)
        self.same("forced", forced and self.written(forced), referee.forced())

    def same(self, what: str, first: Any, second: Any) -> None:
        if first != second:
            log = json.dumps({**self.settings, "events": self.log})
            self.tried.differences.append(f"{what}: {first!r} and {second!r} after {log}")


def decided(play: AnyPlay, number: int) -> tuple[Any, ...]:
    """The moves of an event of the log: those that somebody decided on, if any."""
    there = [each for each in play.standing() if each.index == number and not each.followed]
    return tuple(each.move for each in [each for each in there if not each.forced] or there)


def settled(play: AnyPlay) -> tuple[Any, list[Any]]:
    play = play.with_forced()
    return play.state, [each.move for each in play.standing()]


def entries(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every entry in a JSON value: what it is in, and its key."""
    for key, inside in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield value, key
        yield from entries(inside)


def main(first: int, games: int) -> None:
    """`python -m tests.oracle.second_referee 0 10000`: so many games from the first on; says what came up."""
    from tests.homes import SOLD

    tried = {key: Counter[str]() for key in SOLD}
    for number in range(first, first + games):
        key = SOLD[number % len(SOLD)]
        match = Match(key, 1_000 + number)
        found = asdict(match.played())
        for difference in found.pop("differences"):
            print(key, difference, flush=True)  # noqa: T201
        tried[key].update(found, games=1, over=not match.game.to_act(match.play.state))
        if number % 50 == 49:
            print(json.dumps(tried), flush=True)  # noqa: T201
    print(json.dumps(tried, indent=1))  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

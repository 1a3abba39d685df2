"""Whole games by chance, with what is against the rules, taken back and corrected, held against a second referee.

`tests/scoring/<game>/plain.py` is written from the rules alone and knows nothing of `scoring`: `Plain(log)` with
`says(event)` (whether it is legal; then it has happened), `totals()` and `over`. `unjudged` are types of events whose
refusals it takes from the first referee; `follows`: in this game some moves follow of themselves. A log is judged by
both, event after event; after an undo or a correction the second one begins anew with the events that stand.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from importlib import import_module
from random import Random
from typing import Any

from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.log import read_event
from scoring.core.play import AnyPlay, Play, replay
from scoring.core.rule import Illegal, Malformed
from tests.sources import SOURCES

Event = dict[str, Any]


@dataclass
class Tried:
    """What came up, so that a test sees that something did."""

    legal: int = 0
    refused: int = 0
    undone: int = 0
    corrected: int = 0
    not_corrected: int = 0
    differences: list[str] = field(default_factory=list)


class Match:
    """One game before both referees."""

    def __init__(self, key: str, seed: int, most: int = 400) -> None:
        self.game: AnyGame = GAMES[key]
        self.source, self.chance, self.most = SOURCES[key], Random(f"{key} {seed}"), most
        self.settings = self.source.settings(self.chance)
        self.setup = self.game.formats.setup(self.settings)
        self.second = import_module(f"tests.scoring.{key.replace('-', '_')}.plain").Plain
        self.play: AnyPlay = Play(self.game, self.game.start(self.setup))
        self.plain = self.second(self.settings)
        self.log: list[Event] = []
        self.tried = Tried()

    def played(self) -> Tried:
        """Until the game is over, or the log long; a finished game is mended a little."""
        mended = 0
        while len(self.log) < self.most and not self.tried.differences:
            over = not self.game.to_act(self.play.state)
            mended += over
            if mended > 6:
                break
            self.judge(self.mending() if over else self.next_event())
        return self.tried

    def next_event(self) -> Event:
        roll = self.chance.random()
        if roll < 0.03:
            return {"type": "undo"}
        if roll < 0.06 and self.log:
            return self.correction()
        event = self.written(self.counted() if roll < 0.065 else self.by_chance())
        return self.nudged(event) if self.chance.random() < 0.3 else event

    def by_chance(self) -> Any:
        try:
            return self.game.chance(self.chance, self.play.state)
        except IndexError:  # the final count has begun: no game plays on by chance
            return self.counted()

    def counted(self) -> Any:
        return self.source.count(self.play.state, self.chance.choice(sorted(self.game.to_act(self.play.state))))

    def mending(self) -> Event:
        return {"type": "undo"} if self.chance.random() < 0.3 else self.correction()

    def correction(self) -> Event:
        """An event struck, nudged, or put in the place of another one of its type; now and then an equal one."""
        at = self.chance.randrange(len(self.log))
        event = self.log[at]
        if event["type"] in ("undo", "amend") or self.chance.random() < 0.2:
            return {"type": "amend", "at": at, "event": None}
        others = [other for other in self.log if other["type"] == event["type"]]
        return {"type": "amend", "at": at, "event": self.chance.choice([event, self.nudged(event), *others[:2]])}

    def written(self, move: Any) -> Event:
        event: Event = json.loads(json.dumps(self.game.formats.event(move)))
        return event

    def nudged(self, event: Event) -> Event:
        """The event with one thing in it said a little otherwise."""
        if event["type"] in self.second.unjudged:
            return event
        nudged = deepcopy(event)
        places = [place for place in _places(nudged) if place[1] != "type"]
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
        same = [there[at] for event in self.log for there, at in _places(event) if at == key]
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
            self.play = before.after(move, len(self.log))
            legal = True
        except Illegal:
            legal = False
        if event["type"] == "amend":
            self.look_at_correction(event, before, legal)
        elif event["type"] == "undo":
            self.tried.undone += legal
            self.begin_anew()
        else:
            self.tried.legal += legal
            self.tried.refused += not legal
            trusted = event["type"] in self.second.unjudged and not legal
            said = legal if trusted else self.plain.says(event)
            self.same("legal", legal, said)
        self.compare()

    def look_at_correction(self, event: Event, before: AnyPlay, legal: bool) -> None:
        self.tried.corrected += legal
        self.tried.not_corrected += not legal
        if legal:
            self.begin_anew()
            return
        there = before.number(event["at"] + 1)
        if there is not None and not self.second.follows:
            events = [self.written(play.move) if play is not there else event["event"] for play in before.standing()]
            self.same("corrected", False, all(map(self.second(self.settings).says, filter(None, events))))

    def begin_anew(self) -> None:
        """The state kept is that of the moves that stand; the second referee accepts them all."""
        standing = [play.move for play in self.play.standing()]
        again = replay(self.game, self.setup, standing)
        self.same("standing moves refused", 0, len(again.refusals))
        self.same("state", again.play.state, self.play.state)
        self.plain = self.second(self.settings)
        self.same("standing", [True] * len(standing), [self.plain.says(self.written(move)) for move in standing])

    def compare(self) -> None:
        state = self.play.state
        players = self.game.score(self.game.position(state)).players
        self.same("totals", [player.total for player in players], self.plain.totals())
        self.same("over", not self.game.to_act(state), bool(self.plain.over))

    def same(self, what: str, first: Any, second: Any) -> None:
        if first != second:
            log = json.dumps({**self.settings, "events": self.log})
            self.tried.differences.append(f"{what}: {first!r} and {second!r} after {log}")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: where it is, and under which key."""
    for key, inside in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield value, key
        yield from _places(inside)


def main(games: int) -> None:
    """`python -m tests.second_referee 10000`: so many games by chance, in turn of each kind; says what came up."""
    from tests.homes import SOLD

    tried = {key: Counter[str]() for key in SOLD}
    for number in range(games):
        key = SOLD[number % len(SOLD)]
        match = Match(key, 1_000 + number)
        found = asdict(match.played())
        for difference in found.pop("differences"):
            print(key, difference, flush=True)  # noqa: T201
        tried[key].update(found, games=1, over=not match.game.to_act(match.play.state))
    print(json.dumps(tried, indent=1))  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""What a table exports is read again, whatever was corrected in it, and scores the same."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask import Flask

from ledger import Ledger, Row, Table
from referee import public_rows
from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.log import read_event, read_log
from scoring.core.play import AnyPlay, Play
from scoring.core.rule import Illegal
from scoring.core.running import replay
from tests.sources import SOURCES

TRIES = 8


class Evening:
    """A table on which a game is played by chance, and now and then corrected in several places at once."""

    def __init__(self, book: Ledger, key: str, seed: int) -> None:
        self.book, self.chance = book, Random(f"{key} {seed}")
        self.game: AnyGame = GAMES[key]
        settings = SOURCES[key].settings(self.chance)
        self.setup = self.game.formats.setup(settings)
        self.play: AnyPlay = Play(self.game, self.game.start(self.setup))
        self.table: Table = book.tables.open(key, settings, settings.pop("players"), "somebody")
        self.said: list[dict[str, Any]] = []
        self.corrected = 0

    def played(self, most: int) -> Evening:
        while self.game.to_act(self.play.state) and len(self.said) < most:
            self.says(self.game.formats.event(self.game.chance(self.chance, self.play.state)))
            if self.chance.random() < 0.15:
                self.corrected += any(self.says(self.correction()) for _ in range(TRIES))
            if self.chance.random() < 0.05:
                self.says({"type": "undo"})
        return self

    def says(self, event: dict[str, Any]) -> bool:
        """Whether the rules allow it; then it is written down."""
        event = json.loads(json.dumps(event))
        seq = len(self.said) + 1
        try:
            self.play = self.play.after(read_event(self.game, event, self.setup), seq)
        except Illegal:
            return False
        self.said.append(event)
        self.book.moves.append(self.table.id, seq=seq, move_id=f"{seq}", seat=None, by_seat=None, event=event)
        return True

    def correction(self) -> dict[str, Any]:
        """Some late moves struck, said otherwise, or something put in before them."""
        numbers = [play.index for play in self.play.standing()[-12:]]
        changes = [self.change(number - 1) for number in self.chance.sample(numbers, min(3, len(numbers)))]
        unique = {(change["at"], "insert" in change): change for change in changes}
        if len(unique) == 1 and "event" in changes[0] and self.chance.random() < 0.5:
            return {"type": "amend", **changes[0]}
        return {"type": "amend", "changes": list(unique.values())}

    def change(self, at: int) -> dict[str, Any]:
        others = [event for event in self.said[-20:] if event["type"] not in ("undo", "amend")]
        unpublished = [event for event in others if event["type"] in self.game.reporting.unpublished]
        event = self.chance.choice(unpublished or others)
        if self.chance.random() < 0.4:
            return {"at": at, "insert": [event]}
        return (
            {"at": at, "event": self.chance.choice([None, event, self.said[at]])}
            if self.is_move(at)
            else {"at": at, "event": None}
        )

    def is_move(self, at: int) -> bool:
        return self.said[at]["type"] not in ("undo", "amend")


def totals(play: AnyPlay) -> list[int]:
    return [player.total for player in play.game.score(play.game.position(play.state)).players]


def read_again(evening: Evening, rows: list[Row]) -> AnyPlay:
    game = evening.game
    log = {**game.formats.settings(evening.setup), "events": [row.event for row in rows]}
    assert not {event["type"] for event in log["events"]} & set(game.reporting.unpublished)
    told = replay(game, *read_log(game, json.loads(json.dumps(log))))
    assert not told.refusals
    return told.play


@pytest.mark.parametrize("key", GAMES)
def test_a_public_log_with_corrections_is_read_again_and_scores_the_same(app: Flask, book: Ledger, key: str):
    """Four evenings at least, and five corrections: a short game needs more evenings for these."""
    referee, seed, corrected = app.extensions["referee"], 0, 0
    while seed < 4 or corrected < 5:
        evening = Evening(book, key, seed).played(100)
        if referee.live(evening.table).open_to < len(evening.said):  # the log ends before what lies face down
            evening = Evening(book, key, seed).played(10_000)
        rows = public_rows(referee, evening.table)
        assert totals(read_again(evening, rows)) == totals(evening.play)
        assert [row.seq for row in rows] == [*range(1, len(rows) + 1)]
        seed, corrected = seed + 1, corrected + evening.corrected
        assert seed < 40, f"{corrected} corrections only: the rules allow hardly any"


ROLL = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}
CHOOSES = {"type": "choose", "seat": 0, "number": 4, "colour": "red", "accelerate": []}
ASKS = {"type": "turn-order", "seat": 1, "lasting": True}
INSTEAD = {**CHOOSES, "number": 7}


@pytest.mark.parametrize(
    ("changes", "public"),
    [
        (
            [{"at": 1, "event": None}, {"at": 2, "event": INSTEAD}],
            [ROLL, CHOOSES, {"type": "amend", "changes": [{"at": 1, "event": INSTEAD}]}],
        ),
        ([{"at": 1, "event": None}, {"at": 2, "insert": [ASKS]}], [ROLL, CHOOSES]),
        ([{"at": 1, "event": CHOOSES}, {"at": 2, "event": None}], [ROLL, CHOOSES]),
        ([{"at": 1, "event": None}, {"at": 2, "event": ASKS}], [ROLL]),
        ([{"at": 1, "insert": [INSTEAD]}, {"at": 2, "event": None}], [ROLL, INSTEAD]),
    ],
)
def test_of_a_correction_stays_what_is_no_wish_for_turn_order(app: Flask, book: Ledger, changes: Any, public: Any):
    evening = Evening(book, "roll-and-write", 0)
    for event in (ROLL, ASKS, CHOOSES, {"type": "amend", "changes": changes}):
        assert evening.says(event)
    rows = public_rows(app.extensions["referee"], evening.table)
    assert [row.event for row in rows] == public
    assert totals(read_again(evening, rows)) == totals(evening.play)

"""What `bench.kill` does to shared papers and to files that are brought in, while the tables are played."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Event
from urllib.parse import urlencode

import sqlalchemy as sa

from bench.serving import FORM, MULTIPART, Served, file_sent
from ledger import Ledger
from ledger.schema import groups
from scoring.roll_and_write.pad import COLOURS

KINDS = ("unknown", "arrow", "vase", "plain")
PAD = {"boxes": {colour: ["unknown"] * 9 for colour in COLOURS}}


@dataclass
class Hand:
    """A phone that asks a server which may be gone."""

    served: Served
    token: str
    cookie: str
    done: Event

    def ask(self, method: str, path: str, body: bytes | None = None, kind: dict[str, str] = FORM) -> tuple[int, bytes]:
        """Status and page; 0 when no answer came."""
        line = HTTPConnection("127.0.0.1", self.served.port, timeout=10)
        try:
            line.request(method, path, body, {"Cookie": self.cookie, **(kind if body else {})})
            answer = line.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException):
            time.sleep(0.02)
            return 0, b""
        finally:
            line.close()

    def until_answered(self, path: str) -> bytes:
        while True:
            status, page = self.ask("GET", path)
            if status == 200:
                return page


@dataclass
class Painter(Hand):
    """Taps the boxes of one colour of a pad that others paint too, and looks after each tap what is there."""

    colour: str = ""
    pad: str = ""
    acknowledged: int = 0
    lost: int = 0

    def play(self) -> None:
        known, count = ["unknown"] * 9, 0
        while not self.done.is_set():
            place, count = count % 9, count + 1
            sent = urlencode({"csrf_token": self.token, "box": f"{self.colour}-{place + 1}"}).encode()
            status, _ = self.ask("POST", f"/shelf/{self.pad}/change", sent)
            after = [*known]
            after[place] = KINDS[(KINDS.index(known[place]) + 1) % 4]
            there = json.loads(self.until_answered(f"/shelf/{self.pad}.json"))["boxes"][self.colour]
            self.acknowledged += status == 303
            self.lost += there != after and (status == 303 or there != known)
            known = there


@dataclass
class Bringer(Hand):
    """Brings groups in, each with an id of its own, again until it is answered."""

    file: dict[str, object] = field(default_factory=dict)
    brought: list[str] = field(default_factory=list)

    def play(self) -> None:
        while not self.done.is_set():
            origin = f"origin-{len(self.brought):06d}"
            body = file_sent(self.token, json.dumps({**self.file, "id": origin}).encode())
            while (said := self.ask("POST", "/groups/bring", body, MULTIPART))[0] != 303:
                if said[0]:
                    raise RuntimeError(said)
            self.brought.append(origin)


@dataclass(frozen=True)
class Beside:
    """What goes on beside the tables: a pad painted by four phones, and groups that are brought in."""

    painters: list[Painter]
    bringer: Bringer

    @classmethod
    def begun(cls, url: str, hand: Hand) -> Beside:
        ledger = Ledger.at(url)
        pad = ledger.library.put(None, "pad", "Shared", PAD)
        ledger.close()
        tables = [json.loads(hand.until_answered(f"{path}/table.json")) for path in _two_tables(hand)]
        bare = [{key: value for key, value in table.items() if key not in ("cairn", "version")} for table in tables]
        file = {"cairn": "group", "version": 1, "name": "Thursdays", "players": ["Ana", "Ben"], "papers": []}
        painters = [Painter(**vars(hand), colour=colour, pad=pad.key) for colour in COLOURS[:4]]
        return cls(painters, Bringer(**vars(hand), file={**file, "tables": bare}))

    @property
    def hands(self) -> list[Painter | Bringer]:
        return [*self.painters, self.bringer]

    def figures(self) -> dict[str, int]:
        return {
            "taps on a shared pad acknowledged": sum(one.acknowledged for one in self.painters),
            "groups brought in and acknowledged": len(self.bringer.brought),
        }

    def wrong(self, ledger: Ledger) -> dict[str, int]:
        brought = _groups(ledger)
        origins = [origin for _, origin in brought]
        return {
            "taps on a shared pad lost": sum(one.lost for one in self.painters),
            "groups acknowledged, and missing": len(set(self.bringer.brought) - set(origins)),
            "groups there twice": len(origins) - len(set(origins)),
            "groups there by half": sum(lengths != [1, 1] for lengths in brought.values()),
        }


def _two_tables(hand: Hand) -> list[str]:
    tables, token, cookie = hand.served.open_tables(2)
    for path in tables:
        sent = {"csrf_token": token, "move_id": f"first-{path[-6:]}", "seen": 0, "e.type": "start", "e.seat#": 0}
        hand.served.post(f"{path}/report", cookie, sent)
    return tables


def _groups(ledger: Ledger) -> dict[tuple[int, str], list[int]]:
    """The lengths of the logs in each group that was brought in."""
    with ledger.database.reading() as connection:
        found = connection.execute(sa.select(groups.c.id, groups.c.origin).where(groups.c.origin.is_not(None))).all()
    return {
        (group_id, origin): [len(ledger.moves.read(table.id)) for table in ledger.tables.of_group(group_id)]
        for group_id, origin in found
    }

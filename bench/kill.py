"""`python -m bench.kill [kills]`: SIGKILL under load, again and again; what was acknowledged must be there, once.

Eight phones at four tables report moves and resend each, with its move id, until it is answered. The server (master
and worker) is killed at a random moment and started again. At the end the ledger is compared with what was answered.
Beside them four phones paint one pad and one brings groups in (kill_papers.py).
"""

from __future__ import annotations

import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode

from bench.kill_papers import Beside, Hand
from bench.serving import FORM, Served
from ledger import Ledger
from referee import Referee, history

TABLES, PHONES_AT_EACH = 4, 2
SEQ = re.compile(rb'id="table"[^>]*? data-seq="(\d+)"')


@dataclass
class Phone:
    """Takes a table back and forth: begins the round, takes that back. Two of them race at each table."""

    number: int
    served: Served
    table: str
    token: str
    cookie: str
    done: Event
    acknowledged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    resent: int = 0
    said_before: int = 0

    def play(self) -> None:
        seq = count = 0
        begun = False
        while not self.done.is_set():
            count += 1
            event = {"e.type": "undo"} if begun else {"e.type": "start", "e.seat#": 0}
            move_id = f"phone-{self.number}-{count:06d}"
            status, page = self._until_answered({"move_id": move_id, "seen": seq, **event})
            if status == 200 and b"has already recorded this" in page:
                self.said_before += 1  # by the other phone, whose move stands
            elif status == 200:
                self.acknowledged.append(move_id)
            elif status in (409, 422):
                self.refused.append(move_id)
            elif status:
                raise RuntimeError(f"{status}: {page[:500]!r}")
            if found := SEQ.search(page):
                seq = int(found[1])
                begun = b'value="e.type=start' not in page

    def _until_answered(self, fields: dict[str, object]) -> tuple[int, bytes]:
        body = urlencode({"csrf_token": self.token, **fields})
        again = -1
        while again < 2_000:
            again += 1
            line = HTTPConnection("127.0.0.1", self.served.port, timeout=10)
            try:
                line.request(
                    "POST", f"{self.table}/report", body, {"Cookie": self.cookie, "HX-Request": "true", **FORM}
                )
                answer = line.getresponse()
                page = answer.read()
                self.resent += again > 0
                return answer.status, page
            except (OSError, HTTPException):
                time.sleep(0.02)
            finally:
                line.close()
        raise RuntimeError("no answer")


def main(kills: int) -> int:
    folder = Path(tempfile.mkdtemp(prefix="cairn-kill-"))
    url = f"sqlite:///{folder}/cairn.db"
    served = Served(url, folder / "log", threads=16).start()
    tables, token, cookie = served.open_tables(TABLES)
    done = Event()
    phones = [
        Phone(number, served, tables[number % TABLES], token, cookie, done) for number in range(TABLES * PHONES_AT_EACH)
    ]
    beside = Beside.begun(url, Hand(served, token, cookie, done))
    threads = [Thread(target=phone.play) for phone in (*phones, *beside.hands)]
    for thread in threads:
        thread.start()
    begun, chance = time.monotonic(), random.Random(6)
    damaged = 0
    for _ in range(kills):
        time.sleep(chance.uniform(0.3, 3.0))
        served.kill()
        damaged += not whole(folder / "cairn.db")
        served.start()
    time.sleep(0.5)
    done.set()
    for thread in threads:
        thread.join()
    took = time.monotonic() - begun
    served.stop()
    return tell(url, phones, beside, tables, kills, damaged, took)


def whole(database: Path) -> bool:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as line:
        return bool(line.execute("PRAGMA quick_check").fetchone() == ("ok",))


def tell(
    url: str, phones: list[Phone], beside: Beside, tables: list[str], kills: int, damaged: int, took: float
) -> int:
    """Compare, print, and return how many things were wrong."""
    ledger = Ledger.at(url)
    rows, torn, illegal = [], 0, 0
    for address in tables:
        table = ledger.tables.by_code(address.split("/")[-1])
        assert table
        own = ledger.moves.read(table.id)
        torn += [row.seq for row in own] != list(range(1, len(own) + 1))
        illegal += sum(1 for entry in [history(Referee(ledger), table)] if len(entry) != len(own))
        rows += [row.move_id for row in own]
    elsewhere = beside.wrong(ledger)
    ledger.close()
    written = Counter(rows)
    acknowledged = [move for phone in phones for move in phone.acknowledged]
    refused = {move for phone in phones for move in phone.refused}
    wrong = {
        "acknowledged, and missing": sum(move not in written for move in acknowledged),
        "written twice": sum(times > 1 for times in written.values()),
        "refused, and written": len(refused & set(written)),
        "written, and never acknowledged": len(set(written) - set(acknowledged)),
        "tables with a gap in their log": torn,
        "tables with an illegal move in their log": illegal,
        "kills after which the file was not whole": damaged,
        **elsewhere,
    }
    figures = {
        "kills": kills,
        "seconds": round(took),
        "moves acknowledged": len(acknowledged),
        "of these only after resending": sum(phone.resent for phone in phones),
        "moves that the other phone had recorded": sum(phone.said_before for phone in phones),
        "moves refused": len(refused),
        "moves in the ledger": len(rows),
        **beside.figures(),
    }
    print("| | |\n|---|---:|")
    for what, number in {**figures, **wrong}.items():
        print(f"| {what} | {number} |")
    return sum(wrong.values())


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 100) else 0)

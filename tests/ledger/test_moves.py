"""Moves: the race, the repeat, the reading back."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger import Ledger, NewMove, Outcome, Repeated, Row, Table, Taken


def write(ledger: Ledger, table: Table, seq: int, move_id: str, **event: Any) -> Row:
    return ledger.moves.append(table.id, seq=seq, move_id=move_id, seat=1, by_seat=0, event=event)


def all_at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run each job in its own thread, released together; return the answers, exceptions included."""
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return job()
        except Exception as refusal:
            return refusal

    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(run, jobs))


def kinds(answers: list[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


def test_a_move_is_read_back_as_it_was_written(ledger: Ledger, table: Table) -> None:
    event = {"move": "lay", "card": "rouge 7 ♥ 🎲", "list": [1, None, {"deep": True}], "nul": "\x00", "half": 0.5}
    row = ledger.moves.append(table.id, seq=1, move_id="a", seat=None, by_seat=None, event=event)
    assert ledger.moves.read(table.id) == [row]
    assert row == Row(table.id, 1, "a", None, None, row.at, event)
    assert row.at.tzinfo is UTC
    assert abs(datetime.now(UTC) - row.at) < timedelta(seconds=30)


def test_moves_are_read_in_order_and_only_the_later_ones_if_asked(ledger: Ledger, table: Table) -> None:
    for seq in (1, 2, 3, 4):
        write(ledger, table, seq, f"m{seq}")
    assert [row.seq for row in ledger.moves.read(table.id)] == [1, 2, 3, 4]
    assert [row.seq for row in ledger.moves.read(table.id, after=2)] == [3, 4]
    assert ledger.moves.read(table.id, after=4) == []


def test_tables_count_their_own_moves_from_zero(ledger: Ledger, table: Table) -> None:
    other = ledger.tables.open("g", {}, ["Zoé"], "zoe")
    assert ledger.moves.last_seq(table.id) == 0
    assert write(ledger, table, 1, "same").table_id == table.id
    assert write(ledger, other, 1, "same").table_id == other.id
    assert ledger.moves.last_seq(table.id) == 1


def test_a_seq_that_is_written_is_taken(ledger: Ledger, table: Table) -> None:
    first = write(ledger, table, 1, "a")
    with pytest.raises(Taken, match="number 1"):
        write(ledger, table, 1, "b")
    assert ledger.moves.read(table.id) == [first]


def test_a_repeated_move_is_answered_with_the_first_row_whatever_seq_it_has(ledger: Ledger, table: Table) -> None:
    first, second = write(ledger, table, 1, "a", card="red 7"), write(ledger, table, 2, "b")
    for move, seq in ((first, 1), (first, 2), (first, 3), (second, 1)):
        with pytest.raises(Repeated) as repeated:
            write(ledger, table, seq, move.move_id, card="red 8")
        assert repeated.value.row == move
    assert ledger.moves.read(table.id) == [first, second]


def test_an_event_that_is_not_json_is_refused_and_the_ledger_goes_on(ledger: Ledger, table: Table) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write(ledger, table, 1, "a", points=float("inf"))
    with pytest.raises(UnicodeEncodeError):
        write(ledger, table, 1, "a", name="\ud800")
    assert write(ledger, table, 1, "a").seq == 1


@pytest.mark.parametrize("turn", range(5))
def test_of_eight_phones_at_one_seq_exactly_one_wins(ledger: Ledger, table: Table, turn: int) -> None:
    answers = all_at_once([lambda n=n: write(ledger, table, 1, f"{turn}-{n}") for n in range(8)])
    assert kinds(answers) == {"Row": 1, "Taken": 7}
    assert ledger.moves.read(table.id) == [answer for answer in answers if isinstance(answer, Row)]


@pytest.mark.parametrize("turn", range(5))
def test_one_move_from_eight_connections_is_written_once(ledger: Ledger, table: Table, turn: int) -> None:
    answers = all_at_once([lambda n=n: write(ledger, table, 1 + n % 3, "same", turn=turn) for n in range(8)])
    assert kinds(answers) == {"Row": 1, "Repeated": 7}
    (row,) = ledger.moves.read(table.id)
    assert all(answer.row == row for answer in answers if isinstance(answer, Repeated))


def test_eight_phones_with_25_moves_each_lose_none(ledger: Ledger, table: Table) -> None:
    def play(phone: int) -> None:
        for number in range(25):
            while True:
                try:
                    write(ledger, table, ledger.moves.last_seq(table.id) + 1, f"{phone}-{number}")
                    break
                except Taken:
                    continue

    assert kinds(all_at_once([lambda n=n: play(n) for n in range(8)])) == {"NoneType": 8}
    rows = ledger.moves.read(table.id)
    assert [row.seq for row in rows] == list(range(1, 201))
    assert {row.move_id for row in rows} == {f"{phone}-{number}" for phone in range(8) for number in range(25)}
    for phone in range(8):
        own = [row.move_id for row in rows if row.move_id.startswith(f"{phone}-")]
        assert own == [f"{phone}-{number}" for number in range(25)]


def test_many_tables_are_written_at_once(ledger: Ledger) -> None:
    opened = [ledger.tables.open("g", {}, ["Ana"], "x") for _ in range(8)]

    def play(table: Table) -> None:
        for seq in range(1, 21):
            write(ledger, table, seq, str(seq))

    assert kinds(all_at_once([lambda table=table: play(table) for table in opened])) == {"NoneType": 8}
    assert [ledger.moves.last_seq(table.id) for table in opened] == [20] * 8


# The mark of a game that is over


def end(ledger: Ledger, table: Table, seq: int, move_id: str, finished: bool) -> Row:
    return ledger.moves.append(table.id, seq=seq, move_id=move_id, seat=1, by_seat=0, event={}, finished=finished)


def marked(ledger: Ledger, table: Table) -> datetime | None:
    found = ledger.tables.by_code(table.code)
    return found.finished_at


def test_the_last_move_marks_the_table_and_the_one_that_opens_it_again_unmarks_it(ledger: Ledger, table: Table) -> None:
    write(ledger, table, 1, "a")
    assert marked(ledger, table) is None
    last = end(ledger, table, 2, "b", finished=True)
    assert ledger.moves.read(table.id)[-1] == last
    assert marked(ledger, table) == last.at
    write(ledger, table, 3, "c")
    assert marked(ledger, table) == last.at
    end(ledger, table, 4, "d", finished=False)
    assert marked(ledger, table) is None


def test_a_move_that_is_not_written_marks_nothing(ledger: Ledger, table: Table) -> None:
    write(ledger, table, 1, "a")
    with pytest.raises(Taken):
        end(ledger, table, 1, "b", finished=True)
    with pytest.raises(Repeated):
        end(ledger, table, 2, "a", finished=True)
    assert marked(ledger, table) is None


def test_a_move_whose_mark_cannot_be_written_is_not_written(ledger: Ledger, table: Table) -> None:
    outcome = Outcome(1, ((12, 1), (-3, 2)), {"mean": float("nan")})
    with pytest.raises(Exception, match="JSON"):
        ledger.moves.append(table.id, seq=1, move_id="a", seat=1, by_seat=0, event={}, finished=True, outcome=outcome)
    assert ledger.moves.read(table.id) == []
    assert marked(ledger, table) is None


def test_the_mark_follows_the_log_whoever_writes_last(database_url: str, ledger: Ledger, table: Table) -> None:
    """Two ledgers, as two processes have them, end the game and open it again by turns, whoever comes first."""
    others = [ledger, Ledger.at(database_url)]

    def play(number: int) -> None:
        for turn in range(20):
            seq = others[number].moves.last_seq(table.id) + 1
            with suppress(Taken):
                end(others[number], table, seq, f"{number}-{turn}", finished=seq % 2 == 1)

    assert kinds(all_at_once([lambda n=n: play(n) for n in (0, 1)])) == {"NoneType": 2}
    last = ledger.moves.read(table.id)[-1]
    assert marked(ledger, table) == (last.at if last.seq % 2 else None)
    others[1].close()


def test_several_moves_are_written_all_or_none(ledger, table):
    """The second number is another phone's already: the first is not written either."""
    ledger.moves.append(table.id, seq=1, move_id="a", seat=0, by_seat=0, event={})
    ledger.moves.append(table.id, seq=3, move_id="c", seat=0, by_seat=0, event={})
    both = [NewMove("b", 0, None, {"n": 2}), NewMove("b+1", 0, None, {"n": 3})]
    with pytest.raises(Taken):
        ledger.moves.append_all(table.id, 2, both)
    with pytest.raises(Taken):
        ledger.moves.append_all(table.id, 2, both, True)
    assert [row.seq for row in ledger.moves.read(table.id)] == [1, 3]
    rows = ledger.moves.append_all(table.id, 4, both)
    assert [(row.seq, row.event) for row in rows] == [(4, {"n": 2}), (5, {"n": 3})]
    assert ledger.moves.read(table.id, 3) == rows

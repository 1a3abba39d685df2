"""Moves that follow of themselves (Lutèce): phones of two processes compete, processes are killed in between."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from ledger import Ledger, Table
from referee import Recorded, Referee, Report, history, live_at, record
from scoring import GAMES
from scoring.core.log import read_event
from tests.sources import played
from tests.web.lutece import OFFERS, REVEAL, UNDO, bribe, options

LUTECE = GAMES["lutece"]
NAMES = ["Ana", "Ben", "Cai"]
BEFORE_THE_REVEAL = [*OFFERS, options(0, "A", "1"), options(1, "A", "C"), options(2, "B", "2"), bribe(0, "A", 1)]


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def table(ledger: Ledger) -> Table:
    return ledger.tables.open("lutece", {}, NAMES, "ana-phone")


@pytest.fixture
def processes(database_url: str, ledger: Ledger) -> Iterator[list[Referee]]:
    """Two that share nothing but the database."""
    other = Ledger.at(database_url)
    yield [Referee(ledger), Referee(other)]
    other.close()


def report(move_id: str, event: dict[str, Any], seen: int) -> Report:
    return Report(move_id, seen, [event])


def told(referee: Referee, table: Table, *events: dict[str, Any]) -> int:
    """These events are reported one after the other; the last seq."""
    for event in events:
        seq = referee.live(table).seq
        assert isinstance(record(referee, table, report(f"told-{seq}", event, seq)), Recorded), event
    return referee.live(table).seq


def judged_strictly(ledger: Ledger, table: Table) -> list[bool]:
    """Replay the log: every row is legal where it stands. For each, whether it is what had to follow there."""
    setup = LUTECE.formats.setup({"players": NAMES})
    play, followed = live_at(Referee(ledger), table, 0).play, []
    for number, row in enumerate(ledger.moves.read(table.id), 1):
        assert row.seq == number
        forced_move = LUTECE.forced.move(play.state)
        followed.append(forced_move is not None and LUTECE.formats.event(forced_move) == row.event)
        play = play.after(read_event(LUTECE, row.event, setup), row.seq)
    assert LUTECE.forced.move(play.state) is None, "nothing that follows of itself is left out"
    return followed


def by_itself(ledger: Ledger, table: Table) -> list[str]:
    return [row.move_id for row in ledger.moves.read(table.id) if "." in row.move_id]


def test_phones_of_two_processes_race_while_moves_follow_of_themselves(
    processes: list[Referee], ledger: Ledger, table: Table
) -> None:
    """Nothing that was acknowledged is lost, nothing is doubled, and the log is legal from its beginning.

    How many moves follow is chance, and on a slow machine most taps come too late: they race until enough have.
    """
    told(processes[0], table, *BEFORE_THE_REVEAL)

    def tap(race: int, phone: int) -> list[str]:
        chance, referee, recorded = Random(8 * race + phone), processes[phone % 2], []
        for number in range(15):
            live = referee.live(table)
            over = not LUTECE.to_act(live.state)
            move = None if over or chance.random() < 0.1 else LUTECE.chance(chance, live.state)
            event = UNDO if move is None else LUTECE.formats.event(move)
            sent = report(f"phone-{race}-{phone}-{number}", event, live.seq)
            if isinstance(record(referee, table, sent), Recorded):
                recorded.append(sent.move_id)
        return recorded

    acknowledged: list[str] = []
    followed: list[bool] = []
    with ThreadPoolExecutor(8) as pool:
        for race in range(20):
            acknowledged += [move_id for ids in pool.map(partial(tap, race), range(8)) for move_id in ids]
            followed = judged_strictly(ledger, table)
            if sum(followed) > 5:
                break
    ids = [row.move_id for row in ledger.moves.read(table.id)]
    assert sorted(one for one in ids if one.startswith("phone") and "." not in one) == sorted(acknowledged)
    assert sum(followed) > 5
    live = [referee.live(table) for referee in processes]
    assert live[0].state == live[1].state == Referee(ledger).live(table).state


def test_eight_reveals_at_once_are_followed_up_once(processes: list[Referee], ledger: Ledger, table: Table) -> None:
    seen = told(processes[0], table, *BEFORE_THE_REVEAL)
    with ThreadPoolExecutor(8) as pool:
        reveal = [report(f"r-{phone}", REVEAL, seen) for phone in range(8)]
        rulings = list(pool.map(lambda phone: record(processes[phone % 2], table, reveal[phone]), range(8)))
    assert [isinstance(ruling, Recorded) for ruling in rulings].count(True) == 1
    (first,) = (ruling for ruling in rulings if isinstance(ruling, Recorded))
    assert [row.event for row in ledger.moves.read(table.id, seen)].count(REVEAL) == 1
    assert sum(judged_strictly(ledger, table)) == len(by_itself(ledger, table)) == first.live.seq - seen - 1 > 0


def killed_when_written(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, do: Any) -> None:
    """The process is killed when its rows are on disk, before it has answered."""
    append_all = ledger.moves.append_all

    def dies(*arguments: Any) -> Any:
        append_all(*arguments)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(ledger.moves, "append_all", dies)
        with suppress(Killed):
            do()


def test_what_follows_of_a_tap_is_on_disk_with_it(
    ledger: Ledger, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = told(Referee(ledger), table, *BEFORE_THE_REVEAL)
    tap = report("tap", REVEAL, seen)
    killed_when_written(ledger, monkeypatch, lambda: record(Referee(ledger), table, tap))
    last = ledger.moves.last_seq(table.id)
    assert last > seen + 2
    judged_strictly(ledger, table)
    again = record(Referee(ledger), table, tap)
    assert isinstance(again, Recorded)
    assert again.live.seq == ledger.moves.last_seq(table.id) == last, "and only once"
    assert record(Referee(ledger), table, tap) == again
    last = told(Referee(ledger), table, UNDO)
    assert isinstance(record(Referee(ledger), table, tap), Recorded)
    assert ledger.moves.last_seq(table.id) == last, "nor once somebody else went on"


def test_an_undo_takes_back_what_followed_at_one_stroke(
    ledger: Ledger, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = told(Referee(ledger), table, *BEFORE_THE_REVEAL)
    state = Referee(ledger).live(table).state
    undo = report("undo", UNDO, told(Referee(ledger), table, REVEAL))
    assert undo.seen - before > 2
    killed_when_written(ledger, monkeypatch, lambda: record(Referee(ledger), table, undo))
    assert Referee(ledger).live(table).state == state
    again = record(Referee(ledger), table, undo)
    assert isinstance(again, Recorded)
    assert again.live.state == state
    assert ledger.moves.last_seq(table.id) == undo.seen + undo.seen - before


def test_a_game_played_at_random_never_waits_for_what_follows_of_itself(ledger: Ledger, table: Table) -> None:
    """What the rules leave no choice about is there with the answer, in the very ruling."""
    game = next(game for game in (played("lutece", seed) for seed in range(50)) if len(game.names) == 3)
    referee = Referee(ledger)
    for number, move in enumerate(game.moves[:60]):
        ruling = record(referee, table, report(f"move-{number}", LUTECE.formats.event(move), referee.live(table).seq))
        assert LUTECE.forced.move(ruling.live.state) is None
    judged_strictly(ledger, table)


def test_what_a_second_event_forced_comes_from_the_same_report_in_memory_and_in_the_log(
    ledger: Ledger, table: Table
) -> None:
    *before, last = BEFORE_THE_REVEAL
    referee = Referee(ledger)
    seen = told(referee, table, *before)
    assert isinstance(record(referee, table, Report("both-0001", seen, [last, REVEAL])), Recorded)
    live, again = referee.live(table), Referee(ledger).live(table)
    assert live.seq > seen + 2
    assert live.origins == again.origins


def test_a_settle_that_followed_in_a_correction_may_be_reported_and_is_undone_with_it(
    ledger: Ledger, table: Table
) -> None:
    referee = Referee(ledger)
    seen = told(referee, table, *BEFORE_THE_REVEAL, REVEAL)
    place = BEFORE_THE_REVEAL.index(options(2, "B", "2"))
    before = told(referee, table, {"type": "amend", "at": place, "event": options(2, "2", "3")})
    settled = referee.live(table).state
    assert told(referee, table, {"type": "settle", "tile": "3"}) == before + 1
    assert referee.live(table).state == Referee(ledger).live(table).state == settled
    corrected, said = history(referee, table)[-2:]
    assert list(said.said) == referee.live(table).play.standing()[-1].sentences()
    assert (said.decided, said.amend) == (False, False)
    assert (corrected.amend, corrected.retracted) == (True, False)
    told(referee, table, UNDO)
    assert referee.live(table).state == live_at(referee, table, seen).state != settled

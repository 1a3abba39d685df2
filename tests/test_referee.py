"""The referee on SQLite and PostgreSQL: record, refuse, repeat, behind, undo; a cache that is only a cache."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa

from ledger import Ledger, NewMove, Row, Table, Taken
from ledger.moves import Moves
from ledger.schema import outcomes
from referee import Answered, Behind, Recorded, Referee, Refused, Report, SaidBefore, history, record, recount
from scoring.core.rule import Malformed
from scoring.lost_cities.cards import COLOURS, cards_of
from tests.web.lost_cities import discard, draw, lay

START = {"type": "start", "seat": 0}
UNDO = {"type": "undo"}
_ids = count(1)


def fresh(event: dict[str, Any], seen: int, move_id: str = "") -> Report:
    return Report(move_id or f"move-{next(_ids):06}", seen, [event])


@pytest.fixture
def table(ledger: Ledger) -> Table:
    return ledger.tables.open("lost-cities", {"rounds": 9}, ["Ana", "Ben"], "ana-phone")


@pytest.fixture
def referee(ledger: Ledger) -> Referee:
    return Referee(ledger)


def tell(referee: Referee, table: Table, *events: dict[str, Any]) -> Recorded:
    """Report events one after the other, as a phone that always sees the newest table."""
    for event in events:
        ruling = record(referee, table, fresh(event, referee.live(table).seq))
        assert isinstance(ruling, Recorded), ruling
    return ruling


def turns() -> list[dict[str, Any]]:
    """Forty-three turns of discards and draws: one card is left in the draw pile."""
    cards = [card.code for colour in COLOURS for card in cards_of(colour)]
    return [event for turn in range(43) for event in (discard(turn % 2, cards[turn]), draw(turn % 2))]


def whole_round() -> list[dict[str, Any]]:
    return [START, *turns(), discard(1, "red-10"), draw(1)]


def test_a_legal_report_is_on_disk_when_it_is_recorded(referee, ledger, table):
    ruling = tell(referee, table, START)
    assert ruling.live.seq == 1
    assert [(row.seq, row.event, row.seat) for row in ledger.moves.read(table.id)] == [(1, START, 0)]
    assert ruling.live.state.round.to_play == 0
    assert ruling.before.state.round is None


def test_a_refused_report_writes_nothing_and_names_the_rule(referee, ledger, table):
    tell(referee, table, START)
    ruling = record(referee, table, fresh(lay(1, "red-5"), 1))
    assert isinstance(ruling, Refused)
    assert ruling.illegal.rule.code == "lost-cities/not-your-turn"
    assert ruling.live.seq == ledger.moves.last_seq(table.id) == 1


@pytest.mark.parametrize(
    "event",
    [
        {},
        lay(0, "red-11"),
        lay(2, "red-3"),
        {"type": "undo", "seat": 0},
    ],
)
def test_what_is_no_move_is_malformed_and_writes_nothing(referee, ledger, table, event):
    tell(referee, table, START)
    with pytest.raises(Malformed):
        record(referee, table, fresh(event, 1))
    assert ledger.moves.last_seq(table.id) == 1


# Several events in one report


def turn(seat: int, card: str, source: str = "deck", play: Any = lay) -> list[dict[str, Any]]:
    return [play(seat, card), draw(seat, source)]


def test_the_events_of_one_report_are_judged_in_order_and_each_is_a_row_of_its_own(referee, ledger, table):
    tell(referee, table, START)
    ruling = record(referee, table, Report("one-turn", 1, turn(0, "red-5"), by_seat=0))
    assert isinstance(ruling, Recorded)
    assert [(row.seq, row.event, row.by_seat) for row in ledger.moves.read(table.id, 1)] == [
        (2, lay(0, "red-5"), 0),
        (3, draw(0), 0),
    ]
    assert ruling.live.state.round.to_play == 1
    assert ruling.live.state == Referee(ledger).live(table).state


def test_a_report_of_several_events_sent_again_is_recorded_once(referee, ledger, table):
    tell(referee, table, START)
    report = Report("one-turn", 1, turn(0, "red-5"))
    first, again = record(referee, table, report), record(referee, table, report)
    assert isinstance(first, Recorded)
    assert isinstance(again, Recorded)
    assert again.before.state == first.before.state
    assert ledger.moves.last_seq(table.id) == 3


def test_what_the_rules_allow_of_a_report_is_written_and_the_refusal_says_how_much(referee, ledger, table):
    tell(referee, table, START)
    report = Report("one-turn", 1, turn(0, "red-5", "blue"))
    ruling = record(referee, table, report)
    assert isinstance(ruling, Refused)
    assert (ruling.illegal.rule.code, ruling.written) == ("lost-cities/pile-empty", 1)
    assert [row.event for row in ledger.moves.read(table.id, 1)] == [lay(0, "red-5")]
    again = record(referee, table, report)
    assert isinstance(again, Refused)
    assert (again.illegal.rule.code, again.written, ledger.moves.last_seq(table.id)) == (ruling.illegal.rule.code, 1, 2)


def test_a_throw_is_changed_by_taking_it_back_and_saying_another_in_one_report(referee, ledger, table):
    tell(referee, table, START, lay(0, "red-5"))
    ruling = record(referee, table, Report("change", 2, [UNDO, lay(0, "red-6")]))
    assert isinstance(ruling, Recorded)
    assert ruling.live.state.round.laid[0]["red"].numbers == (6,)


# Another phone said the same


def test_the_same_turn_on_two_phones_is_recorded_once_and_the_second_is_told_by_whom(referee, ledger, table):
    tell(referee, table, START)
    record(referee, table, Report("on-bens-phone", 1, turn(0, "red-5"), by_seat=1))
    ruling = record(referee, table, Report("on-anas-phone", 1, turn(0, "red-5"), by_seat=0))
    assert isinstance(ruling, SaidBefore)
    assert (ruling.by, ledger.moves.last_seq(table.id)) == (1, 3)


@pytest.mark.parametrize(
    "other", [turn(0, "red-6"), turn(0, "red-5", play=discard), [lay(0, "red-5"), draw(0, "blue")]]
)
def test_another_turn_on_two_phones_is_behind(referee, table, other):
    tell(referee, table, START)
    record(referee, table, Report("on-bens-phone", 1, turn(0, "red-5"), by_seat=1))
    assert isinstance(record(referee, table, Report("on-anas-phone", 1, other, by_seat=0)), Behind)


def test_what_was_said_before_and_taken_back_is_not_known_any_more(referee, table):
    tell(referee, table, START, lay(0, "red-5"), UNDO)
    assert isinstance(record(referee, table, Report("late", 1, [lay(0, "red-5")])), Behind)


# The same report again


def test_another_button_of_the_same_form_comes_too_late_and_changes_nothing(referee, ledger, table):
    tell(referee, table, START)
    first = record(referee, table, fresh(lay(0, "red-7"), 1, "one-form"))
    other = record(referee, table, fresh(discard(0, "red-7"), 1, "one-form"))
    assert isinstance(first, Recorded)
    assert isinstance(other, Answered)
    assert [row.event for row in ledger.moves.read(table.id)] == [START, lay(0, "red-7")]
    assert isinstance(record(referee, table, fresh(lay(0, "red-7"), 1, "one-form")), Recorded)


def test_a_report_resent_after_other_moves_is_still_recorded_once(referee, ledger, table):
    tell(referee, table, START)
    report = fresh(lay(0, "red-5"), 1)
    first = record(referee, table, report)
    tell(referee, table, draw(0), lay(1, "blue-4"), draw(1), discard(0, "white-2"))
    again = record(referee, table, report)
    assert isinstance(again, Recorded)
    assert again.before.state == first.before.state
    assert again.live.seq == ledger.moves.last_seq(table.id) == 6


def test_a_report_resent_after_it_was_taken_back_is_not_applied_a_second_time(referee, ledger, table):
    tell(referee, table, START)
    report = fresh(lay(0, "red-5"), 1)
    record(referee, table, report)
    tell(referee, table, UNDO)
    again = record(referee, table, replace(report, seen=3))
    assert isinstance(again, Recorded)
    assert ledger.moves.last_seq(table.id) == 3
    assert again.live.state.round.laid == ({}, {})


def test_a_resent_report_that_would_now_be_refused_gets_its_first_answer(referee, ledger, table):
    report = fresh(START, 0)
    assert isinstance(record(referee, table, report), Recorded)
    assert isinstance(record(referee, table, replace(report, seen=1)), Recorded)
    assert isinstance(record(referee, table, fresh(START, 1)), Refused)
    assert ledger.moves.last_seq(table.id) == 1


def test_a_resent_undo_takes_back_one_move_only(referee, ledger, table):
    tell(referee, table, START, lay(0, "red-5"))
    report = fresh(UNDO, 2)
    assert isinstance(record(referee, table, report), Recorded)
    assert isinstance(record(referee, table, report), Recorded)
    assert ledger.moves.last_seq(table.id) == 3
    assert referee.live(table).state.round is not None


def test_the_same_id_at_another_table_is_another_move(referee, ledger, table):
    other = ledger.tables.open("lost-cities", {}, ["Cai", "Dora"], "cai-phone")
    for at in (table, other):
        assert isinstance(record(referee, at, fresh(START, 0, "the-same-id")), Recorded)
    assert (ledger.moves.last_seq(table.id), ledger.moves.last_seq(other.id)) == (1, 1)


# Behind


def test_a_phone_is_behind_when_its_own_seat_has_moved_since(referee, ledger, table):
    tell(referee, table, START, lay(0, "red-5"))
    ruling = record(referee, table, fresh(lay(0, "red-6"), 1))
    assert isinstance(ruling, Behind)
    assert ruling.live.seq == ledger.moves.last_seq(table.id) == 2


def test_the_moves_of_others_do_not_make_a_phone_behind(referee, table):
    tell(referee, table, START, lay(0, "red-5"), draw(0))
    assert isinstance(record(referee, table, fresh(lay(1, "blue-4"), 0)), Recorded)


def test_a_phone_behind_says_the_rule_only_when_its_own_seat_stood_still(referee, table):
    tell(referee, table, START, lay(0, "red-5"), draw(0), lay(1, "blue-4"))
    ruling = record(referee, table, fresh(lay(0, "red-6"), 3))
    assert isinstance(ruling, Refused)
    assert ruling.illegal.rule.code == "lost-cities/not-your-turn"


# Undo


def test_undo_takes_back_the_last_move_that_stands(referee, table):
    tell(referee, table, START, lay(0, "red-5"), draw(0))
    assert tell(referee, table, UNDO).live.state.round.drawing
    assert not tell(referee, table, UNDO).live.state.round.drawing
    assert tell(referee, table, UNDO).live.state.round is None
    assert isinstance(record(referee, table, fresh(UNDO, 6)), Refused)


def test_an_undo_of_a_phone_that_has_not_seen_the_last_move_is_behind(referee, ledger, table):
    """Nobody takes back a move that they have not seen."""
    tell(referee, table, START, lay(0, "red-5"), draw(0))
    assert isinstance(record(referee, table, fresh(UNDO, 2)), Behind)
    assert ledger.moves.last_seq(table.id) == 3


def test_two_undos_at_once_take_back_one_move(referee, ledger, table):
    tell(referee, table, START, lay(0, "red-5"), draw(0))
    with ThreadPoolExecutor(2) as pool:
        rulings = list(pool.map(lambda _: record(referee, table, fresh(UNDO, 3)), range(2)))
    assert sorted(type(ruling).__name__ for ruling in rulings) == ["Recorded", "SaidBefore"]
    assert ledger.moves.last_seq(table.id) == 4
    assert referee.live(table).state.round.drawing


def test_the_history_tells_what_was_taken_back(referee, table):
    tell(referee, table, START, lay(0, "red-5"), UNDO, lay(0, "red-6"))
    entries = history(referee, table)
    assert [(entry.row.seq, entry.retracted, entry.undo) for entry in entries] == [
        (1, False, False),
        (2, True, False),
        (3, False, True),
        (4, False, False),
    ]
    assert entries[1].said == entries[2].said
    assert entries[3].said[0].facts["card"].facts["number"] == 6


# Old logs


def rows(ledger: Ledger, table: Table, *events: dict[str, Any]) -> None:
    for seq, event in enumerate(events, 1):
        ledger.moves.append(table.id, seq=seq, move_id=f"old-{seq}", seat=0, by_seat=None, event=event)


def test_an_old_log_with_a_row_that_is_now_illegal_opens_without_it(referee, ledger, table):
    rows(ledger, table, START, lay(0, "red-5"), draw(0), lay(0, "red-3"), {"type": "magic"}, lay(1, "blue-4"))
    live = referee.live(table)
    assert live.seq == 6
    assert dict(live.state.round.laid[0])["red"].numbers == (5,)
    assert dict(live.state.round.laid[1])["blue"].numbers == (4,)
    assert [entry.row.seq for entry in history(referee, table)] == [1, 2, 3, 6]
    assert isinstance(record(referee, table, fresh(draw(1), 6)), Recorded)


def test_an_old_log_that_begins_with_an_undo_opens(referee, ledger, table):
    rows(ledger, table, UNDO, START)
    assert referee.live(table).state.round is not None
    assert history(referee, table)[-1].row.seq == 2


# Many at once


def test_eight_threads_at_one_table_lose_nothing(referee, ledger, table):
    """Both players hammer the table from several phones: every move is legal where it stands, no seq is missing."""
    tell(referee, table, START)
    planned = turns()[:40]

    def hammer(_: int) -> int:
        recorded = 0
        for event in planned:
            recorded += isinstance(record(referee, table, fresh(event, 10_000)), Recorded)
        return recorded

    with ThreadPoolExecutor(8) as pool:
        recorded = sum(pool.map(hammer, range(8)))
    written = ledger.moves.read(table.id)
    assert [row.seq for row in written] == list(range(1, recorded + 2))
    other = Referee(ledger).live(table)
    assert other.play.state == referee.live(table).play.state
    assert len(other.play.standing()) == len(written)


def test_eight_phones_that_report_the_same_move_write_it_once(referee, ledger, table):
    report = fresh(START, 0)
    with ThreadPoolExecutor(8) as pool:
        rulings = list(pool.map(lambda _: record(referee, table, report), range(8)))
    assert all(isinstance(ruling, Recorded) for ruling in rulings)
    assert ledger.moves.last_seq(table.id) == 1


class Overtaken(Moves):
    """A log where another phone is always a moment faster, as often as `times` says."""

    event: dict[str, Any]
    times = 0

    def append_all(self, table_id: int, seq: int, new: Sequence[NewMove], *marked: Any) -> list[Row]:
        if self.times:
            self.times -= 1
            super().append_all(table_id, seq, [NewMove(f"faster-{self.times}", None, None, self.event)], *marked)
            raise Taken("another phone was first")
        return super().append_all(table_id, seq, new, *marked)


@pytest.fixture
def overtaken(ledger: Ledger) -> Overtaken:
    """The log of `ledger` from now on."""
    ledger.moves = Overtaken(ledger.database)
    return ledger.moves


def test_who_loses_the_race_is_judged_again_on_the_table_as_it_is_then(referee, ledger, overtaken, table):
    tell(referee, table, START)
    overtaken.event, overtaken.times = {"type": "count", "seat": 1, "expeditions": {"red": [5]}}, 1
    ruling = record(referee, table, fresh({"type": "count", "seat": 0, "expeditions": {"red": [5]}}, 1))
    assert isinstance(ruling, Refused)
    assert ruling.illegal.rule.code == "lost-cities/one-owner"
    assert ledger.moves.last_seq(table.id) == 2


def test_who_loses_the_race_to_another_seat_is_recorded_next(referee, ledger, overtaken, table):
    tell(referee, table, START)
    overtaken.event, overtaken.times = {"type": "count", "seat": 1, "expeditions": {}}, 1
    ruling = record(referee, table, fresh({"type": "count", "seat": 0, "expeditions": {"red": [5]}}, 1))
    assert isinstance(ruling, Recorded)
    assert (ruling.live.seq, len(ruling.live.state.over)) == (3, 1)


def test_who_loses_the_race_and_decides_for_others_is_behind(referee, ledger, overtaken, table):
    overtaken.event, overtaken.times = {"type": "start", "seat": 1}, 1
    assert isinstance(record(referee, table, fresh(START, 0)), Behind)
    assert ledger.moves.last_seq(table.id) == 1


def test_an_undo_that_loses_the_race_is_behind(referee, ledger, overtaken, table):
    tell(referee, table, START, lay(0, "red-5"))
    overtaken.event, overtaken.times = draw(0), 1
    assert isinstance(record(referee, table, fresh(UNDO, 2)), Behind)
    assert referee.live(table).state.round.to_play == 1


# Memory


class Counting(Moves):
    """A log that counts the rows and the questions it is read with."""

    rows = questions = 0

    def read(self, table_id: int, after: int = 0) -> list[Row]:
        found = super().read(table_id, after)
        self.rows += len(found)
        self.questions += 1
        return found

    def spent(self) -> tuple[int, int]:
        spent, self.rows, self.questions = (self.rows, self.questions), 0, 0
        return spent


@pytest.fixture
def counting(ledger: Ledger) -> Counting:
    """The log of `ledger` from now on."""
    ledger.moves = Counting(ledger.database)
    return ledger.moves


def test_a_tap_reads_no_more_at_move_500_than_at_move_5(referee, counting, table):
    costs = {}
    events = [event for number in range(6) for event in whole_round()]
    for event in events:
        seen = referee.live(table).seq
        counting.spent()
        assert isinstance(record(referee, table, fresh(event, seen)), Recorded)
        costs[seen + 1] = counting.spent()
    assert len(costs) > 500
    assert costs[5] == costs[500] == (0, 1)
    assert set(costs.values()) == {(0, 1)}


def test_the_table_of_another_process_is_folded_forward_not_read_again(database_url, referee, counting, table):
    ledger = Ledger.at(database_url)
    here, elsewhere = referee, Referee(ledger)
    tell(elsewhere, table, START, *turns())
    here.live(table)
    counting.spent()
    tell(elsewhere, table, discard(1, "red-10"))
    assert here.live(table).play.state == elsewhere.live(table).play.state
    assert counting.spent() == (1, 1)
    ledger.close()


def test_what_is_forgotten_is_built_again_the_same(referee, table):
    tell(referee, table, START, lay(0, "red-5"), UNDO, lay(0, "red-6"), draw(0))
    before = referee.live(table)
    referee.forget(table)
    after = referee.live(table)
    assert after.play is not before.play
    assert (after.state, after.seq, dict(after.last_change)) == (before.state, before.seq, dict(before.last_change))


def test_only_so_many_tables_are_kept_in_memory(ledger, monkeypatch):
    monkeypatch.setattr("referee.memory.KEPT", 3)
    referee = Referee(ledger)
    tables = [ledger.tables.open("lost-cities", {}, ["Ana", "Ben"], "ana") for _ in range(5)]
    plays = [tell(referee, table, START).live.play for table in tables]
    again = [referee.live(table) for table in reversed(tables)]
    assert all(live.seq == 1 for live in again)
    assert [live.play is play for live, play in zip(reversed(again), plays, strict=True)] == [False] * 2 + [True] * 3


# The end


def test_the_end_of_a_game_is_marked_and_an_undo_takes_the_mark_back(referee, ledger):
    table = ledger.tables.open("lost-cities", {"rounds": 1}, ["Ana", "Ben"], "ana")
    tell(referee, table, *whole_round())
    assert referee.live(table).finished
    assert ledger.tables.by_code(table.code).finished_at is not None
    tell(referee, table, UNDO)
    assert not referee.live(table).finished
    assert ledger.tables.by_code(table.code).finished_at is None
    tell(referee, table, draw(1))
    assert ledger.tables.by_code(table.code).finished_at is not None


def test_a_finished_game_leaves_its_outcome_with_the_move_that_ends_it_and_an_undo_takes_it_away(referee, ledger):
    group = ledger.groups.make("Thursdays", "ana")
    table = ledger.tables.open("lost-cities", {"rounds": 1}, ("Ana", "Ben"), "ana")
    ledger.groups.put_table(table.id, group.id, {0: "Ana", 1: "Ben"})
    counts = ({"type": "count", "seat": seat, "expeditions": {"red": [2 + seat, 8 + seat]}} for seat in (0, 1))
    tell(referee, table, START, *counts)
    (outcome,) = ledger.outcomes.of_group(group.id)
    assert [(player.name, player.total, player.rank) for player in outcome.players] == [("Ana", -10, 2), ("Ben", -8, 1)]
    assert outcome.moves == 3
    with ledger.database.writing() as connection:
        connection.execute(sa.delete(outcomes))
    assert (recount(referee, group.id), recount(referee), recount(referee, again=True)) == (1, 0, 1)
    assert ledger.outcomes.of_group(group.id) == [outcome]
    tell(referee, table, UNDO)
    assert ledger.outcomes.of_group(group.id) == []

"""Groups: a notebook of tables and players, the devices that know it, and what its games came to."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from ledger import Group, Ledger, Outcome, Table
from ledger.entries import NameTaken
from ledger.schema import groups as groups_table
from ledger.schema import members, metadata, outcomes, players
from tests.ledger.databases import Clock

TALLY = Outcome(1, ((12, 1), (-3, 2)), {"rounds": 3})


@pytest.fixture
def group(ledger: Ledger) -> Group:
    """A group that Ana's phone has made."""
    return ledger.groups.make("Thursdays", "ana-phone")


def finish(ledger: Ledger, table: Table, outcome: Outcome | None = TALLY) -> None:
    seq = ledger.moves.last_seq(table.id) + 1
    ledger.moves.append(
        table.id, seq=seq, move_id=f"m{seq}", seat=0, by_seat=0, event={}, finished=True, outcome=outcome
    )


def evening(ledger: Ledger, group: Group, *names: str, outcome: Outcome = TALLY) -> Table:
    table = ledger.tables.open("lost-cities", {"rounds": 3}, names, "ana-phone")
    ledger.groups.put_table(table.id, group.id, dict(enumerate(names)))
    finish(ledger, table, outcome)
    return table


def named(ledger: Ledger, group: Group) -> dict[str, int]:
    return {player.name: player.id for player in ledger.players.of(group.id)}


def count(ledger: Ledger, what: sa.Table) -> int:
    with ledger.database.engine.connect() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(what)).scalar_one()


def test_a_group_is_found_by_its_code_and_by_the_devices_that_know_it(ledger: Ledger, group: Group) -> None:
    assert ledger.groups.by_code(group.code) == group
    assert ledger.groups.by_code("no") is None
    assert len(group.code) >= 22
    assert ledger.groups.of("ana-phone") == [group]
    assert ledger.groups.of("ben-phone") == []
    ledger.groups.remember(group.id, "ben-phone")
    ledger.groups.remember(group.id, "ben-phone")
    assert [known.name for known in ledger.groups.of("ben-phone")] == ["Thursdays"]
    ledger.groups.forget(group.id, "ana-phone")
    assert ledger.groups.of("ana-phone") == []


def test_the_group_used_last_is_listed_first(ledger: Ledger, group: Group) -> None:
    other = ledger.groups.make("Family", "ana-phone")
    ledger.groups.change(group.id, body={"papers": {}})
    assert [known.id for known in ledger.groups.of("ana-phone")] == [group.id, other.id]
    assert ledger.groups.of("ana-phone")[0].body == {"papers": {}}


def test_players_have_different_names_in_one_group_and_may_share_one_across_groups(
    ledger: Ledger, group: Group
) -> None:
    ana, ben = (ledger.players.add(group.id, name) for name in ("Ana", "Ben"))
    with pytest.raises(NameTaken):
        ledger.players.add(group.id, "Ana")
    with pytest.raises(NameTaken):
        ledger.players.rename(group.id, ben.id, "Ana")
    ledger.players.rename(group.id, ana.id, "Anna")
    assert named(ledger, group) == {"Anna": ana.id, "Ben": ben.id}
    other = ledger.groups.make("Family", "ana-phone")
    ledger.players.add(other.id, "Anna")
    with pytest.raises(LookupError):
        ledger.players.rename(other.id, ben.id, "Mine")


def test_a_table_put_into_a_group_knows_its_players(ledger: Ledger, group: Group, table: Table) -> None:
    ben = ledger.players.add(group.id, "Ben")
    ledger.groups.put_table(table.id, group.id, {0: "Ana", 1: "Ben"})
    found = ledger.tables.by_code(table.code)
    assert (found.group_id, found.names) == (group.id, ("Ana", "Ben"))
    assert found.players == (named(ledger, group)["Ana"], ben.id)
    assert ledger.tables.of_group(group.id) == [found]
    ledger.groups.take_out(table.id, group.id)
    found = ledger.tables.by_code(table.code)
    assert (found.group_id, found.players) == (None, (None, None))
    assert ledger.tables.of_group(group.id) == []
    ledger.groups.put_table(table.id, group.id, {0: "Ana"})
    ledger.groups.take_out(table.id, ledger.groups.make("Family", "ana-phone").id)
    assert ledger.tables.by_code(table.code).group_id == group.id, "it leaves only the group that it is in"


def test_the_finished_tables_of_a_group_that_a_device_knows_are_not_listed_apart(ledger: Ledger, group: Group) -> None:
    ended = evening(ledger, group, "Ana", "Ben")
    running = ledger.tables.open("g", {}, ["Ana"], "ana-phone")
    ledger.groups.put_table(running.id, group.id, {})
    alone = ledger.tables.open("g", {}, ["Ana"], "ana-phone")
    assert [found.id for found in ledger.tables.of("ana-phone", 9, apart=True)] == [alone.id, running.id]
    assert [found.id for found in ledger.tables.of("ana-phone", 9)] == [alone.id, running.id, ended.id]
    ledger.groups.forget(group.id, "ana-phone")
    assert len(ledger.tables.of("ana-phone", 9, apart=True)) == 3


def test_outcomes_tell_what_each_finished_game_came_to_newest_first(ledger: Ledger, group: Group) -> None:
    first, second = evening(ledger, group, "Ana", "Ben"), evening(ledger, group, "Ben", "Zoé")
    running = ledger.tables.open("lost-cities", {}, ["Ana", "Ben"], "x")
    ledger.groups.put_table(running.id, group.id, {0: "Ana"})
    evening(ledger, ledger.groups.make("Family", "x"), "Ana", "Ben")
    found = ledger.outcomes.of_group(group.id)
    assert [outcome.table_id for outcome in found] == [second.id, first.id]
    assert [(player.name, player.seat, player.total, player.rank) for player in found[0].players] == [
        ("Ben", 0, 12, 1),
        ("Zoé", 1, -3, 2),
    ]
    ids = named(ledger, group)
    assert [player.player_id for player in found[0].players] == [ids["Ben"], ids["Zoé"]]
    table = ledger.tables.by_code(first.code)
    one = found[1]
    assert (one.code, one.watch, one.game, one.settings) == (table.code, table.watch, "lost-cities", {"rounds": 3})
    assert (one.opened_at, one.ended_at) == (table.opened_at, table.finished_at)
    assert (one.moves, one.facts, one.locked) == (1, {"rounds": 3}, False)


def test_a_device_has_the_outcomes_of_the_tables_that_it_opened_or_sits_at(ledger: Ledger, group: Group) -> None:
    table, _other = evening(ledger, group, "Ana", "Ben"), evening(ledger, group, "Cai", "Dora")
    ledger.seats.sit(table.id, 1, "ben-phone")
    assert [outcome.code for outcome in ledger.outcomes.of("ben-phone")] == [table.code]
    assert ledger.outcomes.of("ana-phone") == ledger.outcomes.of_group(group.id)
    assert ledger.outcomes.of("cai-phone") == []


def test_a_renamed_player_is_renamed_in_the_outcomes_and_a_removed_one_keeps_the_name_typed(
    ledger: Ledger, group: Group
) -> None:
    evening(ledger, group, "Ana", "Ben")
    ids = named(ledger, group)
    ledger.players.rename(group.id, ids["Ana"], "Anna")
    ledger.players.remove(group.id, ids["Ben"])
    ana, ben = ledger.outcomes.of_group(group.id)[0].players
    assert (ana.name, ana.player_id) == ("Anna", ids["Ana"])
    assert (ben.name, ben.player_id) == ("Ben", None)


def test_two_players_who_are_one_become_one(ledger: Ledger, group: Group) -> None:
    evening(ledger, group, "Ana", "Ben")
    evening(ledger, group, "Anna", "Ben")
    ids = named(ledger, group)
    ledger.players.merge(group.id, ids["Anna"], ids["Ana"])
    assert sorted(named(ledger, group)) == ["Anna", "Ben"]
    assert [outcome.players[0].name for outcome in ledger.outcomes.of_group(group.id)] == ["Anna", "Anna"]


def test_two_who_sat_at_one_table_are_two(ledger: Ledger, group: Group) -> None:
    evening(ledger, group, "Ana", "Ben")
    ids = named(ledger, group)
    for kept, gone in (("Ana", "Ben"), ("Ana", "Ana")):
        with pytest.raises(ValueError, match="one"):
            ledger.players.merge(group.id, ids[kept], ids[gone])
    stranger = ledger.players.add(ledger.groups.make("Family", "x").id, "Zoé")
    for kept, gone in ((ids["Ana"], stranger.id), (stranger.id, ids["Ana"])):
        with pytest.raises(LookupError):
            ledger.players.merge(group.id, kept, gone)
    assert sorted(named(ledger, group)) == ["Ana", "Ben"]


def test_a_table_that_is_opened_again_has_no_outcome_until_it_ends_again(ledger: Ledger, group: Group) -> None:
    table = evening(ledger, group, "Ana", "Ben")
    ledger.moves.append(table.id, seq=2, move_id="u", seat=0, by_seat=0, event={}, finished=False)
    assert ledger.outcomes.of_group(group.id) == []
    assert count(ledger, outcomes) == 0
    finish(ledger, table, Outcome(3, ((1, 1), (0, 2)), {}))
    assert [outcome.moves for outcome in ledger.outcomes.of_group(group.id)] == [3]


def test_a_finished_game_that_is_mended_keeps_the_time_of_its_end(ledger: Ledger, group: Group) -> None:
    table = evening(ledger, group, "Ana", "Ben")
    ended = ledger.tables.by_code(table.code).finished_at
    finish(ledger, table, Outcome(2, ((7, 1), (5, 2)), {}))
    (outcome,) = ledger.outcomes.of_group(group.id)
    assert (outcome.ended_at, outcome.players[0].total) == (ended, 7)


def test_a_tally_is_kept_only_of_the_log_as_it_is(ledger: Ledger, group: Group, table: Table) -> None:
    ledger.groups.put_table(table.id, group.id, {})
    assert not ledger.outcomes.put(table.id, Outcome(0, ((0, 1), (0, 1)), {}))
    finish(ledger, table, None)
    assert ledger.outcomes.lacking(group.id) == ledger.outcomes.lacking() == [table.code]
    assert not ledger.outcomes.put(table.id, Outcome(9, ((0, 1), (0, 1)), {}))
    assert ledger.outcomes.put(table.id, TALLY)
    assert ledger.outcomes.put(table.id, TALLY)
    assert ledger.outcomes.lacking(group.id) == []
    assert ledger.outcomes.all_finished() == [table.code]
    assert len(ledger.outcomes.of_group(group.id)) == 1


def test_deleting_a_group_deletes_all_that_is_its_own_and_nothing_else(ledger: Ledger, group: Group, table) -> None:
    mine = [evening(ledger, group, "Ana", "Ben") for _ in range(5)]
    finish(ledger, table)
    other = ledger.groups.make("Family", "ana-phone")
    kept = evening(ledger, other, "Ana", "Ben")
    assert sorted(ledger.groups.delete(group.id, at_once=2)) == [each.id for each in mine]
    assert ledger.groups.by_code(group.code) is None
    assert ledger.tables.by_code(mine[0].code) is None
    assert [found.id for found in ledger.tables.of("ana-phone", 9)] == [kept.id, table.id]
    assert (count(ledger, groups_table), count(ledger, members), count(ledger, players)) == (1, 1, 2)
    assert count(ledger, outcomes) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda ledger: ledger.groups.change(404, name="x"),
        lambda ledger: ledger.groups.remember(404, "x"),
        lambda ledger: ledger.players.add(404, "x"),
        lambda ledger: ledger.players.rename(404, 1, "x"),
        lambda ledger: ledger.players.remove(404, 1),
        lambda ledger: ledger.groups.put_table(1, 404, {}),
    ],
)
def test_an_unknown_group_is_a_lookup_error(ledger: Ledger, change) -> None:
    with pytest.raises(LookupError):
        change(ledger)
    ledger.groups.forget(404, "x")
    assert ledger.groups.delete(404) == []


def test_a_group_in_use_keeps_its_finished_tables_and_an_unused_one_goes_with_all_of_them(
    ledger: Ledger, clock: Clock
) -> None:
    clock.stands = long_ago = datetime(2025, 1, 1, tzinfo=UTC)
    used, unused, moving = (ledger.groups.make(name, "ana") for name in ("used", "unused", "moving"))
    kept, gone, beside = (evening(ledger, group, "Ana", "Ben") for group in (used, unused, moving))
    never_ended = ledger.tables.open("g", {}, ["Ana"], "ana")
    ledger.groups.put_table(never_ended.id, used.id, {})
    playing = ledger.tables.open("g", {}, ["Ana"], "ana")
    ledger.groups.put_table(playing.id, moving.id, {})
    clock.stands = None
    ledger.groups.change(used.id)
    ledger.moves.append(playing.id, seq=1, move_id="m", seat=0, by_seat=0, event={})
    assert ledger.tables.expire(long_ago + timedelta(days=1)) == 2
    left = {found.id for found in ledger.tables.of("ana", 9)} | {found.id for found in ledger.tables.of("ana-phone", 9)}
    assert left == {kept.id, beside.id, playing.id}
    assert ledger.tables.by_code(gone.code) is None
    assert {group.name for group in ledger.groups.of("ana")} == {"used", "moving"}


@pytest.mark.parametrize(
    "ask",
    [
        lambda ledger, group: ledger.outcomes.of_group(group.id),
        lambda ledger, group: ledger.outcomes.lacking(group.id),
        lambda ledger, group: ledger.moves.of_group(group.id),
        lambda ledger, group: ledger.players.of(group.id),
        lambda ledger, group: ledger.groups.by_code(group.code),
        lambda ledger, group: ledger.groups.of("ana-phone"),
        lambda ledger, group: ledger.outcomes.of("ana-phone"),
        lambda ledger, group: ledger.tables.of_group(group.id, 9),
        lambda ledger, group: ledger.tables.of_group(group.id, finished=False),
        lambda ledger, group: ledger.tables.last_of_group(group.id, "lutece"),
        lambda ledger, group: ledger.groups.delete(group.id),
        lambda ledger, group: ledger.groups.put_table(1, group.id, {0: "Zoé"}),
    ],
)
def test_no_question_about_a_group_reads_through_what_is_not_its_own(sqlite_ledger: Ledger, ask) -> None:
    def hear(_connection, _cursor, statement: str, values, _context, _many) -> None:
        if not statement.startswith("EXPLAIN"):
            asked.append((statement, values))

    group = sqlite_ledger.groups.make("Thursdays", "ana-phone")
    evening(sqlite_ledger, group, "Ana", "Ben")
    asked: list[tuple[str, Any]] = []
    sa.event.listen(sqlite_ledger.database.engine, "before_cursor_execute", hear)
    ask(sqlite_ledger, group)
    with sqlite_ledger.database.engine.connect() as connection:
        plans = [
            (statement, step[-1])
            for statement, values in asked
            for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    assert plans
    known = {table.name for table in metadata.sorted_tables}
    assert [plan for plan in plans if plan[1].split()[0] == "SCAN" and plan[1].split()[1] in known] == []

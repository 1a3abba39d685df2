"""What is stored is bounded: a log that is full says so and still opens."""

import json
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from ledger.schema import moves
from scoring.core.log import MAX_EVENTS
from tests.visitor import report

START = {"type": "start", "seat": 0}
UNDO = {"type": "undo"}


@pytest.fixture
def full(table, book):
    """The table, one event short of a full log."""
    now = datetime.now(UTC)
    rows = [
        {"table_id": table.id, "seq": seq, "move_id": f"m-{seq:08}", "seat": 0, "by_seat": None, "at": now,
         "event": START if seq % 2 else UNDO}
        for seq in range(1, MAX_EVENTS)
    ]  # fmt: skip
    with book.database.engine.begin() as connection:
        connection.execute(sa.insert(moves), rows)
    return table


def test_a_full_log_takes_nothing_more_says_so_and_still_opens(ana, full, book):
    report(ana, UNDO, move_id="the-last-one")
    assert book.moves.last_seq(full.id) == MAX_EVENTS
    for event in (START, UNDO):
        report(ana, event, htmx=True)
        ana.answered(422, "This table has 5000 events in its log: open a new one.")
    report(ana, UNDO, htmx=True, move_id="the-last-one", seen=MAX_EVENTS - 1)
    assert ana.status == 200, "the answer to a repeat is that to the first"
    assert book.moves.last_seq(full.id) == MAX_EVENTS
    for path in ("", "/log", "/log.json", "/share"):
        assert ana.client.get(f"/t/{full.code}{path}").status_code == 200


def test_a_log_that_is_saved_when_full_can_be_read_back(ana, full, app):
    report(ana, UNDO)
    log = ana.client.get(f"/t/{full.code}/log.json").get_json()
    assert len(log["events"]) == MAX_EVENTS
    result = app.test_cli_runner().invoke(args=["referee", "lost-cities", "-"], input=json.dumps(log))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("path", "field"), [("report", "seen"), ("undo", "seen"), ("undo", "only"), ("undo", "back_to")]
)
def test_a_number_longer_than_any_float_is_no_report(ana, table, path, field):
    sent = {"csrf_token": ana.token(), "move_id": "long-numbers", "seen": 0, "only": 1, "report": '[{"type":"undo"}]'}
    answer = ana.client.post(f"/t/{table.code}/{path}", data={**sent, field: "9" * 400})
    assert answer.status_code == 400


@pytest.mark.parametrize("host", ["a" * 64, f"{'a' * 64}.example", ".a", "a..b", "..", "[::1", "[x]"])
def test_a_host_that_is_no_name_is_refused_in_few_words(client, host):
    for path in ("/", "/health", "/t/xxxx"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code, len(answer.data) < 100) == (400, True), path
    for name in ("localhost:8000", "[::1]:8000", f"{'a' * 60}:65535", "192.0.2.1:80", "écran.local"):
        assert client.get("/health", headers={"Host": name}).status_code == 200, name

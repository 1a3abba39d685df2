"""What an operator sees: alive, ready, the numbers, and a log that knows tables by number only."""

import json
import logging

import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families

from ledger.schema import library_items
from tests.conftest import open_table
from tests.visitor import report
from tests.web.logged import lines_of_the_log

START = {"type": "start", "seat": 0}


def numbers(client, **headers):
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.get_data(as_text=True))
    return {(one.name, *sorted(one.labels.items())): one.value for family in families for one in family.samples}


def test_a_process_that_answers_is_alive_and_one_with_its_database_is_ready(app, client, monkeypatch):
    assert client.get("/health").status_code == client.get("/ready").status_code == 200
    monkeypatch.setattr(app.extensions["referee"].ledger, "outage", lambda: "gone")
    app.extensions.pop("ready")
    assert client.get("/health").status_code == 200
    assert client.get("/ready").status_code == 503


def test_a_ledger_without_its_schema_is_not_ready(app):
    with app.extensions["referee"].ledger.database.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
    assert "alembic_version" in app.extensions["referee"].ledger.outage()


def test_taps_refusals_conflicts_and_streams_are_counted(ana, client):
    report(ana, START)
    report(ana, {"type": "lay", "seat": 1, "card": "red-7"})
    report(ana, {"type": "lay", "seat": 0, "card": "red-7"}, seen=0)
    report(ana, {"type": "lay", "seat": 0, "card": "x"})
    said = numbers(client)
    game = ("game", "lost-cities")
    for answer in ("recorded", "refused", "behind", "malformed"):
        assert said["cairn_taps_total", ("answer", answer), game] == 1, answer
    assert said["cairn_refusals_total", ("rule", "lost-cities/not-your-turn")] == 1
    assert said["cairn_tap_seconds_count",] == 4
    assert said["cairn_streams",] == 0
    assert ("cairn_ping_seconds_count",) in said


def test_the_numbers_are_for_this_machine_or_for_the_token(app, client):
    far = {"REMOTE_ADDR": "192.0.2.1"}
    assert client.get("/metrics", environ_base=far).status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 403, "a proxy nobody named"
    app.config["METRICS_TOKEN"] = "sesame"
    assert client.get("/metrics").status_code == 403
    for wrong in ("Bearer other", "sesame", "Bearer \u00e9"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 403
    told = client.get("/metrics", headers={"Authorization": "Bearer sesame"}, environ_base=far)
    assert told.status_code == 200
    assert told.content_type.startswith("text/plain; version=")


@pytest.fixture
def lines(app):
    with lines_of_the_log(logging.INFO) as lines:
        yield lines


def test_the_log_knows_the_route_and_the_tables_number_and_neither_names_nor_codes(app, visitor, book, lines):
    ana = open_table(visitor(), name0="Anastasia", name1="Benedikt")
    table = book.tables.by_code(ana.at.split("/")[2])
    report(ana, START)
    ana.go(f"/t/{table.code}/share")
    ana.go(f"/w/{table.watch}?card=Anastasia")
    ana.on("/join").press("Join", spoken=table.spoken)
    said = [json.loads(line) for line in lines]
    assert {"route": "/t/<code>/report", "method": "POST", "status": 303, "table": table.id}.items() <= next(
        line for line in said if line.get("route") == "/t/<code>/report"
    ).items()
    assert all({"at", "level", "said"} <= line.keys() for line in said)
    text = "\n".join(lines)
    for secret in ("Anastasia", "Benedikt", table.code, table.watch, table.spoken, table.opener):
        assert secret not in text


@pytest.mark.parametrize("path", ["/t/{code}", "/new/lost-cities"])
def test_a_fault_is_logged_without_the_address_and_the_page_says_sorry(app, ana, table, lines, monkeypatch, path):
    def fail(*_arguments, **_named):
        raise RuntimeError("a fault of ours")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("web.table.page.live_of", fail)
    monkeypatch.setattr("web.table.lobby.render_template", fail)
    ana.go(path.format(code=table.code))
    ana.answered(500, "Something went wrong.")
    assert "a fault of ours" not in ana.page.html
    fault = next(json.loads(line) for line in lines if json.loads(line)["said"] == "fault")
    assert "a fault of ours" in fault["trace"]
    assert fault["table"] == (table.id if "code" in path else None)
    assert table.code not in "\n".join(lines)


def test_an_error_of_the_database_does_not_tell_what_was_typed(app, ana, book):
    with book.database.engine.connect() as connection, pytest.raises(sa.exc.IntegrityError, match="hidden") as fault:
        connection.execute(
            sa.insert(library_items).values(key="Anastasia", kind=None, name="", body={}, changed_at=None)
        )
    assert "Anastasia" not in str(fault.value)

"""A group or a table as a file: everything checked, nothing by halves; and what is kept."""

import errno
import json
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from sqlite3 import OperationalError
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from ledger import Group, Ledger
from ledger.importing import NOBODY
from referee import Referee
from tests.visitor import Visitor
from web.commands.maintenance import make_demo_data
from web.group.archive import Device, group_file, read_bundle
from web.group.importing import File, Note, bring
from web.server.worker_pool import Busy


@pytest.fixture
def evenings(app: Flask) -> Group:
    """A group in which every game was played once."""
    with app.app_context():
        return make_demo_data(3)


def busy(*_asked: object, **_more: object) -> Future[Any]:
    raise Busy


def saved(visitor: Visitor, path: str) -> dict[str, Any]:
    visitor.go(path)
    assert visitor.response.mimetype == "application/json"
    assert "attachment" in visitor.response.headers["Content-Disposition"]
    return json.loads(visitor.response.get_data(as_text=True))


def import_archive(visitor: Visitor, file: Any, to: str = "/groups") -> Visitor:
    """Bring a file in, as the form does."""
    visitor.go("/groups")
    content = file if isinstance(file, bytes) else json.dumps(file).encode()
    head = f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{visitor.token()}\r\n'
    head += '--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    body, headers = head.encode() + content + b"\r\n--x--\r\n", {"Accept-Language": visitor.language}
    visitor.see(
        visitor.client.post(f"{to}/bring", data=body, content_type="multipart/form-data; boundary=x", headers=headers)
    )
    return visitor


def told(book: Ledger, group: Group) -> list[Any]:
    """All that must come back: outcomes with their facts, players by name, and every log."""
    return [
        (
            outcome.game,
            outcome.settings,
            outcome.opened_at,
            outcome.ended_at,
            [(placed.name, placed.player_id is not None, placed.total, placed.rank) for placed in outcome.players],
            outcome.facts,
            [(row.seq, row.seat, row.by_seat, row.at, row.event) for row in book.moves.read(outcome.table_id)],
        )
        for outcome in book.outcomes.of_group(group.id)
    ]


def test_a_group_that_is_saved_deleted_and_brought_in_is_the_same(app_on_both):
    book = app_on_both.extensions["referee"].ledger
    with app_on_both.app_context():
        group = make_demo_data(3)
    ana = Visitor(app_on_both.test_client())
    before = told(book, group)
    file = saved(ana, f"/g/{group.code}/group.json")
    ana.on(f"/g/{group.code}/data").press("Delete everything", name="Something else")
    assert ana.status == 422
    ana.press("Delete everything", name="Evenings")
    assert book.groups.by_code(group.code) is None
    assert book.outcomes.of_group(group.id) == []
    import_archive(ana, file)
    assert ana.status == 303
    again = book.groups.by_code(ana.response.location.split("/")[-1])
    assert again.code != group.code
    assert told(book, again) == before
    assert saved(ana, f"/g/{again.code}/group.json") == file


def test_what_is_brought_in_twice_is_there_once(book, visitor, evenings):
    ana = visitor()
    file = saved(ana, f"/g/{evenings.code}/group.json")
    for _ in range(2):
        import_archive(ana, file, f"/g/{evenings.code}")
        assert ana.status == 303
        assert len(book.outcomes.of_group(evenings.id)) == 3
    import_archive(ana, {**file, "tables": file["tables"][:1]})
    assert ana.response.location == f"/g/{evenings.code}"
    stranger = import_archive(visitor(), file)
    own = book.groups.by_code(stranger.response.location.split("/")[-1])
    assert own.code != evenings.code
    import_archive(stranger, file)
    assert len(book.outcomes.of_group(own.id)) == 3


def device_of(visitor):
    with visitor.client.session_transaction() as session:
        return session["device"]


@pytest.mark.parametrize("answer", ["Import into “Evenings”", "Import into a new group"])
def test_a_file_that_claims_to_be_of_a_group_is_poured_into_it_only_once_that_was_said(book, visitor, evenings, answer):
    ana = visitor()
    file = saved(ana, f"/g/{evenings.code}/group.json")
    import_archive(ana, file, f"/g/{evenings.code}")
    claims = {**file, "name": "Holiday", "tables": [{**file["tables"][0], "id": "forged"}]}
    import_archive(ana, claims)
    ana.answered(409, "The file “Holiday” says that it is from your group “Evenings”")
    assert len(book.outcomes.of_group(evenings.id)) == 3
    asked, groups_before = ana.page, len(book.groups.of(device_of(ana)))
    ana.press(answer)
    once = len(book.groups.of(device_of(ana)))
    form, button = asked.button(answer)
    ana.post(form.action, [*form.fields, (button.name, button.value)])
    assert len(book.groups.of(device_of(ana))) == once <= groups_before + 1, "said twice it makes one"
    groups = [book.groups.by_code(ana.at.split("/")[-1]), evenings]
    came = {group.name: len(book.outcomes.of_group(group.id)) for group in groups}
    assert came == ({"Evenings": 4} if "Evenings" in answer else {"Holiday": 1, "Evenings": 3})


def test_a_table_is_brought_in_alone_or_into_a_group(book, visitor, evenings):
    ana = visitor()
    outcome = book.outcomes.of_group(evenings.id)[0]
    file = saved(ana, f"/t/{outcome.code}/table.json")
    import_archive(ana, file)
    alone = book.tables.by_code(ana.response.location.split("/")[-1])
    assert (alone.group_id, alone.finished_at, alone.code == outcome.code) == (None, outcome.ended_at, False)
    assert [row.event for row in book.moves.read(alone.id)] == [row.event for row in book.moves.read(outcome.table_id)]
    import_archive(ana, file)
    assert ana.response.location.endswith(alone.code)
    other = book.groups.make("Others", "somebody")
    import_archive(ana, file, f"/g/{other.code}")
    assert [placed.name for placed in book.outcomes.of_group(other.id)[0].players] == list(alone.names)
    assert {player.name for player in book.players.of(other.id)} == set(alone.names)


@pytest.fixture
def parts(book: Ledger, visitor: Callable[[], Visitor], evenings: Group) -> tuple[Visitor, dict[str, Any]]:
    """The file of a finished table, of which a device has all but the last three moves."""
    code = next(one.code for one in book.outcomes.of_group(evenings.id) if one.game == "lost-cities")
    file = {**saved(visitor(), f"/t/{code}/table.json"), "id": "abroad"}
    begun = {key: value for key, value in file.items() if key != "finished_at"} | {"log": file["log"][:-3]}
    return import_archive(visitor(), begun), file


def at_their_table(book: Ledger, ana: Visitor) -> Any:
    return book.tables.by_code(ana.response.location.split("/")[-1])


def test_a_table_that_was_played_on_elsewhere_is_continued_and_whoever_is_at_it_sees_it(
    book, visitor, parts, monkeypatch
):
    told: list[tuple[int, int]] = []
    monkeypatch.setattr("web.group.data.hub", lambda: SimpleNamespace(notify=lambda *news: told.append(news)))
    ana, file = parts
    here = at_their_table(book, ana)
    ben = visitor()
    assert "winner" not in ben.go(f"/t/{here.code}").html
    import_archive(ana, file)
    assert at_their_table(book, ana).finished_at.isoformat() == file["finished_at"]
    assert "3 moves were added to what was here already." in ana.go(f"/t/{here.code}").text
    assert [row.event for row in book.moves.read(here.id)] == [move["event"] for move in file["log"]]
    assert told == [(here.id, len(file["log"]))]
    assert "winner" in ben.go(f"/t/{here.code}").html
    assert "This table was already here." in import_archive(ana, file).go(f"/t/{here.code}").text


def test_a_table_that_has_gone_on_in_two_places_is_there_twice_and_each_goes_on(book, visitor, parts):
    ana, file = parts
    here = at_their_table(book, ana)
    longer = {**file, "log": [*file["log"][:-3], {**file["log"][-4], "event": {"type": "undo"}}]}
    longer.pop("finished_at")
    import_archive(ana, longer)
    assert at_their_table(book, ana).code == here.code
    import_archive(ana, {**file, "log": file["log"][:-1]} | {"finished_at": file["opened_at"]})
    apart = at_their_table(book, ana)
    assert apart.code != here.code
    assert "This table has gone on here as well." in ana.go(f"/t/{apart.code}").text
    import_archive(ana, file)
    assert at_their_table(book, ana).code == apart.code
    assert book.moves.last_seq(apart.id) == len(file["log"])
    assert book.moves.last_seq(here.id) == len(longer["log"])


def test_a_locked_table_stays_as_it_is(book, parts):
    ana, file = parts
    here = at_their_table(book, ana)
    book.tables.set_locked(here.id, True)
    import_archive(ana, file)
    assert at_their_table(book, ana).code != here.code
    assert book.moves.last_seq(here.id) == len(file["log"]) - 3


def test_a_table_of_a_group_is_continued_once_that_was_asked(book, parts):
    ana, file = parts
    ana.on("/groups").press("Create the group", name="Thursdays")
    group = ana.at
    begun = {key: value for key, value in file.items() if key != "finished_at"} | {"log": file["log"][:-3]}
    import_archive(ana, begun, group)
    (table,) = (archive := saved(ana, f"{group}/group.json"))["tables"]
    table |= {"log": file["log"], "finished_at": file["finished_at"]}
    assert import_archive(ana, archive).status == 409
    ana.press("Import into “Thursdays”")
    ana.answered(200, "3 moves were added to what was here already.")
    (played,) = book.tables.of_group(book.groups.by_code(group.split("/")[-1]).id)
    assert (book.moves.last_seq(played.id), played.finished_at is not None) == (len(file["log"]), True)


def test_a_move_that_is_written_while_a_file_is_read_is_seen(book, parts, monkeypatch):
    """The first look at the log comes before the move."""
    ana, file = parts
    here = at_their_table(book, ana)
    read, looks = book.moves.read, []

    def look(table_id: int, *after: int) -> Any:
        looks.append(read(table_id, *after))
        if len(looks) == 1:
            book.moves.append(table_id, seq=len(looks[0]) + 1, move_id="x", seat=0, by_seat=0, event={"type": "undo"})
        return looks[-1]

    monkeypatch.setattr(book.moves, "read", look)
    brought = bring(book, File(json.dumps(file).encode(), Device(here.opener)))
    assert (brought.parted, brought.new, brought.moves) == (True, 1, 0)
    assert [row.move_id for row in read(here.id)][-1] == "x"


@pytest.fixture
def everything(book: Ledger, visitor: Callable[[], Visitor], evenings: Group) -> tuple[Visitor, dict[str, Any]]:
    """A device that knows two groups, has a table and a sheet layout beside them; and the file with all of it."""
    ana = visitor()
    ana.on(f"/g/{evenings.code}").press("Keep it on this device")
    ana.on("/groups").press("Create the group", name="Thursdays")
    ana.on("/shelf").press("Create", name="Ours")
    alone = saved(ana, f"/t/{book.outcomes.of_group(evenings.id)[0].code}/table.json")
    import_archive(ana, {**alone, "id": "alone"})
    return ana, saved(ana, "/everything.json")


def alike(file: dict[str, Any]) -> dict[str, Any]:
    """All of it but the ids of papers, which are made anew where a device keeps them."""
    return {**file, "papers": [{**paper, "id": ""} for paper in file["papers"]]}


def test_everything_of_a_device_goes_to_another_and_is_the_same_there(visitor, everything):
    _, file = everything
    assert [group["name"] for group in file["groups"]] == ["Thursdays", "Evenings"]
    assert [table["id"] for table in file["tables"]] == ["alone"]
    assert [paper["name"] for paper in file["papers"]] == ["Ours"]
    ben = import_archive(visitor(), file)
    assert ben.response.location == "/"
    assert "4 tables were imported." in ben.go("/").text
    assert "Ours" in ben.go("/shelf").text
    again = saved(ben, "/everything.json")
    assert alike(again) == {**alike(file), "groups": again["groups"]}
    assert sorted(again["groups"], key=itemgetter("name")) == sorted(file["groups"], key=itemgetter("name"))


def test_everything_imported_twice_is_there_once_and_one_may_be_asked_where_the_rest_goes(visitor, everything):
    _, file = everything
    ben = import_archive(visitor(), file)
    before = saved(ben, "/everything.json")
    import_archive(ben, file)
    assert ben.status == 303
    assert saved(ben, "/everything.json") == before
    more = [{**group, "players": [*group["players"], "Zoë"]} for group in file["groups"]]
    import_archive(ben, {**file, "groups": more})
    ben.answered(409, "This file says that it is from your groups Thursdays, Evenings")
    assert saved(ben, "/everything.json") == before
    import_archive(ben, {**file, "groups": more})
    ben.press("Import into these groups")
    assert all("Zoë" in group["players"] for group in saved(ben, "/everything.json")["groups"])


@pytest.mark.parametrize(
    ("path", "to", "status", "said"),
    [
        (("version",), 2, 400, "version: this Cairn reads version 1."),
        (("extra",), 1, 400, "device: the key “extra” is unknown."),
        (("tables",), ..., 400, "device: the key “tables” is missing."),
        (("groups", 1, "cairn"), "table", 400, "groups[1]: cairn: one of group is expected."),
        (("groups", 1, "version"), 2, 400, "groups[1]: version: this Cairn reads version 1."),
        (("groups", 1, "tables", 0, "game"), "chess", 400, "groups[1]: tables[0]: game: one of"),
        (("tables", 0, "log", 0), ..., 422, "tables[0]: Event"),
        (("tables", 0), {"cairn": "device"}, 400, "tables[0]: cairn: one of table is expected."),
        (("papers", 0, "body"), 3, 400, "papers[0]:"),
    ],
)
def test_whatever_is_wrong_in_the_file_of_a_device_is_said_and_nothing_of_it_is_kept(
    visitor, everything, path, to, status, said
):
    ben = import_archive(visitor(), changed(everything[1], *path, to=to))
    assert ben.status == status, ben.page.text
    assert said in ben.page.text
    assert saved(ben, "/everything.json") == {"cairn": "device", "version": 1, "groups": [], "tables": [], "papers": []}


def test_everything_that_is_much_says_how_far_it_is_and_its_sheets_are_kept_at_the_end(
    app, visitor, everything, monkeypatch
):
    ana, file = everything
    for limit in ("SHORT", "LONG", "FEW_MOVES"):
        monkeypatch.setattr(f"web.group.data.{limit}", 0)
    monkeypatch.setattr("web.group.importing.A_STEP", 0.01)
    try:
        ana.on("/groups").tap("Export everything")
        ana.tap("Export as JSON")
        assert json.loads(ana.response.get_data(as_text=True)) == file
        ben = import_archive(visitor(), file)
        assert "4 tables were imported." in ben.page.text
        ben.press("Keep the sheets and cards on this device")
        assert "Ours" in ben.page.text
    finally:
        app.extensions["files"].close()


def totals(book: Ledger, group: Group) -> list[Any]:
    return [
        (outcome.game, [(placed.name, placed.total, placed.rank) for placed in outcome.players])
        for outcome in book.outcomes.of_group(group.id)
    ]


def test_the_log_that_a_table_exports_is_imported_and_has_the_same_totals(book, visitor, evenings):
    ana, other = visitor(), book.groups.make("Others", "somebody")
    logs = [saved(ana, f"/t/{outcome.code}/log.json") for outcome in book.outcomes.of_group(evenings.id)]
    for log in logs:
        import_archive(ana, log, f"/g/{other.code}")
        assert ana.status == 303, ana.page.text
    assert sorted(totals(book, other)) == sorted(totals(book, evenings))
    again = {table.game: saved(ana, f"/t/{table.code}/log.json") for table in book.tables.of_group(other.id)}
    assert again == {log["game"]: log for log in logs}


def test_a_log_imported_twice_is_one_table(book, visitor, evenings):
    ana = visitor()
    log = saved(ana, f"/t/{book.outcomes.of_group(evenings.id)[0].code}/log.json")
    import_archive(ana, log)
    first = ana.response.location
    import_archive(ana, log)
    assert ana.response.location == first
    import_archive(ana, {**log, "players": ["Cai", "Dan"]})
    assert ana.response.location != first


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"game": "chess"}, 400, "game: one of"),
        ({"game": ...}, 400, "game: one of"),
        ({"paper": "x"}, 400, "the key “paper” is unknown"),
        ({"hidden": True}, 400, "the key “hidden” is unknown"),
        ({"players": ["Ana"]}, 400, "players"),
        ({"events": {}}, 400, "events: a list of 0 to 5000 entries"),
        ({"events": [{"type": "cheat"}]}, 400, "Event 0:"),
        ({"events": [{"type": "lay", "seat": 0, "card": "red-7"}]}, 422, "Event 0: Round 1 has not begun"),
    ],
)
def test_what_is_wrong_in_a_log_is_said_as_the_referee_says_it(book, visitor, changes, status, said):
    log = {"game": "lost-cities", "players": ["Ana", "Ben"], "events": [{"type": "start", "seat": 0}], **changes}
    ana = import_archive(visitor(), {key: value for key, value in log.items() if value is not ...})
    assert ana.status == status, ana.page.text
    assert said in ana.page.text


def test_no_secret_is_in_a_file(book, visitor, evenings):
    text = json.dumps(saved(visitor(), f"/g/{evenings.code}/group.json"))
    tables = book.tables.of_group(evenings.id)
    secrets = {evenings.code, *(code for table in tables for code in (table.code, table.watch, table.spoken))}
    assert [secret for secret in secrets if secret in text] == []


def test_papers_come_along_with_the_tables_that_use_them(book, visitor):
    ana = visitor().on("/groups")
    ana.press("Create the group", name="Thursdays")
    code = ana.at.split("/")[-1]
    ana.on(f"/g/{code}/new/lutece").press("Open the table", name0="Ana", name1="Ben")
    key = book.tables.by_code(ana.at.split("/")[2]).settings["paper"]
    file = saved(ana, f"/g/{code}/group.json")
    assert key not in json.dumps(file)
    other = import_archive(visitor(), file)
    again = book.groups.by_code(other.response.location.split("/")[-1])
    (fresh,) = again.items.values()
    assert fresh != key
    assert book.library.by_key(fresh).body == book.library.by_key(key).body
    assert book.tables.of_group(again.id)[0].settings["paper"] == fresh
    assert saved(other, f"/g/{again.code}/group.json") == file


def test_a_hidden_score_and_a_lock_come_along(book, visitor, evenings):
    table = book.tables.of_group(evenings.id)[0]
    book.tables.set_locked(table.id, True)
    ana = visitor()
    file = saved(ana, f"/t/{table.code}/table.json")
    file["settings"]["hidden"] = True
    file["log"].append({"at": file["finished_at"], "by": None, "event": {"type": "unveil"}})
    import_archive(ana, file)
    again = book.tables.by_code(ana.response.location.split("/")[-1])
    assert (again.locked, again.settings["hidden"]) == (True, True)
    assert saved(ana, f"/t/{again.code}/table.json") == file


def test_a_move_that_the_rules_refuse_today_comes_along_as_it_was_passed_over(book, visitor, table, ana):
    book.moves.append(
        table.id, seq=1, move_id="old", seat=0, by_seat=0, event={"type": "draw", "seat": 0, "from": "red"}
    )
    file = saved(ana, f"/t/{table.code}/table.json")
    assert file["passed_over"] == [1]
    other = import_archive(visitor(), file)
    assert other.status == 303
    file["log"][0]["event"] = {"type": "start", "seat": 0}
    import_archive(other, file)
    other.answered(400, "Event 0: This move is marked as passed over, but the rules allow it.")


def changed(file: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    """The file with one value replaced; `to` of ... takes it away."""
    copy = json.loads(json.dumps(file))
    place = copy
    for step in path[:-1]:
        place = place[step]
    if to is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return copy


WRONG: list[tuple[tuple[Any, ...], Any, int, str]] = [
    (("cairn",), "cake", 400, "cairn: one of group, table, device is expected."),
    (("cairn",), "device", 400, "This file holds everything of a device"),
    (("cairn",), ..., 400, "the key “cairn” is missing"),
    (("version",), 2, 400, "version: this Cairn reads version 1."),
    (("version",), True, 400, "version: this Cairn reads version 1."),
    (("version",), 1.0, 400, "version: this Cairn reads version 1."),
    (("tables", 0, "day"), "0001-01-01", 400, "tables[0]: day: a day"),
    (("tables", 0, "day"), "1969-12-31", 400, "tables[0]: day: a day"),
    (("tables", 0, "day"), f"{datetime.now(UTC).date() + timedelta(days=2)}", 400, "tables[0]: day: a day"),
    (("extra",), 1, 400, "group: the key “extra” is unknown."),
    (("name",), "", 400, "name: a text of 1 to 80 characters"),
    (("id",), "../x", 400, "id: letters, digits and dashes"),
    (("players",), ["Ana", "Ana"], 400, "nobody of that name is among the players"),
    (("players", 0), {"a": 1}, 400, "players[0]: a text"),
    (("papers",), [{}], 400, "papers[0]: the key “id” is missing."),
    (("papers",), [{"id": "a", "kind": "pad", "name": "P", "body": 3}], 400, "papers[0]:"),
    (("tables",), {}, 400, "tables: a list of 0 to 2000 entries"),
    (("tables", 2), None, 400, "tables[2]: table: an object is expected."),
    (("tables", 1, "id"), "evening-0", 400, "tables: one of them is there twice."),
    (("tables", 0, "game"), "chess", 400, "tables[0]: game: one of"),
    (("tables", 0, "settings"), {"rounds": 99}, 400, "tables[0]: "),
    (("tables", 0, "settings", "paper"), "x", 400, "tables[0]: settings: an object is expected."),
    (("tables", 0, "settings", "hidden"), {"much": "else"}, 400, "tables[0]: settings"),
    (("tables", 0, "paper"), "unknown", 400, "tables[0]: paper: one of"),
    (("tables", 0, "names"), ["Ana"], 400, "tables[0]: names: a list of 2 to 2 entries"),
    (("tables", 0, "names", 0), "\u202e", 400, "tables[0]: players[0]: this text has a character"),
    (("tables", 0, "names", 0), "Ana\u3164", 400, "tables[0]: players[0]: this text has a character"),
    (("tables", 0, "players", 0), "Nemo", 400, "tables[0]: players[0]: nobody of that name"),
    (("tables", 0, "opened_at"), "yesterday", 400, "tables[0]: opened_at: a past time"),
    (("tables", 0, "opened_at"), "2026-11-21T20:15:00", 400, "tables[0]: opened_at: a past time"),
    (("tables", 0, "opened_at"), "9999-12-31T23:59:59-12:00", 400, "tables[0]: opened_at: a past time"),
    (("tables", 0, "locked"), 1, 400, "tables[0]: locked: true or false"),
    (("tables", 0, "log", 3, "at"), 7, 400, "tables[0]: log[3].at: a past time"),
    (("tables", 0, "log", 3, "by"), 2, 400, "tables[0]: log[3].by: a whole number from 0 to 1"),
    (("tables", 0, "log", 3, "event"), {"type": "cheat"}, 400, "tables[0]: Event 3:"),
    (("tables", 0, "log", 0), ..., 422, "tables[0]: Event 0: Round 1 has not begun"),
    (("tables", 0, "passed_over"), [0], 400, "tables[0]: passed_over: a whole number from 1"),
]


def test_whatever_is_wrong_in_a_file_is_said_and_nothing_of_it_is_kept(app, book, visitor, evenings):
    ana = visitor()
    file = saved(ana, f"/g/{evenings.code}/group.json")
    place = next(n for n, table in enumerate(file["tables"]) if table["game"] == "lost-cities")
    file["tables"].insert(0, file["tables"].pop(place))
    other = book.groups.make("Others", "somebody")
    for path, to, status, said in WRONG:
        import_archive(ana, changed(file, *path, to=to), f"/g/{other.code}")
        assert ana.status == status, (path, ana.page.text)
        assert said in ana.page.text, (path, ana.page.text)
    import_archive(ana, b"\xff\xfe")
    assert ana.status == 400
    import_archive(ana, b"[" * 100_000)
    assert ana.status == 400
    assert (book.tables.of_group(other.id), book.players.of(other.id)) == ([], [])
    assert len(book.groups.of("somebody")) == 1


def test_only_a_file_may_be_large_and_not_without_end(visitor, evenings):
    ana = visitor()
    file = saved(ana, f"/g/{evenings.code}/group.json")
    import_archive(ana, json.dumps(file).encode() + b" " * 1_000_000, f"/g/{evenings.code}")
    assert ana.status == 303
    import_archive(ana, b" " * (16 * 1024 * 1024 + 1))
    assert ana.status == 413
    ana.on("/groups").post("/groups", {"csrf_token": ana.token(), "name": "x" * 300_000})
    assert ana.status == 413


def test_a_group_deleted_while_a_file_is_read_is_gone(book, visitor, evenings, monkeypatch):
    ana = visitor()
    file = saved(ana, f"/g/{evenings.code}/group.json")
    monkeypatch.setattr(
        "web.group.importing.read_bundle", lambda *asked: (book.groups.delete(evenings.id), read_bundle(*asked))[1]
    )
    import_archive(ana, file, f"/g/{evenings.code}")
    assert ana.status == 404


def test_a_large_file_is_judged_and_written_in_a_process_of_its_own_with_the_same_answers(app, book, monkeypatch):
    """One pool for it all; what it cannot read or allow is said in the same words."""
    with app.app_context():
        group = make_demo_data(3)
    ana = Visitor(app.test_client())
    file, before = saved(ana, f"/g/{group.code}/group.json"), told(book, group)
    monkeypatch.setattr("web.group.data.SHORT", 0)
    monkeypatch.setattr("web.group.data.FEW_MOVES", 0)
    try:
        assert saved(ana, f"/g/{group.code}/group.json") == file
        import_archive(ana, file)
        assert told(book, book.groups.by_code(ana.response.location.split("/")[-1])) == before
        first = next(n for n, table in enumerate(file["tables"]) if table["game"] == "lost-cities")
        import_archive(ana, changed(file, "tables", first, "log", 0, to=...), f"/g/{group.code}")
        assert (ana.status, "Event 0: Round 1 has not begun" in ana.page.text) == (422, True)
        import_archive(ana, b"[", f"/g/{group.code}")
        assert (ana.status, "This is not JSON" in ana.page.text) == (400, True)
        import_archive(ana, {**file, "name": "Holiday", "players": [*file["players"], "Eve"]})
        assert ana.status == 409
        assert app.extensions["files"].started == 5
    finally:
        app.extensions["files"].close()


@pytest.mark.parametrize(("spaces", "elsewhere"), [(0, False), (64 * 1024, True)])
def test_a_file_of_more_than_64_kilobytes_is_large(table, ana, app, monkeypatch, spaces, elsewhere):
    monkeypatch.setattr(app.extensions["files"], "begin", busy)
    import_archive(ana, json.dumps(saved(ana, f"/t/{table.code}/table.json")).encode() + b" " * spaces)
    assert ana.status == (503 if elsewhere else 303)


def test_a_long_file_says_how_far_it_is_and_then_what_became_of_it(app_on_both, monkeypatch):
    with app_on_both.app_context():
        group = make_demo_data(3)
    book, ana = app_on_both.extensions["referee"].ledger, Visitor(app_on_both.test_client())
    file, before = saved(ana, f"/g/{group.code}/group.json"), told(book, group)
    for limit in ("SHORT", "LONG", "FEW_MOVES", "MANY_MOVES"):
        monkeypatch.setattr(f"web.group.data.{limit}", 0)
    monkeypatch.setattr("web.group.importing.A_STEP", 0.01)
    try:
        assert "Cairn is reading it." in ana.on(f"/g/{group.code}/data").tap("Export as JSON").text
        ana.tap("Export as JSON")
        assert json.loads(ana.response.get_data(as_text=True)) == file
        import_archive(ana, file)
        assert (ana.status, f"{len(file['tables'])} tables were imported." in ana.page.text) == (200, True)
        ana.tap("See the group")
        assert told(book, book.groups.by_code(ana.at.split("/")[-1])) == before
        import_archive(ana, b"[")
        assert "This is not JSON" in ana.page.text
        import_archive(ana, {**file, "name": "Holiday", "players": [*file["players"], "Eve"]})
        ana.press("Import into a new group", text=json.dumps(file))
        ana.tap("See the group")
        assert told(book, book.groups.by_code(ana.at.split("/")[-1])) == before
    finally:
        app_on_both.extensions["files"].close()


@pytest.fixture
def apart(evenings, visitor, app, monkeypatch):
    """Import a file that goes to another process, of which this comes."""
    ana = visitor()
    file = saved(ana, f"/g/{evenings.code}/group.json")
    app.extensions["files"].close()
    monkeypatch.setattr("web.group.data.SHORT", 0)

    def imported(what: Callable[..., Any]) -> Visitor:
        monkeypatch.setattr(app.extensions["files"], "begin", what)
        return import_archive(ana, file)

    return imported


@pytest.mark.parametrize("wrong", [OSError(errno.ENOSPC, "No space left"), OperationalError("disk full")])
@pytest.mark.parametrize(("limit", "status"), [(0, 200), (10**9, 503)], ids=["long", "short"])
def test_a_file_that_the_disk_has_no_room_for_is_told_in_words(apart, monkeypatch, wrong, limit, status):
    def begun(*_asked: object, **_more: object) -> Future[Any]:
        failed: Future[Any] = Future()
        failed.set_exception(wrong)
        return failed

    monkeypatch.setattr("web.group.data.LONG", limit)
    ana = apart(begun)
    assert ana.status == status
    assert "Cairn cannot write at the moment" in ana.page.text


def test_nothing_is_left_of_an_import_whose_process_was_killed(apart, book):
    left = []

    def killed(_work: object, _url: str, sent: File, **_more: object) -> Future[Any]:
        left.append(book.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], f"{NOBODY} {sent.mark}"))
        ended: Future[Any] = Future()
        ended.set_exception(Busy())
        return ended

    assert apart(killed).status == 503
    assert [book.tables.by_code(one.code) for one in left] == [None]


def test_no_note_is_left_of_work_that_was_refused(apart, monkeypatch, tmp_path):
    (tmp_path / "notes").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "notes"))
    assert apart(busy).status == 503
    assert not list((tmp_path / "notes").iterdir())


def test_how_far_it_is_is_told_table_by_table(book, evenings):
    note, said = Note.fresh(), []
    archive = read_bundle(
        {**group_file(Referee(book), evenings), "id": "another"}, None, lambda *step: said.append(step)
    )
    book.importing.group(archive, "another", tell=lambda *step: (said.append(step), note.tell(*step)))
    tables = len(archive.tables)
    assert said[:tables] == [("judged", done, tables) for done in range(tables)]
    assert said[tables][:2] == ("written", 0)
    assert note.read()[:3] == said[-1]
    note.close()
    assert note.read().of_all == 0


def test_too_many_large_files_at_once_are_503_in_words(visitor, evenings, app, monkeypatch):
    monkeypatch.setattr("web.group.data.FEW_MOVES", 0)
    monkeypatch.setattr(app.extensions["files"], "begun", busy)
    ana = visitor().on(f"/g/{evenings.code}/group.json")
    assert (ana.status, ana.response.headers["Retry-After"]) == (503, "60")
    assert "Too many large files" in ana.page.text


def test_too_many_moves_are_refused_before_they_are_judged(visitor, evenings, monkeypatch):
    monkeypatch.setattr("web.group.archive.MOST_MOVES", 100)
    ana = visitor()
    import_archive(ana, saved(ana, f"/g/{evenings.code}/group.json"), f"/g/{evenings.code}")
    ana.answered(400, "more than 100 moves")


def test_what_is_kept_and_for_how_long_is_on_one_page(visitor: Callable[..., Visitor]):
    assert "for 400 days" in visitor().go("/data").text

"""Several phones at one moment: whatever was answered is there, on both databases."""

import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa
from flask import Flask
from werkzeug.test import TestResponse

from ledger import Ledger
from ledger.schema import tables
from scoring.roll_and_write.pad import COLOURS
from tests.patience import SECONDS
from tests.visitor import Visitor, as_form
from tests.web.lutece import OFFERS, three
from web.commands.maintenance import make_demo_data
from web.table.forms import fields, new_move_id

TIMES = 6
Post = Callable[[], TestResponse]


def at_once(posts: list[Post]) -> list[TestResponse]:
    """The answers, in their order."""
    door = Barrier(len(posts))

    def through(post: Post) -> TestResponse:
        door.wait(SECONDS)
        return post()

    with ThreadPoolExecutor(len(posts)) as phones:
        return list(phones.map(through, posts))


@pytest.fixture
def phones(app_on_both: Flask) -> list[Visitor]:
    """Six phones, each with a token."""
    found = [Visitor(app_on_both.test_client()) for _ in range(6)]
    for phone in found:
        phone.go("/shelf")
    return found


@pytest.fixture
def kept(app_on_both: Flask) -> Ledger:
    return app_on_both.extensions["referee"].ledger


def posting(phone: Visitor, path: str, **sent: object) -> Post:
    return lambda: phone.client.post(path, data={"csrf_token": phone.token(), **sent})


def all_taken(answers: list[TestResponse]) -> bool:
    return [answer.status_code for answer in answers] == [303] * len(answers)


def test_what_six_phones_change_on_one_pad_at_once_is_all_there(phones, kept):
    pad = kept.library.put(None, "pad", "Thursday", {"boxes": {colour: ["unknown"] * 9 for colour in COLOURS}})
    for box in range(1, TIMES + 1):
        taps = [
            posting(phone, f"/shelf/{pad.key}/change", **{"report.0.boxes": f'["{colour}-{box}-arrow"]'})
            for phone, colour in zip(phones, COLOURS, strict=True)
        ]
        assert all_taken(at_once(taps))
    boxes = kept.library.by_key(pad.key).body["boxes"]
    assert {tuple(boxes[colour][:TIMES]) for colour in COLOURS} == {("arrow",) * TIMES}


def test_a_pad_that_is_renamed_under_a_finger_has_the_name_and_the_tap(phones, kept):
    for _ in range(TIMES):
        pad = kept.library.put(None, "pad", "Thursday", {"boxes": {colour: ["unknown"] * 9 for colour in COLOURS}})
        tap = posting(phones[0], f"/shelf/{pad.key}/change", **{"report.0.boxes": '["red-1-arrow"]'})
        name = posting(phones[1], f"/shelf/{pad.key}/name", name="Friday")
        assert all_taken(at_once([tap, name]))
        after = kept.library.by_key(pad.key)
        assert (after.name, after.body["boxes"]["red"][0]) == ("Friday", "arrow")


def test_papers_that_are_laid_into_a_group_at_once_are_all_in_it(phones, kept):
    for _ in range(TIMES):
        group = kept.groups.make("Thursdays", "ana-phone")
        laid = []
        for phone in phones:
            key = phone.post("/shelf/new/pad", {"csrf_token": phone.token(), "name": "Pad"}) and phone.at.split("/")[2]
            laid.append((phone, key))
        assert all_taken(at_once([posting(phone, f"/g/{group.code}/papers", key=key) for phone, key in laid]))
        assert set(kept.groups.by_code(group.code).items.values()) == {key for _, key in laid}


def test_what_tables_of_one_box_learn_at_once_is_all_in_it(app_on_both, kept):
    """Each table has its six cards complete with its last report, and all report it together."""
    scribes = [three(lambda _language: Visitor(app_on_both.test_client())) for _ in range(4)]
    codes = [scribe.at.split("/")[2] for scribe in scribes]
    box = kept.tables.by_code(codes[0]).settings["paper"]
    lasts = []
    for number, (scribe, code) in enumerate(zip(scribes, codes, strict=True)):
        share_box(kept, kept.tables.by_code(code).id, box)
        own = [{**one, "card": {**one["card"], "id": f"{one['card']['id']}-{number}"}} for one in OFFERS]
        named = [{**one, "card": {**one["card"], "label": f"{one['tile']} {number}"}} for one in own]
        token = scribe.token()
        sent = {"csrf_token": token, "move_id": new_move_id(), "seen": 0}
        first = scribe.client.post(f"/t/{code}/report", data=as_form([*sent.items(), *fields(named[:5])]))
        assert first.status_code == 303
        sent |= {"move_id": new_move_id(), "seen": 5}
        last = as_form([*sent.items(), *fields(named[5:])])
        lasts.append(lambda scribe=scribe, code=code, last=last: scribe.client.post(f"/t/{code}/report", data=last))
    assert all_taken(at_once(lasts))
    learnt = {card["label"] for card in kept.library.by_key(box).body["cards"]}
    assert learnt == {f"{one['tile']} {number}" for one in OFFERS for number in range(4)}


def share_box(kept: Ledger, table_id: int, box: str) -> None:
    """As a table of a group has it from its form."""
    with kept.database.writing() as connection:
        own = tables.c.id == table_id
        settings = connection.execute(sa.select(tables.c.settings).where(own)).scalar_one()
        connection.execute(sa.update(tables).where(own).values(settings={**settings, "paper": box}))


def test_one_file_brought_in_twice_at_once_makes_one_group_and_one_table(app_on_both, kept):
    with app_on_both.app_context():
        code = make_demo_data(3).code
    group = kept.groups.by_code(code)
    table = kept.tables.of_group(group.id)[0]
    ben = Visitor(app_on_both.test_client())
    ben.go("/groups")
    cookie = ben.client.get_cookie("cairn").value
    for path in (f"/g/{code}/group.json", f"/t/{table.code}/table.json"):
        file = json.dumps(ben.client.get(path).json).encode()

        def bring(file: bytes = file) -> TestResponse:
            again = app_on_both.test_client()
            again.set_cookie("cairn", cookie)
            sent = {"csrf_token": ben.token(), "file": (io.BytesIO(file), "x.json")}
            return again.post("/groups/bring", data=sent, content_type="multipart/form-data")

        answers = at_once([bring, bring])
        assert all_taken(answers)
        assert len({answer.location for answer in answers}) == 1

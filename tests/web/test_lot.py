"""Who begins, drawn by lot: the choice of those who sit there, told to all of them and recorded."""

import pytest

from tests.conftest import open_table
from tests.visitor import report


@pytest.fixture(params=[0, 1])
def drawn(request, monkeypatch):
    """The lot falls on this seat."""
    monkeypatch.setattr("web.table.page.drawn_by_lot", lambda *_: request.param)
    return request.param


def drawn_in(table, seat):
    return f"Drawn by lot: {table.names[seat]} begins."


def test_the_lot_is_told_to_everybody_and_recorded_as_if_somebody_had_said_it(ana, ben, visitor, book, table, drawn):
    ana.go(f"/t/{table.code}")
    assert drawn_in(table, drawn) in ana.press("Draw lots", htmx=True).text
    recorded = [{"type": "start", "seat": drawn}, {"type": "lot", "seat": drawn}]
    assert [row.event for row in book.moves.read(table.id)] == recorded
    for one, page in ((ben, "/t/" + table.code), (visitor(), "/w/" + table.watch), (ana, f"/w/{table.watch}/screen")):
        assert drawn_in(table, drawn) in one.go(page).text


def test_without_a_script_the_lot_is_told_on_the_table(ana, table, drawn):
    page = ana.on(f"/t/{table.code}").press("Draw lots")
    assert drawn_in(table, drawn) in page.text
    assert f"{table.names[drawn]}: tap the card you are playing." in page.text


def test_the_lot_is_told_until_the_next_move_and_is_no_part_of_the_public_log(ana, table, drawn):
    ana.on(f"/t/{table.code}").press("Draw lots")
    report(ana, {"type": "lay", "seat": drawn, "card": "red-5"})
    assert "Drawn by lot" not in ana.go(f"/t/{table.code}").text
    assert "lot" not in [event["type"] for event in ana.client.get(f"/t/{table.code}/log.json").json["events"]]


def test_a_lot_is_undone_with_the_move_that_it_brought(ana, book, table, drawn):
    ana.on(f"/t/{table.code}").press("Draw lots")
    page = ana.press("Undo")
    assert "Draw lots" in page.text
    assert "Drawn by lot" not in page.text


def test_nobody_says_where_the_lot_fell(ana, book, table):
    ana.go(f"/t/{table.code}")
    report(ana, {"type": "lot", "seat": 1})
    assert (ana.status, book.moves.last_seq(table.id)) == (400, 0)


def test_once_somebody_begins_no_lot_is_drawn(ana, ben, book, table, drawn):
    shown = ben.go(f"/t/{table.code}")
    report(ana, {"type": "start", "seat": 1 - drawn})
    form, _button = shown.button("Draw lots")
    ben.post(form.action, form.fields)
    ben.answered(409, "Someone has played meanwhile.")
    assert "Draw lots" not in ben.page.text
    assert len(book.moves.read(table.id)) == 1


def test_a_lot_that_the_network_repeats_is_drawn_once(ana, book, table):
    form, _button = ana.go(f"/t/{table.code}").button("Draw lots")
    for _ in range(3):
        ana.post(form.action, form.fields)
        assert ana.status == 200
    assert len(book.moves.read(table.id)) == 2


def test_the_lot_falls_on_either(visitor, book):
    seats = set()
    for _ in range(20):
        ana = open_table(visitor())
        ana.press("Draw lots", htmx=True)
        seats.add(book.moves.read(book.tables.by_code(ana.at.split("/")[2]).id)[0].seat)
    assert seats == {0, 1}


def test_who_only_watches_draws_none(ana, visitor, book, table):
    assert "Draw lots" not in visitor().go(f"/w/{table.watch}").text
    stranger = visitor().on(f"/t/{table.code}")
    form, _button = ana.go(f"/t/{table.code}").button("Draw lots")
    stranger.post(form.action, {**dict(form.fields), "csrf_token": stranger.token()})
    assert (stranger.status, book.moves.last_seq(table.id)) == (403, 0)


def test_after_a_round_the_player_who_is_ahead_begins_and_no_lot(ana):
    for event in (
        {"type": "start", "seat": 0},
        {"type": "count", "seat": 0, "expeditions": {"red": [5]}},
        {"type": "count", "seat": 1, "expeditions": {}},
    ):
        report(ana, event)
    assert "Draw lots" not in ana.go(ana.at.rpartition("/report")[0] or ana.at).text


def test_a_game_whose_first_throw_says_who_begins_asks_every_phone_for_the_throw_of_who_was_drawn(visitor, book, drawn):
    ana, ben, name = open_table(visitor(), "roll-and-write"), visitor(), ("Ana", "Ben")[drawn]
    table = book.tables.by_code(ana.at.split("/")[2])
    ana.press("Draw lots", htmx=True)
    ben.on(ana.at).press("Ben")
    for page in (ana.page, ben.page):
        assert drawn_in(table, drawn) in page.text
        assert "Draw lots" not in page.text
        ticked = [
            had["data-said"] for _tag, had in page.tags if had.get("name") == "report.0.seat" and "checked" in had
        ]
        assert ticked == [name]
    assert [row.event for row in book.moves.read(table.id)] == [{"type": "lot", "seat": drawn}]


def test_of_two_phones_that_draw_at_once_one_does(visitor, book, drawn):
    ana, ben = open_table(visitor(), "roll-and-write"), visitor()
    ben.on(ana.at).press("Ben")
    form, _button = ben.page.button("Draw lots")
    ana.press("Draw lots", htmx=True)
    ben.post(form.action, form.fields)
    ben.answered(409, "Someone has played meanwhile.", "Drawn by lot")
    assert len(book.moves.read(book.tables.by_code(ana.at.split("/")[2]).id)) == 1

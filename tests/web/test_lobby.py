"""The lobby: choose a game, say who plays, sit down, draw who begins; or practise, on a table that is nobody's."""

from datetime import timedelta

import pytest

from scoring import GAMES
from tests.conftest import open_table
from tests.homes import ROOT, SOLD
from tests.visitor import Visitor, report
from web.http.answers import static_path


def typed(**changed):
    return {"name0": "Ana", "name1": "Ben", "edition": "0", "colours": "0", "rounds": "2", **changed}


def new_table(visitor, key="lost-cities", **changed):
    visitor.go(f"/new/{key}")
    form = visitor.page.forms[-1]
    return visitor.post(f"/new/{key}", form.filled(**typed(**changed)), follow=False)


def values(page):
    return [had.get("value") for tag, had in page.tags if tag == "input" and had.get("name", "").startswith("name")]


def test_the_first_page_offers_every_game_with_its_picture(visitor):
    page = visitor().go("/")
    assert page.tags[0][0] == "html"
    for game in GAMES.values():
        assert page.link(game.title) == f"/new/{game.key}"
    for key in SOLD:
        file = f"{key.replace('-', '_')}-vignettes.svg"
        assert f'href="{static_path()}/{file}#game"' in page.html
        assert 'id="game"' in (ROOT / "static" / file).read_text()
    assert (page.link("Print"), page.link("My sheets and cards")) == ("/print", "/shelf")


@pytest.mark.parametrize("path", ["/new/chess", "/count/chess", "/rules/chess", "/c/chess", "/shelf/guess"])
def test_what_cairn_does_not_know_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_the_first_page_leads_back_to_the_table_that_is_not_over(ana, table):
    assert ana.go("/").link("Back to your table") == f"/t/{table.code}"
    assert "Lost Cities Ana, Ben" in ana.page.text


def test_a_table_that_is_not_over_stands_before_finished_ones_and_however_many_are_found(ana, table, book):
    for _ in range(8):
        over = book.tables.open("lost-cities", {}, ["Ana", "Cloé"], table.opener)
        book.moves.append(over.id, seq=1, move_id="m", seat=0, by_seat=0, event={"type": "end"}, finished=True)
    rows = [href for href, _ in ana.go("/").links if href.startswith("/t/")]
    assert rows[:2] == [f"/t/{table.code}"] * 2, "the way back, and the first of the list"
    others = [book.tables.open("lost-cities", {}, ["Ana", "Zoé"], table.opener) for _ in range(9)]
    under_way = [href for href, _ in ana.tap("All tables").links if href.startswith("/t/")]
    assert {f"/t/{one.code}" for one in [table, *others]} <= {*under_way}


def test_the_form_of_a_game_has_a_choice_for_each_of_its_settings(visitor):
    page = visitor().go("/new/lost-cities")
    form = page.forms[-1]
    assert form.choices["rounds"] == [str(number) for number in range(9)]
    assert {"edition", "colours", "bonus_counts_wagers"} < set(form.choices)
    assert dict(form.fields)["rounds"] == "2", "three rounds unless something else is chosen"


def test_the_settings_chosen_are_the_settings_of_the_table(visitor, book):
    ana = visitor()
    new_table(ana, colours="1", rounds="0", bonus_counts_wagers="1")
    table = book.tables.by_code(ana.response.location.split("/")[-1])
    assert table.settings == {"edition": "iello-2018", "colours": 6, "rounds": 1, "bonus_counts_wagers": False}
    assert table.names == ("Ana", "Ben")


def test_the_order_of_seats_is_drawn_by_lot_and_what_was_chosen_stays(visitor, book, monkeypatch):
    monkeypatch.setattr("web.table.lobby.SystemRandom.shuffle", lambda _self, typed: typed.reverse())
    ana = visitor()
    ana.on("/new/roll-and-write").press("by lot", name0="Ana", name1="Ben", name2="Zoé")
    assert (ana.status, values(ana.page)[:3]) == (200, ["Zoé", "Ben", "Ana"])
    assert book.tables.of("", 9) == []


def test_last_used_names_are_offered(visitor):
    ana = visitor()
    new_table(ana, name0="Zoé", name1="Ben")
    page = ana.go("/new/lost-cities")
    assert values(page) == ["Zoé", "Ben"]
    page = ana.go("/new/roll-and-write")
    assert {had["value"] for tag, had in page.tags if tag == "option" and not had["value"].isdecimal()} >= {
        "Zoé",
        "Ben",
    }


def is_open(page):
    return "open" in next(had for tag, had in page.tags if tag == "details" and had.get("class") == "settings")


def test_what_was_chosen_last_time_stands_in_a_line_and_the_next_table_is_one_tap(visitor, book):
    ana = visitor()
    page = ana.go("/new/lost-cities")
    assert "Edition: Lost Cities, Le duel (Iello, 2018) · Colours: 5 colours · Rounds: 3 rounds" in page.text
    assert not is_open(page)
    chosen = page.forms[-1].tick("Hide the scores until the end").filled(**typed(colours="1", rounds="0"))
    ana.post("/new/lost-cities", chosen)
    page = ana.go("/new/lost-cities")
    assert "Colours: 6 colours (long game) · Rounds: 1 round" in page.text
    assert "Hide the scores until the end Change" in page.text
    first = ana.press("Open the table").text
    assert "round 1 of 1" in first
    assert "hidden" in first
    assert "Hide the scores" not in visitor().go("/new/lost-cities").text.split("Change")[0], "another device"


def test_a_choice_that_is_still_to_be_made_or_was_refused_is_open(visitor):
    ana = visitor()
    assert is_open(ana.go("/new/roll-and-write")), "which sheets is asked the first time"
    open_table(ana, "roll-and-write", pad="1")
    assert "Your sheets: " in ana.go("/new/roll-and-write").text
    assert not is_open(ana.page)
    assert is_open(ana.go("/new/lutece")), "nothing to be said in a line"
    new_table(ana, edition="2", colours="1")
    assert is_open(ana.page)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name1": ""}, "A name is missing."),
        ({"name1": "   "}, "A name is missing."),
        ({"name1": "Ana"}, "Two players have the same name."),
        ({"name1": " Ana "}, "Two players have the same name."),
        ({"name1": "ANA"}, "Ana and ANA are too alike: add a letter to one of them."),
        ({"name1": "x" * 41}, "40 characters"),
        ({"name1": "Be\x00n"}, "a character that cannot be shown"),
        ({"name1": "Be\u202en"}, "a character that cannot be shown"),
        ({"rounds": "9"}, "Not a valid choice"),
        ({"rounds": "-1"}, "Not a valid choice"),
        ({"rounds": "three"}, "Not a valid choice"),
        ({"edition": "2", "colours": "1"}, "Les Cités perdues (Tilsit, 1999) has five colours."),
    ],
)
def test_what_cannot_be_a_table_is_said_and_what_was_typed_is_kept(visitor, book, changed, why):
    ana = visitor()
    page = new_table(ana, **changed)
    ana.answered(422, why)
    assert values(page)[0] == "Ana"
    assert book.tables.by_code("") is None
    assert "Your tables" not in ana.go("/").text


def test_whoever_opens_a_table_keeps_score_for_everyone(ana, table, book):
    assert len(book.seats.sittings(table.id)) == 2
    assert "keeps score for everyone" in ana.go(f"/t/{table.code}/share").text


def test_another_phone_sits_down_at_one_seat(ben, table, book):
    assert len(book.seats.sittings(table.id)[1]) == 2
    assert len(book.seats.sittings(table.id)[0]) == 1
    assert "This device plays for Ben." in ben.go(f"/t/{table.code}/share").text


def test_a_phone_may_change_its_seat_and_stand_up(ben, table, book):
    ben.post(f"/t/{table.code}/sit", {"csrf_token": ben.token(), "seat": "0"})
    assert [len(devices) for devices in book.seats.sittings(table.id).values()] == [2, 1]
    ben.post(f"/t/{table.code}/sit", {"csrf_token": ben.token(), "seat": "none"})
    assert [len(devices) for devices in book.seats.sittings(table.id).values()] == [1, 1]
    assert ben.page.gone() == [f"/t/{table.code}", f"/w/{table.watch}", f"/r/{table.watch}"]
    assert ben.go(f"/t/{table.code}").gone() == []


@pytest.mark.parametrize("seat", ["-1", "2", "", "0 ", "٠"])
def test_a_seat_that_is_not_there_is_refused_and_costs_nobody_the_own(ben, table, book, seat):
    before = book.seats.sittings(table.id)
    ben.post(f"/t/{table.code}/sit", {"csrf_token": ben.token(), "seat": seat})
    ben.answered(422, "There is no such seat")
    assert book.seats.sittings(table.id) == before


def test_a_table_is_joined_with_its_spoken_code(visitor, table):
    cai = visitor().on("/join")
    cai.press("Join", spoken=f" {table.spoken[:3].lower()}-{table.spoken[3:].lower()} ")
    assert cai.at == f"/t/{table.code}"
    assert "Who are you?" in cai.page.text


@pytest.mark.parametrize("spoken", ["", "AAAAAA", "x" * 500, "\x00", "é", "%"])
def test_a_code_that_no_table_has_is_said_and_kept(visitor, spoken):
    cai = visitor().on("/join")
    cai.press("Join", spoken=spoken)
    cai.answered(422, "No table has this code.")
    kept = [had["value"] for tag, had in cai.page.tags if tag == "input" and had.get("name") == "spoken"]
    assert kept == [spoken[:40]]


def test_the_tables_of_others_are_not_offered(visitor, table):
    assert "Your tables" not in visitor().go("/").text


def test_whoever_opened_a_table_may_delete_it(ana, ben, table, book):
    assert "The table has been deleted." in ana.on(f"/t/{table.code}/share").press("Delete for good").text
    assert book.tables.by_code(table.code) is None
    assert "the table may have been deleted" in ben.go(f"/t/{table.code}").text
    assert "This table has been deleted." in ben.go(f"/t/{table.code}?was").text
    assert ben.status == 404


def test_the_share_page_has_both_links_and_a_picture_of_the_one_to_play(ana, table):
    page = ana.go(f"/t/{table.code}/share")
    links = [had["value"] for tag, had in page.tags if tag == "input" and "readonly" in had]
    assert links == [f"http://localhost/t/{table.code}", f"http://localhost/w/{table.watch}"]
    assert table.spoken in page.text
    assert any("qr" in (had.get("class") or "").split() for tag, had in page.tags if tag == "svg")


# A practice table


every_game = pytest.mark.parametrize("key", GAMES)


def practise(visitor: Visitor, key: str) -> str:
    """Tap "Practise" on the opening page; the code of the table."""
    visitor.on("/").press(f"Practise: {GAMES[key].title}")
    return visitor.at.split("/")[2]


@every_game
def test_one_tap_opens_a_game_under_way(visitor, book, key):
    ana = visitor()
    table = book.tables.by_code(practise(ana, key))
    assert ana.status == 200
    assert table.practice
    assert book.moves.last_seq(table.id) == len(GAMES[key].lesson.practice.log["events"])
    assert len(book.seats.sittings(table.id)) == len(table.names)


def test_it_can_be_played_on_and_taken_back(visitor, book):
    ana = visitor()
    table = book.tables.by_code(practise(ana, "lost-cities"))
    assert "Delete this table" not in ana.go(f"{ana.at}/share").text, "it has no host"
    report(ana, {"type": "lay", "seat": 0, "card": "white-9"})
    assert ana.status == 303
    report(ana, {"type": "lay", "seat": 1, "card": "blue-5"})
    assert ana.status == 422
    report(ana, {"type": "undo"})
    assert book.moves.last_seq(table.id) == len(GAMES["lost-cities"].lesson.practice.log["events"]) + 2


def test_those_of_yesterday_end_when_the_next_one_is_opened(visitor, book, monkeypatch):
    ana = visitor()
    old = practise(ana, "lutece")
    new = practise(ana, "lutece")
    assert book.tables.by_code(old)
    monkeypatch.setattr("web.table.lobby.A_DAY", -timedelta(seconds=1))
    practise(ana, "lutece")
    assert [book.tables.by_code(old), book.tables.by_code(new)] == [None, None]


@every_game
def test_what_to_try_first_is_said_only_at_first(visitor, book, key):
    ana = visitor()
    table = book.tables.by_code(practise(ana, key))
    opened = '<details class="notice" open>'
    assert opened in ana.page.html
    for seq in range(6):
        last = book.moves.last_seq(table.id)
        book.moves.append(
            table.id, seq=last + 1, move_id=f"undo-{seq}", seat=None, by_seat=None, event={"type": "undo"}
        )
    assert opened not in ana.go(f"/t/{table.code}").html


# Who begins, drawn by lot


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

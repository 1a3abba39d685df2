"""The lobby: choose a game, say who plays, sit down."""

import pytest

from scoring import GAMES
from tests.homes import ROOT, SOLD
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
    ben.go(f"/t/{table.code}")
    assert ben.status == 404


def test_the_share_page_has_both_links_and_a_picture_of_the_one_to_play(ana, table):
    page = ana.go(f"/t/{table.code}/share")
    links = [had["value"] for tag, had in page.tags if tag == "input" and "readonly" in had]
    assert links == [f"http://localhost/t/{table.code}", f"http://localhost/w/{table.watch}"]
    assert table.spoken in page.text
    assert any("qr" in (had.get("class") or "").split() for tag, had in page.tags if tag == "svg")

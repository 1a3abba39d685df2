"""The names, the place, the day and the note of a game: changed by who opened it, shown wherever it is shown."""

import json
import re
from datetime import date
from urllib.parse import unquote

import pytest

from ledger.entries import NOTHING_TYPED
from scoring import GAMES
from tests.pages import table_after
from tests.visitor import Visitor
from tests.web.lost_cities import OVER, happened
from tests.web.test_data import import_archive
from tests.web.test_games import recorded
from tests.web.test_group import circle, group, names, opened, played

WORD = re.compile(r"\w+")
__all__ = ["circle", "group"]


@pytest.fixture
def over(ana, book, table):
    """Ana's and Ben's game is over."""
    recorded(book, table, OVER)
    return book.tables.by_code(table.code)


def about(visitor: Visitor, table, **typed: str) -> Visitor:
    """What somebody types about a game."""
    visitor.go(f"/t/{table.code}/about")
    visitor.press("Save", **typed)
    return visitor


def test_a_name_is_mended_under_way_and_everywhere_it_is_shown_follows(ana, ben, book, table):
    happened(book, table, [{"type": "start", "seat": 1}])
    assert "Ben: tap the card" in ben.go(f"/t/{table.code}").text
    ana.go(f"/t/{table.code}/share")
    ana.tap("Names, place and day")
    about(ana, table, name1="Benoît")
    assert ana.at == f"/t/{table.code}/share"
    for path in (f"/t/{table.code}", f"/t/{table.code}/log", f"/w/{table.watch}", f"/r/{table.watch}", "/"):
        page = ana.go(path)
        assert "Benoît" in page.text, path
        assert "Ben " not in page.text, path
    assert json.loads(ana.client.get(f"/t/{table.code}/log.json").text)["players"] == ["Ana", "Benoît"]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 1.0])
@pytest.mark.parametrize("key", GAMES)
def test_a_table_of_any_game_shows_no_name_that_was_mended(app, book, visitor, key, share):
    table = table_after(app, key, share, seed=1)
    someone = visitor().on(f"/t/{table.code}")
    someone.post(f"/t/{table.code}/sit", {"csrf_token": someone.token(), "seat": "all"})
    paths = [f"/t/{table.code}", f"/t/{table.code}/log", f"/w/{table.watch}/screen", f"/r/{table.watch}"]
    before = [someone.go(path).text for path in paths]
    book.tables.set_about(table.id, NOTHING_TYPED, {seat: f"{name}vtt" for seat, name in enumerate(table.names)})
    for path, text in zip(paths, before, strict=True):
        gone = [word for name in table.names for word in WORD.findall(someone.go(path).text) if word == name]
        assert (path, gone, table.names[0] in text) == (path, [], True)


def test_after_the_game_too_and_the_next_table_offers_the_name_as_it_is_now(ana, over):
    about(ana, over, name0="Anna")
    assert ana.at == f"/r/{over.watch}"
    assert "Anna" in ana.page.text
    assert 'value="Anna"' in ana.go("/new/lost-cities").html
    assert 'value="Ana"' not in ana.page.html


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"name1": " "}, "A name is missing."),
        ({"name1": "Ana"}, "Two players have the same name."),
        ({"name1": "ana"}, "Ana and ana are too alike"),
        ({"name1": "B\u202een"}, "This name has a character that cannot be shown."),
        ({"day": "2999-01-01"}, "Choose a day that has come, not later than today."),
        ({"day": "yesterday"}, "Choose a day that has come, not later than today."),
        ({"place": "x" * 41}, "At most 40 characters for the place, 240 for the note."),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_is_kept(ana, book, over, typed, why):
    about(ana, over, note="By the sea", **typed)
    ana.answered(422, why)
    assert 'value="By the sea"' in ana.page.html
    assert book.tables.by_code(over.code) == over


def test_nobody_else_changes_it_and_a_locked_game_is_unlocked_first(ana, ben, book, over):
    for visitor in (ben, ben.on(f"/r/{over.watch}")):
        assert "Names, place and day" not in visitor.page.text
    ben.go(f"/t/{over.code}/about")
    assert ben.status == 403
    ben.post(f"/t/{over.code}/about", {"csrf_token": ben.token(), "name0": "X", "name1": "Y"})
    assert ben.status == 403
    book.tables.set_locked(over.id, True)
    assert "This table is locked: unlock it first." in ana.go(f"/t/{over.code}/about").text
    assert book.tables.by_code(over.code).names == ("Ana", "Ben")


def test_place_day_and_note_are_shown_where_the_game_is(ana, over):
    about(ana, over, place="Chez  Zoé", day="2026-05-01", note="Rain outside")
    assert "1 May 2026 · Chez Zoé" in ana.page.text
    assert "Rain outside" in ana.page.text
    for path in ("/", "/games"):
        assert "1 May 2026 · Chez Zoé" in ana.go(path).text
    assert "2026-05-01" in (lines := ana.client.get("/games.csv").text)
    assert "Chez Zoé,Rain outside" in lines
    page = ana.go(f"/r/{over.watch}/record")
    assert 'value="Chez Zoé"' in page.html
    assert 'value="Rain outside"' in page.html
    play = json.loads(unquote(ana.go(f"/r/{over.watch}").link("Send to BG Stats").partition("data=")[2]))
    assert (play["playDate"], play["location"]) == ("2026-05-01 12:00:00", "Chez Zoé")
    assert play["comments"].startswith("Rain outside\nhttp")


def test_the_day_on_which_it_was_recorded_goes_without_saying(ana, book, over):
    about(ana, over)
    assert book.tables.by_code(over.code).day is None


def test_what_is_said_of_a_game_travels_with_its_file(ana, book, over, visitor):
    about(ana, over, place="Chez Zoé", day="2026-05-01", note="Rain")
    file = json.loads(ana.client.get(f"/t/{over.code}/table.json").text)
    assert (file["place"], file["day"], file["note"]) == ("Chez Zoé", "2026-05-01", "Rain")
    other = import_archive(visitor(), file)
    assert "1 May 2026 · Chez Zoé" in other.go("/games").text
    refused = import_archive(visitor(), file | {"day": "May"})
    assert "day: a day like 2026-11-21 is expected." in refused.page.text


def test_in_a_group_the_seat_is_that_of_the_player_of_the_name(circle, group, book):
    table = played(circle, group, book, "Ana", "Chole")
    about(circle, table, name1="Chloé")
    assert names(book, group).keys() == {"Ana", "Chloé"}, "who has no game left goes"
    ours = names(book, group)
    assert book.tables.by_code(table.code).players == (ours["Ana"], ours["Chloé"])
    page = circle.go(f"/g/{group.code}")
    assert "Chloé" in page.text
    assert "Chole" not in page.text


def test_a_player_of_other_games_stays_as_he_is(circle, group, book):
    first = played(circle, group, book, "Ana", "Ben")
    second = played(circle, group, book, "Ana", "Ben")
    about(circle, second, name1="Cai")
    ours = names(book, group)
    assert ours.keys() == {"Ana", "Ben", "Cai"}
    assert book.tables.by_code(first.code).players == (ours["Ana"], ours["Ben"])
    assert book.tables.by_code(second.code).players == (ours["Ana"], ours["Cai"])


def test_who_sits_there_already_under_another_name_of_today_is_refused(circle, group, book):
    table = opened(circle, group, book, "Ana", "Ben")
    book.players.rename(group.id, names(book, group)["Ben"], "Benoît")
    about(circle, table, name0="Benoît")
    circle.answered(422, "Two players have the same name.")
    assert book.tables.by_code(table.code).names == ("Ana", "Ben")
    assert names(book, group).keys() == {"Ana", "Benoît"}


def test_games_stand_in_the_order_of_their_days(ana, book, over, visitor):
    table = book.tables.open("lost-cities", {}, ["Ana", "Cai"], over.opener)
    recorded(book, table, OVER)
    about(ana, book.tables.by_code(table.code), day="2026-05-01")
    listed = ana.go("/games").text.partition("2 finished games.")[2]
    assert listed.index("Ben") < listed.index("Cai")
    assert book.tables.by_code(table.code).day == date(2026, 5, 1)

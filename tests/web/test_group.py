"""The group: made, shared, left; its players, tables and papers; a table opened from it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from ledger import Group, Ledger, Table
from ledger.schema import groups
from tests.conftest import open_table
from tests.visitor import Visitor, record

OVER = [{"type": "start", "seat": 0}, *({"type": "count", "seat": seat, "expeditions": {}} for seat in (0, 1))]


@pytest.fixture
def circle(visitor: Callable[..., Visitor]) -> Visitor:
    """Somebody who has just made the group “Thursdays”, and sees it."""
    one = visitor().on("/groups")
    one.press("Create the group", name=" Thurs  days ")
    assert one.status == 200
    return one


@pytest.fixture
def group(circle: Visitor, book: Ledger) -> Group:
    return book.groups.by_code(circle.at.split("/")[-1])


def names(book: Ledger, group: Group) -> dict[str, int]:
    return {player.name: player.id for player in book.players.of(group.id)}


def opened(circle: Visitor, group: Group, book: Ledger, *who: str) -> Table:
    """A table of Lost Cities opened from the group, by somebody who types the names."""
    circle.go(f"/g/{group.code}/new/lost-cities")
    seats = {f"name{seat}": name for seat, name in enumerate(who)}
    if "new0" in circle.page.html:
        seats = {f"name{seat}": "new" for seat in range(len(who))} | {f"new{n}": name for n, name in enumerate(who)}
    circle.press("Open the table", **seats)
    return book.tables.by_code(circle.at.split("/")[2])


def played(circle: Visitor, group: Group, book: Ledger, *who: str) -> Table:
    table = opened(circle, group, book, *who)
    for _ in range(table.settings["rounds"]):
        for event in OVER:
            record(circle, event)
    return book.tables.by_code(table.code)


def test_a_group_is_made_from_home_and_found_there_again(circle, group):
    assert group.name == "Thurs days"
    circle.on("/").tap("Thurs days")
    assert circle.at == f"/g/{group.code}"
    assert f"/g/{group.code}" in circle.page.html
    assert circle.page.html.count("<svg") >= 2


UNFIT = [
    ("", "A name is missing."),
    ("  ", "A name is missing."),
    ("x" * 41, "A name has at most 40 characters."),
    ("a\u202eb", "This name has a character that cannot be shown."),
]


@pytest.mark.parametrize(("name", "why"), UNFIT)
def test_a_group_has_a_name_that_can_be_shown_and_a_refused_one_is_still_there(circle, book, name, why):
    circle.on("/groups").press("Create the group", name=name)
    circle.answered(422, why)
    form, _button = circle.page.button("Create the group")
    assert ("name", name) in form.filled()


def test_whoever_has_the_link_keeps_the_group_and_leaves_it_again(circle, group, visitor, book):
    guest = visitor("fr").on(f"/g/{group.code}")
    assert "Quelqu’un a partagé ce groupe avec vous" in guest.page.text
    assert "a partagé ce groupe avec vous" not in guest.press("Garder sur cet appareil").text
    guest.on("/").tap("Thurs days")
    guest.press("Quitter le groupe")
    assert "Thurs days" not in guest.go("/").text
    assert book.groups.by_code(group.code) is not None


def test_a_group_is_renamed(circle, group):
    circle.press("Rename", name="Fridays")
    assert circle.page.text.startswith("Fridays")


def test_a_visit_keeps_the_group_in_use_at_most_once_a_day(circle, group, book):
    def used() -> datetime:
        return book.groups.by_code(group.code).changed_at

    before = used()
    circle.go(f"/g/{group.code}")
    assert used() == before
    with book.database.engine.begin() as connection:
        connection.execute(groups.update().values(changed_at=datetime.now(UTC) - timedelta(days=30)))
    circle.go(f"/g/{group.code}/players")
    assert datetime.now(UTC) - used() < timedelta(minutes=1)


# Tables


def test_who_sits_at_a_table_of_the_group_is_a_player_and_is_offered_next_time(circle, group, book):
    table = opened(circle, group, book, "Zoé", "Ana")
    assert (table.group_id, list(names(book, group))) == (group.id, ["Ana", "Zoé"])
    form = circle.go(f"/g/{group.code}/new/lost-cities").forms[-1]
    assert form.choices["name0"] == ["known:Ana", "known:Zoé", "new"]
    assert dict(form.fields)["name0"] == "known:Zoé"
    assert dict(form.fields)["name1"] == "known:Ana"
    circle.press("Open the table", name0="known:Ana", name1="new", new1="Ben")
    assert book.tables.by_code(circle.at.split("/")[2]).names == ("Ana", "Ben")
    assert list(names(book, group)) == ["Ana", "Ben", "Zoé"]


def test_the_settings_of_the_last_table_of_the_game_are_offered(circle, group, book):
    opened(circle, group, book, "Ana", "Ben")
    circle.on(f"/g/{group.code}/new/lost-cities").press("Open the table", rounds="0", bonus_counts_wagers="1")
    form = circle.go(f"/g/{group.code}/new/lost-cities").forms[-1]
    assert (dict(form.fields)["rounds"], dict(form.fields)["bonus_counts_wagers"]) == ("0", "1")
    form = circle.go(f"/g/{group.code}/new/lutece").forms[-1]
    assert form.choices["name2"] == ["", "known:Ana", "known:Ben", "new"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name0": "known:Ana", "name1": "known:Ana"}, "Two players have the same name."),
        ({"name0": "known:Ana", "name1": "new", "new1": "Ana"}, "Two players have the same name."),
        ({"name0": "known:Ana", "name1": "new", "new1": "ana"}, "Ana and ana are too alike"),
        ({"name0": "known:Ana", "name1": "new"}, "A name is missing."),
        ({"name0": "known:Nemo", "name1": "known:Ben"}, "Not a valid choice"),
    ],
)
def test_a_table_of_the_group_needs_different_players_that_there_are(circle, group, book, typed, said):
    opened(circle, group, book, "Ana", "Ben")
    circle.on(f"/g/{group.code}/new/lost-cities").press("Open the table", **typed)
    circle.answered(422, said)


def test_the_box_of_a_table_is_the_groups_and_every_phone_may_use_it(circle, group, book, visitor):
    circle.on(f"/g/{group.code}/new/lutece").press("Open the table", name0="Ana", name1="Ben")
    key = book.tables.by_code(circle.at.split("/")[2]).settings["paper"]
    assert list(book.groups.by_code(group.code).items.values()) == [key]
    guest = visitor()
    form = guest.go(f"/g/{group.code}/new/lutece").forms[-1]
    assert "paper" not in dict(form.fields), "among boxes without a card there is nothing to choose"
    book.library.put(key, "box", "Box", {"cards": [{"id": "c1", "kind": "legionnaire", "cost": 2}]})
    form = guest.go(f"/g/{group.code}/new/lutece").forms[-1]
    assert dict(form.fields)["paper"] == key
    guest.on(f"/g/{group.code}").press("Remove")
    assert book.groups.by_code(group.code).items == {}
    assert book.library.by_key(key) is not None


def test_a_paper_of_the_own_shelf_is_put_into_the_group(circle, group, book, visitor):
    circle.on("/shelf").post("/shelf/new/pad", {"csrf_token": circle.token(), "name": "Attic pad"})
    key = circle.at.split("/")[-1]
    circle.post(f"/shelf/{key}/change", {"csrf_token": circle.token(), "report.0.boxes": '["red-1-arrow"]'})
    circle.on(f"/g/{group.code}").press("Add", key=key)
    assert "Attic pad" in visitor().go(f"/g/{group.code}").text
    form = visitor().go(f"/g/{group.code}/new/roll-and-write").forms[-1]
    assert f"shelf:{key}" in form.choices["pad"]
    stranger = visitor().on(f"/g/{group.code}")
    stranger.post(f"/g/{group.code}/papers", {"csrf_token": stranger.token(), "key": key})
    assert stranger.status == 422


def test_a_table_of_this_device_is_put_in_and_taken_out(circle, group, book):
    open_table(circle)
    table = book.tables.by_code(circle.at.split("/")[2])
    circle.on(f"/g/{group.code}/tables").press("Add")
    assert book.tables.by_code(table.code).group_id == group.id
    assert list(names(book, group)) == ["Ana", "Ben"]
    assert "Every table of this device is in a group." in circle.page.text
    circle.press("Remove")
    assert book.tables.by_code(table.code).group_id == group.id
    circle.press("Yes, remove")
    assert book.tables.by_code(table.code).group_id is None


def test_a_table_that_this_device_does_not_know_is_not_put_in(circle, group, table, book):
    circle.go(f"/g/{group.code}/tables")
    circle.post(f"/g/{group.code}/put", {"csrf_token": circle.token(), "table": table.code})
    assert circle.status == 422
    circle.go(f"/g/{group.code}/tables")
    circle.post(f"/g/{group.code}/out", {"csrf_token": circle.token(), "table": "x"})
    assert circle.status == 400
    assert book.tables.by_code(table.code).group_id is None


def test_the_group_shows_what_is_under_way_and_what_was_played(circle, group, book):
    played(circle, group, book, "Ana", "Ben")
    opened(circle, group, book, "Cai", "Dee")
    page = circle.go(f"/g/{group.code}").text
    assert "Under way Lost Cities Cai, Dee" in page
    assert "Ana 1 game, 1 won" in page


def test_a_table_leads_back_to_its_group_for_whoever_knows_it(circle, group, book, visitor):
    table = opened(circle, group, book, "Ana", "Ben")
    circle.on(f"/t/{table.code}/share").tap("See the group Thurs days")
    assert circle.at == f"/g/{group.code}"
    assert group.code not in visitor().go(f"/t/{table.code}/share").html


# Players


def test_players_are_added_and_renamed(circle, group, book):
    circle.tap("Add, rename")
    circle.press("Add", name="Ana")
    circle.press("Add", name="Ana")
    circle.answered(422, "has a player of this name")
    circle.on(f"/g/{group.code}/players").press("Add", name="Ben")
    circle.tap("Ben")
    circle.press("Rename", name="Ana")
    circle.answered(422, "Are they the same person?")
    circle.press("Rename", name="Benoît")
    assert list(names(book, group)) == ["Ana", "Benoît"]


def test_two_players_who_are_one_are_made_one_after_a_second_look(circle, group, book):
    played(circle, group, book, "Ana", "Ben")
    played(circle, group, book, "Anna", "Ben")
    ids = names(book, group)
    circle.go(f"/g/{group.code}/players/{ids['Anna']}")
    assert circle.page.forms[2].choices["into"] == [str(ids["Ana"]), str(ids["Ben"])]
    assert "Is Anna the same person as Ana?" in circle.press("Merge", into=str(ids["Ana"])).text
    assert len(names(book, group)) == 3
    asked = circle.page
    circle.press("Yes, merge")
    assert circle.page.text.count("2 games") == 2
    form, _button = asked.button("Yes, merge")
    circle.post(form.action, form.fields)
    circle.answered(200, "This player is no longer in the group.")
    assert list(names(book, group)) == ["Ana", "Ben"]
    circle.on(f"/g/{group.code}/players/{ids['Ben']}").press("Merge", into=str(ids["Ana"]))
    circle.press("Yes, merge")
    circle.answered(422, "they are different people")


def test_a_player_is_taken_out_after_a_second_look(circle, group, book):
    table = played(circle, group, book, "Ana", "Ben")
    circle.on(f"/g/{group.code}/players/{names(book, group)['Ben']}").press("Remove Ben")
    circle.press("Yes, remove")
    assert list(names(book, group)) == ["Ana"]
    assert book.tables.by_code(table.code).names == ("Ana", "Ben")


def test_a_player_of_another_group_is_out_of_reach(circle, group, book, visitor):
    other = book.groups.make("Others", "somebody")
    stranger = book.players.add(other.id, "Otto")
    circle.go(f"/g/{group.code}/players/{stranger.id}")
    assert circle.status == 404
    circle.go(f"/g/{group.code}")
    for path in ("name", "merge", "remove"):
        sent = {"csrf_token": circle.token(), "name": "Mine", "into": str(stranger.id), "sure": "1"}
        circle.post(f"/g/{group.code}/players/{stranger.id}/{path}", sent)
        assert circle.status == (404 if path == "name" else 200)
        circle.go(f"/g/{group.code}")
    assert names(book, other) == {"Otto": stranger.id}


def test_whoever_opens_a_table_from_the_group_has_kept_it(circle, group, book, visitor):
    guest = visitor()
    opened(guest, group, book, "Ana", "Ben")
    assert "Someone shared this group" not in guest.on("/").tap("Thurs days").text

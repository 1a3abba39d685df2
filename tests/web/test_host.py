"""What the host may do, and what it means for the others."""

import pytest

from tests.conftest import open_table
from tests.visitor import HTMX, report
from tests.web.lost_cities import OVER, happened
from tests.web.lutece import OFFERS, options, phone_of, play, three


def share(visitor, table):
    return visitor.go(f"/t/{table.code}/share")


def test_the_host_frees_seats_and_a_table_with_none_taken_still_opens(ana, ben, table, book):
    ana.on(f"/t/{table.code}/share").press("Ana")
    share(ana, table)
    ana.press("Free the seat")
    assert 1 not in book.seats.sittings(table.id)
    assert "Who are you?" in ben.go(f"/t/{table.code}").text
    share(ana, table)
    assert "free seat" in ana.page.text
    ana.post(f"/t/{table.code}/free", {"csrf_token": ana.token(), "seat": "0"})
    assert book.seats.sittings(table.id) == {}
    ana.on(f"/t/{table.code}").press("Ana")
    assert list(book.seats.sittings(table.id)) == [0]


def test_a_freed_seat_falls_back_to_the_phone_that_keeps_score_for_everyone(ana, ben, table, book):
    share(ana, table)
    ana.press("Free the seat")
    assert "Free the seat" not in share(ana, table).text, "nobody else sits there"
    assert "Who are you?" in ben.go(f"/t/{table.code}").text
    assert "This device keeps score for everyone." in share(ana, table).text
    assert [*book.seats.sittings(table.id)] == [0, 1]


def test_a_phone_whose_seat_was_freed_loads_its_page_anew_and_is_told(ana, ben, table):
    look = f"/t/{table.code}?seen=0&sat="
    assert ben.client.get(look + "1", headers=HTMX).status_code == 204
    share(ana, table)
    ana.post(f"/t/{table.code}/free", {"csrf_token": ana.token(), "seat": "1"})
    asked = ben.client.get(look + "1", headers=HTMX)
    assert (asked.data, asked.headers["HX-Refresh"]) == (b"", "true")
    said = ben.go(f"/t/{table.code}").text
    assert "Another phone has freed the seat of Ben." in said
    assert "Who are you?" in said
    assert ana.client.get(look + "0,1", headers=HTMX).status_code == 204, "she keeps score for everyone"


def test_sheets_with_the_names_of_a_table_are_two_steps_away(ana, table):
    share(ana, table)
    [form] = [form for form in ana.tap("Print sheets with these names").forms if "names" in dict(form.fields)]
    assert {("names", "Ana, Ben"), ("document", "lost-cities-cards")} <= {*form.fields}


def test_a_locked_table_offers_no_deletion(ana, book, table):
    happened(book, table, OVER)
    assert "Delete for good" in share(ana, table).text
    ana.press("Lock this table")
    assert "Delete for good" not in share(ana, table).text


@pytest.mark.parametrize("seat", ["", "2", "-1", "٣"])
def test_a_seat_that_is_not_there_is_not_freed(ana, ben, table, book, seat):
    before = book.seats.sittings(table.id)
    share(ana, table)
    for what in ("free", "hand-over"):
        ana.post(f"/t/{table.code}/{what}", {"csrf_token": ana.token(), "seat": seat})
        assert ana.status == 400
    assert book.seats.sittings(table.id) == before


def test_a_closed_table_takes_no_new_phone_and_keeps_those_it_has(ana, ben, table, visitor, book):
    share(ana, table)
    assert "Scan to join" in ana.page.text
    ana.press("Block new phones")
    assert "New phones can only watch." in share(ana, table).text
    cai = visitor().on(f"/t/{table.code}")
    assert cai.status == 200, "the link still shows the table"
    for page in (cai.page, share(cai, table)):
        assert "This table accepts no new phones: to play here, ask the person who opened it." in page.text
        assert "Who are you?" not in page.text, "nothing is offered that cannot be"
    cai.post(f"/t/{table.code}/sit", {"csrf_token": cai.token(), "seat": "1"})
    cai.answered(403, "accepts no new phones")
    ben.post(f"/t/{table.code}/sit", {"csrf_token": ben.token(), "seat": "0"})
    assert ben.status == 200, "who sits may change seats"
    share(ana, table)
    ana.press("Allow new phones")
    cai.on(f"/t/{table.code}").press("Ben")
    assert len(book.seats.sittings(table.id)[1]) == 2


def test_what_was_sent_to_a_closed_table_is_kept_until_it_takes_phones_again(ana, table, visitor, book):
    cai = visitor().on(f"/t/{table.code}")
    report(cai, {"type": "start", "seat": 0})
    asked = cai.page
    book.tables.set_joining(table.id, False)
    form, button = asked.button("Ben")
    cai.post(form.action, [*form.fields, (button.name, button.value)])
    assert (cai.status, "accepts no new phones" in cai.page.text) == (403, True)
    cai.press("Send it again")
    assert (cai.status, "Who are you?" in cai.page.text) == (403, False)
    book.tables.set_joining(table.id, True)
    cai.press("Send it again")
    assert (cai.status, cai.at) == (200, f"/t/{table.code}")
    assert "Ana begins" in cai.page.text


def test_seats_with_cards_face_down_are_offered_after_the_reveal(visitor):
    scribe = three(visitor)
    ana, ben = (phone_of(visitor, scribe, name) for name in ("Ana", "Ben"))
    path = "/".join(scribe.at.split("/")[:3])
    play(scribe, *OFFERS)
    play(ana, options(0, "A", "1"))
    guest, french = visitor(), visitor("fr")
    for page in (guest.go(path), ben.go(f"{path}/share")):
        assert [button.text for form in page.forms if form.action.endswith("/sit") for button in form.buttons] == [
            "Ben",
            "Cai",
        ]
        assert "Ana has cards face down: this seat can be taken after the reveal." in page.text
    play(ben, options(1, "A", "2"))
    assert "Ana et Ben ont des cartes face cachée" in french.go(path).text
    play(scribe, options(2, "B", "2"))
    assert "wait for the reveal to change seats" in guest.go(path).text
    assert "Who are you?" not in guest.page.text
    assert "Ana" in [button.text for form in ana.go(f"{path}/share").forms for button in form.buttons], "the own seat"


def test_whoever_gets_the_table_is_its_host_and_the_old_one_is_not(ana, ben, table, book):
    share(ana, table)
    ana.post(f"/t/{table.code}/hand-over", {"csrf_token": ana.token(), "seat": "1"})
    assert "The table has been handed over." in ana.page.text
    assert "Delete" not in share(ana, table).text
    ana.post(f"/t/{table.code}/delete", {"csrf_token": ana.token()})
    assert ana.status == 403
    share(ben, table)
    ben.press("Delete for good")
    assert book.tables.by_code(table.code) is None
    of_the_table = [f"/t/{table.code}", f"/w/{table.watch}", f"/r/{table.watch}"]
    assert ben.page.gone() == of_the_table
    assert [path for path in of_the_table if path in ana.go(path).gone()] == of_the_table


def test_who_is_here_now_is_shown(ana, ben, table, app):
    assert "○ away" in share(ana, table).text
    device = next(iter(app.extensions["referee"].ledger.seats.sittings(table.id)[1] - {table.opener}))
    app.extensions["presence"].here([(table.id, device)])
    assert "● here now" in share(ana, table).text
    app.extensions["presence"].here([(table.id, "somebody-elses-phone")])
    assert "1 phone is watching." in share(ana, table).text
    app.extensions["presence"].gone((table.id, device))
    assert "● here now" not in share(ana, table).text


def test_a_second_phone_at_a_seat_is_seen_and_sent_away_from_that_seat(visitor, book):
    scribe = three(visitor)
    ana = phone_of(visitor, scribe, "Ana")
    path = "/".join(scribe.at.split("/")[:3])
    assert "phones" not in ana.go(path).text
    eve = phone_of(visitor, scribe, "Ana")
    assert "2 phones share your seat" in ana.go(path).text
    assert "2 phones share your seat" in eve.go(path).text
    assert "2 phones" in scribe.go(f"{path}/share").text
    report(ana, OFFERS[0], htmx=True)
    assert "2 phones share your seat" in ana.page.text
    assert "2 phones" not in ana.on(f"{path}/share").press("Keep only this phone").text
    assert "phones" not in ana.go(path).text
    report(eve, OFFERS[1])
    assert eve.status == 403


def test_nobody_is_sent_away_from_another_seat_nor_while_something_lies_face_down(visitor):
    scribe = three(visitor)
    ana, eve, ben = (phone_of(visitor, scribe, name) for name in ("Ana", "Ana", "Ben"))
    path = "/".join(scribe.at.split("/")[:3])
    for stranger in (scribe, ben):
        stranger.go(path)
        assert (
            stranger.client.post(f"{path}/alone", data={"csrf_token": stranger.token(), "seat": 0}).status_code == 403
        )
    play(scribe, *OFFERS)
    play(ana, options(0, "A", "B"))
    assert "after the reveal" in eve.on(path).post(f"{path}/alone", {"csrf_token": eve.token(), "seat": 0}).text
    report(ana, {"type": "undo"})
    assert ana.status == 303


def test_whoever_opened_the_table_is_asked_who_they_are_once_others_have_come(visitor):
    opener, other = open_table(visitor(), "roll-and-write", name2="Cai"), visitor()
    question, at = "Others have come with phones of their own. Who are you?", opener.at
    assert question not in opener.page.text
    assert question not in other.on(at).press("Ben").text
    asked = next(form for form in opener.on(at).page.forms if form.action.endswith("/sit"))
    assert question in opener.page.text
    assert [button.text for button in asked.buttons] == ["Ana", "Cai", "I keep score for everyone"]
    opener.press("I keep score for everyone")
    assert question not in opener.on(at).page.text

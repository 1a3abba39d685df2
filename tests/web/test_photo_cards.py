"""A photo of a sheet of cards: one round of it is both players' count, or at a table the count of a seat."""

import pytest
from PIL import Image

from ledger import Ledger, Table
from photos.reader import Question, Reading
from photos.sheets import PhotographedSheet
from scoring import GAMES
from tests.conftest import open_table
from tests.photos.papers import jpeg
from tests.visitor import Visitor
from tests.web.lost_cities import START, happened
from tests.web.test_photo import send, sheet_of
from web.count import photo as pages
from web.server.worker_pool import Worked

pytestmark = pytest.mark.xdist_group("photos")
KEY = "lost-cities"
READS = GAMES[KEY].photographed
PAPER = f"/count/{KEY}"
TYPED = {"name0": "Ana", "name1": "Ben", "claimed1": "12"}
TICKED = ("p0-yellow-w1", "p0-yellow-w2", "p0-yellow-7", "p0-yellow-10", "p1-red-2", "p1-red-8")
ANA = {("report.0.expeditions.yellow", '["wager"]'), ("report.0.expeditions.yellow", "[7]")}
BEN = {("report.1.expeditions.red", "[2]"), ("report.1.expeditions.red", "[8]")}


def shows(monkeypatch: pytest.MonkeyPatch, colours: int = 5, **doubtful: float) -> list[int]:
    """The next photo shows these ticks in whatever round is asked for; the rounds that were."""
    asked: list[int] = []

    def read(_photo: bytes, of_round: int, _worked: Worked, _layouts: object) -> tuple[PhotographedSheet, ...]:
        asked.append(of_round)
        reads = READS.of(of_round)
        inked = {f"r{of_round}-{place}" for place in TICKED}
        ink = {
            place: 6.0 if place in inked else -6.0 for place in reads.places if colours == 6 or "purple" not in place
        }
        ink |= {f"r{of_round}-{place.replace('_', '-')}": odds for place, odds in doubtful.items()}
        likeliest = reads.read(ink, {})
        unsure = sorted((fact for fact in likeliest.facts if fact.margin < 3), key=lambda fact: fact.margin)
        piece = jpeg(Image.new("L", (420, 160), 200))
        questions = tuple(Question(fact, piece, (420, 160)) for fact in unsure)
        return (sheet_of(Reading("lost-cities-cards", KEY, ink, likeliest, questions)),)

    monkeypatch.setattr(pages, "read_photo", read)
    return asked


@pytest.fixture
def ana_plays(visitor) -> Visitor:
    """Ana has opened a table of Lost Cities, and keeps score for both."""
    return open_table(visitor(), KEY)


@pytest.fixture
def table(ana_plays, book) -> Table:
    return book.tables.by_code(ana_plays.at.split("/")[2])


@pytest.fixture
def ana(visitor) -> Visitor:
    """Somebody who counts Lost Cities, has typed something, and has asked to photograph the sheet."""
    one = visitor().on(PAPER)
    form, _button = one.page.button("Photograph the sheet")
    one.post(f"{PAPER}/photo/0", form.filled(**TYPED))
    assert one.status == 200
    return one


def ticks(one: Visitor, button: str = "Keep it") -> set[tuple[str, str]]:
    return set(one.page.button(button)[0].filled())


def answered(one: Visitor, **told: int) -> None:
    """Say what the questions ask for; the address is that of the page."""
    form, _button = one.page.button("Fill in the count")
    seat = next(name for name, _value in form.filled() if name.endswith(".ink")).split(".")[1]
    said = [(f"photo.{seat}.told.{fact.replace('_', '-')}", str(value)) for fact, value in told.items()]
    one.post(form.action.partition("#")[0], [*form.filled(), *said])


def test_the_page_asks_for_the_round_and_says_which_sheet_it_reads(ana):
    assert "Photograph the sheet: Lost Cities" in ana.page.text
    assert "Cairn reads only its own sheet: Lost Cities card sheet." in ana.page.text
    assert ("photo.round", "1") in ana.page.button("Read the photo")[0].filled()


def test_one_sheet_is_photographed_for_both(ana):
    assert ana.client.post(f"{PAPER}/photo/1", data={"csrf_token": ana.token()}).status_code == 404


def test_a_round_without_a_doubt_is_both_players_count_and_nothing_is_recorded(ana, monkeypatch, app):
    assert shows(monkeypatch) == []
    send(ana, b"photo")
    assert ticks(ana) >= ANA | BEN | set(TYPED.items())
    assert "Nothing is recorded yet" in ana.page.text
    assert ana.page.html.count('id="total0"') == 1
    book: Ledger = app.extensions["referee"].ledger
    with ana.client.session_transaction() as session:
        assert book.tables.of(session.get("device", ""), 9) == []


@pytest.mark.parametrize(("chosen", "read"), [("3", 3), ("4", 1), ("x", 1)])
def test_another_round_of_the_sheet_may_be_chosen_and_what_is_none_is_the_first(ana, monkeypatch, chosen, read):
    asked = shows(monkeypatch)
    assert ana.page.html.count('name="photo.round"') == 3
    send(ana, b"photo", **{"photo.round": chosen})
    assert asked == [read]
    assert ticks(ana) >= ANA | BEN


def test_a_card_ticked_for_both_is_asked_about_and_is_only_with_one(ana, monkeypatch):
    shows(monkeypatch, p1_yellow_7=6.0)
    page = send(ana, b"photo")
    assert page.html.index("Yellow 7: in front of player 1") < page.html.index("Yellow 7: in front of player 2")
    answered(ana, r1_yellow_7=2)
    assert ("report.0.expeditions.yellow", "[7]") not in ticks(ana)
    assert ("report.1.expeditions.yellow", "[7]") in ticks(ana)


@pytest.mark.parametrize(("ticked", "colours"), [({"p0_purple_9": 6.0}, "1"), ({"p1_purple_w1": 6.0}, "1"), ({}, "0")])
def test_purple_on_a_sheet_makes_it_the_long_game(ana, monkeypatch, ticked, colours):
    shows(monkeypatch, colours=6, **ticked)
    send(ana, b"photo")
    assert ("colours", colours) in ticks(ana)
    assert ("report.0.expeditions.purple" in dict(ticks(ana))) == ("p0_purple_9" in ticked)
    assert "is not in this game" not in ana.page.text
    assert ("Set as the sheet has it: 6 colours (long game)." in ana.page.text) == bool(ticked)
    ana.press("Keep it")
    assert (ana.status, "Ben typed 12; what is entered makes" in ana.page.text) == (422, True)
    ana.answer()
    assert ana.status == 200


def test_two_sheets_that_both_share_are_refused(ana, monkeypatch):
    reads = READS.of(1)
    sheet = sheet_of(Reading("lost-cities-cards", KEY, {}, reads.read({}, {}), ()))
    monkeypatch.setattr(pages, "read_photo", lambda *_asked: (sheet, sheet))
    assert "read at once" not in ana.page.text
    assert "There are two sheets in the picture" in send(ana, b"photo").text
    assert dict(ana.page.button("Read the photo")[0].fields).items() >= TYPED.items()


# At a table


def test_at_a_table_the_count_of_a_seat_is_filled_in_from_its_round_and_nothing_is_recorded(
    ana_plays, table, monkeypatch, book
):
    asked = shows(monkeypatch, p1_green_4=0.5)
    for round, seat in ((1, 0), (1, 1), (2, 0), (2, 1)):
        if not seat:
            happened(book, table, [START])
        ana_plays.on(f"/t/{table.code}/count/{seat}").press("Photograph the sheet")
        assert ("photo.round", str(round)) in ana_plays.page.button("Read the photo")[0].filled()
        send(ana_plays, b"photo")
        before = book.moves.last_seq(table.id)
        answered(ana_plays, **{f"r{round}_green_4": 0})
        assert "Nothing is recorded yet" in ana_plays.page.text
        assert book.moves.last_seq(table.id) == before
        ana_plays.press("Record")
        laid = {"red": [2, 8]} if seat else {"yellow": ["wager", "wager", 7, 10]}
        assert book.moves.read(table.id)[-1].event == {"type": "count", "seat": seat, "expeditions": laid}
    assert asked == [1, 1, 2, 2]

"""The print page, the prints themselves, the record of a finished game, and the way back from paper."""

import io
import json
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from html import unescape
from multiprocessing import active_children
from pathlib import Path

import pytest
from pypdf import PdfReader

from printables import DOCUMENTS, sheet_of, usual_sheets_a_page
from scoring.roll_and_write.pad import COLOURS, HOUSE
from tests.fourth_game import GAME as FOURTH
from tests.pages import table_after
from tests.patience import SECONDS, until
from tests.web.lost_cities import happened
from tests.web.test_review import followed
from web.print.page import Printer
from web.print.record import lasted
from web.rendering.i18n import translate
from web.server.worker_pool import Busy
from web.table.review import review_of

SHORT = "/print/rules-lutece.pdf?paper=A5"
BOXES = {"boxes": dict(zip(COLOURS, map(list, HOUSE.columns), strict=True))}
COUNTS = [
    {"type": "start", "seat": 0},
    {"type": "count", "seat": 0, "expeditions": {"red": ["wager", 4, 8, 10]}},
    {"type": "count", "seat": 1, "expeditions": {"blue": [2, 3]}},
]


@pytest.fixture
def printing(app):
    """The app's printer; its processes end with the test."""
    yield app.extensions["printer"]
    app.extensions["printer"].close()


@pytest.fixture
def drafted(app, monkeypatch):
    """A printer that lays nothing out: a PDF is the size of its pages."""
    monkeypatch.setattr(
        Printer, "pdf", lambda _self, html, copies=1, again="": f"%PDF {copies}".encode() + html.encode()
    )
    monkeypatch.setattr(Printer, "picture", lambda _self, html: b"PNG" + html.encode())


def picture(page):
    return next(had["data"] for tag, had in page.tags if tag == "object")


@pytest.fixture
def finished(book):
    """A game of one round that was counted to its end."""
    table = book.tables.open("lost-cities", {"rounds": 1}, ["Ana", "Ben"], "somebody")
    happened(book, table, COUNTS)
    return book.tables.by_code(table.code)


@pytest.fixture
def printer():
    printer = Printer(SECONDS)
    yield printer
    printer.close()


# The page


def test_every_choice_can_be_made_without_javascript(visitor):
    page = visitor().go("/print")
    form = page.forms[-1]
    assert (form.method, form.action) == ("get", "/print")
    assert set(form.choices) == {"document", "paper", "up", "ink", "lang", "pad", "lines", "back"}
    assert {"copies", "names", "day"} <= {name for name, _ in form.fields}
    assert "Show" in [button.text for button in form.buttons]
    assert "lang=fr" in picture(visitor("fr").go("/print")), "it speaks the language of its reader"


def test_a_link_keeps_the_choice(visitor):
    page = visitor().go(
        "/print?document=lost-cities-pad&paper=Letter&ink=black&copies=7&names=Ana,+Ben&colours=6&fillable=y"
    )
    kept = dict(page.forms[-1].fields)
    assert kept["document"] == "lost-cities-pad"
    assert (kept["paper"], kept["ink"], kept["copies"]) == ("Letter", "black", "7")
    assert (kept["names"], kept["colours"]) == ("Ana, Ben", "6")
    assert "ink=black" in picture(page)
    assert "copies=7" in page.link("Open to print")
    assert "download=1" in page.link("Download PDF")


def test_htmx_gets_the_desk_alone(visitor):
    page = visitor().go("/print?document=lutece-sheet", htmx=True)
    assert page.tags[0] == ("form", page.tags[0][1])
    assert "pad" not in page.forms[-1].choices
    assert "lutece-sheet" in picture(page)


def test_the_number_on_a_page_follows_the_document_and_the_paper(visitor):
    ana = visitor()
    assert dict(ana.go("/print").forms[-1].fields)["up"] == "2"
    changed = ana.go("/print?was=roll-and-write-sheet&document=lutece-sheet&up=2")
    assert dict(changed.forms[-1].fields)["up"] == "1"
    small = ana.go("/print?document=lutece-sheet&paper=A5&up=2")
    assert small.forms[-1].choices["up"] == ["1"]
    assert ana.status == 200


def test_who_looks_at_the_print_page_finds_the_printer_ready(app, visitor, monkeypatch):
    """Its process takes a second to start: it starts while the choices are read, not with the application."""
    started = []
    monkeypatch.setattr(Printer, "get_ready", lambda _self: started.append(True))
    app.testing = False
    visitor().go("/")
    assert not started
    visitor().go("/print")
    assert started


@pytest.mark.parametrize("asked", ["copies=1000", "copies=x", "document=nothing", "paper=A3", "names=a,b,c,d,e,f"])
def test_what_cannot_be_printed_is_said_beside_the_choices(visitor, asked):
    ana = visitor()
    page = ana.go(f"/print?{asked}")
    assert ana.status == 422
    assert [had for tag, had in page.tags if had.get("role") == "alert"]
    assert page.forms[-1].choices["document"], "the choices are still there"


# The prints


def test_a_pdf_and_a_picture_come_back(client, printing):
    answer = client.get(SHORT)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert len(PdfReader(io.BytesIO(answer.data)).pages) == 1
    drawn = client.get(SHORT.replace(".pdf", ".png"))
    assert (drawn.status_code, drawn.mimetype) == (200, "image/png")
    assert drawn.data.startswith(b"\x89PNG")
    assert printing.started == 2
    again = client.get(SHORT, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert printing.started == 2, "the same asked twice is laid out once"


def test_a_download_has_a_name(client, drafted):
    answer = client.get(f"{SHORT}&download=1&lang=fr")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="cairn-rules-lutece-fr.pdf"'


@pytest.mark.parametrize(
    ("address", "status", "why"),
    [
        ("/print/nothing.pdf", 404, "no document"),
        ("/print/lost-cities-pad.pdf?copies=1000", 422, "1000 pages"),
        ("/print/roll-and-write-sheet.pdf?pad=nobody-knows", 404, "sheet layout was not found"),
        ("/print/game-record.pdf", 422, "finished game"),
        ("/print/lost-cities-pad.doc", 404, "Nothing here"),
    ],
)
def test_what_cannot_be_printed_answers_in_words(visitor, address, status, why):
    ana = visitor()
    page = ana.go(address)
    assert ana.status == status
    assert why in page.text


def test_a_pad_of_the_shelf_is_printed_under_its_name_and_a_box_of_cards_is_none(client, book, drafted):
    kept = book.library.put(None, "pad", "Chez Léa", BOXES)
    answer = client.get(f"/print/roll-and-write-sheet.pdf?pad={kept.key}")
    assert answer.status_code == 200
    assert "sheet layout: Chez Léa" in answer.get_data(as_text=True)
    page = client.get(f"/print?pad={kept.key}").get_data(as_text=True)
    assert "Chez Léa" in page
    kept = book.library.put(None, "box", "Cards", {"cards": []})
    assert client.get(f"/print/roll-and-write-sheet.pdf?pad={kept.key}").status_code == 404


# Records


def test_the_record_of_a_finished_table_is_linked_from_its_result(visitor, finished, drafted):
    ana = visitor().on(f"/r/{finished.watch}")
    ana.tap("Print the summary")
    printed = ana.client.get(ana.page.link("Open to print"))
    assert printed.status_code == 200
    said = printed.get_data(as_text=True)
    assert "Ana wins by 19 points" in said
    assert "22 − 20 = 2, ×2 = 4" in said.replace("\N{NO-BREAK SPACE}", " ")
    assert ana.client.get(f"/t/{finished.code}/record.pdf").status_code == 200


def test_a_record_is_chosen_like_every_print_with_a_place_and_a_note(app, visitor, finished, drafted):
    app.config["PUBLIC_URL"] = "https://cairn.example.org"
    ana = visitor()
    page = ana.go(f"/r/{finished.watch}/record?paper=Letter&ink=saving&lang=fr&place=Chez+Léa&note=Il+pleuvait.")
    assert {"paper", "up", "ink", "lang"} <= set(page.forms[-1].choices)
    assert "1 page to print" in page.text
    kept = dict(page.forms[-1].fields)
    assert (kept["paper"], kept["place"], kept["note"]) == ("Letter", "Chez Léa", "Il pleuvait.")
    assert kept["up"] == str(usual_sheets_a_page("lost-cities", "Letter"))
    small = dict(ana.go(f"/r/{finished.watch}/record?paper=A5&up=2").forms[-1].fields)
    assert (small["paper"], small["up"]) == ("A5", "1")
    answer = ana.client.get(page.link("Download PDF"))
    said = answer.get_data(as_text=True)
    assert "size: 215.9mm 279.4mm" in said
    assert '<body class="saving' in said
    assert "Ana gagne avec 19 points d’avance" in said.replace("\N{NO-BREAK SPACE}", " ")
    assert "Chez Léa" in said
    assert "Il pleuvait." in said
    assert f"<title>https://cairn.example.org/r/{finished.watch}</title>" in said
    named = f'attachment; filename="lost-cities-{finished.opened_at:%Y-%m-%d}-ana-ben.pdf"'
    assert answer.headers["Content-Disposition"] == named


def test_the_record_of_a_game_that_was_followed_says_what_decided_it(app, visitor, book, drafted):
    table = followed(visitor(), book)
    printed = visitor().client.get(f"/r/{table.watch}/record.pdf").get_data(as_text=True)
    first = review_of(app.extensions["referee"].live(table)).first
    assert first
    for one in first:
        assert f"{translate(one.finding.says)} Otherwise: {translate(one.ending)}." in unescape(printed)


@pytest.mark.parametrize(
    ("asked", "why"), [("note=" + "x" * 241, "240 for the note"), ("paper=A3", "A3"), ("lang=eo", "not print in eo")]
)
def test_what_cannot_be_recorded_so_is_said_beside_the_choices(visitor, finished, asked, why):
    ana = visitor()
    page = ana.go(f"/r/{finished.watch}/record?{asked}")
    ana.answered(422, why)
    assert page.forms[-1].choices["paper"], "the choices are still there"


def test_a_game_without_paper_has_no_record_and_says_so(app, visitor, monkeypatch):
    monkeypatch.delitem(DOCUMENTS, sheet_of(FOURTH.key).name)
    table = table_after(app, FOURTH.key, 1)
    assert "Cairn prints no summary of this game." in visitor().go(f"/r/{table.watch}/record").text
    assert visitor().client.get(f"/r/{table.watch}/record").status_code == 422
    assert visitor().client.get(f"/r/{table.watch}/record.pdf").status_code == 422


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, None), (2, None), (47, "47 min"), (72, "1 h 12 min"), (60 * 24, None)]
)
def test_how_long_a_game_took_is_told_where_it_can_be(book, minutes, said):
    table = book.tables.open("lost-cities", {}, ["Ana", "Ben"], "device")
    told = lasted(replace(table, finished_at=table.opened_at + timedelta(minutes=minutes)))
    assert (told and told.message.format(**told.facts)) == said


# From paper back to the phone


def coded(app, address):
    answer = app.test_client().get(address).get_data(as_text=True)
    return answer.partition("<title>https://cairn.example.org")[2].partition("</title>")[0].replace("&amp;", "&")


def test_without_an_address_of_its_own_a_sheet_has_no_code(client, drafted):
    assert 'svg class="qr' not in client.get("/print/lost-cities-pad.pdf").get_data(as_text=True)


def test_the_code_of_a_sheet_opens_a_table_of_its_pad_to_count(app, book, visitor, drafted):
    app.config["PUBLIC_URL"] = "https://cairn.example.org"
    kept = book.library.put(None, "pad", "Chez Léa", BOXES)
    for key in (kept.key, kept.reading):
        address = coded(app, f"/print/roll-and-write-sheet.pdf?pad={key}")
        assert address == f"/c/roll-and-write?pad={kept.reading}"
    ben = visitor()
    page = ben.go(address)
    form = page.forms[-1]
    assert dict(form.fields)["pad"] == f"shelf:{kept.reading}"
    ben.press("Open the table", name0="Ana", name1="Ben")
    assert "/count/0" in ben.at
    page = visitor().go("/c/roll-and-write")
    assert dict(page.forms[-1].fields)["pad"] == "0"


def test_the_code_of_a_pad_of_six_chooses_six(app, visitor, drafted):
    app.config["PUBLIC_URL"] = "https://cairn.example.org"
    address = coded(app, "/print/lost-cities-pad.pdf?colours=6")
    ana = visitor()
    assert dict(ana.go(address).forms[-1].fields)["colours"] == "1"
    ana.press("Open the table", name0="Ana", name1="Ben")
    assert "Who begins?" in ana.page.text, "a round must be opened before it is counted"


# The printer


def slowly(seconds):
    tempfile.mkdtemp()
    time.sleep(seconds)
    return b"done"


def test_a_print_that_takes_too_long_is_given_up_the_next_one_works_and_no_file_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    printer = Printer(patience=0.2)
    try:
        with pytest.raises(Busy):
            printer.made("one", slowly, 60)
        printer.patience = SECONDS
        assert printer.made("two", slowly, 0) == b"done"
        assert list(tmp_path.glob("*/*"))
    finally:
        printer.close()
    assert not list(tmp_path.iterdir())


def test_the_same_asked_at_once_is_laid_out_once(printer):
    with ThreadPoolExecutor(4) as phones:
        made = list(phones.map(lambda _: printer.made("same", slowly, 0.3), range(4)))
    assert made == [b"done"] * 4
    assert printer.started == 1


def test_a_printer_is_ready_before_it_prints(printer):
    others = active_children()
    printer.get_ready()
    printer.get_ready()
    assert len([process for process in active_children() if process not in others]) == 1
    assert printer.started == 0


def goes_on(folder, name):
    """Says that it goes on, and goes on until it may end."""
    Path(folder, name).touch()
    while not Path(folder, "end").exists():
        time.sleep(0.01)
    return b"done"


def test_a_print_that_hangs_or_is_killed_ends_alone(tmp_path, printer):
    before = {*active_children()}
    hangs = printer.begun("hangs", goes_on, tmp_path, "hangs")
    until((tmp_path / "hangs").exists)
    (its_own,) = {*active_children()} - before
    goes_well = printer.begun("goes well", goes_on, tmp_path, "goes well")
    until((tmp_path / "goes well").exists)
    its_own.kill()
    with pytest.raises(Busy):
        printer.awaited(hangs)
    (tmp_path / "end").touch()
    assert printer.awaited(goes_well) == b"done"


@pytest.fixture
def one_at_a_time(monkeypatch):
    monkeypatch.setattr("web.server.worker_pool.AT_ONCE", 1)


def test_who_waited_too_long_for_a_turn_takes_nobody_elses(tmp_path, monkeypatch, one_at_a_time, printer):
    first = printer.begun("first", goes_on, tmp_path, "first")
    until((tmp_path / "first").exists)
    second = printer.begun("second", goes_on, tmp_path, "second")
    assert (printer.place("first"), printer.place("second")) == (0, 1)
    monkeypatch.setattr(printer, "waiting", 0)
    with pytest.raises(Busy):
        printer.awaited(second)
    assert printer.place("second") is None
    (tmp_path / "end").touch()
    assert first.result(SECONDS) == b"done"
    assert not (tmp_path / "second").exists()


def test_a_process_that_was_killed_with_nothing_to_do_is_replaced(printer):
    """As when memory is short."""
    before, others = {*active_children()}, {*threading.enumerate()}
    assert printer.made("one", slowly, 0) == b"done"
    (idle,) = {*active_children()} - before
    feeders = {thread for thread in threading.enumerate() if thread.name == "QueueFeederThread"} - others
    idle.kill()
    until(lambda: not any(thread.is_alive() for thread in feeders))
    assert printer.made("two", slowly, 0) == b"done"


def test_what_nobody_waits_for_any_more_is_kept_and_takes_no_room():
    printer = Printer(SECONDS, queue=1)
    try:
        printer.begun("left", slowly, 0).result(SECONDS)
        until(lambda: printer.begun("left", slowly, 60).done())
        assert printer.made("next", slowly, 0) == b"done"
        assert printer.made("left", slowly, 60) == b"done"
        assert printer.started == 2
    finally:
        printer.close()


def test_a_printer_that_has_ended_makes_nothing_more_and_says_so_to_who_waits():
    printer = Printer(SECONDS)
    waiting = printer.begun("one", slowly, 10 * SECONDS)
    printer.close()
    with pytest.raises(Busy):
        printer.awaited(waiting)
    with pytest.raises(Busy):
        printer.pdf("<p>")
    others = active_children()
    printer.get_ready()
    assert active_children() == others


def test_too_many_prints_at_once_are_refused():
    with pytest.raises(Busy):
        Printer(queue=0).pdf("<p>")


def test_a_busy_printer_says_so(client, app):
    app.extensions["printer"].queue = 0
    answer = client.get(SHORT)
    assert answer.status_code == 503
    assert "Cairn is busy preparing other pages" in answer.get_data(as_text=True)


def test_who_waits_for_a_print_is_told_the_place_in_the_queue(visitor, app, printing, monkeypatch):
    monkeypatch.setattr(Printer, "place", lambda _self, _key: 3)
    ana = visitor()
    for page in ("/print?document=rules-lutece", "/print/rules-lutece/laying-out?copies=9"):
        (asks,) = [
            had["hx-get"] for _, had in ana.go(page).tags if "/print/rules-lutece.place" in had.get("hx-get", "")
        ]
        answer = ana.go(asks)
        assert "Number 3 in the queue." in answer.text
        assert [had["hx-get"] for _, had in answer.tags if "hx-get" in had] == [asks]
    monkeypatch.undo()
    assert "hx-get" not in str(ana.go(asks).tags), "it has been made, or nobody waits for it"


def test_what_is_kept_is_bounded(monkeypatch, printer):
    monkeypatch.setattr("web.server.worker_pool.KEPT", 6)
    for key in "abc":
        assert printer.made(key, slowly, 0) == b"done"
    assert printer.started == 3
    printer.made("c", slowly, 0)
    assert printer.started == 3, "the last one is kept"
    printer.made("b", slowly, 0)
    assert printer.started == 4, "the others are not"


# The command


@pytest.fixture
def command(app):
    runner = app.test_cli_runner()
    return lambda *given: runner.invoke(args=["print", *map(str, given)])


def test_the_command_prints_what_the_page_prints(command, tmp_path):
    out = tmp_path / "pad.pdf"
    done = command("lost-cities-pad", "--paper", "A4", "--copies", 20, "--lang", "fr", "-o", out)
    assert done.exit_code == 0, done.output
    made = PdfReader(out)
    assert len(made.pages) == 20
    assert made.trailer["/Root"]["/Lang"] == "fr"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("lost-cities-pad", "--copies", 1000), "1000 pages"),
        (("roll-and-write-sheet", "--pad", "nobody"), "sheet layout was not found"),
        (("roll-and-write-sheet", "--pad", "nowhere.json"), "cannot be read"),
        (("game-record",), "needs its log"),
        (("roll-and-write-sheet", "--copies", 0), "0 pages"),
        (("rules-lutece", "--names", "Bob"), "--names means nothing for rules-lutece"),
        (("lutece-sheet", "--log", "x.json"), "--log means nothing"),
        (("game-record", "--names", "Bob", "--log", "x.json"), "--names means nothing"),
    ],
)
def test_the_command_says_in_one_line_what_is_wrong(command, tmp_path, given, why):
    done = command(*given, "-o", tmp_path / "x.pdf")
    assert done.exit_code == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "x.pdf").exists()


def test_the_command_prints_the_record_of_a_log(command, tmp_path):
    log = tmp_path / "game.json"
    whole = {"game": "lost-cities", "players": ["Ana", "Ben"], "rounds": 1, "events": COUNTS}
    log.write_text(json.dumps(whole))
    assert command("game-record", "--log", log, "--date", "1 May", "-o", tmp_path / "r.pdf").exit_code == 0
    assert "Ana wins by 19 points" in PdfReader(tmp_path / "r.pdf").pages[0].extract_text()
    log.write_text(json.dumps({**whole, "events": COUNTS[:2]}))
    done = command("game-record", "--log", log, "-o", tmp_path / "x.pdf")
    assert (done.exit_code, "still being played" in done.stderr) == (2, True)


def test_the_command_takes_a_pad_from_a_file(command, tmp_path, monkeypatch):
    pages = []
    monkeypatch.setattr("web.commands.sheets.lay_out", lambda html, *_: pages.append(html) or b"%PDF")
    (tmp_path / "pad.json").write_text(json.dumps({"name": "Chez Léa", **BOXES}))
    done = command("roll-and-write-sheet", "--pad", tmp_path / "pad.json", "-o", tmp_path / "p.pdf")
    assert done.exit_code == 0, done.output
    assert "sheet layout: Chez Léa" in pages[0]


def test_many_pages_are_waited_for_on_a_page_that_asks_for_them(visitor):
    ana = visitor().on("/print?document=lost-cities-pad&copies=100&ink=black")
    assert "Preparing the pages" in ana.tap("Open to print").text
    refresh = next(had["content"] for tag, had in ana.page.tags if had.get("http-equiv") == "refresh")
    assert refresh.startswith("0;url=/print/lost-cities-pad.pdf?")
    assert "copies=100" in refresh
    assert "ink=black" in refresh
    assert ana.page.link("Open the pages") == refresh.removeprefix("0;url=")


def test_who_waits_for_pages_is_led_nowhere_else(visitor):
    page = visitor().go("/print/lost-cities-pad/laying-out?_scheme=javascript&_external=1&name=x&kind=png&copies=2")
    assert page.link("Open the pages") == "/print/lost-cities-pad.pdf?lang=en&copies=2"

"""A photo of a sheet instead of its ticks: asked for, refused with its reason, asked about, and shown as a count."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask
from PIL import Image
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from ledger import Ledger
from photos import MOST_BYTES
from photos.reader import Question, Reading
from photos.sheets import PhotographedSheet
from printables.roll_and_write_sheet import pad_digit
from scoring import GAMES
from scoring.core.text import text
from scoring.roll_and_write.pad import COLOURS, pad_from_json
from tests.conftest import app_at, open_table
from tests.ledger.databases import fresh_sqlite
from tests.photos.papers import jpeg, zipped
from tests.visitor import Page, Visitor
from web.count import photo as pages
from web.server.worker_pool import Busy

pytestmark = pytest.mark.xdist_group("photos")
KEY = "roll-and-write"
READS = GAMES[KEY].photographed
PAPER = f"/count/{KEY}"
COUNTED = [key for key, game in GAMES.items() if game.count and game.count.now]
TYPED = {"name0": "Ana", "name1": "Ben", "claimed0": "12", "report.1.sheet.dice": "4"}


@pytest.fixture(scope="module")
def reading_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app whose process for photos is started once."""
    app = app_at(fresh_sqlite(tmp_path_factory.mktemp("photos")))
    yield app
    app.extensions["reader"].close()
    app.extensions["referee"].ledger.close()


@pytest.fixture
def ana(reading_app: Flask) -> Visitor:
    """Somebody who counts Roll & Write, has typed something, and has asked to photograph the first sheet."""
    return asked(Visitor(reading_app.test_client()))


def asked(one: Visitor) -> Visitor:
    one.go(PAPER)
    form, _button = one.page.button("Photograph the sheet")
    one.post(f"{PAPER}/photo/0", form.filled(**TYPED))
    assert one.status == 200
    return one


def send(one: Visitor, photo: bytes | None, button: str = "Read the photo", **chosen_too: str) -> Page:
    """Choose this picture, or none, on the page that asks for a photo, and send the form."""
    form, _button = one.page.button(button)
    files = [("", b""), ("sheet.jpg", photo) if photo is not None else ("", b"")]
    chosen = [("photo", FileStorage(io.BytesIO(sent), name)) for name, sent in files]
    typed = [entry for entry in form.filled(**chosen_too) if entry[0] != "photo"]
    boundary, body = encode_multipart(MultiDict([*typed, *chosen]))
    kind = f'multipart/form-data; boundary="{boundary}"'
    spoken = {"Accept-Language": one.language}
    return one.see(one.client.post(form.action, data=body, content_type=kind, headers=spoken))


def everything_typed_is_there(one: Visitor) -> bool:
    """On the page as it is, and on the paper behind it."""
    kept = dict(one.page.button("Read the photo")[0].fields)
    paper = Visitor(one.client)
    paper.see(one.response)
    paper.press("Back without the photo")
    back = dict(paper.page.button("Keep it")[0].filled())
    return kept.items() >= TYPED.items() and back.items() >= TYPED.items()


def ink(**doubtful: float) -> dict[str, float]:
    """A sheet with eight boxes of the red column and three dice symbols, ×2 and a bridge ticked."""
    full = {*(f"red-{box}" for box in range(1, 9)), *(f"dice-{box}" for box in range(1, 4)), "red-double", "bridge-red"}
    seen = {place: 6.0 if place in full else -6.0 for place in READS.places}
    return seen | {name.replace("_", "-"): odds for name, odds in doubtful.items()}


def reading_of(seen: dict[str, float], game: str = KEY) -> Reading:
    """What is read of a photo that shows this ink."""
    likeliest = READS.read(seen, {})
    piece = jpeg(Image.new("L", (420, 160), 200))
    unsure = sorted((fact for fact in likeliest.facts if fact.margin < 3), key=lambda fact: fact.margin)
    questions = tuple(Question(fact, piece, (420, 160)) for fact in unsure)
    return Reading(f"{game}-sheet", game, seen, likeliest, questions)


def doubtful_reading() -> Reading:
    """As much in doubt as is asked about."""
    doubles = {f"{colour}-double": 0.5 for colour in ("orange", "yellow", "green", "blue", "violet")}
    return reading_of(ink(**doubles))


def reads(monkeypatch: pytest.MonkeyPatch, seen: dict[str, float], game: str = KEY) -> None:
    """The next photo shows a sheet with this ink."""
    shows(monkeypatch, sheet_of(reading_of(seen, game)))


def sheet_of(reading: Reading) -> PhotographedSheet:
    return PhotographedSheet(reading.game, reading, None, jpeg(Image.new("L", (210, 300), 230)), (210, 300))


def shows(monkeypatch: pytest.MonkeyPatch, *sheets: PhotographedSheet) -> None:
    """The next photo shows these."""
    monkeypatch.setattr(pages, "read_photo", lambda *_asked: sheets)


def on_the_paper(page: Page) -> dict[str, str]:
    return dict(page.button("Keep it")[0].filled())


# Where it is offered


@pytest.mark.parametrize("key", COUNTED)
def test_each_sheet_of_a_game_that_reads_photos_has_a_camera_and_no_other(visitor, key):
    one = visitor().on(f"/count/{key}")
    cameras = one.page.html.count('class="small photograph"')
    photographed = GAMES[key].photographed
    sheets = 1 if photographed and photographed.together else GAMES[key].seats.start
    assert cameras == (sheets if photographed else 0)
    sent = {"csrf_token": one.token()}
    assert (one.client.post(f"/count/{key}/photo/0", data=sent).status_code == 404) == (cameras == 0)


def test_the_page_takes_the_camera_or_a_picture_and_says_what_is_not_known_and_which_sheets_can_be_read(visitor):
    page = asked(visitor()).page
    chosen = [had for tag, had in page.tags if tag == "input" and had.get("type") == "file"]
    assert [had.get("capture") for had in chosen] == ["environment", None]
    assert {had["accept"] for had in chosen} == {"image/*"}
    for said in ("not on real ones yet", "or with a layout of yours that was copied whole", "all else left empty."):
        assert said in page.text


# What is refused


@pytest.mark.parametrize(
    ("photo", "why"),
    [
        (None, "No photo was chosen"),
        (zipped(), "This is not a photo that Cairn can read"),
        (jpeg(Image.effect_noise((900, 1200), 60), quality=60), "square codes"),
        (jpeg(Image.new("L", (900, 1200), 4)), "too dark"),
        (b"\xff\xd8\xff" + b"\0" * MOST_BYTES, "16 MB"),
    ],
    ids=["none", "a zip called .jpg", "no sheet", "dark", "too large"],
)
def test_what_cannot_be_read_is_refused_with_its_reason_and_everything_stays(ana, photo, why):
    page = send(ana, photo)
    assert ana.status == 422
    assert why in page.text
    assert everything_typed_is_there(ana)


def test_what_is_far_too_large_is_not_taken_in(ana):
    said = send(ana, b"\0" * (2 * MOST_BYTES)).text
    assert ana.status == 413
    assert "too large" in said


def test_a_sheet_of_another_game_is_refused(ana, monkeypatch):
    reads(monkeypatch, ink(), game="lutece")
    assert "a sheet of another game: Lutèce" in send(ana, b"photo").text
    assert everything_typed_is_there(ana)


def test_while_others_are_read_it_says_what_to_do_and_nothing_is_lost(ana, monkeypatch):
    def refuses(*_asked: object) -> tuple[PhotographedSheet, ...]:
        raise Busy

    monkeypatch.setattr(pages, "read_photo", refuses)
    assert "send yours again" in send(ana, b"photo").text
    assert ana.status == 503
    assert everything_typed_is_there(ana)


# What is read


def test_a_sheet_without_a_doubt_is_on_the_paper_as_if_it_had_been_ticked(ana, monkeypatch, reading_app):
    reads(monkeypatch, ink())
    paper = on_the_paper(send(ana, b"photo"))
    expected = {"report.0.sheet.expeditions.red.level": "8", "report.0.sheet.expeditions.red.double": "true"}
    expected |= {"report.0.sheet.dice": "3", "report.0.sheet.bridges": '["red"]', **TYPED}
    assert paper.items() >= expected.items()
    assert "Nothing is recorded yet" in ana.page.text
    assert ana.page.html.count('id="total0"') == 1
    assert nothing_is_written(reading_app, ana)
    ana.press("Photograph the sheet")
    assert on_the_paper(send(ana, b"photo"))["claimed0"] == "", "a total beside an earlier sheet is not compared"


def nothing_is_written(app: Flask, one: Visitor) -> bool:
    book: Ledger = app.extensions["referee"].ledger
    with one.client.session_transaction() as session:
        return book.tables.of(session.get("device", ""), 9) == []


@pytest.mark.parametrize(("answer", "ticked"), [(0, False), (1, True)])
def test_what_is_doubtful_is_asked_with_its_piece_of_the_photo(ana, monkeypatch, reading_app, answer, ticked):
    reads(monkeypatch, ink(red_double=0.5))
    page = send(ana, b"photo")
    assert ana.status == 200
    assert page.html.count('src="data:image/jpeg;base64,') == 1
    assert ana.response.headers["Cache-Control"] == "no-store"
    assert "img-src 'self' data:" in ana.response.headers["Content-Security-Policy"]
    assert (
        page.html.index("Red, ×2: ticked")
        < page.html.index("data:image")
        < page.html.index("Red, ×2: empty or struck out")
    )
    form, _button = page.button("Fill in the count")
    assert not any("base64" in value for _name, value in form.filled()), "the photo is nowhere"
    sent = [*form.filled(), ("photo.0.told.double-red", str(answer))]
    paper = on_the_paper(ana.post(f"{PAPER}/photo/0", sent))
    assert ("report.0.sheet.expeditions.red.double" in paper) == ticked
    assert paper.items() >= {"report.0.sheet.expeditions.red.level": "8", **TYPED}.items()
    assert nothing_is_written(reading_app, ana)


def test_how_the_marks_run_comes_back_with_the_answers(ana, monkeypatch):
    """Six level lines are strikes, before the answer and after it."""
    rings = {f"{colour}_double": 5.0 for colour in COLOURS} | {f"{colour}_double_line": 5.0 for colour in COLOURS}
    reads(monkeypatch, ink(**rings, dice_4=0.5))
    form, _button = send(ana, b"photo").button("Fill in the count")
    paper = on_the_paper(ana.post(f"{PAPER}/photo/0", form.filled()))
    assert not [name for name in paper if name.endswith(".double")]


@pytest.mark.parametrize("said", ["", "{}", "[]", "nonsense", '{"red-1": "6"}', '{"red-1": 1e9}', '{"red-1": [1]}'])
def test_a_reading_that_is_none_is_refused_and_everything_stays(ana, said):
    form, _button = ana.page.button("Back without the photo")
    ana.post(f"{PAPER}/photo/0", [*form.filled(), ("photo.0.ink", said)])
    assert ana.status == 422
    assert everything_typed_is_there(ana)


def test_a_second_photo_takes_the_place_of_the_first_and_of_no_other_sheet(ana, monkeypatch):
    reads(monkeypatch, ink())
    send(ana, b"photo")
    form, _button = ana.page.button("Photograph the sheet")
    ana.post(f"{PAPER}/photo/1", form.filled())
    reads(monkeypatch, ink(red_8=-6.0, red_double=-6.0))
    paper = on_the_paper(send(ana, b"photo"))
    levels = [paper[f"report.{seat}.sheet.expeditions.red.level"] for seat in (0, 1)]
    assert levels == ["8", "7"]
    assert paper["claimed0"] == "12"


# Several sheets in one photo


def refusing() -> PhotographedSheet:
    return replace(sheet_of(reading_of(ink())), reading=None, refused=text("Too much lies over it."))


def names_asked(page: Page) -> list[str]:
    """The names that the page asks for, in its order."""
    return [had["name"] for tag, had in page.tags if tag == "input" and had.get("list") == "known"]


def to_the_count(one: Visitor, **typed: str) -> dict[str, str]:
    """Send the page on with these names and answers; what is on the paper then."""
    form, _button = one.page.button("Fill in the count")
    there = dict(form.fields)
    answers = [(name, value) for name, value in typed.items() if name not in there]
    one.post(form.action.partition("#")[0], [*form.filled(**typed), *answers])
    return on_the_paper(one.page)


def test_the_sheets_of_a_photo_are_those_of_the_players_in_its_order_each_with_its_picture(ana, monkeypatch):
    shows(monkeypatch, sheet_of(reading_of(ink())), sheet_of(reading_of(ink(red_8=-6.0))))
    page = send(ana, b"photo")
    assert (ana.status, ana.response.headers["Cache-Control"]) == (200, "no-store")
    assert names_asked(page) == ["name0", "name1"]
    assert page.html.count('src="data:image/jpeg;base64,') == 2
    where = [page.html.index(one) for one in ("Sheet 1", 'value="Ana"', "Sheet 2", 'value="Ben"')]
    assert where == sorted(where)
    paper = to_the_count(ana, name0="Ben", name1="Ana")
    levels = [paper[f"report.{seat}.sheet.expeditions.red.level"] for seat in (0, 1)]
    assert levels == ["8", "7"]
    assert paper.items() >= {"name0": "Ben", "name1": "Ana", "players": "2", "claimed0": "12"}.items()
    assert ana.page.text.count("Nothing is recorded yet") == 2


def test_more_sheets_than_players_are_more_players(ana, monkeypatch):
    shows(monkeypatch, *(sheet_of(reading_of(ink(**more))) for more in ({"dice_4": 6.0}, {"dice_3": -6.0}, {})))
    assert "could not be made out" not in send(ana, b"photo").text
    paper = to_the_count(ana, name2="Cai")
    assert paper.items() >= {"players": "3", "name2": "Cai", "report.2.sheet.expeditions.red.level": "8"}.items()


@pytest.mark.parametrize(
    ("camera", "players", "sheets", "seats"),
    [(1, 3, 2, [1, 2]), (2, 3, 2, [1, 2]), (2, 3, 3, [0, 1, 2]), (0, 4, 2, [0, 1]), (4, 2, 2, [3, 4])],
)
def test_they_are_those_of_the_players_from_this_camera_on(visitor, monkeypatch, camera, players, sheets, seats):
    one = visitor().on(PAPER)
    form, _button = one.page.button("Photograph the sheet")
    one.post(f"{PAPER}/photo/{camera}", form.filled(players=str(players)))
    shows(monkeypatch, *[sheet_of(reading_of(ink()))] * sheets)
    assert names_asked(send(one, b"photo")) == [f"name{seat}" for seat in seats]


def test_what_is_doubtful_is_asked_of_each_sheet_apart(ana, monkeypatch):
    doubtful = sheet_of(reading_of(ink(red_double=0.5)))
    shows(monkeypatch, doubtful, doubtful)
    page = send(ana, b"photo")
    assert page.html.count("Red, ×2: ticked") == 2
    paper = to_the_count(ana, **{"photo.0.told.double-red": "0", "photo.1.told.double-red": "1"})
    assert "report.0.sheet.expeditions.red.double" not in paper
    assert paper["report.1.sheet.expeditions.red.double"] == "true"


def test_a_sheet_that_cannot_be_read_says_why_and_its_paper_stays_as_it_was(ana, monkeypatch):
    shows(monkeypatch, sheet_of(reading_of(ink())), refusing())
    page = send(ana, b"photo")
    assert page.text.index("Sheet 2") < page.text.index("Too much lies over it. A photo of this sheet alone")
    paper = to_the_count(ana)
    assert paper["report.0.sheet.expeditions.red.level"] == "8"
    assert paper.items() >= {"report.1.sheet.dice": "4", "report.1.sheet.expeditions.red.level": "0"}.items()


def test_where_none_can_be_read_the_photo_is_refused_with_the_first_reason(ana, monkeypatch):
    shows(monkeypatch, refusing(), refusing())
    assert "Too much lies over it." in send(ana, b"photo").text
    assert ana.status == 422
    assert everything_typed_is_there(ana)


def test_more_sheets_than_can_play_are_refused(ana, monkeypatch):
    shows(monkeypatch, *[sheet_of(reading_of(ink()))] * 6)
    assert "more than 5 sheets" in send(ana, b"photo").text
    assert everything_typed_is_there(ana)


def test_where_sheets_may_have_been_missed_it_says_so(ana, monkeypatch):
    shows(monkeypatch, sheet_of(reading_of(ink())), replace(sheet_of(reading_of(ink(red_8=-6.0))), faint=True))
    assert "If the photo has more sheets than this page" in send(ana, b"photo").text


# Whose it is


def to_ben(one: Visitor, monkeypatch: pytest.MonkeyPatch, **doubtful: float) -> Page:
    """Ana's sheet is counted; the next photo, of Ben's, shows the same but for these."""
    reads(monkeypatch, ink())
    send(one, b"photo")
    form, _button = one.page.button("Photograph the sheet")
    one.post(f"{PAPER}/photo/1", form.filled())
    reads(monkeypatch, ink(**doubtful))
    return send(one, b"photo")


@pytest.mark.parametrize(("whose", "levels"), [("Ben", ["8", "8"]), ("Ana", ["8", "0"])])
def test_a_sheet_that_is_counted_for_somebody_else_is_asked_about(ana, monkeypatch, whose, levels):
    page = to_ben(ana, monkeypatch)
    assert (ana.status, ana.response.headers["Cache-Control"]) == (200, "no-store")
    assert "Whose is it? Ben and Ana would have the very same sheet." in page.text
    paper = on_the_paper(ana.press(whose))
    assert [paper[f"report.{seat}.sheet.expeditions.red.level"] for seat in (0, 1)] == levels
    assert paper.items() >= {"name0": "Ana", "name1": "Ben"}.items()


def test_what_was_answered_about_such_a_sheet_is_kept(ana, monkeypatch):
    form, _button = to_ben(ana, monkeypatch, red_double=0.5).button("Fill in the count")
    ana.post(f"{PAPER}/photo/1", [*form.filled(), ("photo.1.told.double-red", "1")])
    assert "Whose is it?" in ana.page.text
    assert on_the_paper(ana.press("Ben"))["report.1.sheet.expeditions.red.double"] == "true"


def test_a_sheet_of_another_layout_than_that_played_with_is_asked_about(visitor, monkeypatch):
    one = visitor().on("/shelf")
    boxes = {"boxes": {colour: ["vase", *["plain"] * 8] for colour in COLOURS}}
    one.post("/shelf/bring/pad", {"csrf_token": one.token(), "json": json.dumps({"name": "Attic", **boxes})})
    reads(monkeypatch, ink())
    assert "Whose is it? By its square codes, this sheet has another layout than Ana’s." in send(asked(one), b"it").text
    assert on_the_paper(one.press("Ana"))["report.0.sheet.expeditions.red.level"] == "8"


def test_one_sheet_twice_in_a_photo_is_asked_about(ana, monkeypatch):
    shows(monkeypatch, *[sheet_of(reading_of(ink()))] * 2)
    form, _button = send(ana, b"photo").button("Fill in the count")
    ana.post(f"{PAPER}/photo/0", form.filled())
    assert "Is this right? Ben and Ana would have the very same sheet." in ana.page.text
    paper = on_the_paper(ana.press("Fill in the count"))
    assert [paper[f"report.{seat}.sheet.expeditions.red.level"] for seat in (0, 1)] == ["8", "8"]


def test_a_rule_that_a_photographed_sheet_breaks_by_its_layout_is_said(ana, monkeypatch):
    """Nothing else on the page knows how many vases there were."""
    doubtful = {f"artifacts_{box}": 6.0 for box in (1, 2)}
    reads(monkeypatch, ink(red_6=-6.0, red_7=-6.0, red_8=-6.0, bridge_red=-6.0, **doubtful))
    form, _button = send(ana, b"photo").button("Fill in the count")
    told = [("photo.0.told.level-red", "5"), ("photo.0.told.level-artifacts", "2")]
    page = ana.post(f"{PAPER}/photo/0", [*form.filled(), *told])
    said = "Artefacts hatched: 2; vase boxes filled and artefacts ticked at the top: at most 1."
    assert page.text.count(said) == 1
    assert on_the_paper(page)["report.0.sheet.artifacts"] == "2"


# At a table


def test_at_a_table_one_of_several_sheets_is_chosen_by_its_picture(table, monkeypatch):
    here = table.at
    shows(monkeypatch, sheet_of(reading_of(ink(red_double=0.5))), refusing(), sheet_of(reading_of(ink(red_8=-6.0))))
    table.press("Photograph the sheet")
    page = send(table, b"photo")
    assert "Which sheet is this player’s: Ana?" in page.text
    assert (page.html.count("Count this sheet"), page.html.count("Sheet 2 in the photo")) == (2, 1)
    second = [form for form in page.forms if form.action.startswith(f"{here}/photo")][-1]
    counted = dict(table.post(f"{here}/photo", second.filled()).button("Record")[0].filled())
    assert counted["report.0.sheet.expeditions.red.level"] == "7"


@pytest.fixture
def table(visitor: Callable[..., Visitor]) -> Visitor:
    """Ana's table of Roll & Write, where she counts her own sheet."""
    one = open_table(visitor(), KEY)
    one.go(f"{one.at.split('?')[0]}/count/0")
    return one


def test_at_a_table_a_sheet_that_is_counted_for_somebody_else_is_asked_about(table, monkeypatch):
    reads(monkeypatch, ink(artifacts_1=6.0, artifacts_2=6.0))
    table.press("Photograph the sheet")
    send(table, b"photo")
    table.press("Record")
    table.go(f"{table.at.partition('?')[0].replace('/count/0', '')}/count/1")
    table.press("Photograph the sheet")
    assert "Ben and Ana would have the very same sheet." in send(table, b"photo").text
    fields = dict(table.press("Ben").button("Record")[0].filled())
    assert fields["report.0.sheet.expeditions.red.level"] == "8"


@pytest.mark.parametrize("digit", [0, None], ids=["Cairn’s own", "copied"])
def test_at_a_table_the_vases_are_those_of_the_layout_that_the_sheet_says(visitor, monkeypatch, digit):
    """A first box and no sure artefact: only where a vase stands there, forgetting it is the less likely. A sheet of a
    layout that is not the player's is asked about.
    """
    one = visitor().on("/shelf")
    boxes = {"boxes": {colour: ["vase", *["plain"] * 8] for colour in COLOURS}}
    one.post("/shelf/bring/pad", {"csrf_token": one.token(), "json": json.dumps({"name": "Attic", **boxes})})
    pad = pad_from_json(boxes)
    table = open_table(one, KEY, pad=f"shelf:{one.at.split('/')[-1]}")
    one.on(f"{table.at}/count/0").press("Photograph the sheet")
    seen = dict.fromkeys(READS.places, -6.0) | {"red-1": 6.0, "artifacts-1": -1.0}
    known = []

    def read(*asked):
        known.extend(asked[-1])
        coded = pad_digit(pad) if digit is None else digit
        return (sheet_of(Reading(f"{KEY}-sheet", KEY, seen, READS.read(seen, {}), (), coded)),)

    monkeypatch.setattr(pages, "read_photo", read)
    page = send(one, b"a photo")
    assert known[0] == pad
    assert ("this sheet has another layout than Ana’s." in page.text) == (digit == 0)
    if digit == 0:
        one.press("Ana")
    fields = dict(one.page.button("Record")[0].fields)
    assert (fields["report.0.sheet.expeditions.red.level"], fields["report.0.sheet.artifacts"]) == (
        "1",
        "0" if digit == 0 else "1",
    )


def test_enter_in_the_field_of_a_count_adds_up_and_opens_no_camera(table):
    buttons = table.page.html.split('id="count"')[1].split("<button")
    assert "photo" not in buttons[1].partition(">")[0]

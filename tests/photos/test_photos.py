"""Photos of sheets: simulated ones are read, and what cannot be read is refused with the reason and what to do."""

import io
import math
import resource
import struct
import zlib
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from random import Random

import pytest
from PIL import ExifTags, Image, ImageChops, ImageDraw, ImageFile, ImageFilter, ImageOps, ImageStat

from bench.photos.blanks import blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.hand import SCALE, filled
from photos import MOST_BYTES, Unreadable
from photos.finding import codes_in, look, sought
from photos.picture import LONGEST, UPRIGHT, Flat, opened, plane_of
from photos.reader import DOUBT, MOST_ASKED
from photos.sheets import MOST_MEMORY, bounded, read
from printables import DOCUMENTS, Choice
from printables.roll_and_write_sheet import pad_digit
from scoring import GAMES
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import PLACES, facts
from scoring.roll_and_write.pad import COLOURS, UNKNOWN, printed
from tests.photos.papers import halves, jpeg, numbers_on, sheet_by_chance, zipped

pytestmark = pytest.mark.xdist_group("photos")  # the blank sheets stay in their process
SHEET = "roll-and-write-sheet"


def refused(photo: bytes) -> str:
    with pytest.raises(Unreadable) as unreadable:
        read(photo, blanks)
    return unreadable.value.why.message


@pytest.fixture(scope="module")
def paper():
    """A filled sheet without a table around it, and what is on it."""
    chance = Random(3)
    sheet = sheet_by_chance(chance)
    told = facts(sheet_json(sheet))
    return filled(chance, blank_for(Choice(SHEET, "A5", 1)), told, numbers_on(sheet)), told


def on_a_table(*papers: Image.Image) -> Image.Image:
    width = sum(paper.width + 120 for paper in papers) + 120
    table = Image.new("L", (width, papers[0].height + 240), 90)
    for at, one in enumerate(papers):
        table.paste(one, (120 + at * (one.width + 120), 120))
    return table


def values(reading) -> dict[str, int]:
    return {fact.key: fact.value for fact in reading.likeliest.facts}


def wrong_and_not_asked(reading, told) -> set[str]:
    asked = {question.fact.key for question in reading.questions}
    return {key for key, value in values(reading).items() if value != told[key]} - asked


def test_the_same_seed_simulates_the_same_photo(paper):
    assert photographed(Random(1), paper[0], 2) == photographed(Random(1), paper[0], 2)


@pytest.mark.parametrize("turned", [0, 90, 180, 270, 12])
def test_a_sheet_is_read_whichever_way_it_lies(paper, turned):
    picture, told = paper
    photo = on_a_table(picture).rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=90)
    assert wrong_and_not_asked(read(jpeg(photo), blanks), told) == set()


def test_a_sheet_that_is_bent_between_its_codes_is_read(paper):
    """By three millimetres in both directions: each box is found by those around it."""
    picture, told = paper
    bent = picture.transform(picture.size, Image.Transform.MESH, list(arched(picture.size, 18 * SCALE)), fillcolor=255)
    reading = read(jpeg(on_a_table(bent)), blanks)
    assert values(reading) == told
    assert set(PLACES) <= set(reading.ink)


def arched(size: tuple[int, int], by: int):
    """A mesh that leaves the rim where it is and moves the middle by so many pixels."""
    ways = [[side * at // 12 for at in range(13)] for side in size]

    def at(x: int, y: int) -> tuple[int, int]:
        moved = by * math.sin(math.pi * x / size[0]) * math.sin(math.pi * y / size[1])
        return round(x + moved), round(y + moved)

    for (left, right), (top, bottom) in product(*map(pairwise, ways)):
        corners = (*at(left, top), *at(left, bottom), *at(right, bottom), *at(right, top))
        yield (left, top, right, bottom), corners


@pytest.mark.parametrize("place", ["bridge-dice", "bridge-red", "violet-double"])
def test_a_box_that_a_pen_went_around_along_its_frame_is_not_surely_empty(paper, place):
    """There it is neither in the box nor beside it; of no other place is anything else said."""
    picture, _told = paper
    circled = picture.copy()
    left, top, right, bottom = blank_for(Choice(SHEET, "A5", 1)).places[place]
    circle = [round(side * SCALE) for side in (left - 2, top - 2, right + 2, bottom + 2)]
    ImageDraw.Draw(circled).ellipse(circle, outline=60, width=round(2 * SCALE))
    plain, reading = read(jpeg(on_a_table(picture)), blanks), read(jpeg(on_a_table(circled)), blanks)
    assert plain.ink[place] <= -DOUBT
    assert reading.ink[place] > -DOUBT
    assert {name for name in PLACES if (reading.ink[name] > -DOUBT) != (plain.ink[name] > -DOUBT)} == {place}


@pytest.mark.parametrize(("name", "up", "ink"), [("A4", 1, "saving"), ("A4", 2, "black"), ("Letter", 2, "colour")])
def test_every_paper_and_ink_is_read(name, up, ink):
    chance = Random(name + ink)
    sheet = sheet_by_chance(chance)
    told = facts(sheet_json(sheet))
    page = filled(chance, blank_for(Choice(SHEET, name, up, ink=ink)), told, numbers_on(sheet))
    reading = read(photographed(chance, page, 0), blanks)
    assert wrong_and_not_asked(reading, told) == set()


def test_two_codes_say_where_the_others_are(paper):
    (seen,) = look(jpeg(on_a_table(paper[0])))
    blank = blanks(seen.choice)
    low, high = min(blank.codes), max(blank.codes)
    few = replace(seen, found=tuple(one for one in seen.found if one.code.place in (low, high)))
    assert len(few.found) == 2
    assert {one.code.place for one in sought(few, blank)} == set(blank.codes)


def test_two_sheets_in_a_picture_are_refused(paper):
    picture, _told = paper
    assert refused(jpeg(on_a_table(picture, picture))).startswith("There are two sheets")


def test_two_sheets_of_which_each_shows_other_codes_are_refused(paper):
    """Half of one beside half of another: no code twice, but no sheet lies like that."""
    picture, _told = paper
    middle = picture.height // 2
    upper, lower = picture.crop((0, 0, picture.width, middle)), picture.crop((0, middle, *picture.size))
    table = Image.new("L", (2 * picture.width + 400, picture.height + 240), 90)
    table.paste(upper, (120, 120))
    table.paste(lower.rotate(8, expand=True, fillcolor=90), (picture.width + 200, 300))
    assert "sheet" in refused(jpeg(table))


def test_codes_that_lie_as_on_no_sheet_are_refused(paper):
    """Cut out and laid in another order, as no camera sees them from anywhere."""
    picture = paper[0].copy()
    codes = blanks(Choice(SHEET, "A5", 1)).codes
    ends = [tuple(round(SCALE * side) for side in (*corners[0], *corners[2])) for corners in codes.values()]
    around = [(left - 12, top - 12, left + 120, top + 120) for left, top, *_ in ends]
    cut = [picture.crop(box) for box in around]
    for box, code in zip(around, [*cut[3:], *cut[:3]], strict=True):
        picture.paste(code, box)
    assert refused(jpeg(on_a_table(picture))).startswith("The sheet is bent, or there are two.")


@pytest.mark.parametrize("side", range(4))
def test_half_a_sheet_is_refused(paper, side):
    assert "whole" in refused(jpeg(on_a_table(halves(paper[0])[side])))


def test_another_games_sheet_is_not_ours(paper):
    page = blank_for(Choice("lost-cities-pad", "A5", 1)).picture
    assert refused(jpeg(on_a_table(page.resize((1750, 2480))))).startswith("No sheet")


def test_a_coded_sheet_that_no_game_reads_says_so(paper, monkeypatch):
    game = DOCUMENTS[SHEET].game
    monkeypatch.setitem(GAMES, game, replace(GAMES[game], photographed=None))
    assert refused(jpeg(on_a_table(paper[0]))).startswith("Cairn does not read photos of this sheet.")


def test_a_sheet_of_another_version_is_counted_by_hand(paper, monkeypatch):
    document = DOCUMENTS[SHEET]
    monkeypatch.setitem(DOCUMENTS, SHEET, replace(document, version="9"))
    assert "another version" in refused(jpeg(on_a_table(paper[0])))


def test_a_place_that_does_not_look_like_its_print_is_not_seen(paper):
    """Neither empty nor full: what lies over it, or where it was looked for in vain, says nothing."""
    picture, _told = paper
    covered = picture.copy()
    blank = blank_for(Choice(SHEET, "A5", 1))
    for name, grey in (("red-9", 70), ("violet-double", 255), ("bridge-blue", 160)):
        left, top, right, bottom = (round(side * SCALE) for side in blank.places[name])
        covered.paste(grey, (left - 30, top - 30, right + 30, bottom + 30))
    ink = read(jpeg(on_a_table(covered)), blanks).ink
    assert not {"red-9", "violet-double", "bridge-blue"} & ink.keys()
    assert {"red-5", "blue-double", "bridge-green"} <= ink.keys()


def test_what_is_asked_comes_with_its_piece_of_the_photo(paper):
    """Upright, whichever way the sheet lay."""
    picture, told = paper
    covered = picture.copy()
    left, top, right, bottom = (round(s * SCALE) for s in blank_for(Choice(SHEET, "A5", 1)).places["violet-double"])
    covered.paste(255, (left - 30, top - 30, right + 30, bottom + 30))
    ImageDraw.Draw(covered).rectangle((left, top - 60, right, top - 40), fill=0)
    reading = read(jpeg(on_a_table(covered).rotate(90, expand=True)), blanks)
    question = next(one for one in reading.questions if one.fact.key == "double-violet")
    assert question.fact.margin == 0
    piece = Image.open(io.BytesIO(question.picture))
    assert (piece.format, piece.size) == ("JPEG", question.size)
    upper = piece.crop((0, 0, piece.width, piece.height // 2)).convert("L")
    lower = piece.crop((0, piece.height // 2, *piece.size)).convert("L")
    assert ImageStat.Stat(upper).mean[0] < ImageStat.Stat(lower).mean[0] - 5
    assert len(reading.questions) <= MOST_ASKED
    assert wrong_and_not_asked(reading, told) == set()


def test_what_is_covered_is_asked_about_or_refused_and_never_taken_for_empty_or_full(paper):
    picture, told = paper
    covered = picture.copy()
    covered.paste(70, (round(picture.width * 0.62), round(picture.height * 0.35), picture.width, picture.height // 2))
    try:
        reading = read(jpeg(on_a_table(covered)), blanks)
    except Unreadable:
        return
    assert wrong_and_not_asked(reading, told) == set()


def test_a_dark_photo_and_a_blurred_one_say_so(paper):
    table = on_a_table(paper[0])
    assert "too dark" in refused(jpeg(table.point([grey // 60 for grey in range(256)])))
    assert "sharp" in refused(jpeg(table.filter(ImageFilter.GaussianBlur(30))))


def test_an_empty_table_and_a_cat_have_no_sheet():
    cat = Image.effect_noise((900, 1200), 60).resize((1800, 2400))
    assert refused(jpeg(cat)).startswith("No sheet with")


def test_another_version_and_another_pad_are_counted_by_hand(paper, monkeypatch):
    picture, _told = paper
    monkeypatch.setattr("printables.documents.LAYOUTS", ())
    assert codes_in(picture, (1.0,)) == []
    monkeypatch.undo()
    other = Choice(SHEET, "A5", 1, options={"pad": UNKNOWN})
    page = blank_for(other).picture.resize((1750, 2480))
    assert "neither Cairn’s own" in refused(jpeg(on_a_table(page)))


def test_a_sheet_printed_with_a_copied_layout_is_read_where_that_is_known():
    """With its own vases: here none of the boxes that were filled has one of Cairn's."""
    vases = dict.fromkeys(COLOURS, (1,))
    copied, other = printed({"red": (2,)}, vases, "Ours"), printed({}, {"red": (9,)}, "")
    told = facts({"expeditions": {colour: {"level": 1} for colour in ("red", "blue", "green")}, "artifacts": 3})
    page = filled(Random(4), blank_for(Choice(SHEET, "A5", 1, options={"pad": copied})), told, {})
    photo = jpeg(on_a_table(page))
    assert "neither Cairn’s own" in refused(photo)
    reading = read(photo, blanks, layouts=(UNKNOWN, other, copied))
    assert (values(reading), reading.questions) == (told, ())
    assert reading.coded == pad_digit(copied)


# What is no photo


def bomb(width: int, height: int) -> bytes:
    """The head of a PNG of so many pixels, and no more."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 9)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a" + b"\0" * 50,
        zipped(),
        b"<svg/>",
        b"%PDF-1.7",
        bomb(10_000, 10_000),
        bomb(60_000, 60_000),
        b"\xff",
    ],
    ids=["empty", "gif", "zip", "svg", "pdf", "100 megapixels", "3600 megapixels", "a byte"],
)
def test_what_is_no_photo_is_refused_before_it_is_unpacked(data):
    assert refused(data).startswith("This is not a photo")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_that_was_cut_off_on_its_way_is_refused(paper, kind, monkeypatch):
    """Also where WeasyPrint, once loaded, has told Pillow to fill up what is missing."""
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    output = io.BytesIO()
    on_a_table(paper[0]).save(output, kind)
    whole = output.getvalue()
    for share in (0.5, 0.9):
        assert "damaged" in refused(whole[: round(len(whole) * share)])
    assert ImageFile.LOAD_TRUNCATED_IMAGES


def test_a_photo_from_an_iphone_says_what_to_do():
    assert "HEIC" in refused(b"\0\0\0\x18ftypheic" + b"\0" * 40)


@pytest.mark.parametrize("orientation", UPRIGHT)
def test_a_photo_is_brought_upright_as_its_camera_says(orientation):
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    picture = Image.new("L", (800, 600), 255)
    picture.paste(0, (0, 0, 300, 100))
    upright = opened(jpeg(picture, exif=exif))
    turned = ImageOps.exif_transpose(Image.open(io.BytesIO(jpeg(picture, exif=exif)))).convert("L")
    assert upright.size == turned.size
    assert ImageStat.Stat(ImageChops.difference(upright, turned)).extrema[0][1] < 10


def test_broken_exif_data_keeps_no_photo_from_being_looked_at():
    broken = jpeg(Image.new("L", (800, 600), 200), exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\x01\x12\0\x03" * 20)
    with suppress(Unreadable):
        assert opened(broken).size == (800, 600)


def spin():
    while True:
        pass


@pytest.mark.parametrize("work", [spin, partial(bytearray, MOST_MEMORY + 1)], ids=["time", "memory"])
def test_what_takes_too_much_is_given_up(work):
    with pytest.raises(Unreadable, match="memory or time"), bounded(seconds=0.05):
        work()


def test_bounds_are_gone_with_the_photo():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with bounded():
        assert resource.getrlimit(resource.RLIMIT_AS) != before
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_photo_that_is_too_large_in_bytes_or_too_small_is_refused():
    assert "MB" in refused(b"\xff\xd8\xff" + b"\0" * MOST_BYTES)
    assert "too small" in refused(jpeg(Image.new("L", (400, 300), 200)))


def test_a_large_photo_is_shrunk_and_what_it_tells_beside_its_pixels_is_dropped():
    exif = Image.Exif()
    exif[0x010E] = "at home"
    photo = opened(jpeg(Image.new("RGB", (5000, 4000), "white"), exif=exif))
    assert max(photo.size) == LONGEST
    assert photo.mode == "L"
    assert not photo.getexif()


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "I;16"])
def test_every_kind_of_pixel_is_opened(mode):
    output = io.BytesIO()
    Image.new("L", (700, 600), 200).convert("I" if mode == "I;16" else mode).convert(mode).save(output, "PNG")
    assert opened(output.getvalue()).mode == "L"


def test_points_in_a_line_do_not_say_how_a_sheet_lies():
    with pytest.raises(Flat):
        plane_of([((float(at), 0.0), (float(at), 1.0)) for at in range(8)])


def test_a_plane_is_found_again():
    corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 200.0), (0.0, 200.0), (50.0, 50.0)]
    aslant = plane_of(list(zip(corners[:4], [(10.0, 20.0), (90.0, 30.0), (99.0, 190.0), (5.0, 230.0)], strict=True)))
    assert plane_of([(corner, aslant.at(corner)) for corner in corners]).apart(((50, 50), aslant.at((50, 50)))) < 1e-3

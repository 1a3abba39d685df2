"""Every document: its pages, its words in every language, what a printer and a screen reader need."""

import io
import re
import subprocess
import sys
from html import unescape

import pypdfium2
import pytest
from PIL import ImageChops
from pypdf import PdfReader, PdfWriter

from printables import DOCUMENTS, HERE, INKS, PAPERS, Choice, Unprintable, compose
from printables.drawing import palette
from printables.press import lay_out
from scoring.roll_and_write.pad import printed
from tests.catalogues import TRANSLATED
from tests.conftest import ROOT
from tests.printables.press import (
    LINK,
    LONGEST,
    MM,
    PRINTED,
    alternatives,
    barriers,
    choice,
    colours,
    complaints,
    drawn,
    elements,
    fields,
    html,
    letter_sizes,
    line_widths,
    pdf,
    reader,
    record,
    text_of,
    words,
)
from tests.sources import SOURCES
from web.rendering.i18n import LANGUAGES, tag_of

SHEETS = [(name, {"link": LINK, **chosen}) for key in PRINTED for name, chosen in SOURCES[key].SHEETS]
NAMES = [f"{name} {chosen.get('of', '')}".strip() for name, chosen in SHEETS]
every_sheet = pytest.mark.parametrize(("name", "chosen"), SHEETS, ids=NAMES)


def test_every_document_is_in_the_sheets_of_a_game():
    """In `SHEETS` of its `source.py`: links name documents, which therefore stay."""
    assert set(DOCUMENTS) == {name for name, _chosen in SHEETS}


@every_sheet
def test_two_independent_tools_find_nothing_wrong_nor_in_the_way_of_whoever_does_not_see_it(name, chosen, tmp_path):
    """All rules of PDF/UA-1 that a machine can check, in an implementation that is not WeasyPrint's."""
    assert complaints(pdf(name, **chosen), tmp_path) == ""
    assert barriers(pdf(name, **chosen)) == []


@every_sheet
def test_the_page_has_the_size_of_its_paper(name, chosen):
    width, height = PAPERS[chosen.get("paper", "A4")]
    wanted = (height, width) if chosen.get("up") == 2 else (width, height)
    for page in reader(name, **chosen).pages:
        assert [float(page.mediabox.width), float(page.mediabox.height)] == pytest.approx(
            [x * MM for x in wanted], abs=1
        )


@every_sheet
def test_it_has_a_title_a_language_and_tags(name, chosen):
    made = reader(name, "en", **chosen)
    root = made.trailer["/Root"]
    assert made.metadata.title.startswith(words().translate(DOCUMENTS[name].title))
    assert root["/Lang"] == "en-GB"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    tags = [str(element["/S"]) for element in elements(made)]
    assert "/H1" in tags
    assert all(element.get("/Alt") for element in elements(made) if element["/S"] == "/Figure")


@every_sheet
def test_its_fonts_are_inside_and_are_ours(name, chosen):
    pages = reader(name, **chosen).pages
    fonts = [font.get_object() for page in pages for font in page["/Resources"]["/Font"].get_object().values()]
    assert {str(font["/BaseFont"]).partition("+")[2] for font in fonts} == {"Atkinson", "Atkinson-Bold"}
    for font in fonts:
        below = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert "/FontFile2" in below or "/FontFile3" in below


@every_sheet
def test_it_speaks_every_language(name, chosen):
    title = DOCUMENTS[name].title
    for language in LANGUAGES:
        made = html(name, language, **chosen)
        assert words(language).translate(title) in unescape(made)
        assert f'<html\nlang="{tag_of(language)}"' in made
    assert reader(name, "de", **chosen).trailer["/Root"]["/Lang"] == tag_of("de")
    assert all(words(language).translate(title) != title for language in TRANSLATED)


@every_sheet
def test_home_printers_cut_nothing(name, chosen):
    """Nothing is drawn within 8 mm of an edge (a pixel of grace). German is longest, so it is looked at."""
    for page in range(len(reader(name, "de", **chosen).pages)):
        picture = drawn(name, 60, page, language="de", **chosen)
        empty = ImageChops.difference(picture, picture.point(lambda _: 255))
        left, top, right, bottom = empty.getbbox()
        margin = 8 / 25.4 * 60 - 1
        assert min(left, top, picture.width - right, picture.height - bottom) >= margin


@every_sheet
def test_no_line_is_thinner_than_half_a_point(name, chosen):
    made = reader(name, **chosen)
    for page in made.pages:
        assert all(width >= 0.499 for width in line_widths(page, made))


def test_no_border_of_a_style_is_thinner_than_half_a_point():
    for style in HERE.glob("**/*.css"):
        widths = re.findall(r"(?:border[\w-]*|--hair|--rule): ?([\d.]+)pt", style.read_text())
        assert all(float(width) >= 0.5 for width in widths), style


def _light(colour):
    """The relative luminance of WCAG."""
    return _luminance(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _luminance(parts):
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ink", INKS)
def test_every_line_is_seen_on_paper_and_on_its_tint(ink):
    """Three to one; what is read, four and a half to one."""
    own = palette(ink)
    for colour, tint in own.tint.items():
        behind = _light(tint if tint != "none" else "#ffffff") + 0.05
        assert behind / (_light(own.line) + 0.05) >= 3, (colour, "line")
        assert behind / (_light(own.strong[colour]) + 0.05) >= 3, colour
        assert all(behind / (_light(read) + 0.05) >= 4.5 for read in (own.ink, own.soft, own.pen))


@pytest.mark.parametrize("ink", ["colour", "black-saving"])
@every_sheet
def test_what_is_drawn_in_fact_is_seen(name, chosen, ink):
    """Whatever colours a template has: white lies on what is strong, all else on paper."""
    is_seen(reader(name, ink=ink, **chosen))


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("game", ["lost-cities", "roll-and-write"])
def test_what_is_drawn_of_a_record_is_seen(game, ink):
    is_seen(reader("game-record", paper="A5", ink=ink, of=game))


def is_seen(made):
    for kind, colour in {found for page in made.pages for found in colours(page, made)}:
        if min(colour) < 0.99:
            assert 1.05 / (_luminance(colour) + 0.05) >= (3 if kind == "line" else 4.5), (kind, colour)


def test_what_is_said_in_white_is_read():
    """The groups of a Lutèce sheet: each is turned on a band of its colour."""
    bands = set(re.findall(r"background: (#\w+); color: #fff", html("lutece-sheet")))
    assert len(bands) == 4
    assert all(1.05 / (_light(band) + 0.05) >= 4.5 for band in bands)


@pytest.mark.parametrize("language", LONGEST)
@every_sheet
def test_what_is_to_be_read_is_seven_points_high_at_least(name, chosen, language):
    """On the smallest sheet of each document."""
    small = {**chosen, "paper": "A5"} if chosen.get("up", 1) == 1 else chosen
    made = reader(name, language, **small)
    sizes = [size for page in made.pages for size in letter_sizes(page, made)]
    assert len(sizes) > 20
    assert min(sizes) >= 7


@pytest.mark.parametrize("name", ["rules-lost-cities", "rules-roll-and-write", "rules-lutece"])
@pytest.mark.parametrize("paper", ["A5", "Letter"])
def test_a_reminder_fits_one_page_in_the_longest_languages(name, paper):
    """Its last words stand above the foot: what overflowed would lie on it."""
    for language in LONGEST:
        opened = pypdfium2.PdfDocument(pdf(name, language, paper=paper))
        try:
            assert len(opened) == 1
            text = opened[0].get_textpage()
            lows = sorted(text.get_charbox(at)[1] for at in range(text.count_chars()))
            foot = [low for low in lows if low < 13 * MM]
            assert len(foot) < 90, "text lies on the foot"
        finally:
            opened.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the libraries have other names")
def test_a_printing_process_starts_without_asking_a_compiler_where_its_libraries_are():
    watched = "import sys; sys.addaudithook(lambda event, _: event != 'subprocess.Popen' or sys.exit('asked')); "
    subprocess.run([sys.executable, "-c", watched + "from printables.press import load; load()"], check=True, cwd=ROOT)


@every_sheet
def test_its_foot_says_what_it_is(name, chosen):
    said = text_of(name, **chosen)
    assert "Cairn · " in said
    assert "version 1" in said
    if chosen["link"]:
        assert LINK in alternatives(reader(name, **chosen))
    if name == "roll-and-write-sheet":
        assert "version 1 · Cairn’s own sheet" in said


def test_a_foot_names_no_pad_without_a_name():
    made = html("roll-and-write-sheet", paper="A5", pad=printed({"red": (1,)}, {}, ""))
    assert "version 1</p>" in made


def test_a_character_that_nobody_sees_does_not_stop_a_print():
    page = lay_out('<html lang="en"><title>Cairn</title><body>Ana\x01Ben</body></html>')
    assert PdfReader(io.BytesIO(page)).pages[0].extract_text() == "AnaBen"


# Many copies


@pytest.mark.parametrize("fillable", [False, True])
def test_a_hundred_copies_are_a_hundred_pages_that_nothing_is_wrong_with(fillable, tmp_path):
    made = pdf("lutece-sheet", copies=100, fillable=fillable)
    assert complaints(made, tmp_path) == ""
    assert barriers(made) == []
    assert len(reader("lutece-sheet", copies=100, fillable=fillable).pages) == 100


def test_the_pages_share_their_content():
    pages = reader("lost-cities-pad", copies=100).pages
    assert len({page.raw_get("/Contents").idnum for page in pages}) == 2
    assert len(pdf("lost-cities-pad", copies=100)) < 2 * len(pdf("lost-cities-pad"))
    assert len(pdf("lost-cities-pad", copies=100)) < 1.2 * len(pdf("lost-cities-pad", copies=10))


def test_every_page_says_what_it_is():
    """The first is read out in full; a copy is one element with its number, and its text can still be searched."""
    made = reader("lutece-sheet", copies=3)
    assert alternatives(made)[-2:] == [f"Copy {copy}: the same sheet again" for copy in (2, 3)]
    assert [page["/StructParents"] for page in made.pages] == sorted({page["/StructParents"] for page in made.pages})
    assert all("Herbalist" in page.extract_text() for page in made.pages)


def test_the_map_of_marked_content_is_in_order():
    made = reader("lutece-sheet", copies=3, fillable=True)
    keys = made.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"][::2]
    assert list(keys) == sorted(set(keys))
    assert sum(element["/S"] == "/Form" for element in elements(made)) == 3 * 131


def test_each_copy_is_filled_in_by_itself():
    found = fields(reader("lutece-sheet", copies=3, fillable=True))
    assert "s1-total-1" in found
    assert "copy-2.s1-total-1" in found
    assert "copy-3.s1-total-1" in found


def test_what_is_written_on_a_copy_stands_on_no_other():
    writer = PdfWriter(clone_from=reader("lutece-sheet", copies=3, fillable=True))
    writer.update_page_form_field_values(writer.pages[1], {"copy-2.s1-total-1": "57"}, auto_regenerate=False)
    saved = io.BytesIO()
    writer.write(saved)
    written = {name: field["/V"] for name, field in fields(PdfReader(saved)).items() if field.get("/V")}
    assert written == {"copy-2.s1-total-1": "57"}


def test_the_fields_of_a_copy_are_where_the_first_ones_are():
    first, second, _third = reader("lutece-sheet", copies=3, fillable=True).pages
    places = [[list(field.get_object()["/Rect"]) for field in page["/Annots"]] for page in (first, second)]
    assert places[0] == places[1]


def test_a_record_of_several_pages_is_repeated_page_by_page():
    once = reader("game-record", of="roll-and-write")
    twice = reader("game-record", copies=2, of="roll-and-write")
    texts = [page.extract_text() for page in twice.pages]
    assert len(texts) == 2 * len(once.pages)
    assert texts[: len(once.pages)] == texts[len(once.pages) :]


# What cannot be printed


REFUSED = [
    ({"document": "nothing"}, "no document"),
    ({"copies": 0}, "0 pages"),
    ({"copies": 1000}, "1000 pages"),
    ({"paper": "A3"}, "A3"),
    ({"ink": "gold"}, "gold"),
    ({"up": 3}, "not 3"),
    ({"up": 2, "paper": "A5"}, "A5 holds one"),
    ({"colours": 4}, "not 4"),
    ({"names": ("A", "B", "C", "D", "E", "F")}, "five names"),
    ({"names": ("A", "B", "C")}, "3 names: this sheet has room for 2"),
    ({"names": ("A" * 41,)}, "40 characters"),
    ({"names": ("A\x00",)}, "cannot be printed"),
    ({"names": ("\u3164",)}, "cannot be printed"),
    ({"day": "1\n2"}, "cannot be printed"),
    ({"document": "game-record"}, "finished game"),
]


@pytest.mark.parametrize(("chosen", "why"), REFUSED)
def test_it_is_refused_and_said_why(chosen, why):
    with pytest.raises(Unprintable) as refused:
        compose(choice(**{"document": "lost-cities-pad", **chosen}), words())
    assert why in words().translate(refused.value.why)


def test_two_sheets_go_on_a_large_page_and_one_on_a_small_unless_chosen():
    large = reader("roll-and-write-sheet").pages[0].mediabox
    assert large.width > large.height
    assert reader("roll-and-write-sheet", paper="A5").pages[0].mediabox.width < 500


def test_a_name_cannot_bring_markup_along():
    html = compose(Choice("lutece-sheet", names=("<img src=x>",)), words())
    assert "<img" not in html
    assert "&lt;img" in html


def test_pages_bring_nothing_in_from_outside():
    from printables.press import FOLDER, fetcher

    outside = ("file:///etc/passwd", f"file://{FOLDER}../app.py", f"file://{FOLDER}%2e%2e/app.py", "http://localhost/")
    for place in outside:
        with pytest.raises(ValueError, match="brings all"):
            fetcher().fetch(place)


def test_a_record_of_a_game_without_a_pad_is_refused():
    made = record("lutece")
    with pytest.raises(Unprintable):
        compose(Choice("game-record", record=type(made)("chess", "Chess", "", made.position, made.scored)), words())

"""The codes by which a camera finds a sheet, and the boxes that it looks at."""

import pytest
import zxingcpp

from printables import INKS, PAPERS, Choice, document_of
from printables.blank import Blank, blank_of
from printables.documents import LAYOUTS, Code, choice_of, read
from printables.options import area_of
from scoring.roll_and_write.pad import HOUSE, UNKNOWN, printed
from tests.printables.press import boxes, drawn, html, words

SHEET = "roll-and-write-sheet"
OURS = printed({"red": (1, 2, 3)}, {"blue": (4, 5)}, "Chez Léa")


def found(picture) -> list[Code]:
    codes = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.DataMatrix)
    return sorted((read(code.text) for code in codes), key=lambda code: code.place)


@pytest.fixture(scope="module")
def blank() -> Blank:
    return blank_of(Choice(SHEET, "A5", 1), words())


@pytest.mark.parametrize(("layout", "paper", "up"), [(at, *one) for at, one in enumerate(LAYOUTS)])
def test_seven_codes_say_where_they_stand_and_what_sheet_it_is(layout, paper, up):
    """On every paper; each ink on one of them at least."""
    number = layout % len(INKS)
    codes = found(drawn(SHEET, 150, paper=paper, up=up, ink=list(INKS)[number]))
    assert codes == [Code(place, 1, 1, layout, number, 0) for place in range(7) for _half in range(up)]


def test_every_layout_can_be_printed_and_every_way_to_print_has_a_layout():
    """Who adds a paper or an ink gives it a digit: there are ten of each."""
    for paper, up in LAYOUTS:
        assert area_of(document_of(SHEET), Choice(SHEET, paper, up)).up == up
    assert {paper for paper, _up in LAYOUTS} == set(PAPERS)
    assert 2 * len(LAYOUTS) <= 10
    assert len(INKS) <= 10


def test_another_layout_of_arrows_and_vases_has_another_digit():
    codes = [found(drawn(SHEET, 150, paper="A5", pad=pad))[0].pad for pad in (HOUSE, UNKNOWN, OURS)]
    assert codes[0] == 0
    assert len(set(codes)) == 3


def test_a_code_tells_the_print_job():
    assert choice_of(Code(0, 1, 1, 4, 2, 0), SHEET) == Choice(SHEET, "Letter", 2, ink="black")
    lined = Choice(SHEET, "A5", 1, options={"lines": "notes"})
    assert choice_of(Code(0, 1, 1, 5, 0, 0), SHEET) == lined
    assert {code.layout for code in found(drawn(SHEET, 150, paper="A5", lines="notes"))} == {5}


@pytest.mark.parametrize("said", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "100000", "111040", "11 000"])
def test_what_others_write_in_a_code_is_not_ours(said):
    assert read(said) is None


def test_a_record_has_no_codes():
    assert 'class="code code-0"' in html(SHEET, paper="A5")
    assert 'class="code' not in html("game-record", of="roll-and-write")


@pytest.mark.parametrize(("paper", "up"), LAYOUTS)
def test_codes_and_ticks_stand_clear_of_what_is_written_or_hatched(paper, up):
    """White around a code, two millimetres around a tick; a box begins where its margin does."""
    written = boxes(SHEET, "box", paper=paper, up=up)
    hatched = boxes(SHEET, "symbol", paper=paper, up=up)
    for code in boxes(SHEET, "code", paper=paper, up=up):
        assert min(apart(code, other) for other in (*written, *hatched)) > 0.3
    for tick in boxes(SHEET, "ring", paper=paper, up=up) + boxes(SHEET, "cell", paper=paper, up=up):
        assert min(apart(tick, other) for other in (*written, *hatched)) > 1.94


def apart(one, other) -> float:
    """How far two boxes are from one another, along the wider gap."""
    (left, top, width, height), (x, y, wide, high) = one, other
    return max(x - left - width, left - x - wide, y - top - height, top - y - high)


def test_a_blank_sheet_has_the_place_of_everything_that_is_filled_in(blank):
    assert blank.picture.mode == "L"
    assert {"red-1", "violet-9", "red-double", "red-top", "artifacts-9", "dice-1", "bridge-dice"} <= set(blank.places)
    assert len(blank.places) == 104
    (x, y, width, height) = boxes(SHEET, "cell", paper="A5")[0]
    left, top, right, bottom = (side / blank.unit for side in blank.places["bridge-red"])
    assert abs(left - x) + abs(top - y) + abs(right - x - width) + abs(bottom - y - height) < 2


def test_a_blank_sheet_shows_no_fields_and_no_second_sheet(blank):
    half = blank_of(Choice(SHEET, "A4", 2), words())
    assert abs(half.picture.width - blank.picture.width) < 8
    assert len(found(half.picture)) == len(found(blank.picture)) == 7

"""Several sheets in one photo: each is read alone, in the order of the photo, or the photo is refused."""

import io
from dataclasses import replace
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from bench.photos.blanks import blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.hand import filled
from photos import MOST_SHEETS, Unreadable
from photos.finding import Look, Printed, codes_in, look
from photos.picture import plane_of
from photos.sheets import Laid, PhotographedSheet, in_order, only, read_each
from printables import DOCUMENTS, Choice
from scoring.core.text import text
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import facts
from tests.photos.papers import jpeg, numbers_on, on_one_table, sheet_by_chance
from tests.photos.test_photos import SHEET, on_a_table, wrong_and_not_asked

pytestmark = pytest.mark.xdist_group("photos")  # the blank sheets stay in their process


def paper_of(seed: int, ink: str = "colour"):
    """A filled sheet, and what is on it."""
    chance = Random(seed)
    sheet = sheet_by_chance(chance)
    told = facts(sheet_json(sheet))
    return filled(chance, blank_for(Choice(SHEET, "A5", 1, ink=ink)), told, numbers_on(sheet)), told


@pytest.fixture(scope="module")
def papers():
    return [paper_of(seed) for seed in (3, 5, 8)]


def read_all(photo: bytes) -> tuple[PhotographedSheet, ...]:
    return read_each([(seen, blanks(seen.choice)) for seen in look(photo)])


def refused(photo: Image.Image) -> str:
    with pytest.raises(Unreadable) as unreadable:
        read_all(jpeg(photo))
    return unreadable.value.why.message


def assert_read(sheets: tuple[PhotographedSheet, ...], papers) -> None:
    assert len(sheets) == len(papers)
    for sheet, (_picture, told) in zip(sheets, papers, strict=True):
        assert sheet.reading is not None
        assert wrong_and_not_asked(sheet.reading, told) == set()


def test_two_sheets_side_by_side_are_read_from_the_left_to_the_right(papers):
    one, two = papers[:2]
    assert one[1] != two[1]
    chance = Random(1)
    photo = photographed(chance, on_one_table(chance, [one[0], two[0]], 2), 1)
    assert_read(read_all(photo), [one, two])


def test_three_sheets_are_read_whichever_way_each_lies(papers):
    turned = [papers[0][0], papers[1][0].rotate(180), papers[2][0].rotate(3, expand=True, fillcolor=90)]
    assert_read(read_all(jpeg(on_a_table(*turned))), papers)


def test_sheets_below_one_another_come_after_those_above(papers):
    four = [*papers, papers[0]]
    assert_read(read_all(jpeg(on_one_table(Random(2), [paper for paper, _told in four], 2))), four)


def test_sheets_of_two_printers_are_read_in_one_photo(papers):
    saving = paper_of(6, "black")
    assert_read(read_all(jpeg(on_a_table(papers[0][0], saving[0], papers[1][0]))), [papers[0], saving, papers[1]])


def test_a_sheet_that_cannot_be_read_says_why_and_keeps_no_other_from_being_read(papers):
    covered = papers[0][0].copy()
    wide, high = covered.size
    covered.paste(255, (round(wide * 0.17), round(high * 0.2), round(wide * 0.73), round(high * 0.72)))
    bad, good = read_all(jpeg(on_a_table(covered, papers[1][0])))
    assert bad.reading is None
    assert "cannot be seen" in bad.refused.message
    assert_read((good,), papers[1:2])


def test_beside_a_small_sheet_others_are_looked_for_that_are_not_seen_at_once(papers, monkeypatch):
    """As where one lies nearer to the camera: of the other no code is found at the first look."""

    def codes(picture, sizes):
        return [one for one in codes_in(picture, sizes) if sizes != (1.0,) or one.middle[0] < picture.width / 2]

    monkeypatch.setattr("photos.finding.codes_in", codes)
    photo = on_one_table(Random(4), [picture for picture, _told in papers[:2]], 2)
    assert_read(read_all(jpeg(photo)), papers[:2])


def test_where_few_codes_of_a_sheet_are_made_out_others_may_have_been_missed(papers):
    (seen,) = look(jpeg(on_a_table(papers[0][0], papers[1][0])))
    right = [one for one in seen.found if one.middle[0] > seen.size[0] / 2]
    few = replace(seen, found=tuple(one for one in seen.found if one not in right[4:]))
    assert [one.faint for one in read_each([(few, blanks(seen.choice))])] == [False, True]


def test_each_has_its_piece_of_the_photo_upright(papers):
    sheets = read_all(jpeg(on_a_table(papers[0][0].rotate(180), papers[1][0])))
    for sheet, (paper, _told) in zip(sheets, papers, strict=False):
        piece = opened_small(sheet.picture)
        assert piece.size == sheet.size
        same, other = (unlike(piece, way) for way in (paper, paper.rotate(180)))
        assert same < other / 2


def opened_small(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def unlike(piece: Image.Image, paper: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(piece, paper.resize(piece.size, Image.Resampling.BOX))).mean[0]


def test_a_sheet_that_is_cut_off_beside_a_whole_one_refuses_the_photo(papers):
    whole, other = papers[0][0], papers[1][0]
    half = other.crop((0, 0, other.width // 2, other.height))
    corner = other.crop((0, 0, other.width // 3, other.height // 4))
    for cut in (half, corner):
        photo = Image.new("L", (whole.width + 120 + cut.width, whole.height), 90)
        photo.paste(whole, (0, 0))
        photo.paste(cut, (whole.width + 120, 0))
        assert "whole" in refused(photo)


def test_more_sheets_than_are_read_at_once_are_refused(papers):
    small = papers[0][0].reduce(2)
    assert refused(on_one_table(Random(1), [small] * (MOST_SHEETS + 1), 3)).startswith(
        "There are more than {most} sheets"
    )


def test_a_picture_full_of_codes_is_refused_without_reading_any(papers):
    blank = blank_for(Choice(SHEET, "A5", 1)).picture
    code = blank.crop((40, 180, 110, 250)).resize((140, 140))
    many = Image.new("L", (2400, 2400), 255)
    for at in range(144):
        many.paste(code, (at % 12 * 200 + 30, at // 12 * 200 + 30))
    assert refused(many).startswith("There are more than {most} sheets")


def test_codes_that_belong_to_no_sheet_are_refused(papers):
    """Twice the same code beside one sheet: no other lies with it."""
    whole = papers[0][0]
    photo = Image.new("L", (whole.width + 700, whole.height), 90)
    photo.paste(whole, (0, 0))
    photo.paste(whole.crop((60, 340, 260, 540)), (whole.width + 300, 900))
    assert refused(photo).startswith("One of the sheets")


def test_one_of_another_version_refuses_the_photo(papers, monkeypatch):
    monkeypatch.setitem(DOCUMENTS, SHEET, replace(DOCUMENTS[SHEET], version="9"))
    assert "another version" in refused(on_a_table(papers[0][0], papers[1][0]))


def test_only_one_is_wanted_where_all_players_share_it():
    unread = PhotographedSheet("a game", None, text("The photo is too dark."), b"", (1, 1))
    with pytest.raises(Unreadable, match="two sheets"):
        only((unread, unread))
    with pytest.raises(Unreadable, match="too dark"):
        only((unread,))


def laid_at(x: float, y: float, blank: Printed) -> Laid:
    width, height = blank.picture.size
    corners = ((0.0, 0.0), (1.0 * width, 0.0), (1.0 * width, 1.0 * height), (0.0, 1.0 * height))
    plane = plane_of([(corner, (corner[0] + x, corner[1] + y)) for corner in corners])
    return Laid(Look((9, 9), b"", (), Choice(SHEET, "A5", 1)), blank, plane)


def test_a_row_is_a_row_though_its_sheets_lie_a_little_higher_or_lower():
    blank = Printed(Image.new("L", (100, 140)), Image.new("L", (1, 1)), {}, {}, 1.0)
    places = [(0, 30), (110, 0), (220, 40), (5, 160), (120, 190)]
    laid = [laid_at(*place, blank) for place in reversed(places)]
    assert [(round(one.middle[0] - 50), round(one.middle[1] - 70)) for one in in_order(laid)] == places

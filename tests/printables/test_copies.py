"""Many copies: pages that share their content, fields that do not share their names."""

import io

import pytest
from pypdf import PdfReader, PdfWriter

from tests.printables.press import alternatives, barriers, complaints, elements, fields, pdf, reader


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

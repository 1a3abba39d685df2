"""Photos of sheets of cards: simulated ones are read, round by round."""

import io
from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from bench.photos.blanks import blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.cards import DOCUMENT, filled
from bench.photos.hand import SCALE
from photos import Unreadable
from photos.reader import MOST_ASKED
from photos.sheets import read
from printables import DOCUMENTS, Choice
from scoring.lost_cities.likeliest import ROUNDS, facts
from tests.photos.papers import halves, jpeg, rounds_by_chance, ticked
from tests.photos.test_photos import on_a_table, refused

pytestmark = pytest.mark.xdist_group("photos")  # the blank sheets stay in their process
INK, CIRCLES = 8, 17  # hands: one with a pen that strikes boxes, one that circles them


def blank(colours: int = 5, paper: str = "A5", up: int = 1, ink: str = "colour"):
    return blank_for(Choice(DOCUMENT, paper, up, ink=ink, options={"colours": colours}))


@pytest.fixture(scope="module")
def paper():
    """A filled sheet of three rounds without a table around it, and what is on it."""
    rounds = _rounds()
    return filled(Random(INK), blank(), ticked(Random(7), rounds)), facts(rounds)


def _rounds():
    return [lying for seed in range(ROUNDS) for lying in rounds_by_chance(Random(seed), 5)[:1]]


def wrong_and_not_asked(reading, told) -> set[str]:
    asked = {question.fact.key for question in reading.questions}
    return {fact.key for fact in reading.likeliest.facts if fact.value != told[fact.key]} - asked


@pytest.mark.parametrize("of_round", [1, 2, 3])
def test_each_round_of_a_sheet_is_read_alone(paper, of_round):
    picture, told = paper
    reading = read(jpeg(on_a_table(picture)), blanks, of_round)
    assert {fact.key.partition("-")[0] for fact in reading.likeliest.facts} == {f"r{of_round}"}
    assert wrong_and_not_asked(reading, told) == set()
    assert any(fact.value for fact in reading.likeliest.facts)


def test_the_whole_sheet_is_read_too(paper):
    picture, told = paper
    reading = read(jpeg(on_a_table(picture)), blanks)
    assert wrong_and_not_asked(reading, told) == set()
    assert len(reading.likeliest.sheet) == ROUNDS


@pytest.mark.parametrize("turned", [90, 180, 12])
def test_a_sheet_is_read_whichever_way_it_lies(paper, turned):
    picture, told = paper
    photo = on_a_table(picture).rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=90)
    assert wrong_and_not_asked(read(jpeg(photo), blanks, 1), told) == set()


@pytest.mark.parametrize(
    ("colours", "name", "up", "ink"), [(6, "A4", 1, "black"), (5, "A4", 1, "saving"), (5, "Letter", 2, "black")]
)
def test_every_number_of_colours_paper_and_ink_is_read(colours, name, up, ink):
    chance = Random(f"{colours}{name}{ink}")
    rounds = rounds_by_chance(chance, colours)
    page = filled(Random(INK), blank(colours, name, up, ink), ticked(chance, rounds))
    reading = read(photographed(chance, page, 0), blanks, 1)
    assert wrong_and_not_asked(reading, facts(rounds)) == set()
    assert len({fact.key.split("-")[1] for fact in reading.likeliest.facts}) == colours


def test_a_card_that_both_have_ticked_is_asked_about_with_its_piece_of_the_photo():
    places = {place for place in ticked(Random(7), _rounds()) if "-red-5" not in place}
    both = filled(Random(INK), blank(), places | {"r1-p0-red-5", "r1-p1-red-5"})
    reading = read(jpeg(on_a_table(both)), blanks, 1)
    question = next(one for one in reading.questions if one.fact.key == "r1-red-5")
    assert {question.fact.value, question.fact.other} == {1, 2}
    assert question.fact.places == ("r1-p0-red-5", "r1-p1-red-5")
    width, height = question.size
    assert height < width < 3 * height  # the two places beside one another, and not all that is between them
    piece = Image.open(io.BytesIO(question.picture)).convert("L")
    assert piece.size == question.size
    for left in (0, piece.width // 2):  # around the box in the middle of each half a line is drawn, and no other
        middle = piece.crop((left, piece.height // 2 - 2, left + piece.width // 2, piece.height // 2 + 2))
        dark = middle.resize((middle.width, 1)).point(lambda shade: 255 * (shade < 40))
        edges = [at for at in range(1, dark.width) if dark.getpixel((at, 0)) != dark.getpixel((at - 1, 0))]
        assert dark.width * 0.2 < edges[0] < edges[-1] < dark.width * 0.8
    assert len(reading.questions) <= MOST_ASKED


@pytest.mark.parametrize("place", ["r1-p0-red-5", "r1-p1-red-5"])
def test_a_wrong_tick_that_was_scribbled_over_is_asked_about_as_empty(place):
    places = {one for one in ticked(Random(7), _rounds()) if "-red-5" not in one}
    page = filled(Random(INK), blank(), places, {place: "taken back"})
    reading = read(jpeg(on_a_table(page)), blanks, 1)
    question = next(one for one in reading.questions if one.fact.key == "r1-red-5")
    assert (question.fact.value, question.fact.places) == (0, (place,))


def test_of_a_wrong_tick_that_was_scribbled_over_and_the_right_one_the_right_one_is_read():
    places = {one for one in ticked(Random(7), _rounds()) if "-red-5" not in one} | {"r1-p1-red-5"}
    page = filled(Random(INK), blank(), places, {"r1-p0-red-5": "taken back"})
    facts = {fact.key: fact.value for fact in read(jpeg(on_a_table(page)), blanks, 1).likeliest.facts}
    assert facts["r1-red-5"] == 2


def test_who_circles_the_boxes_is_read_as_well():
    rounds = _rounds()
    page = filled(Random(CIRCLES), blank(), ticked(Random(7), rounds))
    assert wrong_and_not_asked(read(jpeg(on_a_table(page)), blanks, 2), facts(rounds)) == set()


def test_a_box_that_is_covered_is_not_seen_and_its_card_is_asked_about(paper):
    picture = paper[0].copy()
    left, top, right, bottom = (round(side * SCALE) for side in blank().places["r1-p1-white-6"])
    picture.paste(70, (left - 8, top - 8, right + 8, bottom + 8))
    reading = read(jpeg(on_a_table(picture)), blanks, 1)
    assert "r1-p1-white-6" not in reading.ink
    assert "r1-white-6" in {question.fact.key for question in reading.questions}


@pytest.mark.parametrize("side", range(4))
def test_half_a_sheet_is_refused(paper, side):
    assert "whole" in refused(jpeg(on_a_table(halves(paper[0])[side])))


def test_two_sheets_in_a_picture_are_refused(paper):
    assert refused(jpeg(on_a_table(paper[0], paper[0]))).startswith("There are two sheets")


@pytest.mark.parametrize("change", [{"version": "9"}, {"coded_options": lambda _digit, _known: {"colours": 7}}])
def test_a_sheet_of_another_version_is_counted_by_hand(paper, monkeypatch, change):
    monkeypatch.setitem(DOCUMENTS, DOCUMENT, replace(DOCUMENTS[DOCUMENT], **change))
    with pytest.raises(Unreadable, match="another version"):
        read(jpeg(on_a_table(paper[0])), blanks, 1)

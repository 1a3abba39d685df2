"""The Lost Cities sheet with a box for each card, and what a camera is told of it."""

import pytest

from printables import INKS, Choice, Unprintable
from printables.blank import Blank, blank_of
from printables.documents import LAYOUTS, Code, choice_of
from scoring.lost_cities.cards import COLOURS
from tests.printables.press import LINK, LONGEST, alternatives, boxes, drawn, fields, html, reader, words
from tests.printables.test_codes import apart, found

SHEET = "lost-cities-cards"
CARDS = ("w1", "w2", "w3", *map(str, range(2, 11)))


def blank(colours: int = 5, paper: str = "A5", up: int = 1) -> Blank:
    return blank_of(Choice(SHEET, paper, up, options={"colours": colours}), words())


def ticks(sheet: Blank) -> dict[str, tuple[float, ...]]:
    """The places that are ticked, in millimetres on A5."""
    return {name: tuple(side / sheet.unit for side in box) for name, box in sheet.places.items() if "-p" in name}


@pytest.mark.parametrize(("layout", "paper", "up"), [(at, *one) for at, one in enumerate(LAYOUTS)])
def test_six_codes_say_how_many_colours_it_has(layout, paper, up):
    colours, ink = 5 + layout % 2, list(INKS)[layout % len(INKS)]
    codes = found(drawn(SHEET, 150, paper=paper, up=up, ink=ink, colours=colours))
    number = list(INKS).index(ink)
    assert codes == [Code(place, 2, 1, layout, number, colours) for place in range(6) for _half in range(up)]
    assert choice_of(codes[0], SHEET) == Choice(SHEET, paper, up, ink=ink, options={"colours": colours})


def test_a_code_with_colours_that_no_sheet_has_leads_to_none():
    with pytest.raises(Unprintable):
        blank_of(choice_of(Code(0, 2, 1, 0, 0, 9), SHEET), words())


@pytest.mark.parametrize("colours", [5, 6])
def test_every_card_of_every_round_has_a_box_for_each_player(colours):
    assert ticks(blank(colours)).keys() == {
        f"r{round}-p{player}-{colour}-{card}"
        for round in (1, 2, 3)
        for player in (0, 1)
        for colour in COLOURS[:colours]
        for card in CARDS
    }


@pytest.mark.parametrize(("paper", "up", "colours"), [("Letter", 2, 6), ("A5", 1, 5), ("A4", 1, 6)])
def test_boxes_have_room_for_a_tick_and_stand_clear_of_one_another_and_of_the_codes(paper, up, colours):
    """On the narrowest, half a Letter with six colours, 3.7 mm; a gap of 1.8."""
    places = {name: (x, y, right - x, low - y) for name, (x, y, right, low) in ticks(blank(colours, paper, up)).items()}
    assert min(min(box[2:]) for box in places.values()) > 3.7
    at = list(places.values())
    assert min(apart(one, other) for i, one in enumerate(at) for other in at[:i] if near(one, other)) > 1.75
    codes, cards, written, phone = (laid(name, paper, up, colours) for name in ("code", "cards", "box", "qr"))
    assert min(apart(one, other) for one in codes for other in (*cards, *written, *phone)) > 1
    assert min(apart(one, other) for one in written for other in cards) > 1
    assert len({y for _x, y, _width, _height in written}) == 2


def laid(name, paper, up, colours) -> list[tuple[float, ...]]:
    return boxes(SHEET, name, paper=paper, up=up, colours=colours, link=LINK)


def near(one, other) -> bool:
    return abs(one[0] - other[0]) < 12 and abs(one[1] - other[1]) < 12


def test_each_player_lays_away_from_the_middle_as_on_the_table():
    at = ticks(blank())
    rows = {(player, card): at[f"r1-p{player}-red-{card}"][1] for player in (0, 1) for card in CARDS}
    assert [card for _player, card in sorted(rows, key=rows.__getitem__)] == [*CARDS[::-1], *CARDS]


def test_it_is_told_and_filled_in_with_words():
    told = alternatives(reader(SHEET, paper="A5", names=("Ana", "Ben")))
    assert "a box for each card, round 2, Ben" in told
    made = fields(reader(SHEET, paper="A5", names=("Ana", "Ben"), fillable=True))
    assert {"s1-r1-p0-red-7", "s1-r3-total-2", "s1-total-1", "s1-name-2"} <= made.keys()
    page = html(SHEET, paper="A5", names=("Ana", "Ben"), fillable=True)
    assert 'title="red 7, round 1, Ana"' in page
    assert 'title="red wager, 2 of 3, round 3, Ben"' in page


@pytest.mark.parametrize("language", LONGEST)
def test_the_name_of_the_last_of_six_colours_ends_with_its_column(language):
    """It is wider than its column: it begins below the one before."""
    chosen = {"language": language, "colours": 6, "paper": "A5", "ink": "black"}
    names, columns = boxes(SHEET, "label", **chosen)[6:24], boxes(SHEET, "colour", **chosen)
    for label, column in zip(names[5::6], columns[5::6], strict=True):
        assert label[0] + label[2] <= column[0] + column[2]
        assert label[1] > column[1], "it stands below"

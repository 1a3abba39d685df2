"""What stands on the sheets, held against the pads and positions they show."""

import re

import pytest
from PIL import ImageChops, ImageStat

from printables import DOCUMENTS, Choice, compose
from printables.letters import width
from scoring import GAMES
from scoring.core.text import number
from scoring.lost_cities.moves import Expedition
from scoring.lost_cities.score import Setup, line
from scoring.lutece.symbols import MAJORITY, MIDDLE, MINORITY
from scoring.roll_and_write.pad import COLOURS, HOUSE, UNKNOWN, printed
from scoring.roll_and_write.sheets import Column
from tests.printables.press import (
    LINED,
    LINK,
    LONGEST,
    MM,
    WRITTEN,
    alternatives,
    barriers,
    boxes,
    drawn,
    elements,
    fields,
    html,
    pdf,
    reader,
    text_of,
    words,
)
from tests.printables.test_records import LONG

OURS = printed({"red": (1, 2, 3), "violet": (9,)}, {"blue": (4, 5)}, "Chez Léa")
HANDWRITTEN = [
    ("roll-and-write-sheet", "box", {"paper": "A5"}, 54),
    ("roll-and-write-sheet", "box", {"paper": "Letter"}, 108),
    ("roll-and-write-sheet", "white", {"paper": "Letter", "up": 2}, 20),
    ("lost-cities-pad", "box", {"paper": "A5", "colours": 6}, 186),
    ("lost-cities-pad", "box", {"paper": "Letter", "up": 2, "colours": 6}, 372),
    ("lost-cities-cards", "box", {"paper": "A5", "colours": 6}, 2 * 5),
    ("lutece-sheet", "box", {"paper": "A5"}, 60),
    ("lutece-sheet", "box", {"paper": "Letter", "up": 2, "players": 4}, 2 * 4 * 25),
]


@pytest.mark.parametrize("pad", [HOUSE, OURS, UNKNOWN], ids=["house", "ours", "unknown"])
def test_the_sheet_has_the_boxes_arrows_and_vases_of_its_pad(pad):
    told = alternatives(reader("roll-and-write-sheet", paper="A5", pad=pad))
    assert told.count("arrow") == pad.count("arrow")
    assert told.count("vase") == pad.count("vase")
    assert told.count("artefact at the top") == len(COLOURS)
    assert told.count("bridge") == len(COLOURS) + 2
    for kind in ("plain", "arrow", "vase", "unknown"):
        assert html("roll-and-write-sheet", paper="A5", pad=pad).count(f'class="box {kind}"') == pad.count(kind)
    assert (pad != OURS) or "sheet layout: Chez Léa" in text_of("roll-and-write-sheet", paper="A5", pad=pad)


def test_the_heads_tell_the_colours_by_their_shapes():
    told = alternatives(reader("roll-and-write-sheet", paper="A5"))
    shapes = ["heart", "circle", "square", "triangle", "cross", "star"]
    assert [name for name in told if name in shapes] == shapes


def test_what_looks_alike_on_many_sheets_is_styled_once():
    """WeasyPrint reckons a style anew for each element that says of itself how it looks: most of a print's time."""
    assert 'style="' not in html("roll-and-write-sheet", names=("Ana", "Benoît", "Cléo"))


@pytest.mark.parametrize(("document", "name", "chosen", "many"), HANDWRITTEN)
def test_a_pen_has_nine_millimetres(document, name, chosen, many):
    """Half a line lies on either side of a cell: a tenth of a millimetre of grace."""
    found = boxes(document, name, **chosen)
    assert len(found) == many
    assert all(width >= 8.9 and height >= 8.9 for _x, _y, width, height in found), min(min(box[2:]) for box in found)


@pytest.mark.parametrize("document", LINED)
def test_the_code_for_a_phone_lies_below_the_table(document):
    chosen = {"paper": "A5", "up": 1, "colours": 6, "link": LINK, "names": ("Ana",)}
    ((_x, top, _width, _height),) = boxes(document, "qr", **chosen)
    assert max(y + height for _left, y, _wide, height in boxes(document, "box", **chosen)) < top


def test_the_lost_cities_pad_has_the_steps_of_the_sum_as_columns():
    said = text_of("lost-cities-pad", paper="A5")
    assert "sum − 20 × + 20 =" in said


@pytest.mark.parametrize("colours", [5, 6])
def test_the_lost_cities_pad_has_a_row_for_each_expedition_of_each_round(colours):
    rows = [one for one in elements(reader("lost-cities-pad", paper="A5", colours=colours)) if one["/S"] == "/TR"]
    assert len(rows) == 2 + 3 * colours


def test_the_lutece_sheet_counts_in_the_order_of_the_rulebook():
    said = text_of("lutece-sheet", paper="A5")
    rows = ["Cervoise", "Potion", "Sword", "Bread", "Laboratory", "Herbalist", "Markets", "Statue", "Legionnaires"]
    places = [said.index(row) for row in [*rows, "Gold", "Total"]]
    assert places == sorted(places)


def test_names_and_the_date_are_filled_in():
    said = text_of("lutece-sheet", paper="A5", names=("Ana", "Benoît"), day="21 novembre")
    assert "Ana" in said
    assert "Benoît" in said
    assert "21 novembre" in said


def test_every_name_gets_a_sheet_of_roll_and_write_and_the_page_is_filled_up():
    assert len(boxes("roll-and-write-sheet", "box", names=("Ana", "Benoît", "Cléo"))) == 4 * 54


@pytest.mark.parametrize("document", WRITTEN)
@pytest.mark.parametrize("up", [1, 2])
@pytest.mark.parametrize("many", [1, 2, 3, 4, 5])
def test_every_name_is_printed_as_often_as_every_other(document, up, many):
    names = ("Ana", "Benoît", "Cléo", "Dora", "Émile")[: min(many, DOCUMENTS[document].most_names)]
    printed_names = re.findall(r'class="pen[^>]*>([^<]+)<', html(document, up=up, names=names))
    often = {printed_names.count(name) for name in names}
    assert len(often) == 1
    a_sheet_each = len(DOCUMENTS[document].blank(Choice(document, names=names))) > 1
    assert often <= ({1} if a_sheet_each else {1, up})


def test_a_round_box_alone_is_said_to_be_worth_what_it_comes_to():
    assert Column(double=True).points == -100
    assert "alone −100" in text_of("roll-and-write-sheet", paper="A5")
    reminder = text_of("rules-roll-and-write", paper="A5")
    assert "Only the ×2 box ticked: −100, already doubled." in reminder


def test_the_reminder_of_roll_and_write_says_what_nothing_is_worth_and_shows_the_signs_of_our_own_sheet():
    reminder = text_of("rules-roll-and-write", paper="A5")
    assert f"boxes 0 1 2 3 4 5 6 7 8 9 expedition {number(Column().points)} −20" in reminder
    assert "artefacts 0 −40" in reminder
    assert "dice symbols 0 −40" in reminder
    shown = DOCUMENTS["rules-roll-and-write"].blank(Choice("rules-roll-and-write"))[0].printed
    assert [sign.removeprefix("rw-") or "plain" for sign in shown] == [HOUSE.kind("red", at) for at in range(1, 10)]


@pytest.mark.parametrize(
    ("cards", "said"),
    [((0, (4, 7, 9)), "20 0"), ((1, (3, 8)), "11 −9 × 2 = −18"), ((2, (2, 3, 5, 7, 8, 10)), "35 15 × 3 + 20 = 65")],
)
def test_the_examples_of_the_reminder_are_what_the_rules_make_of_them(cards, said):
    came_to = number(line(Setup(("Ana", "Ben")), "red", Expedition(*cards)).points)
    assert said.endswith(f" {came_to}")
    assert said in text_of("rules-lost-cities", paper="A5")


@pytest.mark.parametrize(
    ("paper", "up", "cut", "room"), [("A4", 1, 3, 21.4), ("A5", 1, 5, 14.4), ("Letter", 2, 9, 12.7)]
)
def test_names_on_a_lutece_sheet_are_one_size_and_a_hyphen_stands_only_where_no_size_is_enough(paper, up, cut, room):
    """Seven points are the least: a word that fits its column so, in millimetres, has none."""
    pages = compose(Choice("lutece-sheet", paper=paper, up=up, names=tuple(LONG)), words())
    names = re.findall(r'class="pen" style="font-size: ([\d.]+)rem">([^<]+)<', pages)[:5]
    assert [name.replace("\u00ad", "") for _size, name in names] == LONG
    assert len({size for size, _name in names}) == 1
    assert sum(name.count("\u00ad") for _size, name in names) == cut
    for _size, name in names:
        for word in re.findall(r"[^ -]+-?", name):
            assert "\u00ad" not in word or width(word.replace("\u00ad", "")) * 7 / MM > room


# In black on white


@pytest.mark.parametrize("document", WRITTEN)
def test_a_pad_in_black_has_no_colour(document):
    red, green, blue = drawn(document, paper="A5", ink="black").split()
    assert ImageChops.difference(red, green).getbbox() is None
    assert ImageChops.difference(green, blue).getbbox() is None


@pytest.mark.parametrize("document", ["roll-and-write-sheet", "lost-cities-pad"])
@pytest.mark.parametrize("ink", ["colour", "saving", "black"])
def test_six_colours_are_told_apart_without_colour(document, ink):
    """Their heads, turned grey and made as dark as each other, still differ, at print size and at half of it."""
    heads = boxes(document, "head", paper="A5", colours=6, ink=ink)[:6]
    for dpi in (80, 40):
        page = drawn(document, dpi, paper="A5", colours=6, ink=ink).convert("L").point(lambda grey: 255 * (grey > 200))
        size = tuple(round(side / 25.4 * dpi) for side in heads[0][2:])
        pictures = []
        for left, top, _width, _height in heads:
            x, y = round(left / 25.4 * dpi), round(top / 25.4 * dpi)
            pictures.append(page.crop((x, y, x + size[0], y + size[1])))
        for at, one in enumerate(pictures):
            for other in pictures[at + 1 :]:
                assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 6


# Form fields


@pytest.mark.parametrize(
    ("document", "many"), [("roll-and-write-sheet", 104), ("lost-cities-pad", 161), ("lutece-sheet", 66)]
)
def test_a_sheet_for_the_screen_has_a_field_for_every_place(document, many):
    made = reader(document, paper="A5", fillable=True)
    found = fields(made)
    assert len(found) == many
    titles = re.findall(r'<input\s[^>]*?title="([^"]+)"', html(document, paper="A5", fillable=True))
    assert sorted(field["/TU"] for field in found.values()) == sorted(titles), "a field without a name to read out"
    forms = [one for one in elements(made) if one["/S"] == "/Form"]
    assert len(forms) == many


@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize(
    ("document", "chosen"),
    [
        ("roll-and-write-sheet", {"up": 2, "names": ("Ana", "Benoît", "Cléo")}),
        ("lost-cities-pad", {"paper": "A5", "colours": 6}),
        ("lost-cities-pad", {"up": 2, "names": ("Ana", "Benoît")}),
        *((document, {"up": 2}) for document in WRITTEN),
    ],
)
def test_no_two_fields_are_called_the_same_by_a_screen_reader(document, chosen, language):
    called = re.findall(r'<input\s[^>]*?title="([^"]+)"', html(document, language, fillable=True, **chosen))
    assert len(set(called)) == len(called) > 20


def test_a_field_of_the_pad_says_its_step_expedition_round_and_player():
    found = fields(reader("lost-cities-pad", paper="A5", fillable=True, names=("Ana",)))
    assert found["s1-r2-red-1-less"]["/TU"] == "less 20, red, round 2, Ana"
    assert found["s1-r2-red-2-less"]["/TU"] == "less 20, red, round 2, player 2"
    assert found["s1-r3-total-2"]["/TU"] == "Total of round 3, player 2"


@pytest.mark.parametrize("document", [name for name in LINED if not DOCUMENTS[name].many_games])
def test_a_field_is_as_large_as_its_box_and_lies_over_no_other(document):
    made = reader(document, paper="A5", fillable=True)
    assert barriers(pdf(document, paper="A5", fillable=True)) == []
    places = [field.get_object()["/Rect"] for field in made.pages[0]["/Annots"]]
    spans = [(min(x, z), min(y, w), max(x, z), max(y, w)) for x, y, z, w in places]
    assert min(top - low for _left, low, _right, top in spans) > 4.9 * MM
    assert min(right - left for left, _low, right, _top in spans) > 8.9 * MM
    for at, (left, low, right, top) in enumerate(spans):
        for other in spans[at + 1 :]:
            assert right <= other[0] or other[2] <= left or top <= other[1] or other[3] <= low


def test_a_field_is_written_in_our_font_numbers_in_the_middle():
    made = reader("lost-cities-pad", paper="A5", fillable=True)
    form = made.trailer["/Root"]["/AcroForm"]
    hand = form["/DR"]["/Font"]["/Hand"]
    assert (hand["/Encoding"], "/FontFile2" in hand["/FontDescriptor"]) == ("/WinAnsiEncoding", True)
    assert "/NeedAppearances" not in form, "a reader leaves the page as it is"
    assert "/Hand" in form["/DA"]
    written = [field.get_object() for field in made.pages[0]["/Annots"]]
    assert {field.get("/Q", 0) for field in written if field["/MaxLen"] < 40} == {1}
    assert {field.get("/Q", 0) for field in written if field["/MaxLen"] == 40} == {0}


def test_a_tick_that_is_not_set_looks_like_nothing():
    made = reader("roll-and-write-sheet", paper="A5", fillable=True)
    ticks = [field for one in made.pages[0]["/Annots"] if "/AS" in (field := one.get_object())]
    assert len(ticks) == 38
    assert all(tick["/AS"] == "/Off" and tick["/AP"]["/N"]["/Off"].get_data() == b"" for tick in ticks)


def test_what_is_known_stands_in_its_field():
    found = fields(reader("lutece-sheet", paper="A5", fillable=True, names=("Ana",), day="1 May"))
    assert (found["s1-name-1"]["/V"], found["s1-day"]["/V"]) == ("Ana", "1 May")
    assert "/V" not in found["s1-total-1"]


def test_a_name_that_is_known_is_drawn_in_our_font_on_as_many_lines_as_it_needs():
    """Left to draw it, PDFium takes the œ from another font."""
    names = ("Cœur", "W" * 40)
    made = reader("lutece-sheet", paper="A5", fillable=True, names=names)
    known = [field for one in made.pages[0]["/Annots"] if "/MaxLen" in (field := one.get_object()) and "/V" in field]
    shown = [field["/AP"]["/N"].get_data() for field in known]
    assert "Cœur".encode("cp1252").hex().encode() in shown[0]
    assert [look.count(b"Tj") for look in shown] == [1, 4]
    assert "/NeedAppearances" not in made.trailer["/Root"]["/AcroForm"]
    assert barriers(pdf("lutece-sheet", paper="A5", fillable=True, names=names)) == []


@pytest.mark.parametrize("document", WRITTEN)
def test_a_name_that_no_form_can_write_is_printed_and_the_others_stay_in_their_fields(document):
    """One alone in its field, and readers draw all fields of the file anew, with other fonts."""
    made = reader(document, up=1, fillable=True, names=("Łucja", "Zoé"))
    kept = [field for one in made.pages[0]["/Annots"] if "/V" in (field := one.get_object())]
    assert "Łucja" in made.pages[0].extract_text()
    assert "Łucja" not in [field["/V"] for field in kept]
    assert all("/AP" in field for field in kept)
    assert "/NeedAppearances" not in made.trailer["/Root"]["/AcroForm"]


def test_two_sheets_on_a_page_have_fields_of_their_own():
    assert len(fields(reader("lutece-sheet", up=2, fillable=True))) == 2 * 66


def test_a_sheet_on_paper_has_no_fields():
    assert all(not fields(reader(document, paper="A5")) for document in ("roll-and-write-sheet", "lutece-sheet"))


def test_every_document_of_the_first_games_says_which_choices_matter():
    own = {("roll-and-write-sheet", "pad"), ("lost-cities-pad", "colours"), ("lutece-sheet", "players")}
    own |= {("lost-cities-cards", "colours"), ("lost-cities-cards", "back")}
    written = ("roll-and-write-sheet", "lost-cities-pad", "lost-cities-season", "lutece-sheet")
    own |= {(name, key) for name in written for key in ("lines", "back")}
    documents = [DOCUMENTS[name] for name in {name for name, _key in own}]
    assert {(document.name, option.key) for document in documents for option in document.options} == own


# What the reminders teach


def test_the_reminder_of_lutece_sets_the_table_up_as_its_rules_do():
    few, _three, four, five = (
        tiles.replace(" ", ", ") for _players, tiles, _hand, _markets in GAMES["lutece"].lesson.rows
    )
    markets = " ".join(str(out) for _players, _tiles, _hand, out in GAMES["lutece"].lesson.rows)
    said = text_of("rules-lutece", paper="A5")
    assert f"tiles {few} {four} {five} markets left out {markets}" in said


def test_the_reminder_of_lutece_gives_the_points_of_a_majority():
    said = text_of("rules-lutece", paper="A5")
    assert f"Most symbols: {MAJORITY}. Tied: " in said
    assert f"whoever has none: {MINORITY}. " in said
    assert f"Everybody else: {MIDDLE}. (With two players: {MAJORITY} and {MINORITY}.)" in said
    assert f"Talents equal too: each of them gets the {MAJORITY}, or the {MINORITY}." in said


@pytest.mark.parametrize("chosen", [{"paper": "A5"}, {"paper": "A4", "up": 1, "players": 2}], ids=["points", "counted"])
def test_the_lutece_sheet_does_not_give_nothing_to_both_who_has_none_and_who_has_fewest(chosen):
    """3, 1 and 0 symbols are 10, 4 and 0 points."""
    said = text_of("lutece-sheet", **chosen)
    assert f"Whoever has none: {MINORITY}. If everybody has some, the fewest: {MINORITY}." in said


@pytest.mark.parametrize("name", ["rules-lost-cities", "rules-lutece"])
@pytest.mark.parametrize(
    "chosen", [{"paper": "A5"}, {"paper": "A4"}, {"paper": "Letter"}, {"paper": "Letter", "up": 2}]
)
@pytest.mark.parametrize("language", LONGEST)
def test_a_reminder_ends_above_its_foot_and_its_code(name, chosen, language):
    chosen = {**chosen, "language": language, "link": LINK}
    left, right = (y + high for _x, y, _wide, high in boxes(name, "half", **chosen)[:2])
    foot, code = (boxes(name, part, **chosen)[0][1] for part in ("foot", "qr"))
    assert left < foot
    assert right < code


@pytest.mark.parametrize(
    "chosen", [{"paper": "A5"}, {"paper": "A4"}, {"paper": "Letter"}, {"paper": "Letter", "up": 2}]
)
@pytest.mark.parametrize("language", LONGEST)
def test_the_points_on_a_reminder_end_above_its_foot(chosen, language):
    chosen = {**chosen, "language": language, "link": LINK}
    points, foot = (boxes("rules-roll-and-write", part, **chosen)[0] for part in ("scales", "foot"))
    assert points[1] + points[3] < foot[1]

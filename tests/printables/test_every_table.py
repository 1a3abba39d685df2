"""Sheets for every table: how many play, how many to a page, lines to write on, rules on the back, ink, sums."""

import pytest
from PIL import ImageStat

from printables import DOCUMENTS, Unprintable, compose
from printables.options import BACK
from tests.printables.press import (
    LINED,
    LINK,
    WRITTEN,
    barriers,
    boxes,
    choice,
    complaints,
    drawn,
    fields,
    html,
    pdf,
    reader,
    scripts,
    text_of,
    words,
)

BACKED = [name for name in WRITTEN if BACK in DOCUMENTS[name].options]
every_sheet_to_write_on = pytest.mark.parametrize("document", WRITTEN)
every_sheet_with_rules_on_its_back = pytest.mark.parametrize("document", BACKED)


def refused(**chosen) -> str:
    with pytest.raises(Unprintable) as why:
        compose(choice(**chosen), words())
    return words().translate(why.value.why)


def a_pen_fits(document, name, **chosen):
    found = boxes(document, name, **chosen)
    return all(width >= 8.9 and height >= 8.9 for _x, _y, width, height in found)


# Players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("paper", ["A4", "A5", "Letter"])
def test_a_lutece_sheet_has_a_column_for_each_player_and_room_to_count_where_a_pen_has_it(players, paper):
    chosen = {"paper": paper, "players": players}
    counted = (players, paper) != (5, "A5")
    assert len(boxes("lutece-sheet", "points", **chosen)) == 11 * players
    assert len(boxes("lutece-sheet", "whole", **chosen)) == players
    assert len(boxes("lutece-sheet", "count", **chosen)) == (11 + 2) * players * counted
    assert a_pen_fits("lutece-sheet", "box", **chosen)
    assert ("then more cards" in text_of("lutece-sheet", **chosen)) is True


def test_a_lutece_sheet_is_not_for_one_and_not_for_more_names_than_players():
    assert "not 1" in refused(document="lutece-sheet", players=1)
    said = refused(document="lutece-sheet", players=2, names=("Ana", "Ben", "Cléo"))
    assert said == "3 names: this sheet has room for 2."


# To a page


@pytest.mark.parametrize(
    ("chosen", "many", "games"),
    [
        ({"paper": "A4", "up": 4}, 4, 10),
        ({"paper": "Letter", "up": 4}, 4, 9),
        ({"paper": "A5", "up": 2}, 2, 10),
        ({"paper": "A5"}, 1, 16),
        ({"paper": "A4"}, 1, 24),
    ],
)
def test_a_season_of_a_pair_has_a_line_a_game_as_many_as_a_pen_has_room_for(chosen, many, games):
    assert len(boxes("lost-cities-season", "box", **chosen)) == many * (games * 9 + 2)
    assert a_pen_fits("lost-cities-season", "box", **chosen)
    ends = [y + height for _x, y, _wide, height in boxes("lost-cities-season", "sum", **chosen)]
    (_x, foot, _wide, _high), *_others = boxes("lost-cities-season", "foot", **{**chosen, "up": 1})
    assert chosen.get("up", 1) > 1 or max(ends) < foot


@pytest.mark.parametrize(
    "document", ["roll-and-write-sheet", "lost-cities-pad", "lost-cities-cards", "lutece-sheet", "rules-lutece"]
)
def test_four_to_a_page_are_refused_where_a_pen_or_a_reader_has_no_room(document):
    assert refused(document=document, up=4) == "4 of these would have boxes under 9 mm: A4 holds 2."
    assert "A5 holds one" in refused(document=document, up=2, paper="A5")


def test_four_sheets_have_marks_for_both_cuts():
    assert html("lost-cities-season", up=4).count('class="cut ') == 4
    assert html("lost-cities-season", up=2).count('class="cut ') == 2


# Lines to write on


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_rules_are_refused_on_the_back_of_a_quarter_of_a_page(paper):
    assert html("lost-cities-season", paper=paper, up=2, back="rules")
    with pytest.raises(Unprintable, match="no room on the back"):
        html("lost-cities-season", paper=paper, up=4, back="rules")


@pytest.mark.parametrize("document", LINED)
def test_there_are_lines_for_who_began_the_edition_and_notes(document):
    said = text_of(document, paper="A5", lines="notes")
    assert all(label in said for label in ("Who began", "Edition", "Notes"))
    assert "Who began" not in text_of(document, paper="A5")
    assert a_pen_fits(document, "line", paper="A5", lines="notes")
    assert a_pen_fits(document, "box", paper="A5", lines="notes")
    lowest = max(y + high for _x, y, _wide, high in boxes(document, "box", paper="A5", lines="notes"))
    assert lowest < min(y for _x, y, _wide, _high in boxes(document, "line", paper="A5", lines="notes"))


def test_six_expeditions_with_lines_need_a_large_page():
    assert "five expeditions only" in refused(document="lost-cities-pad", paper="A5", colours=6, lines="notes")
    assert a_pen_fits("lost-cities-pad", "box", paper="A4", colours=6, lines="notes")


# The back


@every_sheet_with_rules_on_its_back
def test_the_rules_stand_on_the_back_of_every_page_and_the_printer_is_told_how_to_turn_it(document):
    made = reader(document, back="rules", up=2, names=("Ana", "Ben"))
    pages = [page.extract_text() for page in made.pages]
    assert len(pages) % 2 == 0
    assert all("Set-up" in back and "Set-up" not in front for front, back in zip(pages[::2], pages[1::2], strict=True))
    assert made.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    tall = reader(document, back="rules", paper="A5")
    assert tall.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    assert "/Duplex" not in reader(document, paper="A5").trailer["/Root"]["/ViewerPreferences"]


@every_sheet_with_rules_on_its_back
def test_the_code_on_the_back_does_not_speak_of_a_sheet(document):
    front, back = html(document, back="rules", paper="A5", link=LINK).split('<div class="page')[1:]
    assert purpose(document) in front
    assert "Count this sheet:" not in back
    assert "Count with Cairn:" in back


@pytest.mark.parametrize("document", LINED)
def test_the_code_of_a_sheet_that_is_filled_in_says_what_it_is_for(document):
    assert purpose(document) in html(document, paper="A5", fillable=True, link=LINK)


def purpose(document):
    """What the code of a sheet is for; that of a season opens one game of many."""
    return "Count with Cairn:" if DOCUMENTS[document].many_games else "Count this sheet:"


def test_a_season_says_what_it_is_and_names_its_rounds():
    assert "<small>Season</small>" in html("lost-cities-season", paper="A5")
    assert text_of("lost-cities-season", paper="A5").count("R1 R2 R3 Total") == 2


def test_every_game_that_prints_its_rules_on_the_back_has_one_page_that_teaches_it():
    teaching = [one.game for one in DOCUMENTS.values() if one.teaches]
    assert sorted(teaching) == sorted({DOCUMENTS[name].game for name in BACKED})


@pytest.mark.parametrize("key", ["lines", "back"])
def test_what_an_option_does_not_know_is_refused_with_what_it_knows(key):
    option = next(one for one in DOCUMENTS["lutece-sheet"].options if one.key == key)
    with pytest.raises(Unprintable) as why:
        option.read("nothing")
    assert option.named[1][0] in words().translate(why.value.why)


# Ink


@pytest.mark.parametrize("document", ["roll-and-write-sheet", "lost-cities-pad", "lutece-sheet"])
def test_black_uses_less_toner_than_colour_and_black_that_saves_the_least(document):
    def toner(ink):
        return 255 - ImageStat.Stat(drawn(document, ink=ink, up=1).convert("L")).mean[0]

    assert toner("black-saving") < toner("black") < toner("colour")
    assert toner("black-saving") < 0.75 * toner("black")


# Sums


@every_sheet_to_write_on
def test_a_field_is_added_up_after_those_it_adds_which_are_all_there(document, tmp_path):
    _library, sums = scripts(reader(document, paper="A5", fillable=True, copies=2))
    seen = set()
    for name, script in sums:
        seen.add(name)
        copy = name.rpartition(".")[0]
        waiting = {f"{copy}.{of}".lstrip(".") for of in script.split('"')[1::2]} & dict(sums).keys()
        assert waiting <= seen
    assert len(seen) == len(sums)
    there = fields(reader(document, paper="A5", fillable=True, copies=2)).keys()
    assert all(set(script.split('"')[1::2]) <= there for name, script in sums if not name.startswith("copy-2."))
    assert {name.startswith("copy-2.") for name in seen} == {True, False}
    assert complaints(pdf(document, paper="A5", fillable=True, copies=2), tmp_path) == ""


@every_sheet_to_write_on
def test_a_sheet_that_adds_itself_up_is_in_nobodys_way(document):
    assert barriers(pdf(document, paper="A5", fillable=True)) == []


def test_a_sheet_says_where_it_adds_up_and_paper_has_no_scripts():
    assert "adds itself up if the reader can" in text_of("lutece-sheet", paper="A5", fillable=True)
    assert "adds up" not in text_of("lutece-sheet", paper="A5")
    assert "/Names" not in reader("lutece-sheet", paper="A5").trailer["/Root"]


# One family


def test_every_page_has_one_head_and_one_foot():
    for document in DOCUMENTS:
        if document != "game-record":
            made = html(document, up=2)
            assert made.count('<div class="title">') == made.count('class="foot"') == made.count("<main") == 2

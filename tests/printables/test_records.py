"""What the record of a finished game tells, held against the game."""

import re
from dataclasses import replace

import pytest

from printables import DOCUMENTS, Choice, Unprintable, compose, pages_of
from printables.choice import LONGEST_NOTE, Record
from printables.options import area_of
from printables.press import lay_out
from scoring import GAMES
from scoring.core.text import text
from scoring.lutece.moves import Settle
from scoring.lutece.purchases import outcome
from scoring.roll_and_write.pad import COLOURS
from scoring.roll_and_write.sheets import BRIDGED
from tests.printables.press import (
    LINK,
    LONGEST,
    PRINTED,
    alternatives,
    barriers,
    complaints,
    elements,
    fits,
    followed,
    html,
    letter_sizes,
    line_widths,
    pdf,
    played,
    printed,
    reader,
    record,
    sensibly,
    shown,
    text_of,
    words,
)
from tests.sources import SOURCES

LONG = [
    "Maximilienne-Éléonore d’Aÿ-Œuvré",
    "Łukasz Brzęczyszczykiewicz",
    "Rhoshandiatellyneshiaunneveshenkoyaanis",
    "Žofie Šťastná-Dvořáková-Núñez",
    "Þórður Ægisson",
]

pytestmark = pytest.mark.xdist_group("records")  # the games that it plays stay in their process


def test_a_record_of_lost_cities_shows_each_card_each_sum_and_the_winner_on_one_page():
    made, said = reader("game-record", of="lost-cities"), text_of("game-record", of="lost-cities")
    assert len(made.pages) == 1
    assert made.metadata.title == "Game summary · Lost Cities · Ana, Benoît"
    assert "Ana wins by 19" in said
    assert "21 November 2026" in said
    assert "red 2 3 5 7 8 10 35 − 20 = 15, ×3 = 45, +20 for 8 cards +65" in said
    assert "Ana, round 1 25" in said
    assert alternatives(made).count("wager") == 2 + 1 + 1


def test_a_record_has_no_row_for_what_was_never_begun():
    assert html("game-record", of="lost-cities").count('<span class="cards">') == 6
    assert "untouched" not in html("game-record", of="roll-and-write")


@pytest.mark.parametrize("paper", ["A4", "A5", "Letter"])
@pytest.mark.parametrize("key", ["lost-cities", "lutece"])
def test_a_record_of_a_long_game_with_a_note_stays_on_one_page(key, paper):
    assert pages_of(compose(Choice("game-record", paper=paper, record=followed(key)), words())) == 1


@pytest.mark.parametrize("up", [1, None])
@pytest.mark.parametrize("paper", ["A4", "A5", "Letter"])
@pytest.mark.parametrize("many", [2, 3, 4, 5])
def test_a_record_of_roll_and_write_has_at_most_a_page_a_player(many, paper, up):
    told = {"players": LONG[:many], "pad": "house", "sheets": [SOURCES["roll-and-write"].PRINTED["sheets"][0]] * many}
    choice = Choice("game-record", paper=paper, up=up, link=LINK, record=record("roll-and-write", told))
    for language in LONGEST:
        assert pages_of(compose(choice, words(language))) <= many


def test_each_sheet_of_roll_and_write_is_printed_with_the_layout_of_its_player():
    plain = {"boxes": {colour: ["plain"] * 9 for colour in COLOURS}}
    told = {"players": LONG[:2], "pad": "house", "pads": [None, plain], "sheets": [{}, {"dice": 2}]}
    document = DOCUMENTS["roll-and-write-sheet"]
    [pair] = document.marked(record("roll-and-write", told), area_of(document, Choice(document.name, up=1)))
    kinds = [{box.kind for column in sheet.expeditions for box in column.boxes} for sheet in pair.view.sheets]
    assert kinds == [{"plain", "arrow", "vase"}, {"plain"}]
    assert pair.view.imprint is None


@pytest.mark.parametrize(("paper", "up", "pages"), [("A5", 1, 4), ("A4", 1, 4), ("A4", 2, 3)])
def test_five_sheets_of_roll_and_write_follow_the_page_that_says_who_won(paper, up, pages):
    """Where a page holds one sheet to write on, two of what was written share it."""
    made = compose(Choice("game-record", paper=paper, up=up, record=followed("roll-and-write")), words())
    assert pages_of(made) == pages


@pytest.mark.parametrize(("language", "ink"), [("de", "colour"), ("fr", "black-saving")])
def test_two_sheets_on_a_page_are_read_as_well_as_one(language, ink):
    told = sensibly("roll-and-write", LONG)
    made = compose(Choice("game-record", paper="A5", ink=ink, record=told, link=LINK), words(language))
    laid_out = printed(made)
    assert len(laid_out.pages) == 4
    assert min(size for page in laid_out.pages for size in letter_sizes(page, laid_out)) >= 7
    assert min(width for page in laid_out.pages for width in line_widths(page, laid_out)) >= 0.35
    assert fits(made)
    total = words(language).gettext("Total")
    totals = [name.rpartition(" ")[2] for name in alternatives(laid_out) if total in name]
    assert totals == [words(language).number(player.total) for player in told.scored.players]


def test_two_sheets_on_a_page_pass_both_validators_are_printed_once_and_written_on_one_by_one(tmp_path):
    assert complaints(pdf("game-record", paper="A5", of="roll-and-write"), tmp_path) == ""
    assert barriers(pdf("game-record", paper="A5", of="roll-and-write")) == []
    made = reader("game-record", paper="A5", of="roll-and-write")
    contents = [page.get_contents().get_data() for page in made.pages]
    assert [content.count(b"/Stencil Do") for content in contents] == [0, 2]
    assert len({page["/Resources"]["/XObject"].raw_get("/Stencil").idnum for page in made.pages}) == 1
    there = {page.indirect_reference.idnum for page in made.pages}
    assert {one.raw_get("/Pg").idnum for one in elements(made) if "/Pg" in one} == there
    assert list(made.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"][::2]) == [0, 1]


def test_a_record_says_what_was_bought_round_by_round():
    made = followed("lutece")
    said = compose(Choice("game-record", record=made), words())
    settled = [after for after in played("lutece").standing() if isinstance(after.move, Settle)]
    bought = [play for play in settled if outcome(play.before.state, play.move.tile).acquires]
    assert len(re.findall(r" for \d+(?=,|\))", said.replace("\u00a0", " "))) == len(bought) > 5
    assert f"{bought[-1].before.state.round} (" in said.replace("\u00a0", " ")


def test_a_record_tells_who_led_when_what_was_agreed_and_what_was_typed():
    said = compose(Choice("game-record", record=followed("lost-cities"), link=LINK), words())
    assert "In the lead, round by round: " in said or "The lead changed" in said
    assert "Les Cités perdues (Tilsit, 1999)" in said
    assert "number cards only (Tilsit wording" in said
    assert "with eight cards or more" not in said, "this table plays it otherwise"
    assert "Chez Léa" in said
    assert "It rained." in said
    assert f"<title>{LINK}</title>" in said


@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize("key", [key for key in PRINTED if GAMES[key].review])
def test_a_record_says_what_decided_the_game_where_that_costs_no_page(key, language, paper):
    told = sensibly(key, ["Ana", "Benoît"])
    choice = Choice("game-record", paper=paper, up=1, record=told)
    said = compose(choice, words(language))
    assert "brief" not in shown(said)
    assert said.count("<li>") == len(told.mattered) > 0
    assert words(language).gettext("What weighed most") in said
    assert {"de": "Sonst: ", "fr": "Sinon"}[language] in said
    assert fits(said)


def test_what_decided_the_game_is_left_out_where_it_would_take_a_page():
    mattered = (text("Long. " * 300),)
    said = compose(Choice("game-record", paper="A5", record=replace(followed("lutece"), mattered=mattered)), words())
    assert fits(said)
    assert "brief" in shown(said)
    assert "Long." not in " ".join(page.extract_text() for page in printed(said).pages)


def test_a_tie_break_is_said_with_its_figures():
    told = {"players": ["Ana", "Ben"], "holdings": [{"gold": 5, "cards": []}, {"gold": 4, "cards": []}]}
    said = compose(Choice("game-record", record=record("lutece", told)), words())
    assert "Ana and Ben have 1 point; Ana has more gold: 5 against 4." in said


@pytest.mark.parametrize("typed", [{"place": "x" * 41}, {"note": "x" * 241}, {"note": "a\x00"}])
def test_what_cannot_be_noted_is_refused(typed):
    with pytest.raises(Unprintable):
        compose(Choice("game-record", record=replace(record("lutece"), **typed)), words())


@pytest.mark.parametrize("key", PRINTED)
@pytest.mark.parametrize("language", LONGEST)
def test_the_longest_names_make_a_record_no_longer_than_its_page(key, language):
    """What is reckoned to fit a column does: nothing lies lower than the line over the foot."""
    long = ["W" * 40, *(f"Maximiliane-Anastasia von und zu {name}" for name in "BC")]
    told = {**SOURCES[key].PRINTED, "players": long[: len(SOURCES[key].PRINTED["players"])]}
    if key == "lost-cities":
        told["rounds"] = SOURCES[key].PRINTED["rounds"] * 7
    choice = Choice("game-record", paper="Letter", up=1, record=record(key, told))
    assert fits(compose(choice, words(language)))


@pytest.mark.parametrize("key", PRINTED)
def test_all_that_a_record_can_tell_is_seven_points_high_at_least(key):
    told = replace(sensibly(key, LONG[:2]), note="It rained. " * 20, place="Chez Léa", lasted=text("47 min"))
    assert letters_of(compose(Choice("game-record", paper="A5", record=told, link=LINK), words("de"))) >= 7


@pytest.mark.parametrize("key", ["lost-cities", "lutece"])
def test_the_longest_note_ends_above_the_foot(key):
    told = replace(record(key), note="It rained. " * (LONGEST_NOTE // 11))
    assert fits(compose(Choice("game-record", paper="A5", record=told), words()))


@pytest.mark.parametrize("language", LONGEST)
def test_five_who_crossed_every_bridge_stand_on_one_page_before_their_sheets(language):
    columns = {colour: {"double": True, "numbers": [1, 2, 3, 4, 5, 6, 7]} for colour in COLOURS}
    sheet = {"expeditions": columns, "artifacts": 8, "dice": 8, "bridges": list(BRIDGED)}
    told = {"players": LONG, "pad": "house", "sheets": [sheet] * 5}
    pages = compose(Choice("game-record", up=1, record=record("roll-and-write", told)), words(language))
    assert pages_of(pages) == 1 + 3
    assert fits(pages)


@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_five_sums_what_decided_and_a_note_stand_together_and_nothing_is_left_out(paper):
    told = replace(sensibly("roll-and-write", ["Ana", "Benoît", "Cléo", "Dilek", "Emil"]), note="It rained. " * 16)
    said = compose(Choice("game-record", paper=paper, up=1, record=told), words())
    assert pages_of(said) == 1 + 3
    parts = DOCUMENTS["roll-and-write-sheet"].summary(told, words().translate)
    sums = [entry for part in parts for entry in part.entries if entry.points is not None]
    first = said.partition('"frame frame-1 roll_and_write_sheet')[0]
    assert first.count("<b>") == len(parts) + len(sums) > 25
    assert first.count("<li>") == len(told.mattered) > 0
    assert "brief" not in shown(said)
    assert 'class="noted"' in first
    assert fits(said)


def test_a_record_of_one_page_is_repeated_where_two_share_the_paper():
    said = compose(Choice("game-record", up=2, record=record("lost-cities")), words())
    assert (pages_of(said), said.count('<p class="winner">')) == (1, 2)


def test_a_record_of_roll_and_write_shows_every_sheet_and_says_all_marks_of_a_column_in_one_breath():
    told = alternatives(reader("game-record", paper="A5", of="roll-and-write"))
    marks = {"bridge, ticked": 1, "bridge, empty": 2, "artefact at the top, ticked": 1, "×2, ticked": 1, "×2, empty": 1}
    assert {mark: sum(mark in name for name in told) for mark in marks} == marks
    assert [name for name in told if "hatched" in name] == [
        "artefacts: 5 hatched = 20",
        "dice symbols: 9 hatched = 0 · bridge, empty",
        "artefacts: 7 hatched = 60 · bridge, empty",
        "dice symbols: 0 hatched = 0",
    ]
    assert "red: 1, 1, 4, 9 = 10 · ×2, ticked" in told
    assert "points of the bridges: 20; Total: 100" in told
    marks = "×2, empty · bridge, ticked · artefact at the top, ticked"
    assert f"blue: 1, 2, 3, 4, 5, 6, 7, 8, 10 = 50 · {marks}" in told
    assert len([name for name in told if " = " in name]) == 2 * 8


def test_a_record_of_lutece_puts_each_sum_under_its_name():
    said = text_of("game-record", paper="Letter", of="lutece")
    assert "bread 1: most. +10" in said
    assert "prestige the herbalist’s shop: 2 + 2 for 2 cards of its colour, itself included. +4" in said
    assert "cards citizen, apprentice, herbalist" in said


def test_the_line_that_says_who_won_breaks_no_name_between_its_parts():
    told = {**SOURCES["lutece"].PRINTED, "players": [LONG[1], "Ben", "Cléo"]}
    pages = compose(Choice("game-record", record=record("lutece", told)), words())
    assert "Łukasz\u00a0Brzęczyszczykiewicz wins by" in pages


@pytest.mark.parametrize(("paper", "names"), [("A4", LONG[:2]), ("Letter", ["Ana", "Benoît"]), ("A5", LONG[:2])])
def test_nine_rounds_of_lost_cities_are_told_card_by_card_on_one_page(paper, names):
    told = replace(sensibly("lost-cities", names, rounds=9, colours=6), note="It rained. " * 20)
    for language in LONGEST:
        said = compose(Choice("game-record", paper=paper, record=told, link=LINK), words(language))
        begun = [laid for round in told.position.rounds for hand in round for laid in hand.values() if len(laid)]
        assert said.count('class="cards"') == len(begun) > 50
        assert len(re.findall("<i>", said)) == sum(map(len, begun))
        assert 'class="noted"' in said
        assert fits(said)


def test_three_rounds_of_lost_cities_are_told_in_the_usual_letters():
    for paper in ("A4", "A5", "Letter"):
        assert shown(html("game-record", paper=paper, of="lost-cities")) == ""


COLOURS_LAID = ("yellow", "blue", "white", "green", "red", "purple")
MORE_WAGERS, FEWER_WAGERS = ["wager", "wager", 2, 4, 6], ["wager", 3, 5, 7]


def longest_lost_cities() -> Record:
    """Nine rounds in which both began all six expeditions, each with a wager, with long names and the longest note."""
    laid = [
        dict(zip(COLOURS_LAID, hands, strict=True))
        for hands in ([MORE_WAGERS, FEWER_WAGERS] * 3, [FEWER_WAGERS, MORE_WAGERS] * 3)
    ]
    told = {"edition": "iello-2018", "colours": 6, "players": LONG[:2], "rounds": [laid] * 9}
    note = ("It rained. " * LONGEST_NOTE)[:LONGEST_NOTE]
    return replace(record("lost-cities", told), note=note, place="Chez Léa", lasted=text("47 min"))


@pytest.mark.parametrize("language", LONGEST)
def test_the_longest_game_of_lost_cities_is_one_small_page_and_nothing_is_left_out(language):
    """108 expeditions, told as paragraphs."""
    said = compose(Choice("game-record", paper="A5", record=longest_lost_cities(), link=LINK), words(language))
    assert pages_of(said) == 1
    assert said.count('class="cards"') == 2 * 6 * 9
    assert len(re.findall("<i>", said)) == 9 * 6 * (len(MORE_WAGERS) + len(FEWER_WAGERS))
    assert said.count(words(language).gettext("round {round}").format(round=9)) == 2
    assert len(re.findall(r"= −5, ×2 = −10\s+<b>−10</b>", said)) == 54
    assert len(re.findall(r"= −8, ×3 = −24\s+<b>−24</b>", said)) == 54
    assert said.count("It rained. ") == LONGEST_NOTE // len("It rained. ")
    assert f"<title>{LINK}</title>" in said
    assert fits(said)
    assert letters_of(said) >= 7


@pytest.mark.parametrize(("seed", "language"), [(2, "de"), (6, "fr"), (8, "de")])
def test_a_long_game_of_five_with_long_names_and_the_longest_note_is_one_small_page(seed, language):
    """Every sum with its points, every purchase and every name."""
    told = replace(sensibly("lutece", LONG, seed), note="It rained. " * (LONGEST_NOTE // 11), place="Chez Léa")
    said = compose(Choice("game-record", paper="A5", record=told, link=LINK), words(language))
    entries = [
        entry for part in DOCUMENTS["lutece-sheet"].summary(told, words(language).translate) for entry in part.entries
    ]
    assert pages_of(said) == 1
    assert said.count("<b>") == 5 + sum(entry.points is not None for entry in entries) > 20
    assert said.count(words(language).gettext("bought in round")) == 5
    assert all(name in said.replace("\u00ad", "") for name in LONG)
    assert "low" not in shown(said)
    assert fits(said)
    assert letters_of(said) >= 7


def test_a_record_told_in_paragraphs_passes_both_validators(tmp_path):
    said = compose(Choice("game-record", paper="A5", record=longest_lost_cities(), link=LINK), words())
    made = lay_out(said)
    assert complaints(made, tmp_path) == ""
    assert barriers(made) == []


def letters_of(said: str) -> float:
    """The smallest letters of composed pages, in points."""
    made = printed(said)
    return min(size for page in made.pages for size in letter_sizes(page, made))


def test_a_packed_record_has_no_letters_under_seven_points():
    told = sensibly("lost-cities", LONG[:2], rounds=9, colours=6)
    assert letters_of(compose(Choice("game-record", record=told, link=LINK), words("de"))) >= 7

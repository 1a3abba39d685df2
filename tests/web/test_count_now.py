"""Count now: the paper of all players, from the first page, before there is a table."""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask import Flask

from ledger import Ledger, Table
from scoring import GAMES
from scoring.lutece import formats as lutece
from scoring.lutece.audit import totals_of
from scoring.lutece.cards import RESOURCES, Holding
from tests.examples import examples
from tests.reading import NAMES, Json
from tests.sources import SOURCES, played
from tests.visitor import Visitor, controls
from web.table.forms import READ, WITH, fields

POSITIONS = examples(4)  # of each game by chance
OF_TIES = re.compile(r"talents|totals\.cards")  # a tie alone asks for these
OF_ALL = re.compile(r"\.(type|seat)$")  # what goes without a touch
COUNTED = [key for key, game in GAMES.items() if game.count and game.count.now]
RED = {"red": ["wager", 5, 6, 10]}  # 2: (21 - 20) twice
BLUE = {"blue": [9, 10, 8]}  # 7


@pytest.fixture
def paper(visitor: Callable[..., Visitor]) -> Visitor:
    """Somebody who has tapped Count now at Lost Cities."""
    one = visitor()
    one.go("/")
    one.tap("Count now: Lost Cities")
    return one


def filled(visitor: Visitor, counts: Sequence[Json], **typed: str) -> list[tuple[str, str]]:
    """The fields of the paper that the visitor sees, with these counts instead of its first ones."""
    form = next(form for form in visitor.whole.forms if form.action.endswith("/keep"))
    places = {f"{kind}.{seat}" for kind in READ if kind != WITH for seat in range(len(counts))}
    kept = [(name, value) for name, value in form.filled(**typed) if ".".join(name.split(".")[:2]) not in places]
    chosen = [entry for entry in kept if entry[0] not in typed or entry[0].startswith("name")]
    return [
        *chosen,
        *((name, value) for name, value in typed.items() if not name.startswith("name")),
        *composed(counts),
    ]


def composed(counts: Sequence[Json]) -> list[tuple[str, str]]:
    """What the controls of the paper say of these counts."""
    return [field for seat, count in enumerate(counts) for field in controls(count, f"report.{seat}")]


def touched(counts: Sequence[Json]) -> list[str]:
    """The names of these fields that say something of their own."""
    return [name for name, value in composed(counts) if value not in ("[]", "{}") and not OF_ALL.search(name)]


def paths(names: Iterable[str | None]) -> set[str]:
    """Where in the report these fields belong, whether they are chosen or typed."""
    return {name.partition(".")[2] for name in names if name}


def both(*expeditions: Json) -> list[Json]:
    return [{"type": "count", "seat": seat, "expeditions": laid} for seat, laid in enumerate(expeditions)]


def add_up(visitor: Visitor, counts: Sequence[Json], htmx: bool = True, **typed: str) -> list[str]:
    """The totals that the paper shows then."""
    address = visitor.at
    visitor.post(address, filled(visitor, counts, **typed), htmx)
    visitor.at = address
    assert visitor.status == 200, visitor.page.text
    return totals(visitor)


def totals(visitor: Visitor) -> list[str]:
    """By their ids, in the order of the seats; without the sign of a tie that is open."""
    found = {}
    for part in visitor.page.html.split('id="total')[1:]:
        seat, said = part[0], part.partition(">")[2].partition("<")[0].strip()
        found[seat] = said.replace("−", "-").removesuffix(" ?")
    return [said for _seat, said in sorted(found.items()) if said]


def keep(visitor: Visitor, counts: Sequence[Json], htmx: bool = False, **typed: str) -> Any:
    sent = filled(visitor, counts, **typed)
    visitor.post("/count/lost-cities/keep", sent, htmx)
    return sent


def tables_of(book: Ledger, visitor: Visitor) -> list[Table]:
    with visitor.client.session_transaction() as session:
        return book.tables.of(session.get("device", ""), 99)


@pytest.mark.parametrize("key", COUNTED)
@pytest.mark.parametrize(("language", "says"), [("en", "Count now"), ("fr", "Compter")])
def test_one_tap_on_the_first_page_and_the_paper_of_all_players_is_there(visitor, book, key, language, says):
    one = visitor(language)
    one.go("/")
    page = one.tap(f"{says}{': ' if language == 'en' else ' : '}{GAMES[key].title}")
    assert (one.status, one.at) == (200, f"/count/{key}")
    assert totals(one) == ["0", "0"]
    form = next(form for form in page.forms if form.action.endswith("/keep"))
    assert {name for name, value in form.fields if name.startswith("name") and not value} >= {"name0", "name1"}
    assert tables_of(book, one) == []


def test_the_totals_of_both_grow_with_every_tap_and_nothing_is_written(paper, book):
    assert add_up(paper, both({}, {})) == ["0", "0"]
    assert add_up(paper, both({"red": ["wager"]}, {})) == ["-40", "0"]
    assert add_up(paper, both(RED, BLUE)) == ["2", "7"]
    assert tables_of(book, paper) == []


def test_each_colour_shows_what_it_is_worth_to_both_and_every_sum(paper):
    add_up(paper, both(RED, {"red": [7]}))
    assert "21 − 20 = 1, ×2 = 2" in paper.page.text
    worth = paper.page.html.partition('id="worth-red"')[2].partition("</span>")[0]
    assert worth.index(">2<") < worth.index(">−13<")


@pytest.mark.parametrize("key", COUNTED)
def test_a_total_that_was_worked_out_is_compared_with_the_one_counted_and_stays_where_it_was_typed(visitor, key):
    one = visitor()
    one.go(f"/count/{key}")
    for htmx in (True, False):
        add_up(one, [], htmx, claimed0="0", claimed1="5")
        answers = [one.page.html.partition(f'id="claimed{seat}"')[2].partition('id="')[0] for seat in (0, 1)]
        assert ["Your total is right." in answer for answer in answers] == [True, False]
        assert "5" in answers[1], "`claim` of the count repeats the total that was claimed: They are worth 0, not 5."
    form = next(form for form in one.page.forms if form.action.endswith("/keep"))
    assert ("claimed1", "5") in form.fields


def test_what_is_no_number_is_compared_with_nothing(paper):
    add_up(paper, both(RED, BLUE), claimed0="two", claimed1="")
    assert 'class="claimed"' not in paper.page.html


def test_each_column_shows_what_it_is_worth_as_it_is_copied(visitor):
    one = visitor()
    one.go("/count/roll-and-write")
    sheet = {"expeditions": {"red": {"level": 5, "double": True}}, "dice": 4}
    counts = [{"type": "count", "seat": seat, "sheet": sheet} for seat in (0, 1)]
    for htmx in (True, False):
        add_up(one, counts, htmx)
        shown = [one.page.html.partition(f'id="worth1-{of}"')[2].partition("</b>")[0][-2:] for of in ("red", "dice")]
        assert shown == ["20", "10"]
        assert one.page.html.partition('id="worth1-blue"')[2].partition("</b>")[0].endswith(">")


def test_what_cannot_be_on_a_sheet_is_said_with_whose_it_is(visitor):
    one = visitor()
    one.go("/count/roll-and-write")
    sheets = {}, {"expeditions": {"yellow": {"level": 1, "top": True}}}
    add_up(one, [{"type": "count", "seat": seat, "sheet": sheet} for seat, sheet in enumerate(sheets)], name1="Ben")
    assert "Ben: Yellow: the artefact at the top is ticked over 1 number instead of nine." in one.page.text


def test_a_bridge_that_an_empty_sheet_may_have_ticked_is_no_alarm_but_asked_about_in_the_end(visitor):
    one = visitor()
    one.go("/count/roll-and-write")
    sheets = {"expeditions": {"yellow": {"level": 7}}, "artifacts": 1}, {}
    counts = [{"type": "count", "seat": seat, "sheet": sheet} for seat, sheet in enumerate(sheets)]
    add_up(one, counts)
    assert "crossed" not in one.page.text
    one.post("/count/roll-and-write/keep", filled(one, counts))
    assert one.status == 422
    assert "The yellow bridge was crossed by Player 1, but nobody ticked it." in one.page.text
    one.go("/count/roll-and-write")
    add_up(one, [counts[0], {"type": "count", "seat": 1, "sheet": {"dice": 1}}])
    assert "The yellow bridge was crossed by Player 1, but nobody ticked it." in one.page.text


@pytest.mark.parametrize(
    ("sheets", "asks"),
    [
        (({"dice": 5}, {"dice": 5}), "Ana and Ben have the very same sheet."),
        (({"dice": 5}, {"dice": 3}), ": Ana’s sheet takes at least 5 throws, Ben’s at most 3."),
        (({"dice": 3}, {"dice": 5}), ": Ben’s sheet takes at least 5 throws, Ana’s at most 3."),
    ],
)
def test_sheets_of_two_games_are_asked_about_when_they_are_kept(visitor, book, sheets, asks):
    one = visitor()
    one.go("/count/roll-and-write")
    counts = [{"type": "count", "seat": seat, "sheet": sheet} for seat, sheet in enumerate(sheets)]
    typed = {"name0": "Ana", "name1": "Ben"}
    add_up(one, counts, **typed)
    assert asks not in one.page.text
    one.post("/count/roll-and-write/keep", filled(one, counts, **typed))
    assert (one.status, asks in one.page.text) == (422, True)
    one.answer("Record")
    assert [table.game for table in tables_of(book, one)] == ["roll-and-write"]


@pytest.mark.parametrize("other", [{}, {"total": "45"}])
def test_a_sheet_beside_an_empty_one_or_a_total_is_of_no_other_game(visitor, other):
    one = visitor()
    one.go("/count/roll-and-write")
    counts = [{"type": "count", "seat": seat, "sheet": sheet} for seat, sheet in enumerate(({"dice": 5}, {}))]
    one.post("/count/roll-and-write/keep", filled(one, counts, claimed1=other.get("total", "")))
    assert "throw" not in one.page.text
    assert "same sheet" not in one.page.text


def test_totals_of_lutece_that_cannot_be_are_warned_of_beside_the_sum_and_asked_about_when_they_are_kept(visitor):
    one = visitor()
    one.go("/count/lutece")
    totals = {"family_points": 6, "statues": 1}, {"legionnaires": 41}
    counts = [
        {"type": "count", "seat": seat, "holding": {"gold": 0, "cards": [], "totals": own}}
        for seat, own in enumerate(totals)
    ]
    says = "Roman locations: 0, but their points need at least 1."
    add_up(one, counts, name1="Ben")
    assert says in one.page.text
    one.post("/count/lutece/keep", filled(one, counts, name1="Ben"))
    assert one.status == 422
    assert f"Player 1: {says}" in one.page.text
    assert one.page.text.count("The characters: what was counted needs 41 cards, but the box has only 40.") == 1


def test_what_cannot_be_has_no_right_total(visitor):
    one = visitor()
    one.go("/count/roll-and-write")
    sheets = {"expeditions": {"yellow": {"level": 1, "top": True}}}, {}
    add_up(one, [{"type": "count", "seat": seat, "sheet": sheet} for seat, sheet in enumerate(sheets)], claimed0="-20")
    assert "Your total is right." not in one.page.text


def test_a_sixth_colour_is_chosen_on_the_paper(paper):
    assert add_up(paper, both({"purple": [9, 10, 8]}, {}), colours="1") == ["7", "0"]
    assert "Purple is not in this game" not in paper.page.text
    add_up(paper, both({"purple": [9, 10, 8]}, {}), colours="0")
    assert "Purple is not in this game" in paper.page.text


def test_how_the_twenty_is_read_is_chosen_on_the_paper(paper):
    eight = {"red": ["wager", 2, 3, 4, 5, 6, 7, 8]}  # 15 twice
    assert add_up(paper, both(eight, {}), bonus_counts_wagers="0") == ["50", "0"]
    assert add_up(paper, both(eight, {}), bonus_counts_wagers="1") == ["30", "0"]


def test_a_card_before_both_is_named_with_the_names_typed(paper):
    add_up(paper, both(RED, {"red": [6]}), name0="Ana", name1="Ben")
    assert "Red 6 is in front of both Ana and Ben: there is only one." in paper.page.text


def test_what_is_kept_is_a_finished_table_with_its_result(paper, book):
    keep(paper, both(RED, BLUE), name0="Ana")
    [table] = tables_of(book, paper)
    assert paper.at == f"/t/{table.code}"
    assert table.names == ("Ana", "Player 2")
    assert table.finished_at is not None
    assert book.outcomes.of(table.opener)[0].players[1].total == 7
    paper.go(f"/r/{table.watch}")
    assert "Player 2 wins by 5 points" in paper.page.text
    assert [row.event["type"] for row in book.moves.read(table.id)] == ["start", "count", "count"]


def test_a_table_is_kept_once_however_often_it_is_sent(paper, book):
    sent = keep(paper, both(RED, BLUE))
    for htmx in (True, False):
        paper.post("/count/lost-cities/keep", sent, htmx)
    [table] = tables_of(book, paper)
    assert len(book.moves.read(table.id)) == 3


def test_another_count_from_a_page_kept_for_later_is_another_table(paper, book):
    """A page that is read again without network has the move id that it had."""
    first = keep(paper, both(RED, BLUE))
    other = [(name, "[7]" if (name, value) == ("report.1.expeditions.blue", "[8]") else value) for name, value in first]
    assert other != first
    paper.post("/count/lost-cities/keep", other)
    assert len(tables_of(book, paper)) == 2


def test_a_phone_with_a_script_is_told_where_the_table_is(paper, book):
    keep(paper, both(RED, BLUE), htmx=True)
    [table] = tables_of(book, paper)
    assert paper.response.headers["HX-Redirect"] == f"/t/{table.code}"


def test_the_game_goes_on_as_round_two(paper, book):
    keep(paper, both(RED, BLUE), go_on="1")
    [table] = tables_of(book, paper)
    assert table.finished_at is None
    assert "Round 2: Player 2 should begin." in paper.page.text


@pytest.mark.parametrize("key", COUNTED)
def test_a_page_that_is_read_again_has_all_that_was_on_it(visitor, key):
    one, counts = visitor(), by_chance(key, 4)[1]
    one.go(f"/count/{key}")
    shown = add_up(one, counts, players=str(len(counts)), name1="Béa", claimed1="-7")
    one.go(f"/count/{key}?draft=1")
    assert totals(one) == shown
    form = next(form for form in one.page.forms if form.action.endswith("/keep"))
    assert {("name1", "Béa"), ("claimed1", "-7")} <= set(form.fields)
    assert add_up(one, []) == shown


def test_a_count_is_there_again_on_its_phone_until_it_is_kept_or_thrown_away(visitor):
    ana, ben = visitor(), visitor()
    for ends in (lambda: keep(ana, both(RED, BLUE)), lambda: ana.press("Yes, throw away")):
        ana.go("/count/lost-cities")
        assert totals(ana) == ["0", "0"]
        shown = add_up(ana, both(RED, BLUE))
        ben.go("/count/lost-cities?draft=1")
        assert totals(ben) == ["0", "0"]
        ana.go("/")
        ana.go(ana.page.link("Go on with your count"))
        assert totals(ana) == shown
        ana.go("/count/lost-cities")
        assert totals(ana) == shown
        ends()
        ana.go("/")
        assert "Go on with your count" not in ana.page.text


def test_what_is_too_much_for_a_cookie_leaves_the_draft_as_it_was_and_a_forged_one_is_none(paper):
    add_up(paper, both(RED, {}))
    add_up(paper, both(RED, BLUE), claimed0=secrets.token_hex(4_000))
    paper.go("/count/lost-cities?draft=1")
    assert totals(paper) == ["2", "0"]
    held = paper.client.get_cookie("count-lost-cities", path="/count/lost-cities")
    paper.client.set_cookie("count-lost-cities", f"{held.value}x", path="/count/lost-cities")
    paper.go("/count/lost-cities?draft=1")
    assert totals(paper) == ["0", "0"]


def test_what_the_rules_forbid_is_not_kept_and_every_tick_is_still_there(paper, book):
    keep(paper, both(RED, {"red": [6, 7]}), name1="Ben")
    assert paper.status == 422
    assert "Red 6 is in front of both Player 1 and Ben" in paper.page.text
    form = next(form for form in paper.page.forms if form.action.endswith("/keep"))
    assert [value for name, value in form.fields if name.startswith("report.1.expeditions.red")] == ["[6]", "[7]"]
    assert ("name1", "Ben") in form.fields
    assert tables_of(book, paper) == []
    keep(paper, both(RED, {"red": [6]}), htmx=True)
    assert (paper.status, paper.page.tags[0][1]["class"]) == (422, "refusal")


NOTHING = {
    "en": "Nothing has been entered.",
    "fr": "Rien n’a été saisi.",
}


@pytest.mark.parametrize("key", COUNTED)
@pytest.mark.parametrize("language", NOTHING)
def test_an_untouched_paper_is_kept_only_if_it_is_said_that_everyone_has_nothing(visitor, book, key, language):
    one = visitor(language)
    one.go(f"/count/{key}")
    sent = filled(one, [], name0="Ana")
    for htmx in (True, False):
        one.post(f"/count/{key}/keep", sent, htmx)
        assert (one.status, tables_of(book, one)) == (422, [])
        assert NOTHING[language] in one.page.html
    one.answer()
    [table] = tables_of(book, one)
    assert (table.names[0], table.finished_at is not None) == ("Ana", True)


def test_a_player_for_whom_nothing_was_entered_is_asked_about_beside_one_who_has_something(paper, book):
    keep(paper, both(RED, {}))
    assert "Nothing has been entered for Player 2." in paper.page.text
    assert tables_of(book, paper) == []
    keep(paper, both(RED, {}), claimed1="45")
    assert "Nothing has been entered" not in paper.page.text


def test_a_round_without_cards_is_asked_for_and_a_name_that_cannot_be_is_not(paper, book):
    keep(paper, both({}, {}), name0="Ana", name1="Ana")
    assert (paper.status, paper.answers()) == (400, [])
    keep(paper, both({}, {}), go_on="1", name1="Ben")
    assert (paper.answers(), tables_of(book, paper)) == (["Record 0 and 0"], [])
    paper.answer()
    [table] = tables_of(book, paper)
    assert table.finished_at is None


def test_two_players_of_one_name_are_told_so(paper, book):
    add_up(paper, both(RED, BLUE), name0="Ana", name1=" Ana ")
    assert "Two players have the same name." in paper.page.text
    keep(paper, both(RED, BLUE), name0="Ana", name1="Ana")
    assert (paper.status, tables_of(book, paper)) == (400, [])
    assert "Two players have the same name." in paper.page.text
    keep(paper, both(RED, BLUE), name0="Chloé", name1="chloe\u0301")
    assert (paper.status, tables_of(book, paper)) == (400, [])
    assert "are too alike" in paper.page.text


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 5_000, "A name has at most 40 characters."),
        ("Be\x1b[2Jn", "This name has a character that cannot be shown."),
        ("Be\u202en", "This name has a character that cannot be shown."),
    ],
)
def test_what_a_new_table_refuses_as_a_name_is_refused_here_and_nothing_is_lost(paper, book, name, why):
    assert add_up(paper, both(RED, BLUE), name0=name) == ["2", "7"]
    assert why in paper.page.text
    keep(paper, both(RED, BLUE), name0=name)
    assert (paper.status, tables_of(book, paper)) == (400, [])
    assert why in paper.page.text
    form = next(form for form in paper.page.forms if form.action.endswith("/keep"))
    assert ("name0", name) in form.fields
    assert [value for field, value in form.fields if field.startswith("report.1.expeditions.blue")] == [
        "[8]",
        "[9]",
        "[10]",
    ]


def test_a_name_is_one_line_of_text(paper, book):
    keep(paper, both(RED, BLUE), name0=" <script>alert(1)\n </script> ")
    [table] = tables_of(book, paper)
    assert table.names[0] == "<script>alert(1) </script>"
    assert "<script>alert" not in paper.page.html


@pytest.mark.parametrize(
    "counts",
    [[], both(RED, BLUE, BLUE), [*both(RED), {"type": "start", "seat": 1}], both(RED, {"red": [11]})],
)
def test_what_is_no_count_of_players_is_400(paper, book, counts):
    form = next(form for form in paper.page.forms if form.action.endswith("/keep"))
    own = [entry for entry in form.fields if not entry[0].startswith("report.")]
    for address in ("/count/lost-cities", "/count/lost-cities/keep"):
        paper.post(address, [*own, *fields(counts)])
        assert paper.status == 400
        assert "What" not in tables_of(book, paper)
    assert tables_of(book, paper) == []


def test_a_player_without_a_paper_has_nothing_and_that_is_asked_about(paper, book):
    sent = [entry for entry in filled(paper, both(RED)) if not entry[0].startswith("report.1")]
    paper.post("/count/lost-cities/keep", sent)
    assert paper.status == 422
    assert "Nothing has been entered for Player 2." in paper.page.text
    assert tables_of(book, paper) == []


def test_the_form_of_a_card_is_drawn_only_where_it_is_asked_for_and_stays(visitor):
    one = visitor()
    one.go("/count/lutece")
    assert "data-kind" not in one.page.html
    form = next(form for form in one.page.forms if form.action.endswith("/keep"))
    one.post("/count/lutece", [*form.filled(players="3"), ("cards", "1")])
    drawn = [paper.count("data-kind") for paper in one.page.html.split('<section id="paper')[1:]]
    assert (drawn[0], len(drawn), drawn[2]) == (0, 3, 0)
    assert drawn[1] > 10
    form = next(form for form in one.page.forms if form.action.endswith("/keep"))
    one.post("/count/lutece?papers", form.fields, htmx=True)
    assert [paper.count("data-kind") for paper in one.page.html.split('<section id="paper')[1:]] == drawn


@pytest.mark.parametrize("key", ["nothing", "x" * 400])
def test_a_game_that_is_not_there_has_no_paper(visitor, key):
    one = visitor()
    one.go(f"/count/{key}")
    assert one.status == 404


@pytest.mark.parametrize("key", [key for key in COUNTED if len(GAMES[key].seats) > 1])
def test_how_many_play_is_changed_on_the_paper_and_nothing_entered_is_lost(visitor, app, key):
    one, counts = visitor(), by_chance(key, 4)[1]
    one.go(f"/count/{key}")
    three = add_up(one, counts, players=str(len(counts)))
    add_up(one, counts, htmx=False, players="2")
    assert len(totals(one)) == 2
    one.whole = one.page
    form = next(form for form in one.page.forms if form.action.endswith("/keep"))
    again = [(name, str(len(counts)) if name == "players" else value) for name, value in form.fields]
    one.post(f"/count/{key}", again, htmx=True)
    assert totals(one) == three


def test_a_very_full_game_of_five_with_every_card_of_the_box_is_kept(visitor, book):
    """All that is usually printed on each of the 74 cards, and what every player typed in short."""
    printed = {"label": "As it is called", "cost": 3, "talent": 9, "colour": "green", "points": 1, "min_players": 2}
    more = {"resources": {"bread": 1, "potion": 1}, "demand": {"sword": 1, "potion": 1}}
    kinds = ["citizen"] * 40 + ["field"] * 34
    cards = [{"id": f"card-{at}", "kind": kind, **printed, **more} for at, kind in enumerate(kinds)]
    short = {"symbols": dict.fromkeys(RESOURCES, 9), "talents": {key: [9, 8, 7] for key in RESOURCES}, "points": 9}
    holdings = [{"gold": 9, "cards": cards[seat::5], "totals": short} for seat in range(5)]
    counts = [{"type": "count", "seat": seat, "holding": holding} for seat, holding in enumerate(holdings)]
    one = visitor()
    one.go("/count/lutece")
    one.post("/count/lutece/keep", filled(one, counts, players="5"))
    [table] = tables_of(book, one)
    assert len(book.moves.read(table.id)) == 5
    assert table.finished_at is not None


def test_totals_are_kept_with_their_sums_and_no_card_is_made_up(visitor, book):
    one = visitor()
    one.go("/count/lutece")
    totals = [{"symbols": {"bread": 3}, "markets": 2, "statues": 1, "roman": 2}, {"symbols": {"bread": 1, "sword": 1}}]
    counts = [
        {"type": "count", "seat": seat, "holding": {"gold": 4, "cards": [], "totals": own}}
        for seat, own in enumerate(totals)
    ]
    one.post("/count/lutece/keep", filled(one, counts, name0="Ana", name1="Ben"))
    [table] = tables_of(book, one)
    assert book.outcomes.of(table.opener)[0].players[0].total == 28
    assert "0 cards" not in one.page.text
    for address in (f"/r/{table.watch}", f"/t/{table.code}/log"):
        one.go(address)
        assert one.status == 200
    assert "Ana counts 4 gold, and totals instead of cards." in one.page.text
    one.go(f"/r/{table.watch}")
    assert "2 markets satisfied: 6 each." in one.page.text
    assert "Ana wins by 17 points" in one.page.text


def test_cards_named_for_the_proof_are_counted_until_the_totals_are_again(visitor):
    one = visitor()
    one.go("/count/lutece")
    card = {"id": "c1", "kind": "citizen", "resources": {"bread": 2}}
    own = {"gold": 0, "cards": [card], "totals": {"symbols": {"bread": 1}, "markets": 1}}
    holdings = (own, {"gold": 0, "cards": []})
    counts = [{"type": "count", "seat": seat, "holding": holding} for seat, holding in enumerate(holdings)]
    assert add_up(one, counts) == ["10", "0"]
    assert "Bread: 1 without cards, 2 with them." in one.page.text
    sent = [*filled(one, counts), ("report.0.holding", '{"cards":null}')]
    one.post("/count/lutece", sent, htmx=True)
    assert totals(one)[0] == "16"


def by_chance(key: str, seed: int) -> tuple[Json, list[Json]]:
    """A position by chance: its settings, and what each player counts."""
    game, random = played(key, seed), Random(seed)
    state = random.choice([state for state in game.states if not getattr(state, "over", ())])
    counts = [game.game.formats.event(SOURCES[key].count(state, seat)) for seat in game.seats]
    return game.game.formats.settings(game.setup), counts


def scored(app: Flask, key: str, position: Json) -> Json:
    """What `flask score` says."""
    ran = app.test_cli_runner().invoke(args=["score", key, "-"], input=json.dumps(position))
    return json.loads(ran.output)


def in_short(counts: list[Json]) -> list[Json]:
    """The same counts of Lutèce, by totals."""
    position = lutece.FORMATS.position({"players": NAMES[: len(counts)], **SOURCES["lutece"].position(counts)})
    short = replace(
        position,
        holdings=tuple(Holding(own.gold, (), totals_of(position, seat)) for seat, own in enumerate(position.holdings)),
    )
    said: list[Json] = lutece.FORMATS.holding(short)["holdings"]
    return [{"type": "count", "seat": seat, "holding": own} for seat, own in enumerate(said)]


def fields_for_all(visitor: Visitor, key: str) -> set[str | None]:
    """The names of the fields where as many play as can."""
    add_up(visitor, [], htmx=False, players=str(max(GAMES[key].seats)))
    visitor.whole = visitor.page
    return {had.get("name") for tag, had in visitor.page.tags if tag == "input"}


@pytest.mark.parametrize("key", ["lutece"])
def test_lutece_in_short_makes_on_the_paper_what_flask_score_makes_of_its_cards(app, visitor, key):
    one = visitor()
    one.go(f"/count/{key}")
    offered = fields_for_all(one, key)
    for seed in range(POSITIONS):
        settings, counts = by_chance(key, seed)
        said = scored(app, key, {"players": settings["players"], **SOURCES[key].position(counts)})
        short = in_short(counts)
        assert paths(name for name in touched(short) if not OF_TIES.search(name)) <= paths(offered), seed
        shown = add_up(one, short, players=str(len(counts)))
        assert shown == [str(player["total"]) for player in said["players"]], seed


@pytest.mark.parametrize("key", COUNTED)
def test_positions_by_chance_make_on_the_paper_what_flask_score_makes_of_them(app, visitor, key):
    one = visitor()
    one.go(f"/count/{key}")
    offered = fields_for_all(one, key)
    for seed in range(POSITIONS):
        settings, counts = by_chance(key, seed)
        asked = {"colours": str(settings["colours"] - 5)} if "colours" in settings else {}
        said = scored(app, key, {"players": settings["players"], **_colours(settings), **SOURCES[key].position(counts)})
        names = {f"name{seat}": name for seat, name in enumerate(settings["players"])}
        assert key == "lutece" or paths(touched(counts)) <= paths(offered), seed
        shown = add_up(one, counts, players=str(len(counts)), **names, **asked)
        assert shown == [str(player["total"]) for player in said["players"]], seed


def _colours(settings: Json) -> Json:
    return {"colours": settings["colours"]} if "colours" in settings else {}

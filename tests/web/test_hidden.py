"""A table may hide its scores until the end: nobody sees them anywhere before; then they are shown rank by rank."""

import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from flask import Flask

from ledger import Ledger, Table
from referee import Report, record
from scoring import GAMES
from scoring.core.sheet import Line, Score, Sheet
from scoring.core.text import Text
from scoring.lutece.symbols import Standing
from scoring.roll_and_write.sheets import Column
from tests.pages import table_after
from tests.visitor import HTMX, Visitor
from tests.web.lost_cities import START, count, happened

every_game = pytest.mark.parametrize("key", GAMES)
PLACES = {"<int:seat>": "0", "<int:seq>": "3", "<kind>": "pdf", "<name>": "lost-cities-pad"}
WHATEVER = re.compile(r'"X-CSRFToken": "[^"]*"|value="[\w.-]{12,}"|name="move_id" value="[^"]*"|filename="[^"]*"')
LOST_CITIES = [(import_module(f"scoring.lost_cities.{module}"), "points") for module in ("view.board", "score")]
SUMS = [*LOST_CITIES, (Column, "points"), (Standing, "points")]
"""The sums that a board shows beside the lines of a sheet."""


def other_sums(patch: pytest.MonkeyPatch) -> None:
    """Another world, where the same cards and sheets are worth something else."""
    slot, said = Line.__dict__["points"], Line.__dict__["text"]
    more = property(lambda line: slot.__get__(line) + 1_009, lambda line, value: slot.__set__(line, value))
    patch.setattr(Line, "points", more)
    patch.setattr(
        Line, "text", property(lambda _line: Text("another sum"), lambda line, value: said.__set__(line, value))
    )
    for owner, name in SUMS:
        patch.setattr(owner, name, (lambda *_: 1_013) if owner is not Column else property(lambda _column: 1_013))


def pages_of(app: Flask, table: Table) -> Iterator[str]:
    """Every address that a table has, whoever may open it."""
    for rule in app.url_map.iter_rules():
        for start, code in (("/t/<code>", table.code), ("/w/<code>", table.watch), ("/r/<code>", table.watch)):
            if rule.rule.startswith(start) and "GET" in rule.methods and not rule.rule.endswith("/stream"):
                path = rule.rule.replace("<code>", code)
                for place, filled in PLACES.items():
                    path = path.replace(place, filled)
                yield path


def seen(ana: Visitor, table: Table) -> dict[tuple[str, bool], str]:
    """What every page says, whole and as a fragment, and what a count being entered is answered."""
    said = {}
    for path in pages_of(ana.client.application, table):
        for htmx in (False, True):
            answer = ana.client.get(path, headers=HTMX if htmx else {})
            said[path, htmx] = WHATEVER.sub("", answer.get_data().decode(errors="replace"))
    return said


def two_worlds(ana: Visitor, table: Table) -> tuple[dict[tuple[str, bool], str], dict[tuple[str, bool], str]]:
    """What somebody sees who keeps score for everyone, here and where everything is worth something else."""
    ana.on(f"/t/{table.code}").press("I keep score for everyone")
    here = seen(ana, table)
    with pytest.MonkeyPatch.context() as patch:
        other_sums(patch)
        return here, seen(ana, table)


@every_game
@pytest.mark.parametrize("share", [0.4, 1])
def test_the_pages_of_a_table_that_hides_its_scores_are_the_same_whatever_they_are(app, visitor, key, share):
    here, elsewhere = two_worlds(visitor(), table_after(app, key, share, seed=1, hidden=True))
    assert len(here) > 20
    assert [page for page in here if here[page] != elsewhere[page]] == []


@every_game
def test_any_other_table_says_what_it_is_worth(app, visitor, key):
    """So the test before would find it."""
    table = table_after(app, key, 0.4, seed=1)
    here, elsewhere = two_worlds(visitor(), table)
    base, watch = f"/t/{table.code}", f"/w/{table.watch}"
    telling = {(base, False), (base, True), (watch, False), (f"{watch}/screen", True), (f"{base}/count/0", True)}
    assert telling <= {page for page in here if here[page] != elsewhere[page]}


# The reveal


def over(visitor: Visitor, book: Ledger, **rounds: list[list[int]]) -> Table:
    """Ana and Ben have counted one round at a table that hides its scores; this visitor sees it."""
    visitor.go("/new/lost-cities")
    typed = visitor.page.forms[-1].filled(name0="Ana", name1="Ben", rounds="0")
    visitor.post("/new/lost-cities", [*typed, ("hidden", "y")])
    table = book.tables.by_code(visitor.at.split("/")[2])
    happened(
        book,
        table,
        [
            START,
            *(count(seat, **{colour: cards}) for colour, both in rounds.items() for seat, cards in enumerate(both)),
        ],
    )
    visitor.go(visitor.at)
    return table


def waiting(visitor: Visitor) -> int:
    """How many stones of the cairn are not shown yet."""
    return visitor.page.html.count('class="waits"')


def test_the_scores_are_shown_from_the_last_to_the_first_on_any_phone(visitor, book):
    ana, screen = visitor(), visitor()
    table = over(ana, book, red=[[4, 5, 6], [2, 3, 9, 10]])
    assert "−5" not in ana.page.text
    assert waiting(ana) == 2
    screen.on(f"/w/{table.watch}/screen").press("Reveal the scores, last place first")
    assert waiting(screen) == 1
    assert "2nd Ana −5" in screen.page.text
    assert "Reveal the winner" in screen.page.text
    assert "Ben 4" not in screen.page.text
    ana.go(f"/t/{table.code}", htmx=True)
    assert "2nd Ana −5" in ana.page.text
    assert "Ben wins by 9 points" in ana.on(f"/t/{table.code}").press("Reveal the winner").text
    assert "Ben wins by 9 points" in screen.go(f"/r/{table.watch}").text
    events = ana.client.get(f"/t/{table.code}/log.json").get_json()["events"]
    assert [event["type"] for event in events] == ["start", "count", "count"]


def test_who_shares_a_rank_is_shown_at_once(visitor, book):
    ana = visitor()
    over(ana, book, red=[[4, 5], [2, 7]])
    assert waiting(ana) == 2, "one stone would tell that they are tied"
    assert "A shared victory" in ana.press("Reveal the scores, last place first").text


def test_the_order_of_a_reveal_with_ties():
    ranks = {"Ana": 2, "Ben": 1, "Cai": 4, "Dora": 2}
    sheet = Sheet(tuple(Score(name, (), rank) for name, rank in ranks.items()))
    assert [[score.name for score in scores] for scores in sheet.from_last] == [["Cai"], ["Ana", "Dora"], ["Ben"]]


def test_two_phones_at_once_show_one_rank(visitor, book):
    ana = visitor()
    table = over(ana, book, red=[[4, 5, 6], [2, 3, 9, 10]])
    form, _ = ana.page.button("Reveal the scores, last place first")
    for _ in range(2):
        ana.post(form.action, form.fields)
    assert "Reveal the winner" in ana.page.text
    assert book.moves.last_seq(table.id) == 4


def test_the_end_taken_back_hides_again(visitor, book):
    ana = visitor()
    table = over(ana, book, red=[[4, 5, 6], [2, 3, 9, 10]])
    ana.press("Reveal the scores, last place first")
    ana.on(f"/t/{table.code}/log").press("Undo")
    happened(book, table, [count(1, red=[2])])
    assert "Reveal the scores, last place first" in ana.go(f"/t/{table.code}").text


def test_a_game_is_listed_when_its_scores_have_been_shown(visitor, book):
    ana = visitor()
    table = over(ana, book, red=[[4, 5, 6], [2, 3, 9, 10]])
    referee = ana.client.application.extensions["referee"]
    record(referee, table, Report("taken-back", 3, [{"type": "undo"}]))
    record(referee, table, Report("once-again", 4, [count(1, red=[2, 3, 9, 10])]))
    for listed, button in ((False, "Reveal the scores"), (False, "Reveal the winner"), (True, None)):
        assert (table.watch in ana.go("/games").html) is listed
        assert (b"Ben" in ana.client.get("/games.csv").data) is listed
        if button:
            ana.on(f"/t/{table.code}").press(button)


def test_nobody_shows_what_is_not_over_or_sits_elsewhere(ana, table, book, visitor):
    ben = visitor().on(f"/t/{table.code}")
    for who, status in ((ana, 303), (ben, 403)):
        who.post(f"/t/{table.code}/unveil", {"csrf_token": who.token(), "seen": "0"}, follow=False)
        assert who.status == status
    assert book.moves.last_seq(table.id) == 0

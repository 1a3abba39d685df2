"""Where a game was decided: the page, the games that would have been, and the tables that have none."""

import re
from random import Random

import pytest

from ledger import Ledger, Table
from scoring import GAMES
from scoring.core.text import number
from scoring.lost_cities.moves import Lay
from tests.fourth_game import GAME as FOURTH
from tests.pages import table_after
from tests.sources import sensible
from tests.visitor import Visitor
from tests.web.lost_cities import START, count, happened
from tests.web.test_history import corrected
from web.rendering.i18n import translate
from web.table.review import review_of

GAME = GAMES["lost-cities"]


def followed(visit: Visitor, book: Ledger, seed: int = 1, *more: tuple[str, str]) -> Table:
    """A game that was followed to its end, as two people might play it."""
    visit.go("/new/lost-cities")
    visit.post("/new/lost-cities", [*visit.page.forms[-1].filled(name0="Ana", name1="Ben", rounds="2"), *more])
    table = book.tables.by_code(visit.at.split("/")[2])
    names = {"players": list(table.names)}
    setup = GAME.formats.setup({**names, **{key: value for key, value in table.settings.items() if key != "hidden"}})
    happened(book, table, [GAME.formats.event(move) for move in sensible(GAME, setup, Random(seed))])
    return table


def reviews(visit: Visitor) -> list[tuple[str, str]]:
    return [(href, says) for href, says in visit.page.links if "/review/" in href]


def test_a_result_leads_to_its_review_and_that_to_each_game_that_would_have_been(visitor, book):
    table = followed(visitor(), book)
    visit = visitor().on(f"/r/{table.watch}")
    visit.tap("it was decided")
    assert (visit.at, visit.status) == (f"/r/{table.watch}/review", 200)
    found = reviews(visit)
    assert len(found) > 20
    assert visit.page.html.count('<ol class="found">') == 1
    for href, says in found:
        page = visit.go(href)
        assert visit.status == 200
        assert says in page.text
        assert "This is not how the game ended" in page.text
        assert f"/r/{table.watch}/review" in [href for href, _says in page.links]


def test_the_page_of_a_finding_adds_up_to_what_its_link_says_and_of_what_is_none_there_is_no_page(visitor, book, app):
    table = followed(visitor(), book)
    found = review_of(app.extensions["referee"].live(table))
    visit = visitor()
    for one in found.first:
        page = visit.go(f"/r/{table.watch}/review/{one.finding.key}")
        ranks = page.text.partition("1st")[2]
        assert all(number(total) in ranks[:60] for total in one.totals)
    visit = visitor()
    for key in ("nothing", "expedition-9-0-red", "x" * 300):
        visit.go(f"/r/{table.watch}/review/{key}")
        assert visit.status == 404
    visit.go("/r/nowhere/review")
    assert visit.status == 404


def test_a_turning_point_opens_the_board_of_that_moment(visitor, book, app):
    table = followed(visitor(), book)
    points = review_of(app.extensions["referee"].live(table)).turning_points
    visit = visitor().on(f"/r/{table.watch}/review")
    boards = [href for href, says in visit.page.links if "goes ahead" in says or "are level" in says]
    assert set(boards) == {f"/w/{table.watch}/at/{point.index}" for point in points}
    page = visit.go(boards[-1])
    assert visit.status == 200
    assert all(number(total) in page.text for total in points[-1].moment.totals)


def test_rounds_are_called_so_along_the_curve_where_their_words_have_room(visitor, book, app):
    visit = visitor()
    called = [
        along_curve(visit, watch)
        for watch in (followed(visit, book, 0).watch, table_after(app, "lost-cities", 1).watch)
    ]
    assert called == [["Round 1", "Round 2", "Round 3"], ["Round 1", "2", "3"]]


def test_a_curve_of_a_game_without_rounds_is_told_in_turns(visitor, app):
    watch = table_after(app, "roll-and-write", 1).watch
    assert along_curve(visitor(), watch)[:3] == ["Turn 5", "10", "15"]
    assert along_curve(visitor("fr"), watch)[:3] == ["Tour 5", "10", "15"]


@pytest.mark.parametrize("key", GAMES)
def test_the_score_on_the_way_is_told_in_rounds_or_turns_as_the_lead_is(visitor, app, key):
    watch = table_after(app, key, 1).watch
    score = along(visitor(), f"/w/{watch}/figures")
    assert score[0].startswith(("Round", "Turn"))
    assert not GAMES[key].review or score == along_curve(visitor(), watch)


def along_curve(visit: Visitor, watch: str) -> list[str]:
    return along(visit, f"/r/{watch}/review")


def along(visit: Visitor, page: str) -> list[str]:
    """What stands along the picture of a page."""
    return re.findall(r'<text class="tick"[^>]* y="100%"[^>]*>([^<]+)<', visit.go(page).html)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.review])
def test_turning_points_have_letters_for_findings_have_numbers(visitor, app, key):
    """On the big screen, where they are not listed, only their places are marked."""
    table = table_after(app, key, 1)
    points = review_of(app.extensions["referee"].live(table)).turning_points
    visit = visitor()
    page = visit.go(f"/r/{table.watch}/review").html
    assert re.findall(r'<text class="stop"[^>]*>(.)</text>', page) == list("abcdef")[: len(points)]
    assert '<ol class="turning" type="a" aria-label="Changes of lead">' in page
    screen = visit.go(f"/w/{table.watch}/screen?page=2").html
    assert 'text class="stop"' not in screen
    assert screen.count('<svg class="stop"') == len(points)


def test_a_correction_after_the_end_is_a_new_review_and_until_then_it_is_kept(visitor, book, app):
    ana = visitor()
    table = followed(ana, book)
    live = app.extensions["referee"].live
    before = review_of(live(table))
    assert review_of(live(table)) is before
    last = next(after for after in reversed(live(table).play.standing()) if isinstance(after.move, Lay))
    corrected(ana, table, last.index, {**GAME.formats.event(last.move), "type": "discard"})
    assert live(table).seq > last.index
    after = review_of(live(table))
    assert [one.totals for one in after.rest] != [one.totals for one in before.rest]


def counted(book, _app):
    table = book.tables.open("lost-cities", {"rounds": 1}, ["Ana", "Ben"], "somebody")
    happened(book, table, [START, count(0, red=[9]), count(1, blue=[8])])
    return table


def still_played(_book, app):
    return table_after(app, "lost-cities", 0.5)


def without_the_part(_book, app):
    assert FOURTH.review is None
    return table_after(app, FOURTH.key, 1)


@pytest.mark.parametrize(
    ("opened", "status", "why"),
    [
        (counted, 404, "This game was counted at its end"),
        (still_played, 422, "This game is still being played"),
        (without_the_part, 404, ""),
    ],
)
def test_a_game_that_has_no_review_leads_to_none_and_says_why(visitor, book, app, opened, status, why):
    table, visit = opened(book, app), visitor()
    assert f"/r/{table.watch}/review" not in [href for href, _says in visit.go(f"/r/{table.watch}").links]
    for path in ("review", "review/expedition-1-0-red"):
        page = visit.go(f"/r/{table.watch}/{path}")
        assert (visit.status, why in page.text) == (status, True)
    assert "decided" not in visit.go(f"/w/{table.watch}/screen?page=2").text


def test_a_table_that_hides_its_scores_shows_nothing_before_all_are_shown(visitor, book):
    ana = visitor()
    table = followed(ana, book, 1, ("hidden", "y"))
    visit = visitor()
    for path in ("review", "review/expedition-1-0-red"):
        visit.go(f"/r/{table.watch}/{path}")
        assert visit.status == 403
    for press in ("Reveal the scores, last place first", "Reveal the winner"):
        ana.on(f"/t/{table.code}").press(press)
    visit.go(f"/r/{table.watch}/review")
    assert visit.status == 200
    assert reviews(visit)


def test_the_big_screen_has_it_as_the_second_page_of_its_finale(visitor, book):
    table = followed(visitor(), book)
    screen = visitor().on(f"/w/{table.watch}/screen")
    screen.tap("See where it was decided")
    assert screen.at == f"/w/{table.watch}/screen?page=2"
    assert f'data-look="/w/{table.watch}/screen?page=2"' in screen.page.html
    assert "Otherwise: " in screen.page.text
    assert "Otherwise: " not in screen.tap("See the result").text
    assert "wins by" in screen.page.text


def test_the_shared_picture_says_what_mattered_most(visitor, book, app, monkeypatch):
    table = followed(visitor(), book)
    said = []
    monkeypatch.setattr("web.table.result.card", lambda *drawn: said.append(drawn[2]) or "<p>drawn</p>")
    visitor().client.get(f"/r/{table.watch}.png?lang=en")
    with app.test_request_context():
        first = review_of(app.extensions["referee"].live(table)).first[0]
        assert said == [translate(first.finding.says)]

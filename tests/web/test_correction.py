"""From the board to the correction of what brought what it shows; that page says what is recorded: sent unchanged it
is an equal replacement.
"""

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from ledger import Ledger
from scoring import GAMES
from scoring.core.log import read_event
from scoring.core.play import AnyPlay
from scoring.core.rule import Malformed
from tests.conftest import open_table
from tests.sources import SOURCES, played
from tests.web.lost_cities import START, draw, happened, lay
from tests.web.test_history import on_the_table, says_at
from web.table.forms import event_from, fields, new_move_id

REFUSES = {"type": "refuse", "seat": 1}
CHOOSES = {"type": "choose", "seat": 0, "number": 4, "colour": "red"}
ROLL = {"type": "roll", "seat": 0, "numbers": [1, 4, 7], "colours": ["red", "red", "blue"]}
CARD = {"id": "c1", "kind": "citizen", "cost": 1, "resources": {"potion": 1}}


def opened(visitor, book, key, *events):
    ana = open_table(visitor(), key)
    table = book.tables.by_code(ana.at.split("/")[2])
    happened(book, table, events)
    return ana, table


def wrong(page) -> list[str]:
    return [href for href, _said in page.links if "/wrong?what=" in href]


def test_every_filled_box_of_a_sheet_leads_to_the_move_that_filled_it(visitor, book):
    events = (ROLL, CHOOSES, REFUSES, {**ROLL, "seat": 1}, REFUSES)
    ana, table = opened(visitor, book, "roll-and-write", *events)
    links = wrong(ana.go(f"/t/{table.code}"))
    assert [link.partition("=")[2] for link in links] == ["0-red-1", "1-dice-2", "1-dice-1"]
    reached = []
    for link in links:
        ana.go(link)
        reached.append(ana.at)
    assert reached == [f"/t/{table.code}/amend/{number}?at_table=1" for number in (2, 5, 3)]


@pytest.mark.parametrize("what", ["", "0-red-2", "9-red-1", "0-pink-1", "0-red-99", "4"])
def test_what_is_not_there_leads_to_the_log(visitor, book, what):
    ana, table = opened(
        visitor, book, "roll-and-write", ROLL, {"type": "choose", "seat": 0, "number": 4, "colour": "red"}
    )
    ana.go(f"/t/{table.code}/wrong?what={what}")
    assert ana.at == f"/t/{table.code}/log"


def test_a_card_on_its_tile_leads_to_its_offer_but_not_for_who_only_watches_nor_in_the_play_back(visitor, book):
    ana, table = opened(visitor, book, "lutece", {"type": "offer", "tile": "A", "card": CARD})
    (link,) = wrong(ana.go(f"/t/{table.code}"))
    ana.go(link)
    assert ana.at == f"/t/{table.code}/amend/1?at_table=1"
    assert wrong(ana.go(f"/t/{table.code}"))
    for page in (
        visitor().go(f"/w/{table.watch}"),
        ana.go(f"/t/{table.code}/at/1"),
        ana.go(f"/t/{table.code}/amend/1"),
    ):
        assert wrong(page) == []


def test_every_card_that_was_bought_leads_to_its_offer(visitor, book):
    table = on_the_table(book, "lutece", 0)
    ana = visitor().on(f"/t/{table.code}")
    ana.press(table.names[0])
    offers = {row.seq: row.event["card"]["id"] for row in book.moves.read(table.id) if row.event["type"] == "offer"}
    links = wrong(ana.page)
    assert links
    for link in links:
        ana.go(link)
        assert offers[int(ana.at.partition("?")[0].rpartition("/")[2])] == link.partition("=")[2]


def pressed(ana, name: str) -> None:
    """Press the button of that name, as it stands on the page."""
    forms = [form for form in ana.page.forms if any(button.name == name for button in form.buttons)]
    ana.post(forms[0].action, [*forms[0].fields, (name, "1")])


TWICE = [START, lay(0, "red-5"), draw(0), lay(1, "red-8"), draw(1), lay(0, "red-6"), draw(0), lay(1, "blue-8"), draw(1)]


@pytest.mark.parametrize("page", ["log", "amend/4", "amend/5"])
def test_a_doubled_turn_is_struck_whole_and_with_it_on_request_what_no_longer_holds(ana, book, table, page):
    happened(book, table, TWICE[:5])
    ana.go(f"/t/{table.code}/{page}")
    pressed(ana, "turn")
    assert ana.at == f"/t/{table.code}", ana.page.text
    assert "Round 1, Ben’s turn 1, deleted: Ben lays red 8." in ana.page.text
    assert "Round 1, Ben’s turn 1, deleted: Ben draws from the draw pile." in ana.page.text
    assert book.moves.last_seq(table.id) == 6


def test_when_later_moves_no_longer_hold_a_struck_turn_stays_whole(ana, book, table):
    happened(book, table, TWICE)
    ana.go(f"/t/{table.code}/amend/4")
    pressed(ana, "turn")
    ana.answered(422, "Round 1, Ana’s turn 2: this would then be against the rules.")
    assert book.moves.last_seq(table.id) == 9
    for offer in (
        "Round 1, Ana’s turn 2: change it, too",
        "Round 1, Ana’s turn 2: add a move before it",
        "Undo these 2 moves as well",
    ):
        assert offer in ana.page.text
    assert "Then 2 moves after it are deleted, the first: Ana lays red 6." in ana.page.text
    says_at(ana, "Yes, delete these 2 moves")
    assert re.findall(r"(\w+’s turn \d), deleted", ana.page.text)[:4] == [
        *["Ben’s turn 1"] * 2,
        *["Ana’s turn 2"] * 2,
    ]


def test_a_throw_is_struck_with_what_was_made_of_it(visitor, book):
    ana, table = opened(visitor, book, "roll-and-write", ROLL, CHOOSES, REFUSES, {**ROLL, "seat": 1})
    ana.go(f"/t/{table.code}/amend/2")
    pressed(ana, "turn")
    assert ana.at.endswith("/log"), ana.page.text
    assert ana.page.text.count("Ana’s turn 1, deleted: ") == 6, "each in the log, and in what happened last"
    assert "Ben’s turn 1, deleted: " not in ana.page.text


def test_everybody_is_told_of_a_struck_turn(ana, ben, book, table):
    happened(book, table, TWICE[:5])
    ben.go(f"/t/{table.code}/log")
    pressed(ben, "turn")
    told = "Ben has made a correction. {0}Ben lays red 8. {0}Ben draws".format("Round 1, Ben’s turn 1, deleted: ")
    assert told in ana.go(f"/t/{table.code}").text


@pytest.mark.parametrize(
    ("came_from", "leads_to", "then"), [("amend/2?at_table=1", "", ""), ("amend/2", "/log?move=2#m2", "/log")]
)
def test_a_correction_leads_back_to_where_it_was_begun(ana, book, table, came_from, leads_to, then):
    happened(book, table, TWICE[:5])
    here = f"/t/{table.code}"
    page = ana.go(f"{here}/{came_from}")
    assert ("at_table" in page.link("Add a move before it")) == ("at_table" in came_from)
    assert page.link("Keep it as it is") == f"{here}{leads_to}"
    sent = {"csrf_token": ana.token(), "move_id": new_move_id(), "seen": "5", **dict(fields(lay(0, "red-4")))}
    ana.post(next(form.action for form in page.forms if "/amend/" in form.action), sent)
    assert (ana.status, ana.at) == (200, f"{here}{then}")


# Sent unchanged


Fields = list[tuple[str, str]]


class Rendered(HTMLParser):
    """What each form of a page sends as it stands, by button; `marked` are those that say what is recorded."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, Fields] = {}
        self.buttons: list[tuple[str, Fields, bool]] = []
        self._form, self._select, self._set = "", "", 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        had: dict[str, Any] = dict(attributes)
        self._form = had.get("id") or f"form {len(self.forms)}" if tag == "form" else self._form
        form = self.forms.setdefault(had.get("form") or self._form, [])
        if "disabled" in had:
            return
        if tag == "select":
            self._select = had["name"]
            form.append((self._select, ""))
        elif tag == "option" and "selected" in had:
            form[-1] = (self._select, had["value"])
        elif tag == "input" and (had.get("type") not in ("radio", "checkbox") or "checked" in had):
            form.append((had.get("name") or "", had.get("value") or ""))
        elif tag == "button" and had.get("type", "submit") == "submit":
            said = [(had["name"], had.get("value") or "")] if had.get("name") else []
            self.buttons.append((had.get("form") or self._form, said, "aria-current" in had))

    def handle_endtag(self, tag: str) -> None:
        self._form = "" if tag == "form" else self._form

    def sent(self, marked: bool) -> list[Fields]:
        return [[*self.forms[form], *said] for form, said, is_marked in self.buttons if is_marked == marked and form]


def says(page: Rendered, play: AnyPlay, setup: Any) -> bool:
    """Whether the button that is marked, or without one the first that says a move of this kind, says the same."""
    for sent in page.sent(marked=True) or page.sent(marked=False):
        try:
            move = read_event(play.game, event_from(MultiDict(sent)), setup)
        except Malformed:
            continue
        if isinstance(move, type(play.move)):
            return play.says(move)
    return False


def some_of_each_kind(plays: Iterable[AnyPlay]) -> list[AnyPlay]:
    """The first moves of each kind, and the last."""
    kinds: dict[type[Any], list[AnyPlay]] = {}
    for play in plays:
        kinds.setdefault(type(play.move), []).append(play)
    return [play for same in kinds.values() for play in (*same[:2], *same[2:][-1:])]


def changes_a_setting(play: AnyPlay) -> bool:
    """What a setting became while playing is chosen again where it was chosen, and on no board."""
    later = [move for setting in play.game.settings for move in setting.later(play.state).values()]
    return any(isinstance(play.move, type(move)) for move in later if move is not None)


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_open_move_is_prefilled_with_what_was_recorded(visitor: Any, book: Ledger, key: str):
    game, kinds, wrong = GAMES[key], set(), []
    midway = min(60, len(played(key, 0).moves) // 2)
    counted = on_the_table(book, key, 0, midway)
    happened(book, counted, [game.formats.event(SOURCES[key].count(played(key, 0).states[midway], 0))])
    for table in (on_the_table(book, key, 0), counted):
        one = visitor()
        one.go(f"/t/{table.code}")
        one.press(table.names[0])
        live = one.client.application.extensions["referee"].live(table)
        plays = [play for play in live.play.standing() if not play.forced and type(play.move) not in kinds]
        kinds |= {type(play.move) for play in plays}
        for play in some_of_each_kind(play for play in plays if not changes_a_setting(play)):
            page = one.go(f"/t/{table.code}/amend/{play.index}")
            if not says(Rendered(page.html), play, live.setup):
                wrong.append((play.index, str(play.move), one.status))
    assert wrong == [], (
        "the form of a move that is corrected shows what was recorded: Game.selection, and board reads it"
    )
    assert kinds == set(game.moves), "in a game by chance, and in its count, every type of move comes up"

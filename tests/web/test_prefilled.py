"""The page of a correction says, as it is rendered, what is recorded: sent unchanged it is an equal replacement."""

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
from tests.sources import SOURCES, played
from tests.web.lost_cities import happened
from tests.web.test_history import on_the_table
from web.table.forms import event_from

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
    for fields in page.sent(marked=True) or page.sent(marked=False):
        try:
            move = read_event(play.game, event_from(MultiDict(fields)), setup)
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

"""What is sent of a part that has changed: filled with what was there before, it is the part again."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from xml.etree.ElementTree import Element, tostring

import pytest
import tinyhtml5
from hypothesis import given
from hypothesis import strategies as st

from ledger import NewMove
from scoring import GAMES
from tests.pages import table_after
from tests.sources import played
from tests.visitor import HTMX
from web.differences import PLACE, unlike

STEPS = 40  # of a whole game
WORDS = st.text("ab &", max_size=3).map(lambda said: said.replace("&", "&amp;"))
LEAVES = st.one_of(WORDS, st.sampled_from(["<br>", '<input name="a">', '<svg><use href="#a"/></svg>']))
CLASSES = st.sampled_from(["", ' class="a"', ' class="b" hidden'])


def _around(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    names = st.sampled_from(["div", "span", "label"])
    return st.builds(
        lambda name, classes, within: f"<{name}{classes}>{''.join(within)}</{name}>",
        names,
        CLASSES,
        st.lists(inside, max_size=4),
    )


DRAWINGS = st.recursive(LEAVES, _around, max_leaves=12).map(lambda inside: f"<i>1</i>{inside}")


def tree(html: str) -> Element:
    """As a browser reads it."""
    return tinyhtml5.parse(f"<body>{html}</body>", namespace_html_elements=False).find("body")


def filled(sent: Element, had: Element | None) -> Element:
    """What `live.js` makes of it: for each place, what was there before among the elements of its parent."""
    for at, one in enumerate(sent):
        before = had[at] if had is not None and at < len(had) else None
        if one.tag == "wbr":
            assert before is not None
            sent[at] = copy_of(before, one.tail)
        else:
            filled(one, before)
    return sent


@given(DRAWINGS, DRAWINGS)
def test_filled_with_what_was_there_it_is_what_is_there_now(before, now):
    assert tostring(filled(tree(unlike(before, now)), tree(before))) == tostring(tree(now))


def test_what_is_as_it_was_leaves_a_place():
    before = '<label class="a"><input name="x"><b>1</b></label><label><i>2</i></label>'
    now = '<label class="b"><input name="x"><b>1</b></label><label><i>3</i></label>'
    assert unlike(before, before) == PLACE + PLACE
    assert unlike(before, now) == f'<label class="b">{PLACE}{PLACE}</label><label><i>3</i></label>'


def test_what_comes_is_sent_and_what_moves_with_it():
    one, two, other = (
        f"<p>{inside}</p><hr>" for inside in ("<b>1</b><u>3</u>", "<b>1</b><i>2</i><u>3</u>", "<i>1</i>")
    )
    assert unlike(one, two) == f"<p>{PLACE}<i>2</i><u>3</u></p>{PLACE}"
    assert unlike(two, one) == f"<p>{PLACE}<u>3</u></p>{PLACE}"
    assert unlike(one, other) == f"<p><i>1</i></p>{PLACE}"


@pytest.mark.parametrize("name", ["select", "svg", "table"])
def test_where_a_place_may_not_stand_all_is_sent(name):
    before, now = (f"<div><{name}><b>same</b>{said}</{name}></div>" for said in "12")
    assert unlike(before, now) == now


def taken(table: Element, has: dict[str, Element]) -> None:
    """What a phone does with a table that is sent: it has its parts then, beside those that it had."""
    for around in list(table.iter()):
        for at, part in enumerate(around):
            name = part.get("id", "")
            if part.tag == "wbr" and name:
                around[at] = copy_of(has[name], part.tail)
            elif part.get("data-is"):
                filled(part, has.get(name))
    has.update(parts(table))


def parts(table: Element) -> dict[str, Element]:
    return {part.get("id", ""): part for part in table.iter() if part.get("data-is")}


def drawn(parts: dict[str, Element]) -> dict[str, bytes]:
    return {name: tostring(copy_of(part, None)) for name, part in parts.items()}


def copy_of(part: Element, tail: str | None) -> Element:
    copied = deepcopy(part)
    copied.tail = tail
    return copied


@pytest.mark.parametrize("key", GAMES)
def test_a_phone_that_follows_a_game_shows_what_one_does_that_came_later(app, visitor, key):
    """Some moves come alone and some together; parts that were away come back."""
    game, table, phone = played(key, 3), table_after(app, key, 0), visitor()
    path, moves = f"/t/{table.code}", app.extensions["referee"].ledger.moves
    phone.go(path)
    phone.post(f"{path}/sit", {"csrf_token": phone.token(), "seat": "all"})
    events = [game.game.formats.event(move) for move in game.moves]
    has: dict[str, Element] = {}
    ends = sorted({*range(1, STEPS // 2), *range(STEPS // 2, len(events), 1 + len(events) // STEPS), len(events)})
    for begins, end in pairwise([0, *ends]):
        new = enumerate(events[begins:end], begins + 1)
        moves.append_all(table.id, begins + 1, [NewMove(f"move-{seq}", None, None, event) for seq, event in new])
        signs = " ".join(part.get("data-is", "") for part in has.values())
        sent, whole = (
            phone.client.get(path, headers={**HTMX, "Shown": shown}).get_data(as_text=True) for shown in (signs, "")
        )
        assert not has or len(sent) < len(whole)
        taken(tree(sent), has)
        assert drawn(has) == {**drawn(has), **drawn(parts(tree(whole)))}

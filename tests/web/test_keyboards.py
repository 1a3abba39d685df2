"""Every field asks for the keyboard that fits it, and what destroys is never one tap away."""

import pytest

from scoring import GAMES
from tests.conftest import open_table

TYPED = {"text", "number", "search", None}


def fields(page):
    """The fields that somebody types into."""
    for tag, had in page.tags:
        if tag == "textarea" or (tag == "input" and had.get("type") in TYPED and "readonly" not in had):
            yield had


@pytest.mark.parametrize("key", GAMES)
def test_every_field_says_which_keyboard_it_wants(visitor, book, key):
    ana = visitor()
    open_table(ana, key)
    base = ana.at
    ana.go("/shelf")
    if GAMES[key].library:
        ana.post(f"/shelf/new/{GAMES[key].library.kind}", {"csrf_token": ana.token(), "name": "Ours"})
    paths = ["/", "/join", f"/new/{key}", "/print", "/shelf", ana.at, base, f"{base}?typed=1", f"{base}/share"]
    for path in [*paths, *[f"{base}/count/0"] * (GAMES[key].count is not None)]:
        for had in fields(ana.go(path)):
            assert had.get("autocomplete"), (path, had)
            assert had.get("enterkeyhint"), (path, had)
            assert had.get("inputmode") or had.get("autocapitalize") or had.get("type") == "number", (path, had)

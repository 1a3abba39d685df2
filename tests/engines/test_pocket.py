"""Cairn in the pocket, started in each browser: a game, a reload, an export."""

import json
from itertools import islice

from tests.browser.test_lost_cities import turns_of
from tests.engines.conftest import in_others
from tests.engines.test_tables import NAMES, at, open_table, play, real, totals

__all__ = ["real"]


@in_others
def test_a_game_is_there_after_a_reload_and_in_the_file_that_is_exported(pocket, real):
    """Nobody answers what the browser asks about its storage."""
    phone = pocket.window
    open_table(phone, pocket.address, "lost-cities", NAMES[:2], rounds="1 round")
    phone.tap("#table button", "Ana begins")
    seq = play((phone, phone), [*islice(turns_of(real), 4)], 1)
    at(phone, seq)
    phone.reload()
    at(phone, seq)
    assert phone.texts("#table .scores .total") == totals(real)
    phone.open(pocket.address)
    phone.tap("a", "Export everything")
    assert '"card": "white-9"' in json.dumps(json.loads(phone.downloaded()))

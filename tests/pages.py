"""Every page of every game in play: tables with the first part of a random game, and where their links lead."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Flask

from ledger import NewMove, Table
from scoring.core.log import Undo
from tests.sources import played
from tests.visitor import Visitor

SHARES = (0, 0.1, 0.45, 1)
FILE = re.compile(r"\.\w+(\?|$)")


def table_after(
    app: Flask,
    key: str,
    share: float,
    opener: str = "somebody",
    seed: int = 3,
    names: Sequence[str] = (),
    **agreed: Any,
) -> Table:
    """A table with the first part of a random game on it; `agreed` are settings that change nothing of its moves."""
    game = played(key, seed)
    settings = {name: value for name, value in game.log().items() if name not in ("game", "events", "players")}
    ledger = app.extensions["referee"].ledger
    table = ledger.tables.open(key, settings | agreed, names or game.names, opener)
    moves = game.moves[: round(share * len(game.moves))]
    assert not any(isinstance(move, Undo) for move in moves)
    events = map(game.game.formats.event, moves)
    ledger.moves.append_all(
        table.id, 1, [NewMove(f"move-{seq}", None, None, event) for seq, event in enumerate(events, 1)]
    )
    return table


def reached(visitor: Visitor, start: str, each: int = 1) -> Iterator[tuple[str, str]]:
    """The pages below `start` that links lead to, with their addresses: at most `each` that ask a route the same."""
    app, kinds, waiting, met = visitor.client.application, Counter[str](), [start], {start}
    routes = app.url_map.bind("localhost")
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        route, _ = routes.match(parts.path, return_rule=True)
        kind = " ".join([route.rule, *sorted({name for name, _ in parse_qsl(parts.query)})])
        kinds[kind] += 1
        if kinds[kind] > each:
            continue
        html = visitor.go(address).html
        if visitor.response.mimetype == "text/html":  # what a link leads to may be a file
            yield address, html
        inside = [href for href, _ in visitor.page.links if href.startswith(start) and not FILE.search(href)]
        waiting += [href for href in dict.fromkeys(inside) if href not in met]
        met.update(inside)

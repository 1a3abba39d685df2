"""The states that are drawn: pages as they are before, in and after a game. Whoever misses one adds a line here.

Most are made for every game there is; what only one game can show, it lists itself: `LOOKS` in its
`tests/scoring/<game>/looks.py` has for each the number of players, the settings, the events and the touches.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any

from flask import Flask
from playwright.sync_api import Page

from scoring import GAMES
from tests.browser.tables import opened, sits
from tests.homes import SOLD
from tests.pages import table_after
from tests.sources import played
from web.commands.maintenance import make_demo_data

SHARES = {"start": 0.0, "midway": 0.45, "end": 1.0}
PLAIN = {"first": "/", "join": "/join", "shelf": "/shelf", "print": "/print", "groups": "/groups", "data": "/data"}
PLAIN |= {"https": "/https", "nowhere": "/nowhere"}
OF_THE_GAME = ("rules", "practice", "count", "count-now", "midway", "end")  # by templates of its own
ALIKE = ("new", "log", "played-back", "correction", "review", "screen-midway", "screen-review")
LEAVE_FIRST_AND_LAST = "all => all.slice(1, -1).forEach(it => it.remove())"
TOUCH = "(it, value) => { if (value) it.value = value; it.click(); }"
LONG_NAMES = ("Marie-Antoinette de la Tour", "Maximilian-Alexander", "Éléonore", "Bartholomäus", "Zacharias")


@dataclass(frozen=True)
class House:
    """A served Cairn with a phone in it; whoever holds the phone keeps score for everyone."""

    app: Flask
    address: str
    phone: Page


@dataclass(frozen=True)
class State:
    """A page to be drawn: `show` brings the phone there; `touches` are selectors that are then touched in turn.

    One with a value is given it before: so a page sends what the game refuses. Of parts that are the same for each
    player, `alike`, the first and the last are left.
    """

    name: str
    show: Callable[[House], object]
    touches: tuple[str | tuple[str, str], ...] = ()
    alike: str = ""

    def brought_about(self, house: House) -> None:
        """Bring the phone to the page, and touch what is to be touched."""
        self.show(house)
        for touch in self.touches:
            selector, value = (touch, None) if isinstance(touch, str) else touch
            house.phone.locator(selector).first.evaluate(TOUCH, value)
        if self.alike:
            house.phone.locator(self.alike).evaluate_all(LEAVE_FIRST_AND_LAST)


def states() -> Iterator[State]:
    """All of them."""
    for name, path in PLAIN.items():
        yield State(name, _at(path))
    for name in ("", "/players", "/tables", "/figures", "/data", "/games"):
        yield State(f"group{name.replace('/', '-')}", _in_a_group(name))
    first = next(iter(GAMES))
    yield State("about", _opened(first, 2, {}, (), "/about"))
    yield State("share", _seated_after(first, 0.45, "/share"))
    yield State("undoing", _seated_after(first, 0.45, "/log?back_to=1"))
    for key, game in tuple(GAMES.items()):
        yield State(f"{key}-new", _at(f"/new/{key}"))
        yield State(f"{key}-rules", _at(f"/rules/{key}"))
        if game.count and game.count.now:
            yield _counted_now(key)
        if game.lesson.practice:
            yield State(f"{key}-practice", _at("/"), (f"form[action='/practice/{key}'] button", "#table"))
        for name, share in SHARES.items():
            yield State(f"{key}-{name}", _seated_after(key, share))
        yield State(f"{key}-unseated", _after(key, 0.45, "/t/{code}"))
        yield State(f"{key}-watched", _after(key, 0.45, "/w/{watch}"))
        yield State(f"{key}-log", _after(key, 0.45, "/t/{code}/log"))
        yield State(f"{key}-played-back", _after(key, 0.45, "/w/{watch}/at/2"))
        yield State(f"{key}-screen-midway", _after(key, SHARES["midway"], "/w/{watch}/screen"))
        yield State(f"{key}-correction", _seated_after(key, 0.45, "/amend/2"))
        if game.count:
            yield State(f"{key}-count", _seated_after(key, 0.45, "/count/0"))
        if game.review:
            yield State(f"{key}-review", _after(key, 1, "/r/{watch}/review"))
            yield State(f"{key}-screen-review", _after(key, 1, "/w/{watch}/screen?page=2"))
        for share in ("midway", "end"):
            yield State(f"{key}-crowded-{share}", _of_most(key, SHARES[share], "/t/{code}", plays=True))
        yield State(f"{key}-crowded-screen-end", _of_most(key, 1, "/w/{watch}/screen"))
        yield State(f"{key}-crowded-result", _of_most(key, 1, "/r/{watch}"))
        yield State(f"{key}-hidden", _seated_after(key, 1, hidden=True))
        for name, (seats, settings, events, touches) in _own(key).items():
            yield State(f"{key}-{name}", _opened(key, seats, settings, events), touches)


def one_of_each_kind() -> list[State]:
    """A state of each template; of those that a game brings itself, one of each game that Cairn comes with."""
    kinds = []
    for state in states():
        key = next((key for key in GAMES if state.name.startswith(f"{key}-")), "")
        kind = state.name.removeprefix(f"{key}-")
        if not key or (kind in ALIKE and key == SOLD[0]) or (kind in OF_THE_GAME and key in SOLD):
            kinds.append(state)
    return kinds


def _counted_now(key: str) -> State:
    """Of as many players as the game seats."""
    fewest, most = GAMES[key].seats[0], GAMES[key].seats[-1]
    all_of_them = (f"[name=players][value='{most}']", f"body:has(#total{most - 1}:not(:empty))")
    touches = all_of_them if most > fewest else ()
    return State(f"{key}-count-now", _at(f"/count/{key}"), touches, alike=".papers > section")


def _own(key: str) -> dict[str, Any]:
    module = f"tests.scoring.{key.replace('-', '_')}.looks"
    looks: dict[str, Any] = import_module(module).LOOKS if find_spec(module) else {}
    return looks


def _at(path: str) -> Callable[[House], object]:
    return lambda house: house.phone.goto(house.address + path)


def _in_a_group(page: str) -> Callable[[House], object]:
    return lambda house: house.phone.goto(f"{house.address}/g/{_group(house.app)}{page}")


@functools.cache
def _group(app: Flask) -> str:
    """The code of a group that has played some games."""
    with app.app_context():
        return make_demo_data(8, 2).code


def _after(key: str, share: float, path: str) -> Callable[[House], object]:
    def show(house: House) -> object:
        table = table_after(house.app, key, share)
        return house.phone.goto(house.address + path.format(code=table.code, watch=table.watch))

    return show


def _seated_after(key: str, share: float, path: str = "", **agreed: Any) -> Callable[[House], object]:
    def show(house: House) -> object:
        address = f"{house.address}/t/{table_after(house.app, key, share, **agreed).code}"
        sits(house.phone, address, "all")
        return house.phone.goto(address + path)

    return show


def _of_most(key: str, share: float, path: str, plays: bool = False) -> Callable[[House], object]:
    """With as many players as the game seats, whose names are long."""

    def show(house: House) -> object:
        most = GAMES[key].seats[-1]
        seed = next(seed for seed in count(3) if len(played(key, seed).names) == most)
        table = table_after(house.app, key, share, seed=seed, names=LONG_NAMES[:most])
        address = house.address + path.format(code=table.code, watch=table.watch)
        if plays:
            sits(house.phone, address, "all")
        return house.phone.goto(address)

    return show


def _opened(
    key: str, seats: int, settings: dict[str, str], events: tuple[Any, ...], path: str = ""
) -> Callable[[House], object]:
    def show(house: House) -> object:
        address = opened(house.phone, house.address, key, *LONG_NAMES[:seats], events=events, **settings)
        return house.phone.goto(address + path)

    return show

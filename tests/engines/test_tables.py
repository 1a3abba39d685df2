"""Games at a table, walked in each browser."""

from itertools import islice
from random import Random

import pytest

from tests.browser.test_lost_cities import Turn, turns_of
from tests.browser.test_lutece import CARDS
from tests.engines.conftest import in_others
from tests.engines.driver import Window
from tests.ledger.databases import fresh_sqlite
from tests.real_table import RealTable, signed
from tests.serving import Served
from web.table.forms import as_json

NAMES = ("Ana", "Ben", "Cai")
AWAY = ("Failed to load", "ERR_", "NetworkError", "Load failed", "Could not connect", "htmx:error", "can’t establish")


def open_table(window: Window, home: str, game: str, names: tuple[str, ...] = NAMES, **chosen: str) -> str:
    """From the first page to the table; its address."""
    window.open(home)
    window.tap(f"a[href$='/new/{game}']")
    for seat, name in enumerate(names):
        window.type(f"#name{seat}", name)
    for setting, label in chosen.items():
        window.choose(f"#{setting}", label)
    window.tap("form.stack button.main")
    window.read("#table")
    return window.address()


def at(window: Window, seq: int) -> None:
    window.read(f"#table[data-seq='{seq}']")


def turn(window: Window, _seat: int, card: str, lays: bool, source: str) -> None:
    window.tap(f"#table .cell input[value='{as_json(card)}']")
    way = ", draw" if source == "Draw pile" else f", take {source}"
    window.tap(".way button", f"{'Lay' if lays else 'Discard'}{way}")


def play(windows: tuple[Window, Window], turns: list[Turn], seq: int) -> int:
    """These turns are tapped, each where its player sits; the seq after them."""
    for each in turns:
        at(windows[each[0]], seq)
        turn(windows[each[0]], *each)
        seq += 2
    return seq


@pytest.fixture
def real() -> RealTable:
    return RealTable(Random(7))


@in_others
def test_a_round_in_two_windows_from_its_opening_through_a_correction_to_the_counts(window, server, real):
    """Ten turns are followed; the tenth card is then another one, and each player counts."""
    ana, ben = window(), window()
    table = open_table(ana, f"{server}/", "lost-cities", NAMES[:2], rounds="1 round")
    ben.open(table)
    ben.tap(".sit button", "Ben")
    ana.tap("#table button", "Ana begins")
    at(ben, 1)
    seq = play((ana, ben), [*islice(turns_of(real), 10)], 1)
    for own in (ana, ben):
        at(own, seq)
        assert own.texts("#table .scores .total") == totals(real)

    ana.tap(".bar a", "Log")
    ana.read("h1", "What happened")
    ana.tap("details.turn:has(#m2) > summary", "Ana lays white 9")
    ana.tap("#m2 a[href$='/amend/2']")
    ana.tap("#table .cell input[value='\"white-8\"']")
    ana.tap("#table button", "Lay")
    ana.read("main", "Now: Ana lays white 8.")
    ben.read("#said", "Ana’s turn 1, corrected. Before: Ana lays white 9. Now: Ana lays white 8.")
    real.laid[0]["white"][0] = 8
    at(ben, seq + 1)
    assert ben.texts("#table .scores .total") == totals(real)

    ana.open(table)
    ana.tap(".end a", "All players")
    ana.tap(".end a", "Ana")
    ben.tap(".end a", "Ben")
    real.laid[1]["blue"] = [8, 9]
    real.laid[0]["green"].append(8)
    for own, seat, colour, cards in ((ben, 1, "blue", (8, 9)), (ana, 0, "green", (8,))):
        for card in cards:
            own.tap(f"#count .{colour} input[value='[{card}]']")
        own.read("#sums .total", totals(real)[seat])  # what comes after a tap takes no other
        own.tap("#count button", "Record")
        own.tap(".question .main")
    for own in (ana, ben):
        own.read(".winner", "Ana wins by")
        assert own.texts("#table .scores .total") == totals(real)


def totals(real: RealTable) -> list[str]:
    return [signed(real.worth(seat)) for seat in (0, 1)]


def test_a_count_of_all_at_a_table_asks_is_answered_and_ends_the_game(home, real):
    """Two turns were followed on the phone that keeps score for both."""
    phone = home.window
    open_table(phone, home.address, "lost-cities", NAMES[:2], rounds="1 round")
    phone.tap("#table button", "Ana begins")
    at(phone, play((phone, phone), [*islice(turns_of(real), 2)], 1))
    phone.tap(".end a", "All players")
    for seat, number in enumerate((9, 10)):
        phone.tap(f"#count .red .seat{seat} input[value='[{number}]']")
        real.laid[seat]["red"] = [number]
        phone.read(f"#total{seat}", totals(real)[seat])
    phone.tap("#count button", "Record")
    phone.tap(".question .main")
    phone.read(".winner", "wins by")
    assert phone.texts("#table .scores .total") == totals(real)


FIRST, SECOND = "1 2 3 yellow yellow yellow", "4 5 0 yellow yellow blue"
WRITTEN = {FIRST: {0: (1, ""), 1: (2, "")}, SECOND: {1: (4, "red"), 0: (5, "blue")}}


@in_others
def test_two_throws_of_roll_and_write_with_an_arrow_of_each_player(home):
    phone = home.window
    open_table(phone, home.address, "roll-and-write", NAMES[:2], pad="printed with Cairn")
    phone.tap("#throws .choice", "Ana")
    seq = 0
    for dice, written in WRITTEN.items():
        for die in dice.split():
            phone.tap(f".key[class~='{die}']")
        seq += 1
        for seat, (number, arrow) in written.items():
            at(phone, seq)
            phone.tap(f"#col-{seat} .col.yellow input[value^='{{\"number\":{number},']")
            if arrow:
                phone.tap(f"#col-{seat} .col.{arrow} .again")
            seq += 1
    at(phone, seq)
    phone.read("#table .last", "Ana follows the arrow: 1 in blue.")


def touch(phone: Window, says: str, within: str) -> None:
    """A choice or a step, by its name."""
    named = f":is([data-said='{says}'], [aria-label='{says}'])"
    phone.tap(f"{within} label.choice:has({named}), {within} button{named}")


@in_others
def test_a_round_of_lutece_on_the_phone_of_all_with_its_reveal(home):
    phone = home.window
    open_table(phone, home.address, "lutece", NAMES)
    for tile, kind, touches in CARDS:
        for says in (f"Tile {tile}", kind, touches[-1]):  # all but the cost waits until something turns on it
            touch(phone, says, "form.lu-offer")
    phone.tap("form.lu-offer button", "Place the cards")
    at(phone, len(CARDS))
    for seat, actions in enumerate((("Tile A", "Tile 1"), ("Tile A", "Tile B"), ("Tile C", "Income"))):
        phone.tap("#table label", f"I am {NAMES[seat]}")
        for action in actions:
            touch(phone, action, f"#lay-{seat}")
        phone.tap(f"#lay-{seat} button", "Lay them")
        at(phone, len(CARDS) + 1 + seat)
    phone.tap(".lu-tab", "Ana")
    for _ in range(2):
        touch(phone, "Bribe on tile A +1", "#bribe-0")
    phone.tap("#bribe-0 button", "Lay the bribes")
    at(phone, len(CARDS) + 4)
    phone.tap("#table button", "All agree: reveal")
    phone.tap(".lu-told summary", "What happened")
    phone.read("#story", "Ana pays 2 (bribe) + 1 (cost) for the potion citizen.")


@in_others
def test_what_is_reported_while_the_server_is_away_is_kept_said_and_sent(window, tmp_path, real):
    served = Served(fresh_sqlite(tmp_path), tmp_path).start()
    try:
        phone = window(expected=AWAY)
        open_table(phone, f"{served.address}/", "lost-cities", NAMES[:2])
        phone.tap("#table button", "Ana begins")
        at(phone, 1)
        served.kill()
        turn(phone, 0, "red-7", True, "Draw pile")
        phone.read("#waiting", "will be sent: red 7 · Lay, draw pile")
        served.start()
        at(phone, 3)
        phone.read("#table .last", "Ana lays red 7 and draws.")
        assert phone.texts("#waiting") == []
    finally:
        served.stop()

"""What a phone says is held against what it showed: nobody decides for others on what they have not seen."""

from collections.abc import Sequence

import pytest

from ledger import Ledger, Table
from referee import Behind, Recorded, Referee, Report, Ruling, record
from tests.web.lost_cities import START, count, draw, lay
from tests.web.lutece import CLOSE, OFFERS, REVEAL, UNDO, Event, bribe, options

NAMES = ["Ana", "Ben", "Cai"]
LAID = [*OFFERS, options(0, "A", "1"), options(1, "A", "C"), options(2, "B", "C")]
LEGIONS = [{"type": "offer", "tile": tile, "card": {"id": tile, "kind": "legionnaire", "cost": 0}} for tile in "ABC"]
ROUND = [*(options(seat, tile, "income-1") for seat, tile in enumerate("ABC")), REVEAL, CLOSE]
# Everybody has a legionnaire; Ben and Cai bid nothing for the same card.
CONTESTED = [
    *LEGIONS,
    *OFFERS[3:],
    *ROUND,
    *OFFERS[:3],
    options(0, "A", "income-1"),
    options(1, "C", "income-1"),
    options(2, "C", "income-1"),
    REVEAL,
]
THROWN = {"type": "roll", "seat": 0, "numbers": [1, 2, 3], "colours": ["red", "blue", "green"]}
REFUSED = [{"type": "refuse", "seat": seat} for seat in range(3)]
SETTLE = {"type": "settle", "tile": "C"}
END = {"type": "end"}


def ready(seat: int) -> Event:
    return {"type": "ready", "seat": seat}


def legionnaire(seat: int) -> Event:
    return {"type": "legionnaire", "seat": seat, "tile": "C", "for": seat}


def taken(seat: int, gold: int = 0) -> Event:
    return {"type": "count", "seat": seat, "holding": {"gold": gold, "cards": []}}


def copied(seat: int) -> Event:
    return {"type": "count", "seat": seat, "sheet": {"expeditions": {}}}


class Tables:
    """Tables of the three, and what phones report there; one that says nothing of it has seen the newest."""

    def __init__(self, ledger: Ledger) -> None:
        self.referee = Referee(ledger)

    def at(self, game: str, events: Sequence[Event]) -> Table:
        names = NAMES[:2] if game == "lost-cities" else NAMES
        table = self.referee.ledger.tables.open(game, {}, names, "ana-phone")
        for event in events:
            assert isinstance(self.says(table, event), Recorded), event
        return table

    def seq(self, table: Table) -> int:
        return self.referee.live(table).seq

    def says(self, table: Table, event: Event, seen: int | None = None, after: tuple[str, ...] = ()) -> Ruling:
        self.number = getattr(self, "number", 0) + 1
        seq = self.seq(table) if seen is None else seen
        return record(self.referee, table, Report(f"report-{self.number:04}", seq, [event], after=after))

    @property
    def latest(self) -> str:
        """The move id of the last report."""
        return f"report-{self.number:04}"


@pytest.fixture
def tables(ledger: Ledger) -> Tables:
    return Tables(ledger)


# What decides for others: the game, what has happened, what somebody else reports, and what the phone says that has
# not seen it.
DECIDES = {
    "reveal": ("lutece", LAID, bribe(1, "A", 1), REVEAL),
    "ready": ("lutece", LAID, bribe(1, "A", 1), ready(0)),
    "settle": ("lutece", CONTESTED, legionnaire(1), SETTLE),
    "legionnaire": ("lutece", CONTESTED, legionnaire(1), legionnaire(2)),
    "close": ("lutece", [*LAID, REVEAL], UNDO, CLOSE),
    "end": ("lutece", OFFERS[:2], OFFERS[2], END),
    "a count that ends a game": ("lutece", OFFERS[:2], OFFERS[2], taken(0)),
    "start": ("lost-cities", [], {**START, "seat": 1}, START),
    "rounds": ("lost-cities", [START, count(0), count(1)], {**START, "seat": 1}, {"type": "rounds", "rounds": 1}),
    "a count that ends a round": ("lost-cities", [START, lay(0, "red-5")], draw(0), count(1, blue=[2])),
    "turn order": ("roll-and-write", [THROWN], REFUSED[0], {"type": "turn-order", "seat": 1, "lasting": False}),
    "a throw after a count": (
        "roll-and-write",
        [THROWN, *REFUSED, copied(1)],
        copied(2),
        {**THROWN, "seat": 1},
    ),
}


@pytest.mark.parametrize("case", DECIDES)
def test_who_decides_for_others_is_behind_what_happened_meanwhile(tables: Tables, case: str) -> None:
    game, before, meanwhile, decision = DECIDES[case]
    table = tables.at(game, before)
    seen = tables.seq(table)
    assert isinstance(tables.says(table, meanwhile), Recorded)
    written = tables.seq(table)
    assert isinstance(tables.says(table, decision, seen), Behind)
    assert tables.seq(table) == written


@pytest.mark.parametrize("case", DECIDES)
def test_who_decides_for_others_and_has_seen_it_all_is_not_behind(tables: Tables, case: str) -> None:
    game, before, _meanwhile, decision = DECIDES[case]
    table = tables.at(game, before)
    assert not isinstance(tables.says(table, decision), Behind)


def test_that_others_have_agreed_meanwhile_holds_no_reveal_up(tables: Tables) -> None:
    table = tables.at("lutece", LAID)
    seen = tables.seq(table)
    tables.says(table, ready(1))
    assert isinstance(tables.says(table, REVEAL, seen), Recorded)


def test_counts_said_at_the_same_time_do_not_hold_each_other_up(tables: Tables) -> None:
    """The first has ended the round; the second decides for nobody."""
    table = tables.at("lost-cities", [START])
    seen = tables.seq(table)
    assert isinstance(tables.says(table, count(0, red=[5]), seen), Recorded)
    assert isinstance(tables.says(table, count(1, blue=[5]), seen), Recorded)


def test_three_moves_that_one_phone_said_without_a_network_go_through(tables: Tables) -> None:
    """Each was said on top of those before it, although the phone had shown none of them."""
    table = tables.at("lutece", LAID)
    seen = tables.seq(table)
    said: list[str] = []
    for event in (bribe(1, "A", 1), bribe(1, "C", 1), bribe(1, "A", 2), ready(1), REVEAL):
        assert isinstance(tables.says(table, event, seen, tuple(said)), Recorded), event
        said.append(tables.latest)


@pytest.mark.parametrize(("between", "ruling"), [(bribe(0, "1", 1), Recorded), (bribe(1, "C", 1), Behind)])
def test_moves_of_other_seats_between_those_of_one_phone_do_not_hold_it_up_but_one_of_its_own_seat_does(
    tables: Tables, between: Event, ruling: type[Ruling]
) -> None:
    table = tables.at("lutece", LAID)
    seen = tables.seq(table)
    tables.says(table, bribe(1, "A", 1), seen)
    first = tables.latest
    tables.says(table, between)
    assert isinstance(tables.says(table, bribe(1, "A", 2), seen, (first,)), ruling)


@pytest.mark.parametrize("decision", [ready(2), REVEAL], ids=["ready", "reveal"])
def test_who_agreed_on_top_of_an_own_bribe_has_not_seen_another_of_that_time(tables: Tables, decision: Event) -> None:
    """Cai bids and agrees without a network; Ben bids meanwhile."""
    table = tables.at("lutece", LAID)
    seen = tables.seq(table)
    tables.says(table, bribe(1, "C", 1))
    assert isinstance(tables.says(table, bribe(2, "B", 1), seen), Recorded)
    assert isinstance(tables.says(table, decision, seen, (tables.latest,)), Behind)

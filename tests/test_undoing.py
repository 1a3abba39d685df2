"""Taking back: one's own choice where all choose at once, everything after a move, and what everybody is told of it."""

from itertools import count
from typing import Any

import pytest

from ledger import Ledger, Table
from referee import BackTo, Behind, Only, Recorded, Referee, Refused, Report, live_at, offered, record, take_back
from tests.web.lost_cities import draw, lay
from tests.web.lutece import OFFERS, REVEAL, UNDO, bribe, options

_ids = count(1)
START = {"type": "start", "seat": 0}
THROW = {"type": "roll", "seat": 0, "numbers": [1, 2, 3], "colours": ["red", "blue", "green"]}
TAKES = {"type": "choose", "seat": 0, "number": 1, "colour": "red", "accelerate": []}
BEN, CAI = ({"type": "choose", "seat": seat, "number": seat + 1, "colour": "blue", "accelerate": []} for seat in (1, 2))
LAID = [options(0, "A", "1"), options(1, "A", "C"), options(2, "B", "2")]


class Phones:
    """A table, and a phone for each seat: each event is recorded by its own seat's."""

    def __init__(self, ledger: Ledger, table: Table) -> None:
        self.ledger, self.table, self.referee = ledger, table, Referee(ledger)

    @property
    def live(self):
        return self.referee.live(self.table)

    def report(self, by: int | None, *events: dict[str, Any], seen: int | None = None, move_id: str = "") -> Report:
        seats = frozenset(range(len(self.table.names)) if by is None else {by})
        return Report(move_id or f"undoing-{next(_ids):04}", self.live.seq if seen is None else seen, events, by, seats)

    def say(self, *events: dict[str, Any], by: int | None = None) -> None:
        for event in events:
            seat = event.get("seat") if by is None else by
            assert isinstance(record(self.referee, self.table, self.report(seat, event)), Recorded), event

    def undo(self, by: int | None, asked: Only | BackTo, **report: Any) -> Any:
        return take_back(self.referee, self.table, self.report(by, UNDO, **report), asked)

    def offers(self, seat: int) -> tuple[int, bool]:
        what = offered(self.live, frozenset({seat}))
        assert what is not None
        return what.play.index, what.own

    def stands(self) -> list[Any]:
        return [self.live.game.formats.event(play.move) for play in self.live.play.standing()]

    def told(self) -> list[tuple[str, int | None]]:
        return [(one.play.sentences()[0].facts.get("name"), one.by) for one in self.live.notices.mended]


def opened(ledger: Ledger, game: str, names: list[str], **settings: Any) -> Phones:
    return Phones(ledger, ledger.tables.open(game, settings, names, "ana-phone"))


@pytest.fixture
def cards(ledger: Ledger) -> Phones:
    return opened(ledger, "lost-cities", ["Ana", "Ben"])


@pytest.fixture
def dice(ledger: Ledger) -> Phones:
    """Three of Roll & Write, who have chosen from Ana's throw."""
    phones = opened(ledger, "roll-and-write", ["Ana", "Ben", "Cai"], pad="house")
    phones.say(THROW, TAKES, BEN, CAI)
    return phones


@pytest.fixture
def auction(ledger: Ledger) -> Phones:
    """Three of Lutèce, whose options lie face down."""
    phones = opened(ledger, "lutece", ["Ana", "Ben", "Cai"])
    phones.say(*OFFERS, by=0)
    phones.say(*LAID)
    return phones


def test_where_all_choose_at_once_a_phone_takes_back_its_own_and_the_others_choices_stay(dice):
    assert dice.offers(1) == (3, True)
    assert isinstance(dice.undo(1, Only(3)), Recorded)
    assert dice.stands() == [THROW, TAKES, CAI]
    assert [row.event["type"] for row in dice.ledger.moves.read(dice.table.id)[4:]] == ["undo", "undo", "choose"]
    assert [row.by_seat for row in dice.ledger.moves.read(dice.table.id)[4:]] == [1, 1, 2]


def test_what_another_choice_depends_on_is_not_taken_back_alone(dice):
    assert dice.offers(0) == (4, False)
    assert isinstance(dice.undo(0, Only(2)), Behind)
    assert dice.stands() == [THROW, TAKES, BEN, CAI]


def test_a_move_that_says_something_else_without_it_depends_on_it(auction):
    auction.say(bribe(0, "A", 1), bribe(1, "A", 2))
    number = auction.live.seq - 1
    assert auction.offers(0) == (number, True)
    auction.say(REVEAL, by=1)
    assert not auction.offers(0)[1]
    assert isinstance(auction.undo(0, Only(number)), Behind)


def test_what_lies_face_down_is_put_back_as_it_lay(auction):
    """Ana lays others: Ben's, which came later, are still his own, and only his."""
    seq = auction.live.seq
    assert isinstance(auction.undo(0, Only(seq - 2)), Recorded)
    assert auction.stands()[-2:] == LAID[1:]
    assert auction.live.withheld(frozenset({0})) == {1, 2}
    assert auction.live.trusted(frozenset({0, 1, 2})) == {0}


def test_what_has_no_seat_belongs_to_the_phone_that_recorded_it(ledger):
    phones = opened(ledger, "lutece", ["Ana", "Ben", "Cai"])
    phones.say(OFFERS[0], by=0)
    phones.say(OFFERS[1], by=1)
    assert phones.offers(0) == (1, True)
    assert isinstance(phones.undo(0, Only(1)), Recorded)
    assert phones.stands() == [OFFERS[1]]
    assert phones.offers(2) == (5, False)


def test_in_turns_a_phone_that_did_not_move_last_is_offered_the_others_move(cards):
    cards.say(START, lay(0, "red-5"), draw(0))
    assert cards.offers(0) == (3, True)
    assert cards.offers(1) == (3, False)
    cards.say(lay(1, "blue-4"))
    assert cards.offers(0) == (4, False)


def test_a_turn_that_one_report_said_is_taken_back_as_one(cards):
    cards.say(START, lay(0, "blue-2"), draw(0), by=0)
    turn = cards.report(1, lay(1, "red-5"), draw(1))
    assert isinstance(record(cards.referee, cards.table, turn), Recorded)
    for live in (cards.live, Referee(cards.ledger).live(cards.table)):
        for seats in ({0}, {1}, {0, 1}):
            what = offered(live, frozenset(seats))
            assert (what.play.index, what.back_to, what.said(totals=True)[0].facts["card"]) == (
                5,
                3,
                live.play.told()[0].facts["card"],
            )
    assert isinstance(cards.undo(1, BackTo(3)), Recorded)
    assert cards.stands() == [START, lay(0, "blue-2"), draw(0)]
    assert offered(cards.live, frozenset({0, 1})).back_to is None, "said one after the other"


def test_who_keeps_score_for_all_is_offered_the_last_move_as_its_own_unless_a_player_recorded_it(cards):
    everybody = frozenset({0, 1})
    assert offered(cards.live, everybody) is None
    for event in (START, lay(0, "red-5")):
        record(cards.referee, cards.table, cards.report(None, event))
    what = offered(cards.live, everybody)
    assert (what.play.index, what.own) == (2, True)
    cards.say(draw(0))
    what = offered(cards.live, everybody)
    assert (what.play.index, what.own, what.whose) == (3, False, 0)


def test_who_keeps_score_for_some_is_offered_nothing_of_theirs_that_a_player_recorded(dice):
    some = frozenset({1, 2})
    what = offered(dice.live, some)
    assert (what.play.index, what.own) == (4, False)


def test_back_to_a_move_takes_back_everything_after_it_as_one(cards):
    cards.say(START, lay(0, "red-5"), draw(0), lay(1, "blue-4"), draw(1))
    assert isinstance(cards.undo(0, BackTo(1)), Recorded)
    assert cards.stands() == [START]
    assert cards.live.seq == 9
    assert isinstance(cards.undo(0, BackTo(0)), Recorded)
    assert cards.stands() == []


def test_back_to_what_something_follows_from_keeps_what_follows(auction):
    auction.say(REVEAL, by=0)
    followed = auction.live.play
    reveal = followed.latest()[0].index
    assert followed.index > reveal
    assert isinstance(auction.undo(0, BackTo(reveal)), Behind)
    auction.undo(0, BackTo(reveal - 1))
    assert auction.stands()[-1] == LAID[-1]


def test_a_correction_is_told_and_of_what_stays_is_not_taken_back(ledger):
    counts = [{"type": "count", "seat": seat, "expeditions": {"red": [2 + seat]}} for seat in (0, 1)]
    phones = opened(ledger, "lost-cities", ["Ana", "Ben"], rounds=1)
    phones.say(START, *counts)
    right = {**counts[0], "expeditions": {"red": [9]}}
    phones.say({"type": "amend", "at": 1, "event": right}, by=1)
    assert [(one.corrects, one.by) for one in phones.live.notices.mended] == [(True, 1)]
    assert isinstance(phones.undo(0, BackTo(3)), Behind)
    assert phones.stands() == [START, right, counts[1]]
    phones.undo(0, Only(4))
    assert [(one.corrects, one.by) for one in phones.live.notices.mended] == [(False, 0)]


@pytest.mark.parametrize("asked", [Only(3), BackTo(1)])
def test_a_repeated_report_takes_back_once(cards, asked):
    cards.say(START, lay(0, "red-5"), draw(0))
    for _ in range(2):
        assert isinstance(cards.undo(0, asked, seen=3, move_id="the-same-id"), Recorded)
    assert cards.live.seq == {Only(3): 4, BackTo(1): 5}[asked]


def test_at_a_locked_table_nothing_is_taken_back(ledger):
    phones = opened(ledger, "lost-cities", ["Ana", "Ben"], rounds=1)
    phones.say(START, *({"type": "count", "seat": seat, "expeditions": {}} for seat in (0, 1)))
    ledger.tables.set_locked(phones.table.id, True)
    phones.table = ledger.tables.by_code(phones.table.code)
    assert isinstance(phones.undo(0, Only(3)), Refused)
    assert phones.live.seq == 3


def test_everybody_is_told_until_the_next_move_and_what_is_put_back_is_not_told(dice):
    dice.undo(1, Only(3))
    assert dice.told() == [("Ben", 1)]
    dice.say({**BEN, "number": 3})
    assert dice.told() == [("Ben", 1)], "what is said in its place is not the next move"
    dice.say({**THROW, "seat": 1})
    assert dice.told() == []


@pytest.mark.parametrize("card", ["red-5", "red-7"])
def test_what_is_said_again_or_in_its_place_was_never_taken_back_and_of_a_turn_no_half_is_told(cards, card):
    """Both turns draw from the pile: that is said again."""
    cards.say(START, lay(0, "red-5"), draw(0))
    cards.undo(0, BackTo(1))
    [whole] = cards.live.notices.mended
    assert (whole.play.index, whole.turn, whole.seq) == (3, True, 5)
    cards.say(lay(0, card))
    assert cards.live.notices.mended == (whole,), "not half of it"
    cards.say(draw(0))
    assert cards.told() == []


def test_a_referee_that_reads_the_log_anew_tells_the_same(dice):
    dice.undo(2, Only(4))
    again = live_at(Referee(dice.ledger), dice.table, dice.live.seq)
    assert [(one.by, one.play.move) for one in again.notices.mended] == [
        (one.by, one.play.move) for one in dice.live.notices.mended
    ]
    assert again.origins == dice.live.origins
    assert [origin.by for origin in again.origins] == [0, 0, 1, 2, 2]

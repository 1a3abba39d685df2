"""What lies face down: nothing that another seat can get depends on it before the reveal."""

import json
import re
from itertools import product

import pytest

from tests.conftest import app_at
from tests.ledger.databases import fresh_sqlite
from tests.visitor import Visitor, report
from tests.web.lutece import OFFERS, REVEAL, UNDO, bribe, offer, options, phone_of, play, three

# the sign of a picture goes with what is in it, which is compared: a link in there leads to this table
LOT = re.compile(
    r'(name="(?:csrf_token|move_id)"(?: type="hidden")? value=|"X-CSRFToken": |data-is=|<p class="spoken">|"id":)'
    r'"?[\w. -]{8,}"?'
)
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+\+00:00")
STREAMS = ("/t/<code>/stream", "/w/<code>/stream")  # they carry a seq and no more: see test_live
FILES = ("html",)
ALWAYS = (("", {}), ("?seen=0", {"HX-Request": "true"}))
FELT_FOR = tuple(product(("?seat=0", "?seat=0&lay=A,1"), ({}, {"HX-Request": "true"})))
SELECTS = re.compile(r"/[tw]/[^/]+(/count/\d)?")  # what one has chosen there stands in its address


class World:
    """A table in an app of its own, where Ana lays two action cards on her own phone."""

    def __init__(self, folder, *laid):
        folder.mkdir()
        self.app = app_at(fresh_sqlite(folder))
        self.scribe = three(self.visitor)
        self.code = self.scribe.at.split("/")[2]
        self.book = self.app.extensions["referee"].ledger
        self.table = self.book.tables.by_code(self.code)
        self.ana, self.ben = (phone_of(self.visitor, self.scribe, name) for name in ("Ana", "Ben"))
        play(self.scribe, *OFFERS)
        play(self.ana, options(0, *laid))
        self.laid = laid

    def visitor(self, language="en"):
        return Visitor(self.app.test_client(), language)

    def bare(self, response):
        """What was answered, without what is drawn by lot for every page, and without the secrets of this table."""
        body = TIME.sub("", LOT.sub(r"\1", response.get_data(as_text=True)))
        for secret in (self.table.code, self.table.watch, self.table.spoken):
            body = body.replace(secret, "…")
        body = re.sub(r'<svg[^>]*class="qr".*?</svg>', "", body, flags=re.DOTALL)
        body = re.sub(r"/shelf/[\w-]+", "/shelf/…", body)
        return response.status_code, body

    def pages(self):
        """Every address of this table that can be read."""
        for rule in self.app.url_map.iter_rules():
            if "code" not in rule.arguments or "GET" not in rule.methods or rule.rule in STREAMS:
                continue
            code = self.table.code if rule.rule.startswith("/t/") else self.table.watch
            address = rule.rule.replace("<code>", code)
            if "<int:seq>" in address:
                yield from (address.replace("<int:seq>", str(seq)) for seq in range(len(OFFERS), len(OFFERS) + 3))
            elif "<int:seat>" in address:
                yield from (address.replace("<int:seat>", str(seat)) for seat in range(3))
            elif "<kind>" in address:
                yield from (address.replace("<kind>", kind) for kind in FILES)
            else:
                yield address

    def everything(self, visitor, *felt_for):
        """Everything that this visitor can get; boards are asked for in more ways: a query, and headers."""
        answers = {}
        for address in self.pages():
            known = address.replace(self.table.code, "…").replace(self.table.watch, "…")
            for query, headers in (*ALWAYS, *(felt_for if SELECTS.fullmatch(address) else ())):
                answer = visitor.client.get(address + query, headers={"Accept-Language": "en", **headers})
                answers[known + query, *headers] = self.bare(answer)
        return answers

    def refusals(self, visitor):
        """What is said to somebody who feels for Ana's cards with moves in her name."""
        feelers = [bribe(0, tile, 2) for tile in "ABC123"] + [bribe(0, "A", amount) for amount in (0, 99)]
        feelers += [bribe(0, "income-1", 1), options(0, "A", "1"), options(0, "C", "3"), options(0, "A")]
        for feeler in feelers:
            for htmx in (False, True):
                report(visitor, feeler, htmx)
                yield self.bare(visitor.response)


@pytest.fixture
def worlds(tmp_path):
    worlds = World(tmp_path / "one", "A", "1"), World(tmp_path / "other", "C", "3")
    yield worlds
    for world in worlds:
        world.book.close()


def both(worlds, see):
    one, other = (see(world) for world in worlds)
    assert one == other
    return one


def test_nothing_that_others_can_get_depends_on_what_lies_face_down(worlds):
    """With and without htmx, and with seats asked for."""
    for who in ("ben", "scribe"):
        answers = both(worlds, lambda world, who=who: world.everything(getattr(world, who), *FELT_FOR))
        assert sum(status == 200 for status, _body in answers.values()) > 20
    both(worlds, lambda world: world.everything(world.visitor(), *FELT_FOR))


def test_the_same_holds_while_bribes_are_laid(worlds):
    for world in worlds:
        play(world.ben, options(1, "B", "2"))
        play(world.scribe, options(2, "income-1", "2"))
        play(world.ana, bribe(0, world.laid[1], 1), bribe(0, world.laid[0], 2))
    for who in ("ben", "scribe"):
        both(worlds, lambda world, who=who: world.everything(getattr(world, who)))
        both(worlds, lambda world, who=who: list(world.refusals(getattr(world, who))))


def test_a_move_in_somebody_elses_name_is_refused_the_same_way_whatever_lies_there(worlds):
    for who in ("ben", "scribe"):
        answers = both(worlds, lambda world, who=who: list(world.refusals(getattr(world, who))))
        assert {status for status, _body in answers} == {422}
        assert "Ana does this on their own phone." in answers[0][1]


def test_a_phone_that_was_lent_comes_back_to_the_cards_that_it_laid(worlds):
    """Cai has no phone: Ben sits down at Cai's seat, lays for Cai, and goes back to his own bribes."""
    for world in worlds:
        play(world.ben, options(1, "B", "2"))
        for name in ("Cai", "Ben"):
            world.ben.go(f"/t/{world.code}/share")
            world.ben.press(name)
            if name == "Cai":
                play(world.ben, options(2, "C", "2"))
        play(world.ben, bribe(1, "B", 1))
        world.ben.go(f"/t/{world.code}/share")
        assert "Ana has cards face down" in world.ben.page.text
    both(worlds, lambda world: world.everything(world.ben))


def test_a_phone_that_left_its_seat_before_other_cards_were_laid_there_does_not_come_back(worlds):
    world = worlds[0]
    world.ana.go(f"/t/{world.code}/share")
    world.ana.press("Cai")
    play(world.scribe, options(1, "B", "2"), options(2, "B", "2"), REVEAL)
    other = phone_of(world.visitor, world.scribe, "Ana")
    play(world.scribe, {"type": "close"}, *(offer(tile, id=f"{tile}-new") for tile in "AB12"))
    play(other, options(0, "A", "1"))
    world.ana.go(f"/t/{world.code}/share")
    assert "Ana has cards face down" in world.ana.page.text


def test_nobody_sits_down_where_something_lies_face_down(worlds):
    for world in worlds:
        for who in (world.ben, world.scribe, world.visitor()):
            for seat in ("0", "all"):
                who.go(f"/t/{world.code}/share")
                who.post(f"/t/{world.code}/sit", {"csrf_token": who.token(), "seat": seat})
                assert "Cards are face down here" in who.page.text
        device_seats = [seat for seat, devices in world.book.seats.sittings(world.table.id).items() if len(devices) > 2]
        assert 0 not in device_seats
    both(worlds, lambda world: world.everything(world.ben))
    both(worlds, lambda world: world.everything(world.scribe))
    world = worlds[0]
    play(world.scribe, options(1, "B", "2"), options(2, "B", "2"), REVEAL)
    world.ben.go(f"/t/{world.code}/share")
    world.ben.press("Ana")
    assert world.ben.status == 200


def test_an_undo_takes_it_back_unseen(worlds):
    for world in worlds:
        play(world.ben, UNDO)
        play(world.ana, options(0, *world.laid))
        play(world.ben, UNDO)
    both(worlds, lambda world: world.everything(world.ben))
    both(worlds, lambda world: world.everything(world.visitor()))


def test_ana_sees_her_own_and_a_scribe_what_was_entered_there(worlds):
    one = worlds[0]
    own = [world.bare(world.ana.client.get(f"/t/{world.code}")) for world in worlds]
    assert own[0] != own[1]
    one.scribe.go(f"/t/{one.code}")
    play(one.scribe, options(1, "B", "2"), options(2, "B", "3"))
    one.scribe.go(f"/t/{one.code}?seat=1")
    assert "Ben: bribes" in one.scribe.page.text
    assert "Ana: bribes" not in one.scribe.go(f"/t/{one.code}?seat=0").text


def test_after_the_reveal_everybody_reads_the_whole_log(worlds):
    for world in worlds:
        assert "options" not in world.ben.go(f"/t/{world.code}/log.json").html
        hidden = json.loads(world.ben.response.get_data())
        assert [event["type"] for event in hidden["events"]] == ["offer"] * 6
        play(world.scribe, options(1, "B", "2"), options(2, "B", "2"), REVEAL)
        world.ben.go(f"/t/{world.code}/log.json")
        events = json.loads(world.ben.response.get_data())["events"]
        assert options(0, *world.laid) in events
        assert events[-1]["type"] == "settle"
    assert "Ana bids on tile A" in worlds[0].ben.go(f"/t/{worlds[0].code}/log").text


def test_the_next_round_is_sealed_again(worlds):
    for world in worlds:
        play(world.scribe, options(1, "income-1", "income-2"), options(2, "income-1", "income-2"), REVEAL)
        open_log = world.ben.client.get(f"/t/{world.code}/log.json").get_json()["events"]
        play(world.scribe, {"type": "close"})
        empty = ("A", "1") if world.laid[0] == "A" else ("C", "3")
        for tile in empty:
            deck = "character" if tile in "ABC" else "location"
            card = {"id": f"new{tile}", "kind": "other", "cost": 0, "deck": deck}
            play(world.scribe, {"type": "offer", "tile": tile, "card": card})
        play(world.ana, options(0, "B", "2"))
        events = world.ben.client.get(f"/t/{world.code}/log.json").get_json()["events"]
        assert len(events) == len(open_log) + 3
        assert options(0, "B", "2") not in events


def test_the_host_frees_no_seat_while_something_lies_face_down(worlds):
    """Left alone at Ana's seat, the host's phone would read her options."""
    for world in worlds:
        for seat in ("1", "2"):
            world.scribe.go(f"/t/{world.code}/share")
            world.scribe.post(f"/t/{world.code}/free", {"csrf_token": world.scribe.token(), "seat": seat})
            assert "seats can be freed after the reveal" in world.scribe.page.text
    both(worlds, lambda world: world.everything(world.scribe))

"""Counting while a game is under way, after it, and what two have counted."""

from itertools import count as count_from

import pytest

from scoring import GAMES
from scoring.core.game import FinalCount
from tests.conftest import open_table
from tests.sources import played
from tests.visitor import report
from tests.web.lost_cities import START, TURN, count, draw, happened, lay
from tests.web.lutece import CARDS, phone_of, play, three
from tests.web.test_count import ticked, ticks
from tests.web.test_undo import reads


def followed(book, table, *cards: str) -> None:
    """A round followed to its last card: Ana lays these, and everything else is discarded."""
    colours = ("yellow", "blue", "white", "green", "red")
    rest = [f"{colour}-{value}" for colour in colours for value in ("wager", *range(2, 11))]
    rest = [card for card in rest if card not in cards]
    events = [START]
    for turn in range(44):
        seat = turn % 2
        card = cards[turn // 2] if not seat and turn // 2 < len(cards) else rest.pop()
        play = lay(seat, card) if card in cards else {"type": "discard", "seat": seat, "card": card}
        events += [play, draw(seat)]
    happened(book, table, events)


def asks(page):
    """What is asked before a count is recorded."""
    return "Not recorded yet" in page.text and "Look again" in page.text


# While it is being followed


def test_a_count_in_the_middle_of_a_round_asks_first_and_says_what_is_left(ana, book, table):
    happened(book, table, TURN)
    page = ana.go(f"/t/{table.code}/count/0")
    assert "43 cards are still in the draw pile: a count ends the round." in page.text
    page = ana.press("Record")
    assert (ana.status, asks(page), book.moves.last_seq(table.id)) == (422, True, 3)
    assert "43 cards are still in the draw pile: a count ends the round." in page.text
    ana.answer()
    assert (ana.status, book.moves.last_seq(table.id)) == (200, 4)


def test_a_count_of_a_round_that_nobody_followed_asks_nothing(ana, ben, book, table):
    happened(book, table, [START])
    ana.on(f"/t/{table.code}/count/0").post(f"/t/{table.code}/report", ticked(ana, red=[5]))
    ana.on(f"/t/{table.code}/count/1").post(f"/t/{table.code}/report", ticked(ana, blue=[5]))
    assert (ana.status, book.moves.last_seq(table.id)) == (200, 3)


NOTHING = FinalCount.__dataclass_fields__["breaks_off"].default


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.count and game.count.breaks_off != NOTHING])
def test_every_game_asks_before_a_count_breaks_it_off(visitor, key):
    ana, game = open_table(visitor(), key), GAMES[key]
    two = next(played(key, seed) for seed in count_from(0) if len(played(key, seed).names) == 2)
    at = ana.at
    for move, after in zip(two.moves, two.states[1:], strict=True):
        report(ana, game.formats.event(move))
        if game.count.breaks_off(after):
            break
    ana.go(f"{at}/count/0")
    assert asks(ana.press("Record"))
    assert not asks(ana.answer())
    ana.go(f"{at}/count/1")
    assert not asks(ana.press("Record"))


# After the round


ASKED = "The same on the table?"


def test_after_a_round_that_was_followed_whoever_writes_is_asked_if_both_sides_are_the_same(ana, ben, book, table):
    followed(book, table, "red-5", "red-6")
    assert ASKED in ana.go(f"/t/{table.code}").text
    assert "count/1" in ben.go(f"/t/{table.code}").link("Count Ben")
    assert ASKED not in ben.go(f"/w/{table.watch}").text
    happened(book, table, [{**START, "seat": 1}])
    assert ASKED not in ana.go(f"/t/{table.code}").text


def test_at_a_table_that_hides_its_scores_the_sides_are_compared_without_sums(visitor, book):
    ana = visitor()
    hides = book.tables.open("lost-cities", {"hidden": True}, ["Ana", "Ben"], "ana")
    ana.go(f"/t/{hides.code}")
    ana.press("Ana")
    followed(book, hides, "red-5", "red-6")
    page = ana.go(f"/t/{hides.code}")
    assert ASKED in page.text
    assert "−9" not in page.text


def test_a_followed_round_is_compared_with_the_table_and_nothing_is_written(ana, book, table):
    followed(book, table, "red-5", "red-6")
    seq = book.moves.last_seq(table.id)
    page = ana.go(f"/t/{table.code}")
    ana.go(page.link("Count Ana"))
    assert [value for value, is_ticked, _ in ticks(ana.page, "red") if is_ticked] == ["5", "6"]
    fields = [entry for entry in ticked(ana, red=[5, 7]) if not entry[0].startswith("claimed")]
    assert "Your total is right." in ana.post(f"/t/{table.code}/count/0", [*fields, ("claimed0", "-8")]).text
    assert book.moves.last_seq(table.id) == seq


def test_what_the_comparison_finds_is_recorded_in_the_place_of_the_last_draw(ana, ben, book, table):
    followed(book, table, "red-5", "red-6")
    ana.go(f"/t/{table.code}/count/0")
    form, button = ana.page.button("Change the round")
    fields = [entry for entry in form.fields if not entry[0].startswith("report.0.expeditions.")]
    chosen = [("report.0.expeditions.red", "[5]"), ("report.0.expeditions.red", "[10]"), (button.name, button.value)]
    page = ana.post(button.action, [*fields, *chosen])
    assert "This is not what was recorded before: red 10 more and red 6 less. It makes −5 instead of −9." in page.text
    ana.answer()
    assert (ana.status, ana.at) == (200, f"/t/{table.code}"), "back at the table"
    page = ben.go(f"/t/{table.code}")
    assert "15 − 20 = −5" in page.text
    log = ana.go(f"/t/{table.code}/log")
    assert "Ben draws from the draw pile. Round 1 is over. Counted again since." in log.text
    assert "<s>" not in log.html
    assert "Counted again since." in ana.go(f"/t/{table.code}/at/{book.moves.last_seq(table.id) - 1}").text


def test_after_a_difference_both_sides_are_compared_again_and_the_next_one_leads_back_too(ana, ben, book, table):
    followed(book, table, "red-5", "red-6")
    for name, others in (
        ("Ana", [("report.0.expeditions.red", "[5]")]),
        ("Ben", [("report.0.expeditions.blue", "[9]")]),
    ):
        page = ana.go(f"/t/{table.code}")
        assert ASKED in page.text
        ana.go(page.link(f"Count {name}"))
        form, button = ana.page.button("Change the round")
        fields = [entry for entry in form.fields if not entry[0].startswith("report.0.expeditions.")]
        ana.post(button.action or form.action, [*fields, *others, (button.name, button.value)])
        ana.answer()
        assert (ana.status, ana.at) == (200, f"/t/{table.code}"), "back at the table"
        assert f"{name} counted again: " in ana.page.text
    for said in (ASKED, "5 − 20 = −15", "9 − 20 = −11"):
        assert said in ana.page.text


def test_the_log_leads_to_the_counts_of_a_correction_and_none_of_them_is_lost(ana, book, table):
    followed(book, table, "red-5", "red-6")
    last = book.moves.last_seq(table.id)
    counts = [count(0, red=[5]), count(1, blue=[9])]
    changes = [{"at": last - 1, "event": None}, {"at": last - 1, "insert": counts}]
    happened(book, table, [{"type": "amend", "changes": changes}])
    ana.go(f"/t/{table.code}/amend/{last + 1}")
    form, button = ana.page.button("Change the round")
    fields = [entry for entry in form.fields if not entry[0].startswith("report.0.expeditions.")]
    ana.post(button.action, [*fields, ("report.0.expeditions.red", "[6]"), (button.name, button.value)])
    ana.answer()
    for said in ("counted again: red 6 more and red 5 less", "6 − 20 = −14", "9 − 20 = −11"):
        assert said in ana.page.text


def test_a_recorded_count_is_opened_by_the_other_with_every_tick_and_changed(ana, ben, book, table):
    happened(book, table, [START, count(0, red=["wager", 5, 6]), count(1, blue=[9])])
    page = ben.go(f"/t/{table.code}")
    ben.go(page.link("Count Ana"))
    assert [value for value, is_ticked, _ in ticks(ben.page, "red") if is_ticked] == ["wager", "5", "6"]
    form, _button = ben.page.button("Record")
    page = ben.post(form.action, [entry for entry in form.fields if entry != ("report.0.expeditions.red", "[6]")])
    assert "This is not what was recorded before: red 6 less. It makes −30 instead of −18." in page.text
    ben.answer()
    assert "5 − 20 = −15, ×2 = −30" in ana.go(f"/t/{table.code}").text


def test_while_the_other_still_counts_a_recorded_count_is_opened_and_changed(ana, ben, book, table):
    happened(book, table, [START, count(0, red=["wager", 5, 6])])
    page = ana.go(f"/t/{table.code}")
    assert "Still to count: Ben Counted: Ana" in page.text
    ana.go(page.link("Change the count: Ana"))
    assert [value for value, is_ticked, _ in ticks(ana.page, "red") if is_ticked] == ["wager", "5", "6"]
    assert asks(ana.post(f"/t/{table.code}/report", ticked(ana, red=["wager", 5])))
    ana.answer()
    assert ana.status == 200
    assert [row.event["type"] for row in book.moves.read(table.id)] == ["start", "count", "count"]


# What two have counted


@pytest.fixture
def twice(ana, ben, book, table):
    """Each sits at an own phone; Ana has counted red 5, and so does Ben."""
    ana.on(f"/t/{table.code}/share").press("Ana")
    happened(book, table, [START, count(0, red=["wager", 5, 6])])
    ben.on(f"/t/{table.code}/count/1").post(f"/t/{table.code}/count/1", ticked(ben, red=[5, 7]))
    return table


def test_a_card_that_the_other_has_counted_says_so_and_is_asked_for(ana, ben, book, twice):
    assert "Red 5 is in front of both Ana and Ben: there is only one." in ben.page.text
    assert "Ben asks Ana: isn’t this mine? red 5" in ben.press("It is mine: ask Ana").text
    assert [value for value, is_ticked, _ in ticks(ben.page, "red") if is_ticked] == ["5", "7"]
    assert "Yes, it belongs to Ben" not in ben.client.get(f"/t/{twice.code}").text
    log = ana.client.get(f"/t/{twice.code}/log.json").json
    assert [event["type"] for event in log["events"]] == ["start", "count"]
    assert "Ana counts 2 cards." in ana.on(f"/t/{twice.code}").press("Yes, it belongs to Ben").text
    assert "there is only one" not in ben.post(f"/t/{twice.code}/count/1", ticked(ben, red=[5, 7])).text
    assert "Round 2" in ben.post(f"/t/{twice.code}/report", ticked(ben, red=[5, 7])).text


def test_who_was_asked_may_keep_it_and_the_other_is_told(ana, ben, book, twice):
    ben.press("It is mine: ask Ana")
    ana.go(f"/t/{twice.code}")
    form = next(form for form in ana.page.forms if form.action.endswith("/keep"))
    assert "Ana keeps: red 5." in ana.post(form.action, form.fields).text
    assert "Ana keeps: red 5." in ben.go(f"/t/{twice.code}").text
    reads(ben)
    assert "Ana keeps: red 5." not in ben.go(f"/t/{twice.code}").text
    assert [row.event["type"] for row in book.moves.read(twice.id)] == ["start", "count", "ask", "keep"]


def test_who_keeps_what_is_no_longer_asked_for_is_behind_and_asked_anew(ana, ben, book, twice):
    ben.press("It is mine: ask Ana")
    shown = ana.go(f"/t/{twice.code}")
    ben.post(f"/t/{twice.code}/count/1/ask", ticked(ben, red=[6, 7]))
    form = next(form for form in shown.forms if form.action.endswith("/keep"))
    ana.post(form.action, form.fields)
    ana.answered(409, "Someone has played meanwhile.", "Ben asks Ana: isn’t this mine? red 6")
    assert [row.event["type"] for row in book.moves.read(twice.id)] == ["start", "count", "ask", "ask"]


def test_a_card_of_lutece_that_another_has_counted_is_asked_for_and_given_up(visitor):
    scribe = three(visitor)
    ana, ben = (phone_of(visitor, scribe, name) for name in ("Ana", "Ben"))
    apprentice = {"id": "boy", "kind": "apprentice", "attached_to": "bard"}
    held = [CARDS["A"], apprentice, CARDS["3"]]
    table = ana.at
    play(ana, {"type": "count", "seat": 0, "holding": {"gold": 3, "cards": held}})
    assert "Counted by Ana, but it is mine" in ben.go(f"{table}/count/1").text
    assert "The id “bard” is on two cards: Le Barde and Le Barde." in ben.press("Le Barde").text
    assert "Ana has counted: Le Barde (1 × cervoise)." in ben.page.text
    ben.press("It is mine: ask Ana")
    assert "Ben asks Ana: isn’t this mine? Le Barde (1 × cervoise)" in ana.go(table).text
    ana.press("Yes, it belongs to Ben")
    assert "is on two cards" not in ben.press("Add up").text
    ben.press("Record")
    log = ben.client.get(f"{table}/log.json").json["events"]
    assert [(event["seat"], [card["id"] for card in event["holding"]["cards"]]) for event in log] == [
        (0, ["bard", "boy", "field"]),
        (0, ["boy", "field"]),
        (1, ["bard"]),
    ]
    assert "attached_to" not in log[1]["holding"]["cards"][0]

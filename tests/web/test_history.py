"""The game once more: played back move by move, and corrected for all to see."""

import pytest

from ledger import Ledger, Table
from scoring import GAMES
from scoring.core.game import FinalCount
from tests.conftest import open_table
from tests.sources import SOURCES, played
from tests.visitor import Visitor, report
from tests.web.lost_cities import START, TURN, count, discard, draw, happened, lay
from web.table.forms import READ, fields, new_move_id

OVER = [
    *[event for _ in range(2) for event in (START, count(0), count(1))],
    START,
    count(0, red=["wager", 4, 8]),
    count(1, blue=[9, 10]),
]
RIGHT = count(0, red=["wager", 5, 8])


def on_the_table(book: Ledger, key: str, seed: int, until: int | None = None) -> Table:
    """A random game, written down as it was played."""
    before = played(key, seed)
    log = before.log()
    settings = {name: value for name, value in log.items() if name not in ("game", "players", "events")}
    table = book.tables.open(key, settings, before.names, "somebody")
    happened(book, table, log["events"][:until])
    return table


def corrected(visitor: Visitor, table: Table, seq: int, event: dict | None, **changed: str) -> None:
    """Report what really happened in the place of a move, from its own page; of a count, with the first answer."""
    visitor.go(f"/t/{table.code}/amend/{seq}")
    form = visitor.page.forms[-1]
    sent = {name: value for name, value in form.fields if name.split(".")[0] not in READ} | changed
    visitor.post(f"/t/{table.code}/amend/{seq}", [*sent.items(), *(fields(event) if event else [("strike", "1")])])
    if visitor.answers():
        visitor.answer()


# Back


def test_the_log_leads_to_every_moment(ana, book, table):
    happened(book, table, TURN)
    page = ana.go(f"/t/{table.code}/log")
    assert page.link("Ana lays red 5.") == f"/t/{table.code}/at/2"
    assert "Round 1, Ana’s turn 1" in ana.tap("Ana lays red 5.").text
    assert "Ana −15" in ana.page.text
    assert "Ana draws from" not in ana.page.text


def test_one_steps_through_a_game_with_plain_links(ana, book, table):
    happened(book, table, TURN)
    assert "Before the first move" in ana.go(f"/t/{table.code}/at/0").text
    links = {had.get("rel"): had for tag, had in ana.page.tags if tag == "a" and had.get("rel")}
    assert set(links) == {"next", "last"}
    for rel, at in (("next", 1), ("last", 3), ("prev", 2), ("first", 0)):
        links = {had.get("rel"): had for tag, had in ana.page.tags if tag == "a" and had.get("rel")}
        assert links[rel]["accesskey"]
        ana.go(links[rel]["href"])
        assert ana.at == f"/t/{table.code}/at/{at}"
        assert not [form for form in ana.page.forms if "report" in form.action], "nobody acts in the past"


@pytest.mark.parametrize("seq", ["4", "99999", "-1", "x"])
def test_a_moment_that_never_was_is_not_found(ana, book, table, seq):
    happened(book, table, TURN)
    ana.go(f"/t/{table.code}/at/{seq}")
    assert ana.status == 404


def test_what_was_taken_back_is_played_back_too(ana, book, table):
    happened(book, table, [START, lay(0, "red-5"), {"type": "undo"}])
    assert "This move was undone later." in ana.go(f"/t/{table.code}/at/2").text
    assert "Undone: Ana lays red 5." in ana.go(f"/t/{table.code}/at/3").text


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_played_back_on_its_own_board(visitor, book, key):
    table = on_the_table(book, key, 1)
    end = book.moves.last_seq(table.id)
    for seq in {0, 1, end // 3, end // 2, end - 1, end}:
        one = visitor().on(f"/w/{table.watch}/at/{seq}")
        assert one.status == 200
        assert table.code not in one.page.html


# Corrected


def test_a_wrong_count_is_corrected_and_both_stay_in_sight_with_whose_phone_did_it(ana, ben, book, table):
    happened(book, table, OVER)
    assert ana.go(f"/t/{table.code}/log").link("Change: Ana counts 3 cards.") == f"/t/{table.code}/amend/8"
    corrected(ben, table, 8, RIGHT)
    assert (ben.status, ben.at) == (200, f"/t/{table.code}/log")
    assert "recorded by Ben" in ana.go(f"/t/{table.code}/log").text
    assert "Ana counted again: red 5 more and red 4 less." in ana.page.text
    assert "Totals now: Ana −14 instead of −16." in ana.page.text
    assert [row.event["type"] for row in book.moves.read(table.id)][-1] == "amend"
    assert "Corrected:" in ana.page.text
    assert "This move was corrected later." in ana.go(f"/t/{table.code}/at/8").text


def test_the_page_of_a_wrong_count_offers_what_was_counted_and_adds_up_anew(ana, book, table):
    happened(book, table, OVER)
    page = ana.go(f"/t/{table.code}/amend/8")
    assert "Change: Round 3, Ana’s count" in page.text
    ticked = {(had["name"], had["value"]) for tag, had in page.tags if tag == "input" and "checked" in had}
    assert ("report.0.expeditions.red", "[4]") in ticked
    ana.post(f"/t/{table.code}/amend/8/count", [("csrf_token", ana.token()), *fields(RIGHT)], htmx=True)
    assert "13 − 20 = −7, ×2 = −14" in ana.page.text
    assert book.moves.last_seq(table.id) == 9


@pytest.mark.parametrize(
    ("right", "changed", "status", "why"),
    [
        (count(0, blue=[9]), {}, 422, "Round 3, Ben’s count: this would then be against the rules."),
        (OVER[7], {}, 200, "That is already what is recorded."),
        (RIGHT, {"seen": "8"}, 409, "Someone has played meanwhile."),
    ],
)
def test_what_cannot_be_a_correction_is_refused_with_its_reason(ana, book, table, right, changed, status, why):
    happened(book, table, OVER)
    corrected(ana, table, 8, right, **changed)
    assert (ana.status, why in ana.page.text, book.moves.last_seq(table.id)) == (status, True, 9)


def test_a_move_that_never_happened_is_struck_and_an_undo_brings_it_back(ana, book, table):
    happened(book, table, OVER)
    corrected(ana, table, 9, None)
    assert "Deleted." in ana.go(f"/t/{table.code}/log").text
    assert book.tables.by_code(table.code).finished_at is None
    report(ana, {"type": "undo"})
    assert book.tables.by_code(table.code).finished_at is not None
    assert "Undone: Round 3, Ben’s count, deleted:" in ana.go(f"/t/{table.code}/log").text


def says_at(visitor: Visitor, way: str, event: dict | list | None = None) -> None:
    """Take a way that a refused correction offers; then say what really happened on the page it leads to, if asked."""
    visitor.press(way)
    if event is not None:
        form = visitor.page.forms[-1]
        kept = [(name, value) for name, value in form.fields if name.split(".")[0] not in READ]
        visitor.post(form.action, [*kept, *fields(event)])


ANA, BEN = "Round 1, Ana’s turn 1", "Round 1, Ben’s turn 1"
EXCHANGED = [START, lay(0, "red-5"), draw(0), lay(1, "red-8"), draw(1)]


def test_two_exchanged_cards_are_corrected_in_one_go(ana, book, table):
    happened(book, table, EXCHANGED)
    corrected(ana, table, 2, lay(0, "red-8"))
    ana.answered(422, f"{BEN}: this would then be against the rules. Ben lays red 8. Red 8 is already in front of Ana.")
    said = f"One more move would then be against the rules {BEN} Ben draws from the draw pile."
    assert said in " ".join(ana.page.text.split())
    assert book.moves.last_seq(table.id) == 5
    says_at(ana, f"{BEN}: change it, too", lay(1, "red-5"))
    assert ana.at == f"/t/{table.code}", ana.page.text
    assert f"{ANA}, corrected." in ana.page.text
    assert f"{BEN}, corrected." in ana.page.text
    assert book.moves.last_seq(table.id) == 6


def test_a_forgotten_turn_is_put_in(ana, book, table):
    happened(book, table, [*EXCHANGED, lay(0, "blue-4"), draw(0)])
    page = ana.go(f"/t/{table.code}/amend/4?before=1")
    assert f"{BEN}: what is missing before it" in page.text
    form = page.forms[-1]
    kept = [(name, value) for name, value in form.fields if not name.startswith("e")]
    turn = [discard(1, "blue-2"), draw(1)]
    ana.post(form.action, [*kept, *fields(turn)])
    assert f"{BEN}: this would then be against the rules. Ben lays red 8. It is Ana’s turn." in ana.page.text
    says_at(ana, f"{BEN}: add another move before it", [lay(0, "red-6"), draw(0)])
    assert ana.at == f"/t/{table.code}/log", ana.page.text
    assert f"{BEN}, added before it: Ana lays red 6." in ana.page.text
    ana.on(f"/t/{table.code}/amend/8").press("Delete this move")
    assert f"{BEN}, deleted: Ben discards blue 2." in ana.page.text


def test_the_refusal_that_a_card_lies_there_leads_to_its_correction(ana, book, table):
    happened(book, table, [*EXCHANGED, lay(0, "blue-4"), draw(0)])
    report(ana, lay(1, "red-5"))
    assert ana.status == 422
    assert ana.page.link("That was wrong, change it") == f"/t/{table.code}/amend/2?at_table=1"
    report(ana, lay(1, "red-7"))
    assert ana.page.link("That was wrong, change it") == f"/t/{table.code}/amend/4?at_table=1"


def test_from_a_card_that_lies_there_one_comes_to_its_correction(ana, book, table):
    happened(book, table, EXCHANGED)
    ana.go(f"/t/{table.code}")
    there = {"csrf_token": ana.token(), **dict(fields([lay(0, "red-8")]))}
    ana.post(f"/t/{table.code}/wrong", there)
    assert ana.at == f"/t/{table.code}/amend/4?at_table=1"
    ana.post(f"/t/{table.code}/wrong", {**there, **dict(fields([lay(0, "red-9")]))})
    assert ana.at == f"/t/{table.code}"
    assert book.moves.last_seq(table.id) == 5


@pytest.mark.parametrize("changes", ["nothing", "{}", '[{"at": 1}]', '[{"at": 1, "event": {"type": "magic"}}]'])
def test_changes_that_cannot_be_read_are_no_correction(ana, book, table, changes):
    happened(book, table, EXCHANGED)
    corrected(ana, table, 2, lay(0, "red-8"), changes=changes)
    assert ana.status == 400
    assert book.moves.last_seq(table.id) == 5


def test_a_move_that_followed_of_itself_or_lies_face_down_has_no_page(visitor, book):
    before = played("lutece", 0)
    first = next(place for place, move in enumerate(before.moves) if type(move).__name__ == "Options")
    table = on_the_table(book, "lutece", 0, first + 1)
    one = visitor().on(f"/t/{table.code}")
    one.press(table.names[1 - before.moves[first].seat])
    assert one.go(f"/t/{table.code}/amend/{first}").text
    assert one.status == 200
    one.go(f"/t/{table.code}/amend/{first + 1}")
    assert one.status == 404


def test_who_only_watches_is_offered_no_correction(visitor, book, table, ana):
    happened(book, table, OVER)
    assert "/amend/" not in visitor().go(f"/w/{table.watch}/log").html
    assert "Change" in ana.go(f"/t/{table.code}/log").text
    stranger = open_table(visitor(), name0="Otto")
    stranger.go(f"/t/{table.code}/amend/8")
    assert stranger.status == 403


def test_a_correction_needs_a_form_that_can_be_read(ana, book, table):
    happened(book, table, OVER)
    corrected(ana, table, 8, {"type": "magic"})
    assert ana.status == 400
    corrected(ana, table, 8, RIGHT, seen="x")
    assert ana.status == 400
    ana.post(f"/t/{table.code}/amend/8", {"csrf_token": ana.token(), "move_id": new_move_id(), "seen": "9"})
    assert ana.status == 400
    assert book.moves.last_seq(table.id) == 9


# Locked


def locked(visitor: Visitor, table: Table, says: str) -> None:
    visitor.on(f"/t/{table.code}/share").press(says)


def test_at_a_locked_table_nothing_is_written_until_it_is_unlocked(ana, ben, visitor, book, table):
    happened(book, table, OVER)
    assert "Who are you?" in visitor().go(f"/t/{table.code}").text
    locked(ana, table, "Lock this table")
    guest = visitor()
    for page in (f"/t/{table.code}", f"/t/{table.code}/share"):
        assert "Who are you?" not in guest.go(page).text, "a seat there is good for nothing"
        assert "This table is locked: the person who opened it can unlock it." in guest.page.text
    guest.post(f"/t/{table.code}/report", {"csrf_token": guest.token(), "move_id": "a" * 16, "seen": "0"})
    assert guest.status == 403
    assert "Who are you?" not in guest.page.text
    assert "This table is locked: the person who opened it can unlock it." in guest.page.text
    assert "The table is locked: nothing can be recorded." in ana.page.text
    report(ben, {"type": "undo"})
    ben.answered(422, "This table is locked: the person who opened it can unlock it.")
    assert "/amend/" not in ben.go(f"/t/{table.code}/log").html
    assert "Undo" not in ben.go(f"/t/{table.code}").text
    ana.go(f"/t/{table.code}/amend/8")
    assert ana.at == f"/t/{table.code}/log"
    ana.go(f"/t/{table.code}/share")
    assert "unlock it first" in ana.post(f"/t/{table.code}/delete", {"csrf_token": ana.token()}).text
    assert book.moves.last_seq(table.id) == 9
    locked(ana, table, "Unlock this table")
    corrected(ben, table, 8, RIGHT)
    assert book.moves.last_seq(table.id) == 10


def test_a_correction_that_was_begun_before_the_table_was_locked_is_refused(ana, book, table):
    happened(book, table, OVER)
    ana.go(f"/t/{table.code}/amend/8")
    book.tables.set_locked(table.id, True)
    ana.press("Delete this move")
    assert ana.status == 422
    assert book.moves.last_seq(table.id) == 9


def test_a_game_under_way_is_not_locked(ana, book, table):
    happened(book, table, TURN)
    assert "Lock this table" not in ana.go(f"/t/{table.code}/share").text
    ana.post(f"/t/{table.code}/lock", {"csrf_token": ana.token(), "locked": "yes"})
    assert "locked when it is over" in ana.page.text
    assert not book.tables.by_code(table.code).locked


UNKNOWN = FinalCount.__dataclass_fields__["compared"].default


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.count])
def test_a_counted_end_of_every_game_is_counted_again_on_its_own_page(visitor, book, key):
    wrong, right = ({"type": "count", "seat": 0, **what} for what in SOURCES[key].two_counts())
    ana = open_table(visitor(), key)
    table = book.tables.by_code(ana.at.split("/")[2])
    first = [GAMES[key].formats.event(move) for move in GAMES[key].count.now.first]
    happened(book, table, [*first, wrong, {**wrong, "seat": 1}])
    number = len(first) + 1
    page = ana.go(f"/t/{table.code}/amend/{number}")
    assert ana.at == f"/t/{table.code}/amend/{number}/count"
    assert [form.action for form in page.forms][-1] == f"/t/{table.code}/amend/{number}"
    ana.post(f"/t/{table.code}/amend/{number}/count", [("csrf_token", ana.token()), *fields(right)], htmx=True)
    assert ana.status == 200
    corrected(ana, table, number, right)
    said = "Ana counted again: " if GAMES[key].count.compared is not UNKNOWN else ", corrected. "
    assert said in ana.page.text
    assert book.moves.last_seq(table.id) == number + 2


def test_the_play_back_shows_the_sheet_of_whoever_has_moved(visitor, book):
    table = on_the_table(book, "roll-and-write", 2, 12)
    shown = []
    for row in book.moves.read(table.id):
        page = visitor().go(f"/w/{table.watch}/at/{row.seq}")
        sheets = [had for tag, had in page.tags if tag == "input" and had.get("name") == "sheet"]
        shown.append(next(int(had["value"]) for had in sheets if "checked" in had))
    assert shown == [row.seat for row in book.moves.read(table.id)]
    assert len(set(shown)) > 1

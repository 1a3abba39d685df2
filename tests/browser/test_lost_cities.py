"""Lost Cities on real phones: two at one table, two taps a turn, three rounds; and one phone without JavaScript."""

import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import chain
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import (
    assert_steady,
    at,
    far_away,
    hears,
    loads,
    moved,
    opened,
    rests,
    seated,
    seq_of,
    slow,
    told,
)
from tests.real_table import RealTable, signed, starter_of

NAMES = ("Ana", "Ben")
Turn = tuple[int, str, bool, str]  # who plays which card, whether it is laid, and where the next is from


def open_table(page: Page, server: str, names: tuple[str, str] = NAMES, **chosen: str) -> str:
    """From the first page to the table, as a person taps."""
    page.goto(server)
    page.locator("a[href='/new/lost-cities']").tap()
    for seat, name in enumerate(names):
        page.locator(f"#name{seat}").fill(name)
    if chosen:
        page.locator(".settings summary").tap()
    for setting, label in chosen.items():
        page.locator(f"#{setting}").select_option(label=label)
    page.locator("form.stack button.main").tap()
    page.wait_for_selector("#table")
    return page.url


@pytest.fixture
def two(server, phone):
    """Ana's phone and Ben's at one table of three rounds."""
    ana, ben = phone(expected=("422",)), phone(expected=("422",))
    for page in (ana, ben):
        page.clock.install()
    url = opened(ana, server, "lost-cities", *NAMES)
    return seated(ana, url, 0), seated(ben, url, 1)


def card(page: Page, code: str):
    """The cells of a card: a wager has three."""
    return page.locator(f"#table .cell input[value*='{code}']").first


def way(page: Page, lays: bool, source: str | None = "Draw pile"):
    """The button that lays or discards the card chosen, with a draw or (None) without."""
    played = "Lay" if lays else "Discard"
    along = {"Draw pile": ", draw (pile|the last card)", None: " only"}.get(source, f", take {source}")
    return page.get_by_role("button", name=re.compile(f"^{played}{along}$"))


def prompt(page: Page, said: str) -> None:
    """Wait until the page asks for this; quicker than `expect`, which looks only now and then."""
    page.locator("#table .hand .prompt", has_text=said).first.wait_for()


def tap(page: Page, what) -> int:
    what.click()
    return 1


def turn(page: Page, code: str, lays: bool, source: str) -> int:
    """One turn on a phone; how many taps it took."""
    return tap(page, card(page, code)) + tap(page, way(page, lays, source))


def ana_lays_red_7(ana: Page, ben: Page) -> None:
    ana.get_by_role("button", name="Ana begins").tap()
    card(ana, "red-7").tap()
    way(ana, True, None).tap()
    prompt(ben, "Ana draws from:")


def agree(page: Page) -> None:
    """Record what somebody else decides, who does not sit at this phone: it asks first."""
    page.get_by_role("button", name="Yes, record it").click()


def events(seat: int, code: str, lays: bool, source: str) -> list[dict]:
    """The same turn as a phone reports it."""
    pile = "deck" if source == "Draw pile" else source.split()[0]
    played = {"type": "lay" if lays else "discard", "seat": seat, "card": code}
    return [played, {"type": "draw", "seat": seat, "from": pile}]


def totals(page: Page) -> list[str]:
    return page.locator("#table .scores .total").all_inner_texts()


def follow(two, turns: Sequence[Turn], seq: int) -> None:
    """These turns are tapped, each by whom it is, from this seq on."""
    for seat, *played in turns:
        at(two[seat], seq)
        prompt(two[seat], f"{NAMES[seat]}: tap the card you are playing.")
        rests(two[seat])
        assert turn(two[seat], *played) == 2
        seq += 2


def reported(page: Page, url: str, turns: Sequence[Turn]) -> int:
    """The seq after these turns, with which Ana begins, were reported before any phone looked."""
    return told(page, url, 0, {"type": "start", "seat": 0}, *chain.from_iterable(events(*played) for played in turns))


def count_on(page: Page, real: RealTable, seat: int, asked: str = "") -> None:
    """Enter what lies before a player: every card that was followed is ticked already.

    What was followed only in part is `asked` about.
    """
    page.locator(".end a", has_text=NAMES[seat]).click()
    for colour, cards in real.laid[seat].items():
        boxes = page.locator(f"fieldset.{colour} input")
        wanted = [*range(cards.count("wager")), *(kind + 1 for kind in cards if kind != "wager")]
        for place in wanted:
            if not boxes.nth(place).is_checked():
                page.locator(f"fieldset.{colour} label.cell").nth(place).click()
    expect(page.locator("#sums .total")).to_have_text(signed(real.worth(seat)))
    page.get_by_role("button", name="Record").click()
    if asked:
        count_all_the_same(page, asked)


def still_in_the_pile(left: int) -> str:
    return f"{left} cards are still in the draw pile: a count ends the round."


def count_all_the_same(page: Page, asked: str) -> None:
    expect(page.locator("#refused")).to_contain_text(asked)
    page.locator(".question .main").click()


def turns_of(real: RealTable, seat: int = 0) -> Iterator[Turn]:
    """A round on the real table that this player begins."""
    while real.deck:
        code, lays = real.card(seat)
        real.play(seat, code, lays)
        yield seat, code, lays, real.draw(seat, None if lays else code.split("-")[0])
        seat = 1 - seat


def test_a_game_of_three_rounds_on_two_phones_has_the_right_totals(server, phone):
    """The first round is followed to its end; the second loses track, the third is not followed: those are counted."""
    chance, sums, starter = Random(7), [0, 0], 0
    two = [phone(expected=("422",)) for _ in NAMES]
    url = opened(two[0], server, "lost-cities", *NAMES)
    real = RealTable(chance)
    *before, third, second, last = turns_of(real)
    seq = reported(two[0], url, before)
    for seat, page in enumerate(two):
        page.clock.install()
        seated(page, url, seat)
    follow(two, (third, second, last), seq)
    for number, followed in enumerate((None, 2, 0), 1):
        if followed is not None:
            before = seq_of(two[starter])
            rests(two[starter])
            two[starter].get_by_role("button", name=f"{NAMES[starter]} begins").click()
            moved(two[starter], before)
            real = RealTable(chance)
            follow(two, [*turns_of(real, starter)][:followed], before + 1)
            prompt(two[starter], f"{NAMES[starter]}: tap the card you are playing.")
            rests(two[0])
            count_on(two[0], real, 0, asked=still_in_the_pile(44 - followed) if followed else "")
            at(two[1], seq_of(two[0]))
            rests(two[1])
            count_on(two[1], real, 1, asked="not what was followed" if followed else "")
        sums = [total + real.worth(player) for player, total in enumerate(sums)]
        for page in two:
            expect(page.locator("#table .scores .total").nth(0)).to_have_text(signed(sums[0]))
            expect(page.locator("#table .scores .total").nth(1)).to_have_text(signed(sums[1]))
            assert_steady(page)
        if number < 3:
            starter = starter_of(sums, starter)
            prompt(two[1 - starter], f"Round {number + 1}: {NAMES[starter]} should begin.")
    winner = NAMES[sums.index(max(sums))]
    for page in two:
        expect(page.locator(".winner")).to_have_text(f"{winner} wins by {max(sums) - min(sums)} points")


def test_a_round_over_a_slow_network_has_the_right_totals(server, phone):
    """Its last turns are tapped."""
    ana, ben = phone(), phone()
    url = opened(ana, server, "lost-cities", *NAMES, rounds="0")
    real = RealTable(Random(7))
    turns = [*turns_of(real)]
    seq = reported(ana, url, turns[:-3])
    two = ana, ben
    for seat, page in enumerate(two):
        page.clock.install()
        seated(page, url, seat)
        far_away(page)
    follow(two, turns[-3:], seq)
    for page in two:
        expect(page.locator(".winner")).to_be_visible()
        assert totals(page) == [signed(real.worth(0)), signed(real.worth(1))]
        assert_steady(page)
    with loads(ana):
        ana.get_by_role("button", name="Play again").click()
    next_game = ben.get_by_role("link", name="The next game is open: go there")
    expect(next_game).to_be_visible()
    rests(ben)
    next_game.click()
    expect(ben).to_have_url(ana.url)


def test_a_round_is_two_taps_and_one_request_a_turn(server, phone):
    """The last turns of a round on one phone that keeps score for both, to the last card of the draw pile."""
    ana, sent, taps = phone(), [], 0
    url = opened(ana, server, "lost-cities", *NAMES, rounds="0")
    real = RealTable(Random(7))
    *before, last = turns_of(real)
    turns = [*before[-8:], last]
    seq = reported(ana, url, before[:-8])
    ana.goto(url)
    hears(ana)
    ana.on(
        "request", lambda asked: sent.append(asked.method) if "/t/" in asked.url and "stream" not in asked.url else 0
    )
    for _seat, *played in turns:
        taps += turn(ana, *played)
        seq += 2
        at(ana, seq)
    assert last[3] == "Draw pile"
    expect(ana.locator(".winner")).to_be_visible()
    assert totals(ana) == [signed(real.worth(0)), signed(real.worth(1))]
    assert taps == 2 * len(turns)
    assert sent == ["POST"] * len(turns)


def test_the_other_phone_sees_every_tap(two):
    ana, ben = two
    ana.get_by_role("button", name="Ana begins").tap()
    prompt(ben, "Ana is playing.")
    card(ana, "red-7").tap()
    way(ana, True, None).tap()
    prompt(ben, "Ana draws from:")
    assert "laid by Ana" in ben.locator("#table .red .cell.laid input").get_attribute("aria-label")
    expect(ben.locator("#table .last")).to_contain_text("Ana lays red 7.")
    ana.get_by_role("button", name="Draw pile", exact=True).tap()
    prompt(ben, "Ben: tap the card you are playing.")
    expect(ben.locator("#table .deck b")).to_have_text("43")
    assert totals(ben) == ["−13", "0"]


def test_a_neighbours_tap_does_not_wipe_a_count_and_is_told_before_that_ends_the_round(server, phone):
    ana, ben = phone(), phone(expected=("409", "422"))
    ben.clock.install()
    url = opened(ana, server, "lost-cities", *NAMES)
    seated(ana, url, 0), seated(ben, url, 1)
    ana.get_by_role("button", name="Ana begins").tap()
    prompt(ben, "Ana is playing.")
    rests(ben)
    ben.locator(".end a", has_text="Ben").tap()
    ben.locator("label.cell", has_text="9").first.tap()
    expect(ben.locator("#sums .total")).to_have_text("−11")
    card(ana, "red-7").tap()
    way(ana, True, None).tap()
    prompt(ana, "Ana draws from:")
    ben.locator("label.cell", has_text="10").first.tap()
    expect(ben.locator("#sums .total")).to_have_text("−1")
    ben.get_by_role("button", name="Record").tap()
    expect(ben.locator("#refused")).to_contain_text("Someone has played meanwhile.")
    expect(ben.locator("#sums .total")).to_have_text("−1")
    ben.get_by_role("button", name="Record").press("Enter")  # a second tap so soon would be a part of the first
    count_all_the_same(ben, still_in_the_pile(44))
    expect(ben.locator("#table .last")).to_contain_text("Ben counts 2 cards.")


def test_undo_of_an_own_move_is_one_tap_and_the_other_phone_is_told_until_it_is_read(two):
    ana, ben = two
    ana_lays_red_7(*two)
    ana.locator("#table .last button").tap()
    prompt(ana, "Ana: tap the card you are playing.")
    assert ana.locator("#table .cell.laid").count() == 0
    expect(ben.locator(".told")).to_contain_text("Ana has undone: Ana lays red 7.")
    expect(ana.locator(".told")).to_have_count(0)
    rests(ben)
    ben.locator(".told label").tap()
    expect(ben.locator(".told")).to_be_hidden()
    assert_steady(ben)


def test_undo_of_the_others_move_asks_first_and_tells_it_there_until_the_next_move(two):
    ana, ben = two
    ana_lays_red_7(*two)
    rests(ben)
    ben.locator("#table .last button").tap()
    expect(ben.get_by_role("dialog")).to_contain_text("Ana lays red 7. Undo this?")
    ben.get_by_role("button", name="No", exact=True).tap()
    at(ben, 2)
    rests(ben)
    ben.locator("#table .last button").tap()
    ben.get_by_role("button", name="Yes, undo").tap()
    prompt(ana, "Ana: tap the card you are playing.")
    expect(ana.locator(".told")).to_contain_text("Ben has undone: Ana lays red 7.")
    rests(ana)
    turn(ana, "red-8", True, "Draw pile")
    at(ana, 5)
    expect(ana.locator(".told")).to_have_count(0)


def test_what_was_read_of_an_undone_turn_comes_back_neither_whole_nor_half(two):
    ana, ben = two
    ana.get_by_role("button", name="Ana begins").tap()
    turn(ana, "red-7", True, "Draw pile")
    at(ben, 3)
    ana.locator("#table .last button").tap()
    expect(ben.locator(".told")).to_contain_text("Ana has undone: Ana lays red 7 and draws.")
    rests(ben)
    with ben.expect_response("**/read"):
        ben.locator(".told label").tap()
    expect(ben.locator(".told")).to_be_hidden()
    with loads(ben):
        ben.reload()
    expect(ben.locator(".told")).to_have_count(0)
    card(ana, "red-8").tap()
    way(ana, True, None).tap()
    prompt(ben, "Ana draws from:")
    expect(ben.locator(".told")).to_have_count(0)


def test_back_to_here_in_the_log_asks_and_the_other_phone_is_told(two):
    ana, ben = two
    told(ana, ana.url, 0, {"type": "start", "seat": 0}, *turn_of(0, "red-7"), *turn_of(1, "blue-3"))
    at(ben, 5)
    ana.get_by_role("link", name="Log").tap()
    ana.locator("summary", has_text="Ana lays red 7").tap()
    ana.get_by_role("link", name="Back to here").locator("visible=true").tap()
    expect(ana.locator("#back")).to_contain_text("Undo these 2 moves?")
    ana.get_by_role("button", name="Yes, undo").tap()
    prompt(ana, "Ben is playing.")
    at(ben, 7)
    expect(ben.locator(".told")).to_contain_text("Ana has undone: Ben lays blue 3 and draws.")
    assert_steady(ben)


def turn_of(seat: int, card: str) -> list[dict[str, object]]:
    return [{"type": "lay", "seat": seat, "card": card}, {"type": "draw", "seat": seat, "from": "deck"}]


def test_a_card_that_cannot_be_laid_has_its_reason_and_what_could_be(two):
    ana, _ben = two
    ana.get_by_role("button", name="Ana begins").tap()
    prompt(ana, "Ana: tap")
    turn(ana, "red-7", True, "Draw pile")
    prompt(ana, "Ben is playing.")
    rests(ana)
    card(ana, "blue-3").tap()
    ana.get_by_label("It is for Ben").tap()
    rests(ana)
    way(ana, False).tap()
    agree(ana)
    prompt(ana, "Ana: tap")
    card(ana, "red-5").tap()
    expect(ana.locator("button", has_text="Lay, draw pile")).to_be_disabled()
    expect(way(ana, False)).to_be_enabled()
    expect(ana.locator("#table .hand")).to_contain_text("Red 5 cannot follow red 7: numbers must rise.")
    expect(ana.locator("#table .hand")).to_contain_text("In red, Ana can lay: 8, 9 and 10.")


def test_every_colour_has_its_name_on_a_slow_phone(two):
    """Chromium left out what stood in a container as large as its grid said, where the page was painted in parts."""
    ana, _ = two
    slow(ana)
    for _ in range(4):
        ana.reload()
        expect(ana.locator(".head .title")).to_have_count(5)
        assert all(name.bounding_box() for name in ana.locator(".head .title").all())


# Without JavaScript, or without its cookie


def lose_the_cookie(page: Page) -> None:
    """Once the page is loaded whole: a late answer would set the cookie again."""
    page.wait_for_load_state()
    page.context.clear_cookies()


def test_a_turn_is_recorded_without_javascript(server, phone):
    page = phone(javascript=False)
    open_table(page, server)
    page.get_by_role("button", name="Ana begins").tap()
    prompt(page, "Ana: tap the card you are playing.")
    assert turn(page, "red-7", True, "Draw pile") == 2
    prompt(page, "Ben: tap the card you are playing.")
    assert totals(page) == ["−13", "0"]
    page.locator("#table .last button").tap()
    prompt(page, "Ana: tap the card you are playing.")
    assert totals(page) == ["0", "0"]


def test_a_round_is_counted_without_javascript(server, phone):
    page = phone(javascript=False, expected=("422",))
    open_table(page, server)
    page.get_by_role("button", name="Ana begins").tap()
    page.get_by_role("link", name="All players").tap()
    page.locator(".yellow .seat0.tick", has_text="9").tap()
    page.get_by_role("button", name="Add up").tap()
    expect(page.locator("#total0")).to_have_text("−11")
    page.get_by_role("button", name="Record").tap()
    page.locator(".question .main", has_text="Record −11 and 0").tap()
    prompt(page, "Round 2: Ben should begin.")


@pytest.mark.parametrize("javascript", [True, False])
def test_an_expired_cookie_shows_what_was_tapped_and_it_can_be_sent_again(server, phone, javascript):
    """Without scripts by a 307: the browser itself sends the same report on, once its device sits."""
    page = phone(javascript=javascript, expected=("400", "403"))
    with page.expect_response("**/stream*") if javascript else nullcontext():
        open_table(page, server)
    lose_the_cookie(page)
    page.get_by_role("button", name="Ben begins").tap()
    page.get_by_role("button", name="Send it again").tap()
    page.locator(".sit").get_by_role("button", name="Ben", exact=True).tap()
    prompt(page, "Ben: tap the card you are playing.")


def test_an_edition_shuts_the_choices_that_it_does_not_have(server, phone):
    page = phone()
    page.goto(f"{server}/new/lost-cities")
    page.get_by_text("Change").tap()
    long = page.locator("#colours").get_by_role("option", name="6 colours (long game)")
    page.select_option("#colours", label="6 colours (long game)")
    page.select_option("#edition", label="Les Cités perdues (Tilsit, 1999)")
    expect(long).to_be_disabled()
    expect(page.locator("#colours")).to_have_value("0")
    page.select_option("#edition", label="Lost Cities, Le duel (Iello, 2018)")
    expect(long).to_be_enabled()


def test_a_card_chosen_before_its_turn_cannot_be_said_until_then_unless_it_is_for_the_other_player(two):
    ana, ben = two
    told(ana, ana.url, 0, {"type": "start", "seat": 0})
    at(ben, 1)
    rests(ben)
    card(ben, "green-wager").tap(force=True)
    expect(ben.locator(".chosen .prompt")).to_contain_text("Your next card: green wager")
    expect(ben.locator(".way button:visible")).to_have_count(0)
    told(ana, ana.url, 1, {"type": "lay", "seat": 0, "card": "red-2"}, {"type": "draw", "seat": 0, "from": "deck"})
    at(ben, 3)
    expect(ben.locator(".chosen .prompt")).to_contain_text("Ben: green wager")
    expect(way(ben, True)).to_be_visible()
    rests(ana)
    card(ana, "red-9").tap(force=True)
    expect(way(ana, True)).to_be_hidden()
    ana.get_by_label("It is for Ben").tap()
    expect(way(ana, True)).to_be_visible()

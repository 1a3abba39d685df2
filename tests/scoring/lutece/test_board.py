"""What a phone shows of a table of Lutèce: what may be done now, what lies where, what is left, what may be laid."""

from __future__ import annotations

import pytest

from scoring.core.game import ViewRequest
from scoring.lutece import GAME
from scoring.lutece.moves import Attach, Bribe, Close, Count, End, Legionnaire, Options, Settle
from scoring.lutece.rules import seen_by
from scoring.lutece.view.board import Board, board, selection
from scoring.lutece.view.box import Box
from tests.scoring.lutece.table import after, card, citizen, having, held, offers, revealed, settled, shown, table

SMITH = citizen("c1", 4, sword=1)
SOLDIER = card("s1", "legionnaire")


def look(state, box=None, **selection) -> Board:
    return board(state, ViewRequest(selection, shared=box, seats=frozenset(range(len(state.names)))))


def offered(players=2, **cards):
    state = table(players)
    return after(state, *offers(state, **cards))


def laid(*pairs, **cards):
    state = offered(len(pairs), **cards)
    return after(state, *(Options(seat, tuple(pair.split())) for seat, pair in enumerate(pairs)))


def open_parts(state):
    """What the board offers to do."""
    parts = ("offering", "hands", "purses", "reveal", "contest", "attach", "close", "end")
    return {part for part in parts if getattr(look(state), part)}


def test_only_what_the_phase_asks_for_can_be_done():
    assert open_parts(table(2)) == {"offering", "end"}
    assert open_parts(offered()) == {"hands"}
    assert open_parts(laid("A 1", "B 2")) == {"purses", "reveal"}
    assert open_parts(revealed(table(2), "A 1", "B 2")) == {"contest"}
    assert open_parts(settled(revealed(table(2), "A 1", "B 2"))) == {"close"}


def test_an_apprentice_is_placed_first_with_what_it_would_copy_under_each_character():
    both = citizen("c2", potion=1, bread=1)
    state = having(table(2), 0, SMITH, both, citizen("c3"))
    state = after(revealed(state, "A 1", "B 2", A=card("a1", "apprentice")), Settle("A"))
    assert open_parts(state) == {"attach"}
    assert [(move, resource) for move, _card, _bearer, resource in look(state).attach] == [
        (Attach(0, "a1", "c1"), "sword"),
        (Attach(0, "a1", "c2", "potion"), "potion"),
        (Attach(0, "a1", "c2", "bread"), "bread"),
        (Attach(0, "a1", "c3"), None),
    ]


# Standings


def test_the_standings_say_who_has_most_fewest_and_neither_and_nothing_where_nobody_has_any():
    state = table(3)
    for seat, many in enumerate((1, 3, 2)):
        state = having(state, seat, citizen(f"c{seat}", 5, potion=many))
    rows = {row.resource: row.shares for row in look(state).rows}
    assert [share.place for share in rows["potion"]] == ["fewest", "most", "between"]
    said = ["Ana: minority, 1 × potion", "Ben: majority, 3 × potion", "Cai: 2 × potion"]
    assert [shown(share.said) for share in rows["potion"]] == said
    assert [shown(share.worth) for share in rows["potion"]] == ["0 points", "10 points", "4 points"]
    assert [share.talents for share in rows["potion"]] == [(5,)] * 3
    assert [share.place for share in rows["bread"]] == [""] * 3


def test_the_coins_under_cards_that_lie_face_down_are_seen_until_the_reveal_the_most_first():
    state = after(laid("A 1", "B 2"), Bribe(0, "A", 1), Bribe(0, "1", 3))
    assert [player.lying for player in look(seen_by(state, [1])).players] == [(3, 1), (0, 0)]
    assert [player.lying for player in look(after(state, GAME.forced.agreed(state))).players] == [(), ()]


def test_the_table_waits_for_those_who_have_not_laid_and_for_whoever_places_an_apprentice():
    state = after(offered(3), Options(1, ("A", "1")))
    assert [player.acts for player in look(state).players] == [True, False, True]
    state = revealed(having(table(2), 1, SMITH, citizen("c2")), "A 1", "B 2", B=card("a1", "apprentice"))
    assert [player.acts for player in look(state).players] == [False, False]
    assert [player.acts for player in look(after(state, Settle("A"), Settle("B"))).players] == [False, True]


def test_who_has_counted_shows_the_gold_of_the_count_and_who_has_bribed_what_is_left():
    state = after(laid("A 1", "B 2"), Bribe(0, "A", 2))
    assert [player.gold for player in look(state).players] == [3, 5]
    state = after(state, Count(1, held(SMITH, SOLDIER, gold=9)))
    players = look(state).players
    assert [player.gold for player in players] == [3, 9]
    assert [own.card.id for own in players[1].cards] == ["c1", "s1"]
    assert (players[1].legionnaires, look(state).counted) == (1, {1})


def test_the_round_that_could_not_begin_is_none():
    first = settled(revealed(table(2), "A 1", "B 2"))
    second = after(first, Close())
    assert [look(state).round for state in (first, second, after(second, End()))] == [1, 2, 1]
    assert look(after(first, Count(0, held(gold=1)))).round == 1
    assert look(after(table(2), End())).round == 1


# Tiles and decks


def test_a_tile_shows_its_card_its_coins_its_options_and_how_it_was_settled():
    state = after(revealed(table(2), "income-1 income-2", "income-1 income-2", C=SMITH), Close())
    assert [slot.coins for slot in look(state).slots] == [1] * 6
    state = revealed(state, "A C", "C 1", bribes=((0, "C", 1),))
    first, _second, third = look(state).slots[:3]
    assert (first.due, third.due, third.face.card, third.coins) == (True, False, SMITH, 1)
    assert [bid.seat for bid in third.bids] == [0, 1]
    first, _second, third = look(after(state, Settle("A"))).slots[:3]
    assert (first.due, first.settled.winner.seat, first.coins, third.due) == (False, 0, 1, True)
    empty = look(table(2)).slots[0]
    assert (empty.face, empty.coins, empty.bids, empty.due) == (None, 0, (), False)


def decks(state, *cards):
    return [(deck.left, deck.exact) for deck in look(state, Box(cards)).decks]


def test_what_is_left_of_a_deck_is_known_as_far_as_the_cards_that_left_unseen_are():
    assert decks(table(2)) == [(40, False), (31, False)]
    assert decks(after(table(2), next(offers(table(2))))) == [(39, False), (31, False)]
    assert decks(offered()) == [(37, False), (28, False)]
    assert [decks(table(players))[1] for players in (3, 4, 5)] == [(32, False), (33, False), (34, True)]
    dear = [card(f"f{at}", "field", min_players=4 if at < 5 else None) for at in range(34)]
    assert decks(table(3), *dear[:33])[1] == (27, False)
    assert decks(table(3), *dear)[1] == (27, True)
    assert decks(table(4), *dear)[1] == (33, True)
    assert decks(table(2), *(card(f"f{at}", "field", min_players=5) for at in range(34)))[1] == (0, True)


# Offers


def test_an_empty_tile_is_offered_with_the_cards_that_may_still_be_turned_up():
    box = Box((SMITH, card("c2", "citizen", min_players=3), card("m", "mill"), card("o", "other")))
    state = after(settled(revealed(table(2), "B 1", "C income-1", A=SMITH)), Close())  # the smith still lies on A
    offering, offered = look(state, box).offering, (False, True, True, True, False, False)
    assert [(tile, empty) for tile, _deck, empty in offering.tiles] == [*zip("ABC123", offered, strict=True)]
    assert [deck for _tile, deck, _empty in offering.tiles] == ["character"] * 3 + ["location"] * 3
    assert offering.first == "B"
    assert known(offering) == ["m", "o"]
    assert known(look(table(3), box).offering) == ["c1", "c2", "m", "o"]
    waiting = after(state, *[move for move in offers(state) if move.tile != "C"])
    assert known(look(waiting, box).offering) == ["o"]
    assert [deck for deck, _choices in look(waiting).offering.entry.kinds] == ["character"]


def known(offering):
    """The ids of the cards that can be chosen."""
    return [own.card.id for _kind, group in offering.entry.known for own, _keys in group]


def test_a_card_that_was_refused_is_still_entered_on_its_tile():
    move = next(offers(table(2), A=SMITH))
    offering = look(table(2), **selection(move)).offering
    assert (offering.first, offering.filled.id, offering.filled.key) == ("A", "c1", "citizen-sword")
    assert look(table(2), tile="2").offering.first == "2"
    for tile in ("E", ""):
        assert look(table(2), tile=tile, card="{").offering.first == "A"
    assert look(table(2), card="{").offering.filled is None


# Options and bribes


def test_who_has_not_laid_has_a_hand_with_the_cards_of_the_tiles_and_what_was_refused_stays_ticked():
    state = after(offered(A=SMITH), Options(0, ("A", "1")))
    (hand,) = look(state, **selection(Options(1, ("A", "income-1")))).hands
    assert (hand.seat, hand.taken) == (1, ("A", "income-1"))
    shown = {own.action: (own.income, own.face and own.face.card.id) for own in hand.actions}
    assert shown["A"] == (False, "c1")
    assert shown["income-1"] == shown["income-2"] == (True, None)
    assert len(shown) == 8
    assert look(state, **selection(Options(0, ("A", "income-1")))).hands[0].taken == ("",)


def test_a_purse_says_which_bribes_it_allows_and_what_was_said_of_them():
    state = after(laid("A income-1", "B 2"), Bribe(0, "A", 2))
    purse = look(state, **selection(Bribe(0, "A", 9))).purses[0]
    first, income = purse.raises
    assert (purse.gold, [taken for taken, _move in first.bribes]) == (3, [1, 2, 3])
    assert [move for _taken, move in first.bribes] == [Bribe(0, "A", many) for many in (3, 4, 5)]
    assert (first.said, income.said, income.bribes, income.face) == ("9", "", (), None)
    assert purse.notes == ()
    hidden = look(seen_by(state, [1])).purses
    assert [(own.seat, len(own.raises)) for own in hidden] == [(1, 2)]


def test_two_bribes_of_which_each_is_allowed_say_why_both_are_not():
    notes = look(laid("A 1", "A income-1")).purses
    assert [note.spent for note in notes[0].notes if note.forbids] == [6, 7, 8, 9, 10]
    assert shown(notes[0].notes[0].said) == "The bribe needs 6 gold more; Ana has 5 gold left."
    assert [note for note in notes[1].notes if note.forbids] == []


def test_a_bribe_after_which_a_card_could_not_be_paid_says_so_and_an_income_counts_first():
    dear = card("c1", "citizen", label="Le Barde", cost=3)
    state = laid("A 1", "A income-1", A=dear)
    notes = [[(note.spent, shown(note.said)) for note in own.notes if not note.forbids] for own in look(state).purses]
    assert [spent for spent, _said in notes[0]] == [3, 4, 5]
    assert notes[0][0][1] == "With 2 gold left, Le Barde could not be paid: it costs 3."
    assert notes[1] == []


# Purchases


def test_a_contest_shows_who_leads_whether_that_can_be_paid_and_who_could_raise_whom():
    state = revealed(having(table(3), 2, SOLDIER), "A 1", "A 2", "B 3", bribes=((0, "A", 1),), A=citizen("c9"))
    contest = look(state).contest
    assert (contest.tile, contest.leader, contest.pays, contest.contested) == ("A", 0, True, True)
    assert contest.raises == ((Legionnaire(2, "A", 0), 3), (Legionnaire(2, "A", 1), 2))
    contest = look(after(state, Legionnaire(2, "A", 1))).contest
    assert (contest.leader, contest.raises, contest.move) == (1, (), Settle("A"))
    assert not look(revealed(having(table(2), 0, SOLDIER), "A 1", "B 2")).contest.contested, "one option alone"


@pytest.mark.parametrize(("coins", "leader", "pays"), [((1, 1), None, False), ((4, 1), 0, False), ((2, 3), 1, True)])
def test_nobody_leads_where_the_most_is_shared_and_who_cannot_pay_leads_in_vain(coins, leader, pays):
    bribes = tuple((seat, "A", many) for seat, many in enumerate(coins))
    contest = look(revealed(table(2), "A 1", "A 2", bribes=bribes, A=card("c1", "citizen", cost=2))).contest
    assert (contest.leader, contest.pays, contest.raises) == (leader, pays, ())


def test_a_card_is_there_on_its_tile_and_before_its_owner():
    state = revealed(having(table(2), 1, SMITH), "B 1", "C 2", A=citizen("c7"))
    settled = after(state, Settle("B"))
    assert [GAME.corrections.present(settled, what) for what in ("c1", "c7", "r1-B", "c8")] == [True, True, True, False]

"""What a phone shows of a table of Lutèce, what is said after a move, and what a card would change."""

from dataclasses import replace

import pytest

from scoring.core.game import Opens, ViewRequest
from scoring.lutece import GAME
from scoring.lutece.cards import Card
from scoring.lutece.moves import Attach, Bribe, Close, Count, End, Legionnaire, Offer, Options, Reveal, Settle
from scoring.lutece.rules import apply, seen_by
from scoring.lutece.state import Lot
from scoring.lutece.view.bids import would_change
from scoring.lutece.view.board import Board, board, selection
from scoring.lutece.view.box import Box
from scoring.lutece.view.words import tell
from tests.english import english
from tests.scoring.lutece.table import (
    BREWER,
    SMITH,
    after,
    card,
    citizen,
    having,
    held,
    laid,
    offered,
    offers,
    revealed,
    settled,
    table,
)

# Now


SOLDIER = card("s1", "legionnaire")
A_SWORD = {"resources": {"sword": 1}, "cost": 1}


def look(state, box=None, **selection) -> Board:
    return board(state, ViewRequest(selection, shared=box, seats=frozenset(range(len(state.names)))))


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
    assert [english(share.said) for share in rows["potion"]] == said
    assert [english(share.worth) for share in rows["potion"]] == ["0 points", "10 points", "4 points"]
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
    english = {own.action: (own.income, own.face and own.face.card.id) for own in hand.actions}
    assert english["A"] == (False, "c1")
    assert english["income-1"] == english["income-2"] == (True, None)
    assert len(english) == 8
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
    assert english(notes[0].notes[0].said) == "The bribe needs 6 gold more; Ana has 5 gold left."
    assert [note for note in notes[1].notes if note.forbids] == []


def test_a_bribe_after_which_a_card_could_not_be_paid_says_so_and_an_income_counts_first():
    dear = card("c1", "citizen", label="Le Barde", cost=3)
    state = laid("A 1", "A income-1", A=dear)
    notes = [[(note.spent, english(note.said)) for note in own.notes if not note.forbids] for own in look(state).purses]
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


def test_what_nobody_entered_is_asked_for_where_points_turn_on_it_with_the_cards():
    shop, market = card("b", "bakery", colour="green", cost=1), card("m", "market")
    state = having(having(table(2), 0, replace(SMITH, cost=1), shop, market), 1, card("c2", "citizen", **A_SWORD))
    assert look(state).missing == (), "nothing turns on it yet"
    asked = [
        (english(why), field, [(seat, face.card.id) for seat, face in faces])
        for why, field, _among, faces in look(after(state, End())).missing
    ]
    assert asked == [
        ("Ana’s gold is not certain. Not entered: the cost of the market.", "cost", [(0, "m")]),
        (
            "Sword: Ana, Ben are level for most. The best talent of each?",
            "talent",
            [(1, "c2")],
        ),
        ("Ana has a shop that counts its family. Not entered: that of the sword citizen.", "colour", [(0, "c1")]),
        ("The market: what it asks for is not known, so it is not satisfied.", "demand", [(0, "m")]),
    ]
    doubts = GAME.reporting.asks(state, [End()], ()).doubts
    assert doubts[1:] == tuple(why for why, *_faces in look(after(state, End())).missing)
    assert {why for why, *_faces in look(after(state, End())).missing}.isdisjoint(look(after(state, End())).warnings)


def test_a_shop_asks_for_its_own_family_first_and_then_which_cards_are_of_it():
    for colour, asked in ((None, [((), ["b"])]), ("green", [(("green",), ["c1", "c2"])])):
        state = having(
            table(2), 0, *(replace(own, cost=0) for own in (SMITH, BREWER, card("b", "bakery", colour=colour)))
        )
        missing = look(after(state, End())).missing
        assert [(among, [face.card.id for _seat, face in faces]) for _why, _field, among, faces in missing] == asked


def test_a_shop_alone_and_cards_without_a_shop_need_no_family():
    for own in ([card("b", "bakery", cost=0)], [replace(each, cost=0) for each in (SMITH, BREWER)]):
        assert look(after(having(table(2), 0, *own), End())).missing == ()


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (card("n", "statue", cost=9), ["The statue costs 9."]),
        (card("n", "market", cost=1, demand={"bread": 9}), ["The market asks for 9 resources."]),
        (card("n", "market", cost=1, demand={"bread": 2, "sword": 2}), []),
        (card("n", "citizen", cost=1, resources={"sword": 1}, talent=4), ["The talent 4 for sword is on 2 cards."]),
        (card("n", "citizen", cost=1, resources={"cervoise": 1}, talent=4), []),
        (card("n", "citizen", cost=1, resources={"bread": 3}, talent=1), ["The bread citizen has 3 resources."]),
    ],
)
def test_what_is_unusual_about_a_card_is_asked_before_it_lies_under_its_tile(new, said):
    """Whatever was turned up before is there: before its owner, on another tile, or gone."""
    for state in (having(table(2), 0, SMITH), replace(table(2), gone=(SMITH,)), apply(table(2), Offer("A", SMITH))):
        tile = "B" if new.kind == "citizen" else "1"
        asked = GAME.reporting.asks(state, [Offer(tile, new)], ())
        assert [english(why) for why in (asked.doubts if asked else ())] == said


def test_two_cards_of_one_report_are_held_against_each_other_and_what_was_unusual_before_is_not_asked_again():
    twins = [Offer(tile, card(tile, "citizen", cost=1, resources={"sword": 1}, talent=4)) for tile in "ABC"]
    asked = GAME.reporting.asks(table(2), twins[:2], ())
    assert [english(why) for why in asked.doubts] == ["The talent 4 for sword is on 2 cards."]
    assert english(asked.answer) == "Place as entered"
    free = Offer("1", card("f", "statue", cost=0))
    assert GAME.reporting.asks(after(table(2), *twins[:2]), [free], ()) is None


def test_while_an_apprentice_is_being_placed_the_board_does_not_warn_that_it_waits():
    state = having(table(2), 0, SMITH, BREWER, card("p", "apprentice"))
    assert look(state).attach
    assert look(state).warnings == ()


def test_a_card_is_there_on_its_tile_and_before_its_owner():
    state = revealed(having(table(2), 1, SMITH), "B 1", "C 2", A=citizen("c7"))
    settled = after(state, Settle("B"))
    assert [GAME.corrections.present(settled, what) for what in ("c1", "c7", "r1-B", "c8")] == [True, True, True, False]


# What is said


def told(state, move):
    apply(state, move)
    return [english(sentence) for sentence in tell(state, move)]


def test_an_offer_and_options_say_no_more_than_the_table_sees():
    state = table(2)
    assert told(state, Offer("A", card("c1", "citizen", label="Le Barde"))) == ["Le Barde goes under tile A."]
    state = after(state, *offers(state))
    assert told(state, Options(0, ("A", "1"))) == ["Ana places two action cards, face down."]
    state = after(state, Options(0, ("A", "1")), Options(1, ("B", "1")))
    assert told(state, Bribe(0, "A", 2)) == ["Ana raises a bribe to 2 gold."]


def test_the_reveal_says_who_has_what_and_pays_incomes():
    state = table(2)
    state = after(state, *offers(state), Options(0, ("A", "income-1")), Options(1, ("income-1", "income-2")))
    assert told(after(state, Bribe(0, "A", 1)), Reveal()) == [
        "The action cards are revealed.",
        "Ana collects 3 gold from Income.",
        "Ana bids on tile A, with a bribe of 1.",
        "Ben collects 6 gold from Income.",
    ]


def test_a_purchase_says_what_was_paid_and_taken():
    idle = "income-1 income-2"
    state = after(revealed(table(2), idle, idle, t1=card("f", "forge", cost=3)), Close())
    state = after(revealed(state, "A 1", "B 2", bribes=((0, "1", 2),)), Settle("A"), Settle("B"))
    assert told(state, Settle("1")) == [
        "Ana pays 2 (bribe) + 3 (cost) for the forge.",
        "Ana takes the 1 gold that was on the forge.",
    ]


def test_an_effect_is_told():
    state = after(revealed(table(2), "1 2", "A B", t1=card("t", "tavern", cost=0)), Settle("A"), Settle("B"))
    assert told(state, Settle("1")) == ["Ana pays 0 for the tavern.", "The tavern gives Ana 5 gold."]


def test_a_cost_that_nobody_entered_is_told_as_unknown():
    state = after(revealed(table(2), "A 1", "2 3", bribes=((0, "A", 2),), A=SMITH), Settle("A"))
    assert told(state, Settle("1")) == ["Ana pays ? for the card."]
    assert [player.unsure for player in look(state).players] == [True, False]


@pytest.mark.parametrize(("bribe", "left"), [(3, "only 2 gold"), (5, "no gold left")])
def test_a_refused_purchase_is_told_with_the_gold_that_is_left(bribe, left):
    state = revealed(table(2), "A 1", "B 2", bribes=((0, "A", bribe),), A=card("c1", "citizen", cost=3))
    assert told(state, Settle("A")) == [
        f"Ana has {left} and cannot pay 3 for the citizen: the bribe of {bribe} is lost.",
        "The citizen leaves the game.",
    ]


def test_a_contest_is_told_line_by_line():
    state = having(table(3), 2, card("s1", "legionnaire"))
    state = revealed(state, "A 1", "A 2", "B 3", bribes=((0, "A", 1),), A=card("c1", "citizen", cost=0))
    assert told(state, Legionnaire(2, "A", 1)) == ["Cai gives up a legionnaire: Ben’s bribe on tile A is now worth 2."]
    assert told(after(state, Legionnaire(2, "A", 1)), Settle("A")) == [
        "Tile A is contested.",
        "Ana bids 1.",
        "Ben bids 0 and 1 legionnaire: 2.",
        "Ben pays 0 for the citizen.",
        "Ana takes back 1 gold, plus 1 from the reserve.",
    ]


def test_a_legionnaire_for_oneself_is_told():
    state = revealed(having(table(2), 0, card("s1", "legionnaire")), "A 1", "A 2", bribes=((0, "A", 1),))
    assert told(state, Legionnaire(0, "A", 0)) == [
        "Ana gives up a legionnaire: their own bribe on tile A is now worth 3."
    ]


def test_a_shared_highest_bribe_is_told():
    state = revealed(table(2), "A 1", "A 2", A=citizen("c1"))
    assert told(state, Settle("A")) == [
        "Tile A is contested.",
        "Ana bids 0.",
        "Ben bids 0.",
        "Highest bribe tied: nobody gets the citizen.",
        "Ana takes 1 gold from the reserve.",
        "Ben takes 1 gold from the reserve.",
        "The citizen leaves the game.",
    ]


def test_apprentices_are_told():
    waiting = revealed(table(2), "A B", "1 2", A=card("a1", "apprentice"), B=citizen("c1", sword=1))
    assert told(waiting, Settle("A"))[-1] == "The apprentice waits for Ana’s first character."
    assert told(after(waiting, Settle("A")), Settle("B"))[-1] == "The apprentice goes under the sword citizen."
    owned = having(table(2), 0, citizen("c1", sword=1))
    bought = revealed(owned, "A 1", "B 2", A=card("a1", "apprentice"))
    assert told(bought, Settle("A"))[-1] == "Ana must now attach the apprentice to a character."
    assert told(after(bought, Settle("A")), Attach(0, "a1", "c1")) == [
        "The apprentice is under the sword citizen and copies: sword."
    ]


def test_the_increase_the_end_and_counts_are_told():
    state = settled(revealed(table(2), "A 1", "A 2"))
    assert told(state, Close()) == ["1 gold is added to each of 3 cards.", "Everyone takes back their action cards."]
    assert told(table(2), End()) == ["A tile cannot be given a card: the game is over."]
    assert told(table(2), Count(1, held(citizen("c1"), gold=4))) == ["Ben counts 4 gold and 1 card."]


def test_a_round_opens_with_its_first_card_and_then_each_step_once():
    def opens(*moves):
        return [GAME.turns.opens(after(table(2), *moves[:at]), move) for at, move in enumerate(moves)]

    turned = [*offers(table(2))]
    assert opens(*turned) == [Opens.ROUND] + [Opens.NOTHING] * 5
    laid = [Options(0, ("A", "1")), Options(1, ("A", "2"))]
    bribed = [Bribe(0, "A", 1), Bribe(1, "A", 2)]
    steps = [Opens.TURN, Opens.NOTHING]
    rest = [Reveal(), Settle("A"), Settle("1"), Settle("2"), Close()]
    settling = [Opens.TURN, *steps, Opens.NOTHING, Opens.TURN]
    assert opens(*turned, *laid, *bribed, *rest)[6:] == [*steps, *steps, *settling], "one settling, from A on"
    state = revealed(having(table(2), 0, card("s1", "legionnaire")), "A 1", "A 2")
    raised = after(state, Legionnaire(0, "A", 0))
    assert GAME.turns.opens(state, Legionnaire(0, "A", 0)) is Opens.TURN
    assert GAME.turns.opens(raised, Settle("A")) is Opens.NOTHING
    grown = after(revealed(table(2), "A 1", "A 2"), *map(Settle, "A12"), Close())
    assert GAME.turns.opens(grown, next(offers(grown))) is Opens.ROUND


def test_without_a_card_left_the_increase_only_gives_the_action_cards_back_and_an_empty_reserve_is_told():
    state = settled(revealed(table(2), "A B", "C 1"))
    assert told(replace(state, lots=(None,) * 6), Close()) == ["Everyone takes back their action cards."]
    state = revealed(table(2), "income-1 income-2", "income-1 income-2")
    said = [told(replace(state, reserve=gold), Close())[-1] for gold in (5, 6)]  # 6 of it go to the cards
    assert said[0] == "The reserve is empty: 1 gold more than the box holds is in play."
    assert said[1] == "Everyone takes back their action cards."


# What a card would change


BREAD = citizen("b", 4, bread=1)
CERVOISE = citizen("c", 5, cervoise=1)
POTION = citizen("p", 3, potion=1)


def change(offered: Card, *own: Card, ben: tuple[Card, ...] = (), coins: int = 0) -> tuple[list[str], int]:
    """The sentences, filled in, and the points, for Ana beside Ben and Cai."""
    state = having(having(table(3), 0, *own), 1, *ben)
    [found, none] = would_change(state, 0, (Lot(offered, coins), None))
    assert none is None
    return [english(one) for one in found.said], found.points


@pytest.mark.parametrize(
    ("offered", "own", "ben", "said", "points"),
    [
        (citizen("n", 9, cervoise=1), (CERVOISE,), (citizen("o", 6, cervoise=1),), "lead 2 to 1", 6),
        (citizen("n", 1, cervoise=1), (), (citizen("o", 6, cervoise=2),), "1 against 2", 4),
        (citizen("n", 6, cervoise=1), (), (citizen("o", 6, cervoise=1),), "1 each, shared", 10),
        (card("n", "apprentice"), (CERVOISE,), (), "lead 2 to 0", 0),
    ],
)
def test_who_would_lead_is_said_of_each_resource_that_the_card_gives(offered, own, ben, said, points):
    assert change(offered, *own, ben=ben) == ([f"cervoise: {said}"], points)


def test_an_apprentice_with_a_choice_or_without_a_bearer_promises_nothing():
    assert change(card("n", "apprentice")) == ([], 0)
    assert change(card("n", "apprentice"), CERVOISE, BREAD) == ([], 0)


def test_gold_is_what_the_card_gives_with_the_coins_on_it():
    assert change(card("t", "tavern"), CERVOISE, coins=2)[0] == ["gives 8 gold"]


def test_points_are_those_of_all_own_cards_with_the_new_one():
    assert change(card("m", "market", demand={"potion": 1}), POTION) == ([], 6)
    assert change(card("s", "statue"), card("l", "mill")) == ([], 3 + 1)

"""Apprentices: attached at once, waiting for the first character, and what they copy."""

from __future__ import annotations

import pytest

from scoring.lutece import GAME
from scoring.lutece.moves import Attach, Close, Settle
from scoring.lutece.rules import to_act
from tests.scoring.lutece.table import after, card, citizen, having, held, refused, revealed, table


def bought(*owned, seat=0):
    """Ana (with what she owns) acquires the apprentice a1 on A; B, 1 and 2 are still to be settled."""
    state = having(table(2), seat, *owned)
    return after(revealed(state, "A 1", "B 2", A=card("a1", "apprentice")), Settle("A"))


SMITH = citizen("c1", sword=1)
BREWER = citizen("c2", cervoise=1)
BOTH = citizen("c3", potion=1, bread=1)
IDLE = citizen("c4")


def test_an_apprentice_with_one_place_goes_there_by_itself_and_with_more_its_owner_is_asked():
    for only in (SMITH, IDLE):
        assert GAME.forced.move(bought(only)) == Attach(0, "a1", only.id)
    for several in ((BOTH,), (SMITH, BREWER), (IDLE, BOTH)):
        assert GAME.forced.move(bought(*several)) is None


def test_a_new_apprentice_is_attached_before_anything_else():
    state = bought(SMITH)
    assert to_act(state) == {0}
    assert refused(state, Settle("B")) == "apprentice-at-once"
    assert refused(state, Close()) == "apprentice-at-once"
    assert to_act(after(state, Attach(0, "a1", "c1"))) == {0, 1}


def test_an_apprentice_copies_its_character_and_several_can_share_one():
    state = after(bought(SMITH, BREWER), Attach(0, "a1", "c2", "cervoise"))
    assert state.holdings[0].symbols() == (2, 0, 1, 0)
    assert [card.attached_to for card in state.holdings[0].cards] == [None, None, "c2"]
    state = bought(SMITH, card("a0", "apprentice", attached_to="c1"))
    assert after(state, Attach(0, "a1", "c1")).holdings[0].control("sword") == 3


@pytest.mark.parametrize("to", ["s1", "a0", "a1", "l1", "nowhere", "theirs"])
def test_an_apprentice_lies_under_no_other_card_than_an_own_character(to):
    own = (SMITH, card("s1", "legionnaire"), card("a0", "apprentice", attached_to="c1"), card("l1", "field"))
    state = having(bought(*own), 1, citizen("theirs"))
    assert refused(state, Attach(0, "a1", to)) == "apprentice-bearer"


@pytest.mark.parametrize(("bearer", "resource"), [(BOTH, None), (BOTH, "sword"), (SMITH, "bread"), (IDLE, "bread")])
def test_a_resource_that_the_character_does_not_give_or_none_of_several_is_refused(bearer, resource):
    assert refused(bought(bearer), Attach(0, "a1", bearer.id, resource)) == "apprentice-resource"


def test_of_several_resources_the_named_one_is_copied_and_of_none_nothing():
    assert after(bought(BOTH), Attach(0, "a1", "c3", "bread")).holdings[0].symbols() == (0, 1, 0, 2)
    assert after(bought(IDLE), Attach(0, "a1", "c4")).holdings[0].symbols() == (0, 0, 0, 0)
    state = bought(SMITH)  # to name the only one says nothing more
    assert after(state, Attach(0, "a1", "c1", "sword")) == after(state, Attach(0, "a1", "c1"))


def test_only_its_owner_attaches_an_apprentice_and_only_once():
    state = bought(SMITH, BREWER)
    assert refused(state, Attach(1, "a1", "c1")) == refused(state, Attach(0, "c1", "c1")) == "own-apprentice"
    attached = after(state, Attach(0, "a1", "c1"))
    assert [refused(attached, Attach(0, "a1", to)) for to in ("c1", "c2")] == ["apprentice-stays"] * 2
    other = having(state, 1, citizen("c9"), card("a9", "apprentice", attached_to="c9"))
    assert refused(other, Attach(1, "a9", "c9")) == "apprentice-at-once"


def test_an_apprentice_with_no_character_waits_and_yields_nothing():
    state = bought(card("s1", "legionnaire"))
    assert state.due == "B"
    assert after(state, Settle("B"))
    assert state.holdings[0].symbols() == (0, 0, 0, 0)
    assert refused(state, Attach(0, "a1", "s1")) == "apprentice-bearer"


def waited(first, *others):
    """The apprentice a1 (and others) wait; then Ana acquires her first character on B."""
    state = having(table(2), 0, *others)
    state = revealed(state, "A B", "1 2", A=card("a1", "apprentice"), B=first)
    return after(state, Settle("A"), Settle("B"))


def test_all_waiting_apprentices_go_under_the_first_character_by_themselves_and_under_nothing_else():
    assert (waited(SMITH).holdings[0].control("sword"), waited(SMITH).due) == (2, "1")
    assert waited(SMITH, card("a0", "apprentice")).holdings[0].control("sword") == 3
    assert len(waited(card("s1", "legionnaire")).holdings[0].waiting()) == 1
    assert len(waited(card("a2", "apprentice")).holdings[0].waiting()) == 2


def test_an_attachment_that_happened_by_itself_may_be_confirmed_once_in_its_round():
    state = waited(SMITH)
    told = after(state, Attach(0, "a1", "c1", "sword"))
    assert told.holdings[0].control("sword") == 2
    assert refused(told, Attach(0, "a1", "c1", "sword")) == "apprentice-stays"
    assert set(GAME.options(state, 0)) - {Settle("1")} == {Attach(0, "a1", "c1"), Attach(0, "a1", "c1", "sword")}
    assert refused(having(state, 0, BREWER), Attach(0, "a1", "c2")) == "apprentice-stays"
    closed = after(state, Settle("1"), Settle("2"), Close())
    assert refused(closed, Attach(0, "a1", "c1")) == "apprentice-stays"


def test_a_first_character_with_several_resources_asks_what_is_copied():
    state = waited(BOTH)
    assert refused(state, Settle("1")) == "apprentice-at-once"
    assert set(GAME.options(state, 0)) == {Attach(0, "a1", "c3", "potion"), Attach(0, "a1", "c3", "bread")}
    assert after(state, Attach(0, "a1", "c3", "bread")).holdings[0].control("bread") == 2


def test_an_apprentice_has_a_talent_only_when_it_is_printed():
    plain = held(SMITH, card("a1", "apprentice", attached_to="c1"))
    gifted = held(SMITH, card("a1", "apprentice", attached_to="c1", talent=7))
    assert plain.talents("sword") == ()
    assert gifted.talents("sword") == (7,)

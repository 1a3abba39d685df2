"""Where a game of Lutèce was decided: games by hand for each kind of sentence, and the log read a second time."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from scoring.core.figures import Finding
from scoring.core.play import Play
from scoring.core.review import review
from scoring.core.running import replay
from scoring.core.text import Text
from scoring.lutece import GAME
from scoring.lutece.cards import Card
from scoring.lutece.moves import Bribe, Close, End, Legionnaire, Move, Options, Reveal
from scoring.lutece.review import REVIEW
from scoring.lutece.rules import apply, position
from scoring.lutece.score import score
from scoring.lutece.state import Setup, State
from tests.english import english
from tests.examples import examples
from tests.scoring.lutece.table import NAMES, after, card, citizen, offers, quiet, table
from tests.sources import sensible

SEEDS = range(examples(4))


@dataclass
class Round:
    """Two action cards of each seat, like "A 1"; what is bribed, which cards come, legionnaires by their tile."""

    laid: Sequence[str]
    bribes: Sequence[tuple[int, str, int]] = ()
    cards: dict[str, Card] = field(default_factory=dict)
    legionnaires: Sequence[Legionnaire] = ()

    def moves(self, state: State) -> Iterator[Move]:
        """Each tile is settled in its order, an apprentice goes to the first possible place."""
        begun: list[Move] = [*offers(state, **self.cards)]
        begun += [Options(seat, tuple(pair.split())) for seat, pair in enumerate(self.laid)]
        begun += [*(Bribe(*bribe) for bribe in self.bribes), Reveal()]
        yield from begun
        state = after(state, *begun)
        while state.due is not None or state.unattached:
            given = [move for move in self.legionnaires if move.tile == state.due and _is_there(state, move)]
            move = given[0] if given else next(quiet(state))
            yield move
            state = apply(state, move)
        yield Close()


def _is_there(state: State, move: Legionnaire) -> bool:
    return bool(state.holdings[move.seat].of_kind("legionnaire"))


def played(players: int, *rounds: Round) -> Play[State, Move]:
    state, moves = table(players), list[Move]()
    for round in rounds:
        made = list(round.moves(state))
        state = after(state, *made)
        moves += made
    done = replay(GAME, Setup(NAMES[:players]), [*moves, End()])
    assert not done.refusals
    return done.play


def found(play: Play[State, Move]) -> dict[str, Finding[State]]:
    return {finding.key: finding for finding in REVIEW.findings(Setup(play.state.names), play)}


def said(finding: Finding[State]) -> str:
    return english(finding.says)


def gold(finding: Finding[State], seat: int) -> int:
    assert finding.instead is not None
    return position(finding.instead).holdings[seat].gold


BREAD = {"A": citizen("a1", 5, bread=1), "B": citizen("b1", 7, bread=1)}
TWO_BREADS = (
    Round(["A 1", "B 2"], [(0, "A", 2)], BREAD),
    Round(["A 1", "C 2"], [], {"A": citizen("a2", 3, bread=1)}),
)


def test_the_last_purchase_without_which_a_majority_goes_is_the_one_that_decided_it():
    finding = found(played(2, *TWO_BREADS))["majority-bread"]
    assert said(finding) == (
        "In round 2 Ana bought the bread citizen under tile A for 0 gold: it decided the bread majority, 1 symbol "
        "ahead of Ben, and brought 10 points in all."
    )
    assert not finding.plain


def test_a_majority_far_ahead_is_told_with_its_last_purchases_and_never_first():
    cards = {"A": citizen("a1", 5, bread=1), "B": citizen("b1", 7, bread=1), "C": citizen("c1", 9, potion=1)}
    rounds = [Round(["A B", "C 2"], [], cards), Round(["A 1", "C 2"], [], {"A": citizen("a2", 3, bread=1)})]
    finding = found(played(2, *rounds))["majority-bread"]
    assert said(finding).startswith("Ana had the bread majority, 3 symbols ahead of Ben: the last 3 purchases with")
    assert finding.plain


def test_equal_symbols_are_decided_by_the_talents():
    finding = found(played(2, Round(["A 1", "B 2"], [], BREAD)))["talents-bread"]
    assert said(finding) == (
        "Ben had as many bread symbols as Ana, 1: the better talents gave Ben the majority, and 10 points in all."
    )


def test_without_a_card_what_was_bought_later_pays_what_it_would_have_paid():
    """The field gave 2 gold for two breads; for one it gives 1. The citizen cost 2 and a bribe of 2."""
    cards = {"A": citizen("a1", 5, bread=1, potion=1), "t1": card("f", "field")}
    play = played(2, Round(["A income-1", "B C"], [(0, "A", 2)], cards), Round(["1 2", "A B"]))
    real = position(play.state).holdings[0].gold
    finding = found(play)["majority-potion"]
    assert gold(finding, 0) == real + 2 - 1


def test_a_purchase_without_which_the_gold_would_have_run_short_is_not_taken_out():
    """All the gold that the tavern gives goes into the bribe of the next round."""
    rounds = [
        Round(["1 A", "B C"], [(0, "A", 5)], {"t1": card("t", "tavern")}),
        Round(["A income-1", "B C"], [(0, "A", 5)]),
    ]
    keys = found(played(2, *rounds))
    assert not [key for key in keys if key == "purchase-1-1"]


def test_both_majorities_that_a_purchase_decided_are_named_and_the_round_of_its_apprentice():
    both = citizen("a1", 5, bread=1, sword=1)
    rounds = [
        Round(["A 1", "B 2"], [], {"A": both, "B": card("l", "legionnaire", cost=0)}),
        Round(["A 1", "C 2"], [], {"A": card("p", "apprentice", cost=1)}),
    ]
    told = said(found(played(2, *rounds))["majority-bread"])
    assert "for 0 gold, beside its apprentice of round 2 for 1 gold: it decided the bread majority" in told
    assert "ahead of Ben, and with it: sword. It brought" in told


def test_a_card_goes_with_the_apprentice_under_it():
    cards = {"A": citizen("a1", 5, bread=1), "B": card("p", "apprentice"), "C": citizen("c1", 7, bread=1)}
    finding = found(played(2, Round(["A B", "C 1"], [], cards)))["majority-bread"]
    assert "for 0 gold: it decided the bread majority, 1 symbol ahead" in said(finding)
    assert finding.instead is not None
    assert len(finding.instead.holdings[0].cards) == 1


def test_one_symbol_more_is_told_where_it_makes_a_majority_or_satisfies_a_market():
    cards = {**BREAD, "t1": card("m", "market", demand={"bread": 1, "sword": 1})}
    keys = found(played(2, Round(["A 1", "B 2"], [], cards)))
    assert said(keys["one-more-sword-0"]) == (
        "With one more sword symbol, Ana would have satisfied the market, had the majority that nobody had: 16 "
        "points more in all."
    )
    assert said(keys["one-more-bread-0"]) == (
        "With one more bread symbol, Ana would have had the majority that went to Ben: 10 points more in all."
    )
    assert "one-more-bread-1" not in keys


CONTEST = {"A": citizen("a1", 5, bread=2)}


def test_what_a_bribe_lacked_to_win_and_what_one_more_gold_would_have_done():
    keys = found(played(2, Round(["A 1", "A 2"], [(0, "A", 2), (1, "A", 1)], CONTEST)))
    assert said(keys["contest-1-a-1"]) == (
        "In round 1 Ana outbid Ben for the bread citizen under tile A, 2 to 1; with 2 gold more, Ben would have had "
        "the card and the bread majority: 8 points more for Ben, 9 points fewer for Ana."
    )
    assert (gold(keys["contest-1-a-1"], 0), gold(keys["contest-1-a-1"], 1)) == (6, 2)
    assert said(keys["level-1-a"]) == (
        "In round 1 Ana outbid Ben for the bread citizen under tile A, 2 to 1; with 1 gold more on that bribe nobody "
        "would have had it: 9 points fewer for Ana."
    )
    assert (gold(keys["level-1-a"], 0), gold(keys["level-1-a"], 1)) == (6, 6)


def test_a_shared_highest_bribe_is_told_for_each_who_had_one_more_gold():
    """Ben laid all his gold on it."""
    round = Round(["A 1", "A 2"], [(0, "A", 4), (1, "A", 4), (1, "2", 1)], CONTEST)
    keys = found(played(2, round))
    assert said(keys["contest-1-a-0"]) == (
        "In round 1 the highest bribe for the bread citizen under tile A was tied at 4, and nobody got it; with 1 gold "
        "more, Ana would have had the card and the bread majority: 8 points more for Ana."
    )
    assert "contest-1-a-1" not in keys


def test_what_was_missing_of_a_cost():
    cards = {"A": card("a1", "citizen", resources={"bread": 2}, cost=2)}
    finding = found(played(2, Round(["A 1", "B 2"], [(0, "A", 4)], cards)))["unpaid-1-a"]
    assert said(finding) == (
        "In round 1 Ana was 1 gold short of the cost of the bread citizen under tile A; with that: 10 points more."
    )


def with_legionnaire(*bribes: tuple[int, str, int]) -> Play[State, Move]:
    legion = Round(["A income-1", "B C"], [], {"A": card("l", "legionnaire", cost=0)})
    contest = Round(["A 1", "A 2"], bribes, CONTEST, [Legionnaire(0, "A", 0)])
    return played(2, legion, contest)


@pytest.mark.parametrize(
    ("bribes", "sentence"),
    [
        ([(1, "A", 1)], "; without it Ben would have had the bread citizen: 8 points fewer for Ana."),
        ([], "; without it nobody would have had the bread citizen: 8 points fewer for Ana."),
        ([(0, "A", 2)], "; without it the bread citizen would have gone the same way: 2 points more for Ana."),
    ],
)
def test_a_legionnaire_given_up_changed_the_contest_or_not(bribes, sentence):
    finding = found(with_legionnaire(*bribes))["legionnaires-2-a-0"]
    assert said(finding) == f"In round 2 Ana gave up a legionnaire on tile A{sentence}"


def test_a_legionnaire_that_was_given_up_later_is_taken_from_nobody():
    legion = Round(["A 1", "A 2"], [(0, "A", 1)], {"A": card("l", "legionnaire", cost=0)})
    contest = Round(["A 1", "A 2"], [], CONTEST, [Legionnaire(0, "A", 0)])
    given_up, kept = found(played(2, legion, contest)), found(played(2, legion))
    assert {"contest-1-a-1", "level-1-a"} <= kept.keys()
    assert not {"contest-1-a-1", "level-1-a"} & given_up.keys()


def test_bribes_that_nobody_answered_and_those_higher_than_needed():
    round = Round(["A 1", "A 2"], [(0, "A", 4), (0, "1", 1), (1, "2", 3)], CONTEST)
    keys = found(played(2, round))
    assert said(keys["bribes-over-0"]) == (
        "Ana bribed 3 gold more than it took to win 1 contested tile: 1 point more without it."
    )
    assert said(keys["bribes-alone-1"]) == (
        "Ben bribed 3 gold on 1 tile that nobody else had an option on: 1 point more without it."
    )


def test_incomes_that_paid_for_nothing():
    """The first pays the second bribe; the two of the last round are left."""
    rounds = [
        Round(["A income-1", "B C"], [(0, "A", 5)]),
        Round(["A B", "1 2"], [(0, "A", 3)]),
        Round(["income-1 income-2", "1 2"]),
    ]
    finding = found(played(2, *rounds))["incomes-0"]
    assert said(finding) == "Ana played 3 Incomes, and the last 2 paid for nothing: 2 points from their gold."


def test_incomes_of_which_none_paid_for_anything():
    finding = found(played(2, Round(["income-1 income-2", "1 2"])))["incomes-0"]
    assert said(finding).startswith("Ana played 2 Incomes, and the last 2 paid for nothing: ")
    finding = found(played(2, Round(["income-1 A", "1 2"])))["incomes-0"]
    assert said(finding).startswith("Ana played 1 Income, and the last one paid for nothing: ")


def test_a_tie_is_told_with_what_broke_it():
    by_gold = found(played(2, Round(["A B", "C 1"], [(0, "A", 1), (1, "C", 2)])))["tie-break"]
    assert said(by_gold) == "Ana and Ben had 1 point each: Ana won with 4 gold left against 3."
    by_cards = found(played(2, Round(["A B", "C income-1"], [(1, "C", 3)])))["tie-break"]
    assert said(by_cards) == "Ana and Ben had 1 point and as much gold each: Ana won with 2 cards against 1."
    for finding in (by_gold, by_cards):
        assert finding.instead is not None
        assert score(position(finding.instead)).winners == (0, 1)


def test_a_game_that_was_counted_instead_was_not_followed():
    counted = [GAME.formats.move({"type": "count", "seat": seat, "holding": {"gold": 1, "cards": []}}, Setup(NAMES[:2]))
               for seat in (0, 1)]  # fmt: skip
    assert not REVIEW.followed(replay(GAME, Setup(NAMES[:2]), counted).play)
    assert REVIEW.followed(played(2, *TWO_BREADS))


def test_an_end_that_a_tie_break_would_have_decided_says_so():
    play = played(2, Round(["A B", "C 1"], [(1, "C", 3)]))
    whole = review(Setup(play.state.names), play)
    endings = {one.finding.key: english(one.ending) for one in (*whole.first, *whole.rest) if one.ending}
    assert endings["purchase-1-c"] == "Ana would still have won on the tie-break, 1\xa0to\xa01"
    assert endings["gold-0"] == "Ben would have won on the tie-break, 0\xa0to\xa00"


# A second reading


@dataclass
class Settling:
    """What the log says of a tile: the strength of each bid, its gold, the cost of the card, who won it."""

    strength: dict[int, int]
    coins: dict[int, int]
    cost: int

    @property
    def winner(self) -> int | None:
        best = [seat for seat, own in self.strength.items() if own == max(self.strength.values())]
        return best[0] if len(best) == 1 else None


@functools.cache
def sensibly(seed: int) -> tuple[Play[State, Move], list[Finding[State]]]:
    setup = Setup(NAMES[: 2 + seed % 4])
    play = replay(GAME, setup, sensible(GAME, setup, Random(seed))).play
    return play, list(REVIEW.findings(setup, play))


def settlings(log: list[dict[str, Any]]) -> dict[tuple[int, str], Settling]:
    round, lots, coins, legions = 1, dict[str, int](), dict[tuple[str, int], int](), dict[tuple[str, int], int]()
    read: dict[tuple[int, str], Settling] = {}
    for event in log:
        match event:
            case {"type": "offer", "tile": tile, "card": there}:
                lots[tile] = there.get("cost", 0)
            case {"type": "options", "seat": seat, "actions": actions}:
                coins |= {(tile, seat): 0 for tile in actions}
            case {"type": "bribe", "seat": seat, "tile": tile, "amount": amount}:
                coins[tile, seat] = amount
            case {"type": "legionnaire", "tile": tile, "for": seat}:
                legions[tile, seat] = legions.get((tile, seat), 0) + 1
            case {"type": "settle", "tile": tile}:
                own = {seat: gold for (of, seat), gold in coins.items() if of == tile}
                strength = {seat: gold + 2 * legions.get((tile, seat), 0) for seat, gold in own.items()}
                read[round, tile] = Settling(strength, own, lots[tile])
            case {"type": "close"}:
                round += 1
                coins.clear()
                legions.clear()
    return read


def count_of(fact: object) -> Any:
    return fact.count if isinstance(fact, Text) else fact


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_counted_in_a_sentence_is_what_a_second_reading_of_the_log_finds(seed):
    play, findings = sensibly(seed)
    read = settlings([GAME.formats.event(after.move) for after in play.standing() if after.move])
    names = list(play.state.names)
    for finding in findings:
        facts = finding.says.facts
        if "tile" in facts:
            there = read[facts["round"], facts["tile"]]
            best = max(there.strength.values())
            assert facts.get("high", best) == best
            if "low" in facts:
                losers = [facts["name"]] if "name" in facts else facts["names"]
                assert [there.strength[names.index(loser)] for loser in losers] == [facts["low"]] * len(losers)
                assert there.winner == names.index(facts["winner"])
            if "extra" in facts:
                assert there.strength[names.index(facts["name"])] + count_of(facts["extra"]) == best + 1
            if finding.key.startswith(("purchase", "majority")) and isinstance(facts["card"], str | Text):
                paid = there.coins[names.index(facts["name"])] + there.cost
                assert count_of(facts["gold"].facts.get("gold", facts["gold"])) == paid


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_counted_of_a_player_is_what_the_end_and_the_log_say(seed):
    play, findings = sensibly(seed)
    there, names = position(play.state), list(play.state.names)
    log = [GAME.formats.event(after.move) for after in play.standing() if after.move]
    for finding in findings:
        facts = finding.says.facts
        seat = names.index(facts["name"]) if "name" in facts else 0
        if finding.key.startswith("incomes"):
            laid = [action for event in log if event["type"] == "options" and event["seat"] == seat
                    for action in event["actions"] if action.startswith("income")]  # fmt: skip
            assert facts["incomes"].count == len(laid) >= facts["count"]
        if finding.key.startswith("gold"):
            assert facts["gold"].count == there.holdings[seat].gold
        if "ahead" in facts:
            of = finding.key.split("-")[1]
            symbols = [holding.control(of) for holding in there.holdings]
            others = [own for other, own in enumerate(symbols) if other != seat]
            assert facts["ahead"].count == symbols[seat] - max(others)
            assert [names.index(rival) for rival in facts["rivals"]] == [
                other for other, own in enumerate(symbols) if other != seat and own == max(others)
            ]


@pytest.mark.parametrize("seed", SEEDS)
def test_kinds_do_not_contradict_each_other(seed):
    """A majority is decided for whoever has it, and missed only by others; a tile has one winner in all sentences."""
    play, findings = sensibly(seed)
    sheet, names = score(position(play.state)), list(play.state.names)
    winners: dict[tuple[int, str], set[str]] = {}
    for finding in findings:
        facts = finding.says.facts
        majority = {line.of: line.points for line in sheet.players[names.index(facts.get("name", names[0]))].lines
                    if line.code == "majority"}  # fmt: skip
        if finding.key.startswith(("majority", "talents")):
            assert majority[finding.key.split("-")[1]] == 10
        if finding.key.startswith("one-more") and "majority" in said(finding):
            assert majority[finding.key.split("-")[2]] < 10
        if finding.key.startswith(("contest", "level")) and "winner" in facts:
            winners.setdefault((facts["round"], facts["tile"]), set()).add(facts["winner"])
        if finding.key.startswith("purchase"):
            winners.setdefault((facts["round"], facts["tile"]), set()).add(facts["name"])
    assert all(len(who) == 1 for who in winners.values())

"""What many games say together, against counting by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.figures import Finished
from scoring.core.statistics import by_player, duels, longest, runs, totals, variants, victories
from scoring.core.text import text
from tests.english import english

NAMES = ("Ana", "Ben", "Cai", "Dora")


def game(*totals: int, names: tuple[str, ...] = NAMES, of: str = "") -> Finished:
    """Names with their totals; `of` is the one asked about, else everybody."""
    players = names[: len(totals)]
    ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
    seats = frozenset(seat for seat, name in enumerate(players) if of in ("", name))
    return Finished(players, totals, ranks, {}, seats)


def table(figure):
    return {english(row.of): row.numbers for row in figure.rows}


EVENINGS = [game(10, 20), game(30, 5), game(30, 40, 40), game(7, 7)]


def test_victories_stand_beside_what_chance_would_give():
    assert table(victories(EVENINGS)) == {
        "Ana": (0.5, (0.5 + 0.5 + 1 / 3 + 0.5) / 4, 2),
        "Ben": (0.75, (0.5 + 0.5 + 1 / 3 + 0.5) / 4, 3),
        "Cai": (1, 1 / 3, 1),
    }


def test_totals_are_lowest_average_and_highest():
    assert table(totals(EVENINGS)) == {"Ana": (7, 19.25, 30), "Ben": (5, 18, 40), "Cai": (40, 40, 40)}
    assert [row.count for row in totals(EVENINGS).rows] == [4, 4, 1]


def test_one_player_is_asked_about_alone_but_met_the_others():
    asked = [game(10, 20, of="Ben"), game(30, 40, 40, of="Ben")]
    assert table(totals(asked)) == {"Ben": (20, 30, 40)}
    assert table(duels(asked)) == {"Ben – Ana": (2, 0, 0), "Ben – Cai": (0, 1, 0)}


def test_variants_take_everybody_asked_about():
    assert table(variants([(text("two"), EVENINGS[:2])])) == {"two": (5, 16.25, 30)}


def test_runs_are_the_longest_and_the_one_going_on():
    games = [game(1, 0), game(1, 0), game(0, 1), game(1, 0)]
    assert table(runs(games)) == {"Ana": (2, 1, 1), "Ben": (1, 0, 2)}


def test_those_who_play_most_stand_first_and_only_twelve():
    many = [game(1, 0, names=("Ana", f"guest {number:02}")) for number in range(20)]
    players = [english(name) for name, _played in by_player(many)]
    assert (players[0], len(players)) == ("Ana", 12)
    assert len(duels(many).rows) == 12


def test_nothing_comes_of_no_game():
    for figure in (victories, totals, runs, duels):
        assert figure([]).rows == ()


@given(st.lists(st.booleans(), max_size=30))
def test_the_longest_run_is_found(won):
    spelled = "".join("w" if victory else " " for victory in won)
    assert longest(won) == max((len(run) for run in spelled.split()), default=0)


@given(st.lists(st.lists(st.integers(-50, 200), min_size=2, max_size=4), max_size=12))
def test_every_pair_of_a_table_meets_once(evenings):
    figure = duels([game(*totals) for totals in evenings])
    met = sum(sum(row.numbers) for row in figure.rows)
    assert met == sum(len(totals) * (len(totals) - 1) // 2 for totals in evenings)
    for row in figure.rows:
        one, other = (NAMES.index(name) for name in english(row.of).split(" – "))
        pairs = [(totals[one], totals[other]) for totals in evenings if max(one, other) < len(totals)]
        assert row.numbers == (
            sum(a > b for a, b in pairs),
            sum(a == b for a, b in pairs),
            sum(a < b for a, b in pairs),
        )


@pytest.mark.parametrize("won", [[], [False]])
def test_without_a_victory_no_run_goes_on(won):
    figure = runs([game(0, 1, of="Ana") for _ in won])
    assert all(row.numbers[:2] == (0, 0) for row in figure.rows)

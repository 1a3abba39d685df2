"""The likeliest sheet that the rules allow, and which marks are ticks, from the ink of a photo."""

import json
from random import Random

import pytest

from scoring.core.likeliest import CIRCLE, DOUBT, LINE
from scoring.core.rule import Malformed
from scoring.roll_and_write import GAME
from scoring.roll_and_write.audit import findings
from scoring.roll_and_write.formats import sheet
from scoring.roll_and_write.likeliest import FAR, PLACES, crossed_bridges, facts, is_another, likeliest, ticked_doubles
from scoring.roll_and_write.pad import COLOURS, HOUSE, printed

# Likeliest


SURE = 5.0


def ink(*places: str, **odds: float):
    """Ink in these places and in no others; `odds` say otherwise of some, with _ for each dash."""
    seen = {place: SURE if place in places else -SURE for place in PLACES}
    return seen | {place.replace("_", "-"): odd for place, odd in odds.items()}


def likely(ink, **told: int):
    return likeliest(ink, {key.replace("_", "-"): value for key, value in told.items()})


def column(of: str, level: int) -> tuple[str, ...]:
    return tuple(f"{of}-{box}" for box in range(1, level + 1))


def fact(read, key: str):
    return next(one for one in read.facts if one.key == key)


def test_an_empty_sheet_is_empty_and_sure():
    read = likely(ink())
    assert read.sheet == {}
    assert min(one.margin for one in read.facts) == SURE


def test_columns_ticks_bridges_and_artefacts_are_read():
    red = (*column("red", 8), "red-double", "bridge-red", *column("artifacts", 2), *column("dice", 3))
    assert likely(ink(*red)).sheet == {
        "expeditions": {"red": {"double": True, "level": 8}}, "artifacts": 2, "dice": 3, "bridges": ["red"],
    }  # fmt: skip


def test_a_faint_box_below_others_is_filled_because_columns_have_no_gaps():
    read = likely(ink(*column("green", 6), green_3=-2.0))
    assert fact(read, "level-green").value == 6


def test_a_smudge_above_a_gap_is_not_a_column():
    assert fact(likely(ink(*column("green", 2), green_6=3.0)), "level-green").value == 2


def test_a_tick_beside_a_bridge_that_was_not_reached_makes_column_and_bridge_doubtful():
    """What a rule drops inherits the doubt of what it was dropped for."""
    read = likely(ink(*column("blue", 6), "bridge-blue", *column("artifacts", 1)))
    assert min(fact(read, "bridge-blue").margin, fact(read, "level-blue").margin) <= SURE
    read = likely(ink(*column("blue", 6), "bridge-blue", *column("artifacts", 1), blue_7=-0.5))
    assert fact(read, "level-blue").value == 7
    assert fact(read, "bridge-blue").value == 1


def test_a_bridge_that_a_rule_drops_is_as_doubtful_as_its_column():
    """Its own tick was sure; that the seventh box is empty was not."""
    read = likely(ink(*column("blue", 6), "bridge-blue", *column("artifacts", 1), blue_7=-5.5))
    bridge, level = fact(read, "bridge-blue"), fact(read, "level-blue")
    assert (bridge.value, level.value) == (0, 6)
    assert bridge.margin == level.margin == pytest.approx(0.5)


def test_what_a_person_said_decides_anew_under_the_rules():
    doubtful = ink(*column("blue", 6), "bridge-blue", *column("artifacts", 1), blue_7=-5.5)
    read = likely(doubtful, level_blue=7)
    assert (fact(read, "bridge-blue").value, fact(read, "level-blue").value) == (1, 7)
    assert fact(read, "level-blue").margin == FAR
    read = likely(doubtful, bridge_blue=1)
    assert fact(read, "level-blue").value == 7
    assert fact(likely(doubtful, double_blue=1), "double-blue").value == 1
    assert fact(likely(ink("red-double"), double_red=0), "double-red").value == 0


def impossible(read):
    """What the rules forbid of it; an artefact that somebody forgot to hatch is read as forgotten."""
    found = findings(sheet(read.sheet, "sheet"), HOUSE)
    return [why for _rule, _where, why in found if not why.message.startswith("Vase boxes filled:")]


def asked(read) -> set[str]:
    return {one.key for one in read.facts if one.margin < DOUBT}


@pytest.mark.parametrize(
    ("marks", "key", "other"),
    [
        (("bridge-red",), "bridge-red", 1),
        ((*column("red", 3), "bridge-red"), "bridge-red", 1),
        (("red-top",), "top-red", 1),
        ((*column("red", 4), "red-top"), "top-red", 1),
        ((*column("green", 1), "green-7"), "level-green", 7),
        (column("artifacts", 4), "level-artifacts", 4),
    ],
)
def test_a_clear_mark_that_a_rule_explains_away_is_asked_about(marks, key, other):
    read = likely(ink(*marks))
    assert (fact(read, key).other, asked(read)) == (other, {key})
    assert impossible(read) == []


@pytest.mark.parametrize(
    ("bridge", "doubtful"),
    [({"": -SURE, CIRCLE: 4.0}, True), ({"": SURE, LINE: 4.0}, True), ({"": 2.0}, True), ({"": 1.0}, False)],
    ids=["circled", "a level line", "around its box", "faint"],
)
def test_a_bridge_that_was_not_reached_is_asked_about_however_it_is_marked(bridge, doubtful):
    read = likeliest(ink() | {f"bridge-red{what}": odds for what, odds in bridge.items()}, {})
    assert asked(read) == ({"bridge-red"} if doubtful else set())


ONE_TOO_MANY = [*column("orange", 7), *column("yellow", 3), *column("green", 2), *column("blue", 5)]


def test_true_answers_about_an_artefact_too_many_change_nothing_else():
    read = likely(ink(*ONE_TOO_MANY, *column("artifacts", 3)))
    assert asked(read) == {"level-yellow", "level-green", "level-blue", "level-artifacts"}
    true = {"level-yellow": 3, "level-green": 2, "level-blue": 5, "level-artifacts": 3}
    told = likeliest(ink(*ONE_TOO_MANY, *column("artifacts", 3)), true)
    true |= {"level-orange": 7}
    assert {one.key: one.value for one in told.facts if one.value} == true
    (why,) = told.broken
    assert why.message.startswith("Artefacts hatched:")


@pytest.mark.parametrize("told", [{"level-dice": 3, "bridge-dice": 1}, {"level-artifacts": 9}, {"top-red": 1}])
def test_what_a_person_said_stands_where_the_rules_do_not_allow_it_and_the_rule_is_said(told):
    before, read = likely(ink(*column("dice", 3))), likeliest(ink(*column("dice", 3)), told)
    values = {one.key: one.value for one in before.facts} | told
    assert {one.key: one.value for one in read.facts} == values
    assert (before.broken, impossible(read)) == ((), [*read.broken])
    assert read.broken


@pytest.mark.parametrize("seed", range(30))
def test_no_answer_changes_what_was_sure_and_not_asked_about(seed):
    chance = Random(seed)
    seen = {place: chance.gauss(0, 4) for place in PLACES}
    read = likeliest(seen, {})
    told = {one.key: chance.choice((one.value, one.other)) for one in read.facts if one.margin < DOUBT}
    sure = {one.key: one.value for one in read.facts if one.margin >= DOUBT}
    assert {one.key: one.value for one in likeliest(seen, told).facts} == sure | told


def test_all_artefacts_hatched_over_empty_columns_are_a_sheet_all_the_same():
    read = likely(ink(*column("artifacts", 9)))
    assert impossible(read) == []


def test_a_fact_says_in_words_what_it_is_and_what_else():
    read = likely(ink(*column("green", 6), green_6=0.5))
    green = fact(read, "level-green")
    assert (green.value, green.other) == (6, 5)
    assert (green.said.count, green.other_said.count) == (6, 5)
    assert green.places == ("green-7", "green-6", "green-5")


def test_more_artefacts_than_vases_and_tops_cannot_be():
    read = likely(ink(*column("red", 4), *column("artifacts", 3), artifacts_1=2.0, artifacts_2=-1.0))
    assert impossible(read) == []


def test_a_sheet_is_another_where_a_known_box_is_printed_otherwise():
    copied = printed({"red": (2,)}, dict.fromkeys(COLOURS, (1,)), "Ours")
    for pad, another in (("house", False), (None, False), (copied.to_json(), True)):
        state = GAME.start(GAME.formats.setup({"players": ["Ana", "Ben"], "pad": pad}))
        assert (is_another(state, 0, None), is_another(state, 1, copied)) == (another, pad == "house")


def test_what_is_not_seen_is_unknown_and_not_empty():
    seen = ink(*column("red", 9), *column("artifacts", 2))
    del seen["violet-double"], seen["red-top"], seen["red-9"]
    read = likeliest(seen, {})
    assert fact(read, "double-violet").margin == 0
    assert fact(read, "top-red").margin < SURE
    assert fact(read, "level-red").margin < 1


def test_nothing_seen_is_a_sheet_of_which_nothing_is_sure():
    assert max(one.margin for one in likeliest({}, {}).facts if one.key.startswith("double")) == 0


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_seen_the_sheet_read_is_one_that_the_rules_allow(seed):
    chance = Random(seed)
    read = likeliest({place: chance.gauss(0, 4) for place in PLACES if chance.random() < 0.9}, {})
    assert impossible(read) == []
    told = facts(read.sheet)
    assert {one.key: one.value for one in read.facts} == told
    assert all((one.margin >= 0 and one.other != one.value) or one.margin > 0 for one in read.facts)
    assert all(set(one.places) <= set(PLACES) for one in read.facts)


@pytest.mark.parametrize("seed", range(8))
def test_the_sheets_of_a_game_by_chance_are_read_as_they_are(seed):
    chance = Random(seed)
    setup = GAME.formats.setup({"players": ["Ana", "Ben"], "pad": "house"})
    state = GAME.start(setup)
    while GAME.to_act(state):
        state = GAME.apply(state, GAME.forced.move(state) or GAME.chance(chance, state))
    for one in state.sheets:
        body = GAME.formats.event(GAME.count.move(0, one))["sheet"]
        told = facts(body)
        filled = [place for place in PLACES if has_ink(place, told)]
        assert facts(likely(ink(*filled)).sheet) == told


def has_ink(place: str, told) -> bool:
    of, _dash, what = place.partition("-")
    return told[f"level-{of}"] >= int(what) if what.isdecimal() else bool(told.get(f"{what}-{of}") or told.get(place))


@pytest.mark.parametrize("body", [None, [], {"expeditions": []}, {"dice": -1}, {"dice": "3"}])
def test_what_is_no_sheet_is_malformed(body):
    with pytest.raises(Malformed):
        facts(json.loads(json.dumps(body)))


# Ticks


ALL = dict.fromkeys(COLOURS, True)


def marked(*lines: float, begun: int = 6) -> list[float]:
    """The log-odds for the first boxes, each with such odds of a level line; the others are empty."""
    seen = {f"{colour}-double": 5.0 if at < len(lines) else -5.0 for at, colour in enumerate(COLOURS)}
    seen |= {f"{colour}-double{LINE}": line for colour, line in zip(COLOURS, lines, strict=False)}
    found = ticked_doubles(seen, {colour: at < begun for at, colour in enumerate(COLOURS)})
    assert all(found[colour] == -5.0 for colour in COLOURS[len(lines) :])
    return [found[colour] for colour in COLOURS[: len(lines)]]


@pytest.mark.parametrize(("marks", "begun"), [(1, 6), (2, 6), (1, 4), (2, 5)])
def test_few_marks_beside_empty_boxes_are_ticks(marks, begun):
    assert min(marked(*[-5.0] * marks, begun=begun)) > DOUBT


@pytest.mark.parametrize(("marks", "begun"), [(6, 6), (5, 6), (4, 6), (3, 6), (2, 2), (1, 1), (1, 0)])
def test_many_marks_may_be_strikes(marks, begun):
    assert max(map(abs, marked(*[-5.0] * marks, begun=begun))) < DOUBT


@pytest.mark.parametrize("lines", [3, 4, 5, 6])
def test_level_lines_in_half_of_the_boxes_are_strikes(lines):
    assert max(marked(*[5.0] * lines)) < -DOUBT


def test_one_level_line_may_be_either():
    assert abs(marked(5.0)[0]) < DOUBT


def test_a_mark_that_is_no_level_line_among_such_may_be_a_tick():
    *struck, other = marked(5.0, 5.0, 5.0, 5.0, 5.0, -5.0)
    assert max(struck) < -DOUBT
    assert abs(other) < DOUBT


def test_a_box_that_a_line_goes_around_is_neither_empty_nor_ticked():
    two = {f"{colour}-double": 5.0 if colour in ("red", "blue") else -5.0 for colour in COLOURS}
    drawn = {f"{colour}-double{LINE}": -5.0 for colour in COLOURS}
    alone = {key: odds for key, odds in drawn.items() if two[key.removesuffix(LINE)] > 0}
    assert ticked_doubles(two | drawn, ALL)["red"] < DOUBT < ticked_doubles(two | alone, ALL)["red"]


def bridge(seen: float, **more: float) -> float:
    return crossed_bridges({"bridge-red": seen, **{f"bridge-red-{key}": odds for key, odds in more.items()}})["red"]


def test_a_bridge_is_ticked_or_circled():
    assert bridge(5.0) == 5.0
    assert bridge(-5.0, circle=4.0) == 4.0
    assert bridge(5.0, circle=4.0) == 5.0
    assert bridge(-5.0) == bridge(-5.0, circle=-6.0) == -5.0


@pytest.mark.parametrize("more", [{"circle": -5.0}, {"line": 4.0}, {"line": 4.0, "circle": -5.0}])
def test_a_tick_that_may_be_a_strike_is_in_doubt(more):
    assert abs(bridge(5.0, **more)) < DOUBT


def test_a_tick_beside_circled_bridges_is_in_doubt():
    seen = {"bridge-red": 5.0, "bridge-blue": -5.0, f"bridge-blue{CIRCLE}": 4.0}
    assert 0 < crossed_bridges(seen)["red"] < DOUBT


def test_what_a_person_said_of_a_struck_box_counts():
    seen = ink(*column("red", 3), *column("blue", 2), "red-double", "blue-double")
    read = likeliest(seen, {"double-red": 0, "double-blue": 1})
    assert (fact(read, "double-red").value, fact(read, "double-blue").value) == (0, 1)

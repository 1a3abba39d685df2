"""Where a game of Roll & Write was decided: each kind of sentence on a log made by hand, and the log read again."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring import GAMES
from scoring.core.figures import Finding, Finished
from scoring.core.play import Play
from scoring.core.running import replay
from scoring.roll_and_write.moves import Choose, Count, Refuse, Roll
from scoring.roll_and_write.pad import COLOURS, HOUSE
from scoring.roll_and_write.review import REVIEW
from scoring.roll_and_write.review.game import circled, read
from scoring.roll_and_write.rules import Setup
from scoring.roll_and_write.score import total
from scoring.roll_and_write.sheets import BRIDGED
from tests.english import english as said
from tests.examples import examples
from tests.scoring.roll_and_write import source
from tests.scoring.roll_and_write.table import NAMES, sheet
from tests.sources import played, sensible

GAME = GAMES["roll-and-write"]
PLAYED = [pytest.param(seed, id=str(seed)) for seed in range(examples(6))]


def throws(*turns: str, seats: int = 2) -> Play[Any, Any]:
    """A game: in each turn the dice, then what each answered from the thrower on, as "7 red>blue" or "-".

    After that everybody refuses the dice until all are exhausted.
    """
    moves: list[Any] = []
    setup = Setup(NAMES[:seats], HOUSE)
    for number, turn in enumerate(turns):
        dice, *answers = turn.split(" | ")
        numbers, *colours = dice.split()
        moves.append(Roll(number % seats, tuple(map(int, numbers)), tuple(colours)))
        moves += [_answer((number + place) % seats, answer) for place, answer in enumerate(answers)]
    play = replay(GAME, setup, moves).play
    while GAME.to_act(play.state):
        seat = min(GAME.to_act(play.state))
        move = Refuse(seat) if play.state.pending else Roll(seat, (1, 1, 1), ("violet",) * 3)
        play = play.after(move, play.index + 1)
    return play


def _answer(seat: int, answer: str) -> Choose | Refuse:
    if answer == "-":
        return Refuse(seat)
    number, _, columns = answer.partition(" ")
    colour, *arrows = columns.split(">")
    return Choose(seat, int(number), colour, tuple(arrows))


def found(play: Play[Any, Any]) -> dict[str, Finding[Any]]:
    return {finding.key: finding for finding in REVIEW.findings(play.state.setup, play)}


def by_policy(seed: int) -> Play[Any, Any]:
    """The finished game of a seed: an odd one sensibly, an even one by chance."""
    chance = Random(seed)
    if seed % 2:
        setup = GAME.formats.setup(source.settings(chance))
        return replay(GAME, setup, sensible(GAME, setup, chance)).play
    game = played.__wrapped__(GAME.key, seed)
    return replay(GAME, game.setup, game.moves).play


def test_a_column_that_lost_points():
    game = throws("579 red blue green | 5 red | -")
    finding = found(game)["column-0-red"]
    assert said(finding.says) == "In turn 1 of 10 Ana began red, and lost 20 points with it."
    assert (finding.move, finding.plain) == (2, False)
    assert finding.instead.sheets[0].column("red").level == 0


def test_a_column_that_made_points_is_plain_and_counts_its_bridge_and_its_vases():
    game = throws(*7 * ("111 red red red | 1 red | 1 red",))
    finding = found(game)["column-1-red"]
    # 30 for seven numbers, 20 for the bridge, and the one artefact of the vase in the fifth box: −40
    assert said(finding.says) == "In turn 1 of 16 Ben began red, and made 10 points with it."
    assert finding.plain
    assert total(finding.instead.sheets[1]) == total(game.state.sheets[1]) - 10


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ((), "In turn 1 Ana ticked the red ×2 box, never wrote a number there, and lost 100 points."),
        (
            ("199 red blue blue | 9 blue | 1 red",),
            "In turn 1 Ana ticked the red ×2 box, and with 1 number there lost 20 points.",
        ),
    ],
)
def test_double_boxes(turns, says):
    game = throws("099 red blue blue | 0 red | 9 blue", *turns)
    assert said(found(game)["double-0-red"].says) == says


def test_a_double_box_that_paid():
    turns = ("111 red red red | 1 red | 1 red",) * 4
    finding = found(throws("099 red blue blue | 0 red | 9 blue", *turns))["double-0-red"]
    assert said(finding.says) == "In turn 1 Ana ticked the red ×2 box, and with 4 numbers there made 5 points."


def one_turn_late() -> Play[Any, Any]:
    """Ben begins red a turn after Ana, and crosses the bridge a turn after her."""
    both = "111 red red red | 1 red | 1 red"
    return throws("111 red red red | 1 red | -", *6 * (both,), "111 red red red | 1 red | -")


def test_a_bridge_that_was_crossed_a_turn_too_late():
    game = one_turn_late()
    finding = found(game)["bridge-1-red"]
    assert said(finding.says) == "Ben crossed the red bridge 1 turn after Ana: 20 points missed."
    assert [of.bridges for of in finding.instead.sheets] == [("red", "dice"), ("dice", "red")]


def test_dice_refused_that_could_have_been_written():
    """Ben would have 35 instead of 30, the red bridge too and a second artefact; only Ana the dice-symbol bridge."""
    game = one_turn_late()
    finding = found(game)["refused-1-1"]
    assert said(finding.says) == "In turn 1 Ben refused the dice; 1 and red would have made 15 points."
    ana, ben = finding.instead.sheets
    assert (ana.bridges, set(ben.bridges)) == (("red", "dice"), {"red"})
    assert (ben.column("red").level, ben.artifacts, ben.dice) == (8, 2, 9)


def test_whoever_threw_could_only_have_taken_dice_that_the_others_did_not():
    """A fourth number in red: with one 5 and one red die thrown Ben could not have had them too."""
    later = 3 * ("999 red red red | 9 red | 9 red",)
    finding = found(throws("555 red red red | - | 5 red", *later))["refused-1-0"]
    assert said(finding.says) == "In turn 1 Ana refused the dice; 5 and red would have made 15 points."
    assert "refused-1-0" not in found(throws("579 red blue green | - | 5 red", *later))


def test_a_number_that_would_have_stood_below_a_lower_one_is_none():
    """Ben refused 9 and red, and wrote a 1 in red later: both cannot be."""
    low = "111 red red red | 1 red | 1 red"
    game = throws("199 red red blue | 1 red | -", *6 * (low,))
    assert "refused-1-1" not in found(game)


def test_arrows_that_were_followed():
    low = "111 red red red | 1 red | 1 red"
    arrows = "111 red blue blue | 1 red>red | 1 blue"
    findings = found(throws(low, low, arrows))
    assert said(findings["followed-3-0"].says) == (
        "In turn 3 Ana followed 1 arrow, into red, and made 15 points with it."
    )
    assert said(findings["turn-0"].says) == (
        "In turn 3 Ana wrote in red and with an arrow in red again, and made 20 points."
    )
    twice = found(throws(low, low, arrows, "111 red red red | 1 red | 1 red", "111 red red red | 1 red>red | 1 red"))
    assert "arrows-0-red" in twice


def test_a_column_that_arrows_wrote_in_twice_is_named_once():
    low = "111 red red red | 1 red | 1 red"
    arrows = "111 yellow blue blue | 1 blue | 1 yellow>red>red"
    findings = found(throws(low, low, "111 yellow red red | 1 yellow | 1 red", arrows))
    assert said(findings["followed-4-0"].says) == (
        "In turn 4 Ana followed 2 arrows, into red (twice), and made 20 points with them."
    )
    assert said(findings["turn-0"].says) == (
        "In turn 4 Ana wrote in yellow and with arrows in red (twice), and made 25 points."
    )


def test_arrows_into_one_column_count_together():
    low = "111 red red red | 1 red | 1 red"
    twice = throws(low, low, "111 red blue blue | 1 red>red | 1 blue", low, "111 red red red | 1 red>red | 1 red")
    finding = found(twice)["arrows-0-red"]
    # seven numbers become five, 30 and the bridge 10
    assert said(finding.says) == "Ana wrote 2 of 7 numbers in red by arrow, and made 40 points with that."
    assert finding.instead.sheets[0].bridges == ("dice",)


def test_an_arrow_that_was_not_followed_is_worth_the_number_that_would_have_made_most():
    """A fourth number in red would have made 15 points, a first one elsewhere have cost 20."""
    game = throws(*3 * ("111 red red red | 1 red | 1 red",))
    findings = found(game)
    for seat, name in enumerate(NAMES[:2]):
        says = f"In turn 3 {name} did not follow the arrow in red: one number more there would have made 15 points."
        assert said(findings[f"declined-3-{seat}"].says) == says
    assert findings["declined-3-0"].instead.sheets[0].column("red").numbers == (1, 1, 1, 1)


def test_a_sooner_crossing_takes_a_bridge_from_whoever_crossed_it_in_the_same_turn_or_shares_it():
    late = found(one_turn_late())["declined-4-1"].instead
    assert [set(of.bridges) for of in late.sheets] == [{"red", "dice"}, {"red", "dice"}]
    game = throws(*7 * ("111 red red red | 1 red | 1 red",))
    assert all("red" in of.bridges for of in game.state.sheets)
    sooner = found(game)["declined-3-0"].instead
    assert ["red" in of.bridges for of in sooner.sheets] == [True, False]


def test_dice_symbols_that_cost_and_the_ninth():
    game = throws("579 red blue green | 5 red | -", seats=2)
    findings = found(game)
    assert said(findings["ninth-1"].says) == "In turn 9 Ben refused the dice for the ninth time, and lost 70 points."
    assert findings["ninth-1"].instead.sheets[1].dice == 8
    assert findings["ninth-1"].plain, "it happened to everybody"


def test_the_last_turns():
    """Ben was exhausted a turn before Ana: in the last one she lost the 70 points of eight dice symbols."""
    findings = found(throws("579 red blue green | 5 red | -"))
    assert said(findings["last-1"].says) == "The last turn was worth most to Ben, 0, and least to Ana, −70."
    assert findings["last-1"].plain, "that is said of the dice symbols"
    assert findings["last-1"].instead.sheets[0].dice == 8
    assert said(findings["last-3"].says) == "The last 3 turns were worth most to Ana, −30, and least to Ben, −60."


def test_one_more_turn():
    """From 15 to 30, and the bridge."""
    finding = found(throws(*6 * ("111 red red red | 1 red | 1 red",)))["more-0-red"]
    assert said(finding.says) == "With one number more than 6 in red, Ana would have had 35 points more."
    assert [set(of.bridges) for of in finding.instead.sheets] == [{"red", "dice"}, {"dice"}]
    assert not finding.plain, "they are level: it would have decided"


def test_chance_is_said_as_chance():
    game = throws(*8 * ("057 red blue green | - | -",))
    findings = found(game)
    assert said(findings["thrown-0"].says) == (
        "A 0 came up in 8 of 9 throws; it does so at least as often in fewer than 1 of 100 games this long."
    )
    assert (findings["thrown-0"].instead, findings["thrown-0"].claims) == (None, {})


def test_how_long_somebody_stood_in_front_of_a_bridge():
    """42 of 100 throws show red, 49 of 100 a 9 or a 0; after the three turns there are eight in which all refuse."""
    begun = ("999 red red red | 9 red | -", "999 red red red | - | 9 red") * 3
    game = throws(*begun, "045 red blue blue | - | -", "999 blue blue blue | - | -", "055 green green red | - | -")
    assert said(found(game)["waited-0-red"].says) == (
        "Ana had six numbers in red for 9 turns. That colour with 9 or more is in about 21 of 100 throws; "
        "here it was in 2."
    )


def test_a_game_in_which_a_sheet_was_copied_has_no_review():
    game = throws("579 red blue green | 5 red | -")
    assert REVIEW.followed(game)
    untouched = Play(GAME, GAME.start(Setup(NAMES[:2], HOUSE)))
    assert not REVIEW.followed(untouched)
    moves = [after.move for after in game.standing()]
    assert not REVIEW.followed(replay(GAME, game.state.setup, [*moves[:3], Count(0, sheet(red=[5]))]).play)


@pytest.mark.parametrize("seed", PLAYED)
def test_the_marks_of_a_game_lead_to_its_sheets(seed):
    play = by_policy(seed)
    game = read(play.state.setup, play)
    for one, really in zip(circled(game.lives), play.state.sheets, strict=True):
        assert set(one.bridges) == set(really.bridges)
        assert replace(one, bridges=()) == replace(really, bridges=())
    assert game.sheets[-1] == play.state.sheets


@pytest.mark.parametrize("seed", PLAYED)
def test_what_was_counted_in_the_log_is_there_when_it_is_counted_again(seed):
    play = by_policy(seed)
    events = [GAME.formats.event(after.move) for after in play.standing()]
    again = {
        "symbols": _symbols_again,
        "arrows": _arrows_again,
        "followed": _followed_again,
        "double": _double_again,
        "more": _more_again,
        "thrown": _thrown_again,
        "waited": _waited_again,
    }
    for key, finding in found(play).items():
        kind, *about = key.split("-")
        facts = finding.says.facts
        if "turn" in facts:
            assert facts["turn"] == _throws(events[: finding.move]), key
        expected = again[kind](events, play.state, *about) if kind in again else {}
        assert expected == {name: facts[name] for name in expected}, key
        assert facts.get("turns", 0) in (_throws(events), _throws(events) // 3, expected.get("turns", 0)), key


def _throws(events: list[Any]) -> int:
    return [event["type"] for event in events].count("roll")


def _symbols_again(events: list[Any], _state: Any, seat: str) -> dict[str, int]:
    return {"count": sum(event["type"] == "refuse" and event["seat"] == int(seat) for event in events)}


def _arrows_again(events: list[Any], state: Any, seat: str, colour: str) -> dict[str, int]:
    own = [event for event in events if event["type"] == "choose" and event["seat"] == int(seat)]
    arrows = [column for event in own for column in event.get("accelerate", [])].count(colour)
    return {"arrows": arrows, "numbers": len(state.sheets[int(seat)].column(colour).numbers)}


def _followed_again(events: list[Any], _state: Any, turn: str, seat: str) -> dict[str, int]:
    after = [place for place, event in enumerate(events) if event["type"] == "roll"][int(turn) - 1]
    answers = (event for event in events[after:] if event["type"] == "choose" and event["seat"] == int(seat))
    return {"count": len(next(answers)["accelerate"])}


def _double_again(_events: list[Any], state: Any, seat: str, colour: str) -> dict[str, int]:
    numbers = len(state.sheets[int(seat)].column(colour).numbers)
    return {"count": numbers} if numbers else {}


def _more_again(_events: list[Any], state: Any, seat: str, of: str) -> dict[str, int]:
    own = state.sheets[int(seat)]
    return {"symbols": own.dice} if of == "dice" else {"numbers": len(own.column(of).numbers)}


def _thrown_again(events: list[Any], _state: Any, of: str) -> dict[str, int]:
    dice = [[*event["numbers"], *event["colours"]] for event in events if event["type"] == "roll"]
    return {"count": sum(any(str(die) == of for die in throw) for throw in dice)}


def _waited_again(events: list[Any], state: Any, seat: str, colour: str) -> dict[str, int]:
    """Who wrote what where, from the events alone: a 0 on an untouched column may tick its ×2 box."""
    numbers, turns, fitting, column = 0, 0, 0, state.sheets[int(seat)].column(colour)
    needed = column.numbers[5]
    waiting = False
    for event in events:
        if event["type"] == "roll" and waiting:
            turns += 1
            high = any((number or 10) >= needed for number in event["numbers"])
            fitting += high and colour in event["colours"]
        if event["type"] == "choose" and event["seat"] == int(seat):
            numbers += [event["colour"], *event.get("accelerate", [])].count(colour)
            waiting = numbers == 6 + column.double
    return {"turns": turns, "number": needed, "count": fitting}


@pytest.mark.parametrize("seed", PLAYED)
def test_a_bridge_is_late_by_the_turns_between_the_crossings(seed):
    """The turns are counted by what the sheets showed when each throw began."""
    play = by_policy(seed)
    begun = [after.before.state for after in play.standing() if isinstance(after.move, Roll)] + [play.state]
    reached = {
        (seat, of): next((turn for turn, state in enumerate(begun) if state.sheets[seat].has_reached(of)), None)
        for seat in play.state.seats
        for of in BRIDGED
    }
    for key, finding in found(play).items():
        if key.startswith("bridge-"):
            _bridge, seat, of = key.split("-")
            first = [other for other in play.state.seats if of in play.state.sheets[other].bridges]
            assert finding.says.count == reached[int(seat), of] - reached[first[0], of] > 0
            assert finding.says.facts["others"] == tuple(play.state.name(other) for other in first)


@pytest.mark.parametrize("seed", PLAYED)
def test_the_points_by_column_are_those_of_the_sheets_after_that_turn(seed):
    """Each sum is that of the position that the log leads to, and the last is the end."""
    by_chance = played("roll-and-write", seed)
    play = replay(GAME, by_chance.setup, by_chance.moves).play
    if not REVIEW.followed(play):
        return
    (tables,) = REVIEW.tables(by_chance.setup, play)
    states = after_turns(play)
    for seat, figure in enumerate(tables.figures):
        turns = [column.name.facts["turn"] for column in figure.columns]
        assert turns[-1] == max(states)
        assert turns[:-1] == [turn for turn in range(6, turns[-1]) if turn % 6 == 0]
        for place, turn in enumerate(turns):
            scored = GAME.score(GAME.position(states[turn])).players[seat]
            worth = {said(row.of): row.numbers[place] for row in figure.rows}
            assert worth.pop("Total") == scored.total == sum(worth.values())
            assert worth == {of: sum(line.points for line in scored.lines if said(line.label) == of) for of in worth}


def after_turns(play: Play[Any, Any]) -> dict[int, Any]:
    """The state at the end of each turn, by how many throws there were."""
    states, turn = {}, 0
    for after in play.standing():
        turn += isinstance(after.move, Roll)
        states[turn] = after.state
    return states


# The habit, over many games


@pytest.mark.parametrize("seed", PLAYED)
def test_what_a_refusal_missed_is_kept_as_the_review_says_it(seed):
    by_chance = played("roll-and-write", seed)
    play = replay(GAME, by_chance.setup, by_chance.moves).play
    kept = GAME.statistics.facts(by_chance.setup, play)["players"]
    assert all(("missed" in player) == REVIEW.followed(play) for player in kept)
    if not REVIEW.followed(play):
        return
    findings = found(play)
    for seat, player in enumerate(kept):
        paid = {missed["at"]: missed["points"] for missed in player["missed"] if missed["points"] > 0}
        keys = {turn: f"refused-{turn}-{seat}" for turn in range(1, max(after_turns(play)) + 1)}
        said_so = {turn: findings[key].says.facts["points"].count for turn, key in keys.items() if key in findings}
        assert paid == said_so
        assert {missed["turns"] for missed in player["missed"]} <= {max(after_turns(play))}


def test_what_refusals_cost_is_told_by_thirds_with_its_number_and_spread():
    """Of nine turns the third is in the first third, the fourth in the second, the ninth in the last."""
    empty = {"columns": {colour: {"boxes": 0, "double": False, "points": 0, "vases": 0} for colour in COLOURS}}
    sheet = {**empty, "artifacts": 0, "dice": 0, "bridges": []}
    first = {**sheet, "missed": [{"at": at, "turns": 9, "points": at * 10} for at in (1, 3, 4)]}
    second = {**sheet, "missed": [{"at": 9, "turns": 9, "points": -5}]}
    game = Finished(("Ana", "Ben"), (0, 0), (1, 1), {"players": [first, second]}, frozenset({0, 1}))
    figure = next(figure for figure in GAME.statistics.figures([game]) if figure.key == "cost")
    rows = [(row.count, row.numbers) for row in figure.rows]
    assert rows == [(2, (10, 20, 30)), (1, (40, 40, 40)), (1, (-5, -5, -5))]
    unknown = replace(game, facts={"players": [sheet, sheet]})
    figure = next(figure for figure in GAME.statistics.figures([unknown]) if figure.key == "cost")
    assert [(row.count, row.numbers) for row in figure.rows] == 3 * [(0, (None, None, None))]


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_a_vase_told_during_the_last_turns_is_not_known_in_the_game_without_them(seed):
    setup = Setup(NAMES[:2])
    play = replay(GAME, setup, sensible(GAME, setup, Random(seed))).play
    found = {finding.key: finding for finding in GAME.review.findings(setup, play)}
    assert GAME.audit(GAME.position(found["last-3"].instead)) == []

"""The scripts of a fillable sheet, run by a browser on fields that a test fills in."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.lost_cities.moves import Expedition
from scoring.lost_cities.score import Setup, points
from scoring.roll_and_write.sheets import ARTIFACT_SCALE, BRIDGE_POINTS, Column
from tests.browser.tables import Phone
from tests.printables.press import fields, reader, scripts

RUN = """([library, sums, values, typings]) => {
  const doc = { getField: (name) => ({ value: values[name] }) };
  const make = new Function("doc", "values", "sums", library.replaceAll("this", "doc") + `
    return (typed) => {
      Object.assign(values, typed);
      for (const [name, script] of sums) {
        globalThis.event = { target: { name }, value: values[name] };
        eval(script.replace("(this,", "(doc,"));
        values[name] = event.value;
      }
    };`);
  const settle = make(doc, values, sums);
  typings.forEach(settle);
  return values;
}"""


@pytest.fixture
def filled(phone: Phone) -> Callable[..., dict[str, Any]]:
    """What stands in the fields of a sheet after these were typed in, one lot after the other."""

    def fill(document: str, *typings: dict[str, str], **chosen: Any) -> dict[str, Any]:
        made = reader(document, paper="A5", fillable=True, **chosen)
        library, sums = scripts(made)
        empty = {name: "Off" if field.get("/FT") == "/Btn" else "" for name, field in fields(made).items()}
        values: dict[str, Any] = phone().evaluate(RUN, [library, sums, empty, list(typings)])
        return values

    return fill


def test_lost_cities_adds_up_expeditions_rounds_and_the_game_of_each_copy(filled: Callable[..., Any]) -> None:
    red = "copy-2.s1-r1-red-1-"
    typed = {f"{red}sum": "35", f"{red}times": "3", f"{red}bonus": "20", "copy-2.s1-r2-blue-1-sum": "10"}
    found = filled("lost-cities-pad", typed, copies=2)
    assert (found[f"{red}less"], found[f"{red}points"]) == (15, 65)
    assert (found["copy-2.s1-r1-total-1"], found["copy-2.s1-total-1"]) == (65, 55)
    assert (found["s1-total-1"], found["copy-2.s1-total-2"]) == ("", "")


def test_what_is_rubbed_out_takes_its_sums_along_and_what_was_typed_by_hand_stays(filled: Callable[..., Any]) -> None:
    found = filled("lost-cities-season", {"s1-g1-r1-1": "12", "s1-g2-total-1": "30"}, {"s1-g1-r1-1": ""})
    assert (found["s1-g1-total-1"], found["s1-g2-total-1"], found["s1-total-1"]) == ("", "30", 30)


def test_roll_and_write_knows_what_its_columns_and_bridges_are_worth(filled: Callable[..., Any]) -> None:
    typed = {"s1-red-1": "3", "s1-red-2": "x", "s1-red-double": "on", "s1-blue-double": "on"}
    typed |= {"s1-artifacts-1": "on", "s1-bridge-red": "on", "s1-bridge-dice": "on"}
    found = filled("roll-and-write-sheet", typed)
    red, blue = Column(double=True, told=2).points, Column(double=True).points
    assert (found["s1-red-points"], found["s1-blue-points"], found["s1-green-points"]) == (red, blue, "")
    assert (found["s1-artifacts-points"], found["s1-bridges"]) == (ARTIFACT_SCALE[1], 2 * BRIDGE_POINTS)
    assert found["s1-total"] == red + blue + ARTIFACT_SCALE[1] + 2 * BRIDGE_POINTS


def test_lutece_makes_points_of_gold_markets_and_legionnaires(filled: Callable[..., Any]) -> None:
    typed = {"s1-fortune-count-1": "8", "s1-market-count-1": "2", "s1-legionnaire-count-1": "1", "s1-bread-1": "10"}
    found = filled("lutece-sheet", typed, players=3)
    assert (found["s1-fortune-1"], found["s1-market-1"], found["s1-legionnaire-1"]) == (2, 12, 2)
    assert (found["s1-total-1"], found["s1-total-2"]) == (26, "")


def test_ticked_cards_are_worth_what_the_rules_make_of_them(filled: Callable[..., Any]) -> None:
    """Wagers alone lose, and an expedition without a card, as in the second round, is worth nothing."""
    red = [f"s1-r1-p0-red-{box}" for box in ("w1", "w3", "2", "3", "5", "7", "8", "10")]
    first = dict.fromkeys([*red, "s1-r1-p0-blue-w2", "s1-r1-p1-green-9"], "on")
    laid = {
        "red": Expedition(wagers=2, numbers=(2, 3, 5, 7, 8, 10)),
        "blue": Expedition(wagers=1),
        "green": Expedition(numbers=(9,)),
    }
    worth = {colour: points(Setup(("Ana", "Ben")), expedition) for colour, expedition in laid.items()}
    found = filled("lost-cities-cards", first | {"s1-r3-total-1": "5"})
    assert found["s1-r1-total-1"] == worth["red"] + worth["blue"] == 25
    assert (found["s1-r1-total-2"], found["s1-total-2"]) == (worth["green"], worth["green"])
    assert (found["s1-r2-total-1"], found["s1-r3-total-1"], found["s1-total-1"]) == ("", "5", 30)
    rubbed = filled("lost-cities-cards", first, dict.fromkeys(first, "Off"))
    assert (rubbed["s1-r1-total-1"], rubbed["s1-total-1"], rubbed["s1-total-2"]) == ("", "", "")

from pathlib import Path

import scoring.roll_and_write
from scoring.roll_and_write import GAME

HOUSE = Path(scoring.roll_and_write.__file__).parent
HERE = Path(__file__).parent


def test_every_rule_stands_in_the_rules():
    written = (HOUSE / "RULES.md").read_text()
    assert [rule.code for rule in GAME.rules if f"`{rule.clause}`" not in written] == []


def test_every_rule_is_tested_by_name():
    names = {name for name, value in vars(scoring.roll_and_write.rule_texts).items() if value in GAME.rules}
    tests = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    assert len(names) == len(GAME.rules) == len({rule.code for rule in GAME.rules})
    assert [name for name in names if name not in tests] == []


def test_every_code_is_of_this_game_and_in_plain_letters():
    for rule in GAME.rules:
        assert rule.code.startswith("roll-and-write/")
        assert rule.clause.replace("-", "").isalpha()
        assert rule.text.endswith(".")

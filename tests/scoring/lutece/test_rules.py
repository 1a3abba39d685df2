"""The clauses, and RULES.md that explains them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring import lutece
from scoring.lutece import GAME

HERE = Path(__file__).parent
EXPLAINED = (Path(lutece.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__))


def test_every_code_is_kebab_case_and_stands_once():
    codes = [rule.code for rule in GAME.rules]
    assert len(set(codes)) == len(codes)
    assert all(code.startswith("lutece/") and code == code.lower() and "_" not in code for code in codes)


@pytest.mark.parametrize("clause", [rule.clause for rule in GAME.rules])
def test_every_clause_is_explained_and_tested(clause):
    assert f"`{clause}`" in EXPLAINED
    assert f'"{clause}"' in TESTS

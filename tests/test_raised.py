"""The guard over the rules: it sees every refusal and every problem, and says which rule nobody has raised."""

from scoring import GAMES
from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Problem
from scoring.core.text import text
from tests.raised import never, noted

CLAUSES = [Rule(f"chess/{clause}", "here", clause) for clause in ("castling", "check", "mate")]


def test_refusals_and_problems_are_noted_while_somebody_listens():
    codes: set[str] = set()
    with noted(codes):
        assert Illegal(CLAUSES[0], text("no")).rule == CLAUSES[0]
        assert Problem(CLAUSES[1], text("no"), seat=1).seat == 1
    Illegal(CLAUSES[2], text("no"))
    assert codes == {"chess/castling", "chess/check"}


def test_a_rule_that_nobody_has_raised_is_named():
    for key, game in GAMES.items():
        codes = {rule.code for rule in game.rules}
        assert never(key, codes) == []
        assert never(key, codes - {game.rules[-1].code}) == [game.rules[-1]]

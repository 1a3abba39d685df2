"""Where a finished game of Lutèce was decided. What anyone wanted is not known here, so nothing says what was best."""

from __future__ import annotations

from scoring.core.findings import Finding
from scoring.core.game import Played, Reviewing
from scoring.lutece.review.bought import purchases
from scoring.lutece.review.contests import contests, unpaid
from scoring.lutece.review.gold import bribes, gold_left, incomes, tie_break
from scoring.lutece.review.legionnaires import legionnaires
from scoring.lutece.review.majorities import majorities
from scoring.lutece.review.one_more import one_more
from scoring.lutece.review.reading import followed, read
from scoring.lutece.state import Setup, State

PARTS = (majorities, one_more, contests, unpaid, legionnaires, purchases, bribes, incomes, gold_left, tie_break)


def findings(setup: Setup, play: Played[State]) -> list[Finding[State]]:
    """What mattered, each with the game as it would have been."""
    game = read(setup, play)
    return [finding for part in PARTS for finding in part(game)]


REVIEW: Reviewing[Setup, State] = Reviewing(followed, findings)

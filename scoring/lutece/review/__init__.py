"""The review of Lutèce: where a finished game was decided. What anyone wanted is not known here, so nothing says what
was best.
"""

from scoring.core.figures import Finding
from scoring.core.game import Played, Reviewing
from scoring.lutece.review.game import followed, read
from scoring.lutece.state import Setup, State


def findings(setup: Setup, play: Played[State]) -> list[Finding[State]]:
    """The findings of a finished game, each with the game as it would have been."""
    # loaded when a game is first reviewed
    from scoring.lutece.review.bidding import bribes, contests, gold_left, incomes, legionnaires, tie_break, unpaid
    from scoring.lutece.review.purchases import majorities, one_more, purchases

    parts = (majorities, one_more, contests, unpaid, legionnaires, purchases, bribes, incomes, gold_left, tie_break)
    game = read(setup, play)
    return [finding for part in parts for finding in part(game)]


REVIEW: Reviewing[Setup, State] = Reviewing(followed, findings)

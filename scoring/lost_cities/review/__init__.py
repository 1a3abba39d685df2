"""The review of Lost Cities: where a finished game was decided. Nobody's hand is known here, so nothing says what was
best.
"""

from scoring.core.figures import Finding
from scoring.core.game import Played, Reviewing
from scoring.lost_cities.review.game import followed, mended, read
from scoring.lost_cities.rules import State
from scoring.lost_cities.score import Setup


def findings(setup: Setup, play: Played[State]) -> list[Finding[State]]:
    """The findings of a finished game, each with the game as it would have been."""
    from scoring.lost_cities.review.findings import PARTS  # loaded when a game is first reviewed

    game = read(setup, play)
    return [finding for part in PARTS for finding in part(game)]


REVIEW: Reviewing[Setup, State] = Reviewing(followed, findings, mended=mended)

"""The review of Roll & Write: where a finished game was decided. The dice are chance, and are told as chance.

A game that would have been is the marks of one player with some left out or one put in, each number in the lowest free
box of its column: so vases are met, and bridges circled by whoever would have crossed them first. Arrows that would
have been met in other boxes are not, and those that were followed still are; the game ends with the same turn.
"""

from scoring.core.figures import Finding
from scoring.core.game import Played, Reviewing
from scoring.roll_and_write.review.game import followed, points_over_time, read
from scoring.roll_and_write.rules import Setup, State


def findings(setup: Setup, play: Played[State]) -> list[Finding[State]]:
    """The findings of a finished game, each with the game as it would have been."""
    from scoring.roll_and_write.review.findings import PARTS  # loaded when a game is first reviewed

    game = read(setup, play)
    return [finding for part in PARTS for finding in part(game)]


REVIEW: Reviewing[Setup, State] = Reviewing(followed, findings, points_over_time)

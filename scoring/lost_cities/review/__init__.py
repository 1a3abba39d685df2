"""Where a finished game of Lost Cities was decided. Nobody's hand is known here, so nothing says what was best."""

from __future__ import annotations

from scoring.core.findings import Finding
from scoring.core.game import Played, Reviewing
from scoring.lost_cities.review.discards import gifts
from scoring.lost_cities.review.ends import bonuses, last_draws
from scoring.lost_cities.review.expeditions import expeditions, losses, wagers
from scoring.lost_cities.review.missed import missed
from scoring.lost_cities.review.odds import odds
from scoring.lost_cities.review.reading import followed, read
from scoring.lost_cities.rules import State
from scoring.lost_cities.score import Setup

PARTS = (expeditions, losses, wagers, gifts, missed, bonuses, last_draws, odds)


def findings(setup: Setup, play: Played[State]) -> list[Finding[State]]:
    """What mattered, each with the game as it would have been."""
    game = read(setup, play)
    return [finding for part in PARTS for finding in part(game)]


REVIEW: Reviewing[Setup, State] = Reviewing(followed, findings)

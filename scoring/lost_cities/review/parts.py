"""The parts of a review, in the order in which it looks for them."""

from __future__ import annotations

from scoring.lost_cities.review.discards import gifts
from scoring.lost_cities.review.ends import bonuses, last_draws
from scoring.lost_cities.review.expeditions import expeditions, losses, wagers
from scoring.lost_cities.review.findings import missed
from scoring.lost_cities.review.odds import odds

PARTS = (expeditions, losses, wagers, gifts, missed, bonuses, last_draws, odds)

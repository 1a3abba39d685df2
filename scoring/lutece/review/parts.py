"""The parts of a review, in the order in which it looks for them."""

from __future__ import annotations

from scoring.lutece.review.bidding import contests, unpaid
from scoring.lutece.review.bought import purchases
from scoring.lutece.review.gold import bribes, gold_left, incomes, tie_break
from scoring.lutece.review.legionnaires import legionnaires
from scoring.lutece.review.one_more import one_more
from scoring.lutece.review.purchases import majorities

PARTS = (majorities, one_more, contests, unpaid, legionnaires, purchases, bribes, incomes, gold_left, tie_break)

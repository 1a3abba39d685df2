"""The parts of a review, in the order in which it looks for them."""

from __future__ import annotations

from scoring.roll_and_write.review.bridges import late_bridges
from scoring.roll_and_write.review.columns import columns, doubles, late
from scoring.roll_and_write.review.dice import dice_symbols, refused_dice
from scoring.roll_and_write.review.findings import declined_arrows, followed_arrows, great_turns, into_columns
from scoring.roll_and_write.review.throws import shown, waited
from scoring.roll_and_write.review.turns import last_turns, one_more_turn

PARTS = (
    columns,
    late,
    doubles,
    late_bridges,
    waited,
    into_columns,
    followed_arrows,
    great_turns,
    declined_arrows,
    dice_symbols,
    refused_dice,
    last_turns,
    one_more_turn,
    shown,
)

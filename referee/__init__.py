"""The use cases, a file each: replay the table, ask the rules, write the move down or refuse it."""

from referee.beside import ask, exchange, given_up, keep
from referee.history import Entry, Moment, Round, Turn, by_rounds, history, in_pages, moment_at, page_of
from referee.importing import judge_import, passed_over
from referee.live import HIDDEN, LIBRARY_ITEM, LOT, Exchange, LiveTable, Mended, opened
from referee.memory import Referee, live_at
from referee.opening import Count, judge_count, keep_count
from referee.outcomes import outcome_of, recount
from referee.practice import open_practice
from referee.public import public_rows
from referee.record import (
    Answer,
    Answered,
    Asks,
    Behind,
    Doubted,
    Question,
    Recorded,
    Refused,
    Report,
    Ruling,
    SaidBefore,
    asks_nothing,
    judge,
    record,
)
from referee.rematch import next_table, play_again
from referee.reveal import reveal_next
from referee.undoing import BackTo, Offered, Only, offered, take_back, undoing

__all__ = [
    "HIDDEN",
    "LIBRARY_ITEM",
    "LOT",
    "Answer",
    "Answered",
    "Asks",
    "BackTo",
    "Behind",
    "Count",
    "Doubted",
    "Entry",
    "Exchange",
    "LiveTable",
    "Mended",
    "Moment",
    "Offered",
    "Only",
    "Question",
    "Recorded",
    "Referee",
    "Refused",
    "Report",
    "Round",
    "Ruling",
    "SaidBefore",
    "Turn",
    "ask",
    "asks_nothing",
    "by_rounds",
    "exchange",
    "given_up",
    "history",
    "in_pages",
    "judge",
    "judge_count",
    "judge_import",
    "keep",
    "keep_count",
    "live_at",
    "moment_at",
    "next_table",
    "offered",
    "open_practice",
    "opened",
    "outcome_of",
    "page_of",
    "passed_over",
    "play_again",
    "public_rows",
    "record",
    "recount",
    "reveal_next",
    "take_back",
    "undoing",
]

"""Photos of our sheets are read in processes of their own, so that no tap ever waits for one, and nothing of them is
kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from flask import current_app

from printables.blank import Composed, composed
from printables.choice import Choice
from web.print.printer import words_of
from web.rendering.i18n import speaking
from web.server.worker_pool import Worked, WorkerPool

if TYPE_CHECKING:
    from photos.sheets import PhotographedSheet

PATIENCE = 40.0  # seconds, the waiting in the queue included
QUEUE = 8


def read_photo(
    photo: bytes, of_round: int = 0, worked: Worked | None = None, layouts: Sequence[object] = ()
) -> tuple[PhotographedSheet, ...]:
    """Read the sheets in a file that is said to be a photo, or of sheets with rounds one of them; raises `Unreadable`,
    and `Busy` where too many are sent at once. They may be printed with one of the `layouts`. `worked` is told the
    processor time of each step, in seconds.
    """
    from photos.sheets import look_apart, read_apart

    reader = cast(WorkerPool, current_app.extensions["reader"])
    seen = reader.awaited(reader.begin(look_apart, photo, layouts, worked=worked))
    kinds = [(kind, blank_of(kind.choice)) for kind in seen]
    return reader.awaited(reader.begin(read_apart, kinds, of_round, worked=worked))


def blank_of(choice: Choice) -> Composed:
    """The blank sheet, in English: where it is filled in is the same in every language."""
    return _blank_of(_Asked(repr(choice), choice))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A print job under a key, for its options cannot be looked up by."""

    key: str
    choice: Choice = field(compare=False)


@lru_cache(30)
def _blank_of(asked: _Asked) -> Composed:
    with speaking("en"):
        return composed(asked.choice, words_of("en"))

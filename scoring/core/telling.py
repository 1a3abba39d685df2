"""The words of a correction: the moves that it changes, what it moved at the table, and the totals.

A play is `Any` here: `scoring/core/play.py`, which has its type, imports this file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.core import belongings
from scoring.core.amend import Amend, Change
from scoring.core.places import NOWHERE, places
from scoring.core.text import Text, text


def corrected(play: Any) -> Sequence[Text]:
    """The sentences of a correction about the moves that it changes; nothing of any other move."""
    before, amend = play.before, play.move
    if before is None or not isinstance(amend, Amend):
        return ()
    changed = (said for change in amend.changes for said in _changed(play, before, change))
    return _recounted(before, amend) or [*changed]


def recounts(play: Any) -> bool:
    """True of a correction that has counts in the place of what was recorded, and changes nothing else."""
    return isinstance(play.move, Amend) and bool(_recounted(play.before, play.move))


def moved(play: Any, *, totals: bool) -> Sequence[Text]:
    """The sentences about what a correction moved at the table, and the `totals` if they may be seen; nothing of any
    other move.
    """
    before, amend = play.before, play.move
    if before is None or not isinstance(amend, Amend):
        return ()
    game = play.game
    had, has = (game.corrections.belongings(game.secrets.seen_by(each.state, frozenset())) for each in (before, play))
    there = () if _recounted(before, amend) else tuple(belongings.moved(had, has))
    return (*there, *_totals(play, before)) if totals else there


def _recounted(before: Any, amend: Amend[Any]) -> Sequence[Text]:
    """The sentences of counts in the place of what was recorded there; empty if anything else is changed."""
    changes = [change for change in amend.changes if change.moves]
    numbers = {change.number for change in amend.changes}
    moves = [move for change in changes for move in change.moves]
    count = before.game.count
    if count is None or len(numbers) > 1 or not all(map(before.game.is_count, moves)):
        return ()
    there = [each for each in before.standing() if each.index in numbers and not each.followed]
    compared = [count.compared(there[-1].state, move) for move in moves] if there else []
    told = [one for one in compared if one and one.recorded]
    return [one.told_again() for one in told if one.differences] or [one.told_again() for one in told[:1]]


def _changed(play: Any, before: Any, change: Change[Any]) -> Iterator[Text]:
    number, place = change.number, places(before).get(change.number, NOWHERE).said
    if change.before:
        added = (each for each in play.standing() if each.index == play.index and not each.forced)
        yield from (text("{place}, added before it: {said}", place=place, said=first(p)) for p in added)
        return
    was, now = before.number(number), play.number(number)
    if now is None:
        yield text("{place}, deleted: {before}", place=place, before=first(was))
    elif was is not None:
        yield _instead(was, now, place)


def _instead(was: Any, now: Any, place: Text) -> Text:
    """The difference between a move and the one in its place: field by field, or both in what they do not say alike."""
    if was.move == now.move:
        return text("{place}, as before: {before}", place=place, before=first(was))
    state = now.before.state if now.before else now.state
    told: Text | None = now.game.corrections.tell(state, was.move, now.move)
    if told:
        return told
    before, after = _unlike(was, now), _unlike(now, was)
    if before == after:
        return text("{place}, corrected: {after}", place=place, after=after)
    return text("{place}, corrected. Before: {before} Now: {after}", place=place, before=before, after=after)


def _totals(play: Any, before: Any) -> Iterator[Text]:
    """The totals that are others now; of a finished game also that none is."""
    game = play.game
    scores = [game.score(game.position(each.state)).players for each in (before, play)]
    changed = tuple(
        text("{name} {after} instead of {before}", name=new.name, before=old.total, after=new.total)
        for old, new in zip(*scores, strict=True)
        if old.total != new.total
    )
    if changed:
        yield text("Totals now: {changes}.", changes=changed)
    elif not game.to_act(play.state):
        yield text("The totals stay as they were.")


def first(play: Any | None) -> Text | str:
    """The first sentence of a move."""
    return play.sentences()[0] if play else ""


def _unlike(play: Any, other: Any) -> Text | str:
    """The first sentence of a move that the other does not have, too."""
    alike = other.sentences()
    return next((said for said in play.sentences() if said not in alike), first(play))

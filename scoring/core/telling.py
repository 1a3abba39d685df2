"""The words for a move: its place in the game, in the words of the table (round 1, Tom's turn 12), what it says, and of
a correction what it changes and moved.

A play is `Any` here: `scoring/core/play.py`, which has its type, imports this file.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core.game import Opens
from scoring.core.log import Amend, Change
from scoring.core.sheet import belongings_moved
from scoring.core.text import Text, text


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a move: its `round`, None where there is none; the `name` of whose turn it belongs to, empty where
    it is nobody's; and the number of that `turn` among those of its player in this round, 0 where it is none.
    """

    round: Text | None = None
    name: str = ""
    turn: int = 0
    counts: bool = False

    @property
    def said(self) -> Text:
        """The place in words, to stand at the beginning of a sentence or after a colon."""
        whose = self._whose
        if self.round is None:
            return text("{whose!c}", whose=whose) if whose else text("The beginning")
        return text("{round}, {whose}", round=self.round, whose=whose) if whose else self.round

    @property
    def _whose(self) -> Text | None:
        if not self.name:
            return None
        if self.counts:
            return text("{name}’s count", name=self.name)
        if self.turn:
            return text("{name}’s turn {turn}", name=self.name, turn=self.turn)
        return text("{name}", name=self.name)


NOWHERE = Place()


def places(play: Any) -> dict[int, Place]:
    """The places of the moves that stand, by their numbers in the log; of several with one number that of the first.

    `play` is a `Play`, whose file imports this one.
    """
    game = play.game
    names = [player.name for player in game.score(game.position(play.state)).players]
    found: dict[int, Place] = {}
    rounds, place, turns = 0, NOWHERE, Counter[int]()
    for each in play.standing():
        opens = game.turns.opens(each.before.state, each.move)
        if opens is Opens.ROUND:
            rounds += 1
            turns.clear()
        if opens is not Opens.NOTHING or not game.turns.of_players:
            place = _opened(game, each.move, opens, names, turns)
        found.setdefault(each.index, replace(place, round=game.turns.round_name(rounds) if rounds else None))
    return found


def _opened(game: Any, move: Any, opens: Opens, names: Sequence[str], turns: Counter[int]) -> Place:
    """The place that a move opens in its round; counts the turn of its player."""
    seat = getattr(move, "seat", None)
    if seat is None or opens is Opens.ROUND:
        return NOWHERE
    if game.is_count(move) or not game.turns.of_players:
        return Place(name=names[seat], counts=game.is_count(move))
    turns[seat] += 1
    return Place(name=names[seat], turn=turns[seat])


# Moves


def sentences(play: Any, *, totals: bool = False) -> Sequence[Text]:
    """The sentences of the last move; of a correction with the `totals` that it moved, which a table may hide."""
    if play.before is None or play.move is None:
        return ()
    if isinstance(play.move, Amend):
        return (*corrected(play), *moved(play, totals=totals))
    if play.amended is not None:
        return sentences(play.where_it_stands)
    said: Sequence[Text] = play.game.tell(play.before.state, play.move)
    return said


def in_short(play: Any, *, totals: bool = False) -> Sequence[Text]:
    """The first sentence of the last move; of a correction everything that it changes and moves."""
    return sentences(play, totals=totals)[: None if isinstance(play.move, Amend) else 1]


def told(play: Any, *, totals: bool = False) -> Sequence[Text]:
    """The last thing that happened: a turn of two moves in one sentence, or the sentences of the last move."""
    turn = turn_of_two(play)
    return (turn, *sentences(play)[1:]) if turn else sentences(play, totals=totals)


def turn_of_two(play: Any) -> Text | None:
    """The last two moves in one sentence, where they make a turn; None where they do not."""
    first = play.before
    if first is None or first.before is None or play.amended is not None or first.amended is not None:
        return None
    turn: Text | None = play.game.turns.tell(first.before.state, first.move, play.move)
    return turn


# Corrections


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
    there = () if _recounted(before, amend) else tuple(belongings_moved(had, has))
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
    unlike: Text | None = now.game.corrections.tell(state, was.move, now.move)
    if unlike:
        return unlike
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
    return play.sentences()[0] if play else ""


def _unlike(play: Any, other: Any) -> Text | str:
    """The first sentence of a move that the other does not have, too."""
    alike = other.sentences()
    return next((said for said in play.sentences() if said not in alike), first(play))

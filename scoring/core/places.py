"""The places of moves in a game, in the words of the table: round 1, Tom's turn 12."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core.game import Opens
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

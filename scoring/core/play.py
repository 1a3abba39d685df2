"""A game as it goes on: moves that stand, moves taken back, and corrections. Everything is judged by its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, cast

from scoring.core.game import GameOf, M, S, U
from scoring.core.rule import Illegal, Rule
from scoring.core.text import Text, _, text


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move that still stands."""


@dataclass(frozen=True, slots=True)
class Amend(Generic[M]):
    """A finished game is corrected: `move` stands in the place of the event `number` of the log (from 1).

    None strikes that event. Everything after it is judged again; the log keeps both.
    """

    number: int
    move: M | None


NOTHING_TO_UNDO = Rule(
    "cairn/nothing-to-undo",
    _("Cairn"),
    _("Only a move that still stands can be taken back."),
)


AMEND_AT_THE_END = Rule(
    "cairn/amend-at-the-end",
    _("Cairn"),
    _("A game is corrected when it is over; until then moves are taken back."),
)


AMEND_WHAT_STANDS = Rule(
    "cairn/amend-what-stands",
    _("Cairn"),
    _("Only a move that stands and that somebody decided on can be corrected."),
)


@dataclass(frozen=True, slots=True)
class Play(Generic[S, M]):
    """A game so far: its state, and the moves that stand, newest first through `before`.

    `index` is the number in the log, from 1, of the event that led here. A play never changes: what comes after it
    points back to it, so taking a move back costs one step, a correction too. After a correction `amended` is the
    same game as it stands now, judged from its beginning.
    """

    game: GameOf[Any, S, M]
    state: S
    move: M | Amend[M] | None = None
    before: Play[S, M] | None = None
    index: int = 0
    amended: Play[S, M] | None = None

    def after(self, move: M | Amend[M] | Undo, index: int) -> Play[S, M]:
        """The play with one more event; raises `Illegal` and then nothing has changed."""
        if isinstance(move, Amend):
            amended = self._amended(move)
            return Play(self.game, amended.state, move, self, index, amended)
        if not isinstance(move, Undo):
            return Play(self.game, self.game.apply(self.state, move), move, self, index)
        if self.before is None:
            raise Illegal(NOTHING_TO_UNDO, text("There is no move to take back."))
        return self.before

    @property
    def forced(self) -> bool:
        """Whether the last move is one that the rules left no choice about."""
        return self.before is not None and self.move == self.game.forced_move(self.before.state)

    def latest(self) -> tuple[Play[S, M], ...]:
        """The play after the last move that somebody decided on, and those that followed of themselves."""
        plays = [self]
        while plays[0].forced and plays[0].before is not None:
            plays.insert(0, plays[0].before)
        return tuple(plays)

    def standing(self) -> list[Play[S, M]]:
        """Every play from the first move that stands to this one, oldest first; what was corrected as it is now."""
        plays: list[Play[S, M]] = []
        play: Play[S, M] | None = self
        while play is not None and play.move is not None:
            if play.amended is not None:
                play = play.amended
            else:
                plays.append(play)
                play = play.before
        return plays[::-1]

    def amendments(self) -> list[Play[S, M]]:
        """The plays of the corrections that stand, oldest first."""
        plays: list[Play[S, M]] = []
        play: Play[S, M] | None = self
        while play is not None:
            plays += [play] if play.amended else []
            play = play.before
        return plays[::-1]

    def number(self, number: int) -> Play[S, M] | None:
        """The play of the event of that number as it stands now; None when it does not."""
        return next((play for play in self.standing() if play.index == number), None)

    def sentences(self) -> Sequence[Text]:
        """The sentences of the last move."""
        if self.before is None or self.move is None:
            return ()
        if isinstance(self.move, Amend):
            return self._told_amendment(self.before, self.move)
        return self.game.tell(self.before.state, self.move)

    def _told_amendment(self, before: Play[S, M], amend: Amend[M]) -> Sequence[Text]:
        was, now = before.number(amend.number), self.number(amend.number)
        said = {
            "number": amend.number,
            "before": was.sentences()[0] if was else "",
            "after": now.sentences()[0] if now else "",
        }
        struck = text("Move {number} is struck: {before}", **said)
        corrected = text("Move {number} is corrected. It was: {before} It is: {after}", **said)
        scores = [self.game.score(self.game.position(play.state)).players for play in (before, self)]
        changed = tuple(
            text("{name} {after} instead of {before}", name=new.name, before=old.total, after=new.total)
            for old, new in zip(*scores, strict=True)
            if old.total != new.total
        )
        totals = text("Now {changes}.", changes=changed) if changed else text("The totals stay as they were.")
        return (corrected if now else struck, totals)

    def _amended(self, amend: Amend[M]) -> Play[S, M]:
        """The game with one event replaced, judged from its beginning; raises `Illegal`."""
        if self.game.to_act(self.state):
            raise Illegal(AMEND_AT_THE_END, text("The game is not over yet: take moves back instead."))
        wrong = self.number(amend.number)
        if wrong is None or wrong.forced:
            raise Illegal(AMEND_WHAT_STANDS, text("Move {number} cannot be corrected.", number=amend.number))
        standing = self.standing()
        play = cast("Play[S, M]", standing[0].before)
        for old in standing:
            play = play._judged_again(old, amend)
        return play._settled()

    def _judged_again(self, old: Play[S, M], amend: Amend[M]) -> Play[S, M]:
        """One more event of a log that is corrected. What followed of itself follows from what stands now."""
        if old.forced:
            forced_move = self.game.forced_move(self.state)
            return self if forced_move is None else self.after(forced_move, old.index)
        settled = self._settled()
        if old.index != amend.number:
            return settled._judged(old)
        return settled if amend.move is None else settled.after(amend.move, old.index)

    def _judged(self, old: Play[S, M]) -> Play[S, M]:
        try:
            return self.after(cast(M, old.move), old.index)
        except Illegal as illegal:
            facts = {"number": old.index, "said": old.sentences()[0], "why": illegal.why}
            why = text("Then move {number} would be against the rules. {said} {why}", **facts)
            raise Illegal(illegal.rule, why) from illegal

    def _settled(self) -> Play[S, M]:
        """The play with all that follows of itself."""
        play = self
        while (forced_move := self.game.forced_move(play.state)) is not None:
            play = play.after(forced_move, play.index)
        return play


AnyPlay: TypeAlias = Play[Any, Any]
"""A play of a game among others."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event of a log that the rules forbid: its place, and the reason."""

    index: int
    illegal: Illegal


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, M]):
    """Where a log led: the play reached, how many events were accepted, and those that were refused."""

    play: Play[S, M]
    applied: int
    refusals: tuple[Refusal, ...]


def replay(game: GameOf[U, S, M], setup: U, moves: Iterable[M | Amend[M] | Undo]) -> Replay[S, M]:
    """Fold a log. An illegal move is skipped and reported; the next are judged without it. Never raises Illegal."""
    play: Play[S, M] = Play(game, game.start(setup))
    applied = 0
    refusals: list[Refusal] = []
    for index, move in enumerate(moves):
        try:
            play = play.after(move, index + 1)
            applied += 1
        except Illegal as illegal:
            refusals.append(Refusal(index, illegal))
    return Replay(play, applied, tuple(refusals))

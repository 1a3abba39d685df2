"""A game in progress: moves that stand, moves undone, and corrections. The game judges everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse, groupby, islice, starmap, takewhile
from typing import Any, Generic, TypeAlias, cast

from scoring.core import telling
from scoring.core.game import GameOf, M, Opens, S
from scoring.core.log import (
    AMEND_IN_SIGHT,
    AMEND_WHAT_STANDS,
    NOTHING_TO_UNDO,
    Amend,
    Broken,
    Change,
    NoLongerHolds,
    Undo,
)
from scoring.core.rule import Illegal
from scoring.core.text import text


@dataclass(frozen=True, slots=True)
class Play(Generic[S, M]):
    """A game so far: its state, and the moves that stand, newest first through `before`.

    `index` is the number in the log, from 1, of the event that led here. A play never changes; what comes after it
    points back to it, so undoing a move, or a correction, costs one step. After a correction `amended` is the same game
    as it stands now, judged from its beginning; so it is after a move that says what had followed in one. A move that
    `followed` stands in no log: it followed of itself in a correction, and has the number of the move before it.
    `fallen` are plays that had followed here of themselves until a correction: another one may force their moves again.
    """

    game: GameOf[Any, S, M]
    state: S
    move: M | Amend[M] | None = None
    before: Play[S, M] | None = None
    index: int = 0
    amended: Play[S, M] | None = None
    followed: bool = False
    fallen: tuple[Play[S, M], ...] = ()

    def after(self, move: M | Amend[M] | Undo, index: int) -> Play[S, M]:
        """The play with one more event; raises `Illegal`, and then nothing has changed."""
        if isinstance(move, Amend):
            amended = self._amended(move, index)
            return Play(self.game, amended.state, move, self, index, amended)
        if not isinstance(move, Undo):
            return self._with(move, index)
        if self.before is None:
            raise Illegal(NOTHING_TO_UNDO, text("There is nothing to undo."))
        return self.before

    def reported(self, move: M | Amend[M] | Undo, index: int) -> Iterator[tuple[M | Amend[M] | Undo, Play[S, M]]]:
        """One more event and what it forces, as a log has them, each with the play after it: the moves that the rules
        leave no choice about, or of an undo the undoing of those that the undone move had forced. Raises `Illegal`.
        """
        play = self.after(move, index)
        yield move, play
        if isinstance(move, Undo):
            undone = self.latest()[0].index
            while undone <= play.index < self.index:
                play = play.after(move, index)
                yield move, play
            return
        for forced in islice(play._with_each_forced(logged=True), 1, None):
            yield cast(M, forced.move), forced

    def _with(self, move: M, index: int) -> Play[S, M]:
        """The play with a move, in the place where it had followed of itself if it did; raises `Illegal`."""
        try:
            after = self._next(move, index)
            said = self._among_followed(move, index) if self.game.forced.confirms(self.state, move) else None
        except Illegal:
            said = self._among_followed(move, index)
            if said is None:
                raise
        if said is None:
            return after
        amended = said.with_forced()
        return Play(self.game, amended.state, move, self, index, amended)

    def _next(self, move: M, index: int, *, followed: bool = False) -> Play[S, M]:
        move = self.game.forced.canonical(self.state, move)
        return Play(self.game, self.game.apply(self.state, move), move, self, index, followed=followed)

    @property
    def forced(self) -> bool:
        """True if nobody decided on the last move: the rules left no choice about it, or it had happened by itself."""
        if self.before is None or isinstance(self.move, Amend):
            return False
        if self.amended is not None:
            return self.where_it_stands.forced
        before, move = self.before.state, cast(M, self.move)
        return self.followed or move == self.game.forced.move(before) or self.game.forced.confirms(before, move)

    @property
    def where_it_stands(self) -> Play[S, M]:
        """The last move in its place: an earlier one if it says what had followed of itself."""
        return cast("Play[S, M]", self.number(self.index))

    def says(self, move: M) -> bool:
        """True if that move is the last one, but for words that go without saying. One that only leads to the same
        state is another: once something before it is corrected, it may lead elsewhere.
        """
        if self.before is None or type(move) is not type(self.move):
            return False
        return move == self.move or self.game.forced.canonical(self.before.state, move) == self.move

    def latest(self) -> tuple[Play[S, M], ...]:
        """The play after the last move that somebody decided on, and the forced ones after it."""
        plays = [self]
        while plays[0].forced and plays[0].before is not None:
            plays.insert(0, plays[0].before)
        return tuple(plays)

    def standing(self) -> list[Play[S, M]]:
        """Every play from the first move that stands to this one, oldest first; what was corrected as it is now."""
        return [*self._newest_first()][::-1]

    def _newest_first(self) -> Iterator[Play[S, M]]:
        play: Play[S, M] | None = self
        while play is not None and play.move is not None:
            if play.amended is not None:
                play = play.amended
            else:
                yield play
                play = play.before

    def amendments(self) -> list[Play[S, M]]:
        """The plays of the corrections that stand, oldest first."""
        plays: list[Play[S, M]] = []
        play: Play[S, M] | None = self
        while play is not None:
            plays += [play] if isinstance(play.move, Amend) else []
            play = play.before
        return plays[::-1]

    def number(self, number: int) -> Play[S, M] | None:
        """The play of the event of that number as it stands now; None if it does not stand."""
        return next((play for play in self.standing() if play.index == number), None)

    sentences = telling.sentences
    in_short = telling.in_short
    told = telling.told
    corrected = telling.corrected
    moved = telling.moved

    def told_from(self) -> Play[S, M]:
        """The play of the first move that `told` tells of: of a turn in one sentence, the first of its two."""
        return self.before if self.before is not None and telling.turn_of_two(self) else self

    @property
    def recounts(self) -> bool:
        """True of a correction that has counts in the place of what was recorded, and changes nothing else."""
        return telling.recounts(self)

    def face_down(self) -> frozenset[int]:
        """The numbers of the moves that lie face down: nothing has revealed them, and the game is not over."""
        return frozenset(play.index for play in self._unrevealed() if self.game.secrets.face_down(cast(M, play.move)))

    def _unrevealed(self) -> Sequence[Play[S, M]]:
        if not self.game.to_act(self.state):
            return ()
        return tuple(takewhile(lambda play: not self.game.secrets.reveals(cast(M, play.move)), self._newest_first()))

    def _amended(self, amend: Amend[M], index: int) -> Play[S, M]:
        """The game with the changes, judged from its beginning; raises `Illegal`."""
        self._check_in_sight(amend)
        new = [change for change in amend.changes if not self._is_said(change)]
        if not new:
            return self
        return self._judged_again(Amend(tuple(filterfalse(self._is_there, amend.changes))), index)

    def _check_in_sight(self, amend: Amend[M]) -> None:
        """Refuse to change or lay anything face down, before the rules could: their refusal would betray what lies
        there.
        """
        unrevealed = {play.index for play in self._unrevealed()}
        face_down = self.face_down()
        for change in amend.changes:
            touched = not change.before and change.number in face_down
            if touched or (change.number in unrevealed and any(map(self.game.secrets.face_down, change.moves))):
                raise Illegal(
                    AMEND_IN_SIGHT,
                    text("Move {number} is face down: correct it after the reveal.", number=change.number),
                )

    def _is_said(self, change: Change[M]) -> bool:
        """True if a change repeats what stands there already; raises `Illegal` if nothing can be changed there."""
        there = self._written(change.number)
        if not there:
            why = text("Move {number} does not count: it cannot be corrected.", number=change.number)
            raise Illegal(AMEND_WHAT_STANDS, why)
        if change.before:
            return not change.moves
        if len(there) == len(change.moves) and all(starmap(Play.says, zip(there, change.moves, strict=True))):
            return True
        if there[0].forced:
            said = {"number": change.number, "said": telling.first(there[0])}
            why = text("Move {number} was made automatically: {said} Change the move that led to it.", **said)
            raise Illegal(AMEND_WHAT_STANDS, why)
        return False

    def _is_there(self, change: Change[M]) -> bool:
        """True if a change repeats what stands there word for word: another word may tell more beside other changes."""
        return not change.before and change.moves == tuple(play.move for play in self._written(change.number))

    def _written(self, number: int) -> Sequence[Play[S, M]]:
        """The plays of the events of that number that somebody decided on; if nobody did, all that it has."""
        there = [play for play in self.standing() if play.index == number and not play.followed]
        return [play for play in there if not play.forced] or there

    def in_the_way(self, illegal: Illegal, before: int | None = None) -> int | None:
        """The number of the newest open move that stands in the way of a refused one, `before` a number if given."""
        standing = takewhile(lambda play: play.index != before, self.standing())
        found = [play.index for play in standing if illegal.stands(play.move) and not play.forced]
        return found[-1] if found and found[-1] not in self.face_down() else None

    def turns(self) -> Sequence[Sequence[int]]:
        """The numbers of the moves that somebody decided on, turn by turn; no turn in which one lies face down."""
        turns: list[list[int]] = [[]]
        for play in self.standing():
            if self.game.turns.opens(cast("Play[S, M]", play.before).state, cast(M, play.move)) is not Opens.NOTHING:
                turns.append([])
            if not play.forced and play.index not in turns[-1]:
                turns[-1].append(play.index)
        face_down = self.face_down()
        return [turn for turn in turns if face_down.isdisjoint(turn)]

    def turn_of(self, number: int) -> Sequence[int]:
        """The moves of the turn with that one in it; none if it lies face down or does not stand."""
        return next((turn for turn in self.turns() if number in turn), ())

    def brought(self, what: str) -> int | None:
        """The number of the open move that brought what the board shows under this word of the game."""
        since = list(takewhile(lambda play: self.game.corrections.present(play.state, what), self._newest_first()))
        found = since[-1] if since else None
        return found.index if found and not found.forced and found.index not in self.face_down() else None

    def before_number(self, number: int, amend: Amend[M]) -> Play[S, M]:
        """The game just before the event `number`, with the changes of a correction so far; raises `Illegal`."""
        self._check_in_sight(amend)
        if not amend.changes and (there := self.number(number)) and there.before is not None:
            return there.before
        earlier = takewhile(lambda old: old.index != number, self.standing())
        if not self.face_down().isdisjoint(old.index for old in earlier):
            why = text("Cards are face down before move {number}: correct this after the reveal.", number=number)
            raise Illegal(AMEND_IN_SIGHT, why)
        return self._with_changes(amend, self.index + 1, number)[0].with_forced()

    def _judged_again(self, amend: Amend[M], index: int) -> Play[S, M]:
        """Raises `NoLongerHolds` with every later move that would be against the rules without those before it."""
        play, broken = self._with_changes(amend, index)
        self._check_nothing_betrayed(broken)
        if broken:
            raise NoLongerHolds(broken)
        return play.with_forced()

    def _with_changes(
        self, amend: Amend[M], index: int, until: int | None = None
    ) -> tuple[Play[S, M], Sequence[Broken]]:
        """The game with the changes, to just before the event `until`, and what does not hold in it."""
        standing = self.standing()
        play = cast("Play[S, M]", standing[0].before)
        broken: list[Broken] = []
        unforced: list[M] = []  # what followed once, since the last move that somebody made
        done: set[int] = set()  # what a correction put in at several places has one number: its place is the first
        for number, there in groupby(standing, lambda old: old.index):
            for move in amend.put_in(number) if number not in done else ():
                play = play._made(move, index, unforced)
            if number == until:
                break
            instead = amend.instead(number)
            for move in instead or () if number not in done else ():
                play = play._made(move, number, unforced)
            done.add(number)
            for old in there:
                if old.followed or (instead is not None and old.forced):
                    play = play._following_again(replace(old, followed=True), unforced)
                else:
                    play = play if instead is not None else play._again(old, broken, unforced)
                play = play._with_fallen(old.fallen)
        return play, broken

    def _check_nothing_betrayed(self, broken: Sequence[Broken]) -> None:
        if not self.face_down().isdisjoint(each.number for each in broken):
            why = text("Then a face-down card would be against the rules: correct this after the reveal.")
            raise Illegal(AMEND_IN_SIGHT, why)

    def _again(self, old: Play[S, M], broken: list[Broken], unforced: list[M]) -> Play[S, M]:
        """One more event of a corrected log; a forced move falls away where the rules forbid it now."""
        try:
            return self._made(cast(M, old.move), old.index, unforced)
        except Illegal as illegal:
            if old.forced:
                return replace(self, fallen=(*self.fallen, old))
            broken.append(Broken(old.index, old.sentences(), illegal))
            return self

    def _made(self, move: M, index: int, unforced: list[M]) -> Play[S, M]:
        """The play with a move of the log, after as many of the `unforced` ones as it needs; raises `Illegal`."""
        play, more = self, iter(unforced)
        while True:
            try:
                made = play._accepting(move, index)
            except Illegal:
                needed = next(more, None)
                if needed is None:
                    raise
                play = play._if_allowed(needed)
            else:
                unforced.clear()
                return made

    def _if_allowed(self, move: M) -> Play[S, M]:
        """The play with a move that followed of itself once; the same play where the rules forbid it now."""
        try:
            return self._ahead(move, self.index, followed=True)
        except Illegal:
            return self

    def _following_again(self, old: Play[S, M], unforced: list[M]) -> Play[S, M]:
        """The play with a move that followed of itself, if it still does; else that is one of the `unforced`."""
        play = self._following(old)
        if play is None:
            unforced.append(cast(M, old.move))
        return play or replace(self, fallen=(*self.fallen, old))

    def _with_fallen(self, fallen: Sequence[Play[S, M]]) -> Play[S, M]:
        """The play with those of these moves that follow of themselves again; the others stay fallen."""
        play = self
        for old in fallen:
            play = play._following(old) or replace(play, fallen=(*play.fallen, old))
        return play

    def _following(self, old: Play[S, M]) -> Play[S, M] | None:
        """The play with a move that had followed of itself, after the forced ones before it; None: it is not forced."""
        for play in self._with_each_forced():
            after = play._if_forced(cast(M, old.move), play.index if old.followed else old.index)
            if after is not None:
                return replace(after, followed=old.followed)
        return None

    def _if_forced(self, move: M, index: int) -> Play[S, M] | None:
        try:
            after = self._next(move, index)
        except Illegal:
            return None
        return after if after.forced else None

    def _next_forced(self, *, logged: bool = False) -> Play[S, M] | None:
        """The play with the one move that the rules leave no choice about, under the next number where it is `logged`;
        None: they leave one.
        """
        move = self.game.forced.move(self.state)
        if move is None:
            return None
        return self._with(move, self.index + 1) if logged else self._next(move, self.index, followed=True)

    def _with_each_forced(self, *, logged: bool = False) -> Iterator[Play[S, M]]:
        """This play, and the plays with one forced move more after another."""
        play: Play[S, M] | None = self
        while play is not None:
            yield play
            play = play._next_forced(logged=logged)

    def _accepting(self, move: M, index: int) -> Play[S, M]:
        """The play with a move, which may also say what had followed of itself just before; raises `Illegal`."""
        try:
            return self._ahead(move, index)
        except Illegal:
            said = self._among_followed(move, index)
            if said is None:
                raise
            return said

    def _ahead(self, move: M, index: int, *, followed: bool = False) -> Play[S, M]:
        """The play with a move, after the forced moves that must come before it; raises `Illegal`."""
        try:
            return self._next(move, index, followed=followed)
        except Illegal:
            after_forced = self._next_forced()
            if after_forced is None:
                raise
            return after_forced._ahead(move, index, followed=followed)

    def _among_followed(self, move: M, index: int) -> Play[S, M] | None:
        """The play with a move at the first place where the rules allow it before something that followed of itself
        last; that follows again if they still allow it. None: there is no such place.
        """
        followed = [*takewhile(lambda play: play.followed, self._newest_first())][::-1]
        for place, old in enumerate(followed):
            try:
                said = cast("Play[S, M]", old.before)._next(move, index)
            except Illegal:
                continue
            for later in followed[place:]:
                said = said._with_fallen((later, *later.fallen))
            return said
        return self._among_earlier(move, index) if self._is_corrected_last else None

    @property
    def _is_corrected_last(self) -> bool:
        """True if nobody has decided on anything since the last correction: who says what followed decides nothing."""
        play: Play[S, M] | None = self
        while play is not None and not isinstance(play.move, Amend) and (play.amended is not None or play.forced):
            play = play.before
        return play is not None and isinstance(play.move, Amend)

    def _among_earlier(self, move: M, index: int) -> Play[S, M] | None:
        """The play in which that move, which followed of itself somewhere, is said there; None: none did."""
        standing = self.standing()
        there = next((place for place, old in enumerate(standing) if old.followed and old.says(move)), None)
        if there is None:
            return None
        said = replace(cast("Play[S, M]", standing[there].before)._next(move, index), fallen=standing[there].fallen)
        for later in standing[there + 1 :]:
            again = said._next(cast(M, later.move), later.index, followed=later.followed)
            said = replace(again, fallen=later.fallen)
        return said

    def with_forced(self) -> Play[S, M]:
        *_before, last = self._with_each_forced()
        return last


AnyPlay: TypeAlias = Play[Any, Any]
"""A play of a game among others."""

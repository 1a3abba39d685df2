"""The history of a table, and the table as it was at any move of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from ledger import Row, Table
from referee.live import BESIDE_THE_GAME, LiveTable, exchange_of
from referee.memory import Referee
from scoring.core.game import Opens
from scoring.core.log import Amend, read_event
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import Text

A_PAGE = 500  # moves: more than most games have


@dataclass(frozen=True)
class Entry:
    """One line of the log: its row, the move that it tells of (of an undo: the one undone), and what became of that
    later.

    `instead` is the move as it stands now: another one since the row `corrected`, or the same, `judged_again` after
    what was corrected before it; None if it was struck, or `recounted`: a count has taken its place, and it did happen.
    `open`: it lies face up. `totals`: they may be told. `beside` is what was said that is no move.
    """

    row: Row
    play: AnyPlay
    retracted: bool
    undo: bool = False
    amend: bool = False
    instead: AnyPlay | None = None
    corrected: int = 0
    judged_again: bool = False
    recounted: bool = False
    open: bool = False
    opens: Opens = Opens.NOTHING
    totals: bool = False
    beside: Text | None = None

    @cached_property
    def said(self) -> tuple[Text, ...]:
        if self.beside is not None:
            return (self.beside,)
        return tuple(self.play.sentences(totals=self.totals))

    @cached_property
    def now(self) -> tuple[Text, ...]:
        """The sentences since the move, or something before it, was corrected; empty if nothing is otherwise."""
        return self._stands if self._stands != self.said else self._unsaid

    @cached_property
    def _stands(self) -> tuple[Text, ...]:
        """The sentences of the move as it stands now; of a deleted one none."""
        if not self.corrected and not self.judged_again:
            return self.said
        return tuple(self.instead.sentences()) if self.instead else ()

    @property
    def _unsaid(self) -> tuple[Text, ...]:
        """The correction of the move in words, if its sentences say nothing of that."""
        now = self.instead
        if not self.corrected or now is None or now.before is None or now.move == self.play.move:
            return ()
        told = now.game.corrections.tell(now.before.state, self.play.move, now.move)
        return (told,) if told else self.said

    @property
    def struck(self) -> bool:
        """True if what it says holds no more."""
        return self.retracted or (self._stands != self.said and not self.recounted)

    @property
    def decided(self) -> bool:
        """True if it stands, lies open and was somebody's decision, so that it can be corrected."""
        return self.open and self.instead is not None and not self.instead.forced


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of the log: a turn at the table, with what was undone in it."""

    entries: Sequence[Entry]

    @property
    def told(self) -> Sequence[Text]:
        """The turn in one sentence, where two moves make one and both stand as they were recorded; else nothing."""
        if len(self.entries) != 2 or any(entry.struck or entry.undo or entry.now for entry in self.entries):
            return ()
        first, last = self.entries
        return last.play.told() if last.play.told_from() is first.play else ()

    @property
    def in_short(self) -> list[Entry]:
        """The lines of the turn, but for moves that were undone and then recorded again as they were."""
        stands = [entry.said for entry in self.entries if not entry.retracted and not entry.undo]
        return [entry for entry in self.entries if not (entry.retracted and entry.said in stands)]

    @property
    def first(self) -> int:
        return self.entries[0].row.seq

    @property
    def last(self) -> int:
        return self.entries[-1].row.seq


@dataclass(frozen=True, slots=True)
class Round:
    """A round, counted from 1; 0 before the first round begins, and in a game without rounds."""

    number: int
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table as it was: what had just happened (None: nothing that counts), and how many minutes
    after the first move. `corrected` is the same moment as it stands now; None if no correction has changed it.
    """

    live: LiveTable
    entry: Entry | None
    minutes: int = 0
    corrected: LiveTable | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A log as it stands, by number: the moves as they are now, and the corrections with the numbers that they
    correct.

    Of what a correction inserted, its number has the first move. `recounts` are the corrections that are counts in the
    place of something. `face_down` are those that nothing has revealed yet.
    `totals`: they may be told.
    """

    plays: Mapping[int, AnyPlay]
    amended: Mapping[int, int]
    amendments: frozenset[int]
    recounts: frozenset[int]
    face_down: frozenset[int]
    totals: bool


def _standing(live: LiveTable) -> Standing:
    end = live.play
    amendments = [play for play in end.amendments() if play.amended is not play.before]
    amended = {
        change.number: play.index
        for play in amendments
        if isinstance(play.move, Amend)
        for change in play.move.changes
        if not change.before
    }
    plays = {play.index: play for play in reversed(end.standing())}
    seqs = frozenset(play.index for play in end.amendments())
    recounts = frozenset(play.index for play in amendments if play.recounts)
    return Standing(plays, amended, seqs, recounts, end.face_down(), totals=not live.scores_hidden)


def _entry(row: Row, before: AnyPlay, play: AnyPlay, standing: Standing) -> Entry | None:
    """The entry of a row between these two states; None if today's rules refuse it."""
    if row.event.get("type") == "undo":
        return Entry(row, before, retracted=False, undo=True)
    if play is before:
        return None
    instead, corrected = standing.plays.get(row.seq), standing.amended.get(row.seq, 0)
    amend = isinstance(play.move, Amend)
    retracted = not (instead or corrected or row.seq in standing.amendments)
    return Entry(
        row,
        play,
        retracted=retracted,
        amend=amend,
        instead=instead,
        corrected=corrected,
        judged_again=bool(standing.amendments) and not amend,
        recounted=instead is None and corrected in standing.recounts,
        totals=standing.totals,
        open=row.seq not in standing.face_down,
        opens=Opens.TURN if amend else _opens(before, play, retracted),
    )


def _exchanged(row: Row, play: AnyPlay, table: Table) -> Entry | None:
    """The entry of a row that says that players were exchanged; None for any other."""
    try:
        exchanged = exchange_of(row, table)
    except Malformed:
        return None
    return Entry(row, play, retracted=False, beside=exchanged.said(table.names), opens=Opens.TURN)


def _opens(before: AnyPlay, play: AnyPlay, retracted: bool) -> Opens:
    """The part that a move begins; an undone round begins only a line."""
    opens = play.game.turns.opens(before.state, play.move)
    return Opens.TURN if retracted and opens is Opens.ROUND else opens


def history(referee: Referee, table: Table) -> list[Entry]:
    """The whole log in order, in sentences; what was undone is marked."""
    return list(_told(referee, table, _standing(referee.live(table))))


def by_rounds(entries: Sequence[Entry]) -> list[Round]:
    """The log as it is read: rounds, and in each a line for every turn."""
    rounds: list[tuple[int, list[list[Entry]]]] = []
    for entry in entries:
        if entry.opens is Opens.ROUND or not rounds:
            number = rounds[-1][0] if rounds else 0
            rounds.append((number + (entry.opens is Opens.ROUND), []))
        turns = rounds[-1][1]
        if entry.opens is not Opens.NOTHING or not turns:
            turns.append([])
        turns[-1].append(entry)
    return [Round(number, [Turn(turn) for turn in turns]) for number, turns in rounds]


def in_pages(rounds: Sequence[Round], moves: int = A_PAGE) -> list[list[Round]]:
    """The same on pages of about so many moves and of whole turns, the newest page first. A round may continue on the
    next page, and so may a turn of more moves than that.
    """
    turns = [(round_.number, turn) for round_ in rounds for turn in round_.turns]
    newest = turns[-1][1].last if turns else 0

    def page(entry: Entry) -> int:
        return (newest - entry.row.seq) // moves

    parts = [(number, part) for number, turn in turns for part in _parts(turn, moves, page)]
    pages = groupby(parts, lambda numbered: page(numbered[1].entries[-1]))
    return [_rounds(own) for _, own in pages][::-1]


def _parts(turn: Turn, moves: int, page: Callable[[Entry], int]) -> list[Turn]:
    """A turn, whole if it is not longer than so many moves."""
    if len(turn.entries) <= moves:
        return [turn]
    return [Turn(list(own)) for _, own in groupby(turn.entries, page)]


def page_of(pages: Sequence[Sequence[Round]], move: int) -> int:
    """The index of the page with the move of this number; the oldest page if none has it."""
    begun = (page for page, rounds in enumerate(pages) if rounds[0].turns[0].first <= move)
    return next(begun, max(0, len(pages) - 1))


def _rounds(turns: Iterable[tuple[int, Turn]]) -> list[Round]:
    return [Round(number, [turn for _, turn in own]) for number, own in groupby(turns, itemgetter(0))]


def _told(referee: Referee, table: Table, standing: Standing) -> Iterator[Entry]:
    live = LiveTable.before_the_first_move(table)
    play = live.play
    for row in referee.ledger.moves.read(table.id):
        before, play = play, _after(live, play, row)
        entry = _exchanged(row, play, table) or _entry(row, before, play, standing)
        if entry:
            yield entry


def _after(live: LiveTable, play: AnyPlay, row: Row) -> AnyPlay:
    """The game with one more row, without what a table knows besides: that would cost four times as much."""
    if row.event.get("type") in BESIDE_THE_GAME:
        return play
    try:
        return play.after(read_event(live.game, row.event, live.setup), row.seq)
    except (Illegal, Malformed):
        return play


def moment_at(referee: Referee, table: Table, seq: int) -> PastTable | None:
    """The table as it was after the row `seq` of its log; None where there is no such row."""
    live = before = start = LiveTable.before_the_first_move(table)
    rows = [row for row in referee.ledger.moves.read(table.id) if row.seq <= seq]
    for row in rows:
        before, live = live, live.folded(row)
    if live.seq != seq:
        return None
    if not rows:
        return PastTable(live, None)
    now = referee.live(table)
    standing = _standing(now)
    entry = _exchanged(rows[-1], live.play, table) or _entry(rows[-1], before.play, live.play, standing)
    stands = _stood_after(now.play, seq, start.play) if _is_of_corrected(standing, entry) else None
    corrected = replace(live, play=stands) if stands and _is_otherwise(stands, live.play, entry) else None
    return PastTable(live, entry, int((rows[-1].at - rows[0].at).total_seconds() // 60), corrected)


def _is_of_corrected(standing: Standing, entry: Entry | None) -> bool:
    """True if a moment has a place in the game as it was corrected: what was undone has none, nor has its undoing."""
    return bool(standing.amendments) and not (entry and (entry.retracted or entry.undo))


def _is_otherwise(stands: AnyPlay, then: AnyPlay, entry: Entry | None) -> bool:
    """True if a correction has changed a moment: the table, or what is told of it."""
    return stands.state != then.state or (entry is not None and (entry.struck or bool(entry.now)))


def _stood_after(end: AnyPlay, number: int, start: AnyPlay) -> AnyPlay:
    """The game as it stands now after the event of that number; if it does not stand, after those before it."""
    until = [play for play in end.standing() if play.index <= number]
    own = [play for play in until if play.index == number]
    return (own or until or [start])[-1]

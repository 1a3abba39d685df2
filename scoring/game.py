"""What a game is: a value that says how to start, what is allowed, who acts, and what it is worth.

Everything here is pure. Texts are marked for translation and never translated: `web` and the command line do.
A sentence is whole, with named places for its facts; `{card!c}` asks for a capital at the beginning of the fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast

Seat = int

S = TypeVar("S")
M = TypeVar("M")
P = TypeVar("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence to translate: `message` with its `facts`; with `plural`, `count` chooses the form.

    A fact is a number, a string shown as it is (a name), a Text, or a tuple of facts (shown as a list).
    """

    message: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    plural: str | None = None
    count: int = 1

    def __hash__(self) -> int:
        return hash((self.message, self.plural, self.count))


def text(message: str, **facts: Any) -> Text:
    """Mark a sentence for translation, with the facts that fill it in."""
    return Text(message, facts)


def plural(one: str, many: str, count: int, **facts: Any) -> Text:
    """Mark a sentence with two forms for translation; the fact `count` is given to both."""
    return Text(one, {"count": count, **facts}, many, count)


def _(message: str) -> str:
    """Mark a constant for translation."""
    return message


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause of the printed rules, or a ruling of ours: `code` is "game/clause" and never changes."""

    code: str
    source: str
    text: str

    @property
    def clause(self) -> str:
        """The code without its game, as the public formats give it."""
        return self.code.partition("/")[2]


class Illegal(Exception):
    """The rules forbid this move: news for the table, never a bug."""

    def __init__(self, rule: Rule, why: Text) -> None:
        super().__init__(rule.code)
        self.rule = rule
        self.why = why


class Malformed(Exception):
    """The input is no move and no position: `why` says what could not be read."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@dataclass(frozen=True, slots=True)
class Problem:
    """Something impossible about a position (or, with `warning`, only surprising)."""

    rule: Rule
    why: Text
    seat: Seat | None = None
    where: str | None = None
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: `points` for `of`, and the sum that made them."""

    code: str
    of: str | None
    points: int
    text: Text
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """One player's sheet: `total` is the sum of the lines; rank 1 is best, ties share a rank."""

    name: str
    lines: tuple[Line, ...]
    rank: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole scored position; `notes` says what a reader should know (a shared majority)."""

    players: tuple[Score, ...]
    notes: tuple[Text, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, score in enumerate(self.players) if score.rank == 1)

    @property
    def from_last(self) -> tuple[tuple[Score, ...], ...]:
        """The players in the order in which a reveal shows them: last first; who share a rank together."""
        ranks = sorted({score.rank for score in self.players}, reverse=True)
        return tuple(tuple(score for score in self.players if score.rank == rank) for rank in ranks)


def ranked(
    names: Sequence[str],
    lines: Sequence[Sequence[Line]],
    tie_breaks: Sequence[tuple[int, ...]] | None = None,
    notes: tuple[Text, ...] = (),
) -> Sheet:
    """Build the sheet: highest total first, then `tie_breaks` (higher is better), then a shared rank."""
    breaks = tie_breaks or [()] * len(names)
    keys = [(sum(line.points for line in own), *tie) for own, tie in zip(lines, breaks, strict=True)]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    players = tuple(Score(name, tuple(own), rank) for name, own, rank in zip(names, lines, ranks, strict=True))
    return Sheet(players, notes)


@dataclass(frozen=True, slots=True)
class Formats(Generic[M, P]):
    """How a game reads and writes the public JSON formats. Readers raise `Malformed`, never anything else.

    `setup` reads the settings at the top of a log (players included, `game` and `events` taken off);
    `settings` writes them back. `move` reads one event, `event` writes it back. `position` reads what
    `flask score` takes, `holding` writes it back.
    """

    setup: Callable[[Mapping[str, Any]], Any]
    settings: Callable[[Any], dict[str, Any]]
    move: Callable[[Mapping[str, Any], Any], M]
    event: Callable[[M], dict[str, Any]]
    position: Callable[[Mapping[str, Any]], P]
    holding: Callable[[P], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice made when a table opens: `key` in the log's settings, `values` as JSON with their names.

    `within` names the object of the settings that holds it. With `shelved` the papers that the game has on the
    shelf may be chosen as well, and the value None begins a new one there; the table gets a copy of it.
    """

    key: str
    label: str
    values: tuple[tuple[Any, Text], ...]
    usual: Any
    within: str = ""
    shelved: bool = False


@dataclass(frozen=True, slots=True)
class Shelved:
    """What tables share, and what grows while they play: a paper of `kind` on the shelf.

    `read` makes a value from the body of a paper and raises `Malformed` or `Illegal`, `write` writes it back.
    `grown` is the value with what a state adds to it; the same value when there is nothing new. `change` is the
    value after one tap on its page (the fields of a form, not to be trusted), `view` what that page shows.
    """

    kind: str
    new: Any
    read: Callable[[Any], Any]
    write: Callable[[Any], dict[str, Any]]
    grown: Callable[[Any, Any], Any]
    title: str = ""
    change: Callable[[Any, Mapping[str, str]], Any] | None = None
    view: Callable[[Any], Any] = lambda value: value


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game for the figures, all by seat; `facts` as its game kept them, `seats` are those asked about."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    facts: Mapping[str, Any]
    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Column:
    """What the numbers of a column are; a `share` is a part of 1, shown in per cent; `places` are decimals."""

    name: Text
    places: int = 0
    share: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a figure: a number for each column, None where nothing is known.

    `sign` is its drawing in shapes.svg, `tint` its colour in app.css. `count` is how many games (or expeditions,
    contests: `Figure.counted`) its numbers rest on; None where that says nothing.
    """

    of: Text
    numbers: tuple[float | None, ...]
    sign: str = ""
    tint: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and the table of its numbers, as data: one template draws those of every game.

    `kind` says how the columns in `drawn` (all when empty) are drawn. "bars": a bar for each row, from zero both
    ways. "parts": the columns are the parts of a whole. "span": lowest, average and highest of each row. "line": the
    rows follow each other, with a line for each column. "none": the numbers are enough. `says` is what there is to
    see, in a sentence; `unit` what is measured; `counted` what `Bar.count` counts; `top` where the scale ends when
    that is known; `rest` how many rows more there would be.
    """

    key: str
    title: Text
    says: Text
    of: Text
    columns: tuple[Column, ...]
    rows: tuple[Bar, ...]
    kind: str = "bars"
    drawn: tuple[int, ...] = ()
    unit: Text | None = None
    counted: Text | None = None
    top: float | None = None
    rest: int = 0


@dataclass(frozen=True, slots=True)
class Practice:
    """A game under way to learn on: a legal `log` in the public format (names, settings, events), and what to try."""

    log: Mapping[str, Any]
    hints: tuple[Text, ...]


class Chance(Protocol):
    """Chance, as `random.Random` gives it: here it comes from outside."""

    def random(self) -> float: ...
    def randint(self, a: int, b: int) -> int: ...
    def choice(self, seq: Sequence[T]) -> T: ...
    def choices(self, population: Sequence[T], *, k: int) -> list[T]: ...
    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M, P]):
    """A game as a record of functions. S is one frozen state, M a union of frozen moves, P a position.

    `options` gives exactly the moves of `moves` that `apply` accepts from a seat. `entered` lists the moves
    that report what only the table knows (a throw, a card turned up, a final count): they are too many to
    list, `apply` alone judges them. `tell` gets the state *before* the move. `board` is what a phone shows of
    a state, given what its player is about to do (`asked`: the query of the page, not to be trusted).
    `examples` are positions in the public format, with what each shows, for the rules page.
    `count` is what the phone shows of a final count being entered: the seat, the draft (None at first), and the
    total its player had computed by hand (None when not given). A game that has something `shelved` gets its
    value (None at a table without) as one more argument of `board`; `count` gets `asked` and that value.

    What lies face down: `view` is the state as a device at these seats may see it; a `sealed` move (it has a
    seat) stays secret, and `tell` does not give it away, until a move that `opens` or the end of the game.
    `follows` is the move that the rules leave no choice about (None: people decide); it is written down by itself.

    `chance` is a move that a table might well report next, entered ones too: whole games by chance end some day.

    `facts` are the numbers worth keeping of a finished game (setup, play), as JSON: what the log does not tell is
    absent, never 0. `figures` is what the facts of many games say together. `bgg` is its number at BoardGameGeek.
    """

    key: str
    title: str
    seats: range
    rules: tuple[Rule, ...]
    moves: tuple[type, ...]
    entered: tuple[type, ...]
    start: Callable[[Any], S]
    apply: Callable[[S, M], S]
    to_act: Callable[[S], frozenset[Seat]]
    options: Callable[[S, Seat], Iterable[M]]
    position: Callable[[S], P]
    audit: Callable[[P], Sequence[Problem]]
    score: Callable[[P], Sheet]
    tell: Callable[[S, M], Sequence[Text]]
    formats: Formats[M, P]
    examples: tuple[tuple[Text, Mapping[str, Any]], ...] = ()
    settings: tuple[Setting, ...] = ()
    board: Callable[..., Any] = lambda state, asked: (state, asked)
    count: Callable[..., Any] | None = None
    shelved: Shelved | None = None
    view: Callable[[S, frozenset[Seat]], S] = lambda state, _seats: state
    sealed: Callable[[M], bool] = lambda _move: False
    opens: Callable[[M], bool] = lambda _move: False
    follows: Callable[[S], M | None] = lambda _state: None
    practice: Practice | None = None
    chance: Callable[[Chance, S], M] | None = None
    facts: Callable[[Any, Play[S, M]], Mapping[str, Any]] = lambda _setup, _play: {}
    figures: Callable[[Sequence[Finished]], Sequence[Figure]] = lambda _games: ()
    bgg: int | None = None


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


OWN_PHONE = Rule(
    "cairn/own-phone",
    _("Cairn"),
    _("What lies face down is reported by its own player, or by who keeps score for everyone."),
)


LOCKED = Rule(
    "cairn/locked",
    _("Cairn"),
    _("At a locked table nothing is written until the one who opened it unlocks it."),
)


LOG_FULL = Rule(
    "cairn/log-full",
    _("Cairn"),
    _("A log holds 5,000 events: no game comes near it."),
)


@dataclass(frozen=True, slots=True)
class Play(Generic[S, M]):
    """A game so far: its state, and the moves that stand, newest first through `before`.

    `index` is the number in the log, from 1, of the event that led here. A play never changes: what comes after it
    points back to it, so taking a move back costs one step, a correction too. After a correction `amended` is the
    same game as it stands now, judged from its beginning.
    """

    game: Game[S, M, Any]
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
    def followed(self) -> bool:
        """Whether the last move is one that the rules left no choice about."""
        return self.before is not None and self.move == self.game.follows(self.before.state)

    def latest(self) -> tuple[Play[S, M], ...]:
        """The play after the last move that somebody decided on, and those that followed of themselves."""
        plays = [self]
        while plays[0].followed and plays[0].before is not None:
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

    def told(self) -> Sequence[Text]:
        """The sentences of the last move."""
        if self.before is None or self.move is None:
            return ()
        if isinstance(self.move, Amend):
            return self._told_amendment(self.before, self.move)
        return self.game.tell(self.before.state, self.move)

    def _told_amendment(self, before: Play[S, M], amend: Amend[M]) -> Sequence[Text]:
        was, now = before.number(amend.number), self.number(amend.number)
        said = {"number": amend.number, "before": was.told()[0] if was else "", "after": now.told()[0] if now else ""}
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
        if wrong is None or wrong.followed:
            raise Illegal(AMEND_WHAT_STANDS, text("Move {number} cannot be corrected.", number=amend.number))
        standing = self.standing()
        play = cast("Play[S, M]", standing[0].before)
        for old in standing:
            play = play._judged_again(old, amend)
        return play._settled()

    def _judged_again(self, old: Play[S, M], amend: Amend[M]) -> Play[S, M]:
        """One more event of a log that is corrected. What followed of itself follows from what stands now."""
        if old.followed:
            follows = self.game.follows(self.state)
            return self if follows is None else self.after(follows, old.index)
        settled = self._settled()
        if old.index != amend.number:
            return settled._judged(old)
        return settled if amend.move is None else settled.after(amend.move, old.index)

    def _judged(self, old: Play[S, M]) -> Play[S, M]:
        try:
            return self.after(cast(M, old.move), old.index)
        except Illegal as illegal:
            facts = {"number": old.index, "said": old.told()[0], "why": illegal.why}
            why = text("Then move {number} would be against the rules. {said} {why}", **facts)
            raise Illegal(illegal.rule, why) from illegal

    def _settled(self) -> Play[S, M]:
        """The play with all that follows of itself."""
        play = self
        while (follows := self.game.follows(play.state)) is not None:
            play = play.after(follows, play.index)
        return play


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


def replay(game: Game[S, M, Any], setup: Any, moves: Iterable[M | Amend[M] | Undo]) -> Replay[S, M]:
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

"""A game as a value that says how it starts, what is allowed, who acts, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeGuard, TypeVar

from scoring.core.codec import Json
from scoring.core.figures import Figure, FigureGroup, Finding, Finished
from scoring.core.likeliest import Photographed
from scoring.core.rule import Rule
from scoring.core.sheet import Belongings, Compared, DraftCount, Problem, Seat, Sheet
from scoring.core.text import Text, text

U = TypeVar("U")  # the setup: who plays, and what was chosen when the table opened
S = TypeVar("S")  # one frozen state
M = TypeVar("M")  # a union of frozen moves
P = TypeVar("P")  # a position: what there is to score
B = TypeVar("B")  # the board: what a phone shows of a state
C = TypeVar("C", bound=DraftCount)  # what a phone shows of a final count being entered
V = TypeVar("V")  # the value of an item that tables share; None in a game without one
T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class ViewRequest(Generic[V]):
    """The circumstances of a view, beside the state."""

    selection: Mapping[str, str] = field(default_factory=dict)
    """What was tapped so far, under the game's own names: the query or the form of a page, not to be trusted."""
    seat: Seat | None = None
    """Whose move this phone has just reported, so that a scorekeeper for several stays with that player."""
    shared: V | None = None
    """The value of the item that the table shares; None at a table without one."""
    claimed: int | None = None
    """The total that the player of a count had worked out by hand."""
    refused: Text | None = None
    """Why a move was refused, if the page says so above the board: there it need not be said again."""
    hidden: bool = False
    """Whether no score may be shown."""
    seats: frozenset[Seat] = frozenset()
    """The seats of the device that asks: one of a player's own phone, several where one keeps score for others, none
    where somebody watches.
    """


@dataclass(frozen=True, slots=True)
class Formats(Generic[U, M, P]):
    """The public JSON formats of a game, read and written. Readers raise `Malformed`, never anything else.

    `setup` reads the settings at the top of a log (players included, `game` and `events` taken off);
    `settings` writes them back. `move` reads one event, `event` writes it back. `position` reads what
    `flask score` takes, `holding` writes it back.
    """

    setup: Callable[[Mapping[str, object]], U]
    settings: Callable[[U], dict[str, Json]]
    move: Callable[[Mapping[str, object], U], M]
    event: Callable[[M], dict[str, Json]]
    position: Callable[[Mapping[str, object]], P]
    holding: Callable[[P], dict[str, Json]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice made when a table opens: `key` in the log's settings, `values` as JSON with their names.

    `within` names the object of the settings that holds it. With `library`, items of the library may be chosen as well,
    and the value None begins a new one there; the table gets a copy of the item. `each` is the key of a list in the
    settings, with the values of players who have another than the table's, null for the others. `only` says of a value
    with which value of another setting alone it goes, by its key. `says` stands below the values: what their names
    leave out. `later` says which values it can still take in a state of the game, each with
    the move that sets it, None for the present one.
    """

    key: str
    label: str
    values: tuple[tuple[Json, Text], ...]
    usual: Json
    within: str = ""
    library: bool = False
    each: str = ""
    only: Mapping[Json, tuple[str, Json]] = field(default_factory=dict)
    says: Text | None = None
    later: Callable[[Any], Mapping[Json, Any]] = lambda _state: {}

    def chosen_in(self, settings: Mapping[str, object], absent: object) -> object:
        """The value that a log's settings have; `absent` where they do not say."""
        place = settings.get(self.within) if self.within else settings
        return place.get(self.key, absent) if isinstance(place, Mapping) else absent


def settings_of(chosen: Iterable[tuple[Setting, Json]]) -> dict[str, Json]:
    """The values chosen, as they stand at the top of a log."""
    settings: dict[str, Json] = {}
    inner: dict[str, dict[str, Json]] = {}
    for setting, value in chosen:
        place = inner.setdefault(setting.within, {}) if setting.within else settings
        place[setting.key] = value
    return {**settings, **inner}


@dataclass(frozen=True, slots=True)
class LibraryKind(Generic[V, S]):
    """A kind of item in the library, which tables share and which grows while they play.

    `read` makes a value from the body of an item and raises `Malformed` or `Illegal`; `write` writes it back. `known`
    says how much is in it already. `grown` is the value with what a state adds to it; the same value if nothing is new.
    `mended` is the value after one state has replaced another whose additions it changes or lacks. `change` is the
    value after what was tapped on its page (the fields of a form and the event in it, as texts, not to be trusted),
    with what of it was left out, because another phone has changed that meanwhile; `view` is what that page shows.
    """

    kind: str
    new: V
    read: Callable[[object], V]
    write: Callable[[V], dict[str, Json]]
    grown: Callable[[V, S], V]
    known: Callable[[V], Text]
    title: str = ""
    mended: Callable[[V, S, S], V] = lambda value, _before, _after: value
    change: Callable[[V, Mapping[str, Any]], tuple[V, Sequence[Text]]] | None = None
    view: Callable[[V], object] = lambda value: value


@dataclass(frozen=True, slots=True)
class Practice:
    """A game under way to learn on: a legal `log` in the public format (names, settings, events), and what to try."""

    log: Mapping[str, object]
    hints: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The examples and figures with which the page of rules teaches."""

    examples: tuple[tuple[Text, Mapping[str, object]], ...] = ()
    """Positions in the public format, each after what it shows: the page scores them."""
    rows: tuple[tuple[int | str, ...], ...] = ()
    """Rows of figures for the game's own `learn.html`."""
    practice: Practice | None = None
    """A game under way to try; None: the first page offers none."""


@dataclass(frozen=True, slots=True)
class CountNow(Generic[S, M]):
    """Counting a game that nobody recorded, every player on one page, before there is a table."""

    with_counts: Callable[[S, Sequence[M]], S]
    """A state with these counts in it, at most one of each seat, possible or not: its page shows and scores it."""
    first: tuple[M, ...] = ()
    """The moves in the log before the counts."""
    asked: tuple[str, ...] = ()
    """The keys of the settings that change a sum."""
    settings: Mapping[str, Json] = field(default_factory=dict)
    """Those that such a table has where they are not the usual ones."""
    goes_on: tuple[Text, Mapping[str, Json]] | None = None
    """The name of a game that is played on after this count, and the settings in which it differs from a count; None:
    a count ends it.
    """
    audit: Callable[[Any], Sequence[Problem]] | None = None
    """The game's `audit` without what those who have nothing yet can still settle; None: the game's own."""


@dataclass(frozen=True, slots=True)
class CountedTwice(Generic[S, M]):
    """A thing that two players count and only one can have."""

    given_up: Callable[[S, M], M | None]
    """Another player's count without what this one has too; None if nothing is counted twice."""
    said: Callable[[S, M], Text]
    """What a count gives up of the one before it, in words."""


@dataclass(frozen=True, slots=True)
class FinalCount(Generic[S, M, C, V]):
    """Entering the end of a game that nobody recorded, or not to its end: each player's count is a move."""

    move: type[M]
    """The type of that move, one of those `entered`; it has a `seat`."""
    view: Callable[[S, Seat, M | None, ViewRequest[V]], C]
    """What a phone shows of the count of a seat, from the draft of it (None at first)."""
    typed: Callable[[Seat, int], M] | None = None
    """The count of a player of whom only the total is known; None in a game that takes none."""
    out_of_bounds: Callable[[Any], Sequence[Problem]] = lambda _position: ()
    """The totals in a position, as somebody typed them, that the rules of the game cannot make."""
    now: CountNow[S, M] | None = None
    """Counting all players on one page; None: only at a table."""
    compared: Callable[[S, Any], Compared | None] = lambda _state, _count: None
    """A count beside what was followed or recorded of its seat in a state; None: nothing was."""
    breaks_off: Callable[[S], Text | None] = lambda _state: None
    """What a count would break off while the game is being followed; None: nothing."""
    twice: CountedTwice[S, M] | None = None
    """What a player can ask for that another has counted; None where nothing can be counted twice."""


@dataclass(frozen=True, slots=True)
class Again:
    """The next game of the same people: the seats of this game in their order in the next."""

    seats: tuple[Seat, ...]


class Chance(Protocol):
    """Chance, as `random.Random` gives it; it comes from outside, because `scoring` is pure."""

    def random(self) -> float: ...
    def randint(self, a: int, b: int) -> int: ...
    def choice(self, seq: Sequence[T]) -> T: ...
    def choices(self, population: Sequence[T], *, k: int) -> list[T]: ...
    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Played(Protocol[S_co]):
    """A finished game as its `facts` read it: its state, and the moves that led there, each with what was before."""

    @property
    def state(self) -> S_co: ...
    @property
    def move(self) -> object: ...
    @property
    def before(self) -> Played[S_co] | None: ...
    @property
    def index(self) -> int: ...
    def standing(self) -> Sequence[Played[S_co]]: ...


@dataclass(frozen=True, slots=True)
class Reviewing(Generic[U, S]):
    """The review of a finished game.

    `followed` is whether its log says enough: that of a game that was only counted does not. `findings` are what can be
    said of it (from setup and play), grouped by kind, as `Finding` says. `tables` show in numbers how it went. `mended`
    says where the end of what was followed is not what was followed.
    """

    followed: Callable[[Played[S]], bool]
    findings: Callable[[U, Played[S]], Sequence[Finding[S]]]
    tables: Callable[[U, Played[S]], Sequence[FigureGroup]] = lambda _setup, _play: ()
    mended: Callable[[U, Played[S]], Iterable[Text]] = lambda _setup, _play: ()


class Opens(Enum):
    """The part of a log that a move begins: a round, a turn, or none."""

    ROUND = "round"
    TURN = "turn"
    NOTHING = "nothing"


def round_of(number: int) -> Text:
    """The name of a round, if the game's booklet has no other word."""
    return text("Round {round}", round=number)


@dataclass(frozen=True, slots=True)
class Turns(Generic[S, M]):
    """The log, read by rounds and turns."""

    opens: Callable[[S, M], Opens] = lambda _state, _move: Opens.TURN
    """What a move begins, from the state before it."""
    tell: Callable[[S, M, M], Text | None] = lambda _state, _move, _next: None
    """Two moves that make a turn in one sentence, from the state before both; None: they make none."""
    round_name: Callable[[int], Text] = round_of
    """What a round is called, by its number from 1."""
    of_players: bool = True
    """Whether a turn is that of the player who moves first in it."""


@dataclass(frozen=True, slots=True)
class Corrections(Generic[S, M]):
    """The words of a correction, and the way to it from the board."""

    tell: Callable[[S, M, M], Text | None] = lambda _state, _was, _now: None
    """How a move in the place of another is unlike it, field by field in one sentence, from the state before it; None:
    both are told.
    """
    belongings: Callable[[S], Sequence[Belongings]] = lambda _state: ()
    """What lies before each player, to tell what a correction moved."""
    present: Callable[[S, str], bool] = lambda _state, _what: False
    """Whether something that the board shows lies there, or is filled in, in a state: by it the move is found that
    brought it. What it is called is the game's own word, and comes from a page: not to be trusted.
    """


@dataclass(frozen=True, slots=True)
class Secrets(Generic[S, M]):
    """The moves that lie face down, and those that reveal them; at the end of the game everything is revealed."""

    seen_by: Callable[[S, frozenset[Seat]], S] = lambda state, _seats: state
    """The state as a device at these seats may see it."""
    face_down: Callable[[M], bool] = lambda _move: False
    """Whether a move (it has a seat) stays secret; `tell` does not give it away."""
    reveals: Callable[[M], bool] = lambda _move: False
    """Whether a move turns up what lies face down."""


NO_SECRETS: Secrets[Any, Any] = Secrets()


@dataclass(frozen=True, slots=True)
class ForcedMoves(Generic[S, M]):
    """The moves that happen by themselves."""

    move: Callable[[S], M | None] = lambda _state: None
    """The move that the rules leave no choice about, written down by itself; None: people decide."""
    agreed: Callable[[S], M | None] = lambda _state: None
    """The move that happens by itself once every player is ready for it; None: nothing is to be agreed."""
    confirms: Callable[[S, M], bool] = lambda _state, _move: False
    """Whether a move only says what had already happened by itself."""
    canonical: Callable[[S, M], M] = lambda _state, move: move
    """A move without words that go without saying in a state."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked before moves are recorded, in sentences, and the words of the answer that records them so."""

    doubts: tuple[Text, ...]
    answer: Text


@dataclass(frozen=True, slots=True)
class Reporting(Generic[S, M]):
    """The conditions and questions before a move is recorded."""

    decides_for_all: Callable[[S, M], bool] = lambda _state, _move: False
    """Whether a move decides for other players too (a reveal, the end of a round): it is recorded only while nothing
    else has happened since the phone that reports it was drawn.
    """
    asks: Callable[[S, Sequence[M], Collection[Seat]], Asked | None] = lambda _state, _moves, _elsewhere: None
    """What a table is asked once before the moves of a report: what they leave open or end, or decide for players
    `elsewhere`, for whom the device does not answer. None: nothing.
    """
    unpublished: tuple[str, ...] = ()
    """The types of events that a public log leaves out: how a table plays, and nothing that is scored."""


@dataclass(frozen=True, slots=True)
class Statistics(Generic[U, S]):
    """The facts kept of a finished game, and the figures of many."""

    facts: Callable[[U, Played[S]], Mapping[str, object]] = lambda _setup, _play: {}
    """The numbers worth keeping of a finished game, as JSON: what the log does not tell is absent, never 0; `players`
    in it has an object for each seat.
    """
    figures: Callable[[Sequence[Finished]], Sequence[Figure]] = lambda _games: ()
    """What the facts of many games say together."""
    bgg: int | None = None
    """The game's number at BoardGameGeek, for BG Stats."""


@dataclass(frozen=True, slots=True)
class Game(Generic[U, S, M, P, B, C, V]):
    """A game as a record of functions: U is its setup, S one frozen state, M a union of frozen moves, P a position.

    Every game brings the fields without a default. What follows them is optional: a game leaves out what it has not.
    """

    key: str
    title: str
    seats: range
    """How many can play."""
    rules: tuple[Rule, ...]
    moves: tuple[type[M], ...]
    """The types of all moves."""
    entered: tuple[type[M], ...]
    """Those that report what only the table knows (a throw, a card turned up, points, a final count): they are too many
    to list, `apply` alone judges them.
    """
    start: Callable[[U], S]
    apply: Callable[[S, M], S]
    """The state after a move; raises `Illegal`."""
    to_act: Callable[[S], frozenset[Seat]]
    """Who may act; nobody once the game is over."""
    options: Callable[[S, Seat], Iterable[M]]
    """Exactly the moves that `apply` accepts from a seat, those that are entered left out."""
    position: Callable[[S], P]
    """What there is to score in a state."""
    audit: Callable[[P], Sequence[Problem]]
    """What cannot be in a position, all of it."""
    score: Callable[[P], Sheet]
    tell: Callable[[S, M], Sequence[Text]]
    """The sentences of a move, from the state before it. They name no total: a table may hide them."""
    formats: Formats[U, M, P]
    board: Callable[[S, ViewRequest[V]], B]
    """What a phone shows of a state (B)."""
    chance: Callable[[Chance, S], M]
    """A move that a table might well report next; raises `IndexError` once the game is over. In some whole games by
    chance every type of move comes up (a count only if the game has no other end), and all of them end.
    """
    selection: Callable[[M], Mapping[str, str]] = lambda _move: {}
    """A move as the controls of `board` have it, names and values that it finds in the `selection` of its
    `ViewRequest`: the page shows a refused move again, and a recorded one that is corrected.
    """
    settings: tuple[Setting, ...] = ()
    """What is chosen when a table opens."""
    again: Callable[[Played[S]], Again] | None = None
    """Who begins when the same people play again after this game; None: the rules name nobody."""
    begins: Callable[[Seat], M] | None = None
    """The move that says who begins, for a table that draws lots; None: whoever begins says so by the first move."""
    lesson: Lesson = Lesson()
    count: FinalCount[S, M, C, V] | None = None
    """None: the end of a game cannot be entered."""
    turns: Turns[S, M] = Turns()
    corrections: Corrections[S, M] = Corrections()
    reporting: Reporting[S, M] = Reporting()
    secrets: Secrets[S, M] = NO_SECRETS
    forced: ForcedMoves[S, M] = ForcedMoves()
    library: LibraryKind[V, S] | None = None
    """What tables share; None: nothing."""
    statistics: Statistics[U, S] = Statistics()
    review: Reviewing[U, S] | None = None
    """Where a finished game was decided; None: its result has no such page."""
    photographed: Photographed | None = None
    """A sheet off a photo of one; None: photos are not read."""

    @property
    def keeps_secrets(self) -> bool:
        """True if any of its moves lies face down."""
        return self.secrets is not NO_SECRETS

    def is_count(self, move: object) -> TypeGuard[Any]:
        """True if a move counts what a player has at the end."""
        return self.count is not None and isinstance(move, self.count.move)


GameOf: TypeAlias = Game[U, S, M, Any, Any, Any, Any]
"""A game of this setup, these states and moves, whatever it scores and shows."""

AnyGame: TypeAlias = GameOf[Any, Any, Any]
"""A game among others, as GAMES holds them: its own functions alone know what they hand to each other."""

AnyLibraryKind: TypeAlias = LibraryKind[Any, Any]
"""What the tables of a game among others share."""

"""A game as a value that says how it starts, what is allowed, who acts, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeGuard, TypeVar

from scoring.core.belongings import Belongings
from scoring.core.counting import Compared
from scoring.core.figures import Figure, Finished
from scoring.core.findings import Finding, Tables
from scoring.core.likeliest import Photographed
from scoring.core.reading import Json
from scoring.core.rule import Rule
from scoring.core.sheet import Problem, Seat, Sheet
from scoring.core.text import Text, text

U = TypeVar("U")  # the setup: who plays, and what was chosen when the table opened
S = TypeVar("S")  # one frozen state
M = TypeVar("M")  # a union of frozen moves
P = TypeVar("P")  # a position: what there is to score
B = TypeVar("B")  # the board: what a phone shows of a state
C = TypeVar("C", bound="CountView")  # what a phone shows of a final count being entered
V = TypeVar("V")  # the value of an item that tables share; None in a game without one
T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class ViewRequest(Generic[V]):
    """What a view is asked for, beside the state.

    `selection` is what was tapped so far, under the game's own names: the query or the form of a page, not to be
    trusted. `seat` is whose move this phone has just reported, so that a scorekeeper for several stays with that
    player. `shared` is the value of the item that the table shares, None at a table without one. `claimed` is the
    total that the player of a count had worked out by hand. `refused` is why a move was, if the page says so above the
    board: there it need not be said again. `hidden`: no score may be told.
    """

    selection: Mapping[str, str] = field(default_factory=dict)
    seat: Seat | None = None
    shared: V | None = None
    claimed: int | None = None
    refused: Text | None = None
    hidden: bool = False


class CountView(Protocol):
    """What a phone shows of a final count being entered, the `move`. `open`: it can be recorded, not only added up.

    `claim` says what is wrong with the total that was claimed; None if none was. `doubts` are what is asked once before
    the count is recorded: what was known already and is not so in it.
    """

    @property
    def move(self) -> Any: ...
    @property
    def open(self) -> bool: ...
    @property
    def claim(self) -> Sequence[Text] | None: ...
    @property
    def doubts(self) -> Sequence[Text]: ...


@dataclass(frozen=True, slots=True)
class Formats(Generic[U, M, P]):
    """How a game reads and writes the public JSON formats. Readers raise `Malformed`, never anything else.

    `setup` reads the settings at the top of a log (players included, `game` and `events` taken off);
    `settings` writes them back. `move` reads one event, `event` writes it back. `position` reads what
    `flask score` takes, `holding` writes it back. `from_text` makes an event of the texts that were typed for it.
    """

    setup: Callable[[Mapping[str, object]], U]
    settings: Callable[[U], dict[str, Json]]
    move: Callable[[Mapping[str, object], U], M]
    event: Callable[[M], dict[str, Json]]
    position: Callable[[Mapping[str, object]], P]
    holding: Callable[[P], dict[str, Json]]
    from_text: Callable[[Mapping[str, object]], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice made when a table opens: `key` in the log's settings, `values` as JSON with their names.

    `within` names the object of the settings that holds it. With `library`, items of the library may be chosen as well,
    and the value None begins a new one there; the table gets a copy of the item. `says` stands below the values:
    what their names leave out. `later` says which values it can still take in a state of the game, each with the move
    that sets it, None for the present one.
    """

    key: str
    label: str
    values: tuple[tuple[Json, Text], ...]
    usual: Json
    within: str = ""
    library: bool = False
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
class CountNow(Generic[S, M]):
    """Counting a game that nobody recorded, every player on one page, before there is a table.

    `with_counts` is a state with these counts in it, one of each seat, possible or not: its page shows and scores it.
    `first` are the moves in the log before the counts. `asked` are the keys of the settings that change a sum;
    `settings` are those that such a table has where they are not the usual ones. `goes_on` is the name of a game that
    is played on after this count, and the settings in which it differs from a count; None: a count ends it.
    `audit` leaves out what those who have nothing yet can still settle; None: the game's own does.
    """

    with_counts: Callable[[S, Sequence[M]], S]
    first: tuple[M, ...] = ()
    asked: tuple[str, ...] = ()
    settings: Mapping[str, Json] = field(default_factory=dict)
    goes_on: tuple[Text, Mapping[str, Json]] | None = None
    audit: Callable[[Any], Sequence[Problem]] | None = None


@dataclass(frozen=True, slots=True)
class CountedTwice(Generic[S, M]):
    """What two players count and only one can have.

    `given_up` is another player's count without what this one has too; None if nothing is counted twice. `said` is, in
    words, what a count gives up of the one before it.
    """

    given_up: Callable[[S, M], M | None]
    said: Callable[[S, M], Text]


@dataclass(frozen=True, slots=True)
class Again(Generic[M]):
    """How the same people play again: the seats of this game in their order in the next, and the moves that it begins
    with.
    """

    seats: tuple[Seat, ...]
    moves: tuple[M, ...] = ()


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
    """How a finished game is reviewed.

    `followed` is whether its log says enough: that of a game that was only counted does not. `findings` are what can be
    said of it (from setup and play), grouped by kind, as `Finding` says. `tables` show in numbers how it went.
    """

    followed: Callable[[Played[S]], bool]
    findings: Callable[[U, Played[S]], Sequence[Finding[S]]]
    tables: Callable[[U, Played[S]], Sequence[Tables]] = lambda _setup, _play: ()


class Opens(Enum):
    """What a move begins in a log that is read by rounds and turns."""

    ROUND = "round"
    TURN = "turn"
    NOTHING = "nothing"


def round_of(number: int) -> Text:
    """The name of a round, if the game's booklet has no other word."""
    return text("Round {round}", round=number)


def never(_move: object) -> bool:
    """For a game in which nothing lies face down."""
    return False


@dataclass(frozen=True, slots=True)
class Game(Generic[U, S, M, P, B, C, V]):
    """A game as a record of functions: U is its setup, S one frozen state, M a union of frozen moves, P a position.

    `moves` lists the types of all moves. `entered` lists those among them that report what only the table knows (a
    throw, a card turned up, points, a final count): they are too many to list, `apply` alone judges them. `options`
    gives exactly the other moves that `apply` accepts from a seat; in a game of entered moves alone that is none.
    `tell` gets the state *before* the move, and names no total: a table may hide them; so does `opens`, what the move
    begins. `tell_turn` tells two moves that make a turn in one sentence, from the state before both; None: they make
    none. `tell_correction` tells, from the state before it, how a move in the place of another is unlike it, field by
    field in one sentence; None: both are told. `belongings` are what lies before each player in a state, to tell what a
    correction moved. `round_name` is what a round is called, by its number from 1. `board` is what a phone shows of a
    state (B).
    `selection` is what the page of a refused move shows again, chosen or typed: names and values that `board` finds in
    the `selection` of its `ViewRequest`.
    `there` is whether something that the board shows lies there, or is filled in, in a state: by it the move is found
    that brought it. What it is called is the game's own word, and comes from a page: not to be trusted.
    `examples` are positions in the public format, with what each shows, for the rules page; `lesson` are the rows of
    figures that it teaches with, for the game's `learn.html`.
    `count` is what the phone shows of a final count being entered (C): the seat, and the draft (None at first), a
    move of the type `counted`. Both are there or neither; `typed` is the count of a player of whom only the total is
    known, None in a game that takes none. With `count_now` all players of a game can be counted on one
    page before there is a table. Tables may share the value (V) of something `library`.

    What lies face down: `seen_by` is the state as a device at these seats may see it; a `face_down` move (it has a
    seat) stays secret, and `tell` does not give it away, until a move that `reveals` or the end of the game.
    `forced_move` is the move that the rules leave no choice about (None: people decide); it is written down by itself.
    So is the one that `agreed` gives (None: nothing is to be agreed), once every player is ready for it. `confirms` is
    whether a move only says what had already happened by itself; `meant` is a move without words that go without saying
    in a state.

    `decides_for_all` is whether a move of a state decides for other players too (a reveal, the end of a round): it is
    recorded only while nothing else has happened since the phone that reports it was drawn.

    `left_open` is what a move leaves open and a table is asked for once, before it is recorded; empty: nothing.

    `unpublished` are the types of events that a public log leaves out: how a table plays, and nothing that is scored.

    `compared` is a count beside what was followed or recorded of its seat in a state; None: nothing was.
    With `counted_twice` a player can ask for what another has counted.
    `breaks_off` says what a count would break off while the game is being followed; None: nothing.
    `again` says who begins when the same people play again after this game; None: the rules name nobody.

    `chance` is a move that a table might well report next: in some whole games by chance every type of move comes up,
    and all of them end.

    `review` says where a finished game was decided; None: its result has no such page.
    `facts` are the numbers worth keeping of a finished game (setup, play), as JSON: what the log does not tell is
    absent, never 0; `players` in it has an object for each seat. `figures` is what the facts of many games say
    together. `photographed` makes a sheet of a photo of one. `bgg` is its number at BoardGameGeek.
    """

    key: str
    title: str
    seats: range
    rules: tuple[Rule, ...]
    moves: tuple[type[M], ...]
    entered: tuple[type[M], ...]
    start: Callable[[U], S]
    apply: Callable[[S, M], S]
    to_act: Callable[[S], frozenset[Seat]]
    options: Callable[[S, Seat], Iterable[M]]
    position: Callable[[S], P]
    audit: Callable[[P], Sequence[Problem]]
    score: Callable[[P], Sheet]
    tell: Callable[[S, M], Sequence[Text]]
    formats: Formats[U, M, P]
    board: Callable[[S, ViewRequest[V]], B]
    chance: Callable[[Chance, S], M]
    tell_turn: Callable[[S, M, M], Text | None] = lambda _state, _move, _next: None
    tell_correction: Callable[[S, M, M], Text | None] = lambda _state, _was, _now: None
    belongings: Callable[[S], Sequence[Belongings]] = lambda _state: ()
    opens: Callable[[S, M], Opens] = lambda _state, _move: Opens.TURN
    round_name: Callable[[int], Text] = round_of
    selection: Callable[[M], Mapping[str, str]] = lambda _move: {}
    there: Callable[[S, str], bool] = lambda _state, _what: False
    count: Callable[[S, Seat, M | None, ViewRequest[V]], C] | None = None
    counted: type[M] | None = None
    typed: Callable[[Seat, int], M] | None = None
    count_now: CountNow[S, M] | None = None
    examples: tuple[tuple[Text, Mapping[str, object]], ...] = ()
    lesson: tuple[tuple[int | str, ...], ...] = ()
    settings: tuple[Setting, ...] = ()
    library: LibraryKind[V, S] | None = None
    seen_by: Callable[[S, frozenset[Seat]], S] = lambda state, _seats: state
    face_down: Callable[[M], bool] = never
    reveals: Callable[[M], bool] = lambda _move: False
    forced_move: Callable[[S], M | None] = lambda _state: None
    confirms: Callable[[S, M], bool] = lambda _state, _move: False
    meant: Callable[[S, M], M] = lambda _state, move: move
    agreed: Callable[[S], M | None] = lambda _state: None
    decides_for_all: Callable[[S, M], bool] = lambda _state, _move: False
    left_open: Callable[[M], Sequence[Text]] = lambda _move: ()
    unpublished: tuple[str, ...] = ()
    practice: Practice | None = None
    counted_twice: CountedTwice[S, M] | None = None
    compared: Callable[[S, Any], Compared | None] = lambda _state, _count: None
    breaks_off: Callable[[S], Text | None] = lambda _state: None
    again: Callable[[Played[S]], Again[M]] | None = None
    review: Reviewing[U, S] | None = None
    facts: Callable[[U, Played[S]], Mapping[str, object]] = lambda _setup, _play: {}
    figures: Callable[[Sequence[Finished]], Sequence[Figure]] = lambda _games: ()
    photographed: Photographed | None = None
    bgg: int | None = None

    @property
    def keeps_secrets(self) -> bool:
        """Whether any of its moves lies face down."""
        return self.face_down is not never

    def is_count(self, move: object) -> TypeGuard[Any]:
        """Whether a move counts what a player has at the end."""
        return self.counted is not None and isinstance(move, self.counted)


GameOf: TypeAlias = Game[U, S, M, Any, Any, Any, Any]
"""A game of this setup, these states and moves, whatever it scores and shows."""

AnyGame: TypeAlias = GameOf[Any, Any, Any]
"""A game among others, as GAMES holds them: its own functions alone know what they hand to each other."""

AnyLibraryKind: TypeAlias = LibraryKind[Any, Any]
"""What the tables of a game among others share."""

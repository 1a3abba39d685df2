"""What a game is: a value that says how to start, what is allowed, who acts, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from scoring.core.figures import Figure, Finished
from scoring.core.rule import Rule
from scoring.core.sheet import Problem, Seat, Sheet
from scoring.core.text import Text

if TYPE_CHECKING:
    from scoring.core.play import Play

S = TypeVar("S")


M = TypeVar("M")


P = TypeVar("P")


T = TypeVar("T")


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

    What lies face down: `seen_by` is the state as a device at these seats may see it; a `face_down` move (it has a
    seat) stays secret, and `tell` does not give it away, until a move that `reveals` or the end of the game.
    `forced_move` is the move that the rules leave no choice about (None: people decide); it is written down by itself.

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
    seen_by: Callable[[S, frozenset[Seat]], S] = lambda state, _seats: state
    face_down: Callable[[M], bool] = lambda _move: False
    reveals: Callable[[M], bool] = lambda _move: False
    forced_move: Callable[[S], M | None] = lambda _state: None
    practice: Practice | None = None
    chance: Callable[[Chance, S], M] | None = None
    facts: Callable[[Any, Play[S, M]], Mapping[str, Any]] = lambda _setup, _play: {}
    figures: Callable[[Sequence[Finished]], Sequence[Figure]] = lambda _games: ()
    bgg: int | None = None

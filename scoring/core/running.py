"""A log folded from its beginning: where it led, which of its events the rules forbid, and the running score."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, cast

from scoring.core.figures import Bar, Column, Figure
from scoring.core.game import GameOf, M, Opens, S, U
from scoring.core.log import Amend, Undo
from scoring.core.play import Play
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, leaders
from scoring.core.text import Text, text


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event of a log that the rules forbid: its place, and the reason."""

    index: int
    illegal: Illegal


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, M]):
    """The result of a log: the play reached, how many events were accepted, and those that were refused."""

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


# The running score

MOST_LEADS = 6  # that are told one by one


@dataclass(frozen=True, slots=True)
class Moment:
    """The totals by seat after the moves that stand, counted from 1; 0 is the beginning. `number` is the last one's in
    the log, by which people find it.
    """

    move: int
    totals: tuple[int, ...]
    number: int = field(compare=False)


def moments(play: Play[S, M], open_to: int | None = None) -> list[Moment]:
    """The totals from the beginning to this play, at each change of what is scored.

    `open_to` is the last number in the log that everybody may know of.
    """
    standing = play.standing()
    if open_to is not None:
        standing = [after for after in standing if after.index <= open_to]
    if not standing:
        return []
    return list(_scored(standing))


def _scored(standing: list[Play[S, M]]) -> Iterator[Moment]:
    game, before = standing[0].game, standing[0].before
    plays = [*([before] if before else []), *standing]
    first, scored = len(standing) + 1 - len(plays), None
    for move, play in enumerate(plays, first):
        there = game.position(play.state)
        if there != scored:
            scored = there
            yield Moment(move, game.score(there).totals, play.index if move else 0)


def figure(names: tuple[str, ...], moments: list[Moment]) -> Figure:
    """The running score: a line for each player, by the numbers of the moves in the log."""
    return Figure(
        key="running",
        title=text("Score over time"),
        says=text("Points after each move, by player."),
        of=text("Move"),
        columns=tuple(Column(text("{name}", name=name)) for name in names),
        rows=tuple(Bar(text("{number}", number=moment.number), moment.totals) for moment in moments),
        kind="line",
        unit=text("points"),
    )


@dataclass(frozen=True, slots=True)
class Lead:
    """The player who had most points after each of the rounds from `first` to `last`."""

    seats: tuple[Seat, ...]
    first: int
    last: int


def leads(play: Play[S, M]) -> tuple[Opens, list[Lead]]:
    """The leads of a game, by rounds; by turns in a game that has none."""
    kind, ended = _ended(play)
    led: list[Lead] = []
    for number, state in enumerate(ended, 1):
        seats = leaders(play.game.score(play.game.position(state)).totals)
        first = led.pop().first if led and led[-1].seats == seats else number
        led.append(Lead(seats, first, number))
    return kind, led


def _ended(play: Play[S, M]) -> tuple[Opens, list[S]]:
    """The states in which the rounds, or the turns, ended."""
    kind, moves = begun(play)
    if not moves:
        return kind, []
    standing = play.standing()
    return kind, [*(standing[move - 2].state for move in moves[1:]), play.state]


def begun(play: Play[S, M]) -> tuple[Opens, list[int]]:
    """The moves that began its rounds, counted from 1 among those that stand; its turns in a game that has no two
    rounds. A final count is no turn.
    """
    opened = [_opened(after) for after in play.standing()]
    for kind in (Opens.ROUND, Opens.TURN):
        moves = [move for move, what in enumerate(opened, 1) if what is kind]
        if len(moves) > 1:
            return kind, moves
    return Opens.NOTHING, []


def since(went: Sequence[Moment], opening: Iterable[int]) -> list[Moment]:
    """The moments at which these moves began something: the last one up to each."""
    return [[moment for moment in went if moment.move <= move][-1] for move in opening]


def _opened(after: Play[S, M]) -> Opens:
    game, before, move = after.game, after.before, after.move
    if before is None or move is None or game.is_count(move):
        return Opens.NOTHING
    return game.turns.opens(before.state, cast(M, move))


def told_leads(names: tuple[str, ...], kind: Opens, leads: list[Lead]) -> Text | None:
    """The leads in a sentence; None where there is nothing to tell."""
    if not leads:
        return None
    if len(leads) > MOST_LEADS:
        last = leads[-1]
        facts = {"many": len(leads) - 1, "names": _names(names, last), "first": last.first, "last": last.last}
        if last.first == last.last:
            return text("The lead changed {many} times, the last time at the very end: {names}.", **facts)
        if kind is Opens.ROUND:
            return text("The lead changed {many} times; {names} from round {first} of {last} to the end.", **facts)
        return text("The lead changed {many} times; {names} from turn {first} of {last} to the end.", **facts)
    told = tuple(_told_lead(names, lead) for lead in leads)
    if kind is Opens.ROUND:
        return text("In the lead, round by round: {leads}.", leads=told)
    return text("In the lead, turn by turn: {leads}.", leads=told)


def _told_lead(names: tuple[str, ...], lead: Lead) -> Text:
    rounds = str(lead.first) if lead.first == lead.last else f"{lead.first}–{lead.last}"
    return text("{names} ({rounds})", rounds=rounds, names=_names(names, lead))


def _names(names: tuple[str, ...], lead: Lead) -> Text:
    if len(lead.seats) == len(names):
        return text("all level")
    return text("{names}", names=tuple(names[seat] for seat in lead.seats))

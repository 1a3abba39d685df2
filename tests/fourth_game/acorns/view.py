"""The board of Acorns, its count, and the sentences that tell its moves."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import Amount, Belongings, DraftCount, Seat, Sheet, draft_of
from scoring.core.text import Text, plural, text
from tests.fourth_game.acorns.moves import Count, Move, Take
from tests.fourth_game.acorns.rules import MOST, State, position, refusal, to_act, with_counts
from tests.fourth_game.acorns.score import audit, score


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it says, what it reports, and why not."""

    move: Take
    label: Text
    illegal: Illegal | None


@dataclass(frozen=True, slots=True)
class Board:
    """The board, the same for everybody; `choices` are those of whoever takes next, none at the end and while it is
    counted.
    """

    heap: int
    to_act: tuple[Seat, ...]
    choices: tuple[Choice, ...]
    counted: frozenset[Seat]
    sheet: Sheet


def board(state: State, _asked: ViewRequest[None]) -> Board:
    acting = to_act(state)
    takes = [Take(state.turn, acorns) for acorns in range(1, MOST + 1)] if acting and not state.counted else []
    choices = tuple(Choice(take, _taken(take.acorns), refusal(state, take)) for take in takes)
    return Board(state.heap, tuple(sorted(acting)), choices, state.counted, score(position(state)))


def counting(state: State, seat: Seat, draft: Move | None, asked: ViewRequest[None]) -> DraftCount:
    """`draft` is what the player has typed so far, else what was followed; beside it stands what others counted."""
    followed = state.held[seat]
    count = draft if isinstance(draft, Count) and draft.seat == seat else Count(seat, followed.acorns, followed.last)
    counted = position(with_counts(state, [count]))
    still_to_count = bool(to_act(state)) and seat not in state.counted
    return draft_of(count, score(counted).players[seat], audit(counted), asked.claimed, open=still_to_count)


def tell(state: State, move: Move) -> Sequence[Text]:
    name = state.setup.players[move.seat]
    if isinstance(move, Count):
        return (text("{name} counts {acorns}.", name=name, acorns=_taken(move.acorns)),)
    return (text("{name} takes {acorns}.", name=name, acorns=_taken(move.acorns)),)


def tell_correction(state: State, was: Move, now: Move) -> Text | None:
    """One take in the place of another of the same player."""
    if not isinstance(was, Take) or not isinstance(now, Take) or was.seat != now.seat:
        return None
    name = state.setup.players[now.seat]
    return text("{name} takes {acorns} instead of {before}.", name=name, acorns=_taken(now.acorns), before=was.acorns)


def belongings(state: State) -> Sequence[Belongings]:
    return tuple(
        Belongings(
            name,
            {"acorns": Amount(holding.acorns, _taken(holding.acorns))},
            {"last": text("the last acorn")} if holding.last else {},
        )
        for name, holding in zip(state.setup.players, state.held, strict=True)
    )


def _taken(acorns: int) -> Text:
    return plural("{count} acorn", "{count} acorns", acorns)

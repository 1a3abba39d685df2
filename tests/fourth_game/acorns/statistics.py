"""What is kept of a finished game of Acorns, and what many of them say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from scoring.core.figures import Bar, Column, Figure, Finished
from scoring.core.game import Played
from scoring.core.statistics import by_player, left_out, mean, share
from scoring.core.text import text
from tests.fourth_game.acorns.moves import Take
from tests.fourth_game.acorns.rules import State
from tests.fourth_game.acorns.score import Setup


def facts(_setup: Setup, play: Played[State]) -> Mapping[str, object]:
    """Who has the last acorn, and what each player took, take by take: of a game that was counted nobody knows."""
    takes = [entry.move for entry in play.standing() if isinstance(entry.move, Take)]
    known = not play.state.counted
    seats = range(len(play.state.held))
    own = [{"takes": [take.acorns for take in takes if take.seat == seat]} if known else {} for seat in seats]
    last = [{"last": holding.last} for holding in play.state.held]
    return {"players": [one | other for one, other in zip(own, last, strict=True)]}


def figures(games: Sequence[Finished]) -> tuple[Figure, ...]:
    return (_taken(games), _last(games))


def _taken(games: Sequence[Finished]) -> Figure:
    rows = []
    for name, played in by_player(games):
        takes = [acorns for game, seat in played for acorns in _own(game, seat).get("takes", [])]
        rows.append(Bar(name, (mean(takes), max(takes, default=None)), count=len(played)))
    return Figure(
        key="takes",
        title=text("Acorns at a time"),
        says=text("How many acorns each player takes at a time."),
        of=text("Player"),
        columns=(Column(text("average"), 1), Column(text("most"))),
        rows=tuple(rows),
        drawn=(0,),
        counted=text("games"),
        rest=left_out(games),
    )


def _last(games: Sequence[Finished]) -> Figure:
    rows = []
    for name, played in by_player(games):
        had = sum(_own(game, seat)["last"] for game, seat in played)
        rows.append(Bar(name, (share(had, len(played)),), count=len(played)))
    return Figure(
        key="last",
        title=text("The last acorn"),
        says=text("How often each player has it."),
        of=text("Player"),
        columns=(Column(text("had it"), share=True),),
        rows=tuple(rows),
        counted=text("games"),
        rest=left_out(games),
    )


def _own(game: Finished, seat: int) -> Mapping[str, Any]:
    """What `facts` kept of one player, as it comes back."""
    own: Mapping[str, Any] = cast(Any, game.facts["players"])[seat]
    return own

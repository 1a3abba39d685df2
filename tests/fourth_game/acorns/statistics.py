"""The facts that are kept of a finished game of Acorns, and the figures of many."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from scoring.core.figures import Column, Figure, Finished
from scoring.core.game import Played
from scoring.core.statistics import mean, per_player, share
from scoring.core.text import text
from tests.fourth_game.acorns.moves import Take
from tests.fourth_game.acorns.rules import State
from tests.fourth_game.acorns.score import Setup


def facts(_setup: Setup, play: Played[State]) -> Mapping[str, object]:
    """The player with the last acorn, and what each took, take by take: of a game that was counted nobody knows."""
    takes = [entry.move for entry in play.standing() if isinstance(entry.move, Take)]
    known = not play.state.counted
    seats = range(len(play.state.held))
    own = [{"takes": [take.acorns for take in takes if take.seat == seat]} if known else {} for seat in seats]
    last = [{"last": holding.last} for holding in play.state.held]
    return {"players": [one | other for one, other in zip(own, last, strict=True)]}


def figures(games: Sequence[Finished]) -> tuple[Figure, ...]:
    return (
        per_player(
            games,
            "takes",
            text("Acorns at a time"),
            text("How many acorns each player takes at a time."),
            (Column(text("average"), 1), Column(text("most"))),
            _taken,
            drawn=(0,),
        ),
        per_player(
            games,
            "last",
            text("The last acorn"),
            text("How often each player has it."),
            (Column(text("had it"), share=True),),
            lambda played: (share(sum(_own(game, seat)["last"] for game, seat in played), len(played)),),
        ),
    )


def _taken(played: Sequence[tuple[Finished, int]]) -> tuple[float | None, ...]:
    takes = [acorns for game, seat in played for acorns in _own(game, seat).get("takes", [])]
    return mean(takes), max(takes, default=None)


def _own(game: Finished, seat: int) -> Mapping[str, Any]:
    """The facts of one player, as they come back."""
    own: Mapping[str, Any] = cast(Any, game.facts["players"])[seat]
    return own

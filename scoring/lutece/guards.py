"""Guards against moves of any kind: the wrong phase, a tile not in play, an apprentice that waits."""

from __future__ import annotations

from scoring.core.rule import Illegal, Rule
from scoring.core.text import plural, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.moves import Action
from scoring.lutece.state import State, hand_for

PHASE_NAMES = {
    "offers": text("the offers"),
    "options": text("the options"),
    "bribes": text("the bribes"),
    "purchases": text("the purchases"),
}


def nobody_waits(state: State) -> None:
    for seat, card in state.unattached:
        raise Illegal(
            clauses.AT_ONCE,
            text(
                "{name} must attach {apprentice} to a character first.", name=state.names[seat], apprentice=card.title
            ),
        )


def in_phase(state: State, phase: str, rule: Rule) -> None:
    if state.phase != phase:
        now, then = PHASE_NAMES[state.phase], PHASE_NAMES[phase]
        raise Illegal(rule, text("Not now: this is {now}; that move belongs to {then}.", now=now, then=then))


def in_play(state: State, tile: Action) -> None:
    if tile not in hand_for(len(state.names)):
        raise Illegal(
            clauses.TILES_IN_PLAY,
            plural(
                "Tile {tile} is not in play with {count} player.",
                "Tile {tile} is not in play with {count} players.",
                len(state.names),
                tile=tile,
            ),
        )

"""The effect of each expedition on a finished game, and of each wager."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.figures import Finding, Kind, effect, finding, more
from scoring.core.text import plural, text
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition
from scoring.lost_cities.review.game import Changed, Reading, cards_of, of_expedition
from scoring.lost_cities.rules import SEATS, State
from scoring.lost_cities.score import points

EXPEDITIONS = Kind(text("Expeditions"))
WAGERS = Kind(text("Wagers"))


def expeditions(game: Reading) -> Iterator[Finding[State]]:
    """The game without each expedition that made points or lost some."""
    for round, seat, colour, expedition in game.expeditions():
        worth = points(game.setup, expedition)
        if not worth:
            continue
        first = round.begun(seat, colour)
        says = text("In round {round} {name} {effect} with the {colour} expedition.")
        if worth < 0 and first:
            left = cards_of(first.before.deck)
            says = text(
                "In round {round} {name} began {colour} with {left} left in the draw pile, and {effect} with it.",
                left=left,
            )
        yield of_expedition(
            game,
            "expedition",
            EXPEDITIONS,
            says,
            game.with_expeditions(Changed(round.number, seat, colour, NO_EXPEDITION)),
            (round, seat, colour),
            move=first.index if first else None,
            plain=worth > 0,
            effect=effect(seat, worth),
        )


def wagers(game: Reading) -> Iterator[Finding[State]]:
    """The game without the wagers of each expedition that has numbers too."""
    for round, seat, colour, expedition in game.expeditions():
        alone = Expedition(0, expedition.numbers)
        gained = points(game.setup, expedition) - points(game.setup, alone)
        if not expedition.wagers or not expedition.numbers or not gained:
            continue
        first = round.begun(seat, colour)
        yield of_expedition(
            game,
            "wagers",
            WAGERS,
            plural(
                "In round {round} {name} {effect} with a {colour} wager.",
                "In round {round} {name} {effect} with {count} {colour} wagers.",
                expedition.wagers,
            ),
            game.with_expeditions(Changed(round.number, seat, colour, alone)),
            (round, seat, colour),
            move=first.index if first else None,
            effect=effect(seat, gained),
        )


def losses(game: Reading) -> Iterator[Finding[State]]:
    """The game without all expeditions of a player that lost points."""
    for seat in SEATS:
        lost = [
            Changed(round.number, seat, colour, NO_EXPEDITION)
            for round, of, colour, expedition in game.expeditions()
            if of == seat and points(game.setup, expedition) < 0
        ]
        if len(lost) < 2:
            continue
        instead = game.with_expeditions(*lost)
        yield finding(
            f"losses-{seat}",
            EXPEDITIONS,
            text("The {expeditions} expeditions on which {name} lost points cost {points} together."),
            instead,
            about=f"losses-{seat}",
            plain=game.turns(instead) == any(game.turns(game.with_expeditions(change)) for change in lost),
            expeditions=len(lost),
            name=game.name(seat),
            points=more(seat, game.more(seat, instead)),
        )

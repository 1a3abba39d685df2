"""What each expedition did to a finished game, and each wager."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.findings import Finding, Kind
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition
from scoring.lost_cities.review.reading import Changed, Reading, RoundPlayed, about, cards_of, fewer, more, points_of
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
        act = round.begun(seat, colour)
        yield Finding(
            key=f"expedition-{about(round, seat, colour)}",
            kind=EXPEDITIONS,
            says=_said_worth(game, round, seat, colour, worth),
            instead=game.with_expeditions(Changed(round.number, seat, colour, NO_EXPEDITION)),
            claims={"points": fewer(seat) if worth > 0 else more(seat)},
            move=act.index if act else None,
            about=about(round, seat, colour),
            plain=worth > 0,
        )


def _said_worth(game: Reading, round: RoundPlayed, seat: int, colour: str, worth: int) -> Text:
    facts = {
        "name": game.name(seat),
        "colour": colour_name(colour),
        "round": round.number,
        "points": points_of(abs(worth)),
    }
    if worth > 0:
        return text("{name}’s {colour} expedition in round {round} made {points}.", **facts)
    act = round.begun(seat, colour)
    if act is None:
        return text("{name}’s {colour} expedition in round {round} cost {points}.", **facts)
    return text(
        "In round {round} {name} began {colour} with {left} left in the draw pile, and lost {points} with it.",
        left=cards_of(act.before.deck),
        **facts,
    )


def wagers(game: Reading) -> Iterator[Finding[State]]:
    """The game without the wagers of each expedition that has numbers too."""
    for round, seat, colour, expedition in game.expeditions():
        alone = Expedition(0, expedition.numbers)
        gained = points(game.setup, expedition) - points(game.setup, alone)
        if not expedition.wagers or not expedition.numbers or not gained:
            continue
        act = round.begun(seat, colour)
        yield Finding(
            key=f"wagers-{about(round, seat, colour)}",
            kind=WAGERS,
            says=_said_wagers(game, round, seat, colour, gained),
            instead=game.with_expeditions(Changed(round.number, seat, colour, alone)),
            claims={"points": fewer(seat) if gained > 0 else more(seat)},
            move=act.index if act else None,
            about=about(round, seat, colour),
        )


def _said_wagers(game: Reading, round: RoundPlayed, seat: int, colour: str, gained: int) -> Text:
    facts = {
        "name": game.name(seat),
        "colour": colour_name(colour),
        "round": round.number,
        "points": points_of(abs(gained)),
    }
    wagers = round.expedition(seat, colour).wagers
    if gained > 0:
        return plural(
            "{name}’s {colour} wager in round {round} brought {points}.",
            "{name}’s {count} {colour} wagers in round {round} brought {points}.",
            wagers,
            **facts,
        )
    return plural(
        "{name}’s {colour} wager in round {round} cost {points}.",
        "{name}’s {count} {colour} wagers in round {round} cost {points}.",
        wagers,
        **facts,
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
        yield Finding(
            key=f"losses-{seat}",
            kind=EXPEDITIONS,
            says=text(
                "The {expeditions} expeditions on which {name} lost points cost {points} together.",
                expeditions=len(lost),
                name=game.name(seat),
                points=points_of(game.more(seat, instead)),
            ),
            instead=instead,
            claims={"points": more(seat)},
            about=f"losses-{seat}",
            plain=game.turns(instead) == any(game.turns(game.with_expeditions(change)) for change in lost),
        )

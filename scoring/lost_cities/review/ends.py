"""The ends of things: bonuses missed by a card or two, and the last cards of the draw pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.core.figures import Finding, Kind, fewer, finding, more
from scoring.core.text import plural, text
from scoring.lost_cities.cards import NUMBERS
from scoring.lost_cities.moves import DECK, Draw, Expedition, Holding
from scoring.lost_cities.review.game import Changed, Reading, RoundPlayed, of_expedition
from scoring.lost_cities.rules import SEATS, State
from scoring.lost_cities.score import BONUS_FROM, counted_cards, impossible

NEARLY = 2  # cards that an expedition may lack
LAST = (10, 3)  # cards left in the draw pile

BONUSES = Kind(text("8-card bonuses missed"))
END_OF_THE_DRAW_PILE = Kind(text("The end of the draw pile"))


def bonuses(game: Reading) -> Iterator[Finding[State]]:
    """The game with the lowest numbers that were free in each expedition that they would have given the bonus."""
    for round, seat, colour, expedition in game.expeditions():
        lacking = BONUS_FROM - counted_cards(game.setup, expedition)
        free = _free(round, colour)[:lacking]
        if not 0 < lacking <= NEARLY or len(free) < lacking:
            continue
        full = Expedition(expedition.wagers, tuple(sorted((*expedition.numbers, *free))))
        instead = game.with_expeditions(Changed(round.number, seat, colour, full))
        if not any(impossible(game.setup, instead.over[round.number - 1], round.number - 1)):
            yield of_expedition(
                game,
                "bonus",
                BONUSES,
                plural(
                    "In round {round} {name}’s {colour} expedition was {count} card short of the 8-card bonus: even "
                    "{cards} would have made {points}.",
                    "In round {round} {name}’s {colour} expedition was {count} cards short of the 8-card bonus: even "
                    "{cards} would have made {points}.",
                    lacking,
                ),
                instead,
                (round, seat, colour),
                plain=lacking > 1,
                cards=tuple(text("the {number}", number=number) for number in free),
                points=more(seat, game.more(seat, instead)),
            )


def _free(round: RoundPlayed, colour: str) -> tuple[int, ...]:
    """The numbers of a colour that nobody laid."""
    laid = {number for seat in SEATS for number in round.expedition(seat, colour).numbers}
    return tuple(number for number in NUMBERS if number not in laid)


def last_draws(game: Reading) -> Iterator[Finding[State]]:
    """The game if a round had ended with the last cards still in the draw pile; not where its end was mended."""
    for round in (each for each in game.rounds if each.mended == (0, 0)):
        for left in LAST:
            laid = _laid_with(round, left)
            if laid is None or laid == round.laid:
                continue
            instead = game.with_round(round.number, laid)
            gained = [-game.more(seat, instead) for seat in SEATS]
            best = 0 if gained[0] >= gained[1] else 1
            if gained[0] != gained[1] and gained[best] > 0:
                yield finding(
                    f"last-{left}-{round.number}",
                    END_OF_THE_DRAW_PILE,
                    text(
                        "While the last {left} cards of round {round} were drawn, {name} gained {gained} and {other} "
                        "{others}."
                    ),
                    instead,
                    move=_act_with(round, left),
                    about=f"end-{round.number}",
                    left=left,
                    round=round.number,
                    name=game.name(best),
                    gained=fewer(best, gained[best]),
                    other=game.name(1 - best),
                    others=replace(fewer(1 - best, gained[1 - best]), words=gained[1 - best]),
                )


def _act_with(round: RoundPlayed, left: int) -> int | None:
    """The number of the draw after which so many cards were left in the draw pile."""
    drawn = (act for act in round.acts if isinstance(act.move, Draw) and act.move.source == DECK)
    return next((act.index for act in drawn if act.before.deck == left + 1), None)


def _laid_with(round: RoundPlayed, left: int) -> tuple[Holding, ...] | None:
    """The cards before each seat when so many were left in the draw pile; None in a round that was counted."""
    return next((act.before.laid for act in round.acts if act.before.deck == left), None)

"""Arrows that were followed and what they wrote, and those that were not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from scoring.core.figures import Finding, Kind, finding, more
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.moves import Choose
from scoring.roll_and_write.pad import COLOURS, NAMES
from scoring.roll_and_write.review.game import AS_IT_WAS, Answer, Mark, Reading, about, of_answer, of_column
from scoring.roll_and_write.rules import State, next_columns, written

FOLLOWED = Kind(text("Arrows followed"), AS_IT_WAS)
DECLINED = Kind(
    text("Arrows not followed"),
    text("Cairn adds the one number that would have made most. {everything}", everything=AS_IT_WAS),
)


def into_columns(game: Reading) -> Iterator[Finding[State]]:
    """The game without the numbers that arrows wrote in a column, two and more of them."""
    for seat, colour in product(game.state.seats, COLOURS):
        marks = [mark for mark in game.in_column(seat, colour) if mark.arrow]
        if len(marks) < 2:
            continue
        instead = game.without(seat, marks)
        if game.more(seat, instead):
            says = text(
                "{name} wrote {arrows} of {numbers} numbers in {colour} by arrow, and {effect} with that.",
                arrows=len(marks),
                numbers=game.numbers(seat, colour),
            )
            yield of_column(game, "arrows", FOLLOWED, says, instead, seat, colour, plain=True)


def followed_arrows(game: Reading) -> Iterator[Finding[State]]:
    """The game without the numbers that arrows wrote in a turn."""
    for answer in game.answers:
        marks = [mark for mark in answer.marks if mark.arrow]
        if not marks:
            continue
        instead = game.without(answer.seat, marks)
        if game.more(answer.seat, instead):
            says = plural(
                "In turn {turn} {name} followed {count} arrow, into {colours}, and {effect} with it.",
                "In turn {turn} {name} followed {count} arrows, into {colours}, and {effect} with them.",
                len(marks),
                colours=tuple(_named(marks)),
            )
            effect = game.effect(answer.seat, instead)
            yield of_answer(
                game, "followed", FOLLOWED, says, instead, answer, about=answer.about, plain=True, effect=effect
            )


def _named(marks: Iterable[Mark], before: Mark | None = None) -> Iterator[Text]:
    """The columns of marks in a sentence, each of them once; `before` was named before them."""
    for colour, times in Counter(mark.colour for mark in marks).items():
        if times > 2:
            yield text("{colour} ({times} times)", colour=NAMES[colour], times=times)
        elif times == 2:
            yield text("{colour} (twice)", colour=NAMES[colour])
        elif before and colour == before.colour:
            yield text("{colour} again", colour=NAMES[colour])
        else:
            yield NAMES[colour]


def great_turns(game: Reading) -> Iterator[Finding[State]]:
    """The game without the turn that made most for each player, among those in which arrows were followed."""
    for seat in game.state.seats:
        answers = [answer for answer in game.of(seat) if len(answer.marks) > 1]
        without = [game.without(seat, answer.marks) for answer in answers]
        gains = [-game.more(seat, instead) for instead in without]
        if gains and max(gains) > 0:
            place = gains.index(max(gains))
            first, *further = answers[place].marks
            yield finding(
                f"turn-{seat}",
                FOLLOWED,
                plural(
                    "In turn {turn} {name} wrote in {first} and with an arrow in {colours}, and {effect}.",
                    "In turn {turn} {name} wrote in {first} and with arrows in {colours}, and {effect}.",
                    len(further),
                ),
                without[place],
                move=answers[place].when.index,
                about="great-turn",
                turn=answers[place].when.turn,
                name=game.name(seat),
                first=NAMES[first.colour],
                colours=tuple(_named(further, first)),
                effect=game.effect(seat, without[place]),
            )


def declined_arrows(game: Reading) -> Iterator[Finding[State]]:
    """The game with one number more where an arrow was not followed: the one that would have made most."""
    for answer in game.answers:
        if isinstance(answer.move, Choose):
            yield from _declined(game, answer, answer.move)


def _declined(game: Reading, answer: Answer, choose: Choose) -> Iterator[Finding[State]]:
    sheet, met = written(answer.before, choose)[-1].sheet, answer.marks[-1].colour
    further = [
        Mark(answer.when, colour, sheet.column(colour).last or 1, True)
        for colour in next_columns(answer.before, choose)
    ]
    added = {mark: instead for mark in further if (instead := game.with_added(answer, mark))}
    gains = {mark: game.more(answer.seat, instead) for mark, instead in added.items()}
    best = max(gains, key=lambda mark: gains[mark], default=None)
    if best and gains[best] > 0:
        number = text("one number more there")
        if best.colour != met:
            number = text("a number in {colour}", colour=NAMES[best.colour])
        yield of_answer(
            game,
            "declined",
            DECLINED,
            text("In turn {turn} {name} did not follow the arrow in {colour}: {number} would have made {points}."),
            added[best],
            answer,
            about=about(answer.seat, best.colour),
            colour=NAMES[met],
            number=number,
            points=more(answer.seat, gains[best]),
        )

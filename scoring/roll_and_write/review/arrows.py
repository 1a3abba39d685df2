"""Arrows that were followed and what they wrote, and those that were not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scoring.core.findings import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.moves import Choose
from scoring.roll_and_write.pad import COLOURS, NAMES
from scoring.roll_and_write.review.reading import AS_IT_WAS, Answer, Mark, Reading, about, fewer, more, points_of
from scoring.roll_and_write.rules import State, next_columns, written

FOLLOWED = Kind(text("Arrows followed"), AS_IT_WAS)
DECLINED = Kind(
    text("Arrows not followed"),
    text("Cairn adds the one number that would have made most. {everything}", everything=AS_IT_WAS),
)


def followed_arrows(game: Reading) -> Iterator[Finding[State]]:
    """The game without the numbers that arrows wrote: in a column, two and more of them, and in a turn."""
    for seat in game.state.seats:
        for colour in COLOURS:
            yield from _into_column(game, seat, colour)
    for answer in game.answers:
        yield from _in_turn(game, answer)


def _into_column(game: Reading, seat: Seat, colour: str) -> Iterator[Finding[State]]:
    marks = [mark for mark in game.marks[seat] if mark.arrow and mark.colour == colour]
    if len(marks) < 2:
        return
    instead = game.without(seat, marks.__contains__)
    gained = -game.more(seat, instead)
    if gained:
        yield Finding(
            key=f"arrows-{about(seat, colour)}",
            kind=FOLLOWED,
            says=_said_into_column(game, seat, colour, len(marks), gained),
            instead=instead,
            claims={"points": fewer(seat) if gained > 0 else more(seat)},
            about=about(seat, colour),
            plain=True,
        )


def _said_into_column(game: Reading, seat: Seat, colour: str, arrows: int, gained: int) -> Text:
    facts = {
        "name": game.name(seat),
        "colour": NAMES[colour],
        "arrows": arrows,
        "numbers": game.numbers(seat, colour),
        "points": points_of(abs(gained)),
    }
    if gained > 0:
        return text(
            "{name} wrote {arrows} of {numbers} numbers in {colour} by arrow, and made {points} with that.", **facts
        )
    return text(
        "{name} wrote {arrows} of {numbers} numbers in {colour} by arrow, and lost {points} with that.", **facts
    )


def _in_turn(game: Reading, answer: Answer) -> Iterator[Finding[State]]:
    marks = [mark for mark in answer.marks if mark.arrow]
    if not marks:
        return
    instead = game.without(answer.seat, marks.__contains__)
    gained = -game.more(answer.seat, instead)
    if gained:
        yield Finding(
            key=f"followed-{answer.when.turn}-{answer.seat}",
            kind=FOLLOWED,
            says=_said_in_turn(game, answer, marks, gained),
            instead=instead,
            claims={"points": fewer(answer.seat) if gained > 0 else more(answer.seat)},
            move=answer.when.index,
            about=answer.about,
            plain=True,
        )


def _said_in_turn(game: Reading, answer: Answer, marks: list[Mark], gained: int) -> Text:
    facts = {
        "name": game.name(answer.seat),
        "turn": answer.when.turn,
        "colours": tuple(_named(marks)),
        "points": points_of(abs(gained)),
    }
    if gained > 0:
        return plural(
            "In turn {turn} {name} followed {count} arrow, into {colours}, and made {points} with it.",
            "In turn {turn} {name} followed {count} arrows, into {colours}, and made {points} with them.",
            len(marks),
            **facts,
        )
    return plural(
        "In turn {turn} {name} followed {count} arrow, into {colours}, and lost {points} with it.",
        "In turn {turn} {name} followed {count} arrows, into {colours}, and lost {points} with them.",
        len(marks),
        **facts,
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
        without = [game.without(seat, answer.marks.__contains__) for answer in answers]
        gains = [-game.more(seat, instead) for instead in without]
        if gains and max(gains) > 0:
            place = gains.index(max(gains))
            yield Finding(
                key=f"turn-{seat}",
                kind=FOLLOWED,
                says=_said_made(game, answers[place], gains[place]),
                instead=without[place],
                claims={"points": fewer(seat)},
                move=answers[place].when.index,
                about="great-turn",
            )


def _said_made(game: Reading, answer: Answer, gained: int) -> Text:
    first, *further = answer.marks
    return plural(
        "In turn {turn} {name} wrote in {first} and with an arrow in {colours}, and made {points}.",
        "In turn {turn} {name} wrote in {first} and with arrows in {colours}, and made {points}.",
        len(further),
        name=game.name(answer.seat),
        turn=answer.when.turn,
        first=NAMES[first.colour],
        colours=tuple(_named(further, first)),
        points=points_of(gained),
    )


def declined_arrows(game: Reading) -> Iterator[Finding[State]]:
    """The game with one number more where an arrow was not followed: the one that would have made most."""
    for answer in game.answers:
        if isinstance(answer.move, Choose):
            yield from _declined(game, answer, answer.move)


def _declined(game: Reading, answer: Answer, choose: Choose) -> Iterator[Finding[State]]:
    sheet = written(answer.before, choose)[-1].sheet
    further = [
        Mark(answer.when, colour, sheet.column(colour).last or 1, True)
        for colour in next_columns(answer.before, choose)
    ]
    added = {mark: game.with_added(answer, mark) for mark in further}
    gains = {mark: game.more(answer.seat, instead) for mark, instead in added.items() if instead}
    best = max(gains, key=lambda mark: gains[mark], default=None)
    if best and gains[best] > 0:
        yield Finding(
            key=f"declined-{answer.when.turn}-{answer.seat}",
            kind=DECLINED,
            says=_said_declined(game, answer, best.colour, gains[best]),
            instead=added[best],
            claims={"points": more(answer.seat)},
            move=answer.when.index,
            about=about(answer.seat, best.colour),
        )


def _said_declined(game: Reading, answer: Answer, colour: str, gained: int) -> Text:
    met = answer.marks[-1].colour
    facts = {
        "name": game.name(answer.seat),
        "turn": answer.when.turn,
        "colour": NAMES[met],
        "points": points_of(gained),
    }
    if colour == met:
        return text(
            "In turn {turn} {name} did not follow the arrow in {colour}: one number more there would have made "
            "{points}.",
            **facts,
        )
    return text(
        "In turn {turn} {name} did not follow the arrow in {colour}: a number in {other} would have made {points}.",
        other=NAMES[colour],
        **facts,
    )

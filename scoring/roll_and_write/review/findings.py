"""What came of each column and ×2 box, of bridges crossed late, of arrows followed or not, and of the last turns."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from scoring.core.figures import Claim, Finding, FindingKind, Measure, Points, finding, more
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.moves import Choose
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES
from scoring.roll_and_write.review.dice import dice_symbols, refused_dice, shown, waited
from scoring.roll_and_write.review.game import AS_IT_WAS, Answer, GamePlayed, Mark, about, of_answer, of_column
from scoring.roll_and_write.rules import State, next_columns, written
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES, DICE

WITH_ITS_VASES = text("With its bridge, and the artefacts of its vases. {everything}", everything=AS_IT_WAS)
COLUMNS = FindingKind(text("Columns"), WITH_ITS_VASES)
DOUBLES = FindingKind(text("×2 boxes ticked"), AS_IT_WAS)
LATE = FindingKind(text("Columns in the last third of the game"), WITH_ITS_VASES)
LAST_PART = 3  # the last turns: one of so many parts of the game
WORTH_SAYING = 15  # points


def begun(game: GamePlayed) -> Iterator[tuple[Seat, str, Mark]]:
    """Every column that a player began, with its first mark."""
    for seat, marks in enumerate(game.marks):
        for colour in COLOURS:
            first = next((mark for mark in marks if mark.colour == colour), None)
            if first:
                yield seat, colour, first


def columns(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without each column that made points or lost some, with its vases and its bridge."""
    for seat, colour, first in begun(game):
        if not game.numbers(seat, colour):
            continue
        instead = game.without(seat, game.in_column(seat, colour))
        lost, turn = game.more(seat, instead), first.when.turn
        if lost:
            says = text(
                "In turn {turn} of {turns} {name} began {colour}, and {effect} with it.", turn=turn, turns=game.turns
            )
            move = first.when.index
            yield of_column(game, "column", COLUMNS, says, instead, seat, colour, move=move, plain=lost < 0)


def doubles(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without each ×2 box that was ticked, its column as it is."""
    for seat, colour, first in begun(game):
        if first.is_double:
            says = text("In turn {turn} {name} ticked the {colour} ×2 box, never wrote a number there, and {effect}.")
            if numbers := game.numbers(seat, colour):
                says = plural(
                    "In turn {turn} {name} ticked the {colour} ×2 box, and with {count} number there {effect}.",
                    "In turn {turn} {name} ticked the {colour} ×2 box, and with {count} numbers there {effect}.",
                    numbers,
                )
            when, instead = first.when, game.without(seat, [first])
            yield of_column(game, "double", DOUBLES, says, instead, seat, colour, move=when.index, turn=when.turn)


def late(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without what a column got in the last part of it."""
    turns = game.turns // LAST_PART
    says = text("In the last {turns} turns {name} {effect} with the {colour} column.", turns=turns)
    for seat, colour, first in begun(game):
        if not turns or first.when.turn > game.turns - turns:
            continue
        marks = game.in_column(seat, colour)
        instead = game.without(seat, [mark for mark in marks if mark.when.turn > game.turns - turns])
        if abs(game.more(seat, instead)) >= WORTH_SAYING:
            yield of_column(game, "late", LATE, says, instead, seat, colour, plain=True)


# Bridges

LATE_BRIDGES = FindingKind(
    text("Bridges crossed too late"),
    text("Whoever crosses a bridge in the same turn as the first ticks it too."),
)
NEARLY = 2  # turns


def late_bridges(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game with each bridge that was crossed too late circled too."""
    for of, (seat, life) in product(BRIDGED, enumerate(game.lives)):
        first = [other for other, sheet in enumerate(game.state.sheets) if of in sheet.bridges]
        if of not in life.crossed or seat in first:
            continue
        turns = life.crossed[of].turn - game.lives[first[0]].crossed[of].turn
        if turns:
            instead = game.with_bridge(seat, of)
            yield finding(
                f"bridge-{about(seat, of)}",
                LATE_BRIDGES,
                plural(
                    "{name} crossed {bridge} {count} turn after {others}: {points} missed.",
                    "{name} crossed {bridge} {count} turns after {others}: {points} missed.",
                    turns,
                ),
                instead,
                move=life.crossed[of].index,
                about=f"bridge-{of}",
                plain=turns > NEARLY,
                name=game.name(seat),
                bridge=BRIDGES[of],
                others=tuple(map(game.name, first)),
                points=more(seat, game.more(seat, instead)),
            )


# Arrows

FOLLOWED = FindingKind(text("Arrows followed"), AS_IT_WAS)
DECLINED = FindingKind(
    text("Arrows not followed"),
    text("Cairn adds the one number that would have made most. {everything}", everything=AS_IT_WAS),
)


def into_columns(game: GamePlayed) -> Iterator[Finding[State]]:
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


def followed_arrows(game: GamePlayed) -> Iterator[Finding[State]]:
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


def great_turns(game: GamePlayed) -> Iterator[Finding[State]]:
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


def declined_arrows(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game with one number more where an arrow was not followed: the one that would have made most."""
    for answer in game.answers:
        if isinstance(answer.move, Choose):
            yield from _declined(game, answer, answer.move)


def _declined(game: GamePlayed, answer: Answer, choose: Choose) -> Iterator[Finding[State]]:
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


# The last turns

LAST = FindingKind(text("The last turns"), text("As if the game had ended with an earlier turn."))
ONE_MORE = FindingKind(
    text("One more turn"),
    text("As if one player had added a number after the last turn, without following an arrow, or refused the dice."),
)
LAST_TURNS = (1, 3)


def last_turns(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game if it had ended some turns earlier."""
    for turns in LAST_TURNS:
        if turns >= game.turns:
            continue
        instead = game.ended_earlier(turns)
        gained = [-game.more(seat, instead) for seat in game.state.seats]
        most, least = gained.index(max(gained)), gained.index(min(gained))
        if most != least:
            yield finding(
                f"last-{turns}",
                LAST,
                plural(
                    "The last turn was worth most to {name}, {most}, and least to {other}, {least}.",
                    "The last {count} turns were worth most to {name}, {most}, and least to {other}, {least}.",
                    turns,
                ),
                instead,
                about="last",
                plain=_exhausted_in(game, turns, least),
                name=game.name(most),
                most=Points(gained[most], Claim(Measure.FEWER, most)),
                other=game.name(least),
                least=Points(gained[least], Claim(Measure.FEWER, least)),
            )


def _exhausted_in(game: GamePlayed, turns: int, seat: Seat) -> bool:
    """True if a player was exhausted in the last turns: another finding says that of the dice symbols."""
    return game.state.sheets[seat].is_exhausted and not game.sheets[-1 - turns][seat].is_exhausted


def one_more_turn(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game with what would have made most after its last turn, for each player; plain where it decides nothing."""
    for seat in game.state.seats:
        added = {mark: game.with_marks(seat, [*game.marks[seat], mark]) for mark in _further(game, seat)}
        gains = {mark: game.more(seat, instead) for mark, instead in added.items()}
        best = max(gains, key=lambda mark: gains[mark], default=None)
        if best and gains[best] > 0:
            yield finding(
                f"more-{about(seat, best.colour or DICE)}",
                ONE_MORE,
                _with_one_more(game, seat, best.colour),
                added[best],
                about="more",
                plain=not game.decides(added[best]),
                name=game.name(seat),
                points=more(seat, gains[best]),
            )


def _further(game: GamePlayed, seat: Seat) -> Iterator[Mark]:
    """The marks possible after the last turn: a number in a column begun, or a dice symbol."""
    sheet = game.state.sheets[seat]
    for colour in COLOURS:
        if 0 < sheet.column(colour).level < BOXES:
            yield Mark(game.after, colour, sheet.column(colour).last)
    if not sheet.is_exhausted:
        yield Mark(game.after)


def _with_one_more(game: GamePlayed, seat: Seat, colour: str) -> Text:
    if not colour:
        symbols = game.state.sheets[seat].dice
        return text("With one dice symbol more than {symbols}, {name} would have had {points} more.", symbols=symbols)
    facts = {"colour": NAMES[colour], "numbers": game.numbers(seat, colour)}
    return text("With one number more than {numbers} in {colour}, {name} would have had {points} more.", **facts)


PARTS = (
    columns,
    late,
    doubles,
    late_bridges,
    waited,
    into_columns,
    followed_arrows,
    great_turns,
    declined_arrows,
    dice_symbols,
    refused_dice,
    last_turns,
    one_more_turn,
    shown,
)
"""The parts of a review, in the order in which it looks for them."""

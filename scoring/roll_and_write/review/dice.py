"""The fall of the dice, told as chance: nothing in it is anybody's doing; and the dice that were refused: what the dice
symbols came to, and what could have been written instead.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from scoring.core.figures import Finding, FindingKind, finding, more
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.roll_and_write.moves import DICE_OF_A_KIND, Choose, Refuse
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES
from scoring.roll_and_write.review.game import AS_IT_WAS, Answer, GamePlayed, Mark, about, of_answer
from scoring.roll_and_write.rules import State, combinations, written
from scoring.roll_and_write.sheets import BRIDGE_AT, DICE

SHOWN = FindingKind(
    text("What the dice showed"),
    text(
        "With fair dice, each thrown once a turn: three with the numbers 0 to 9, three with six colours. Of six "
        "colours one is often rare, and one frequent."
    ),
)
WAITED = FindingKind(
    text("In front of a bridge"),
    text("With fair dice, and all six of them; an arrow crosses the bridge too."),
)
FACES = 10
A_ZERO = 1 - (1 - 1 / FACES) ** DICE_OF_A_KIND
A_COLOUR = 1 - (1 - 1 / len(COLOURS)) ** DICE_OF_A_KIND
A_WAIT = 4  # turns that are worth saying


def shown(game: GamePlayed) -> Iterator[Finding[State]]:
    """The throws with a 0, with the rarest and with the most frequent colour, each beside how often that happens."""
    zeros = sum(0 in throw.numbers for throw in game.throws)
    yield _shown(game, "0", text("a 0"), zeros, A_ZERO)
    thrown = Counter(colour for throw in game.throws for colour in set(throw.colours))
    by_number = sorted(COLOURS, key=lambda colour: thrown[colour])
    for colour in (by_number[0], by_number[-1]):
        yield _shown(game, colour, NAMES[colour], thrown[colour], A_COLOUR)


def _shown(game: GamePlayed, key: str, what: Text, count: int, chance: float) -> Finding[State]:
    """So many throws that show something, beside how often chance gives as many (or as few)."""
    turns = game.turns
    many = count >= chance * turns
    tail = range(count, turns + 1) if many else range(count + 1)
    likely = round(100 * sum(comb(turns, of) * chance**of * (1 - chance) ** (turns - of) for of in tail))
    return finding(
        f"thrown-{key}",
        SHOWN,
        text("{what!c} came up in {count} of {turns} throws; it does so {often} in {odds} of 100 games this long."),
        None,
        what=what,
        count=count,
        turns=turns,
        often=text("at least as often") if many else text("no more often"),
        odds=text("about {percent}", percent=likely) if likely else text("fewer than 1"),
    )


def waited(game: GamePlayed) -> Iterator[Finding[State]]:
    """The turns that each stood one number in front of a bridge, beside how many throws bring such a number."""
    for seat in game.state.seats:
        for colour in COLOURS:
            numbers = [mark for mark in game.marks[seat] if mark.colour == colour and mark.number is not None]
            if len(numbers) >= BRIDGE_AT - 1:
                sixth = numbers[BRIDGE_AT - 2]
                crossed = numbers[BRIDGE_AT - 1].when.turn if len(numbers) >= BRIDGE_AT else game.turns
                yield from _waited(game, seat, colour, sixth.number or 1, range(sixth.when.turn, crossed))


def _waited(game: GamePlayed, seat: Seat, colour: str, number: int, turns: range) -> Iterator[Finding[State]]:
    """`turns` are the throws waited for, counted from 0."""
    if len(turns) < A_WAIT:
        return
    throws = [game.throws[turn] for turn in turns]
    fitting = [throw for throw in throws if colour in throw.colours and max(_values(throw.numbers)) >= number]
    chance = A_COLOUR * (1 - ((number - 1) / FACES) ** DICE_OF_A_KIND)
    says = text(
        "{name} had six numbers in {colour} for {turns} turns. That colour with {number} or more is in about "
        "{percent} of 100 throws; here it was in {count}."
    )
    if number == FACES:
        says = text(
            "{name} had six numbers in {colour} for {turns} turns. That colour with a 0 is in about {percent} of 100 "
            "throws; here it was in {count}."
        )
    yield finding(
        f"waited-{about(seat, colour)}",
        WAITED,
        says,
        None,
        name=game.name(seat),
        colour=NAMES[colour],
        turns=len(throws),
        number=number,
        percent=round(100 * chance),
        count=len(fitting),
    )


def _values(numbers: tuple[int, ...]) -> list[int]:
    """The numbers as they count in a column that is begun: a 0 as 10."""
    return [number or FACES for number in numbers]


# Refused

DICE_SYMBOLS = FindingKind(text("Dice symbols"), AS_IT_WAS)
REFUSED = FindingKind(
    text("Dice refused when a number could be written"),
    text(
        "Cairn adds the number and colour that would have made most, and follows no arrow. "
        "Players who were exhausted still are. {everything}",
        everything=AS_IT_WAS,
    ),
)


def dice_symbols(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without the dice symbols of each player; and without the ninth, which made them worth 0."""
    for seat in game.state.seats:
        refused = [answer for answer in game.of(seat) if isinstance(answer.move, Refuse)]
        if refused:
            yield from _symbols(game, seat, len(refused))
        if len(refused) >= BOXES:
            yield _ninth(game, seat, refused[BOXES - 1 :])


def _symbols(game: GamePlayed, seat: Seat, refused: int) -> Iterator[Finding[State]]:
    instead = game.without(seat, [mark for mark in game.marks[seat] if not mark.colour])
    lost = game.more(seat, instead)
    if lost:
        yield finding(
            f"symbols-{seat}",
            DICE_SYMBOLS,
            text("{name} refused the dice in {count} of {turns} turns, and {effect} with it."),
            instead,
            about=about(seat, DICE),
            plain=lost < 0,
            name=game.name(seat),
            count=refused,
            turns=game.turns,
            effect=game.effect(seat, instead),
        )


def _ninth(game: GamePlayed, seat: Seat, refused: Sequence[Answer]) -> Finding[State]:
    """Plain where it happened to everybody."""
    instead = game.without(seat, [mark for answer in refused for mark in answer.marks])
    return finding(
        f"ninth-{seat}",
        DICE_SYMBOLS,
        text("In turn {turn} {name} refused the dice for the ninth time, and {effect}."),
        instead,
        move=refused[0].when.index,
        about=about(seat, DICE),
        plain=all(sheet.is_exhausted for sheet in game.state.sheets),
        turn=refused[0].when.turn,
        name=game.name(seat),
        effect=game.effect(seat, instead),
    )


def refused_dice(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game with a number and a colour where the dice were refused: those that would have made most."""
    for answer in game.answers:
        if isinstance(answer.move, Refuse):
            yield from _refused(game, answer)


@dataclass(frozen=True, slots=True)
class Instead:
    """The choice that would have made most where the dice were refused, its points, and the game with it."""

    choose: Choose
    points: int
    instead: State


def best_instead(game: GamePlayed, answer: Answer) -> Instead | None:
    """The best choice in the place of a refusal; None where nothing could be written."""
    added = ((choose, _with(game, answer, choose)) for choose in combinations(answer.before, answer.seat))
    could = (Instead(choose, game.more(answer.seat, instead), instead) for choose, instead in added if instead)
    return max(could, key=lambda each: each.points, default=None)


def _refused(game: GamePlayed, answer: Answer) -> Iterator[Finding[State]]:
    best = best_instead(game, answer)
    if best and best.points > 0:
        yield of_answer(
            game,
            "refused",
            REFUSED,
            text("In turn {turn} {name} refused the dice; {number} and {colour} would have made {points}."),
            best.instead,
            answer,
            about=about(answer.seat, best.choose.colour),
            number=best.choose.number,
            colour=NAMES[best.choose.colour],
            points=more(answer.seat, best.points),
        )


def _with(game: GamePlayed, answer: Answer, choose: Choose) -> State | None:
    """The finished game with this choice; None where the others could not have chosen what they did."""
    if answer.seat == answer.before.active and not _leaves(game, answer, choose):
        return None
    step = written(answer.before, choose)[0]
    return game.with_added(answer, Mark(answer.when, step.colour, None if step.is_double else choose.number or 10))


def _leaves(game: GamePlayed, answer: Answer, choose: Choose) -> bool:
    """True if the others could still have chosen what they did."""
    throw = game.throws[answer.when.turn - 1]
    numbers, colours = list(throw.numbers), list(throw.colours)
    numbers.remove(choose.number)
    colours.remove(choose.colour)
    chosen = [each.move for each in game.answers if each.when.turn == answer.when.turn and each != answer]
    return all(move.number in numbers and move.colour in colours for move in chosen if isinstance(move, Choose))

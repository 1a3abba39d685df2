"""Reads a sheet in a photo: what is on it, and how sure each fact is."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from photos import Unreadable
from photos.boxes import Shown, flattened, nearest, shown
from photos.finding import Look, Printed
from photos.ink import Inked, Numbers, away_from_kinds
from photos.picture import Plane
from photos.weights import WEIGHTS
from printables import DOCUMENTS
from printables.blank import Box
from scoring import GAMES
from scoring.core.likeliest import CIRCLE, DOUBT, LINE, Fact, Ink, Likeliest, Photographed
from scoring.core.text import text

MOST_SURE = 6.0  # of one box, as a logarithm of the odds: a thumb, a smudge or a fold may be anywhere
GONE_OVER = 0.18  # so much darker than usual of its kind a small box is as likely gone over as not
GONE_AROUND = 0.07  # so much darker than others with the same print, with its frame, is one as likely circled as not
FROM_FRAME = 2.0  # at most that sure is a mark that only its frame shows: something else may lie along it
TAKEN_BACK = 1.75  # times the ink of most ticks of a sheet: as likely a wrong one scribbled over as a tick
STEEP = 15.0  # how fast it becomes likelier
FROM_AMOUNT = 2.0  # at most that sure is it: somebody may have pressed harder
ENOUGH_TICKS = 4  # to say what is usual of a sheet
BY_KIND = " by kind"
MOST_ASKED = 5
MOST_UNSEEN = 12
DRAWN = 8.0  # pixels of ink, at least
FROM_AROUND = 0.5  # at most that sure is it that a bridge is circled, of which the box alone is
BESIDE = 5  # places: one, and those on its four sides
HALF_SEEN = 0.25  # so sure is what was seen beside a place that was not
AROUND = 6.0  # millimetres of a sheet on A5 around what a person looks at
AROUND_CELL = 10.0  # so that what is printed beside it is seen, which some circle instead
DOTS = 16.0  # pixels a millimetre of it, twice as many as are shown: phones draw a pixel of a page with several
BETWEEN = 24  # pixels from one piece to the next
FRAME, CLEAR = 6, 12  # pixels of each line around what is asked about, and between it and the place


@dataclass(frozen=True, slots=True)
class Question:
    """A fact to be asked about, and the piece of the photo that shows it, upright: a JPEG of `size` pixels."""

    fact: Fact
    picture: bytes
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet read off a photo: the document and its game, by name; the ink of each place, from which the game decides
    again once somebody has answered; the likeliest sheet; the questions, the least sure first; and the digit that says
    which layout it has.
    """

    document: str
    game: str
    ink: Ink
    likeliest: Likeliest
    questions: tuple[Question, ...]
    coded: int = 0


def read_off(seen: Look, plane: Plane, blank: Printed, of_round: int = 0) -> Reading:
    """Read the sheet that lies like this in a photo, or one of its rounds; raises `Unreadable`."""
    document = DOCUMENTS[seen.choice.document]
    reads = _photographed(seen).of(of_round).on(document.layout(seen.choice.options))
    marks = marks_on(reads, blank)
    found = shown_on(seen, plane, blank, marks, reads.prints)
    ink = dict(_less_sure(dict(ink_of(found, marks)), blank, list(marks)))
    ink |= _strokes_of(found, ink)
    likeliest = reads.read(ink, {})
    questions = [
        _question(fact, seen.picture, plane, blank, AROUND_CELL if "cell" in map(marks.get, fact.places) else AROUND)
        for fact in _asked(likeliest.facts, ink)
    ]
    return Reading(document.name, document.game, ink, likeliest, tuple(questions), seen.found[0].code.pad)


def marks_on(reads: Photographed, blank: Printed) -> Mapping[str, str]:
    """The way in which each place is marked, of those that this sheet has."""
    return {name: mark for name, mark in reads.places.items() if name in blank.places}


def shown_on(
    seen: Look, plane: Plane, blank: Printed, marks: Mapping[str, str], prints: Mapping[str, str] | None = None
) -> Shown:
    """The ink of each of these places that is seen; raises `Unreadable` where too few are."""
    found = shown(flattened(seen.picture, plane, blank), plane, seen.size, marks, prints or {})
    if len(found.numbers) < len(marks) - MOST_UNSEEN:
        raise Unreadable(
            text(
                "A part of the sheet cannot be seen: a corner is cut off, or something covers it. Photograph the "
                "whole sheet."
            )
        )
    return found


def _photographed(seen: Look) -> Photographed:
    photographed = GAMES[DOCUMENTS[seen.choice.document].game].photographed
    assert photographed is not None  # noqa: S101  # else it was refused before
    return photographed


def _strokes_of(found: Shown, ink: Ink) -> Ink:
    """The direction of what is drawn in places and around them; nothing where nothing is drawn."""
    around = {name for name, one in found.about.items() if one.amount > DRAWN and one.circle > 0}
    about = {name: one for name, one in found.about.items() if name in around or ink[name] > 0}
    beside = {name: one for name, one in found.beside.items() if one.amount > DRAWN}
    circled = {name: one.circle for name, one in beside.items()}
    for name in (name for name in around & found.beside.keys() if ink[name] <= 0):
        circled[name] = max(circled.get(name, -MOST_SURE), min(about[name].circle, FROM_AROUND))
    odds = {name + LINE: one.level_line for name, one in about.items()}
    odds |= {name + CIRCLE: one for name, one in circled.items()}
    return {name: round(bounded(one), 1) for name, one in odds.items()}


def _asked(facts: Sequence[Fact], ink: Ink) -> list[Fact]:
    """The facts that are not sure, the least sure first; raises `Unreadable` if too many are not clearly seen."""
    asked = sorted((fact for fact in facts if fact.margin < DOUBT), key=lambda fact: fact.margin)
    if sum(not all(abs(ink.get(place, 0.0)) > DOUBT for place in fact.places) for fact in asked) > MOST_ASKED:
        if max(ink.values()) < DOUBT:
            raise Unreadable(
                text(
                    "Nothing on this sheet is clearly filled in. If something is, take another photo: more light, from "
                    "above, and sharp."
                )
            )
        raise Unreadable(text("Too much of this photo is uncertain. Take another: more light, from above, and sharp."))
    return asked


def _question(fact: Fact, photo: Image.Image, plane: Plane, blank: Printed, around: float) -> Question:
    places, scale = [blank.places[place] for place in fact.places], DOTS / blank.unit
    pieces = []
    for box in _seen_apart(places, around * blank.unit):
        piece = _upright(photo, plane, box, scale)
        _frame(piece, box, places, scale)
        pieces.append(piece)
    joined = _side_by_side(pieces)
    return Question(fact, _jpeg(joined), joined.size)


def _frame(piece: Image.Image, box: Box, places: Sequence[Box], scale: float) -> None:
    """Draw a frame around each of these places in a piece of a photo that shows this part of the sheet: black inside
    white, to be seen on any paper and in any light.
    """
    pen = ImageDraw.Draw(piece)
    for away, shade in ((CLEAR + FRAME, "white"), (CLEAR, "black")):
        for place in places:
            left, top, right, bottom = ((at - begin) * scale for at, begin in zip(place, box[:2] * 2, strict=True))
            pen.rectangle((left - away, top - away, right + away, bottom + away), None, shade, FRAME)


def piece_of(photo: Image.Image, plane: Plane, box: Box, scale: float) -> tuple[bytes, tuple[int, int]]:
    """This part of a sheet in the photo, upright and so many times as large as on the blank: a JPEG, and its size in
    pixels.
    """
    piece = _upright(photo, plane, box, scale)
    return _jpeg(piece), piece.size


def _upright(photo: Image.Image, plane: Plane, box: Box, scale: float) -> Image.Image:
    left, top, right, bottom = box
    size = round((right - left) * scale), round((bottom - top) * scale)
    numbers = plane.from_piece((left, top), scale).numbers
    return photo.transform(size, Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BILINEAR, fillcolor=128)


def _jpeg(piece: Image.Image) -> bytes:
    output = io.BytesIO()
    piece.save(output, "JPEG", quality=80)
    return output.getvalue()


def _side_by_side(pieces: Sequence[Image.Image]) -> Image.Image:
    """In their order, from the left to the right."""
    width, height = sum(piece.width + BETWEEN for piece in pieces) - BETWEEN, max(piece.height for piece in pieces)
    joined = Image.new(pieces[0].mode, (width, height), "white")
    left = 0
    for piece in pieces:
        joined.paste(piece, (left, 0))
        left += piece.width + BETWEEN
    return joined


def _seen_apart(places: Sequence[Box], more: float) -> Sequence[Box]:
    """The parts to be shown around these places: one part, or one for each place if more lies between them."""
    alone = [_around([place], more) for place in places]
    at_once = _around(places, more)
    return alone if _area(at_once) > sum(map(_area, alone)) else [at_once]


def _area(box: Box) -> float:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _around(places: Sequence[Box], more: float) -> Box:
    lefts, tops, rights, bottoms = zip(*places, strict=True)
    return min(lefts) - more, min(tops) - more, max(rights) + more, max(bottoms) + more


def ink_of(found: Shown, marks: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    """The likelihood that each place is ticked: the likelier of ink in it and ink along its frame, since some circle so
    small a box and leave it empty. Less likely if there is so much ink that a wrong tick may have been scribbled over.
    """
    sure = _odds_by_kind(found, marks) if found.inked else odds_of(found, marks)
    back = dict(_not_taken_back(sure, found.inked, marks))
    for name, ink in sure.items():
        frame = gone_over(found.darker.get(name, 0.0))
        if name in found.inked:
            frame = gone_around(found.inked[name].whole)
        yield name, round(min(max(bounded(ink), frame), back.get(name, MOST_SURE)), 1)


def odds_of(found: Shown, marks: Mapping[str, str]) -> dict[str, float]:
    """The log-odds that there is ink in each place, by what it shows alone."""
    return {name: odds(marks[name], numbers) for name, numbers in found.numbers.items()}


def _odds_by_kind(found: Shown, marks: Mapping[str, str]) -> dict[str, float]:
    """The same, given what is usual of the empty and of the ticked places of this sheet."""
    alone, sure = odds_of(found, marks), dict[str, float]()
    for mark in sorted(set(marks.values())):
        alike = [name for name in alone if marks[name] == mark]
        away = away_from_kinds([alone[name] for name in alike])
        sure |= {name: odds(mark + BY_KIND, numbers) for name, numbers in zip(alike, away, strict=True)}
    return sure


def _not_taken_back(
    sure: Mapping[str, float], inked: Mapping[str, Inked], marks: Mapping[str, str]
) -> Iterator[tuple[str, float]]:
    """The log-odds that a ticked place is not a wrong tick scribbled over, compared with the sheet's other ticks. If
    few of those are marked alike, it is asked about at most, because some fill in circles and strike boxes.
    """
    ticked = [name for name in inked if sure[name] > 0]
    for mark in sorted({marks[name] for name in ticked}):
        alike = [name for name in ticked if marks[name] == mark]
        least, beside = (-FROM_AMOUNT, alike) if len(alike) >= ENOUGH_TICKS else (FROM_AMOUNT, ticked)
        if len(beside) >= ENOUGH_TICKS:
            usual = sorted(inked[name].whole for name in beside)[len(beside) * 3 // 4]
            yield from ((name, max(least, not_taken_back(inked[name].whole / usual))) for name in alike)


def not_taken_back(times: float) -> float:
    """The same for one with so many times the ink of most ticks."""
    return STEEP * (1 - times / TAKEN_BACK)


def gone_over(darker: float) -> float:
    """The log-odds that a pen went along the frame of a place that is so much darker than usual."""
    return min(FROM_FRAME, MOST_SURE * (darker / GONE_OVER - 1))


def gone_around(whole: float) -> float:
    """The log-odds for a place that is so much darker, frame included, than others with the same print."""
    return min(MOST_SURE, 2 * MOST_SURE * (whole / GONE_AROUND - 1))


def _less_sure(ink: Ink, blank: Printed, names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Make the neighbours of an unseen place less sure: whatever covers it may cover half of them."""
    for name, sure in ink.items():
        beside = nearest(blank.places, name, names)[:BESIDE]
        yield name, sure if all(other in ink for other in beside) else sure * HALF_SEEN


def odds(mark: str, numbers: Numbers) -> float:
    """The log-odds that there is ink in a place that is marked in this way."""
    return weighed(WEIGHTS[mark], numbers)


def weighed(weights: Sequence[float], numbers: Numbers) -> float:
    return weights[0] + sum(weight * number for weight, number in zip(weights[1:], numbers, strict=True))


def bounded(sure: float) -> float:
    return max(-MOST_SURE, min(MOST_SURE, sure))

"""A photo read: which sheet it is, what is on it, and how sure each fact is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from photos.boxes import Numbers, flattened, shown
from photos.finding import Found, lying, sheet_in
from photos.opening import Unreadable, opened
from photos.weights import WEIGHTS
from printables import DOCUMENTS, Document
from printables.blank import Blank
from printables.codes import Code
from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.likeliest import Fact, Likeliest, Photographed
from scoring.core.text import text

MOST_SURE = 6.0  # of one box, as a logarithm of the odds: a thumb, a smudge or a fold may be anywhere
DOUBT = 3.0  # a fact less sure than that is asked about
MOST_ASKED = 5
MOST_UNSEEN = 12
Blanks = Callable[[Code, Document], Blank]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a photo shows: the document and its game, the likeliest sheet, and the facts to be asked about, the least
    sure first."""

    document: Document
    game: AnyGame
    likeliest: Likeliest
    asked: tuple[Fact, ...]


def read(photo: bytes, blanks: Blanks) -> Reading:
    """Read a file that is said to be a photo; raises `Unreadable`."""
    document, ink = seen(photo, blanks)
    game, reads = _game(document)
    likeliest = reads.read({name: odds(name, numbers) for name, numbers in ink.items()})
    asked = sorted((fact for fact in likeliest.facts if fact.margin < DOUBT), key=lambda fact: fact.margin)
    if len(asked) > MOST_ASKED:
        raise Unreadable(text("Too much of this photo is uncertain. Take another: more light, from above, and sharp."))
    return Reading(document, game, likeliest, tuple(asked))


def seen(photo: bytes, blanks: Blanks) -> tuple[Document, Mapping[str, Numbers]]:
    """Which document it is, and the numbers of each place that is seen; raises `Unreadable`."""
    picture = opened(photo)
    found = sheet_in(picture)
    document = document_of(found[0])
    blank = blanks(found[0].code, document)
    plane = lying(found, blank)
    _, reads = _game(document)
    places = {name: blank.places[name] for name in reads.places}
    ink = shown(flattened(picture, plane, blank), plane, picture.size, places)
    if len(ink) < len(places) - MOST_UNSEEN:
        raise Unreadable(
            text("A part of the sheet cannot be seen: one corner is cut off, or something lies over it. Take it whole.")
        )
    return document, ink


def document_of(found: Found) -> Document:
    """The document that carries such codes; raises `Unreadable`."""
    code = found.code
    document = next((one for one in DOCUMENTS.values() if one.coded == code.kind), None)
    if document is None or document.version != str(code.version):
        raise Unreadable(text("This sheet was printed by another version of Cairn. Count it by hand."))
    if code.pad:
        raise Unreadable(text("Arrows and vases of this sheet are not Cairn’s own. Count it by hand."))
    return document


def _game(document: Document) -> tuple[AnyGame, Photographed]:
    game = GAMES[document.game]
    if game.photographed is None:
        raise Unreadable(text("Cairn does not read photos of this sheet. Count it by hand."))
    return game, game.photographed


def odds(name: str, numbers: Numbers) -> float:
    """The logarithm of the odds that there is ink in a place."""
    weights = WEIGHTS[kind_of(name)]
    sum_ = weights[0] + sum(weight * number for weight, number in zip(weights[1:], numbers, strict=True))
    return max(-MOST_SURE, min(MOST_SURE, sum_))


def kind_of(name: str) -> str:
    """What is marked alike: a box to write in or to hatch, a tick, or one over a drawing."""
    last = name.rpartition("-")[2]
    return "box" if last.isdecimal() else "top" if last == "top" else "tick"

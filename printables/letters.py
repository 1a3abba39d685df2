"""The widths of our bold letters: enough to choose a size, and to break lines, before anything is laid out."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from unicodedata import combining, east_asian_width, normalize

WIDTHS = Path(__file__).parent / "fonts" / "atkinson-bold.json"
WHOLE, OTHER = 1000, 650  # a size of the letters; what our font lacks is as wide as most capitals
FIRST = 32  # the first letter of the encoding of Windows
SPARE = 1.02  # the lines beside a column, and what a layout rounds, take a little of its room
SOFT, UNBROKEN = "\N{SOFT HYPHEN}", "\N{NO-BREAK SPACE}"
PIECE = re.compile(rf"[^ \-{SOFT}]*[ \-{SOFT}]|[^ \-{SOFT}]+")  # a line may end after it
VOWELS = frozenset("aeiouyæœø")


def in_a_form(said: str) -> bool:
    """True if the font of forms has every letter of a text: those of the Windows encoding."""
    try:
        return all(letter >= FIRST for letter in said.encode("cp1252"))
    except UnicodeEncodeError:
        return False


@lru_cache(maxsize=4_096)
def width(said: str) -> float:
    """The width of a text, in multiples of its size."""
    letters = (letter for letter in normalize("NFD", said) if not combining(letter) and letter != SOFT)
    return sum(map(_wide, letters)) / WHOLE * SPARE


def _wide(letter: str) -> int:
    return WHOLE if east_asian_width(letter) in "WF" else widths_of_letters().get(letter, OTHER)


@cache
def widths_of_letters() -> Mapping[str, int]:
    """Of each letter in our font, in thousandths of its size; of a figure the wider one of its two forms, for some
    stand in columns. A test holds the file to the font.
    """
    by_width = json.loads(WIDTHS.read_text(encoding="utf-8"))
    return {letter: int(width) for width, letters in by_width.items() for letter in letters}


@lru_cache(maxsize=4_096)
def lines(said: str, room: float) -> int:
    """The number of lines of that width that a text takes; a word that is wider takes as many as it needs."""
    many, used = 1, 0.0
    for piece in PIECE.findall(said):
        wide = width(piece.rstrip(" ")) + (width("-") if piece.endswith(SOFT) else 0)
        if used and used + wide > room:
            many, used = many + 1, 0.0
        more = int(max(wide - 0.001, 0) / room)
        many, used = many + more, used + width(piece) - more * room
    return many


def hyphenated(said: str, room: float) -> str:
    """A word that is wider than a line gets soft hyphens where it has to be broken, evenly; no other does.

    Chinese and Japanese are broken anywhere, without one.
    """
    return PIECE.sub(lambda piece: _broken(piece[0], room), said)


def _broken(word: str, room: float) -> str:
    if width(word.rstrip(" ")) <= room:
        return word
    return SOFT.join(_parts(word, room - width("-")))


def _parts(word: str, room: float) -> Iterator[str]:
    """The parts of a word, as few as fit and about as wide as each other."""
    if width(word.rstrip(" ")) <= room or len(word) < 4 or _wide(word[0]) == WHOLE:
        yield word
        return
    many = ceil(width(word) / room)
    even = width(word) / many
    fits = [at for at in range(2, len(word) - 1) if width(word[:at]) <= room]
    few = [at for at in fits if width(word[at:]) <= room * (many - 1)]
    at = min(few or fits or [2], key=lambda at: abs(width(word[:at]) - even) - _syllable_ends(word, at))
    yield word[:at]
    yield from _parts(word[at:], room)


def _syllable_ends(word: str, at: int) -> bool:
    """After a vowel and before none: right more often than not, in any language."""
    before, after = (normalize("NFD", letter.lower())[0] for letter in (word[at - 1], word[at]))
    return before in VOWELS and after.isalpha() and after not in VOWELS

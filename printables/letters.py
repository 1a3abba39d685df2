"""How wide our bold letters are: near enough to choose a size, and where a line breaks, before anything is laid out."""

from __future__ import annotations

import re
from math import ceil
from unicodedata import combining, east_asian_width, normalize

REGULAR = 0.92  # how wide a regular letter is beside a bold one
SOFT, UNBROKEN = "\N{SOFT HYPHEN}", "\N{NO-BREAK SPACE}"
# In hundredths of the size; what is not here is as wide as a capital.
WIDTHS = {
    letter: width / 100
    for width, letters in {
        25: ",.:;j|'’‘\u202f",
        30: f" {UNBROKEN}!`il·ı",
        35: "()-[]fł",
        42: 'I_rt{}ªº/\\"',
        52: "csyz–“”",
        57: "?FJLaehknuvx~×ħ<>",
        62: "$+0123456789=ESTZ^bdgopqðøþđŁ−",
        72: "&ADGHNUXÐĐw@",
        77: "#OQØ",
        89: "MWmæ",
        98: "œÆ¾%",
        103: "Œ",
    }.items()
    for letter in letters
}
PIECE = re.compile(rf"[^ \-{SOFT}]*[ \-{SOFT}]|[^ \-{SOFT}]+")  # a line may end after it
VOWELS = frozenset("aeiouyæœø")


def width(said: str) -> float:
    """In sizes of the letters."""
    return sum(_wide(letter) for letter in normalize("NFD", said) if not combining(letter) and letter != SOFT)


def _wide(letter: str) -> float:
    return 1.0 if east_asian_width(letter) in "WF" else WIDTHS.get(letter, 0.65)


def lines(said: str, room: float) -> int:
    """How many lines of that width a text takes; a word that is wider takes as many as it needs."""
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
    if width(word.rstrip(" ")) <= room or len(word) < 4 or _wide(word[0]) == 1:
        return word
    hyphen = width("-")
    even = width(word) / ceil(width(word) / (room - hyphen))
    fits = [at for at in range(2, len(word) - 1) if width(word[:at]) + hyphen <= room]
    at = min(fits or [2], key=lambda at: abs(width(word[:at]) - even) - _syllable_ends(word, at))
    return word[:at] + SOFT + _broken(word[at:], room)


def _syllable_ends(word: str, at: int) -> bool:
    """After a vowel and before none: right more often than not, in any language."""
    before, after = (normalize("NFD", letter.lower())[0] for letter in (word[at - 1], word[at]))
    return before in VOWELS and after.isalpha() and after not in VOWELS

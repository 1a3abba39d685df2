"""Printed sheets that nobody has filled in yet, each laid out once."""

from random import Random

from photos.finding import Printed, printed
from printables import INKS, Choice
from printables.blank import Blank, blank_of
from printables.documents import LAYOUTS
from tests.printables.press import words

_blanks: dict[tuple[str, str], Blank] = {}
_printed: dict[str, Printed] = {}


def blanks(choice: Choice) -> Printed:
    """What the reader lays photos on: in English, whatever language was printed."""
    if repr(choice) not in _printed:
        _printed[repr(choice)] = printed(blank_for(choice))
    return _printed[repr(choice)]


def blank_for(choice: Choice, language: str = "en") -> Blank:
    if (language, repr(choice)) not in _blanks:
        _blanks[language, repr(choice)] = blank_of(choice, words(language))
    return _blanks[language, repr(choice)]


def any_choice(chance: Random, document: str, **options: int) -> tuple[Choice, str]:
    """A layout and an ink by chance, and a language."""
    paper, up = chance.choice(LAYOUTS)
    choice = Choice(document, paper, up, ink=chance.choice(list(INKS)), options=options)
    return choice, chance.choice(("en", "fr"))

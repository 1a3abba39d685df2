"""Names as they are typed, and which of them players can have."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from unicodedata import combining, normalize

from scoring.core.codec import legible
from scoring.core.rule import Malformed
from scoring.core.text import Text, text

LONGEST = 40
SAME = text("Two players have the same name.")
MISSING = text("A name is missing.")


def one_line(typed: str) -> str:
    """A name without superfluous spaces."""
    return " ".join(typed.split())


def named(typed: str) -> str:
    """The name of a group, a player or a paper, as typed; raises `Malformed` with a sentence for whoever typed it."""
    name = one_line(typed)
    why = unfit(name) if name else MISSING
    if why:
        raise Malformed(why)
    return name


def plain_letters(said: str) -> str:
    """The text in letters that every file system knows, with a dash for everything between them."""
    plain = "".join(letter for letter in normalize("NFKD", said) if not combining(letter)).casefold()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def unfit(name: str) -> Text | None:
    """Why nobody can have this name; None if somebody can."""
    if not legible(name):
        return text("This name has a character that cannot be shown.")
    return text("A name has at most {most} characters.", most=LONGEST) if len(name) > LONGEST else None


def too_alike(names: Iterable[str]) -> Text | None:
    """Why nobody could tell the players of these names apart; None if everybody can."""
    for one, other in combinations(names, 2):
        if one == other:
            return SAME
        if normalize("NFC", one).casefold() == normalize("NFC", other).casefold():
            return text("{one} and {other} are too alike: add a letter to one of them.", one=one, other=other)
    return None


def refused(names: Sequence[str]) -> list[Text]:
    """Why players cannot have these names, all reasons together."""
    return [*filter(None, (too_alike(names), *map(unfit, names)))]

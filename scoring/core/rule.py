"""The rules as sentences with their codes, and the two ways in which something can be wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scoring.core.text import Text


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause of the printed rules, or a ruling of ours: `code` is "game/clause" and never changes."""

    code: str
    source: str
    text: str

    @property
    def clause(self) -> str:
        """The code without its game, as the public formats give it."""
        return self.code.partition("/")[2]


class Clauses:
    """The rules of a game in the order in which they are written: each is made by a call, and is one of `rules`."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._rules: list[Rule] = []

    def __call__(self, clause: str, source: str, text: str) -> Rule:
        """The rule of this clause, of which the code is "key/clause"."""
        self._rules.append(Rule(f"{self._key}/{clause}", source, text))
        return self._rules[-1]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(self._rules)


class Illegal(Exception):
    """The rules forbid this move: news for the table, never a bug.

    `stands` tells whether a given move is what stands in its way: the newest such move may be the wrong one.
    """

    def __init__(self, rule: Rule, why: Text, stands: Callable[[Any], bool] = lambda _move: False) -> None:
        super().__init__(rule.code)
        self.rule = rule
        self.why = why
        self.stands = stands


class Malformed(Exception):
    """The input is not a move or a position: `why` says what could not be read."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why

"""What the tests of several games use to read a log a second time."""

import re
from typing import Any

Json = dict[str, Any]
Sheets = tuple[tuple[str, Json], ...]
NAMES = ["Ana", "Ben", "Cai", "Dora", "Eli"]


def boxes(said: str) -> int:
    if said.startswith("all nine"):
        return 9
    number = re.match(r"\d+", said)
    return int(number[0]) if number else 0


def told_twice(facts: Any, read: Any) -> bool:
    """Whether the facts say what was read; of what a reading does not know, they may say anything."""
    if isinstance(read, dict):
        return isinstance(facts, dict) and all(key in facts and told_twice(facts[key], read[key]) for key in read)
    if isinstance(read, list):
        return len(facts) == len(read) and all(told_twice(*pair) for pair in zip(facts, read, strict=True))
    return bool(facts == read)

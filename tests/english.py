"""What is said, in English and without an app; a fact that is missing is an error."""

from string import Formatter
from typing import Any

from scoring.core.text import Either, Text, number


class _Sentence(Formatter):
    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return value[:1].upper() + value[1:] if conversion == "c" else super().convert_field(value, conversion)


def english(fact: Any) -> str:
    """A text, or a fact in it, as an English reader sees it."""
    match fact:
        case Text():
            form = fact.message if fact.plural is None or fact.count == 1 else fact.plural
            return _Sentence().vformat(form, (), {key: english(value) for key, value in fact.facts.items()})
        case Either():
            return " or ".join(map(english, fact.facts))
        case tuple():
            return ", ".join(map(english, fact))
        case int():
            return number(fact)
    return str(fact)

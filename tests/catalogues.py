"""What stands in the catalogues, and every marked text in what the house says."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scoring.core.text import Text
from web.rendering import i18n

ROOT = Path(__file__).parents[1]
TRANSLATED = i18n.LANGUAGES[1:]
"""The languages that have a catalogue: all but English."""


def catalogue_of(language: str, folder: Path = ROOT / "translations") -> Catalog:
    """The catalogue of a language: the house's own, or that of another folder."""
    with (folder / language / "LC_MESSAGES/messages.po").open("rb") as source:
        return read_po(source, locale=language)


def whole_catalogue(language: str) -> Catalog:
    """The catalogue of the tests, with the entries of the fourth game."""
    return catalogue_of(language, i18n.TRANSLATIONS)


def translated_in(catalogue: Catalog) -> frozenset[str]:
    """Every message that has a whole entry in a catalogue."""
    whole = [entry for entry in catalogue if entry.id and not entry.fuzzy]
    return frozenset(_id(entry.id) for entry in whole if _said(entry.string))


@functools.cache
def spoken() -> frozenset[str]:
    """Every message that the app of the tests says in all its languages: those of the fourth game too."""
    return frozenset.intersection(*(translated_in(whole_catalogue(language)) for language in TRANSLATED))


def _id(message: Any) -> str:
    return message[0] if isinstance(message, tuple) else message


def _said(translation: Any) -> bool:
    return all(translation) if isinstance(translation, tuple | list) else bool(translation)


def texts(value: Any) -> Iterator[Text]:
    """Every text in a value, however deep: in records, lists, and in the facts of other texts."""
    if isinstance(value, Text):
        yield value
        yield from texts(value.facts)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, Sequence | frozenset) and not isinstance(value, str):
        for inner in value:
            yield from texts(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from texts(getattr(value, each.name))
    elif isinstance(value, Exception):
        yield from texts([getattr(value, "why", None), *value.args])


def untranslated(value: Any) -> set[str]:
    """The messages in a value that a language lacks."""
    return {said.message for said in texts(value)} - spoken()

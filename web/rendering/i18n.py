"""Marked texts become sentences: the one place where what `scoring` says is translated."""

import atexit
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.support import NullTranslations, Translations
from flask import current_app, g, has_app_context, has_request_context, request, session
from flask_babel import force_locale, get_locale
from markupsafe import Markup

from scoring.core.text import Either, Text, _, number, text

TRANSLATIONS = Path(__file__).parents[2] / "translations"
ZONE = "zone"  # the cookie in which device.js says the time zone of the device
LOCALES = {"en": "en_GB"}  # whose dates and lists a language has; else its own
OWN_NAME = _("English")  # a catalogue has here what its own language calls itself
ORDINALS = (_("1st"), _("2nd"), _("3rd"))
CAPITAL = re.compile(r"\{(\w+)!c\}")
LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def languages_in(folder: Path) -> tuple[str, ...]:
    """English, in which the texts are written, and every language that has a catalogue."""
    return ("en", *sorted(catalogue.parts[-3] for catalogue in folder.glob("*/LC_MESSAGES/messages.po")))


LANGUAGES = languages_in(TRANSLATIONS)


class Fact(str):
    """A fact within a sentence; the format `c` capitalises it."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return self[:1].upper() + self[1:] if spec == "c" else str(self)


def compile_catalogues(folder: Path) -> Path:
    """Compile every catalogue that changed since it was last compiled; several processes may start at once.

    Returns the folder of the compiled ones: this process's own if this account may not write to the usual one.
    """
    try:
        _compile_into(folder, folder)
    except OSError:
        own = Path(mkdtemp(prefix="cairn-"))
        atexit.register(rmtree, own, ignore_errors=True)
        _compile_into(own, folder)
        return own
    return folder


def _compile_into(place: Path, folder: Path) -> None:
    for source in folder.glob("*/LC_MESSAGES/messages.po"):
        compiled = place / source.relative_to(folder).with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            continue
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        compiled.parent.mkdir(parents=True, exist_ok=True)
        fresh = compiled.with_suffix(f".{os.getpid()}")
        try:
            with source.open("rb") as text, fresh.open("wb") as binary:
                write_mo(binary, read_po(text, locale=source.parts[-3]))
            fresh.replace(compiled)
        finally:
            fresh.unlink(missing_ok=True)


@lru_cache
def locale_of(language: str) -> Locale:
    """Whose dates, lists and numbers go with a language: ours is British English."""
    return Locale.parse(LOCALES.get(language, language))


def tag_of(language: str) -> str:
    """The language of a page as its `lang` says it: en-GB, fr."""
    return str(locale_of(language)).replace("_", "-")


def local(moment: datetime) -> datetime:
    """A moment by the clock of the device that asks, whose scripts keep its time zone in a cookie; without one, by the
    server's own.
    """
    try:
        return moment.astimezone(ZoneInfo(request.cookies.get(ZONE, "") if has_request_context() else ""))
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return moment.astimezone()


def date_of(moment: date | datetime) -> date:
    """The day of a moment by the clock of the device that asks, or the day itself."""
    return local(moment).date() if isinstance(moment, datetime) else moment


def day_of(moment: date | datetime) -> str:
    """A day, or that of a moment, as it is written at a table: 1 Nov 2026, 1er nov. 2026, 1. Nov. 2026."""
    day = date_of(moment)
    month = format_date(day, "MMM", locale_of(language()))
    if day.day == 1:
        return translate(text("1 {month} {year}", month=month, year=day.year))
    return translate(text("{day} {month} {year}", day=day.day, month=month, year=day.year))


def moment_of(moment: datetime) -> str:
    """The day and time of a moment: 1 Nov 2026, 20:15."""
    return f"{day_of(moment)}, {format_time(local(moment).time(), 'short', locale=locale_of(language()))}"


def own_name(language: str) -> str:
    """The name of a language in itself, as its catalogue says; only where that does not is all that Babel knows of the
    language loaded.
    """
    named = _catalogue(language).gettext(OWN_NAME)
    if named != OWN_NAME or language == LANGUAGES[0]:
        return named
    return (Locale(language).get_language_name() or language).capitalize()


def choose_language() -> str:
    """The language of this request: chosen with the switch, else the browser's, else English."""
    chosen = session.get("language")
    return chosen if chosen in LANGUAGES else next(_accepted(), "en")


def _accepted() -> Iterator[str]:
    """Our languages among the browser's, best first; fr-CA is French."""
    for tag, quality in request.accept_languages:
        language = tag.lower().partition("-")[0]
        if quality > 0 and language in LANGUAGES:
            yield language


def language() -> str:
    """The current language; English outside a request. Kept for the request, because Flask-Babel would look it up for
    each text.
    """
    if not has_app_context():
        return LANGUAGES[0]
    spoken: str | None = g.get("language")
    if spoken is None:
        locale = get_locale()
        spoken = g.language = locale.language if locale else LANGUAGES[0]
    return spoken


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Use this language for everything within."""
    before = g.get("language")
    g.language = chosen
    try:
        with force_locale(str(locale_of(chosen))):
            yield
    finally:
        g.language = before


def gettext(message: str, **facts: object) -> Markup:
    """A text of a template in the current language, with its facts filled in and escaped."""
    return _filled_in(language(), message, facts) if facts else _alone(language(), message)


@lru_cache(maxsize=4_000)
def _alone(language: str, message: str) -> Markup:
    """A text without facts, kept: a table shows a dozen at every tap."""
    return _filled_in(language, message, {})


def _filled_in(language: str, message: str, facts: Mapping[str, object]) -> Markup:
    said = {name: isolated(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    return Markup(_catalogue(language).gettext(message)) % said  # noqa: S704  our own catalogues


def isolated(name: str) -> str:
    """The name; one that is written from right to left, so that no number or word beside it changes its place."""
    return ISOLATE + name + END_OF_ISOLATE if LEFTWARDS.search(name) else name


def listed(names: Iterable[str]) -> str:
    """Names one after the other, each in its place."""
    return ", ".join(map(isolated, names))


def ngettext(one: str, many: str, count: int) -> str:
    """Translate a text of a template that depends on a number."""
    return _catalogue(language()).ngettext(one, many, count)


def translate(said: Text | str) -> str:
    """The sentence in the current language, with its facts filled in."""
    spoken = language()
    return _translate(said if isinstance(said, Text) else Text(said), spoken, _catalogue(spoken))


def _translate(said: Text, language: str, catalogue: NullTranslations) -> str:
    if said.plural is None:
        message = catalogue.gettext(said.message)
    else:
        message = catalogue.ngettext(said.message, said.plural, said.count)
    if not said.facts:
        return message
    facts = {name: Fact(_show(fact, language, catalogue)) for name, fact in said.facts.items()}
    return _pattern(message).format_map(facts)


def _show(fact: object, language: str, catalogue: NullTranslations) -> str:
    """A fact as text: a sentence is translated, a list joined, a number gets its sign."""
    if isinstance(fact, Text):
        return _translate(fact, language, catalogue)
    if isinstance(fact, int):
        return number(fact)
    if isinstance(fact, Either):
        return format_list([_show(part, language, catalogue) for part in fact.facts], "or", locale_of(language))
    if isinstance(fact, tuple):
        return format_list([_show(part, language, catalogue) for part in fact], locale=locale_of(language))
    return isolated(str(fact))


@lru_cache
def _catalogue(language: str) -> NullTranslations:
    """A language's catalogue, looked up once: a table shows some two hundred texts at every tap."""
    return Translations.load(current_app.config["BABEL_TRANSLATION_DIRECTORIES"], [language])


def ordinal(rank: int) -> str:
    """A rank as it is read, from 1: 1st, 2nd, 3rd, 4th."""
    return gettext(ORDINALS[rank - 1]) if rank <= len(ORDINALS) else gettext("%(rank)dth", rank=rank)


@lru_cache(maxsize=2_000)
def _pattern(message: str) -> str:
    return CAPITAL.sub(r"{\1:c}", message)

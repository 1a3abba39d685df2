"""The editions of a game that a group plays: the settings in which its tables differ, named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ledger import FinishedTable
from scoring import GAMES
from scoring.core.game import AnyGame, Setting
from scoring.core.text import Text, plural, text

Editions = Mapping[str, tuple[Text, ...]]


def edition_of(outcome: FinishedTable) -> str:
    """The settings of a table as a key: for each, the place of the value that was chosen."""
    return ".".join(str(_chosen(setting, outcome.settings)) for setting in GAMES[outcome.game].settings)


def _chosen(setting: Setting, settings: Mapping[str, object]) -> int:
    """The place of the value that a table has; one past the last for any other value, such as a sheet layout of its
    own.
    """
    known = [value for value, _name in setting.values]
    value = setting.chosen_in(settings, None if None in known else setting.usual)
    return known.index(value) if value in known else len(known)


def editions(finished_tables: Sequence[FinishedTable]) -> Editions:
    """The editions of one game by their keys, most played first, each named by what differs from the usual; empty if
    there is only one.
    """
    played = Counter(edition_of(outcome) for outcome in finished_tables)
    if len(played) < 2:
        return {}
    choices = {key: [int(place) for place in key.split(".")] for key in played}
    settings = GAMES[finished_tables[0].game].settings
    differ = [place for place in range(len(settings)) if len({choice[place] for choice in choices.values()}) > 1]
    return {
        key: tuple(filter(None, (_name(settings[at], choices[key][at]) for at in differ))) or (text("standard"),)
        for key, _many in played.most_common()
    }


def _name(setting: Setting, place: int) -> Text | None:
    if place == len(setting.values):
        return text("another one")
    value, name = setting.values[place]
    return None if value == setting.usual else name


def agreed(game: AnyGame, settings: Mapping[str, object], state: object) -> tuple[Text, ...]:
    """The settings chosen when a table opened that could not be changed since, each with its name. An item that tables
    share is named by what is printed of it.
    """
    return tuple(
        text("{label}: {value}", label=text(setting.label), value=_value(setting, settings))
        for setting in game.settings
        if not setting.later(state) and not setting.library
    )


def _value(setting: Setting, settings: Mapping[str, object]) -> Text:
    place = _chosen(setting, settings)
    return setting.values[place][1] if place < len(setting.values) else text("another one")


def apart(finished_tables: Sequence[FinishedTable], named: Editions) -> list[tuple[Text, list[int]]]:
    """The outcomes by number of players and edition, as indexes into the list; the most played first."""
    groups: dict[tuple[int, str], list[int]] = {}
    for place, outcome in enumerate(finished_tables):
        groups.setdefault((len(outcome.players), edition_of(outcome)), []).append(place)
    often = sorted(groups, key=lambda group: (-len(groups[group]), group))
    return [(_variant(size, named.get(key, ())), groups[size, key]) for size, key in often]


def _variant(size: int, names: tuple[Text, ...]) -> Text:
    players = plural("{count} player", "{count} players", size)
    return text("{players}, {ways}", players=players, ways=names) if names else players

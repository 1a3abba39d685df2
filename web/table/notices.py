"""The notices beside the board: what happened last, what others took back, what one asks of another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from flask_babel import gettext, ngettext

from referee import Exchange, LiveTable, Mended
from scoring import GAMES
from scoring.core.log import Amend
from scoring.core.play import AnyPlay
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from web.rendering.i18n import translate
from web.table.access import TableAccess, ledger, read_until

TOLD = 4  # changes of a correction


def last_said(live: LiveTable) -> list[str]:
    """The last move that somebody decided on, with its turn, and what followed of itself, in sentences; or the lot."""
    if live.lot is not None:
        return [str(gettext("Drawn by lot: %(name)s begins.", name=live.table.names[live.lot]))]
    first, *followed = live.play.latest()
    told = first.told(totals=not live.scores_hidden)
    return [translate(said) for said in (*told, *(said for play in followed for said in play.sentences()))]


def mended(here: TableAccess, live: LiveTable) -> list[str]:
    """The changes by others since the last move, taken back or corrected, with their names, that are not read here."""
    read = read_until(here)
    others = [one for one in live.mended if one.seq > read and not _from_here(here, one)]
    told = [_told(live, list(run)) for _, run in groupby(others, lambda one: (one.by, one.corrects))]
    exchanged = live.exchanged
    if exchanged is None or exchanged.seq <= read or _from_here(here, exchanged):
        return told
    return [*told, translate(exchanged.said(live.table.names))]


def _from_here(here: TableAccess, one: Mended | Exchange) -> bool:
    return here.seats == {one.by} if one.by is not None else len(here.seats) > 1


def _told(live: LiveTable, run: Sequence[Mended]) -> str:
    """The moves that one phone has taken back in a row, told by the first of them; or its last correction."""
    last, totals = run[-1], not live.scores_hidden
    name = None if last.by is None else live.table.names[last.by]
    if last.corrects:
        return _correction_told(last.play, name, totals)
    if len(run) == 1 and isinstance(last.first.move, Amend):
        return _uncorrected(live, name)
    return _undoing_told(run, name)


def _correction_told(play: AnyPlay, name: str | None, totals: bool) -> str:
    said = _corrected(play, totals)
    if name is None:
        return str(gettext("Corrected: %(said)s", said=said))
    return str(gettext("%(name)s has made a correction. %(said)s", name=name, said=said))


def _uncorrected(live: LiveTable, name: str | None) -> str:
    """That a correction was undone, with the totals as they are now."""
    if live.scores_hidden:
        return str(gettext("%(name)s has undone a correction.", name=name) if name else gettext("Correction undone."))
    each = tuple(
        text("{name}\N{NO-BREAK SPACE}{points}", name=one.name, points=one.total) for one in live.sheet.players
    )
    totals = translate(text("{each}", each=each))
    if name:
        return str(
            gettext("%(name)s has undone a correction, the totals are now: %(totals)s.", name=name, totals=totals)
        )
    return str(gettext("Correction undone, the totals are now: %(totals)s.", totals=totals))


def _undoing_told(run: Sequence[Mended], name: str | None) -> str:
    earliest = run[-1]
    alone = len(run) == 1 and earliest.turn
    told = earliest.play.told()[:1] if alone else earliest.first.in_short()[:1]
    said, number = joined(told), 1 if alone else sum(1 + one.turn for one in run)
    if name is None and number == 1:
        return str(gettext("Undone: %(said)s", said=said))
    if name is None:
        return str(gettext("%(number)d moves were undone, the first: %(said)s", number=number, said=said))
    if number == 1:
        return str(gettext("%(name)s has undone: %(said)s", name=name, said=said))
    return str(
        gettext("%(name)s has undone %(number)d moves, the first: %(said)s", name=name, number=number, said=said)
    )


def _corrected(play: AnyPlay, totals: bool) -> str:
    """The changes of a correction, of a long one their beginning; and all that it has moved."""
    changes, moved = play.corrected(), play.moved(totals=totals)
    said, more = joined(changes[:TOLD]), len(changes) - TOLD
    if more > 0:
        said = str(ngettext("%(said)s And one more change.", "%(said)s And %(num)d more changes.", more, said=said))
    return " ".join((said, *map(translate, moved)))


def joined(sentences: Sequence[Text]) -> str:
    """These sentences, one after the other."""
    return " ".join(map(translate, sentences))


def asking(live: LiveTable) -> str:
    """The request of one player to another, or what came of it; empty where there is none."""
    one, count, names = live.request, live.game.count, live.table.names
    if one is None or count is None or count.twice is None:
        return ""
    facts = {"what": translate(count.twice.said(live.state, one.given_up)), "by": names[one.by]}
    owner = names[one.given_up.seat]
    if one.kept:
        return str(gettext("%(owner)s keeps: %(what)s.", owner=owner, what=facts["what"]))
    return str(gettext("%(by)s asks %(owner)s: isn’t this mine? %(what)s", owner=owner, **facts))


def not_alone(here: TableAccess) -> str:
    """The notice for a phone at whose seat others sit too, in a game with secrets; who keeps score for several is no
    other.
    """
    if here.only_seat is None or not GAMES[here.table.game].keeps_secrets:
        return ""
    phones = len(lone_sitters(ledger().seats.sittings(here.table.id))[here.only_seat])
    if phones < 2:
        return ""
    return str(gettext("%(number)d phones share your seat and see what you lay: look under Share.", number=phones))


def lone_sitters(sittings: Mapping[Seat, frozenset[str]]) -> defaultdict[Seat, frozenset[str]]:
    """The devices at each seat that sit at no other."""
    often = Counter(device for devices in sittings.values() for device in devices)
    alone = {seat: frozenset(one for one in devices if often[one] == 1) for seat, devices in sittings.items()}
    return defaultdict(frozenset, alone)

"""What a phone is told beside the board: what happened last, what others took back, what one asks of another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from flask_babel import gettext, ngettext

from referee import LiveTable, Mended
from scoring import GAMES
from scoring.core.play import AnyPlay
from scoring.core.sheet import Seat
from web.access import TableAccess, ledger
from web.i18n import translate

TOLD = 4  # sentences of a correction


def last_said(live: LiveTable) -> list[str]:
    """The last move that somebody decided on, with its turn, and what followed of itself, in sentences."""
    first, *followed = live.play.latest()
    return [translate(said) for said in (*first.told(), *(said for play in followed for said in play.sentences()))]


def mended(here: TableAccess, live: LiveTable) -> list[str]:
    """What others have taken back or corrected since the last move, by whom."""
    others = [one for one in live.mended if not _from_here(here, one)]
    return [_told(here.table.names, list(run)) for _, run in groupby(others, lambda one: (one.by, one.corrects))]


def _from_here(here: TableAccess, one: Mended) -> bool:
    return here.seats == {one.by} if one.by is not None else len(here.seats) > 1


def _told(names: Sequence[str], run: Sequence[Mended]) -> str:
    """What one phone has taken back in a row, told by what was the first of it; or its last correction."""
    last = run[-1]
    name = None if last.by is None else names[last.by]
    return _correction_told(last.play, name) if last.corrects else _undoing_told(run, name)


def _is_one_turn(run: Sequence[Mended]) -> bool:
    """Whether all that was taken back is what is told as one."""
    return len(run) == 2 and run[0].play.told_from() is run[1].play


def _correction_told(play: AnyPlay, name: str | None) -> str:
    said = _corrected(play)
    if name is None:
        return str(gettext("Corrected: %(said)s", said=said))
    return str(gettext("%(name)s has made a correction. %(said)s", name=name, said=said))


def _undoing_told(run: Sequence[Mended], name: str | None) -> str:
    if _is_one_turn(run):
        said, number = translate(run[0].play.told()[0]), 1
    else:
        said, number = translate(run[-1].play.sentences()[0]), len(run)
    if name is None and number == 1:
        return str(gettext("Undone: %(said)s", said=said))
    if name is None:
        return str(gettext("%(number)d moves were undone, the first: %(said)s", number=number, said=said))
    if number == 1:
        return str(gettext("%(name)s has undone: %(said)s", name=name, said=said))
    return str(
        gettext("%(name)s has undone %(number)d moves, the first: %(said)s", name=name, number=number, said=said)
    )


def _corrected(play: AnyPlay) -> str:
    """What a correction has changed, and no totals: a table may hide them. Of a long one its beginning."""
    sentences = [translate(sentence) for sentence in play.sentences()]
    changes = sentences if play.game.to_act(play.state) else sentences[:-1]
    said, more = " ".join(changes[:TOLD]), len(changes) - TOLD
    if more <= 0:
        return said
    return str(ngettext("%(said)s And one more change.", "%(said)s And %(num)d more changes.", more, said=said))


def asking(live: LiveTable) -> str:
    """What one player asks of another, or what came of it; empty where nothing is asked."""
    one, twice, names = live.asked, live.game.counted_twice, live.table.names
    if one is None or twice is None:
        return ""
    facts = {"what": translate(twice.said(live.state, one.given_up)), "by": names[one.by]}
    owner = names[one.given_up.seat]
    if one.kept:
        return str(gettext("%(owner)s keeps: %(what)s.", owner=owner, what=facts["what"]))
    return str(gettext("%(by)s asks %(owner)s: isn’t this mine? %(what)s", owner=owner, **facts))


def not_alone(here: TableAccess) -> str:
    """What a game with secrets tells a phone at whose seat others sit too; who keeps score for several is no other."""
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

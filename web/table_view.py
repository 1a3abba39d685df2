"""A table as a page and as the fragments that a phone asks for: what every route that shows one uses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Protocol, TypeAlias

from flask import abort, flash, g, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext
from markupsafe import Markup

from referee import LiveTable, Mended, Offered, Report, offered
from scoring import GAMES
from scoring.core.game import AnyGame, CountView, ViewRequest
from scoring.core.log import read_event
from scoring.core.play import Amend, AnyPlay, Undo
from scoring.core.reading import Json
from scoring.core.rule import Illegal, Malformed, Rule
from scoring.core.sheet import Seat
from web.access import TableAccess, ledger
from web.forms import ReportForm, Said, events_from
from web.fragments import htmx
from web.i18n import translate
from web.library import shared

TOLD = 4  # sentences of a correction


def is_fragment() -> bool:
    """htmx asks for the fragment; a page restored from the history wants it whole."""
    return bool(htmx) and not htmx.history_restore_request


def folder(live: LiveTable) -> str:
    """Where a game keeps its templates."""
    return live.game.key.replace("-", "_")


@dataclass(frozen=True, slots=True)
class TableContext:
    """What every template of a table may use, each field by its name.

    `live` is the table as this device may see it, `board` what its game makes of that (another type in each game).
    `asked` is the query of the page with what was tapped. `folder` is where the game keeps its templates and styles.
    `own` are the seats of a phone that does not keep score for all, `trusted` those whose face-down moves a device may
    know. `url` leads to the table, as whoever plays or as whoever watches. `last` says what happened last. `place` is
    which page this is: table, screen, result, or correction: there one move is said, in the place of another; or
    insertion: what is missing is put in.
    `event_of` writes a move as an event, for a form; `events_of` does so for the moves of several choices.
    """

    here: TableAccess
    live: LiveTable
    game: AnyGame
    folder: str
    names: Sequence[str]
    own: frozenset[Seat]
    trusted: frozenset[Seat]
    board: object
    asked: Mapping[str, str]
    url: str
    last: Sequence[str]
    scores_hidden: bool
    event_of: Callable[[object], Mapping[str, Json]]
    events_of: Callable[[Iterable[Choice]], Sequence[Mapping[str, Json]]]
    place: str = "table"


Kept: TypeAlias = tuple[str, int, dict[str, str]]  # a page that keeps what was typed, its status and its headers


class Choice(Protocol):
    """A button of a board that reports a move."""

    @property
    def move(self) -> object: ...


def context(
    here: TableAccess, live: LiveTable, asked: Mapping[str, str] | None = None, seat: Seat | None = None
) -> TableContext:
    """The context of a table; `asked` and `seat` are what its board is asked for (see `ViewRequest`)."""
    live = live.seen_from(here.seats)
    event = live.game.formats.event
    return TableContext(
        here=here,
        live=live,
        game=live.game,
        folder=folder(live),
        names=here.table.names,
        own=frozenset(here.seats) if len(here.seats) < len(here.table.names) else frozenset(),
        trusted=live.trusted(here.seats),
        board=live.game.board(live.state, ViewRequest(asked or {}, seat, shared(here))),
        asked=asked or {},
        url=address(here),
        last=last_said(live),
        scores_hidden=live.scores_hidden,
        event_of=event,
        events_of=lambda choices: [event(choice.move) for choice in choices],
    )


def render(template: str, of: TableContext, **more: object) -> str:
    """A template of a table, with its context and with what this page alone adds."""
    return render_template(template, **{field.name: getattr(of, field.name) for field in fields(of)}, **more)


def show(
    here: TableAccess, live: LiveTable, status: int = 200, said: str = "", rule: Rule | None = None, note: str = ""
) -> ResponseReturnValue:
    """The table: whole, or its refreshed block alone; `said` tells what went wrong, `rule` which rule says so.

    A `note` stands before what happened last.

    What was reported and refused is still selected; who keeps score for several stays with the player it was for.
    """
    move = reported(live) if request.method == "POST" else None
    refused = live.game.selection(move) if said and move is not None else {}
    of = context(here, live, {**request.args, **request.form, **refused}, getattr(move, "seat", None))
    of = replace(of, last=[note, *of.last]) if note else of
    if is_fragment():
        return render(_table(live), of, said=said, rule=rule), status, _scrolls(live) if status == 200 else {}
    return render("table/page.html", of, said=said, rule=rule), status


def _scrolls(live: LiveTable) -> dict[str, str]:
    """At the end of a game who has won comes into sight, however far a phone had scrolled; before it nothing jumps."""
    over = live.finished and not live.awaits_reveal
    return {"HX-Reswap": "outerMorph show:top showTarget:.winner"} if over else {}


def reported(live: LiveTable) -> object:
    """The first move of the game that this form reports; None when it reports none."""
    try:
        move = read_event(live.game, events_from(request.form)[0], live.setup)
    except Malformed:
        return None
    return None if isinstance(move, Undo | Amend) else move


def _table(live: LiveTable) -> str:
    """The template of the table itself: at its end a game that hides its scores shows them rank by rank."""
    return "table/reveal.html" if live.awaits_reveal else f"{folder(live)}/table.html"


def counting(here: TableAccess, live: LiveTable, seat: Seat, draft: object, claimed: int | None = None) -> CountView:
    """What the page of a final count shows of a seat; 404 in a game that has none."""
    count = live.game.count or abort(404)
    sums: CountView = count(live.state, seat, draft, ViewRequest(request.form, None, shared(here), claimed))
    return sums


def report_of(here: TableAccess, form: ReportForm, *events: Mapping[str, object]) -> Report:
    """The report of this device; a seat made it only where the device sits at that one alone."""
    alone = next(iter(here.seats)) if len(here.seats) == 1 else None
    return Report(form.move_id.data, form.seen.data, events, alone, here.seats)


def report_to(here: TableAccess) -> str:
    """Where this device reports what happened at the table."""
    if "report_to" not in g:
        g.report_to = url_for("table.report", code=here.table.code)
    return str(g.report_to)


def stands_in_the_way(here: TableAccess, live: LiveTable, illegal: Illegal) -> None:
    """Remember for this answer which move stands in the way of what was refused, if one does."""
    number = live.play.in_the_way(illegal) if here.may_write and not here.table.locked else None
    g.in_the_way = number and url_for("correction.amend", code=here.table.code, seq=number)


def in_the_way() -> str | None:
    """The address where the move is corrected that stands in the way of what this answer refuses."""
    address: str | None = g.get("in_the_way")
    return address


def carried() -> Sequence[tuple[str, str]]:
    """The fields that every report of this page brings along."""
    fields: Sequence[tuple[str, str]] = g.get("carried", ())
    return fields


def recorded(said: Said) -> Markup:
    """The mark of a button that says what is recorded there, on the page of its correction."""
    event: Mapping[str, object] = g.get("recorded", {})
    says = [said] if isinstance(said, Mapping) else said
    same = len(says) == 1 and all(event.get(key, key) == value for key, value in says[0].items())
    return Markup(' aria-current="true"') if event and same else Markup()


def undo_of(here: TableAccess, live: LiveTable) -> Offered | None:
    """What the Undo of this device takes back, if anything."""
    return offered(live, here.seats) if here.may_write and not here.table.locked else None


def mended(here: TableAccess, live: LiveTable) -> list[str]:
    """What others have taken back or corrected since the last move, by whom."""
    others = [one for one in live.mended if not _from_here(here, one)]
    return [_told(here.table.names, list(run)) for _, run in groupby(others, lambda one: (one.by, one.corrects))]


def asked(live: LiveTable) -> str:
    """What one player asks of another, or what came of it; empty where nothing is asked."""
    one, twice, names = live.asked, live.game.counted_twice, live.table.names
    if one is None or twice is None:
        return ""
    facts = {"what": translate(twice.said(live.state, one.given_up)), "by": names[one.by]}
    owner = names[one.given_up.seat]
    if one.kept:
        return str(gettext("%(owner)s keeps: %(what)s.", owner=owner, what=facts["what"]))
    return str(gettext("%(by)s asks %(owner)s: is this not mine? %(what)s", owner=owner, **facts))


def _from_here(here: TableAccess, one: Mended) -> bool:
    return here.seats == {one.by} if one.by is not None else len(here.seats) > 1


def _told(names: Sequence[str], run: Sequence[Mended]) -> str:
    """What one phone has taken back in a row, told by what was the first of it; or its last correction."""
    last = run[-1]
    said, number = _corrected(last.play) if last.corrects else translate(last.play.sentences()[0]), len(run)
    if last.by is None:
        if last.corrects:
            return str(gettext("Corrected: %(said)s", said=said))
        if number == 1:
            return str(gettext("Undone: %(said)s", said=said))
        return str(gettext("%(number)d moves were undone, the first: %(said)s", number=number, said=said))
    name = names[last.by]
    if last.corrects:
        return str(gettext("%(name)s has made a correction. %(said)s", name=name, said=said))
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


def address(here: TableAccess) -> str:
    if here.by_watch:
        return url_for("table.watch", code=here.table.watch)
    return url_for("table.page", code=here.table.code)


def last_said(live: LiveTable) -> list[str]:
    """The last move that somebody decided on, and what followed of itself, in sentences."""
    return [translate(said) for play in live.play.latest() for said in play.sentences()]


def nothing_new(live: LiveTable) -> ResponseReturnValue | None:
    """The answer to a phone that has `seen` all there is; one that has seen more loads its page anew."""
    seen = request.args.get("seen", -1, int)
    if not is_fragment() or seen < live.seq:
        return None
    if seen == live.seq:
        return "", 204
    tell_set_back()
    return "", 200, {"HX-Refresh": "true"}


def not_alone(here: TableAccess) -> str:
    """What a game with secrets tells a phone at whose seat others sit too; who keeps score for several is no other."""
    if len(here.seats) != 1 or not GAMES[here.table.game].keeps_secrets:
        return ""
    phones = len(lone_sitters(ledger().seats.sittings(here.table.id))[next(iter(here.seats))])
    if phones < 2:
        return ""
    return str(gettext("%(number)d phones share your seat and see what you lay: look under Share.", number=phones))


def lone_sitters(sittings: Mapping[Seat, frozenset[str]]) -> defaultdict[Seat, frozenset[str]]:
    """The devices at each seat that sit at no other."""
    often = Counter(device for devices in sittings.values() for device in devices)
    alone = {seat: frozenset(one for one in devices if often[one] == 1) for seat, devices in sittings.items()}
    return defaultdict(frozenset, alone)


def ahead_of(here: TableAccess, seen: int) -> ResponseReturnValue | None:
    """The answer to a report from a phone that has seen more than there is: it keeps what was entered."""
    return again(409, _set_back(), here, seen=here.seq) if seen > (here.seq or 0) else None


def tell_set_back() -> None:
    """The next page says that an older copy of the ledger was put back."""
    if ("message", _set_back()) not in session.get("_flashes", []):
        flash(_set_back())


def _set_back() -> str:
    return str(
        gettext(
            "Cairn was set back to an older copy: what this table had recorded after it is gone. "
            "Look at the table, and record what is missing again."
        )
    )


def again(status: int, why: str, here: TableAccess | None = None, **instead: object) -> Kept:
    """An error that keeps what was typed: the same fields, ready to be sent again; `instead` of some, others."""
    body = render_template("again.html", why=why, here=here, **sent(**instead))
    headers = {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "HX-Reselect": "body > *"} if is_fragment() else {}
    return body, status, headers


def sent(**instead: object) -> dict[str, object]:
    """The fields that this request brought, but for the signature, and where to: for a page that sends them again."""
    kept = [(name, instead.get(name, value)) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return {"kept": kept, "action": f"{request.script_root}{request.full_path}".rstrip("?")}

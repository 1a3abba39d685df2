"""A table as a page and as the fragments that a phone asks for: what every route that shows one uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Protocol

from flask import abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee import Doubts, LiveTable, Offered, Report, no_doubts, offered
from scoring.core.amend import Amend, Undo
from scoring.core.counting import DraftCount
from scoring.core.game import AnyGame, ViewRequest
from scoring.core.log import Event, read_event
from scoring.core.reading import Json
from scoring.core.rule import Illegal, Malformed, Rule
from scoring.core.sheet import Seat
from scoring.core.text import Text
from web.group.library import shared
from web.table.access import TableAccess
from web.table.forms import ReportForm, Said, events_from
from web.table.fragments import is_fragment
from web.table.notices import last_said
from web.table.resending import tell_set_back


def folder(live: LiveTable) -> str:
    """The folder of a game's templates."""
    return live.game.key.replace("-", "_")


@dataclass(frozen=True, slots=True)
class TableContext:
    """What every template of a table may use, each field by its name.

    `live` is the table as this device may see it, `board` what its game makes of that (another type in each game).
    `folder` is where the game keeps its templates and styles.
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
    url: str
    last: Sequence[str]
    scores_hidden: bool
    event_of: Callable[[object], Mapping[str, Json]]
    events_of: Callable[[Iterable[Choice]], Sequence[Mapping[str, Json]]]
    place: str = "table"


class Choice(Protocol):
    """A button of a board that reports a move."""

    @property
    def move(self) -> object: ...


def context(
    here: TableAccess, live: LiveTable, selection: Mapping[str, str] | None = None, seat: Seat | None = None
) -> TableContext:
    """The context of a table; `selection` and `seat` are what its board is asked for (see `ViewRequest`)."""
    live = live.seen_from(here.seats)
    event = live.game.formats.event
    asked = ViewRequest(selection or {}, seat, shared(here), refused=g.get("refused"), seats=here.seats)
    return TableContext(
        here=here,
        live=live,
        game=live.game,
        folder=folder(live),
        names=here.table.names,
        own=frozenset(here.seats) if len(here.seats) < len(here.table.names) else frozenset(),
        trusted=live.trusted(here.seats),
        board=live.game.board(live.state, asked),
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
    here: TableAccess,
    live: LiveTable,
    status: int = 200,
    said: str = "",
    rule: Rule | None = None,
    note: str = "",
    *,
    unsure: bool = False,
) -> ResponseReturnValue:
    """The table: whole, or its refreshed block alone; `said` tells what went wrong, `rule` which rule says so, and
    where it is `unsure` it may be recorded all the same.

    A `note` stands before what happened last.

    What was reported and refused is still selected; who keeps score for several stays with the player it was for.
    """
    move = reported(live) if request.method == "POST" else None
    refused = live.game.selection(move) if said and move is not None else {}
    of = context(here, live, {**request.args, **request.form, **refused}, getattr(move, "seat", None))
    of = replace(of, last=[note, *of.last]) if note else of
    page = render(_table(live) if is_fragment() else "table/page.html", of, said=said, rule=rule, unsure=unsure)
    return page, status, _scrolls(live) if is_fragment() and status == 200 else {}


def _scrolls(live: LiveTable) -> dict[str, str]:
    """At the end of a game who has won comes into sight, however far a phone had scrolled; before it nothing jumps."""
    over = live.finished and not live.awaits_reveal
    return {"HX-Reswap": "outerMorph show:top showTarget:.winner"} if over else {}


def events_reported(live: LiveTable) -> Sequence[Event]:
    """The events in the form of this request, at least one; raises `Malformed` (see `events_from`)."""
    if "events" not in g:
        g.events = events_from(request.form, live.from_text)
    events: Sequence[Event] = g.events
    return events


def reported(live: LiveTable) -> object:
    """The first move of the game that this form reports; None when it reports none."""
    try:
        move = read_event(live.game, events_reported(live)[0], live.setup)
    except Malformed:
        return None
    return None if isinstance(move, Undo | Amend) else move


def _table(live: LiveTable) -> str:
    """The template of the table itself: at its end a game that hides its scores shows them rank by rank."""
    return "table/reveal.html" if live.awaits_reveal else f"{folder(live)}/table.html"


def counting(here: TableAccess, live: LiveTable, seat: Seat, draft: object, claimed: int | None = None) -> DraftCount:
    """The page's view of a seat's final count; 404 in a game that has none."""
    count = live.game.count or abort(404)
    sums: DraftCount = count.view(
        live.state,
        seat,
        draft,
        ViewRequest(request.form, None, shared(here), claimed, hidden=live.scores_hidden, seats=here.seats),
    )
    return sums


def report_of(here: TableAccess, form: ReportForm, *events: Event, doubts: Doubts = no_doubts) -> Report:
    """The report of this device; a seat made it only where the device sits at that one alone."""
    return Report(form.move_id.data, form.seen.data, events, here.only_seat, here.seats, form.after.data, doubts)


def report_to(here: TableAccess) -> str:
    """The address to which this device reports what happened at the table."""
    if "report_to" not in g:
        g.report_to = url_for("table.report", code=here.table.code)
    return str(g.report_to)


def refuses(why: Text) -> None:
    """Remember for this answer why it refuses a move; its board need not say that again."""
    g.refused = why


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
    event: Event = g.get("recorded", {})
    says = [said] if isinstance(said, Mapping) else said
    same = len(says) == 1 and all(event.get(key, key) == value for key, value in says[0].items())
    return Markup(' aria-current="true"') if event and same else Markup()


def undo_of(here: TableAccess, live: LiveTable) -> Offered | None:
    """The move that the Undo of this device takes back, if any."""
    return offered(live, here.seats) if here.may_write and not here.table.locked else None


def undo_field(what: Offered) -> tuple[str, int]:
    """The field of a form, by name and value, that takes back what is offered."""
    return ("only", what.play.index) if what.back_to is None else ("back_to", what.back_to)


def address(here: TableAccess) -> str:
    if here.by_watch:
        return url_for("table.watch", code=here.table.watch)
    return url_for("table.page", code=here.table.code)


def nothing_new(live: LiveTable) -> ResponseReturnValue | None:
    """The answer to a phone that has `seen` all there is; one that has seen more loads its page anew."""
    seen = request.args.get("seen", -1, int)
    if not is_fragment() or seen < live.seq:
        return None
    if seen == live.seq:
        return "", 204
    tell_set_back()
    return "", 200, {"HX-Refresh": "true"}

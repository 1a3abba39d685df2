"""A table as a page and as the fragments that a phone asks for: what every route that shows one uses. Beside its board
stand notices: what happened last, what others took back, what one asks of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from typing import Protocol

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext
from markupsafe import Markup

from referee import Exchange, LiveTable, Mended, Offered, Question, offered
from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import AnyGame, ViewRequest
from scoring.core.log import Amend, Event
from scoring.core.play import AnyPlay
from scoring.core.rule import Malformed, Rule
from scoring.core.sheet import DraftCount, Seat
from scoring.core.text import Text, text
from web.group.item import shared
from web.rendering.fragments import is_fragment
from web.rendering.i18n import listed, translate
from web.table.access import TableAccess, alone_at, answering_elsewhere, read_until
from web.table.forms import Said, events_from, tell_set_back

TOLD = 4  # changes of a correction


def folder(live: LiveTable) -> str:
    """The folder of a game's templates."""
    return live.game.key.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a report was not recorded: the `status` of the answer, the words, and the `rule` that says so.

    `why` are the words of the rules, which the board need not say again; `in_the_way` is where the move is corrected
    that stands in the way, if one does. Where a `question` is asked instead, its answers share the `move_id`, go
    `answer_to` an address, if not that of the reports, and bring the fields `carried`.
    """

    status: int
    words: str
    rule: Rule | None = None
    why: Text | None = None
    in_the_way: str | None = None
    question: Question | None = None
    move_id: str = ""
    answer_to: str = ""
    carried: Sequence[tuple[str, object]] = ()


NOTHING_REFUSED = Refusal(200, "")


@dataclass(frozen=True, slots=True)
class TableContext:
    """The names that every template of a table may use.

    `live` is the table as this device may see it, `board` what its game makes of that (another type in each game).
    `folder` is where the game keeps its templates and styles.
    `own` are the seats of a phone that does not keep score for all, `elsewhere` those that it does not answer for, in a
    game with secrets.
    `url` leads to the table, as whoever plays or as
    whoever watches. `last` says what happened last.
    `event_of` writes a move as an event, for a form; `events_of` does so for the moves of several choices.
    `report_to` is the address of reports, `refusal` says why one was not recorded. `place` is which page this is:
    table, screen, result, or correction: there one move is said, in the place of another; or insertion: what is missing
    is put in. A correction has the event that is `recorded` there, and the fields that every report of its page brings
    along, `carried`.
    """

    here: TableAccess
    live: LiveTable
    game: AnyGame
    folder: str
    names: Sequence[str]
    own: frozenset[Seat]
    elsewhere: frozenset[Seat]
    board: object
    url: str
    last: Sequence[str]
    scores_hidden: bool
    event_of: Callable[[object], Mapping[str, Json]]
    events_of: Callable[[Iterable[Choice]], Sequence[Mapping[str, Json]]]
    report_to: str
    refusal: Refusal
    place: str = "table"
    recorded: Event = field(default_factory=dict)
    carried: Sequence[tuple[str, str]] = field(default_factory=list)

    def mark(self, said: Said) -> Markup:
        """The mark of a button that says what is recorded there, on the page of its correction."""
        says = [said] if isinstance(said, Mapping) else said
        same = len(says) == 1 and all(self.recorded.get(key, key) == value for key, value in says[0].items())
        return Markup(' aria-current="true"') if self.recorded and same else Markup()


class Choice(Protocol):
    """A button of a board that reports a move."""

    @property
    def move(self) -> object: ...


def context(
    here: TableAccess,
    live: LiveTable,
    selection: Mapping[str, str] | None = None,
    seat: Seat | None = None,
    refusal: Refusal = NOTHING_REFUSED,
) -> TableContext:
    """The context of a table; `selection` and `seat` are what its board is asked for (see `ViewRequest`)."""
    live = live.seen_from(here.seats)
    event = live.game.formats.event
    seat = live.notices.lot if seat is None else seat
    asked = ViewRequest(selection or {}, seat, shared(here), refused=refusal.why, seats=here.seats)
    return TableContext(
        here=here,
        live=live,
        game=live.game,
        folder=folder(live),
        names=here.table.names,
        own=frozenset(here.seats) if len(here.seats) < len(here.table.names) else frozenset(),
        elsewhere=answering_elsewhere(here) if live.game.keeps_secrets else frozenset(),
        board=live.game.board(live.state, asked),
        url=address(here),
        last=last_said(live),
        scores_hidden=live.scores_hidden,
        event_of=event,
        events_of=lambda choices: [event(choice.move) for choice in choices],
        report_to=url_for("table.report", code=here.table.code),
        refusal=refusal,
    )


def render(template: str, of: TableContext, **more: object) -> str:
    """A template of a table, with its context, as `table` and field by field, and with what this page alone adds."""
    return render_template(template, table=of, **{each.name: getattr(of, each.name) for each in fields(of)}, **more)


def show(
    here: TableAccess,
    live: LiveTable,
    refusal: Refusal = NOTHING_REFUSED,
    note: str = "",
    seat: Seat | None = None,
) -> ResponseReturnValue:
    """The table: whole, or its refreshed block alone. A `note` stands before what happened last.

    What was reported and refused is still selected; who keeps score for several stays with the player it was for, the
    one at this `seat`.
    """
    asked = refusal.words or refusal.question
    move = reported(live) if asked and request.method == "POST" else None
    selected = {} if move is None else live.game.selection(move)
    chosen = {**request.args, **request.form, **selected}
    shown = context(here, live, chosen, getattr(move, "seat", seat), refusal)
    shown = replace(shown, last=[note, *shown.last]) if note else shown
    if not is_fragment():
        return render("table/page.html", shown), refusal.status
    return render(_table(live), shown), refusal.status, _scrolls(live) if refusal.status == 200 else {}


def _scrolls(live: LiveTable) -> dict[str, str]:
    """The headers that bring who has won into sight at the end of a game, however far a phone had scrolled."""
    over = live.finished and not live.awaits_reveal
    return {"HX-Reswap": "outerMorph show:top showTarget:.winner"} if over else {}


def reported(live: LiveTable) -> object:
    """The first move of the game that the form of this request reports; None where it reports none."""
    try:
        move = live.read(events_from(request.form)[0])
    except Malformed:
        return None
    return move if isinstance(move, live.game.moves) else None


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


def nothing_new(here: TableAccess, live: LiveTable) -> ResponseReturnValue | None:
    """The answer to a phone that has `seen` all there is; one that has seen more, or that `sat` at a seat which was
    freed since, loads its page anew.
    """
    if not is_fragment():
        return None
    seen, freed = request.args.get("seen", -1, int), _freed(here)
    if seen > live.seq:
        tell_set_back()
    elif freed:
        flash(gettext("Another phone has freed the seat of %(names)s.", names=listed(freed)))
    elif seen < live.seq:
        return None
    else:
        return "", 204
    return "", 200, {"HX-Refresh": "true"}


def _freed(here: TableAccess) -> list[str]:
    """The names at the seats that the page of this phone has and the phone has no more; none where it has others."""
    sat = set(request.args.get("sat", "").split(","))
    if len(here.seats) >= len(sat):
        return []
    return [name for seat, name in enumerate(here.table.names) if str(seat) in sat and seat not in here.seats]


def last_said(live: LiveTable) -> list[str]:
    """The last move that somebody decided on, with its turn, and what followed of itself, in sentences; or the lot."""
    if live.notices.lot is not None:
        return [str(gettext("Drawn by lot: %(name)s begins.", name=live.table.names[live.notices.lot]))]
    first, *followed = live.play.latest()
    told = first.told(totals=not live.scores_hidden)
    return [translate(said) for said in (*told, *(said for play in followed for said in play.sentences()))]


def mended(here: TableAccess, live: LiveTable) -> list[str]:
    """The changes by others since the last move, taken back or corrected, with their names, that are not read here."""
    read = read_until(here)
    others = [one for one in live.notices.mended if one.seq > read and not _from_here(here, one)]
    told = [_told(live, list(run)) for _, run in groupby(others, lambda one: (one.by, one.corrects))]
    exchanged = live.notices.exchanged
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
    one, count, names = live.notices.request, live.game.count, live.table.names
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
    phones = len(alone_at(here)[here.only_seat])
    if phones < 2:
        return ""
    return str(gettext("%(number)d phones share your seat and see what you lay: look under Share.", number=phones))

"""The question before something is recorded that Cairn knows otherwise, or that leaves something open.

Each answer is a form of its own with the events that it records. It names the doubts about these by their sum: as long
as just these are asked, it is taken, whatever the page composes meanwhile; else the question is asked anew.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import blake2b
from itertools import takewhile
from typing import Any
from urllib.parse import urlsplit

from flask import render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee import Answer, BackTo, LiveTable, Offered, Only, Question, Report, judge
from scoring.core.game import AnyGame, Asked
from scoring.core.log import UNDO, Amend, Event
from scoring.core.rule import Illegal
from scoring.core.sheet import Compared, DraftCount, Seat
from scoring.core.text import Text, text
from web.count.entered import NO_CLAIMS, Claims, Entered, claims_of, nothing_at, said_in, total_typed
from web.rendering.fragments import instead_of_the_page, is_fragment
from web.rendering.i18n import translate
from web.table.access import TableAccess, answering_elsewhere
from web.table.forms import sent
from web.table.view import TableContext, counting, joined, undo_of

ANSWERS = "answers"
"""The field of an answer: the sum of the doubts that it answers."""


def summed(doubts: Iterable[Text]) -> str:
    """What stands for these doubts in an answer: a sum of each."""
    return " ".join(blake2b(repr(doubt).encode(), digest_size=6).hexdigest() for doubt in doubts)


def unanswered(doubts: Iterable[Text]) -> Sequence[Text]:
    """Those of the doubts that this request does not answer."""
    answered = request.form.get(ANSWERS, "").split()
    return [doubt for doubt in doubts if summed([doubt]) not in answered]


@dataclass(frozen=True)
class Reported:
    """The moves that are about to be recorded among players of these `names`; `state` is that before the first count
    among them, `view` draws a count in a state, `is_nothing` tells whether nothing was entered for one. The `claims`
    are asked about where they are not what is recorded. The `others` do not sit at this device, and it does not answer
    for those `elsewhere`. Of a correction `stands` is the state with the counts that stand now.
    """

    game: AnyGame
    names: Sequence[str]
    state: Any
    moves: Sequence[Any]
    view: Callable[[Any, Any], DraftCount]
    is_nothing: Callable[[Any], bool]
    claims: Claims = field(default_factory=dict)
    hidden: bool = False
    others: frozenset[Seat] = frozenset()
    elsewhere: Callable[[], frozenset[Seat]] = frozenset
    stands: Any = None

    @cached_property
    def counts(self) -> Sequence[Any]:
        return [move for move in self.moves if self.game.is_count(move)]

    @cached_property
    def counted(self) -> Any:
        """The state with the counts of all players in it; None where these are not all."""
        now = self.game.count and self.game.count.now
        whole = now and len(self.counts) == len(self.names)
        return now.with_counts(self.state, self.counts) if now and whole else None

    @cached_property
    def drawn(self) -> Sequence[DraftCount]:
        """The counts, each with what it makes."""
        return [self.view(self.counted or self.state, count) for count in self.counts]

    def compared(self, count: Any) -> Compared | None:
        """The count beside what was known of its player; None where nothing was."""
        return self.game.count.compared(self.state, count) if self.game.count else None

    @property
    def unknown(self) -> Sequence[Any]:
        """The counts of players of whom nothing was known before."""
        return [count for count in self.counts if self.compared(count) is None]

    @cached_property
    def asked(self) -> Asked | None:
        """What the game itself asks."""
        if not self.moves:
            return None
        asks, for_all = self.game.reporting.asks, self.game.reporting.decides_for_all(self.state, self.moves[0])
        return asks(self.state, self.moves, self.elsewhere() if for_all else frozenset())

    def names_of(self, counts: Iterable[Any]) -> tuple[str, ...]:
        return tuple(self.names[count.seat] for count in counts)


def _breaks_off(reported: Reported) -> Iterator[Text]:
    if reported.counts and reported.game.count and (why := reported.game.count.breaks_off(reported.state)):
        yield why


def _otherwise(reported: Reported) -> Iterator[Text]:
    for count in reported.counts:
        if compared := reported.compared(count):
            yield from compared.doubts(hidden=reported.hidden)


def _nothing(reported: Reported) -> Iterator[Text]:
    claims, game = reported.claims, reported.game

    def is_nothing(count: Any) -> bool:
        untyped = claims and count.seat not in claims and total_typed(game, count)
        return bool(untyped) or reported.is_nothing(count)

    names = reported.names_of(filter(is_nothing, reported.unknown))
    if len(names) == len(reported.names):
        yield text("Nothing has been entered.")
    else:
        yield from (text("Nothing has been entered for {name}.", name=name) for name in names)


def _only_a_total(reported: Reported) -> Iterator[Text]:
    typed = reported.names_of(count for count in reported.unknown if total_typed(reported.game, count))
    if typed:
        yield text("Only a total was typed, which nobody can check: {names}.", names=typed)


def _claimed(reported: Reported) -> Iterator[Text]:
    for own in reported.drawn:
        claimed, [name] = reported.claims.get(own.move.seat), reported.names_of([own.move])
        if claimed is not None and claimed != own.total:
            facts = {"name": name, "claimed": claimed, "total": own.total}
            yield text("{name} typed {claimed}; what is entered makes {total}.", **facts)


def _impossible(reported: Reported) -> Iterator[Text]:
    if reported.counted:
        found = reported.game.audit(reported.game.position(reported.counted))
        yield from (problem.named(reported.names) for problem in found if not problem.warning)


def _contradictory(reported: Reported) -> Iterator[Text]:
    stands = reported.stands
    for own in reported.drawn if stands is None else [reported.view(stands, count) for count in reported.counts]:
        yield from own.contradictions


def _undecided(reported: Reported) -> Iterator[Text]:
    for own in reported.drawn:
        yield from own.doubts


def _of_the_game(reported: Reported) -> Iterator[Text]:
    if reported.asked:
        yield from reported.asked.doubts


def _for_another(reported: Reported) -> Iterator[Text]:
    """A player's own move, said on another's phone or, in a game with secrets, by who keeps score although there is a
    phone of that player. Anybody may count for anybody.
    """
    game = reported.game
    for move in reported.moves:
        for_all = not game.keeps_secrets and game.reporting.decides_for_all(reported.state, move)
        if not isinstance(move, game.moves) or game.is_count(move) or for_all:
            continue
        seat = getattr(move, "seat", None)
        if seat in reported.others:
            yield from map(not_here, reported.names_of([move]))
        elif game.keeps_secrets and seat in reported.elsewhere():
            yield from map(has_a_phone, reported.names_of([move]))


KINDS: Mapping[str, Callable[[Reported], Iterator[Text]]] = {
    "breaks off": _breaks_off,
    "known otherwise": _otherwise,
    "nothing entered": _nothing,
    "only a total": _only_a_total,
    "typed otherwise": _claimed,
    "impossible together": _impossible,
    "contradictory": _contradictory,
    "undecided": _undecided,
    "of the game": _of_the_game,
    "for another": _for_another,
}
"""Everything that is asked before moves are recorded."""


def doubts_of(reported: Reported) -> Sequence[Text]:
    return tuple(dict.fromkeys(doubt for kind in KINDS.values() for doubt in kind(reported)))


def question_of(doubts: Sequence[Text], entered: Entered, judged: Callable[[Sequence[Event]], Reported]) -> Question:
    """The question about what was entered, the likeliest answer first; `judged` raises `Illegal` for what the rules
    refuse, which is no answer: why what was entered or typed is none is said.
    """
    said: dict[Text, Answer] = {}
    likely = (entered.as_it_is, entered.as_typed)
    for events in (*likely, entered.events):
        try:
            reported = judged(events)
        except Illegal as illegal:
            doubts = [*doubts, illegal.why] if events in likely else doubts
            continue
        answer = Answer(_words(reported), events, summed(doubts_of(reported)))
        said.setdefault(answer.says, answer)
    return Question(tuple(dict.fromkeys(doubts)), list(said.values()))


def reported_at(here: TableAccess, live: LiveTable, moves: Sequence[Any], claims: Claims = NO_CLAIMS) -> Reported:
    """Moves that are about to be recorded at a table, as it is before the first count among them, or before them."""

    def view(state: Any, count: Any) -> DraftCount:
        return counting(here, replace(live, play=replace(live.play, state=state)), count.seat, count)

    known, names = (live.game, live.table.names, live.state), live.table.names
    others = frozenset(range(len(names))) - here.seats
    whose = (frozenset(), frozenset) if live.turns_up(moves) else (others, partial(answering_elsewhere, here))
    return Reported(*known, moves, view, nothing_at(here, live), claims, live.scores_hidden, *whose)


@dataclass(frozen=True)
class Asking:
    """Asks before a report of this device is recorded, unless it answers. `before` is the table that a correction is
    held against.
    """

    here: TableAccess
    entered: Entered
    before: Callable[[LiveTable], LiveTable] = lambda live: live

    def events(self, live: LiveTable) -> Sequence[Event]:
        """What is recorded where nothing is asked: the typed totals also where the rules refuse cards beside a player
        who has only a total. Raises `Malformed`.
        """
        own, claims = self.entered.as_it_is, self.entered.claims
        others = (seat for seat in range(len(live.table.names)) if seat not in claims)
        if not claims or not any(total_typed(live.game, counting(self.here, live, seat, None).move) for seat in others):
            return own
        try:
            self._judged(live, own)
        except Illegal:
            return self.entered.as_typed
        return own

    def __call__(self, live: LiveTable, moves: Sequence[Any]) -> Question | None:
        doubts = unanswered(doubts_of(self._reported(live, moves, self.entered.claims)))
        return question_of(doubts, self.entered, partial(self._judged, live)) if doubts else None

    def _reported(self, live: LiveTable, moves: Sequence[Any], claims: Claims = NO_CLAIMS) -> Reported:
        amended = any(isinstance(move, Amend) for move in moves)
        if amended:
            counts = [move for move in said_in(moves) if live.game.is_count(move)]
            return replace(reported_at(self.here, self.before(live), counts, claims), stands=live.state)
        first = list(takewhile(lambda move: not live.game.is_count(move), moves))
        return reported_at(self.here, live.after(first if len(first) < len(moves) else ()), moves, claims)

    def _judged(self, live: LiveTable, events: Sequence[Event]) -> Reported:
        moves = [live.read(event) for event in events]
        judge(live, Report("judged", live.seq, events, seats=self.here.seats), moves)
        return self._reported(live, moves)


def entered_at(here: TableAccess, live: LiveTable, events: Sequence[Event]) -> Asking:
    """What this request reports at a table, with the totals in its form unless it is an answer; raises `Malformed`."""
    typed = ANSWERS not in request.form
    claims = claims_of(live.game, live.setup, request.form, len(live.table.names)) if typed else NO_CLAIMS
    return Asking(here, Entered(live.game, events, claims, live.read, nothing_at(here, live)))


def not_here(name: str) -> Text:
    return text("{name} does not play on this device. Record it all the same?", name=name)


def has_a_phone(name: str) -> Text:
    return text("{name} has a phone at this table. Record it all the same?", name=name)


def dialog(table: TableContext, move: Any) -> Markup:
    """What the button of a move asks in the page, so that it is not asked again when that is reported."""
    if table.place != "table":
        return Markup()
    reported = reported_at(table.here, table.live, [move])
    return _dialog(doubts_of(reported), _words(reported))


def dialog_for(table: TableContext, seat: Seat) -> Markup:
    """The same for a form in which something is said for this player, who may not sit here, or elsewhere too."""
    here = seat in table.here.seats
    if table.place != "table" or (here and seat not in table.elsewhere):
        return Markup()
    asks = has_a_phone if here else not_here
    return _dialog([asks(table.names[seat])], text("Yes, record it"))


def undo_asked(here: TableAccess, live: LiveTable, extent: Only | BackTo) -> Question | None:
    """The question before what this device is offered to take back; None where that is its own, or something else."""
    last = undo_of(here, live)
    if last is None or last.own or last.extent != extent:
        return None
    doubts = [_undoing(live, last)]
    return Question(doubts, [Answer(text("Yes, undo"), [{"type": UNDO}], summed(doubts))])


def dialog_undo(live: LiveTable, last: Offered) -> Markup:
    """The same in the page."""
    return _dialog([] if last.own else [_undoing(live, last)], text("Yes, undo"))


def _undoing(live: LiveTable, last: Offered) -> Text:
    return text("{said} Undo this?", said=joined(last.said(totals=not live.scores_hidden)))


def _dialog(doubts: Sequence[Text], yes: Text) -> Markup:
    if not doubts:
        return Markup()
    asks = " ".join(map(translate, doubts))
    return Markup('data-ask="{}" data-yes="{}" data-answers="{}"').format(asks, translate(yes), summed(doubts))


def given_up(here: TableAccess, live: LiveTable) -> Answer | None:
    """The answer of a player who gives up what another asks for; None where nothing is asked for."""
    asked = live.notices.request
    if asked is None:
        return None
    doubts = doubts_of(reported_at(here, live, [asked.given_up]))
    says = text("Yes, it belongs to {name}", name=live.table.names[asked.by])
    return Answer(says, [live.game.formats.event(asked.given_up)], summed(doubts))


def _words(reported: Reported) -> Text:
    """What will be recorded."""
    if reported.asked:
        return reported.asked.answer
    if not reported.counts:
        return text("Yes, record it")
    if reported.hidden:
        return text("Record the count: {names}", names=reported.names_of(reported.counts))
    [own, *others] = reported.drawn
    compared = None if others else reported.compared(own.move)
    if compared and compared.before != compared.after:
        return text("Record {after} instead of {before}", after=compared.after, before=compared.before)
    return text("Record {totals}", totals=tuple(own.total for own in reported.drawn))


# -- how it is drawn -------------------------------------------------------------------------------------------


def ask(
    question: Question,
    seen: int,
    move_id: str,
    report_to: str,
    back: str,
    carried: Sequence[tuple[str, str]] = (),
) -> ResponseReturnValue:
    """The question; `back` is the address of the page where it was composed. Its answers bring the fields `carried`.

    A phone that is on that page gets the question alone, any other a page of its own, which keeps what was entered.
    """
    asked = {"question": question, "seen": seen, "move_id": move_id, "answer_to": report_to, "carried": carried}
    on_it = urlsplit(request.headers.get("HX-Current-URL", "")).path == urlsplit(back).path
    if is_fragment() and on_it:
        return render_template("question/part.html", **asked), 422
    return render_template("question/page.html", **asked, page=back, **sent()), 422, instead_of_the_page()

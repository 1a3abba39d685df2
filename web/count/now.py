"""Count now: a game that nobody recorded is counted on one page, before there is a table, or without any."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from ledger import LibraryItem
from printables import sheet_of
from referee import LIBRARY_ITEM, CountedGame, Question, judge_count, keep_count
from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import AnyGame, CountNow, FinalCount, Setting, ViewRequest, settings_of
from scoring.core.log import Event, read_event
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import DraftCount, Seat, Sheet
from scoring.core.text import Text, text
from web.count.entered import NO_CLAIMS, Claims, Entered, claims_of, empty, fields_of, hold, is_begun, let_go, typed_for
from web.group.library import items, worth_offering
from web.group.names import one_line, refused, unfit
from web.http.limits import TABLES, limiter
from web.rendering.fragments import is_fragment
from web.rendering.i18n import translate
from web.table.access import device, referee, remember_names
from web.table.forms import REPORT, ReportForm, as_json, events_from, fields, whole
from web.table.question import ANSWERS, Reported, ask, doubts_of, question_of, unanswered

count_now = Blueprint("count_now", __name__)
Form = MultiDict[str, str]
NONE: Mapping[Seat, Event] = {}
NO_SETTINGS: Mapping[str, Json] = {}


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with its settings, and what the library item says that it is played with, None without one."""

    game: AnyGame
    settings: Mapping[str, Json]
    shared: Any

    def laid(self, names: Sequence[str], events: Sequence[Event]) -> tuple[Any, Sequence[Any]]:
        """The state in which these players have these counts, and the counts; raises `Malformed`."""
        setup = self.game.formats.setup({"players": names, **self.settings})
        moves = [read_event(self.game, event, setup) for event in events]
        return _now(self.game).with_counts(self.game.start(setup), moves), moves

    def counts(self, state: Any, seats: range, claimed: Sequence[str], moves: Sequence[Any] = ()) -> list[DraftCount]:
        """The views of the counts of these seats beside the totals `claimed`; without a move of one, what the state has
        of it.
        """
        game, count = self.game, _counted(self.game)
        drafts = {move.seat: move for move in moves}
        return [
            count.view(
                state,
                seat,
                drafts.get(seat),
                ViewRequest(fields_of(game.key), None, self.shared, whole(claimed[seat])),
            )
            for seat in seats
        ]


@dataclass(frozen=True, slots=True)
class Paper:
    """The page. `typed` are the names and `claimed` the totals that the players had worked out, as they were
    typed, for every place that there could be; `names` are what the players are called.

    `counts` are what the players have; `position` is what they make, `sheet` what it scores. `item` is the library item
    played with, one of `items`, or None. `beyond` is what was entered where nobody plays now. `from_photo` are those
    whose count was read off a photo just now, `broken` the rules that their sheets break, `adapted` the names of the
    settings that these changed.
    `at_table`: it is a later round of a table, whose players and
    settings stand; `first` are the events that are reported before the counts.
    """

    game: AnyGame
    typed: Sequence[str]
    claimed: Sequence[str]
    names: Sequence[str]
    chosen: Mapping[str, int]
    item: LibraryItem | None
    items: Sequence[LibraryItem]
    events: Sequence[Event]
    counts: Sequence[DraftCount]
    beyond: Sequence[DraftCount]
    position: object
    sheet: Sheet
    from_photo: Collection[Seat] = ()
    broken: Mapping[Seat, Sequence[Text]] = field(default_factory=dict)
    adapted: Sequence[str] = ()
    at_table: bool = False
    first: Sequence[Event] = ()

    @property
    def first_fields(self) -> Sequence[tuple[str, str]]:
        """The field with the events that come before the counts in a log, such as who begins; or none."""
        return fields(self.first) if self.first else []

    def root(self, seat: Seat) -> str:
        """The place of a seat's count in the report."""
        return str(len(self.first) + seat)

    @property
    def now(self) -> CountNow[Any, Any]:
        return _now(self.game)

    @property
    def asked(self) -> list[Setting]:
        """The settings that change a sum."""
        return [setting for setting in self.game.settings if setting.key in self.now.asked]

    @property
    def touched(self) -> frozenset[Seat]:
        """Whose counts are not those of an empty page."""
        is_nothing = _nothing_on(self)
        return frozenset(own.move.seat for own in self.counts if not is_nothing(own.move))

    def only_photo_tells(self, seat: Seat) -> Sequence[Text]:
        """The rules that this seat's photographed sheet breaks, and of which nothing else on the page tells."""
        told = [problem.why for problem in (self.now.audit or self.game.audit)(self.position)]
        return [why for why in self.broken.get(seat, ()) if why not in told]

    @property
    def beyond_fields(self) -> Iterator[tuple[str, str]]:
        """The fields of those who do not play now: who plays again finds what was entered."""
        for seat, own in enumerate(self.beyond, len(self.names)):
            yield f"name{seat}", self.typed[seat]
            yield f"claimed{seat}", self.claimed[seat]
            yield f"{REPORT}.{seat}", as_json(self.game.formats.event(own.move))

    @property
    def amiss(self) -> Sequence[Text]:
        """The faults of the names."""
        return refused([typed or name for typed, name in zip(self.typed, self.names, strict=False)])

    @property
    def problems(self) -> Sequence[Text]:
        """That, and what cannot be on the paper."""
        audit = self.now.audit or self.game.audit
        impossible = [found for found in audit(self.position) if not found.warning]
        return [*self.amiss, *(found.named(self.names) for found in impossible)]


@count_now.get("/count/<key>")
def page(key: str) -> ResponseReturnValue:
    """An empty page for all players, or at its own address the `draft` that this phone has begun."""
    game = game_or_404(key)
    if is_begun(key) and "draft" not in request.args:
        return redirect(url_for("count_now.page", key=key, draft=1), 303)
    try:
        return _show(_paper(game, fields_of(key)))
    except Malformed:  # of a version before
        return _show(_paper(game, MultiDict()))


@count_now.post("/count/<key>")
def add_up(key: str) -> ResponseReturnValue:
    """Add up what was entered; nothing is written."""
    game = game_or_404(key)
    try:
        answer = make_response(_show(_paper(game, request.form)))
    except Malformed as malformed:
        return _refused(game, malformed)
    hold(answer, key)
    return answer


@count_now.post("/count/<key>/away")
def throw_away(key: str) -> ResponseReturnValue:
    """Drop the draft."""
    game_or_404(key)
    answer = make_response(redirect(url_for("lobby.home"), 303))
    let_go(answer, key)
    return answer


@count_now.post("/count/<key>/keep")
@limiter.limit(TABLES)
def keep(key: str) -> ResponseReturnValue:
    """Make it a table: a finished one or, to `go_on`, one whose first round this was. It asks first where it must."""
    game, form = game_or_404(key), ReportForm()
    try:
        if not form.validate_on_submit():
            raise Malformed(text("Cairn did not understand this move."))
        paper = _paper(game, request.form)
        if paper.amiss:
            return _show(paper, 400, paper.problems)
        entered = _entered(paper)
        paper = _with(paper, entered.as_it_is)
        judge_count(_count(paper))
        if question := _question(paper, entered):
            url = url_for("count_now.page", key=key)
            return ask(question, 0, form.move_id.data, request.path, url, list(_carried(paper)))
        table = keep_count(referee(), _count(paper), device(), form.move_id.data)
    except Malformed as malformed:
        return _refused(game, malformed)
    except Illegal as illegal:
        return _show(paper, 422, paper.problems or [illegal.why])
    typed = [name for name in (_name(game, seat) for seat in range(game.seats.stop - 1)) if name in table.names]
    remember_names(typed)
    address = url_for("table.page", code=table.code)
    answer = make_response(("", {"HX-Redirect": address}) if is_fragment() else redirect(address, 303))
    let_go(answer, key)
    return answer


def _entered(paper: Paper) -> Entered:
    """The counts and totals on a paper, or those of an answer; raises `Malformed`."""
    game, setup = paper.game, _setup(paper)
    read = partial(read_event, game, setup=setup)
    claims = NO_CLAIMS if ANSWERS in request.form else claims_of(game, setup, request.form, len(paper.names))
    return Entered(game, paper.events, claims, read, _nothing_on(paper))


def _question(paper: Paper, entered: Entered) -> Question | None:
    """The question before a paper is kept; None where nothing is asked, or it was answered."""
    doubts = unanswered(doubts_of(_reported(paper, entered.claims)))
    if not doubts:
        return None

    def judged(events: Sequence[Event]) -> Reported:
        answer = _with(paper, events)
        judge_count(_count(answer))
        return _reported(answer)

    return question_of(doubts, entered, judged)


def _reported(paper: Paper, claims: Claims = NO_CLAIMS) -> Reported:
    game, setup, shared = paper.game, _setup(paper), _variant(paper.game, paper.chosen, paper.item).shared

    def view(state: Any, count: Any) -> DraftCount:
        drawn: DraftCount = _counted(game).view(state, count.seat, count, ViewRequest(shared=shared))
        return drawn

    begun = reduce(game.apply, paper.now.first, game.start(setup))
    return Reported(game, paper.names, begun, [own.move for own in paper.counts], view, _nothing_on(paper), claims)


def _nothing_on(paper: Paper) -> Callable[[Any], bool]:
    """Tells whether nothing was entered for a count on a paper."""
    setup = _setup(paper)
    return lambda count: bool(count == empty(paper.game, setup, count.seat))


def _setup(paper: Paper) -> Any:
    settings = _settings(paper.game, paper.chosen, paper.item)
    return paper.game.formats.setup({"players": paper.names, **settings})


def _with(paper: Paper, events: Sequence[Event]) -> Paper:
    """The paper with these events of the counts of those who play; raises `Malformed`."""
    return _paper(paper.game, request.form, dict(enumerate(events)))


def _carried(paper: Paper) -> Iterator[tuple[str, str]]:
    """The fields of a paper beside its counts, for an answer."""
    yield "players", str(len(paper.names))
    yield from ((f"name{seat}", paper.typed[seat]) for seat in range(len(paper.names)))
    yield from ((key, str(place)) for key, place in paper.chosen.items())
    if paper.items:
        yield "item", paper.item.key if paper.item else ""
    if _goes_on():
        yield "go_on", "1"


def _goes_on() -> bool:
    """True if the game is played on after this count."""
    return "go_on" in request.form


def reported_on_paper(game: AnyGame) -> Reported:
    """The counts on the page as it was posted; raises `Malformed`."""
    return _reported(_paper(game, request.form))


def show_with(
    game: AnyGame,
    counts: Mapping[Seat, Event],
    settings: Mapping[str, Json],
    broken: Mapping[Seat, Sequence[Text]],
) -> ResponseReturnValue:
    """The page as it was posted, with these counts of photographed sheets, the rules that these break by their layout,
    and these settings; raises `Malformed`.

    A total that was typed beside the count that a photo replaces is dropped with it.
    """
    replaced = _paper(game, request.form).touched & counts.keys()
    paper = _paper(game, request.form, counts, settings, replaced)
    adapted = [translate(name) for name in _adapted(game, settings)]
    return _show(replace(paper, from_photo=counts.keys(), broken=broken, adapted=adapted))


def _adapted(game: AnyGame, settings: Mapping[str, Json]) -> Iterator[Text]:
    """The names of the values that these settings change."""
    for setting in game.settings:
        if setting.key in settings:
            place = _chosen(game, request.form, setting.key, settings)
            if place != _chosen(game, request.form, setting.key, NO_SETTINGS):
                yield setting.values[place][1]


def game_or_404(key: str) -> AnyGame:
    """A game that can be counted before there is a table."""
    game = GAMES.get(key) or abort(404)
    _now(game)
    return game


def _counted(game: AnyGame) -> FinalCount[Any, Any, Any, Any]:
    return game.count or abort(404)


def _now(game: AnyGame) -> CountNow[Any, Any]:
    return _counted(game).now or abort(404)


def _paper(
    game: AnyGame,
    form: Form,
    instead: Mapping[Seat, Event] = NONE,
    needed: Mapping[str, Json] = NO_SETTINGS,
    unclaimed: Collection[Seat] = (),
) -> Paper:
    """The paper that the fields make, with other counts `instead` of those of some seats, without the totals of those
    `unclaimed`, and with the settings that were `needed`; raises `Malformed` if they are not counts.
    """
    places = range(game.seats.stop - 1)
    typed = [_name(game, seat) for seat in places]
    claimed = ["" if seat in unclaimed else typed_for(fields_of(game.key), seat) for seat in places]
    called = [_called(seat, name) for seat, name in enumerate(typed)]
    names = called[: players_in(game, form)]
    chosen = {key: _chosen(game, form, key, needed) for key in _now(game).asked}
    kept = worth_offering(items(game.library.kind)) if game.library else []
    item = _item(game, kept)
    variant = _variant(game, chosen, item)
    by_seat: dict[Seat, Event] = {
        **dict(enumerate(events_from(form) if form else [])),
        **instead,
    }
    everybody, moves = variant.laid(called, [by_seat[seat] for seat in sorted(by_seat)])
    _check(game, moves, sorted(by_seat))
    playing, others = range(len(names)), range(len(names), max(by_seat, default=-1) + 1)
    state, moves = variant.laid(names, [by_seat[seat] for seat in playing if seat in by_seat])
    counts = variant.counts(state, playing, claimed, moves)
    events = [game.formats.event(own.move) for own in counts]
    beyond = variant.counts(everybody, others, claimed)
    position = game.position(state)
    sheet = game.score(position)
    return Paper(game, typed, claimed, names, chosen, item, kept, events, counts, beyond, position, sheet)


def _check(game: AnyGame, moves: Sequence[object], seats: Sequence[Seat]) -> None:
    """Raise `Malformed` unless the moves are one count of each of these seats, in order."""
    if [(type(move), getattr(move, "seat", None)) for move in moves] != [(_counted(game).move, seat) for seat in seats]:
        raise Malformed(text("Cairn did not understand this move."))


def _item(game: AnyGame, kept: Sequence[LibraryItem]) -> LibraryItem | None:
    """The item that was chosen, else the one played with last."""
    form = fields_of(game.key)
    key = form.get("other", form.get("item"))
    if key is None:
        return kept[0] if kept else None
    return next((item for item in kept if item.key == key), None)


def _variant(game: AnyGame, chosen: Mapping[str, int], item: LibraryItem | None) -> Variant:
    shared = game.library.read(item.body) if game.library and item else None
    return Variant(game, _settings(game, chosen, item), shared)


def _name(game: AnyGame, seat: int) -> str:
    """A name as it was typed."""
    return one_line(fields_of(game.key).get(f"name{seat}", ""))


def _called(seat: int, name: str) -> str:
    """The name of a player who has none, or an impossible one."""
    return name if name and not unfit(name) else gettext("Player %(number)d", number=seat + 1)


def players_in(game: AnyGame, form: Form) -> int:
    """The number of players in the fields; the fewest possible if they do not say."""
    number = form.get("players", "")
    return int(number) if number in map(str, game.seats) else game.seats.start


def _chosen(game: AnyGame, form: Form, key: str, needed: Mapping[str, Json]) -> int:
    """The index of the value of a setting: the needed one, else the chosen one, else the usual one."""
    setting = next(setting for setting in game.settings if setting.key == key)
    values = [value for value, _name in setting.values]
    if key in needed:
        return values.index(needed[key])
    place = form.get(key, "")
    return int(place) if place in map(str, range(len(values))) else values.index(setting.usual)


def _settings(game: AnyGame, chosen: Mapping[str, int], item: LibraryItem | None) -> dict[str, Json]:
    values = [
        (setting, setting.values[chosen[setting.key]][0] if setting.key in chosen else setting.usual)
        for setting in game.settings
    ]
    copies = {setting.key: item.copy for setting in game.settings if setting.library} if item else {}
    return {**settings_of(values), **_now(game).settings, **copies}


def _count(paper: Paper) -> CountedGame:
    """The count as it is kept."""
    settings = _settings(paper.game, paper.chosen, paper.item)
    if paper.item:
        settings |= {LIBRARY_ITEM: paper.item.key}
    if paper.now.goes_on and _goes_on():
        settings |= paper.now.goes_on[1]
    first = [paper.game.formats.event(move) for move in paper.now.first]
    return CountedGame(paper.game.key, paper.names, settings, [*first, *paper.events])


def _refused(game: AnyGame, malformed: Malformed) -> ResponseReturnValue:
    """Why it is not kept, with everything that was entered as far as it can be read."""
    try:
        paper = _paper(game, request.form)
    except Malformed:
        paper = _paper(game, MultiDict())
    return _show(paper, 400, [malformed.why])


def _show(paper: Paper, status: int = 200, refusals: Sequence[Text] = ()) -> ResponseReturnValue:
    """The page; for a phone that shows it already, only the sums, or the papers if it asks for these, or why it was
    refused.
    """
    part = "refusal" if refusals else "papers" if "papers" in request.args else "sums"
    template = f"count_now/{part if is_fragment() else 'page'}.html"
    url = url_for("count_now.page", key=paper.game.key)
    folder = paper.game.key.replace("-", "_")
    shown = {
        "known": session.get("names", []),
        "blank": sheet_of(paper.game.key),
    }
    page = render_template(template, paper=paper, folder=folder, url=url, refusals=refusals, **shown)
    return page, status

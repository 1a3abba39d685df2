"""What was entered of a count: nothing, cards, a total, or both. Before there is a table it is a draft, in a signed
cookie on the phone, so that neither a reload nor leaving the page loses it. A second cookie, which the first page and
scripts can read, says that there is one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from flask import current_app, g, request, url_for
from flask.wrappers import Response
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.datastructures import MultiDict

from referee import LiveTable
from scoring.core.codec import MOST_TOTAL, TOTAL
from scoring.core.codec import whole as whole_from
from scoring.core.game import AnyGame, ViewRequest
from scoring.core.log import AMEND, Amend, Event
from scoring.core.rule import Malformed
from scoring.core.sheet import Seat
from scoring.core.text import number
from web.table.access import TableAccess
from web.table.forms import whole
from web.table.view import counting

Claims: TypeAlias = Mapping[Seat, int]
"""The totals that were typed, by the player for whom."""
NO_CLAIMS: Claims = {}
Form = MultiDict[str, str]
KEPT = 24 * 3600  # seconds
MOST = 3_900  # bytes that every browser takes, with the rest of the cookie
OF_ITS_PAGE = ("csrf_token", "move_id", "seen")


def typed_for(form: Mapping[str, str], seat: Seat) -> str:
    """The total that a form has for a player, as it was typed."""
    return form.get(f"claimed{seat}", "")[:12]


def claims_of(game: AnyGame, setup: Any, form: Mapping[str, str], players: int) -> Claims:
    """The totals in a form, of so many players; raises `Malformed` for one that is no number, or far too large."""
    typed = {seat: said for seat in range(players) if (said := typed_for(form, seat)).strip()}
    return {seat: _claim(game, setup, seat, said) for seat, said in typed.items()}


def _claim(game: AnyGame, setup: Any, seat: Seat, said: str) -> int:
    total = whole(said)
    try:
        return whole_from(total, TOTAL, -MOST_TOTAL, MOST_TOTAL)
    except Malformed as malformed:
        if total is None or not game.count or not game.count.now or not game.count.typed:
            raise
        state = game.count.now.with_counts(game.start(setup), [game.count.typed(seat, total)])
        problems = game.count.out_of_bounds(game.position(state))
        raise Malformed(problems[0].why) if problems else malformed from None


def total_typed(game: AnyGame, count: Any) -> str:
    """The typed total of a recorded count that has nothing else; empty for a count with cards or boxes."""
    event = game.formats.event(count)
    places = (place for place in (event, *event.values()) if isinstance(place, dict))
    return next((number(total) for place in places if isinstance(total := place.get(TOTAL), int)), "")


def empty(game: AnyGame, setup: Any, seat: Seat) -> Any:
    """The count of a player for whom nothing was entered; None in a game that has no page for all."""
    now = game.count and game.count.now
    if not game.count or not now:
        return None
    return game.count.view(now.with_counts(game.start(setup), ()), seat, None, ViewRequest()).move


def nothing_at(here: TableAccess, live: LiveTable) -> Callable[[Any], bool]:
    """Tells whether nothing was entered for a count at a table: it is as its page comes where nothing was followed."""

    def is_nothing(count: Any) -> bool:
        if count == empty(live.game, live.setup, count.seat):
            return True
        comes, counted = counting(here, live, count.seat, None).move, live.game.count
        return bool(count == comes and counted and counted.compared(live.state, comes) is None)

    return is_nothing


@dataclass(frozen=True)
class Entered:
    """The counts of a report as they were entered: each may be nothing, cards, a total in `claims`, or both."""

    game: AnyGame
    events: Sequence[Event]
    claims: Claims
    read: Callable[[Event], Any]
    is_nothing: Callable[[Any], bool]

    @property
    def as_it_is(self) -> Sequence[Event]:
        """The total where nothing else was entered, else the cards. Where nobody has any, who typed nothing has 0."""
        if self.claims and all(map(self.is_nothing, self._counts)):
            return self._with(lambda count: self.claims.get(count.seat, 0))
        return self._with(lambda count: self.claims.get(count.seat) if self.is_nothing(count) else None)

    @property
    def as_typed(self) -> Sequence[Event]:
        """The totals of all for whom one was typed."""
        return self._with(lambda count: self.claims.get(count.seat))

    @property
    def _counts(self) -> Sequence[Any]:
        return [move for move in said_in(map(self.read, self.events)) if self.game.is_count(move)]

    def _with(self, total: Callable[[Any], int | None]) -> Sequence[Event]:
        """The events with a total alone in the place of the counts that get one."""
        return [self._changed(event, total) for event in self.events]

    def _changed(self, part: Any, total: Callable[[Any], int | None]) -> Any:
        """The same of an event, or of a part of a correction."""
        if isinstance(part, list):
            return [self._changed(each, total) for each in part]
        if not isinstance(part, Mapping):
            return part
        if part.get("type", AMEND) == AMEND:
            return {key: self._changed(value, total) for key, value in part.items()}
        move, count = self.read(part), self.game.count
        own = total(move) if self.game.is_count(move) else None
        return (
            part
            if own is None or not count or not count.typed
            else self.game.formats.event(count.typed(move.seat, own))
        )


def said_in(moves: Iterable[Any]) -> Iterator[Any]:
    """The moves of a report, those that a correction puts in among them."""
    for move in moves:
        if isinstance(move, Amend):
            yield from (each for change in move.changes for each in change.moves)
        else:
            yield move


def fields_of(key: str) -> Form:
    """The fields that were posted; at an address with `draft`, those that this phone had posted before. Not to be
    trusted.
    """
    if request.method == "POST":
        return request.form
    if "draft" not in g:
        g.draft = _draft(key) if "draft" in request.args else MultiDict()
    return cast(Form, g.draft)


def is_begun(key: str) -> bool:
    """True if this phone has a draft that was neither kept nor thrown away."""
    return f"begun-{key}" in request.cookies


def _draft(key: str) -> Form:
    try:
        fields: list[tuple[str, str]] = _signs(key).loads(request.cookies.get(_name(key), "") if is_begun(key) else "")
    except BadSignature:
        fields = []
    return MultiDict(fields)


def hold(answer: Response, key: str) -> None:
    """Put what was posted into the phone's cookie; if it is too much for a cookie, the cookie stays as it was."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in OF_ITS_PAGE]
    signed = _signs(key).dumps(fields)
    if len(signed) < MOST:
        secure = current_app.session_interface.get_cookie_secure(current_app)
        path = url_for("count_now.page", key=key)
        answer.set_cookie(_name(key), signed, KEPT, path=path, secure=secure, httponly=True, samesite="Lax")
        answer.set_cookie(f"begun-{key}", "1", KEPT, secure=secure, samesite="Lax")


def let_go(answer: Response, key: str) -> None:
    """Drop the draft: what it held is kept elsewhere, or thrown away."""
    answer.delete_cookie(_name(key), path=url_for("count_now.page", key=key))
    answer.delete_cookie(f"begun-{key}")


def _name(key: str) -> str:
    return f"count-{key}"


def _signs(key: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=_name(key))

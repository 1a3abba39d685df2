"""The lobby: choose a game, say who plays, take a seat."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from random import SystemRandom

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import DataRequired, InputRequired, Optional, ValidationError

from ledger import Group, LibraryItem, Table
from referee import HIDDEN, LIBRARY_ITEM, open_practice
from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import AnyGame, Setting, settings_of
from scoring.core.rule import Malformed
from web.count.entered import is_begun
from web.group.data import finished, unsaved
from web.group.games import listed
from web.group.item import OURS, called
from web.group.library import begin, is_empty, items, keep, known, worth_offering
from web.group.names import MISSING, one_line, too_alike, unfit
from web.help import along
from web.http.guests import keeps_tables
from web.http.limits import GUESSES, TABLES, limiter
from web.rendering.i18n import LANGUAGES, day_of, translate
from web.table.access import (
    CHOSEN,
    FOR_EVERYONE,
    SEATS,
    TableAccess,
    device,
    forget_on_device,
    leave_face_down,
    ledger,
    live_of,
    may_join,
    remember_names,
    table_or_404,
    why_no_seat,
    why_not_all,
    withheld,
)
from web.table.forms import send_again
from web.table.view import counting

lobby = Blueprint("lobby", __name__)
A_DAY = timedelta(days=1)
IN_LIBRARY = "shelf:"
COPY = "copy"
BY_LOT = "by_lot"
KNOWN = "known:"
NEWCOMER = "new"


@dataclass(frozen=True, slots=True)
class Offered:
    """The choices for a new table: library items by kind, known names, and those of the last table."""

    items: Callable[[str], list[LibraryItem]]
    known: Sequence[str]
    seated: Sequence[str]
    settings: Mapping[str, object] = field(default_factory=dict)
    chosen: bool = False  # players are chosen among the known, not typed


@lobby.get("/")
def home() -> ResponseReturnValue:
    """The opening page: the games, the groups and the tables this device knows, unfinished ones first."""
    return render_template(
        "home.html",
        games=GAMES.values(),
        begun=[game for game in GAMES.values() if is_begun(game.key)],
        **listed(ledger().tables.of(device(), 8, apart=True)),
        groups=ledger().groups.of(device()),
        along=along(),
        **({"finished": finished(), "unsaved": unsaved()} if keeps_tables() else {}),
    )


@lobby.route("/new/<key>", methods=["GET", "POST"])
@limiter.limit(TABLES, methods=["POST"])
def new(key: str) -> ResponseReturnValue:
    """Names and settings of a new table; a POST opens it and gives this device all seats."""
    game = GAMES.get(key) or abort(404)
    seated, settings = session.get(SEATS + game.key, []), session.get(CHOSEN + game.key, {})
    return make_table(game, Offered(items, session.get("names", []), seated, settings))


def make_table(
    game: AnyGame,
    offered: Offered,
    opened: Callable[[Table], None] = lambda _table: None,
    group: Group | None = None,
) -> ResponseReturnValue:
    """The form of a new table; a POST opens the table, of which `opened` hears before anybody sees it."""
    form = _form_for(game, offered)()
    if COPY in request.form:
        _choose_unknown(form, game)
    if request.method == "GET":
        _offer_names(form, offered)
        _offer_settings(form, game, offered)
    elif BY_LOT in request.form:
        _draw_seats(form, game)
    elif form.validate_on_submit():
        try:
            return _open(game, form, offered, opened)
        except Malformed as malformed:
            form.form_errors.append(translate(malformed.why))
    settings = [field for field in form if field.type in ("SelectField", "BooleanField") and field.name[:4] != "name"]
    shown = {"settings": settings, "said": [*_said(settings)], "known": offered.known, "group": group}
    refused = request.method == "POST" and BY_LOT not in request.form
    return render_template("new.html", game=game, form=form, **shown), 422 if refused else 200


def _said(settings: Sequence[Field]) -> Iterator[str | None]:
    """What is chosen, in the words of the form; None where that is still to be done."""
    for setting in settings:
        label = setting.label.text
        if setting.type == "BooleanField":
            yield from [label] if setting.data else []
        elif setting.flags.required and not setting.data:
            yield None
        else:
            chosen = next((one.label for one in setting.iter_choices() if one.selected), "–")
            yield gettext("%(label)s: %(chosen)s", label=label, chosen=chosen)


def _draw_seats(form: FlaskForm, game: AnyGame) -> None:
    """Put the names into an order drawn by lot, each with what was typed for a new player."""
    seats = [seat for seat in range(game.seats.stop - 1) if form[f"name{seat}"].data]
    parts = [part for part in ("name", "new") if f"{part}0" in form]
    typed = [{part: form[f"{part}{seat}"].data for part in parts} for seat in seats]
    SystemRandom().shuffle(typed)
    for seat, own in zip(seats, typed, strict=True):
        for part, data in own.items():
            form[f"{part}{seat}"].data = data


def _choose_unknown(form: FlaskForm, game: AnyGame) -> None:
    """Choose an unknown layout for whoever is about to copy a printed sheet, whatever else is chosen."""
    for setting in game.settings:
        places = [str(place) for place, (value, _name) in enumerate(setting.values) if value is None]
        if setting.library and places:
            form[setting.key].data = places[0]
            form[setting.key].raw_data = places


def _open(game: AnyGame, form: FlaskForm, offered: Offered, opened: Callable[[Table], None]) -> ResponseReturnValue:
    names = [name for name in _typed_names(form, game) if name]
    if why := too_alike(names):
        raise Malformed(why)
    settings = _settings(game, form)
    game.formats.setup({"players": names, **settings})
    settings |= _library_setting(game, form, offered) | ({HIDDEN: True} if form[HIDDEN].data else {})
    table = ledger().tables.open(game.key, settings, names, device())
    for seat in range(len(names)):
        ledger().seats.sit(table.id, seat, device())
    opened(table)
    remember_names(names)
    session[SEATS + game.key] = names
    copied: dict[str, Json] = {
        setting.key: {} for setting in game.settings if isinstance(settings.get(setting.key), dict)
    }
    session[CHOSEN + game.key] = {**settings, **copied}
    if COPY in request.form and LIBRARY_ITEM in settings:
        return redirect(url_for("library.show", key=settings[LIBRARY_ITEM], table=table.code), 303)
    if "count" in request.args and _counts_at_once(table_or_404(table.code)):
        return redirect(url_for("count.page", code=table.code, seat=0), 303)
    return redirect(url_for("table.page", code=table.code), 303)


@lobby.post("/practice/<key>")
@limiter.limit(TABLES)
def practise(key: str) -> ResponseReturnValue:
    """Open a practice table with a game under way, all seats for this device. Practice tables older than a day are
    deleted here.
    """
    game = GAMES.get(key) or abort(404)
    practice = game.lesson.practice or abort(404)
    ledger().tables.end_practice(datetime.now(UTC) - A_DAY)
    table = open_practice(ledger(), key, practice.log)
    for seat in range(len(table.names)):
        ledger().seats.sit(table.id, seat, device())
    return redirect(url_for("table.page", code=table.code), 303)


def _counts_at_once(here: TableAccess) -> bool:
    """True if a sheet can be counted before anything was played; if not, the table asks first for what it needs."""
    live = live_of(here)
    return live.game.count is not None and counting(here, live, 0, None).open


def _form_for(game: AnyGame, offered: Offered) -> type[FlaskForm]:
    """The form of a new table, made from the game: a name for each seat, a choice for each setting."""
    made: dict[str, Field] = {}
    for seat in range(game.seats.stop - 1):
        needed = seat < game.seats.start
        made |= _seat_choice(seat, offered, needed) if offered.chosen else {f"name{seat}": seat_field(seat, needed)}
    for setting in game.settings:
        choices = [
            SelectChoice(str(number), translate(name), _only(game, setting, value))
            for number, (value, name) in enumerate(setting.values)
        ]
        usual = next(number for number, (value, _) in enumerate(setting.values) if value == setting.usual)
        kept = _worth_offering(offered, game) if setting.library else []
        choices = [*(SelectChoice(value=IN_LIBRARY + item.key, label=_label(item)) for item in kept), *choices]
        if setting.library and not kept and not offered.settings:
            made[setting.key] = _asked(setting, choices)
            continue
        default = IN_LIBRARY + kept[0].key if kept else str(usual)
        made[setting.key] = _select(setting, choices, default)
    if game.library and _joins(game) and (kept := _worth_offering(offered, game)):
        choices = [SelectChoice(value=item.key, label=_label(item)) for item in kept]
        choices.append(SelectChoice(value="", label=gettext("A new one")))
        made[LIBRARY_ITEM] = SelectField(translate(game.library.title), choices=choices)
    made[HIDDEN] = BooleanField(gettext("Hide the scores until the end"))
    return type("NewTable", (FlaskForm,), made)


def _only(game: AnyGame, setting: Setting, value: Json) -> dict[str, str]:
    """What an option says of the one choice elsewhere in the form with which it goes."""
    if value not in setting.only:
        return {}
    key, alone = setting.only[value]
    other = next(one for one in game.settings if one.key == key)
    place = next(number for number, (known, _) in enumerate(other.values) if known == alone)
    return {"data-field": key, "data-only": str(place)}


def _worth_offering(offered: Offered, game: AnyGame) -> list[LibraryItem]:
    return worth_offering(offered.items(game.library.kind)) if game.library else []


def _label(item: LibraryItem) -> str:
    return f"{called(item)} · {known(item)} · {day_of(item.changed_at)}"


def _asked(setting: Setting, choices: list[SelectChoice]) -> SelectField:
    """The field of a setting at first use: nothing is chosen in advance, because most people own the game's box."""
    nothing = SelectChoice(value="", label=gettext("Choose…"))
    needed = InputRequired(gettext("Choose one of these."))
    return _select(setting, [nothing, *choices], "", needed)


def _select(setting: Setting, choices: list[SelectChoice], default: str, *validators: InputRequired) -> SelectField:
    says = translate(setting.says) if setting.says else ""
    label = translate(setting.label)
    return SelectField(label, choices=choices, default=default, validators=validators, description=says)


def seat_field(seat: int, needed: bool) -> StringField:
    """The field of a player's name, which no other field of the form may have."""
    return StringField(
        gettext("Player %(number)d", number=seat + 1),
        filters=[lambda typed: one_line(typed or "")],
        validators=[DataRequired(translate(MISSING)) if needed else Optional(), _fit, _different],
    )


def _seat_choice(seat: int, offered: Offered, needed: bool) -> dict[str, Field]:
    """A known player, or a new one whose name is typed."""
    known = [SelectChoice(value=KNOWN + name, label=name) for name in offered.known]
    nobody = [] if needed else [SelectChoice(value="", label=gettext("nobody"))]
    choices = [*nobody, *known, SelectChoice(value=NEWCOMER, label=gettext("new player"))]
    usual = min(seat, len(known) - 1) if needed else 0
    label = gettext("Player %(number)d", number=seat + 1)
    typed = seat_field(seat, False)
    return {f"name{seat}": SelectField(label, choices=choices, default=choices[usual].value), f"new{seat}": typed}


def _settings(game: AnyGame, form: FlaskForm) -> dict[str, Json]:
    """The settings as the log has them: a library item is copied, so that changing it leaves the table alone."""
    return settings_of((setting, _value(setting, form[setting.key].data)) for setting in game.settings)


def _joins(game: AnyGame) -> bool:
    """True if a table shares a paper that its log does not hold."""
    return game.library is not None and not any(setting.library for setting in game.settings)


def _value(setting: Setting, chosen: str) -> Json:
    if not chosen.startswith(IN_LIBRARY):
        return setting.values[int(chosen)][0]
    item = ledger().library.by_key(chosen.removeprefix(IN_LIBRARY))
    return item.copy if item else None


def _new_item(offered: Offered, kind: str, name: str) -> LibraryItem:
    """An empty item: the latest one that was begun and never filled in, else a new one."""
    return next((item for item in offered.items(kind) if is_empty(item)), None) or begin(kind, name)


def _library_setting(game: AnyGame, form: FlaskForm, offered: Offered) -> dict[str, str]:
    """The paper that the table adds to while it plays: the one chosen, or a new one where something is to be learnt."""
    if game.library and _joins(game):
        key = form.data.get(LIBRARY_ITEM) or _new_item(offered, game.library.kind, translate(game.library.title)).key
        _play_with(key)
        return {LIBRARY_ITEM: key}
    for setting in game.settings:
        chosen = form[setting.key].data
        if game.library and setting.library and chosen.startswith(IN_LIBRARY):
            _play_with(chosen.removeprefix(IN_LIBRARY))
            return {LIBRARY_ITEM: chosen.removeprefix(IN_LIBRARY)}
        if game.library and setting.library and _value(setting, chosen) is None:
            item = _new_item(offered, game.library.kind, translate(OURS))
            _play_with(item.key)
            return {LIBRARY_ITEM: item.key}
    return {}


def _play_with(key: str) -> None:
    keep(key)
    ledger().library.use(key)


def _typed_names(form: FlaskForm, game: AnyGame) -> list[str]:
    names = [_typed_name(form, seat) for seat in range(game.seats.stop - 1)]
    if not all(names[: game.seats.start]):
        raise Malformed(MISSING)
    return names


def _typed_name(form: FlaskForm, seat: int) -> str:
    named = str(form[f"name{seat}"].data or "")
    if f"new{seat}" not in form:
        return named
    return str(form[f"new{seat}"].data or "") if named == NEWCOMER else named.removeprefix(KNOWN)


def _fit(_form: FlaskForm, field: Field) -> None:
    if why := unfit(field.data or ""):
        raise ValidationError(translate(why))


def _different(form: FlaskForm, field: Field) -> None:
    others = [other for other in form if other.name.startswith(("name", "new")) and other.data]
    earlier = takewhile(lambda other: other.name != field.name, others)
    whys = [too_alike((other.data.removeprefix(KNOWN), field.data.removeprefix(KNOWN))) for other in earlier]
    if why := next(filter(None, whys), None):
        raise ValidationError(translate(why))


def _offer_names(form: FlaskForm, offered: Offered) -> None:
    for seat, name in enumerate(offered.seated):
        if f"new{seat}" in form:
            form[f"name{seat}"].data = KNOWN + name
        elif f"name{seat}" in form:
            form[f"name{seat}"].data = name


def _offer_settings(form: FlaskForm, game: AnyGame, offered: Offered) -> None:
    """Fill in what the address says, as a printed sheet's does, else what the last table had.

    The address names an item of the library, or a value by its name.
    """
    last = offered.settings
    for setting in game.settings:
        named = {str(value): str(place) for place, (value, _) in enumerate(setting.values)}
        able = [value for value, *_ in form[setting.key].iter_choices()]
        before = setting.chosen_in(last, "")
        used = f"{IN_LIBRARY}{last.get(LIBRARY_ITEM)}" if isinstance(before, dict) else str(before)
        for asked in (request.args.get(setting.key, ""), used):
            if asked in named or asked in able:
                form[setting.key].data = named.get(asked, asked)
                break
    if LIBRARY_ITEM in form and last.get(LIBRARY_ITEM):
        form[LIBRARY_ITEM].data = last[LIBRARY_ITEM]
    form[HIDDEN].data = HIDDEN in last


@lobby.post("/t/<code>/sit")
def sit(code: str) -> ResponseReturnValue:
    """Take one seat, or (seat "all") keep score for everyone; "none" gives them up.

    Whoever had to take a seat first brings along what was sent, and where `to` at this table: 307 sends it on.
    """
    here = table_or_404(code)
    wanted = request.form.get("seat", "")
    if not may_join(here):
        return _no_seat(403, why_no_seat(here))
    if wanted not in ("all", "none", *map(str, range(len(here.table.names)))):
        return render_template("error.html", said=gettext("There is no such seat at this table.")), 422
    chosen = frozenset(seat for seat in range(len(here.table.names)) if wanted in ("all", str(seat)))
    closed = withheld(here) & chosen
    if closed and "to" in request.form:
        return _no_seat(409, why_not_all(here))
    if closed:
        flash(gettext("Cards are face down here: wait for the reveal to change seats."))
    if closed and closed == chosen:
        return redirect(url_for("table.page", code=code), 303)
    leave_face_down(here)
    for seat in here.seats - chosen:
        ledger().seats.leave(here.table.id, seat, device())
    for seat in chosen - closed:
        ledger().seats.sit(here.table.id, seat, device())
    if wanted == "all":
        session[FOR_EVERYONE] = here.table.id
    if wanted == "none":
        forget_on_device(here.table)
    page, to = url_for("table.page", code=code), request.form.get("to", "")
    return redirect(to, 307) if wanted != "none" and to.startswith(f"{page}/") else redirect(page, 303)


def _no_seat(status: int, why: str) -> ResponseReturnValue:
    """Answer that no seat was taken; what was sent before is kept, to be sent again."""
    if "to" in request.form:
        return send_again(status, why)
    return render_template("error.html", said=why), status


@lobby.route("/join", methods=["GET", "POST"])
@limiter.limit(GUESSES, methods=["POST"], deduct_when=lambda answer: answer.status_code == 422)
def join() -> ResponseReturnValue:
    """Type the short code that somebody reads aloud."""
    if request.method == "GET":
        return render_template("join.html", spoken="")
    spoken = request.form.get("spoken", "").strip().upper().replace("-", "").replace(" ", "")
    table = ledger().tables.by_spoken(spoken) if len(spoken) < 20 else None
    if table is None:
        return render_template("join.html", spoken=request.form.get("spoken", "")[:40], unknown=True), 422
    return redirect(url_for("table.page", code=table.code), 303)


@lobby.post("/language")
def language() -> ResponseReturnValue:
    """Choose the language of this device."""
    chosen = request.form.get("language", "")
    if chosen in LANGUAGES:
        session["language"] = chosen
        session.permanent = True
    return redirect(_inside(request.form.get("back", "/")), 303)


@lobby.post("/motion")
def motion() -> ResponseReturnValue:
    """Choose whether anything moves on this device."""
    session["still"] = request.form.get("motion") == "off"
    session.permanent = True
    return redirect(_inside(request.form.get("back", "/")), 303)


def _inside(back: str) -> str:
    """The address if it is one of ours. Browsers drop tabs and newlines, so "/<tab>/elsewhere" would lead away too."""
    ours = back.startswith("/") and back.isprintable() and not back.startswith(("//", "/\\"))
    return f"{request.script_root}{back if ours else '/'}"

"""What holds in every game of GAMES: its rules, its log, its words and its pages, in random legal games."""

import functools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import cycle
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from ledger import Ledger, NewMove, Table
from referee.live import BESIDE_THE_GAME
from scoring import GAMES
from scoring.core.game import AnyGame, Reporting, Setting, ViewRequest
from scoring.core.log import AMEND, UNDO, Undo, read_log
from scoring.core.rule import Illegal, Malformed
from scoring.core.running import replay
from scoring.core.text import Text
from tests.catalogues import spoken, texts, untranslated
from tests.examples import examples
from tests.homes import home
from tests.oracle.second_referee import entries
from tests.sources import SOURCES, Played, played
from tests.visitor import Visitor, report
from web.rendering.i18n import LANGUAGES, translate
from web.table.forms import event_from, fields

KEYS = list(GAMES)
NOTHING_ASKED = Reporting.__dataclass_fields__["asks"].default
SEEDS = range(4)
every_game = pytest.mark.parametrize("key", KEYS)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def some(played: Played, many: int = 12) -> list[int]:
    """Places in a game, its beginning and its end among them."""
    last = len(played.moves)
    return sorted({round(last * part / (many - 1)) for part in range(many)})


class Noted(dict[str, str]):
    """A selection that remembers what it was asked for."""

    def __init__(self, selection: Mapping[str, str]) -> None:
        super().__init__(selection)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)


def of_seat(move: Any, seat: int) -> bool:
    """Whether this player may report it: a move without a seat is anybody's."""
    return getattr(move, "seat", seat) == seat


def accepted(game: AnyGame, state: Any, move: Any) -> bool:
    try:
        game.apply(state, move)
    except Illegal:
        return False
    return True


@every_game
def test_a_game_knows_its_folder_by_its_key(key):
    assert GAMES[key].key == key
    assert home(key).name == key.replace("-", "_")
    assert import_module(GAMES[key].apply.__module__.rpartition(".")[0]).GAME is GAMES[key]


@every_game
def test_no_event_of_a_game_is_called_as_one_that_every_table_may_have(key):
    called = {GAMES[key].formats.event(move)["type"] for seed in SEEDS for move in played(key, seed).moves}
    assert called.isdisjoint({UNDO, AMEND, *BESIDE_THE_GAME}), "rename it in formats.py: the house has this type itself"


@every_game
def test_the_rules_of_a_game_have_codes_of_their_own(key):
    codes = [rule.code for rule in GAMES[key].rules]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(rf"{key}/[a-z-]+", code) for code in codes)
    assert all(rule.text.endswith(".") for rule in GAMES[key].rules)


@every_game
def test_entered_moves_are_moves_of_the_game(key):
    assert set(GAMES[key].entered) <= set(GAMES[key].moves)


@every_game
def test_every_move_of_a_game_comes_up(key):
    game = GAMES[key]
    happened = {type(move) for seed in SEEDS for move in played(key, seed).moves}
    counted = {type(SOURCES[key].count(played(key, 0).states[-1], 0))}
    assert happened | counted == set(game.moves), "`chance` brings up every type of move in some whole game"


@every_game
def test_a_game_that_can_be_counted_says_by_which_move(key):
    game = GAMES[key]
    assert game.count is None or game.count.move in game.entered


@every_game
@every_seed
def test_what_a_move_has_selected_is_what_its_board_reads(key, seed):
    """After a refusal the board is asked again for what was selected: under names that it knows, or none."""
    game, before = GAMES[key], played(key, seed)
    for place in some(before)[:-1]:
        state, move = before.states[place], before.moves[place]
        selection = Noted(game.selection(move))
        game.board(state, ViewRequest(selection, seats=frozenset(before.seats)))
        assert all(isinstance(value, str) for value in selection.values())
        assert set(selection) <= selection.asked, "`board` reads every name of `selection`, from ViewRequest.selection"


@every_game
@every_seed
def test_a_random_game_ends_and_nothing_is_left_to_do(key, seed):
    game, last = GAMES[key], played(key, seed).states[-1]
    assert game.to_act(last) == frozenset()
    assert not any(list(game.options(last, seat)) for seat in played(key, seed).seats)


@every_game
@every_seed
def test_chance_raises_an_index_error_once_a_game_is_over(key, seed):
    """As `random.choice` does of nobody: `random.choice(sorted(to_act(state)))`."""
    with pytest.raises(IndexError):
        GAMES[key].chance(Random(seed), played(key, seed).states[-1])


@every_game
@every_seed
def test_a_log_goes_through_json_and_leads_to_the_same_state(key, seed):
    game, before = GAMES[key], played(key, seed)
    setup, moves = read_log(game, json.loads(json.dumps(before.log())))
    again = replay(game, setup, moves)
    assert (setup, moves) == (before.setup, before.moves)
    assert (again.applied, again.refusals) == (len(moves), ())
    assert again.play.state == before.states[-1]


@every_game
@every_seed
def test_a_position_goes_through_json_and_keeps_its_score(key, seed):
    game, before = GAMES[key], played(key, seed)
    for place in some(before):
        position = game.position(before.states[place])
        read = game.formats.position(json.loads(json.dumps(game.formats.holding(position))))
        assert game.score(read) == game.score(position)


@every_game
@every_seed
def test_totals_are_the_sums_of_their_lines_and_ranks_follow_them(key, seed):
    game, before = GAMES[key], played(key, seed)
    for place in some(before):
        sheet = game.score(game.position(before.states[place]))
        assert [player.name for player in sheet.players] == before.names
        assert all(player.total == sum(line.points for line in player.lines) for player in sheet.players)
        best = max(player.total for player in sheet.players)
        assert sheet.winners
        assert all(sheet.players[seat].total == best for seat in sheet.winners)


@every_game
@every_seed
def test_what_the_referee_let_through_has_no_problem(key, seed):
    game, before = GAMES[key], played(key, seed)
    for place in some(before):
        assert not [problem for problem in game.audit(game.position(before.states[place])) if not problem.warning]


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_the_options_are_exactly_what_apply_accepts(key, seed):
    game, before = GAMES[key], played(key, seed)
    for place in some(before, 8):
        state = before.states[place]
        offered = {seat: set(game.options(state, seat)) for seat in before.seats}
        for seat, moves in offered.items():
            assert all(of_seat(move, seat) and accepted(game, state, move) for move in moves)
            assert not any(isinstance(move, game.entered) for move in moves)
        known = [move for move in SOURCES[key].universe(state) if accepted(game, state, move)]
        acting = game.to_act(state)
        missing = [move for move in known for seat in acting if of_seat(move, seat) and move not in offered[seat]]
        assert missing == [], "`options` gives all that `apply` accepts, but for what is entered"


@every_game
def test_who_is_not_to_act_is_offered_nothing(key):
    game, before = GAMES[key], played(key, 1)
    for place in some(before):
        state = before.states[place]
        for seat in set(before.seats) - game.to_act(state):
            assert list(game.options(state, seat)) == []


@every_game
@every_seed
def test_every_move_tells_in_whole_sentences(key, seed, app):
    before = played(key, seed)
    with app.test_request_context():
        for state, move in zip(before.states, before.moves, strict=False):
            said = [translate(sentence) for sentence in GAMES[key].tell(state, move)]
            assert said
            assert all(sentence.endswith((".", "!", "?")) and "{" not in sentence for sentence in said), said


@every_game
@every_seed
def test_undoing_everything_leads_back_to_the_start(key, seed):
    game, before = GAMES[key], played(key, seed)
    again = replay(game, before.setup, [*before.moves, *[Undo()] * len(before.moves)])
    assert again.refusals == ()
    assert again.play.state == before.states[0]
    assert len(replay(game, before.setup, [*before.moves, *[Undo()] * (len(before.moves) + 1)]).refusals) == 1


@every_game
@every_seed
def test_a_log_with_a_move_too_many_opens_all_the_same(key, seed):
    game, before = GAMES[key], played(key, seed)
    twice = [move for move in before.moves for _ in range(2)]
    again = replay(game, before.setup, twice)
    assert again.applied + len(again.refusals) == len(twice)
    assert again.refusals


@every_game
def test_the_practice_of_a_game_is_legal_and_under_way(key):
    game = GAMES[key]
    if game.lesson.practice is None:
        pytest.skip("this game cannot be practised")
    setup, moves = read_log(game, json.loads(json.dumps(game.lesson.practice.log)))
    reached = replay(game, setup, moves)
    assert (reached.applied, reached.refusals) == (len(moves), ())
    assert game.to_act(reached.play.state)
    assert game.lesson.practice.hints
    assert not untranslated(game.lesson.practice.hints), "`make messages`, then fill in their msgstr"


NESTED: list[Any] = []
for _ in range(100_000):
    NESTED = [NESTED]
NONSENSE = (None, True, -1, 1.5, 10**6, "", "x" * 100, [], {}, [[1]], {"x": 0}, NESTED)


@every_game
def test_whatever_stands_in_the_place_of_a_value_is_read_or_malformed(key):
    game, before = GAMES[key], played(key, 0)
    events = [*before.log()["events"], game.formats.event(SOURCES[key].count(before.states[-1], 0))]
    for event in json.loads(json.dumps({event["type"]: event for event in events})).values():
        assert_read_or_malformed(lambda event: game.formats.move(event, before.setup), event)
    assert_read_or_malformed(game.formats.setup, json.loads(json.dumps(game.formats.settings(before.setup))))
    position = game.formats.holding(game.position(before.states[-1]))
    assert_read_or_malformed(game.formats.position, json.loads(json.dumps(position)))


def assert_read_or_malformed(read: Callable[[Any], Any], value: Any) -> None:
    """With nonsense for each entry in turn."""
    assert read(value)
    for within, at in list(entries(value)):
        entry = within[at]
        for nonsense in NONSENSE:
            within[at] = nonsense
            with suppress(Malformed):
                read(value)
        within[at] = entry


# Forms


@every_game
@every_seed
def test_an_event_goes_into_a_form_and_comes_back_the_same(key, seed):
    game, before = GAMES[key], played(key, seed)
    counts = [SOURCES[key].count(before.states[place], 0) for place in some(before)]
    for move in [*before.moves, *counts]:
        event = game.formats.event(move)
        form = MultiDict(list(fields(event)))
        assert event_from(form) == event


# Words


def said_in(key: str, seed: int) -> Iterator[Any]:
    """Everything that has words in a game: tellings, refusals, boards, counts, sheets, problems."""
    game, before = GAMES[key], played(key, seed)
    for state, move in zip(before.states, before.moves, strict=False):
        yield game.tell(state, move)
    for place in some(before, 6):
        state = before.states[place]
        yield game.board(state, ViewRequest(seats=frozenset(before.seats)))
        yield game.score(game.position(state))
        yield [refused(game, state, move) for move in SOURCES[key].universe(state)]
        for seat in before.seats if game.count else ():
            yield game.count.view(state, seat, SOURCES[key].count(before.states[-1], seat), ViewRequest(claimed=7))


def refused(game: AnyGame, state: Any, move: Any) -> Illegal | None:
    try:
        game.apply(state, move)
    except Illegal as illegal:
        return illegal
    return None


@functools.cache
def words_of(key: str) -> frozenset[str]:
    """Every message that came up in the random games of this key, its rules and its settings."""
    game = GAMES[key]
    values = [value for seed in SEEDS for value in said_in(key, seed)]
    rules = {words for rule in game.rules for words in (rule.source, rule.text)}
    settings = [setting.values for setting in game.settings]
    labels = {setting.label for setting in game.settings if isinstance(setting, Setting)}
    return frozenset(rules | labels | {said.message for said in texts([values, settings])})


@every_game
def test_every_text_of_a_game_has_an_entry_in_every_language(key):
    assert sorted(words_of(key) - spoken()) == [], "mark each where it stands, `make messages`, fill in its msgstr"


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_game_can_be_said(key, language, app):
    """No fact is missing in a translation, whatever the language."""
    with app.test_request_context(headers={"Accept-Language": language}):
        for value in said_in(key, 0):
            for said in texts(value):
                assert "{" not in translate(said), said


# Pages


def on_the_table(book: Ledger, before: Played, until: int) -> Table:
    """The game so far, as a ledger holds it."""
    settings = before.game.formats.settings(before.setup)
    names = settings.pop("players")
    table = book.tables.open(before.game.key, settings, names, "somebody")
    events = map(before.game.formats.event, before.moves[:until])
    book.moves.append_all(table.id, 1, [NewMove(f"move-{seq}", None, None, event) for seq, event in enumerate(events)])
    return table


def seated(app: Flask, table: Table, language: str, seat: str = "all") -> Visitor:
    visitor = Visitor(app.test_client(), language)
    visitor.go(f"/t/{table.code}")
    visitor.post(f"/t/{table.code}/sit", {"csrf_token": visitor.token(), "seat": seat})
    return visitor


@pytest.fixture
def pages(key: str, app: Flask, book: Ledger) -> Callable[..., Iterator[tuple[Visitor, Table]]]:
    """Tables of one game at some places of it, and somebody who sits there and reads one language after the other.

    Each day one random game is opened at every other of the places, and another one at those in between.
    """
    apart = max(1, 2 // examples(1))

    def opened(many: int = 8) -> Iterator[tuple[Visitor, Table]]:
        languages = cycle(LANGUAGES)
        for seed in range(2):
            before = played(key, seed)
            for place in some(before, many)[seed % apart :: apart]:
                table = on_the_table(book, before, place)
                yield seated(app, table, next(languages)), table

    return opened


@every_game
def test_a_game_has_its_templates_and_its_style(key, app, client):
    folder, known = key.replace("-", "_"), set(app.jinja_env.list_templates())
    wanted = ["table.html", "result.html", *(["count.html"] if GAMES[key].count else [])]
    assert [name for name in wanted if f"{folder}/{name}" not in known] == []
    with client.get(f"/static/{folder}.css") as style:
        assert style.status_code == 200


@pytest.mark.parametrize("key", [key for key in KEYS if GAMES[key].reporting.asks is not NOTHING_ASKED])
def test_a_move_that_its_game_asks_about_is_recorded_by_the_answer(key, app, book):
    before = played(key, 0)
    asked = (
        before.game.reporting.asks(state, [move], ()) for state, move in zip(before.states, before.moves, strict=False)
    )
    place = next((at for at, question in enumerate(asked) if question), None)
    if place is None:
        return
    visitor = seated(app, on_the_table(book, before, place), "en")
    report(visitor, before.game.formats.event(before.moves[place]))
    assert (visitor.status, book.moves.last_seq(1)) == (422, place)
    visitor.answer()
    assert book.moves.read(1)[place].event == before.game.formats.event(before.moves[place])


@every_game
def test_the_table_of_a_game_can_be_shown_at_any_time(key, pages):
    for visitor, table in pages():
        assert visitor.status == 200
        assert visitor.page.ids.count("table") == 1
        fragment = visitor.go(f"/t/{table.code}", htmx=True)
        assert (visitor.status, fragment.ids[0]) == (200, "table")
        assert fragment.tags[0][1]["id"] == "table"


@every_game
def test_a_phone_shows_its_own_seat_and_who_keeps_score_for_all_has_none(key, app, book):
    table = on_the_table(book, played(key, 0), 0)
    one, scribe = (seated(app, table, "en", seat).page for seat in ("1", "all"))
    mine = [[tag for tag, had in page.tags if "mine" in str(had.get("class")).split()] for page in (one, scribe)]
    assert (len(mine[0]), mine[1]) == (1, [])
    assert f"{table.names[1]} you" in one.text


@every_game
def test_the_first_page_leads_back_to_a_table_by_the_title_of_its_game(key, pages):
    visitor, table = next(pages())
    visitor.go("/")
    assert f"{GAMES[key].title} {', '.join(table.names)}" in visitor.page.text


@every_game
def test_the_table_of_a_game_can_be_watched_and_its_result_and_log_read(key, pages):
    for visitor, table in pages(5):
        watcher = Visitor(visitor.client.application.test_client(), "fr")
        for path in (f"/w/{table.watch}", f"/r/{table.watch}", f"/w/{table.watch}/log", f"/t/{table.code}/log"):
            watcher.go(path)
            assert watcher.status == 200
            assert all(name in watcher.page.text for name in table.names) or path.endswith("log")
            assert not [button for form in watcher.page.forms for button in form.buttons if "/report" in form.action]


@every_game
def test_a_count_can_be_shown_at_any_time(key, pages):
    if GAMES[key].count is None:
        pytest.skip("this game is never counted")
    for visitor, table in pages(5):
        for seat in range(len(table.names)):
            page = visitor.go(f"/t/{table.code}/count/{seat}")
            assert visitor.status == 200
            assert "sums" in page.ids
            assert table.names[seat] in page.text


@every_game
def test_the_export_of_a_table_is_a_log_that_leads_to_the_same_totals(key, app, book):
    before = played(key, 0)
    table = on_the_table(book, before, len(before.moves))
    visitor = seated(app, table, "en")
    visitor.go(f"/t/{table.code}/log.json")
    setup, moves = read_log(before.game, json.loads(visitor.response.get_data(as_text=True)))
    reached = replay(before.game, setup, moves).play.state
    assert before.game.score(before.game.position(reached)) == before.game.score(
        before.game.position(before.states[-1])
    )


@every_game
def test_nonsense_in_the_query_of_a_table_is_tolerated(key, app, book):
    before, chance = played(key, 0), Random(1)
    names = ("card", "seat", "number", "colour", "tile", "seen", "kind", "box", "accelerate", "chosen", "step")
    for place in some(before, examples(3)):
        visitor = seated(app, on_the_table(book, before, place), "en")
        for value in ("", "red-99", "-1", "9" * 400, "²", "é\x00", "[]", "red-7", "1", "A"):
            visitor.client.get(visitor.at, query_string={chance.choice(names): value, chance.choice(names): value})
            assert visitor.client.get(visitor.at, query_string=dict.fromkeys(names, value)).status_code == 200


def test_a_text_that_a_language_lacks_is_found():
    assert untranslated([Text("no German for {this}", {"this": Text("nor this")})]) == {
        "no German for {this}",
        "nor this",
    }

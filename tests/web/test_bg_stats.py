"""A file of BG Stats becomes results that were typed and not checked."""

from typing import Any

from scoring import GAMES
from tests.visitor import Visitor
from tests.web.test_data import import_archive

ANA, BEN = {"id": 3, "name": "Ana"}, {"id": 7, "name": " Ben  B. "}
LOST_CITIES, LUTECE, CHESS = (
    {"id": 1, "name": "x", "bggId": 50},
    {"id": 2, "name": "lutèce"},
    {"id": 4, "name": "Chess"},
)


def play(of: dict[str, Any], *points: object, **more: object) -> dict[str, Any]:
    scores = [{"playerRefId": who["id"], "score": score} for who, score in zip((ANA, BEN), points, strict=True)]
    return {"uuid": f"{of['id']} {points}", "gameRefId": of["id"], "playDate": "2024-02-03 20:15:00", "durationMin": 40,
            "playerScores": scores, **more}  # fmt: skip


def exported(*plays: dict[str, Any]) -> dict[str, Any]:
    return {"games": [LOST_CITIES, LUTECE, CHESS], "players": [ANA, BEN], "plays": [*plays], "challenges": []}


def imported(visitor: Visitor, file: Any, to: str = "/groups") -> str:
    """What is said of it on the page that it leads to."""
    answer = import_archive(visitor, file, to).response
    return (visitor.go(answer.location) if answer.location else visitor.page).text


def test_plays_of_our_games_come_in_with_their_day_and_totals_and_nobody_checked_them(visitor, book):
    ana = visitor()
    file = exported(play(LOST_CITIES, "65", "-31"), play(LUTECE, "20", "20"), play(CHESS, "1", "0"))
    assert "2 tables were imported." in imported(ana, file)
    games = ana.go("/games?player=Ben+B.").text
    assert "Lost Cities 3 Feb 2024" in games
    assert "won: Ana 65 Ben B. −31" in games
    result = next(href for href, said in ana.page.links if "65" in said)
    assert ana.go(result).text.count("typed, not checked") == 2
    assert "0 tables were imported." in imported(ana, file), "the same plays are the same tables"


def test_a_play_whose_points_are_missing_or_cannot_be_is_left_out_and_counted(visitor):
    plays = play(LOST_CITIES, "65", ""), play(LOST_CITIES, "2000", "1"), play(LUTECE, "5", "4", playDate="once")
    said = imported(visitor(), exported(play(LUTECE, "5", "4"), *plays))
    assert "The table was imported. 3 plays were left out: somebody’s points are missing, or cannot be." in said


def test_they_come_into_a_group_with_their_players(visitor, book):
    group = book.groups.make("Thursdays", "ana-phone")
    said = imported(visitor(), exported(play(LUTECE, "5", "4")), f"/g/{group.code}")
    assert "1 table was imported." in said
    assert [player.name for player in book.players.of(group.id)] == ["Ana", "Ben B."]


def test_a_file_without_a_play_of_ours_or_of_another_program_is_refused_with_what_cairn_takes(visitor):
    said = imported(visitor(), exported(play(CHESS, "1", "0")))
    assert "This file of BG Stats has no play of a game that Cairn knows." in said
    said = imported(visitor(), {"plays": [], "version": 1})
    assert "Cairn imports its own exports, a log in its public format, and a file of BG Stats." in said


def test_every_game_is_known_by_its_title(visitor, book):
    names = [{"id": number, "name": game.title} for number, game in enumerate(GAMES.values(), 10)]
    file = {**exported(*(play(one, "5", "4") for one in names)), "games": names}
    imported(visitor(), file)
    assert {table.game for table in book.tables.of(book.tables.by_id(1).opener, 9)} == {
        key for key, game in GAMES.items() if game.count and game.count.typed and game.count.now
    }

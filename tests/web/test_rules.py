"""A game's page of rules: how it is played, from set-up to scoring, then the rules that Cairn applies."""

import pytest

from scoring import GAMES

HEADINGS = {
    "en": ("Set-up", "Score", "For the first game", "The rules that Cairn applies"),
    "de": ("Aufbau", "Punkte", "Für die erste Partie", "Die Regeln, die Cairn anwendet"),
    "fr": ("Mise en place", "Score", "Pour la première partie", "Les règles que Cairn applique"),
}


@pytest.mark.parametrize("language", HEADINGS)
@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_taught_from_set_up_to_scoring_before_what_is_refused(visitor, key, language):
    page = visitor(language).go(f"/rules/{key}").html
    places = [page.find(f"<h2>{heading}</h2>") for heading in HEADINGS[language]]
    missing = [heading for heading, place in zip(HEADINGS[language], places, strict=True) if place < 0]
    assert not missing, f"templates/{key.replace('-', '_')}/learn.html needs a heading <h2> for each of {missing}"
    assert places == sorted(places), f"learn.html has these headings in this order: {HEADINGS[language]}"


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_is_there_whether_the_game_is_taught_or_not(visitor, key):
    page = visitor().go(f"/rules/{key}").html
    assert all(f'id="{rule.clause}"' in page for rule in GAMES[key].rules)


def test_the_scales_are_those_that_are_scored(visitor):
    page = visitor().go("/rules/roll-and-write").html
    columns = {"red": {"numbers": [1] * 9}, "orange": {"numbers": [1] * 4}}
    sheet = {"expeditions": columns, "artifacts": 0, "dice": 8}
    game = GAMES["roll-and-write"]
    scored = game.score(game.formats.position({"players": ["Ana", "Ben"], "pad": "house", "sheets": [sheet, {}]}))
    points = {line.of: line.points for line in scored.players[0].lines}
    for boxes, value in ((9, points["red"]), (4, points["orange"]), (8, points["dice"])):
        row = page.split(f'<th scope="row">{boxes}</th>')[1].split("</tr>")[0]
        assert f"<td>{value}</td>" in row


def test_the_expedition_in_the_picture_is_worth_what_stands_below_it(visitor):
    assert "20 more: 65 points." in visitor().go("/rules/lost-cities").html
    game = GAMES["lost-cities"]
    laid = {"white": ["wager", "wager", 2, 3, 5, 7, 8, 10]}
    scored = game.score(game.formats.position({"players": ["Ana", "Ben"], "rounds": [[laid, {}]]}))
    assert scored.players[0].total == 65

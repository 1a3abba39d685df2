"""The rules of each game, as the referee holds them: every clause with its source, and examples that it scores."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.rule import Rule
from scoring.core.sheet import Sheet
from scoring.core.text import Text

rules = Blueprint("rules", __name__)


@rules.get("/rules/<key>")
def page(key: str) -> ResponseReturnValue:
    """The clauses of one game, grouped as the rulebook is, then the worked examples."""
    game = GAMES.get(key) or abort(404)
    return render_template("rules.html", game=game, chapters=_chapters(game), examples=_examples(game))


def _chapters(game: AnyGame) -> list[tuple[str, list[Rule]]]:
    by_source = sorted(game.rules, key=lambda rule: [other.source for other in game.rules].index(rule.source))
    return [(source, list(clauses)) for source, clauses in groupby(by_source, key=lambda rule: rule.source)]


def _examples(game: AnyGame) -> list[tuple[Text, Sheet]]:
    return [(title, game.score(game.formats.position(position))) for title, position in game.lesson.examples]


def anchor(rule: Rule) -> str:
    """The place of a clause on its game's page; empty if the clause is one of ours."""
    key, _, clause = rule.code.partition("/")
    return f"{url_for('rules.page', key=key)}#{clause}" if key in GAMES else ""

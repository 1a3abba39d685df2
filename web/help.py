"""Help: the rules of each game, as the referee holds them, every clause with its source, and examples that it scores;
Cairn on a phone's home screen, and what a browser allows only over https.
"""

from functools import cache
from itertools import groupby
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue

from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.rule import Rule
from scoring.core.sheet import Sheet
from scoring.core.text import Text
from web.http.answers import POCKET_POLICY

rules = Blueprint("rules", __name__)
install = Blueprint("install", __name__)
MEGABYTE = 1e6


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


@install.get("/sw.js")
def worker() -> Response:
    """The service worker, at the root so that it may serve every page of a table."""
    answer = current_app.send_static_file("sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@install.get("/https")
def https() -> str:
    """The page about what works over http and over https, and how to get https."""
    return render_template("https.html", along=along())


@install.get("/along/", defaults={"path": "index.html"})
@install.get("/along/<path:path>")
def pocket(path: str) -> Response:
    """Cairn in the pocket, to be taken along by a phone; 404 where it was not built."""
    answer = send_from_directory(current_app.config["POCKET_BUILT"], path)
    answer.headers["Content-Security-Policy"] = f"{POCKET_POLICY}; frame-ancestors 'none'"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def along() -> float | None:
    """The megabytes that a phone fetches to take Cairn along; None where that was not built, or over http, where no
    browser keeps it.
    """
    built = Path(current_app.config["POCKET_BUILT"])
    version = built / "version.txt"
    return _size(built, version.read_text()) if request.is_secure and version.exists() else None


@cache
def _size(built: Path, _version: str) -> float:
    return sum(file.stat().st_size for file in built.rglob("*") if file.is_file()) / MEGABYTE

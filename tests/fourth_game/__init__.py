"""A fourth game at home in the tests: all that a game brings, and nothing in the house that knows it.

Its rules are in `acorns/` as others are in `scoring/`; its templates, its style sheet and its sheet of paper stand
beside, its words in `fr.po` and `de.po`, its tests in `tests/scoring/acorns`. `create_app` is the house with it.

CONTRIBUTING.md has the lines that begin a game from it: all of it where a game of the house has it, under the new name.
This file and those are needed only because this game is not in the house.
"""

import atexit
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import flask
from flask.typing import ResponseReturnValue
from jinja2 import ChoiceLoader, Environment, FileSystemLoader

import app
from printables import DOCUMENTS
from printables import templates as printed
from scoring import GAMES
from tests.fourth_game.acorns import GAME
from tests.fourth_game.printables.acorns_sheet import DOCUMENT
from web.rendering import i18n

HERE = Path(__file__).parent
CATALOGUES = TemporaryDirectory(prefix="cairn-fourth-")
atexit.register(CATALOGUES.cleanup)  # which processes of pytest do not reach: it cleans up before


def create_app(settings: dict[str, Any] | None = None) -> flask.Flask:
    """The app as it is, which finds this game's templates and its style sheet too."""
    made = app.create_app(settings)
    _look_into(made.jinja_env, HERE / "templates")
    made.view_functions["static"] = _also_its_own(made.view_functions["static"])
    return made


def _look_into(environment: Environment, folder: Path) -> None:
    assert environment.loader is not None
    environment.loader = ChoiceLoader([environment.loader, FileSystemLoader(folder)])


def _also_its_own(static: Callable[..., Any]) -> Callable[..., ResponseReturnValue]:
    def found(filename: str) -> ResponseReturnValue:
        own = (HERE / "static" / filename).is_file()
        return flask.send_from_directory(HERE / "static", filename) if own else static(filename=filename)

    return found


def _with_its_words(translations: Path) -> Path:
    """The catalogues of the house, with an entry more for each text of this game."""
    folder = Path(CATALOGUES.name)
    for catalogue in translations.glob("*/LC_MESSAGES/messages.po"):
        place = folder / catalogue.relative_to(translations)
        place.parent.mkdir(parents=True)
        own = HERE / f"{catalogue.parts[-3]}.po"
        place.write_text(f"{catalogue.read_text()}\n{own.read_text() if own.exists() else ''}")
    return folder


GAMES[GAME.key] = GAME
DOCUMENTS[DOCUMENT.name] = DOCUMENT
_look_into(printed, HERE / "printables")
i18n.TRANSLATIONS = _with_its_words(i18n.TRANSLATIONS)

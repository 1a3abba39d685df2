"""The start: nothing heavy is loaded before it is used, what is not installed is missed only there, and templates are
compiled once."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread

import jinja2
import pytest
from flask import Flask

import printables
from tests.fourth_game import create_app
from tests.ledger.databases import fresh_sqlite
from tests.patience import SECONDS
from tests.visitor import Visitor
from web.rendering.lookup import CompiledTemplates, compile_all

ROOT = Path(__file__).parents[2]
# Heavy, or not everywhere: each is loaded by what needs it.
USED_LATER = (
    "PIL", "alembic", "brotli", "cssselect2", "fontTools", "prometheus_client", "psutil", "psycopg", "pydyf",
    "pypdfium2", "redis", "rjsmin", "segno", "tornado", "weasyprint", "xml.etree", "zxingcpp",
)  # fmt: skip
NOT_EVERYWHERE = (
    "PIL", "brotli", "prometheus_client", "psutil", "psycopg", "pydyf", "redis", "tornado", "weasyprint", "zxingcpp",
)  # fmt: skip
STARTED = """
import json, sys
from app import create_app
create_app({"DATABASE_URL": sys.argv[1], "SECRET_KEY": "x"})
print(json.dumps(sorted(sys.modules)))
"""
SCORES = """
import json, sys
from flask.cli import main
sys.argv = ["flask", "--app", "app", "score", "--help"]
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)))
"""
WITHOUT = f"""
import sys
for name in {NOT_EVERYWHERE}:
    sys.modules[name] = None
from app import create_app
from tests.visitor import Visitor
app = create_app({{"DATABASE_URL": sys.argv[1], "SECRET_KEY": "x", "TESTING": True, "RATELIMIT_ENABLED": False}})
"""
SERVES = """
import sys
from flask.cli import main
sys.modules[sys.argv[1]] = None
sys.argv = ["flask", "--app", "app", "serve", "--port", "0"]
main()
"""
A_GAME = """
ana = Visitor(app.test_client())
ana.go("/new/lost-cities")
ana.post("/new/lost-cities", ana.page.forms[-1].filled(name0="Ana", name1="Ben"))
assert "Ana" in ana.page.text, ana.page.text
for address in ("/", "/rules/lost-cities", "/count/lutece", "/count/roll-and-write", "/health", "/ready"):
    assert app.test_client().get(address, headers={"Accept-Encoding": "br, gzip"}).status_code == 200, address
assert app.test_client().get("/metrics").status_code == 404
"""
SENTENCES = """
one = Visitor(app.test_client())
for page in "/print", "/print/lost-cities-pad.pdf":
    print(one.go(page).text)
form = one.go("/count/roll-and-write").forms[-1]
print(one.post("/count/roll-and-write/photo/0", form.filled(name0="Ana")).text)
"""


def run(script: str, given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, given]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)


def printed(script: str, url: str) -> str:
    ended = run(script, url)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_what_is_heavy_is_not_loaded_at_the_start(tmp_path):
    loaded = json.loads(printed(STARTED, fresh_sqlite(tmp_path)))
    assert "flask" in loaded
    assert [name for name in loaded if name in USED_LATER] == []


def test_what_scores_a_file_loads_nothing_of_a_database(tmp_path):
    help, loaded = printed(SCORES, "").rsplit("\n", 2)[:2]
    assert help.startswith("Usage: flask score")
    assert "ledger" in loaded
    assert "sqlalchemy" not in loaded
    assert "sqlite3" not in loaded


def test_each_name_of_what_is_used_later_is_that_of_a_module():
    """Else one might be misspelt, and nobody would see."""
    unknown = [name for name in USED_LATER if find_spec(name) is None]
    assert unknown == []


def test_without_what_is_not_everywhere_pages_work_and_a_table_is_opened(tmp_path):
    printed(WITHOUT + A_GAME, fresh_sqlite(tmp_path))


def test_without_what_prints_and_reads_photos_that_is_said(tmp_path):
    desk, pdf, photo = printed(WITHOUT + SENTENCES, fresh_sqlite(tmp_path)).splitlines()
    for page in (desk, pdf):
        assert "This server cannot print: WeasyPrint is not installed on it." in page
    assert "This server cannot read photos: WeasyPrint is not installed on it." in photo


@pytest.mark.parametrize(
    ("setting", "value", "package"),
    [
        ("DATABASE_URL", "postgresql://nobody@localhost/cairn", "psycopg"),
        ("RATE_LIMITS_STORE", "redis://localhost", "redis"),
        ("METRICS_TOKEN", "x", "prometheus_client"),
    ],
)
def test_a_setting_for_servers_without_its_package_stops_the_start_in_a_line(
    tmp_path, monkeypatch, setting, value, package
):
    """With the status at which a service manager gives up."""
    monkeypatch.setenv("DATABASE_URL", fresh_sqlite(tmp_path))
    monkeypatch.setenv(setting, value)
    ended = run(SERVES, package)
    said = f"Error: {setting}: this needs {package}, which is not installed: make setup SERVER=1 brings it.\n"
    assert (ended.returncode, ended.stderr) == (4, said)


def test_without_tornado_nothing_is_served_and_that_is_said_in_a_line(tmp_path):
    serves = 'print(app.test_cli_runner().invoke(args=["serve", "--port", "0"]).stderr)'
    said = printed(WITHOUT + serves, fresh_sqlite(tmp_path))
    assert said.strip() == "Error: This needs tornado, which is not installed."


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    """Where templates are kept: a folder that is not there yet."""
    return tmp_path / "instance" / "templates"


def app_with(compiled: Path, place: Path | None = None) -> Flask:
    """The app on SQLite that keeps its compiled templates there, or in another place."""
    app = create_app({"DATABASE_URL": fresh_sqlite(compiled.parents[1]), "SECRET_KEY": "x", "TESTING": True})
    app.jinja_env.bytecode_cache = CompiledTemplates(place or compiled)
    return app


def home(app: Flask) -> str:
    text = Visitor(app.test_client()).go("/").text
    app.extensions["referee"].ledger.close()
    return text


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_a_template_is_compiled_once_for_all_starts(compiled, monkeypatch):
    shown = home(app_with(compiled))
    kept = times(compiled)
    assert len(kept) >= 3
    app = app_with(compiled)
    monkeypatch.setattr(app.jinja_env, "compile", None)
    assert home(app) == shown
    assert times(compiled) == kept


def test_templates_are_kept_in_the_folder_of_the_instance(tmp_path):
    app = create_app({"DATABASE_URL": fresh_sqlite(tmp_path), "SECRET_KEY": "x"})
    assert app.jinja_env.bytecode_cache.directory == str(Path(app.instance_path) / "templates")
    app.extensions["referee"].ledger.close()


def test_a_template_compiled_in_another_way_is_compiled_again(compiled, monkeypatch):
    monkeypatch.setattr("web.rendering.lookup.COMPILER", "another Jinja")
    home(app_with(compiled))
    before = times(compiled)
    monkeypatch.undo()
    home(app_with(compiled))
    after = times(compiled)
    assert before.keys() == after.keys()
    assert all(after[name] > before[name] for name in before)


def test_a_compiled_template_that_was_damaged_is_compiled_again(compiled):
    shown = home(app_with(compiled))
    for path in compiled.iterdir():
        whole = path.read_bytes()
        path.write_bytes(whole[:40] + bytes(len(whole) - 40))
    assert home(app_with(compiled)) == shown


def test_where_nothing_can_be_kept_pages_come_all_the_same(compiled):
    shown = home(app_with(compiled))
    in_the_way = compiled.parent / "file"
    in_the_way.touch()
    assert home(app_with(compiled, in_the_way / "templates")) == shown


@pytest.mark.parametrize("of", ["pages", "paper"])
def test_who_wants_a_template_that_is_being_compiled_waits_for_it(app, monkeypatch, of):
    """The first evening: sixteen phones at once, and nothing is compiled yet."""
    environment = app.jinja_env.overlay() if of == "pages" else printables.templates.overlay()
    environment.bytecode_cache = None
    name = "home.html" if of == "pages" else "page.html"
    asked, compiled = Event(), []
    compile = environment.compile

    def ask() -> None:
        asked.set()
        environment.get_template(name)

    def compiles(*given, **named):
        compiled.append(name)
        if len(compiled) == 1:
            another.start()
            assert asked.wait(SECONDS)
            another.join(0.2)  # it would be compiling by now
        return compile(*given, **named)

    another = Thread(target=ask)
    monkeypatch.setattr(environment, "compile", compiles)
    environment.get_template(name)
    another.join(SECONDS)
    assert compiled == [name]


def test_all_templates_are_compiled_ahead(compiled, monkeypatch):
    app = app_with(compiled)
    monkeypatch.setattr(printables.templates, "bytecode_cache", app.jinja_env.bytecode_cache)
    monkeypatch.setattr(printables.templates, "cache", {})
    said = app.test_cli_runner().invoke(args=["compile"])
    assert said.exit_code == 0
    assert said.output == f"{len(times(compiled))} templates\n"
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    app = app_with(compiled)
    assert "Cairn" in home(app)
    assert compile_all(app) == len(times(compiled))

"""The settings: the key of the cookies, the cookies themselves, and what is believed of a proxy."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask, request

from app import create_app
from tests.ledger.databases import fresh_sqlite
from tests.patience import SECONDS
from web.http.cookie import kept_key

ROOT = Path(__file__).parents[1]
KEYS = "import sys; from pathlib import Path; from web.http.cookie import kept_key; sys.stdin.readline(); "
KEYS += "print(kept_key(Path(sys.argv[1])))"


def test_the_key_is_made_at_the_first_run_kept_and_read_by_nobody_else(tmp_path):
    place = tmp_path / "secret_key"
    key = kept_key(place)
    assert len(key) >= 43, "256 bits at least"
    assert kept_key(place) == key
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [place]
    assert kept_key(tmp_path / "another") != key
    place.touch()
    assert len(kept_key(place)) >= 43
    assert kept_key(place) == place.read_text()


def test_processes_that_start_at_once_agree_on_the_key(tmp_path):
    command = [sys.executable, "-c", KEYS, str(tmp_path / "secret_key")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    started = [subprocess.Popen(command, cwd=ROOT, **pipes) for _ in range(3)]
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=SECONDS)[0] for process in started}
    assert len(keys) == 1
    assert keys != {"\n"}


def test_without_a_key_in_the_environment_the_kept_one_signs(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("DATABASE_URL", fresh_sqlite(tmp_path))
    monkeypatch.setattr(Flask, "auto_find_instance_path", lambda _app: str(tmp_path))
    assert create_app().config["SECRET_KEY"] == (tmp_path / "secret_key").read_text()
    monkeypatch.setenv("SECRET_KEY", "from the environment")
    assert create_app().config["SECRET_KEY"] == "from the environment"


def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **environment: str) -> Flask:
    """The app as the environment says."""
    for name in ("PROXIES", "PUBLIC_URL", "RATE_LIMITS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    app = create_app({"DATABASE_URL": fresh_sqlite(tmp_path), "SECRET_KEY": "x"})
    app.add_url_rule("/asked", view_func=lambda: f"{request.remote_addr} {request.url}")
    return app


def cookie_of(app: Flask, **how: str) -> str:
    answer = app.test_client().get("/", **how)
    return answer.headers["Set-Cookie"]


CLAIMED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "cairn.example"}


def test_a_cookie_is_for_http_alone_and_for_this_site(tmp_path, monkeypatch):
    said = cookie_of(made(tmp_path, monkeypatch))
    assert "HttpOnly" in said
    assert "SameSite=Lax" in said
    assert "Secure" not in said, "plain HTTP at home"


@pytest.mark.parametrize(
    ("environment", "how"),
    [
        ({"PUBLIC_URL": "https://cairn.example"}, {}),
        ({}, {"base_url": "https://localhost"}),
    ],
)
def test_behind_https_a_cookie_is_secure(tmp_path, monkeypatch, environment, how):
    assert "Secure" in cookie_of(made(tmp_path, monkeypatch, **environment), **how)


@pytest.mark.parametrize(
    ("proxies", "claimed", "believed"),
    [
        ("1", {"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}, "203.0.113.9 https://cairn.example/asked"),
        ("1", {"X-Forwarded-Proto": "javascript"}, "203.0.113.9 http://cairn.example/asked"),
        ("1", {"X-Forwarded-Proto": ""}, "203.0.113.9 http://cairn.example/asked"),
        ("0", {}, "127.0.0.1 http://localhost/asked"),
    ],
    ids=["only the last hop is ours", "no scheme", "an empty scheme", "without a proxy"],
)
def test_what_a_proxy_says_is_believed_when_there_is_one(tmp_path, monkeypatch, proxies, claimed, believed):
    client = made(tmp_path, monkeypatch, PROXIES=proxies).test_client()
    asked = client.get("/asked", headers={**CLAIMED, **claimed})
    assert asked.get_data(as_text=True) == believed
    assert ("Secure" in client.get("/", headers=CLAIMED).headers["Set-Cookie"]) == (proxies == "1")


def test_the_served_app_debugs_nothing(tmp_path, monkeypatch):
    app = made(tmp_path, monkeypatch)
    assert not app.debug
    assert not app.testing
    assert app.config["RATELIMIT_ENABLED"]
    assert "debug" not in (ROOT / "Makefile").read_text().lower()


def test_the_environment_says_how_much_is_logged_and_what_expires(tmp_path, monkeypatch):
    settings = made(tmp_path, monkeypatch, LOG_LEVEL="info", EXPIRE_DAYS="30", METRICS_TOKEN="sesame").config
    assert (settings["LOG_LEVEL"], settings["EXPIRE_DAYS"], settings["METRICS_TOKEN"]) == ("INFO", 30, "sesame")

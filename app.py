"""Cairn's application: configuration and wiring, nothing else; `flask run` finds it."""

from __future__ import annotations

import gc

gc.disable()  # until all is loaded: nothing of it is garbage, and looking for some takes a sixth of the start

import logging
import os
from datetime import timedelta
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from flask import Flask
from flask.cli import run_command
from flask_babel import Babel
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import Referee
from web.http.address import PlainHosts
from web.http.answers import compress, guard, keep_versions, static_path
from web.http.cookie import Cookie, kept_key
from web.http.errors import expect_outages, forged, register_errors
from web.http.limits import CannotServe, count_in_store
from web.http.routes import register_routes
from web.print.page import Printer
from web.rendering import i18n
from web.rendering.fragments import htmx
from web.rendering.lookup import compile_once
from web.rendering.template_globals import furnish_templates
from web.server.monitoring import keep_a_log, metrics_of
from web.server.streams import Hub, Presence
from web.server.worker_pool import AtOnce, WorkerPool

if TYPE_CHECKING:
    from ledger import Ledger


def create_app(settings: dict[str, Any] | None = None) -> Flask:
    """The application; `settings` override the environment.

    A server opens and migrates the ledger when it starts, a `flask` command when it first needs it. An impossible
    setting raises a ClickException that names it. With POCKET it runs in a browser (pocket/); HOME is then the root of
    the Cairn that it was taken along from, if one serves it.
    """
    app = Flask(__name__, static_url_path=static_path())
    app.session_interface = Cookie()
    compile_once(app)
    app.config.from_mapping(_defaults(Path(app.instance_path)))
    app.config.from_mapping(settings or {})
    catalogues = i18n.compile_catalogues(Path(app.config["BABEL_TRANSLATION_DIRECTORIES"]))
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(catalogues)
    Babel(app, locale_selector=lambda: i18n.locale_of(i18n.choose_language()))
    htmx.init_app(app)
    CSRFProtect(app)
    app.register_error_handler(CSRFError, forged)
    register_errors(app)
    app.extensions["open"] = partial(_open, app)
    if _serving() and not app.config["POCKET"]:  # there the ledger is opened when it has come (pocket/bridge.py)
        _open(app)
    register_routes(app)
    furnish_templates(app)
    if not app.config["POCKET"]:
        from web.commands import register_commands  # with what no browser has: processes, sockets

        register_commands(app)
    _expect("RATE_LIMITS_STORE", "redis", wanted=app.config["RATELIMIT_STORAGE_URI"].startswith("redis"))
    count_in_store(app)
    keep_versions(app)
    app.after_request(compress)
    keep_a_log(app)
    app.after_request(guard)
    _spare_what_is_loaded()
    return app


@cache
def _spare_what_is_loaded() -> None:
    """Collect from here on, less often than usual, and never look again at what was loaded at the start: a tap makes
    thousands of objects and few cycles (docs/decisions/0013-speed.md). A full collection takes 10 ms instead of 60.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(5_000, 20, 20)


def _defaults(instance: Path) -> dict[str, Any]:
    return {
        "SECRET_KEY": os.environ.get("SECRET_KEY", ""),
        "DATABASE_URL": os.environ.get("DATABASE_URL") or f"sqlite:///{instance / 'cairn.db'}",
        "PUBLIC_URL": os.environ.get("PUBLIC_URL", ""),
        "PROXIES": _whole("PROXIES", os.environ.get("PROXIES", "0"), 0),
        "RATELIMIT_ENABLED": os.environ.get("RATE_LIMITS", "on") != "off",
        "RATELIMIT_STORAGE_URI": os.environ.get("RATE_LIMITS_STORE") or "memory://",
        "METRICS_TOKEN": os.environ.get("METRICS_TOKEN", ""),
        "POCKET": False,
        "HOME": "",
        "POCKET_BUILT": str(Path(__file__).parent / "dist" / "pocket"),
        "LOG_LEVEL": _level(os.environ.get("LOG_LEVEL", "WARNING").upper()),
        "EXPIRE_DAYS": _whole("EXPIRE_DAYS", os.environ.get("EXPIRE_DAYS", "400"), 1),
        "SESSION_COOKIE_NAME": "cairn",
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": os.environ.get("PUBLIC_URL", "").startswith("https://"),
        "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
        "SESSION_REFRESH_EACH_REQUEST": False,  # else every picture sets the cookie too; `device` renews it
        "WTF_CSRF_TIME_LIMIT": None,
        "MAX_CONTENT_LENGTH": 256 * 1024,
        "MAX_FORM_MEMORY_SIZE": 256 * 1024,
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(hours=1),
        "BABEL_TRANSLATION_DIRECTORIES": str(i18n.TRANSLATIONS),
    }


def _whole(name: str, said: str, least: int) -> int:
    if said.isdecimal() and int(said) >= least:
        return int(said)
    raise click.ClickException(f"{name}={said} is not a whole number of at least {least}.")


def _level(said: str) -> str:
    if said in logging.getLevelNamesMapping():
        return said
    raise click.ClickException(f"LOG_LEVEL={said} is none of {', '.join(logging.getLevelNamesMapping())}.")


def _serving() -> bool:
    """True if this is a server. A `flask` command may need neither tables nor a folder to write in."""
    asked = click.get_current_context(silent=True)
    return asked is None or asked.command is run_command


def _open(app: Flask) -> None:
    """Set up what tables need: the key of the cookies, a migrated ledger, the streams."""
    _expect("METRICS_TOKEN", "prometheus_client", wanted=bool(app.config["METRICS_TOKEN"]))
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _secret(Path(app.instance_path) / "secret_key")
    _wire(app, _ledger(app.config["DATABASE_URL"]))
    expect_outages(app)


def _expect(setting: str, package: str, *, wanted: bool) -> None:
    """Of what only a server needs, a set-up for home brings nothing (requirements-server.txt)."""
    if wanted and find_spec(package) is None:
        said = f"{setting}: this needs {package}, which is not installed: make setup SERVER=1 brings it."
        raise CannotServe(said)


def _secret(place: Path) -> str:
    try:
        return kept_key(place)
    except OSError as wrong:
        said = f"SECRET_KEY is not set, and {place} can be neither read nor made ({wrong.strerror})."
        raise click.ClickException(said) from None


def _ledger(url: str) -> Ledger:
    from ledger import Ledger, Unreachable

    _expect("DATABASE_URL", "psycopg", wanted=url.startswith("postgres"))
    try:
        return Ledger.opened(url)
    except Unreachable as wrong:
        raise click.ClickException(f"DATABASE_URL: {wrong}") from None


def _wire(app: Flask, ledger: Ledger) -> None:
    app.extensions["referee"] = Referee(ledger)
    if app.config["POCKET"]:
        app.extensions["files"] = AtOnce()
    else:
        app.extensions["printer"] = Printer()
        app.extensions["files"] = WorkerPool(patience=300, queue=4, once=True)
        app.extensions["reader"] = WorkerPool()
    app.extensions["end"] = partial(_end, app)
    app.extensions["presence"] = presence = Presence(ledger)
    app.extensions["hub"] = hub = Hub(ledger.moves.last_seqs, presence, partial(_pinged, app))
    app.extensions["news"] = ledger.listen(hub.notify, hub.stir)
    app.wsgi_app = PlainHosts(app.wsgi_app)  # type: ignore[method-assign]
    if app.config["PROXIES"]:
        trusted = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted, x_host=trusted)  # type: ignore[method-assign]


def _pinged(app: Flask, took: float) -> None:
    metrics_of(app).ping_took(took)


def _end(app: Flask) -> None:
    """Stop the application's own processes for good, because the server stops."""
    for pool in ("printer", "files", "reader"):
        app.extensions[pool].close()

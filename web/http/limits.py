"""Limits to how often one address may do what costs something: guess codes, open tables, write, print. Counted in each
process, or together in the store that RATE_LIMITS_STORE names. They count the networks that one person may have, not
single addresses.
"""

import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import TypeVar, cast

import click
from flask import Blueprint, Flask, current_app, g, has_request_context, request
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address
from limits import parse
from limits.errors import ConfigurationError
from limits.storage import Storage

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}  # seconds: a store that hangs holds up nobody
CANNOT_SERVE = 4  # a status at which a service manager gives up, instead of trying again for ever
CODES = {"code", "key"}
SWEPT = 60.0  # seconds after which counts that have ended are forgotten
GUESSES = "30/minute; 200/hour"
TABLES = "20/minute; 100/hour"
GROUPS = "10/minute; 40/hour"
WRITES = "20/second; 600/minute"
PRINTS = "30/minute"
WORK = parse("60000/10 minute")  # milliseconds of processor time
NAT64 = ip_network("64:ff9b::/96")  # behind it the last 32 bits are an IPv4 address
IPV4 = re.compile(r"([\d.]+):\d+")
IPV6 = re.compile(r"\[(.+)\](?::\d+)?")


class CannotServe(click.ClickException):
    """An error that no new start mends: a service that ends with this status is not started again."""

    exit_code = CANNOT_SERVE


def asker() -> str:
    """The key of whoever asks: an IPv4 address, or the /48 of an IPv6 one, because a home may have
    all of its networks.
    """
    return network(get_remote_address())


def phone() -> str:
    """The key of whoever taps: the /64 of an IPv6 address, because phones of one operator may share a /48."""
    return network(get_remote_address(), 64)


class Steady(Storage):
    """The counts of this process, by a clock that only runs forward: the machine's own may be set."""

    STORAGE_SCHEME = ["steady"]  # noqa: RUF012  # so it is declared there
    base_exceptions = ValueError

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **_options: str) -> None:
        super().__init__(uri, wrap_exceptions)
        self._guard = Lock()
        self._counts: dict[str, tuple[int, float]] = {}
        self._swept = time.monotonic()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time.monotonic()
        with self._guard:
            self._sweep(now)
            count, until = self._counts.get(key, (0, 0.0))
            self._counts[key] = (count + amount, until) if until > now else (amount, now + expiry)
            return self._counts[key][0]

    def get(self, key: str) -> int:
        count, until = self._counts.get(key, (0, 0.0))
        return count if until > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        left = self._counts.get(key, (0, 0.0))[1] - time.monotonic()
        return time.time() + max(left, 0.0)

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        number = len(self._counts)
        self._counts.clear()
        return number

    def clear(self, key: str) -> None:
        self._counts.pop(key, None)

    def _sweep(self, now: float) -> None:
        if now > self._swept + SWEPT:
            self._swept = now
            self._counts = {key: kept for key, kept in self._counts.items() if kept[1] > now}


limiter = Limiter(asker, headers_enabled=False, in_memory_fallback_enabled=True, swallow_errors=True)


def limit_guesses(app: Flask, *blueprints: Blueprint) -> None:
    """Treat every address of these routes whose code leads nowhere as a guess."""
    app.extensions["guessed"] = {blueprint.name for blueprint in blueprints}


def guessed_too_often() -> bool:
    """Count an address that led nowhere; whether there were too many. A right one is never refused."""
    if request.blueprint not in current_app.extensions["guessed"] or not CODES & (request.view_args or {}).keys():
        return False
    return one_guess_too_many()


def one_guess_too_many() -> bool:
    """Count a guess; whether there were too many. A command guesses at nothing."""
    if not has_request_context():
        return False
    try:
        with limiter.shared_limit(GUESSES, scope="guesses"):
            return False
    except RateLimitExceeded:
        return True


def worked(who: str, seconds: float) -> None:
    """Count the processor time that a file or photo has cost, for the address that sent it."""
    if limiter.enabled:
        with suppress(*_errors(limiter.limiter.storage)):
            limiter.limiter.hit(WORK, "work", who, cost=round(seconds * 1000))


def may_work() -> bool:
    """True if this address may send another large file; one that was begun is finished, whatever it costs."""
    if limiter.enabled:
        with suppress(*_errors(limiter.limiter.storage)):
            return limiter.limiter.test(WORK, "work", asker())
    return True


def _errors(storage: Storage) -> tuple[type[Exception], ...]:
    """The exceptions of a store that cannot be reached."""
    errors = storage.base_exceptions
    return errors if isinstance(errors, tuple) else (errors,)


def limit_taps(view: View) -> View:
    """Limit what each phone may post here, whoever shares its network."""
    return cast("View", limiter.limit(WRITES, key_func=phone, methods=["POST"])(view))


def limit_prints(view: View) -> View:
    """Each address may have so much laid out; what the printer has kept costs nothing."""
    costs = limiter.limit(PRINTS, deduct_when=lambda _answer: g.get("laid_out", False), exempt_when=_asks_its_place)
    return cast("View", costs(view))


def _asks_its_place() -> bool:
    return (request.view_args or {}).get("kind") == "place"


def limit_writes(*blueprints: Blueprint) -> None:
    """Limit all forms together; reports of moves have a count of their own."""
    for blueprint in blueprints:
        limiter.shared_limit(WRITES, scope="writes", methods=["POST"], key_func=phone)(blueprint)


def count_in_store(app: Flask) -> None:
    """Start counting in the store. One that is down stops nothing: until it answers, each process counts for itself."""
    if app.config["RATELIMIT_STORAGE_URI"] == "memory://":
        app.config["RATELIMIT_STORAGE_URI"] = "steady://"
    patient = app.config["RATELIMIT_STORAGE_URI"].startswith(("redis", "valkey"))
    app.config["RATELIMIT_STORAGE_OPTIONS"] = PATIENCE if patient else {}
    try:
        limiter.init_app(app)
    except (ConfigurationError, ValueError) as error:
        click.echo(f"RATE_LIMITS_STORE cannot be used: {error}", err=True)
        sys.exit(CANNOT_SERVE)


@lru_cache(4_096)
def network(said: str, bits: int = 48) -> str:
    """An IPv4 address as it is; of an IPv6 one the network of this many bits, because a home may have all of a /48.

    Whatever is no address counts as one asker. Some proxies add a port, which is left out.
    """
    bare = IPV4.fullmatch(said) or IPV6.fullmatch(said)
    try:
        address = ip_address(bare[1] if bare else said)
    except ValueError:
        return "no address"
    if isinstance(address, IPv6Address):
        within = ip_address(int(address) & 0xFFFFFFFF) if address in NAT64 else address.ipv4_mapped
        return str(within or ip_network((address, bits), strict=False))
    return str(address)

"""How often one address may do what costs: guess codes, open tables, write, print.

Counted in each process, or by all of them in the store that RATE_LIMITS_STORE names.
"""

from __future__ import annotations

import sys
from ipaddress import IPv4Address, ip_address, ip_network

import click
from flask import Blueprint, Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits.errors import ConfigurationError


def asker() -> str:
    """The address that asks; of IPv6 the network, for whoever has one of its addresses has them all."""
    try:
        address = ip_address(get_remote_address())
    except ValueError:
        return get_remote_address()
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return str(getattr(address, "ipv4_mapped", None) or address)
    return str(ip_network((address, 64), strict=False))


limiter = Limiter(asker, headers_enabled=False, in_memory_fallback_enabled=True, swallow_errors=True)

PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}  # seconds: a store that hangs holds up nobody
CANNOT_SERVE = 4  # the status at which gunicorn gives up, instead of trying again for ever

GUESSES = "30/minute; 200/hour"
TABLES = "20/minute; 100/hour"
GROUPS = "10/minute; 40/hour"
WRITES = "20/second; 600/minute"
PRINTS = "30/minute"


def _led_nowhere(response: Response) -> bool:
    return response.status_code == 404


def _no_code() -> bool:
    return not {"code", "key"} & (request.view_args or {}).keys()


def limit_guesses(*blueprints: Blueprint) -> None:
    """Every address that leads nowhere counts as a guess at a code, whichever the route."""
    for blueprint in blueprints:
        limiter.shared_limit(GUESSES, scope="guesses", deduct_when=_led_nowhere, exempt_when=_no_code)(blueprint)


def limit_writes(*blueprints: Blueprint) -> None:
    """Whatever is sent counts, whichever the form; reports of moves have a count of their own."""
    for blueprint in blueprints:
        limiter.shared_limit(WRITES, scope="writes", methods=["POST"])(blueprint)


def count_in_store(app: Flask) -> None:
    """Start counting. A store that is down is no reason not to: until it answers, each process counts for itself."""
    patient = app.config["RATELIMIT_STORAGE_URI"].startswith(("redis", "valkey"))
    app.config["RATELIMIT_STORAGE_OPTIONS"] = PATIENCE if patient else {}
    try:
        limiter.init_app(app)
    except (ConfigurationError, ValueError) as error:
        click.echo(f"RATE_LIMITS_STORE cannot be used: {error}", err=True)
        sys.exit(CANNOT_SERVE)

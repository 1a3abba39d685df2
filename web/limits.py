"""How often one address may do what costs: guess codes, open tables, write, print. Counted in each process."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(get_remote_address, storage_uri="memory://", headers_enabled=False)

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

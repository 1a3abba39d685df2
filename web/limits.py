"""How often one address may do what costs: guess codes, open tables, write, print. Counted in each process."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network

from flask import Blueprint, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address


def asker() -> str:
    """The address that asks; of IPv6 the network, for whoever has one of its addresses has them all."""
    try:
        address = ip_address(get_remote_address())
    except ValueError:
        return get_remote_address()
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return str(getattr(address, "ipv4_mapped", None) or address)
    return str(ip_network((address, 64), strict=False))


limiter = Limiter(asker, storage_uri="memory://", headers_enabled=False)

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

"""In the pocket: the phones that have joined the one that keeps the tables (pocket/bridge.py)."""

from collections.abc import Mapping
from typing import cast

from flask import current_app, request

GUEST = "cairn.guest"  # in the environment of a request: whether another phone than the host's asks
GUESTS = "cairn.guests"  # there: the devices of the guests, by their ids


def is_guest() -> bool:
    """True for a phone that another one answers from its pocket."""
    return bool(request.environ.get(GUEST))


def keeps_tables() -> bool:
    """True for a phone that answers itself, from its pocket."""
    return bool(current_app.config["POCKET"]) and not is_guest()


def guests() -> Mapping[str, str]:
    """To the phone that keeps the tables: the devices of those that joined it, by the ids of their lines; a device is
    empty while it looks at no table.
    """
    return cast(Mapping[str, str], request.environ.get(GUESTS, {})) if keeps_tables() else {}

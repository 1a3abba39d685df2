"""Codes that nobody can guess, and codes to read aloud."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

SPOKEN = "BCDFGHJKMNPQRSTVWXYZ"  # no vowels, so no words; no I, L, O or U, so nothing looks like 1, 0 or V


def secret() -> str:
    return secrets.token_urlsafe(16)


def spoken() -> str:
    """One of 25 thousand million: with ten thousand tables open, one address would need a year to guess one."""
    return "".join(secrets.choice(SPOKEN) for _ in range(8))


def reading_key(key: str) -> str:
    """The key that shows what `key` changes; nobody can get back from it to `key`."""
    return urlsafe_b64encode(sha256(f"cairn reads {key}".encode()).digest()[:16]).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class Codes:
    """The source of the codes of new tables, groups and library items."""

    secret: Callable[[], str] = secret
    spoken: Callable[[], str] = spoken


CODES = Codes()

"""The key that signs the cookies: made at the first start and kept."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def kept_key(place: Path) -> str:
    """The key in this file, which only its owner may read; made if there is none. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True)
    kept = place.read_text() if place.exists() else ""
    return kept or _made(place)


def _made(place: Path) -> str:
    """A new key, on disk before anything is signed with it. Processes that start at the same time get the same one."""
    import fcntl  # not everywhere, and only for the first start

    with open(os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if kept := file.read():
            return kept
        made = secrets.token_urlsafe(48)
        file.write(made)
        file.flush()
        os.fsync(file.fileno())
        return made

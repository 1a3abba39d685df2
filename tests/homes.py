"""Where a game is at home."""

import inspect
from pathlib import Path

from scoring import GAMES

ROOT = Path(__file__).parents[1]


def home(key: str) -> Path:
    """The folder of its rules."""
    return Path(inspect.getfile(GAMES[key].apply)).parent


SOLD = [key for key in GAMES if home(key).parent == ROOT / "scoring"]
"""The games that Cairn comes with: what is written for those who use it tells of these."""

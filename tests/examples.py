"""How often what is tried by chance is tried: few times in every run, twenty times as often by `EXAMPLES=many`."""

import os

TIMES = {"few": 1, "many": 20}[os.environ.get("EXAMPLES") or "few"]


def examples(few: int) -> int:
    """So many where `few` would do each day."""
    return few * TIMES

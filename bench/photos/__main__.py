"""`python -m bench.photos`: train the reader of photos, some ten minutes; writes `photos/weights.py` and
`photos/card_weights.py`, each time the same.

Judge it on other photos (`flask photos`): what is easy for a reader that was trained on it is not easy.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.photos import cards, sheets

PHOTOS = Path(__file__).parents[2] / "photos"
Weights = Mapping[str, Sequence[float]]


def write(module: str, what: str, read: int, weights: Weights) -> None:
    rows = [f'    "{mark}": ({", ".join(f"{weight:.3f}" for weight in many)}),' for mark, many in weights.items()]
    head = f'"""{what}\n\nMade by `python -m bench.photos`: {read} photos could be read.\n"""'
    file = PHOTOS / f"{module}.py"
    file.write_text("\n".join((head, "", "WEIGHTS = {", *rows, "}", "")), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", file], check=True)


if __name__ == "__main__":
    write("weights", *sheets.trained_on(seed=1, number=260))
    write("card_weights", *cards.trained_on(seed=5, number=460))

"""`python -m bench.photos`: train the reader of photos, some ten minutes; writes `photos/weights.py`, each time
the same.

Judge it on other photos (`flask photos`): what is easy for a reader that was trained on it is not easy.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.photos import cards, sheets

FILE = Path(__file__).parents[2] / "photos" / "weights.py"
HEAD = '''"""The weights of logistics that tell ink, by how a place is marked; the first of each stands alone. Those of
a card tell it by what its box or circle shows alone, then beside what others on its sheet show.

Made by `python -m bench.photos`: {sheets} sheets and {cards} cards could be read.
"""

WEIGHTS = {{
'''


def write(head: str, weights: Mapping[str, Sequence[float]]) -> None:
    rows = [f'    "{mark}": ({", ".join(f"{weight:.3f}" for weight in many)}),' for mark, many in weights.items()]
    FILE.write_text(head + "\n".join((*rows, "}", "")), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", FILE], check=True)


if __name__ == "__main__":
    of_sheets, by_place = sheets.trained_on(seed=1, number=260)
    of_cards, by_mark = cards.trained_on(seed=5, number=460)
    write(HEAD.format(sheets=of_sheets, cards=of_cards), {**by_place, **by_mark})

"""`python -m tests.looks BEFORE AFTER [WORD…]`: draws the states in two commits, says how many pixels differ in each.

AFTER may be `.`: the files as they stand here. The pictures stand in `build/looks`, those that differ beside each other
in `build/looks/different`. Both commits are drawn with the list of states that stands here.
"""

import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageChops

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "looks"
HERE = "."


def main(before: str, after: str, *words: str) -> None:
    """Draw both, compare, and print a line for each picture that differs, most pixels first."""
    shutil.rmtree(BUILD, ignore_errors=True)
    with ThreadPoolExecutor() as both:
        list(both.map(_draw, (before, after), (BUILD / "before", BUILD / "after"), (words, words)))
    different = BUILD / "different"
    different.mkdir()
    names = sorted({path.name for name in ("before", "after") for path in (BUILD / name).iterdir()})
    found = sorted(((_compared(name, different), name) for name in names), reverse=True)
    for pixels, name in found:
        if pixels:
            print(f"{pixels:9} {name}")  # noqa: T201  # this is a program
    print(f"{sum(pixels > 0 for pixels, _name in found)} of {len(found)} pictures differ")  # noqa: T201


def _draw(commit: str, folder: Path, words: tuple[str, ...]) -> None:
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "tests.looks.draw", str(folder), *words]
    if commit == HERE:
        subprocess.run(command, cwd=ROOT, check=True)
        return
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["git", "worktree", "add", "--detach", place, commit], cwd=ROOT, check=True, capture_output=True)
        try:
            for own in (ROOT / "tests" / "looks", *(ROOT / "tests" / "scoring").glob("*/looks.py")):
                copy = shutil.copytree if own.is_dir() else shutil.copy
                copy(own, Path(place) / own.relative_to(ROOT))
            subprocess.run(command, cwd=place, check=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=True)


def _compared(name: str, different: Path) -> int:
    """How many pixels differ; a picture that only one commit has differs in all of them."""
    pair = [BUILD / side / name for side in ("before", "after")]
    if not all(path.exists() for path in pair):
        return 1920 * 1080
    before, after = (Image.open(path).convert("RGB") for path in pair)
    changed = ImageChops.difference(before, after).convert("L").point(lambda value: 255 if value > 8 else 0)
    pixels = changed.histogram()[255]
    if pixels:
        beside = Image.new("RGB", (before.width + after.width + 8, max(before.height, after.height)), "red")
        beside.paste(before, (0, 0))
        beside.paste(after, (before.width + 8, 0))
        beside.save(different / name)
    return pixels


if __name__ == "__main__":
    main(*sys.argv[1:])

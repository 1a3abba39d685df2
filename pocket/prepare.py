"""What is made once for all browsers, by the Python that they will run: everything compiled, the templates too, and an
empty ledger. Runs in Pyodide under Node (build.mjs), with the folder of the application as /cairn.
"""

import compileall
import gc
import shutil
import sys
from pathlib import Path

CAIRN, STANDARD = Path("/cairn"), Path("/standard")
WITH_PROSE = ("_pyodide", "pyodide")  # packages that read their own
WITH_SOURCES = CAIRN / "ledger" / "migrations" / "versions"  # as Alembic wants them


def compile_all() -> None:
    """Replace sources by what Python makes of them, without the prose in it."""
    for place in (CAIRN, STANDARD):
        compileall.compile_dir(place, maxlevels=20, legacy=True, quiet=1, optimize=2)
    for name in WITH_PROSE:
        compileall.compile_dir(STANDARD / name, legacy=True, quiet=1, optimize=0, force=True)
    for compiled in (*CAIRN.rglob("*.pyc"), *STANDARD.rglob("*.pyc")):
        (compiled if compiled.parent == WITH_SOURCES else compiled.with_suffix(".py")).unlink()


def compile_templates_and_open_a_ledger() -> None:
    """Start the application once, so that the next start finds what this one made."""
    from pocket.bridge import LEDGER, bridge
    from web.rendering.lookup import compile_all

    bridge.open("", "")
    app = bridge.app
    compile_all(app)
    app.extensions["referee"].ledger.close()
    gc.collect()
    shutil.copy(LEDGER, CAIRN / "empty.db")
    for catalogue in CAIRN.glob("translations/*/LC_MESSAGES/messages.po"):
        catalogue.write_text("")  # only its name is read where it is compiled


sys.path[:0] = [str(CAIRN), str(CAIRN / "packages")]
compile_all()
compile_templates_and_open_a_ledger()

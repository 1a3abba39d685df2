"""The set-up of a machine: what is looked at first, what is asked for in which words, when a .venv is made anew."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("setup")  # its .venv is made once
ROOT = Path(__file__).parents[1]
PYTHON = os.path.realpath(sys.executable)
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
# Not as a part of the `make test` that may run this.
MAKE = ["env", "--unset=MAKEFLAGS", "--unset=MAKELEVEL", "--unset=ENGINES", "make", "FLASK=true"]
BARE = 'case "$*" in *version_info*) echo 3.11;; *) exit 1;; esac'  # a Python whose loader finds nothing


def copied(folder: Path) -> Path:
    """Cairn's folder as far as the set-up reads it, with nothing to fetch."""
    folder.mkdir()
    shutil.copy(ROOT / "setup.sh", folder)
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("requirements.lock", "requirements-server.lock", "requirements-dev.lock", "requirements-pocket.lock"):
        (folder / name).touch()
    return folder


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return copied(tmp_path / "cairn")


@pytest.fixture
def machine(tmp_path: Path) -> Callable[..., Path]:
    """A PATH that has what every system has, and these programs: their names, with what they do."""

    def machine(**programs: str) -> Path:
        path = tmp_path / "bin"
        path.mkdir()
        for name in ("bash", "dirname", "uname", "env"):
            (path / name).symlink_to(shutil.which(name) or "")
        for name, does in programs.items():
            program = path / name.replace("_", "-")
            program.write_text(f"#!/bin/sh\n{does}\n")
            program.chmod(0o755)
        return path

    return machine


def set_up(
    tree: Path, kind: str, path: Path | str = os.environ["PATH"], python: str = "python3", engines: tuple[str, ...] = ()
) -> tuple[int, str]:
    """The exit status of `setup.sh`, and what it said."""
    environment = {"PATH": str(path), "PYTHON": python, "HOME": str(tree)}
    done = subprocess.run([tree / "setup.sh", kind, *engines], env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("says", ["echo 3.10", "echo 2.7", "exit 127"])
def test_a_python_that_is_too_old_is_told_in_one_line_before_anything_else(tree, machine, says):
    status, said = set_up(tree, "dev", machine(python3=says))
    assert status == 1
    assert said.startswith("Cairn needs Python 3.11 or newer, and python3 is ")
    assert said.count("\n") == 1


def test_make_passes_on_the_python_that_was_named(tree, machine):
    machine(old="echo 3.10")
    done = subprocess.run([*MAKE, "setup", f"PYTHON={tree.parent}/bin/old"], cwd=tree, capture_output=True, text=True)
    assert done.returncode != 0
    assert "bin/old is 3.10" in done.stderr.splitlines()[0]


def test_who_may_not_install_is_told_every_package_at_once(tree, machine):
    status, said = set_up(tree, "dev", machine(python3=BARE, apt_get="exit 0", id="echo 1000"))
    assert status == 1
    named = said.splitlines()[-1].removeprefix("  sudo apt-get install --no-install-recommends python3.11-venv ")
    assert named.split() == [
        "libpangoft2-1.0-0",
        "libharfbuzz-subset0",
        "libatomic1",
        "chromium-headless-shell",
        "qpdf",
        "default-jre-headless",
    ]


def test_the_packages_of_other_browsers_are_asked_for_only_by_those_who_walk_in_them(tree, machine):
    """Those that the system's own Python loads may be there: it is no program on a path."""
    path = machine(python3=BARE, apt_get="exit 0", id="echo 1000")
    alone, others = (set_up(tree, "dev", path, engines=engines)[1] for engines in ((), ("firefox", "webkit")))
    more = set(others.split()) - set(alone.split()) - {"python3-gi", "gir1.2-webkit2-4.1"}
    assert more == {"firefox-esr", "webkit2gtk-driver", "xvfb"}


def test_a_system_that_has_only_chromium_is_told_how_to_test_without_the_others(tree, machine):
    path = machine(python3=BARE)
    alone, others = (set_up(tree, "dev", path, engines=engines)[1] for engines in ((), ("firefox", "webkit")))
    assert others.splitlines()[-1].endswith("make test ENGINES=chromium")
    assert "Firefox" in others
    assert not {"Firefox", "ENGINES"} & set(alone.split())


@pytest.mark.parametrize(
    ("asked", "others"), [("test", " firefox webkit"), ("game", ""), ("lint", ""), ("test ENGINES=chromium", "")]
)
def test_make_brings_the_other_browsers_for_the_walks_and_for_nothing_else(tree, asked, others):
    done = subprocess.run([*MAKE, "--dry-run", *asked.split()], cwd=tree, capture_output=True, text=True)
    assert done.stdout.splitlines()[0].rstrip() == f"./setup.sh dev{others}"


def test_what_was_not_tried_is_said_last(tree):
    done = subprocess.run([*MAKE, "--dry-run", "test", "ENGINES=chromium"], cwd=tree, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == 'echo "Not tried: firefox webkit."'


def test_to_serve_takes_less_than_to_test(tree, machine):
    _, said = set_up(tree, "run", machine(python3=BARE, apt_get="exit 0", id="echo 1000"))
    assert said.splitlines()[-1].endswith(" python3.11-venv libpangoft2-1.0-0 libharfbuzz-subset0")


def test_what_only_a_server_needs_comes_with_its_own_word(tree):
    asked = [[], ["SERVER=1"]]
    done = [
        subprocess.run([*MAKE, "--dry-run", "setup", *each], cwd=tree, capture_output=True, text=True) for each in asked
    ]
    assert [each.stdout.splitlines()[0] for each in done] == ["./setup.sh run", "./setup.sh server"]


def test_without_apt_the_libraries_are_named_in_words(tree, machine):
    status, said = set_up(tree, "dev", machine(python3=BARE))
    assert status == 1
    assert "apt" not in said
    assert all(word in said for word in ("Pango", "HarfBuzz", "libatomic", "Chromium", "qpdf", "Java"))


def test_a_group_of_tests_runs_in_one_process(request):
    """pytest-xdist tells a group by the name of its tests, and splits it without a word where it cannot write that."""
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@setup")


# The .venv


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that `make setup` has set up for this Python; a test leaves it as it found it."""
    folder = copied(tmp_path_factory.mktemp("ready") / "cairn")
    done = subprocess.run([*MAKE, "setup", f"PYTHON={PYTHON}"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def makes_anew(folder: Path) -> bool:
    """Whether the set-up would make the .venv anew: its Python says so, and does not."""
    asked = folder.with_name("asked")
    asked.write_text(f'#!/bin/sh\ncase "$*" in "-m venv"*) echo anew; exit 1;; *) exec "{PYTHON}" "$@";; esac\n')
    asked.chmod(0o755)
    return "anew" in set_up(folder, "run", python=str(asked))[1]


@contextmanager
def moved(place: Path, to: Path) -> Iterator[None]:
    place.rename(to)
    yield
    to.rename(place)


def test_a_venv_that_works_is_kept(ready):
    assert not makes_anew(ready)


def test_a_venv_that_is_a_link_to_that_of_another_checkout_is_kept(ready, tree):
    (tree / ".venv").symlink_to(ready / ".venv")
    assert not makes_anew(tree)


@pytest.mark.parametrize(
    ("place", "to"), [(f".venv/lib/python{VERSION}", ".venv/lib/python3.10"), (".venv/bin/pip", "pip")]
)
def test_a_venv_of_another_python_or_that_was_broken_off_is_made_anew(ready, place, to):
    with moved(ready / place, ready / to):
        assert makes_anew(ready)


def test_a_venv_of_another_folder_is_made_anew(ready):
    with moved(ready, ready.with_name("elsewhere")):
        assert makes_anew(ready.with_name("elsewhere"))


def test_a_venv_whose_python_is_gone_is_made_anew(ready):
    again = [*MAKE, "setup", f"PYTHON={PYTHON}"]
    assert subprocess.run([*again, "--question"], cwd=ready).returncode == 0
    for link in (ready / ".venv/bin").glob("python*"):
        link.unlink()
        link.symlink_to("/nowhere/python3")
    subprocess.run(again, cwd=ready, check=True, capture_output=True)
    subprocess.run([ready / ".venv/bin/pip", "--version"], check=True, capture_output=True)
    assert subprocess.run([*again, "--question"], cwd=ready).returncode == 0


def test_the_scripts_may_be_run():
    assert (ROOT / "setup.sh").stat().st_mode & stat.S_IXUSR

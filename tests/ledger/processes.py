"""Other Python processes for the tests: they wait at the door until all of them are ready."""

import subprocess
import sys
from pathlib import Path

from tests.patience import SECONDS

ROOT = Path(__file__).parents[2]


def run_at_once(script: str, *arguments: list[str]) -> list[str]:
    """Start the script once for each list of arguments, let them go together; return what they print."""
    script = "import sys\nfrom ledger import *\nprint('ready', flush=True)\nsys.stdin.readline()\n" + script
    command = [sys.executable, "-W", "error", "-c", script]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = [subprocess.Popen([*command, *each], cwd=ROOT, text=True, **pipes) for each in arguments]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    outcomes = [process.communicate(timeout=SECONDS) for process in started]
    assert [(process.returncode, error) for process, (_, error) in zip(started, outcomes, strict=True)] == [
        (0, "") for _ in started
    ]
    return [output.strip() for output, _ in outcomes]

"""The Chromium of the tests and the benches, and the phone that it is."""

import shutil

from playwright.sync_api import ViewportSize

PLAIN = "cairn.test"  # leads to this machine, and is no secure context as 127.0.0.1 is
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
CHROMIUM += [f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1"]
LARGE = 32  # px of text that a reader may want; 16 are usual
PHONE: ViewportSize = {"width": 360, "height": 740}


def chromium() -> str | None:
    """The system's Chromium, best without windows (0002); if there is none, Playwright's own if it was fetched."""
    found = map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))
    return next(filter(None, found), None)

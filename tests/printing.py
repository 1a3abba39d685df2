"""The tests wait for what they print: a printing process that runs only when nothing else does may never be done."""

import os

import web.server.worker_pool
from web.server.worker_pool import settle


def at_full_speed(folder: str) -> None:
    """Begin as a printing process does, without giving way to anybody."""
    os.nice = lambda _more: 0
    settle(folder)


def hurry() -> None:
    """Let the printing processes that are started from here on run like any other."""
    web.server.worker_pool.settle = at_full_speed

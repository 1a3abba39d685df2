"""Every state of every page on every screen that is promised: one list of invariants, asked once a screen (0023)."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.looking import LEAST, amiss, violations
from tests.looks.states import House, State, states

USUAL = ((360, 740), (360, 620), (740, 360), (768, 1024), (1280, 800))
LOW = USUAL[1:3]  # a finger finds less room
BIG = ((1280, 800), (1920, 1080))
NARROW = (320, 620)
LARGE = ((360, 740), (1280, 800))
READERS = ("en-GB", "fr-FR")
SCHEMES = ("light", "dark")
A_WORKER = 12  # states that one worker takes together
STATES = [
    pytest.param(state, id=state.name, marks=pytest.mark.xdist_group(f"states-{at // A_WORKER}"))
    for at, state in enumerate(states())
]


def brought_about(state: State, house: tuple[Flask, str], phone: Callable[..., Page], other: int = 0) -> Page:
    """A phone that shows this state; which language and scheme its reader has follows from the state's name."""
    chance = crc32(state.name.encode())
    reader, scheme = READERS[(chance + other) % 2], SCHEMES[chance // 2 % 2]
    page = phone(
        locale=reader, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True, expected=("404", "409", "422")
    )
    state.brought_about(House(*house, page))
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => {})")
    return page


def amiss_at(page: Page, size: tuple[int, int], **promised: int) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return amiss(page, **promised)


@pytest.mark.parametrize("state", STATES)
def test_a_state_fits_every_screen_and_is_for_everyone(
    house: tuple[Flask, str], phone: Callable[..., Page], state: State
) -> None:
    page = brought_about(state, house, phone)
    found = violations(page)
    if page.locator("#table.big").count():
        for size in BIG:
            found += amiss_at(page, size, still=True, large=LEAST)
    else:
        table = page.locator(".playing").count() > 0
        for size in USUAL:
            found += amiss_at(page, size, inSight=table, large=32 if size in LOW else LEAST)
        found += amiss_at(page, NARROW)
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("state", STATES)
def test_a_state_can_be_scrolled_through_with_letters_twice_as_large(
    house: tuple[Flask, str], large: Callable[..., Page], state: State
) -> None:
    page = brought_about(state, house, large, other=1)
    sizes = LARGE[1:] if page.locator("#table.big").count() else LARGE
    found = [wrong for size in sizes for wrong in amiss_at(page, size)]
    assert not found, "\n".join(["", *found])

"""Phones that have joined the one that keeps the table: the codes are handed over as text here."""

from typing import Any

from tests.browser.tables import AWAY
from tests.pocket.pockets import Phone, Pocket

INVITE = """async () => {
    const { invite } = await import("./pocket/lines.js");
    window.invitation = await invite();
    return invitation.code;
}"""
# The reason why an answer is not admitted; nothing once the line is open.
ADMIT = "answer => invitation.admit(answer).then(() => '', ({ reason }) => reason)"
OWN = "#code[data-text]"  # where a guest shows its code
# Every line of a page, so that a test can cut it.
PEERS = """window.peers = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given) { super(...given); peers.push(this); }
};"""


def invited(host: Pocket) -> str:
    """The code that the host shows to one guest."""
    return str(host.window.evaluate(INVITE))


def answering(guest: Pocket, code: str) -> str:
    """The code that a guest shows, who has seen the host's."""
    guest.window.goto(f"{guest.address}#join={code}")
    return str(guest.window.locator(OWN).get_attribute("data-text"))


def admitted(host: Pocket, answer: str) -> Any:
    return host.window.evaluate(ADMIT, answer)


def joined(host: Pocket, guest: Pocket) -> Pocket:
    """The guest, once it shows a page of the host."""
    assert admitted(host, answering(guest, invited(host))) == ""
    guest.window.locator("html[data-ready]").wait_for(state="attached")
    return guest


def window_of(phone: Phone) -> Pocket:
    """A new window of a phone that is to play with others."""
    window = phone.window(expected=AWAY)
    window.window.add_init_script(PEERS)
    window.clock.install()
    return window

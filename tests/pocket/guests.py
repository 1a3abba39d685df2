"""Phones that have joined the one that keeps the table: the codes are handed over as text here."""

from typing import Any

from tests.browser.tables import AWAY, until
from tests.pocket.pockets import Phone, Pocket

INVITE = """async () => {
    const { invite } = await import("./pocket/lines.js");
    window.invitation = await invite();
    return invitation.code;
}"""
# The reason why an answer is not admitted; nothing once the line is open.
ADMIT = "answer => invitation.admit(answer).then(() => '', ({ message }) => message)"
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


def sits(guest: Pocket, name: str) -> None:
    """The guest takes a seat of the table that it looks at."""
    guest.locator(".sit").get_by_role("button", name=name, exact=True).tap()
    guest.locator("body:not(:has(.sit))").wait_for()


def window_of(phone: Phone) -> Pocket:
    """A new window of a phone that is to play with others."""
    window = phone.window(expected=AWAY)
    window.window.add_init_script(PEERS)
    window.clock.install()
    return window


# A phone that holds the line itself and says what it likes; its answer to a code.
STRANGER = """async code => {
    const { pack, signOf, unpack } = await import("./pocket/codes.js");
    const peer = new RTCPeerConnection();
    window.wire = peer.createDataChannel("cairn", { negotiated: true, id: 0 });
    window.ends = new Promise(over => (wire.onclose = over));
    window.heard = [];
    wire.onmessage = ({ data }) => heard.push(data);
    const sdp = unpack("host", code);
    await peer.setLocalDescription();
    while (peer.iceGatheringState !== "complete") await new Promise(each => (peer.onicegatheringstatechange = each));
    await peer.setRemoteDescription({ type: "answer", sdp });
    const { version } = document.documentElement.dataset;
    window.says = head => wire.send(JSON.stringify({ size: 0, ...head }));
    window.asks = more => says({ ask: { id: "1", method: "GET", url: `${origin}/`, headers: [], ...more } });
    window.greets = () => says({ hello: { secret: `${Math.random()}`, version } });
    return pack("guest", peer.localDescription.sdp, signOf(sdp));
}"""


def strange(host: Pocket, other: Pocket) -> None:
    """The host admits a phone that has not said anything yet, and holds its line itself."""
    if "#guest" not in other.window.url:
        other.window.goto(f"{other.address}#guest")
        other.window.get_by_role("button", name="Scan to join a table").wait_for()
    answer = other.window.evaluate(STRANGER, invited(host))
    host.window.evaluate("answer => { invitation.admit(answer).catch(() => {}); }", answer)
    until(other.window, "() => wire.readyState === 'open'")

"""Where others find Cairn: the addresses of its networks, and the links that are given to other people."""

import socket

import pytest

from tests.conftest import free_port
from tests.serving import CERTIFICATE
from tests.web.lost_cities import OVER, happened
from web import VERSION
from web.http.address import Interface, network, reachable

LOOPBACK = Interface("lo", "127.0.0.1")
WIRE = Interface("eth0", "10.1.2.3")
HOTSPOT = Interface("wlan0", "192.168.4.1")
VPN = Interface("tun0", "10.8.0.2", tunnel=True)
EVERYWHERE = {"SERVER_NAME": "0.0.0.0", "SERVER_PORT": "8000"}


# Which addresses


REACHED = {
    "the network of the default route comes first": ([LOOPBACK, HOTSPOT, WIRE], WIRE, [WIRE, HOTSPOT]),
    "a hotspot without a route is found": ([LOOPBACK, HOTSPOT], None, [HOTSPOT]),
    "a tunnel comes last even with the default route": ([VPN, HOTSPOT], VPN, [HOTSPOT, VPN]),
    "a tunnel is better than nothing": ([LOOPBACK, VPN], VPN, [VPN]),
    "a link-local address leads nowhere": ([LOOPBACK, Interface("eth0", "169.254.7.7")], None, []),
    "nor does another of the loopback": ([Interface("lo", "127.0.1.1")], None, []),
}


@pytest.mark.parametrize("what", REACHED)
def test_others_reach_this_machine_where_they_can(what):
    found, route, expected = REACHED[what]
    assert reachable(found, route and route.address) == expected


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        *(
            (name, False)
            for name in ("docker0", "br-0123456789ab", "veth12ab", "virbr0", "podman1", "cni0", "vboxnet0")
        ),
        *((name, True) for name in ("br0", "bridge100", "br-lan", "wlp3s0", "en0", "ap0")),
    ],
)
def test_the_bridge_to_containers_of_this_machine_is_left_out_and_a_bridge_that_is_a_network_stays(name, stays):
    assert reachable([Interface(name, "172.17.0.1")], None) == [Interface(name, "172.17.0.1")] * stays


def test_the_addresses_of_this_machine_are_its_own():
    for one in network():
        with socket.socket() as door:
            door.bind((one.address, 0))
        assert one.address != LOOPBACK.address


# Announced


@pytest.fixture
def announced(app, monkeypatch):
    """What `flask announce` prints without its pictures, what it says went wrong, and its exit status, by networks."""

    def announced(*found: Interface, options: tuple[str, ...] = ()):
        monkeypatch.setattr("web.commands.serving.network", lambda: list(found))
        port = free_port()
        done = app.test_cli_runner().invoke(args=["announce", "--port", str(port), *options])
        lines = [line.strip() for line in done.stdout.splitlines() if not set(line) <= set(" █▀▄")]
        return [line.replace(f":{port}", ":8000") for line in lines], done.stderr, done.exit_code

    return announced


TLS = ("--certfile", str(CERTIFICATE), "--keyfile", str(CERTIFICATE))
CAIRN = f"Cairn {VERSION}  http"
SCAN = "Scan it with the phones at the table. Ctrl-C stops."


@pytest.mark.parametrize(
    ("networks", "options", "public", "expected"),
    [
        ([WIRE], (), "", [f"{CAIRN}://10.1.2.3:8000", SCAN]),
        (
            [WIRE, HOTSPOT],
            (),
            "",
            [f"{CAIRN}://10.1.2.3:8000  (eth0)", f"{CAIRN}://192.168.4.1:8000  (wlan0)"],
        ),
        ([WIRE, HOTSPOT], (), "https://cairn.example", [f"{CAIRN}s://cairn.example", SCAN]),
        ([WIRE], TLS, "", [f"{CAIRN}s://10.1.2.3:8000", SCAN]),
    ],
    ids=["one network", "several with their names", "the public address", "https"],
)
def test_the_addresses_are_announced(app, announced, networks, options, public, expected):
    app.config["PUBLIC_URL"] = public
    said, err, status = announced(*networks, options=options)
    assert (said[:2], err, status) == (expected, "", 0)


def test_without_a_network_no_phone_is_invited(announced):
    said, err, status = announced()
    assert said[0] == f"{CAIRN}://127.0.0.1:8000"
    assert "No network was found: phones cannot reach this machine." in said[1]
    assert (len(said), err, status) == (2, "", 0)


@pytest.mark.parametrize("which", ["--certfile", "--keyfile"])
@pytest.mark.parametrize("wrong", ["missing.pem", ".", "text.pem"])
def test_a_certificate_that_cannot_be_used_is_one_line(announced, tmp_path, which, wrong):
    (tmp_path / "text.pem").write_text("no certificate")
    files = {"--certfile": str(CERTIFICATE), "--keyfile": str(CERTIFICATE), which: str(tmp_path / wrong)}
    said, err, status = announced(WIRE, options=tuple(word for pair in files.items() for word in pair))
    assert (said, err.count("\n"), status) == ([], 1, 1)
    assert ".pem" in err or str(tmp_path) in err


def test_a_taken_port_is_one_line_that_names_a_free_one(app):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = app.test_cli_runner().invoke(args=["announce", "--port", str(port)])
    assert (done.stdout, done.stderr.count("\n"), done.exit_code) == ("", 1, 1)
    assert f"Port {port} is taken" in done.stderr
    free = int(done.stderr.rpartition("make PORT=")[2])
    assert free != port
    with socket.socket() as door:
        door.bind(("0.0.0.0", free))


# Links for other people


@pytest.fixture
def root(ana, table, monkeypatch):
    """Where the links of the share page lead, and whether it says that only this machine can open them."""

    def root(asked: str, *found: Interface, **environ: str):
        monkeypatch.setattr("web.http.address.network", lambda: list(found))
        with ana.client.session_transaction() as had:
            kept = dict(had)
        with ana.client.session_transaction(base_url=asked) as had:
            had.update(kept)
        answer = ana.client.get(f"/t/{table.code}/share", base_url=asked, environ_overrides=environ)
        page = answer.get_data(as_text=True)
        link = page.partition('<input readonly value="')[2].partition(f"/t/{table.code}")[0]
        return link, "Only this machine can open this address" in page

    return root


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.1.1", "[::1]", "0.0.0.0", "cairn.localhost"])
def test_whoever_opens_this_machine_by_its_own_name_gives_the_address_of_the_network(root, host):
    assert root(f"http://{host}:8000", WIRE, HOTSPOT, **EVERYWHERE) == ("http://10.1.2.3:8000", False)


@pytest.mark.parametrize(
    ("asked", "networks", "served", "link", "only_here"),
    [
        ("https://localhost:8000", [WIRE], EVERYWHERE, "https://10.1.2.3:8000", False),
        ("http://laptop.lan:8000", [WIRE], EVERYWHERE, "http://laptop.lan:8000", False),
        ("http://192.168.4.1:8000", [WIRE], EVERYWHERE, "http://192.168.4.1:8000", False),
        ("http://localhost:8000", [], EVERYWHERE, "http://localhost:8000", True),
        ("http://localhost:8000", [WIRE], {"SERVER_NAME": "127.0.0.1"}, "http://localhost:8000", True),
    ],
    ids=["over https", "by another name", "by another address", "without a network", "for this machine alone"],
)
def test_a_link_leads_to_where_others_find_this_machine_or_says_that_they_cannot(
    root, asked, networks, served, link, only_here
):
    assert root(asked, *networks, **served) == (link, only_here)


def test_the_public_address_wins(app, root):
    app.config["PUBLIC_URL"] = "https://cairn.example/"
    assert root("http://localhost:8000", WIRE, **EVERYWHERE) == ("https://cairn.example", False)


def test_behind_a_proxy_the_host_of_the_request_stays(app, root):
    app.config["PROXIES"] = 1
    assert root("http://localhost:8000", WIRE, **EVERYWHERE) == ("http://localhost:8000", False)


def test_groups_and_results_give_the_address_of_the_network_too(client, book, table, monkeypatch):
    monkeypatch.setattr("web.http.address.network", lambda: [WIRE])
    happened(book, table, OVER)
    group = book.groups.make("Friday", "somebody")
    for path in (f"/g/{group.code}", f"/r/{table.watch}"):
        page = client.get(path, environ_overrides=EVERYWHERE).get_data(as_text=True)
        assert f'value="http://10.1.2.3:8000{path}"' in page
        assert "http://localhost" not in page

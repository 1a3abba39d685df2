"""Where others find Cairn: the addresses of its networks, and the links that are given to other people."""

from __future__ import annotations

import socket

import pytest

from tests.conftest import free_port
from tests.serving import CERTIFICATE
from tests.web.lost_cities import OVER, happened
from web.address import Interface, network, reachable

LOOPBACK = Interface("lo", "127.0.0.1")
WIRE = Interface("eth0", "10.1.2.3")
HOTSPOT = Interface("wlan0", "192.168.4.1")
VPN = Interface("tun0", "10.8.0.2", tunnel=True)
EVERYWHERE = {"SERVER_NAME": "0.0.0.0", "SERVER_PORT": "8000"}


# Which addresses


def test_the_network_of_the_default_route_comes_first():
    assert reachable([LOOPBACK, HOTSPOT, WIRE], WIRE.address) == [WIRE, HOTSPOT]


def test_a_hotspot_without_a_route_is_found():
    assert reachable([LOOPBACK, HOTSPOT], None) == [HOTSPOT]


def test_a_tunnel_comes_last_even_with_the_default_route():
    assert reachable([VPN, HOTSPOT], VPN.address) == [HOTSPOT, VPN]
    assert reachable([LOOPBACK, VPN], VPN.address) == [VPN]


@pytest.mark.parametrize("name", ["docker0", "br-0123456789ab", "veth12ab", "virbr0", "podman1", "cni0", "vboxnet0"])
def test_the_bridge_to_containers_of_this_machine_is_left_out(name):
    assert reachable([Interface(name, "172.17.0.1"), WIRE], None) == [WIRE]


@pytest.mark.parametrize("name", ["br0", "bridge100", "br-lan", "wlp3s0", "en0", "ap0"])
def test_a_bridge_that_is_a_network_stays(name):
    assert reachable([Interface(name, "192.168.1.2")], None) == [Interface(name, "192.168.1.2")]


def test_loopback_and_link_local_addresses_lead_nowhere():
    assert reachable([LOOPBACK, Interface("eth0", "169.254.7.7"), Interface("lo", "127.0.1.1")], None) == []


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
        monkeypatch.setattr("web.commands.announcement.network", lambda: list(found))
        port = free_port()
        done = app.test_cli_runner().invoke(args=["announce", "--port", str(port), *options])
        lines = [line.strip() for line in done.stdout.splitlines() if not set(line) <= set(" █▀▄")]
        return [line.replace(f":{port}", ":8000") for line in lines], done.stderr, done.exit_code

    return announced


def test_one_network_is_announced_without_its_name(announced):
    said, err, status = announced(WIRE)
    assert said == ["Cairn  http://10.1.2.3:8000", "Scan it with the phones at the table. Ctrl-C stops."]
    assert (err, status) == ("", 0)


def test_of_several_networks_each_has_its_name(announced):
    said, _, _ = announced(WIRE, HOTSPOT)
    assert said[:2] == ["Cairn  http://10.1.2.3:8000  (eth0)", "Cairn  http://192.168.4.1:8000  (wlan0)"]


def test_without_a_network_no_phone_is_invited(announced):
    said, err, status = announced()
    assert said[0] == "Cairn  http://127.0.0.1:8000"
    assert "No network was found: phones cannot reach this machine." in said[1]
    assert (len(said), err, status) == (2, "", 0)


def test_the_public_address_is_the_one_announced(app, announced):
    app.config["PUBLIC_URL"] = "https://cairn.example"
    assert announced(WIRE, HOTSPOT)[0][0] == "Cairn  https://cairn.example"


def test_with_a_certificate_https_is_announced(announced):
    said, err, status = announced(WIRE, options=("--certfile", str(CERTIFICATE), "--keyfile", str(CERTIFICATE)))
    assert said[0] == "Cairn  https://10.1.2.3:8000"
    assert (err, status) == ("", 0)


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
        monkeypatch.setattr("web.address.network", lambda: list(found))
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


def test_over_https_the_link_is_https(root):
    assert root("https://localhost:8000", WIRE, **EVERYWHERE) == ("https://10.1.2.3:8000", False)


@pytest.mark.parametrize("host", ["192.168.4.1:8000", "laptop.lan:8000", "cairn.example"])
def test_who_came_by_another_name_passes_it_on(root, host):
    assert root(f"http://{host}", WIRE, **EVERYWHERE) == (f"http://{host}", False)


def test_without_a_network_the_page_says_that_only_this_machine_opens_the_link(root):
    assert root("http://localhost:8000", **EVERYWHERE) == ("http://localhost:8000", True)


def test_a_server_for_this_machine_alone_says_so_too(root):
    assert root("http://localhost:8000", WIRE, SERVER_NAME="127.0.0.1") == ("http://localhost:8000", True)


def test_the_public_address_wins(app, root):
    app.config["PUBLIC_URL"] = "https://cairn.example/"
    assert root("http://localhost:8000", WIRE, **EVERYWHERE) == ("https://cairn.example", False)


def test_behind_a_proxy_the_host_of_the_request_stays(app, root):
    app.config["PROXIES"] = 1
    assert root("http://localhost:8000", WIRE, **EVERYWHERE) == ("http://localhost:8000", False)


def test_groups_and_results_give_the_address_of_the_network_too(client, book, table, monkeypatch):
    monkeypatch.setattr("web.address.network", lambda: [WIRE])
    happened(book, table, OVER)
    group = book.groups.make("Friday", "somebody")
    for path in (f"/g/{group.code}", f"/r/{table.watch}"):
        page = client.get(path, environ_overrides=EVERYWHERE).get_data(as_text=True)
        assert f'value="http://10.1.2.3:8000{path}"' in page
        assert "http://localhost" not in page

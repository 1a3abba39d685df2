"""The addresses at which others find this Cairn, in each of its networks, and in every link given to other people."""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

from flask import current_app, request, url_for

ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation: nothing is sent, only the route is looked up
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # what a server is bound to when every network reaches it
SCHEMES = ("http", "https")
OWN_BRIDGES = re.compile(
    r"docker|podman|veth|virbr|vmnet|vboxnet|lxcbr|lxdbr|incusbr|cni|flannel|cali|br-[0-9a-f]{12}$"
)


@dataclass(frozen=True, slots=True)
class Interface:
    """An IPv4 address of this machine; `tunnel` if it leads to one other machine, as a VPN does."""

    name: str
    address: str
    tunnel: bool = False


def reachable(interfaces: Iterable[Interface], routed: str | None) -> list[Interface]:
    """The interfaces at which phones find this machine: that of the default route (its address is `routed`) first,
    tunnels last; never the loopback, a link-local address or the bridge to this machine's own containers."""
    outward = [one for one in interfaces if not _inward(one)]
    return sorted(outward, key=lambda one: (one.tunnel, one.address != routed))


def _inward(one: Interface) -> bool:
    address = ip_address(one.address)
    return address.is_loopback or address.is_link_local or bool(OWN_BRIDGES.match(one.name))


def network() -> list[Interface]:
    """The interfaces of this moment at which phones find this machine, the likeliest first; none where psutil is not
    installed.
    """
    try:
        import psutil  # only who asks waits for it
    except ModuleNotFoundError:
        return []
    states = psutil.net_if_stats()
    connected = (
        Interface(name, one.address, "pointopoint" in states[name].flags)
        for name, addresses in psutil.net_if_addrs().items()
        for one in addresses
        if one.family == socket.AF_INET and name in states and states[name].isup
    )
    return reachable(connected, _routed())


def _routed() -> str | None:
    """The address from which this machine would speak to the internet; None without a default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def absolute(endpoint: str, **values: Any) -> str:
    """A link for other people, or for their phones."""
    return _root() + url_for(endpoint, **values)


def _root() -> str:
    public = current_app.config["PUBLIC_URL"]
    elsewhere = _beyond_localhost() if _at_localhost() else None
    return str(public or elsewhere or request.host_url).rstrip("/")


def only_here() -> bool:
    """True if links made for other people work on this machine only."""
    return not current_app.config["PUBLIC_URL"] and _at_localhost() and _beyond_localhost() is None


def _at_localhost() -> bool:
    """True if the browser asks by a name that would mean another machine on a phone, such as localhost."""
    if current_app.config["PROXIES"]:
        return False  # the proxy says for which host
    try:
        host = urlsplit(f"//{request.host}").hostname or ""
        return host == "localhost" or host.endswith(".localhost") or _is_own(host)
    except ValueError:
        return False  # a name


def _is_own(host: str) -> bool:
    address = ip_address(host)
    return address.is_loopback or address.is_unspecified


def _beyond_localhost() -> str | None:
    """The host that a phone must ask instead; None when the server is bound to this machine alone or there is no
    network.
    """
    places = network() if request.environ["SERVER_NAME"] in EVERYWHERE else []
    return f"{request.scheme}://{places[0].address}:{request.environ['SERVER_PORT']}" if places else None


class PlainHosts:
    """WSGI middleware: refuses a Host header that cannot be a host name before anything makes a link of it, and takes
    no scheme but http and https from a proxy.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["wsgi.url_scheme"] not in SCHEMES:
            environ["wsgi.url_scheme"] = environ["werkzeug.proxy_fix.orig"]["wsgi.url_scheme"]
        try:
            (urlsplit(f"//{environ.get('HTTP_HOST', '')}").hostname or "").encode("idna")
        except ValueError:
            start_response("400 Bad Request", [("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
            return [b"The host of this address is no name.\n"]
        return cast("Iterable[bytes]", self._app(environ, start_response))

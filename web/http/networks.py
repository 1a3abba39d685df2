"""The network an address belongs to: limits count the networks that one person may have, not single addresses."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

NAT64 = ip_network("64:ff9b::/96")  # behind it the last 32 bits are an IPv4 address
IPV4 = re.compile(r"([\d.]+):\d+")
IPV6 = re.compile(r"\[(.+)\](?::\d+)?")


@lru_cache(4_096)
def network(said: str, bits: int = 48) -> str:
    """An IPv4 address as it is; of an IPv6 one the network of this many bits, because a home may have all of a /48.

    Whatever is no address counts as one asker. Some proxies add a port, which is left out.
    """
    bare = IPV4.fullmatch(said) or IPV6.fullmatch(said)
    try:
        address = ip_address(bare[1] if bare else said)
    except ValueError:
        return "no address"
    if isinstance(address, IPv6Address):
        within = ip_address(int(address) & 0xFFFFFFFF) if address in NAT64 else address.ipv4_mapped
        return str(within or ip_network((address, bits), strict=False))
    return str(address)

"""IP addresses: which one a request comes from, which ones count as one client, which ones are in a network."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope


class Networks:
    """A set of IP addresses, given one by one or as networks."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ip_network(network) for network in networks]

    def __contains__(self, address: object) -> bool:
        try:
            found = ip_address(str(address))
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def group_address(address: str) -> str:
    """Map an address to what the limits count as one client: an IPv4 address, or an IPv6 network of 64 bits, which is
    what one home has.

    >>> group_address("192.0.2.7"), group_address("2001:db8::1:2:3"), group_address("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::', '192.0.2.7')
    >>> group_address("")
    ''
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


def read_client_address(scope: Scope) -> str:
    """Find the client of a request, as the limits count it."""
    client = scope.get("client")
    return group_address(client[0] if client else "")

"""IP addresses: which one a request comes from and how far away it is, which count as one client or as a network."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

MICROSECONDS = re.compile(rb"[0-9]{1,9}")


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


def read_told_round_trip(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """The round trip in milliseconds that a proxy tells in ``X-Client-RTT``, in microseconds.

    >>> read_told_round_trip([(b"host", b"x"), (b"x-client-rtt", b"20417")])
    20
    >>> read_told_round_trip([(b"x-client-rtt", b"-")])
    """
    told = [value for name, value in headers if name == b"x-client-rtt"]
    return min((int(value) // 1_000 for value in told if MICROSECONDS.fullmatch(value)), default=None)

"""What the operating system knows about a connection."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from struct import unpack_from

_ROUND_TRIP = 68  # where Linux keeps tcpi_rtt, in microseconds, in its struct tcp_info
_SIZE = 72


def kernel_round_trip(connection: socket.socket) -> int | None:
    """The smoothed round trip of a TCP connection, in milliseconds, as the kernel measures it by the acknowledgements
    of the other side's kernel: no page and no ordinary program there can hold those back.

    None where it cannot be known, and for a connection from this very machine: that may be a proxy, which hides the
    rest of the way. Whoever knows of a proxy elsewhere must not ask at all.
    """
    option = getattr(socket, "TCP_INFO", None)
    if option is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        address = connection.getpeername()[0]
        known = connection.getsockopt(socket.IPPROTO_TCP, option, _SIZE)
    except OSError:
        return None
    if len(known) < _SIZE or _is_here(address):
        return None
    (microseconds,) = unpack_from("I", known, _ROUND_TRIP)
    return round(int(microseconds) / 1_000)


def _is_here(address: str) -> bool:
    """Whether an address is this machine's own, also one of the older kind in the newer form."""
    found = ip_address(address.partition("%")[0])
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback

"""The round trip of a connection as the operating system measures it."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from struct import unpack_from

_RTT_OFFSET = 68  # of tcpi_rtt, in microseconds, in the struct tcp_info of Linux
_SIZE_BYTES = 72


def kernel_round_trip(connection: socket.socket) -> int | None:
    """The smoothed round trip of a TCP connection in milliseconds. The kernel measures it by the acknowledgements of
    the other side's kernel, which no page and no ordinary program can delay.

    None where the kernel cannot know it, and for a connection from this machine: that may be a proxy, which hides the
    rest of the way. A caller who knows of a proxy elsewhere must not ask at all.
    """
    option = getattr(socket, "TCP_INFO", None)
    if option is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        address = connection.getpeername()[0]
        known = connection.getsockopt(socket.IPPROTO_TCP, option, _SIZE_BYTES)
    except OSError:
        return None
    if len(known) < _SIZE_BYTES or _is_here(address):
        return None
    (microseconds,) = unpack_from("I", known, _RTT_OFFSET)
    return round(int(microseconds) / 1_000)


def _is_here(address: str) -> bool:
    """Whether an address is this machine, also as an IPv4 address in IPv6 form."""
    found = ip_address(address.partition("%")[0])
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback

"""What the operating system knows about a connection."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from reihum.host.timing.kernel import kernel_round_trip


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection within this machine."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        closing(socket.create_connection(server.getsockname())) as client,
        closing(server.accept()[0]) as accepted,
    ):
        yield client, accepted


class Elsewhere:
    """A connection as if it came from another machine."""

    family = socket.AF_INET

    def __init__(self, known: bytes, address: str = "192.0.2.7") -> None:
        self._known = known
        self._address = address

    def getpeername(self) -> tuple[str, int]:
        """Where it comes from."""
        return self._address, 40_000

    def getsockopt(self, _level: int, _option: int, size: int) -> bytes:
        """What the kernel knows."""
        return self._known[:size]


def known(microseconds: int) -> bytes:
    """What Linux says of a connection with this round trip; everything else is something else."""
    return b"\x07" * 68 + microseconds.to_bytes(4, sys.byteorder) + b"\x07" * 100


linux = pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only Linux tells")


@linux
def test_it_is_read_where_linux_keeps_it(pair: tuple[socket.socket, socket.socket]) -> None:
    """The real kernel's answer, asked beside it: a round trip within this machine takes less than a second."""
    client, accepted = pair
    for _ in range(5):
        accepted.sendall(b"ping")
        assert client.recv(10)
        client.sendall(b"pong")
        assert accepted.recv(10)
    answer = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 232)
    microseconds = int.from_bytes(answer[68:72], sys.byteorder)
    assert 0 < microseconds < 1_000_000
    assert kernel_round_trip(Elsewhere(answer)) == round(microseconds / 1_000)  # type: ignore[arg-type]


@linux
@pytest.mark.parametrize(("microseconds", "milliseconds"), [(0, 0), (400, 0), (19_600, 20), (301_000, 301)])
def test_in_milliseconds(microseconds: int, milliseconds: int) -> None:
    """The kernel counts in microseconds."""
    assert kernel_round_trip(Elsewhere(known(microseconds))) == milliseconds  # type: ignore[arg-type]


@linux
@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_nothing_is_said_about_this_very_machine(address: str) -> None:
    """A connection from here may be a proxy's, which hides the rest of the way."""
    assert kernel_round_trip(Elsewhere(known(20_000), address)) is None  # type: ignore[arg-type]


@linux
@pytest.mark.parametrize("address", ["192.168.1.4", "2001:db8::7", "fe80::1%eth0"])
def test_addresses_elsewhere(address: str) -> None:
    """Also with the zone that a local address may have."""
    assert kernel_round_trip(Elsewhere(known(20_000), address)) == 20  # type: ignore[arg-type]


def test_where_it_cannot_be_known(pair: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another system, a socket of another kind, a connection that is gone, an answer that is too short: None."""
    client, accepted = pair
    assert kernel_round_trip(accepted) is None
    client.close()
    assert kernel_round_trip(client) is None
    one, other = socket.socketpair()
    with one, other:
        assert kernel_round_trip(one) is None
    assert kernel_round_trip(Elsewhere(known(20_000)[:60])) is None  # type: ignore[arg-type]
    monkeypatch.delattr(socket, "TCP_INFO", raising=False)
    assert kernel_round_trip(Elsewhere(known(20_000))) is None  # type: ignore[arg-type]

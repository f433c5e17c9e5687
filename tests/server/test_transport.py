"""The transport: dawdlers, floods, fragments, slow readers. Nobody else notices them."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.frames import Frame, Opcode

from house import awaited
from network import Net, net
from reihum.server import transport
from reihum.server.transport import WebSocketProtocol, encode_frame


class Rough:
    """A WebSocket client that keeps to no rules. The server's frames are not read unless asked for."""

    def __init__(self, own: socket.socket) -> None:
        self.socket = own

    async def send(self, *frames: bytes) -> None:
        """Send bytes as they are."""
        await asyncio.get_running_loop().sock_sendall(self.socket, b"".join(frames))

    async def read(self, until: bytes = b"") -> bytes:
        """Everything until the server hangs up, or until something has come with its id."""
        found = b""
        async with asyncio.timeout(20):
            while chunk := await asyncio.get_running_loop().sock_recv(self.socket, 65536):
                found += chunk
                if until and b'"id"' in found.partition(until)[2]:
                    break
        return found


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as clients send them."""
    return Frame(opcode, data, fin).serialize(mask=True)


def upgrade(up: Net, table: str, cookie: str) -> bytes:
    """The request for a WebSocket."""
    return (
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie or 'x=y'}\r\n\r\n"
    ).encode()


@asynccontextmanager
async def rough(up: Net, table: str, cookie: str = "", receive_buffer: int = 0) -> AsyncIterator[Rough]:
    """A connection that has been upgraded."""
    loop = asyncio.get_running_loop()
    own = socket.socket()
    if receive_buffer:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    own.setblocking(False)
    await loop.sock_connect(own, ("127.0.0.1", up.up.port))
    await loop.sock_sendall(own, upgrade(up, table, cookie))
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await loop.sock_recv(own, 1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    try:
        yield Rough(own)
    finally:
        own.close()


def closing(code: int, reason: str) -> bytes:
    """How the end looks in what the server sends."""
    return code.to_bytes(2, "big") + reason.encode()


def dropped(up: Net, reason: str) -> float:
    """How many connections were ended for a reason."""
    return up.up.service.metrics.registry.get_sample_value("reihum_dropped_total", {"reason": reason}) or 0.0


@pytest.mark.parametrize("sent", ["", "GET / HT", "POST /api/tables HTTP/1.1\r\n{host}\r\nContent-Length: 9\r\n\r\n{{"])
@awaited
async def test_dawdlers(sent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not come to the point in time is hung up on."""
    monkeypatch.setattr(transport, "REQUEST_SECONDS", 0.1)
    async with net() as up, asyncio.timeout(10):
        assert await up.raw(sent.format(host=f"Host: 127.0.0.1:{up.up.port}").encode()) == b""
        assert up.up.uvicorn.config.pending._counts == {}  # type: ignore[attr-defined]


@awaited
async def test_a_second_request_dawdles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Having said something sensible before is no excuse."""
    monkeypatch.setattr(transport, "REQUEST_SECONDS", 0.2)
    async with net() as up, asyncio.timeout(10):
        reader, writer = await asyncio.open_connection("127.0.0.1", up.up.port)
        writer.write(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\n\r\n".encode())
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        writer.write(b"GET / HT")
        assert b"HTTP" not in await reader.read()
        writer.close()


@awaited
async def test_those_who_have_come_in_may_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for a request does not run for a connection that is past it."""
    monkeypatch.setattr(transport, "REQUEST_SECONDS", 0.1)
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await asyncio.sleep(0.3)
            await talk.do("say", "1", phrase="hello")


@awaited
async def test_a_crowd_in_the_doorway(monkeypatch: pytest.MonkeyPatch) -> None:
    """One address cannot stand in the doorway with everything it has."""
    monkeypatch.setattr(transport, "MAX_PENDING_CONNECTIONS", 3)
    async with net() as up:
        waiting = [await asyncio.open_connection("127.0.0.1", up.up.port) for _ in range(5)]
        async with asyncio.timeout(10):
            ends = [asyncio.create_task(reader.read()) for reader, _ in waiting]
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            while len(done) < 2:
                await asyncio.sleep(0.01)
                done = {end for end in ends if end.done()}
        assert [end.done() for end in ends] == [False, False, False, True, True]
        for _, writer in waiting:
            writer.close()
        await asyncio.gather(*ends, return_exceptions=True)


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.TEXT])
@awaited
async def test_floods(opcode: Opcode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of frames at once are not even looked at; the connection ends, and another goes on."""
    monkeypatch.setattr(transport, "CLOSE_SECONDS", 0.2)
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as other, rough(up, made["table"], paul) as client:
            await client.send(frame(opcode, b"") * 20_000)
            with suppress(ConnectionResetError):  # the flood was still coming in when the server hung up
                assert closing(1008, "flood") in await client.read()
            await other.do("say", "1", phrase="hello")
            assert dropped(up, "flood") == 1


@awaited
async def test_fragments(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message may come in a few pieces, not in as many as somebody likes."""
    monkeypatch.setattr(transport, "CLOSE_SECONDS", 0.2)
    async with net() as up:
        made, paul = await up.table()
        async with rough(up, made["table"], paul) as client:
            text = b'{"type": "say", "id": "1", "phrase": "hello"}'
            await client.send(frame(Opcode.TEXT, text[:9], fin=False), frame(Opcode.CONT, text[9:]))
            assert b'{"type":"done","id":"1"' in await client.read(b"done")
            await client.send(frame(Opcode.TEXT, b"{", fin=False), *[frame(Opcode.CONT, b"", fin=False)] * 50)
            assert closing(1009, "fragments") in await client.read()


@pytest.mark.parametrize("pieces", [1, 4])
@awaited
async def test_messages_that_are_too_long(pieces: int) -> None:
    """8 KiB are the most, in one piece or in several."""
    async with net() as up:
        made, paul = await up.table()
        async with rough(up, made["table"], paul) as client:
            text = b" " * (8 * 1024 + 4)
            size = len(text) // pieces
            parts = [text[start : start + size] for start in range(0, len(text), size)]
            frames = [
                frame(Opcode.CONT if number else Opcode.TEXT, part, fin=number == len(parts) - 1)
                for number, part in enumerate(parts)
            ]
            await client.send(*frames)
            assert (1009).to_bytes(2, "big") in await client.read()


@awaited
async def test_the_longest_message() -> None:
    """What is just short enough is answered."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await talk.send('{"type": "view", "id": "1"}'.ljust(8 * 1024))
            assert await talk.heard("done", id="1")


@awaited
async def test_broken_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no WebSocket frame, or no UTF-8, ends the connection and nothing else."""
    monkeypatch.setattr(transport, "CLOSE_SECONDS", 0.2)
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as other:
            unmasked = Frame(Opcode.TEXT, b"{}").serialize(mask=False)
            for sent in (b"\xff" * 64, frame(Opcode.TEXT, b"\xff\xfe"), unmasked):
                async with rough(up, made["table"], paul) as client:
                    await client.send(sent)
                    await client.read()
            await other.do("say", "1", phrase="hello")


@awaited
async def test_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not read is dropped with a reason before much has piled up; who reads gets everything."""
    monkeypatch.setattr(transport, "CLOSE_SECONDS", 1.0)
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table()
        async with (
            up.socket(made["table"], paul) as other,
            rough(up, made["table"], paul, receive_buffer=4096) as client,
        ):
            own = client.socket.getsockname()
            (slow,) = [one for one in up.up.service.connections if one.protocol.client == own]
            most = 0
            for number in range(2_000):
                await other.do("say", f"s{number}", phrase="hello")
                slow._deliver(slow.room.snapshot(slow.person, slow._seat))
                most = max(most, slow.protocol.transport.get_write_buffer_size())
                if slow.protocol.drop_reason:
                    break
            assert slow.protocol.drop_reason == "slow"
            assert transport.SEND_BUFFER_BYTES < most < transport.SEND_BUFFER_BYTES + 64 * 1024
            assert closing(1008, "slow") in await client.read()
            await other.do("say", "last", phrase="bye")


@awaited
async def test_whoever_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last word waits only so long to be read."""
    monkeypatch.setattr(transport, "CLOSE_SECONDS", 0.1)
    async with net() as up:
        made, paul = await up.table()
        async with rough(up, made["table"], paul):
            (connection,) = up.up.service.connections
            connection.protocol.drop(1008, "slow")
            async with asyncio.timeout(10):
                while up.up.service.connections or up.up.uvicorn.server_state.connections:
                    await asyncio.sleep(0.01)


@pytest.mark.parametrize("behind", [b"", frame(Opcode.PING, b"") * 2_000, b"\xff" * 200])
@pytest.mark.parametrize("hard", [False, True], ids=["hangs up", "vanishes"])
@awaited
async def test_whoever_does_not_wait_for_the_handshake(
    behind: bytes, hard: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Frames that come with the request, and clients that are gone before it is answered, are no error of ours."""
    async with net() as up:
        made, paul = await up.table()
        for _ in range(5):
            own = socket.create_connection(("127.0.0.1", up.up.port))
            if hard:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            own.sendall(upgrade(up, made["table"], paul) + behind)
            await asyncio.sleep(0)
            own.close()
            await asyncio.sleep(0.01)
        async with up.socket(made["table"], paul) as talk:
            await talk.do("say", "1", phrase="hello")
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []


@awaited
async def test_small_messages_leave_at_once() -> None:
    """Every socket has Nagle's delay switched off: 40 milliseconds would decide who was quickest."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul):
            (connection,) = up.up.service.connections
            own: socket.socket = connection.protocol.transport.get_extra_info("socket")
            assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_frames_are_what_the_library_makes(size: int) -> None:
    """Of every size."""
    text = b"x" * size
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_wires_are_what_uvicorn_makes() -> None:
    """What is overridden exists there: a new version that renames it must not pass unnoticed."""
    for name in ("handle_events", "handle_cont", "handle_pong", "handle_connect", "data_received", "connection_made"):
        assert name in vars(WebSocketProtocol)
        assert callable(getattr(WebSocketProtocol.__mro__[1], name))

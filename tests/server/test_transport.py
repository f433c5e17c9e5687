"""The transport: slow requests, floods, fragments, slow readers. Other clients do not notice them."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from house import StillClock, awaited
from memory_line import MemoryLine
from network import Net, net, protocol_of
from reihum.api.connection import TableConnection
from reihum.api.wire import CLOSE_SECONDS
from reihum.server import transport
from reihum.server.transport import (
    REQUEST_SECONDS,
    SILENT_PROXY,
    WRITE_SECONDS,
    HttpProtocol,
    WebSocketProtocol,
    encode_frame,
)
from waiting import wait_until


class RoughClient:
    """A WebSocket client that follows no rules. It reads the server's frames only when it is told to."""

    def __init__(self, own: socket.socket) -> None:
        self.socket = own

    async def send(self, *frames: bytes) -> None:
        """Send bytes as they are."""
        await asyncio.get_running_loop().sock_sendall(self.socket, b"".join(frames))

    async def read(self, until: bytes) -> bytes:
        """Read until these bytes have come, or until the server hangs up."""
        found = b""
        while until not in found and (chunk := await asyncio.get_running_loop().sock_recv(self.socket, 65536)):
            found += chunk
        return found


def encode_client_frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as clients send them."""
    return Frame(opcode, data, fin).serialize(mask=True)


def encode_upgrade(up: Net, table: str, cookie: str) -> bytes:
    """The request for a WebSocket."""
    return (
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie or 'x=y'}\r\n\r\n"
    ).encode()


@pytest.mark.parametrize(("tells", "expected"), [(True, [45, None, None]), (False, [None, None, None])])
@awaited
async def test_a_proxy_tells_the_round_trip(
    tells: bool, expected: list[int | None], caplog: pytest.LogCaptureFixture
) -> None:
    """A connection knows the figure in the header of its request, if the operator says that the proxy writes it:
    another proxy would pass on what a client pretends. About a proxy that tells nothing there is one warning."""
    async with net(proxy=("127.0.0.1",), proxy_rtt=tells) as up:
        made, paul = await up.table()
        found = []
        for line in ("X-Client-RTT: 45900\r\n", "", "X-Client-RTT: far\r\n"):
            request = encode_upgrade(up, made["table"], paul).replace(b"Cookie:", f"{line}Cookie:".encode())
            loop, own = asyncio.get_running_loop(), socket.socket()
            own.setblocking(False)
            await loop.sock_connect(own, ("127.0.0.1", up.up.port))
            await loop.sock_sendall(own, request)
            await wait_until(lambda: up.up.service.connections)
            (connection,) = up.up.service.connections
            found.append(connection.wire.read_round_trip())
            own.close()
            await wait_until(lambda: not up.up.service.connections)
        assert found == expected
        assert [record.message for record in caplog.records].count(SILENT_PROXY) == 1


@asynccontextmanager
async def connect_roughly(up: Net, table: str, cookie: str = "", receive_buffer: int = 0) -> AsyncIterator[RoughClient]:
    """A connection that has been upgraded."""
    loop = asyncio.get_running_loop()
    own = socket.socket()
    if receive_buffer:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    own.setblocking(False)
    await loop.sock_connect(own, ("127.0.0.1", up.up.port))
    await loop.sock_sendall(own, encode_upgrade(up, table, cookie))
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await loop.sock_recv(own, 1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    try:
        yield RoughClient(own)
    finally:
        own.close()


@asynccontextmanager
async def connect_to_wire() -> AsyncIterator[tuple[RoughClient, WebSocketProtocol]]:
    """A client whose messages are answered as they come, and the server's side of its connection."""
    async with net() as up:
        made, paul = await up.table()
        async with connect_roughly(up, made["table"], paul) as client:
            await client.read(b'"presence"')
            (connection,) = up.up.service.connections
            wire = protocol_of(connection)
            await wait_until(lambda: wire.on_message is not None)
            yield client, wire


def encode_close(code: int, reason: str) -> bytes:
    """The close frame's content."""
    return code.to_bytes(2, "big") + reason.encode()


def count_dropped(up: Net, reason: str) -> float:
    """How many connections were dropped for a reason."""
    return up.up.service.telemetry.registry.get_sample_value("reihum_dropped_total", {"reason": reason}) or 0.0


def get_http_connections(up: Net) -> list[HttpProtocol]:
    """The server's connections that have not become WebSockets."""
    return [one for one in up.up.uvicorn.server_state.connections if isinstance(one, HttpProtocol)]


@pytest.mark.parametrize("sent", ["", "GET / HT", "POST /api/tables HTTP/1.1\r\n{host}\r\nContent-Length: 9\r\n\r\n{{"])
@awaited
async def test_a_request_that_does_not_end(sent: str) -> None:
    """A connection without a complete request is cut off when its time is up, and not earlier."""
    clock = StillClock()
    async with net(clock=clock) as up:
        reader, writer = await asyncio.open_connection("127.0.0.1", up.up.port)
        writer.write(sent.format(host=f"Host: 127.0.0.1:{up.up.port}").encode())
        await wait_until(lambda: get_http_connections(up))
        await clock.forward(REQUEST_SECONDS - 0.1)
        assert get_http_connections(up)
        await clock.forward(0.1)
        await wait_until(lambda: not get_http_connections(up))
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        assert up.up.uvicorn.config.pending._counts == {}  # type: ignore[attr-defined]
        writer.close()


@awaited
async def test_a_second_request_that_does_not_end() -> None:
    """The time for a request also runs after an earlier one that was complete."""
    clock = StillClock()
    async with net(clock=clock) as up:
        reader, writer = await asyncio.open_connection("127.0.0.1", up.up.port)
        writer.write(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\n\r\n".encode())
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        (connection,) = get_http_connections(up)
        writer.write(b"GET / HT")
        await wait_until(lambda: connection._deadline)
        await clock.forward(REQUEST_SECONDS)
        assert b"HTTP" not in await reader.read()
        writer.close()


@awaited
async def test_a_connection_without_further_requests() -> None:
    """uvicorn's own timers follow the clock too: a connection that is kept alive for nothing is closed."""
    clock = StillClock()
    async with net(clock=clock) as up:
        reader, writer = await asyncio.open_connection("127.0.0.1", up.up.port)
        writer.write(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\n\r\n".encode())
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        (connection,) = get_http_connections(up)
        await wait_until(lambda: connection.timeout_keep_alive_task)
        await clock.forward(up.up.uvicorn.config.timeout_keep_alive)
        await reader.read()
        writer.close()


@awaited
async def test_a_websocket_has_no_deadline() -> None:
    """The time for a request does not run for a connection whose request was complete."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await clock.forward(3 * REQUEST_SECONDS)
            await talk.do("say", "1", phrase="hello")


@awaited
async def test_many_connections_without_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """One address cannot fill the server with connections that ask for nothing."""
    monkeypatch.setattr(transport, "MAX_PENDING_CONNECTIONS", 3)
    async with net() as up:
        waiting = [await asyncio.open_connection("127.0.0.1", up.up.port) for _ in range(5)]
        ends = [asyncio.create_task(reader.read()) for reader, _ in waiting]
        await wait_until(lambda: sum(end.done() for end in ends) >= 2)
        assert [end.done() for end in ends] == [False, False, False, True, True]
        for _, writer in waiting:
            writer.close()
        await asyncio.gather(*ends, return_exceptions=True)


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.TEXT])
@awaited
async def test_floods(opcode: Opcode) -> None:
    """Thousands of frames at once are not even parsed; the connection ends, and another goes on."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as other, connect_roughly(up, made["table"], paul) as client:
            await client.send(encode_client_frame(opcode, b"") * 20_000)
            with suppress(ConnectionResetError):  # the flood was still coming in when the server hung up
                end = encode_close(1008, "flood")
                assert end in await client.read(end)
            await other.do("say", "1", phrase="hello")
            assert count_dropped(up, "flood") == 1


@pytest.mark.parametrize("cut", [0, 1, 2, 4, 6, 7, 20])
@awaited
async def test_short_messages_in_pieces(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short message that comes alone needs no parser. It arrives all the same if it comes in two pieces, the second
    with a whole frame behind it or beginning like one."""
    parsed: list[int] = []
    receive_data = ServerProtocol.receive_data

    def note(self: ServerProtocol, data: bytes) -> None:
        parsed.append(len(data))
        receive_data(self, data)

    async with connect_to_wire() as (client, wire):
        monkeypatch.setattr(ServerProtocol, "receive_data", note)
        frame = Frame(Opcode.TEXT, b'{"type": "why", "id": "1", "about": "R1"}').serialize(mask=True)
        pieces = [frame[:cut], frame[cut:]] if cut else [frame]
        for piece in [*pieces, frame, frame + frame]:
            wire.data_received(piece)
        found = b""
        while found.count(b'"refused"') < 4:
            found += await client.read(b'"refused"')
        assert parsed == [len(piece) for piece in pieces if cut] + [2 * len(frame)]


@awaited
async def test_a_piece_that_looks_like_a_frame() -> None:
    """The rest of a long message is read as what it is, even if it looks like a whole message."""
    async with connect_to_wire() as (client, wire):
        inner = b"\x81\x80\0\0\0\0"  # an empty text from a client
        outer = b"\x82\x86\0\0\0\0"  # six bytes follow, not masked
        wire.data_received(outer)
        wire.data_received(inner)
        answer = await client.read(b'"refused"')
        assert answer.count(b'"refused"') == 1
        both = [encode_client_frame(Opcode.TEXT, b'{"type": "view", "id": "%d"}' % number) for number in (7, 8)]
        wire.data_received(b"".join(both))
        assert b'"id":"7"' in await client.read(b'"id":"8"')


@awaited
async def test_fragments() -> None:
    """A message may come in a few frames, but not in any number of them."""
    async with net() as up:
        made, paul = await up.table()
        async with connect_roughly(up, made["table"], paul) as client:
            text = b'{"type": "say", "id": "1", "phrase": "hello"}'
            await client.send(
                encode_client_frame(Opcode.TEXT, text[:9], fin=False), encode_client_frame(Opcode.CONT, text[9:])
            )
            done = b'{"type":"done","id":"1"'
            assert done in await client.read(done)
            await client.send(
                encode_client_frame(Opcode.TEXT, b"{", fin=False),
                *[encode_client_frame(Opcode.CONT, b"", fin=False)] * 50,
            )
            end = encode_close(1009, "fragments")
            assert end in await client.read(end)


@pytest.mark.parametrize("pieces", [1, 4])
@awaited
async def test_messages_that_are_too_long(pieces: int) -> None:
    """A message may have 8 KiB, in one frame or in several."""
    async with net() as up:
        made, paul = await up.table()
        async with connect_roughly(up, made["table"], paul) as client:
            text = b" " * (8 * 1024 + 4)
            size = len(text) // pieces
            parts = [text[start : start + size] for start in range(0, len(text), size)]
            frames = [
                encode_client_frame(Opcode.CONT if number else Opcode.TEXT, part, fin=number == len(parts) - 1)
                for number, part in enumerate(parts)
            ]
            await client.send(*frames)
            end = encode_close(1009, "")
            assert end in await client.read(end)


@awaited
async def test_the_longest_message() -> None:
    """A message of just this length is answered."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await talk.send('{"type": "view", "id": "1"}'.ljust(8 * 1024))
            assert await talk.heard("done", id="1")


@awaited
async def test_broken_frames() -> None:
    """Bytes that are not a WebSocket frame, or not UTF-8, end this connection and nothing else."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as other:
            unmasked = Frame(Opcode.TEXT, b"{}").serialize(mask=False)
            bad_text = encode_client_frame(Opcode.TEXT, b"\xff\xfe")
            for sent, code in ((b"\xff" * 64, 1002), (bad_text, 1007), (unmasked, 1002)):
                async with connect_roughly(up, made["table"], paul) as client:
                    await client.send(sent)
                    end = encode_close(code, "")
                    assert end in await client.read(end)
            await other.do("say", "1", phrase="hello")


@awaited
async def test_a_broken_frame_before_a_goodbye(caplog: pytest.LogCaptureFixture) -> None:
    """A client that says goodbye right after a text that is not UTF-8 is gone, and causes no error of ours."""
    async with net() as up:
        made, paul = await up.table()
        async with connect_roughly(up, made["table"], paul) as client:
            goodbye = encode_client_frame(Opcode.CLOSE, encode_close(1000, ""))
            await client.send(encode_client_frame(Opcode.TEXT, b"\xff\xfe"), goodbye)
            await wait_until(lambda: not up.up.uvicorn.server_state.connections)
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []


@awaited
async def test_a_slow_reader() -> None:
    """A client that does not read is dropped, with a reason, before much has piled up; one that reads gets
    everything."""
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table()
        async with (
            up.socket(made["table"], paul) as other,
            connect_roughly(up, made["table"], paul, receive_buffer=4096) as client,
        ):
            own = client.socket.getsockname()
            (slow,) = [one for one in up.up.service.connections if protocol_of(one).client == own]
            most = 0
            for number in range(2_000):
                await other.do("say", f"s{number}", phrase="hello")
                slow._deliver(slow.room.snapshot(slow.person, slow._seat))
                most = max(most, protocol_of(slow).transport.get_write_buffer_size())
                if slow.wire.drop_reason:
                    break
            assert slow.wire.drop_reason == "slow"
            assert transport.SEND_BUFFER_BYTES < most < transport.SEND_BUFFER_BYTES + 64 * 1024
            end = encode_close(1008, "slow")
            assert end in await client.read(end)
            await other.do("say", "last", phrase="bye")


@awaited
async def test_a_client_that_never_reads_is_cut_off() -> None:
    """The server waits only for a while until the reason of the end is read."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, paul = await up.table()
        async with connect_roughly(up, made["table"], paul):
            await wait_until(lambda: up.up.service.connections)
            (connection,) = up.up.service.connections
            connection.wire.drop(1008, "slow")
            await clock.forward(CLOSE_SECONDS - 0.1)
            assert protocol_of(connection) in up.up.uvicorn.server_state.connections
            await clock.forward(0.1)
            await wait_until(lambda: not up.up.service.connections)
            await wait_until(lambda: not up.up.uvicorn.server_state.connections)


async def fill_send_buffer(slow: TableConnection) -> None:
    """Send a client that does not read more than the operating system keeps, but not enough to drop it for its size."""
    while not protocol_of(slow).transport.get_write_buffer_size():
        slow._deliver(slow.room.snapshot(slow.person, slow._seat))
        await asyncio.sleep(0)


@awaited
async def test_a_websocket_client_that_sends_but_never_reads() -> None:
    """A client that leaves something unread is dropped after a while, though it answers pings without reading them."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, paul = await up.table()
        async with connect_roughly(up, made["table"], paul, receive_buffer=4096) as client:
            await wait_until(lambda: up.up.service.connections)
            (slow,) = up.up.service.connections
            await fill_send_buffer(slow)
            for _ in range(3):
                await client.send(encode_client_frame(Opcode.PONG, b"1"))
                await clock.forward(20)
            assert slow.wire.drop_reason == "slow"


@awaited
async def test_an_http_client_that_never_reads() -> None:
    """Answers that nobody reads wait for a while, then the connection is cut off and nothing of it is left."""
    clock = StillClock()
    async with net(clock=clock, address_rate=0) as up:
        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        own.setblocking(False)
        await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", up.up.port))
        request = f"GET /api/texts/de HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\n\r\n"
        await asyncio.get_running_loop().sock_sendall(own, request.encode() * 45)
        await wait_until(lambda: any(one.transport.get_write_buffer_size() for one in get_http_connections(up)))
        await clock.forward(WRITE_SECONDS - 1)
        assert get_http_connections(up)
        await clock.forward(1)
        await wait_until(lambda: not get_http_connections(up))
        assert up.up.uvicorn.config.open._counts == {}  # type: ignore[attr-defined]
        own.close()


@awaited
async def test_an_http_client_that_reads_in_the_end() -> None:
    """A slow client gets everything if it reads in time."""
    clock = StillClock()
    async with net(clock=clock, address_rate=0) as up:
        reader, writer = await asyncio.open_connection("127.0.0.1", up.up.port, limit=1024)
        request = f"GET /api/texts/de HTTP/1.1\r\nHost: 127.0.0.1:{up.up.port}\r\n\r\n"
        writer.write(request.encode() * 9 + request.replace("HTTP/1.1", "HTTP/1.0").encode())
        await wait_until(lambda: any(one.transport.get_write_buffer_size() for one in get_http_connections(up)))
        await clock.forward(WRITE_SECONDS - 1)
        assert (await reader.read()).count(b"HTTP/1.1 200 OK") == 10
        writer.close()


@awaited
async def test_all_connections_of_an_address_count() -> None:
    """An address may have a number of connections, whatever they are for. One too many is told so and closed."""
    async with net(address_connections=2) as up:
        made, paul = await up.table()
        _, writer = await asyncio.open_connection("127.0.0.1", up.up.port)
        async with up.socket(made["table"], paul) as talk:
            refused = await up.ask("GET", "/health", headers={"Connection": ""})
            assert (refused.status, refused.data["code"]) == (429, "crowded")
            assert refused.headers["connection"] == "close"
            assert await refuse_socket(up, made["table"], paul) == 429
            await talk.do("say", "1", phrase="hello")
            writer.close()
            await wait_until(lambda: not get_http_connections(up))
            assert (await up.ask("GET", "/health")).status == 200
        await wait_until(lambda: not up.up.uvicorn.config.open._counts)  # type: ignore[attr-defined]


async def refuse_socket(up: Net, table: str, cookie: str) -> int:
    """The status of the refusal of a WebSocket."""
    with pytest.raises(InvalidStatus) as refused:
        await up.socket(table, cookie).__aenter__()
    return refused.value.response.status_code


AMBIGUOUS = {
    "two lengths": "POST /api HTTP/1.1\r\n{host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "bare line feeds": "GET /health HTTP/1.1\n{host}\n\n",
    "one bare line feed": "GET /health HTTP/1.1\r\n{host}\nX: y\r\n\r\n",
    "a folded line": "GET /health HTTP/1.1\r\n{host}\r\nX: y\r\n z\r\n\r\n",
}


@pytest.mark.parametrize("before", ["", "GET /health HTTP/1.1\r\n{host}\r\n\r\n"], ids=["first", "second"])
@pytest.mark.parametrize("sent", AMBIGUOUS.values(), ids=[*AMBIGUOUS])
@awaited
async def test_requests_that_a_proxy_may_read_differently(sent: str, before: str) -> None:
    """Such a request is refused and its connection closed, so that nothing can be smuggled behind it."""
    async with net() as up:
        rest = "GET /health HTTP/1.1\r\n{host}\r\n\r\n"
        host = f"Host: 127.0.0.1:{up.up.port}"
        answer = await up.raw((before + sent + rest).format(host=host).encode())
        assert answer.count(b"HTTP/1.1 200") == bool(before)
        assert answer.count(b"HTTP/1.1 400") == 1


@pytest.mark.parametrize("behind", [b"", encode_client_frame(Opcode.PING, b"") * 2_000, b"\xff" * 200])
@pytest.mark.parametrize("hard", [False, True], ids=["hangs up", "vanishes"])
@awaited
async def test_a_client_that_does_not_wait_for_the_handshake(
    behind: bytes, hard: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Frames that come with the request, and clients that are gone before it is answered, are not an error of ours."""
    async with net() as up:
        made, paul = await up.table()
        for _ in range(5):
            own = socket.create_connection(("127.0.0.1", up.up.port))
            if hard:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            own.sendall(encode_upgrade(up, made["table"], paul) + behind)
            await asyncio.sleep(0)
            own.close()
            await up.ask("GET", "/health")  # connections are accepted in their order
        async with up.socket(made["table"], paul) as talk:
            await talk.do("say", "1", phrase="hello")
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []


@awaited
async def test_small_messages_leave_at_once() -> None:
    """Nagle's delay is off on every socket: 40 milliseconds would decide who was quickest."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul):
            (connection,) = up.up.service.connections
            own: socket.socket = protocol_of(connection).transport.get_extra_info("socket")
            assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_frames_are_what_the_library_makes(size: int) -> None:
    """Our frames have the same bytes, at every size."""
    text = b"x" * size
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@awaited
async def test_garbage_behind_a_request_that_is_being_answered(caplog: pytest.LogCaptureFixture) -> None:
    """The connection ends, and the server does not try to say two things at once."""
    async with net() as served:
        line = MemoryLine(served)
        line.transport.feed(b"HEAD /api/games HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        line.transport.feed(b"x")
        await wait_until(line.transport.is_closing)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []

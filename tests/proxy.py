"""A tiny reverse proxy on loopback: every connection goes to the next server that says it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

HOST = "127.0.0.1"
ASK = b"GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


async def is_ready(port: int) -> bool:
    """Whether the server at a port can take people in."""
    with suppress(OSError):
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write(ASK)
            return b" 200 " in await reader.readline()
        finally:
            writer.close()
    return False


@asynccontextmanager
async def start_proxy(port: int, backends: Sequence[int]) -> AsyncIterator[None]:
    """Pass connections on from a port to the servers at other ports."""
    count = 0
    running: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal count
        count += 1
        order = [backends[(count + step) % len(backends)] for step in range(len(backends))]
        with suppress(OSError):
            ready = [each for each in order if await is_ready(each)]
            if ready:
                there_reader, there_writer = await asyncio.open_connection(HOST, ready[0])
                await asyncio.gather(copy(reader, there_writer), copy(there_reader, writer))
        writer.close()

    async def track(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(serve(reader, writer))
        running.add(task)
        await asyncio.wait([task])
        running.discard(task)

    server = await asyncio.start_server(track, HOST, port)
    try:
        yield
    finally:
        server.close()
        for task in running:
            task.cancel()


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy bytes until one side has gone."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()

"""A bare broadcast server: uvicorn and msgspec, no rules, no storage. One small command in, a message to everybody at
the table out: the limit for any server of this kind. ``python -m benchmarks.broadcast SIZE`` prints its address."""

from __future__ import annotations

import socket
import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvicorn
from msgspec import Struct


class Command(Struct, tag_field="type", tag="move"):
    """What somebody asks for."""

    id: str
    move: str


class Event(Struct, tag_field="type", tag="event"):
    """The message to everybody; ``view`` stands for a view of the usual size."""

    number: int
    view: str


class Done(Struct, tag_field="type", tag="done"):
    """The answer to a command."""

    id: str
    number: int


class Broadcast:
    """The application. Everybody connected to the same path is at the same table."""

    def __init__(self, size: int) -> None:
        self._view = "v" * size
        self._tables: dict[str, list[Any]] = defaultdict(list)
        self._numbers: dict[str, int] = defaultdict(int)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """One connection."""
        table = scope["path"]
        await receive()
        await send({"type": "websocket.accept"})
        self._tables[table].append(send)
        while (event := await receive())["type"] == "websocket.receive":
            await self._broadcast(table, msgspec.json.decode(event["text"], type=Command), send)
        self._tables[table].remove(send)

    async def _broadcast(self, table: str, command: Command, answer: Any) -> None:
        self._numbers[table] += 1
        number = self._numbers[table]
        for send in self._tables[table]:  # every seat sees something else, so each message is encoded again
            await send(_text(Event(number, self._view)))
        await answer(_text(Done(command.id, number)))


def _text(message: Struct) -> dict[str, Any]:
    return {"type": "websocket.send", "text": msgspec.json.encode(message).decode()}


def main() -> None:
    """Serve until killed."""
    bound = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"http://127.0.0.1:{bound.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        Broadcast(int(sys.argv[1])),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        lifespan="off",
        log_config=None,
        access_log=False,
    )
    uvicorn.Server(config).run(sockets=[bound])


if __name__ == "__main__":
    main()

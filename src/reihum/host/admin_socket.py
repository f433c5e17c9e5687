"""How ``reihum admin`` reaches the server that has a SQLite file open: over a port of this machine alone, with a secret
from a file beside the store that only its owner can read."""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from reihum.errors import ReihumError
from reihum.host.admin import Admin, AdminCommand, BadAdminCommand
from reihum.host.clock import Clock

LOOPBACK = "127.0.0.1"
MAX_LINE_BYTES = 64 * 1024
REQUEST_SECONDS = 5.0
"""How long a client may take to send its line."""

REPLY_SECONDS = 60.0
"""How long the server may take to carry an action out."""


class AdminAddress(Struct, frozen=True):
    """The contents of the file: where the server listens, and what a client must know."""

    port: int
    secret: str


class AdminRequest(Struct, frozen=True):
    """The line of a client."""

    secret: str
    command: AdminCommand


class AdminReply(Struct, frozen=True, omit_defaults=True):
    """The line of the server; ``code`` and ``values`` are those of an error."""

    code: str = ""
    values: dict[str, Any] = {}


def find_address_file(store: Path) -> Path:
    """The file beside a store that tells how to reach its server."""
    return store.with_name(store.name + ".admin")


@asynccontextmanager
async def listen(admin: Admin, store: Path, clock: Clock) -> AsyncIterator[None]:
    """Take the commands of the operator of this store."""
    secret, file = secrets.token_hex(32), find_address_file(store)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        timer = clock.call_later(REQUEST_SECONDS, writer.transport.abort)
        with suppress(OSError, ValueError):  # the client is gone, slow, or sends too long a line
            line = await reader.readline()
            timer.cancel()
            writer.write(msgspec.json.encode(await _answer(admin, secret, line)) + b"\n")
            await writer.drain()
        timer.cancel()
        writer.close()

    server = await asyncio.start_server(answer, LOOPBACK, 0, limit=MAX_LINE_BYTES)
    try:
        await asyncio.to_thread(_write_private, file, AdminAddress(server.sockets[0].getsockname()[1], secret))
        yield
    finally:
        server.close()
        with suppress(OSError):
            file.unlink()


async def _answer(admin: Admin, secret: str, line: bytes) -> AdminReply:
    try:
        await admin.perform(_read_command(line, secret))
    except ReihumError as error:
        return AdminReply(error.code, dict(error.message.values))
    return AdminReply()


def _read_command(line: bytes, secret: str) -> AdminCommand:
    """Read the command of a client that knows the secret."""
    try:
        request = msgspec.json.decode(line, type=AdminRequest)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadAdminCommand("admin-refused", detail=str(error)) from None
    if not hmac.compare_digest(request.secret.encode(), secret.encode()):
        raise BadAdminCommand("admin-refused", detail="secret")
    return request.command


def _write_private(file: Path, address: AdminAddress) -> None:
    """Write a new file that only its owner can read, in one step."""
    aside = file.with_name(f"{file.name}.new")
    aside.unlink(missing_ok=True)
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as new:
        new.write(msgspec.json.encode(address))
    aside.replace(file)


async def send_command(store: Path, command: AdminCommand) -> None:
    """Let the server that has the store open carry out an action. Raises the error that the action has there."""
    try:
        address = msgspec.json.decode(find_address_file(store).read_bytes(), type=AdminAddress)
        reader, writer = await asyncio.open_connection(LOOPBACK, address.port, limit=MAX_LINE_BYTES)
        try:
            writer.write(msgspec.json.encode(AdminRequest(address.secret, command)) + b"\n")
            line = await asyncio.wait_for(reader.readline(), REPLY_SECONDS)
        finally:
            writer.close()
        reply = msgspec.json.decode(line, type=AdminReply)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadAdminCommand(
            "admin-unreachable", place=str(store), detail=getattr(error, "strerror", None) or str(error)
        ) from None
    if reply.code:
        raise BadAdminCommand(reply.code, **reply.values)

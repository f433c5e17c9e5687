"""The port over which ``reihum admin`` reaches a server on this machine."""

from __future__ import annotations

import asyncio
import stat
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from house import awaited, house
from reihum.errors import ReihumError
from reihum.host.admin import AdminCommand
from reihum.host.admin_socket import REQUEST_SECONDS, AdminAddress, find_address_file, listen, send_command
from waiting import wait_until

HIDE = AdminCommand(action="hide", by="anna", target="t-nothing")
BAN = AdminCommand(action="ban", by="anna", target="192.0.2.7", seconds=60)


@awaited
async def test_a_command_is_carried_out(tmp_path: Path) -> None:
    """The server does it, or says why not. Nobody else can read the file with the secret; it goes with the server."""
    home, store = await house(), tmp_path / "store"
    async with listen(home.host.admin, store, home.clock):
        assert stat.S_IMODE(find_address_file(store).stat().st_mode) == 0o600
        await send_command(store, BAN)
        assert [*home.host.admin.state.bans] == ["192.0.2.7/32"]
        with pytest.raises(ReihumError) as refused:
            await send_command(store, HIDE)
        assert (refused.value.code, refused.value.message.values) == ("unknown-table", {"got": "t-nothing"})
    with pytest.raises(ReihumError) as gone:
        await send_command(store, BAN)
    assert gone.value.code == "admin-unreachable"


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"nonsense",
        b"\xff",
        msgspec.json.encode({"secret": "guessed", "command": BAN}),
        msgspec.json.encode({"secret": "é", "command": BAN}),
    ],
)
@awaited
async def test_without_the_secret_nothing_happens(line: bytes, tmp_path: Path) -> None:
    """Another user of the machine can find the port, but not the secret."""
    home, store = await house(), tmp_path / "store"
    async with listen(home.host.admin, store, home.clock):
        port = msgspec.json.decode(find_address_file(store).read_bytes(), type=AdminAddress).port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(line + b"\n")
        assert msgspec.json.decode(await reader.readline())["code"] == "admin-refused"
        writer.close()
    assert home.host.admin.state.seq == 0


@awaited
async def test_a_line_without_end_is_dropped(tmp_path: Path) -> None:
    """The server reads no more than it must."""
    home, store = await house(), tmp_path / "store"
    async with listen(home.host.admin, store, home.clock):
        port = msgspec.json.decode(find_address_file(store).read_bytes(), type=AdminAddress).port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x" * 200_000)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()


@awaited
async def test_a_client_that_says_nothing_is_dropped(tmp_path: Path) -> None:
    """It may take its time for the line, but not for ever."""
    home, store = await house(), tmp_path / "store"
    async with listen(home.host.admin, store, home.clock):
        port = msgspec.json.decode(find_address_file(store).read_bytes(), type=AdminAddress).port
        planned = home.clock.planned
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await wait_until(lambda: home.clock.planned > planned)
        await home.clock.forward(REQUEST_SECONDS)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()

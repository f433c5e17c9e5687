"""A server from its start to its end, in this process and as a process of its own."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from house import MemoryLog, awaited
from network import net
from reihum.bots import offered
from reihum.client import Client, Happening, Visitor
from reihum.protocol.answers import Closing
from reihum.server import server, transport
from reihum.server.banner import choose_address, draw_qr_code, print_banner
from reihum.server.config import BadSetting, Config
from reihum.server.server import bind
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.texts import Texts
from server_process import process
from terminal import reihum


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_told_to_stop(how: signal.Signals, tmp_path: Path) -> None:
    """It says where it is, serves, tells everybody that it stops, ends within five seconds with status 0, and has lost
    nothing. (Unlike the other tests this has uvloop, and bots that think in processes of their own.)"""
    store = tmp_path / "tables.sqlite"
    with process("--data", str(store)) as (server, address):
        table, number = asyncio.run(played_until_the_end(server, address, how))
        _, errors = server.communicate(timeout=10)
        assert (server.returncode, errors) == (0, "")
    with process(REIHUM_DATA=str(store)) as (_, address):
        assert asyncio.run(number_now(address, table)) == number


async def played_until_the_end(server: subprocess.Popen[str], address: str, how: signal.Signals) -> tuple[str, int]:
    """Play against bots until the server is told to stop; gives the table and the last number that was acknowledged."""
    paul = Visitor(address)
    made = await paul.create("Paul", Settings(game="classic", seats=3, pace="instant", open=True), fill="sensible")
    async with Client(made.link, "Paul", cookie=paul.cookie) as client:
        await client.do(commands.Start)
        async with asyncio.timeout(30):
            while (client.number or 0) < 15:
                if client.my_turn and client.view is not None:
                    await client.move(offered(client.view.view)[0])
                await asyncio.sleep(0.01)
        number = await client.do(commands.Say, phrase="bye")
        begun = time.monotonic()
        server.send_signal(how)
        async with asyncio.timeout(10):
            assert any([isinstance(happening, Closing) async for happening in upto(client, Closing)])
        while server.poll() is None:
            await asyncio.sleep(0.01)
        assert time.monotonic() - begun < 5
        return made.table, max(number, client.number or 0)


async def upto(client: Client, kind: type[Happening]) -> AsyncIterator[Happening]:
    """What happens, up to the first of a kind."""
    async for happening in client:
        yield happening
        if isinstance(happening, kind):
            return


async def number_now(address: str, table: str) -> int | None:
    """The number a table has reached."""
    async with Client(f"{address}/t/{table}", "Vera", watch=True) as client:
        joined = 1
        return (client.number or 0) - joined


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    """The second one says so and ends."""
    store = tmp_path / "tables.sqlite"
    with process("--data", str(store)) as (_, address):
        assert address.startswith("http://")
        with process("--data", str(store)) as (second, nowhere):
            assert nowhere == ""
            _, errors = second.communicate(timeout=10)
            assert second.returncode == 1
            assert str(store) in errors
            assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("words", "environment", "status", "named"),
    [
        (["--port", "many"], {}, 2, "--port: “many” is no port"),
        (["--host", "192.0.2.1"], {}, 2, "--lan"),
        ([], {"REIHUM_RATE": "fast"}, 2, "REIHUM_RATE"),
        (["--config", "no/such/file"], {}, 1, "no/such/file"),
        (["--data", f"{os.devnull}/file"], {}, 1, f"{os.devnull}/file"),
        (["--lan", "--host", "192.0.2.1"], {}, 1, "192.0.2.1"),
        (["--loud"], {}, 2, "--loud"),
    ],
)
def test_what_is_wrong_is_told(words: list[str], environment: dict[str, str], status: int, named: str) -> None:
    """In one sentence, without a traceback."""
    run = reihum("serve", "--port", "0", *words, environment=environment)
    assert (run.status, run.out, run.errors.count("\n")) == (status, "", 1)
    assert named in run.errors


def test_the_port_is_taken() -> None:
    """Somebody else listens there already."""
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(BadSetting, match=r"--port"):
        bind(Config(port=other.getsockname()[1]))


@awaited
async def test_clients_are_told_to_come_back() -> None:
    """When the server stops, everybody hears it, and what was begun is finished before."""
    log = MemoryLog()
    async with net(log) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await talk.heard("table")
            log.gate = asyncio.Event()
            await talk.send({"type": "say", "id": "1", "phrase": "hello"})
            while not up.host.rooms[made["table"]].busy:
                await asyncio.sleep(0.001)
            rows = len(log.rows[made["table"]])
            up.up.stop()
            assert await talk.heard("closing") == {"type": "closing", "seconds": 2.0}
            assert (await up.ask("GET", "/ready")).status == 503
            assert (await talk.closed())[0] == 1012
            log.gate.set()
    assert len(log.rows[made["table"]]) == rows + 1


@awaited
async def test_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """If the store hangs, the server ends all the same, and says so."""
    monkeypatch.setattr(server, "SHUTDOWN_SECONDS", 0.2)
    monkeypatch.setattr(transport, "SHUTDOWN_SECONDS", 0.2)
    log = MemoryLog()
    async with net(log) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            log.gate = asyncio.Event()
            await talk.send({"type": "say", "id": "1", "phrase": "hello"})
            while not up.host.rooms[made["table"]]._tasks:
                await asyncio.sleep(0.001)
            up.up.stop()
            assert (await talk.closed())[0] == 1012
    assert "could not be finished" in caplog.text
    log.gate.set()
    await asyncio.sleep(0.01)


def test_the_address_for_the_others() -> None:
    """In the home network the one that works elsewhere too; a number before a name."""
    names = ("http://localhost:8011", "http://tower:8011", "http://192.168.0.7:8011")
    assert choose_address(names, lan=True) == "http://192.168.0.7:8011"
    assert choose_address(names[:2], lan=True) == "http://tower:8011"
    assert choose_address(names, lan=False) == "http://localhost:8011"
    assert choose_address(("https://cards.example",), lan=True) == "https://cards.example"


class Tty(io.StringIO):
    """A file that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@awaited
async def test_a_code_for_telephones() -> None:
    """In a terminal, with --lan, the address comes as a QR code too."""
    async with net(lan=True, host="127.0.0.1", root_path="/cards") as up:
        out = Tty()
        with redirect_stdout(out):
            print_banner(up.up, Texts("en"))
        lines = out.getvalue()
        address = f"{choose_address(up.up.origins.all, lan=True)}/cards"
        assert address in lines
        assert draw_qr_code(address) in lines
        assert len(draw_qr_code(address).splitlines()) > 10

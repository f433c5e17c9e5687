"""A server from its start to its end, in this process and in a separate one."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from house import MemoryLog, StillClock, awaited, settled
from network import net
from reihum.bots import offered
from reihum.client import Client, Happening, Visitor
from reihum.protocol.answers import Closing
from reihum.server.banner import choose_address, draw_qr_code, print_banner
from reihum.server.config import BadSetting, Config
from reihum.server.server import RESTART_SECONDS, bind, keep_running
from reihum.server.uvicorn_server import GOODBYE_SECONDS
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.texts import Texts
from server_process import start_server
from terminal import reihum
from waiting import END_SECONDS, wait_until


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_told_to_stop(how: signal.Signals, tmp_path: Path) -> None:
    """It says where it is, serves, tells all clients that it stops, ends with status 0, and has lost nothing. (Unlike
    the other tests this has uvloop, and bots that think in separate processes.)"""
    store = tmp_path / "tables.sqlite"
    with start_server("--data", str(store)) as (server, address):
        table, number = asyncio.run(play_and_stop(server, address, how))
        _, errors = server.communicate(timeout=END_SECONDS)
        assert (server.returncode, errors) == (0, "")
    with start_server(REIHUM_DATA=str(store)) as (_, address):
        assert asyncio.run(get_number(address, table)) == number


@awaited
async def test_work_in_the_background_goes_on_after_an_error(caplog: pytest.LogCaptureFixture) -> None:
    """The error is in the log, and the work begins again after a while; what ends by itself is not repeated."""
    clock, begun = StillClock(), list[float]()

    async def work() -> None:
        begun.append(clock.monotonic())
        if len(begun) < 3:
            raise ValueError("something that nobody thought of")

    running = asyncio.create_task(keep_running(work, clock))
    await clock.forward(10 * RESTART_SECONDS)
    assert running.done()
    assert begun == [begun[0] + tries * RESTART_SECONDS for tries in range(3)]
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == [
        "something that nobody thought of"
    ] * 2


async def play_and_stop(server: subprocess.Popen[str], address: str, how: signal.Signals) -> tuple[str, int]:
    """Play against bots until the server is told to stop; gives the table and the last number that was acknowledged."""
    paul = Visitor(address)
    made = await paul.create("Paul", Settings(game="classic", seats=3, pace="instant", open=True), fill="sensible")
    async with Client(made.link, "Paul", cookie=paul.cookie) as client:
        await client.do(commands.Start)
        await wait_until(lambda: client.my_turn)
        while (client.number or 0) < 15 and client.view is not None:
            await client.move(offered(client.view.view)[0])
            await wait_until(lambda: client.my_turn)  # nobody else moves now, so the number stays
        number = await client.do(commands.Say, phrase="bye")
        server.send_signal(how)
        assert any([isinstance(happening, Closing) async for happening in read_up_to(client, Closing)])
        await wait_until(lambda: server.poll() is not None)
        return made.table, max(number, client.number or 0)


async def read_up_to(client: Client, kind: type[Happening]) -> AsyncIterator[Happening]:
    """Yield what happens, up to the first of a kind."""
    async for happening in client:
        yield happening
        if isinstance(happening, kind):
            return


async def get_number(address: str, table: str) -> int | None:
    """The number a table has reached."""
    async with Client(f"{address}/t/{table}", "Vera", watch=True) as client:
        joined = 1
        return (client.number or 0) - joined


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    """The second one says so and ends."""
    store = tmp_path / "tables.sqlite"
    with start_server("--data", str(store)) as (_, address):
        assert address.startswith("http://")
        with start_server("--data", str(store)) as (second, nowhere):
            assert nowhere == ""
            _, errors = second.communicate(timeout=END_SECONDS)
            assert second.returncode == 1
            assert str(store) in errors
            assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("words", "environment", "status", "named"),
    [
        (["--port", "many"], {}, 2, "--port: “many” is not a port"),
        (["--host", "192.0.2.1"], {}, 2, "--lan"),
        ([], {"REIHUM_RATE": "fast"}, 2, "REIHUM_RATE"),
        (["--config", "no/such/file"], {}, 1, "no/such/file"),
        (["--data", f"{os.devnull}/file"], {}, 1, f"{os.devnull}/file"),
        (["--lan", "--host", "192.0.2.1"], {}, 1, "192.0.2.1"),
        (["--loud"], {}, 2, "--loud"),
    ],
)
def test_what_is_wrong_is_told(words: list[str], environment: dict[str, str], status: int, named: str) -> None:
    """The error is one sentence, without a traceback."""
    run = reihum("serve", "--port", "0", *words, environment=environment)
    assert (run.status, run.out, run.errors.count("\n")) == (status, "", 1)
    assert named in run.errors


def test_the_port_is_taken() -> None:
    """The error says so if another program listens there."""
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(BadSetting, match=r"--port"):
        bind(Config(port=other.getsockname()[1]))


async def fast_forward(clock: StillClock) -> None:
    """Let time pass, until this is cancelled."""
    while True:
        await clock.forward(0.1)


@awaited
async def test_clients_are_told_to_come_back() -> None:
    """When the server stops, it tells all clients, answers requests until they have said goodbye or their time is up,
    and finishes what was begun."""
    log, clock = MemoryLog(), StillClock()
    async with net(log, clock) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk, up.socket(made["table"], paul) as mute:
            await talk.heard("table")
            await mute.heard("table")
            mute.socket.transport.pause_reading()
            log.gate = asyncio.Event()
            await talk.send({"type": "say", "id": "1", "phrase": "hello"})
            await wait_until(lambda: up.host.rooms[made["table"]].busy)
            rows = len(log.rows[made["table"]])
            up.up.stop()
            assert await talk.heard("closing") == {"type": "closing", "seconds": 2.0}
            assert (await talk.closed())[0] == 1012
            assert (await up.ask("GET", "/ready")).status == 503
            await clock.forward(GOODBYE_SECONDS)
            await wait_until(lambda: not up.up.uvicorn.server_state.connections)
            mute.socket.transport.resume_reading()
            log.gate.set()
    assert len(log.rows[made["table"]]) == rows + 1


@awaited
async def test_a_request_that_does_not_end(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """It is cut off when the server stops, after a while."""
    clock, begun = StillClock(), asyncio.Event()

    async def hang(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    async with net(clock=clock) as up:
        monkeypatch.setattr(up.host, "list_open_tables", hang)
        asked = asyncio.create_task(up.ask("GET", "/api/tables"))
        await begun.wait()
        up.up.stop()
        passing = asyncio.create_task(fast_forward(clock))
        with pytest.raises((ConnectionError, IndexError)):  # nothing comes back
            await asked
        passing.cancel()
    assert "Requests were cut off" in caplog.text


@awaited
async def test_nothing_waits_forever(caplog: pytest.LogCaptureFixture) -> None:
    """If the store hangs, the server ends all the same, and says so."""
    log, clock = MemoryLog(), StillClock()
    async with net(log, clock) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            log.gate = asyncio.Event()
            await talk.send({"type": "say", "id": "1", "phrase": "hello"})
            await wait_until(up.host.rooms[made["table"]]._one_by_one.locked)
            up.up.stop()
            assert (await talk.closed())[0] == 1012
        passing = asyncio.create_task(fast_forward(clock))
    assert "could not be finished" in caplog.text
    passing.cancel()
    log.gate.set()
    await settled()


def test_the_address_for_the_others() -> None:
    """In the home network it is one that works on other machines; a number before a name."""
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
async def test_a_qr_code_for_phones() -> None:
    """In a terminal, with --lan, the address is also shown as a QR code."""
    async with net(lan=True, host="127.0.0.1", root_path="/cards") as up:
        out = Tty()
        with redirect_stdout(out):
            print_banner(up.up, Texts("en"))
        lines = out.getvalue()
        address = f"{choose_address(up.up.origins.all, lan=True)}/cards"
        assert address in lines
        assert draw_qr_code(address) in lines
        assert len(draw_qr_code(address).splitlines()) > 10

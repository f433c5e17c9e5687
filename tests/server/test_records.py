"""Records are verified on request."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from house import awaited
from network import Net, Reply, net
from reihum.api import records, replays
from reihum.host import Host, WorkerPool
from reihum.host.host import MAX_ADDRESS_RECORD_JOBS
from reihum.server.service import MAX_ADDRESS_UPLOADS, MAX_UPLOADS, NetworkService
from reihum.texts import LANGUAGES
from waiting import wait_until

GOLDEN = Path(__file__).parent.parent / "golden" / "junior.jsonl"


@awaited
async def test_a_true_record() -> None:
    """The verdict has the game and the outcome."""
    async with net() as up:
        verdict = (await up.ask("POST", "/api/records/verify", GOLDEN.read_bytes())).data
        assert (verdict["true"], verdict["game"]) == (True, "junior")
        assert verdict["outcome"]["places"]


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_a_record_that_is_not_true(language: str) -> None:
    """The verdict says what is wrong, in the reader's language."""
    async with net() as up:
        forged = GOLDEN.read_bytes().replace(b'"seat":0', b'"seat":1', 1)
        path = f"/api/records/verify?language={language}"
        verdict = (await up.ask("POST", path, forged)).data
        assert verdict["true"] is False
        assert verdict["message"]["key"].startswith("error.record-")
        assert verdict["text"]
        for nonsense in (b"", b"{}", b"\xff\n", b"[" * 5000):
            assert (await up.ask("POST", path, nonsense)).data["true"] is False


@awaited
async def test_a_record_that_is_too_long() -> None:
    """A record may have a mebibyte at most."""
    async with net() as up:
        assert (await up.ask("POST", "/api/records/verify", b" " * (1024 * 1024 + 1))).status == 413


def work_forever(*_: object) -> None:
    """Stands for a hostile record: only the end of the worker's process ends it."""
    Event().wait()


@awaited
async def test_records_do_not_hold_up_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many uploads some wait and the others are refused. Tables open meanwhile, and a server that stops does not
    wait for any upload."""
    monkeypatch.setattr(records, "make_verdict", work_forever)
    monkeypatch.setattr(replays, "encode_replay", work_forever)
    async with net(rate=0, address_rate=0) as up:
        up.up.service.uploads = WorkerPool(max_jobs=MAX_UPLOADS)
        made, paul = await up.table()
        paths = ["/api/records/verify", "/api/records/replay"]
        under_way = [asyncio.create_task(up.ask("POST", paths[number % 2], b"{}")) for number in range(60)]
        await wait_until(lambda: sum(task.done() for task in under_way) >= 60 - MAX_UPLOADS)
        answers = [task.result() for task in under_way if task.done()]
        assert {(answer.status, answer.data["code"]) for answer in answers} == {(503, "busy")}
        assert answers[0].data["text"]
        await up.host.rooms.pop(made["table"]).close()
        async with up.socket(made["table"], paul) as talk:
            assert await talk.heard("table")
    answers = [task.result() for task in under_way]
    assert [answer.data["code"] for answer in answers].count("stopping") == MAX_UPLOADS


@pytest.mark.parametrize(
    ("path", "places"), [("/api/records/verify", MAX_ADDRESS_UPLOADS), ("/api/qr", MAX_ADDRESS_RECORD_JOBS)]
)
@awaited
async def test_one_address_leaves_places_to_others(path: str, places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much slow work one address asks for, somebody else gets a place at once, and the next turn."""
    gate = Event()
    monkeypatch.setattr(WorkerPool, "_run", lambda _, work, args: gate.wait() and work(*args))
    async with net(rate=0, proxy=("127.0.0.1",)) as up:
        up.up.service.uploads = NetworkService(up.host, up.up.service.config).uploads
        up.host.services.executor = Host(up.log).services.executor
        greedy = [ask_for_work(up, path, "203.0.113.9", number) for number in range(places + 3)]
        await wait_until(lambda: sum(task.done() for task in greedy) == 3)
        assert {task.result().data["code"] for task in greedy if task.done()} == {"busy"}
        modest = ask_for_work(up, path, "203.0.113.10", 0)
        pool = up.up.service.uploads if "records" in path else up.host.services.executor
        assert isinstance(pool, WorkerPool)
        await wait_until(lambda: pool._capacity.used == places + 1)
        gate.set()
        assert (await modest).status == 200
        assert [answer.status for answer in await asyncio.gather(*greedy)].count(200) == places


def ask_for_work(up: Net, path: str, address: str, number: int) -> asyncio.Task[Reply]:
    """Ask, from an address, for a record to be verified or a code to be drawn."""
    headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "http"}
    if path == "/api/qr":
        return asyncio.create_task(up.ask("GET", f"{path}?link={up.base}/{number}", headers=headers))
    return asyncio.create_task(up.ask("POST", path, GOLDEN.read_bytes(), headers=headers))

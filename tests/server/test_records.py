"""Records are verified on request."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from house import awaited
from network import net
from reihum.api import records, replays
from reihum.host import WorkerPool
from reihum.server.service import MAX_UPLOADS
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

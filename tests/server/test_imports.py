"""Matches that were played elsewhere come into a person's history."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from house import PromptClock, awaited
from network import Net, Reply, net
from ports import open_page
from reihum.api import records
from reihum.host import WorkerPool
from reihum.host.imports import MAX_AGE_MS
from reihum.host.quotas import QuotaReached
from reihum.store.log import StorageFailed

RECORD = (Path(__file__).parent.parent / "golden" / "junior.jsonl").read_text()
SEATS = [{"name": "Paul"}, {"level": "solid"}]


def make_body(**fields: Any) -> dict[str, Any]:
    """A match to import."""
    return {"record": RECORD, "name": "Paul", "seats": SEATS} | fields


async def take_in(up: Net, cookie: str = "", **fields: Any) -> Reply:
    """Import a match."""
    return await up.ask("POST", "/api/records", make_body(**fields), cookie=cookie)


async def read_history(up: Net, cookie: str) -> list[dict[str, Any]]:
    """What a person sees in their history."""
    found: list[dict[str, Any]] = (await up.ask("GET", "/api/history", cookie=cookie)).data["tables"]
    return found


@awaited
async def test_an_imported_match_is_in_the_history() -> None:
    """With its result, its record and its replay, and marked as played elsewhere. A new person is made if need be."""
    async with net() as up:
        taken = await take_in(up)
        assert (taken.status, taken.data["new"]) == (200, True)
        (match,) = await read_history(up, taken.cookie)
        assert (match["table"], match["imported"], match["yours"]) == (taken.data["table"], True, [0])
        assert match["seats"] == ["Paul", "", None]
        path = f"/api/tables/{match['table']}"
        assert (await up.ask("GET", f"{path}/record", cookie=taken.cookie)).body.count(b"\n") == RECORD.count("\n")
        assert (await up.ask("GET", f"{path}/replay?from=open", cookie=taken.cookie)).data["steps"]


@awaited
async def test_a_record_is_taken_once() -> None:
    """Also if it comes twice at the same moment. The answer names the same table."""
    async with net(rate=0, address_rate=0) as up:
        _, paul = await up.table()
        answers = await asyncio.gather(*(take_in(up, paul) for _ in range(4)))
        assert sorted(answer.data["new"] for answer in answers) == [False, False, False, True]
        assert len({answer.data["table"] for answer in answers}) == 1
        assert len(await read_history(up, paul)) == 1


@awaited
async def test_two_people_may_have_the_same_record() -> None:
    """Each has a table of their own, and cannot see the other's."""
    async with net() as up:
        paul, tessa = await take_in(up), await take_in(up)
        assert paul.data["table"] != tessa.data["table"]
        assert [match["table"] for match in await read_history(up, tessa.cookie)] == [tessa.data["table"]]
        path = f"/api/tables/{paul.data['table']}"
        for query in ("", "/replay", "/record"):
            assert (await up.ask("GET", path + query, cookie=tessa.cookie)).status == 404
        assert all(not table["over"] for table in (await up.ask("GET", "/api/tables")).data["tables"])


@awaited
async def test_bad_records_leave_nothing() -> None:
    """A forged record, a broken one, and bodies of another form are refused in words; nobody is made for them."""
    async with net(rate=0, address_rate=0) as up:
        forged = RECORD.replace('"seat":0', '"seat":1', 1)
        bad: list[dict[str, Any]] = [
            {"record": forged},
            {"record": RECORD[:-40]},
            {"record": ""},
            {"record": "{}"},
            {"record": "[" * 5_000},
            {"name": "\u2800"},
            {"seats": [{"name": "x" * 41}]},
            {"seats": [{}] * 30},
            {"at": -1},
            {"more": 1},
        ]
        for fields in bad:
            refused = await take_in(up, **fields)
            assert (refused.status, refused.cookie) == (400, ""), fields
            assert refused.data["text"]
        assert (await take_in(up, record=" " * records.MAX_IMPORT_BYTES)).status == 413
        assert await up.log.tables() == []


@awaited
async def test_when_it_was_played() -> None:
    """The history shows the time of the match; not one in the future, and not one long ago."""
    clock = PromptClock()
    clock.put(2 * MAX_AGE_MS / 1000)
    async with net(clock=clock, rate=0, address_rate=0) as up:
        now = clock.now()
        for given, shown in ((now - 5_000, now - 5_000), (now + 10**9, now), (1, now - MAX_AGE_MS)):
            taken = await take_in(up, at=given)
            (match,) = await read_history(up, taken.cookie)
            assert match["changed"] == shown


@awaited
async def test_imports_have_their_price_and_their_limit() -> None:
    """They cost an address as much as tables do, and count among those it makes in a day."""
    async with net(address_tables=2, rate=0, address_rate=0) as up:
        assert [(await take_in(up)).status for _ in range(3)] == [200, 200, 429]
    async with net(address_rate=2) as up:
        answers = [await take_in(up) for _ in range(3)]
        assert (answers[-1].status, answers[-1].data["code"]) == (429, "too-many")


@awaited
async def test_a_full_store_takes_no_more() -> None:
    """It says so; what it has already it still knows."""
    async with net() as up:
        taken = await take_in(up)

        async def refuse() -> None:
            raise QuotaReached("all-tables")

        up.host.imports._check_quota = refuse
        assert (await take_in(up)).data["code"] == "all-tables"
        assert (await take_in(up, taken.cookie)).data == {"table": taken.data["table"], "new": False}


@awaited
async def test_a_failing_store_takes_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next try succeeds."""
    async with net() as up:
        _, paul = await up.table()
        with monkeypatch.context() as patch:

            async def fail(*_: object) -> None:
                raise StorageFailed("storage-full")

            patch.setattr(up.log, "append", fail)
            assert (await take_in(up, paul)).status == 503
        assert await read_history(up, paul) == []
        assert (await take_in(up, paul)).data["new"] is True


@awaited
async def test_a_worker_process_verifies() -> None:
    """What it makes travels back to the server."""
    async with net() as up:
        up.up.service.uploads = WorkerPool()
        assert (await take_in(up)).data["new"] is True


@awaited
async def test_the_same_over_the_port() -> None:
    """A site without a server takes records in, too."""
    async with open_page() as page:
        body = make_body()
        answers = [await page.ask("POST", "api/records", body) for _ in range(2)]
        assert [(status, taken["new"]) for status, taken in answers] == [(200, True), (200, False)]
        assert (await page.ask("GET", "api/history"))[1]["tables"][0]["imported"] is True
        (counted,) = (await page.ask("GET", "api/statistics"))[1]["games"]
        assert (counted["played"], len(counted["last"])) == (1, 1)
        assert (await page.ask("POST", "api/records", body | {"record": "{}"}))[0] == 400

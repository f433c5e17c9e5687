"""Damage in one listing stays with its table, and is repaired from the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from house import MemoryLog, awaited, house
from reihum.host import Host, InlineBotRunner, InlineExecutor
from reihum.host.lists import check_listings, check_store
from reihum.store.sqlite import SqliteLog
from reihum.tables import commands
from reihum.tables.keys import TABLE
from reihum.tables.listings import Listing, is_sound, make_listing
from waiting import wait_until


def flip(data: bytes, bit: int) -> bytes:
    """The data with one bit changed."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


async def two_tables() -> tuple[Host, MemoryLog, list[str]]:
    """Two open tables."""
    home = await house()
    guest = await home.guest()
    rooms = [await home.table(guest, seats=2, open=True) for _ in range(2)]
    return home.host, home.log, [room.table.id for room in rooms]


@awaited
async def test_every_flipped_bit_of_a_listing_is_noticed() -> None:
    """Whatever it hits: the summary, the people, the time, whether the table is open. Only a flip that takes the digest
    itself away looks like a listing of an older version."""
    _, log, (table, _) = await two_tables()
    whole = log.listings[table]
    assert is_sound(table, whole)
    missed = [bit for bit in range(8 * len(whole.data)) if is_sound(table, replace(whole, data=flip(whole.data, bit)))]
    assert {bit // 8 for bit in missed} <= {*range(whole.data.index(b'"check"') + 1, whole.data.index(b'"check"') + 6)}
    for damaged in (
        replace(whole, open=False),
        replace(whole, people=()),
        replace(whole, changed_ms=whole.changed_ms + 1),
    ):
        assert not is_sound(table, damaged)
    assert not is_sound(TABLE + "other", whole)


@awaited
async def test_a_damaged_listing_does_not_hide_the_other_tables() -> None:
    """Everybody still sees the list, the damaged line included; it is made again from the log."""
    host, log, tables = await two_tables()
    whole = dict(log.listings)
    log.listings[tables[0]] = replace(whole[tables[0]], data=flip(whole[tables[0]].data, 17))
    assert {found.table for found in (await host.list_open_tables()).tables} == {*tables}
    assert log.listings == whole


@awaited
async def test_a_table_that_cannot_be_read_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """Its log is damaged as well as its listing."""
    host, log, (broken, other) = await two_tables()
    log.listings[broken] = replace(log.listings[broken], data=b"{")
    log.rows[broken][1] = replace(log.rows[broken][1], data=b"{}")
    assert [found.table for found in (await host.list_open_tables()).tables] == [other]
    assert f"Table {broken} cannot be read" in caplog.text
    assert await check_listings(log) == 1


@awaited
async def test_all_listings_are_checked_when_the_server_starts() -> None:
    """Also one that no list shows, because it looks closed."""
    host, log, (table, other) = await two_tables()
    whole = log.listings[table]
    log.listings[table] = replace(whole, open=False)
    log.listings["c-circle"] = Listing(False, (), b"{}", 5)
    assert await check_listings(log) == 0
    assert log.listings[table] == whole
    assert {found.table for found in (await host.list_open_tables()).tables} == {table, other}


@awaited
async def test_people_and_pages_are_checked_when_the_server_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A changed row of a person and a damaged file are named in the log, and the server starts."""
    path = tmp_path / "store.sqlite"
    log = await SqliteLog.open(path)
    await asyncio.gather(*(log.add_person(f"p{number}", sha256(b"%d" % number).digest(), 1) for number in range(1_500)))
    assert await check_store(log) == 0
    await log._writer.do(lambda file: file._run("UPDATE people SET made = 7 WHERE id IN ('p3', 'p999')"))
    assert await check_store(log) == 2
    assert ["p3 " in caplog.text, "p4 " in caplog.text, "p999 " in caplog.text] == [True, False, True]
    await log.close()
    page = int.from_bytes(path.read_bytes()[16:18])
    with path.open("r+b") as file:
        file.seek(-2 * page, 2)
        file.write(bytes(page))
    async with run_host(path):
        await wait_until(lambda: caplog.text.count("The store is damaged: ") > 2)


@asynccontextmanager
async def run_host(path: Path) -> AsyncIterator[Host]:
    """A host of a file."""
    host = await Host.open(await SqliteLog.open(path), bots=InlineBotRunner(), executor=InlineExecutor())
    try:
        yield host
    finally:
        await host.close()


@awaited
async def test_text_that_is_not_text_any_more(tmp_path: Path) -> None:
    """SQLite refuses to read a whole list if one name in it is not UTF-8; the store reads on."""
    log = await SqliteLog.open(tmp_path / "store.sqlite")
    home = await house()
    guest = await home.guest()
    room = await home.table(guest, seats=2, open=True)
    await log.append(room.table.id, home.log.rows[room.table.id], make_listing(room.table))
    await log._writer.do(lambda file: file._run("UPDATE listings SET people = CAST(x'5b22ff225d' AS TEXT)"))
    ((table, listing),) = await log.find_listings(open=True)
    assert (table, is_sound(table, listing)) == (room.table.id, False)
    assert await check_listings(log) == 0
    ((_, listing),) = await log.find_listings(person=guest.id)
    assert listing == make_listing(room.table)
    await log.close()


@awaited
async def test_a_hidden_call_does_not_show_in_the_summary() -> None:
    """The time of the last change is that of the last thing everybody noticed."""
    home = await house()
    one = await home.guest()
    room = await home.table(one, game="schnipp-schnapp", seats=2, fill="random", calm=True)
    await one.do(room, commands.Start)
    before = room.table.changed_ms
    home.clock.jump(1)
    await one.do(room, commands.Quiet, at=0)
    assert room.table.seq > 0
    assert room.table.changed_ms == before

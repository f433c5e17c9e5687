"""What every store promises: the same tests for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from chains import rows
from loop import in_loop
from reihum.errors import ReihumError
from reihum.store.log import Append, Conflict, Log, PersonRow, StorageFailed
from reihum.tables.chain import START, DamagedLog, StoredEntry, verify_chain
from reihum.tables.listings import Listing
from reihum.texts import LANGUAGES, Texts

OpenLog = Callable[[], Awaitable[Log]]


@in_loop
async def test_what_was_appended_is_there(open_log: OpenLog) -> None:
    """Entries come back in order, also from a store that was closed and opened again."""
    log = await open_log()
    first = rows("t", b"one", b"\x00\xff")
    await log.append("t", first)
    await log.append("t", rows("t", b"", before=first))
    await log.append("other", rows("other", b"else"))
    await log.close()
    log = await open_log()
    found = await log.read("t")
    assert [row.data for row in found] == [b"one", b"\x00\xff", b""]
    assert verify_chain("t", found) == found[-1].digest
    assert await log.read("t", after=1) == found[1:]
    assert await log.read("t", after=3) == []
    assert await log.read("unknown") == []
    assert await log.tables() == ["other", "t"]
    await log.close()


@in_loop
async def test_the_first_writer_wins(open_log: OpenLog) -> None:
    """An entry is never replaced, and an append is written whole or not at all."""
    log = await open_log()
    there = rows("t", b"a", b"b")
    await log.append("t", there, Listing(True, ("Paul",), b"old", 1))
    for late in (
        rows("t", b"x"),
        rows("t", b"x", before=there[:1]),
        [there[1], *rows("t", b"y", before=there)],
        [*rows("t", b"y", b"z", before=there), there[1]],
    ):
        with pytest.raises(Conflict) as caught:
            await log.append("t", late, Listing(False, (), b"new", 2))
        assert caught.value.code == "conflict"
    assert await log.read("t") == there
    assert await log.find_listings() == [("t", Listing(True, ("Paul",), b"old", 1))]
    await log.close()


@in_loop
async def test_a_conflict_hurts_nobody_else(open_log: OpenLog) -> None:
    """Appends that are committed together stand and fall each by itself."""
    log = await open_log()
    await log.append("t5", rows("t5", b"first"))
    await log.append("t7", rows("t7", b"first"))
    wanted = {f"t{number}": rows(f"t{number}", b"a", b"b") for number in range(20)}
    results = await asyncio.gather(
        *(log.append(table, new, Listing(True, (), b"", 1)) for table, new in wanted.items()), return_exceptions=True
    )
    failed = {table for table, result in zip(wanted, results, strict=True) if result is not None}
    assert failed == {"t5", "t7"}
    for table, new in wanted.items():
        assert await log.read(table) == (rows(table, b"first") if table in failed else new)
    assert {table for table, _ in await log.find_listings()} == set(wanted) - failed
    await log.close()


@in_loop
async def test_one_number_is_given_once(open_log: OpenLog) -> None:
    """Of many who want the same number at the same time, exactly one gets it."""
    log = await open_log()
    tries = [rows("t", b"%d" % number) for number in range(30)]
    results = await asyncio.gather(*(log.append("t", row) for row in tries), return_exceptions=True)
    won = [row for row, result in zip(tries, results, strict=True) if result is None]
    assert len(won) == 1
    assert all(isinstance(result, Conflict) for result in results if result is not None)
    assert await log.read("t") == won[0]
    await log.close()


@in_loop
async def test_appends_in_a_row(open_log: OpenLog) -> None:
    """One who does not wait for the answer before the next append finds all in order; many tables at once do too."""
    log = await open_log()
    tables = {f"t{number}": rows(f"t{number}", *(b"%d" % entry for entry in range(25))) for number in range(30)}
    await asyncio.gather(*(log.append(table, [row]) for table, entries in tables.items() for row in entries))
    for table, entries in tables.items():
        assert await log.read(table) == entries
    await log.close()


@in_loop
async def test_listings(open_log: OpenLog) -> None:
    """Lists of tables: the open ones or those of a person, the last changed first, up to a limit."""
    log = await open_log()
    there: dict[str, list[StoredEntry]] = {}

    async def put(table: str, listing: Listing | None) -> None:
        new = rows(table, b"x", before=there.get(table, []))
        there[table] = [*there.get(table, []), *new]
        await log.append(table, new, listing)

    async def names(**how: Any) -> list[str]:
        return [table for table, _ in await log.find_listings(**how)]

    await put("a", Listing(True, ("Paul", "Tessa"), b"A", 10))
    await put("b", Listing(False, ("Tessa", "Paul", "Tessa"), b"B", 30))
    await put("c", Listing(True, (), b"C", 20))
    await put("none", None)
    assert await names() == ["b", "c", "a"]
    assert await names(open=True) == ["c", "a"]
    assert await names(open=False) == ["b"]
    assert await names(person="Paul") == ["b", "a"]
    assert await names(person="Paul", open=True) == ["a"]
    assert await names(person="Luca") == []
    assert await names(limit=2) == ["b", "c"]
    assert await names(after=(20, "c")) == ["a"]
    assert await names(after=(30, "b"), person="Paul") == ["a"]
    await put("d", Listing(True, (), b"D", 20))
    assert await names(after=(20, "c")) == ["d", "a"]
    assert await names(after=(20, "c"), limit=1) == ["d"]
    await put("d", Listing(False, (), b"D", 5))
    assert dict(await log.find_listings())["b"] == Listing(False, ("Tessa", "Paul", "Tessa"), b"B", 30)
    await put("a", Listing(False, ("Luca", "Tessa"), b"A2", 40))
    await put("a", None)
    assert await log.find_listings(person="Luca") == [("a", Listing(False, ("Luca", "Tessa"), b"A2", 40))]
    assert await names(person="Paul") == ["b"]
    assert await names(open=True) == ["c"]
    await log.close()


@in_loop
async def test_old_tables_are_found_and_removed(open_log: OpenLog) -> None:
    """The oldest come first, page by page. A table that is removed leaves nothing behind, and the others stay."""
    log = await open_log()
    for number, table in enumerate(("b", "a", "d", "c")):
        listing = Listing(True, ("paul", table), b"{}", 10 + number // 2)
        await log.append(table, rows(table, b"one", b"two"), listing)
    await log.append("i-x", rows("i-x", b"one"), Listing(False, ("luca",), b"{}", 5))
    assert [table for table, _ in await log.find_unchanged("i-", 12)] == ["i-x"]
    assert [table for table, _ in await log.find_unchanged("", 6)] == ["i-x"]
    await log.remove_table("i-x")
    first = await log.find_unchanged("", 12, limit=3)
    assert [table for table, _ in first] == ["a", "b", "c"]
    after = first[-1][1].changed_ms, first[-1][0]
    assert [table for table, _ in await log.find_unchanged("", 12, after)] == ["d"]
    assert [table for table, _ in await log.find_unchanged("", 11)] == ["a", "b"]
    assert await log.count_tables() == 4
    await log.remove_table("a")
    await log.remove_table("unknown")
    assert await log.count_tables() == 3
    assert await log.read("a") == []
    assert await log.find_listings(person="a") == []
    assert len(await log.find_listings(person="paul")) == len(await log.read("b")) + 1 == 3
    assert await log.tables() == ["b", "c", "d"]
    await log.close()


@in_loop
async def test_people(open_log: OpenLog) -> None:
    """A person is found by the hash of a secret, is forgotten when told to, or when not seen for long."""
    log = await open_log()
    secret, other = sha256(b"1").digest(), sha256(b"2").digest()
    assert await log.last_visit() is None
    await log.add_person("p1", secret, 100)
    assert await log.last_visit() == 100
    assert await log.find_person(secret) == PersonRow("p1", secret, 100, 100).seal()
    assert await log.find_person(other) is None
    for name, taken in (("p1", other), ("p2", secret)):
        with pytest.raises(Conflict) as caught:
            await log.add_person(name, taken, 100)
        assert caught.value.code == "conflict-person"
    await log.add_person("p2", other, 150)
    assert await log.count_people() == 2
    assert await log.check_quickly() == []
    await log.touch_person("p1", 300)
    await log.touch_person("p1", 200)
    await log.touch_person("nobody", 200)
    assert await log.find_person(secret) == PersonRow("p1", secret, 100, 300).seal()
    assert await log.last_visit() == 300
    assert await log.forget_unseen(150) == 0
    assert await log.forget_unseen(300) == 1
    assert await log.find_person(other) is None
    await log.replace_secret("p1", other)
    assert await log.find_person(secret) is None
    assert await log.find_person(other) == PersonRow("p1", other, 100, 300).seal()
    await log.forget_person("p1")
    await log.forget_person("p1")
    assert await log.find_person(secret) is None
    await log.close()


@in_loop
async def test_a_snapshot_does_not_move(open_log: OpenLog) -> None:
    """What is read from a snapshot is as of its beginning, while others go on writing."""
    log = await open_log()
    there = rows("t", b"a")
    await log.append("t", there, Listing(True, ("Paul",), b"", 1))
    await log.add_person("p1", bytes(32), 1)
    async with log.open_snapshot() as snapshot:
        await log.append("t", rows("t", b"b", before=there), Listing(False, (), b"", 2))
        await log.append("u", rows("u", b"a"))
        await log.forget_person("p1")
        assert await snapshot.tables() == ["t"]
        listing = Listing(True, ("Paul",), b"", 1)
        assert await snapshot.read_tables(["t", "u"]) == [Append("t", there, listing), Append("u", [])]
        assert await snapshot.people() == [PersonRow("p1", bytes(32), 1, 1).seal()]
    async with log.open_snapshot() as snapshot:
        assert len((await snapshot.read_tables(["t"]))[0].rows) == 2
        assert await snapshot.people() == []
    await log.close()


@in_loop
async def test_close_finishes_what_was_begun(open_log: OpenLog) -> None:
    """Appends asked for before closing are written; afterwards nothing is."""
    log = await open_log()
    tables = {f"t{number}": rows(f"t{number}", b"x") for number in range(50)}
    begun = [asyncio.ensure_future(log.append(table, new)) for table, new in tables.items()]
    await asyncio.sleep(0)
    await log.close()
    async with asyncio.timeout(60):
        await asyncio.gather(*begun)
    for late in (log.append("late", rows("late", b"x")), log.read("t1"), log.add_person("p", bytes(32), 1)):
        with pytest.raises(StorageFailed):
            await late
    await log.close()
    log = await open_log()
    assert await log.tables() == sorted(tables)
    await log.close()


@in_loop
async def test_one_who_goes_away(open_log: OpenLog) -> None:
    """A cancelled append harms neither the store nor those who are committed with it."""
    log = await open_log()
    begun = [asyncio.ensure_future(log.append(f"t{number}", rows(f"t{number}", b"x"))) for number in range(20)]
    await asyncio.sleep(0)
    for task in begun[::2]:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
    await log.append("last", rows("last", b"x"))
    assert {f"t{number}" for number in range(1, 20, 2)} <= set(await log.tables())
    await log.close()


@in_loop
async def test_a_value_that_cannot_be_kept(open_log: OpenLog) -> None:
    """Somebody's impossible value is somebody's own error."""
    log = await open_log()
    results = await asyncio.gather(
        log.append("good", rows("good", b"x")),
        log.append("bad", [StoredEntry(2**70, b"x", START)]),
        log.append("fine", rows("fine", b"x")),
        return_exceptions=True,
    )
    assert [isinstance(result, Exception) for result in results] == [False, True, False]
    assert await log.tables() == ["fine", "good"]
    await log.close()


@in_loop
async def test_a_store_can_be_tried(open_log: OpenLog) -> None:
    """It writes something that changes nothing."""
    log = await open_log()
    await log.probe()
    assert await log.tables() == []
    await log.close()


def test_the_chain_finds_every_change() -> None:
    """Any entry changed, removed, doubled, moved to another place or another table breaks the chain."""
    good = rows("t", *(b"%d" % number for number in range(6)))
    assert verify_chain("t", good) == good[-1].digest
    assert verify_chain("t", good[3:], after=3, previous=good[2].digest) == good[-1].digest
    assert verify_chain("t", []) == START
    dice = Random(1)
    for _ in range(50):
        place = dice.randrange(6)
        row = good[place]
        for bad in (
            [*good[:place], replace(row, data=row.data + b"!"), *good[place + 1 :]],
            [*good[:place], replace(row, digest=bytes(32)), *good[place + 1 :]],
            [*good[:place], replace(row, seq=row.seq + 6), *good[place + 1 :]],
            [*good[:place], row, *good[place:]],
            [*good[:place], *rows("t", b"forged", before=good[:place]), *good[place + 1 :]] if place < 5 else good[1:],
        ):
            with pytest.raises(DamagedLog):
                verify_chain("t", bad)
    with pytest.raises(DamagedLog) as caught:
        verify_chain("u", good)
    assert (caught.value.code, caught.value.message.values["seq"]) == ("log-digest", 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_have_words(language: str) -> None:
    """What a player may read names no path and no address."""
    errors: list[ReihumError] = [
        Conflict("conflict", table="t", seq=3),
        Conflict("conflict-person"),
        StorageFailed("storage", detail="disk I/O error"),
        StorageFailed("storage-full"),
        StorageFailed("storage-away"),
        StorageFailed("storage-closed"),
        DamagedLog("log-gap", table="t", expected=3, got=4),
        DamagedLog("log-digest", table="t", seq=3),
    ]
    for error in errors:
        text = Texts(language).message(error.message)
        assert "{" not in text
        assert not text.startswith("error.")

"""Corruptions: bits and pages of a store change on the disk. `reihum check` must find it, or nothing may be lost."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from msgspec import Struct

from house import house as open_house
from house import play_out
from reihum.errors import ReihumError
from reihum.store.backup import check
from reihum.store.log import PersonRow, StorageFailed
from reihum.store.sqlite import SqliteLog, open_snapshot
from reihum.tables.chain import StoredEntry
from reihum.tables.listings import Listing
from tools.campaigns.campaign import Campaign, Trial

TRIAL_CORRUPTIONS = 20
PAGE_BYTES = 4096
TABLE_GAMES = ("junior", "hoechste-karte", "ratefix", "zweikampf")
LAST_ENTRIES = 2
WAL_SHARE = 0.2
"""The share of the corruptions that hit the write-ahead log."""


class Contents(Struct):
    """Everything in a store: the entries and the listing of every table, all people, and the tables of each."""

    rows: dict[str, list[StoredEntry]]
    listings: dict[str, Listing | None]
    people: list[PersonRow]
    tables: dict[str, list[str]]


def flip_bit(raw: bytearray, dice: Random) -> None:
    """Flip one bit."""
    raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)


def overwrite_bytes(raw: bytearray, dice: Random) -> None:
    """Overwrite a few bytes."""
    start, size = dice.randrange(len(raw)), dice.randint(1, 64)
    raw[start : start + size] = dice.randbytes(len(raw[start : start + size]))


def clear_page(raw: bytearray, dice: Random) -> None:
    """Fill a page with zeros."""
    start = draw_page(raw, dice)
    raw[start : start + PAGE_BYTES] = bytes(len(raw[start : start + PAGE_BYTES]))


def swap_pages(raw: bytearray, dice: Random) -> None:
    """Exchange two pages."""
    one, other = draw_page(raw, dice), draw_page(raw, dice)
    first, second = raw[one : one + PAGE_BYTES], raw[other : other + PAGE_BYTES]
    raw[one : one + PAGE_BYTES], raw[other : other + PAGE_BYTES] = second, first


def truncate(raw: bytearray, dice: Random) -> None:
    """Cut the end off."""
    del raw[dice.randrange(len(raw)) :]


def draw_page(raw: bytearray, dice: Random) -> int:
    """Where some page begins."""
    return PAGE_BYTES * dice.randrange(max(1, len(raw) // PAGE_BYTES))


KINDS: tuple[Callable[[bytearray, Random], None], ...] = (
    flip_bit,
    flip_bit,
    overwrite_bytes,
    clear_page,
    swap_pages,
    truncate,
)


@cache
def make_store() -> tuple[Path, Contents]:
    """Make a store with a circle and some tables, as a crash leaves it: its last entries are in the WAL alone. Returns
    the file and what it holds."""
    folder = Path(tempfile.mkdtemp(prefix="campaign-damage-store-"))
    asyncio.run(_fill_store(folder))
    return folder / "store.sqlite", asyncio.run(read_contents(folder / "store.sqlite"))


async def _fill_store(folder: Path) -> None:
    there = await open_house()
    founder = await there.guest()
    await there.host.circles.found(founder.id, "Paul", "Friday")
    for game in TABLE_GAMES:
        paul, tessa = await there.guest(), await there.guest()
        await play_out(await there.table(paul, tessa, game=game))
    path = folder / "open.sqlite"
    log = await SqliteLog.open(path)
    for person in there.log.people.values():
        await log.add_person(person.id, person.secret_hash, person.made_ms)
    for table, rows in there.log.rows.items():
        await log.append(table, rows[:-LAST_ENTRIES])
    await log.close()  # moves everything to the main file
    log = await SqliteLog.open(path)
    for table, rows in there.log.rows.items():
        await log.append(table, rows[-LAST_ENTRIES:], there.log.listings.get(table))
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", folder / f"store.sqlite{end}")
    await log.close()


async def read_contents(path: Path) -> Contents:
    """Everything in a store."""
    async with open_snapshot(path) as source:
        found = await source.read_tables(await source.tables())
        people = await source.people()
        return Contents(
            {each.table: list(each.rows) for each in found},
            {each.table: each.listing for each in found},
            people,
            {row.id: [table for table, _ in await source.find_listings(person=row.id)] for row in people},
        )


async def corrupt(folder: Path, dice: Random, store: Path, before: Contents) -> str:
    """Corrupt a copy of the store and look at it; returns how it ended. Raises an error if something was lost and
    nothing was found."""
    in_wal = dice.random() < WAL_SHARE
    for end in ("", "-wal"):
        shutil.copy(f"{store}{end}", folder / f"store.sqlite{end}")
    path = folder / "store.sqlite"
    hit = Path(f"{path}-wal") if in_wal else path
    raw = bytearray(hit.read_bytes())
    dice.choice(KINDS)(raw, dice)
    hit.write_bytes(raw)
    Path(f"{path}-shm").unlink(missing_ok=True)
    if await is_found(path):
        return "found"
    after = await read_contents(path)
    if after == before:
        return "harmless"
    assert in_wal, f"lost and not found: {describe_loss(before, after)}"
    assert is_earlier(after, before), "neither whole nor an earlier moment"
    return "back to an earlier commit"


async def is_found(path: Path) -> bool:
    """Whether the check of a store finds something."""
    try:
        async with open_snapshot(path) as source:
            report = await check(source)
    except (StorageFailed, ReihumError):
        return True
    return bool(report.damaged or report.listings)


def is_earlier(after: Contents, before: Contents) -> bool:
    """Whether every table holds the beginning of what it held."""
    return all(rows == before.rows.get(table, [])[: len(rows)] for table, rows in after.rows.items())


def describe_loss(before: Contents, after: Contents) -> list[str]:
    """What is not the same."""
    return [
        f"{name} of {key}: {one.get(key)} is now {other.get(key)}"
        for name, one, other in (
            ("entries", before.rows, after.rows),
            ("listing", before.listings, after.listings),
            ("person", {row.id: row for row in before.people}, {row.id: row for row in after.people}),
            ("tables", before.tables, after.tables),
        )
        for key in {*one, *other}
        if one.get(key) != other.get(key)
    ]


def run(trial: Trial) -> None:
    """Corrupt a store again and again."""
    store, contents = make_store()
    for number in range(TRIAL_CORRUPTIONS):
        folder = trial.folder / str(number)
        folder.mkdir()
        trial.count(asyncio.run(corrupt(folder, trial.dice, store, contents)))
        trial.count("corruptions")
        shutil.rmtree(folder)


DAMAGE = Campaign(
    "damage",
    "corruptions",
    1_000,
    "`reihum check` finds it, or the store is as before; damage to the WAL alone may also bring back an earlier commit",
    run,
)

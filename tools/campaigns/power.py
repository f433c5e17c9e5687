"""Power cuts: several tables play on one SQLite store, and the power fails in the middle of a write or a sync."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

from chains import rows
from disk import Disk
from reihum.store.log import StorageFailed
from reihum.store.sqlite import SqliteLog
from reihum.tables.chain import StoredEntry, verify_chain
from reihum.tables.listings import Listing
from tools.campaigns.campaign import Campaign, Trial

TABLES = [f"t{number}" for number in range(5)]
TRIAL_CUTS = 25
MAX_WRITES = 60
"""A cut comes after fewer writes and syncs than this."""

OPENING_SHARE, MAX_OPENING_WRITES = 0.2, 14
"""This share of the cuts comes while the store is opened: made, or mended after the cut before."""


class CutStore:
    """A store through many power cuts, and what was acknowledged. ``moments`` counts what the cuts interrupted."""

    def __init__(self, folder: Path, dice: Random, synchronous: str = "FULL") -> None:
        self._dice = dice
        self._folder = folder
        self._synchronous = synchronous
        self._cuts = 0
        self.moments: Counter[str] = Counter()
        self.acknowledged = 0
        self._known: dict[str, list[StoredEntry]] = {table: [] for table in TABLES}
        """What each table has for certain: read after a cut, or acknowledged since."""
        self._path.parent.mkdir()

    async def play_until_cut(self) -> None:
        """Play until the power is cut somewhere in the middle of a write or a sync."""
        disk, log = Disk(), None
        if self._dice.random() < OPENING_SHARE:
            disk.limit = self._dice.randrange(MAX_OPENING_WRITES)
        try:
            log = await SqliteLog.open(self._path, connect=disk.connect, synchronous=self._synchronous)
            disk.limit = self._dice.randrange(MAX_WRITES) if disk.limit is None else disk.limit
            await asyncio.gather(*(self._play(log, table) for table in TABLES))
        except StorageFailed:
            assert disk.failed
        self.moments[disk.failed or "no write"] += 1
        self._cuts += 1
        self._path.parent.mkdir()
        disk.cut(self._dice, self._path.parent)
        if log is not None:
            await log.close()

    @property
    def _path(self) -> Path:
        return self._folder / str(self._cuts) / "store.sqlite"

    async def _play(self, log: SqliteLog, table: str) -> None:
        for _ in range(100):
            new = rows(table, *[self._dice.randbytes(200)] * self._dice.randint(1, 3), before=self._known[table])
            try:
                await log.append(table, new, Listing(True, ("Paul",), b"%d" % new[-1].seq, new[-1].seq))
            except StorageFailed:
                return
            self._known[table] += new
            self.acknowledged += len(new)

    async def find_losses(self) -> list[str]:
        """The tables that lack something acknowledged; the store goes on with what is there."""
        log = await SqliteLog.open(self._path)
        missing = []
        for table in TABLES:
            found = await log.read(table)
            verify_chain(table, found)
            if found[: len(self._known[table])] != self._known[table]:
                missing.append(table)
            self._known[table] = found
        for table, listing in await log.find_listings():
            assert listing.data == b"%d" % len(self._known[table]), "a listing without its entries"
        await log.close()
        return missing


def run(trial: Trial) -> None:
    """Cut the power of one store again and again."""
    asyncio.run(_cut(trial))


async def _cut(trial: Trial) -> None:
    store = CutStore(trial.folder, trial.dice)
    for _ in range(TRIAL_CUTS):
        await store.play_until_cut()
        missing = await store.find_losses()
        assert missing == [], f"acknowledged entries are missing: {missing}"
        trial.count("cuts")
    trial.count("acknowledged entries", store.acknowledged)
    for moment, times in store.moments.items():
        trial.count(f"at {moment}s", times)


POWER = Campaign(
    "power",
    "cuts",
    10_000,
    "every acknowledged entry and its listing is there, every append whole or absent, the hash chain holds",
    run,
)

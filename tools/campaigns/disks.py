"""Full disks: a server process cannot write for a while. Nothing false is acknowledged, and it goes on afterwards.

Half of the disks are full because a small file system of their own (tmpfs) has no space left. The others have a limit
on the size of a file, at a random byte, so that a write may succeed in part.
"""

from __future__ import annotations

import asyncio
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from devices import Devices, compare, make_devices
from tools.campaigns.campaign import Campaign, Trial
from tools.campaigns.servers import Fault, start_server
from waiting import wait_until

TABLES = 10
MOVES = 60
"""How many moves are acknowledged before and after."""

DISK_BYTES, BLOCK_BYTES = 8_000_000, 4096
REFUSALS = 20
CODES = {"storage", "storage-full"}


@contextmanager
def mount_disk(folder: Path) -> Iterator[None]:
    """Mount a small file system in a folder; this needs a root user."""
    subprocess.run(["/bin/mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["/bin/umount", "--lazy", str(folder)], check=True)


@contextmanager
def fill_disk(folder: Path, dice: Random) -> Iterator[None]:
    """Fill a small file system, all of it or all but a few blocks."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(BLOCK_BYTES)) == BLOCK_BYTES:
                pass
        file.truncate(file.tell() - dice.randrange(5) * BLOCK_BYTES)
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def limit_files(store: Path, process: int, dice: Random, most: int = 0) -> Iterator[None]:
    """Let a process write no file further than some byte: one up to the end of its write-ahead log, or ``most``."""
    size = most or Path(f"{store}-wal").stat().st_size
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (dice.randint(1, size), hard))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


async def play_on_full_disk(store: Path, dice: Random, is_mounted: bool, fault: Fault | None = None) -> Devices:
    """Let devices play on a server that cannot write for a while."""
    with start_server(store, fault) as (server, address):
        assert server.pid is not None
        devices = await make_devices(address, TABLES)
        over = asyncio.Event()
        playing = asyncio.create_task(devices.play(address, over.is_set))
        await wait_until(lambda: count_written(devices) >= MOVES)
        full = fill_disk(store.parent, dice) if is_mounted else limit_files(store, server.pid, dice)
        with full:
            await wait_until(lambda: all(device.refused for device in devices.devices))
            refused = count_refusals(devices)
            await wait_until(lambda: count_refusals(devices) > refused + REFUSALS)
            assert {code for device in devices.devices for code in device.refused} <= CODES
        before = count_written(devices)
        await wait_until(lambda: count_written(devices) >= before + MOVES)
        over.set()
        await playing
    return devices


def count_written(devices: Devices) -> int:
    """How many commands that leave something in the log were acknowledged."""
    return sum(len(device.acknowledged.keys() - device.looked) for device in devices.devices)


def count_refusals(devices: Devices) -> int:
    """How many commands were refused."""
    return sum(len(device.refused) for device in devices.devices)


def run(trial: Trial) -> None:
    """Fill one disk."""
    is_mounted = trial.number % 2 == 0
    store = trial.folder / "disk" / "tables.sqlite"
    store.parent.mkdir()
    if is_mounted:
        with mount_disk(store.parent):
            devices = _play_and_compare(store, trial.dice, is_mounted)
    else:
        devices = _play_and_compare(store, trial.dice, is_mounted)
    trial.count("full disks")
    trial.count("file systems without space" if is_mounted else "limited files")
    trial.count("acknowledged moves", count_written(devices))
    trial.count("refused moves", count_refusals(devices))


def _play_and_compare(store: Path, dice: Random, is_mounted: bool) -> Devices:
    devices = asyncio.run(play_on_full_disk(store, dice, is_mounted))
    asyncio.run(compare(store, devices))
    return devices


DISKS = Campaign(
    "disks",
    "full disks",
    100,
    "clients are told; what was acknowledged is in the log, what was refused is not; play goes on with space again",
    run,
)

"""Scheduled backups: the server starts ``reihum backup`` from time to time, keeps the newest files, notes failures."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from reihum.host.clock import Clock
from reihum.server.metrics import Metrics
from reihum.store.location import Location

NAME = "reihum-%Y%m%d-%H%M%S.sqlite"
MAIN = "import sys; from reihum.cli import main; sys.exit(main())"
RETRY_SECONDS = 900.0
"""The time after a backup that has failed until the next try."""

_log = logging.getLogger("reihum.server")

WriteBackup: TypeAlias = Callable[[Path], Awaitable[str]]
"""Writes a backup to a new file and verifies it; returns why that failed, or an empty text."""


class BackupSchedule:
    """Writes a backup when the newest one in the folder is older than ``hours``, and keeps the newest ``keep``."""

    def __init__(self, folder: Path, hours: int, keep: int, clock: Clock, metrics: Metrics, write: WriteBackup) -> None:
        self.failed = ""
        """Why the last backup failed; empty if it did not."""
        self._folder = folder
        self._seconds = hours * 3600
        self._keep = keep
        self._clock = clock
        self._metrics = metrics
        self._write = write

    async def run(self) -> None:
        """Write backups when they are due, forever."""
        while True:
            await self._clock.sleep(await asyncio.to_thread(self.find_wait))
            await self.back_up()
            if self.failed:
                await self._clock.sleep(min(RETRY_SECONDS, self._seconds))

    async def back_up(self) -> None:
        """Write a backup and verify it. Old ones go only after a new one is sound."""
        now, begun = self._clock.now(), self._clock.monotonic()
        file = self._folder / datetime.fromtimestamp(now / 1000, UTC).strftime(NAME)
        try:
            await asyncio.to_thread(self._prepare)
            self.failed = await self._write(file)
            if not self.failed:
                await asyncio.to_thread(self._remove_old)
        except OSError as error:
            self.failed = error.strerror or str(error)
        self._metrics.backups.labels("failed" if self.failed else "done").inc()
        if self.failed:
            _log.error("The backup has failed: %s", self.failed)
        else:
            self._metrics.backup_time.set(now / 1000)
            _log.info("A backup was written and verified in %.1f seconds", self._clock.monotonic() - begun)

    def _prepare(self) -> None:
        """Make the folder, and remove what a backup that was interrupted has left."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for part in self._folder.glob(".reihum-*.part*"):
            part.unlink(missing_ok=True)

    def find_wait(self) -> float:
        """How many seconds are left until the next backup is due."""
        made = [time.timestamp() for time, _ in self._list()]
        if made:
            self._metrics.backup_time.set(max(made))
        return max(0.0, max(made) + self._seconds - self._clock.now() / 1000) if made else 0.0

    def _remove_old(self) -> None:
        for _, file in self._list()[: -self._keep] if self._keep else ():
            file.unlink(missing_ok=True)

    def _list(self) -> list[tuple[datetime, Path]]:
        """The times and files of all backups, the oldest first. If the folder cannot be read, writing tells why."""
        found = []
        with suppress(OSError):
            for file in self._folder.iterdir():
                with suppress(ValueError):  # another file
                    found.append((datetime.strptime(file.name, NAME).replace(tzinfo=UTC), file))
        return sorted(found)


def make_writer(location: Location) -> WriteBackup:
    """Let another process write backups of this store, so that nobody at a table waits for it. It gets the address of a
    database by its environment, where other users of the machine cannot read it."""

    async def write(file: Path) -> str:
        store = {"REIHUM_DATABASE": location.database} if location.database else {"REIHUM_DATA": str(location.path)}
        kept = {name: value for name, value in os.environ.items() if name not in ("REIHUM_DATA", "REIHUM_DATABASE")}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            MAIN,
            "backup",
            str(file),
            "--lang",
            "en",
            env=kept | store,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, errors = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        said = errors.decode(errors="replace").strip().splitlines()
        return (said[-1] if said else f"exit status {process.returncode}") if process.returncode else ""

    return write

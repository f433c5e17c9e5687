"""``reihum backup``, ``restore``, ``check`` and ``compact``: a store in one file, back again, sound and small."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.text import Text

from reihum.cli.arguments import BackupArguments, CheckArguments, CompactArguments, RestoreArguments
from reihum.cli.files import BadFile
from reihum.cli.screen import Screen
from reihum.errors import BadOption
from reihum.store import backup as backups
from reihum.store.backup import BackupReport, Progress
from reihum.store.location import Location
from reihum.tables.chain import DamagedLog


def locate_store(data: str | None, database: str | None) -> Location:
    """Find the store: by the flags, else by the environment, else the usual one."""
    if data and database:
        raise BadOption("storage-two")
    if not data and not database:
        data, database = os.environ.get("REIHUM_DATA"), os.environ.get("REIHUM_DATABASE")
    return Location(data or "", database or "")


def backup(screen: Screen, arguments: BackupArguments) -> None:
    """Write a backup, and say what it holds."""
    file, location = arguments.file, locate_store(arguments.data, arguments.database)
    with _show_progress(screen, "cli.backup.running") as progress:
        report = asyncio.run(_backup(file, location, progress))
    _print_done(screen, "cli.backup.done", report, place=str(location), file=str(file))
    if count := _print_damage(screen, report):
        raise DamagedLog("backup-damaged", count=count)


async def _backup(file: Path, location: Location, progress: Progress) -> BackupReport:
    async with location.open_snapshot() as source:
        return await backups.backup(source, file, progress=progress)


def check(screen: Screen, arguments: CheckArguments) -> None:
    """Check every table of a store, and say what is damaged."""
    location = locate_store(arguments.data, arguments.database)
    with _show_progress(screen, "cli.check.running") as progress:
        report = asyncio.run(_check(location, progress))
    for table in report.listings:
        screen.out.print(Text("✗ ", style="bold red").append(screen.text("cli.check.listing", table=table)))
    count = _print_damage(screen, report) + len(report.listings)
    if count:
        raise DamagedLog("check-damaged", count=count)
    _print_done(screen, "cli.check.done", report, place=str(location))


async def _check(location: Location, progress: Progress) -> BackupReport:
    async with location.open_snapshot() as source:
        return await backups.check(source, progress=progress)


def compact(screen: Screen, arguments: CompactArguments) -> None:
    """Make a store as small as what it holds, and say how small that is."""
    location = locate_store(arguments.data, arguments.database)
    before, after = (f"{size / 1e6:.1f}" for size in asyncio.run(location.compact()))
    sentence = screen.text("cli.compact.done", place=str(location), before=before, after=after)
    screen.out.print(Text("✓ ", style="bold green").append(sentence, style="green"), soft_wrap=True)


def restore(screen: Screen, arguments: RestoreArguments) -> None:
    """Put a backup into an empty store, and say what the store holds now."""
    file, location = arguments.file, locate_store(arguments.data, arguments.database)
    skip_damaged = arguments.skip_damaged
    if not file.exists():
        raise BadFile("cli.missing", file=str(file))
    with _show_progress(screen, "cli.restore.running") as progress:
        report = asyncio.run(_restore(file, location, progress, skip_damaged))
    if skip_damaged or not report.damaged:
        _print_done(screen, "cli.restore.done", report, place=str(location), file=str(file))
    if count := _print_damage(screen, report):
        raise DamagedLog("restore-skipped" if skip_damaged else "restore-damaged", count=count)


async def _restore(file: Path, location: Location, progress: Progress, skip_damaged: bool) -> BackupReport:
    if not location.database:
        return await backups.restore_file(file, location.path, progress=progress, skip_damaged=skip_damaged)
    log = await location.open()
    try:
        return await backups.restore(file, log, progress=progress, skip_damaged=skip_damaged)
    finally:
        await log.close()


@contextmanager
def _show_progress(screen: Screen, key: str) -> Iterator[Progress]:
    """Show a bar if the error channel is a terminal."""
    if not screen.errors.is_terminal:
        yield backups.ignore_progress
        return
    from rich.progress import Progress as Bars

    with Bars(console=screen.errors, transient=True) as bars:
        bar = bars.add_task(screen.text(key), total=None)
        yield lambda done, total: bars.update(bar, completed=done, total=total)


def _print_done(screen: Screen, key: str, report: BackupReport, **values: Any) -> None:
    counts = {"tables": report.tables, "entries": report.entries, "people": report.people}
    sentence = screen.text(key, **values, **counts)
    screen.out.print(Text("✓ ", style="bold green").append(sentence, style="green"), soft_wrap=True)


def _print_damage(screen: Screen, report: BackupReport) -> int:
    """Print and count what is damaged."""
    for damage in report.damaged:
        name = "" if damage.id in damage.message.values.values() else f"{damage.id}: "
        sentence = name + screen.texts.message(damage.message)
        screen.out.print(Text("✗ ", style="bold red").append(sentence), soft_wrap=True)
    return len(report.damaged)

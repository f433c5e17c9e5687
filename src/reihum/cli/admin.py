"""``reihum admin``: what the operator of a server can do, whether or not the server runs."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from reihum.cli import arguments
from reihum.cli.backup import locate_store
from reihum.cli.files import BadFile
from reihum.cli.screen import Screen
from reihum.host.admin import AdminCommand, BadAdminCommand
from reihum.host.admin_socket import send_command
from reihum.host.host import Host
from reihum.store.location import Location
from reihum.store.log import LogSnapshot, StorageFailed, walk_listings
from reihum.tables.admin_log import ADMIN_LOG, AdminAction, AdminLog, read_entries
from reihum.tables.chain import StoredEntry
from reihum.tables.circles import Circle
from reihum.tables.keys import CIRCLE, PUSH, TABLE
from reihum.tables.listings import Listing, read_summary
from reihum.tables.table import load_table


def find_user() -> str:
    """The user of the operating system who gives a command, also behind sudo."""
    try:
        from pwd import getpwuid

        name = getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):  # Windows; a container without a list of users
        name = os.environ.get("USERNAME") or (str(os.getuid()) if hasattr(os, "getuid") else "–")
    return f"{os.environ['SUDO_USER']} ({name})" if os.environ.get("SUDO_USER") else name


# --- actions ---


def close(screen: Screen, given: arguments.AdminTableArguments) -> None:
    """End a table for its players."""
    _perform(screen, given, "close", given.table)


def hide(screen: Screen, given: arguments.AdminTableArguments) -> None:
    """Take a table from the list of open tables."""
    _perform(screen, given, "hide", given.table)


def show(screen: Screen, given: arguments.AdminTableArguments) -> None:
    """Put a hidden table back into the list."""
    _perform(screen, given, "show", given.table)


def delete(screen: Screen, given: arguments.AdminDeleteArguments) -> None:
    """Remove a table or a person for ever."""
    if not given.yes:
        raise BadAdminCommand("admin-yes", target=given.target)
    _perform(screen, given, "delete", given.target)


def ban(screen: Screen, given: arguments.AdminBanArguments) -> None:
    """Refuse an address for a time."""
    _perform(screen, given, "ban", given.network, seconds=given.hours * 3600)


def unban(screen: Screen, given: arguments.AdminUnbanArguments) -> None:
    """End a ban."""
    _perform(screen, given, "unban", given.network)


def announce(screen: Screen, given: arguments.AdminAnnounceArguments) -> None:
    """Show a banner on all pages."""
    _perform(screen, given, "announce", seconds=given.minutes * 60, text=given.text or "")


def _perform(
    screen: Screen, given: arguments.StoreArguments, action: AdminAction, target: str = "", **how: Any
) -> None:
    command = AdminCommand(action=action, by=find_user(), target=target, **how)
    asyncio.run(_send(locate_store(given.data, given.database), command))
    screen.say(f"cli.admin.{action}.done", whole=True, target=target)


async def _send(location: Location, command: AdminCommand) -> None:
    """Carry out an action: in this process, or in the server that has the file open."""
    _check_there(location)
    try:
        log = await location.open()
    except StorageFailed as error:
        if error.code != "storage-taken":
            raise
        await send_command(location.path.resolve(), command)
        return
    host = Host(log, alone=not location.database)
    try:
        await host.admin.refresh()
        await host.admin.perform(command)
    finally:
        await host.close()


def _check_there(location: Location) -> None:
    """Refuse a file that does not exist: opening it would make a new store."""
    if not location.database and not location.path.exists():
        raise BadFile("cli.missing", file=str(location.path))


# --- reading ---


def list_store(screen: Screen, given: arguments.AdminListArguments) -> None:
    """Print the tables, the people or the bans of a store."""
    readers = {"tables": _read_tables, "people": _read_people, "bans": _read_bans}
    if given.names and given.what != "tables":
        raise BadAdminCommand("admin-names")
    _print_rows(screen, f"cli.admin.list.{given.what}", asyncio.run(_read(given, readers[given.what])))


def audit(screen: Screen, given: arguments.AdminAuditArguments) -> None:
    """Print what was done, when and by whom."""
    _print_rows(screen, "cli.admin.audit", asyncio.run(_read(given, _read_audit)))


async def _read(given: Any, read: Callable[[LogSnapshot, Any], Any]) -> list[tuple[str, ...]]:
    async with _open_snapshot(given) as source:
        return list(await read(source, given))


@asynccontextmanager
async def _open_snapshot(given: arguments.StoreArguments) -> AsyncIterator[LogSnapshot]:
    location = locate_store(given.data, given.database)
    _check_there(location)
    async with location.open_snapshot() as source:
        yield source


async def _read_tables(source: LogSnapshot, given: arguments.AdminListArguments) -> list[tuple[str, ...]]:
    admin = AdminLog()
    admin.follow(await _read_rows(source, ADMIN_LOG))
    return [
        _describe_table(table, listing, table in admin.hidden, given.names)
        async for table, listing in walk_listings(source)
        if table.startswith(TABLE)
    ]


def _describe_table(table: str, listing: Listing, is_hidden: bool, names: bool) -> tuple[str, ...]:
    summary = read_summary(listing)
    state = "over" if summary.over else "playing" if summary.started else "waiting"
    place = "hidden" if is_hidden and listing.open else "open" if listing.open else "private"
    people = ", ".join(name for name in summary.seats if name) if names else str(sum(map(bool, summary.seats)))
    return table, summary.game, state, place, _format_time(listing.changed_ms), people


async def _read_people(source: LogSnapshot, _: object) -> Iterator[tuple[str, ...]]:
    people = sorted(await source.people(), key=lambda row: -row.seen_ms)
    return ((row.id, _format_time(row.made_ms), _format_time(row.seen_ms)) for row in people)


async def _read_bans(source: LogSnapshot, _: object) -> Iterator[tuple[str, ...]]:
    admin = AdminLog()
    admin.follow(await _read_rows(source, ADMIN_LOG))
    return ((network, _format_time(until)) for network, until in admin.find_bans(round(time.time() * 1000)).items())


async def _read_audit(source: LogSnapshot, _: object) -> Iterator[tuple[str, ...]]:
    entries = read_entries(await _read_rows(source, ADMIN_LOG))
    return (
        (_format_time(entry.at_ms), entry.by, entry.action, entry.target or entry.text or "–", entry.result)
        for entry in entries
    )


async def _read_rows(source: LogSnapshot, table: str) -> list[StoredEntry]:
    return [row for found in await source.read_tables([table]) for row in found.rows]


def _format_time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _print_rows(screen: Screen, key: str, rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows in columns; with tabs and without a head if the output is not a terminal."""
    if not screen.is_terminal:
        for row in rows:
            print("\t".join(row))
        return
    head = tuple(screen.text(key).split("|"))
    widths = [max(map(len, column)) + 2 for column in zip(head, *rows, strict=True)]
    for row, style in ((head, "bold"), *((row, "") for row in rows)):
        line = "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        screen.out.print(line, style=style or None, soft_wrap=True)


# --- export ---


def export(screen: Screen, given: arguments.AdminExportArguments) -> None:
    """Write everything about a table or a person into a file, a line of JSON each."""
    lines = asyncio.run(_export(given))
    _write_private(given.file, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    screen.say("cli.admin.export.done", whole=True, target=given.target, file=str(given.file))


async def _export(given: arguments.AdminExportArguments) -> list[Any]:
    if given.file.exists():
        raise BadFile("cli.taken", file=str(given.file))
    read = _export_table if given.target.startswith(TABLE) else _export_person
    async with _open_snapshot(given) as source:
        lines = [line async for line in read(source, given.target)]
    command = AdminCommand(action="export", by=find_user(), target=given.target)
    await _send(locate_store(given.data, given.database), command)
    return lines


async def _export_table(source: LogSnapshot, table: str) -> AsyncIterator[Any]:
    rows = await _read_rows(source, table)
    if not rows:
        raise BadAdminCommand("unknown-table", got=table)
    for row in rows:
        yield {"table": table, "seq": row.seq, "entry": msgspec.Raw(row.data)}


async def _export_person(source: LogSnapshot, person: str) -> AsyncIterator[Any]:
    known = [row for row in await source.people() if row.id == person]
    places = [found async for found in walk_listings(source, person)]
    places += [found async for found in walk_listings(source, PUSH + person)]
    if not known and not places:
        raise BadAdminCommand("admin-unknown-person", got=person)
    for row in known:
        yield {"person": person, "made": row.made_ms, "seen": row.seen_ms}
    for place, listing in places:
        if place.startswith(PUSH):
            yield {"device": msgspec.Raw(listing.data)}
        elif place.startswith(CIRCLE):
            circle = Circle(place)
            circle.follow(await _read_rows(source, place))
            yield {"circle": place, "name": circle.people.get(person, "")}
        else:
            table = load_table(place, await _read_rows(source, place))
            seats = table.seats_of(person)
            yield {
                "table": place,
                "game": table.settings.game,
                "name": table.people.get(person, ""),
                "seats": seats,
                "changed": listing.changed_ms,
            }


def _write_private(file: Path, content: bytes) -> None:
    """Write a new file that only its owner can read."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(content)
    except OSError as error:
        with suppress(OSError):
            file.unlink()
        raise BadFile("cli.write", file=str(file), detail=error.strerror) from None

"""What the operator can do to a store: close, hide, show, export or delete, ban addresses, announce a restart.

Every action is written into a log of its own (``reihum.tables.admin_log``). All processes of a store read it, so an
action may be carried out by any of them, or by a program that opens the store while no server runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv6Network, ip_network
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from reihum.errors import ReihumError
from reihum.store.log import Conflict, walk_listings
from reihum.tables.admin_log import ADMIN_LOG, BEGUN, AdminAction, AdminEntry, AdminLog
from reihum.tables.decisions import close_table
from reihum.tables.keys import CIRCLE, PUSH, TABLE, TRANSFER

if TYPE_CHECKING:
    from reihum.host.host import Host

MAX_TEXT_LENGTH = 300
"""The length of an announcement."""

SETTLE_SECONDS = 1.0
"""How long other processes have to drop a closed table before it is removed."""


class BadAdminCommand(ReihumError):
    """The operator has asked for something that cannot be done."""


class AdminCommand(Struct, frozen=True, kw_only=True):
    """An action that the operator asks for. ``by`` is the user of the operating system; a ban or an announcement ends
    after ``seconds``."""

    action: AdminAction
    by: str
    target: str = ""
    seconds: int = 0
    text: str = ""


class Admin:
    """Carries out the operator's actions, and knows what is in force."""

    def __init__(self, host: Host) -> None:
        self.state = AdminLog()
        self.on_ban: Callable[[], None] = lambda: None
        """Called when somebody is banned, to end connections."""
        self._host = host
        self._reading = asyncio.Lock()

    async def refresh(self) -> None:
        """Read what was added to the log, and do what it says."""
        async with self._reading:
            for entry in self.state.follow(await self._host.log.read(ADMIN_LOG, self.state.seq)):
                await self._obey(entry)

    async def perform(self, command: AdminCommand) -> AdminEntry:
        """Carry out an action; returns what was written about it. A refusal is written, too."""
        entry = AdminEntry(
            at_ms=self._host.clock.now(),
            action=command.action,
            by=command.by[:MAX_TEXT_LENGTH],
            target=command.target[:MAX_TEXT_LENGTH],
        )
        try:
            entry = _complete(entry, command)
            await self._carry_out(entry)
        except ReihumError as error:
            await self._note(replace(entry, result=error.code))
            raise
        return await self._note(entry)

    async def _note(self, entry: AdminEntry) -> AdminEntry:
        """Write an entry; try again if another process was faster."""
        while True:
            with suppress(Conflict):
                await self._host.log.append(ADMIN_LOG, self.state.make_rows(entry))
                await self.refresh()
                return entry
            await self.refresh()

    async def _carry_out(self, entry: AdminEntry) -> None:
        """Do what is not done by the entry itself."""
        match entry.action:
            case "close":
                await self._close(entry.target)
            case "hide" | "show":
                await self._host.room(entry.target)  # an error if there is no such table
            case "delete" if entry.target.startswith(TABLE):
                await self._delete_table(entry)
            case "delete":
                await self._delete_person(entry)
            case "unban" if entry.target not in self.state.find_bans(self._host.clock.now()):
                raise BadAdminCommand("admin-not-banned", got=entry.target)

    async def _obey(self, entry: AdminEntry) -> None:
        """Do in this process what an entry wants of all of them."""
        if entry.action == "delete":
            if entry.target in self._host.rooms:
                await self._host.drop_room(entry.target)
            self._host.dismiss(entry.target)
        elif entry.action == "ban":
            self.on_ban()

    async def _close(self, table: str) -> None:
        await (await self._host.room(table)).carry_out(close_table)

    async def _delete_table(self, entry: AdminEntry) -> None:
        """Close a table, so that nobody writes to it any more, let all processes drop it, and remove it."""
        await self._close(entry.target)
        await self._note(replace(entry, result=BEGUN))
        if not self._host.services.alone:
            await self._host.clock.sleep(SETTLE_SECONDS)
        await self._host.log.remove_table(entry.target)

    async def _delete_person(self, entry: AdminEntry) -> None:
        """Take a person out of all tables and circles; remove their secret, devices and links to other devices."""
        person, log = entry.target, self._host.log
        listed = await self._find_listed(person)
        known = await log.forget_person(person)
        if not known and not listed:
            raise BadAdminCommand("admin-unknown-person", got=person)
        await self._note(replace(entry, result=BEGUN))
        for place in listed:
            if place.startswith(TABLE):
                await self._host.let_go(place, person)
            elif place.startswith(CIRCLE):
                await self._host.circles.leave(person, place)
            else:
                await log.remove_table(place)

    async def _find_listed(self, person: str) -> list[str]:
        """Everything in the store whose listing names a person."""
        names = (person, PUSH + person, TRANSFER + person)
        return [place for name in names async for place, _ in walk_listings(self._host.log, name)]


def _complete(entry: AdminEntry, command: AdminCommand) -> AdminEntry:
    """The entry of a command with its text, its end and its network, which are checked here."""
    if command.action in ("ban", "unban"):
        entry = replace(entry, target=parse_network(command.target))
    if command.action in ("ban", "announce"):
        text = command.text.strip()
        if len(text) > MAX_TEXT_LENGTH or not text.isprintable():
            raise BadAdminCommand("admin-text", most=MAX_TEXT_LENGTH, got=len(text))
        entry = replace(entry, until_ms=entry.at_ms + command.seconds * 1000, text=text)
    return entry


def parse_network(text: str) -> str:
    """The network that a ban is about: an address alone, or in IPv6 the 64 bits of one home.

    >>> parse_network("192.0.2.7"), parse_network("192.0.2.7/24"), parse_network("2001:db8::7")
    ('192.0.2.7/32', '192.0.2.0/24', '2001:db8::/64')
    """
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise BadAdminCommand("admin-network", got=text[:MAX_TEXT_LENGTH]) from None
    if isinstance(network, IPv6Network) and network.prefixlen > 64:
        return str(network.supernet(new_prefix=64))
    return str(network)

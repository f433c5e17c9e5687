"""The log of the operator: tables closed, hidden and deleted, bans, announcements. It says what is in force, and it is
the list of what was done and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct, field

from reihum.tables.chain import START, StoredEntry, chain_rows, verify_chain
from reihum.tables.keys import ADMIN

ADMIN_LOG = ADMIN + "log"
"""The name of the log in the store."""

AdminAction: TypeAlias = Literal["close", "hide", "show", "export", "delete", "ban", "unban", "announce"]

BEGUN, DONE = "begun", "done"
"""Results of an action. A deletion has an entry when it begins and one when it is done. Other results are the codes of
errors."""


class AdminEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One action of the operator. Times are in milliseconds since 1970. ``target`` is a table, a person or a network;
    ``by`` is the user of the operating system. A ban or an announcement ends at ``until_ms``; ``text`` is announced."""

    at_ms: int = field(name="at")
    action: AdminAction
    by: str
    target: str = ""
    until_ms: int = field(default=0, name="until")
    text: str = ""
    result: str = DONE


class AdminLog:
    """What is in force after the entries so far."""

    def __init__(self) -> None:
        self.seq = 0
        self.digest = START
        self.hidden: set[str] = set()
        """Tables that are in no list of open tables."""
        self.bans: dict[str, int] = {}
        """When the ban of each network ends."""
        self.announcement: AdminEntry | None = None

    def follow(self, rows: Iterable[StoredEntry]) -> list[AdminEntry]:
        """Apply stored entries, which must continue the hash chain; returns them."""
        rows = list(rows)
        self.digest = verify_chain(ADMIN_LOG, rows, self.seq, self.digest)
        entries = read_entries(rows)
        self.seq += len(rows)
        for entry in entries:
            if entry.result == DONE:
                self._apply(entry)
        return entries

    def _apply(self, entry: AdminEntry) -> None:
        match entry.action:
            case "hide":
                self.hidden.add(entry.target)
            case "show" | "delete":
                self.hidden.discard(entry.target)
            case "ban":
                self.bans[entry.target] = entry.until_ms
            case "unban":
                self.bans.pop(entry.target, None)
            case "announce":
                self.announcement = entry

    def make_rows(self, entry: AdminEntry) -> list[StoredEntry]:
        """The rows to store for a new entry."""
        return chain_rows(ADMIN_LOG, self.seq, self.digest, [entry])

    def find_bans(self, now_ms: int) -> dict[str, int]:
        """The networks that are banned now, and until when."""
        return {network: until for network, until in self.bans.items() if until > now_ms}

    def find_announcement(self, now_ms: int) -> AdminEntry | None:
        """What is announced now."""
        return self.announcement if self.announcement is not None and self.announcement.until_ms > now_ms else None


def read_entries(rows: Iterable[StoredEntry]) -> list[AdminEntry]:
    """The entries in these rows."""
    return [_decoder.decode(row.data) for row in rows]


_decoder = msgspec.json.Decoder(AdminEntry)

"""The hash chain over the entries of a log, and the check that none was changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from reihum.errors import ReihumError

__all__ = ["START", "DamagedLog", "StoredEntry", "chain", "verify_chain"]

START = bytes(32)
"""The digest before the first entry of every table."""


class DamagedLog(ReihumError):
    """Entries in the store are not the ones that were written: one is missing or changed."""


class StoredEntry(Struct, frozen=True):
    """An entry in the store. ``digest`` is ``chain`` over it and its predecessor."""

    seq: int
    data: bytes
    digest: bytes


def chain(previous: bytes, table: str, seq: int, data: bytes) -> bytes:
    """The digest of an entry: SHA-256 over the digest before it, the table, a zero byte, the number in decimal digits,
    a zero byte, and the data.

    >>> chain(START, "t1", 1, b"{}").hex()[:16]
    '513526fa4fcc74e8'
    """
    return sha256(b"%b%b\0%d\0%b" % (previous, table.encode(), seq, data)).digest()


def verify_chain(table: str, rows: Sequence[StoredEntry], after: int = 0, previous: bytes = START) -> bytes:
    """Follow the chain from entry ``after``, whose digest is ``previous``, and return the last digest.

    Raises ``DamagedLog`` at the first entry that is missing or changed.
    """
    for seq, row in enumerate(rows, after + 1):
        if row.seq != seq:
            raise DamagedLog("log-gap", table=table, expected=seq, got=row.seq)
        previous = chain(previous, table, seq, row.data)
        if row.digest != previous:
            raise DamagedLog("log-digest", table=table, seq=seq)
    return previous


def chain_rows(id: str, seq: int, digest: bytes, entries: Iterable[object]) -> list[StoredEntry]:
    """The rows to store for new entries after a number and a digest."""
    rows = []
    for number, entry in enumerate(entries, seq + 1):
        data = msgspec.json.encode(entry)
        digest = chain(digest, id, number, data)
        rows.append(StoredEntry(number, data, digest))
    return rows

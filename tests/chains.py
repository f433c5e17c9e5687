"""Entries for tests of stores: rows that form a true chain."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.tables.chain import START, StoredEntry, chain


def rows(table: str, *data: bytes, before: Sequence[StoredEntry] = ()) -> list[StoredEntry]:
    """The entries that hold this data, behind those that are there already."""
    made = list(before)
    for datum in data:
        seq = len(made) + 1
        made.append(StoredEntry(seq, datum, chain(made[-1].digest if made else START, table, seq, datum)))
    return made[len(before) :]

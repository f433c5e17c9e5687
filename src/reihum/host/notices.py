"""Notices: what people who are not connected should know. Somebody outside the host brings them to their devices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from reihum.tables import entries
from reihum.tables.table import Table, VisibleEntry

NoticeKind: TypeAlias = Literal["your-turn", "round", "stood-in", "rematch", "invitation"]


class Notice(Struct, frozen=True):
    """News for one person. ``place`` is the id of the table, or of the circle for an invitation."""

    person: str
    place: str
    kind: NoticeKind


def ignore_notice(notice: Notice) -> None:
    """Nobody brings notices anywhere."""


def find_notices(
    before: Table, after: Table, items: Sequence[VisibleEntry], present: Collection[str]
) -> Iterator[Notice]:
    """The notices for a table that has changed by these items, for everybody who is not ``present``: the others go on
    elsewhere; and at a table that lasts for days: it is their turn, a bot stands in for them, the round is over."""
    for item in items:
        if isinstance(item.entry, entries.FollowedEntry):
            away = [person for person in after.people if person not in present and person != item.entry.by]
            yield from (Notice(person, item.entry.table, "rematch") for person in away)
    if not after.settings.lasts_days:
        return
    replaced = {item.entry.seat for item in items if isinstance(item.entry, entries.StoodInEntry)}
    waiting = {seat for seat in after.acting_since if seat not in before.acting_since and not after.seats[seat].away}
    ended = {*range(len(after.seats))} if before.state is not None and after.state is None else set()
    kinds: tuple[tuple[NoticeKind, set[int]], ...] = (("stood-in", replaced), ("your-turn", waiting), ("round", ended))
    for kind, seats in kinds:
        people = {after.seats[seat].person for seat in seats} - {"", *present}
        yield from (Notice(person, after.id, kind) for person in sorted(people))

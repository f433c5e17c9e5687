"""What a table keeps in memory: enough for repeated commands and reconnections, and never more."""

from __future__ import annotations

import pytest

from house import Guest, House, awaited, house
from reihum.host import Room
from reihum.tables import commands, table
from reihum.tables.table import load_table


async def talked_at(home: House, times: int) -> tuple[Room, Guest]:
    """A table where somebody has said something ``times`` times; the ids of the commands are 1, 2, 3 …"""
    one = await home.guest()
    room = await home.table(one)
    for number in range(1, times + 1):
        await room.handle(one.id, 0, commands.Say(id=str(number), phrase="hello"))
    return room, one


@awaited
async def test_the_last_commands_are_known_again_and_older_ones_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeat comes soon or never. A table that is read from the log knows the same ones."""
    monkeypatch.setattr(table, "MAX_REMEMBERED_COMMANDS", 3)
    home = await house()
    room, one = await talked_at(home, 5)
    read = load_table(room.table.id, home.log.rows[room.table.id])
    for known in (room.table, read):
        said = [commands.Say(id=str(number), phrase="hello") for number in range(1, 6)]
        answers = [known.answer_to(one.id, command.id, commands.make_checksum(command)) for command in said]
        assert answers == [None, None, *range(known.number - 2, known.number + 1)]
    before = room.table.number
    await room.handle(one.id, 0, commands.Say(id="3", phrase="hello"))
    assert room.table.number == before


@awaited
async def test_the_last_entries_are_kept_and_the_log_has_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is said at a table, memory stays bounded. A person who was away for longer gets the whole table,
    without anybody reading or replaying its log."""
    monkeypatch.setattr(table, "MAX_HISTORY", 10)
    home = await house()
    one = await home.guest()
    room = await home.table(one)
    for number in range(40):
        await room.handle(one.id, 0, commands.Say(id=str(number), phrase="hello"))
        assert len(room.table.history) <= 10
    assert room.table.since(0) is None
    last = room.table.since(room.table.number - 8)  # a fifth is forgotten at a time
    assert last is not None
    assert [item.number for item in last] == list(range(room.table.number - 7, room.table.number + 1))
    with monkeypatch.context() as patch:
        patch.setattr(home.log, "read", None)
        await one.connect(room, 0, after=0)
    assert (len(one.snapshots), one.updates) == (1, [])
    everything = load_table(room.table.id, home.log.rows[room.table.id], keep_all=True)
    assert len(everything.history) == room.table.number

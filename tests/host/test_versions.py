"""Tables and a fixed rule: a stored table goes on by the rules it was begun by, a new one takes the newest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from house import Guest, House, MemoryLog, awaited, house
from kit.toy import FirstToyState, first, second
from reihum.engine import Facts, Game
from reihum.errors import BadOption
from reihum.games import registry
from reihum.host import Host, Room, bot_runner
from reihum.host.bot_runner import BotQuestion, BotRunner, InlineBotRunner
from reihum.host.workers import InlineExecutor
from reihum.matches import verify
from reihum.matches.records import HeaderLine, read_lines
from reihum.tables import commands, entries, settings
from reihum.tables.updates import make_lobby

Release = Callable[[Facts], None]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Release:
    """Brings a game into the registry, as a new process would find it there."""

    def released(facts: Facts) -> None:
        monkeypatch.setattr(registry, "GAMES", {**registry.GAMES, facts.id: facts})
        settings._share.cache_clear()
        bot_runner._game.cache_clear()

    return released


async def begun(home: House, **how: Any) -> tuple[Room, list[Guest]]:
    """A table with two people, its first round dealt."""
    people = [await home.guest(), await home.guest()]
    room = await home.table(*people, game="toy", **how)
    await people[0].do(room, commands.Start)
    return room, people


async def moved(room: Room, people: list[Guest]) -> None:
    """The next move, by the seat that must act."""
    assert room.table.state is not None
    seat = room.table.state.to_act[0]
    await people[seat].move(room, seat, str(room.table.state.legal(seat)[0]))


async def upgraded(home: House, people: list[Guest], thinks: BotRunner | None = None) -> House:
    """The host ends, and another one goes on with the same log."""
    await home.host.close()
    host = await Host.open(
        home.log,
        clock=home.clock,
        bots=thinks or InlineBotRunner(),
        executor=InlineExecutor(),
        entropy=home.host.entropy,
    )
    for guest in people:
        guest.host = host
    return House(host, home.log, home.clock)


def stored(log: MemoryLog, room: Room) -> list[Any]:
    """The entries of a table as they stand in the log."""
    return [msgspec.json.decode(row.data) for row in log.rows[room.table.id]]


def rules(room: Room) -> int:
    """The version of the rules a table is played by."""
    return room.table.game.facts.rules_version


@awaited
async def test_a_stored_table_goes_on_by_its_own_rules(release: Release) -> None:
    """It was begun before the fix, and its log says nothing about versions; its record names the first one."""
    release(first())
    home = await house()
    room, people = await begun(home)
    await moved(room, people)
    assert all("rules" not in entry for entry in stored(home.log, room))

    release(second())
    home = await upgraded(home, people)
    room = await home.host.room(room.table.id)
    assert isinstance(room.table.state, FirstToyState)
    await moved(room, people)
    assert room.table.over  # by the second version everybody would lay another card
    record = await room.record()
    header = read_lines(record)[0]
    assert isinstance(header, HeaderLine)
    assert header.rules == 1
    assert verify(record, {"toy": second()}).outcome is not None


@awaited
async def test_a_new_table_and_a_rematch_take_the_newest_rules(release: Release) -> None:
    """They write the version down, and are found by it again."""
    release(first())
    home = await house()
    old, people = await begun(home)
    await moved(old, people)
    await moved(old, people)

    release(second())
    home = await upgraded(home, people)
    old = await home.host.room(old.table.id)
    await people[0].do(old, commands.Rematch)
    assert old.table.next is not None
    for room in (await home.host.room(old.table.next.table), (await begun(home))[0]):
        assert rules(room) == 2
        assert stored(home.log, room)[0]["rules"] == 2
        home = await upgraded(home, people)
        assert rules(await home.host.room(room.table.id)) == 2
    assert rules(old) == 1


@awaited
async def test_other_settings_before_the_deal_take_the_newest_rules(release: Release) -> None:
    """As if the table were made again."""
    release(first())
    home = await house()
    people = [await home.guest(), await home.guest()]
    room = await home.table(*people, game="toy")

    release(second())
    home = await upgraded(home, people)
    room = await home.host.room(room.table.id)
    assert rules(room) == 1
    await people[0].do(room, commands.Change, seats=3)
    assert rules(room) == 2
    home = await upgraded(home, people)
    assert rules(await home.host.room(room.table.id)) == 2


class Listening(InlineBotRunner):
    """Thinks, and remembers what about."""

    def __init__(self) -> None:
        self.games: list[Game] = []

    async def choose(self, question: BotQuestion) -> str:
        self.games.append(bot_runner._game_of(question))
        return await super().choose(question)


@awaited
async def test_bots_play_by_the_rules_of_the_table(release: Release) -> None:
    """The question names the version, and the bot's process makes the game by it."""
    release(first())
    home = await house()
    people = [await home.guest()]
    room = await home.table(*people, game="toy", fill="random")
    await people[0].do(room, commands.Start)

    release(second())
    listening = Listening()
    home = await upgraded(home, people, listening)
    room = await home.host.room(room.table.id)
    await people[0].connect(room, 0)
    while not room.table.over:
        await home.clock.forward(10)  # the bot's turn, if it is
        if room.table.state is not None:
            await moved(room, people)
    assert [game.facts.state for game in listening.games] == [FirstToyState]
    assert listening.games == [room.table.game]


@awaited
async def test_programs_are_told_the_version(release: Release) -> None:
    """The first is left out, as by a server from before there were any others."""
    release(first())
    home = await house()
    room, people = await begun(home)
    assert "rules" not in msgspec.to_builtins(make_lobby(room.table))
    release(second())
    home = await upgraded(home, people)
    assert make_lobby((await begun(home))[0].table).rules == 2
    assert make_lobby((await home.host.room(room.table.id)).table).rules == 1


@awaited
async def test_a_table_by_unknown_rules_is_not_played_by_others(release: Release) -> None:
    """A table of a later release, in the hands of an earlier one."""
    release(second())
    home = await house()
    room, people = await begun(home)
    release(first())
    home = await upgraded(home, people)
    with pytest.raises(BadOption, match="toy has no rules version 2"):
        await home.host.room(room.table.id)


def test_old_entries_mean_the_first_version() -> None:
    """Nothing was written about rules when there was only one version."""
    made = b'{"entry":"created","settings":{"game":"junior","seats":2},"key":"k","at":1}'
    changed = b'{"entry":"changed","settings":{"game":"junior","seats":2},"at":1}'
    for data in (made, changed):
        entry = entries.decode(data)
        assert isinstance(entry, entries.CreatedEntry | entries.ChangedEntry)
        assert entry.rules == 1
        assert entries.encode(entry) == data

"""Guests who arrive: a name and one request, and they sit; everybody sees it; nobody is left behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from house import Guest, House, awaited, house, play_out
from reihum.errors import BadOption
from reihum.host import Room
from reihum.tables import commands
from reihum.tables.updates import Followed, Presence, Seated


def names(room: Room) -> list[str]:
    """Who sits where: a name, a bot's level in brackets, or nothing."""
    return [seat.name or (f"({seat.level})" if seat.level else "") for seat in room.table.seats]


async def arrive(home: House, room: Room, name: str) -> Guest:
    """Somebody comes by the link and wants to sit."""
    guest = await home.guest()
    await room.join(guest.id, name, room.table.key, sit=True)
    return guest


@awaited
async def test_joining_and_sitting_are_one_step() -> None:
    """A guest takes the first free seat; the others are told in one go; joining again changes nothing."""
    home = await house()
    host = await home.guest()
    room = await home.table(host, seats=4)
    await host.connect(room, 0)
    guest = await arrive(home, room, "Ben")
    assert names(room) == ["Paul", "Ben", "", ""]
    assert host.kinds() == ["joined", "seated"]
    assert host.updates[-1].what == Seated(seat=1, person=guest.id, name="Ben")
    number = room.table.number
    await room.join(guest.id, "Ben", room.table.key, sit=True)
    assert room.table.number == number


@awaited
async def test_two_who_arrive_at_once_get_different_seats() -> None:
    """Requests come one after another, whatever the moment."""
    home = await house()
    room = await home.table(await home.guest(), seats=4)
    await asyncio.gather(arrive(home, room, "Ben"), arrive(home, room, "Mia"))
    assert sorted(names(room)) == ["", "Ben", "Mia", "Paul"]


@awaited
async def test_a_guest_takes_a_bots_seat_that_nobody_has_chosen() -> None:
    """Bots that only fill the table make room; one that the host has put there stays. Then a guest looks on."""
    home = await house()
    host = await home.guest()
    room = await home.table(host, seats=3, fill="random")
    await host.do(room, commands.SeatBot, seat=1, level="solid")
    await arrive(home, room, "Ben")
    assert names(room) == ["Paul", "(solid)", "Ben"]
    late = await arrive(home, room, "Mia")
    assert names(room) == ["Paul", "(solid)", "Ben"]
    assert room.table.people[late.id] == "Mia"
    await late.do(room, commands.Sit, seat=1)
    assert names(room) == ["Paul", "Mia", "Ben"]


@awaited
async def test_a_late_guest_asks_for_the_seat_of_a_bot() -> None:
    """Arriving while a round runs asks for a bot's seat that nobody has chosen or asked for; else a guest looks on."""
    home = await house()
    host = await home.guest()
    room = await home.table(host, seats=4, fill="random")
    await host.do(room, commands.SeatBot, seat=1, level="solid")
    await host.do(room, commands.Start)
    for name in ("Ben", "Mia", "Tom"):
        await arrive(home, room, name)
    assert [(asked.seat, asked.name) for asked in room.table.takeovers.values()] == [(2, "Ben"), (3, "Mia")]
    await host.do(room, commands.Agree, seat=2)
    assert names(room) == ["Paul", "(solid)", "Ben", "(random)"]


@awaited
async def test_between_two_rounds_a_late_guest_sits_at_once() -> None:
    """No hand can be seen then."""
    home = await house()
    host = await home.guest()
    room = await home.table(host, seats=2, fill="random", rounds=2)
    await play_out(room)
    await arrive(home, room, "Ben")
    assert names(room) == ["Paul", "Ben"]


@awaited
async def test_arriving_again_asks_for_nothing_more() -> None:
    """A guest who waits for a seat, or gave one up in this round, does not ask for another one."""
    home = await house()
    host = await home.guest()
    room = await home.table(host, seats=4, fill="random")
    await host.do(room, commands.Start)
    guest = await arrive(home, room, "Ben")
    await room.join(guest.id, "Ben", room.table.key, sit=True)
    assert [*room.table.takeovers] == [1]
    await host.do(room, commands.Agree, seat=1)
    await guest.do(room, commands.Stand, seat=1)
    await room.join(guest.id, "Ben", room.table.key, sit=True)
    assert not room.table.takeovers
    assert not room.table.seats_of(guest.id)


@awaited
async def test_without_asking_for_a_seat_nobody_gets_one() -> None:
    """An older client joins as before."""
    home = await house()
    room = await home.table(await home.guest(), seats=2)
    guest = await home.guest()
    await room.join(guest.id, "Ben", room.table.key)
    assert names(room) == ["Paul", ""]


@awaited
async def test_the_host_sees_who_is_on_the_way() -> None:
    """People who have opened the link are counted until they join or go; a screen is not a guest."""
    home = await house()
    host = await home.guest()
    room = await home.table(host, seats=4)
    await host.connect(room, 0)
    guest = await home.guest()
    key = room.table.key
    stranger = await room.connect("", None, lambda _: None, key=key)
    await room.connect(guest.id, None, guest.got.append, key=key)
    await room.connect("", None, lambda _: None, key=key, screen=True)
    presence = [sent for sent in host.got if isinstance(sent, Presence)]
    assert [sent.arriving for sent in presence] == [0, 1, 2]
    await room.join(guest.id, "Ben", key, sit=True)
    stranger.detach()
    presence = [sent for sent in host.got if isinstance(sent, Presence)]
    assert [sent.arriving for sent in presence[-2:]] == [1, 0]
    assert room.snapshot(host.id, 0).arriving == 0


@awaited
async def test_hosts_tell_each_other_who_is_on_the_way() -> None:
    """A guest who has opened the link at one process is seen at the other."""
    home = await house(alone=False)
    log = home.log.shared()
    first, second = await house(log, home.clock, alone=False), await house(log.shared(), home.clock, alone=False)
    host = await first.guest()
    room = await first.table(host, seats=2)
    await host.connect(room, 0)
    other = await second.host.room(room.table.id)
    await other.connect("", None, lambda _: None, key=room.table.key)
    await home.clock.forward(1)
    assert room.attendance.presence().arriving == 1


@awaited
async def test_a_rematch_says_who_asked_and_what_is_played() -> None:
    """Everybody is told; somebody who opens the old table later reads it in its lobby."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other)
    await play_out(room)
    await one.connect(room, 0)
    await other.do(room, commands.Rematch, game="classic")
    assert room.table.next is not None
    assert one.updates[-1].what == Followed(
        table=room.table.next.table, key=room.table.next.key, by=other.id, game="classic"
    )
    lobby = room.snapshot(one.id, 0).lobby
    assert (lobby.next_by, lobby.next_game) == (other.id, "classic")


@awaited
async def test_the_next_game_has_a_seat_for_everybody_who_is_there() -> None:
    """People come before bots when seats are few; who had to look on sits again when there are more."""
    home = await house()
    people = [await home.guest() for _ in range(3)]
    room = await home.table(*people, seats=4, fill="random", game="classic")
    for guest in people:
        await guest.connect(room)
    await play_out(room)
    await people[0].do(room, commands.Rematch, game="zweikampf")
    assert room.table.next is not None
    duel = await home.host.room(room.table.next.table)
    assert names(duel) == ["Paul", "Tessa"]
    assert people[2].id in duel.table.people
    for guest in people:
        await guest.connect(duel)
    await play_out(duel)
    await people[1].do(duel, commands.Rematch, game="junior")
    assert duel.table.next is not None
    assert names(await home.host.room(duel.table.next.table)) == ["Paul", "Tessa", "Luca"]


@awaited
async def test_a_rematch_names_what_its_number_of_players_needs() -> None:
    """Quartett for two needs bluffing: the table says so, and makes the rematch when somebody asks for it."""
    home = await house()
    people = [await home.guest() for _ in range(2)]
    room = await home.table(*people, seats=2)
    await play_out(room)
    with pytest.raises(BadOption, match="bluff"):
        await people[0].do(room, commands.Rematch, game="quartett")
    await people[0].do(room, commands.Rematch, game="quartett", options={"bluff": True})
    assert room.table.next is not None
    assert (await home.host.room(room.table.next.table)).table.game.options["bluff"] is True


@awaited
async def test_a_rematch_of_the_same_game_has_seats_for_those_who_waited() -> None:
    """Guests who looked on get a seat beside everybody else and the bots that were chosen."""
    home = await house()
    host, guest = await home.guest(), await home.guest()
    room = await make_full_table(host, guest, home)
    await host.do(room, commands.Rematch)
    assert room.table.next is not None
    assert names(await home.host.room(room.table.next.table)) == ["Paul", "(solid)", "Ben"]


@awaited
async def test_a_rematch_keeps_options_that_hold_for_its_number_of_seats() -> None:
    """Where an option names every seat, the table stays as it is."""
    home = await house()
    host, guest = await home.guest(), await home.guest()
    room = await make_full_table(host, guest, home, options={"fewer": "1,0"})
    await host.do(room, commands.Rematch)
    assert room.table.next is not None
    assert names(await home.host.room(room.table.next.table)) == ["Paul", "(solid)"]


async def make_full_table(host: Guest, guest: Guest, home: House, **how: Any) -> Room:
    """A table whose match is over: a person, a bot that was chosen, and somebody who looks on."""
    room = await home.table(host, seats=2, game="classic", **how)
    await host.do(room, commands.SeatBot, seat=1, level="solid")
    await room.join(guest.id, "Ben", room.table.key, sit=True)
    await guest.connect(room)
    await play_out(room)
    return room

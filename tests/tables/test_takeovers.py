"""Taking over a bot's seat while a round runs: nobody sees a hand by coming back under another name."""

from __future__ import annotations

from typing import Any

import pytest

from house import Guest, House, awaited, house
from reihum.host import Room
from reihum.tables import commands
from reihum.tables.refusals import CommandRefused
from reihum.tables.table import load_table


async def come(home: House, room: Room, name: str = "Oma") -> Guest:
    """Somebody comes by the link and looks on."""
    guest = await home.guest()
    await room.join(guest.id, name, room.table.key)
    await guest.connect(room)
    return guest


async def begin(home: House, **how: Any) -> tuple[Room, Guest, Guest, Guest]:
    """Two people and two bots in the middle of a round, and a newcomer."""
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, seats=4, fill="random", **how)
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    return room, one, other, await come(home, room)


def sitting(room: Room) -> list[str]:
    """The names at the seats; bots have none."""
    return [seat.name for seat in room.table.seats]


async def refusal(guest: Guest, room: Room, kind: type[Any], **what: Any) -> str:
    """The code of a refused command."""
    with pytest.raises(CommandRefused) as refused:
        await guest.do(room, kind, **what)
    return refused.value.code


async def play_on(home: House, room: Room, *people: Guest) -> None:
    """Play until the round is over."""
    while (state := room.table.state) is not None:
        seat = state.to_act[0]
        owner = next((guest for guest in people if seat in room.table.seats_of(guest.id)), None)
        if owner is None:
            await home.clock.forward(1)
        else:
            await owner.move(room, seat, str(state.legal(seat)[0]))


@awaited
async def test_a_fresh_identity_does_not_see_a_bots_hand() -> None:
    """Taking a bot's seat in the middle of a round asks the seated people and shows nothing."""
    home = await house()
    room, one, other, newcomer = await begin(home)
    await newcomer.do(room, commands.Sit, seat=2)
    assert sitting(room) == ["Paul", "Tessa", "", ""]
    assert all(snapshot.seat is None for snapshot in newcomer.snapshots)
    lobby = one.updates[-1].lobby
    assert lobby is not None
    assert [(asked.seat, asked.person, asked.name, asked.answers) for asked in lobby.takeovers] == [
        (2, newcomer.id, "Oma", {})
    ]
    assert one.kinds()[-1] == "asked"
    await one.do(room, commands.Agree, seat=2)
    assert sitting(room)[2] == ""
    await other.do(room, commands.Agree, seat=2)
    assert sitting(room)[2] == "Oma"
    assert newcomer.snapshots[-1].seat == 2
    assert room.table.takeovers == {}


@awaited
async def test_a_removed_players_hand_is_not_handed_on_without_consent() -> None:
    """The maker removes a player and comes back under another name: the third player is asked."""
    home = await house()
    one, other, third = await home.guest(), await home.guest(), await home.guest()
    room = await home.table(one, other, third)
    await one.do(room, commands.Start)
    await one.do(room, commands.Remove, person=other.id)
    second = await come(home, room)
    await second.do(room, commands.Sit, seat=1)
    await one.do(room, commands.Agree, seat=1)
    assert sitting(room) == ["Paul", "", "Luca"]
    await third.do(room, commands.Agree, seat=1, agree=False)
    assert sitting(room) == ["Paul", "", "Luca"]


@awaited
async def test_a_newcomer_without_consent_sits_down_when_the_round_is_over() -> None:
    """Between two rounds the newcomer has the seat, also if somebody said no; a restart forgets nothing."""
    home = await house()
    room, one, other, newcomer = await begin(home, rounds=2)
    await newcomer.do(room, commands.Sit, seat=3)
    await other.do(room, commands.Agree, seat=3, agree=False)
    loaded = load_table(room.table.id, home.log.rows[room.table.id])
    assert loaded.takeovers == room.table.takeovers
    await play_on(home, room, one, other)
    assert sitting(room) == ["Paul", "Tessa", "", "Oma"]
    await one.do(room, commands.Next)
    assert newcomer.snapshots[-1].seat == 3


@awaited
async def test_when_the_match_ends_nobody_waits_any_more() -> None:
    """The result keeps the players who played."""
    home = await house()
    room, one, other, newcomer = await begin(home, rounds=1)
    await newcomer.do(room, commands.Sit, seat=3)
    await play_on(home, room, one, other)
    assert room.table.over
    assert room.table.takeovers == {}
    assert sitting(room)[3] == ""


@awaited
async def test_only_seated_people_answer_and_one_asks_at_a_time() -> None:
    """The newcomer has no say, a seat nobody has asked for has no question, and a seat has one question."""
    home = await house()
    room, one, _, newcomer = await begin(home)
    late = await come(home, room, "Timo")
    await newcomer.do(room, commands.Sit, seat=2)
    assert await refusal(newcomer, room, commands.Agree, seat=2) == "not-allowed"
    assert await refusal(late, room, commands.Agree, seat=2) == "not-allowed"
    assert await refusal(one, room, commands.Agree, seat=3) == "not-allowed"
    assert await refusal(late, room, commands.Sit, seat=2) == "seat-asked"
    number = room.table.number
    await newcomer.do(room, commands.Sit, seat=2)
    assert room.table.number == number
    await newcomer.do(room, commands.Sit, seat=3)
    assert [*room.table.takeovers] == [3]
    await newcomer.do(room, commands.Leave)
    assert room.table.takeovers == {}


@awaited
async def test_who_leaves_has_no_say_any_more() -> None:
    """If everybody who still sits has agreed, the newcomer sits down; at a table of bots alone nobody is asked."""
    home = await house()
    room, one, other, newcomer = await begin(home)
    await newcomer.do(room, commands.Sit, seat=2)
    await one.do(room, commands.Agree, seat=2)
    await other.do(room, commands.Leave)
    assert sitting(room)[2] == "Oma"
    for guest, seat in ((one, 0), (newcomer, 2)):
        await guest.do(room, commands.Stand, seat=seat)
    late = await come(home, room, "Timo")
    await late.do(room, commands.Sit, seat=3)
    assert sitting(room) == ["", "", "", "Timo"]


@awaited
async def test_somebody_for_whom_a_bot_stands_in_keeps_a_say() -> None:
    """Nobody peeks while a player's connection is gone."""
    home = await house()
    room, one, other, newcomer = await begin(home)
    connection = await other.connect(room, 1)
    connection.detach()
    await home.clock.forward(60)
    assert room.table.seats[1].away
    await newcomer.do(room, commands.Sit, seat=2)
    await one.do(room, commands.Agree, seat=2)
    assert sitting(room)[2] == ""


@awaited
async def test_a_member_of_the_circle_needs_the_same_consent() -> None:
    """A member who was there before the deal may be a second identity of a player: they sit down only with consent."""
    home = await house()
    one, member = await home.guest(), await home.guest()
    circle = await home.host.circles.found(one.id, "Paul", "Family")
    await home.host.circles.enter(member.id, "Oma", circle.circle, circle.key)
    await home.clock.forward(1)
    room = await home.table(one, seats=3, fill="random", circle=circle.circle)
    await one.do(room, commands.Start)
    await room.join(member.id, "Oma", room.table.key, sit=True)
    await member.do(room, commands.Sit, seat=2)
    assert sitting(room) == ["Paul", "", ""]
    await one.do(room, commands.Agree, seat=2)
    assert sitting(room) == ["Paul", "", "Oma"]

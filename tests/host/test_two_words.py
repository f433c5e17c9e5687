"""Somebody who says two words about one card (RULEBOOK §3.7)."""

from __future__ import annotations

import pytest

from fillings import filled
from house import awaited, house
from reihum.tables import commands, entries
from reihum.tables.arbiter import Reaction
from reihum.tables.refusals import CommandRefused

MATCHES = ("R17 R19 Y18 G20", "R18 Y20 Y17 B19", "G17 G19 R20 G18", "B17 B18 Y19 B20")


@awaited
async def test_one_may_say_both_words_about_a_card() -> None:
    """§3.7: a right call closes that word, and no other; only the same word again is refused."""
    home = await house()
    guests = [await home.guest() for _ in range(4)]
    room = await home.table(*guests, game="schnipp-schnapp")
    for seat, guest in enumerate(guests):
        await guest.connect(room, seat)
    room.stacked = [filled((20,) * 4, MATCHES)]
    await guests[0].do(room, commands.Start)

    async def turn(*seats: int) -> None:
        for seat in seats:
            await home.clock.forward(2)
            await guests[seat].move(room, seat, "turn")

    await turn(0)
    await guests[0].move(room, 0, "schnapp", reaction=Reaction(400))  # wrong: the 17 goes to the middle
    await home.clock.forward(1)
    await turn(1, 2, 3)  # 18, 17, 17
    await guests[1].move(room, 1, "schnipp", reaction=Reaction(400))
    await guests[1].move(room, 1, "schnapp", reaction=Reaction(600))
    with pytest.raises(CommandRefused) as refused:
        await guests[1].move(room, 1, "schnipp", reaction=Reaction(650))
    assert refused.value.code == "called-already"
    await home.clock.forward(1)
    found = [entries.decode(row.data) for row in home.log.rows[room.table.id]]
    played = [(entry.seat, entry.move) for entry in found if isinstance(entry, entries.PlayedEntry)]
    assert played[-2:] == [(1, "schnipp"), (1, "schnapp")]

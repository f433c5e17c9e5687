"""A move is parsed once and applied once on its way from a tap to everybody's views."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from house import Guest, House, awaited, house
from reihum.engine import Game
from reihum.engine.moves import Grammar
from reihum.games import GAMES
from reihum.host import Room
from reihum.tables import commands
from reihum.tables.table import load_table


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a move has been parsed, applied, or a round of the classic game dealt."""
    found: Counter[str] = Counter()

    def count(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def counting(*args: Any, **how: Any) -> Any:
            found[name] += 1
            return real(*args, **how)

        monkeypatch.setattr(owner, name, counting)

    count(Grammar, "parse")
    count(Game, "deal")
    count(GAMES["classic"].state, "apply")
    return found


async def table_with_onlookers(home: House, **how: Any) -> tuple[Room, list[Guest]]:
    """Two people who play, one who looks on, all connected, some twice; the round is dealt."""
    one, other, third = [await home.guest() for _ in range(3)]
    room = await home.table(one, other, open=True, **how)
    for guest, seat in ((one, 0), (one, 0), (other, 1), (third, None)):
        await guest.connect(room, seat)
    await one.do(room, commands.Start)
    return room, [one, other]


@awaited
async def test_a_tap_is_parsed_and_applied_once(counted: Counter[str]) -> None:
    """The new state goes on to the log, to four connections, to the listing and to the bots."""
    home = await house()
    room, people = await table_with_onlookers(home, game="classic")
    assert counted["deal"] == 1
    while (state := room.table.state) is not None:
        seat, before = state.to_act[0], len(people[0].updates)
        move = str(state.legal(seat)[-1])
        counted.clear()
        await people[seat].move(room, seat, f" {move.upper()}")
        assert counted == {"parse": 1, "apply": 1}
        assert len(people[0].updates) > before


@awaited
async def test_a_bots_move_is_parsed_and_applied_once(counted: Counter[str]) -> None:
    """What a bot says is checked without being applied, then played once."""
    home = await house()
    one = await home.guest()
    room = await home.table(one, game="classic", seats=3, fill="sensible")
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    while (state := room.table.state) is not None:
        if 0 in state.to_act:
            await one.move(room, 0, str(state.legal(0)[0]))
        await home.clock.forward(0)
    moves = one.kinds().count("played")
    assert counted["deal"] == 1
    assert counted["apply"] == moves
    assert counted["parse"] <= moves  # an end without a choice is nobody's text


@awaited
async def test_a_replay_parses_and_applies_each_entry_once(counted: Counter[str]) -> None:
    """A table that is read from its log plays every move of it, once."""
    home = await house()
    room, people = await table_with_onlookers(home, game="classic")
    for _ in range(20):
        assert room.table.state is not None
        seat = room.table.state.to_act[0]
        await people[seat].move(room, seat, str(room.table.state.legal(seat)[0]))
    counted.clear()
    again = load_table(room.table.id, home.log.rows[room.table.id])
    assert again.match == room.table.match
    assert counted == {"deal": 1, "parse": 20, "apply": 20}

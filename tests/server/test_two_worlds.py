"""The two-world rule for what is sent: change anything a seat may not know, and every byte it receives stays the
same."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from reihum.api.connection import TableConnection
from reihum.engine import Facts
from reihum.engine.views import Hand
from reihum.games import GAMES
from reihum.host.room import Room
from tools.campaigns.worlds import compare_worlds, draw_positions, find_hand

POSITIONS = 5
"""How many positions of each game are compared."""


def find_seats(facts: Facts) -> int:
    """Three seats, or what comes next to it."""
    return min(max(3, facts.seats[0]), facts.seats[-1])


def holds_cards(facts: Facts) -> bool:
    """Whether players have hands in this game."""
    (state,) = draw_positions(facts.game(find_seats(facts)), 1, "hands", Random(1))
    return any(isinstance(zone, Hand) for zone in state.view(0).zones)


@pytest.mark.parametrize("id", GAMES)
def test_what_is_sent_does_not_tell_two_worlds_apart(id: str) -> None:
    """Every game: snapshots, reasons, refusals and events, for a seat and a spectator, packet by packet."""
    moves, packets = asyncio.run(compare_worlds(GAMES[id], find_seats(GAMES[id]), POSITIONS, id))
    assert packets > POSITIONS
    assert moves or not holds_cards(GAMES[id])  # where nobody holds any, moves turn up what nobody knew


def test_a_ping_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends the same texts, but a ping more in one of the worlds, does not pass."""
    deliver = TableConnection._deliver

    def pinging(connection: TableConnection, sent: Any) -> None:
        deliver(connection, sent)
        state = connection.room.table.state
        if (
            state is not None
            and sum(map(ord, "".join(card for seat in (0, 1, 2) for card in find_hand(state, seat)[:1]))) % 2
        ):
            connection._ping()

    monkeypatch.setattr(TableConnection, "_deliver", pinging)
    with pytest.raises(AssertionError, match="tells two worlds apart"):
        asyncio.run(compare_worlds(GAMES["classic"], 3, 12, "leak"))


@pytest.mark.parametrize("leak", ["why_not", "snapshot"])
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose reasons, or whose snapshots, depend on hidden cards does not pass."""
    true = getattr(Room, leak)

    def leaking(room: Room, *asked: Any) -> Any:
        found = true(room, *asked)
        state = room.table.state
        if state is None:
            return found
        hidden = "".join(sorted(find_hand(state, (asked[1] or 0) - 1 if asked[1] else 1)))
        if leak == "snapshot":
            return replace(found, key=hidden)
        return None if sum(map(ord, hidden)) % 2 else found

    monkeypatch.setattr(Room, leak, leaking)
    with pytest.raises(AssertionError, match="tells two worlds apart"):
        asyncio.run(compare_worlds(GAMES["classic"], 3, 12, "leak"))

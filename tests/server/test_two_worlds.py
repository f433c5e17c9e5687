"""The two-world rule for what is sent: change anything a seat may not know, and every byte it receives stays the
same."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from house import StillClock
from network import Net, Talk, net, protocol_of
from reihum.api.connection import SPECTATOR_SECONDS, TableConnection
from reihum.cards import Randomness
from reihum.engine import Facts, State
from reihum.engine.views import Hand
from reihum.games import GAMES
from reihum.host.room import Room

POSITIONS = 5
"""How many positions of each game the normal run compares."""

UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0}


def positions(facts: Facts, count: int, seed: str) -> list[State]:
    """Positions from the course of a random round that is still running."""
    dice = random.Random(seed)
    seats = min(max(3, facts.seats[0]), facts.seats[-1])
    states = [facts.game(seats).deal(seed=seed)]
    while states[-1].outcome is None and len(states) < 120:
        state = states[-1]
        seat = dice.choice(state.to_act)
        moves = [move for move in state.legal(seat) if move.verb not in state.game.grammar.calls]
        states.append(state.play(seat, dice.choice(moves or list(state.legal(seat)))))
    running = [state for state in states if state.outcome is None]
    return dice.sample(running, min(count, len(running)))


class PromptClock(StillClock):
    """A clock that stands still, except that spectators need not wait: what they are sent is compared, not when."""

    def call_later(self, seconds: float, call: Callable[[], object]) -> Any:
        if seconds == SPECTATOR_SECONDS:
            return asyncio.get_running_loop().call_soon(call)
        return super().call_later(seconds, call)


class World:
    """A table on a separate server, with the observing seat and all others."""

    def __init__(self, served: Net, room: Room, seat: int, player: Talk, spectator: Talk, others: list[Talk]) -> None:
        self.served = served
        self.room = room
        self.player = player
        self.spectator = spectator
        self.others = others
        self._frames = [record_frames(served, seat), record_frames(served, None)]

    def put(self, state: State) -> None:
        """Put the table into a position."""
        assert self.room.table.match is not None
        self.room.table.match = replace(self.room.table.match, state=state)

    def traffic(self) -> list[list[bytes]]:
        """Everything that was sent to the player and to a spectator, in order; it is forgotten afterwards: the texts
        that they have read, and the frames as they left the server, with their sizes and the pings between them."""
        sent = [[*self.player.raw], [*self.spectator.raw], [bytes(frames) for frames in self._frames]]
        self.player.raw.clear()
        self.spectator.raw.clear()
        for frames in self._frames:
            frames.clear()
        return sent


def record_frames(served: Net, seat: int | None) -> bytearray:
    """All bytes that leave the server from now on for the connection that looks from a seat."""
    (protocol,) = [
        protocol_of(connection)
        for connection in served.up.service.connections
        if connection._subscription is not None and connection._subscription.seat == seat
    ]
    frames, flush = bytearray(), protocol.flush

    def flush_and_record() -> None:
        frames.extend(b"".join(protocol._unsent))
        flush()

    protocol.flush = flush_and_record  # type: ignore[method-assign]
    return frames


async def open_world(stack: AsyncExitStack, facts: Facts, seat: int) -> World:
    """A table with people at all seats, all connected, the cards dealt."""
    served = await stack.enter_async_context(net(clock=PromptClock(), **UNLIMITED))
    seats = min(max(3, facts.seats[0]), facts.seats[-1])
    invitation, maker = await served.table(game=facts.id, seats=seats, open=True, call_pause=0)
    cookies = [maker, *[await served.guest(invitation, f"P{number}") for number in range(1, seats)]]
    talks = []
    for number, cookie in enumerate(cookies):
        talk = await stack.enter_async_context(served.socket(invitation["table"], cookie))
        await talk.now()
        if number:
            await talk.do("sit", f"sit{number}", seat=number)
        else:
            await talk.do("look", "look", seat=0)
        talks.append(talk)
    await talks[0].do("start", "start")
    spectator = await stack.enter_async_context(served.socket(invitation["table"]))
    for talk in [*talks, spectator]:
        await talk.now()
    others = [talk for number, talk in enumerate(talks) if number != seat]
    room = await served.host.room(invitation["table"])
    found = World(served, room, seat, talks[seat], spectator, others)
    found.traffic()
    return found


async def collect_traffic(here: World, state: State, seat: int, move: tuple[int, str] | None) -> list[list[bytes]]:
    """Everything the seat and a spectator are sent: the table, reasons, refusals, and what a move shows."""
    here.put(state)
    asked = 0
    for talk in (here.player, here.spectator):
        for message in ({"type": "view"}, {"type": "why", "about": "R7"}, {"type": "move", "move": "lay R11"}):
            asked += 1
            await talk.say(
                message["type"], f"{asked}", **{key: value for key, value in message.items() if key != "type"}
            )
    for card in hand(state, seat):
        asked += 1
        await here.player.say("why", f"{asked}", about=card)
    if move is not None:
        who, text = move
        talk = here.player if who == seat else here.others[who - (who > seat)]
        await talk.say("move", "made", move=text)
    for talk in (here.player, here.spectator):
        await talk.now()
    return here.traffic()


def hand(state: State, seat: int) -> list[str]:
    """The cards a seat sees in its own hand."""
    zones = state.view(seat).zones
    return [card for zone in zones if zone.owner == seat for card in getattr(zone, "cards", ())][:8]


def holds_cards(facts: Facts) -> bool:
    """Whether players have hands in this game."""
    return any(isinstance(zone, Hand) for zone in positions(facts, 1, "hands")[0].view(0).zones)


def common_move(one: State, other: State, seat: int, dice: random.Random) -> tuple[int, str] | None:
    """A move that can be made in both worlds and looks the same to a seat and to a spectator."""
    tries = [(who, str(move)) for who in one.to_act for move in one.legal(who) if move in other.legal(who)]
    dice.shuffle(tries)
    for who, text in tries:
        if text.split()[0] in one.game.grammar.calls:
            continue
        after, there = one.play(who, text), other.play(who, text)
        if all(after.events(eye) == there.events(eye) and after.view(eye) == there.view(eye) for eye in (seat, None)):
            return who, text
    return None


async def compare_worlds(facts: Facts, count: int) -> tuple[int, int]:
    """Compare two worlds in a number of positions; gives how many were compared, and in how many of them a move was
    made."""
    made = looked = 0
    dice = random.Random(facts.id)
    seat = dice.randrange(min(max(3, facts.seats[0]), facts.seats[-1]))
    async with AsyncExitStack() as stack:
        here, there = await open_world(stack, facts, seat), await open_world(stack, facts, seat)
        for number, state in enumerate(positions(facts, count, f"wire {facts.id}")):
            other = state.imagine(seat, Randomness(b"wire", f"{facts.id} {number}"))
            move = common_move(state, other, seat, dice)
            one, two = await collect_traffic(here, state, seat, move), await collect_traffic(there, other, seat, move)
            assert all(one[2])
            assert one == two, f"{facts.id}: what is sent tells two worlds apart"
            looked, made = looked + 1, made + (move is not None)
    return looked, made


@pytest.mark.parametrize("id", GAMES)
def test_what_is_sent_does_not_tell_two_worlds_apart(id: str) -> None:
    """Every game: snapshots, reasons, refusals and events, for a seat and a spectator, byte by byte and in order."""
    looked, made = asyncio.run(asyncio.wait_for(compare_worlds(GAMES[id], POSITIONS), 60))
    assert looked == POSITIONS
    assert made or not holds_cards(GAMES[id])  # where nobody holds any, moves turn up what nobody knew


@pytest.mark.soak
@pytest.mark.parametrize("id", GAMES)
def test_what_is_sent_does_not_tell_two_worlds_apart_in_many_positions(id: str) -> None:
    """The same in many positions."""
    looked, _ = asyncio.run(compare_worlds(GAMES[id], 100))
    assert looked


def test_a_ping_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends the same texts, but a ping more in one of the worlds, does not pass."""
    deliver = TableConnection._deliver

    def pinging(connection: TableConnection, sent: Any) -> None:
        deliver(connection, sent)
        state = connection.room.table.state
        if (
            state is not None
            and sum(map(ord, "".join(card for seat in (0, 1, 2) for card in hand(state, seat)[:1]))) % 2
        ):
            connection._ping()

    monkeypatch.setattr(TableConnection, "_deliver", pinging)
    with pytest.raises(AssertionError, match="tells two worlds apart"):
        asyncio.run(compare_worlds(GAMES["classic"], 12))


@pytest.mark.parametrize("leak", ["why_not", "snapshot"])
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose reasons, or whose snapshots, depend on hidden cards does not pass."""
    true = getattr(Room, leak)

    def leaking(room: Room, *asked: Any) -> Any:
        found = true(room, *asked)
        state = room.table.state
        if state is None:
            return found
        hidden = "".join(sorted(hand(state, (asked[1] or 0) - 1 if asked[1] else 1)))
        if leak == "snapshot":
            return replace(found, key=hidden)
        return None if sum(map(ord, hidden)) % 2 else found

    monkeypatch.setattr(Room, leak, leaking)
    with pytest.raises(AssertionError, match="tells two worlds apart"):
        asyncio.run(compare_worlds(GAMES["classic"], 12))

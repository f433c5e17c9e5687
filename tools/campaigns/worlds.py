"""Two worlds on the wire: change anything that a seat may not know, and every packet that it is sent stays the same.

Two servers in this process have the same table, in positions that differ only in what the seat may not know. Clients
sit on transports in memory, so every write of the server is compared: its bytes, its size, its place in the order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from msgspec.structs import replace

from house import StillClock
from memory_line import MemoryLine
from network import Net, net
from reihum.api.connection import SPECTATOR_SECONDS
from reihum.cards import Randomness
from reihum.engine import Facts, Game, State
from reihum.errors import BadOption
from reihum.games import GAMES
from reihum.host.room import Room
from tools.campaigns.campaign import Campaign, Trial

UNLIMITED: dict[str, Any] = {"rate": 0, "address_rate": 0, "address_connections": 0}
TRIAL_PAIRS = 200
ROUND_PAIRS = 25
"""How many positions are taken from one round."""

MAX_ROUND_MOVES = 120
MAX_REASONS = 8
"""For how many cards of a hand a reason is asked."""

REFUSED = [f"lay R{number}" for number in (11, *range(1, 21))]
"""The first of these that is not legal is tried, to see how it is refused."""


class PromptClock(StillClock):
    """A clock that stands still, except that spectators need not wait: what they are sent is compared, not when."""

    def call_later(self, seconds: float, call: Callable[[], object]) -> Any:
        if seconds == SPECTATOR_SECONDS:
            return asyncio.get_running_loop().call_soon(call)
        return super().call_later(seconds, call)


class World:
    """A table on a separate server, with a line for every seat and one for a spectator."""

    def __init__(self, room: Room, seat: int, lines: list[MemoryLine], spectator: MemoryLine) -> None:
        self.room = room
        self.lines = lines
        self.eyes = (lines[seat], spectator)

    def put(self, state: State) -> None:
        """Put the table into a position."""
        assert self.room.table.match is not None
        self.room.table.match = replace(self.room.table.match, state=state)

    def take_packets(self) -> list[list[bytes]]:
        """Every packet that was sent to the seat and to the spectator, in order; they are forgotten afterwards."""
        packets = [list(eye.transport.packets) for eye in self.eyes]
        for line in (*self.lines, *self.eyes):
            line.transport.packets.clear()
        return packets


async def open_world(
    stack: AsyncExitStack, facts: Facts, seats: int, seat: int, options: dict[str, Any] | None = None
) -> World:
    """Open a table with people at all seats, all connected, the cards dealt."""
    served = await stack.enter_async_context(net(clock=PromptClock(), **UNLIMITED))
    invitation, maker = await served.table(game=facts.id, seats=seats, options=options or {}, open=True, call_pause=0)
    cookies = [maker, *[await served.guest(invitation, f"P{number}") for number in range(1, seats)]]
    lines = [await connect(stack, served, invitation["table"], cookie) for cookie in cookies]
    await lines[0].do("look", "look", seat=0)
    for number, line in enumerate(lines[1:], 1):
        await line.do("sit", f"sit{number}", seat=number)
    await lines[0].do("start", "start")
    spectator = await connect(stack, served, invitation["table"])
    world = World(await served.host.room(invitation["table"]), seat, lines, spectator)
    for line in (*lines, spectator):
        await line.do("view", "ready")
    world.take_packets()
    return world


async def connect(stack: AsyncExitStack, served: Net, table: str, cookie: str = "") -> MemoryLine:
    """Connect to a table."""
    line = MemoryLine(served)
    stack.callback(line.transport.close)
    await line.open_table(table, cookie)
    return line


async def collect_packets(world: World, state: State, seat: int, move: tuple[int, str] | None) -> list[list[bytes]]:
    """Everything the seat and a spectator are sent: the table, reasons, refusals, and what a move shows."""
    world.put(state)
    asked: list[dict[str, Any]] = [
        {"type": "view", "id": "v"},
        {"type": "why", "id": "w", "about": "R7"},
        {"type": "move", "id": "m", "move": next(move for move in REFUSED if move not in map(str, state.legal(seat)))},
    ]
    reasons = [{"type": "why", "id": f"w{card}", "about": card} for card in find_hand(state, seat)]
    for eye, messages in zip(world.eyes, ([*asked, *reasons], asked), strict=True):
        for message in messages:
            eye.send(message)
            await asyncio.sleep(0)
    if move is not None:
        who, text = move
        world.lines[who].send({"type": "move", "id": "made", "move": text})
        await world.lines[who].wait_for(b'"id":"made"')
    for eye in world.eyes:
        await eye.do("view", "end")
    return world.take_packets()


def find_hand(state: State, seat: int) -> list[str]:
    """The first cards a seat sees in its own hand."""
    zones = state.view(seat).zones
    return [card for zone in zones if zone.owner == seat for card in getattr(zone, "cards", ())][:MAX_REASONS]


def find_common_move(one: State, other: State, seat: int, dice: Random) -> tuple[int, str] | None:
    """A move that can be made in both worlds and looks the same to a seat and to a spectator."""
    tries = [(who, move) for who in one.to_act for move in one.legal(who) if move in other.legal(who)]
    dice.shuffle(tries)
    for who, move in tries:
        if move.verb in one.game.grammar.calls:
            continue
        after, there = one.play(who, move), other.play(who, move)
        if all(after.events(eye) == there.events(eye) and after.view(eye) == there.view(eye) for eye in (seat, None)):
            return who, str(move)
    return None


def draw_positions(game: Game, count: int, seed: str, dice: Random) -> Iterator[State]:
    """Positions from the course of random rounds that are still running."""
    while count > 0:
        states = [game.deal(seed=f"{seed} {count}")]
        while states[-1].outcome is None and len(states) < MAX_ROUND_MOVES:
            state = states[-1]
            seat = dice.choice(state.to_act)
            moves = [move for move in state.legal(seat) if move.verb not in game.grammar.calls]
            states.append(state.play(seat, dice.choice(moves or list(state.legal(seat)))))
        running = [state for state in states if state.outcome is None]
        drawn = dice.sample(running, min(count, ROUND_PAIRS, len(running)))
        yield from drawn
        count -= len(drawn)


def draw_options(facts: Facts, seats: int, dice: Random) -> dict[str, Any]:
    """Some options with any values, and what this number of seats needs; only that if they do not go together."""
    needed = dict(facts.needs(seats))
    drawn = {
        option.name: dice.choice(option.values(seats))
        for option in facts.options.values()
        if option.kind != "seat" and dice.random() < 0.3
    }
    try:
        facts.settle(seats, drawn | needed)
    except BadOption:
        return needed
    return drawn | needed


async def compare_worlds(
    facts: Facts, seats: int, count: int, seed: str, options: dict[str, Any] | None = None
) -> tuple[int, int]:
    """Compare two worlds in a number of positions; returns in how many of them a move was made, and the packets."""
    dice = Random(seed)
    seat, moves, packets = dice.randrange(seats), 0, 0
    async with AsyncExitStack() as stack:
        here = await open_world(stack, facts, seats, seat, options)
        there = await open_world(stack, facts, seats, seat, options)
        for number, state in enumerate(draw_positions(here.room.table.game, count, seed, dice)):
            other = state.imagine(seat, Randomness(seed.encode(), f"{number}"))
            move = find_common_move(state, other, seat, dice)
            one = await collect_packets(here, state, seat, move)
            two = await collect_packets(there, other, seat, move)
            assert all(one)
            assert one == two, f"{facts.id}: what is sent tells two worlds apart, in position {number}"
            moves += move is not None
            packets += sum(map(len, one))
    return moves, packets


def run(trial: Trial) -> None:
    """Compare two worlds of one game; the games take turns."""
    games = list(GAMES.values())
    facts = games[trial.number % len(games)]
    seats = trial.dice.choice([*facts.seats])
    options = draw_options(facts, seats, trial.dice)
    moves, packets = asyncio.run(compare_worlds(facts, seats, TRIAL_PAIRS, trial.name, options))
    trial.count("pairs", TRIAL_PAIRS)
    trial.count("pairs with a move", moves)
    trial.count("packets in each world", packets)


WORLDS = Campaign(
    "worlds",
    "pairs",
    100_000,
    "what a seat and a spectator are sent is the same in both worlds: bytes, sizes and order of all packets",
    run,
)

"""Simulated races of calls between two players, with the host's stopwatch, window and verdict.

Nothing here waits or measures: moments are drawn from a seed, so every machine gets the same figures. Cards, pings,
answers and calls travel on lines with jitter. A player who wants to seem far away plays a trick with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import log

from msgspec import Struct
from msgspec.structs import replace

import reihum
from reihum.api.connection import SPECTATOR_SECONDS
from reihum.cards import Randomness
from reihum.engine import State
from reihum.host.timing.stopwatch import Line as TimedLine
from reihum.host.timing.stopwatch import Stopwatch
from reihum.tables.arbiter import WINDOW_MS, CallMade, Reaction, verdict

WORD = "schnapp"
SESSION_CARDS = 200
"""How many cards are raced for on one connection."""

PAUSE_SECONDS = 5.0
"""The time from card to card."""

CARDS_PER_PING = 4
"""After every fourth card there is a separate ping."""

FIRST_PINGS = 7
"""How many pings come before the first card."""

REACTION_MS = (250, 900)
"""People take between these times, as the bots do (any time in between is equally likely)."""


class Line(Struct, frozen=True):
    """A connection: its round trip without jitter, and what jitter adds to each way on average, in milliseconds.
    ``known``: the host's kernel sees the round trip, since there is no proxy. ``told``: a proxy tells it once, for each
    new connection."""

    round_trip: float
    jitter: float
    known: bool = True
    told: bool = False


class Trick(Struct, frozen=True):
    """What a player does to seem far away: delay answers to pings by ``pongs`` milliseconds – a ``share`` of them, or
    only those to the pings with cards – or ``calls`` as well. ``release``: delayed answers leave just before it.
    ``reconnects``: before every card. ``detour``: cards are seen on the player's line, but calls take this one;
    ``silent``: the line that sees them answers no pings; ``stranger``: it belongs to a spectator without a name."""

    pongs: float = 0
    share: float = 1
    cards_only: bool = False
    calls: float = 0
    release: bool = False
    reconnects: bool = False
    detour: Line | None = None
    silent: bool = False
    stranger: bool = False


HONEST = Trick()


class Race(Struct, frozen=True):
    """Who races: the first player, who may be quicker every time or play a trick, and an honest second one.
    ``believed``: the host believes pings alone."""

    first: Line
    second: Line
    ahead: float = 0
    trick: Trick = HONEST
    reactions: tuple[float, float] = REACTION_MS
    believed: bool = False


class Result(Struct, frozen=True):
    """How the first of two players did."""

    won: int
    tied: int
    lost: int

    @property
    def share(self) -> float:
        """The share of the decided races that the first one won."""
        return self.won / (self.won + self.lost)

    @property
    def share_of_all(self) -> float:
        """The share of all races that the first one won."""
        return self.won / (self.won + self.tied + self.lost)


class Dice:
    """Random numbers from a seed."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed.encode(), "reactions")

    def draw_fraction(self) -> float:
        """Draw a number from 0 to 1, without 1."""
        return int.from_bytes(self._randomness.take(4), "big") / 2**32

    def draw_between(self, low: float, high: float) -> float:
        """Draw a value between two others."""
        return low + (high - low) * self.draw_fraction()

    def draw_delay(self, mean: float) -> float:
        """Draw a delay that is mostly short and sometimes long: exponential."""
        return -mean * log(1 - self.draw_fraction())


class ReceivedCall(Struct, frozen=True):
    """A call as it reaches the host; without a reaction it is refused, since the player cannot have seen the card."""

    arrived: float
    reaction: Reaction | None


class SimulatedPlayer:
    """One player with a line, or with two."""

    def __init__(self, line: Line, trick: Trick, seed: str, believed: bool = False) -> None:
        self._line = line
        self._trick = trick
        self._believed = believed
        self._dice = Dice(f"{seed} line")
        self._luck = Dice(f"{seed} trick")
        self._watch = Stopwatch()
        self._long = _reroute(line, trick.detour)
        self._eye = self._make_eye() if trick.detour else None
        self._pings = 0
        self._kernel = self._long.round_trip
        self._connect(-FIRST_PINGS)

    def _make_eye(self) -> TimedLine:
        """The line that only sees the cards."""
        is_known = self._line.known or self._line.told
        trip = round(self._line.round_trip) if is_known else None
        return TimedLine(Stopwatch() if self._trick.stranger else self._watch, lambda: trip)

    def _connect(self, now: float, pings: int = FIRST_PINGS) -> None:
        if self._long.told:
            told = round(self._draw_trip() + self._draw_trip())
            self._timed = TimedLine(self._watch, lambda: told)
        else:
            self._timed = TimedLine(self._watch, lambda: round(self._kernel) if self._long.known else None)
        for number in range(pings):
            self.ping(now + number)

    def ping(self, now: float) -> None:
        """Exchange a separate ping on each line, answered before the next card comes."""
        held = 0 if self._trick.cards_only else self._draw_delay()
        self._timed.pings.send(self._pings, now)
        self._timed.receive_pong(self._pings, now + (self._draw_trip() + self._draw_trip() + held) / 1_000)
        if self._eye is not None and not self._trick.silent:
            self._eye.pings.send(self._pings, now)
            self._eye.receive_pong(self._pings, now + 2 * self._draw_trip(self._line) / 1_000)
        self._pings += 1

    def race(self, now: float, reaction: float) -> ReceivedCall:
        """Send a card with a ping after it, and let the player call."""
        if self._trick.reconnects:
            self._connect(now - 1, pings=1)
        self._timed.start(0, self._pings, self._pings, now)
        there, call_back, answer_back = self._draw_trip(), self._draw_trip(), self._draw_trip()
        self._kernel += (there + self._draw_trip() - self._kernel) / 8  # as kernels do: each sample counts an eighth
        seen = there if self._eye is None else self._show(self._eye, now)
        called, held = seen + reaction + self._trick.calls, self._draw_delay()
        answered = there + (min(held, reaction) if self._trick.release else held)
        answer, call = answered + answer_back, called + call_back
        if answered <= called:  # what was sent first arrives first
            call = max(call, answer)
            self._timed.receive_pong(self._pings, now + answer / 1_000)
        measured = self._timed.measure(0, now + call / 1_000)
        self._timed.receive_pong(self._pings, now + max(call, answer) / 1_000)
        self._pings += 1
        if self._believed:
            measured = Reaction(round(call), self._timed.pings.round_trip)
        return ReceivedCall(now + call / 1_000, measured)

    def _show(self, eye: TimedLine, now: float) -> float:
        """Send the card over the line that sees it; returns when it is there."""
        eye.start(0, self._pings, self._pings, now)
        there = self._draw_trip(self._line) + (1_000 * SPECTATOR_SECONDS if self._trick.stranger else 0)
        if not self._trick.silent:
            eye.receive_pong(self._pings, now + (there + self._draw_trip(self._line)) / 1_000)
        return there

    def _draw_trip(self, line: Line | None = None) -> float:
        taken = line or self._long
        return taken.round_trip / 2 + self._dice.draw_delay(taken.jitter)

    def _draw_delay(self) -> float:
        return self._trick.pongs if self._luck.draw_fraction() < self._trick.share else 0


def _reroute(line: Line, detour: Line | None) -> Line:
    """The line that calls take. A detour goes through the same kind of proxy, or through none."""
    return line if detour is None else replace(detour, known=line.known, told=line.told)


def run(race: Race, races: int, first: int = 0) -> Result:
    """Run races, from session ``first`` on. Every session is played twice, with the players' reactions exchanged, to
    take out luck."""
    sessions = range(first, first + races // SESSION_CARDS)
    found = Counter(outcome for number in sessions for outcome in _run_session(race, number))
    return Result(found["won"], found["tied"], found["lost"])


def _run_session(race: Race, number: int) -> Iterator[str]:
    seed, exchanged = f"{number // 2}", number % 2
    dice = Dice(f"{seed} reactions")
    sides = [
        SimulatedPlayer(race.first, race.trick, f"{seed} first", race.believed),
        SimulatedPlayer(race.second, HONEST, f"{seed} second", race.believed),
    ]
    for card in range(SESSION_CARDS):
        now = PAUSE_SECONDS * card
        drawn = [dice.draw_between(*race.reactions), dice.draw_between(*race.reactions)]
        first, second = reversed(drawn) if exchanged else drawn
        second = first + race.ahead if race.ahead else second
        yield judge([sides[0].race(now, first), sides[1].race(now, second)])
        if card % CARDS_PER_PING == 0:
            for side in sides:
                side.ping(now + PAUSE_SECONDS / 2)


def judge(calls: Sequence[ReceivedCall]) -> str:
    """Judge two calls for the first player, as the table does. A call after the window counts only if the other one was
    a guess."""
    opened = min((call.arrived for call in calls if call.reaction), default=0.0)
    heard = {
        seat: call for seat, call in enumerate(calls) if call.reaction and call.arrived - opened <= WINDOW_MS / 1_000
    }
    moves = verdict(make_position(), [CallMade(seat, WORD, call.reaction) for seat, call in heard.items()])
    if any(move.startswith("tie") for _, move in moves):
        return "tied"
    late = [seat for seat, call in enumerate(calls) if call.reaction and seat not in heard]
    winners = [seat for seat, _ in moves if seat is not None] or late
    return ("won", "lost")[winners[0]] if len(winners) == 1 else "tied"


@cache
def make_position() -> State:
    """A position of Schnipp Schnapp for two in which the word is right."""
    state = reihum.game("schnipp-schnapp", seats=2).deal("race")
    while f"tie 0 1 {WORD}" not in map(str, state.legal(None)):
        state = state.play(state.to_act[0], "turn")
    return state

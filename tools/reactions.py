"""Races of calls between two players, simulated against the host's own stopwatch, window and verdict.

Nothing here waits or measures: moments are drawn from a seed, so the same figures come out on every machine. Cards,
pings, answers and calls travel on lines with jitter; whoever wants to seem far away plays a trick with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import log

from msgspec import Struct

import reihum
from reihum.cards import Randomness
from reihum.engine import State
from reihum.host.timing.stopwatch import Stopwatch
from reihum.tables.arbiter import WINDOW_MS, CallMade, Reaction, verdict

WORD = "schnapp"
SESSION = 200
"""So many cards are raced for on one connection."""

PAUSE = 5.0
"""Seconds from card to card."""

BETWEEN = 4
"""After one card of so many there is a ping of its own."""

FIRST_PINGS = 7
"""So many pings come before the first card."""

PEOPLE = (250, 900)
"""People take between so many milliseconds, as the bots do (any time between them is as likely as any other)."""


class Line(Struct, frozen=True):
    """A connection: its round trip without jitter, and what jitter adds to each way on average, in milliseconds.
    ``known``: the host's kernel sees its round trip, since there is no proxy between."""

    round_trip: float
    jitter: float
    known: bool = True


class Trick(Struct, frozen=True):
    """What somebody does to seem far away: hold back answers to pings by so many milliseconds – some of them, or those
    to the pings with cards only – or calls as well. ``release``: what is still held back goes out just ahead of the
    call."""

    pongs: float = 0
    share: float = 1
    cards_only: bool = False
    calls: float = 0
    release: bool = False


HONEST = Trick()


class Race(Struct, frozen=True):
    """Who races: the first player, who may be quicker every time or play a trick, and an honest second one.
    ``believed``: the host believes in pings and nothing else."""

    first: Line
    second: Line
    ahead: float = 0
    trick: Trick = HONEST
    reactions: tuple[float, float] = PEOPLE
    believed: bool = False


class Result(Struct, frozen=True):
    """How the first of two players did."""

    won: int
    tied: int
    lost: int

    @property
    def share(self) -> float:
        """The part of the decided races that the first one won."""
        return self.won / (self.won + self.lost)

    @property
    def surely(self) -> float:
        """The part of all races that the first one won."""
        return self.won / (self.won + self.tied + self.lost)


class Dice:
    """Random numbers from a seed."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed.encode(), "reactions")

    def fraction(self) -> float:
        """From 0 up to, but without, 1."""
        return int.from_bytes(self._randomness.take(4), "big") / 2**32

    def between(self, low: float, high: float) -> float:
        """Any value between two."""
        return low + (high - low) * self.fraction()

    def waiting(self, mean: float) -> float:
        """Mostly short, now and then long: exponential."""
        return -mean * log(1 - self.fraction())


class Call(Struct, frozen=True):
    """A call as it reaches the host; without a reaction it is refused, since nobody can have seen the card."""

    arrived: float
    reaction: Reaction | None


class Side:
    """One player at one connection."""

    def __init__(self, line: Line, trick: Trick, seed: str, believed: bool = False) -> None:
        self._line = line
        self._trick = trick
        self._believed = believed
        self._dice = Dice(f"{seed} line")
        self._luck = Dice(f"{seed} trick")
        self._watch = Stopwatch()
        self._pings = 0
        self._kernel = line.round_trip
        for number in range(FIRST_PINGS):
            self.ping(number - FIRST_PINGS)

    def ping(self, now: float) -> None:
        """A ping of its own, answered before the next card comes."""
        held = 0 if self._trick.cards_only else self._held_back()
        self._watch.pings.send(self._pings, now)
        self._watch.receive_pong(self._pings, now + (self._trip() + self._trip() + held) / 1_000)
        self._pings += 1

    def race(self, now: float, reaction: float) -> Call:
        """A card is sent with a ping behind it, and the player calls."""
        self._watch.start(now, self._pings)
        there, call_back, answer_back = self._trip(), self._trip(), self._trip()
        self._kernel += (there + self._trip() - self._kernel) / 8  # as kernels do: each sample counts an eighth
        called, held = there + reaction + self._trick.calls, self._held_back()
        answered = there + (min(held, reaction) if self._trick.release else held)
        answer, call = answered + answer_back, called + call_back
        if answered <= called:  # what was sent first arrives first
            call = max(call, answer)
            self._watch.receive_pong(self._pings, now + answer / 1_000)
        measured = self._watch.measure(now + call / 1_000, round(self._kernel) if self._line.known else None)
        self._watch.receive_pong(self._pings, now + max(call, answer) / 1_000)
        self._pings += 1
        if self._believed:
            measured = Reaction(round(call), self._watch.pings.round_trip)
        return Call(now + call / 1_000, measured)

    def _trip(self) -> float:
        return self._line.round_trip / 2 + self._dice.waiting(self._line.jitter)

    def _held_back(self) -> float:
        return self._trick.pongs if self._luck.fraction() < self._trick.share else 0


def run(race: Race, races: int) -> Result:
    """So many races. Every session is played twice, with the players' reactions exchanged: that takes the luck of the
    draw out."""
    found = Counter(outcome for number in range(races // SESSION) for outcome in _session(race, number))
    return Result(found["won"], found["tied"], found["lost"])


def _session(race: Race, number: int) -> Iterator[str]:
    seed, exchanged = f"{number // 2}", number % 2
    dice = Dice(f"{seed} reactions")
    sides = [
        Side(race.first, race.trick, f"{seed} first", race.believed),
        Side(race.second, HONEST, f"{seed} second", race.believed),
    ]
    for card in range(SESSION):
        now = PAUSE * card
        drawn = [dice.between(*race.reactions), dice.between(*race.reactions)]
        first, second = reversed(drawn) if exchanged else drawn
        second = first + race.ahead if race.ahead else second
        yield judged([sides[0].race(now, first), sides[1].race(now, second)])
        if card % BETWEEN == 0:
            for side in sides:
                side.ping(now + PAUSE / 2)


def judged(calls: Sequence[Call]) -> str:
    """What the table makes of two calls, for the first player. Whoever comes after the window is heard only if the
    other one was guessing."""
    opened = min((call.arrived for call in calls if call.reaction), default=0.0)
    heard = {
        seat: call for seat, call in enumerate(calls) if call.reaction and call.arrived - opened <= WINDOW_MS / 1_000
    }
    moves = verdict(position(), [CallMade(seat, WORD, call.reaction) for seat, call in heard.items()])
    if any(move.startswith("tie") for _, move in moves):
        return "tied"
    late = [seat for seat, call in enumerate(calls) if call.reaction and seat not in heard]
    winners = [seat for seat, _ in moves if seat is not None] or late
    return ("won", "lost")[winners[0]] if len(winners) == 1 else "tied"


@cache
def position() -> State:
    """A position of Schnipp Schnapp for two in which the word is right."""
    state = reihum.game("schnipp-schnapp", seats=2).deal("race")
    while f"tie 0 1 {WORD}" not in map(str, state.legal(None)):
        state = state.play(state.to_act[0], "turn")
    return state

"""How quick a call was, and how much of its connection's round trip is credited."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType

import pytest

from reihum.host.timing import stopwatch
from reihum.host.timing.stopwatch import FAST_REACTIONS, FASTEST_REACTION_MS, Stopwatch
from reihum.tables.arbiter import Reaction

CARD = 1_000
"""The number of the ping that goes with a card."""


def watch(round_trip: float, rule: ModuleType = stopwatch) -> Stopwatch:
    """A connection on which pings have taken this many milliseconds."""
    made: Stopwatch = rule.Stopwatch()
    for number in range(10):
        made.pings.send(number, number)
        made.receive_pong(number, number + round_trip / 1_000)
    return made


def timed(made: Stopwatch, elapsed: float, transport: int | None = None, card: float = 0, now: float = 60) -> Reaction:
    """A card is sent, its ping is answered after some time (like the others, if none is given), then a call comes."""
    made.start(now, CARD)
    made.receive_pong(CARD, now + (card or made.pings.round_trip) / 1_000)
    reaction = made.measure(now + elapsed / 1_000, transport)
    assert reaction is not None
    return reaction


def is_plain(rule: ModuleType) -> bool:
    """§4: arrival of the call, minus the moment the card was sent, minus the measured round trip."""
    return timed(watch(80, rule), 600, 80) == Reaction(600, 80)


def is_limited(rule: ModuleType) -> bool:
    """§4: at most 300 ms is credited."""
    return timed(watch(500, rule), 900, 500) == Reaction(900, 300)


def is_the_cards_own(rule: ModuleType) -> bool:
    """The card did not travel longer than the ping behind it."""
    return timed(watch(200, rule), 900, 200, card=120).round_trip == 120


def is_robust(rule: ModuleType) -> bool:
    """A slow ping with the card gives no more credit than the others."""
    return timed(watch(40, rule), 900, 400, card=280).round_trip == 40


def is_bounded_by_the_transport(rule: ModuleType) -> bool:
    """What the kernel has measured cannot be talked away by late answers."""
    return timed(watch(280, rule), 600, 20).round_trip == 20


def is_human(rule: ModuleType) -> bool:
    """Where the kernel cannot know, nobody is quicker than people are time after time; what it knows is enough."""
    unknown, known = watch(280, rule), watch(280, rule)
    for number in range(FAST_REACTIONS):
        timed(unknown, 300, now=100 * number)
        timed(known, 300, 280, now=100 * number)
    cut = timed(unknown, 900, now=5_000).corrected
    return cut == 900 - (300 - FASTEST_REACTION_MS) and timed(known, 900, 280, now=5_000).corrected == 620


def forgets_nothing(rule: ModuleType) -> bool:
    """Slow calls in between do not make quick ones forgotten."""
    made = watch(280, rule)
    for number in range(FAST_REACTIONS):
        timed(made, 300, now=100 * number)
    for number in range(50):
        timed(made, 3_000, now=1_000 + 100 * number)
    return timed(made, 900, now=9_000).round_trip == 300 - FASTEST_REACTION_MS


def is_refused_ahead_of_the_ping(rule: ModuleType) -> bool:
    """What was on its way before the card was there is about something else, also if the host is late to look at it."""
    made = watch(100, rule)
    made.start(60, CARD)
    before = made.measure(60.05, 100)
    made.receive_pong(CARD, 60.1)
    return before is None and made.measure(60.09, 100) is None and made.measure(60.7, 100) == Reaction(700, 100)


def is_not_made_new(rule: ModuleType) -> bool:
    """A person who reconnects or looks again does not get more time."""
    made = watch(100, rule)
    made.start(60, CARD)
    made.resume(since=59.5)
    return made.measure(60.3, 100) == Reaction(800, 100)


def gives_nothing_unmeasured(rule: ModuleType) -> bool:
    """Before the first answer nothing is credited."""
    made: Stopwatch = rule.Stopwatch(10.0)
    return made.measure(10.4, 80) == Reaction(400, 0)


RULES: list[Callable[[ModuleType], bool]] = [
    is_plain,
    is_limited,
    is_the_cards_own,
    is_robust,
    is_bounded_by_the_transport,
    is_human,
    forgets_nothing,
    is_refused_ahead_of_the_ping,
    is_not_made_new,
    gives_nothing_unmeasured,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_reaction(rule: Callable[[ModuleType], bool]) -> None:
    """What is measured, and what is credited of it."""
    assert rule(stopwatch), rule.__doc__


FAULTS = {
    "the limit": (", MAX_CREDIT_MS)", ")"),
    "the card's own ping": ("self._card_trip, humanly", "humanly"),
    "the pings": ("min(self.pings.round_trip, ", "min("),
    "the transport": ("humanly if transport is None else transport", "humanly"),
    "people": ("humanly if transport is None else transport", "transport or 300"),
    "people everywhere": ("humanly if transport is None else transport", "min(humanly, transport or 300)"),
    "quick calls": ("del self._quickest[FAST_REACTIONS:]", "del self._quickest[:-FAST_REACTIONS]"),
    "calls ahead of the ping": ("if self._card is not None or now < self._answered:", "if now < self._answered:"),
    "a late host": ("if self._card is not None or now < self._answered:", "if self._card is not None:"),
    "an old card": ("self._shown, self._card, self._card_trip = since, None, inf", "self._card = None"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    """Without any one of the bounds some test fails."""
    source = inspect.getsource(stopwatch)
    right, wrong = FAULTS[fault]
    assert source.count(right) == 1, right
    planted = ModuleType("planted")
    exec(compile(source.replace(right, wrong), "planted", "exec"), planted.__dict__)  # noqa: S102  # our own source
    assert not all(rule(planted) for rule in RULES)

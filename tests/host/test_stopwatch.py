"""How quick a call was, and how much of its connection's round trip is credited."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from reihum.host.timing import stopwatch
from reihum.host.timing.stopwatch import FAST_REACTIONS, FASTEST_REACTION_MS, Line
from reihum.tables.arbiter import Reaction

CARD = 1_000
"""The number of the ping that goes with a card."""


def watch(round_trip: float, rule: ModuleType = stopwatch, kernel: int | None = 1_000, of: Any = None) -> Line:
    """A line on which pings have taken this many milliseconds: of a new person, or a second one of the same. Unless the
    kernel's figure is given, it sets no bound."""
    made: Line = rule.Line(of or rule.Stopwatch(), lambda: kernel)
    for number in range(10):
        made.pings.send(number, number)
        made.receive_pong(number, number + round_trip / 1_000)
    return made


def timed(made: Line, elapsed: float, card: float = 0, now: float = 60) -> Reaction:
    """A card is sent, its ping is answered after some time (like the others, if none is given), then a call comes."""
    made.start(0, round(now), CARD, now)
    made.receive_pong(CARD, now + (card or made.pings.round_trip) / 1_000)
    reaction = made.measure(0, now + elapsed / 1_000)
    assert reaction is not None
    return reaction


def is_plain(rule: ModuleType) -> bool:
    """§4: arrival of the call, minus the moment the card was sent, minus the measured round trip."""
    return timed(watch(80, rule, 80), 600) == Reaction(600, 80)


def is_limited(rule: ModuleType) -> bool:
    """§4: at most 300 ms is credited."""
    return timed(watch(500, rule, 500), 900) == Reaction(900, 300)


def is_the_cards_own(rule: ModuleType) -> bool:
    """The card did not travel longer than the ping behind it."""
    return timed(watch(200, rule, 200), 900, card=120).round_trip_ms == 120


def is_robust(rule: ModuleType) -> bool:
    """A slow ping with the card gives no more credit than the others."""
    return timed(watch(40, rule, 400), 900, card=280).round_trip_ms == 40


def is_bounded_by_the_transport(rule: ModuleType) -> bool:
    """What the kernel has measured cannot be talked away by late answers."""
    return timed(watch(280, rule, 20), 600).round_trip_ms == 20


def is_nothing_without_a_kernel(rule: ModuleType) -> bool:
    """Where no kernel tells the round trip, as behind a proxy that is silent, late answers gain nothing."""
    return timed(watch(280, rule, None), 600) == Reaction(600, 0)


def is_human(rule: ModuleType) -> bool:
    """Nobody is quicker than people are time after time."""
    made = watch(280, rule, 280)
    for number in range(FAST_REACTIONS):
        timed(made, 300, now=100 * number)
    return timed(made, 900, now=5_000).corrected_ms == 900 - (300 - FASTEST_REACTION_MS)


def forgets_nothing(rule: ModuleType) -> bool:
    """Slow calls in between do not make quick ones forgotten."""
    made = watch(280, rule)
    for number in range(FAST_REACTIONS):
        timed(made, 300, now=100 * number)
    for number in range(50):
        timed(made, 3_000, now=1_000 + 100 * number)
    return timed(made, 900, now=9_000).round_trip_ms == 300 - FASTEST_REACTION_MS


def forgets_nothing_with_a_new_line(rule: ModuleType) -> bool:
    """A person who reconnects before every card is not believed to be quicker than people are."""
    person = rule.Stopwatch()
    for number in range(FAST_REACTIONS):
        timed(watch(280, rule, of=person), 300, now=100 * number)
    return timed(watch(280, rule, of=person), 900, now=5_000).round_trip_ms == 300 - FASTEST_REACTION_MS


def is_the_shortest_line(rule: ModuleType) -> bool:
    """Who sees the card on a short line and calls on a long one gets the credit of the short one."""
    near = watch(20, rule, 20)
    far = watch(280, rule, 280, near._stopwatch)
    near.start(0, 7, CARD, 60)
    near.receive_pong(CARD, 60.02)
    far.start(0, 7, CARD, 60.001)
    far.receive_pong(CARD, 60.28)
    return far.measure(0, 60.6) == Reaction(600, 20)


def is_the_quickest_answer(rule: ModuleType) -> bool:
    """Of the answers to the pings with the card, on all lines, the quickest counts."""
    one = watch(280, rule)
    other = watch(280, rule, of=one._stopwatch)
    for line, trip in ((one, 20), (other, 280)):
        line.start(0, 7, CARD, 60)
        line.receive_pong(CARD, 60 + trip / 1_000)
    return other.measure(0, 60.6) == Reaction(600, 20)


def is_nothing_beside_a_silent_line(rule: ModuleType) -> bool:
    """A line that gets the card and answers no ping could be as short as can be."""
    silent = rule.Line(rule.Stopwatch(), lambda: None)
    far = watch(280, rule, 280, silent._stopwatch)
    silent.start(0, 7, CARD, 60)
    far.start(0, 7, CARD, 60)
    far.receive_pong(CARD, 60.28)
    return far.measure(0, 60.6) == Reaction(600, 0)


def is_its_own_without_the_other_line(rule: ModuleType) -> bool:
    """A line that was closed before the card came does not count: somebody has only gone out of the house."""
    at_home = watch(20, rule, 20)
    timed(at_home, 500, now=60)
    return timed(watch(150, rule, 150, at_home._stopwatch), 600, now=90).round_trip_ms == 150


def is_refused_ahead_of_the_ping(rule: ModuleType) -> bool:
    """What was on its way before the card was there is about something else, also if the host is late to look at it."""
    made = watch(100, rule, 100)
    made.start(0, 7, CARD, 60)
    before = made.measure(0, 60.05)
    made.receive_pong(CARD, 60.1)
    return before is None and made.measure(0, 60.09) is None and made.measure(0, 60.7) == Reaction(700, 100)


def is_not_made_new(rule: ModuleType) -> bool:
    """A person who reconnects or looks again does not get more time."""
    made = watch(100, rule, 100)
    made.start(0, 7, CARD, 60)
    made.resume(0, since=59.5, now=60.2)
    return made.measure(0, 60.3) == Reaction(800, 100)


def is_new_after_an_absence(rule: ModuleType) -> bool:
    """A card that came while the person was away is measured from its own moment."""
    at_home = watch(20, rule, 20)
    timed(at_home, 500, now=60)
    outside = watch(150, rule, 150, at_home._stopwatch)
    outside.resume(0, since=70, now=70.1)
    return outside.measure(0, 70.6) == Reaction(600, 150)


def gives_nothing_unmeasured(rule: ModuleType) -> bool:
    """Before the first answer nothing is credited."""
    made: Line = rule.Line(rule.Stopwatch(), lambda: 80)
    made.resume(0, 10.0, 10.0)
    return made.measure(0, 10.4) == Reaction(400, 0)


RULES: list[Callable[[ModuleType], bool]] = [
    is_plain,
    is_limited,
    is_the_cards_own,
    is_robust,
    is_bounded_by_the_transport,
    is_nothing_without_a_kernel,
    is_human,
    forgets_nothing,
    forgets_nothing_with_a_new_line,
    is_the_shortest_line,
    is_the_quickest_answer,
    is_nothing_beside_a_silent_line,
    is_its_own_without_the_other_line,
    is_refused_ahead_of_the_ping,
    is_not_made_new,
    is_new_after_an_absence,
    gives_nothing_unmeasured,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_reaction(rule: Callable[[ModuleType], bool]) -> None:
    """What is measured, and what is credited of it."""
    assert rule(stopwatch), rule.__doc__


FAULTS = {
    "the limit": (", MAX_CREDIT_MS))", "))"),
    "the card's own ping": ("card.trip, humanly", "humanly"),
    "the pings": ("min(self.pings.round_trip, self.kernel_ms)", "self.kernel_ms"),
    "the transport": ("min(self.pings.round_trip, self.kernel_ms)", "self.pings.round_trip"),
    "a silent proxy": ("self.kernel_ms = 0", "self.kernel_ms = inf"),
    "people": ("card.trip, humanly", "card.trip"),
    "quick calls": ("del self._quickest[FAST_REACTIONS:]", "del self._quickest[:-FAST_REACTIONS]"),
    "the other line": ("        card.round_trips.add(round_trip)\n        return card", "        return card"),
    "the other line's answer": ("min(card.trip, milliseconds)", "milliseconds"),
    "another card": ("if card is None or card.number != number:", "if card is None:"),
    "calls ahead of the ping": ("if card.answered is None or now < card.answered:", "if now < (card.answered or 0):"),
    "a late host": ("if card.answered is None or now < card.answered:", "if card.answered is None:"),
    "an old card": ("        card.shown = since\n", ""),
    "an absence": ("if card is None or card.shown < since:", "if card is None:"),
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

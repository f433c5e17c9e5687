"""Call fairness: simulated races between players with round trips of 10 to 400 ms, honest ones and ones with tricks.

The stopwatch, the window and the verdict are the host's; moments are drawn. See docs/real-time.md.
"""

from __future__ import annotations

from tools.campaigns.campaign import Campaign, Trial
from tools.races import TRICKS
from tools.reactions import SESSION_CARDS, Line, Race, Result, Trick
from tools.reactions import run as run_races

RACES = 4_000
JITTER_MS = 3
MIN_ROUND_TRIP_MS, MAX_ROUND_TRIP_MS = 10, 400
MAX_CREDIT_MS = 300
"""Up to this round trip a distant player is promised an even chance."""

MAX_DISTANCE, MAX_GAIN = 2.0, 2.0
"""In percentage points: how far the share of an honest player may be from a half, and what a trick may gain."""


def make_race(round_trip: float, trick: Trick = TRICKS["none"]) -> Race:
    """A player on a line against an honest one with a round trip of 20 ms."""
    return Race(Line(round_trip, JITTER_MS), Line(20, 1), trick=trick)


def compute_percentage(result: Result) -> float:
    """The share of the decided races, in percent."""
    return 100 * result.share


def can_help(trick: Trick, round_trip: float) -> bool:
    """Whether a trick is one: to call on a second line that is really shorter is not."""
    return trick.detour is None or trick.detour.round_trip >= round_trip


def run(trial: Trial) -> None:
    """Race on one line, honestly and with every trick."""
    round_trip = trial.dice.uniform(MIN_ROUND_TRIP_MS, MAX_ROUND_TRIP_MS)
    first = trial.number * RACES // SESSION_CARDS
    honest = compute_percentage(run_races(make_race(round_trip), RACES, first))
    trial.count("races", RACES)
    if round_trip <= MAX_CREDIT_MS:
        trial.count("races up to 300 ms", RACES)
        assert abs(honest - 50) <= MAX_DISTANCE, f"{honest:.1f} % at {round_trip:.0f} ms"
    for name, trick in TRICKS.items():
        if can_help(trick, round_trip):
            gain = compute_percentage(run_races(make_race(round_trip, trick), RACES, first)) - honest
            trial.count("races", RACES)
            assert gain <= MAX_GAIN, f"{name}: {gain:+.1f} at {round_trip:.0f} ms"


FAIRNESS = Campaign(
    "races",
    "races",
    1_000_000,
    "up to 300 ms an honest player wins 50 ± 2 % of the decided races; no trick gains more than 2 points",
    run,
)

"""Call fairness: simulated races between players with round trips of 10 to 400 ms, honest ones and ones with tricks.

The stopwatch, the window and the verdict are the host's; moments are drawn. See docs/real-time.md.
"""

from __future__ import annotations

from msgspec.structs import replace

from tools.campaigns.campaign import Campaign, Trial
from tools.races import HONEST_PLACES, TRICKS
from tools.reactions import SESSION_CARDS, Line, Race, Result, Trick
from tools.reactions import run as run_races

RACES = 4_000
JITTER_MS = 3
MIN_ROUND_TRIP_MS, MAX_ROUND_TRIP_MS = 10, 400
MAX_CREDIT_MS = 300
"""Up to this round trip a distant player is promised an even chance."""

MAX_DISTANCE, MAX_GAIN = 2.0, 2.0
"""In percentage points: how far the share of an honest player may be from a half, and what a trick may gain."""


def make_race(place: Race, round_trip: float, trick: Trick = TRICKS["none"]) -> Race:
    """A player on a line against an honest one with a round trip of 20 ms, both behind the same kind of proxy."""
    first = replace(place.first, round_trip=round_trip, jitter=JITTER_MS)
    return replace(place, first=first, trick=trick)


def is_measured(line: Line) -> bool:
    """Whether the host knows the round trip from its kernel or a proxy, and credits it."""
    return line.known or line.told


def compute_percentage(result: Result) -> float:
    """The share of the decided races, in percent."""
    return 100 * result.share


def can_help(trick: Trick, round_trip: float) -> bool:
    """Whether a trick is one: to call on a second line that is really shorter is not."""
    return trick.detour is None or trick.detour.round_trip >= round_trip


def run(trial: Trial) -> None:
    """Race on one line, honestly and with every trick: directly, and behind each kind of proxy in turn."""
    where = list(HONEST_PLACES)[trial.number % len(HONEST_PLACES)]
    place = HONEST_PLACES[where]
    round_trip = trial.dice.uniform(MIN_ROUND_TRIP_MS, MAX_ROUND_TRIP_MS)
    line = f"{where}, {round_trip:.0f} ms"
    first = trial.number * RACES // SESSION_CARDS
    honest = compute_percentage(run_races(make_race(place, round_trip), RACES, first))
    trial.count("races", RACES)
    if round_trip <= MAX_CREDIT_MS and is_measured(place.first):
        trial.count("races up to 300 ms", RACES)
        assert abs(honest - 50) <= MAX_DISTANCE, f"{honest:.1f} %: {line}"
    for name, trick in TRICKS.items():
        if can_help(trick, round_trip):
            gain = compute_percentage(run_races(make_race(place, round_trip, trick), RACES, first)) - honest
            trial.count("races", RACES)
            trial.count("races with a trick behind a silent proxy", 0 if is_measured(place.first) else RACES)
            assert gain <= MAX_GAIN, f"{name}: {gain:+.1f}: {line}"


FAIRNESS = Campaign(
    "races",
    "races",
    1_000_000,
    "up to 300 ms an honest player wins 50 ± 2 % of the decided races, unless a proxy is silent; no trick gains more "
    "than 2 points, also behind proxies",
    run,
)

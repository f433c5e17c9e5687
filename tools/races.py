"""The figures of docs/real-time.md: `python -m tools.races` (or `make docs`) simulates all races and writes the tables.

Who wins with which connection, and what a trick gains.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from tools.reactions import HONEST, Line, Race, Result, Trick, run

FILE = Path(__file__).parent.parent / "docs" / "real-time.md"
RACES, TRICK_RACES = 4_000, 1_600
"""How many races there are for a row about connections, and for a cell about tricks. A cell needs fewer, since the same
moments are drawn with and without the trick."""

NEAR, FAR = Line(20, 1), Line(300, 3)
LONG = Line(280, 3)
HIDDEN = replace(NEAR, known=False)
TOLD = replace(HIDDEN, told=True)

SLOWER = (400, 1_050)

CONNECTIONS: Mapping[str, Race] = {
    "20 ms against 20 ms": Race(NEAR, NEAR),
    "300 ms against 20 ms": Race(FAR, NEAR),
    "150 ms against 20 ms": Race(Line(150, 3), NEAR),
    "300 ms, quicker by 50 ms, against 20 ms": Race(FAR, NEAR, ahead=50),
    "20 ms, quicker by 50 ms, against 300 ms": Race(NEAR, FAR, ahead=50),
    "300 ms against 20 ms, both always within 400–750 ms": Race(FAR, NEAR, reactions=(400, 750)),
    "150 ms, jitter 10 ms, against 20 ms": Race(Line(150, 10), NEAR),
    "300 ms, jitter 10 ms, against 20 ms": Race(Line(300, 10), NEAR),
    "50 ms against 20 ms, silent proxy": Race(Line(50, 3, known=False), HIDDEN),
    "150 ms against 20 ms, silent proxy": Race(Line(150, 3, known=False), HIDDEN),
}
TRICKS: Mapping[str, Trick] = {
    "none": HONEST,
    "every answer to a ping 280 ms late": Trick(280),
    "every answer to a ping 120 ms late": Trick(120),
    "four of five answers 120 ms late": Trick(120, share=0.8),
    "only those to the pings with cards 120 ms late": Trick(120, cards_only=True),
    "280 ms late, but just ahead of the call": Trick(280, release=True),
    "everything 120 ms late, calls too": Trick(120, calls=120),
    "a new connection before every card, answers just ahead of the call": Trick(280, release=True, reconnects=True),
    "the card seen on this line, the call over one of 280 ms": Trick(detour=LONG),
    "the same, and the short line answers no ping": Trick(detour=LONG, silent=True),
    "the card seen by a spectator without a name, the call over 280 ms": Trick(detour=LONG, stranger=True),
}
HONEST_PLACES: dict[str, Race] = {
    "direct": Race(NEAR, NEAR),
    "proxy": Race(TOLD, TOLD),
    "proxy, slower players": Race(TOLD, TOLD, reactions=SLOWER),
    "silent proxy": Race(HIDDEN, HIDDEN),
    "silent proxy, slower players": Race(HIDDEN, HIDDEN, reactions=SLOWER),
}
"""The host as it is: connected directly, and behind proxies that tell the round trip or do not."""

PLACES: Mapping[str, Race] = HONEST_PLACES | {"pings only": Race(NEAR, NEAR, believed=True)}


@cache
def run_connection(name: str) -> Result:
    """Run the races of two connections."""
    return run(CONNECTIONS[name], RACES)


@cache
def run_trick(where: str, name: str) -> Result:
    """Run the races of a player with a trick."""
    return run(replace(PLACES[where], trick=TRICKS[name]), TRICK_RACES)


def compute_gain(where: str, name: str) -> float:
    """What a trick gains, in percentage points."""
    return 100 * (run_trick(where, name).share - run_trick(where, "none").share)


def make_connection_row(name: str) -> str:
    """Make a row about connections."""
    found = run_connection(name)
    parts = [found.won / RACES, found.tied / RACES, found.lost / RACES, found.share]
    return f"| {name} | {' | '.join(map(_format_percent, parts))} |"


def make_trick_row(name: str) -> str:
    """Make a row about a trick."""
    cells = (f"{_format_percent(run_trick(where, name).share)} ({compute_gain(where, name):+.1f})" for where in PLACES)
    return f"| {name} | {' | '.join(cells)} |"


def _format_percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def make_tables() -> Iterator[tuple[str, str]]:
    """Make both tables, each with its name in the page."""
    rows = [make_connection_row(name) for name in CONNECTIONS]
    yield (
        "connections",
        "\n".join(["| race | won | tied | lost | won of the decided ones |", "|---|---|---|---|---|", *rows]),
    )
    rows = [make_trick_row(name) for name in TRICKS]
    yield "tricks", "\n".join([f"| trick | {' | '.join(PLACES)} |", f"|{'---|' * (1 + len(PLACES))}", *rows])


def update_page(text: str) -> str:
    """Update the tables in the page."""
    for name, table in make_tables():
        text, found = re.subn(rf"(<!-- {name}: .* -->\n\n)(\|.*\n)*", lambda head: f"{head[1]}{table}\n", text)  # noqa: B023
        assert found == 1, name
    return text


if __name__ == "__main__":
    FILE.write_text(update_page(FILE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: written\n")

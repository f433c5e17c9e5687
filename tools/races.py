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
RACES, TRICKED = 4_000, 1_600
"""So many races for a row about connections, and for a cell about tricks, which needs fewer: with and without the
trick the same moments are drawn."""

NEAR, FAR = Line(20, 1), Line(300, 3)
HIDDEN = replace(NEAR, known=False)

CONNECTIONS: Mapping[str, Race] = {
    "20 ms against 20 ms": Race(NEAR, NEAR),
    "300 ms against 20 ms": Race(FAR, NEAR),
    "150 ms against 20 ms": Race(Line(150, 3), NEAR),
    "300 ms, quicker by 50 ms, against 20 ms": Race(FAR, NEAR, ahead=50),
    "20 ms, quicker by 50 ms, against 300 ms": Race(NEAR, FAR, ahead=50),
    "300 ms against 20 ms, both always within 400–750 ms": Race(FAR, NEAR, reactions=(400, 750)),
    "150 ms, jitter 10 ms, against 20 ms": Race(Line(150, 10), NEAR),
    "300 ms, jitter 10 ms, against 20 ms": Race(Line(300, 10), NEAR),
}
TRICKS: Mapping[str, Trick] = {
    "none": HONEST,
    "every answer to a ping 280 ms late": Trick(280),
    "every answer to a ping 120 ms late": Trick(120),
    "four of five answers 120 ms late": Trick(120, share=0.8),
    "only those to the pings with cards 120 ms late": Trick(120, cards_only=True),
    "280 ms late, but just ahead of the call": Trick(280, release=True),
    "everything 120 ms late, calls too": Trick(120, calls=120),
}
WHERE: Mapping[str, Race] = {
    "direct": Race(NEAR, NEAR),
    "proxy": Race(HIDDEN, HIDDEN),
    "proxy, slower players": Race(HIDDEN, HIDDEN, reactions=(400, 1_050)),
    "pings only": Race(NEAR, NEAR, believed=True),
}


@cache
def connection(name: str) -> Result:
    """The races of two connections."""
    return run(CONNECTIONS[name], RACES)


@cache
def tricked(where: str, name: str) -> Result:
    """The races of somebody with a trick."""
    return run(replace(WHERE[where], trick=TRICKS[name]), TRICKED)


def gain(where: str, name: str) -> float:
    """What a trick gains, in points of a hundred."""
    return 100 * (tricked(where, name).share - tricked(where, "none").share)


def connection_row(name: str) -> str:
    """A row about connections."""
    found = connection(name)
    parts = [found.won / RACES, found.tied / RACES, found.lost / RACES, found.share]
    return f"| {name} | {' | '.join(map(_percent, parts))} |"


def trick_row(name: str) -> str:
    """A row about a trick."""
    cells = (f"{_percent(tricked(where, name).share)} ({gain(where, name):+.1f})" for where in WHERE)
    return f"| {name} | {' | '.join(cells)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def tables() -> Iterator[tuple[str, str]]:
    """Both tables, each with its name in the page."""
    rows = [connection_row(name) for name in CONNECTIONS]
    yield (
        "connections",
        "\n".join(["| race | won | tied | lost | won of the decided ones |", "|---|---|---|---|---|", *rows]),
    )
    rows = [trick_row(name) for name in TRICKS]
    yield "tricks", "\n".join([f"| trick | {' | '.join(WHERE)} |", f"|{'---|' * (1 + len(WHERE))}", *rows])


def page(text: str) -> str:
    """The page with its tables made anew."""
    for name, table in tables():
        text, found = re.subn(rf"(<!-- {name}: .* -->\n\n)(\|.*\n)*", lambda head: f"{head[1]}{table}\n", text)  # noqa: B023
        assert found == 1, name
    return text


if __name__ == "__main__":
    FILE.write_text(page(FILE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: written\n")

"""The picture of the course of the PPO example: `python docs/examples/envs/ppo.py | python -m tools.ppo_chart`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from reihum.arena.charts import (
    BLUE,
    GREEN,
    Panel,
    draw_axis,
    draw_fair_line,
    draw_heading,
    draw_line,
    draw_picture,
    draw_text,
)

FILE = Path(__file__).parent.parent / "docs" / "pictures" / "ppo.svg"
LINE = re.compile(r"(\d+) updates, (\d+) s: ([\d.]+)% ± ([\d.]+)%")
FAIR, LOW, HIGH, STEP = 25, 10, 35, 5
"""In percent, as the axis."""


class Row(NamedTuple):
    """A line of the example, in percent."""

    updates: int
    seconds: int
    share: float
    interval: float


def read(lines: Iterable[str]) -> list[Row]:
    """The rows that the example has printed."""
    return [Row(int(m[1]), int(m[2]), float(m[3]), float(m[4])) for line in lines if (m := LINE.match(line))]


def draw(rows: list[Row]) -> str:
    """The share of the rounds won by the processor time, with intervals."""
    panel = Panel(60, 690)
    return draw_picture("PPO against three sensible bots: classic, 4 seats", _draw_parts(rows, panel))


def _draw_parts(rows: list[Row], panel: Panel) -> Iterator[str]:
    first, last = rows[0], rows[-1]
    x, y = panel.across(0, last.seconds), panel.up(LOW, HIGH)
    yield from draw_heading(panel, "PPO against three sensible bots: classic, 4 seats", "share of the rounds won")
    yield from draw_axis(panel, [(f"{tick} %", y(tick)) for tick in range(LOW, HIGH + 1, STEP)])
    yield draw_fair_line(panel.left, panel.left + panel.width, y(FAIR))
    for one, next_one in pairwise(rows):
        ends = (x(one.seconds), y(one.share), x(next_one.seconds), y(next_one.share))
        yield draw_line(*ends, colour=BLUE, width=1.5)
    for row in rows:
        at, bounds = x(row.seconds), (y(row.share - row.interval), y(row.share + row.interval))
        yield draw_line(at, bounds[0], at, bounds[1], colour=GREEN, width=2)
        yield draw_line(at - 4, y(row.share), at + 4, y(row.share), colour=GREEN, width=3)
    time = f"{first.seconds} to {last.seconds} s of processor time; dashed: a fair share"
    yield draw_text(panel.left, panel.bottom + 34, time, size=11)
    yield draw_text(panel.left + panel.width / 2, panel.bottom + 34, "green: 95 % interval of 10,000 rounds", size=11)


if __name__ == "__main__":
    FILE.write_text(draw(read(sys.stdin)), encoding="utf-8")

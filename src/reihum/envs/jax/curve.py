"""The course of a training: as lines of a terminal, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from reihum.arena.charts import (
    BLUE,
    GREEN,
    INK,
    Panel,
    draw_axis,
    draw_heading,
    draw_line,
    draw_picture,
    draw_text,
    format_percent,
)

BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = 6
MOST_POINTS = 240


class CurvePoint(NamedTuple):
    """The learner's share of the rounds against ``solid`` after some rounds."""

    rounds: float
    share: float


def thin_out(points: Sequence[CurvePoint], most: int) -> list[CurvePoint]:
    """Means of neighbours, so that no more points than that are left."""
    size = -(-len(points) // most)
    parts = [points[at : at + size] for at in range(0, len(points), size)]
    return [CurvePoint(part[-1].rounds, sum(point.share for point in part) / len(part)) for part in parts]


def draw_lines(points: Sequence[CurvePoint], fair: float, width: int = 60) -> list[str]:
    """The curve for a terminal, from the highest row to the lowest.

    >>> points = [CurvePoint(1, 0.2), CurvePoint(2, 0.25), CurvePoint(3, 0.3)]
    >>> [line.rstrip() for line in draw_lines(points, 0.25)][:2]
    [' 30.0 %   █', '          █']
    """
    shown = thin_out(points, width)
    low = min([fair, *(point.share for point in shown)])
    high = max([fair, *(point.share for point in shown)])
    heights = [round((point.share - low) / (high - low or 1) * ROWS * 8) for point in shown]
    lines = []
    for row in reversed(range(ROWS)):
        label = {ROWS - 1: f"{100 * high:5.1f} %", 0: f"{100 * low:5.1f} %"}.get(row, " " * 7)
        lines.append(f"{label} " + "".join(BLOCKS[min(max(height - 8 * row, 0), 8)] for height in heights))
    return lines


def draw_curve(
    title: str,
    points: Sequence[CurvePoint],
    evaluations: Sequence[tuple[float, float, float, float]],
    fair: float,
    labels: tuple[str, str, str],
) -> str:
    """The curve as a picture. ``evaluations`` are rounds, share and interval of the net at its best; ``labels`` name
    the axis, the training and the evaluations."""
    panel = Panel(60, 690)
    shown = thin_out(points, MOST_POINTS) if points else []
    values = [fair, *(point.share for point in shown), *(high for *_, high in evaluations)]
    low, high = min(values) - 0.01, max(values) + 0.01
    last = max([1.0, *(point.rounds for point in shown)])
    x, y = panel.across(0, last), panel.up(low, high)
    ticks = [low + (high - low) * step / 4 for step in range(5)]
    parts = [
        *draw_heading(panel, title, labels[0]),
        *draw_axis(panel, [(format_percent(tick), y(tick)) for tick in ticks]),
        draw_line(panel.left, y(fair), panel.left + panel.width, y(fair), colour=INK, stroke_dasharray="4 3"),
    ]
    for before, after in pairwise(shown):
        parts.append(
            draw_line(x(before.rounds), y(before.share), x(after.rounds), y(after.share), colour=BLUE, width=1.5)
        )
    for rounds, share, least, most in evaluations:
        parts.append(draw_line(x(rounds), y(least), x(rounds), y(most), colour=GREEN, width=2))
        parts.append(draw_line(x(rounds) - 4, y(share), x(rounds) + 4, y(share), colour=GREEN, width=3))
    parts.append(draw_text(panel.left, panel.bottom + 34, labels[1], size=11))
    parts.append(draw_text(panel.left + panel.width / 2, panel.bottom + 34, labels[2], size=11))
    return draw_picture(title, parts)

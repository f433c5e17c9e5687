"""Charts: a game's figures as one small SVG, in the project's colours. `make docs` draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log10

from reihum.arena.charts import (
    BLUE,
    GREEN,
    INK,
    YELLOW,
    Panel,
    Scale,
    draw_axis,
    draw_bars,
    draw_fair_line,
    draw_heading,
    draw_line,
    draw_picture,
    draw_text,
    make_tag,
    share_scale,
)
from reihum.arena.intervals import Share
from tools.figures import Figures, Length, Seats, Win

FAR_APART = 15
"""Lengths that differ by more than this factor are drawn on a logarithmic scale."""


def draw(figures: Figures, name: str) -> str:
    """The chart of a game: who wins, how long it takes, what sense is worth."""
    typical = min(figures.seats, key=lambda cell: abs(cell.seats - 4))
    parts = [
        *_by_seat(Panel(46, 190), typical),
        *_lengths(Panel(304, 206), figures.seats),
        *_versus(Panel(568, 200), figures.seats),
    ]
    return draw_picture(f"{name}: wins by seat, length of games, one sensible player against random ones", parts)


def _by_seat(panel: Panel, cell: Seats) -> Iterator[str]:
    """Bars for the wins of each seat at one number of players, all sensible."""
    yield from draw_heading(panel, f"Wins by seat, {cell.seats} players", "all sensible; dashed: fair share")
    yield from draw_bars(panel, [(f"seat {number}", _share(win)) for number, win in enumerate(cell.by_seat)], BLUE)
    scale, _ = share_scale(panel, [win.high for win in cell.by_seat])
    yield draw_fair_line(panel.left, panel.left + panel.width, scale(1 / cell.seats))


def _versus(panel: Panel, cells: Sequence[Seats]) -> Iterator[str]:
    """Bars for what one sensible player wins, by the number of players."""
    yield from draw_heading(panel, "One sensible among random", "wins by players; dashed: fair")
    yield from draw_bars(panel, [(str(cell.seats), _share(cell.versus)) for cell in cells], GREEN)
    scale, _ = share_scale(panel, [cell.versus.high for cell in cells])
    half = panel.width / len(cells) / 2
    for number, cell in enumerate(cells):
        centre = panel.centre(number, len(cells))
        yield draw_fair_line(centre - half, centre + half, scale(1 / cell.seats))


def _share(win: Win) -> Share:
    return Share(win.share, win.low, win.high)


def _lengths(panel: Panel, cells: Sequence[Seats]) -> Iterator[str]:
    """Medians with 90 % ranges, for random and for sensible players, by the number of players."""
    yield from draw_heading(panel, "Length in moves", "by number of players; 90 % of games")
    lengths = [length for cell in cells for length in (cell.random, cell.sensible)]
    scale, ticks = _length_scale(panel, lengths)
    yield from draw_axis(panel, [(f"{tick:,}", scale(tick)) for tick in ticks])
    for number, cell in enumerate(cells):
        centre = panel.centre(number, len(cells))
        for shift, length, colour in ((-6, cell.random, YELLOW), (6, cell.sensible, GREEN)):
            x = centre + shift
            yield draw_line(x, scale(length.low), x, scale(length.high), colour=colour, width=5)
            yield make_tag("circle", cx=x, cy=scale(length.median), r=4, fill=INK)
        yield draw_text(centre, panel.bottom + 16, str(cell.seats), anchor="middle")
    for left, colour, label in ((panel.left, YELLOW, "random"), (panel.left + 75, GREEN, "sensible")):
        yield make_tag("rect", x=left, y=panel.bottom + 27, width=10, height=10, fill=colour)
        yield draw_text(left + 15, panel.bottom + 36, label, size=11)


def _length_scale(panel: Panel, lengths: Sequence[Length]) -> tuple[Scale, list[int]]:
    """Where a number of moves lies, and the numbers to write beside the axis."""
    low, high = min(length.low for length in lengths), max(length.high for length in lengths)
    if high > FAR_APART * max(low, 1):
        first, last = log10(max(low, 1)) - 0.1, log10(high) + 0.1
        ticks = [n * 10**power for power in range(5) for n in (1, 2, 5) if first <= log10(n * 10**power) <= last]
        scale = panel.up(first, last)
        return lambda moves: scale(log10(max(moves, 1))), ticks
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000) if high / step <= 5.5)
    top = step * ceil(high / step)
    return panel.up(0, top), list(range(0, top + 1, step))

"""Charts: a game's figures as one small SVG, in the project's colours. `make docs` draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, log10

from msgspec import Struct

from tools.figures import Figures, Length, Seats, Win

RED, YELLOW, GREEN, BLUE, INK, PAPER = "#c9302c", "#f4b400", "#1f8a55", "#1f62ad", "#22303a", "#f3ede1"

WIDTH, HEIGHT = 780, 270
TOP, BOTTOM = 62, 222
"""Where the plots begin and end."""

FAR_APART = 15
"""Lengths that differ by more than this factor are drawn on a logarithmic scale."""

Scale = Callable[[float], float]


class Panel(Struct, frozen=True):
    """A plot's place: its left end and its width."""

    left: int
    width: int

    def centre(self, number: int, of: int) -> float:
        """The middle of one of several columns."""
        return self.left + self.width * (number + 0.5) / of


def draw(figures: Figures, name: str) -> str:
    """The chart of a game: who wins, how long it takes, what sense is worth."""
    typical = min(figures.seats, key=lambda cell: abs(cell.seats - 4))
    parts = [
        *_by_seat(Panel(46, 190), typical),
        *_lengths(Panel(304, 206), figures.seats),
        *_versus(Panel(568, 200), figures.seats),
    ]
    title = f"{name}: wins by seat, length of games, one sensible player against random ones"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    style = f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {style}>',
            tag("title", title),
            tag("rect", width=WIDTH, height=HEIGHT, rx=8, fill=PAPER),
            *parts,
            "</svg>\n",
        )
    )


def _by_seat(panel: Panel, cell: Seats) -> Iterator[str]:
    """Bars for the wins of each seat at one number of players, all sensible."""
    yield _text(panel.left, 24, f"Wins by seat, {cell.seats} players", weight="bold")
    yield _text(panel.left, 42, "all sensible; dashed: fair share", size=11)
    yield from _shares(panel, [(f"seat {number}", win) for number, win in enumerate(cell.by_seat)], BLUE)
    scale = _share_scale([win.high for win in cell.by_seat])
    yield _fair(panel.left, panel.left + panel.width, scale(1 / cell.seats))


def _versus(panel: Panel, cells: Sequence[Seats]) -> Iterator[str]:
    """Bars for what one sensible player wins, by the number of players."""
    yield _text(panel.left, 24, "One sensible among random", weight="bold")
    yield _text(panel.left, 42, "wins by players; dashed: fair", size=11)
    yield from _shares(panel, [(str(cell.seats), cell.versus) for cell in cells], GREEN)
    scale = _share_scale([cell.versus.high for cell in cells])
    half = panel.width / len(cells) / 2
    for number, cell in enumerate(cells):
        centre = panel.centre(number, len(cells))
        yield _fair(centre - half, centre + half, scale(1 / cell.seats))


def _shares(panel: Panel, bars: Sequence[tuple[str, Win]], colour: str) -> Iterator[str]:
    """Bars with their intervals, the share above each."""
    scale = _share_scale([win.high for _, win in bars])
    yield from _axis(panel, [(f"{tick} %", scale(tick / 100)) for tick in _ticks(_top([win.high for _, win in bars]))])
    width = min(34.0, panel.width / len(bars) * 0.62)
    for number, (label, win) in enumerate(bars):
        centre = panel.centre(number, len(bars))
        top = scale(win.share)
        yield tag("rect", x=centre - width / 2, y=top, width=width, height=BOTTOM - top, fill=colour)
        yield _line(centre, scale(win.low), centre, scale(win.high), width=1.5)
        yield _text(centre, scale(win.high) - 5, f"{100 * win.share:.0f} %", anchor="middle", size=11)
        yield _text(centre, BOTTOM + 16, label, anchor="middle")


def _lengths(panel: Panel, cells: Sequence[Seats]) -> Iterator[str]:
    """Medians with 90 % ranges, for random and for sensible players, by the number of players."""
    yield _text(panel.left, 24, "Length in moves", weight="bold")
    yield _text(panel.left, 42, "by number of players; 90 % of games", size=11)
    lengths = [length for cell in cells for length in (cell.random, cell.sensible)]
    scale, ticks = _length_scale(lengths)
    yield from _axis(panel, [(f"{tick:,}", scale(tick)) for tick in ticks])
    for number, cell in enumerate(cells):
        centre = panel.centre(number, len(cells))
        for shift, length, colour in ((-6, cell.random, YELLOW), (6, cell.sensible, GREEN)):
            x = centre + shift
            yield _line(x, scale(length.low), x, scale(length.high), colour=colour, width=5)
            yield tag("circle", cx=x, cy=scale(length.median), r=4, fill=INK)
        yield _text(centre, BOTTOM + 16, str(cell.seats), anchor="middle")
    for left, colour, label in ((panel.left, YELLOW, "random"), (panel.left + 75, GREEN, "sensible")):
        yield tag("rect", x=left, y=BOTTOM + 27, width=10, height=10, fill=colour)
        yield _text(left + 15, BOTTOM + 36, label, size=11)


def _top(values: Sequence[float]) -> int:
    """The end of an axis of per cent: the next ten above all values, with room for a label."""
    return min(110, ceil(max(values) * 10 + 0.5) * 10)


def _ticks(top: int) -> range:
    return range(0, min(top, 100) + 1, 10 if top <= 40 else 20 if top <= 80 else 25)


def _share_scale(values: Sequence[float]) -> Scale:
    top = _top(values) / 100
    return lambda share: BOTTOM - (BOTTOM - TOP) * share / top


def _length_scale(lengths: Sequence[Length]) -> tuple[Scale, list[int]]:
    """Where a number of moves lies, and the numbers to write beside the axis."""
    low, high = min(length.low for length in lengths), max(length.high for length in lengths)
    if high > FAR_APART * max(low, 1):
        first, last = log10(max(low, 1)) - 0.1, log10(high) + 0.1
        ticks = [n * 10**power for power in range(5) for n in (1, 2, 5) if first <= log10(n * 10**power) <= last]
        return lambda moves: BOTTOM - (BOTTOM - TOP) * (log10(max(moves, 1)) - first) / (last - first), ticks
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000) if high / step <= 5.5)
    top = step * ceil(high / step)
    return lambda moves: BOTTOM - (BOTTOM - TOP) * moves / top, list(range(0, top + 1, step))


def _axis(panel: Panel, ticks: Sequence[tuple[str, float]]) -> Iterator[str]:
    for label, y in ticks:
        yield _line(panel.left, y, panel.left + panel.width, y, opacity="0.18")
        yield _text(panel.left - 5, y + 4, label, anchor="end", size=11)


def _fair(left: float, right: float, y: float) -> str:
    return _line(left, y, right, y, colour=RED, width=1.5, stroke_dasharray="4 3")


def _line(x1: float, y1: float, x2: float, y2: float, *, colour: str = INK, width: float = 1, **more: str) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, **more)


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, weight: str = "normal") -> str:
    return tag("text", text, x=x, y=y, text_anchor=anchor, font_size=size, font_weight=weight)


def tag(name: str, content: str | None = None, **attributes: float | str) -> str:
    """An element; numbers to a tenth.

    >>> tag("text", "a & b", x=1.25, font_size=12)
    '<text x="1.2" font-size="12">a &amp; b</text>'
    """
    shown = {
        key.replace("_", "-"): f"{value:.1f}" if isinstance(value, float) else value
        for key, value in attributes.items()
    }
    head = " ".join((name, *(f'{key}="{value}"' for key, value in shown.items())))
    return f"<{head}/>" if content is None else f"<{head}>{escape(content)}</{name}>"

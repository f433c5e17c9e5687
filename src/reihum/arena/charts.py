"""Small charts as SVG, in the project's colours: bars, dots with intervals, histograms. Colour is never the only sign:
everything has a label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, inf, log10

from msgspec import Struct

from reihum.arena.intervals import Share

RED, YELLOW, GREEN, BLUE, INK, PAPER = "#c9302c", "#f4b400", "#1f8a55", "#1f62ad", "#22303a", "#f3ede1"

WIDTH, HEIGHT = 780, 270
ROW_HEIGHT = 24
"""The height of a row of dots."""

MAX_BARS = 40
"""A histogram has no more bars than this."""

Scale = Callable[[float], float]
Label = Callable[[float], str]


class Panel(Struct, frozen=True):
    """Where a plot lies in a picture."""

    left: int
    width: int
    top: int = 62
    bottom: int = 222

    def centre(self, number: int, of: int) -> float:
        """The middle of one of several columns."""
        return self.left + self.width * (number + 0.5) / of

    def up(self, first: float, last: float) -> Scale:
        """A scale from the bottom to the top."""
        return lambda value: self.bottom - (self.bottom - self.top) * (value - first) / (last - first)

    def across(self, first: float, last: float) -> Scale:
        """A scale from left to right."""
        return lambda value: self.left + self.width * (value - first) / (last - first)


def draw_picture(title: str, parts: Iterable[str], width: int = WIDTH, height: int = HEIGHT) -> str:
    """A whole picture. A screen reader reads the title."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    style = f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {style}>',
            make_tag("title", title),
            make_tag("rect", width=width, height=height, rx=8, fill=PAPER),
            *parts,
            "</svg>\n",
        )
    )


def draw_heading(panel: Panel, title: str, subtitle: str) -> Iterator[str]:
    """The two lines above a plot."""
    yield draw_text(panel.left, panel.top - 38, title, weight="bold")
    yield draw_text(panel.left, panel.top - 20, subtitle, size=11)


def format_percent(share: float) -> str:
    """A share in whole percent.

    >>> format_percent(0.254)
    '25 %'
    """
    return f"{100 * share:.0f} %"


def draw_bars(
    panel: Panel, shares: Sequence[tuple[str, Share]], colour: str, label: Label = format_percent
) -> Iterator[str]:
    """Bars with their intervals, with the share above each."""
    scale, top = share_scale(panel, [share.high for _, share in shares])
    yield from draw_axis(panel, [(label(tick / 100), scale(tick / 100)) for tick in _ticks(top)])
    width = min(34.0, panel.width / len(shares) * 0.62)
    for number, (name, share) in enumerate(shares):
        centre = panel.centre(number, len(shares))
        y = scale(share.value)
        yield make_tag("rect", x=centre - width / 2, y=y, width=width, height=panel.bottom - y, fill=colour)
        yield draw_line(centre, scale(share.low), centre, scale(share.high), width=1.5)
        yield draw_text(centre, scale(share.high) - 5, label(share.value), anchor="middle", size=11)
        yield draw_text(centre, panel.bottom + 16, name, anchor="middle")


def share_scale(panel: Panel, values: Sequence[float]) -> tuple[Scale, int]:
    """The scale of bars and its end: the next ten percent above all values, with room for a label."""
    top = min(110, ceil(max(values) * 10 + 0.5) * 10)
    return panel.up(0, top / 100), top


def _ticks(top: int) -> range:
    return range(0, min(top, 100) + 1, 10 if top <= 40 else 20 if top <= 80 else 25)


def draw_histogram(panel: Panel, counts: Mapping[int, int], colour: str, marks: Sequence[int]) -> Iterator[str]:
    """How often each number came. Marked numbers are written below."""
    low, high = min(counts), max(counts)
    step = max(1, ceil((high - low + 1) / MAX_BARS))
    heights = [0] * ((high - low) // step + 1)
    for number, count in counts.items():
        heights[(number - low) // step] += count
    x, y = panel.across(low, low + step * len(heights)), panel.up(0, max(heights))
    yield draw_line(panel.left, panel.bottom, panel.left + panel.width, panel.bottom)
    for place, height in enumerate(heights):
        left, right = x(low + step * place), x(low + step * (place + 1))
        yield make_tag(
            "rect", x=left, y=y(height), width=right - left - 0.5, height=panel.bottom - y(height), fill=colour
        )
    for mark in marks:
        middle = x(mark + step / 2)
        yield draw_line(middle, panel.top - 4, middle, panel.bottom, colour=RED, width=1.5, stroke_dasharray="4 3")
        yield draw_text(middle, panel.bottom + 16, f"{mark:,}", anchor="middle")


def draw_dots(panel: Panel, shares: Sequence[Share], scale: Scale, colour: str = BLUE) -> Iterator[str]:
    """A dot with its interval in every row, from the top of the panel. An endless interval ends with the panel."""
    for number, share in enumerate(shares):
        y = panel.top + ROW_HEIGHT * (number + 0.5)
        left, right = (_clamp(panel, scale, bound) for bound in share[1:])
        yield draw_line(left, y, right, y, width=2)
        yield make_tag("circle", cx=_clamp(panel, scale, share.value), cy=y, r=4.5, fill=colour)


def _clamp(panel: Panel, scale: Scale, value: float) -> float:
    if abs(value) == inf:
        return float(panel.left if value < 0 else panel.left + panel.width)
    return min(max(scale(value), float(panel.left)), float(panel.left + panel.width))


def draw_row_names(left: int, top: int, labels: Sequence[str]) -> Iterator[str]:
    """The names of the rows of dots."""
    for number, label in enumerate(labels):
        yield draw_text(left, top + ROW_HEIGHT * (number + 0.5) + 4, label)


def draw_grid(panel: Panel, ticks: Iterable[tuple[str, float]]) -> Iterator[str]:
    """Vertical lines with labels below."""
    for label, x in ticks:
        yield draw_line(x, panel.top, x, panel.bottom, opacity="0.18")
        yield draw_text(x, panel.bottom + 16, label, anchor="middle", size=11)


def draw_axis(panel: Panel, ticks: Iterable[tuple[str, float]]) -> Iterator[str]:
    """Horizontal lines with labels beside."""
    for label, y in ticks:
        yield draw_line(panel.left, y, panel.left + panel.width, y, opacity="0.18")
        yield draw_text(panel.left - 5, y + 4, label, anchor="end", size=11)


def even_ticks(low: float, high: float, most: int = 4) -> list[float]:
    """A few round numbers between low and high.

    >>> even_ticks(0, 1), [round(tick) for tick in even_ticks(-31, 47)]
    ([0.0, 0.25, 0.5, 0.75, 1.0], [-20, 0, 20, 40])
    """
    span = max(high - low, 1e-9)
    power = 10.0 ** floor(log10(span))
    step = next(part * power for part in (0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10) if span / (part * power) <= most)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def draw_fair_line(left: float, right: float, y: float) -> str:
    """A dashed horizontal line."""
    return draw_line(left, y, right, y, colour=RED, width=1.5, stroke_dasharray="4 3")


def draw_line(x1: float, y1: float, x2: float, y2: float, *, colour: str = INK, width: float = 1, **more: str) -> str:
    """A line."""
    return make_tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, **more)


def draw_text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 12, weight: str = "normal") -> str:
    """A text."""
    return make_tag("text", words, x=x, y=y, text_anchor=anchor, font_size=size, font_weight=weight)


def make_tag(name: str, content: str | None = None, **attributes: float | str) -> str:
    """An SVG element. Numbers have one decimal.

    >>> make_tag("text", "a & b", x=1.25, font_size=12)
    '<text x="1.2" font-size="12">a &amp; b</text>'
    """
    shown = {
        key.replace("_", "-"): f"{value:.1f}" if isinstance(value, float) else value
        for key, value in attributes.items()
    }
    head = " ".join((name, *(f'{key}="{value}"' for key, value in shown.items())))
    return f"<{head}/>" if content is None else f"<{head}>{escape(content)}</{name}>"

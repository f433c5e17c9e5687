"""Charts draw what they are given, to scale, and nothing leaves its panel."""

from __future__ import annotations

import re
from math import inf
from xml.etree import ElementTree as ET

import pytest

from reihum.arena.charts import (
    GREEN,
    MAX_BARS,
    Panel,
    draw_bars,
    draw_dots,
    draw_histogram,
    draw_picture,
    draw_text,
    even_ticks,
    share_scale,
)
from reihum.arena.intervals import Share

PANEL = Panel(100, 400)


def numbers(parts: list[str], tag: str, name: str) -> list[float]:
    """An attribute of all elements of a kind."""
    return [float(found) for part in parts for found in re.findall(rf'<{tag} .*?\b{name}="([^"]*)"', part)]


def test_a_picture_can_be_read() -> None:
    """It has a title, and what is written in it is written safely."""
    root = ET.fromstring(draw_picture("a < b & c", [draw_text(1, 2, "<script>")]))  # noqa: S314 – we have just made it
    assert [element.text for element in root.iter() if element.text and element.text.strip()] == [
        "a < b & c",
        "<script>",
    ]


def test_bars_are_to_scale() -> None:
    """Twice the share is twice the height; every share is written too."""
    shares = [("a", Share(0.2, 0.1, 0.3)), ("b", Share(0.4, 0.3, 0.5))]
    drawn = list(draw_bars(PANEL, shares, GREEN))
    first, second = numbers(drawn, "rect", "height")
    assert second == pytest.approx(2 * first, abs=0.2)
    assert all(any(label in part for part in drawn) for label in (">20 %<", ">40 %<", ">a<", ">b<"))
    scale, _ = share_scale(PANEL, [0.5])
    assert PANEL.bottom - scale(0.2) == pytest.approx(first, abs=0.1)


@pytest.mark.parametrize("counts", [{7: 1}, {1: 5, 2: 3}, {n: n for n in range(1, 1000)}, {10: 1, 5000: 1}])
def test_a_histogram_counts_all(counts: dict[int, int]) -> None:
    """Heights are to scale, bars are few, and marks are written."""
    drawn = list(draw_histogram(PANEL, counts, GREEN, [min(counts)]))
    heights = numbers(drawn, "rect", "height")
    assert 1 <= len(heights) <= MAX_BARS
    assert max(heights) == pytest.approx(PANEL.bottom - PANEL.top)
    if max(counts) - min(counts) < MAX_BARS:
        tallest = max(counts.values())
        assert [height / max(heights) for height in heights] == pytest.approx(
            [n / tallest for n in counts.values()], abs=0.01
        )
    assert f">{min(counts):,}<" in drawn[-1]


def test_dots_stay_in_their_panel() -> None:
    """Also those that nothing is known about."""
    shares = [Share(0.5, -inf, inf), Share(2, 1, 3), Share(-1, -2, 0.2)]
    drawn = list(draw_dots(PANEL, shares, PANEL.across(0, 1)))
    places = [*numbers(drawn, "line", "x1"), *numbers(drawn, "line", "x2"), *numbers(drawn, "circle", "cx")]
    assert len(places) == 9
    assert all(PANEL.left <= place <= PANEL.left + PANEL.width for place in places)


@pytest.mark.parametrize("most", [3, 4, 6])
@pytest.mark.parametrize("span", [0.003, 0.9, 1, 1.01, 2.3, 7, 9.99, 100, 12345])
def test_ticks_are_few_and_within(span: float, most: int) -> None:
    """From none to a few more than asked for, all between the ends."""
    ticks = even_ticks(-span, span, most)
    assert 1 <= len(ticks) <= most + 1
    assert -span <= ticks[0] <= ticks[-1] <= span
    assert any(abs(tick) < 1e-12 for tick in ticks)

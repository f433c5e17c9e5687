"""The cursor: arrow keys lead from one thing on the screen to the nearest in their direction."""

from __future__ import annotations

from collections.abc import Mapping

from reihum.cli.fullscreen.frame import Region

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
LINE_COLUMNS = 4
"""A step of one line counts as much as one of these columns: characters are higher than wide, and lines few."""


def find_next(regions: Mapping[str, Region], cursor: str, key: str) -> str:
    """The target that an arrow key or Tab leads to; the first one if the cursor stands nowhere."""
    names = sorted(regions, key=lambda name: (regions[name].top, regions[name].left))
    if not names:
        return ""
    if cursor not in regions:
        return names[0]
    if key in ("tab", "shift+tab"):
        step = 1 if key == "tab" else -1
        return names[(names.index(cursor) + step) % len(names)]
    here, (right, down) = regions[cursor], ARROWS[key]
    best, distance = cursor, float("inf")
    for name in names:
        there = regions[name]
        ahead = (there.middle - here.middle) * right + (there.top - here.top) * down * LINE_COLUMNS
        aside = abs(there.middle - here.middle) * abs(down) + abs(there.top - here.top) * abs(right) * LINE_COLUMNS
        if ahead > 0 and (right == 0 or there.top == here.top) and ahead + 2 * aside < distance:
            best, distance = name, ahead + 2 * aside
    return best

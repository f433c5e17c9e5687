"""Score sheets to look at: a line of text, or a table for notebooks."""

from __future__ import annotations

from collections.abc import Sequence


def describe_round(round: int, rounds: int | None, totals: Sequence[int]) -> str:
    """Which round it is, and the points so far.

    >>> describe_round(1, 4, (12, 0)), describe_round(0, None, (0, 0))
    ('round 2 of 4, points 12 0', 'round 1, points 0 0')
    """
    of = "" if rounds is None else f" of {rounds}"
    return f"round {round + 1}{of}, points {' '.join(map(str, totals))}"


def draw_sheet(sheet: Sequence[Sequence[int]], totals: Sequence[int]) -> str:
    """The score sheet as an HTML table: a line per finished round, then the points so far.

    >>> draw_sheet([(3, 0)], (3, 0)).count("<tr>")
    3
    """
    head = "".join(f"<th>seat {seat}</th>" for seat in range(len(totals)))
    lines = [(f"round {number}", points) for number, points in enumerate(sheet, 1)]
    body = "".join(
        f"<tr><th>{label}</th>{''.join(f'<td>{count}</td>' for count in points)}</tr>"
        for label, points in (*lines, ("points", totals))
    )
    return f"<table><tr><th></th>{head}</tr>{body}</table>"

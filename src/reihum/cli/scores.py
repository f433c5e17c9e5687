"""The score sheet, and the end of a round or a match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from reihum.engine import Outcome, View
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.table import Table


def draw_scores(seen: MatchView, texts: Texts, last_rounds: int = sys.maxsize) -> Table:
    """Draw the points of all players, round by round or only the last rounds, with totals."""
    from rich.table import Table

    table = Table(box=None, show_footer=len(seen.sheet) > 1, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column(texts.text("cli.score.round"), footer=texts.text("cli.score.total"))
    for seat, total in enumerate(seen.totals):
        table.add_column(texts.player(seat), footer=str(total), justify="right")
    for number, points in list(enumerate(seen.sheet, 1))[-last_rounds:]:
        best = (min if GAMES[seen.view.game].lowest_wins else max)(points)
        table.add_row(str(number), *(Text(str(point), style="bold green" if point == best else "") for point in points))
    return table


def describe_round_end(view: View, texts: Texts) -> Iterator[Text]:
    """Say how the round ended and who won it."""
    assert view.outcome is not None
    yield Text(texts.text(f"reason.{GAMES[view.game].texts}.{view.outcome.reason}"))
    yield Text(texts.message(view.prompt), style="bold")


def describe_standings(outcome: Outcome, texts: Texts, family: str) -> Iterator[Text]:
    """Say who came first, second and so on."""
    for seat in sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat)):
        place, points = outcome.places[seat], outcome.points[seat]
        unit = texts.text(f"points.{family}", count=abs(points))
        line = texts.text("cli.score.place", place=place, seat=seat, points=points, unit=unit)
        yield Text(line, style="bold green" if place == 1 else "")

"""The score sheet, and the end of a round or a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from reihum.engine import Outcome, View
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.table import Table


def draw_scores(seen: MatchView, texts: Texts) -> Table:
    """Draw the points of all players, round by round, with totals."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_footer=len(seen.sheet) > 1, pad_edge=False)
    table.add_column(texts.text("cli.score.round"), footer=texts.text("cli.score.total"))
    for seat, total in enumerate(seen.totals):
        table.add_column(texts.player(seat), footer=str(total), justify="right")
    for number, points in enumerate(seen.sheet, 1):
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
    unit = texts.text(f"points.{family}")
    for seat in sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat)):
        place, points = outcome.places[seat], outcome.points[seat]
        line = texts.text("cli.score.place", place=place, seat=seat, points=points, unit=unit)
        yield Text(line, style="bold green" if place == 1 else "")

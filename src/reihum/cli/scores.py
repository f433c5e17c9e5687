"""The score sheet, and how a round or a match ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from reihum.games import Outcome
from reihum.matches import Match
from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.table import Table


def score_sheet(match: Match, texts: Texts) -> Table:
    """Everybody's points, round by round, with totals and places."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_footer=len(match.sheet) > 1, pad_edge=False)
    totals = match.totals
    table.add_column(texts.text("cli.score.round"), footer=texts.text("cli.score.total"))
    for seat in range(match.game.seats):
        table.add_column(texts.player(seat), footer=str(totals[seat]), justify="right")
    for number, points in enumerate(match.sheet, 1):
        best = (min if match.game.facts.lowest_wins else max)(points)
        table.add_row(str(number), *(Text(str(point), style="bold green" if point == best else "") for point in points))
    return table


def round_end(match: Match, texts: Texts) -> Iterator[Text]:
    """How the round ended and who won it."""
    outcome = match.state.outcome
    assert outcome is not None
    family = match.game.facts.texts
    yield Text(texts.text(f"reason.{family}.{outcome.reason}"))
    yield Text(texts.message(match.state.view(None).prompt), style="bold")


def standings(outcome: Outcome, texts: Texts, family: str) -> Iterator[Text]:
    """The places, best first."""
    unit = texts.text(f"points.{family}")
    for seat in sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat)):
        place, points = outcome.places[seat], outcome.points[seat]
        line = texts.text("cli.score.place", place=place, seat=seat, points=points, unit=unit)
        yield Text(line, style="bold green" if place == 1 else "")

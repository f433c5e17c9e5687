"""``reihum review``: every decision of a record beside an expert's, or another bot's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

from reihum.arena.charts import (
    BLUE,
    GREEN,
    INK,
    RED,
    YELLOW,
    Panel,
    draw_axis,
    draw_heading,
    draw_line,
    draw_picture,
    draw_text,
    make_tag,
)
from reihum.arena.players import check_bot, labels
from reihum.bots.review.coach import review
from reihum.bots.review.decisions import Judged, RecordedRound, moments, rounds
from reihum.cli.arguments import ReviewArguments
from reihum.cli.card_symbols import paint
from reihum.cli.files import read_record, write_record
from reihum.cli.players import check_seat
from reihum.cli.screen import Screen
from reihum.errors import BadRecord

SIGNS = {"best": ("●", GREEN), "good": ("○", GREEN), "other": ("○", INK), "slip": ("▲", YELLOW), "mistake": ("■", RED)}
"""The mark of each grade: a shape and a colour."""


def review_record(screen: Screen, arguments: ReviewArguments) -> None:
    """Judge every decision of a seat and show the result."""
    found = rounds(read_record(arguments.file))
    check_bot(found[0].first.game, arguments.level)
    chosen = [one for one in found if arguments.round in (None, one.number + 1)]
    if not chosen:
        raise BadRecord("record-round", expected=f"1 … {len(found)}", got=arguments.round)
    check_seat(chosen[0].first.game, arguments.seat or 0)
    judged = {one.number: list(_judge(screen, one, arguments)) for one in chosen}
    if arguments.as_json:
        found_out = {str(number + 1): decisions for number, decisions in judged.items()}
        screen.out.print(msgspec.json.encode(found_out).decode(), soft_wrap=True)
        return
    for one in chosen:
        _show(screen, one, judged[one.number], labels([arguments.level])[arguments.level])
    if arguments.plot is not None:
        _plot(screen, arguments.plot, list(chain.from_iterable(judged.values())))


def _plot(screen: Screen, file: Path, judged: Sequence[Judged]) -> None:
    """Write the picture if there is something to draw."""
    if all(decision.chance is None for decision in judged):
        screen.say("review.nothing-to-plot", file=str(file), style="yellow")
        return
    write_record(file, draw_chances(screen, judged))
    screen.say("review.plotted", file=str(file))


def _judge(screen: Screen, one: RecordedRound, arguments: ReviewArguments) -> Iterator[Judged]:
    """Judge all decisions of a round, with a bar on a terminal: an expert takes a while."""
    from rich.progress import Progress

    own = arguments.seat or 0
    decided = sum(seat == own for seat, _, _ in one.moves)
    label = screen.text("review.progress", round=one.number + 1)
    with Progress(console=screen.errors, transient=True, disable=not screen.errors.is_terminal) as progress:
        task = progress.add_task(label, total=decided)
        for decision in review(one.first, one.moves, own, level=arguments.level):
            done = sum(seat == own for seat, _, _ in one.moves[: decision.number])
            progress.update(task, completed=done)
            yield decision


def _show(screen: Screen, one: RecordedRound, judged: Sequence[Judged], judge: str) -> None:
    from rich.table import Table

    table = Table(title=screen.text("review.round", round=one.number + 1), title_justify="left", box=None)
    for column in ("number", "made", "worth", "expert", "expert-worth", "why"):
        table.add_column(screen.text(f"review.column.{column}"), justify="right" if "worth" in column else "left")
    for decision in judged:
        sign, _ = SIGNS[decision.grade]
        best = decision.grade == "best"
        table.add_row(
            f"{sign} {decision.number}",
            paint(decision.move),
            _percent(decision.chance),
            Text("=") if best else paint(decision.best.move),
            "" if best else _percent(decision.best.chance),
            screen.texts.message(decision.best.why),
        )
    screen.print(table)
    counts: dict[str, Any] = {grade: sum(decision.grade == grade for decision in judged) for grade in SIGNS}
    screen.say("review.counts", judge=judge, **counts)
    for decision in moments(judged):
        screen.say(
            "review.moment",
            number=decision.number,
            move=decision.move,
            best=decision.best.move,
            loss=round(100 * decision.loss),
        )
    screen.print()


def _percent(chance: float | None) -> str:
    return "–" if chance is None else f"{round(100 * chance)} %"


def draw_chances(screen: Screen, judged: Sequence[Judged]) -> str:
    """Draw the chance to win over time as SVG, each decision with the mark of its grade."""
    known = [decision for decision in judged if decision.chance is not None]
    panel = Panel(70, 660)
    across, up = panel.across(-0.5, max(1, len(known)) - 0.5), panel.up(0, 1)
    points = [(across(place), up(decision.chance or 0.0)) for place, decision in enumerate(known)]
    parts = [
        *draw_heading(panel, screen.text("review.plot.title"), screen.text("review.plot.subtitle")),
        *draw_axis(panel, [(f"{share} %", up(share / 100)) for share in (0, 25, 50, 75, 100)]),
        *(draw_line(*one, *two, colour=BLUE, width=2) for one, two in pairwise(points)),
        *(_mark(decision, *point) for decision, point in zip(known, points, strict=True)),
    ]
    return draw_picture(screen.text("review.plot.title"), parts)


def _mark(decision: Judged, x: float, y: float) -> str:
    sign, colour = SIGNS[decision.grade]
    if sign in "●○":
        return make_tag("circle", cx=x, cy=y, r=5, fill=colour if sign == "●" else "none", stroke=colour)
    shape = make_tag("path", d=f"M{x} {y - 7} l7 12 h-14 z", fill=colour) if sign == "▲" else ""
    return (shape or make_tag("rect", x=x - 6, y=y - 6, width=12, height=12, fill=colour)) + draw_text(
        x + 9, y + 4, decision.best.move, size=11
    )

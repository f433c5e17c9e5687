"""The decisions of a round, and what can be said about them: found in a record here, judged by the ``coach``.

This module does not import the compiler that searching bots need. So code that only passes judgements on need not load
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from reihum.bots.bot import offered
from reihum.bots.play import MoveMade
from reihum.engine import Shown, State, View
from reihum.engine.pictures import draw_move
from reihum.matches import records, replay
from reihum.messages import Message

SLIP, MISTAKE = 0.03, 0.08
"""A move that loses this much of the chance to win is a slip, or a mistake."""

GRADES = ("best", "good", "other", "slip", "mistake")
"""The judgements, each in one word."""


class RecordedRound(Struct):
    """A round of a record: how it began, and its moves."""

    number: int
    first: State
    moves: list[MoveMade]


class Decision(Struct, frozen=True, kw_only=True):
    """A choice between several moves: everything that the player had been shown, the view, and the move made.
    ``number`` counts the moves of the round from 1."""

    number: int
    move: str
    shown: tuple[Shown, ...]
    view: View


class Advice(Struct, frozen=True, omit_defaults=True):
    """What an expert does in a position, with the chance to win (None if it is unknown), and why. ``level`` is the
    level that advises instead, where the kernels of the search are not compiled."""

    move: str
    why: Message
    chance: float | None = None
    level: str = ""


class Judged(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision beside that of a judge, the expert or another bot (``judge``). ``chance`` is what the move made was
    worth."""

    number: int
    seat: int
    move: str
    best: Advice
    chance: float | None = None
    judge: str = "expert"

    @property
    def loss(self) -> float:
        """How much of the chance to win was lost."""
        if self.chance is None or self.best.chance is None:
            return 0.0
        return max(0.0, self.best.chance - self.chance)

    @property
    def grade(self) -> str:
        """One of ``GRADES``: ``best``, ``good``, ``slip``, ``mistake``, or ``other`` if only the judge's
        choice is known."""
        if self.move == self.best.move:
            return "best"
        if self.chance is None:
            return "other"
        return "mistake" if self.loss >= MISTAKE else "slip" if self.loss >= SLIP else "good"


class Review(tuple[Judged, ...]):
    """The judged decisions of a seat, to look at: ``Review(review(first, moves, seat))``."""

    __slots__ = ()

    def __repr__(self) -> str:
        counts = (f"{sum(one.grade == grade for one in self)} {grade}" for grade in GRADES)
        return f"<Review of {len(self)} decisions: {', '.join(counts)}>"

    def __str__(self) -> str:
        return "\n".join(
            f"{one.number:4}  {one.grade:8}{one.move} {_percent(one.chance)}"
            + ("" if one.grade == "best" else f" · {one.judge}: {one.best.move} {_percent(one.best.chance)}")
            for one in self
        )

    def _repr_html_(self) -> str:
        """A table with the cards, which notebooks show."""
        body = "".join(
            f"<tr><td>{one.number}</td><td>{one.grade}</td><td>{draw_move(one.move)}</td><td>{_percent(one.chance)}</td>"
            f"<td>{draw_move(one.best.move)}</td><td>{_percent(one.best.chance)}</td></tr>"
            for one in self
        )
        judge = ", ".join(dict.fromkeys(escape(one.judge) for one in self))
        head = "".join(f"<th>{title}</th>" for title in ("number", "grade", "made", "worth", judge, "worth"))
        return f"<table><tr>{head}</tr>{body}</table>"


def _percent(chance: float | None) -> str:
    return "–" if chance is None else f"{100 * chance:.0f} %"


def rounds(record: str | bytes) -> list[RecordedRound]:
    """The rounds of a record."""
    found: list[RecordedRound] = []
    for step in replay(record):
        if isinstance(step.line, records.DealLine):
            found.append(RecordedRound(step.match.round, step.match.state, []))
        elif isinstance(step.line, records.MoveLine):
            found[-1].moves.append((step.line.seat, step.line.move, step.match.state))
    return found


def decisions(first: State, moves: Sequence[MoveMade], seat: int) -> Iterator[Decision]:
    """Every real decision of a seat in a round, one after another: those with more than one legal move."""
    shown: list[Shown] = [*first.events(seat)]
    before = first
    for number, (who, move, after) in enumerate(moves, 1):
        view = before.view(seat)
        if who == seat and move in (choices := offered(view)) and len(choices) > 1:
            yield Decision(number=number, move=move, shown=tuple(shown), view=view)
        shown += after.events(seat)
        before = after


def moments(judged: Sequence[Judged], most: int = 3) -> list[Judged]:
    """The decisions that cost most, the worst first."""
    costly = [decision for decision in judged if decision.loss >= SLIP]
    return sorted(costly, key=lambda decision: -decision.loss)[:most]

"""A view as plain text, in the words of the notation: for ``print`` and for the learning environments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from reihum.engine.views import Grid, Hand, Pile, Piles, Rows, Stack, Text, Tokens, View, Zone

MAX_MOVES = 12
"""A text or picture for people lists no more moves than this."""


def render_view(view: View, max_moves: int | None = None) -> str:
    """Every zone, then who must act and the legal moves.

    >>> from reihum import game
    >>> print(render_view(game("junior", seats=2).deal(seed="drawing").view(0)))
    rows    R R1 R11 · open R2 R10
    rows    Y Y1 Y11 · open Y2 Y10
    rows    G G1 G11 · open G2 G10
    rows    B B1 B11 · open B2 B10
    hand.0  Y2 G4 G7 B5 B9
    hand.1  5
    stock   26
    acts    0
    moves   lay Y2
    """
    lines = [(zone.name, line) for zone in view.zones for line in _render_zone(zone)]
    lines.append(("acts", " ".join(str(player.seat) for player in view.players if player.acts) or "–"))
    if view.moves:
        lines.append(("moves", render_moves(view, max_moves)))
    if view.outcome:
        lines.append(("points", " ".join(map(str, view.outcome.points))))
    width = max(len(name) for name, _ in lines) + 2
    return "\n".join(f"{name:{width}}{line}".rstrip() for name, line in lines)


def render_moves(view: View, max_moves: int | None = None) -> str:
    """The legal moves; three dots stand for those above the greatest number."""
    texts = (text for form in view.moves for text in form.texts())
    shown = ", ".join(islice(texts, max_moves))
    return f"{shown}, …" if next(texts, None) is not None else shown


def describe_view(view: View) -> str:
    """A view in one line, for ``repr``."""
    whose = "a spectator" if view.seat is None else f"seat {view.seat}"
    return f"<View of {view.game} for {whose}: {describe_turn(view)}>"


def describe_turn(view: View) -> str:
    """Who must act, or how the round ended."""
    if view.outcome is not None:
        return f"over ({view.outcome.reason}), points {' '.join(map(str, view.outcome.points))}"
    acting = " ".join(str(player.seat) for player in view.players if player.acts)
    return f"to act: {acting or '–'}"


def _render_zone(zone: Zone) -> Iterator[str]:
    """The lines of a zone."""
    if isinstance(zone, Rows):
        for row in zone.rows:
            links = f" · links {' '.join(row.links)}" if row.links else ""
            yield f"{row.colour} {' '.join(row.cards)} · open {' '.join(row.open)}{links}"
    elif isinstance(zone, Hand):
        yield " ".join(zone.cards) or str(zone.count)
    elif isinstance(zone, Pile):
        yield _render_pile(zone.pile)
    elif isinstance(zone, Piles):
        yield ", ".join(map(_render_pile, zone.piles)) or "–"
    elif isinstance(zone, Grid):
        for begin in range(0, len(zone.places), zone.columns):
            yield " ".join(f"{card or '·':3}" for card in zone.places[begin : begin + zone.columns])
    elif isinstance(zone, Tokens):
        yield str(zone.count)
    elif isinstance(zone, Text):
        yield str(zone.message.values)


def _render_pile(pile: Stack) -> str:
    return f"{pile.top} ({pile.count})" if pile.top else str(pile.count)

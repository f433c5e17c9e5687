"""A view as a picture (SVG), from its zones alone: the same code draws every game, with the page's card faces.

Colour is never the only sign: each card has its shape and its number, and a card that can be played stands higher.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from reihum.cards import RANK
from reihum.cards.faces import FACES
from reihum.engine.rendering import MAX_MOVES, describe_turn, render_moves
from reihum.engine.views import Grid, Hand, Pile, Piles, Row, Rows, Stack, Text, Tokens, View, Zone

WIDTH, MARGIN, LABEL_WIDTH, GAP = 760, 14, 80, 4
ROOM = WIDTH - 2 * MARGIN - LABEL_WIDTH
COLUMN_WIDTH = (WIDTH - 2 * MARGIN) // 4
"""Small zones stand side by side."""

CARD_WIDTH, CARD_HEIGHT = 40, 60
ROW_CARD_WIDTH, ROW_CARD_HEIGHT = 28, 42
LINE_HEIGHT, RAISE = 20, 7
MAX_LETTERS = 92
"""A line of text is cut after this many letters."""

INK, SOFT, PAPER = "#22303a", "#55626b", "#f3ede1"

Block = tuple[list[str], int, int]
"""The parts of a zone, drawn from the top left corner of its room, and the width and height of the room."""


def draw_view(view: View) -> str:
    """The picture of a view: a line per zone, then who must act and the legal moves."""
    blocks: list[tuple[str, Block]] = [(zone.name, _DRAW[type(zone)](zone)) for zone in view.zones]
    blocks.append(("", _words(f"{describe_turn(view):12}")))
    if view.moves:
        blocks.append(("moves", _words(render_moves(view, MAX_MOVES))))
    whose = "a spectator" if view.seat is None else f"seat {view.seat}"
    title = f"{view.game} for {whose}"
    parts, top = [_text(MARGIN, 24, title, weight="bold")], 38
    column = line_height = 0
    for label, (drawn, width, height) in blocks:
        columns = -(-(LABEL_WIDTH + width) // COLUMN_WIDTH)
        if column + columns > 4:
            top, column, line_height = top + line_height + GAP, 0, 0
        left = MARGIN + column * COLUMN_WIDTH
        parts.append(_text(left, top + 15, label, fill=SOFT))
        parts.append(f'<g transform="translate({left + LABEL_WIDTH} {top})">{"".join(drawn)}</g>')
        column, line_height = column + columns, max(line_height, height)
    top += line_height + GAP
    size = f'viewBox="0 0 {WIDTH} {top + MARGIN}" width="{WIDTH}" height="{top + MARGIN}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="Jost, system-ui, sans-serif"'
        f' font-size="13" fill="{INK}"><title>{escape(title)}</title>'
        f'<rect width="{WIDTH}" height="{top + MARGIN}" rx="8" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def draw_card(card: str, x: float, y: float, width: int = CARD_WIDTH) -> str:
    """A card, a joker laid as a card, or the back of one (``?``), with its text for screen readers."""
    plain = card.rpartition(">")[2]
    number = plain[1:]
    face = FACES["J>" * (">" in card) + plain[0] + "1" * len(number)].replace(">#<", f">{number}<")
    if width < CARD_WIDTH:  # the page leaves out corners that are too small to read, too
        face = re.sub(r'<g class="corner".*?</g>', "", face)
    name = "face down" if card == "?" else card
    return (
        f'<g class="face" transform="translate({x:g} {y:g}) scale({width / 100:g})">'
        f"<title>{escape(name)}</title>{face}</g>"
    )


def draw_move(move: str) -> str:
    """The text of a move for HTML, with its cards drawn."""
    cards = [word for word in move.split() if word in RANK]
    drawn = "".join(
        f'<svg width="{ROW_CARD_WIDTH}" height="{ROW_CARD_HEIGHT}">{draw_card(card, 0, 0, ROW_CARD_WIDTH)}</svg>'
        for card in cards
    )
    return f"{escape(move)} {drawn}".rstrip()


def _text(x: float, y: float, text: str, *, fill: str = INK, weight: str = "normal", anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" fill="{fill}" font-weight="{weight}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


def _words(text: str) -> Block:
    shown = text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS].rpartition(' ')[0]} …"  # J>G14 is not J>G1
    return [_text(0, 15, shown)], ROOM if len(shown) > 10 else COLUMN_WIDTH - LABEL_WIDTH, LINE_HEIGHT


def _place(x: float, y: float, width: int, height: int, label: str = "") -> str:
    """An empty place; with a label if a card could come there."""
    dashes = "4 3" if label else "1 4"
    return (
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{width - 2}" height="{height - 2}" rx="4" fill="none"'
        f' stroke="{SOFT}" stroke-dasharray="{dashes}"/>'
        + (_text(x + width / 2, y + height / 2 + 4, label, fill=SOFT, anchor="middle") if label else "")
    )


def _draw_rows(zone: Rows) -> Block:
    low, step = min(row.low for row in zone.rows), ROW_CARD_HEIGHT + GAP
    parts = [part for at, row in enumerate(zone.rows) for part in _row(row, low, at * step)]
    return parts, ROOM, step * len(zone.rows)


def _row(row: Row, low: int, y: int) -> Iterator[str]:
    laid = {card.rpartition(">")[2]: card for card in row.cards}
    for number in range(row.low, row.high + 1):
        card, x = f"{row.colour}{number}", (number - low) * (ROW_CARD_WIDTH + 2)
        if card in laid:
            yield draw_card(laid[card], x, y, ROW_CARD_WIDTH)
        else:
            yield _place(x, y, ROW_CARD_WIDTH, ROW_CARD_HEIGHT, str(number) if card in row.open else "")
    for link in row.links:
        start, _, end = link.partition(">")
        middle = (int(start[1:]) - low) * (ROW_CARD_WIDTH + 2) + ROW_CARD_WIDTH // 2
        yield f'<path d="M{middle} {y + ROW_CARD_HEIGHT - 6} v{GAP + 12}" stroke="{INK}" stroke-width="4"/>'
        yield f"<title>{escape(f'{start} to {end}')}</title>"


def _draw_hand(zone: Hand) -> Block:
    if not zone.cards:
        return _stacks([Stack(zone.count)])
    playable = {*zone.marks.get("playable", ())}
    across = ROOM // (CARD_WIDTH + GAP)
    line = CARD_HEIGHT + RAISE + GAP
    parts = [
        draw_card(card, at % across * (CARD_WIDTH + GAP), at // across * line + (0 if card in playable else RAISE))
        for at, card in enumerate(zone.cards)
    ]
    return parts, ROOM, -(-len(zone.cards) // across) * line


def _stacks(piles: Sequence[Stack]) -> Block:
    """Piles side by side: the top card or a back, and how many cards there are."""
    width = CARD_WIDTH + 50
    across = ROOM // width
    parts = []
    for at, pile in enumerate(piles):
        x, y = at % across * width, at // across * (CARD_HEIGHT + GAP)
        empty = pile.count in (0, "0")
        parts.append(_place(x, y, CARD_WIDTH, CARD_HEIGHT) if empty else draw_card(pile.top or "?", x, y))
        parts.append(_text(x + CARD_WIDTH + 5, y + CARD_HEIGHT / 2 + 5, f"× {pile.count}"))
    lines = max(1, -(-len(piles) // across))
    return parts, min(len(piles), across) * width, lines * (CARD_HEIGHT + GAP)


def _draw_grid(zone: Grid) -> Block:
    width = min(CARD_WIDTH, ROOM // zone.columns - GAP)
    height = width * 3 // 2
    parts = []
    for at, card in enumerate(zone.places):
        x, y = at % zone.columns * (width + GAP), at // zone.columns * (height + 16)
        parts.append(draw_card(card, x, y, width) if card else _place(x, y, width, height))
        parts.append(_text(x + width / 2, y + height + 12, str(at + 1), fill=SOFT, anchor="middle"))
    return parts, ROOM, -(-len(zone.places) // zone.columns) * (height + 16)


def _draw_text(zone: Text) -> Block:
    return _words(", ".join(f"{name} {value}" for name, value in zone.message.values.items()) or zone.message.key)


_DRAW: dict[type[Zone], Callable[[Any], Block]] = {
    Rows: _draw_rows,
    Hand: _draw_hand,
    Pile: lambda zone: _stacks([zone.pile]),
    Piles: lambda zone: _stacks(zone.piles),
    Grid: _draw_grid,
    Tokens: lambda zone: _words(str(zone.count)),
    Text: _draw_text,
}

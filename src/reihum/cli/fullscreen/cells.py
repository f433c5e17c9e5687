"""Cards and piles as cells: in one line, or as boxes where there is room. A cell can be pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from reihum.cli.card_symbols import paint

BACK = "▒▒▒"


class Mark(Enum):
    """How a cell stands out: by the signs beside it, and by the lines of its box."""

    PLAIN = ("  ", "╭─╮││╰─╯", "dim")
    OFFERED = ("[]", "┏━┓┃┃┗━┛", "bold")
    PICKED = ("<>", "╔═╗║║╚═╝", "bold")
    EMPTY = ("  ", "        ", "dim")


class Cell(NamedTuple):
    """A card, a place or a pile. ``note`` stands beside or below it."""

    face: str
    target: str = ""
    mark: Mark = Mark.PLAIN
    is_new: bool = False
    note: str = ""


def point(text: Text, target: str) -> Text:
    """Make a text something that can be pointed at."""
    if target:
        text.stylize(Style(meta={"target": target}))
    return text


def draw_cell(cell: Cell, width: int = 0) -> Text:
    """Draw a cell in one line, at least ``width`` columns wide."""
    left, right = cell.mark.value[0]
    face = paint(cell.face)
    if cell.is_new:
        face.stylize("underline")
    indent = " " * max(0, width - cell_len(cell.face) - 2)
    drawn = Text.assemble(indent, (left, "bold"), face, (right, "bold"))
    if cell.mark is Mark.EMPTY:
        drawn.stylize("dim")
    return point(drawn, cell.target).append(cell.note, "dim")


def draw_cells(cells: Sequence[Cell], width: int, cell_width: int = 0) -> Iterator[Text]:
    """Draw cells side by side in as many lines as they need."""
    yield from flow([draw_cell(cell, cell_width) for cell in cells], width)


def flow(parts: Sequence[Text], width: int, gap: str = "") -> Iterator[Text]:
    """Put parts side by side in as many lines as they need, and break none in two."""
    line = Text()
    for part in parts:
        if line and line.cell_len + len(gap) + part.cell_len > width:
            yield line
            line = Text()
        line.append(gap if line else "").append_text(part)
    if line:
        yield line


BOX_WIDTH = 5


def draw_boxes(cells: Sequence[Cell], width: int) -> Iterator[Text]:
    """Draw cells as boxes of three lines, side by side in as many rows as they need; notes stand below."""
    across = max(1, width // BOX_WIDTH)
    for start in range(0, len(cells), across):
        row = cells[start : start + across]
        for height in range(3):
            yield Text().join(_draw_box_line(cell, height) for cell in row)
        if any(cell.note for cell in row):
            yield Text().join(Text(cell.note.center(BOX_WIDTH), "dim") for cell in row)


def _draw_box_line(cell: Cell, height: int) -> Text:
    _, lines, style = cell.mark.value
    if height == 1:
        face = paint(cell.face.center(BOX_WIDTH - 2))
        if cell.is_new:
            face.stylize("underline")
        drawn = Text.assemble((lines[3], style), face, (lines[4], style))
    else:
        edge = lines[:3] if height == 0 else lines[5:]
        drawn = Text(edge[0] + edge[1] * (BOX_WIDTH - 2) + edge[2], style)
    return point(drawn, cell.target)

"""The players: whose turn it is, their counts, and what lies in front of them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from reihum.cli.card_symbols import card_symbol, paint
from reihum.cli.fullscreen.cells import Cell, Mark, draw_cell, point
from reihum.cli.fullscreen.table_drawing import Drawing, list_pile_cells
from reihum.cli.table import TURN_MARK
from reihum.cli.zones import PLURAL_COUNT, label_zone
from reihum.engine.views import Grid, Hand, Pile, Piles, Player, Rows, Tokens, Zone
from reihum.engine.views import Text as Words

GAP = 2
MARKS_WIDTH = 5


def draw_players(drawing: Drawing, *, titled: bool = True) -> list[Text]:
    """Draw a line for every player, below the titles of the columns."""
    names = [draw_name(player, drawing, drawing.width) for player in drawing.view.players]
    columns = {"": dict(enumerate(names))} | _list_columns(drawing)
    lines = [Text() for _ in range(len(names) + titled)]
    for title, cells in columns.items():
        drawn = [Text(title, "dim")] * titled + [cells.get(seat, Text()) for seat in range(len(names))]
        width = max(text.cell_len for text in drawn) + GAP
        for line, text in zip(lines, drawn, strict=True):
            padding = " " * (width - text.cell_len)
            line.append_text(text).append(padding)
    for line in lines:
        line.rstrip()
    return lines


def draw_name(player: Player, drawing: Drawing, width: int) -> Text:
    """The number and the name, with a mark if it is this player's turn. A player who can be chosen is marked too. That
    the person is meant is said where there is room."""
    texts, seat = drawing.texts, player.seat
    name = texts.player(seat)
    own = texts.text("cli.table.you", name=name)
    if seat == drawing.view.seat and cell_len(own) + MARKS_WIDTH <= width:
        name = own
    options = [one for one in drawing.builder.options if one.kind == "seat" and one.value == seat and not one.zone]
    number = f"[{seat + 1}]" if options else f" {seat + 1} "
    line = Text(f"{TURN_MARK if player.acts else ' '}{number} {name}", "bold" if player.acts else "")
    return point(line, f"seat|{seat}") if options else line


def _list_columns(drawing: Drawing) -> dict[str, dict[int, Text]]:
    """All that is known about the players, by title and seat; long things last."""
    view, texts = drawing.view, drawing.texts
    columns = list_counts(drawing)
    owned = [zone for zone in view.zones if zone.owner is not None and not isinstance(zone, Rows | Grid)]
    for zone in sorted(owned, key=lambda zone: isinstance(zone, Piles | Words | Hand)):
        if isinstance(zone, Hand) and (zone.owner == view.seat or not zone.cards):
            continue
        assert zone.owner is not None
        cells = columns.setdefault(label_zone(zone, drawing.family, texts), {})
        before = cells[zone.owner].append(" ") if zone.owner in cells else Text()
        cells[zone.owner] = before.append_text(draw_owned(zone, drawing))
    return columns


def list_counts(drawing: Drawing) -> dict[str, dict[int, Text]]:
    """The cards and points of the players, by title and seat."""
    view, texts = drawing.view, drawing.texts
    columns: dict[str, dict[int, Text]] = {}
    if any(isinstance(zone, Hand) for zone in view.zones) or any(player.cards for player in view.players):
        columns[texts.text("cli.table.cards")] = {one.seat: Text(str(one.cards)) for one in view.players}
    if any(player.points is not None for player in view.players):
        points = {one.seat: Text(str(one.points)) for one in view.players if one.points is not None}
        columns.setdefault(texts.text(f"points.{drawing.family}", count=PLURAL_COUNT), points)
    return columns


def draw_owned(zone: Zone, drawing: Drawing) -> Text:
    """What lies in front of a player, in one line."""
    if isinstance(zone, Words):
        return paint(drawing.texts.message(zone.message))
    if isinstance(zone, Tokens):
        return Text(str(zone.count))
    if isinstance(zone, Hand):
        return paint(" ".join(map(card_symbol, zone.cards)))
    assert not isinstance(zone, Rows | Grid)
    return draw_owned_piles(zone, drawing)


def draw_owned_piles(zone: Pile | Piles, drawing: Drawing) -> Text:
    """Piles of a player in one line; a dash if there is none."""
    cells = list(list_pile_cells(zone, drawing))
    return Text(" ").join(_draw_tightly(cell) for cell in cells) if cells else Text("–")


def _draw_tightly(cell: Cell) -> Text:
    """A cell without the blanks beside it."""
    return paint(f"{cell.face}{cell.note}") if cell.mark is Mark.PLAIN else draw_cell(cell)


def columns_width(lines: list[Text]) -> int:
    """The columns that drawn lines take."""
    return max((line.cell_len for line in lines), default=0)


def crop(lines: list[Text], width: int) -> Iterator[Text]:
    """Cut lines that are too long; an ellipsis says so."""
    for line in lines:
        cut = line.copy()
        cut.truncate(width, overflow="ellipsis")
        yield cut

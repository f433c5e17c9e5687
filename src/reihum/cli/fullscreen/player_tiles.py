"""The players as tiles side by side, where each has piles: the cards that lie open are large enough for quick eyes."""

from __future__ import annotations

from rich.text import Text

from reihum.cli.fullscreen.cells import BOX_WIDTH, draw_boxes
from reihum.cli.fullscreen.player_list import draw_name, draw_owned, list_counts
from reihum.cli.fullscreen.table_drawing import Drawing, list_pile_cells
from reihum.cli.zones import label_zone
from reihum.engine.views import Grid, Hand, Pile, Rows, View, Zone
from reihum.engine.views import Text as Words

MAX_PILES = 3


def has_tiles(view: View) -> bool:
    """Whether the players have piles of their own."""
    return any(isinstance(zone, Pile) and zone.owner is not None for zone in view.zones)


def draw_tiles(drawing: Drawing) -> list[Text]:
    """Draw a tile for every player: the name, the counts, the piles as boxes, and what else lies there."""
    width = drawing.width // len(drawing.view.players)
    tiles = [_draw_tile(seat, drawing, width - 1) for seat in range(len(drawing.view.players))]
    height = max(map(len, tiles))
    lines = []
    for number in range(height):
        line = Text()
        for tile in tiles:
            part = tile[number].copy() if number < len(tile) else Text()
            part.truncate(width - 1, overflow="ellipsis")
            line.append_text(part).append(" " * (width - part.cell_len))
        lines.append(line)
    return lines


def _draw_tile(seat: int, drawing: Drawing, width: int) -> list[Text]:
    name = draw_name(drawing.view.players[seat], drawing, width)
    counts = [Text(f" {title} ").append_text(cells.get(seat, Text())) for title, cells in list_counts(drawing).items()]
    owned = [zone for zone in drawing.view.zones if zone.owner == seat and not isinstance(zone, Rows | Grid | Hand)]
    piles = [zone for zone in owned if isinstance(zone, Pile)][: min(MAX_PILES, width // BOX_WIDTH)]
    others = [zone for zone in owned if zone not in piles]
    cells = [cell._replace(note=cell.note or " ") for zone in piles for cell in list_pile_cells(zone, drawing)]
    return [name, *counts, *draw_boxes(cells, width), *(_draw_in_line(zone, drawing) for zone in others)]


def _draw_in_line(zone: Zone, drawing: Drawing) -> Text:
    """What has no boxes, after its name. Words speak for themselves."""
    name = "" if isinstance(zone, Words) else f"{label_zone(zone, drawing.family, drawing.texts)} "
    return Text(f" {name}", "dim").append_text(draw_owned(zone, drawing))

"""The middle of the table and your hand, drawn from the view alone. Everything that can be chosen can be pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from reihum.cards import NUMBER, RANK, SHAPES
from reihum.cli.card_symbols import HOLLOW, STYLES, card_symbol, paint
from reihum.cli.fullscreen.cells import BACK, BOX_WIDTH, Cell, Mark, draw_boxes, draw_cell, draw_cells, flow, point
from reihum.cli.fullscreen.move_builder import MoveBuilder, Spot
from reihum.cli.fullscreen.move_drafts import MoveOption
from reihum.cli.zones import LABEL_WIDTH, find_links, label_colour, label_zone
from reihum.engine.views import Grid, Hand, Pile, Piles, Row, Rows, Stack, Tokens, View, Zone
from reihum.engine.views import Text as Words
from reihum.games import GAMES
from reihum.texts import Texts


class Drawing(NamedTuple):
    """What the parts of a table are drawn with. ``new`` are the cards that came to each zone with the last move;
    ``boxes``: there is room for boxes."""

    builder: MoveBuilder
    view: View
    texts: Texts
    width: int
    new: Mapping[str, frozenset[str]]
    boxes: bool = False

    @property
    def family(self) -> str:
        """The first part of the game's message keys."""
        return GAMES[self.view.game].texts


def name_spot(spot: Spot) -> str:
    """The name of a spot as a target.

    >>> name_spot(Spot("hand.0", "R11")), parse_spot("spot|grid|12")
    ('spot|hand.0|R11', Spot(zone='grid', value=12))
    """
    return f"spot|{spot.zone}|{spot.value}"


def parse_spot(target: str) -> Spot:
    """Read the name of a spot."""
    _, zone, value = target.split("|")
    return Spot(zone, int(value) if value.isdigit() else value)


def mark_spot(drawing: Drawing, spot: Spot) -> Mark:
    """How a spot stands out."""
    if drawing.builder.is_picked(spot):
        return Mark.PICKED
    return Mark.OFFERED if drawing.builder.find_options(spot) else Mark.PLAIN


def draw_middle(drawing: Drawing) -> Iterator[Text]:
    """Draw the zones in the middle: rows and grids as blocks, the others side by side; then cards to choose from that
    lie nowhere."""
    beside: list[Zone] = []
    for zone in drawing.view.zones:
        if isinstance(zone, Rows):
            yield from draw_rows(zone, drawing)
        elif isinstance(zone, Grid):
            yield from draw_grid(zone, drawing)
        elif not isinstance(zone, Hand) and zone.owner is None:
            beside.append(zone)
    if beside:
        yield from draw_beside(beside, drawing)
    if sheet := [option for option in drawing.builder.options if option.kind == "card" and not option.zone]:
        yield from draw_sheet(sheet, drawing)


# --- rows ---


def draw_rows(zone: Rows, drawing: Drawing) -> Iterator[Text]:
    """Draw a line per row: the numbers of its cards, and a hollow shape where a card fits."""
    low, high = min(row.low for row in zone.rows), max(row.high for row in zone.rows)
    cell = max(3, min(5, (drawing.width - LABEL_WIDTH) // (high - low + 1)))
    for row, below in zip(zone.rows, (*zone.rows[1:], None), strict=True):
        yield _draw_row(row, zone.name, range(low, high + 1), cell, drawing)
        if links := list(find_links(row, below)):
            places = ((" │" if number in links else "").rjust(cell) for number in range(low, high + 1))
            yield Text(" " * LABEL_WIDTH + "".join(places), style="bold magenta")
        elif drawing.boxes and below is not None:
            yield Text()


def _draw_row(row: Row, zone: str, numbers: range, cell: int, drawing: Drawing) -> Text:
    laid = {card.rpartition(">")[2]: card for card in row.cards}
    line = label_colour(row.colour, drawing.texts)
    for number in numbers:
        card = f"{row.colour}{number}"
        face = Text(_row_face(card, row, laid).rjust(cell - 1) + " ")
        spot = Spot(zone, card)
        if card in laid:
            face.stylize(f"{STYLES[row.colour]} reverse")
            if laid[card] in drawing.new.get(zone, ()):
                face.stylize("underline")
        else:
            face.stylize(STYLES[row.colour] if card in row.open else "dim")
        if drawing.builder.find_options(spot):
            point(face, name_spot(spot))
        line.append_text(face)
    return line


def _row_face(card: str, row: Row, laid: Mapping[str, str]) -> str:
    if card in laid:
        return "J" if laid[card].startswith("J") else card[1:]
    return HOLLOW[row.colour] if card in row.open else "·"


# --- grids, piles ---


def draw_grid(zone: Grid, drawing: Drawing) -> Iterator[Text]:
    """Draw places in lines: the number if the card lies face down, the card if it lies face up, else nothing."""
    cells = [_draw_place(zone, place, card, drawing) for place, card in enumerate(zone.places, 1)]
    title = label_zone(zone, drawing.family, drawing.texts)
    if zone.owner is not None:
        owner = drawing.texts.player(zone.owner)
        title = f"{drawing.texts.text('cli.table.label', name=owner)} {title}" if title else owner
    if title:
        yield Text(title, "dim")
    columns = zone.columns if zone.owner is None else len(zone.places)
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        if drawing.boxes:
            yield from draw_boxes(row, drawing.width)
        else:
            yield from draw_cells(row, drawing.width, BOX_WIDTH + 1)


def _draw_place(zone: Grid, place: int, card: str, drawing: Drawing) -> Cell:
    if not card:
        return Cell("", mark=Mark.EMPTY)
    spot = Spot(zone.name, place)
    is_new = card in drawing.new.get(zone.name, ())
    return Cell(str(place) if card == "?" else card_symbol(card), name_spot(spot), mark_spot(drawing, spot), is_new)


def draw_beside(zones: Sequence[Zone], drawing: Drawing) -> Iterator[Text]:
    """Draw piles, tokens and texts side by side, each with its name; piles as boxes where there is room."""
    piles = [zone for zone in zones if isinstance(zone, Pile | Piles)]
    if drawing.boxes and piles:
        blocks = [_draw_pile_block(zone, drawing) for zone in piles]
        if sum(len(block[0]) for block in blocks) <= drawing.width:
            yield from (Text().join(line) for line in zip(*blocks, strict=True))
            zones = [zone for zone in zones if zone not in piles]
    yield from _draw_beside_in_line(zones, drawing)


def _draw_pile_block(zone: Pile | Piles, drawing: Drawing) -> list[Text]:
    """The name of the piles, and below it a box for each, in five lines of the same width."""
    cells = list(list_pile_cells(zone, drawing)) or [Cell("–")]
    name = label_zone(zone, drawing.family, drawing.texts)
    noted = [cell._replace(note=cell.note or " ") for cell in cells]
    lines = [Text(f" {name}", "dim"), *draw_boxes(noted, drawing.width)]
    width = max(line.cell_len for line in lines) + 2
    return [line.append(" " * (width - line.cell_len)) for line in lines]


def _draw_beside_in_line(zones: Sequence[Zone], drawing: Drawing) -> Iterator[Text]:
    parts = []
    for zone in zones:
        name = label_zone(zone, drawing.family, drawing.texts)
        if isinstance(zone, Words):
            parts.append(paint(drawing.texts.message(zone.message)))
        elif isinstance(zone, Tokens):
            parts.append(Text(f"{drawing.texts.text('cli.table.label', name=name)} {zone.count}"))
        elif isinstance(zone, Pile | Piles):
            head = Text(drawing.texts.text("cli.table.label", name=name) + " " if name else "")
            cells = list(list_pile_cells(zone, drawing)) or [Cell("–")]
            parts.append(head + Text(" ").join(draw_cell(cell) for cell in cells))
    yield from flow(parts, drawing.width, "   ")


def list_pile_cells(zone: Pile | Piles, drawing: Drawing) -> Iterator[Cell]:
    """The cells of one pile or of several, which have numbers in the middle of the table."""
    if isinstance(zone, Pile):
        yield _pile_cell(zone.pile, Spot(zone.name, zone.name), drawing)
        return
    for number, pile in enumerate(zone.piles, 1):
        cell = _pile_cell(pile, Spot(zone.name, number), drawing)
        if zone.owner is not None:
            yield cell
        elif drawing.boxes:
            yield cell._replace(note=f"{number} {cell.note}".strip())
        else:
            yield cell._replace(face=f"{number}·{cell.face}")


def _pile_cell(pile: Stack, spot: Spot, drawing: Drawing) -> Cell:
    mark = mark_spot(drawing, spot)
    if pile.count in (0, "0"):
        return Cell("–", name_spot(spot), mark)
    face = card_symbol(pile.top) if pile.top else BACK
    is_new = pile.top in drawing.new.get(spot.zone, ())
    return Cell(face, name_spot(spot), mark, is_new, "" if pile.count == 1 else f"×{pile.count}")


# --- cards ---


def draw_sheet(options: Sequence[MoveOption], drawing: Drawing) -> Iterator[Text]:
    """Draw cards to choose from as a grid: a column for every number, a line for every colour."""
    cards = {str(option.value): option for option in options}
    numbers = sorted({NUMBER[card] for card in cards})
    cell = max(3, min(5, (drawing.width - LABEL_WIDTH) // len(numbers)))
    yield Text(" " * LABEL_WIDTH + "".join(str(number).rjust(cell - 1) + " " for number in numbers), "bold cyan")
    for letter in SHAPES:
        line = label_colour(letter, drawing.texts)
        for number in numbers:
            card = f"{letter}{number}"
            sign = SHAPES[letter] if card in cards else "·"
            face = Text(sign.rjust(cell - 1) + " ", STYLES[letter] if card in cards else "dim")
            line.append_text(point(face, f"card|{card}") if card in cards else face)
        yield line


def sort_hand(zone: Hand, view: View) -> list[str]:
    """The cards of a hand in the order that suits the game."""
    facts = GAMES[view.game]
    cards = sorted(zone.cards, key=lambda card: RANK.get(card, len(RANK)))
    return sorted(cards, key=lambda card: NUMBER.get(card, len(RANK))) if facts.sorting == "number" else cards


def draw_hand(zone: Hand, drawing: Drawing) -> Iterator[Text]:
    """Draw your hand. Every card can be pointed at: one that does not fit tells why."""
    cells = []
    for card in sort_hand(zone, drawing.view):
        spot = Spot(zone.name, card)
        is_new = card in drawing.new.get(zone.name, ())
        cells.append(Cell(card_symbol(card), name_spot(spot), mark_spot(drawing, spot), is_new))
    yield from draw_boxes(cells, drawing.width) if drawing.boxes else draw_cells(cells, drawing.width)


def find_own_hand(view: View) -> Hand | None:
    """The hand of the person, if the game has one."""
    hands = (zone for zone in view.zones if isinstance(zone, Hand))
    return next((zone for zone in hands if zone.owner == view.seat and view.seat is not None), None)

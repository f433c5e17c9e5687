"""The table as a view shows it: the middle, the players, the hands. The same code draws every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reihum.cards import Card
from reihum.cli.zones import draw_grid, draw_hand, draw_hand_briefly, draw_inline, draw_rows, label_zone
from reihum.engine import View
from reihum.engine.views import Grid, Hand, Piles, Player, Rows, Zone
from reihum.engine.views import Text as Words
from reihum.games import GAMES
from reihum.texts import Texts

NewCards: TypeAlias = Mapping[str, Collection[Card]]
"""The cards that came to each zone since the reader last looked."""

TURN_MARK = "»"
"""Stands before the players who must act."""


def draw_table(
    view: View, texts: Texts, width: int, new: NewCards | None = None, *, brief: bool = False
) -> Iterator[RenderableType]:
    """Draw the table from the middle to the hands; ``brief`` saves lines."""
    new = new or {}
    family = GAMES[view.game].texts
    yield from _middle(view, family, texts, width, new)
    yield _players(view, family, texts)
    for zone in view.zones:
        if isinstance(zone, Hand) and zone.cards:
            title = _hand_title(zone, view, texts)
            if brief:
                yield from draw_hand_briefly(zone, title, width, new.get(zone.name, ()))
            else:
                yield Text(title, style="bold")
                yield from draw_hand(zone, texts, new.get(zone.name, ()))


def count_lines(view: View, lines: Collection[RenderableType]) -> int:
    """Count the lines of a drawn table."""
    return sum(1 + len(view.players) if isinstance(line, Table) else 1 for line in lines)


def _middle(view: View, family: str, texts: Texts, width: int, new: NewCards) -> Iterator[Text]:
    """Draw the zones without an owner: rows and grids as blocks, the others side by side."""
    beside = []
    for zone in view.zones:
        name = label_zone(zone, family, texts)
        if isinstance(zone, Rows):
            yield from draw_rows(zone, texts, width, new.get(zone.name, ()))
        elif isinstance(zone, Grid):
            yield from draw_grid(zone, name, new.get(zone.name, ()))
        elif not isinstance(zone, Hand) and zone.owner is None:
            head = texts.text("cli.table.label", name=name) + " " if name and not isinstance(zone, Words) else ""
            beside.append(Text(head).append_text(draw_inline(zone, texts)))
    if beside:
        yield Text("   ").join(beside)


def _players(view: View, family: str, texts: Texts) -> RenderableType:
    """Draw the players and their zones; in one line if there is only one thing to say about each."""
    columns = _columns(view, family, texts)
    names = [_name(player, view, texts) for player in view.players]
    if not columns:
        return Text("")
    if len(columns) == 1:
        (title, cells), *_ = columns.items()
        shown = [name.append(" ").append_text(cells[seat]) for seat, name in enumerate(names)]
        return Text(texts.text("cli.table.label", name=title) + "  ").append_text(Text("   ").join(shown))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column()
    for title in columns:
        table.add_column(title, justify="left", overflow="fold")
    for player, name in zip(view.players, names, strict=True):
        table.add_row(name, *(cells.get(player.seat, Text("")) for cells in columns.values()))
    return table


def _columns(view: View, family: str, texts: Texts) -> dict[str, dict[int, Text]]:
    """What is known about the players, by title and seat; long things last."""
    hands = {zone.owner for zone in view.zones if isinstance(zone, Hand)}
    columns: dict[str, dict[int, Text]] = {}
    if hands or any(player.cards for player in view.players):
        columns[texts.text("cli.table.cards")] = {player.seat: Text(str(player.cards)) for player in view.players}
    if any(player.points is not None for player in view.players):
        points = {player.seat: Text(str(player.points)) for player in view.players if player.points is not None}
        columns.setdefault(texts.text(f"points.{family}"), points)
    owned = [zone for zone in view.zones if zone.owner is not None and not isinstance(zone, Hand | Rows | Grid)]
    for zone in sorted(owned, key=lambda zone: isinstance(zone, Piles | Words)):
        assert zone.owner is not None
        cells = columns.setdefault(label_zone(zone, family, texts), {})
        before = cells[zone.owner].append("  ") if zone.owner in cells else Text()
        cells[zone.owner] = before.append_text(_inline(zone, texts))
    return columns


def _inline(zone: Zone, texts: Texts) -> Text:
    assert not isinstance(zone, Hand | Rows | Grid)
    return draw_inline(zone, texts)


def _name(player: Player, view: View, texts: Texts) -> Text:
    """The name, with a mark if it is this player's turn."""
    name = texts.player(player.seat)
    if player.seat == view.seat:
        name = texts.text("cli.table.you", name=name)
    return Text(f"{TURN_MARK}{name}", style="bold") if player.acts else Text(f" {name}")


def _hand_title(zone: Hand, view: View, texts: Texts) -> str:
    if zone.owner == view.seat:
        return texts.text("cli.table.own-hand")
    return texts.text("cli.table.hand", seat=zone.owner)

"""The table as a view shows it: the middle, the players, the hands. The same code draws every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reihum.cards import Card
from reihum.cli.zones import (
    PLURAL_COUNT,
    draw_grid,
    draw_hand,
    draw_hand_briefly,
    draw_inline,
    draw_rows,
    label_zone,
    wrap_parts,
)
from reihum.engine import View
from reihum.engine.views import Grid, Hand, Pile, Piles, Player, Rows, Zone
from reihum.engine.views import Text as Words
from reihum.games import GAMES
from reihum.texts import Texts

Columns: TypeAlias = dict[str, dict[int, Text]]
"""What is known about the players, by title and seat."""

NewCards: TypeAlias = Mapping[str, Collection[Card]]
"""The cards that came to each zone since the reader last looked."""

TURN_MARK = "»"
"""Stands before the players who must act."""

Brevity: TypeAlias = Literal["full", "hands", "players", "cards"]
"""How short a table is drawn: in full, with short hands, with short lines for the players too, or without these."""


def draw_table(
    view: View, texts: Texts, width: int, new: NewCards | None = None, brevity: Brevity = "full"
) -> Iterator[RenderableType]:
    """Draw the table from the middle to the hands."""
    new = new or {}
    family = GAMES[view.game].texts
    yield from _middle(view, family, texts, width, new)
    if brevity != "cards":
        yield from _players(view, family, texts, width, brevity)
    for zone in view.zones:
        if isinstance(zone, Hand) and zone.cards:
            title = _hand_title(zone, view, texts)
            if brevity != "full":
                yield from draw_hand_briefly(zone, title, width, new.get(zone.name, ()))
            else:
                yield Text(title, style="bold")
                yield from draw_hand(zone, texts, new.get(zone.name, ()))


def draw_open_cards(view: View, texts: Texts, width: int) -> Iterator[Text]:
    """Draw the piles whose top card lies open, those in the middle first."""
    family = GAMES[view.game].texts
    piles = [zone for zone in view.zones if isinstance(zone, Pile) and zone.pile.top]
    parts = []
    for zone in sorted(piles, key=lambda zone: zone.owner is not None):
        name = label_zone(zone, family, texts) if zone.owner is None else _label_player(zone.owner, view, texts)
        parts.append(Text(texts.text("cli.table.label", name=name) + " ").append_text(draw_inline(zone, texts)))
    if parts:
        yield from wrap_parts(Text("  "), parts, width)


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


def _players(view: View, family: str, texts: Texts, width: int, brevity: Brevity) -> Iterator[RenderableType]:
    """Draw the players and their zones, side by side if there is only one thing to say about each."""
    columns = _columns(view, family, texts)
    names = [_name(player, view, texts) for player in view.players]
    if len(columns) == 1 or (columns and brevity == "players"):
        yield from _players_side_by_side(columns, names, texts, width)
    elif columns:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column()
        for title in columns:
            table.add_column(title, justify="left", overflow="fold")
        for player, name in zip(view.players, names, strict=True):
            table.add_row(name, *(cells.get(player.seat, Text("")) for cells in columns.values()))
        yield table


def _players_side_by_side(columns: Columns, names: Sequence[Text], texts: Texts, width: int) -> Iterator[Text]:
    """Draw each player in a few words, below a line of titles if there are several things to say."""
    head = Text(texts.text("cli.table.label", name=", ".join(columns)))
    parts = [
        name.append(" ").append_text(Text(", ").join(cells.get(seat, Text("–")) for cells in columns.values()))
        for seat, name in enumerate(names)
    ]
    if len(columns) == 1:
        yield from wrap_parts(head.append("  "), parts, width)
    else:
        yield head
        yield from wrap_parts(Text(), parts, width)


def _columns(view: View, family: str, texts: Texts) -> Columns:
    """What is known about the players, by title and seat; long things last."""
    hands = {zone.owner for zone in view.zones if isinstance(zone, Hand)}
    columns: Columns = {}
    if hands or any(player.cards for player in view.players):
        columns[texts.text("cli.table.cards")] = {player.seat: Text(str(player.cards)) for player in view.players}
    if any(player.points is not None for player in view.players):
        points = {player.seat: Text(str(player.points)) for player in view.players if player.points is not None}
        columns.setdefault(texts.text(f"points.{family}", count=PLURAL_COUNT), points)
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
    name = _label_player(player.seat, view, texts)
    return Text(f"{TURN_MARK}{name}", style="bold") if player.acts else Text(f" {name}")


def _label_player(seat: int, view: View, texts: Texts) -> str:
    """The name of a player, who may be the reader."""
    name = texts.player(seat)
    return texts.text("cli.table.you", name=name) if seat == view.seat else name


def _hand_title(zone: Hand, view: View, texts: Texts) -> str:
    if zone.owner == view.seat:
        return texts.text("cli.table.own-hand")
    return texts.text("cli.table.hand", seat=zone.owner)

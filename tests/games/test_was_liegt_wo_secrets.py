"""Was liegt wo? keeps its secrets, and the kit notices if it does not: leaks planted one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import reihum
from reihum.engine import Move
from reihum.engine.views import Grid, Zone
from reihum.errors import IllegalMove
from reihum.games.was_liegt_wo import WasLiegtWoState
from reihum.messages import Message
from reihum.testing import check_settings

ZONES = WasLiegtWoState.zones


def turned_up(self: WasLiegtWoState, seat: int | None) -> Iterator[Zone]:
    """The last card of the grid lies face up for the player on turn."""
    for zone in ZONES(self, seat):
        shown = isinstance(zone, Grid) and seat == self.turn
        yield replace(zone, places=(*zone.places[:-1], self.grid[-1])) if isinstance(zone, Grid) and shown else zone


def hinting(self: WasLiegtWoState, _seat: int) -> Message:
    """The prompt tells where the partner lies."""
    numbers = [card[1:] for card in self.grid]
    partner = numbers.index(numbers[self.up[0]]) if self.up else 0
    return Message("was_liegt_wo.prompt.first", {"place": partner})


def telling(self: WasLiegtWoState, _seat: int, _move: Move) -> IllegalMove:
    """A refusal names a card that lies face down."""
    return IllegalMove("not-in-hand", card=self.grid[0] or self.grid[1])


@pytest.mark.parametrize(("name", "leak"), [("zones", turned_up), ("asked", hinting), ("reason", telling)])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, name: str, leak: Any) -> None:
    """Never: face-down cards (§0); all cards lie face down in a grid (§3.10)."""
    monkeypatch.setattr(WasLiegtWoState, name, leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("was-liegt-wo", seats=2), games=1, deep=1)

"""Schnipp Schnapp keeps its secrets: what a planted leak shows is caught by the kit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import reihum
from reihum.engine import Move
from reihum.engine.views import Pile, Stack, Zone
from reihum.errors import IllegalMove
from reihum.games.schnipp_schnapp import SchnippState
from reihum.testing import check_settings


def check() -> None:
    """A game with right and wrong calls, position by position."""
    check_settings(reihum.game("schnipp-schnapp", seats=2), games=1, deep=1)


def test_a_covered_card_that_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an open pile only the top card is shown."""
    honest = SchnippState.zones

    def leaky(self: SchnippState, seat: int | None) -> Iterator[Zone]:
        for zone in honest(self, seat):
            if isinstance(zone, Pile) and zone.name == "open.0" and len(self.open[0]) > 1:
                yield replace(zone, pile=Stack(zone.pile.count, self.open[0][-2]))
            else:
                yield zone

    monkeypatch.setattr(SchnippState, "zones", leaky)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check()


def test_a_refusal_that_tells_what_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why a call is refused says nothing about the cards still face down."""

    def leaky(self: SchnippState, seat: int, move: Move) -> IllegalMove | None:
        return IllegalMove("not-in-hand", "§3.7", move=str(move), card=self.down[seat][0] if self.down[seat] else "R1")

    monkeypatch.setattr(SchnippState, "reason", leaky)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check()


def test_an_event_that_shows_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that are turned over with a captured pile are not shown again."""
    honest = SchnippState._win

    def leaky(self: SchnippState, *given: object) -> SchnippState:
        after: SchnippState = honest(self, *given)  # type: ignore[arg-type]
        first = after.last[0]
        return replace(after, last=(replace(first, values={"card": after.down[first.seat or 0][-2]}),))

    monkeypatch.setattr(SchnippState, "_win", leaky)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check()

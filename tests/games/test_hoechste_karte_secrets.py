"""Die höchste Karte gewinnt: a planted leak is caught by the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import reihum
from reihum.engine.events import Event
from reihum.engine.views import Hand, Zone
from reihum.games import hoechste_karte
from reihum.games.hoechste_karte import HoechsteKarteState
from reihum.testing import check_settings

ZONES = HoechsteKarteState.zones


def chosen_marked(self: HoechsteKarteState, seat: int | None) -> Iterator[Zone]:
    """What anybody has chosen shows."""
    for zone in ZONES(self, seat):
        owner = zone.owner
        chosen = self.chosen[owner] if isinstance(zone, Hand) and owner is not None else ""
        yield Hand((chosen,), name=zone.name) if chosen and owner != seat else zone


def loud(kind: str, seat: int | None = None, cards: Any = (), *_to: Any, **rest: Any) -> Event:
    """An event whose cards everybody sees."""
    return Event(kind, seat, cards, **rest)


@pytest.mark.parametrize(
    ("target", "name", "leak"), [(HoechsteKarteState, "zones", chosen_marked), (hoechste_karte, "Event", loud)]
)
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, target: Any, name: str, leak: object) -> None:
    """All choose one card in secret and reveal together. (§3.11)"""
    monkeypatch.setattr(target, name, leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("hoechste-karte", seats=3), games=1, deep=1)

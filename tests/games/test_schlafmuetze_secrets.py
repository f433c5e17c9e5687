"""Schlafmütze: a planted leak is caught by the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import reihum
from reihum.engine.events import Event
from reihum.engine.views import Text, Zone
from reihum.games import schlafmuetze
from reihum.games.schlafmuetze import SchlafmuetzeState, four_equal
from reihum.messages import Message
from reihum.testing import check_settings

ZONES = SchlafmuetzeState.zones


def chosen_marked(self: SchlafmuetzeState, seat: int | None) -> Iterator[Zone]:
    """What anybody has chosen shows."""
    yield from ZONES(self, seat)
    yield Text(Message("", {"chosen": self.chosen}), name="chosen")


def quartet_told(self: SchlafmuetzeState, seat: int | None) -> Iterator[Zone]:
    """Whether somebody could lay down shows."""
    yield from ZONES(self, seat)
    count = len({card[1:] for card in self.hands[0]})
    yield Text(Message("", {"soon": count, "now": four_equal(self.hands[0])}), name="quartets")


def loud(kind: str, seat: int | None = None, cards: Any = (), *_to: Any, **rest: Any) -> Event:
    """An event whose cards everybody sees."""
    return Event(kind, seat, cards, **rest)


@pytest.mark.parametrize("leak", [chosen_marked, quartet_told])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, leak: object) -> None:
    """All choose one card in secret; whether a player could do more does not show. (§3.4, §0)"""
    monkeypatch.setattr(SchlafmuetzeState, "zones", leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("schlafmuetze", seats=3), games=1, deep=1)


def test_a_loud_choice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card chosen or passed on is seen by nobody but the two. (§3.4)"""
    monkeypatch.setattr(schlafmuetze, "Event", loud)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("schlafmuetze", seats=4), games=1, deep=1)

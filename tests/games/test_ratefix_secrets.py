"""Ratefix: a planted leak is caught by the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import reihum
from reihum.engine.events import Event
from reihum.engine.moves import Move
from reihum.engine.views import Piles, Stack, Zone
from reihum.errors import IllegalMove
from reihum.games import ratefix
from reihum.games.ratefix import RatefixState
from reihum.testing import check_settings

ZONES = RatefixState.zones


def all_cards_open(self: RatefixState, seat: int | None) -> Iterator[Zone]:
    """The middle lies face up."""
    yield Piles(tuple(Stack(1, card) for card in self.middle), name="middle")
    yield from (zone for zone in ZONES(self, seat) if zone.name != "middle")


def next_card_open(self: RatefixState, seat: int | None) -> Iterator[Zone]:
    """The top of their own pile shows."""
    for zone in ZONES(self, seat):
        own = zone.name == f"pile.{seat}" and seat is not None and self.piles[seat]
        yield Piles((Stack(1, self.piles[seat][0]),), name=zone.name) if own and seat is not None else zone


def telling_refusal(self: RatefixState, _seat: int, move: Move) -> IllegalMove:
    """A refusal that knows the total."""
    return IllegalMove("ratefix.range", low=1, high=sum(int(card[1:]) for card in self.middle), number=move.args[0])


def loud(kind: str, seat: int | None = None, cards: Any = (), *_to: Any, **rest: Any) -> Event:
    """An event whose cards everybody sees."""
    return Event(kind, seat, cards, **rest)


@pytest.mark.parametrize(
    ("name", "leak"), [("zones", all_cards_open), ("zones", next_card_open), ("_refusal", telling_refusal)]
)
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, name: str, leak: object) -> None:
    """Each knows only their own card; piles lie face down. (§3.3, §0)"""
    monkeypatch.setattr(RatefixState, name, leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("ratefix", seats=3), games=1, deep=1)


def test_a_loud_look_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each knows only their own card, also when the next ones come. (§3.3)"""
    monkeypatch.setattr(ratefix, "Event", loud)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("ratefix", seats=2), games=1, deep=1)

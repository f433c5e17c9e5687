"""Zweikampf: a planted leak is caught by the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import reihum
from reihum.engine.views import Pile, Stack, Zone
from reihum.games.zweikampf import ZweikampfState
from reihum.testing import check_settings

ZONES = ZweikampfState.zones


def tops_open(self: ZweikampfState, seat: int | None) -> Iterator[Zone]:
    """The next card of both piles shows."""
    yield from ZONES(self, seat)
    for owner, pile in enumerate(self.piles):
        yield Pile(Stack(len(pile), pile[0] if pile else ""), name=f"next.{owner}")


def won_cards_below(self: ZweikampfState, seat: int | None) -> Iterator[Zone]:
    """The first card won shows again."""
    yield from ZONES(self, seat)
    for owner, won in enumerate(self.won):
        yield Pile(Stack(len(won), won[0] if won else ""), name=f"below.{owner}")


@pytest.mark.parametrize("leak", [tops_open, won_cards_below])
@pytest.mark.parametrize("long", [False, True])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, leak: object, long: bool) -> None:
    """Face-down cards are never seen, covered ones not again. (§0)"""
    monkeypatch.setattr(ZweikampfState, "zones", leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("zweikampf", seats=2, long=long), games=1, deep=1)

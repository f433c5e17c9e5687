"""Überall anschließen keeps its secrets: what a planted leak shows is caught by the kit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import reihum
from reihum.engine.events import Event
from reihum.engine.views import Pile, Stack, Zone
from reihum.games.anywhere import rules
from reihum.games.anywhere.rules import AnywhereState
from reihum.messages import Message
from reihum.testing import check_settings


def check() -> None:
    """A game with mistakes and calls, position by position."""
    check_settings(reihum.game("anywhere", seats=2, edition="60", play_on=False), games=1, deep=1)


def test_a_face_down_card_that_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sees a face-down pile, not even its owner."""
    honest = AnywhereState.zones

    def leaky(self: AnywhereState, seat: int | None) -> Iterator[Zone]:
        for zone in honest(self, seat):
            own = isinstance(zone, Pile) and zone.name == f"pile.{seat}" and seat is not None and self.down[seat]
            yield replace(zone, pile=Stack(zone.pile.count, own[0])) if isinstance(zone, Pile) and own else zone

    monkeypatch.setattr(AnywhereState, "zones", leaky)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check()


def test_a_gift_that_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is given away after „Stopp!“ is given face down."""
    honest = rules._show_gift

    def leaky(seat: int, card: str, offender: int) -> Event:
        return replace(honest(seat, card, offender), to=(seat,))

    monkeypatch.setattr(rules, "_show_gift", leaky)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check()


def test_a_prompt_that_tells_what_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told what the next card will be."""

    def leaky(self: AnywhereState, seat: int) -> Message:
        return Message("anywhere.prompt.put", {"card": self.turned or self.down[seat][0]})

    monkeypatch.setattr(AnywhereState, "asked", leaky)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check()

"""Farben sammeln keeps its secrets, and the kit notices if it does not: leaks planted one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import reihum
from reihum.cards import NUMBER, Randomness
from reihum.engine import Move
from reihum.engine.contract import State
from reihum.engine.events import Event
from reihum.engine.views import Pile, Piles, Player, Stack, Zone
from reihum.errors import IllegalMove
from reihum.games import farben_sammeln
from reihum.games.farben_sammeln import FarbenState, one_colour
from reihum.testing import check_settings

ZONES, PLAYERS = FarbenState.zones, FarbenState.players


def covered(self: FarbenState, seat: int | None) -> Iterator[Zone]:
    """A pile shows the card under its top."""
    for zone in ZONES(self, seat):
        below = tuple(Stack(len(pile), pile[0] if pile else "") for pile in self.piles)
        yield replace(zone, piles=below) if isinstance(zone, Piles) else zone


def next_card(self: FarbenState, seat: int | None) -> Iterator[Zone]:
    """The stock lies face up."""
    for zone in ZONES(self, seat):
        yield (
            replace(zone, pile=Stack(zone.pile.count, self.stock[0])) if isinstance(zone, Pile) and self.stock else zone
        )


def could_close(self: FarbenState) -> Iterator[Player]:
    """Everybody sees who has a single colour, or the points in hand."""
    for player, hand in zip(PLAYERS(self), self.hands, strict=True):
        yield replace(player, points=100 if one_colour(hand) else max(NUMBER[card] for card in hand))


def telling(self: FarbenState, _seat: int, _move: Move) -> IllegalMove:
    """A refusal tells what comes."""
    return IllegalMove("not-in-hand", card=self.stock[-1])


def loud(kind: str, seat: int | None = None, cards: Any = (), *_to: Any, **rest: Any) -> Event:
    """An event whose cards everybody sees."""
    return Event(kind, seat, cards, **rest)


@pytest.mark.parametrize(
    ("target", "name", "leak"),
    [
        (FarbenState, "zones", covered),
        (FarbenState, "zones", next_card),
        (FarbenState, "players", could_close),
        (FarbenState, "reason", telling),
        (farben_sammeln, "Event", loud),
    ],
)
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, target: Any, name: str, leak: object) -> None:
    """Never: other hands, covered cards, the order of the stock; whether a player could close (§0, §3.6)."""
    monkeypatch.setattr(target, name, leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("farben-sammeln", seats=2), games=1, deep=1)


def test_a_card_just_taken_stays_where_all_have_seen_it_go() -> None:
    """Everybody sees what is taken from an open pile: in every world it is in that hand (§3.6)."""
    state = reihum.game("farben-sammeln", seats=3).deal("any")
    taken = state.play(0, "take 2")
    (shown,) = taken.events(1)
    for number in range(20):
        assert shown.cards[0] in hand_of(taken.imagine(1, Randomness(bytes([number]), "world")), 0)


def hand_of(state: State, seat: int) -> tuple[str, ...]:
    """The cards a seat holds."""
    assert isinstance(state, FarbenState)
    return state.hands[seat]

"""Schwarzer Peter keeps its secrets, and the kit notices if it does not: leaks planted one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

import reihum
from fillings import filled
from reihum.cards import NUMBER, Randomness
from reihum.engine import Move
from reihum.engine.events import Event
from reihum.engine.views import Grid, Pile, Stack, Zone
from reihum.errors import IllegalMove
from reihum.games import schwarzer_peter
from reihum.games.schwarzer_peter import SchwarzerPeterState
from reihum.testing import check_settings
from scenario import cards, deal, play

ZONES = SchwarzerPeterState.zones
World = tuple[tuple[str, ...], ...]


def unset(self: SchwarzerPeterState, seat: int | None) -> Iterator[Zone]:
    """The card set aside lies face up."""
    for zone in ZONES(self, seat):
        yield replace(zone, pile=Stack(1, self.aside)) if isinstance(zone, Pile) else zone


def marked(self: SchwarzerPeterState, seat: int | None) -> Iterator[Zone]:
    """The fan shows where the highest number will be: what the seed has decided."""
    for zone in ZONES(self, seat):
        fan = self._hold_out(zone.owner or 0) if isinstance(zone, Grid) else []
        place = max(range(len(fan)), key=lambda at: NUMBER[fan[at]], default=0)
        yield replace(zone, marks={"playable": (place,)}) if isinstance(zone, Grid) else zone


def telling(self: SchwarzerPeterState, _seat: int, _move: Move) -> IllegalMove:
    """A refusal tells which number is the Black Peter."""
    return IllegalMove("not-in-hand", card=self.peter)


def loud(kind: str, seat: int | None = None, cards: Any = (), *_to: Any, **rest: Any) -> Event:
    """An event whose cards everybody sees."""
    return Event(kind, seat, cards, **rest)


@pytest.mark.parametrize(
    ("target", "name", "leak"),
    [
        (SchwarzerPeterState, "zones", unset),
        (SchwarzerPeterState, "zones", marked),
        (SchwarzerPeterState, "reason", telling),
        (schwarzer_peter, "Event", loud),
    ],
)
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, target: Any, name: str, leak: object) -> None:
    """Never: the card set aside, other hands, the order in which a hand will be held out (§0, §3.9)."""
    monkeypatch.setattr(target, name, leak)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("schwarzer-peter", seats=3), games=2, deep=2)


def peter(*hands: str) -> SchwarzerPeterState:
    """Deal these hands to three players, R20 set aside; the rest are pairs."""
    deck = filled([1, 13, 13, 13], ["R20", *hands], of=cards(1, 20, "RY"))
    state = deal("schwarzer-peter", seats=3, deck=deck)
    assert isinstance(state, SchwarzerPeterState)
    return state


def world(state: SchwarzerPeterState) -> World:
    """All hands, and the card set aside."""
    return (*state.hands, (state.aside,))


def possible(state: SchwarzerPeterState, seat: int | None) -> set[World]:
    """Every world in which the seat holds what it holds and no hand holds a pair, by trying all orders."""
    sizes = [len(group) for group in world(state)]
    found = set()
    for order in permutations(card for group in world(state) for card in group):
        deck = list(order)
        groups = tuple(tuple(sorted(deck.pop() for _ in range(size))) for size in sizes)
        numbers = [[card[1:] for card in group] for group in groups]
        if all(len(set(group)) == len(group) for group in numbers):
            found.add(groups)
    return {groups for groups in found if seat is None or groups[seat] == tuple(sorted(state.hands[seat]))}


@pytest.mark.parametrize(
    ("hands", "seat"),
    [
        ("R19, Y19, Y20", 0),
        ("R19, Y19, Y20", None),
        ("R19 R18 R17, Y19, Y18 Y17 Y20", 0),
        ("R19 R18 R17, Y19, Y18 Y17 Y20", 1),
        ("R19 R18 R17, Y19, Y18 Y17 Y20", 2),
    ],
)
def test_every_possible_world_is_imagined(hands: str, seat: int | None) -> None:
    """What a seat may not know may be anything the rules allow: no hand holds a pair (§3.9)."""
    state = peter(*hands.split(", "))
    imagined = {
        tuple(tuple(sorted(group)) for group in world(state.imagine(seat, Randomness(b"%d" % number, "world"))))
        for number in range(1_000)
    }
    assert imagined == possible(state, seat)


def test_a_player_who_was_drawn_from_knows_where_the_card_went() -> None:
    """The card drawn is known to two players: in all their worlds it is where it went (§3.9)."""
    state = play(peter("R19", "Y20", "Y19"), "0 draw 1")
    for number in range(20):
        other = state.imagine(1, Randomness(b"%d" % number, "world"))
        assert isinstance(other, SchwarzerPeterState)
        assert "Y20" in other.hands[0]
        assert other.events(1) == state.events(1)

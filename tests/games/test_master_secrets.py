"""Master keeps its secrets, and the kit notices if it does not: leaks planted one at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import reihum
from reihum.cards import Randomness
from reihum.engine.views import Hand, Zone
from reihum.errors import IllegalMove
from reihum.games.master.board import beside
from reihum.games.master.rules import MasterState
from reihum.testing import check_settings, random_play


def check_secrets() -> None:
    """A few games position by position."""
    check_settings(reihum.game("master", seats=3), games=2, deep=2)


def test_nothing_leaks() -> None:
    """Without a planted leak the kit is content."""
    check_secrets()


def test_a_shown_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Zones that show the next player's jokers."""
    honest = MasterState.zones

    def zones(self: MasterState, seat: int | None) -> Iterator[Zone]:
        for zone in honest(self, seat):
            jokers = ("J",) * self.jokers[zone.owner] if isinstance(zone, Hand) and zone.owner is not None else ()
            yield replace(zone, cards=jokers) if jokers and zone.owner != seat else zone

    monkeypatch.setattr(MasterState, "zones", zones)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_secrets()


def test_a_drawn_card_told_to_all_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that names the drawn card among its values."""
    honest = MasterState._draw

    def draw(self: MasterState, seat: int) -> MasterState:
        after = honest(self, seat)
        return replace(after, last=tuple(replace(event, values={"card": event.cards[0]}) for event in after.last))

    monkeypatch.setattr(MasterState, "_draw", draw)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_secrets()


def test_a_refusal_that_knows_the_stock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason that names the card on top of the stock."""

    def reason(self: MasterState, *_: object) -> IllegalMove:
        return IllegalMove("not-in-hand", "§2", card=self.stock[0] if self.stock else "J")

    monkeypatch.setattr(MasterState, "reason", reason)
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_secrets()


def test_an_imagined_player_can_do_what_is_due() -> None:
    """Who has placed a connection or swapped a joker has the card for it in every imagined world."""
    randomness = Randomness(b"worlds", "test")
    pending = 0
    for seats in range(2, 7):
        dealt = reihum.game("master", seats=seats).deal(f"worlds {seats}")
        for state, _, _, _ in random_play(dealt, Randomness(b"play", str(seats))):
            assert isinstance(state, MasterState)
            world = state.imagine(state.game.after(state.turn), randomness)
            assert world.legal(world.turn)
            pending += bool(state.target or state.won)
    assert pending > 20


def test_who_has_passed_holds_nothing_that_fits() -> None:
    """Everybody draws, then passes or lays a single card: an imagined passer could not have laid one either."""
    randomness = Randomness(b"worlds", "test")
    passed = 0
    for seats in range(2, 7):
        state = reihum.game("master", seats=seats).deal(f"worlds {seats}")
        while state.outcome is None:
            assert isinstance(state, MasterState)
            world = state.imagine(None, randomness)
            for step in range(1, state.passes + 1):
                passed += 1
                assert not world.hands[(state.turn - step) % seats] & beside(world.table)
            state = state.play(state.turn, state.legal(state.turn)[-1])
    assert passed > 20


def test_where_a_joker_goes() -> None:
    """``why_not`` takes the bare joker: it goes if there is any place for it, and else says what is missing."""
    deck = [card for card in reihum.game("master", seats=2).cards if card != "J"]
    state = reihum.game("master", seats=2).deal(deck=["J", *deck, "J", "J", "J"])
    assert state.why_not(0, "j") is None
    bare = state.why_not(0, "lay J")
    assert bare is not None
    assert bare.key == "error.master.joker-where"
    waiting = state.why_not(1, "J")
    assert waiting is not None
    assert waiting.key == "error.not-your-turn"
    missing = state.play(0, "draw").why_not(1, "J")
    assert missing is not None
    assert missing.key == "error.not-in-hand"

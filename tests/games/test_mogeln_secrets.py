"""Mogeln keeps its secrets, and the kit notices if it does not: leaks planted one at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import reihum
from reihum.cards import Randomness
from reihum.engine.views import Hand, Pile, Stack, Zone
from reihum.errors import IllegalMove
from reihum.games.mogeln.rules import MogelnState
from reihum.games.mogeln.worlds import draw_sizes
from reihum.testing import check_settings, random_play


def leaks(**options: object) -> None:
    """The kit finds the planted leak."""
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("mogeln", seats=3, **options), games=1, deep=1)


def test_an_exact_hand_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the secret extra the number of cards in another hand is rough. (§3.2)"""
    honest = MogelnState.zones

    def leaky(self: MogelnState, seat: int | None) -> Iterator[Zone]:
        for zone in honest(self, seat):
            yield replace(zone, count=len(self.hands[zone.owner or 0])) if isinstance(zone, Hand) else zone

    monkeypatch.setattr(MogelnState, "zones", leaky)
    leaks()


def test_an_exact_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """… and so is the number of cards in the pile. (§3.2)"""
    honest = MogelnState.zones

    def leaky(self: MogelnState, seat: int | None) -> Iterator[Zone]:
        for zone in honest(self, seat):
            yield replace(zone, pile=Stack(len(self.pile))) if isinstance(zone, Pile) else zone

    monkeypatch.setattr(MogelnState, "zones", leaky)
    leaks()


def test_an_event_that_tells_two_cards_from_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a challenge brings a second card to light. (§3.2)"""
    honest = MogelnState._lay

    def leaky(self: MogelnState, seat: int, cards: tuple[str, ...]) -> MogelnState:
        after = honest(self, seat, cards)
        return replace(after, last=(*after.last[:-1], replace(after.last[-1], count=None)))

    monkeypatch.setattr(MogelnState, "_lay", leaky)
    leaks()


@pytest.mark.parametrize("challenge", ["next", "anyone"])
def test_a_refusal_that_tells_the_truth(monkeypatch: pytest.MonkeyPatch, challenge: str) -> None:
    """Nobody learns whether a claim was true without a challenge. (§3.2)"""

    def leaky(self: MogelnState, *_: object) -> IllegalMove:
        return IllegalMove("mogeln.own-lay" if self.is_true else "mogeln.nothing-laid", "§3.2")

    monkeypatch.setattr(MogelnState, "reason", leaky)
    leaks(challenge=challenge, extra=False)


def test_imagined_worlds_are_possible() -> None:
    """An imagined lay is one or two cards on top of the pile, and sizes stay as rough as they look."""
    randomness = Randomness(b"worlds", "test")
    state = reihum.game("mogeln", seats=3).deal(seed="worlds")
    lays = set()
    for _, _, _, after in random_play(state, randomness):
        assert isinstance(after, MogelnState)
        for seat in (0, 1, 2, None):
            other = after.imagine(seat, randomness)
            lays.add(len(other.lay))
            assert set(other.lay) <= set(other.pile[-2:])
            assert other.claimed <= len(other.pile) <= 2 * other.claimed
            assert other.waits == after.waits
    assert lays == {0, 1, 2}


@pytest.mark.parametrize("extra", [3, 4])
def test_imagined_lays_of_several_cards(extra: int) -> None:
    """With three or four cards at once an imagined lay has up to that many."""
    randomness = Randomness(b"several", "test")
    state = reihum.game("mogeln", seats=3, extra=extra).deal(seed="several")
    lays = set()
    for _, _, _, after in random_play(state, randomness):
        assert isinstance(after, MogelnState)
        for seat in (0, 1, 2, None):
            other = after.imagine(seat, randomness)
            lays.add(len(other.lay))
            assert other.claimed <= len(other.pile) <= extra * other.claimed
    assert max(lays) == extra


def test_sizes_are_in_their_ranges_and_even() -> None:
    """Every way to deal the cards out is equally likely: of 2 cards to two groups, 1 and 1 comes half of the time."""
    randomness = Randomness(b"sizes", "test")
    drawn = [tuple(draw_sizes([(0, 2), (0, 2)], 2, randomness)) for _ in range(800)]
    assert set(drawn) == {(0, 2), (1, 1), (2, 0)}
    assert 340 < drawn.count((1, 1)) < 460
    assert draw_sizes([(3, 3), (1, 3), (0, 9)], 4, randomness) == [3, 1, 0]

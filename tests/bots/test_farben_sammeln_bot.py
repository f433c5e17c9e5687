"""The sensible bot of Farben sammeln."""

from __future__ import annotations

import pytest

import reihum
from contest import leads, mean
from reihum.bots.simple.farben_sammeln import ColourBot
from reihum.cards import Randomness
from scenario import deal, play, stack


@pytest.mark.parametrize(("seats", "deals"), [(2, 12), (4, 4), (6, 2)])
def test_better_than_at_random(seats: int, deals: int) -> None:
    """A hand of one colour is worth far more than any hand at random."""
    assert mean(leads("farben-sammeln", seats, deals)) > 25


def chosen(state: reihum.State, seat: int = 0) -> str:
    """What the bot at a seat does now."""
    return ColourBot(state.game, seat, Randomness(b"", "bot")).choose(state.view(seat))


def farben(hand: str, piles: str, stock: str = "") -> reihum.State:
    """Deal to two players: the hand of seat 0, the open piles, the stock."""
    return deal("farben-sammeln", seats=2, deck=stack([9, 9, 4, 58], [hand, "", piles, stock]))


RED = "R12 R13 R14 R15 R16 R17 R18 R19 Y20"


def test_it_takes_the_best_card_of_its_colour() -> None:
    """Red is its colour: it takes the highest red card, whatever else lies there."""
    assert chosen(farben(RED, "R10 R11 B20 G20")) == "take 2"


def test_it_draws_where_nothing_helps() -> None:
    """No open card of its colour, or none better than its lowest."""
    assert chosen(farben(RED, "Y10 Y11 B20 G20")) == "take stock"
    assert chosen(farben(RED.replace("Y20", "R20"), "R10 R11 B20 G20")) == "take stock"


def test_it_puts_down_the_lowest_card_that_does_not_belong() -> None:
    """On the highest card of another colour, so that nobody gets it."""
    state = play(farben(RED, "R10 R11 B19 G20", stock="Y1"), "0 take stock")
    assert chosen(state) == "put Y1 4"


def test_it_closes_as_soon_as_it_may() -> None:
    """Waiting helps the others."""
    state = play(farben(RED, "R10 R11 B19 G20"), "0 take 2; 0 put Y20 2")
    assert chosen(state) == "close"
    assert chosen(play(farben(RED, "R10 R11 B19 G20", stock="B1"), "0 take stock; 0 put B1 3")) == "end"

"""What counts as a card to react to. The rule itself is tested in tests/matches/test_verdicts.py."""

from __future__ import annotations

import re

import pytest

from documents import document
from fillings import filled
from reihum.engine import State
from reihum.tables import arbiter
from reihum.tables.arbiter import is_shown
from scenario import deal, play, stack

PILES = ("R17 R19 Y17 Y18", "R18 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")


def seats_that_see(before: State, move: str) -> list[int]:
    """The seats for which a move brings something to react to."""
    after = play(before, move)
    return [seat for seat in range(before.game.seats) if is_shown(before, after, seat)]


def test_the_numbers_are_those_of_the_rulebook() -> None:
    """§4 names them all."""
    rule = document("rulebook").partition("## 4. The real-time rule")[2].partition("\n## ")[0]
    assert f"at most {arbiter.MAX_CREDIT_MS} ms is credited" in rule
    assert f"a window of at most {arbiter.WINDOW_MS} ms" in rule
    assert f"(default {arbiter.TIE_WINDOW_MS} ms)" in rule
    assert f"A reaction under {arbiter.TOO_EARLY_MS} ms" in rule
    assert re.search(rf"`call_pause` \(default {arbiter.CALL_PAUSE_MS / 1_000} s\)", rule)


def test_the_deal_is_something_new() -> None:
    """A person who sits down sees the table for the first time."""
    state = deal("schnipp-schnapp", 4, filled((20,) * 4, PILES))
    assert is_shown(None, state, 0)
    assert not is_shown(state, state, 0)


def test_a_card_turned_up_appears_for_everybody() -> None:
    """Also for those who look on."""
    state = deal("schnipp-schnapp", 4, filled((20,) * 4, PILES))
    assert seats_that_see(state, "0 turn") == [0, 1, 2, 3]
    assert is_shown(state, state.play(0, "turn"), None)


def test_a_wrong_call_changes_what_lies_there() -> None:
    """A pile in the middle is something to call „Schnipp“ about."""
    state = play(deal("schnipp-schnapp", 4, filled((20,) * 4, PILES)), "0 turn; 1 turn")
    assert seats_that_see(state, "0 schnapp") == [0, 1, 2, 3]


def test_a_secret_choice_is_not_a_card() -> None:
    """§3.4: a choice in secret shows nothing: a player with four equal numbers has not just got them."""
    state = deal("schlafmuetze", 3, "R1 Y1 G2 B3 R2 Y2 G3 B1 R3 Y3 G1 B2")
    assert seats_that_see(state, "0 pass R1") == []
    assert seats_that_see(play(state, "0 pass R1; 1 pass R2"), "2 pass R3") == [0, 1, 2]


def test_a_mistake_at_schlafmuetze_is_not_a_card() -> None:
    """§3.4: it costs a mark, and play goes on."""
    state = deal("schlafmuetze", 3, "R1 Y1 G2 B3 R2 Y2 G3 B1 R3 Y3 G1 B2")
    assert seats_that_see(state, "1 down") == []


def test_somebody_down_is_the_moment_for_all() -> None:
    """§3.4: from then on everyone else may lay down too."""
    state = deal("schlafmuetze", 4, "R1 Y1 G1 B1 R2 Y2 G3 B3 R4 Y4 G4 B4 R3 Y3 G2 B2")
    assert seats_that_see(state, "0 down") == [0, 1, 2, 3]


@pytest.mark.parametrize("move", ["1 put own", "1 put middle"])
def test_a_card_put_down(move: str) -> None:
    """§3.1: right or wrong, it is there to see."""
    state = play(deal("anywhere", 3, stack([27, 27, 26], ["R5", "Y6"])), "0 turn; 1 turn")
    assert seats_that_see(state, move) == [0, 1, 2]


def test_a_lay_at_mogeln() -> None:
    """§3.2: the claim is what one doubts, whatever lies there."""
    deck = [f"{colour}{number}" for colour in "RYGB" for number in range(1, 11)]
    state = deal("mogeln", 4, stack([10] * 4, ["R2"], of=deck), challenge="anyone")
    assert seats_that_see(state, "0 lay R2") == [0, 1, 2, 3]

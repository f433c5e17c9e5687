"""The end of Mogeln, sentence by sentence (rulebook §3.2)."""

from __future__ import annotations

import pytest

from games.mogeln_tables import FALSE_END, HONEST, TRUE_END, down_to, lie, own_count, table
from scenario import play, texts
from witness import finished, refused


@pytest.mark.parametrize("challenge", ["next", "anyone"])
def test_the_last_card_waits_for_the_next_player(challenge: str) -> None:
    """`accept` or a challenge: those two are then the only moves. (§3.2)"""
    state = down_to(TRUE_END, challenge=challenge).play(0, f"lay {TRUE_END}")
    assert state.outcome is None
    assert state.to_act == (1,)
    assert texts(state, 1) == {"accept", "cheat"}
    assert texts(state, 0) == set()
    assert texts(state, 2) == ({"cheat"} if challenge == "anyone" else set())
    refused(state, 2, "accept")
    refused(state, 0, "accept")


@pytest.mark.parametrize("last", [TRUE_END, FALSE_END])
@pytest.mark.parametrize("challenge", ["next", "anyone"])
def test_a_last_lay_that_stands_wins(last: str, challenge: str) -> None:
    """A player without cards wins once the next player has let the last lay stand – a lie as well. (§3.2)"""
    state = down_to(last, challenge=challenge)
    outcome = finished(play(state, f"0 lay {last}; 1 accept"))
    assert outcome.points == (1, 0, 0)
    assert outcome.places == (1, 2, 2)
    assert outcome.reason != "bound"


@pytest.mark.parametrize(("challenge", "challenger"), [("next", 1), ("anyone", 1), ("anyone", 2)])
def test_a_last_lay_challenged_in_vain_wins(challenge: str, challenger: int) -> None:
    """… or has challenged it in vain. (§3.2)"""
    state = down_to(TRUE_END, challenge=challenge)
    outcome = finished(play(state, f"0 lay {TRUE_END}; {challenger} cheat"))
    assert outcome.points == (1, 0, 0)
    assert outcome.places == (1, 2, 2)


@pytest.mark.parametrize(("challenge", "challenger"), [("next", 1), ("anyone", 1), ("anyone", 2)])
def test_a_last_lie_found_out(challenge: str, challenger: int) -> None:
    """A last card that was a lie and is challenged brings the pile back into the hand; play goes on. (§3.2)"""
    state = play(down_to(FALSE_END, challenge=challenge), f"0 lay {FALSE_END}; {challenger} cheat")
    assert state.outcome is None
    assert own_count(state, 0) == 7
    assert state.to_act == (1,)
    assert any(text.startswith("lay") for text in texts(state, 1))


@pytest.mark.parametrize("card", ["R4", "Y4"])
def test_the_last_two_cards_at_once(card: str) -> None:
    """A player may lay two cards while claiming one – also the last two; only a challenge … (§3.2)"""
    state = down_to("R4 Y4")
    assert texts(state, 0) >= {"lay R4", "lay Y4", "lay R4 Y4"}
    double = state.play(0, "lay R4 Y4")
    assert texts(double, 1) == {"accept", "cheat"}
    assert finished(double.play(1, "accept")).points == (1, 0, 0)
    found = double.play(1, "cheat")
    assert found.outcome is None
    assert own_count(found, 0) == 5
    single = state.play(0, f"lay {card}")
    assert "accept" not in texts(single, 1)


def test_not_the_last_card_does_not_wait() -> None:
    """A player without cards wins: with one card left nothing is to be accepted. (§3.2)"""
    state = down_to("R4 R7", extra=False).play(0, "lay R4")
    refused(state, 1, "accept")
    assert state.outcome is None


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal. (§0)"""
    state = play(down_to(TRUE_END, challenge="anyone"), f"0 lay {TRUE_END}; 1 accept")
    refused(state, 1, "cheat")
    refused(state, 1, "accept")
    refused(state, 1, f"lay {FALSE_END}")


@pytest.mark.parametrize(
    ("opening", "points", "places"),
    [("0 lay B2; 1 cheat", (1, 1, 1), (1, 1, 1)), ("0 lay R1; 1 cheat", (1, 0, 0), (1, 2, 2))],
)
def test_the_bound(opening: str, points: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Bound: mogeln 10,000; where only a winner exists: the fewest cards; ties share. (§0)"""
    state = play(table(*HONEST, extra=False), opening)
    for _ in range(4_998):
        state = lie(state)
        state = state.play(state.to_act[0], "cheat")
    state = lie(state)
    assert state.outcome is None
    outcome = finished(state.play(state.to_act[0], "cheat"))
    assert outcome.reason == "bound"
    assert outcome.points == points
    assert outcome.places == places

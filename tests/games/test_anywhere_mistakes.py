"""Several mistakes at once in Überall anschließen (RULEBOOK §3.1): any other player may call, once per mistake."""

from __future__ import annotations

import pytest

import reihum
from reihum.engine.views import Pile
from scenario import deal, play, stack, texts

SIZES = [27, 27, 26]


def two_offenders() -> reihum.State:
    """Seat 0 has kept a 7 that fitted seat 1's 6, then seat 1 has moved that 6 on seat 2's 5, not on the middle's."""
    state = deal("anywhere", 3, stack(SIZES, ["R4 B7", "Y6", "G5 B5"]), open_tops=True)
    return play(
        state, "0 turn; 1 turn; 1 put own; 2 turn; 2 put middle; 2 turn; 2 put own; 0 turn; 0 put own; 1 move 2"
    )


def twice_the_same() -> reihum.State:
    """Seat 1 has overlooked that its 6 fits the middle, and then that the 10 it turned up fits seat 2's 9."""
    state = deal("anywhere", 3, stack(SIZES, ["R4 R15", "Y6 Y10", "G5 G9"]), open_tops=True)
    state = play(state, "0 turn; 1 turn; 1 put own; 2 turn; 2 put middle; 2 turn; 2 put own; 0 turn; 0 put own")
    return play(state, "1 turn; 1 put own")


def face_down(state: reihum.State) -> list[int]:
    """How many cards lie face down before each player."""
    zones = state.view(None).zones
    return [int(zone.pile.count) for zone in zones if isinstance(zone, Pile) and zone.name.startswith("pile.")]


def test_a_second_mistake_does_not_wipe_out_the_first() -> None:
    """Any other player may call „Stopp!“, once per mistake: first about the older one. (§3.1)"""
    state = two_offenders()
    before = face_down(state)
    first = state.play(2, "stop")
    assert [event.values["offender"] for event in first.events(0) if event.kind == "stop"] == [0]
    assert face_down(first) == [before[0] + 2, before[1] - 1, before[2] - 1]
    second = first.play(2, "stop")
    assert [event.values["offender"] for event in second.events(0) if event.kind == "stop"] == [1]
    assert face_down(second) == [before[0] + 1, before[1] + 1, before[2] - 2]
    assert "stop" not in texts(second, 0) | texts(second, 1) | texts(second, 2)


def test_one_player_errs_twice() -> None:
    """Two mistakes of one player are two, and neither is for that one to call. (§3.1)"""
    state = twice_the_same()
    before = face_down(state)
    assert "stop" not in texts(state, 1)
    state = play(state, "0 stop; 0 stop")
    assert face_down(state) == [before[0] - 2, before[1] + 4, before[2] - 2]
    with pytest.raises(reihum.IllegalMove) as refused:
        state.play(0, "stop")
    assert refused.value.code == "anywhere.no-mistake"


def test_a_player_who_has_erred_may_stop_the_other() -> None:
    """Any other player: the one offender is another player for the other's mistake. (§3.1)"""
    state = two_offenders()
    for seat, offender in ((0, 1), (1, 0), (2, 0)):
        assert state.play(seat, "stop").events(None)[0].values["offender"] == offender


def test_calls_at_the_same_time_are_one_call_about_the_older_mistake() -> None:
    """§4: the tie settles one of them; the other is still there."""
    state = two_offenders()
    assert texts(state, None) == {"tie 1 2 stop"}
    state = play(state, "- tie 1 2 stop")
    assert texts(state, None) == {"tie 0 2 stop"}


def test_the_next_card_ends_them_all() -> None:
    """Until the next card is turned up any other player may call. (§3.1)"""
    state = two_offenders().play(1, "turn")
    assert "stop" not in texts(state, 0) | texts(state, 1) | texts(state, 2)

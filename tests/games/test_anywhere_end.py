"""The end of Überall anschließen, sentence by sentence (rulebook §3.1)."""

from __future__ import annotations

import pytest

import reihum
from games.anywhere_tables import all_own, begin, ladder, put, run, table
from scenario import DECK_80, deal, texts
from witness import finished, hand_sizes, refused


def test_out_and_skipped() -> None:
    """A player without any card is out; the others go on. (§3.1)"""
    state = run(begin(deal("anywhere", 6, ladder(6))), 1, 14)
    assert state.outcome is None
    assert hand_sizes(state)[1] == 0
    assert state.to_act == (2,)
    assert "turn" not in texts(state, 1)
    state = all_own(state, 5)
    assert state.to_act == (2,)


def test_places_follow_the_order_of_going_out() -> None:
    """Places follow the order of going out; points: the number of players who go out later. (§3.1)"""
    state = begin(deal("anywhere", 6, ladder(6), stop_calls=False))
    for seat, size in ((1, 14), (2, 13), (3, 13), (4, 13)):
        state = run(state, seat, size)
        assert state.outcome is None
    outcome = finished(run(state, 5, 13))
    assert outcome.places == (6, 1, 2, 3, 4, 5)
    assert outcome.points == (0, 5, 4, 3, 2, 1)
    assert outcome.reason != "bound"


def test_two_players() -> None:
    """The game ends when only one player has cards. (§3.1)"""
    state = begin(deal("anywhere", 2, ladder(2)))
    outcome = finished(run(state, 1, 40))
    assert outcome.places == (2, 1)
    assert outcome.points == (0, 1)


def test_without_play_on_the_first_winner_ends_it() -> None:
    """Option `play_on` (default on); off: stop at the first winner, who scores 1. (§3.1)"""
    state = run(begin(deal("anywhere", 6, ladder(6), play_on=False)), 1, 13)
    assert state.outcome is None
    outcome = finished(run(state, 1, 1))
    assert outcome.points == (0, 1, 0, 0, 0, 0)
    assert outcome.places == (2, 1, 2, 2, 2, 2)


def test_out_by_a_card_on_another_pile() -> None:
    """A player without any card is out: also when the last one went on another's pile. (§3.1)"""
    piles = ("R1 …", " ".join((*DECK_80[1:13], "B6", "B5")), "B4 …", "…", "…", "…")
    state = put(run(table(*piles, play_on=False), 1, 12), "1 own; 2 own")
    state = all_own(state, 4)
    assert state.to_act == (1,)
    assert hand_sizes(state)[1] == 2
    state = put(state, "1 2")
    assert state.outcome is None
    assert finished(put(state, "1 2")).points == (0, 1, 0, 0, 0, 0)


def near_the_end(seats: int, offender: int) -> reihum.State:
    """Three or four players; 1 and 2 have one card left, the offender has just overlooked the middle."""
    share, extra = divmod(80, seats)
    one, two = share + (extra > 1), share
    steps = list(DECK_80[1:78])
    first, second = [*steps[: one - 1], "B20"], [*steps[one - 1 : one + two - 2], "B19"]
    rest = steps[one + two - 2 :]
    if offender == 0:
        piles = [["R1", *rest], first, second]
    else:
        piles = [["R1", *rest[1:20]], first, second, [rest[0], *rest[20:]]]
    state = begin(deal("anywhere", seats, " ".join(card for pile in piles for card in pile)))
    state = put(run(state, 1, one - 1), "1 own")
    state = put(run(state, 2, two - 1), "2 own")
    assert hand_sizes(state)[1:3] == (1, 1)
    return put(state, f"{offender} own")


def test_out_by_a_stop_call() -> None:
    """A player who thereby gives away the last card is out (several share the place). (§3.1)"""
    state = near_the_end(seats=3, offender=0)
    outcome = finished(state.play(1, "stop"))
    assert outcome.places == (3, 1, 1)
    assert outcome.points == (0, 1, 1)


def test_play_goes_on_after_several_went_out_together() -> None:
    """Several share the place; points: the number of players who go out later. (§3.1)"""
    state = near_the_end(seats=4, offender=3).play(0, "stop")
    assert state.outcome is None
    assert hand_sizes(state) == (18, 0, 0, 23)
    assert state.to_act == (0,)
    outcome = finished(put(state, ";".join(["0 3"] * 18)))
    assert outcome.places == (3, 1, 1, 4)
    assert outcome.points == (1, 2, 2, 0)


def test_a_player_who_is_out_gives_nothing() -> None:
    """Each other player gives the bottom card of their face-down pile (if any). (§3.1)"""
    state = run(begin(deal("anywhere", 6, ladder(6))), 1, 14)
    state = put(state, "2 own").play(3, "stop")
    assert hand_sizes(state) == (12, 0, 17, 12, 12, 12)


def test_several_first_winners() -> None:
    """Stop at the first winner, who scores 1; several share the place. (§3.1)"""
    steps = DECK_80
    piles = (
        "R1 …",
        " ".join((*steps[1:14], "B20")),
        " ".join((*steps[14:26], "B19")),
        f"{steps[26]} …",
        "…",
        "…",
    )
    state = run(table(*piles, play_on=False), 1, 13)
    state = put(run(put(state, "1 own"), 2, 12), "2 own; 3 own")
    outcome = finished(state.play(0, "stop"))
    assert outcome.points == (0, 1, 1, 0, 0, 0)
    assert outcome.places == (3, 1, 1, 3, 3, 3)


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal. (§0)"""
    state = run(begin(deal("anywhere", 2, ladder(2))), 1, 40)
    refused(state, 0, "turn")
    refused(state, 1, "turn")
    refused(state, 0, "stop")


@pytest.mark.parametrize(("play_on", "points", "places"), [(True, (0, 0), (1, 1)), (False, (1, 0), (1, 2))])
def test_the_bound(play_on: bool, points: tuple[int, int], places: tuple[int, int]) -> None:
    """Bound: anywhere 20,000; scored as it stands; where only a winner exists: the fewest cards. (§0)"""
    state = table("R1 …", "…", play_on=play_on)
    for _ in range(9_999):
        seat = state.to_act[0]
        state = state.play(seat, "turn").play(seat, "put own")
    assert state.outcome is None
    outcome = finished(state.play(state.to_act[0], "turn"))
    assert outcome.reason == "bound"
    assert outcome.points == points
    assert outcome.places == places

"""„Stopp!“ in Überall anschließen, sentence by sentence (rulebook §3.1)."""

from __future__ import annotations

import pytest

from games.anywhere_tables import all_own, begin, ladder, put, run, table, table_60
from scenario import deal, play, texts
from witness import hand_sizes, refused, shown


def test_overlooking_a_place_is_possible() -> None:
    """With option `stop_calls` (default on) the player on turn may overlook a better place. (§3.1)"""
    state = put(table("R5 …", "Y5 …", "G6 …"), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put middle", "put 1", "put own"}


def test_only_piles_that_fit_may_be_mistaken_for_the_middle() -> None:
    """On another's pile although it fits the middle: another's pile must fit all the same. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G6 …"), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put middle", "put own"}
    refused(state, 2, "put 1")


def test_without_stop_calls_only_correct_placements() -> None:
    """With `stop_calls` off only correct placements are offered. (§3.1)"""
    state = put(table("R5 …", "Y5 …", "G6 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put middle"}
    refused(state, 2, "put own")
    refused(state, 2, "put 1")
    state = state.play(2, "put middle")
    refused(state, 0, "stop")


def test_stop_for_a_card_on_your_pile() -> None:
    """Putting the card on their own pile although it fits elsewhere: any other player may call „Stopp!“. (§3.1)"""
    state = put(table("R5 …", "Y6 …", "…"), "1 own")
    assert state.to_act == (2,)
    assert texts(state, 0) == {"stop"}
    assert texts(state, 2) == {"turn", "stop"}
    assert texts(state, 1) == set()
    refused(state, 1, "stop")
    for caller in (0, 2):
        after = state.play(caller, "stop")
        assert hand_sizes(after) == (25, 29, 25)
        assert after.to_act == (2,)


def test_stop_for_overlooking_another_pile() -> None:
    """Putting the card on their own pile although it fits another's is a mistake, too. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 …"), "1 own; 2 own")
    assert texts(state, 1) == {"stop"}
    assert hand_sizes(state.play(1, "stop")) == (25, 26, 28)


def test_stop_for_another_pile_instead_of_the_middle() -> None:
    """On another's pile although it fits the middle is a mistake; the turn goes on all the same. (§3.1)"""
    state = put(table("R5 …", "Y5 …", "G6 …"), "1 own; 2 1")
    assert state.to_act == (2,)
    assert texts(state, 2) == {"turn"}
    assert texts(state, 0) == texts(state, 1) == {"stop"}
    state = state.play(0, "stop")
    assert state.to_act == (2,)
    assert hand_sizes(state) == (25, 27, 27)


def test_the_gifts_come_in_order_from_the_offenders_left() -> None:
    """In order from the offender's left each gives the bottom card, face down on top of the offender's pile. (§3.1)"""
    state = put(table("R5 … B8", "Y5 … B7", "G6 …", "… B6"), "1 own; 2 1").play(1, "stop")
    assert hand_sizes(state) == (18, 20, 22, 19)
    assert not any(card in shown(state, seat) for seat in (0, 1, 2, 3, None) for card in ("B6", "B7", "B8"))
    given = state.play(2, "turn")
    assert "B7" in shown(given, None)
    given = put(given.play(2, "put own"), "3 own; 0 own; 1 own").play(2, "turn")
    assert "B8" in shown(given, None)
    given = put(given.play(2, "put own"), "3 own; 0 own; 1 own").play(2, "turn")
    assert "B6" in shown(given, None)


def test_the_misplaced_card_stays() -> None:
    """The misplaced card stays, play goes on. (§3.1)"""
    state = put(table("R5 …", "Y6 …", "G7 …"), "1 own").play(0, "stop").play(2, "turn")
    assert texts(state, 2) == {"put 1", "put own"}


def test_once_per_mistake() -> None:
    """Any other player may call „Stopp!“, once per mistake. (§3.1)"""
    state = put(table("R5 …", "Y6 …", "…"), "1 own").play(0, "stop")
    assert texts(state, 0) == set()
    assert texts(state, 2) == {"turn"}
    refused(state, 0, "stop")
    refused(state, 2, "stop")


def test_a_new_mistake_may_be_called_again() -> None:
    """Once per mistake: the next mistake may be called again. (§3.1)"""
    state = put(table("R5 …", "Y6 …", "G6 …"), "1 own").play(0, "stop")
    state = put(state, "2 own")
    assert hand_sizes(state.play(0, "stop")) == (24, 28, 27)


def test_until_the_next_card_is_turned_up() -> None:
    """Until the next card is turned up any other player may call „Stopp!“. (§3.1)"""
    state = put(table("R5 …", "Y6 …", "G14 …"), "1 own").play(2, "turn")
    assert texts(state, 0) == set()
    refused(state, 0, "stop")
    state = put(table("R5 …", "Y5 …", "G6 …"), "1 own; 2 1").play(2, "turn")
    refused(state, 0, "stop")


@pytest.mark.parametrize("script", ["", "1 turn", "1 turn; 1 put middle", "1 turn; 1 put middle; 1 turn; 1 put own"])
def test_a_wrong_call_is_refused(script: str) -> None:
    """Decision: a wrong call is refused (the table adds a pause). (§3.1)"""
    state = play(table("R5 …", "Y6 Y15 …", "…"), script)
    for seat in range(3):
        assert "stop" not in texts(state, seat)
        refused(state, seat, "stop")


def test_calls_are_never_awaited_and_always_shown() -> None:
    """Calls do not appear in `to_act`; views list the words, not whether they would be right. (§0)"""
    right = put(table("R5 …", "Y6 …", "…"), "1 own")
    wrong = put(table("R5 …", "Y9 …", "…"), "1 own")
    assert right.to_act == wrong.to_act == (2,)
    for seat in (0, 1, 2, None):
        assert right.view(seat).calls == wrong.view(seat).calls == ("stop",)
    assert table("R5 …", "Y6 …", "…", stop_calls=False).view(0).calls == ()


def test_a_tie_of_stops_is_one_stop() -> None:
    """The engine takes ties as ties (`tie 0 2 stop`, a move of the table): one mistake, one gift from each. (§4)"""
    state = put(table("R5 …", "Y6 …", "…"), "1 own")
    after = play(state, "- tie 0 2 stop")
    assert hand_sizes(after) == (25, 29, 25)
    refused(after, 0, "stop")


def test_a_guess_is_refused() -> None:
    """A reaction under 100 ms counts as a wrong call (`early 2 stop`, §4), and those are refused. (§3.1)"""
    state = put(table("R5 …", "Y6 …", "…"), "1 own")
    refused(state, None, "early 2 stop")
    assert hand_sizes(state.play(2, "stop")) == (25, 29, 25)


def test_a_player_who_is_out_may_still_call() -> None:
    """Any other player may call „Stopp!“: also one who has no cards any more. (§3.1)"""
    state = put(run(begin(deal("anywhere", 6, ladder(6))), 1, 14), "2 own")
    assert texts(state, 1) == {"stop"}
    assert state.play(None, "tie 0 1 stop") != state


def test_a_player_who_is_out_is_not_stopped() -> None:
    """A player without any card is out: a mistake with the very last card has no consequence. (§3.1)"""
    piles = ("R13 …", "Y14 Y15 Y16 Y17 Y18 Y19 Y20 Y1 Y2 Y3 Y4 Y5 B6 B5", "B4 …", "…", "…", "…")
    state = all_own(put(run(table(*piles), 1, 12), "1 own; 2 own"), 4)
    state = put(state, "1 2").play(1, "turn")
    assert texts(state, 1) == {"put middle", "put 2", "put own"}
    state = state.play(1, "put 2")
    assert hand_sizes(state)[1] == 0
    assert state.outcome is None
    for seat in range(6):
        refused(state, seat, "stop")


def test_a_mistake_lasts_while_open_tops_are_moved() -> None:
    """Until the next card is turned up any other player may call; the newest mistake counts. (§3.1)"""
    piles = ("R1 R18 …", "Y7 Y3 …", "G6 …", "B6 …")
    state = put(table(*piles, open_tops=True), "1 own; 2 own; 3 own")
    state = put(state, "0 own").play(1, "move 2")
    for seat in range(4):
        refused(state, seat, "stop")
    piles = ("R1 R7 …", "Y7 Y3 …", "G6 …", "B18 …")
    state = put(table(*piles, open_tops=True), "1 own; 2 own; 3 own; 0 own")
    assert texts(state, 3) == {"stop"}  # R7 fitted G6
    state = state.play(1, "move 2")
    assert texts(state, 3) == {"stop"}
    assert hand_sizes(state.play(3, "stop"))[0] == 19 + 3


def test_giving_the_last_face_down_card() -> None:
    """The bottom card of their face-down pile: if it was the last, the open pile is played on with. (§3.1)"""
    state = table_60("R1 …", "… Y2", "G5 G9 …", "…", "…", "…")
    state = all_own(state, 9 * 6 + 1)
    assert texts(state, 0) == {"stop"}
    state = state.play(5, "stop")
    assert hand_sizes(state) == (8, 15, 9, 9, 9, 9)
    assert state.to_act == (2,)
    state = state.play(2, "turn")
    assert "G5" in shown(state, None)

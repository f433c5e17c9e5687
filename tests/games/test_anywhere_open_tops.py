"""The option `open_tops` of Überall anschließen, sentence by sentence (rulebook §3.1)."""

from __future__ import annotations

from games.anywhere_tables import put, table
from scenario import texts
from witness import hand_sizes, refused

# Seat 1's open 7 fits the middle once seat 2 has laid a 6 there.
SEVEN = ("R5 R18 …", "Y7 Y16 …", "G6 G14 …")
# Seat 1's open 7 fits seat 2's open 6 and nothing else.
SIX = ("R1 R18 …", "Y7 …", "G6 …")


def test_open_tops_is_off_by_default() -> None:
    """Option `open_tops` (the old booklet; default off). (§3.1)"""
    state = put(table(*SEVEN), "1 own; 2 middle; 2 own; 0 own")
    assert texts(state, 1) == {"turn"}
    refused(state, 1, "move middle")


def test_your_top_must_go_to_the_middle() -> None:
    """Before turning up a card the top of their open pile must, if it fits, go to the middle. (§3.1)"""
    state = put(table(*SEVEN, open_tops=True, stop_calls=False), "1 own; 2 middle; 2 own; 0 own")
    assert state.to_act == (1,)
    assert texts(state, 1) == {"move middle"}
    refused(state, 1, "turn")
    state = state.play(1, "move middle")
    assert state.to_act == (1,)
    assert texts(state, 1) == {"turn"}
    assert hand_sizes(state)[1] == 26


def test_your_top_must_go_to_another_pile() -> None:
    """Before turning up a card the top of their open pile must, if it fits, go to another's pile. (§3.1)"""
    state = put(table(*SIX, open_tops=True, stop_calls=False), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"move 2"}
    state = state.play(1, "move 2")
    assert hand_sizes(state) == (26, 26, 27)
    assert texts(state, 1) == {"turn"}


def test_a_top_that_does_not_fit_stays() -> None:
    """The top of their open pile must go only if it fits. (§3.1)"""
    state = put(table("R5 R18 …", "Y9 …", "G14 …", open_tops=True), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"turn"}
    refused(state, 1, "move middle")
    refused(state, 1, "move 2")


def test_middle_first_for_your_top() -> None:
    """`move middle`, `move 2`; middle first. (§3.1)"""
    piles = ("R5 R18 …", "Y7 Y3 …", "G6 G14 …", "B6 …")
    script = "1 own; 2 middle; 2 own; 3 own; 0 own"
    strict = put(table(*piles, open_tops=True, stop_calls=False), script)
    assert texts(strict, 1) == {"move middle"}
    lenient = put(table(*piles, open_tops=True), script)
    assert texts(lenient, 1) == {"move middle", "move 3", "turn"}
    mistake = lenient.play(1, "move 3")
    assert mistake.to_act == (1,)
    assert texts(mistake, 0) == {"stop"}
    assert texts(mistake, 1) == {"turn"}
    assert texts(lenient.play(1, "move middle"), 0) == set()


def test_free_choice_for_your_top() -> None:
    """To another's pile: free choice between several, as for a card turned up. (§3.1)"""
    state = table("R1 R18 …", "Y7 …", "G6 …", "B6 …", open_tops=True, stop_calls=False)
    state = put(state, "1 own; 2 own; 3 own; 0 own")
    assert texts(state, 1) == {"move 2", "move 3"}


def test_one_top_after_another() -> None:
    """Before turning up a card the top must go if it fits: the card that then lies on top as well. (§3.1)"""
    piles = ("R5 R18 R16 …", "Y8 Y7 Y3 …", "G14 G6 G12 …")
    state = put(table(*piles, open_tops=True, stop_calls=False), "1 own; 2 own; 0 own; 1 own; 2 middle; 2 own; 0 own")
    for _ in range(2):
        assert texts(state, 1) == {"move middle"}
        state = state.play(1, "move middle")
    assert texts(state, 1) == {"turn"}
    assert hand_sizes(state)[1] == 25


def test_your_top_is_looked_at_before_every_card() -> None:
    """Before turning up a card – every one of the turn – the top of their open pile must go if it fits. (§3.1)"""
    piles = ("R5 R18 …", "Y7 Y6 …", "G14 …")
    state = put(table(*piles, open_tops=True, stop_calls=False), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"turn"}
    state = put(state, "1 middle")
    assert texts(state, 1) == {"move middle"}


def test_overlooking_your_top_is_a_mistake() -> None:
    """Overlooking that counts as a mistake too. (§3.1)"""
    state = put(table(*SIX, open_tops=True), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"move 2", "turn"}
    assert texts(state, 0) == texts(state, 2) == set()
    state = state.play(1, "turn")
    assert "stop" in texts(state, 0) & texts(state, 2)
    assert "stop" not in texts(state, 1)
    state = state.play(2, "stop")
    assert state.to_act == (1,)
    assert "put own" in texts(state, 1)
    refused(state, 0, "stop")
    assert hand_sizes(state.play(1, "put own")) == (25, 29, 25)

"""Out, back in, and the end of Schnipp Schnapp, sentence by sentence (RULEBOOK §3.7)."""

from __future__ import annotations

import reihum
from games.schnipp_schnapp_tables import schnipp, tops, turned_by, turns
from scenario import play, texts
from witness import ended, hand_sizes, refused

# -- out and back ---------------------------------------------------------------------------------------------


def out() -> reihum.State:
    """Seat 1 has lost all cards by mistakes: G20 B19 G19 B20 lie in the middle; seats 2 and 3 never had any."""
    state = schnipp("R19 Y20 R20 Y19", "G20 B19 G19 B20", "", "")
    return play(state, "0 turn; 1 turn; 1 schnapp;" * 4)


def on_twenty() -> reihum.State:
    """Seat 0, alone with cards, has turned up a 20, the number on top of the middle."""
    state = turns(out(), 1)
    while not tops(state) & {"R20", "Y20"}:
        state = turns(state, 1)
    return state


def test_players_without_cards_are_out() -> None:
    """Players without cards are out (§3.7)."""
    state = out()
    assert hand_sizes(state) == (4, 0, 0, 0)
    assert tuple(state.to_act) == (0,)
    assert tuple(turns(state, 1).to_act) == (0,)
    assert texts(state, 1) == texts(state, 2) == set()


def test_they_may_come_back_by_a_schnipp() -> None:
    """Players without cards are out, but may come back by a „Schnipp“ (§3.7)."""
    state = on_twenty()
    assert texts(state, 1) == {"schnipp"}
    state = play(state, "1 schnipp")
    assert hand_sizes(state) == (4, 4, 0, 0)
    assert tuple(state.to_act) == (1,)
    assert sorted(turned_by(state, 1, 4)) == ["B19", "B20", "G19", "G20"]


def test_so_may_those_who_never_had_cards() -> None:
    """Players without cards … may come back by a „Schnipp“ (§3.7), from the deal on."""
    state = play(on_twenty(), "3 schnipp")
    assert hand_sizes(state) == (4, 0, 0, 4)
    assert tuple(state.to_act) == (3,)


def test_it_is_the_only_call_open_to_them() -> None:
    """„Schnipp“ (the only call open to them) (§3.7): no „Schnapp“, not even a right one, and no tie with it."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 2)
    assert "schnapp" in texts(state, 0)
    assert texts(state, 2) == set()
    refused(state, 2, "schnapp", "schnipp")
    refused(state, None, "tie 0 2 schnapp", "early 2 schnapp")


def test_a_wrong_schnipp_of_theirs_is_refused() -> None:
    """A wrong call … without an open pile is refused (§3.7)."""
    refused(out(), 1, "schnipp", "schnapp")


# -- the end --------------------------------------------------------------------------------------------------


def test_the_end_when_every_card_is_in_a_quartet() -> None:
    """The game ends when every card is in a quartet; most quartets win (§3.7)."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 8)
    assert state.outcome is None
    assert ended(play(state, "0 schnapp")) == ((6, 4, 5, 5), (1, 4, 2, 2))
    assert ended(play(state, "1 schnapp")) == ((4, 6, 5, 5), (4, 1, 2, 2))


def test_the_end_when_only_one_player_has_cards() -> None:
    """… or only one player has cards left and the middle is empty; then everyone searches all own cards (§3.7)."""
    state = schnipp("R19 R20 Y19 Y20", "G19 G20 B19 B20", "", "")
    state = play(state, "0 turn; 1 turn; 0 schnapp;" * 3)
    assert state.outcome is None
    assert ended(play(state, "0 turn; 1 turn; 0 schnapp")) == ((6, 4, 5, 5), (1, 4, 2, 2))


def test_not_while_the_middle_has_cards() -> None:
    """… only one player has cards left *and the middle is empty* (§3.7)."""
    state = out()
    assert state.outcome is None
    assert ended(play(on_twenty(), "0 schnipp")) == ((6, 4, 5, 5), (1, 4, 2, 2))


def test_the_end_when_nobody_has_cards() -> None:
    """Every game must end (§0): with all cards in the middle nobody could turn up any more."""
    state = schnipp("R19 Y20 R20 Y19", "G20 B19 G19 B20", "", "")
    state = play(state, "0 turn; 0 schnapp; 1 turn; 1 schnapp;" * 4)
    assert hand_sizes(state) == (0, 0, 0, 0)
    assert ended(state) == ((4, 4, 5, 5), (3, 3, 1, 1))


def test_the_end_after_2000_turned_cards() -> None:
    """… and after 2,000 turned cards at the latest; then everyone searches all own cards once more (§3.7)."""
    state = schnipp("R19 Y18 R18 R20", "Y19 G20 B20 Y20", "G19 B19 B18 G18", "")
    state = play(turns(state, 2), "0 schnapp")  # R19 and Y19 go under pile 0
    state = play(turns(state, 7), "0 schnapp")  # then G19, B19, B18 with Y18 and R18
    assert hand_sizes(state) == (8, 3, 1, 0)
    state = turns(state, 2_000 - 9 - 1)
    assert state.outcome is None
    assert ended(turns(state, 1)) == ((5, 4, 4, 5), (1, 3, 3, 1))


def test_the_middle_counts_for_nobody() -> None:
    """… the middle counts for nobody (§3.7), be there a quartet in it."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 4)
    state = play(state, "0 schnipp; 1 schnapp")  # all four 19s go to the middle
    assert hand_sizes(state) == (2, 2, 0, 0)
    assert ended(turns(state, 2_000 - 4)) == ((4, 4, 5, 5), (3, 3, 1, 1))


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal (§0)."""
    state = play(turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 8), "0 schnapp")
    refused(state, 0, "turn", "schnapp", "schnipp")
    refused(state, 2, "schnipp")
    refused(state, None, "tie 0 1 schnapp", "early 0 schnapp")

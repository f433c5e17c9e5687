"""Schnipp Schnapp, sentence by sentence (RULEBOOK §3.7): the deal, turning up, a used-up pile."""

from __future__ import annotations

import pytest

import reihum
from games.schnipp_schnapp_tables import PILES, SIZES, schnipp, tops, turned_by, turns
from scenario import DECK_80, deal, play, texts
from witness import ended, faces, hand_sizes, refused, starters

# -- the deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "sizes"), SIZES.items())
def test_all_cards_are_dealt(seats: int, sizes: tuple[int, ...]) -> None:
    """All 80 cards are dealt (§3.7); with uneven deals the earlier seats get the extra cards (§0)."""
    assert hand_sizes(deal("schnipp-schnapp", seats=seats, deck=" ".join(DECK_80))) == sizes


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_for_two_to_six_players(seats: int) -> None:
    """`schnipp-schnapp` — Schnipp Schnapp (2–6) (§3.7)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("schnipp-schnapp", seats=seats)


@pytest.mark.parametrize("option", ["edition", "stop_calls", "colours"])
def test_no_other_options(option: str) -> None:
    """All 80 cards are dealt (§3.7); unknown options are refused."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schnipp-schnapp", seats=4, **{option: "60"})


@pytest.mark.parametrize("together", ["now", 3, ""])
def test_together_is_on_or_off(together: object) -> None:
    """Option `together` is on or off (§3.7)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schnipp-schnapp", seats=4, together=together)


def test_quartets_in_hand_are_laid_aside() -> None:
    """Quartets (four equal numbers) in hand are laid aside at once; the rest becomes a face-down pile (§3.7)."""
    state = schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", "")
    assert hand_sizes(state) == (4, 4, 0, 0)


def test_three_equal_numbers_are_no_quartet() -> None:
    """Quartets (*four* equal numbers) in hand are laid aside (§3.7)."""
    state = schnipp("R19 Y19 G19 R20", "B19 Y20 G20 B20", "", "")
    assert hand_sizes(state) == (4, 4, 0, 0)
    assert turned_by(state, 0, 4) == ["R19", "Y19", "G19", "R20"]


def test_the_rest_keeps_its_order() -> None:
    """The rest becomes a face-down pile (§3.7), the top card first (§0), as it was dealt."""
    groups = [f"R{n} Y{n} G{n} B{n}" for n in range(1, 21)]
    deck = ["R19", groups[0], "Y19", groups[1], "R20", groups[2], groups[3], "Y20"]
    deck += [groups[4], "G19", groups[5], "B19 G20", groups[6], "B20", groups[7], *groups[8:18]]
    state = deal("schnipp-schnapp", seats=4, deck=" ".join(deck))
    assert hand_sizes(state) == (4, 4, 0, 0)
    assert turned_by(state, 0, 4) == ["R19", "Y19", "R20", "Y20"]
    assert turned_by(state, 1, 4) == ["G19", "B19", "G20", "B20"]


def test_nothing_but_quartets() -> None:
    """The game ends when every card is in a quartet (§3.7), even at the deal."""
    assert ended(schnipp("", "", "", "")) == ((5, 5, 5, 5), (1, 1, 1, 1))


# -- turning up -----------------------------------------------------------------------------------------------


def test_in_turn_each_player_turns_one_card() -> None:
    """In turn each player turns the top card onto their open pile (§3.7)."""
    state = schnipp(*PILES)
    for seat in (0, 1, 2, 3, 0, 1):
        assert tuple(state.to_act) == (seat,)
        assert "turn" in texts(state, seat)
        refused(state, (seat + 1) % 4, "turn")
        state = state.play(seat, "turn")
    assert turned_by(schnipp(*PILES), 2, 4) == PILES[2].split()


def test_first() -> None:
    """The option `first` changes who begins, not how cards are dealt (§0)."""
    state = schnipp(*PILES, first=2)
    assert tuple(state.to_act) == (2,)
    assert faces(play(state, "2 turn").events(None)) == {"G20"}
    assert tuple(turns(state, 2).to_act) == (0,)
    assert starters("schnipp-schnapp", 3, " ".join(DECK_80)) == {(0,), (1,), (2,)}


@pytest.mark.parametrize("first", [4, -1, "youngest"])
def test_first_is_a_seat(first: object) -> None:
    """The option `first`: a seat, or `random` (§0)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schnipp-schnapp", seats=4, first=first)


def test_who_has_no_cards_is_skipped() -> None:
    """Players without cards are out (§3.7), be it from the deal on."""
    state = schnipp("", "R19 Y19 R20 Y20", "", "G19 B19 G20 B20")
    assert tuple(state.to_act) == (1,)
    assert tuple(turns(state, 1).to_act) == (3,)
    assert tuple(turns(state, 2).to_act) == (1,)


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    state = turns(schnipp(*PILES), 7)
    assert state.play(3, "  SCHNAPP ") == state.play(3, "schnapp")
    assert state.play(3, "Turn") == state.play(3, "turn")
    assert state.play(None, " Tie  0   2  SCHNAPP") == state.play(None, "tie 0 2 schnapp")


# -- a used-up pile -------------------------------------------------------------------------------------------


def used_up(seed: str | None = None) -> reihum.State:
    """Seat 0 has turned up all four cards and must turn again; seat 1 has done so as well."""
    return turns(schnipp("R19 R20 Y19 Y20", "G20 G19 B20 B19", "", "", seed=seed), 8)


def test_a_used_up_pile_lies_open_until_its_owner_must_turn() -> None:
    """A used-up face-down pile is replaced by their open pile … when its owner must turn (§3.7)."""
    state = used_up()
    assert tops(state) == {"Y20", "B19"}
    assert tuple(state.to_act) == (0,)


def test_it_is_replaced_by_your_open_pile() -> None:
    """A used-up face-down pile is replaced by their open pile (§3.7)."""
    assert sorted(turned_by(used_up(), 0, 4)) == ["R19", "R20", "Y19", "Y20"]
    assert sorted(turned_by(used_up(), 1, 4)) == ["B19", "B20", "G19", "G20"]
    assert len(tops(turns(used_up(), 1))) == 2


def test_it_is_shuffled() -> None:
    """… replaced by their open pile, *shuffled* (§3.7), from the seed (§0)."""
    orders = {tuple(turned_by(used_up(f"seed {n}"), 0, 4)) for n in range(30)}
    assert len(orders) > 5
    assert turned_by(used_up("one"), 0, 4) == turned_by(used_up("one"), 0, 4)


def test_the_short_form_has_the_numbers_up_to_ten() -> None:
    """`length` short: only the numbers 1 to 10 of each colour: 40 cards are dealt. (§3.7)"""
    state = reihum.game("schnipp-schnapp", seats=4, length="short").deal(seed="short")
    assert len(state.everywhere()) == 40
    assert max(int(card[1:]) for card in state.everywhere()) == 10

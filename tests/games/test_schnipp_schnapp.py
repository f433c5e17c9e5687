"""Schnipp Schnapp, sentence by sentence (RULEBOOK §3.7)."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from fillings import filled
from reihum.games.views import Pile
from scenario import DECK_80, cards, deal, play, seen, texts
from witness import ended, faces, hand_sizes, refused, starters

SIZES = {2: (40, 40), 3: (27, 27, 26), 4: (20,) * 4, 5: (16,) * 5, 6: (14, 14, 13, 13, 13, 13)}
IN_PLAY = set(cards(17, 20))
PILES = ("R17 R19 Y17 Y18", "R18 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")


def schnipp(*piles: str, seed: str | None = None, **options: Any) -> reihum.State:
    """Deal the face-down piles named, top first; complete quartets, laid aside at once, fill up the hands."""
    seats = len(piles)
    return deal("schnipp-schnapp", seats=seats, deck=filled(SIZES[seats], piles), seed=seed, **options)


def turns(state: reihum.State, count: int) -> reihum.State:
    """The next cards are turned up, and nobody calls."""
    for _ in range(count):
        (seat,) = state.to_act
        state = state.play(seat, "turn")
    return state


def turned_by(state: reihum.State, seat: int, count: int) -> list[str]:
    """What a seat turns up next, card by card, while all go on and nobody calls."""
    shown: list[str] = []
    while len(shown) < count:
        (actor,) = state.to_act
        state = state.play(actor, "turn")
        if actor == seat:
            (card,) = faces(state.events(None))
            shown.append(card)
    return shown


def tops(state: reihum.State) -> set[str]:
    """The cards that lie face up on the open piles and in the middle now; quartets lie elsewhere."""
    return {zone.pile.top for zone in state.view(None).zones if isinstance(zone, Pile) and zone.pile.top}


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
    """The game ends when every card is in a quartet (§3.7), be it at the deal."""
    assert ended(schnipp("", "", "", "")) == ((5, 5, 5, 5), (1, 1, 1, 1))


# -- turning up -----------------------------------------------------------------------------------------------


def test_in_turn_each_player_turns_one_card() -> None:
    """In turn each player turns the top card onto the own open pile (§3.7)."""
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


# -- calls ----------------------------------------------------------------------------------------------------


def test_without_an_open_pile_a_wrong_call_is_refused() -> None:
    """A wrong call … without an own open pile is refused (§3.7); a call without any effect is refused (§0)."""
    state = schnipp(*PILES)
    for seat in range(4):
        refused(state, seat, "schnapp", "schnipp")
    state = turns(state, 1)
    assert texts(state, 0) == {"schnapp", "schnipp"}
    assert texts(state, 1) == {"turn"}
    refused(state, 2, "schnapp", "schnipp")


def test_anybody_may_call_at_any_time() -> None:
    """Decisions: anybody may call at any time (§3.7), right or wrong, the player on turn too."""
    state = turns(schnipp(*PILES), 5)
    assert texts(state, 1) == {"turn", "schnapp", "schnipp"}
    for seat in (0, 2, 3):
        assert texts(state, seat) == {"schnapp", "schnipp"}


@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_calls_are_never_awaited(count: int) -> None:
    """Calls are never awaited: they do not appear in `to_act` (§0)."""
    state = turns(schnipp(*PILES), count)
    assert tuple(state.to_act) == (count % 4,)


@pytest.mark.parametrize("count", [0, 1, 7, 8])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_views_list_the_words_always(count: int, seat: int) -> None:
    """Views list the words, not whether they would be right (§0)."""
    view = turns(schnipp(*PILES), count).view(seat)
    assert sorted(view.calls) == ["schnapp", "schnipp"]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_calls_are_not_among_the_moves_of_a_view(seat: int) -> None:
    """A view's moves are the seat's legal moves without calls (DESIGN, views): buttons give nothing away."""
    state = turns(schnipp(*PILES), 7)
    assert "schnapp" in texts(state, seat)
    assert not state.view(seat).moves


# -- Schnapp --------------------------------------------------------------------------------------------------


def test_a_match() -> None:
    """If another player's open pile shows the same number, the first to call „Schnapp“ takes … (§3.7)."""
    state = turns(schnipp(*PILES), 7)  # R19 on pile 0, Y20 on 1, then G19 on 2; B17 on 3
    assert tops(state) == {"R19", "Y20", "G19", "B17"}
    assert tops(play(state, "0 schnapp")) == {"Y20", "B17"}


@pytest.mark.parametrize(("caller", "left"), [(0, {"Y20", "B17"}), (1, {"B17"}), (2, {"Y20", "B17"}), (3, {"Y20"})])
def test_the_open_piles_of_all_others_that_show_that_number(caller: int, left: set[str]) -> None:
    """… takes the open piles of all *other* players that show that number; the own goes under as well (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    assert tops(play(state, f"{caller} schnapp")) == left


def test_three_equal_tops() -> None:
    """… takes the open piles of *all* other players that show that number (§3.7)."""
    state = turns(schnipp("R19 R20 Y20 Y18", "Y19 G20 B20 G18", "R18 B18 R17 Y17", "G19 B19 G17 B17"), 4)
    assert tops(play(state, "0 schnapp")) == {"R18"}
    assert tops(play(state, "2 schnapp")) == set()
    assert hand_sizes(play(state, "2 schnapp")) == (3, 3, 7, 3)


@pytest.mark.parametrize(
    ("caller", "pile"),
    [
        (0, "Y17 Y18 G20 G19 R17 R19"),
        (1, "G17 B19 G20 G19 R17 R19 R18 Y20"),
        (2, "R20 G18 R17 R19 G20 G19"),
        (3, "B18 Y19 B20 R17 R19 G20 G19 B17"),
    ],
)
def test_the_rest_goes_under_the_callers_pile(caller: int, pile: str) -> None:
    """The rest goes face down under the caller's pile (captured piles in seat order from the caller's left, the
    own last, each turned over) (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    expected = pile.split()
    assert turned_by(play(state, f"{caller} schnapp"), caller, len(expected)) == expected


def test_the_first_to_call_takes_them() -> None:
    """The *first* to call „Schnapp“ takes … (§3.7); where no clock exists, in the order given (§4)."""
    state = turns(schnipp(*PILES), 7)
    assert hand_sizes(play(state, "1 schnapp")) == (2, 8, 2, 4)
    assert hand_sizes(play(state, "3 schnapp")) == (2, 4, 2, 8)


def test_a_call_does_not_change_whose_turn_it_is() -> None:
    """In turn each player turns the top card (§3.7): a call does not change the turn."""
    state = turns(schnipp(*PILES), 7)
    for call in ("0 schnapp", "2 schnapp", "3 schnapp", "1 schnipp"):
        assert tuple(play(state, call).to_act) == (3,)


def test_who_has_no_open_pile_yet_may_call_rightly() -> None:
    """Anybody may call at any time (§3.7); only a *wrong* call needs an own open pile."""
    state = turns(schnipp("R19 R17 Y17 Y18", "Y19 G17 R18 R20", "G18 G19 Y20 G20", "B17 B18 B19 B20"), 2)
    assert texts(state, 3) == {"schnapp"}
    assert hand_sizes(play(state, "3 schnapp")) == (3, 3, 4, 6)


def test_quartets_are_searched_in_captured_and_own_open_piles() -> None:
    """These and the caller's own open pile are searched for quartets (§3.7)."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 4)
    state = play(state, "1 schnapp")
    assert hand_sizes(state) == (2, 2, 0, 0)
    assert turned_by(state, 1, 2) == ["G20", "B20"]


def test_the_rest_beside_a_quartet_keeps_its_order() -> None:
    """… searched for quartets, the rest goes face down under the caller's pile (§3.7)."""
    state = turns(schnipp("R20 R19 Y19 Y20", "G20 G19 B19 B20", "", ""), 6)
    assert turned_by(play(state, "0 schnapp"), 0, 3) == ["Y20", "G20", "R20"]


def test_the_face_down_pile_is_not_searched() -> None:
    """*These and the caller's own open pile* are searched for quartets (§3.7), not the face-down pile."""
    state = turns(schnipp("R19 R20 Y19 G19", "B19 Y20 G20 B20", "", ""), 2)
    state = play(state, "0 schnapp")
    assert hand_sizes(state) == (5, 3, 0, 0)
    assert turned_by(state, 0, 5) == ["R20", "Y19", "G19", "B19", "R19"]


def test_no_match_without_the_card_turned_up_last() -> None:
    """A match needs a card turned up last (§3.7): two equal tops from before are none."""
    state = turns(schnipp("R19 R17 Y17 Y18", "Y19 G17 R18 R20", "G18 G19 Y20 G20", "B17 B18 B19 B20"), 3)
    assert {"R19", "Y19", "G18"} <= tops(state)
    refused(state, 3, "schnapp")
    state = play(state, "2 schnapp")  # wrong: its own open pile goes to the middle
    assert hand_sizes(state) == (4, 4, 3, 4)


def test_no_match_once_the_card_is_gone() -> None:
    """A match needs a card turned up last that *still lies on top* of its open pile (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "2 schnipp")  # the wrong word: G19 goes to the middle
    assert tops(state) == {"R19", "Y20", "G19", "B17"}
    state = play(state, "0 schnapp")  # too late: wrong
    assert hand_sizes(state) == (2, 4, 2, 4)


# -- a closed word --------------------------------------------------------------------------------------------


def test_a_right_call_closes_the_word() -> None:
    """A right call closes that word until the next card is turned up (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "0 schnapp")
    for seat in range(4):
        refused(state, seat, "schnapp")
    assert "schnipp" in texts(state, 1)  # the other word is open: it would be a mistake
    assert hand_sizes(play(state, "1 schnipp")) == (6, 2, 2, 4)


def test_the_next_card_opens_the_word_again() -> None:
    """… until the next card is turned up (§3.7)."""
    state = turns(play(turns(schnipp(*PILES), 7), "0 schnapp"), 1)
    assert "schnapp" in texts(state, 1)
    assert hand_sizes(play(state, "1 schnapp")) == (6, 2, 2, 4)


def test_a_wrong_call_closes_nothing() -> None:
    """A *right* call or a tie closes that word (§3.7)."""
    state = play(turns(schnipp(*PILES), 8), "0 schnapp")
    assert "schnapp" in texts(state, 1)
    state = play(turns(schnipp(*PILES), 7), "1 schnipp")
    assert hand_sizes(play(state, "3 schnapp")) == (2, 2, 2, 8)


# -- mistakes and the middle ----------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["schnapp", "schnipp"])
def test_a_wrong_call_costs_the_open_pile(word: str) -> None:
    """A wrong call (no match) sends the caller's open pile to the middle (§3.7)."""
    state = play(turns(schnipp(*PILES), 8), f"0 {word}")
    assert hand_sizes(state) == (2, 4, 4, 4)
    assert tops(state) == {"R19", "Y20", "G19", "B18"}  # R19 on top of the middle
    refused(state, 0, "schnapp", "schnipp")


def test_a_wrong_word_is_a_mistake() -> None:
    """A wrong call (no match, or the wrong word) sends the caller's open pile to the middle (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "1 schnipp")
    assert hand_sizes(state) == (4, 2, 4, 4)
    assert tops(state) == {"R19", "Y20", "G19", "B17"}


MIDDLE = ("R17 G20 Y17 Y18", "R18 Y20 G17 B19", "R19 G19 R20 G18", "B17 B18 Y19 B20")


def middle() -> reihum.State:
    """Seat 0 has put R17 into the middle by a mistake; seat 3 has turned up B17."""
    return turns(play(turns(schnipp(*MIDDLE), 1), "0 schnapp"), 3)


def test_schnipp_wins_the_middle() -> None:
    """If the top of the middle shows the same number, the first „Schnipp“ wins the middle pile (§3.7)."""
    state = middle()
    for caller, sizes in enumerate([(4, 4, 4, 4), (3, 5, 4, 4), (3, 4, 5, 4), (3, 4, 4, 5)]):
        assert hand_sizes(play(state, f"{caller} schnipp")) == sizes


def test_schnipp_puts_it_under_the_callers_pile() -> None:
    """The rest goes under the caller's pile; the own open pile stays (§3.7)."""
    state = play(middle(), "1 schnipp")
    assert tops(state) == {"R18", "R19", "B17"}
    assert turned_by(state, 1, 4) == ["Y20", "G17", "B19", "R17"]


def test_schnapp_instead_of_schnipp_is_a_mistake() -> None:
    """A wrong call (… the wrong word) sends the caller's open pile to the middle (§3.7)."""
    state = play(middle(), "1 schnapp")
    assert hand_sizes(state) == (3, 3, 4, 4)
    assert tops(state) == {"R18", "R19", "B17"}  # R18 covers R17 in the middle
    assert hand_sizes(play(state, "2 schnipp")) == (3, 3, 3, 4)  # 17 is no longer on top: wrong


def test_a_right_schnipp_closes_the_word() -> None:
    """A right call closes that word until the next card is turned up (§3.7)."""
    state = play(middle(), "1 schnipp")
    for seat in range(4):
        refused(state, seat, "schnipp")
    assert "schnapp" in texts(state, 2)
    assert "schnipp" in texts(turns(state, 1), 2)


def both() -> reihum.State:
    """R17 lies in the middle, Y17 on pile 0, and seat 1 has just turned up G17."""
    piles = ("R17 G20 Y17 Y18", "Y20 R18 G17 B19", "G18 G19 R20 R19", "B17 B18 Y19 B20")
    return turns(play(turns(schnipp(*piles), 1), "0 schnapp"), 9)


def test_one_card_may_match_both() -> None:
    """Another player's open pile and the top of the middle may both show the number (§3.7)."""
    assert tops(both()) == {"R17", "Y17", "G17", "G19", "B18"}
    assert hand_sizes(play(both(), "3 schnipp")) == (3, 4, 4, 5)
    assert hand_sizes(play(both(), "2 schnapp")) == (1, 1, 9, 4)


def test_schnapp_is_still_open_after_schnipp() -> None:
    """A right call closes *that* word (§3.7): the card still lies there for the other."""
    assert hand_sizes(play(both(), "3 schnipp; 2 schnapp")) == (1, 1, 9, 5)


def test_schnapp_takes_the_card_away_from_schnipp() -> None:
    """A match needs a card turned up last that still lies on top of its open pile (§3.7), for both words."""
    assert hand_sizes(play(both(), "2 schnapp; 3 schnipp")) == (1, 1, 9, 2)


def test_the_pile_of_a_mistake_may_be_won_at_once() -> None:
    """If the top of the middle shows the number of the card turned up last, „Schnipp“ is right (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "0 schnipp")  # R19 goes to the middle, G19 lies on pile 2
    assert hand_sizes(play(state, "1 schnipp")) == (2, 6, 4, 4)
    assert hand_sizes(play(state, "1 schnapp")) == (2, 2, 4, 4)


def test_quartets_are_sorted_out_of_the_middle() -> None:
    """The first „Schnipp“ wins the middle pile: quartets are sorted out (§3.7)."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 5)
    state = play(state, "1 schnapp; 0 schnapp; 1 turn")  # the middle: G19 B19 R19 Y19 R20; then G20
    assert hand_sizes(play(state, "1 schnipp")) == (1, 3, 0, 0)
    assert turned_by(play(state, "1 schnipp"), 1, 2) == ["B20", "R20"]


def test_of_the_middle_alone() -> None:
    """Quartets are sorted out with it *alone*; the own open pile stays (§3.7)."""
    piles = ("R19 Y19 G19 R20 R17 R18 Y17 Y18", "B19 G20 Y20 B20", "G17 G18 B17 B18", "")
    state = play(turns(schnipp(*piles), 10), "0 schnipp; 1 turn")  # the middle: R19 Y19 G19 R20; then B20
    state = play(state, "1 schnipp")  # with B19, G20, Y20 and B20 on the own open pile
    assert hand_sizes(state) == (4, 8, 4, 0)
    assert "B20" in tops(state)


# -- at the same time -----------------------------------------------------------------------------------------


def test_a_tie_is_a_draw() -> None:
    """Calls at the same time are a draw: each of those callers puts the own open pile back under the own
    face-down pile (the booklet: may; Decision: does) (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "- tie 1 3 schnapp")
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert tops(state) == {"R19", "G19"}
    assert turned_by(state, 3, 4) == ["B18", "Y19", "B20", "B17"]


def test_a_tie_of_those_whose_piles_match() -> None:
    """Each of those callers puts the own open pile back (§3.7), also the one who turned up the card."""
    state = play(turns(schnipp(*PILES), 7), "- tie 0 2 schnapp")
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert tops(state) == {"Y20", "B17"}


def test_a_tie_of_three() -> None:
    """*Each* of those callers puts the own open pile back (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "- tie 0 1 3 schnapp")
    assert tops(state) == {"G19"}


def test_a_tie_closes_the_word() -> None:
    """A right call or a tie closes that word until the next card is turned up (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "- tie 1 3 schnapp")
    for seat in range(4):
        refused(state, seat, "schnapp")
    refused(state, None, "tie 0 2 schnapp")
    assert tuple(state.to_act) == (3,)
    assert "schnapp" in texts(turns(state, 1), 0)


def test_a_tie_needs_a_right_call() -> None:
    """`tie 0 2 schnapp` … needs a right call (simultaneous wrong calls are judged one by one) (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    refused(state, None, "tie 0 2 schnipp")
    refused(turns(schnipp(*PILES), 8), None, "tie 0 2 schnapp")


def test_a_tie_for_the_middle() -> None:
    """Calls at the same time are a draw (§3.7): nobody wins the middle."""
    state = play(middle(), "- tie 1 2 schnipp")
    assert hand_sizes(state) == (3, 4, 4, 4)
    assert tops(state) == {"R17", "B17"}
    refused(middle(), None, "tie 1 2 schnapp")


def test_a_tie_comes_from_no_seat() -> None:
    """The arbiter of "at the same time" is the table: `tie 0 2 schnapp` comes from no seat (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    for seat in range(4):
        refused(state, seat, "tie 0 2 schnapp", "tie 1 3 schnapp")


@pytest.mark.parametrize("tie", ["tie 0 schnapp", "tie 0 0 schnapp", "tie 0 4 schnapp", "tie 0 2 turn", "tie schnapp"])
def test_a_tie_names_two_seats_and_a_word(tie: str) -> None:
    """Calls at the same time are of several players and of one word (§3.7)."""
    with pytest.raises(reihum.ReihumError):
        turns(schnipp(*PILES), 7).play(None, tie)


def test_the_table_neither_turns_nor_calls() -> None:
    """The table's own moves are `tie` and `early` (DESIGN, notation)."""
    refused(turns(schnipp(*PILES), 7), None, "turn", "schnapp", "schnipp")


# -- too early ------------------------------------------------------------------------------------------------


def test_a_guess_counts_as_a_wrong_call() -> None:
    """A reaction under 100 ms was a guess, and counts as a wrong call (`early 2 schnapp`) (§4)."""
    state = play(turns(schnipp(*PILES), 7), "- early 3 schnapp")
    assert hand_sizes(state) == (4, 4, 4, 3)
    assert tops(state) == {"R19", "Y20", "G19", "B17"}
    assert tuple(state.to_act) == (3,)


def test_a_guess_closes_nothing() -> None:
    """A *right* call or a tie closes that word (§3.7): after a guess the others may still call."""
    state = play(turns(schnipp(*PILES), 7), "- early 3 schnapp; 1 schnapp")
    assert hand_sizes(state) == (2, 8, 2, 3)


def test_a_guess_without_an_open_pile_is_refused() -> None:
    """A wrong call … without an own open pile is refused (§3.7)."""
    refused(turns(schnipp(*PILES), 2), None, "early 2 schnapp", "early 3 schnipp")


def test_a_guess_comes_from_no_seat() -> None:
    """The table's move `early 2 schnapp` (§4)."""
    state = turns(schnipp(*PILES), 7)
    refused(state, 2, "early 2 schnapp")
    refused(state, 0, "early 2 schnapp")


# -- a used-up pile -------------------------------------------------------------------------------------------


def used_up(seed: str | None = None) -> reihum.State:
    """Seat 0 has turned up all four cards and must turn again; seat 1 has done so as well."""
    return turns(schnipp("R19 R20 Y19 Y20", "G20 G19 B20 B19", "", "", seed=seed), 8)


def test_a_used_up_pile_lies_open_until_its_owner_must_turn() -> None:
    """A used-up face-down pile is replaced by the own open pile … when its owner must turn (§3.7)."""
    state = used_up()
    assert tops(state) == {"Y20", "B19"}
    assert tuple(state.to_act) == (0,)


def test_it_is_replaced_by_the_own_open_pile() -> None:
    """A used-up face-down pile is replaced by the own open pile (§3.7)."""
    assert sorted(turned_by(used_up(), 0, 4)) == ["R19", "R20", "Y19", "Y20"]
    assert sorted(turned_by(used_up(), 1, 4)) == ["B19", "B20", "G19", "G20"]
    assert len(tops(turns(used_up(), 1))) == 2


def test_it_is_shuffled() -> None:
    """… replaced by the own open pile, *shuffled* (§3.7), from the seed (§0)."""
    orders = {tuple(turned_by(used_up(f"seed {n}"), 0, 4)) for n in range(30)}
    assert len(orders) > 5
    assert turned_by(used_up("one"), 0, 4) == turned_by(used_up("one"), 0, 4)


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
    """A wrong call … without an own open pile is refused (§3.7)."""
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


# -- all together ---------------------------------------------------------------------------------------------


def test_together_all_turn_up_at_once() -> None:
    """On "3–2–1–go" all turn up at once (§3.7)."""
    state = play(schnipp(*PILES, together=True), "0 turn")
    assert tops(state) == {"R17", "R18", "G20", "B17"}
    for seat in (0, 1, 2, 3, None):
        assert faces(state.events(seat)) == {"R17", "R18", "G20", "B17"}
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert tops(play(state, "0 turn")) == {"R19", "Y20", "G19", "B18"}


def test_together_the_first_seat_that_has_cards_turns() -> None:
    """`turn` by the first seat that has cards turns one for everybody (§3.7)."""
    state = schnipp(*PILES, together=True)
    assert tuple(state.to_act) == tuple(play(state, "0 turn").to_act) == (0,)
    refused(state, 1, "turn")
    refused(play(state, "0 turn"), 1, "turn")
    state = schnipp("", "R19 Y19 R20 Y20", "", "G20 B20 G19 B19", together=True)
    assert tuple(state.to_act) == (1,)
    assert tops(play(state, "1 turn")) == {"R19", "G20"}
    assert tuple(play(state, "1 turn").to_act) == (1,)


def test_together_schnapp_takes_the_piles_that_match() -> None:
    """„Schnapp“ takes all other open piles that show any matched number (§3.7), no others."""
    state = play(schnipp(*PILES, together=True), "0 turn")  # R17 and B17 match
    state = play(state, "1 schnapp")
    assert hand_sizes(state) == (3, 6, 4, 3)
    assert tops(state) == {"G20"}
    assert tuple(state.to_act) == (0,)


def test_together_schnapp_takes_the_piles_of_every_matched_number() -> None:
    """„Schnapp“ takes all other open piles that show *any* matched number (§3.7)."""
    piles = ("R19 R17 Y17 Y18", "Y19 G17 R18 G18", "R20 G19 B19 B18", "G20 B17 Y20 B20")
    state = play(schnipp(*piles, together=True), "0 turn; 0 schnapp")
    assert hand_sizes(state) == (7, 3, 3, 3)
    assert tops(state) == set()


TOGETHER = ("R17 Y18 Y17 Y20", "R18 G17 G19 G20", "R19 G18 B17 B18", "R20 Y19 B19 B20")


def test_together_mistakes_and_schnipp() -> None:
    """*Variant*: the other rules hold (§3.7): a mistake goes to the middle, „Schnipp“ wins it."""
    state = play(schnipp(*TOGETHER, together=True), "0 turn; 0 schnapp")  # no match: R17 to the middle
    assert hand_sizes(state) == (3, 4, 4, 4)
    state = play(state, "0 turn")  # Y18 G17 G18 Y19: G17 matches the middle, Y18 matches G18
    assert hand_sizes(play(state, "3 schnipp")) == (3, 4, 4, 5)
    assert hand_sizes(play(state, "3 schnipp; 1 schnapp")) == (2, 7, 2, 5)
    refused(play(state, "3 schnipp"), 0, "schnipp")


def test_together_a_tie() -> None:
    """Calls at the same time are a draw, in the variant too (§3.7)."""
    state = play(schnipp(*PILES, together=True), "0 turn; - tie 1 2 schnapp")
    assert tops(state) == {"R17", "B17"}
    refused(state, 0, "schnapp")


def test_together_a_used_up_pile() -> None:
    """A used-up face-down pile is replaced by the own open pile when its owner must turn (§3.7)."""
    state = play(schnipp(*TOGETHER, together=True), "0 turn;" * 4)
    assert tops(state) == {"Y20", "G20", "B18", "B20"}
    state = play(state, "0 turn")
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert all(len(tops(state) & set(pile.split())) == 1 for pile in TOGETHER)


def test_together_most_captured_cards_win() -> None:
    """Most captured cards win (cards in laid-aside quartets and in the own piles at the end) (§3.7)."""
    state = schnipp("R19 R20 Y19 Y20", "G19 G20 B19 B20", "", "", together=True)
    state = play(state, "0 turn; 0 schnapp;" * 4)
    assert ended(state) == ((24, 16, 20, 20), (1, 4, 2, 2))


def test_together_ends_after_2000_turned_cards() -> None:
    """… after 2,000 turned cards at the latest (§3.7): a thousand times two; own piles count, the middle not."""
    state = deal("schnipp-schnapp", seats=2, deck=" ".join(DECK_80), together=True)
    state = play(state, "0 turn;" * 3 + "0 schnipp")  # three cards to the middle
    state = play(state, "0 turn;" * 996)
    assert state.outcome is None
    assert ended(play(state, "0 turn")) == ((37, 40), (2, 1))


# -- what is seen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_the_piles_lie_face_down(seat: int | None) -> None:
    """The rest becomes a face-down pile (§3.7); never: face-down cards (§0)."""
    assert not faces(schnipp(*PILES).view(seat)) & IN_PLAY
    assert faces(turns(schnipp(*PILES), 1).view(seat)) & IN_PLAY == {"R17"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_what_lies_below_makes_no_difference(seat: int | None) -> None:
    """Never: other hands, face-down cards (§0)."""
    other = ("R17 Y18 Y17 R19", "R18 G17 Y20 B19", "G20 G18 R20 G19", "B17 B20 Y19 B18")
    one, two = turns(schnipp(*PILES), 4), turns(schnipp(*other), 4)
    assert seen(one, seat) == seen(two, seat)
    assert seat is None or texts(one, seat) == texts(two, seat)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_of_an_open_pile_only_the_top_is_shown(seat: int | None) -> None:
    """Of an open pile only the top card and the count are shown (§0)."""
    state = turns(schnipp(*PILES), 5)
    assert faces(state.view(seat)) & IN_PLAY == {"R19", "R18", "G20", "B17"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_captured_cards_are_hidden_again(seat: int | None) -> None:
    """What was shown earlier and is hidden again is not repeated in a view (§0)."""
    state = play(turns(schnipp(*PILES), 7), "3 schnapp")
    assert faces(state.view(seat)) & IN_PLAY == {"Y20"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_of_the_middle_only_the_top_is_shown(seat: int | None) -> None:
    """Of an open pile only the top card and the count are shown (§0)."""
    state = play(turns(schnipp(*PILES), 8), "0 schnapp; 3 schnapp")
    assert faces(state.view(seat)) & IN_PLAY == {"B18", "Y20", "G19"}

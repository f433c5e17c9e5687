"""Überall anschließen, sentence by sentence (rulebook §3.1)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import reihum
from scenario import DECK_80, cards, deal, play, seen, texts
from witness import finished, hand_sizes, refused, shown

DECK_60 = cards(1, 20, "RYG")


# --- helpers ---------------------------------------------------------------------------------------------


def stacked(piles: Sequence[str], of: Sequence[str] = DECK_80) -> str:
    """Piles named from the top; what follows a "…" lies at the bottom; every gap is filled in deck order."""
    share, extra = divmod(len(of), len(piles))
    named = set(" ".join(piles).replace("…", "").split())
    rest = [card for card in of if card not in named]
    assert len(rest) + len(named) == len(of), "a pile names a card that is not in the deck"
    deck: list[str] = []
    for seat, pile in enumerate(piles):
        top, _, bottom = pile.partition("…")
        missing = share + (seat < extra) - len(top.split()) - len(bottom.split())
        assert missing >= 0, f"pile {seat} is too high"
        deck += top.split() + rest[:missing] + bottom.split()
        del rest[:missing]
    return " ".join(deck)


def begin(state: reihum.State) -> reihum.State:
    """The first card goes to the middle; turning it up is the whole first turn."""
    return state.play(state.to_act[0], "turn")


def table(*piles: str, **options: object) -> reihum.State:
    """A game dealt from these piles, with seat 0's top card already in the middle."""
    return begin(deal("anywhere", len(piles), stacked(piles), None, **options))


def table_60(*piles: str, **options: object) -> reihum.State:
    """The same with edition 60."""
    return begin(deal("anywhere", len(piles), stacked(piles, DECK_60), None, edition="60", **options))


def put(state: reihum.State, script: str) -> reihum.State:
    """Play "1 own; 2 middle; 2 1": seat, then the place for the card it turns up."""
    for step in script.split(";"):
        seat, place = step.split()
        state = play(state, f"{seat} turn; {seat} put {place}")
    return state


def all_own(state: reihum.State, times: int) -> reihum.State:
    """So many cards, whoever is on turn, are turned up and put on the own pile, fitting or not."""
    for _ in range(times):
        state = put(state, f"{state.to_act[0]} own")
    return state


def ladder(seats: int) -> str:
    """A deck in which seat 0 opens with R1 and every further pile continues the middle without a gap."""
    share, extra = divmod(80, seats)
    first = share + (extra > 0)
    return " ".join(("R1", *DECK_80[81 - first :], *DECK_80[1 : 81 - first]))


# --- the deal and the opening ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "piles"),
    [
        (2, (40, 40)),
        (3, (27, 27, 26)),
        (4, (20, 20, 20, 20)),
        (5, (16, 16, 16, 16, 16)),
        (6, (14, 14, 13, 13, 13, 13)),
    ],
)
def test_all_cards_are_dealt(seats: int, piles: tuple[int, ...]) -> None:
    """All cards are dealt as face-down piles; the earlier seats get the extra cards. (§3.1, §0)"""
    assert hand_sizes(deal("anywhere", seats, " ".join(DECK_80))) == piles


def test_edition_60() -> None:
    """Überall anschließen: edition 80; `60` too, by default without blue. (§3.1, §0)"""
    state = deal("anywhere", 6, " ".join(DECK_60), edition="60")
    assert hand_sizes(state) == (10, 10, 10, 10, 10, 10)
    with pytest.raises(reihum.BadDeck):
        deal("anywhere", 6, " ".join(DECK_80), edition="60")
    with pytest.raises(reihum.BadDeck):
        deal("anywhere", 6, " ".join(cards(1, 20, "RYB")), edition="60")


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats: int) -> None:
    """Überall anschließen is for 2–6 players. (§3.1)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("anywhere", seats=seats)


@pytest.mark.parametrize(
    "option", [{"edition": "40"}, {"edition": "master"}, {"first": 3}, {"blocking": "off"}, {"without": "R"}]
)
def test_options_refused(option: dict[str, object]) -> None:
    """Edition 80 or 60, a seat that exists; no option of the row games. (§3.1)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("anywhere", seats=3, **option)


def test_the_first_card_goes_to_the_middle() -> None:
    """The first seat turns up its top card into the middle; that is its whole turn. (§3.1)"""
    state = deal("anywhere", 3, stacked(("R5 R6 …", "Y9 …", "…")))
    assert state.to_act == (0,)
    assert texts(state, 0) == {"turn"}
    state = begin(state)
    assert state.to_act == (1,)
    assert hand_sizes(state) == (26, 27, 26)
    assert all("R5" in shown(state, seat) for seat in (0, 1, 2, None))


def test_first_changes_who_begins_not_the_deal() -> None:
    """The option `first` changes who begins, not how cards are dealt. (§0)"""
    state = deal("anywhere", 3, stacked(("R5 …", "Y9 …", "G12 …")), first=2)
    assert state.to_act == (2,)
    state = begin(state)
    assert "G12" in shown(state, None)
    assert hand_sizes(state) == (27, 27, 25)
    assert state.to_act == (0,)


def test_first_at_random() -> None:
    """`first` may be `random`, drawn from the seed. (§0)"""
    game = reihum.game("anywhere", seats=6, first="random")
    begins = {game.deal(seed=f"seed {number}").to_act for number in range(40)}
    assert len(begins) > 1
    assert game.deal(seed="same").to_act == game.deal(seed="same").to_act


# --- turning up and placing ------------------------------------------------------------------------------


def test_a_turn_starts_with_turning_up() -> None:
    """From then on the player on turn turns up the top card and places it. (§3.1)"""
    state = table("R5 …", "Y9 …", "…")
    assert texts(state, 1) == {"turn"}
    refused(state, 1, "put own")
    refused(state, 2, "turn")
    state = state.play(1, "turn")
    assert state.to_act == (1,)
    assert all("Y9" in shown(state, seat) for seat in (0, 1, 2, None))
    refused(state, 1, "turn")
    assert texts(state, 0) == texts(state, 2) == set()


@pytest.mark.parametrize(
    ("middle", "card", "fits"),
    [
        ("R5", "R6", True),
        ("R5", "B6", True),
        ("R5", "Y5", False),
        ("R5", "Y4", False),
        ("R5", "Y7", False),
        ("R20", "Y1", True),
        ("R20", "Y19", False),
        ("R1", "Y20", False),
    ],
)
def test_the_next_higher_number_fits(middle: str, card: str, fits: bool) -> None:
    """On the middle if it is the next higher number; after 20 comes 1; colours do not matter. (§3.1)"""
    state = table(f"{middle} …", f"{card} …", "…", stop_calls=False).play(1, "turn")
    assert texts(state, 1) == ({"put middle"} if fits else {"put own"})


def test_on_another_pile() -> None:
    """Else on the open pile of another player if it is the next higher number there. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put 1"}
    before = hand_sizes(state.play(2, "put 1"))
    assert before == (26, 28, 25)


def test_after_20_comes_1_on_another_pile_too() -> None:
    """After 20 comes 1. (§3.1)"""
    state = put(table("R5 …", "Y20 …", "G1 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put 1"}


def test_the_middle_comes_first() -> None:
    """On the middle if it is the next higher number; else on the open pile of another player. (§3.1)"""
    state = put(table("R5 …", "Y5 …", "G6 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put middle"}


def test_free_choice_between_several_piles() -> None:
    """Another player's open pile: free choice between several; none of them is a mistake. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G9 …", "B10 …"), "1 own; 2 own").play(3, "turn")
    assert texts(state, 3) == {"put 1", "put 2", "put own"}
    assert texts(state.play(3, "put 1"), 0) == texts(state.play(3, "put 2"), 0) == set()
    strict = put(table("R5 …", "Y9 …", "G9 …", "B10 …", stop_calls=False), "1 own; 2 own").play(3, "turn")
    assert texts(strict, 3) == {"put 1", "put 2"}


def test_a_place_without_open_cards_is_no_target() -> None:
    """On the open pile of another player if it is the next higher number there: not where no pile is. (§3.1)"""
    state = table("R5 …", "Y1 …", "…").play(1, "turn")
    assert texts(state, 1) == {"put own"}
    refused(state, 1, "put 0")
    refused(state, 1, "put 2")


def test_the_own_pile_ends_the_turn() -> None:
    """Else on the own open pile, which ends the turn. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "…"), "1 own")
    assert state.to_act == (2,)
    assert hand_sizes(state) == (26, 27, 26)
    refused(state, 1, "turn")


def test_placing_on_the_middle_goes_on() -> None:
    """Whoever places on the middle goes on (and must, as long as cards fit). (§3.1)"""
    state = put(table("R5 …", "Y6 Y7 Y9 …", "…", stop_calls=False), "1 middle")
    assert state.to_act == (1,)
    assert texts(state, 1) == {"turn"}
    state = put(state, "1 middle")
    assert state.to_act == (1,)
    state = put(state, "1 own")
    assert state.to_act == (2,)
    assert hand_sizes(state) == (26, 25, 26)


def test_placing_on_another_pile_goes_on() -> None:
    """Whoever places on another's pile goes on. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 G11 G2 …", stop_calls=False), "1 own; 2 1; 2 1")
    assert state.to_act == (2,)
    assert texts(state, 2) == {"turn"}
    assert hand_sizes(state) == (26, 29, 24)


def test_a_card_on_another_pile_is_the_new_top_there() -> None:
    """The next higher number there: the card put on another's pile is continued, not the one below it. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 G2 …", "B11 …", stop_calls=False), "1 own; 2 1; 2 own")
    assert texts(state.play(3, "turn"), 3) == {"put 1"}
    state = put(table("R5 …", "Y9 …", "G10 G2 …", "B10 …", stop_calls=False), "1 own; 2 1; 2 own")
    assert texts(state.play(3, "turn"), 3) == {"put own"}


@pytest.mark.parametrize("stop_calls", [True, False])
def test_the_own_pile_is_never_a_target_for_a_fit(stop_calls: bool) -> None:
    """Decision: the own open pile is never a target for a fit. (§3.1)"""
    state = table("R5 R15 …", "Y9 Y10 …", "G18 …", stop_calls=stop_calls)
    state = put(state, "1 own; 2 own; 0 own").play(1, "turn")
    assert texts(state, 1) == {"put own"}
    refused(state, 1, "put 1")
    state = state.play(1, "put own")
    assert state.to_act == (2,)
    assert texts(state, 0) == set()


# --- the open pile is turned over ------------------------------------------------------------------------


def test_the_open_pile_is_turned_over_unshuffled() -> None:
    """As soon as the last face-down card has been placed, the open pile is turned over, unshuffled. (§3.1)"""
    state = table_60("R1 …", "Y7 Y9 Y4 … Y14", "…", "…", "…", "…")
    state = all_own(state, 9 * 6 + 1)
    assert state.to_act == (2,)
    assert hand_sizes(state) == (9, 10, 10, 10, 10, 10)
    for card in ("Y7", "Y9", "Y4"):
        state = all_own(state, 5).play(1, "turn")
        assert card in shown(state, None)
        state = state.play(1, "put own")


def test_a_pile_just_turned_over_is_no_target() -> None:
    """As soon as the last face-down card has been placed, the open pile becomes the face-down pile. (§3.1)"""
    piles = ("R1 … R8", "… R9", "… Y20 Y3", "… Y18 Y4", "… G20 G4", "… G18 G3")
    state = all_own(table_60(*piles), 9 * 6)
    assert state.to_act == (1,)
    assert "R8" not in shown(state.play(1, "turn"), None)
    assert texts(state.play(1, "turn"), 1) == {"put own"}


def test_the_turn_goes_on_with_the_pile_turned_over() -> None:
    """Whoever places on the middle goes on: with the pile just turned over, too. (§3.1)"""
    piles = ("R1 R18 …", "Y10 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14", "G8 …", "G6 …", "G4 …", "G20 …")
    state = put(table(*piles, stop_calls=False), "1 own; 2 own; 3 own; 4 own; 5 own; 0 own")
    state = put(state, ";".join(["1 middle"] * 13))
    assert state.to_act == (1,)
    assert hand_sizes(state)[1] == 1
    state = state.play(1, "turn")
    assert "Y10" in shown(state, None)
    assert texts(state, 1) == {"put own"}
    state = state.play(1, "put own")
    assert state.to_act == (2,)
    assert hand_sizes(state)[1] == 1


# --- Stopp! ----------------------------------------------------------------------------------------------


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


def test_stop_for_a_card_on_the_own_pile() -> None:
    """Putting the card on the own pile although it fits elsewhere: any other player may call „Stopp!“. (§3.1)"""
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
    """Putting the card on the own pile although it fits another's is a mistake, too. (§3.1)"""
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
    """Decision: a wrong call costs nothing and is refused. (§3.1)"""
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


def test_whoever_is_out_may_still_call() -> None:
    """Any other player may call „Stopp!“: also one who has no cards any more. (§3.1)"""
    state = put(run(begin(deal("anywhere", 6, ladder(6))), 1, 14), "2 own")
    assert texts(state, 1) == {"stop"}
    assert state.play(None, "tie 0 1 stop") != state


def test_whoever_is_out_is_not_stopped() -> None:
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
    """The bottom card of the own face-down pile: if it was the last, the open pile is played on with. (§3.1)"""
    state = table_60("R1 …", "… Y2", "G5 G9 …", "…", "…", "…")
    state = all_own(state, 9 * 6 + 1)
    assert texts(state, 0) == {"stop"}
    state = state.play(5, "stop")
    assert hand_sizes(state) == (8, 15, 9, 9, 9, 9)
    assert state.to_act == (2,)
    state = state.play(2, "turn")
    assert "G5" in shown(state, None)


# --- open tops -------------------------------------------------------------------------------------------

# Seat 1's open 7 fits the middle once seat 2 has laid a 6 there.
SEVEN = ("R5 R18 …", "Y7 Y16 …", "G6 G14 …")
# Seat 1's open 7 fits seat 2's open 6 and nothing else.
SIX = ("R1 R18 …", "Y7 …", "G6 …")


def test_open_tops_is_off_by_default() -> None:
    """Option `open_tops` (the old booklet; default off). (§3.1)"""
    state = put(table(*SEVEN), "1 own; 2 middle; 2 own; 0 own")
    assert texts(state, 1) == {"turn"}
    refused(state, 1, "move middle")


def test_the_own_top_must_go_to_the_middle() -> None:
    """Before turning up a card the top of the own open pile must, if it fits, go to the middle. (§3.1)"""
    state = put(table(*SEVEN, open_tops=True, stop_calls=False), "1 own; 2 middle; 2 own; 0 own")
    assert state.to_act == (1,)
    assert texts(state, 1) == {"move middle"}
    refused(state, 1, "turn")
    state = state.play(1, "move middle")
    assert state.to_act == (1,)
    assert texts(state, 1) == {"turn"}
    assert hand_sizes(state)[1] == 26


def test_the_own_top_must_go_to_another_pile() -> None:
    """Before turning up a card the top of the own open pile must, if it fits, go to another's pile. (§3.1)"""
    state = put(table(*SIX, open_tops=True, stop_calls=False), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"move 2"}
    state = state.play(1, "move 2")
    assert hand_sizes(state) == (26, 26, 27)
    assert texts(state, 1) == {"turn"}


def test_a_top_that_does_not_fit_stays() -> None:
    """The top of the own open pile must go only if it fits. (§3.1)"""
    state = put(table("R5 R18 …", "Y9 …", "G14 …", open_tops=True), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"turn"}
    refused(state, 1, "move middle")
    refused(state, 1, "move 2")


def test_middle_first_for_the_own_top() -> None:
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


def test_free_choice_for_the_own_top() -> None:
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


def test_the_own_top_is_looked_at_before_every_card() -> None:
    """Before turning up a card – every one of the turn – the top of the own open pile must go if it fits. (§3.1)"""
    piles = ("R5 R18 …", "Y7 Y6 …", "G14 …")
    state = put(table(*piles, open_tops=True, stop_calls=False), "1 own; 2 own; 0 own")
    assert texts(state, 1) == {"turn"}
    state = put(state, "1 middle")
    assert texts(state, 1) == {"move middle"}


def test_overlooking_the_own_top_is_a_mistake() -> None:
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


# --- the end ---------------------------------------------------------------------------------------------


def run(state: reihum.State, seat: int, number: int) -> reihum.State:
    """A seat turns up so many cards in a row, all for the middle."""
    return put(state, ";".join([f"{seat} middle"] * number))


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
    """Whoever has thereby given away the last card is out (several share the place). (§3.1)"""
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


def test_whoever_is_out_gives_nothing() -> None:
    """Each other player gives the bottom card of the own face-down pile (if any). (§3.1)"""
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


# --- hidden information and notation ---------------------------------------------------------------------


def test_nobody_sees_a_face_down_card() -> None:
    """Never: face-down cards, the own pile's included. (§0)"""
    state = deal("anywhere", 3, stacked(("R5 …", "Y9 …", "…")))
    assert not any(shown(state, seat) for seat in (0, 1, 2, None))
    state = begin(state)
    assert shown(state, 1) == {"R5"}


def test_only_the_top_of_an_open_pile_is_shown() -> None:
    """Of an open pile only the top card and the count are shown. (§0)"""
    state = put(table("R5 R18 …", "Y9 Y16 …", "G14 G3 …"), "1 own; 2 own; 0 own; 1 own; 2 own")
    for seat in (0, 1, 2, None):
        assert "Y16" in shown(state, seat)
        assert "Y9" not in shown(state, seat)
        assert "G14" not in shown(state, seat)
    state = put(table("R5 …", "Y6 Y15 …", "G3 …"), "1 middle; 1 own; 2 own")
    assert not any("R5" in shown(state, seat) for seat in (0, 1, 2, None))


def test_hidden_cards_make_no_difference() -> None:
    """Two piles that differ only face down look the same to everybody. (§0)"""
    here = put(table("R5 R7 …", "Y9 Y16 …", "…"), "1 own")
    there = put(table("R5 R8 …", "Y9 Y17 …", "…"), "1 own")
    for seat in (0, 1, 2, None):
        assert seen(here, seat) == seen(there, seat)
        assert seat is None or here.legal(seat) == there.legal(seat)


def test_gifts_are_given_face_down() -> None:
    """Gives the offender the bottom card, face down: nobody learns which it was. (§3.1)"""
    here = put(table("R5 … B8", "Y6 …", "… B7"), "1 own").play(2, "stop")
    there = put(table("R5 … B7", "Y6 …", "… B8"), "1 own").play(2, "stop")
    for seat in (0, 1, 2, None):
        assert seen(here, seat) == seen(there, seat)


@pytest.mark.parametrize("text", ["PUT MIDDLE", "  put   middle ", "Put Middle"])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks are forgiven on input."""
    state = table("R5 …", "Y6 …", "…").play(1, "turn")
    assert state.play(1, text) == state.play(1, "put middle")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    state = put(table("R5 …", "Y5 …", "G6 …", open_tops=True), "1 own")
    for position, seat in ((state, 2), (state.play(2, "turn"), 2), (put(state, "2 1"), 0)):
        assert position.legal(seat)
        for move in position.legal(seat):
            assert position.play(seat, str(move)) == position.play(seat, move)


@pytest.mark.parametrize("text", ["", "put", "put nowhere", "put 7", "put -1", "turn 2", "lay R6", "move middle"])
def test_other_texts_are_refused(text: str) -> None:
    """Illegal: an error with a reason, whatever the text."""
    refused(table("R5 …", "Y6 …", "…").play(1, "turn"), 1, text)

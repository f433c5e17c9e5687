"""Farben sammeln, sentence by sentence (RULEBOOK §3.6)."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from scenario import DECK_80, deal, play, seen, stack, texts
from witness import ended, faces, hand_sizes, refused, starters

HANDS = {2: 9, 3: 9, 4: 8, 5: 8, 6: 7}
REDS = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
MIXED = "Y20 Y19 R20 R18 R17 G1 G2 B1 B2"
OPEN = "G11 G12 B13 R14"


def farben(*groups: str, **options: Any) -> reihum.State:
    """Deal to two players: hand 0, hand 1, the open piles 1–4, the stock."""
    return deal("farben-sammeln", seats=2, deck=stack([9, 9, 4, 58], groups), **options)


def puts(hand: str, *piles: int) -> set[str]:
    """Every way to put one of these cards on one of these piles."""
    return {f"put {card} {pile}" for card in hand.split() for pile in piles}


def thrifty(state: reihum.State, seat: int) -> str:
    """A move that brings the round to its end: draw from the stock, put something, stop."""
    offered = texts(state, seat)
    return next((move for move in ("take stock", "end") if move in offered), min(offered))


# -- the deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand"), HANDS.items())
def test_hands(seats: int, hand: int) -> None:
    """Hands: 2–3 players 9, 4–5: 8, 6: 7 (§3.6)."""
    state = deal("farben-sammeln", seats=seats, deck=" ".join(DECK_80))
    assert hand_sizes(state) == (hand,) * seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_for_two_to_six_players(seats: int) -> None:
    """`farben-sammeln` — Farben sammeln (2–6) (§3.6)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("farben-sammeln", seats=seats)


@pytest.mark.parametrize("option", ["edition", "colours", "long"])
def test_no_other_options(option: str) -> None:
    """Unknown options are refused with a clear error (DESIGN, the engine contract)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("farben-sammeln", seats=2, **{option: "60"})


@pytest.mark.parametrize(("seats", "hand"), HANDS.items())
def test_four_cards_are_turned_up(seats: int, hand: int) -> None:
    """Four cards are turned up as four open piles; the rest is the stock (§3.6)."""
    dealt = seats * hand
    state = deal("farben-sammeln", seats=seats, deck=" ".join(DECK_80))
    assert faces(state.view(None)) == set(DECK_80[dealt : dealt + 4])


def test_the_open_piles_come_before_the_stock() -> None:
    """The hands come first, then open piles, then the stock from top to bottom (§0)."""
    state = farben(REDS, MIXED, OPEN, "B20 B19")
    assert "put G12 2" not in texts(play(state, "0 take 2"), 0)
    assert "put B20 1" in texts(play(state, "0 take stock"), 0)
    assert "put B19 1" in texts(play(state, "0 take stock; 0 put B20 1; 0 end; 1 take stock"), 1)


# -- who begins -----------------------------------------------------------------------------------------------


def test_the_first_seat_begins_and_play_goes_round() -> None:
    """Play goes 0, 1, 2, … (§0)."""
    state = deal("farben-sammeln", seats=3, deck=" ".join(DECK_80))
    order = []
    for _ in range(4):
        (seat,) = state.to_act
        order.append(seat)
        state = play(state, f"{seat} take stock")
        state = state.play(seat, min(texts(state, seat))).play(seat, "end")
    assert order == [0, 1, 2, 0]


def test_first_changes_who_begins_not_how_cards_are_dealt() -> None:
    """The option `first` changes who begins, not how cards are dealt (§0)."""
    state = farben(REDS, MIXED, OPEN, "B20", first=1)
    assert tuple(state.to_act) == (1,)
    assert set(REDS.split()) <= faces(state.view(0))
    assert texts(state, 0) == set()
    assert tuple(play(state, "1 take stock; 1 put B20 1; 1 end").to_act) == (0,)


def test_first_by_lot() -> None:
    """The option `first`: a seat, or `random`, drawn from the seed (§0)."""
    assert starters("farben-sammeln", 3, " ".join(DECK_80)) == {(0,), (1,), (2,)}


@pytest.mark.parametrize("first", [2, -1, "left", 0.5])
def test_first_is_a_seat(first: object) -> None:
    """The option `first`: a seat, or `random` (§0)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("farben-sammeln", seats=2, first=first)


# -- a turn ---------------------------------------------------------------------------------------------------


def test_take_from_the_stock_or_from_an_open_pile() -> None:
    """Turn: take the top of the stock or of an open pile (§3.6)."""
    state = farben(REDS, MIXED, OPEN)
    assert texts(state, 0) == {"take stock", "take 1", "take 2", "take 3", "take 4"}
    refused(state, 0, "take 0", "take 5", "put R1 1", "end", "close")


def test_only_the_player_on_turn_takes() -> None:
    """Play goes 0, 1, 2, … (§0)."""
    state = farben(REDS, MIXED, OPEN)
    assert texts(state, 1) == set()
    refused(state, 1, "take stock", "take 1")


def test_then_put_one_hand_card_on_an_open_pile() -> None:
    """Then put one hand card on an open pile; a card from the stock may be put down again (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == puts(f"{REDS} B20", 1, 2, 3, 4)
    refused(state, 0, "take stock", "take 1", "end", "close", "put R1 5", "put R1 0", "put Y20 1", "put G11 1")


def test_a_pile_emptied_by_taking_must_be_refilled() -> None:
    """Decision: a pile emptied by taking must be the one refilled (there are always four piles) (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN), "0 take 3")
    assert texts(state, 0) == puts(REDS, 3)
    refused(state, 0, "put R1 1", "put R1 4")


def test_a_pile_with_cards_left_need_not_be_refilled() -> None:
    """Decision: a pile emptied by taking must be the one refilled – another need not be (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 3; 0 end; 1 take 3")
    assert texts(state, 1) == puts(MIXED, 1, 2, 3, 4)


def test_a_card_taken_from_an_open_pile_may_not_be_put_down() -> None:
    """Decision: a card taken from an open pile may not be put down in the same turn (§3.6)."""
    refused(play(farben(REDS, MIXED, OPEN), "0 take 1"), 0, "put G11 1")
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 3; 0 end; 1 take 3")
    refused(state, 1, "put B20 3", "put B20 1")


def test_in_a_later_turn_it_may_be_put_down() -> None:
    """Decision: … may not be put down in the same turn – in the next it may (§3.6)."""
    state = farben(REDS, MIXED, OPEN, "B20 B19")
    state = play(state, "0 take 1; 0 put R1 1; 0 end; 1 take stock; 1 put B20 2; 1 end; 0 take stock")
    assert "put G11 4" in texts(state, 0)


def test_the_top_of_an_open_pile_is_taken() -> None:
    """Take the top of an open pile: the card put there last, then the one below (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put R9 2; 0 end; 1 take 2; 1 put B1 1; 1 end")
    assert {"R9", "G11"}.isdisjoint(faces(state.view(0)))
    assert "G12" in faces(state.view(0))
    assert "put R9 4" not in texts(play(state, "0 take 2"), 0)
    assert "G12" in faces(play(state, "0 take 2").view(0))


def test_the_turn_ends_only_by_an_explicit_end() -> None:
    """The turn ends only by an explicit `end` (or `close`), even if nothing else is possible (§0)."""
    state = play(farben(MIXED, REDS, OPEN, "B20"), "0 take stock; 0 put B20 1")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == {"end"}
    assert texts(state, 1) == set()
    assert tuple(play(state, "0 end").to_act) == (1,)


def test_one_exchange_a_turn() -> None:
    """Take the top of the stock or of an open pile, then put one hand card: once (§3.6)."""
    state = play(farben(MIXED, REDS, OPEN, "B20"), "0 take stock; 0 put B20 1")
    refused(state, 0, "take stock", "take 1", "put Y20 1", "close")


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    state = farben(REDS, MIXED, OPEN, "B20")
    neat = play(state, "0 take stock; 0 put B20 2; 0 end")
    assert state.play(0, " TAKE   Stock ").play(0, "Put  b20  2 ").play(0, "END") == neat


# -- Schluss --------------------------------------------------------------------------------------------------


def test_close_with_a_hand_of_one_colour() -> None:
    """A player whose hand is all one colour may end the round at the end of the own turn (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1")
    assert texts(state, 0) == {"end", "close"}
    assert ended(play(state, "0 close")) == ((45, 55), (2, 1))


def test_close_after_the_exchange_that_made_it_one_colour() -> None:
    """A player whose hand is all one colour may end the round at the end of the own turn (§3.6)."""
    state = farben("R1 R2 R3 R4 R5 R6 R7 R8 G20", MIXED, OPEN)
    state = play(state, "0 take 4; 0 put G20 4")
    assert ended(play(state, "0 close")) == ((50, 55), (2, 1))


def test_nobody_must_close() -> None:
    """A player whose hand is all one colour *may* end the round (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1; 0 end")
    assert state.outcome is None
    assert tuple(state.to_act) == (1,)


def test_no_close_with_two_colours() -> None:
    """A player whose hand is all one colour may end the round, no other (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put R1 1")
    assert texts(state, 0) == {"end"}
    refused(state, 0, "close")


def test_no_close_before_the_end_of_the_turn() -> None:
    """… at the end of the own turn (§3.6)."""
    state = farben(REDS, MIXED, OPEN, "R19")
    refused(state, 0, "close")
    refused(play(state, "0 take stock"), 0, "close")


def test_no_close_in_the_turn_of_another() -> None:
    """… at the end of the *own* turn (§3.6)."""
    state = play(farben(MIXED, REDS, OPEN, "B20"), "0 take stock; 0 put B20 1")
    refused(state, 1, "close")


# -- points ---------------------------------------------------------------------------------------------------


def test_the_best_colour_is_the_one_with_the_highest_sum() -> None:
    """Each player scores the sum of the own best colour, not of the one with most cards (§3.6)."""
    state = farben(REDS, "Y1 Y2 Y3 Y4 Y5 Y6 Y7 B15 B16", OPEN, "B20")
    assert ended(play(state, "0 take stock; 0 put B20 1; 0 close")) == ((45, 31), (1, 2))


def test_equal_scores_tie() -> None:
    """Ties share the place (§0)."""
    state = farben(REDS, "Y20 Y19 Y6 G1 G2 G3 B1 B2 B3", OPEN, "B20")
    assert ended(play(state, "0 take stock; 0 put B20 1; 0 close")) == ((45, 45), (1, 1))


def test_places_of_three() -> None:
    """Each player scores the sum of the own best colour; most points win (§0, §3.6)."""
    groups = [REDS, "Y20 Y19 Y18 B1 B2 B3 G1 G2 G3", "Y1 Y2 Y3 B4 B5 B6 G4 G5 G6", OPEN, "B20"]
    state = deal("farben-sammeln", seats=3, deck=stack([9, 9, 9, 4, 49], groups))
    state = play(state, "0 take stock; 0 put B20 1; 0 close")
    assert ended(state) == ((45, 57, 15), (2, 1, 3))


# -- the stock runs out ---------------------------------------------------------------------------------------


def emptied(closing: bool = False) -> reihum.State:
    """The last card of the stock has just been taken and put down again; the hands are as dealt."""
    deck = stack([9, 9, 4, 58], [MIXED, REDS, OPEN])
    state = deal("farben-sammeln", seats=2, deck=deck)
    stock = deck.split()[22:]
    for number, card in enumerate(stock):
        assert state.outcome is None
        state = play(state, f"{number % 2} take stock; {number % 2} put {card} 1")
        if number < len(stock) - 1:
            state = play(state, f"{number % 2} end")
    return play(state, "1 close") if closing else state


def test_the_empty_stock_ends_the_round_after_the_turn() -> None:
    """Decision: when the stock is empty after a turn, the round ends and is scored (§3.6)."""
    state = emptied()
    assert state.outcome is None
    assert texts(state, 1) == {"end", "close"}
    assert ended(play(state, "1 end")) == ((55, 45), (1, 2))


def test_close_with_the_empty_stock() -> None:
    """A player whose hand is all one colour may end the round at the end of the own turn (§3.6)."""
    assert ended(emptied(closing=True)) == ((55, 45), (1, 2))


def test_one_card_left_in_the_stock_is_enough() -> None:
    """Decision: when the stock is *empty* after a turn, the round ends (§3.6)."""
    deck = stack([9, 9, 4, 58], [MIXED, REDS, OPEN])
    state = deal("farben-sammeln", seats=2, deck=deck)
    for number, card in enumerate(deck.split()[22:79]):
        seat = number % 2
        state = play(state, f"{seat} take stock; {seat} put {card} 1; {seat} end")
    assert "take stock" in texts(state, 1)
    state = play(state, "1 take 2; 1 put R1 2; 1 end")
    assert state.outcome is None


# -- endless play ---------------------------------------------------------------------------------------------


def test_endless_play_ends_at_3000_moves() -> None:
    """Blocked play: farben-sammeln 3,000; the round ends with reason `bound`, scored as it stands (§0)."""
    state = farben(MIXED, REDS, OPEN)
    swapped = [("B1", "G11"), ("R1", "G12")]  # each player always swaps the same two cards, on an own pile
    for turn in range(1_000):
        assert state.outcome is None
        seat, again = turn % 2, turn // 2 % 2
        state = play(state, f"{seat} take {seat + 1}; {seat} put {swapped[seat][again]} {seat + 1}; {seat} end")
    assert state.outcome is not None
    assert state.outcome.reason == "bound"
    assert ended(state) == ((55, 45), (1, 2))


# -- several rounds -------------------------------------------------------------------------------------------


def test_the_lowest_score_begins_the_next_round() -> None:
    """The next round is begun by the last round's lowest score (§3.6)."""
    begun = set()
    for seed in range(12):
        match = reihum.match("farben-sammeln", seats=3, rounds=2, seed=f"round {seed}")
        assert tuple(match.state.to_act) == (0,)
        while match.state.outcome is None:
            (seat,) = match.state.to_act
            match = match.play(seat, thrifty(match.state, seat))
        points = match.state.outcome.points
        match = match.next_round()
        (starter,) = match.state.to_act
        assert points[starter] == min(points)
        begun.add(starter)
    assert begun - {1}  # seat 1 would begin anyway if the first seat just moved on


def test_of_equal_scores_the_first_one_begins() -> None:
    """Decision: the first such seat from the first seat on (§3.6)."""
    hands = [REDS, "Y20 Y19 Y6 G1 G2 G3 B1 B2 B3", "Y1 Y2 Y3 B4 B5 B6 B7 B8 B9"]  # 45, 45 and 39
    state = deal("farben-sammeln", seats=3, deck=stack([9, 9, 9, 4, 49], [*hands, OPEN, "B20"]))
    assert play(state, "0 take stock; 0 put B20 1; 0 close").next_first(0) == 2
    state = farben(REDS, hands[1], OPEN, "B20")
    state = play(state, "0 take stock; 0 put B20 1; 0 close")
    assert [state.next_first(first) for first in (0, 1)] == [0, 1]


def test_the_highest_total_after_the_rounds_wins() -> None:
    """Highest total after the rounds wins (§3.6); points add up over the rounds (§0)."""
    match = reihum.match("farben-sammeln", seats=2, rounds=2, seed="totals")
    totals = [0, 0]
    for number in range(2):
        assert match.round == number
        while match.state.outcome is None:
            (seat,) = match.state.to_act
            match = match.play(seat, thrifty(match.state, seat))
        totals = [total + points for total, points in zip(totals, match.state.outcome.points, strict=True)]
        assert list(match.totals) == totals
        if number == 0:
            assert match.outcome is None
            match = match.next_round()
    assert match.outcome is not None
    assert match.outcome.places[totals.index(max(totals))] == 1
    assert match.outcome.places[totals.index(min(totals))] == (1 if totals[0] == totals[1] else 2)


# -- what is seen ---------------------------------------------------------------------------------------------


def test_a_player_sees_the_own_hand_and_the_tops_of_the_piles() -> None:
    """A player sees: own hand, everything face up (§0)."""
    state = farben(REDS, MIXED, OPEN)
    assert faces(state.view(0)) == {*REDS.split(), *OPEN.split()}
    assert faces(state.view(1)) == {*MIXED.split(), *OPEN.split()}
    assert faces(state.view(None)) == set(OPEN.split())


def test_others_do_not_see_a_card_from_the_stock() -> None:
    """Never: other hands, the order of the stock (§0)."""
    one, other = (play(farben(REDS, MIXED, OPEN, top), "0 take stock") for top in ("B20 B19", "B19 B20"))
    assert "B20" in faces(one.view(0))
    assert "B20" in faces(one.events(0))
    for seat in (1, None):
        assert "B20" not in faces([one.view(seat), one.events(seat)])
        assert seen(one, seat) == seen(other, seat)
    assert hand_sizes(one) == (10, 9)


def test_a_card_taken_from_a_pile_is_not_shown_for_ever() -> None:
    """What was shown earlier and is hidden again is not repeated in a view (§0)."""
    state = play(farben(REDS, MIXED, OPEN), "0 take 1; 0 put R1 1; 0 end")
    assert faces(state.view(1)) == {*MIXED.split(), "R1", "G12", "B13", "R14"}
    assert faces(state.view(None)) == {"R1", "G12", "B13", "R14"}


def test_of_an_open_pile_only_the_top_is_shown() -> None:
    """Of an open pile only the top card and the count are shown (§0)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1")
    assert faces(state.view(None)) == {"B20", "G12", "B13", "R14"}


@pytest.mark.parametrize("seat", [1, None])
def test_whether_a_player_could_close_does_not_show(seat: int | None) -> None:
    """Whether a player *could* have done more must not show (§0)."""
    one, other = (
        play(farben(hand, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1")
        for hand in (REDS, "R1 R2 R3 R4 R5 R6 R7 R8 Y9")
    )
    assert texts(one, 0) != texts(other, 0)
    assert seen(one, seat) == seen(other, seat)

"""The end of Farben sammeln, sentence by sentence (RULEBOOK §3.6): Schluss, points, the stock, several rounds."""

from __future__ import annotations

from msgspec.structs import replace

import reihum
from games.farben_sammeln_tables import MIXED, OPEN, REDS, farben
from reihum.games.farben_sammeln import FarbenState
from scenario import deal, play, stack, texts
from witness import ended, refused


def thrifty(state: reihum.State, seat: int) -> str:
    """A move that brings the round to its end: draw from the stock, put something, stop."""
    offered = texts(state, seat)
    return next((move for move in ("take stock", "end") if move in offered), min(offered))


# -- Schluss --------------------------------------------------------------------------------------------------


def test_close_with_a_hand_of_one_colour() -> None:
    """A player whose hand is all one colour may end the round at the end of their turn (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1")
    assert texts(state, 0) == {"end", "close"}
    assert ended(play(state, "0 close")) == ((45, 55), (2, 1))


def test_close_after_the_exchange_that_made_it_one_colour() -> None:
    """A player whose hand is all one colour may end the round at the end of their turn (§3.6)."""
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
    """… at the end of their turn (§3.6)."""
    state = farben(REDS, MIXED, OPEN, "R19")
    refused(state, 0, "close")
    refused(play(state, "0 take stock"), 0, "close")


def test_no_close_in_the_turn_of_another() -> None:
    """… at the end of the *own* turn (§3.6)."""
    state = play(farben(MIXED, REDS, OPEN, "B20"), "0 take stock; 0 put B20 1")
    refused(state, 1, "close")


# -- points ---------------------------------------------------------------------------------------------------


def test_the_best_colour_is_the_one_with_the_highest_sum() -> None:
    """Each player scores the sum of their best colour, not of the one with most cards (§3.6)."""
    state = farben(REDS, "Y1 Y2 Y3 Y4 Y5 Y6 Y7 B15 B16", OPEN, "B20")
    assert ended(play(state, "0 take stock; 0 put B20 1; 0 close")) == ((45, 31), (1, 2))


def test_equal_scores_tie() -> None:
    """Ties share the place (§0)."""
    state = farben(REDS, "Y20 Y19 Y6 G1 G2 G3 B1 B2 B3", OPEN, "B20")
    assert ended(play(state, "0 take stock; 0 put B20 1; 0 close")) == ((45, 45), (1, 1))


def test_places_of_three() -> None:
    """Each player scores the sum of their best colour; most points win (§0, §3.6)."""
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
    """A player whose hand is all one colour may end the round at the end of their turn (§3.6)."""
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
    swapped = [("B1", "G11"), ("R1", "G12")]  # each player always swaps the same two cards, on one pile
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


# -- the option empty -----------------------------------------------------------------------------------------


def test_a_new_stock_from_the_open_piles() -> None:
    """`reshuffle`: all cards of the open piles but their four top cards are shuffled and become the stock (§3.6)."""
    state = farben(MIXED, REDS, OPEN, empty="reshuffle")
    while len(state.stock) > 1 or state.step != "end":  # type: ignore[attr-defined]
        seat = state.to_act[0]
        state = state.play(seat, thrifty(state, seat))
    state = play(state, f"{state.to_act[0]} end; {1 - state.to_act[0]} take stock")
    seat = state.to_act[0]
    before = state.play(seat, min(texts(state, seat)))
    after = before.play(seat, "end")
    assert isinstance(before, FarbenState)
    assert isinstance(after, FarbenState)
    assert after.outcome is None
    assert after.piles == tuple(pile[-1:] for pile in before.piles)
    assert sorted(after.stock) == sorted(card for pile in before.piles for card in pile[:-1])
    shown = after.events(None)[-1]
    assert (shown.kind, shown.cards, shown.count) == ("reshuffle", (), len(after.stock))
    assert after == before.play(seat, "end"), "the seed decides the order"


def test_no_cards_for_a_new_stock() -> None:
    """`reshuffle`: if there are none, the round ends (§3.6)."""
    state = farben(MIXED, REDS, OPEN, empty="reshuffle")
    assert isinstance(state, FarbenState)
    state = replace(state, stock=(), step="end")
    assert state.play(0, "end").outcome is not None


def test_the_bound_ends_reshuffling() -> None:
    """At the limit the round ends with reason `bound`, even if the stock is renewed again and again (§0)."""
    state = farben(MIXED, REDS, OPEN, empty="reshuffle")
    for _ in range(3_000):
        seat = state.to_act[0]
        state = state.play(seat, thrifty(state, seat))
    assert state.outcome is not None
    assert state.outcome.reason == "bound"

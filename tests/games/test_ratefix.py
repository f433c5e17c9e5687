"""Ratefix, sentence by sentence (rulebook §3.3)."""

from __future__ import annotations

import re

import pytest

import reihum
from scenario import DECK_80, deal, seen, stack, texts
from witness import finished, refused, shown

HANDS = {2: 20, 3: 13, 4: 10}


# --- helpers ---------------------------------------------------------------------------------------------


def deck(*piles: str) -> str:
    """A deck whose piles begin, from the top, with these cards."""
    return stack([HANDS[len(piles)]] * len(piles), piles)


def table(*piles: str, **options: object) -> reihum.State:
    """A game dealt from these piles."""
    return deal("ratefix", len(piles), deck(*piles), None, **options)


def totals(order: str, seats: int) -> list[int]:
    """The total of every round, from the stacked deck."""
    numbers = [int(card[1:]) for card in order.split()]
    return [sum(numbers[seat * HANDS[seats] + turn] for seat in range(seats)) for turn in range(HANDS[seats])]


def guess(state: reihum.State, *guesses: int) -> reihum.State:
    """One round: the guesses of the seats 0, 1, …, each named when it is that seat's turn."""
    for _ in guesses:
        (seat,) = state.to_act
        state = state.play(seat, f"guess {guesses[seat]}")
    return state


def won_by(state: reihum.State, seat: int, total: int, seats: int) -> reihum.State:
    """One round in which a seat names the total exactly and all the others name something else."""
    other = seats if total > seats else 20 * seats
    return guess(state, *(total if player == seat else other for player in range(seats)))


def finish(state: reihum.State, order: str, seats: int, winners: list[int]) -> reihum.Outcome:
    """Play the last rounds, one for each winner named, to the end."""
    for winner, total in zip(winners, totals(order, seats)[-len(winners) :], strict=True):
        assert state.outcome is None
        state = won_by(state, winner, total, seats)
    return finished(state)


# --- the deal and the guesses ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_half_the_deck_is_dealt(seats: int) -> None:
    """Half the deck is dealt evenly (2: 20 each, 3: 13, 4: 10); the rest is out. (§3.3)"""
    order = " ".join(reversed(DECK_80))
    state = deal("ratefix", seats, order)
    outcome = finish(state, order, seats, [0] * HANDS[seats])
    assert outcome.points == (seats * HANDS[seats], *[0] * (seats - 1))
    assert outcome.places == (1, *[2] * (seats - 1))


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players(seats: int) -> None:
    """Ratefix is for 2–4 players. (§3.3)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("ratefix", seats=seats)


@pytest.mark.parametrize("option", [{"edition": "60"}, {"first": 2}, {"first": -1}, {"extra": True}])
def test_options_refused(option: dict[str, object]) -> None:
    """Ratefix knows the option `first` only: a seat, or `random`. (§3.3, §0)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("ratefix", seats=2, **option)


def test_a_deck_of_80() -> None:
    """The stacked deck holds all 80 cards, each once. (§0)"""
    for order in (DECK_80[:40], (*DECK_80[:-1], "R1"), (*DECK_80, "R1")):
        with pytest.raises(reihum.BadDeck):
            deal("ratefix", 2, " ".join(order))


def test_in_turn_beginning_with_the_first_seat() -> None:
    """In turn, beginning with the first seat, everyone names a guess of the total. (§3.3)"""
    state = table("R5", "R6", "R7")
    for seat in range(3):
        assert state.to_act == (seat,)
        assert all(not state.legal(other) for other in range(3) if other != seat)
        refused(state, (seat + 1) % 3, "guess 18")
        state = state.play(seat, f"guess {20 + seat}")


def test_first_changes_who_begins_not_the_deal() -> None:
    """The option `first` changes who begins, not how cards are dealt. (§0)"""
    state = table("R5", "R6", "R7", first=2)
    assert state.to_act == (2,)
    assert shown(state, 2) == {"R7"}
    assert state.play(2, "guess 18").to_act == (0,)


def test_first_at_random() -> None:
    """`first` may be `random`, drawn from the seed. (§0)"""
    game = reihum.game("ratefix", seats=4, first="random")
    assert len({game.deal(seed=f"seed {number}").to_act for number in range(40)}) > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_range_of_guesses(seats: int) -> None:
    """Guesses run from n to 20·n (Decision). (§3.3)"""
    state = deal("ratefix", seats, " ".join(DECK_80))
    assert texts(state, 0) == {f"guess {number}" for number in range(seats, 20 * seats + 1)}
    refused(state, 0, f"guess {seats - 1}")
    refused(state, 0, f"guess {20 * seats + 1}")
    refused(state, 0, "guess 0")


def test_the_range_does_not_follow_your_card() -> None:
    """Guesses run from n to 20·n: also where their own card makes them impossible. (§3.3)"""
    assert texts(table("R20", "R1"), 0) == texts(table("R1", "R20"), 0) == {f"guess {n}" for n in range(2, 41)}


def test_guesses_may_repeat() -> None:
    """Guesses may repeat (Decision). (§3.3)"""
    state = table("R5", "R6", "R7").play(0, "guess 18")
    assert "guess 18" in texts(state, 1)
    assert state.play(1, "guess 18").to_act == (2,)


# --- who takes the cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guesses", "winner"),
    [
        ((18, 19, 20), 0),
        ((20, 18, 16), 1),
        ((20, 21, 17), 2),
        ((3, 60, 40), 0),
        ((60, 3, 34), 1),
        ((15, 22, 25), 0),
        ((17, 20, 20), 0),
        ((20, 16, 18), 2),
    ],
)
def test_the_closest_takes_the_cards(guesses: tuple[int, int, int], winner: int) -> None:
    """The closest takes the cards – over or under, the others' ties do not matter. (§3.3)"""
    order = deck("R5", "R6", "R7")
    state = guess(deal("ratefix", 3, order), *guesses)
    assert state.to_act == (winner,), "the winner begins the next round"
    outcome = finish(state, order, 3, [(winner + 1) % 3] * 12)
    assert outcome.points[winner] == 3
    assert outcome.points[(winner + 1) % 3] == 36


def test_the_winner_begins_the_next_round() -> None:
    """In turn, beginning with the first seat (later: with the winner of the last round). (§3.3)"""
    state = guess(table("R5 Y5", "R6 Y6", "R7 Y7"), 20, 21, 18)
    order = []
    for _ in range(3):
        (seat,) = state.to_act
        order.append(seat)
        state = state.play(seat, "guess 60" if seat != 1 else "guess 18")
    assert order == [2, 0, 1]
    assert state.to_act == (1,)


@pytest.mark.parametrize("guesses", [(18, 18, 20), (17, 19, 60), (60, 20, 16), (18, 18, 18), (3, 10, 26), (20, 16, 20)])
def test_equally_close_guesses_share_nothing(guesses: tuple[int, int, int]) -> None:
    """Decision: equally close guesses share nothing: the cards stay for the next round's winner. (§3.3)"""
    order = deck("R5", "R6", "R7")
    state = guess(deal("ratefix", 3, order), *guesses)
    outcome = finish(state, order, 3, [2] + [1] * 11)
    assert outcome.points == (0, 33, 6)


def test_cards_stay_through_several_ties() -> None:
    """The cards stay for the next round's winner: through several ties. (§3.3)"""
    order = deck("R5 Y5 G5", "R6 Y6 G6", "R7 Y7 G7")
    state = deal("ratefix", 3, order)
    for _ in range(3):
        state = guess(state, 18, 18, 30)
    outcome = finish(state, order, 3, [2] + [0] * 9)
    assert outcome.points == (27, 0, 12)


def test_the_same_seat_begins_after_a_tie() -> None:
    """After a tie the same seat begins again. (§3.3)"""
    state = guess(table("R5 Y5 G5", "R6 Y6 G6", "R7 Y7 G7"), 18, 18, 20)
    assert state.to_act == (0,)
    state = guess(state, 20, 18, 25)
    assert state.to_act == (1,)
    state = guess(state, 17, 25, 19)
    assert state.to_act == (1,)


def test_the_same_seat_begins_after_a_tie_with_first() -> None:
    """After a tie the same seat begins again: the one that `first` named as well. (§3.3)"""
    assert guess(table("R5", "R6", "R7", first=1), 18, 18, 20).to_act == (1,)


@pytest.mark.parametrize("tied", [1, 2])
def test_left_over_cards_count_for_nobody(tied: int) -> None:
    """Left over at the end they count for nobody. (§3.3)"""
    order = " ".join(DECK_80)
    state = deal("ratefix", 4, order)
    sums = totals(order, 4)
    for turn in range(10 - tied):
        state = won_by(state, turn % 2, sums[turn], 4)
    for _ in range(tied):
        assert state.outcome is None
        state = guess(state, 40, 40, 40, 40)
    assert state.outcome is not None
    assert state.outcome.points == {1: (20, 16, 0, 0), 2: (16, 16, 0, 0)}[tied]
    assert state.outcome.places == {1: (1, 2, 3, 3), 2: (1, 1, 3, 3)}[tied]


# --- the end ---------------------------------------------------------------------------------------------


def test_most_cards_win() -> None:
    """Most cards win. (§3.3)"""
    order = " ".join(DECK_80)
    outcome = finish(deal("ratefix", 4, order), order, 4, [2, 2, 2, 2, 0, 0, 0, 3, 3, 1])
    assert outcome.points == (12, 4, 16, 8)
    assert outcome.places == (2, 4, 1, 3)
    assert outcome.reason != "bound"


def test_ties_share_the_place() -> None:
    """Most cards win; ties share the place. (§3.3, §0)"""
    order = " ".join(DECK_80)
    outcome = finish(deal("ratefix", 2, order), order, 2, [0, 1] * 10)
    assert outcome.points == (20, 20)
    assert outcome.places == (1, 1)


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal. (§0)"""
    order = " ".join(DECK_80)
    state = deal("ratefix", 4, order)
    for total in totals(order, 4):
        state = won_by(state, 0, total, 4)
    for seat in range(4):
        refused(state, seat, "guess 40")


# --- hidden information and notation ---------------------------------------------------------------------


def test_each_knows_only_one_card() -> None:
    """Each player's top card goes face down into the middle; each knows only their own card. (§3.3)"""
    state = table("R5 Y5", "R6 Y6", "R7 Y7")
    for position in (state, state.play(0, "guess 18"), state.play(0, "guess 18").play(1, "guess 30")):
        assert shown(position, 0) == {"R5"}
        assert shown(position, 1) == {"R6"}
        assert shown(position, 2) == {"R7"}
        assert shown(position, None) == set()


def test_the_next_round_shows_the_next_card() -> None:
    """Every round each player's top card goes face down into the middle: the next one is a secret again. (§3.3)"""
    state = guess(table("R5 Y5", "R6 Y6", "R7 Y7"), 18, 19, 20)
    for seat, card in enumerate(("Y5", "Y6", "Y7")):
        assert card in shown(state, seat)
        assert not ({"Y5", "Y6", "Y7"} - {card}) & shown(state, seat)
    assert not {"Y5", "Y6", "Y7"} & shown(state, None)


def test_the_cards_won_are_shown() -> None:
    """The closest takes the cards (the booklet: and lays them face up): everybody sees what they were. (§3.3)"""
    state = guess(table("R5", "R6", "R7"), 18, 19, 20)
    for seat in (0, 1, 2, None):
        assert {"R5", "R6", "R7"} <= shown(state, seat)


def test_guesses_are_public() -> None:
    """Everyone names a guess: what is announced is seen by all. (§3.3, §0)"""
    before = table("R5", "R6", "R7")
    after = before.play(0, "guess 37")
    assert re.search(r"\b37\b", seen(after, None))
    assert not re.search(r"\b37\b", seen(before, None))
    assert seen(after, None) != seen(before.play(0, "guess 38"), None)


def test_hidden_cards_make_no_difference() -> None:
    """Two deals that differ only in others' cards look the same, and allow the same. (§0)"""
    here, there = table("R5", "R6", "R7").play(0, "guess 30"), table("R8", "R6", "R9").play(0, "guess 30")
    assert seen(here, 1) == seen(there, 1)
    assert seen(here, None) == seen(there, None)
    assert here.legal(1) == there.legal(1)


@pytest.mark.parametrize("text", ["GUESS 33", "  guess   33 ", "Guess 33"])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks are forgiven on input."""
    state = table("R5", "R6")
    assert state.play(0, text) == state.play(0, "guess 33")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    state = table("R5", "R6")
    assert len(state.legal(0)) == 39
    for move in state.legal(0):
        assert state.play(0, str(move)) == state.play(0, move)


@pytest.mark.parametrize("text", ["", "guess", "33", "guess R5", "guess 3.5", "guess -5", "guess 5 6", "lay R5"])
def test_other_texts_are_refused(text: str) -> None:
    """An illegal move is refused with a reason, in any spelling."""
    refused(table("R5", "R6"), 0, text)


# --- every number once -----------------------------------------------------------------------------------


def test_numbers_may_repeat() -> None:
    """Option `repeat`, default on: guesses may repeat. (§3.3)"""
    assert "guess 30" in texts(table("R1", "R2", "R3").play(0, "guess 30"), 1)


def test_a_number_is_named_once_a_round() -> None:
    """`repeat` off: A number that was named in this round may not be named again. (§3.3)"""
    state = table("R1", "R2", "R3", repeat=False).play(0, "guess 30")
    assert texts(state, 1) == {f"guess {number}" for number in range(3, 61) if number != 30}
    refused(state, 1, "guess 30")
    why = state.why_not(1, "guess 30")
    assert why is not None
    assert (why.key, why.values["player"]) == ("error.ratefix.named", 0)
    refused(state.play(1, "guess 31"), 2, "guess 30", "guess 31")


def test_the_next_round_begins_anew() -> None:
    """`repeat` off: … before the cards are turned up. (§3.3)"""
    state = guess(table("R1 R4", "R2 R5", "R3 R6", repeat=False), 6, 30, 31)
    assert state.to_act == (0,)
    assert {"guess 6", "guess 30"} <= texts(state, 0)

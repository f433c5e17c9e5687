"""The end of Master, sentence by sentence of the rulebook's §2: a round, its points, several rounds."""

from __future__ import annotations

import random

import reihum
from games.master_tables import (
    FAR_FIRST,
    NEAR,
    deck_of,
    down_from,
    drained,
    go,
    lay_all,
    master,
    moves,
    on_turn,
    others_draw,
    places,
    points,
    up_from,
    worth,
)
from scenario import deal, texts
from witness import refused

# ---- The end


def test_going_out_ends_the_round_at_once() -> None:
    """§2: at once when a player has laid the last hand card; the others do not play on, and no `end` is needed."""
    cards = f"{down_from('R', 10, 2)} R12 R13"
    state = lay_all(master(f"{cards} R14", "", "", "", ""), cards)
    state = lay_all(go(state, "end"), "R14")
    assert list(state.to_act) == []
    assert state.outcome is not None


def test_a_joker_may_be_the_last_card() -> None:
    """§2: … a joker may be the last; connection cards do not matter."""
    cards = f"{down_from('R', 10, 2)} R12 R13"
    state = lay_all(master(f"{cards} J", "", "", "", ""), f"{cards} J>Y10")
    assert points(state)[0] == 0


def test_going_out_at_a_connection() -> None:
    """§2: at once when a player has laid the last hand card, at a connection as anywhere."""
    cards = f"{down_from('Y', 10, 2)} Y12 Y13"
    state = go(lay_all(master(f"{cards} B9", "", "", "", ""), cards), "link Y9>B9")
    assert state.outcome is None
    assert points(go(state, "lay B9"))[0] == 0


def test_a_swap_does_not_empty_the_hand() -> None:
    """§2: the round ends when the last hand card is *laid*; a swap puts a joker in its place."""
    cards = f"{down_from('R', 10, 2)} R12 Y10"
    state = master(f"{cards} B10", "J", "", "", "", first=1)
    state = lay_all(go(state, "lay J>B10", "end"), cards)
    assert moves(state) == {"end", "swap B10"}
    state = go(state, "swap B10")
    assert list(state.to_act) == [0]
    assert points(go(state, "lay J>G10"))[0] == 0


def win_by_bonus(kept: str) -> tuple[reihum.State, list[str]]:
    """Seat 1 lays a half row and keeps two cards or one, then seat 0 goes out without a bonus card."""
    zero = f"{down_from('Y', 10, 2)} {up_from('Y', 12, 14)}"
    one = f"{down_from('R', 10, 1)} {kept}"
    deck = deck_of(zero, one, "", "", "", "")
    state = deal("master", 6, deck, first=1)
    for turn in range(3):
        reds = down_from("R", 10 - 4 * turn, max(7 - 4 * turn, 1)).split()
        state = go(state, *(f"lay {card}" for card in reds))
        if turn == 2:
            state = go(state, *(f"lay {card}" for card in kept.split() if card == "R12"), "end")
        state = others_draw(state)
        state = go(state, *(f"lay {card}" for card in zero.split()[4 * turn : 4 * turn + 4]))
    return state, deck.split()


def test_scores() -> None:
    """§2: scores: +11 per bonus card, minus the numbers in hand; highest score wins; the player who went out need
    not win."""
    state, cards = win_by_bonus("G2 G1")
    rest = [worth(cards[12 * seat : 12 * seat + 12]) for seat in (2, 3, 4, 5)]
    stock = [worth(cards[72 + seat : 84 : 4]) for seat in range(4)]  # three rounds of draws by seats 2 to 5
    assert points(state) == [0, 11 - 2 - 1, *(-hand - drawn for hand, drawn in zip(rest, stock, strict=True))]
    assert places(state)[:2] == [2, 1]
    assert min(points(state)) < 0


def test_a_joker_in_hand_costs_11_and_ties_share() -> None:
    """§2: −11 per joker in hand; highest score wins, ties share."""
    state, _ = win_by_bonus("R12 J")
    assert points(state)[:2] == [0, 0]
    assert places(state)[:2] == [1, 1]
    assert min(places(state)[2:]) == 3


def test_passes_must_come_in_a_row() -> None:
    """§2, Decision: the round ends if the stock is empty and every player passes once *in a row*."""
    hand = " ".join([*NEAR, "R9", "R8", "R7", "R6"])
    state = drained(master("", hand, "", "", "", ""))
    for card in ("R10", "R9", "R8"):
        state = go(state, "pass", f"lay {card}", "end", "pass", "pass", "pass", "pass")
        assert state.outcome is None
    assert list(state.to_act) == [0]


HELD = ("R1", "R21", "Y1", "Y21")


def full_table() -> reihum.State:
    """Two seats lay everything but four cards they hold, for which the jokers lie: all 84 places are occupied."""
    state = master("R1 R21 J J", "Y1 Y21 J J")
    wishes = [
        *(f"lay J>{card}" for card in HELD),
        *(f"lay {card}" for card in FAR_FIRST if card not in HELD),
        "end",
        "draw",
        "pass",
    ]
    laid = 0
    while laid < 80:
        offered = moves(state)
        move = next(wish for wish in wishes if wish in offered)
        state = go(state, move)
        laid += move.startswith("lay")
    return state


def test_swaps_on_a_full_table() -> None:
    """§2, Decision: the engine offers a swap only if a card has been laid or can then still be laid."""
    state = full_table()
    assert moves(state) == {"end", "swap R1", "swap R21"}
    assert moves(go(state, "swap R1")) == {"end", "swap R21"}
    state = go(state, "end")
    assert moves(state) == {"pass"}  # although jokers lie for Y1 and Y21, which this seat holds
    refused(state, 1, "swap Y1")


def test_the_round_ends_when_everybody_passes() -> None:
    """§2, Decision: if the stock is empty and every player passes once in a row, the round ends and is scored the
    same way."""
    state = go(full_table(), "end", "pass")
    assert list(state.to_act) == [0]
    state = go(state, "pass")
    assert list(state.to_act) == []
    assert sum(points(state)) == 7 * 11 - worth(list(HELD))


def test_seven_bonus_cards_for_eight_half_rows() -> None:
    """§2: 7 bonus cards lie ready; … takes a bonus card, while there are any."""
    state = go(full_table(), "end", "pass", "pass")
    bonus = [score + worth(list(held)) for score, held in zip(points(state), (HELD[:2], HELD[2:]), strict=True)]
    assert sum(bonus) == 77
    assert all(score % 11 == 0 for score in bonus)


def test_the_reason_of_the_end() -> None:
    """§2: the round ends when a player has laid the last card, or when all have passed; the outcome says which."""
    blocked = go(full_table(), "end", "pass", "pass").outcome
    out, _ = win_by_bonus("G2 G1")
    assert blocked is not None
    assert out.outcome is not None
    assert blocked.reason != out.outcome.reason


def test_after_the_end() -> None:
    """§0: after the end nobody may act and no move is legal."""
    state, _ = win_by_bonus("G2 G1")
    assert list(state.to_act) == []
    for seat in range(6):
        assert texts(state, seat) == set()
        for move in ("draw", "end", "pass", "lay R11", "lay G2"):
            refused(state, seat, move)


# ---- Several rounds


def test_as_many_rounds_as_players() -> None:
    """§0: `rounds="players"` means as many rounds as players, as the booklets advise for Master; the first seat
    moves on by one; points add up over the rounds; most points win."""
    dice = random.Random(11)
    match = reihum.match("master", seats=3, rounds="players", seed="three rounds")
    totals = [0, 0, 0]
    for number in range(3):
        assert match.round == number
        assert list(match.state.to_act) == [number]
        while match.state.outcome is None:
            seat = on_turn(match.state)
            match = match.play(seat, dice.choice(sorted(texts(match.state, seat))))
        totals = [total + score for total, score in zip(totals, points(match.state), strict=True)]
        assert list(match.totals) == totals
        if number < 2:
            assert match.outcome is None
            match = match.next_round()
    assert match.outcome is not None
    assert list(match.outcome.points) == totals
    assert list(match.outcome.places) == [1 + sum(other > own for other in totals) for own in totals]

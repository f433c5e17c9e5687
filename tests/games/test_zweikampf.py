"""Zweikampf, sentence by sentence (RULEBOOK §3.5)."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from scenario import cards, deal, play, seen, texts
from witness import ended, faces, hand_sizes, refused


def duels(first: str = "", last: str = "", rest_to: int = 0, colours: str = "RY") -> str:
    """A deck of twenty duels: some named ("R5-Y4") first and last, between them duels that one seat wins.

    >>> duels(first="R5-Y4", rest_to=1).split()[:2], duels(first="R5-Y4").split()[20]
    (['R5', 'R1'], 'Y4')
    """
    head, tail = ([(a, b) for a, b in (duel.split("-") for duel in part.split())] for part in (first, last))
    named = {card for duel in head + tail for card in duel}
    rest = sorted((c for c in cards(1, 20, colours) if c not in named), key=lambda c: (int(c[1:]), c))
    half = len(rest) // 2
    middle = [(high, low) if rest_to == 0 else (low, high) for low, high in zip(rest[:half], rest[half:], strict=True)]
    piles = zip(*head, *middle, *tail, strict=True)
    return " ".join(card for pile in piles for card in pile)


def zweikampf(deck: str, **options: Any) -> reihum.State:
    """Deal Zweikampf from a stacked deck."""
    return deal("zweikampf", seats=2, deck=deck, **options)


def turn_all(state: reihum.State, duels_at_most: int = 20) -> reihum.State:
    """Both turn up, seat 0 first, as often as told or until the end."""
    for _ in range(duels_at_most):
        if state.outcome is None:
            state = play(state, "0 turn; 1 turn")
    return state


# -- the deal -------------------------------------------------------------------------------------------------


def test_twenty_cards_each() -> None:
    """Two colours 1–20, 20 cards each (§3.5)."""
    assert hand_sizes(zweikampf(duels())) == (20, 20)


def test_red_and_yellow_unless_told_otherwise() -> None:
    """Two colours 1–20 (default red and yellow) (§3.5)."""
    assert hand_sizes(zweikampf(duels(colours="RY"))) == (20, 20)
    with pytest.raises(reihum.BadDeck):
        zweikampf(duels(colours="GB"))


@pytest.mark.parametrize("colours", ["RG", "RB", "YG", "YB", "GB"])
def test_any_two_colours(colours: str) -> None:
    """Two colours 1–20 (default red and yellow): the option `colours` names others (§3.5)."""
    state = zweikampf(duels(colours=colours), colours=colours)
    assert ended(turn_all(state)) == ((40, 0), (1, 2))


@pytest.mark.parametrize("colours", ["R", "RR", "RYG", "RX", "", 2])
def test_colours_are_two_different_ones(colours: object) -> None:
    """Two colours: one, three, twice the same or an unknown one are refused (§3.5)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("zweikampf", seats=2, colours=colours)


@pytest.mark.parametrize("seats", [0, 1, 3, 4, 6])
def test_for_two_players_only(seats: int) -> None:
    """`zweikampf` — Zweikampf (2) (§3.5)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("zweikampf", seats=seats)


@pytest.mark.parametrize("option", ["first", "edition", "again"])
def test_no_other_options(option: str) -> None:
    """Either may turn up first, so there is no `first`; unknown options are refused (§0, §3.5)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("zweikampf", seats=2, **{option: 1})


def test_a_wrong_deck_is_named() -> None:
    """A wrong card, a missing or a double one: an error that names it (DESIGN, deck order)."""
    with pytest.raises(reihum.BadDeck, match="G5"):
        zweikampf(duels().replace("R5", "G5"))
    with pytest.raises(reihum.BadDeck, match="Y5"):
        zweikampf(duels().replace("R5", "Y5"))
    with pytest.raises(reihum.BadDeck, match="R5"):
        zweikampf(duels().replace("R5", ""))


def test_the_first_half_of_the_deck_is_seat_0s_pile() -> None:
    """The first seat's whole hand comes first, then the next seat's; piles: the top card first (§0)."""
    state = zweikampf(duels(first="R7-Y2 R8-Y3"))
    assert faces(state.play(0, "turn").events(None)) == {"R7"}
    assert faces(state.play(1, "turn").events(None)) == {"Y2"}


# -- turning up -----------------------------------------------------------------------------------------------


def test_both_turn_up() -> None:
    """Both turn up (§3.5)."""
    state = zweikampf(duels())
    assert sorted(state.to_act) == [0, 1]
    assert texts(state, 0) == texts(state, 1) == {"turn"}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_either_may_do_so_first(order: tuple[int, int]) -> None:
    """Both turn up (either may do so first) (§3.5)."""
    state = zweikampf(duels(first="R7-Y2"))
    state = state.play(order[0], "turn")
    assert tuple(state.to_act) == (order[1],)
    state = state.play(order[1], "turn")
    assert sorted(state.to_act) == [0, 1]


def test_one_card_each() -> None:
    """Both turn up: who has done so waits for the other (§3.5)."""
    state = play(zweikampf(duels()), "1 turn")
    refused(state, 1, "turn")
    assert texts(state, 1) == set()


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    state = zweikampf(duels())
    assert state.play(0, "  TURN ") == state.play(0, "turn")


# -- who takes the cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", [0, 1])
def test_the_higher_takes_both(winner: int) -> None:
    """The higher takes both (§3.5)."""
    state = turn_all(zweikampf(duels(rest_to=winner)))
    assert ended(state) == (((40, 0), (1, 2)) if winner == 0 else ((0, 40), (2, 1)))


def test_every_duel_counts_two_cards() -> None:
    """The higher takes both: 19 duels to one are 38 cards to 2 (§3.5)."""
    state = turn_all(zweikampf(duels(last="R1-Y20", rest_to=0)))
    assert ended(state) == ((38, 2), (1, 2))


def test_equal_both_turn_up_one_more() -> None:
    """Equal: both turn up one more, the winner takes everything in play (§3.5)."""
    state = play(zweikampf(duels(first="R5-Y5 R9-Y3", rest_to=1)), "0 turn; 1 turn")
    assert sorted(state.to_act) == [0, 1]
    assert ended(turn_all(state)) == ((4, 36), (2, 1))


def test_equal_again() -> None:
    """Equal: both turn up one more – and again, while they are equal (§3.5)."""
    state = zweikampf(duels(first="R5-Y5 R6-Y6 R3-Y9", rest_to=0))
    assert ended(turn_all(state)) == ((34, 6), (1, 2))


def test_one_pass_through_the_piles() -> None:
    """One pass through the piles (§3.5)."""
    state = turn_all(zweikampf(duels()), 19)
    state = play(state, "0 turn")
    assert state.outcome is None
    assert ended(play(state, "1 turn")) == ((40, 0), (1, 2))


def test_most_cards_win_and_ties_share_the_place() -> None:
    """Most cards win; ties share the place (§0, §3.5)."""
    pairs = " ".join(f"R{n}-Y{21 - n}" for n in range(1, 21))
    assert ended(turn_all(zweikampf(duels(first=pairs)))) == ((20, 20), (1, 1))


def test_a_tie_at_the_very_end_counts_for_nobody() -> None:
    """Decision: cards still tied at the very end count for nobody (§3.5)."""
    assert ended(turn_all(zweikampf(duels(last="R20-Y20", rest_to=1)))) == ((0, 38), (2, 1))


def test_all_the_cards_still_tied_count_for_nobody() -> None:
    """Decision: cards still tied at the very end count for nobody, however many (§3.5)."""
    assert ended(turn_all(zweikampf(duels(last="R1-Y1 R19-Y19 R20-Y20")))) == ((34, 0), (1, 2))


def test_nothing_but_ties() -> None:
    """Decision: cards still tied at the very end count for nobody, here all forty (§3.5)."""
    pairs = " ".join(f"R{n}-Y{n}" for n in range(1, 21))
    assert ended(turn_all(zweikampf(duels(first=pairs)))) == ((0, 0), (1, 1))


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal (§0)."""
    state = turn_all(zweikampf(duels()))
    refused(state, 0, "turn")
    refused(state, 1, "turn")


# -- what is seen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_piles_lie_face_down(seat: int | None) -> None:
    """20 cards each, face down: nobody sees them, not even the owner (§0, §3.5)."""
    state = zweikampf(duels())
    assert faces([state.view(seat), state.events(seat)]) == set()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_turned_up_is_seen_by_all(seat: int | None) -> None:
    """Both turn up: a card lies face up at once, for everybody (§0, §3.5)."""
    state = play(zweikampf(duels(first="R7-Y2")), "0 turn")
    assert faces(state.view(seat)) == faces(state.events(seat)) == {"R7"}
    assert "Y2" in faces(play(state, "1 turn").events(seat))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_lies_below_makes_no_difference(seat: int | None) -> None:
    """Never: face-down cards, the order of the stock (§0)."""
    one, other = (
        play(zweikampf(deck), "0 turn; 1 turn; 1 turn")
        for deck in (duels(first="R7-Y2 R8-Y3 R5-Y5"), duels(first="R7-Y2 R9-Y3 Y20-R4", rest_to=1))
    )
    assert seen(one, seat) == seen(other, seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_won_cards_that_are_covered_are_not_shown_again(seat: int | None) -> None:
    """What was shown earlier and is covered again is not repeated in a view (§0)."""
    state = turn_all(zweikampf(duels(first="R7-Y2 R8-Y3")), 2)
    assert not faces(state.view(seat)) & {"R7", "Y2"}


# -- the long game --------------------------------------------------------------------------------------------


def test_long_goes_on_after_the_first_pass() -> None:
    """Option `long`: when a face-down pile is used up, the won cards are turned over (§3.5)."""
    pairs = " ".join(f"R{n}-Y{21 - n}" for n in range(1, 21))
    state = turn_all(zweikampf(duels(first=pairs), long=True), 20)
    assert state.outcome is None
    assert sorted(state.to_act) == [0, 1]


@pytest.mark.parametrize("winner", [0, 1])
def test_long_the_first_to_own_all_cards_wins(winner: int) -> None:
    """Option `long`: the first to own all cards wins (§3.5)."""
    state = turn_all(zweikampf(duels(rest_to=winner), long=True), 20)
    assert ended(state) == (((40, 0), (1, 2)) if winner == 0 else ((0, 40), (2, 1)))


def test_long_two_cards_are_not_yet_the_end() -> None:
    """Option `long`: the first to own all cards wins, not the one with almost all (§3.5)."""
    state = turn_all(zweikampf(duels(first="R5-Y1 R6-Y2 R7-R8"), long=True), 20)
    assert state.outcome is None
    state = play(state, "0 turn; 1 turn")  # R5 against the R8 that was won
    assert state.outcome is None


def second_pass(state: reihum.State, seat: int, count: int) -> list[set[str]]:
    """What a seat turns up, card by card, when it turns first in every duel after the first pass."""
    state = turn_all(state, 20)
    shown = []
    for _ in range(count):
        state = state.play(seat, "turn")
        shown.append(faces(state.events(None)))
        state = state.play(1 - seat, "turn")
    return shown


def test_long_the_won_cards_come_in_the_order_in_which_they_were_won() -> None:
    """The won cards are turned over, unshuffled; the winner lays their own card, then the loser's (§3.5)."""
    deck = duels(first="R7-Y2 R1-Y4 R8-Y3 R2-Y9", last="R5-Y14")
    assert second_pass(zweikampf(deck, long=True), 0, 4) == [{"R7"}, {"Y2"}, {"R8"}, {"Y3"}]
    assert second_pass(zweikampf(deck, long=True), 1, 4) == [{"Y4"}, {"R1"}, {"Y9"}, {"R2"}]


def test_long_a_tie_is_won_in_order_of_play() -> None:
    """The winner of a duel lays their own cards, then the loser's, each in order of play (§3.5)."""
    deck = duels(first="R5-Y5 R9-Y3 R1-Y4 R2-Y6 R3-Y7 R4-Y8 R6-Y10")
    assert second_pass(zweikampf(deck, long=True), 0, 4) == [{"R5"}, {"R9"}, {"Y5"}, {"Y3"}]


def test_long_a_tie_goes_on_with_the_cards_turned_over() -> None:
    """A player who cannot turn up a card, even within a tie, loses – but won cards can be turned over (§3.5)."""
    state = turn_all(zweikampf(duels(first="R1-Y4 R7-Y2", last="R20-Y20"), long=True), 20)
    assert state.outcome is None
    assert faces(state.play(0, "turn").events(None)) == {"R7"}
    assert faces(state.play(1, "turn").events(None)) == {"Y4"}


def test_long_the_cards_of_the_last_duel_are_turned_over_too() -> None:
    """When a face-down pile is used up, the won cards are turned over (§3.5): those it has just won as well."""
    deck = duels(first="R7-Y2", last="R5-Y14", rest_to=0)
    assert second_pass(zweikampf(deck, long=True), 1, 1) == [{"Y14"}]


@pytest.mark.parametrize("winner", [0, 1])
def test_long_who_cannot_turn_up_within_a_tie_loses(winner: int) -> None:
    """A player who cannot turn up a card, even within a tie, loses and the other gets the cards in play (§3.5)."""
    state = turn_all(zweikampf(duels(last="R20-Y20", rest_to=winner), long=True), 20)
    assert ended(state) == (((40, 0), (1, 2)) if winner == 0 else ((0, 40), (2, 1)))


def test_long_when_neither_can_turn_up_it_is_a_draw() -> None:
    """A player who cannot turn up a card loses (neither can: a draw) (§3.5)."""
    pairs = " ".join(f"R{n}-Y{n}" for n in range(1, 21))
    points, places = ended(turn_all(zweikampf(duels(first=pairs), long=True), 20))
    assert places == (1, 1)
    assert points[0] == points[1]


# A deck that is still undecided after 2,000 duels (found by search; it would last 2,240).
ENDLESS = """
R3 R12 Y12 Y11 Y7 Y1 Y19 R5 R9 Y9 R8 R20 Y6 R10 Y8 R1 Y13 R13 Y15 R4
Y20 R2 Y2 Y16 R19 Y5 R16 Y10 R14 Y3 R17 R6 R18 R11 Y17 R15 R7 Y18 Y4 Y14
"""


def test_long_ends_after_2000_duels() -> None:
    """After 2,000 duels the one with more cards wins (§3.5); all that is turned up in a tie is one duel."""
    state = zweikampf(ENDLESS, long=True)
    decided = 0
    while decided < 2_000:
        assert state.outcome is None
        (one,), (other,) = (faces(state.play(seat, "turn").events(None)) for seat in (0, 1))
        decided += one[1:] != other[1:]
        state = play(state, "0 turn; 1 turn")
    assert ended(state) == ((30, 10), (1, 2))


@pytest.mark.parametrize("long", ["yes please", 7])
def test_long_is_on_or_off(long: object) -> None:
    """Option `long` is on or off (§3.5)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("zweikampf", seats=2, long=long)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_long_cards_turned_over_are_hidden_again(seat: int | None) -> None:
    """What was shown earlier and is hidden again is not repeated in a view and counts as unknown there (§0)."""
    pairs = " ".join(f"R{n}-Y{21 - n}" for n in range(1, 21))
    state = play(turn_all(zweikampf(duels(first=pairs), long=True), 20), "0 turn")
    assert faces(state.view(seat)) - {"R20", "Y1"} == {"R11"}  # R20 and Y1 were won last


def test_the_short_form_has_ten_cards_each() -> None:
    """`length` short, for the long game: only the numbers 1 to 10, ten cards each. (§3.5)"""
    state = reihum.game("zweikampf", seats=2, long=True, length="short").deal(seed="short")
    assert [player.cards for player in state.view(None).players] == [10, 10]
    assert max(int(card[1:]) for card in state.everywhere()) == 10


def test_only_the_long_game_has_a_short_form() -> None:
    """`length` needs `long`: one pass through the piles is short already. (§3.5)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("zweikampf", seats=2, length="short")

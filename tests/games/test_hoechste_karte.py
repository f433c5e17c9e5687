"""Die höchste Karte gewinnt, sentence by sentence (RULEBOOK §3.11)."""

from __future__ import annotations

import pytest

import reihum
from scenario import cards, play, seen, texts
from witness import ended, faces, hand_sizes, refused


def hoechste(seats: int) -> reihum.State:
    """The game at its start; there is nothing to shuffle."""
    return reihum.game("hoechste-karte", seats=seats).deal(seed="nothing to shuffle")


def lays(*numbers: int) -> set[str]:
    """Seat 0's moves with these numbers."""
    return {f"lay R{number}" for number in numbers}


def tricks(state: reihum.State, *columns: str) -> reihum.State:
    """Play several tricks, each told by the numbers of the seats in order: "11 3 7"."""
    for column in columns:
        for seat, number in enumerate(column.split()):
            state = state.play(seat, f"lay {'RYGB'[seat]}{number}")
    return state


# -- the hands ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_holds_1_to_11_of_one_colour(seats: int) -> None:
    """Each player holds 1–11 of one colour (seats in the rank order of the colours) (§3.11)."""
    state = hoechste(seats)
    assert hand_sizes(state) == (11,) * seats
    for seat, colour in enumerate("RYGB"[:seats]):
        assert texts(state, seat) == {f"lay {card}" for card in cards(1, 11, colour)}


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_for_two_to_four_players(seats: int) -> None:
    """`hoechste-karte` — Die höchste Karte gewinnt (2–4) (§3.11)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("hoechste-karte", seats=seats)


@pytest.mark.parametrize("option", ["first", "edition", "colours", "long"])
def test_there_are_no_options(option: str) -> None:
    """Höchste Karte has no options; unknown options are refused (DESIGN, the engine contract)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("hoechste-karte", seats=2, **{option: 0})


@pytest.mark.parametrize("deck", [" ".join(cards(1, 11, "RY")), "R1"])
def test_a_deck_is_refused(deck: str) -> None:
    """Höchste Karte has nothing to shuffle and refuses a deck (DESIGN, deck order)."""
    with pytest.raises(reihum.BadDeck):
        reihum.game("hoechste-karte", seats=2).deal(deck=deck)


def test_the_seed_makes_no_difference() -> None:
    """Höchste Karte has nothing to shuffle (DESIGN, deck order)."""
    game = reihum.game("hoechste-karte", seats=3)
    one, other = game.deal(seed="a"), game.deal(seed="b")
    for seat in (0, 1, 2, None):
        assert seen(one, seat) == seen(other, seat)


# -- choosing in secret ---------------------------------------------------------------------------------------


def test_all_choose() -> None:
    """All choose one card in secret (§3.11): everybody is awaited, in any order."""
    state = hoechste(3)
    assert sorted(state.to_act) == [0, 1, 2]
    state = play(state, "1 lay Y5")
    assert sorted(state.to_act) == [0, 2]
    state = play(state, "2 lay G4")
    assert tuple(state.to_act) == (0,)
    state = play(state, "0 lay R3")
    assert sorted(state.to_act) == [0, 1, 2]


def test_one_card_each() -> None:
    """All choose *one* card (§3.11)."""
    state = play(hoechste(2), "0 lay R9")
    assert texts(state, 0) == set()
    refused(state, 0, "lay R3", "lay R9")


def test_only_cards_of_your_hand() -> None:
    """Each player holds 1–11 of one colour (§3.11)."""
    refused(hoechste(2), 0, "lay Y9", "lay R12", "lay G3")
    state = tricks(hoechste(2), "9 3")
    assert texts(state, 0) == lays(1, 2, 3, 4, 5, 6, 7, 8, 10, 11)
    refused(state, 0, "lay R9")
    refused(state, 1, "lay Y3")


@pytest.mark.parametrize("seat", [1, 2, None])
def test_in_secret(seat: int | None) -> None:
    """All choose one card in secret and reveal together (§3.11)."""
    one, other = (play(hoechste(3), f"0 lay {card}") for card in ("R9", "R2"))
    assert seen(one, seat) == seen(other, seat)
    assert not faces([one.view(seat), one.events(seat)]) & set(cards(1, 11, "R"))
    if seat is not None:
        assert texts(one, seat) == texts(other, seat)


@pytest.mark.parametrize("seat", [1, None])
def test_secret_until_the_last_has_chosen(seat: int | None) -> None:
    """All choose one card in secret and reveal *together* (§3.11)."""
    one, other = (play(hoechste(3), f"0 lay {red}; 2 lay {green}") for red, green in (("R9", "G1"), ("R2", "G8")))
    assert seen(one, seat) == seen(other, seat)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_reveal_together(seat: int | None) -> None:
    """All choose one card in secret and reveal together (§3.11)."""
    state = play(hoechste(3), "2 lay G4; 0 lay R9; 1 lay Y5")
    assert {"R9", "Y5", "G4"} <= faces(state.events(seat))


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_other_hands_are_not_shown(seat: int | None) -> None:
    """Never: other hands (§0)."""
    own = set() if seat is None else set(cards(1, 11, "RYG"[seat]))
    state = hoechste(3)
    assert faces([state.view(seat), state.events(seat)]) == own


def test_the_order_of_choosing_makes_no_difference() -> None:
    """All choose one card in secret and reveal together (§3.11): who was quicker does not matter."""
    one, other = play(hoechste(2), "0 lay R9; 1 lay Y5"), play(hoechste(2), "1 lay Y5; 0 lay R9")
    assert [texts(one, seat) for seat in (0, 1)] == [texts(other, seat) for seat in (0, 1)]
    rest = ["1 1", "2 2", "3 3", "4 4", "5 6", "6 7", "7 8", "8 9", "10 10", "11 11"]
    assert ended(tricks(one, *rest)) == ended(tricks(other, *rest))


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    assert hoechste(2).play(0, "  LAY   r9 ") == hoechste(2).play(0, "lay R9")


# -- who takes the cards --------------------------------------------------------------------------------------


def test_the_single_highest_takes_all() -> None:
    """The single highest takes all (§3.11)."""
    state = tricks(hoechste(2), *(f"{n} {n - 1}" for n in range(2, 12)))
    assert state.outcome is None
    assert ended(tricks(state, "1 11")) == ((20, 2), (1, 2))


def test_three_players() -> None:
    """The single highest takes all, three cards of three players (§3.11)."""
    columns = ["11 10 10", "10 11 9", *(f"{n} {n} {n + 2}" for n in range(1, 7)), "7 7 11", "8 8 1", "9 9 2"]
    assert ended(tricks(hoechste(3), *columns)) == ((3, 3, 21), (2, 2, 1))


def test_equal_cards_below_the_highest_do_not_matter() -> None:
    """A tie *for highest* sets the cards aside (§3.11), another does not."""
    columns = ["11 3 3 3"] + [f"{n} {m} {m} {m}" for n, m in zip(range(1, 11), [1, 2, *range(4, 12)], strict=True)]
    points, places = ended(tricks(hoechste(4), *columns))
    assert points == (4, 0, 0, 0)
    assert places == (1, 2, 2, 2)


def test_a_tie_for_highest_goes_to_the_next_winner() -> None:
    """A tie for highest sets the cards aside for the next winner (§3.11)."""
    state = tricks(hoechste(2), "5 5", "9 3", "3 9", *(f"{n} {n}" for n in (1, 2, 4, 6, 7, 8, 10, 11)))
    assert ended(state) == ((4, 2), (1, 2))


def test_ties_add_up_for_the_next_winner() -> None:
    """A tie for highest sets the cards aside for the next winner (§3.11), after several ties all of them."""
    state = tricks(hoechste(2), "5 5", "6 6", "7 7", "3 9", "9 3", *(f"{n} {n}" for n in (1, 2, 4, 8, 10, 11)))
    assert ended(state) == ((2, 8), (2, 1))


def test_two_of_three_tie_for_highest() -> None:
    """A tie for highest sets the cards aside (§3.11), those of the third player too."""
    columns = ["9 9 2", "3 4 8", "4 3 9", *(f"{n} {n} {m}" for n, m in ((1, 1), (2, 3), (5, 4), (6, 5)))]
    state = tricks(hoechste(3), *columns)
    assert state.outcome is None
    state = tricks(state, "7 7 6", "8 8 7", "10 10 10", "11 11 11")
    # Green takes six cards with its 8, three with its 9, six with its 3; then all tie to the end.
    assert ended(state) == ((0, 0, 15), (2, 2, 1))


def test_a_tie_at_the_last_card_is_lost() -> None:
    """At the last card they are lost (§3.11)."""
    state = tricks(hoechste(2), *(f"{n} {n - 1}" for n in range(2, 11)), "1 10", "11 11")
    assert ended(state) == ((18, 2), (1, 2))


def test_with_those_set_aside_before() -> None:
    """At the last card they are lost, with those set aside before (§3.11)."""
    state = tricks(hoechste(2), *(f"{n} {n - 1}" for n in range(2, 10)), "1 9", "10 10", "11 11")
    assert ended(state) == ((16, 2), (1, 2))


def test_nothing_but_ties() -> None:
    """A tie for highest sets the cards aside; at the last card they are lost (§3.11): nobody has a card."""
    assert ended(tricks(hoechste(2), *(f"{n} {n}" for n in range(1, 12)))) == ((0, 0), (1, 1))


def test_the_last_card_wins_those_set_aside() -> None:
    """A tie sets the cards aside for the next winner (§3.11), even if only the last card has one."""
    state = tricks(hoechste(2), *(f"{n} {n}" for n in range(1, 10)), "10 11")
    assert state.outcome is None
    assert ended(tricks(state, "11 10")) == ((2, 20), (2, 1))


def test_equal_cards_tie() -> None:
    """Most cards win (§3.11); ties share the place (§0)."""
    state = tricks(hoechste(2), "2 1", "1 2", *(f"{n} {n}" for n in range(3, 12)))
    assert ended(state) == ((2, 2), (1, 1))


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal (§0)."""
    state = tricks(hoechste(2), *(f"{n} {n}" for n in range(1, 12)))
    refused(state, 0, "lay R1", "lay R11")


def test_every_round_with_your_colour() -> None:
    """Each player holds 1–11 of one colour (seats in the rank order of the colours), in every round (§3.11)."""
    match = reihum.match("hoechste-karte", seats=2, rounds=2, seed="two rounds")
    for number in range(1, 12):
        match = match.play(0, f"lay R{number}").play(1, f"lay Y{number % 11 + 1}")
    assert tuple(match.totals) == (2, 20)
    match = match.next_round()
    assert texts(match.state, 0) == lays(*range(1, 12))

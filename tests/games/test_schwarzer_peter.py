"""Schwarzer Peter, sentence by sentence (RULEBOOK §3.9)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import reihum
from fillings import filled
from scenario import cards, deal, play, seen, texts
from witness import ended, faces, hand_sizes, refused, starters

SIZES = {2: (20, 19), 3: (13, 13, 13), 4: (10, 10, 10, 9), 5: (8, 8, 8, 8, 7), 6: (7, 7, 7, 6, 6, 6)}
LONG = cards(1, 20, "RY")
SHORT = cards(1, 16, "RY")


def peter(*hands: str, aside: str = "R20", seed: str | None = None, **options: Any) -> reihum.State:
    """Set a card aside and deal the cards named; pairs, laid down at once, fill up the hands."""
    deck = filled([1, *SIZES[len(hands)]], [aside, *hands], of=LONG)
    return deal("schwarzer-peter", seats=len(hands), deck=deck, seed=seed, **options)


# -- the deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "sizes"), [(4, (10, 10, 10, 9)), (5, (8, 8, 8, 8, 7)), (6, (7, 7, 7, 6, 6, 6))])
def test_the_rest_is_dealt_as_evenly_as_possible(seats: int, sizes: tuple[int, ...]) -> None:
    """One card is set aside; the rest is dealt as evenly as possible (§3.9), the earlier seats get more (§0)."""
    deck = " ".join(LONG)  # R1 aside; no hand so short holds both cards of a number
    assert hand_sizes(deal("schwarzer-peter", seats=seats, deck=deck)) == sizes


@pytest.mark.parametrize(("seats", "sizes"), [(4, (8, 8, 8, 7)), (5, (7, 6, 6, 6, 6)), (6, (6, 5, 5, 5, 5, 5))])
def test_short_has_the_numbers_1_to_16(seats: int, sizes: tuple[int, ...]) -> None:
    """Option `short`: 1–16 (§3.9)."""
    state = deal("schwarzer-peter", seats=seats, deck=" ".join(SHORT), short=True)
    assert hand_sizes(state) == sizes


def test_the_deck_must_fit_the_option() -> None:
    """Two colours 1–20 (option `short`: 1–16) (§3.9)."""
    with pytest.raises(reihum.BadDeck):
        deal("schwarzer-peter", seats=3, deck=" ".join(SHORT))
    with pytest.raises(reihum.BadDeck):
        deal("schwarzer-peter", seats=3, deck=" ".join(LONG), short=True)
    with pytest.raises(reihum.BadDeck, match="G5"):
        deal("schwarzer-peter", seats=3, deck=" ".join(LONG).replace("R5", "G5"))


@pytest.mark.parametrize("short", ["very", 16])
def test_short_is_on_or_off(short: object) -> None:
    """Option `short` is on or off (§3.9)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schwarzer-peter", seats=2, short=short)


def test_red_and_yellow_unless_told_otherwise() -> None:
    """Two colours 1–20 (default red and yellow) (§3.9)."""
    green = " ".join(cards(1, 20, "GB"))
    assert hand_sizes(deal("schwarzer-peter", seats=4, deck=green, colours="GB")) == (10, 10, 10, 9)
    with pytest.raises(reihum.BadDeck):
        deal("schwarzer-peter", seats=4, deck=green)


def test_short_with_other_colours() -> None:
    """Two colours (default red and yellow; option `short`: 1–16) (§3.9): both options together."""
    deck = " ".join(cards(1, 16, "YB"))
    state = deal("schwarzer-peter", seats=4, deck=deck, colours="YB", short=True)
    assert hand_sizes(state) == (8, 8, 8, 7)


@pytest.mark.parametrize("colours", ["R", "RR", "RYG", "RX", "", 2])
def test_colours_are_two_different_ones(colours: object) -> None:
    """Two colours: one, three, twice the same or an unknown one are refused (§3.9)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schwarzer-peter", seats=2, colours=colours)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_for_two_to_six_players(seats: int) -> None:
    """`schwarzer-peter` — Schwarzer Peter (2–6) (§3.9)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("schwarzer-peter", seats=seats)


@pytest.mark.parametrize("option", ["edition", "bluff", "long"])
def test_no_other_options(option: str) -> None:
    """Unknown options are refused with a clear error (DESIGN, the engine contract)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schwarzer-peter", seats=2, **{option: True})


def test_the_card_set_aside_comes_first() -> None:
    """Schwarzer Peter: the card set aside comes first (DESIGN, deck order)."""
    state = deal("schwarzer-peter", seats=4, deck=" ".join(LONG))
    assert set(cards(2, 11, "R")) <= faces(state.view(0))
    assert "R1" not in faces(state.view(0))


def test_pairs_are_laid_down_at_once() -> None:
    """Pairs of equal numbers are laid down at once (§3.9)."""
    assert hand_sizes(peter("R19 Y20", "Y19")) == (2, 1)
    assert hand_sizes(peter("R19", "Y19", "Y20")) == (1, 1, 1)


def test_a_deal_that_leaves_only_black_peter() -> None:
    """Pairs are laid down at once; the player left with the Black Peter loses (§3.9), even at the deal."""
    assert ended(peter("", "Y20")) == ((1, 0), (1, 2))


# -- who begins -----------------------------------------------------------------------------------------------


def test_the_first_seat_begins() -> None:
    """In turn each player draws (§3.9), from the first seat on (§0)."""
    state = peter("R19", "Y19", "Y20")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 1) == texts(state, 2) == set()
    refused(state, 1, "draw 1")


def test_first() -> None:
    """The option `first` changes who begins, not how cards are dealt (§0)."""
    state = peter("R19", "Y19", "Y20", first=2)
    assert tuple(state.to_act) == (2,)
    assert "R19" in faces(state.view(0))
    assert starters("schwarzer-peter", 4, " ".join(LONG)) == {(0,), (1,), (2,), (3,)}


@pytest.mark.parametrize("first", [2, -1, "youngest"])
def test_first_is_a_seat(first: object) -> None:
    """The option `first`: a seat, or `random` (§0)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("schwarzer-peter", seats=2, first=first)


def test_a_first_seat_without_cards_does_not_draw() -> None:
    """Players without cards neither draw nor are drawn from (§3.9)."""
    state = peter("", "R19 Y18", "Y19 R18", "Y20")
    assert tuple(state.to_act) == (1,)


# -- drawing --------------------------------------------------------------------------------------------------


def test_draw_from_the_left_neighbour_choosing_a_position() -> None:
    """In turn each player draws one unseen card from the left neighbour, choosing a position (§3.9)."""
    state = deal("schwarzer-peter", seats=4, deck=" ".join(LONG), first=2)
    assert texts(state, 2) == {f"draw {position}" for position in range(1, 10)}
    refused(state, 2, "draw 0", "draw 10")


def test_the_last_seat_draws_from_the_first() -> None:
    """The left neighbour (the next seat that still holds cards) (§3.9)."""
    state = deal("schwarzer-peter", seats=4, deck=" ".join(LONG), first=3)
    assert texts(state, 3) == {f"draw {position}" for position in range(1, 11)}
    assert hand_sizes(play(state, "3 draw 10"))[0] == 9


def test_one_card_changes_hands() -> None:
    """Each player draws *one* unseen card from the left neighbour (§3.9)."""
    state = peter("R19", "Y19", "Y20", first=2)  # seat 2 draws the only card of seat 0
    state = play(state, "2 draw 1")
    assert hand_sizes(state) == (0, 1, 2)
    assert {"R19", "Y20"} <= faces(state.view(2))


def test_pairs_are_laid_down_later_too() -> None:
    """Pairs of equal numbers are laid down at once, then and later (§3.9)."""
    state = peter("R19 R18", "", "Y19 Y18", "Y20")
    assert hand_sizes(play(state, "0 draw 1")) == (1, 0, 1, 1)


def test_in_turn() -> None:
    """In turn each player draws (§3.9)."""
    state = deal("schwarzer-peter", seats=6, deck=" ".join(LONG))
    order = []
    for _ in range(7):
        (seat,) = state.to_act
        order.append(seat)
        state = play(state, f"{seat} draw 1")
    assert order == [0, 1, 2, 3, 4, 5, 0]


def test_players_without_cards_are_skipped() -> None:
    """Players without cards neither draw nor are drawn from (§3.9)."""
    state = peter("R19 R18", "", "Y19 Y18", "Y20")
    assert texts(state, 0) == {"draw 1", "draw 2"}  # from seat 2: seat 1 has no card
    state = play(state, "0 draw 2")
    assert tuple(state.to_act) == (2,)  # and does not draw either
    assert texts(state, 2) == {"draw 1"}


def test_who_has_just_lost_the_last_card_is_skipped() -> None:
    """Players without cards neither draw nor are drawn from (§3.9), from that moment on."""
    state = play(peter("R19", "Y19", "Y20", first=2), "2 draw 1")
    assert tuple(state.to_act) == (1,)  # seat 0 would be next
    assert texts(state, 1) == {"draw 1", "draw 2"}


@pytest.mark.parametrize("position", [1, 2])
def test_positions_carry_no_information(position: int) -> None:
    """Decision: the drawn-from hand is reshuffled for every draw (§3.9)."""
    drawn = set()
    for number in range(30):
        state = play(peter("R19 R18", "", "Y19 Y18", "Y20", seed=f"draw {number}"), f"0 draw {position}")
        drawn |= faces(state.events(None)) & {"Y19", "Y18"}  # it is laid down as a pair at once
    assert drawn == {"Y19", "Y18"}


def test_the_same_seed_draws_the_same_card() -> None:
    """A seed given besides a stacked deck feeds only later shuffles and lots (§0)."""
    one, other = (play(peter("R19 R18", "", "Y19 Y18", "Y20", seed="same"), "0 draw 2") for _ in range(2))
    assert one == other


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    state = peter("R19", "Y19", "Y20")
    assert state.play(0, "  DRAW   1 ") == state.play(0, "draw 1")


# -- the end --------------------------------------------------------------------------------------------------


def test_the_player_left_with_black_peter_loses() -> None:
    """The player left with the Black Peter loses; everyone else shares the win (§3.9): 1 point, else 0 (§0)."""
    assert ended(play(peter("R19 Y20", "Y19"), "0 draw 1")) == ((0, 1), (2, 1))
    assert ended(play(peter("R19", "Y19", "Y20"), "0 draw 1")) == ((1, 1, 0), (1, 1, 3))


def test_the_twin_of_the_card_set_aside_is_black_peter() -> None:
    """One card is set aside unseen; its twin is the Black Peter (§3.9), with any number."""
    state = play(peter("R19", "Y19", "R4", aside="Y4"), "0 draw 1")
    assert ended(state) == ((1, 1, 0), (1, 1, 3))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_one_loser_in_every_game(seats: int) -> None:
    """The player left with the Black Peter loses; everyone else shares the win (§3.9)."""
    for number in range(5):
        state = reihum.game("schwarzer-peter", seats=seats).deal(seed=f"game {number}")
        while state.outcome is None:
            (seat,) = state.to_act
            state = state.play(seat, max(texts(state, seat)))
        points, places = ended(state)
        assert sorted(points) == [0] + [1] * (seats - 1)
        assert places == tuple(1 if point else seats for point in points)
        assert hand_sizes(state) == tuple(1 - point for point in points)


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal (§0)."""
    state = play(peter("R19 Y20", "Y19"), "0 draw 1")
    refused(state, 0, "draw 1")
    refused(state, 1, "draw 1")


def test_endless_play_ends_at_2000_moves() -> None:
    """Blocked play: schwarzer-peter 2,000; the round ends with reason `bound`, the holder of the twin loses (§0)."""
    state = replace(peter("R19", "Y19", "Y20", first=2), made=1_999)
    state = play(state, "2 draw 1")  # seat 2 holds R19 and the Black Peter, seat 1 still Y19
    assert state.outcome is not None
    assert state.outcome.reason == "bound"
    assert ended(state) == ((1, 1, 0), (1, 1, 3))


# -- what is seen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_card_set_aside_is_unseen(seat: int | None) -> None:
    """One card is set aside *unseen* (§3.9)."""
    state = peter("R19", "Y19", "Y20", first=2)
    for position in (state, play(state, "2 draw 1")):
        assert "R20" not in faces([position.view(seat), position.events(seat)])


def test_hands_are_hidden() -> None:
    """Never: other hands, face-down cards (§0): the one set aside and the others' may be exchanged."""
    one, other = peter("R19", "Y19", "Y20"), peter("R19", "R20", "Y20", aside="Y19")
    for seat in (0, 2, None):
        assert seen(one, seat) == seen(other, seat)
    assert texts(one, 0) == texts(other, 0)
    assert "Y20" in faces(one.view(2))
    assert "Y20" not in faces([one.view(0), one.events(0), one.view(None), one.events(None)])


def test_only_the_drawer_sees_the_card_drawn() -> None:
    """Each player draws one *unseen* card (§3.9); never: other hands (§0)."""
    state = play(peter("R19", "Y19", "Y20", first=2), "2 draw 1")
    assert "R19" in faces(state.events(2))
    for seat in (1, None):
        assert "R19" not in faces([state.view(seat), state.events(seat)])


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_pair_laid_down_is_public(seat: int | None) -> None:
    """Pairs of equal numbers are laid down (§3.9): a player sees what is being shown (§0)."""
    state = play(peter("R19 Y18", "Y19 R18", "", "Y20"), "0 draw 1")
    laid = faces(state.events(seat))
    assert {"R19", "Y19"} <= laid or {"R18", "Y18"} <= laid


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_the_seed_is_never_shown(seat: int | None) -> None:
    """Never: the seed (§0)."""
    state = play(peter("R19 R18", "", "Y19 Y18", "Y20", seed="geheimnis"), "0 draw 1")
    assert "geheimnis" not in seen(state, seat)

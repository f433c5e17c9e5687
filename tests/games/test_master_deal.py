"""Master is dealt, sentence by sentence of the rulebook's §2: hands, stock, connection cards, options, decks."""

from __future__ import annotations

import pytest

import reihum
from games.master_tables import FAR_FIRST, HAND, NEAR, go, master, moves, on_turn, others_draw
from scenario import DECK_MASTER, deal
from witness import refused

STOCK = {2: 44, 3: 24, 4: 24, 5: 24, 6: 12}
CONNECTIONS = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}
SEATS = sorted(HAND)


@pytest.mark.parametrize("seats", SEATS)
def test_deal(seats: int) -> None:
    """§2: 2–3 players get 20, 4 get 15, 5 and 6 get 12; §0: the first seat's whole hand comes first, then the
    next seat's."""
    size = HAND[seats]
    for seat in range(seats):
        cards = [card for card in FAR_FIRST if card not in ("R10", "B12")]
        cards.insert(seat * size, "R10")
        cards.insert((seat + 1) * size - 1, "B12")
        deck = " ".join(cards)
        assert moves(deal("master", seats, deck, first=seat)) == {"draw", "lay R10", "lay B12"}
        for other in set(range(seats)) - {seat}:
            assert moves(deal("master", seats, deck, first=other)) == {"draw"}


@pytest.mark.parametrize("seats", SEATS)
def test_the_rest_is_the_stock(seats: int) -> None:
    """§2: the other 80 number cards and the 4 jokers are shuffled …; the rest is the stock."""
    state = master(*[""] * seats)
    for _ in range(STOCK[seats]):
        state = go(state, "draw")
    assert on_turn(state) == STOCK[seats] % seats
    assert "draw" not in moves(state)


def test_the_stock_is_drawn_from_top_to_bottom() -> None:
    """§0: … then the stock from top to bottom."""
    state = go(master("", "", stock="R10 Y10 G10"), "draw", "draw", "draw")
    assert moves(state) == {"draw", "lay Y10"}
    assert moves(go(state, "draw")) == {"draw", "lay R10", "lay G10"}


def test_the_four_elevens_lie_out() -> None:
    """§2: the four 11s are laid one below the other."""
    state = master(" ".join(NEAR), "")
    assert moves(state) == {"draw", *(f"lay {card}" for card in NEAR)}


@pytest.mark.parametrize("seats", SEATS)
def test_number_of_connection_cards(seats: int) -> None:
    """§2: connection cards: 2–3 players 4 each, 4–5 players 3, 6 players 2; they are not hand cards."""
    script = ["lay Y10", "lay Y9", "link Y9>B9", "lay B9", "link B9>R9", "lay R9"]
    script += ["lay Y12", "lay Y13", "link R9>G9", "lay G9", "link Y13>B13", "lay B13", "link B13>R13"]
    state = master("Y10 Y9 B9 R9 Y12 Y13 G9 B13 R13", *[""] * (seats - 1))
    used = 0
    for move in script:
        state = others_draw(state)
        if move not in moves(state):
            refused(state, 0, move)
            break
        state = go(state, move)
        used += move.startswith("link")
    assert used == CONNECTIONS[seats]


@pytest.mark.parametrize(
    ("rows", "source", "targets"),
    [
        ("YBRG", "Y", "B"),
        ("YBRG", "B", "YR"),
        ("YBRG", "R", "BG"),
        ("YBRG", "G", "R"),
        ("RYGB", "R", "Y"),
        ("RYGB", "Y", "RG"),
        ("RYGB", "G", "YB"),
        ("RYGB", "B", "G"),
        ("GRBY", "G", "R"),
        ("GRBY", "R", "GB"),
        ("GRBY", "B", "RY"),
        ("GRBY", "Y", "B"),
    ],
)
def test_connections_lead_only_to_the_next_rows(rows: str, source: str, targets: str) -> None:
    """§2: the order of the rows matters, since connections lead only to the row directly above or below."""
    state = master(f"{source}10 R9 Y9 G9 B9", "", rows=rows)
    state = go(state, f"lay {source}10", f"lay {source}9")
    assert moves(state, "link") == {f"link {source}9>{target}9" for target in targets}


def test_default_order_of_the_rows() -> None:
    """§2: option `rows`, default (Decision) yellow, blue, red, green, from top to bottom."""
    hand = "R10 Y10 G10 B10 R9 Y9 G9 B9 J"
    script = ["lay B10", "lay B9"]
    usual = go(master(hand, ""), *script)
    named = go(master(hand, "", rows="YBRG"), *script)
    assert moves(usual) == moves(named)
    assert moves(usual, "link") == {"link B9>Y9", "link B9>R9"}


@pytest.mark.parametrize("rows", ["", "RYG", "RRGB", "YBRGY", "WXYZ", "YBR G", 4])
def test_unknown_order_of_the_rows(rows: object) -> None:
    """§2: the four 11s are laid one below the other: anything but the four colours is refused."""
    with pytest.raises(reihum.BadOption):
        reihum.game("master", seats=2, rows=rows)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_players(seats: int) -> None:
    """§2: Elfer raus! Master (2–6)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("master", seats=seats)


def test_unknown_option() -> None:
    """§1.1: the option set of the row family is shared by that family; Master has none of it."""
    with pytest.raises(reihum.BadOption):
        reihum.game("master", seats=2, blocking="take3")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_first(first: int) -> None:
    """§0: the option `first` changes who begins, not how cards are dealt."""
    state = master("R10", "Y10", "G10", first=first)
    assert list(state.to_act) == [first]
    assert moves(state) == {"draw", f"lay {'RYG'[first]}10"}
    assert on_turn(go(state, "draw")) == (first + 1) % 3


def test_first_by_default() -> None:
    """§0: the default of `first` is the first seat of the round, which in the first round is seat 0."""
    assert list(master("", "", "").to_act) == [0]


@pytest.mark.parametrize("first", [3, -1, "youngest"])
def test_unknown_first(first: object) -> None:
    """§0: `first` is a seat, or `random`."""
    with pytest.raises(reihum.BadOption):
        reihum.game("master", seats=3, first=first)


def test_first_by_lot() -> None:
    """§0: `first` may be `random`, drawn from the seed; it changes who begins, not how cards are dealt."""
    began = set()
    for seed in range(30):
        state = master("R10", "Y10", "G10", first="random", seed=f"lot {seed}")
        again = master("R10", "Y10", "G10", first="random", seed=f"lot {seed}")
        assert list(state.to_act) == list(again.to_act)
        assert moves(state) == {"draw", f"lay {'RYG'[on_turn(state)]}10"}
        began.add(on_turn(state))
    assert began == {0, 1, 2}


@pytest.mark.parametrize("missing", ["R9", "B21", "J"])
def test_deck_with_a_missing_card(missing: str) -> None:
    """§0: every card that is shuffled belongs to the deck; the error names the missing one."""
    cards = list(DECK_MASTER)
    cards.remove(missing)
    with pytest.raises(reihum.BadDeck, match=missing):
        deal("master", 2, " ".join(cards))


@pytest.mark.parametrize("extra", ["R9", "J", "R11", "R22", "X9"])
def test_deck_with_a_wrong_card(extra: str) -> None:
    """§0: cards laid out before the deal, as the 11s, are not part of the deck; the error names a double or
    wrong card."""
    with pytest.raises(reihum.BadDeck, match=extra):
        deal("master", 2, " ".join([*DECK_MASTER, extra]))

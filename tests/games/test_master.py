"""Master, sentence by sentence of the rulebook's §2: stacked decks, short scripts, exact sets of moves.

Hands are filled up with cards far from the 11s, which fit nowhere, so that a scenario's moves are those of the
cards it names.
"""

from __future__ import annotations

import random

import msgspec
import pytest

import reihum
from scenario import DECK_MASTER, deal, seen, stack, texts
from witness import refused

HAND = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}
STOCK = {2: 44, 3: 24, 4: 24, 5: 24, 6: 12}
CONNECTIONS = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}
SEATS = sorted(HAND)
NEAR = [f"{c}{n}" for c in "RYGB" for n in (10, 12)]
JOKER_ANYWHERE = {f"lay J>{place}" for place in NEAR}


def worth(cards: list[str]) -> int:
    """What cards cost in hand: their numbers, 11 for a joker."""
    return sum(11 if card == "J" else int(card[1:]) for card in cards)


def distance(card: str) -> int:
    """How far a card lies from the 11 of its row; jokers count as nearest."""
    return 0 if card == "J" else abs(int(card[1:]) - 11)


FAR_FIRST = tuple(sorted(DECK_MASTER, key=distance, reverse=True))


def deck_of(*hands: str, stock: str = "") -> str:
    """A deck with these cards in the hands, as many hands as seats, and on top of the stock."""
    sizes = [HAND[len(hands)]] * len(hands)
    return stack([*sizes, len(stock.split())], [*hands, stock], of=FAR_FIRST)


def master(*hands: str, stock: str = "", seed: str | None = None, **options: object) -> reihum.State:
    """Deal Master so that the seats hold these cards among others that fit nowhere."""
    return deal("master", len(hands), deck_of(*hands, stock=stock), seed, **options)


def on_turn(state: reihum.State) -> int:
    """The one seat that must act."""
    (seat,) = state.to_act
    return seat


def moves(state: reihum.State, word: str = "") -> set[str]:
    """What the seat on turn may do, or those of its moves that begin with a word."""
    return {move for move in texts(state, on_turn(state)) if move.startswith(word)}


def go(state: reihum.State, *script: str) -> reihum.State:
    """Moves one after another, each by the seat on turn."""
    for move in script:
        state = state.play(on_turn(state), move)
    return state


def others_draw(state: reihum.State) -> reihum.State:
    """Everybody draws until it is seat 0's turn."""
    while on_turn(state) != 0:
        state = go(state, "draw")
    return state


def lay_all(state: reihum.State, cards: str) -> reihum.State:
    """Seat 0 lays cards, four in each turn; in between everybody else draws."""
    for card in cards.split():
        state = go(others_draw(state), f"lay {card}")
    return state


def drained(state: reihum.State) -> reihum.State:
    """Everybody draws until the stock is empty."""
    while "draw" in moves(state):
        state = go(state, "draw")
    return state


def empty_stock(hand: str, before: str = "") -> reihum.State:
    """Six seats, seat 0 on turn, the stock is empty. Seat 5 began and laid the cards named in ``before``; of the
    cards that fit beside an 11 and of the jokers seat 0 has those it names, seat 1 all others."""
    last = " ".join(card.split(">")[0] for card in before.split())
    left = [*NEAR, *"JJJJ"]
    for card in f"{hand} {last}".split():
        if card in left:
            left.remove(card)
    far = "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6"
    state = master(hand, " ".join(left), "", "", "", last, stock=far, first=5 if before else 0)
    if before:
        state = go(state, *(f"lay {card}" for card in before.split()), "end")
    return drained(state)


def points(state: reihum.State) -> list[int]:
    """The points of a round that has ended."""
    assert state.outcome is not None
    return list(state.outcome.points)


def places(state: reihum.State) -> list[int]:
    """The places of a round that has ended."""
    assert state.outcome is not None
    return list(state.outcome.places)


# ---- Setup


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
    """§2: the four 11s are laid one below the other: anything but the four colours is no order."""
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


# ---- The turn


def test_lay_one_to_four_cards() -> None:
    """§2: lay 1 to 4 cards from the hand; the fourth card ends the turn at once."""
    state = go(master("R10 R9 R8 R7 R6", ""), "lay R10")
    for laid in (9, 8):
        assert moves(state) == {f"lay R{laid}", "end"}
        state = go(state, f"lay R{laid}")
    assert on_turn(go(state, "end")) == 1
    state = go(state, "lay R7")
    assert on_turn(state) == 1
    refused(state, 0, "lay R6")
    refused(state, 0, "end")


def test_lay_on_different_rows() -> None:
    """§2: lay 1 to 4 cards (booklet: on one or several rows)."""
    state = go(master("R10 Y12 G10 B12", ""), "lay R10", "lay Y12", "lay G10", "lay B12")
    assert on_turn(state) == 1


def test_a_turn_ends_only_by_saying_so() -> None:
    """§0: the turn ends only by an explicit `end`, even if nothing else is possible."""
    state = go(master("R10", ""), "lay R10")
    assert moves(state) == {"end"}
    assert on_turn(go(state, "end")) == 1


def test_end_needs_a_laid_card() -> None:
    """§2: either lay 1 to 4 cards or draw: a turn without a card laid has no `end`."""
    refused(master("R10 J", ""), 0, "end")


def test_draw_is_the_whole_turn() -> None:
    """§2: … or draw the top card of the stock and do nothing else."""
    state = go(master("R10", "", stock="R9"), "draw")
    assert on_turn(state) == 1
    refused(state, 0, "lay R10")


def test_no_draw_after_a_card() -> None:
    """§2: either lay or draw."""
    refused(go(master("R10", ""), "lay R10"), 0, "draw")


def test_laying_is_voluntary_while_the_stock_lasts() -> None:
    """§2: laying is voluntary while the stock lasts."""
    assert moves(master("R10", "")) == {"draw", "lay R10"}


def test_no_pass_while_the_stock_lasts() -> None:
    """§2: either lay or draw: passing is for an empty stock."""
    assert moves(master("", "")) == {"draw"}


def test_connections_and_swaps_do_not_count() -> None:
    """§2: 1 to 4 cards, with any number of connections and joker swaps besides."""
    state = master("Y10 Y9 Y12 J", "B9 R9 G9 J Y13 Y14", stock="G3")
    state = go(state, "lay Y10", "lay Y9", "lay Y12", "lay J>Y13")
    state = go(state, "link Y9>B9", "lay B9", "swap Y13", "link B9>R9", "lay R9", "link R9>G9", "lay G9")
    assert on_turn(state) == 1
    state = go(state, "link Y13>B13", "lay J>B13")
    assert on_turn(state) == 0


def test_duty_to_lay() -> None:
    """§2: when the stock is empty, a player must lay at least one card if a number card of the hand fits
    directly."""
    state = empty_stock("R10")
    assert moves(state) == {"lay R10"}
    refused(state, 0, "draw")
    refused(state, 0, "pass")
    assert moves(go(state, "lay R10")) == {"end"}


def test_a_joker_fulfils_the_duty() -> None:
    """§2: any lay fulfils the duty, a joker too."""
    state = empty_stock("R10 J")
    assert moves(state) == {"lay R10", *JOKER_ANYWHERE}
    state = go(state, "lay J>Y10", "end")
    assert on_turn(state) == 1


def test_a_connection_fulfils_the_duty() -> None:
    """§2: any lay fulfils the duty, a connection too."""
    state = empty_stock("R10 B9", before="Y10 Y9")
    assert moves(state) == {"lay R10", "link Y9>B9"}
    state = go(state, "link Y9>B9", "lay B9", "end")
    assert on_turn(state) == 1


def test_a_joker_is_never_forced() -> None:
    """§2: never forced; otherwise the player may still lay (joker) or pass."""
    state = empty_stock("J")
    assert moves(state) == {"pass", *JOKER_ANYWHERE}
    assert on_turn(go(state, "pass")) == 1


def test_a_connection_is_never_forced() -> None:
    """§2: otherwise the player may still lay (connection) or pass; connections are voluntary."""
    assert moves(empty_stock("B9", before="Y10 Y9")) == {"pass", "link Y9>B9"}


def test_pass_is_the_whole_turn() -> None:
    """§2: nothing fits and the stock is empty: pass."""
    state = empty_stock("")
    assert moves(state) == {"pass"}
    state = go(state, "pass")
    assert on_turn(state) == 1
    assert "pass" not in moves(state)


def test_no_swap_after_the_fourth_card() -> None:
    """§2: the fourth card ends the turn at once: no swap after it."""
    state = go(master("J", "R10 Y10 Y9 Y8 Y7"), "lay J>R10", "end", "lay Y10", "lay Y9", "lay Y8")
    assert moves(state) == {"lay Y7", "swap R10", "end"}
    state = go(state, "lay Y7")
    assert on_turn(state) == 0
    refused(state, 1, "swap R10")


# ---- What fits


def test_a_card_fits_beside_its_own_colour_only() -> None:
    """§2: a number card fits on its own empty place in its colour's row next to an occupied place."""
    state = go(master("R10 Y9 R8 B10", "R9 Y10 R7 G9"), "lay R10", "end")
    assert moves(state) == {"draw", "lay R9", "lay Y10"}


def test_a_row_grows_from_1_to_21() -> None:
    """§2: 4 colours × 1–21: behind 1 and 21 nothing fits, not even a joker."""
    reds = [*range(10, 0, -1), *range(12, 22)]
    state = lay_all(master(" ".join(f"R{n}" for n in reds), "J"), " ".join(f"R{n}" for n in reds[:-1]))
    state = go(state, "end")
    assert moves(state, "lay J") == {f"lay J>{place}" for place in (*NEAR, "R21") if place not in ("R10", "R12")}


def test_an_island_grows_in_both_directions() -> None:
    """§2: on either side: connections make islands, and rows may grow from them in both directions."""
    state = go(master("Y10 Y9 B9", "B10 B8 B7"), "lay Y10", "lay Y9", "link Y9>B9", "lay B9", "end")
    assert moves(state) == {"draw", "lay B10", "lay B8"}
    assert moves(go(state, "lay B8")) == {"lay B10", "lay B7", "end"}


# ---- Jokers


def test_a_joker_fits_wherever_something_fits() -> None:
    """§2: a joker may be laid for any number on any place that fits."""
    state = master("J R10", "")
    assert moves(state) == {"draw", "lay R10", *JOKER_ANYWHERE}
    state = go(state, "lay R10")
    assert moves(state) == {"end", "lay J>R9", *JOKER_ANYWHERE - {"lay J>R10"}}


def test_several_jokers_count_towards_the_four() -> None:
    """§2: a joker counts as one of the four (booklet: several in one turn are allowed)."""
    state = go(master("J J J R7 R6", ""), "lay J>R10", "lay J>R9", "lay J>R8", "lay R7")
    assert on_turn(state) == 1


def test_rows_go_on_beside_a_joker() -> None:
    """§2: a joker stands for its number card: the next card fits beside it."""
    state = go(master("J", "R9 R10"), "lay J>R10", "end")
    assert moves(state) == {"draw", "lay R9", "swap R10"}


def test_the_own_card_does_not_fit_where_a_joker_lies() -> None:
    """§2: a number card fits on its own *empty* place."""
    refused(go(master("J", "R10"), "lay J>R10", "end"), 1, "lay R10")


def test_swap_takes_the_joker_into_the_hand() -> None:
    """§2: whoever holds the number card that a joker stands for may swap it in on the own turn and take the joker
    into the hand; it may be laid at once."""
    state = go(master("J", "R10 Y10"), "lay J>R10", "end", "lay Y10")
    assert moves(state) == {"end", "swap R10"}
    state = go(state, "swap R10")
    places = [place for place in (*NEAR, "R9", "Y9") if place not in ("R10", "Y10")]
    assert moves(state) == {"end", *(f"lay J>{place}" for place in places)}
    assert moves(go(state, "lay J>R9")) == {"end"}


def test_the_joker_won_may_be_laid_later() -> None:
    """§2: … at once or later."""
    state = go(master("J", "R10 Y10"), "lay J>R10", "end", "lay Y10", "swap R10", "end", "draw")
    assert "lay J>R9" in moves(state)


def test_swap_needs_the_number_card() -> None:
    """§2: whoever holds the number card that a joker stands for; another card or a joker will not do."""
    state = go(master("J", "R9 Y10 J"), "lay J>R10", "end")
    assert moves(state, "swap") == set()
    refused(state, 1, "swap R10")
    refused(state, 1, "swap R9")


def test_swap_needs_a_joker_on_the_table() -> None:
    """§2: … that a joker stands for: a number card on the table is not swapped."""
    state = go(master("R10 Y10", "Y9"), "lay R10")
    refused(state, 0, "swap R10")
    refused(state, 0, "swap Y10")


def test_swap_on_the_own_turn_only() -> None:
    """§2: … may swap it in on the own turn."""
    state = go(master("J", "R10", ""), "lay J>R10")
    refused(state, 1, "swap R10")
    state = go(state, "end", "draw")
    refused(state, 1, "swap R10")


def test_the_own_joker_may_be_swapped() -> None:
    """§2: whoever holds the number card: also who laid the joker, even in the same turn."""
    state = go(master("J R10", ""), "lay J>R10")
    assert moves(state) == {"end", "swap R10"}
    assert "lay J>R9" in moves(go(state, "swap R10"))


def test_swap_before_the_first_card() -> None:
    """§2, Decision: within the turn the order is free, so a player may swap first and lay the joker just won; the
    turn cannot end before a card is laid."""
    state = go(master("J", "R10"), "lay J>R10", "end")
    assert moves(state) == {"draw", "swap R10"}
    state = go(state, "swap R10")
    assert moves(state) == {"lay J>R9", *JOKER_ANYWHERE - {"lay J>R10"}}
    for idle in ("draw", "end", "pass"):
        refused(state, 1, idle)
    assert moves(go(state, "lay J>R12")) == {"end"}


def test_swap_before_the_first_card_without_stock() -> None:
    """§2: the duty to lay is about number cards that fit, so a swap is voluntary; and a turn of swaps alone is not
    allowed, so whoever has swapped may not pass."""
    state = empty_stock("R10", before="J>R10")
    assert moves(state) == {"pass", "swap R10"}
    state = go(state, "swap R10")
    assert moves(state) == {"lay J>R9", *JOKER_ANYWHERE - {"lay J>R10"}}


def test_several_swaps_do_not_count_towards_the_four() -> None:
    """§2: a swap does not count towards the four."""
    state = go(master("J J", "R10 R12 Y10 Y9"), "lay J>R10", "lay J>R12", "end")
    assert moves(state) == {"draw", "lay Y10", "swap R10", "swap R12"}
    state = go(state, "swap R10", "swap R12", "lay Y10", "lay Y9", "lay J>G10")
    assert on_turn(state) == 1
    state = go(state, "lay J>G12")
    assert on_turn(state) == 0


def test_no_swap_in_a_drawing_turn() -> None:
    """§2: a swap is only allowed in a turn in which 1–4 cards are laid (booklet: whoever draws cannot swap)."""
    state = go(master("J", "R10"), "lay J>R10", "end", "draw")
    refused(state, 1, "swap R10")
    assert on_turn(state) == 0


def test_a_joker_is_shown_with_the_card_it_stands_for() -> None:
    """§2: a joker on the table is shown with the card it stands for."""
    shown = {}
    for laid in ("R10", "R12", "J>R10", "J>R12"):
        state = go(master("J R10 R12", ""), f"lay {laid}", "end", "draw")
        shown[laid] = msgspec.json.encode(state.view(None)).decode()
        assert laid[-3:] in shown[laid]
    assert len(set(shown.values())) == 4


# ---- Connections


def test_a_connection_obliges() -> None:
    """§2: … where that number card or a joker must be laid immediately."""
    state = go(master("Y10 Y9 B9 J", ""), "lay Y10", "lay Y9", "link Y9>B9")
    assert list(state.to_act) == [0]
    assert moves(state) == {"lay B9", "lay J>B9"}
    refused(state, 0, "end")
    refused(state, 0, "lay J>R10")


def test_no_swap_between_connection_and_card() -> None:
    """§2: … must be laid immediately: not even a swap comes in between."""
    state = go(master("J Y10 Y9", "R10 B9"), "lay J>R10", "lay Y10", "lay Y9", "end")
    assert moves(state) == {"draw", "swap R10", "link Y9>B9"}
    assert moves(go(state, "link Y9>B9")) == {"lay B9"}


def test_a_connection_for_a_joker() -> None:
    """§2, Decision: a connection may only be used by a player who holds the target card or a joker."""
    state = go(master("Y10 Y9 J", ""), "lay Y10", "lay Y9")
    assert moves(state, "link") == {"link Y9>B9"}
    assert moves(go(state, "link Y9>B9")) == {"lay J>B9"}


def test_no_connection_without_the_card() -> None:
    """§2, Decision: a connection may only be used by a player who holds the target card or a joker."""
    state = go(master("Y10 Y9", ""), "lay Y10", "lay Y9")
    assert moves(state) == {"end"}
    refused(state, 0, "link Y9>B9")


def test_no_connection_where_the_card_fits() -> None:
    """§2, Decision: a connection may only be used where the target does not fit directly."""
    state = go(master("Y10 B10 J", ""), "lay Y10")
    assert "lay B10" in moves(state)
    refused(state, 0, "link Y10>B10")


def test_no_connection_to_an_occupied_place() -> None:
    """§2: a connection leads to a place where a card must be laid, so that place is empty."""
    state = go(master("Y10 Y9 B10 B9 J", ""), "lay Y10", "lay Y9", "lay B10", "end", "draw", "lay B9")
    refused(state, 0, "link Y9>B9")
    refused(state, 0, "link B9>Y9")


def test_no_connection_from_an_empty_place() -> None:
    """§2: placed above or below an occupied place."""
    refused(master("Y9 B9 J", ""), 0, "link Y9>B9")


@pytest.mark.parametrize("link", ["link Y9>B8", "link Y9>R9", "link Y9>Y8", "link Y9>G9", "link Y9>Y9"])
def test_a_connection_leads_to_the_same_number_in_the_next_row(link: str) -> None:
    """§2: leads to the same number in the adjacent row."""
    state = go(master("Y10 Y9 Y8 B8 R9 G9 J", ""), "lay Y10", "lay Y9")
    refused(state, 0, link)


def test_a_connection_from_above_or_below() -> None:
    """§2: placed above or below an occupied place: one target may be reached from both rows."""
    state = go(master("Y10 Y9 R10 R9", "B9"), "lay Y10", "lay Y9", "lay R10", "lay R9")
    assert moves(state) == {"draw", "link Y9>B9", "link R9>B9"}


def test_a_connection_from_a_joker() -> None:
    """§2: an occupied place (booklet: a number card or a joker)."""
    state = go(master("Y10 J", "B9"), "lay Y10", "lay J>Y9", "end")
    assert moves(state) == {"draw", "link Y9>B9"}


def test_four_connections_in_one_turn() -> None:
    """§2: any number per turn; the connected card counts towards the four, the connection does not."""
    state = master("Y10 Y9 Y12 Y13", "B9 R9 G9 B13")
    state = go(state, "lay Y10", "lay Y9", "lay Y12", "lay Y13", "link Y9>B9", "lay B9", "link B9>R9", "lay R9")
    state = go(state, "link R9>G9", "lay G9", "link Y13>B13")
    assert list(state.to_act) == [1]
    state = go(state, "lay B13")
    assert list(state.to_act) == [0]


def test_no_connection_for_a_fifth_card() -> None:
    """§2: the connected card counts towards the four, and the fourth card ends the turn."""
    state = go(master("Y10 Y9 Y8 Y7 B9", ""), "lay Y10", "lay Y9", "lay Y8")
    assert "link Y9>B9" in moves(state)
    state = go(state, "lay Y7")
    refused(state, 0, "link Y9>B9")


def test_a_connection_may_begin_the_turn() -> None:
    """§2: a connection needs no card laid before it; the connected card is the first of the turn."""
    state = go(master("Y10 Y9", "B9 B10"), "lay Y10", "lay Y9", "end", "link Y9>B9")
    refused(state, 1, "draw")
    assert moves(go(state, "lay B9")) == {"end", "lay B10"}


def test_a_swap_may_bring_the_joker_for_a_connection() -> None:
    """§2, Decision: within the turn the order is free: swap, then connect with the joker just won."""
    state = go(master("J Y10 Y9", "R10"), "lay J>R10", "lay Y10", "lay Y9", "end")
    refused(state, 1, "link Y9>B9")
    state = go(state, "swap R10")
    assert moves(state, "link") == {"link Y9>B9"}
    assert moves(go(state, "link Y9>B9", "lay J>B9")) == {"end"}


# ---- The booklet's examples


def test_example_timo_and_vera() -> None:
    """§2: Yellow 9 is out, blue 10 is not: Timo connects Y9 to the blue row, lays B9, connects B9 to the red row,
    lays R9. Vera then lays R8 and R7; she cannot lay R5 (a connection is no joker)."""
    others = "Y8 R6 B8 G8 B7 G7"  # what else would fit or could be connected is not in Vera's hand
    state = go(master("Y10 Y9", "B9 R9", "R8 R7 R5", stock=others), "lay Y10", "lay Y9", "end")
    assert moves(state) == {"draw", "link Y9>B9"}
    state = go(state, "link Y9>B9", "lay B9")
    assert moves(state) == {"end", "link B9>R9"}
    state = go(state, "link B9>R9", "lay R9", "end")
    assert moves(state) == {"draw", "lay R8"}
    state = go(state, "lay R8", "lay R7")
    assert moves(state) == {"end"}
    refused(state, 2, "lay R5")


def test_example_lisa() -> None:
    """§2: Lisa connects Y7 to blue, lays a joker as B7, then B8, B6, B5: four cards, turn over."""
    state = go(master("Y10 Y9 Y8 Y7", "J B8 B6 B5"), "lay Y10", "lay Y9", "lay Y8", "lay Y7")
    state = go(state, "link Y7>B7", "lay J>B7", "lay B8", "lay B6")
    assert on_turn(state) == 1
    assert on_turn(go(state, "lay B5")) == 0


# ---- Bonus cards


def down_from(colour: str, high: int, low: int) -> str:
    """Cards of a row from a number down to another."""
    return " ".join(f"{colour}{n}" for n in range(high, low - 1, -1))


def up_from(colour: str, low: int, high: int) -> str:
    """Cards of a row from a number up to another."""
    return " ".join(f"{colour}{n}" for n in range(low, high + 1))


@pytest.mark.parametrize("colour", list("RYGB"))
@pytest.mark.parametrize("lower", [True, False])
def test_a_bonus_card_for_each_half_row(colour: str, lower: bool) -> None:
    """§2: whoever lays the last missing card of a half row (1–10 or 12–21 of one colour) takes a bonus card;
    +11 per bonus card."""
    other = "G" if colour == "Y" else "Y"
    cards = f"{down_from(colour, 10, 1) if lower else up_from(colour, 12, 21)} {other}10 {other}12"
    assert points(lay_all(master(cards, "", "", "", ""), cards))[0] == 11


def test_two_bonus_cards() -> None:
    """§2: +11 per bonus card."""
    cards = f"{down_from('R', 10, 1)} {up_from('R', 12, 21)}"
    assert points(lay_all(master(cards, ""), cards))[0] == 22


def test_no_bonus_card_for_a_half_row_with_a_gap() -> None:
    """§2: … the last missing card of a half row: nine of ten earn nothing."""
    cards = f"{down_from('R', 10, 2)} {up_from('R', 12, 20)} Y10 Y12"
    assert points(lay_all(master(cards, ""), cards))[0] == 0


def test_a_bonus_card_for_the_last_gap() -> None:
    """§2: … wherever the gap was."""
    state = go(master(f"{down_from('R', 10, 1)} {up_from('R', 12, 20)} Y10", "B10 B9", first=1), "lay B10", "lay B9")
    state = go(state, "end", "link B9>R9")
    state = lay_all(state, f"{down_from('R', 9, 1)} R10 {up_from('R', 12, 20)} Y10")
    assert points(state)[0] == 11


@pytest.mark.parametrize("number", [10, 5, 1])
def test_a_joker_counts_for_a_half_row(number: int) -> None:
    """§2: … a joker counts, within the half row or as its last card."""
    cards = f"{down_from('R', 10, 1)} {up_from('R', 12, 20)} Y10".split()
    own = ["J" if card == f"R{number}" else card for card in cards]
    laid = [f"J>{card}" if card == f"R{number}" else card for card in cards]
    assert points(lay_all(master(" ".join(own), ""), " ".join(laid)))[0] == 11


def test_the_bonus_card_goes_to_who_lays_the_last_card() -> None:
    """§2: whoever lays the last missing card takes a bonus card, whoever laid the others."""
    own = f"{down_from('R', 10, 2)} {up_from('R', 12, 20)} Y10 Y12"
    deck = deck_of(own, "R1")
    state = lay_all(deal("master", 2, deck), down_from("R", 10, 2))
    state = go(state, "end", "lay R1", "end")
    state = lay_all(state, f"{up_from('R', 12, 20)} Y10 Y12")
    drawn = 2 + 2  # after two turns of four cards, and after two more
    left = [card for card in deck.split()[20 : 40 + drawn] if card != "R1"]
    assert points(state) == [0, 11 - worth(left)]


def test_a_swap_earns_no_bonus_card() -> None:
    """§2: swapping a joker out of a completed half earns nothing; −11 per joker in hand."""
    own = f"{down_from('R', 10, 2)} J {up_from('R', 12, 20)} Y10"
    deck = deck_of(own, "R1 G10")
    state = lay_all(deal("master", 2, deck), f"{down_from('R', 10, 2)} J>R1 R12 R13")
    state = go(state, "lay G10", "swap R1", "end")
    state = lay_all(state, f"{up_from('R', 14, 20)} Y10")
    drawn = 2 + 1
    left = [card for card in deck.split()[20 : 40 + drawn] if card not in ("R1", "G10")]
    assert points(state) == [11, -worth([*left, "J"])]


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


# ---- What a player knows


def test_nobody_sees_other_hands_or_the_stock() -> None:
    """§0: a player never sees other hands, face-down cards, the order of the stock."""
    one = master("R10 J", "Y10 G5", stock="B10 B5")
    two = master("R10 J", "B10 B5", stock="Y10 G5")
    for script in ([], ["lay J>R12"], ["lay J>R12", "lay R10", "end"]):
        for seat in (0, None):
            assert seen(go(one, *script), seat) == seen(go(two, *script), seat)
        assert [str(move) for move in go(one, *script).legal(0)] == [str(move) for move in go(two, *script).legal(0)]
        assert seen(go(one, *script), 1) != seen(go(two, *script), 1)


def test_nobody_sees_the_order_of_the_stock() -> None:
    """§0: never … the order of the stock: not even the player who draws next."""
    one = master("R10", "", stock="B10 B5 Y10")
    two = master("R10", "", stock="Y10 B5 B10")
    for seat in (0, 1, None):
        assert seen(one, seat) == seen(two, seat)


def test_a_drawn_card_is_seen_by_its_player_only() -> None:
    """§0: a player sees the own hand; never other hands."""
    one = go(master("", "", stock="B10 Y10"), "draw")
    two = go(master("", "", stock="Y10 B10"), "draw")
    assert seen(one, 0) != seen(two, 0)
    assert seen(one, 1) == seen(two, 1)
    assert seen(one, None) == seen(two, None)


def test_moves_are_private() -> None:
    """§0: whether a player could have done more must not show: who is not on turn has no moves to look at."""
    state = master("R10 J", "Y10 J")
    assert texts(state, 1) == set()
    assert texts(state, None) == set()


def test_connection_cards_lie_face_up() -> None:
    """§2: connection cards lie face up before the player: a used one is missed by everybody, the cards on the table
    being the same."""
    hands = ("Y10 Y9 B10 B9", "")
    without = go(master(*hands), "lay Y10", "lay Y9", "lay B10", "lay B9", "draw")
    used = go(master(*hands), "lay Y10", "lay Y9", "link Y9>B9", "lay B9", "lay B10", "draw")
    for seat in (0, 1, None):
        assert msgspec.json.encode(without.view(seat)) != msgspec.json.encode(used.view(seat))


# ---- Moves as texts


def test_moves_are_forgiving() -> None:
    """The notation: case, doubled and outer blanks are forgiven on input."""
    state = master("Y10 Y9 B9 J", "")
    state = go(state, " LAY  y10", "Lay Y9 ", "link  y9>b9", "lay j>B9")
    assert moves(state) == {"end", "swap B9"}


@pytest.mark.parametrize("nonsense", ["", "hop", "lay", "lay J", "lay R", "lay X9", "link Y9", "swap J", "take3"])
def test_nonsense_is_refused(nonsense: str) -> None:
    """§2 knows no such move."""
    with pytest.raises(reihum.ReihumError):
        master("R10 J", "").play(0, nonsense)


def test_a_card_not_in_the_hand_is_refused() -> None:
    """§2: lay 1 to 4 cards *from the hand*."""
    state = master("R10", "Y10")
    refused(state, 0, "lay Y10")
    refused(state, 0, "lay J>R12")


def test_out_of_turn() -> None:
    """§0: play goes 0, 1, 2, …: nobody else may act."""
    refused(master("", "Y10"), 1, "lay Y10")
    refused(master("", "Y10"), 1, "draw")


def test_states_are_values() -> None:
    """The contract: a move makes a new state; the old one stays as it was."""
    state = master("R10 R9", "")
    before = moves(state)
    go(state, "lay R10", "lay R9", "end")
    assert moves(state) == before


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

"""The classic row game, sentence by sentence (rulebook §1.1): opening, turn, what fits, end, blocking."""

from __future__ import annotations

import pytest

import reihum
from games.row_tables import (
    AROUND_11,
    ELEVENS,
    WITH_FIRST,
    cards_seen,
    far_from,
    junior,
    near,
    number,
    pocket_red_alone,
    points_of,
    refusal,
    turn_of,
    two,
)
from scenario import cards, deal, play, seen, stack, texts

# ---------------------------------------------------------------------------------------------- §1.1 Opening


@pytest.mark.parametrize(
    ("first", "second", "opener", "card"),
    [
        ("Y11 G11 B11", "R11", 1, "R11"),
        ("R11", "Y11 G11 B11", 0, "R11"),
        ("G11 B11", "Y11", 1, "Y11"),
        ("B11", "G11", 1, "G11"),
        ("", "B11", 1, "B11"),
        ("B11", "", 0, "B11"),
    ],
)
def test_opening_order(first: str, second: str, opener: int, card: str) -> None:
    """§1.1: The holder of R11 lays it; if it was not dealt, Y11, then G11, then B11."""
    state = two("classic", first, second)
    assert turn_of(state) == opener
    assert texts(state, opener) == {f"lay {card}"}
    assert texts(state, 1 - opener) == set()


def test_opening_is_the_whole_turn() -> None:
    """§1.1: That single forced card is the whole first turn; the next seat plays."""
    state = play(two("classic", "R11 R12 Y11"), "0 lay R11")
    assert turn_of(state) == 1
    assert texts(state, 0) == set()


def test_after_the_last_seat_comes_seat_0() -> None:
    """§0: Play goes 0, 1, 2, … and round again."""
    state = play(two("classic", "R12", "R11"), "1 lay R11")
    assert turn_of(state) == 0


@pytest.mark.parametrize("move", ["lay Y11", "lay R12", "draw", "take3", "end", "pass"])
def test_opening_is_forced(move: str) -> None:
    """§1.1: That single forced card: nothing else is allowed."""
    refusal(two("classic", "R11 R12 Y11"), 0, move)


def test_every_seeded_deal_has_an_opener() -> None:
    """§1.1: If no 11 was dealt, all cards are shuffled and dealt again (5.78 % of two-player deals)."""
    game = reihum.game("classic", seats=2)
    for seed in range(300):
        state = game.deal(seed=f"eleven {seed}")
        hands = [cards_seen(state, seat) for seat in (0, 1)]
        opening = next(card for card in ELEVENS if card in hands[0] | hands[1])
        assert opening in hands[turn_of(state)]
        assert texts(state, turn_of(state)) == {f"lay {opening}"}
        assert [len(hand) for hand in hands] == [20, 20]


def test_stacked_deck_without_an_eleven_in_hands_is_an_error() -> None:
    """§1.1: With an explicit stacked deck that contains no 11 in the hands: an error."""
    with pytest.raises(reihum.BadDeck) as caught:
        two("classic", "")
    assert caught.value.code


@pytest.mark.parametrize("game", WITH_FIRST[:3])
def test_only_classic_needs_an_eleven(game: str) -> None:
    """§1.2, §1.3, §1.4: The 11 is an ordinary card (or one of three openers): no redeal without it."""
    if game == "false-start":
        low = [card for card in near(5, cards(2, 19)) if number(card) != 11]
        deck = " ".join([*low, *ELEVENS])
    else:
        deck = " ".join(AROUND_11)
    assert turn_of(deal(game, 2, deck, first=0)) == 0


# ------------------------------------------------------------------------------------- §1.1 Turn (a): laying


def test_lay_at_least_one_then_as_many_as_you_like_on_any_rows() -> None:
    """§1.1: Lay at least one fitting card, then as many more as you like, one after another, on any rows."""
    state = play(two("classic", "R11", "R12 R13 Y11 Y10"), "0 lay R11")
    assert texts(state, 1) == {"lay R12", "lay Y11"}
    state = play(state, "1 lay R12")
    assert texts(state, 1) == {"lay R13", "lay Y11", "end"}
    state = play(state, "1 lay Y11")
    assert texts(state, 1) == {"lay R13", "lay Y10", "end"}
    state = play(state, "1 lay Y10")
    assert texts(state, 1) == {"lay R13", "end"}
    state = play(state, "1 lay R13")
    assert texts(state, 1) == {"end"}
    assert turn_of(play(state, "1 end")) == 0


@pytest.mark.parametrize("move", ["draw", "pass", "end", "take3"])
def test_if_at_least_one_fits_you_must_lay_one(move: str) -> None:
    """§1.1: You may hold cards back, but if at least one fits you must lay one."""
    refusal(play(two("classic", "R11", "R12"), "0 lay R11"), 1, move)


@pytest.mark.parametrize("move", ["draw", "pass", "take3"])
def test_no_drawing_or_passing_after_a_card(move: str) -> None:
    """§1.1 (b), (c): Drawing and passing are for a player who has nothing that fits, instead of laying."""
    refusal(play(two("classic", "R11", "R12"), "0 lay R11; 1 lay R12"), 1, move)


def test_cards_may_be_held_back() -> None:
    """§1.1: You may hold cards back."""
    state = play(two("classic", "R11 R10 B11", "R12 Y11"), "0 lay R11; 1 lay R12; 1 end; 0 lay R10; 0 end")
    assert texts(state, 1) == {"lay Y11"}


def test_turn_ends_only_by_end() -> None:
    """§0: The turn ends only by an explicit `end`, even if nothing else is possible."""
    state = play(two("classic", "R11", "R12"), "0 lay R11; 1 lay R12")
    assert turn_of(state) == 1
    assert texts(state, 1) == {"end"}
    assert texts(state, 0) == set()


def test_nobody_else_may_act() -> None:
    """§0: Play goes 0, 1, 2, …: only the seat on turn may move."""
    state = play(two("classic", "R11 R10", "R12"), "0 lay R11")
    refusal(state, 0, "lay R10")
    refusal(state, 0, "end")
    refusal(state, 0, "lay R12")


# ------------------------------------------------------------------------------------- §1.1 Turn (b), (c)


def test_nothing_fits_draw() -> None:
    """§1.1: If nothing fits, draw: the only move."""
    state = play(two("classic", "R11 R12"), "0 lay R11")
    assert texts(state, 1) == {"draw"}
    for move in ("pass", "end", "take3", "lay R12", "lay R1"):
        refusal(state, 1, move)


@pytest.mark.parametrize(
    ("stock", "laid", "kept", "untouched"),
    [
        ("Y11 G11 Y6 G6", {"Y11"}, set(), {"G11", "Y6", "G6"}),
        ("Y6 R10 G11 G6", {"R10"}, {"Y6"}, {"G11", "G6"}),
        ("Y6 G6 R12 R10", {"R12"}, {"Y6", "G6"}, {"R10"}),
        ("Y6 G6 B6 R10", set(), {"Y6", "G6", "B6"}, {"R10"}),
    ],
)
def test_draw_until_one_fits_up_to_three(stock: str, laid: set[str], kept: set[str], untouched: set[str]) -> None:
    """§1.1: If it fits it is laid at once and the turn ends; if not, draw again, up to three cards in all."""
    before = play(two("classic", "R11", "", stock), "0 lay R11")
    state = play(before, "1 draw")
    assert turn_of(state) == 0
    assert cards_seen(state, 1) == cards_seen(before, 1) | laid | kept
    assert cards_seen(state, None) == {"R11"} | laid
    assert not untouched & (cards_seen(state, 0) | cards_seen(state, 1))


def test_unfit_drawn_cards_stay_in_the_hand() -> None:
    """§1.1: Unfit cards stay in the hand (and may be laid later)."""
    state = play(two("classic", "R11 R10", "", "R9 R8 Y6 G6"), "0 lay R11; 1 draw; 0 lay R10; 0 end")
    assert texts(state, 1) == {"lay R9"}
    assert texts(play(state, "1 lay R9"), 1) == {"lay R8", "end"}


def test_drawn_card_is_judged_by_the_table_as_it_is() -> None:
    """§1.1: A drawn card that fits is laid with that card only: what it makes fit stays in the hand."""
    state = play(two("classic", "R11", "R13", "R12 R10"), "0 lay R11; 1 draw")
    assert cards_seen(state, None) == {"R11", "R12"}
    assert turn_of(state) == 0
    assert "R13" in cards_seen(state, 1)


def test_stock_runs_out_while_drawing() -> None:
    """§1.1: If the stock runs out while drawing, the turn ends."""
    state = play(pocket_red_alone(), "0 lay R11; 1 draw; 0 lay R10; 0 end; 1 draw; 0 lay R9; 0 end; 1 draw")
    state = play(state, "0 lay R8; 0 end")
    before = cards_seen(state, 1)
    assert texts(state, 1) == {"draw"}
    state = play(state, "1 draw")
    assert turn_of(state) == 0
    assert len(cards_seen(state, 1) - before) == 1


def test_pass_when_nothing_fits_and_the_stock_is_empty() -> None:
    """§1.1 (c): Nothing fits and the stock is empty: pass."""
    state = play(pocket_red_alone(), "0 lay R11; 1 draw; 0 lay R10; 0 end; 1 draw; 0 lay R9; 0 end; 1 draw")
    state = play(state, "0 lay R8; 0 end; 1 draw; 0 lay R7; 0 end")
    assert texts(state, 1) == {"pass"}
    for move in ("draw", "end", "take3"):
        refusal(state, 1, move)
    state = play(state, "1 pass")
    assert turn_of(state) == 0
    assert texts(state, 0) == {"lay R6", "lay R12", "lay Y11", "lay G11", "lay B11"}


def test_no_pass_while_there_is_a_stock() -> None:
    """§1.1 (c): Pass only when the stock is empty."""
    refusal(play(pocket_red_alone(), "0 lay R11; 1 draw; 0 lay R10; 0 end"), 1, "pass")


# ----------------------------------------------------------------------------------------- §1.1 What fits


def test_what_fits() -> None:
    """§1.1: An 11 without a row; one below the lowest or above the highest. No gaps, no other colour."""
    hand = "R9 R10 R13 R14 Y11 Y10 Y12 G11 B10 B12"
    state = play(two("classic", "R11 R12 B11", hand), "0 lay R11; 1 lay Y11; 1 end; 0 lay R12; 0 end")
    assert texts(state, 1) == {"lay R10", "lay R13", "lay Y10", "lay Y12", "lay G11"}
    for move in ("lay R9", "lay R14", "lay B10", "lay B12"):
        refusal(state, 1, move)


def test_each_laid_card_counts_for_what_fits_next() -> None:
    """§1.1: Each laid card counts for what fits next."""
    state = play(two("classic", "R11", "R10 R9 R8 R7"), "0 lay R11; 1 lay R10; 1 lay R9; 1 lay R8")
    assert texts(state, 1) == {"lay R7", "end"}


def test_card_not_in_the_hand_cannot_be_laid() -> None:
    """§1.1: … lays the hand's cards: a card of the stock, of another hand or of the table is refused."""
    state = play(two("classic", "R11 R10", "R12"), "0 lay R11")
    codes = {refusal(state, 1, move)[0] for move in ("lay R10", "lay G11")}
    assert len(codes) == 1
    refusal(state, 1, "lay R11")


def test_row_up_to_20_and_down_to_1() -> None:
    """§1.1: A row grows by one below the lowest and one above the highest card: from 11 to 20 and to 1."""
    down = " ".join(cards(1, 10, "R"))
    up = " ".join(cards(12, 20, "R"))
    state = play(two("classic", f"R11 {down}", up), "0 lay R11")
    for n in range(12, 21):
        assert texts(state, 1) - {"end"} == {f"lay R{n}"}
        state = play(state, f"1 lay R{n}")
    assert texts(state, 1) == {"end"}
    state = play(state, "1 end")
    for n in range(10, 0, -1):
        assert texts(state, 0) - {"end"} == {f"lay R{n}"}
        state = play(state, f"0 lay R{n}")
    assert texts(state, 0) == {"end"}
    assert cards_seen(state, None) == set(cards(1, 20, "R"))


def test_pocket_row_from_6_to_15() -> None:
    """§0: Pocket edition 6–15: its rows end there."""
    state = play(pocket_red_alone(), "0 lay R11; 1 draw")
    for n in (12, 13, 14, 15, 10, 9, 8, 7, 6):
        assert f"lay R{n}" in texts(state, 0)
        state = play(state, f"0 lay R{n}")
    assert texts(state, 0) == {"lay Y11", "lay G11", "lay B11", "end"}


# ------------------------------------------------------------------------------------------------ §1.1 End

GOING_OUT = (
    "0 lay R11; "
    + "".join(f"1 lay Y{n}; " for n in range(11, 19))
    + "1 end; 2 draw; 3 draw; 4 draw; 5 draw; "
    + "".join(f"0 lay R{n}; " for n in range(12, 20))
)


def six_players() -> reihum.State:
    """Seat 0 holds R11–R20, seat 1 Y11–Y19 and G2; nobody else can lay anything."""
    hands = [" ".join(cards(11, 20, "R")), " ".join(cards(11, 19, "Y")) + " G2"]
    return deal("classic", 6, stack([10] * 6 + [20], hands + [""] * 5, of=AROUND_11))


def test_last_hand_card_ends_the_round_at_once() -> None:
    """§1.1: At once when a player lays the last hand card; that player wins the round with 0 points."""
    state = play(six_players(), GOING_OUT)
    assert state.outcome is None
    assert texts(state, 0) == {"lay R20", "end"}
    state = play(state, "0 lay R20")
    assert state.outcome is not None
    assert state.outcome.reason
    assert state.outcome.points[0] == 0
    assert state.outcome.places[0] == 1


def test_a_19_and_a_2_are_21_points() -> None:
    """§1.1: Every other player scores the sum of the numbers left in hand (a 19 and a 2 are 21 points)."""
    state = play(six_players(), GOING_OUT + "0 lay R20")
    points = points_of(state)
    assert points[1] == 21
    table = cards_seen(state, None)
    for seat in range(1, 6):
        assert points[seat] == sum(number(card) for card in cards_seen(state, seat) - table)


def test_nobody_may_act_after_the_end() -> None:
    """§0: After the end nobody may act and no move is legal."""
    state = play(six_players(), GOING_OUT + "0 lay R20")
    assert tuple(state.to_act) == ()
    for seat in range(6):
        assert texts(state, seat) == set()
    for seat, move in ((0, "end"), (1, "lay Y19"), (1, "draw"), (1, "pass"), (1, "end")):
        refusal(state, seat, move)


def test_never_out_by_a_drawn_card() -> None:
    """§1.1: Never by a drawn card: whoever draws still holds one that does not fit."""
    state = junior("R2 R3 R4 R5 Y6", "G2", stock="B2 B3")
    state = play(state, "0 lay R2; 0 lay R3; 0 lay R4; 0 lay R5; 0 end; 1 lay G2; 1 end; 0 draw")
    assert "B2" in cards_seen(state, None)
    assert state.outcome is None
    assert turn_of(state) == 1


def test_hidden_cards_stay_hidden_after_the_end() -> None:
    """§0: Never other hands: an unfinished hand is a number of points, nothing more."""
    state = play(six_players(), GOING_OUT + "0 lay R20")
    table = set(cards(11, 20, "R")) | set(cards(11, 18, "Y"))
    assert cards_seen(state, None) == table
    assert cards_seen(state, 1) == table | {"Y19", "G2"}


# ------------------------------------------------------------------------------------- §0, §1.1 Edition 60


@pytest.mark.parametrize("without", list("RYGB"))
def test_two_players_with_three_colours(without: str) -> None:
    """§0: The tip for two players "take one colour out"; any colour may be chosen."""
    kept = "RYGB".replace(without, "")
    deck = stack([20, 20, 20], ["", f"{kept[1]}11 {kept[2]}11"], of=far_from(11, cards(1, 20, kept)))
    state = deal("classic", 2, deck, edition="60", without=without)
    assert turn_of(state) == 1
    assert texts(state, 1) == {f"lay {kept[1]}11"}
    state = play(state, f"1 lay {kept[1]}11; 0 draw")
    assert texts(state, 1) == {f"lay {kept[2]}11"}
    assert without not in {card[0] for seat in (0, 1) for card in cards_seen(state, seat)}


def test_blue_is_left_out_by_default() -> None:
    """§0: Edition 60. Default: blue is left out."""
    deck = " ".join(far_from(1, cards(1, 20, "RYG")))
    assert deal("classic", 2, deck, edition="60") == deal("classic", 2, deck, edition="60", without="B")
    with pytest.raises(reihum.BadDeck, match="B"):
        deal("classic", 2, " ".join(cards(1, 20, "YGB")), edition="60")


# ---------------------------------------------------------------------------------------- §1.1 blocking=off


def test_no_blocking_by_default() -> None:
    """§1.1: `blocking`: off (default)."""
    state = play(two("classic", "R11", "R12"), "0 lay R11")
    assert texts(state, 1) == {"lay R12"}
    assert state == play(two("classic", "R11", "R12", blocking="off"), "0 lay R11")


# -------------------------------------------------------------------------------------- §1.1 blocking=take3


def test_take3_instead_of_laying() -> None:
    """§1.1: Instead of laying, a player may take three cards from the stock and the turn ends."""
    before = play(two("classic", "R11", "R12", "Y11 R10 Y6 G11", blocking="take3"), "0 lay R11")
    assert texts(before, 1) == {"lay R12", "take3"}
    state = play(before, "1 take3")
    assert turn_of(state) == 0
    assert cards_seen(state, 1) == cards_seen(before, 1) | {"Y11", "R10", "Y6"}
    assert cards_seen(state, None) == {"R11"}


def test_take3_only_if_something_fits() -> None:
    """§1.1: `take3` only if something fits (otherwise `draw` as always)."""
    state = play(two("classic", "R11", blocking="take3"), "0 lay R11")
    assert texts(state, 1) == {"draw"}
    refusal(state, 1, "take3")


def test_take3_only_before_the_first_card_of_the_turn() -> None:
    """§1.1: The choice exists only before the first card of the turn is laid."""
    state = play(two("classic", "R11", "R12 R13", blocking="take3"), "0 lay R11; 1 lay R12")
    assert texts(state, 1) == {"lay R13", "end"}


def test_take3_takes_fewer_if_fewer_are_left() -> None:
    """§1.1: … fewer if fewer are left, at least one."""
    state = play(pocket_red_alone(blocking="take3"), "0 lay R11; 1 draw; 0 take3; 1 draw")
    before = cards_seen(state, 0)
    assert "take3" in texts(state, 0)
    state = play(state, "0 take3")
    assert len(cards_seen(state, 0) - before) == 1
    assert texts(state, 1) == {"pass"}


def test_no_take3_from_an_empty_stock() -> None:
    """§1.1: … while the stock is not empty."""
    state = play(pocket_red_alone(blocking="take3"), "0 lay R11; 1 draw; 0 take3; 1 draw; 0 take3; 1 pass")
    assert texts(state, 0) == {"lay R10", "lay R12", "lay Y11", "lay G11", "lay B11"}


# --------------------------------------------------------------------------------------- §1.1 blocking=draw


@pytest.mark.parametrize(
    ("stock", "laid", "kept"),
    [
        ("Y6 Y11 G11", {"Y11"}, {"Y6"}),
        ("R10 Y11", {"R10"}, set()),
        ("Y6 G6 B6 R10", set(), {"Y6", "G6", "B6"}),
    ],
)
def test_draw_although_something_fits(stock: str, laid: set[str], kept: set[str]) -> None:
    """§1.1: A player who could lay but does not want to draws as in (b); what fits must be laid."""
    before = play(two("classic", "R11", "R12", stock, blocking="draw"), "0 lay R11")
    assert texts(before, 1) == {"lay R12", "draw"}
    state = play(before, "1 draw")
    assert turn_of(state) == 0
    assert cards_seen(state, None) == {"R11"} | laid
    assert cards_seen(state, 1) == cards_seen(before, 1) | laid | kept


def test_draw_only_before_the_first_card_of_the_turn() -> None:
    """§1.1: The choice exists only before the first card of the turn is laid."""
    state = play(two("classic", "R11", "R12 R13", blocking="draw"), "0 lay R11; 1 lay R12")
    assert texts(state, 1) == {"lay R13", "end"}


def test_no_draw_by_choice_from_an_empty_stock() -> None:
    """§1.1: … while the stock is not empty."""
    state = play(pocket_red_alone(blocking="draw"), "0 lay R11; 1 draw; 0 draw; 1 draw")
    before = cards_seen(state, 0)
    assert "draw" in texts(state, 0)
    state = play(state, "0 draw")
    assert len(cards_seen(state, 0) - before) == 1
    assert texts(state, 1) == {"pass"}
    state = play(state, "1 pass")
    assert texts(state, 0) == {"lay R10", "lay R12", "lay Y11", "lay G11", "lay B11"}


def test_draw_without_a_fitting_card_is_as_always() -> None:
    """§1.1 (b): If nothing fits, draw – with rule B too."""
    assert texts(play(two("classic", "R11", blocking="draw"), "0 lay R11"), 1) == {"draw"}


@pytest.mark.parametrize("blocking", ["off", "take3", "draw"])
@pytest.mark.parametrize("game", ["classic", "three-starts", "any-start"])
def test_never_instead_of_a_card_that_opens_the_game(game: str, blocking: str) -> None:
    """§1.1: … and never instead of a card that opens the game."""
    chosen: dict[str, object] = {} if game == "classic" else {"first": 0}
    state = two(game, "R11 Y11", blocking=blocking, **chosen)
    assert {text.split()[0] for text in texts(state, 0)} == {"lay"}
    refusal(state, 0, "take3")
    refusal(state, 0, "draw")


@pytest.mark.parametrize("blocking", ["take3", "draw"])
@pytest.mark.parametrize("game", ["three-starts", "any-start"])
def test_blocking_belongs_to_the_family(game: str, blocking: str) -> None:
    """§1.1: The option set is shared by the whole family except Junior."""
    state = play(two(game, "R12", "R13", blocking=blocking, first=0), "0 lay R12")
    assert texts(state, 1) == {"lay R13", blocking}


# ------------------------------------------------------------------------------------------ Moves as texts


@pytest.mark.parametrize("text", ["lay R11", "LAY  r11 ", "  Lay R11", "lay r11"])
def test_moves_are_read_kindly(text: str) -> None:
    """§1.1 in the contract's notation: case, doubled and outer blanks are forgiven."""
    state = two("classic", "R11")
    assert state.play(0, text) == state.play(0, "lay R11")


def test_moves_have_one_text() -> None:
    """§1.1 in the contract's notation: a move has exactly one text, and may be played as itself."""
    state = two("classic", "R11")
    (move,) = state.legal(0)
    assert str(move) == "lay R11"
    assert state.play(0, move) == state.play(0, "lay R11")


@pytest.mark.parametrize("text", ["", "lay", "lay R99", "lay J", "lay R11 R12", "draw 2", "take 3", "jump"])
def test_nonsense_is_an_illegal_move(text: str) -> None:
    """§1.1: The moves are lay, draw, take3, end and pass; everything else is refused with a code."""
    refusal(two("classic", "R11"), 0, text)


def test_refusals_differ_by_code() -> None:
    """§1.1: Not one's turn, not one's card and no fitting card are different reasons."""
    state = play(two("classic", "R11", "R12 R14"), "0 lay R11")
    codes = [refusal(state, 0, "end")[0], refusal(state, 1, "lay G11")[0], refusal(state, 1, "lay R14")[0]]
    assert len(set(codes)) == 3


def test_refused_move_changes_nothing() -> None:
    """§1.1: A state is a value: neither a move nor a refused one changes it."""
    state = two("classic", "R11 R12")
    before = seen(state, 0)
    refusal(state, 0, "lay R12")
    state.play(0, "lay R11")
    assert seen(state, 0) == before
    assert texts(state, 0) == {"lay R11"}


def test_before_the_opening_a_refusal_names_the_card_that_opens() -> None:
    """§1.1: The holder of R11 lays it – so nothing else goes, not even another eleven."""
    state = deal("classic", 2, stack([20, 20], ["R11 Y11", ""]))
    refused = state.why_not(0, "Y11")
    assert refused is not None
    assert refused.key == "error.rows.opening"
    assert refused.values["cards"] == ("R11",)

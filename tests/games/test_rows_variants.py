"""The other row games, sentence by sentence (rulebook §1.2–§1.5)."""

from __future__ import annotations

import pytest

from games.row_tables import AROUND_11, cards_seen, false_start, junior, near, points_of, refusal, turn_of, two
from scenario import cards, deal, play, stack, texts

# ------------------------------------------------------------------------------------------ §1.2 false-start


def test_false_start_grows_from_both_ends() -> None:
    """§1.2: Rows grow upwards from the low end and downwards from the high end."""
    state = false_start("R2 R3 R19 Y18")
    assert turn_of(state) == 0
    assert texts(state, 0) == {"lay R2", "lay R19"}
    state = play(state, "0 lay R2")
    assert texts(state, 0) == {"lay R3", "lay R19", "end"}


def test_false_start_begins_with_an_ordinary_turn() -> None:
    """§1.2: The first seat of the round begins with an ordinary turn: it goes on, and ends by `end`."""
    state = play(false_start("R2 R3", "Y19"), "0 lay R2; 0 lay R3")
    assert texts(state, 0) == {"end"}
    state = play(state, "0 end")
    assert texts(state, 1) == {"lay Y19"}


def test_false_start_first_turn_may_be_a_draw() -> None:
    """§1.2: An ordinary turn: if nothing fits, draw, up to three cards."""
    state = false_start("", "", "R5 R19 R2")
    assert texts(state, 0) == {"draw"}
    state = play(state, "0 draw")
    assert cards_seen(state, None) == set(cards(1, 1)) | set(cards(20, 20)) | {"R19"}
    assert "R5" in cards_seen(state, 0)
    assert turn_of(state) == 1


def test_false_start_eleven_is_ordinary() -> None:
    """§1.2: The 11 is an ordinary card."""
    state = false_start("R2 R11 Y11 G11 B11")
    assert texts(state, 0) == {"lay R2"}
    refusal(state, 0, "lay R11")


def test_false_start_until_they_meet() -> None:
    """§1.2: … until they meet: a card fits next to any occupied place (pocket: from 6 and 15)."""
    inner = near(10.5, cards(7, 14))
    deck = stack([15, 15, 2], [" ".join(cards(7, 14, "R"))], of=inner)
    state = deal("false-start", 2, deck, edition="40")
    assert {"lay R7", "lay R14"} <= texts(state, 0)
    assert not {"lay R8", "lay R11", "lay R13"} & texts(state, 0)
    for n, then in ((7, {8, 14}), (14, {8, 13}), (8, {9, 13}), (9, {10, 13}), (13, {10, 12}), (12, {10, 11})):
        state = play(state, f"0 lay R{n}")
        assert {text for text in texts(state, 0) if text.startswith("lay R")} == {f"lay R{n}" for n in then}
    state = play(state, "0 lay R10")
    assert "lay R11" in texts(state, 0)
    state = play(state, "0 lay R11")
    assert not any(text.startswith("lay R") for text in texts(state, 0))
    assert set(cards(6, 15, "R")) <= cards_seen(state, None)


@pytest.mark.parametrize("blocking", ["take3", "draw"])
def test_false_start_blocking_in_the_first_turn(blocking: str) -> None:
    """§1.1, §1.2: No card opens this game, and the first turn is ordinary: the choice exists."""
    assert texts(false_start("R2", blocking=blocking), 0) == {"lay R2", blocking}


# ----------------------------------------------------------------------------------------- §1.3 three-starts


def test_three_starts_opens_with_any_10_11_or_12() -> None:
    """§1.3: The first seat of the round opens with any 10, 11 or 12."""
    state = two("three-starts", "R10 Y11 G12 B11 B9 R13", "R11")
    assert turn_of(state) == 0
    assert texts(state, 0) == {"lay R10", "lay Y11", "lay G12", "lay B11"}


def test_three_starts_opening_is_the_whole_turn() -> None:
    """§1.3: As in classic, the card that opens the game is the whole turn."""
    state = play(two("three-starts", "R10 R11 Y11", "R9"), "0 lay R10")
    assert turn_of(state) == 1
    assert texts(state, 1) == {"lay R9"}


def test_three_starts_each_colour_as_it_likes() -> None:
    """§1.3: A row may be opened with a 10, 11 or 12 of its colour, each colour as it likes."""
    state = play(two("three-starts", "R10 B9", "R9 R11 R12 Y10 Y11 Y12 Y13 G12 B13"), "0 lay R10")
    assert texts(state, 1) == {"lay R9", "lay R11", "lay Y10", "lay Y11", "lay Y12", "lay G12"}
    state = play(state, "1 lay Y12")
    assert texts(state, 1) == {"lay R9", "lay R11", "lay Y11", "lay Y13", "lay G12", "end"}
    state = play(state, "1 lay G12; 1 lay R11")
    assert texts(state, 1) == {"lay R9", "lay R12", "lay Y11", "lay Y13", "end"}


def test_three_starts_draws_around_until_someone_opens() -> None:
    """§1.3: Without one it draws by the basic rule, and so on around until someone opens."""
    state = two("three-starts", "R13", "R14", "R6 Y6 G6 B6 R12 Y11")
    assert texts(state, 0) == {"draw"}
    state = play(state, "0 draw")
    assert cards_seen(state, None) == set()
    assert {"R6", "Y6", "G6"} <= cards_seen(state, 0)
    assert texts(state, 1) == {"draw"}
    state = play(state, "1 draw")
    assert cards_seen(state, None) == {"R12"}
    assert texts(state, 0) == {"lay R13"}
    assert texts(play(state, "0 lay R13"), 0) == {"end"}


@pytest.mark.parametrize("blocking", ["off", "take3", "draw"])
def test_three_starts_second_seat_opens(blocking: str) -> None:
    """§1.3: … and so on around: the next seat opens if it can, and that card is its whole turn."""
    state = play(two("three-starts", "", "Y10 Y11 R12", "R6 Y6 G6", blocking=blocking), "0 draw")
    assert texts(state, 1) == {"lay Y10", "lay Y11", "lay R12"}
    assert turn_of(play(state, "1 lay Y11")) == 0


def test_three_starts_must_open_if_it_can() -> None:
    """§1.3: The first seat opens; it draws only without a 10, 11 or 12."""
    state = two("three-starts", "R12")
    for move in ("draw", "pass", "end"):
        refusal(state, 0, move)


# -------------------------------------------------------------------------------------------- §1.4 any-start


def test_any_start_opens_with_any_card_of_the_hand() -> None:
    """§1.4: The starter opens with any card of the hand."""
    state = two("any-start", "R13", first=0)
    assert texts(state, 0) == {f"lay {card}" for card in cards_seen(state, 0)}
    assert len(texts(state, 0)) == 20


def test_any_start_opening_is_the_whole_turn() -> None:
    """§1.4: … opens with any card; that is the whole turn."""
    state = play(two("any-start", "R13 R12 Y13", first=0), "0 lay R13")
    assert turn_of(state) == 1
    assert texts(state, 0) == set()


def test_any_start_other_rows_with_the_same_number_only() -> None:
    """§1.4: Other rows may only be opened with the same number. The 11 is ordinary."""
    state = play(two("any-start", "R13", "R12 R14 Y13 Y12 G11 G10", first=0), "0 lay R13")
    assert texts(state, 1) == {"lay R12", "lay R14", "lay Y13"}
    state = play(state, "1 lay Y13")
    assert texts(state, 1) == {"lay R12", "lay R14", "lay Y12", "end"}
    refusal(state, 1, "lay G11")


def test_any_start_drawn_card_opens_a_row() -> None:
    """§1.4, §1.1: A drawn card of the start number fits."""
    state = play(two("any-start", "R13", "", "G11 G13 Y13", first=0), "0 lay R13; 1 draw")
    assert cards_seen(state, None) == {"R13", "G13"}


def test_any_start_from_the_highest_number() -> None:
    """§1.4: Opened with a 20, rows grow downwards only; after 20 nothing comes."""
    state = play(two("any-start", "R20", "R19 R1 Y20 R18", first=0), "0 lay R20")
    assert {"lay R19", "lay Y20"} <= texts(state, 1)
    assert texts(state, 1) <= {"lay R19", "lay Y20", "lay G20", "lay B20"}


def test_any_start_starter_is_drawn_by_lot() -> None:
    """§1.4: The starter is drawn by lot: option `first`, default `random`; §0: drawn from the seed."""
    deck = " ".join(AROUND_11)
    for options in ({}, {"first": "random"}):
        lots = [turn_of(deal("any-start", 4, deck, seed=f"lot {i}", **options)) for i in range(60)]
        assert set(lots) == {0, 1, 2, 3}
        assert lots == [turn_of(deal("any-start", 4, deck, seed=f"lot {i}")) for i in range(60)]


def test_lot_without_a_seed_is_always_the_same() -> None:
    """§0: A seed given besides a stacked deck feeds only later shuffles and lots (empty if omitted)."""
    deck = " ".join(AROUND_11)
    assert deal("any-start", 4, deck) == deal("any-start", 4, deck)


def test_seed_besides_a_stacked_deck_deals_nothing() -> None:
    """§0: A seed given besides a stacked deck feeds only later shuffles and lots."""
    deck = " ".join(AROUND_11)
    for seed in ("one", "two"):
        state = deal("any-start", 4, deck, seed=seed)
        assert cards_seen(state, 0) == set(AROUND_11[:15])


# ----------------------------------------------------------------------------------------------- §1.5 junior


def test_junior_grows_from_both_ends() -> None:
    """§1.5: Rows grow from both ends."""
    state = junior("R2 R10 R3 Y5 Y7", "")
    assert turn_of(state) == 0
    assert texts(state, 0) == {"lay R2", "lay R10"}
    assert texts(play(state, "0 lay R2"), 0) == {"lay R3", "lay R10", "end"}


def test_junior_rows_meet() -> None:
    """§1.5, §1.2: A card fits next to any occupied place until the row is complete."""
    state = junior("R2 R3 R4 R5 Y6", "R10 R9 R8 R7 R6")
    state = play(state, "0 lay R2; 0 lay R3; 0 lay R4; 0 lay R5; 0 end")
    assert texts(state, 1) == {"lay R6", "lay R10"}
    state = play(state, "1 lay R6")
    assert texts(state, 1) == {"lay R7", "lay R10", "end"}
    state = play(state, "1 lay R10; 1 lay R9; 1 lay R7; 1 lay R8")
    assert points_of(state) == (6, 0)


@pytest.mark.parametrize(
    ("stock", "laid", "kept"), [("R4 R2", set(), {"R4"}), ("R2 R3", {"R2"}, set()), ("R10", {"R10"}, set())]
)
def test_junior_draws_one_card(stock: str, laid: set[str], kept: set[str]) -> None:
    """§1.5: A player who cannot lay draws one card: it is laid if it fits, kept if not."""
    before = junior("", "", stock=stock)
    assert texts(before, 0) == {"draw"}
    state = play(before, "0 draw")
    assert turn_of(state) == 1
    assert cards_seen(state, None) == cards_seen(before, None) | laid
    assert cards_seen(state, 0) == cards_seen(before, 0) | laid | kept


def test_junior_must_lay_if_something_fits() -> None:
    """§1.5: Turn as classic: if at least one fits you must lay one."""
    state = junior("R2", "")
    assert texts(state, 0) == {"lay R2"}
    refusal(state, 0, "draw")


def test_junior_pass_when_the_stock_is_empty() -> None:
    """§1.5, §1.1 (c): Nothing fits and the stock is empty: pass."""
    hands = [f"{c}2 {c}3 {c}4 {c}9 {c}10" for c in "RYGB"]
    state = junior(*hands, "R5 Y5 G5 B5 R6", "R8 Y8 G8 B8 Y6", stock="R7 Y7 G7 B7 G6 B6")
    for n in (2, 3, 10):
        for seat, colour in enumerate("RYGB"):
            state = play(state, f"{seat} lay {colour}{n}; {seat} end")
        state = play(state, "4 draw; 5 draw")
    for seat, colour in enumerate("RYGB"):
        state = play(state, f"{seat} lay {colour}4; {seat} end")
    state = play(state, "4 lay R5; 4 end")
    assert texts(state, 5) == {"pass"}
    assert turn_of(play(state, "5 pass")) == 0


def test_junior_booklet_example() -> None:
    """§1.5: Paul is out; Tessa holds 9+5+2 = 16, Luca 4+5+3 = 12, Hannah 8."""
    state = junior("R2 R3 R4 R5 R6", "Y2 Y3 Y9 Y5 G2", "G10 G9 B4 B5 B3", "B10 B9 B8 B7 Y8")
    state = play(
        state,
        "0 lay R2; 0 lay R3; 0 lay R4; 0 lay R5; 0 end; 1 lay Y2; 1 lay Y3; 1 end; "
        "2 lay G10; 2 lay G9; 2 end; 3 lay B10; 3 lay B9; 3 lay B8; 3 lay B7; 3 end; 0 lay R6",
    )
    assert points_of(state) == (0, 16, 12, 8)
    assert state.outcome is not None
    assert tuple(state.outcome.places) == (1, 4, 3, 2)


def test_ties_share_the_place() -> None:
    """§0: Ties share the place: (1, 2, 2, 4)."""
    state = junior("R2 R3 R4 R5 R6", "Y2 Y3 Y4 Y5 G8", "B10 B9 B8 B5 B3", "G10 G9 B7 Y9 Y7")
    state = play(
        state,
        "0 lay R2; 0 lay R3; 0 lay R4; 0 lay R5; 0 end; 1 lay Y2; 1 lay Y3; 1 lay Y4; 1 lay Y5; 1 end; "
        "2 lay B10; 2 lay B9; 2 lay B8; 2 end; 3 lay G10; 3 lay G9; 3 lay B7; 3 end; 0 lay R6",
    )
    assert points_of(state) == (0, 8, 8, 16)
    assert state.outcome is not None
    assert tuple(state.outcome.places) == (1, 2, 2, 4)

"""What a row game is dealt from: editions, hands, seats, options, decks (rulebook §0 and §1)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

import reihum
from games.row_tables import (
    AROUND_11,
    FROM_ENDS,
    JUNIOR,
    ROW_GAMES,
    WITH_FIRST,
    cards_seen,
    far_from,
    number,
    stock_size,
    turn_of,
    two,
)
from scenario import DECK_80, cards, deal, play, stack, texts

# ------------------------------------------------------------------------------------------------- §1.1 Deal

DEAL_SIZES = [
    (edition, seats, size)
    for edition, sizes in {
        "80": (20, 20, 15, 12, 10),
        "60": (20, 15, 11, 9, 7),
        "40": (15, 10, 7, 6, 5),
    }.items()
    for seats, size in zip(range(2, 7), sizes, strict=True)
]
EDITION_CARDS = {"80": cards(1, 20), "60": cards(1, 20, "RYG"), "40": cards(6, 15)}


@pytest.mark.parametrize(("edition", "seats", "size"), DEAL_SIZES)
def test_classic_deal(edition: str, seats: int, size: int) -> None:
    """§1.1: Three quarters of the deck, divided evenly, rounded down, at most 20 each; §0: in seat order."""
    deck = random.Random(f"{edition} {seats}").sample(EDITION_CARDS[edition], len(EDITION_CARDS[edition]))
    deck.remove("R11")
    deck.insert(size, "R11")
    state = deal("classic", seats, " ".join(deck), edition=edition)
    assert turn_of(state) == 1
    for seat in range(seats):
        assert cards_seen(state, seat) == set(deck[seat * size : (seat + 1) * size])
    assert cards_seen(state, None) == set()
    assert stock_size(state, None) == len(deck) - seats * size


@pytest.mark.parametrize("game", ["three-starts", "any-start"])
@pytest.mark.parametrize(("edition", "seats", "size"), DEAL_SIZES)
def test_deal_as_in_classic(game: str, edition: str, seats: int, size: int) -> None:
    """§1.3, §1.4: As classic."""
    deck = random.Random(f"{edition} {seats}").sample(EDITION_CARDS[edition], len(EDITION_CARDS[edition]))
    state = deal(game, seats, " ".join(deck), edition=edition, first=0)
    for seat in range(seats):
        assert cards_seen(state, seat) == set(deck[seat * size : (seat + 1) * size])


@pytest.mark.parametrize(("edition", "seats", "size"), DEAL_SIZES)
def test_false_start_deal(edition: str, seats: int, size: int) -> None:
    """§1.2: Lowest and highest numbers (1 and 20; pocket: 6 and 15) are laid out; hands as in classic,
    in the pocket edition from the 32 cards that are left."""
    low, high = (6, 15) if edition == "40" else (1, 20)
    size = {2: 12, 3: 8, 4: 6, 5: 4, 6: 4}[seats] if edition == "40" else size
    ends = {card for card in EDITION_CARDS[edition] if number(card) in (low, high)}
    inner = [card for card in EDITION_CARDS[edition] if card not in ends]
    deck = random.Random(f"{edition} {seats}").sample(inner, len(inner))
    state = deal("false-start", seats, " ".join(deck), edition=edition)
    for seat in range(seats):
        assert cards_seen(state, seat) == ends | set(deck[seat * size : (seat + 1) * size])
    assert cards_seen(state, None) == ends


@pytest.mark.parametrize("seats", range(2, 7))
def test_junior_deal(seats: int) -> None:
    """§1.5: The 1s and 11s are laid out; of the 36 cards 2–10 each player gets 5, the rest is the stock."""
    ends = set(cards(1, 1)) | set(cards(11, 11))
    deck = random.Random(seats).sample(cards(2, 10), 36)
    state = deal("junior", seats, " ".join(deck))
    for seat in range(seats):
        assert cards_seen(state, seat) == ends | set(deck[seat * 5 : seat * 5 + 5])
    assert cards_seen(state, None) == ends


def test_stock_lies_top_card_first() -> None:
    """§0: … then the stock from top to bottom."""
    state = play(two("classic", "R11", "", "Y6 G6 B6 R16"), "0 lay R11; 1 draw")
    assert {"Y6", "G6", "B6"} <= cards_seen(state, 1)
    assert "R16" not in cards_seen(state, 1)


def test_seed_alone_decides_the_deal() -> None:
    """§0: A deal is determined by the order of the shuffled deck alone, and that by the seed."""
    game = reihum.game("classic", seats=4)
    one, same, other = (game.deal(seed=seed) for seed in ("a", "a", "b"))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert [cards_seen(one, seat) for seat in range(4)] != [cards_seen(other, seat) for seat in range(4)]


def test_seed_may_be_bytes() -> None:
    """§0 with the contract: A seed is any text or bytes."""
    game = reihum.game("junior", seats=2)
    assert game.deal(seed=b"\x00\xff") == game.deal(seed=b"\x00\xff")
    assert game.deal(seed=b"\x00\xff") != game.deal(seed=b"\x00\xfe")


def test_seed_deals_every_card_once() -> None:
    """§1.1: Hands from one deck: no card is in two hands."""
    state = reihum.game("classic", seats=4).deal(seed="whole")
    hands = [cards_seen(state, seat) for seat in range(4)]
    assert [len(hand) for hand in hands] == [15] * 4
    assert len(set().union(*hands)) == 60
    assert set().union(*hands) <= set(DECK_80)


# ------------------------------------------------------------------------------------------- §0 option first


@pytest.mark.parametrize("game", WITH_FIRST)
def test_first_changes_who_begins_not_how_cards_are_dealt(game: str) -> None:
    """§0: `first` changes who begins, not how cards are dealt."""
    deck = {"false-start": FROM_ENDS, "junior": JUNIOR}.get(game, AROUND_11)
    states = [deal(game, 3, " ".join(deck), first=seat) for seat in range(3)]
    assert [turn_of(state) for state in states] == [0, 1, 2]
    for seat in range(3):
        assert len({frozenset(cards_seen(state, seat)) for state in states}) == 1


@pytest.mark.parametrize("game", ["false-start", "three-starts", "junior"])
def test_first_seat_begins_by_default(game: str) -> None:
    """§0: The default is the first seat of the round unless a game says otherwise."""
    for seed in range(10):
        assert turn_of(reihum.game(game, seats=4).deal(seed=f"first {seed}")) == 0


@pytest.mark.parametrize("game", WITH_FIRST)
def test_first_by_lot(game: str) -> None:
    """§0: `first` may be `random`, drawn from the seed."""
    rules = reihum.game(game, seats=3, first="random")
    starters = [turn_of(rules.deal(seed=f"lot {seed}")) for seed in range(40)]
    assert set(starters) == {0, 1, 2}
    assert starters == [turn_of(rules.deal(seed=f"lot {seed}")) for seed in range(40)]


# ---------------------------------------------------------------------------------- Options, seats and decks


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("classic", {"without": "R"}),
        ("classic", {"edition": "80", "without": "R"}),
        ("classic", {"edition": "40", "without": "R"}),
        ("any-start", {"edition": "40", "without": "Y"}),
        ("classic", {"edition": "60", "without": "X"}),
        ("classic", {"edition": "junior"}),
        ("classic", {"edition": "master"}),
        ("classic", {"blocking": "maybe"}),
        ("classic", {"first": 0}),
        ("classic", {"first": "random"}),
        ("junior", {"edition": "80"}),
        ("junior", {"edition": "40"}),
        ("junior", {"edition": "60", "without": "R"}),
        ("junior", {"without": "R"}),
        ("junior", {"blocking": "take3"}),
        ("three-starts", {"first": 4}),
        ("any-start", {"first": -1}),
        ("any-start", {"first": "youngest"}),
        ("classic", {"colour": "R"}),
    ],
)
def test_options_refused(game: str, options: dict[str, object]) -> None:
    """§1.1: `without` needs edition 60; Junior has only `first`; §0: classic has no `first`."""
    with pytest.raises(reihum.BadOption) as caught:
        reihum.game(game, seats=4, **options)
    assert caught.value.code
    assert any(name in str(caught.value) for name in options)


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
@pytest.mark.parametrize("game", ROW_GAMES)
def test_two_to_six_players(game: str, seats: int) -> None:
    """§1.1, §1.5: 2–6 players."""
    with pytest.raises(reihum.ReihumError) as caught:
        reihum.game(game, seats=seats)
    assert caught.value.code
    assert str(seats) in str(caught.value)


def test_all_row_games_are_registered() -> None:
    """§1: One family of five games."""
    assert set(ROW_GAMES) <= set(reihum.GAMES)


def test_unknown_game() -> None:
    """§1: A game that is not in the rulebook is refused, and named."""
    with pytest.raises(reihum.UnknownGame, match="zwölfer"):
        reihum.game("zwölfer", seats=2)


def swapped(deck: Iterable[str], old: str, new: str) -> str:
    """A deck in which one card has become another."""
    return " ".join(new if card == old else card for card in deck)


@pytest.mark.parametrize(
    ("game", "options", "deck", "named"),
    [
        ("classic", {}, swapped(DECK_80, "B20", "G5"), "G5"),
        ("classic", {}, " ".join((*DECK_80, "G5")), "G5"),
        ("classic", {}, " ".join(card for card in DECK_80 if card != "G5"), "G5"),
        ("classic", {}, swapped(DECK_80, "G5", "R21"), "R21"),
        ("classic", {}, swapped(DECK_80, "G5", "J"), "J"),
        ("classic", {}, swapped(DECK_80, "G5", "Q7"), "Q7"),
        ("classic", {"edition": "60"}, swapped(cards(1, 20, "RYG"), "R5", "B5"), "B5"),
        ("classic", {"edition": "60"}, " ".join((*cards(1, 20, "RYG"), "B5")), "B5"),
        ("classic", {"edition": "40"}, swapped(cards(6, 15), "R6", "R5"), "R5"),
        ("false-start", {}, swapped(cards(2, 19), "R2", "R1"), "R1"),
        ("false-start", {}, " ".join((*cards(2, 19), "B20")), "B20"),
        ("false-start", {"edition": "40"}, swapped(cards(7, 14), "R7", "B15"), "B15"),
        ("junior", {}, swapped(cards(2, 10), "R2", "R11"), "R11"),
        ("junior", {}, swapped(cards(2, 10), "R2", "R1"), "R1"),
        ("junior", {}, " ".join(cards(2, 10)[1:]), "R2"),
    ],
)
def test_bad_decks_name_the_card(game: str, options: dict[str, object], deck: str, named: str) -> None:
    """§0: Cards laid out or sorted out before the deal are not part of the deck; every other is, once."""
    with pytest.raises(reihum.BadDeck) as caught:
        deal(game, 2, deck, None, **options)
    assert caught.value.code
    assert re.search(rf"\b{named}\b", str(caught.value))


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

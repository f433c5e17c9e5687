"""The engine's row games against the naive second implementation, position by position, and by counting."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import NamedTuple

import pytest

import reihum
from games.naive_rows import NaiveRows, deck_of, hand_size
from games.row_tables import cards_seen, free_places, stock_size
from scenario import texts
from tiers import one_in

ROW_GAMES = ("classic", "false-start", "three-starts", "any-start", "junior")
EDITIONS = ({"edition": "80"}, {"edition": "40"}, *({"edition": "60", "without": c} for c in "RYGB"))
BLOCKING = ("off", "take3", "draw")


class Rules(NamedTuple):
    """A game with its options, without the seats."""

    game_id: str
    options: dict[str, str]

    def __str__(self) -> str:
        return " ".join((self.game_id, *self.options.values()))

    @property
    def cards(self) -> list[str]:
        """The cards that are shuffled."""
        return deck_of(
            self.game_id, **{k: self.options[k] for k in ("edition", "without", "elevens") if k in self.options}
        )

    def has_opener(self, deck: list[str], seats: int) -> bool:
        """Whether the deal needs no second shuffle (§1.1: classic, no 11 dealt)."""
        dealt = seats * hand_size(self.game_id, seats, self.options.get("edition", "80"))
        if self.options.get("stock") == "no" or self.options.get("elevens") == "out":
            return True
        return self.game_id != "classic" or any(card[1:] == "11" for card in deck[:dealt])


ALL_RULES = [
    Rules(game_id, {**edition, "blocking": blocking})
    for game_id in ROW_GAMES[:-1]
    for edition in EDITIONS
    for blocking in BLOCKING
] + [Rules("junior", {})]

HOUSE_RULES = [
    *({"turn": turn} for turn in ("colour", "one")),
    *({"drawing": drawing} for drawing in ("one", "until", "go-on")),
    {"stock": "no"},
    {"play_on": "on"},
    {"turn": "colour", "drawing": "go-on", "blocking": "draw", "play_on": "on"},
    {"turn": "one", "drawing": "go-on", "edition": "40", "blocking": "take3"},
    {"turn": "colour", "stock": "no", "play_on": "on"},
]
CLASSIC_RULES = [
    {"elevens": "must"},
    {"elevens": "must", "turn": "colour", "blocking": "take3"},
    {"elevens": "must", "turn": "one", "drawing": "go-on", "edition": "60", "without": "Y"},
    {"elevens": "out"},
    {"elevens": "out", "stock": "no", "edition": "40"},
]
ALL_HOUSE_RULES = (
    [Rules(game_id, options) for game_id in ROW_GAMES[:-1] for options in HOUSE_RULES]
    + [Rules("classic", options) for options in CLASSIC_RULES]
    + [Rules("junior", {"turn": turn, "play_on": "on"}) for turn in ("any", "colour", "one")]
    + [Rules("junior", {"turn": turn, "stock": "no"}) for turn in ("any", "colour", "one")]
)


class Pair(NamedTuple):
    """The same deal in the engine and in the naive game."""

    state: reihum.State
    naive: NaiveRows

    def play(self, text: str) -> Pair:
        """The same move in both (the naive game is changed in place)."""
        state = self.state.play(self.naive.turn, text)
        self.naive.play(text)
        return Pair(state, self.naive)


def deal_both(rules: Rules, seats: int, deck: list[str], first: int = 0) -> Pair:
    """Deal one deck twice; classic knows the option `first` only when its elevens lie out."""
    is_classic = rules.game_id == "classic" and rules.options.get("elevens") != "out"
    chosen: dict[str, object] = {} if is_classic else {"first": first}
    state = reihum.game(rules.game_id, seats=seats, **rules.options, **chosen).deal(deck=" ".join(deck))
    return Pair(state, NaiveRows(rules.game_id, seats, deck, first, 0, **rules.options))


def shuffled(rules: Rules, seats: int, rng: random.Random) -> list[str]:
    """A random deck that can be dealt."""
    deck = rules.cards
    while True:
        rng.shuffle(deck)
        if rules.has_opener(deck, seats):
            return deck


def assert_same_position(state: reihum.State, naive: NaiveRows) -> None:
    """Turn, legal moves of every seat and, at the end, the points."""
    assert tuple(state.to_act) == (() if naive.over else (naive.turn,))
    for seat in range(naive.seats):
        assert texts(state, seat) == (naive.legal() if seat == naive.turn else set())
    points = None if state.outcome is None else list(state.outcome.points)
    assert points == naive.points


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("rules", one_in(5, ALL_RULES), ids=str)
def test_engine_and_naive_game_agree(rules: Rules, seats: int) -> None:
    """§1: The same deck and the same moves give the same turns, legal moves and points."""
    for game in range(20 if rules.game_id == "junior" else 3):
        rng = random.Random(f"{rules} {seats} {game}")
        pair = deal_both(rules, seats, shuffled(rules, seats, rng), rng.randrange(seats))
        assert_same_position(*pair)
        while not pair.naive.over:
            pair = pair.play(rng.choice(sorted(pair.naive.legal())))
            assert_same_position(*pair)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("rules", one_in(3, ALL_HOUSE_RULES), ids=str)
def test_engine_and_naive_game_agree_on_house_rules(rules: Rules, seats: int) -> None:
    """§1.6: The same with the families' rules, with cards left over for some seats and a handicap for others."""
    for game in range(6):
        rng = random.Random(f"{rules} {seats} {game}")
        fewer = {} if "stock" in rules.options else {"fewer": ",".join(str(rng.randrange(4)) for _ in range(seats))}
        dealt = Rules(rules.game_id, {**rules.options, **fewer})
        deck = shuffled(dealt, seats, rng)
        if rules.game_id == "classic" and rules.options.get("elevens") != "out":
            deck.sort(key=lambda card: card != "G11")  # the first hand has an eleven, whatever its size
        pair = deal_both(dealt, seats, deck, rng.randrange(seats))
        assert_same_position(*pair)
        while not pair.naive.over:
            pair = pair.play(rng.choice(sorted(pair.naive.legal())))
            assert_same_position(*pair)
        if pair.naive.play_on:
            assert pair.state.outcome is not None
            order = [*pair.naive.out, *(set(range(seats)) - {*pair.naive.out})]
            assert [pair.state.outcome.places[seat] for seat in order] == list(range(1, seats + 1))


def assert_same_sight(state: reihum.State, naive: NaiveRows, seat: int | None) -> None:
    """What one seat or a spectator sees: hand and table, counts, and places that follow from the table."""
    hands = naive.hands if naive.over else [] if seat is None else [naive.hands[seat]]  # after the end all lie open
    assert cards_seen(state, seat) == naive.table.union(*hands)
    assert [player.cards for player in state.view(seat).players] == [len(hand) for hand in naive.hands]
    assert stock_size(state, seat) == len(naive.stock)
    if naive.opened:
        hidden = {*naive.stock, *(card for hand in naive.hands for card in hand)}
        assert free_places(state, seat) == {card for card in hidden if naive.fits(card)}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rules", one_in(5, [r for r in ALL_RULES if r.options.get("edition") != "60"]), ids=str)
def test_seats_see_their_hand_and_the_table_alone(rules: Rules, seats: int) -> None:
    """§0: A player sees their own hand, everything face up and the numbers of cards; never other cards."""
    rng = random.Random(f"sight {rules} {seats}")
    pair = deal_both(rules, seats, shuffled(rules, seats, rng), rng.randrange(seats))
    while True:
        for seat in (None, *range(seats)):
            assert_same_sight(*pair, seat)
        if pair.naive.over:
            break
        pair = pair.play(rng.choice(sorted(pair.naive.legal())))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_naive_games_end_and_keep_their_cards(rules: Rules) -> None:
    """§0: Every game must end; and the yardstick itself neither loses nor doubles a card."""
    for seats in range(2, 7):
        rng = random.Random(f"alone {rules} {seats}")
        naive = NaiveRows(rules.game_id, seats, shuffled(rules, seats, rng), 0, 0, **rules.options)
        whole = sorted([*naive.table, *rules.cards])
        moves = 0
        while not naive.over:
            naive.play(rng.choice(sorted(naive.legal())))
            moves += 1
            assert sorted([*naive.table, *naive.stock, *(c for hand in naive.hands for c in hand)]) == whole
            assert moves < 2000
        assert naive.points is not None
        assert [seat for seat in range(seats) if naive.points[seat] == 0] == [naive.turn]


def test_naive_deal_may_begin_with_another_seat() -> None:
    """§0: The round's first seat's whole hand comes first, then the next seat's, then the stock."""
    deck = deck_of("junior")
    naive = NaiveRows("junior", 3, deck, first=1, dealt_from=2)
    assert naive.hands == [set(deck[5:10]), set(deck[10:15]), set(deck[:5])]
    assert naive.stock == deck[15:]
    assert naive.turn == 1


# Counting, as chess does with perft: the number of move sequences of length 1, 2, 3, 4 from a given position.


class Count(NamedTuple):
    """A position – the deal named by its rules, some moves later – and its numbers of sequences."""

    rules: Rules
    seats: int
    after: int
    sequences: tuple[int, int, int, int]

    def __str__(self) -> str:
        return f"{self.rules} {self.seats} seats after {self.after}"


def by_hash(things: list[str], label: str) -> list[str]:
    """A fixed order that looks shuffled and stays the same in every version of Python."""
    return sorted(things, key=lambda thing: sha256(f"{label} {thing}".encode()).digest())


def counted_line(count: Count) -> tuple[list[str], list[str], NaiveRows]:
    """The fixed deck, the moves to the position (the second seat begins), and the naive game there."""
    deck = by_hash(count.rules.cards, f"{count.rules} {count.seats}")
    naive = NaiveRows(count.rules.game_id, count.seats, deck, 1, 0, **count.rules.options)
    line = []
    for ply in range(count.after):
        line.append(by_hash(sorted(naive.legal()), str(ply))[0])
        naive.play(line[-1])
    return deck, line, naive


def sequences_of_engine(state: reihum.State, depth: int) -> int:
    """The number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    return sum(
        sequences_of_engine(state.play(seat, move), depth - 1) for seat in state.to_act for move in state.legal(seat)
    )


def sequences_of_naive(naive: NaiveRows, depth: int) -> int:
    """The same, counted by the naive game."""
    if depth == 0:
        return 1
    total = 0
    for text in naive.legal():
        after = naive.copy()
        after.play(text)
        total += sequences_of_naive(after, depth - 1)
    return total


COUNTS = [
    Count(Rules("classic", {}), 4, 0, (1, 1, 1, 2)),
    Count(Rules("classic", {}), 2, 30, (1, 1, 2, 2)),
    Count(Rules("classic", {}), 5, 40, (4, 17, 50, 111)),
    Count(Rules("classic", {"edition": "60", "without": "R", "blocking": "draw"}), 2, 1, (2, 5, 16, 44)),
    Count(Rules("classic", {"edition": "40", "blocking": "take3"}), 3, 1, (2, 2, 4, 9)),
    Count(Rules("classic", {"blocking": "draw"}), 3, 30, (4, 13, 37, 94)),
    Count(Rules("classic", {}), 6, 116, (3, 6, 10, 9)),
    Count(Rules("false-start", {}), 4, 0, (1, 3, 9, 16)),
    Count(Rules("false-start", {"edition": "60", "blocking": "take3"}), 2, 0, (4, 14, 46, 146)),
    Count(Rules("false-start", {"edition": "40", "blocking": "draw"}), 5, 21, (1, 3, 7, 13)),
    Count(Rules("three-starts", {}), 3, 0, (4, 14, 54, 182)),
    Count(Rules("three-starts", {"edition": "60", "without": "Y", "blocking": "draw"}), 6, 0, (2, 5, 7, 9)),
    Count(Rules("three-starts", {"blocking": "take3"}), 4, 25, (1, 5, 19, 63)),
    Count(Rules("any-start", {}), 4, 0, (15, 19, 32, 49)),
    Count(Rules("any-start", {"edition": "40", "blocking": "take3"}), 2, 1, (1, 4, 11, 29)),
    Count(Rules("any-start", {"edition": "60", "without": "G", "blocking": "draw"}), 5, 15, (1, 3, 11, 30)),
    Count(Rules("junior", {}), 3, 0, (2, 4, 4, 4)),
    Count(Rules("junior", {}), 2, 8, (1, 1, 1, 2)),
    Count(Rules("junior", {}), 4, 6, (1, 1, 3, 9)),
    Count(Rules("junior", {}), 6, 27, (3, 9, 15, 9)),
]


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_engine_counts(count: Count) -> None:
    """§1: From a fixed position there are exactly this many ways to play on, says the engine."""
    deck, line, _ = counted_line(count)
    pair = deal_both(count.rules, count.seats, deck, first=1)
    for text in line:
        pair = pair.play(text)
    state = pair.state
    assert tuple(sequences_of_engine(state, depth) for depth in (1, 2, 3, 4)) == count.sequences


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_naive_counts(count: Count) -> None:
    """§1: From a fixed position there are exactly this many ways to play on, says the naive game."""
    naive = counted_line(count)[2]
    assert tuple(sequences_of_naive(naive, depth) for depth in (1, 2, 3, 4)) == count.sequences

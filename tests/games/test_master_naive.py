"""Master against its naive second implementation, position by position, over whole random games.

Every game follows from its seat count and its number alone. The players differ in temper, so that connections,
joker swaps, an empty stock, full tables and all eight half rows occur: the last test counts them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import reihum
from games.naive_master import DECK, JOKER, NUMBERS, NaiveMaster, colour, half, number
from tiers import one_in

SEATS = (2, 3, 4, 5, 6)
BLOCKS = range(9)
GAMES_PER_BLOCK = 50  # 5 × 9 × 50 = 2,250 games

# How often each kind of move is chosen where it is possible; "even" chooses among all moves alike. Keepers and
# traders empty the stock and lay card by card, so that a round can last until the table is full; weavers collect
# cards until they can use several connections in one turn.
TEMPERS: dict[str, dict[str, int]] = {
    "even": {},
    "builder": {"link": 30, "swap": 30, "joker": 4, "lay": 8, "end": 1, "draw": 4, "pass": 1},
    "weaver": {"link": 90, "swap": 1, "joker": 1, "lay": 2, "end": 1, "draw": 600, "pass": 1},
    "keeper": {"link": 1, "swap": 0, "joker": 8, "lay": 2, "end": 30, "draw": 40, "pass": 8},
    "trader": {"link": 4, "swap": 40, "joker": 3, "lay": 3, "end": 10, "draw": 20, "pass": 8},
    "runner": {"link": 6, "swap": 2, "joker": 3, "lay": 20, "end": 1, "draw": 1, "pass": 1},
}
MIXTURES = [*([temper] for temper in TEMPERS), ["keeper"], *([list(TEMPERS)] * 4)]
UNIVERSE = [
    "draw",
    "end",
    "pass",
    *(f"{word}{c}{n}" for word in ("lay ", "lay J>", "swap ") for c in "RYGB" for n in NUMBERS),
    *(f"link {a}{n}>{b}{n}" for a in "RYGB" for b in "RYGB" for n in NUMBERS),
]


def kind(move: str) -> str:
    """What a move is: its word, or ``joker`` for a joker that is laid."""
    return "joker" if move.startswith("lay J") else move.split()[0]


def choose(dice: random.Random, temper: str, moves: set[str]) -> str:
    """A random move: evenly among all, or first its kind by the player's temper."""
    ordered = sorted(moves)
    weights = TEMPERS[temper]
    if not weights:
        return dice.choice(ordered)
    kinds = sorted({kind(move) for move in ordered})
    chances = [weights[name] for name in kinds]
    wanted = dice.choices(kinds, chances)[0] if any(chances) else dice.choice(kinds)
    return dice.choice([move for move in ordered if kind(move) == wanted])


class RandomGame:
    """A random game, told by its seat count and number: deck, options, tempers and dice."""

    def __init__(self, seats: int, game: int) -> None:
        self.dice = random.Random(f"master {seats} {game}")
        self.seats = seats
        self.name = f"{seats} seats, game {game}"
        self.deck = self.dice.sample(DECK, len(DECK))
        self.first = self.dice.randrange(seats) if game % 5 == 0 else 0
        self.rows = "".join(self.dice.sample("YBRG", 4)) if game % 4 == 0 else "YBRG"
        self.tempers = self.dice.choices(MIXTURES[game % len(MIXTURES)], k=seats)

    def naive(self) -> NaiveMaster:
        """The deal in the naive implementation."""
        return NaiveMaster(self.seats, self.deck, first=self.first, rows=self.rows)

    def engine(self) -> reihum.State:
        """The deal in the engine."""
        options: dict[str, object] = {}  # the defaults are left to the engine
        if self.first != 0:
            options["first"] = self.first
        if self.rows != "YBRG":
            options["rows"] = self.rows
        return reihum.game("master", seats=self.seats, **options).deal(deck=" ".join(self.deck))

    def choose(self, naive: NaiveMaster, moves: set[str]) -> str:
        """What the seat on turn does."""
        return choose(self.dice, self.tempers[naive.turn], moves)


def assert_alike(state: reihum.State, naive: NaiveMaster, legal: set[str], told: str) -> None:
    """Both name the same seat on turn and the same moves, each once, and nobody else may do anything."""
    assert list(state.to_act) == [naive.turn], told
    assert sorted(map(str, state.legal(naive.turn))) == sorted(legal), told
    assert not any(state.legal(seat) for seat in range(naive.seats) if seat != naive.turn), told
    assert state.outcome is None, told


def places(points: list[int]) -> list[int]:
    """§0, §2: the highest score wins, ties share the place."""
    return [1 + sum(other > own for other in points) for own in points]


def assert_same_end(state: reihum.State, naive: NaiveMaster, told: str) -> None:
    """Both have ended: nobody may act, and points and places are the same."""
    assert list(state.to_act) == [], told
    assert not any(state.legal(seat) for seat in range(naive.seats)), told
    assert state.outcome is not None, told
    assert list(state.outcome.points) == naive.points, told
    assert list(state.outcome.places) == places(naive.points), told


def compare(game: RandomGame) -> None:
    """Play one random game in both implementations and compare every position."""
    naive, state = game.naive(), game.engine()
    other_dice = random.Random(game.name)
    history: list[str] = []
    while not naive.over:
        legal = naive.legal()
        assert_alike(state, naive, legal, f"{game.name}, after {'; '.join(history)}")
        wrong = other_dice.choice(UNIVERSE)
        if len(history) % 8 == 0 and wrong not in legal:
            with pytest.raises(reihum.IllegalMove):
                state.play(naive.turn, wrong)
        move = game.choose(naive, legal)
        history.append(f"{naive.turn} {move}")
        state = state.play(naive.turn, move)
        naive.play(move)
    assert_same_end(state, naive, f"{game.name}, after {'; '.join(history)}")


@pytest.mark.parametrize("block", one_in(5, BLOCKS))
@pytest.mark.parametrize("seats", SEATS)
def test_every_position_of_random_games(seats: int, block: int) -> None:
    """§2 as a whole: at every position the engine offers exactly what the rulebook allows, and it counts alike."""
    for game in range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK):
        compare(RandomGame(seats, game))


def count_paths(state: reihum.State, naive: NaiveMaster, depth: int) -> int:
    """Compare all positions down to a depth; the number of move sequences, as chess's perft counts them."""
    if naive.over:
        assert_same_end(state, naive, "below")
        return 1
    legal = naive.legal()
    assert_alike(state, naive, legal, f"{depth} moves above the bottom")
    if not depth:
        return 1
    paths = 0
    for move in sorted(legal):
        after = naive.copy()
        after.play(move)
        paths += count_paths(state.play(naive.turn, move), after, depth - 1)
    return paths


def rich_position(game: RandomGame) -> tuple[reihum.State, NaiveMaster]:
    """Where cards, jokers, connections and a swap are possible all at once for the first time, or the end."""
    naive, state = game.naive(), game.engine()
    while not naive.over:
        legal = naive.legal()
        if {kind(move) for move in legal} >= {"lay", "joker", "link", "swap"}:
            break
        move = game.choose(naive, legal)
        state = state.play(naive.turn, move)
        naive.play(move)
    return state, naive


@pytest.mark.parametrize("seats", one_in(3, SEATS))
def test_every_sequence_of_three_moves(seats: int) -> None:
    """§2 as a whole: both implementations agree on every three moves from a rich position."""
    paths = sum(count_paths(*rich_position(RandomGame(seats, game)), depth=3) for game in range(25))
    assert paths > 5_000


def test_cards_are_conserved_and_play_ends() -> None:
    """§0: every game must end; and the naive implementation itself neither loses nor doubles a card."""
    for seats in SEATS:
        for number_of_game in range(10):
            game = RandomGame(seats, number_of_game)
            naive = game.naive()
            for _ in range(2_000):
                if naive.over:
                    break
                moves = naive.legal()
                assert moves, "a player on turn always has a move"
                naive.play(game.choose(naive, moves))
                on_table = [card for card in naive.table.values() if card[1:] != "11"]
                in_hands = [card for hand in naive.hands for card in hand]
                assert sorted(on_table + naive.stock + in_hands) == DECK
                assert sum(naive.bonus) + naive.bonus_left == 7
                assert min(naive.connections) >= 0
            assert naive.over


def run_of(naive: NaiveMaster, place: str) -> set[int]:
    """The numbers that lie without a gap around an empty place, in its row."""
    run = {number(place)}
    for step in (-1, 1):
        near = number(place) + step
        while f"{colour(place)}{near}" in naive.table:
            run.add(near)
            near += step
    return run


class Witness:
    """Looks on at a naive game and names what happens in it."""

    def __init__(self) -> None:
        self.links = 0
        self.swaps = 0

    def before(self, naive: NaiveMaster, legal: set[str], move: str) -> Iterator[str]:
        """What a position and the move now chosen show."""
        if not naive.laid and not naive.swapped and naive.target is None:
            self.links = self.swaps = 0
            yield from self.turn_begins(naive, legal, move)
        full = len(naive.table) == 84
        if full and any(naive.table[card] == JOKER for card in naive.hand if card != JOKER):
            yield "full table: swap refused" if not naive.laid else "full table: swap offered"
        name = kind(move)
        if name == "link":
            yield from self.link(naive, legal, move)
        elif name == "swap":
            yield from self.swap(naive, move.split()[1])
        elif name in ("lay", "joker"):
            yield from self.lay(naive, move.split()[1].split(">")[-1], name == "joker")

    def turn_begins(self, naive: NaiveMaster, legal: set[str], move: str) -> Iterator[str]:
        """Duties and choices before anything is done."""
        if naive.must_lay():
            yield "duty to lay"
            if kind(move) in ("joker", "link", "swap"):
                yield f"duty to lay: begun with a {kind(move)}"
        if move == "pass":
            yield "pass"
            if any(kind(other) == "joker" for other in legal):
                yield "pass: joker held back"
            if any(kind(other) == "link" for other in legal):
                yield "pass: connection held back"
        if move == "draw" and any(kind(other) == "lay" for other in legal):
            yield "draw: fitting card held back"

    def link(self, naive: NaiveMaster, legal: set[str], move: str) -> Iterator[str]:
        """How a connection is used."""
        source, target = move.split()[1].split(">")
        self.links += 1
        yield f"link: {('first', 'second', 'third or fourth')[min(self.links, 3) - 1]} of the turn"
        yield f"link: with {naive.laid} cards laid"
        yield "link: down" if naive.rows.index(colour(source)) < naive.rows.index(colour(target)) else "link: up"
        if naive.table[source] == JOKER:
            yield "link: from a joker"
        if sum(other.endswith(f">{target}") and kind(other) == "link" for other in legal) == 2:
            yield "link: a target between two rows"
        if naive.connections[naive.turn] == 1:
            yield "link: the last connection card"

    def swap(self, naive: NaiveMaster, place: str) -> Iterator[str]:
        """When a joker is swapped."""
        self.swaps += 1
        yield "swap: before the first card" if not naive.laid else f"swap: with {naive.laid} cards laid"
        if self.swaps == 2:
            yield "swap: twice in a turn"
        if half(place) <= set(naive.table):
            yield "swap: in a complete half row"
        if len(naive.hand) == 1:
            yield "swap: the last hand card"

    def lay(self, naive: NaiveMaster, place: str, joker: bool) -> Iterator[str]:
        """What a laid card does."""
        if naive.target is not None:
            yield "lay: a joker at a connection" if joker else "lay: a number card at a connection"
        elif 11 not in run_of(naive, place):
            yield "lay: an island grows"
        if joker and self.swaps:
            yield "lay: a joker in the turn of a swap"
        if joker and place in naive.hand:
            yield "lay: a joker for a card of their own hand"
        if half(place) <= {*naive.table, place}:
            yield from self.half_row(naive, place, joker)
        if len(naive.hand) == 1:
            yield from self.out(naive, joker)
        elif naive.laid == 3:
            yield "fourth card"

    def half_row(self, naive: NaiveMaster, place: str, joker: bool) -> Iterator[str]:
        """How a half row is completed."""
        yield "half row: complete"
        if joker:
            yield "half row: by a joker"
        if number(place) not in (1, 21):
            yield "half row: by its last gap"
        if not naive.bonus_left:
            yield "half row: the eighth, without a bonus card"

    def out(self, naive: NaiveMaster, joker: bool) -> Iterator[str]:
        """How the last hand card is laid."""
        yield "out: by a joker" if joker else "out: by a number card"
        yield "out: with stock left" if naive.stock else "out: without stock"
        if naive.target is not None:
            yield "out: at a connection"
        if naive.laid < 3:
            yield "out: before the fourth card"

    def after_the_end(self, naive: NaiveMaster) -> Iterator[str]:
        """How a round ended."""
        if all(naive.hands):
            yield f"blocked: {naive.seats} seats"
        best = max(naive.points)
        if naive.points.count(best) > 1:
            yield "end: the win is shared"
        if any(not hand and points < best for hand, points in zip(naive.hands, naive.points, strict=True)):
            yield "end: going out did not win"
        if any(JOKER in hand for hand in naive.hands):
            yield "end: a joker in hand"
        if min(naive.points) < 0:
            yield "end: below zero"


EXPECTED = {
    *(f"blocked: {seats} seats" for seats in (2, 3, 4)),  # a full table leaves four cards in the hands
    "draw: fitting card held back",
    "duty to lay",
    *(f"duty to lay: begun with a {name}" for name in ("joker", "link", "swap")),
    "end: a joker in hand",
    "end: below zero",
    "end: going out did not win",
    "end: the win is shared",
    "fourth card",
    "full table: swap offered",
    "full table: swap refused",
    "half row: by a joker",
    "half row: by its last gap",
    "half row: complete",
    "half row: the eighth, without a bonus card",
    "lay: a joker at a connection",
    "lay: a joker for a card of their own hand",
    "lay: a joker in the turn of a swap",
    "lay: a number card at a connection",
    "lay: an island grows",
    "link: a target between two rows",
    "link: down",
    "link: from a joker",
    "link: the last connection card",
    "link: up",
    *(f"link: {which} of the turn" for which in ("first", "second", "third or fourth")),
    *(f"link: with {n} cards laid" for n in (0, 1, 2, 3)),
    "out: at a connection",
    "out: before the fourth card",
    "out: by a joker",
    "out: by a number card",
    "out: with stock left",
    "out: without stock",
    "pass",
    "pass: connection held back",
    "pass: joker held back",
    "swap: before the first card",
    "swap: in a complete half row",
    "swap: the last hand card",
    "swap: twice in a turn",
    *(f"swap: with {n} cards laid" for n in (1, 2, 3)),
}


@pytest.mark.full
def test_every_kind_of_event_occurs() -> None:
    """The games compared above show every clause of §2 at work, each of them several times."""
    seen: Counter[str] = Counter()
    for seats in SEATS:
        for number_of_game in range(3 * GAMES_PER_BLOCK):
            game = RandomGame(seats, number_of_game)
            naive, witness = game.naive(), Witness()
            while not naive.over:
                legal = naive.legal()
                move = game.choose(naive, legal)
                seen.update(witness.before(naive, legal, move))
                naive.play(move)
            seen.update(witness.after_the_end(naive))
    assert set(seen) == EXPECTED
    assert min(seen.values()) >= 3, seen.most_common()[:-10:-1]

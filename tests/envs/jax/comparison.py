"""Random rounds on the engine and in the JAX environment, side by side: the same deals, the same moves."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.bots.search.weighted_bot import WeightedBot
from reihum.bots.simple.rows import EagerBot, HolderBot
from reihum.cards import Randomness
from reihum.engine import Game, Move
from reihum.envs.jax.policies import EAGER, HOLDER, SOLID
from reihum.envs.jax.rows.parameters import CARDS, MAX_SEATS, RowParameters, action_of, parameters_of
from reihum.envs.jax.rows.policies import choose_simple, weigh_moves
from reihum.envs.jax.rows.position import RowPosition
from reihum.envs.jax.rows.rules import BAN, MOST_PASSED, count_points, legal_mask, make_move
from reihum.games.rows.bits import ALL, BIT
from reihum.games.rows.rules import RowsState

BOTS = {EAGER: EagerBot, HOLDER: HolderBot, SOLID: WeightedBot}
PLACE = {card: place for place, card in enumerate(BIT)}
ACTION = {Move("lay", (card,)): place for card, place in PLACE.items()}


class Memory:
    """What everybody can conclude from the moves of a round, told by the engine's states alone."""

    def __init__(self, seats: int) -> None:
        self.banned = np.zeros((seats, CARDS), int)
        self.passed = np.zeros((seats, CARDS), int)
        self.chosen = [0] * seats
        self.age = np.full(CARDS, 255)

    def add(self, before: RowsState, move: Move, after: RowsState) -> None:
        """Conclude from a move."""
        seat = before.turn
        fitting = before.fits & (before.following or ALL)
        laid = BIT[str(move.args[0])] if move.verb == "lay" else 0
        drawn = len(before.stock) - len(after.stock)
        new = after.table ^ before.table
        kept = drawn - (1 if new and not laid else 0)
        self.banned[seat] = np.maximum(self.banned[seat] - kept, 0)
        if move.verb == "pass" or (move.verb == "draw" and before.game.setup.blocking != "draw"):
            self.banned[seat, _places(fitting)] = BAN
        else:
            self.passed[seat, _places(fitting & ~laid)] += 1
        self.chosen[seat] |= laid
        self.age = np.minimum(self.age + 1, 255)
        self.age[_places(new)] = 0


class Table:
    """A round of the engine, with what is known of it."""

    def __init__(self, game: Game, dice: random.Random) -> None:
        self.game, self.dice = game, dice
        self.bots = [
            {kind: bot(game, seat, Randomness(b"0", "bot")) for kind, bot in BOTS.items()} for seat in range(game.seats)
        ]
        self.deal()

    def deal(self) -> None:
        """Begin a round."""
        state = self.game.deal(seed=self.dice.randbytes(8), dealt_from=self.dice.randrange(self.game.seats))
        assert isinstance(state, RowsState)
        self.state, self.memory = state, Memory(self.game.seats)

    def play(self) -> int:
        """Make a random move, and give its number."""
        before = self.state
        move = self.dice.choice(before.legal(before.turn))
        after = before.play(before.turn, move)
        assert isinstance(after, RowsState)
        self.state = after
        self.memory.add(before, move, after)
        return ACTION.get(move) or action_of(str(move))


class Kernels(NamedTuple):
    """The functions under test, for many tables at once."""

    mask: Any = jax.jit(jax.vmap(legal_mask))
    move: Any = jax.jit(jax.vmap(make_move))
    points: Any = jax.jit(jax.vmap(count_points))
    choose: Any = jax.jit(jax.vmap(choose_simple, in_axes=(0, 0, None)))
    weigh: Any = jax.jit(jax.vmap(weigh_moves))


def from_state(state: RowsState, seats: int = MAX_SEATS) -> RowPosition:
    """The position of a state in which nothing has been concluded yet."""
    more = seats - state.game.seats
    order = np.zeros(CARDS, np.uint8)
    top = len(state.game.setup.deck) - len(state.stock)
    for place, card in enumerate(state.stock, top):
        order[PLACE[card]] = place
    following = {0: 0, ALL: 0xFFFFFFFF}.get(state.following)
    colours = [0xFFFFFFFF if word else 0 for word in _words(state.following & ALL)]
    return RowPosition(
        hands=np.array([*map(_words, state.hands), *[np.zeros(4, np.uint32)] * more]),
        table=_words(state.table),
        fits=_words(state.fits),
        following=np.array(colours if following is None else [following] * 4, np.uint32),
        order=order.reshape(4, 20),
        top=np.int32(top),
        seat=np.int32(state.turn),
        places=np.array([state.out.index(seat) + 1 if seat in state.out else 0 for seat in range(seats)], np.int32),
        over=np.bool_(False),
        age=np.full((4, 20), 255, np.uint8),
        banned=np.zeros((seats, 4, 20), np.uint8),
        passed=np.zeros((seats, 4, 20), np.uint8),
        chosen=np.zeros((seats, 4), np.uint32),
    )


def stack(many: list[Any]) -> Any:
    """Positions or parameters of many tables as one."""
    return jax.tree.map(lambda *leaves: jnp.asarray(np.stack(leaves)), *many)


def put_tables(now: Any, where: Any, new: Any) -> Any:
    """Some tables replaced by others."""

    def put(all_: Any, some: Any) -> Any:
        changed = np.array(all_)
        changed[where] = some
        return jnp.asarray(changed)

    return jax.tree.map(put, now, new)


class Comparison:
    """Many tables on both sides. ``positions`` counts the positions compared."""

    def __init__(self, games: list[Game], seed: int) -> None:
        self.kernels = Kernels()
        self.tables = [Table(game, random.Random(f"{seed} {number}")) for number, game in enumerate(games)]
        self.parameters: RowParameters = stack([parameters_of(game, MAX_SEATS) for game in games])
        self.now: RowPosition = stack([from_state(table.state) for table in self.tables])
        self.positions = 0

    def check_moves(self) -> None:
        """Both sides allow the same moves, and so see the same cards."""
        masks = np.asarray(self.kernels.mask(self.parameters, self.now))
        for mask, table in zip(masks, self.tables, strict=True):
            legal = [str(move) for move in table.state.legal(table.state.turn)]
            assert np.flatnonzero(mask).tolist() == sorted(map(action_of, legal)), table.state
        self.positions += len(self.tables)

    def check_bots(self) -> None:
        """Every bot chooses the same move on both sides. Of cards that are worth the same to ``solid``, rounding on the
        engine's side may prefer any."""
        cards = np.asarray(self.kernels.weigh(self.parameters, self.now).cards).reshape(len(self.tables), CARDS)
        for kind in BOTS:
            chosen = np.asarray(self.kernels.choose(self.parameters, self.now, kind))
            for action, table, worth in zip(chosen.tolist(), self.tables, cards, strict=True):
                seat = table.state.turn
                found = action_of(table.bots[seat][kind].choose(table.state.view(seat)))
                equal = kind == SOLID and max(action, found) < CARDS and worth[action] == worth[found]
                assert action == found or equal, (kind, action, found, table.state)

    def step(self) -> int:
        """Make random moves, compare what they lead to, and deal where a round is over. Gives the number of rounds."""
        actions = np.array([table.play() for table in self.tables], np.int32)
        self.now = self.kernels.move(self.parameters, self.now, actions)
        after = jax.tree.map(np.asarray, self.now)
        points = np.asarray(self.kernels.points(self.now))
        ended = []
        for number, table in enumerate(self.tables):
            check_state(RowPosition(*(leaf[number] for leaf in after)), table)
            if outcome := table.state.outcome:
                assert points[number, : table.game.seats].tolist() == list(outcome.points)
                ended.append(number)
                table.deal()
        if ended:
            new = stack([from_state(self.tables[number].state) for number in ended])
            self.now = put_tables(self.now, np.array(ended), new)
        return len(ended)


def check_state(found: RowPosition, table: Table) -> None:
    """A position has what the engine's state has, and what was concluded."""
    state, memory, seats = table.state, table.memory, table.game.seats
    assert [_engine_mask(hand) for hand in found.hands[:seats]] == list(state.hands)
    assert (_engine_mask(found.table), _engine_mask(found.fits)) == (state.table, state.fits)
    assert bool(found.over) == (state.outcome is not None)
    assert int(found.top) == len(state.game.setup.deck) - len(state.stock)
    out = {seat: place for seat, place in enumerate(found.places[:seats]) if place}
    assert tuple(sorted(out, key=out.__getitem__)) == state.out
    if not found.over:
        assert int(found.seat) == state.turn
        assert _engine_mask(found.following) == state.following & ALL
    assert (found.age.reshape(CARDS) == memory.age).all()
    assert (found.banned[:seats].reshape(seats, CARDS) == memory.banned).all()
    assert (found.passed[:seats].reshape(seats, CARDS) == np.minimum(memory.passed, MOST_PASSED)).all()
    assert [_engine_mask(cards) for cards in found.chosen[:seats]] == memory.chosen


def _words(cards: int) -> Any:
    return np.array([(cards >> 20 * row & 0xFFFFF) << 1 for row in range(4)], np.uint32)


def _engine_mask(words: Any) -> int:
    return sum((int(word) >> 1 & 0xFFFFF) << 20 * row for row, word in enumerate(words))


def _places(cards: int) -> list[int]:
    return [place for place in range(CARDS) if cards >> place & 1]

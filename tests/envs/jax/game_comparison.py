"""Random rounds of the small games on the engine and in the JAX environment, side by side: the same decks and moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from msgspec.structs import replace

from envs.jax.comparison import put_tables, stack
from reihum.cards import Randomness
from reihum.engine import Game, Move, State
from reihum.envs.actions import actions_of, cards_of
from reihum.envs.encoding import encoding_of, observable_view

UNKNOWN = 255
"""In an expected position: what the engine's state does not tell any more."""
NEAR_BOUND = 8
"""One round in this many begins near the bound."""


class Case(NamedTuple):
    """A game under test."""

    module: ModuleType
    largest: Callable[[Game], Game]
    """The game whose arrays have room for a game: with the most seats and cards."""
    from_state: Callable[[Any, int, int], Any]
    """The position of an engine's state, in arrays for a number of seats and cards."""
    favourites: Callable[[Any, Sequence[Move]], Sequence[Move]]
    """Moves that bring the end nearer, chosen half of the time."""
    hidden: str
    """A part of a position that nobody may see."""
    has_short_decks: bool = False
    """Whether options change the number of cards."""
    names_places: bool = False
    """Whether cards are numbered within the game itself, because observations are about places."""
    chance: Callable[[Any], tuple[str, ...]] = lambda _: ()
    """Parts of a position that the engine's randomness has just decided: they are taken over from its state."""

    def parameters(self, game: Game) -> Any:
        """The parameters of a game, with room for the largest one."""
        largest = self.largest(game)
        cards = (cards_of(largest),) if self.has_short_decks else ()
        return self.module.parameters_of(game, largest.seats, *cards)


class Kernels(NamedTuple):
    """The functions of a game, for many tables at once."""

    show: Any
    move: Any
    open: Any


@lru_cache
def compile_kernels(module: ModuleType, make_move: Any) -> Kernels:
    """The functions of a game, with rules that may be wrong."""

    def show(parameters: Any, position: Any, seat: Any) -> Any:
        mask, points = module.legal_mask(parameters, position), module.count_points(parameters, position)
        return mask, module.observe(parameters, position, seat), points

    return Kernels(*(jax.jit(jax.vmap(function)) for function in (show, make_move, module.open_round)))


class Table:
    """A round of the engine."""

    def __init__(self, case: Case, game: Game, seed: str) -> None:
        self.case, self.game, self.dice = case, game, random.Random(seed)
        self.encoding, largest = encoding_of(game), case.largest(game)
        self.names = encoding_of(largest).names
        place = {name: at for at, name in enumerate(self.names)}
        self.places = np.array([place[name] for name in self.encoding.names])
        self.room = largest.seats, len(largest.cards)
        self.deal()

    def deal(self) -> None:
        """Begin a round; some begin as if very many moves had been made."""
        dice, cards = self.dice, self.game.cards
        deck = dice.sample(cards, len(cards))
        numbered = self.game if self.case.names_places else self.case.largest(self.game)
        in_play = [*map(cards_of(numbered).index, deck)]
        self.deck = np.array([*in_play, *sorted({*range(self.room[1])} - {*in_play})], np.uint8)
        self.first = dice.randrange(self.game.seats)
        self.state = self.game.deal(dice.randbytes(8), deck, first=self.first)
        self.made = 0
        if hasattr(self.state, "made") and dice.randrange(NEAR_BOUND) == 0:
            self.made = self.game.facts.bound - 3 * dice.randrange(1, 12)
            self.state = replace(self.state, made=self.made)

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.state.to_act[0]

    def play(self) -> int:
        """Make a random move, and give its number."""
        legal = self.state.legal(self.turn)
        wanted = self.case.favourites(self.state, legal) if self.dice.random() < 0.5 else ()
        move = self.dice.choice(wanted or legal)
        self.state = self.state.play(self.turn, move)
        return actions_of(self.game).number(move)

    def observe(self, seat: int) -> Any:
        """What the other environments show a seat, where the largest game has it."""
        seen = np.zeros(len(self.names), np.int8)
        seen[self.places] = np.frombuffer(self.encoding.observe(observable_view(self.state, seat), seat), np.int8)
        return seen

    def expect(self, state: State) -> Any:
        """The position that a state should be."""
        return self.case.from_state(state, *self.room)


class GameComparison:
    """Many tables on both sides. ``positions`` counts the positions compared."""

    def __init__(self, case: Case, games: Sequence[Game], seed: int, make_move: Any = None) -> None:
        self.case, self.kernels = case, compile_kernels(case.module, make_move or case.module.make_move)
        self.tables = [Table(case, game, f"{seed} {number}") for number, game in enumerate(games)]
        self.parameters = stack([case.parameters(game) for game in games])
        self.positions = self.rounds = 0
        self.now: Any = self._open_rounds(range(len(games)))

    def _open_rounds(self, numbers: Sequence[int]) -> Any:
        """The positions of fresh deals at some tables."""
        decks, firsts = np.stack([table.deck for table in self.tables]), [table.first for table in self.tables]
        new = self.kernels.open(self.parameters, decks, np.array(firsts))
        new = jax.tree.map(lambda leaf: np.asarray(leaf)[np.array(numbers)], new)
        tables = [self.tables[number] for number in numbers]
        if "made" in new._fields:
            new = new._replace(made=np.array([table.made for table in tables], np.int32))
        return self._check(new, tables)

    def check_shown(self) -> None:
        """Both sides allow the same moves and show a seat the same."""
        seats = [table.dice.randrange(table.game.seats) for table in self.tables]
        masks, seen, _ = (np.asarray(part) for part in self.kernels.show(self.parameters, self.now, np.array(seats)))
        for number, table in enumerate(self.tables):
            legal = sorted(actions_of(table.game).legal(table.state, table.turn))
            assert np.flatnonzero(masks[number]).tolist() == legal, table.state
            wrong = np.flatnonzero(seen[number] != table.observe(seats[number]))
            assert not wrong.size, ([table.names[at] for at in wrong.tolist()], table.state)
        self.positions += len(self.tables)

    def step(self) -> None:
        """Make random moves, compare what they lead to, and deal where a round is over."""
        actions = np.array([table.play() for table in self.tables], np.int32)
        found = jax.tree.map(np.asarray, self.kernels.move(self.parameters, self.now, actions))
        self.now = jax.tree.map(jnp.asarray, self._check(found, self.tables))
        ended = [number for number, table in enumerate(self.tables) if table.state.outcome]
        if not ended:
            return
        _, _, points = self.kernels.show(self.parameters, self.now, np.zeros(len(self.tables), np.int32))
        for number in ended:
            outcome = self.tables[number].state.outcome
            assert outcome is not None
            assert np.asarray(points)[number, : self.tables[number].game.seats].tolist() == list(outcome.points)
            self.tables[number].deal()
        self.rounds += len(ended)
        self.now = put_tables(self.now, np.array(ended), self._open_rounds(ended))

    def _check(self, found: Any, tables: Sequence[Table]) -> Any:
        """Positions have what the engine's states have. Gives them with what the engine's randomness has decided."""
        expected = jax.tree.map(lambda *leaves: np.stack(leaves), *(table.expect(table.state) for table in tables))
        chance = [self.case.chance(table.state) for table in tables]
        taken = {}
        for name, have, want in zip(found._fields, found, expected, strict=True):
            by_chance = np.array([name in names for names in chance])
            alike = have == np.where(want == UNKNOWN, have, want)
            if by_chance.any():
                same_values = np.sort(have, axis=-1) == np.sort(want, axis=-1)
                alike = np.where(by_chance[:, None], same_values, alike)
                taken[name] = np.where(by_chance[:, None], want, have)
            for number in np.flatnonzero(~alike.reshape(len(tables), -1).all(axis=1)).tolist():
                raise AssertionError((name, have[number], want[number], tables[number].state))
        return found._replace(**taken)


def leaks(case: Case, games: Sequence[Game], observe: Any, steps: int) -> int:
    """How many observations change when the cards that the observer does not see are dealt again."""
    look, found = jax.jit(jax.vmap(observe)), 0
    tables = [Table(case, game, f"worlds {number}") for number, game in enumerate(games)]
    parameters = stack([case.parameters(game) for game in games])
    for number in range(steps):
        seats = [table.dice.randrange(table.game.seats) for table in tables]
        others = [
            table.state.imagine(seat, Randomness(b"7", f"{number} {seat}"))
            for table, seat in zip(tables, seats, strict=True)
        ]
        worlds = [stack([table.expect(table.state) for table in tables])]
        worlds.append(stack([table.expect(other) for table, other in zip(tables, others, strict=True)]))
        one, two = (np.asarray(look(parameters, world, np.array(seats))) for world in worlds)
        found += int((one != two).reshape(len(tables), -1).any(axis=1).sum())
        for table in tables:
            table.play()
            if table.state.outcome:
                table.deal()
    return found

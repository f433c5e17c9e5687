"""Moves as numbers: one table for each game with its seats and options. Nowhere else does a move have a number.

The table lists every move that can ever be legal, verb by verb in the order of the game's grammar, and within a verb
by its arguments: cards in rank order, seats, piles, places and numbers upwards, words last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from msgspec import Struct

from reihum.cards import JOKER, Card, in_order
from reihum.engine import Game, Move, State
from reihum.engine.moves import Arg, Slot, Verb
from reihum.engine.views import Piles
from reihum.errors import BadOption


class Actions(Struct, frozen=True, eq=False):
    """The moves of a game by number, and the number of each move."""

    game: Game
    moves: tuple[Move, ...]
    numbers: dict[Move, int]

    def __len__(self) -> int:
        return len(self.moves)

    def number(self, move: Move | str) -> int:
        """The number of a move or its text."""
        return self.numbers[self.game.parse(move) if isinstance(move, str) else move]

    def move(self, number: int) -> Move:
        """The move with a number."""
        if not 0 <= number < len(self.moves):
            raise BadOption("env-action", game=self.game.id, expected=f"0 … {len(self.moves) - 1}", got=number)
        return self.moves[number]

    def legal(self, state: State, seat: int) -> list[int]:
        """What a seat may do now, in numbers."""
        numbers = self.numbers
        return [numbers[move] for move in state.legal(seat)]


def has_large_slot(game: Game) -> bool:
    """Whether a move may have more than two cards: there are too many of those to number."""
    slots = (slot for verb in game.grammar.verbs if not verb.table for slot in verb.slots)
    return any(slot.kind == "card" and slot.most > 2 for slot in slots)


@lru_cache(maxsize=64)
def actions_of(game: Game) -> Actions:
    """The table of a game.

    >>> from reihum import game
    >>> actions = actions_of(game("classic", seats=4))
    >>> actions.number("lay R11"), actions.number("draw"), str(actions.move(83)), len(actions)
    (10, 80, 'pass', 84)
    """
    moves = tuple(chain.from_iterable(_moves(verb, game) for verb in game.grammar.verbs if not verb.table))
    return Actions(game, moves, {move: number for number, move in enumerate(moves)})


@lru_cache(maxsize=64)
def cards_of(game: Game) -> tuple[Card, ...]:
    """The number cards of a game in rank order: the card with which number is the first, the second …"""
    return in_order({card for card in example(game).everywhere() if card != JOKER})


@lru_cache(maxsize=64)
def example(game: Game) -> State:
    """A deal to look at what every deal has: which cards, how many piles."""
    return game.deal(seed="example")


def _moves(verb: Verb, game: Game) -> Iterable[Move]:
    known = game.facts.state.every_move(game, verb)
    return (Move(verb.word, args) for args in _arguments(verb, game)) if known is None else known


def _arguments(verb: Verb, game: Game) -> Iterator[tuple[Arg, ...]]:
    """Every way to fill the slots of a verb."""
    columns = [list(_several(_values(slot, verb, game), slot.most)) for slot in verb.slots]
    return (tuple(chain.from_iterable(parts)) for parts in product(*columns))


def _several(values: Sequence[Arg], most: int) -> Iterator[tuple[Arg, ...]]:
    return chain.from_iterable(combinations(values, size) for size in range(1, most + 1))


def _values(slot: Slot, verb: Verb, game: Game) -> list[Arg]:
    """All that can ever stand in a slot."""
    values: Iterable[Arg] = ()
    if slot.kind == "card":
        values = cards_of(game)
    elif slot.kind == "seat":
        values = range(game.seats)
    elif slot.kind == "place":
        values = range(1, len(cards_of(game)) + 1)
    elif slot.kind == "pile":
        values = range(1, _piles(slot.zone, game) + 1)
    elif slot.kind == "number":
        values = _numbers(verb, game)
    return [*values, *slot.words]


def _piles(zone: str, game: Game) -> int:
    """How many piles lie in a zone."""
    zones = {found.name: found for found in example(game).zones(None) if isinstance(found, Piles)}
    return len(zones[zone].piles)


def _numbers(verb: Verb, game: Game) -> range:
    """The numbers that may be named: the same in the whole game."""
    state = example(game)
    (form,) = (form for form in state.view(state.to_act[0]).moves if form.verb == verb.word)
    return range(form.choices[0].low, form.choices[0].high + 1)

"""Worlds that a player imagines: the hidden cards as they may lie after all it has seen, and rounds played on there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain as joined

from reihum.bots.fast.chance import SEEDS
from reihum.bots.fast.compiled import Words, weights, words
from reihum.bots.fast.families import family_of
from reihum.bots.fast.guesses import HEAD, NEVER, Chain, guess
from reihum.bots.fast.results import Results
from reihum.bots.fast.simulator import Player, play_worlds
from reihum.bots.knowledge import Knowledge
from reihum.cards import Randomness
from reihum.games.master import MasterState

FIRST_STEPS = 2_000
"""Before the first world a chain takes so many steps at least; to forget how it was filled takes ten times as many."""


class Worlds:
    """Imagined worlds, one after another, and how they are played on. ``model`` tells which moves of the others are
    likely: weights for all seats. ``first`` steps come before the first world."""

    def __init__(
        self,
        knowledge: Knowledge,
        model: Sequence[float],
        players: Sequence[Player],
        randomness: Randomness,
        first: int = FIRST_STEPS,
    ) -> None:
        self.rules = knowledge.position.rules
        self._seen = words(knowledge.position.words)
        self._chain = _chain(knowledge, randomness)
        self._model = weights(model)
        self._players = players
        self._first = first

    def more(self, count: int, steps: int) -> tuple[Words, Words]:
        """So many more worlds, ``steps`` from one another: positions and their stocks."""
        worlds, stocks = words(self._chain.words * count), words(self._chain.cards * count)
        guess(self.rules.words, self._chain, self._model, self._first, steps, self._seen, worlds, stocks)
        self._first = 0
        return worlds, stocks

    def rounds(self, count: int, steps: int, moves: Sequence[str], seed: int) -> list[Results]:
        """What comes of each of some moves, in so many more worlds."""
        return play_worlds(self.rules, *self.more(count, steps), self._players, moves=moves, seed=seed)

    @property
    def filled(self) -> list[int]:
        """The number of the card that is in each slot now."""
        return [int(card) for card in self._chain.filled]


def _chain(knowledge: Knowledge, randomness: Randomness) -> Chain:
    """The kernels' form of what a player knows."""
    game = knowledge.position.rules.game
    family = family_of(game)
    slots, revealed = knowledge.slots, knowledge.revealed
    hidden = len(slots) - len(revealed)
    records = [(each.seat, each.at, each.move, int(each.late), *each.words) for each in knowledge.choices]
    return Chain(
        master=game.facts.state is MasterState,
        words=family.words,
        cards=family.stock,
        owner=words(slot.owner for slot in slots),
        since=words(slot.since for slot in slots),
        banned=words(joined.from_iterable(_both(slot.banned) for slot in slots)),
        filled=words(knowledge.filled(randomness)),
        place=words(knowledge.cards),
        laid_by=words([*(card.seat for card in revealed), *[-1] * hidden]),
        laid_at=words([*(card.at for card in revealed), *[NEVER] * hidden]),
        records=words(list(joined.from_iterable(records)) or HEAD),
        doubts=weights([0.0] * len(records)),
        doubts_then=weights([0.0] * len(records)),
        touched=words(len(records)),
        position=words(family.words),
        dice=words([1 + int.from_bytes(randomness.take(7)) % (SEEDS - 1)]),
    )


def _both(mask: int) -> tuple[int, int]:
    return mask & (1 << 64) - 1, mask >> 64

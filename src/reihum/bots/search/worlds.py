"""Worlds that a player imagines: where the hidden cards may be after everything it has seen, and rounds played from
there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain as joined

from reihum.bots.search.knowledge import Knowledge
from reihum.bots.search.weights import PlayerModel
from reihum.cards import Randomness
from reihum.games.master.rules import MasterState
from reihum.simulator.compiler import Words, make_weights, make_words
from reihum.simulator.dice import SEED_LIMIT
from reihum.simulator.families import family_of
from reihum.simulator.results import Results
from reihum.simulator.sampler import NEVER, RECORD_HEAD, Chain, sample_worlds
from reihum.simulator.simulator import Policy, play_worlds
from reihum.simulator.words import split_words

FIRST_STEPS = 2_000
"""The least number of steps of a chain before its first world. It takes ten times as many to forget how the slots were
filled first."""


class Worlds:
    """Imagined worlds, one after another, and rounds played from them. Every player follows one of the ``models``.
    ``first`` is the number of steps before the first world."""

    def __init__(
        self,
        knowledge: Knowledge,
        models: Sequence[PlayerModel],
        randomness: Randomness,
        first: int = FIRST_STEPS,
    ) -> None:
        self.parameters = knowledge.position.parameters
        self._seen = make_words(knowledge.position.words)
        self._chain = _make_chain(knowledge, len(models), randomness)
        self._weights = make_weights(joined.from_iterable(model.weights for model in models))
        self._models = models
        self._first = first

    def sample(self, count: int, steps: int) -> tuple[Words, Words]:
        """More worlds, ``steps`` apart: positions and their stocks."""
        worlds, stocks = make_words(self._chain.position_words * count), make_words(self._chain.stock_cards * count)
        sample_worlds(self.parameters.words, self._chain, self._weights, self._first, steps, self._seen, worlds, stocks)
        self._first = 0
        return worlds, stocks

    def play(
        self, count: int, steps: int, seat: int, plans: Mapping[Policy, Sequence[str]], seed: int
    ) -> list[Results]:
        """Play a seat's plans in more worlds: each plan, after each of its moves. The others play on as the kinds that
        the last world takes them for."""
        worlds, stocks = self.sample(count, steps)
        players = [self._models[kind].policy for kind in self.kinds]
        found = []
        for plan, moves in plans.items():
            players[seat] = plan
            found += play_worlds(self.parameters, worlds, stocks, players, moves=moves, seed=seed)
        return found

    @property
    def kinds(self) -> list[int]:
        """The number of each seat's model now."""
        return [int(kind) for kind in self._chain.kinds]

    @property
    def cards(self) -> list[int]:
        """The number of the card in each slot now."""
        return [int(card) for card in self._chain.card]


def _make_chain(knowledge: Knowledge, kinds: int, randomness: Randomness) -> Chain:
    """A player's knowledge in the form of the kernels."""
    game = knowledge.position.parameters.game
    family = family_of(game)
    slots, revealed = knowledge.slots, knowledge.revealed
    hidden = len(slots) - len(revealed)
    records = [(each.seat, each.at, each.move, int(each.late), *each.words) for each in knowledge.choices]
    return Chain(
        master=game.facts.state is MasterState,
        position_words=family.position_words,
        stock_cards=family.stock_cards,
        owner=make_words(slot.owner for slot in slots),
        since=make_words(slot.since for slot in slots),
        banned=make_words(joined.from_iterable(split_words(slot.banned) for slot in slots)),
        card=make_words(knowledge.fill_slots(randomness)),
        place=make_words(knowledge.cards),
        laid_by=make_words([*(card.seat for card in revealed), *[-1] * hidden]),
        laid_at=make_words([*(card.at for card in revealed), *[NEVER] * hidden]),
        kinds=make_words(game.seats),
        kind_weights=make_weights([0.0] * kinds),
        records=make_words(list(joined.from_iterable(records)) or RECORD_HEAD),
        log_likelihoods=make_weights([0.0] * len(records)),
        new_log_likelihoods=make_weights([0.0] * len(records)),
        changed=make_words(len(records)),
        position=make_words(family.position_words),
        dice=make_words([1 + int.from_bytes(randomness.take(7)) % (SEED_LIMIT - 1)]),
    )

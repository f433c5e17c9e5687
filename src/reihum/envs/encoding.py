"""Observations: a seat's view as numbers. docs/envs.md tells what each number means.

An observation is made from the view and from nothing else, so it shows what the seat may know and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from reihum.engine import Game, State, View
from reihum.engine.references import load_reference
from reihum.envs import parts
from reihum.envs.actions import Actions, actions_of, cards_of, has_large_slot
from reihum.envs.parts import Cards, Part, SeatView
from reihum.errors import BadOption
from reihum.games import GAMES
from reihum.messages import Message


class Encoding(Struct, frozen=True, eq=False, dict=True):
    """How a game's views and moves become numbers. ``encoding_of`` makes one; docs/envs.md names every part.

    >>> from reihum import game
    >>> classic = game("classic", seats=3)
    >>> encoding = encoding_of(classic)
    >>> observation = encoding.observe(classic.deal(seed="docs").view(0), seat=0)
    >>> len(observation) == encoding.size
    True
    """

    game: Game
    actions: Actions
    parts: tuple[Part, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts)

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each part stands in an observation."""
        found, at = {}, 0
        for part in self.parts:
            found[part.name] = slice(at, at + part.size)
            at += part.size
        return found

    @cached_property
    def most(self) -> list[int]:
        """The highest that each number of an observation can be."""
        return [part.most for part in self.parts for _ in range(part.size)]

    @cached_property
    def names(self) -> list[str]:
        """The name of each number of an observation: its part, and the card, seat, pile or place it is about.

        >>> from reihum import game
        >>> names = encoding_of(game("classic", seats=4)).names
        >>> names[0], names[241], names[244]
        ('laid R1', 'hand.counts seat+1', 'stock.count')
        """
        return [f"{part.name} {label}".rstrip() for part in self.parts for label in part.labels]

    def describe(self, observation: Sequence[int]) -> dict[str, int]:
        """An observation in words: every number that is not 0, by its name."""
        return {name: int(number) for name, number in zip(self.names, observation, strict=True) if number}

    def observe(self, view: View, seat: int) -> bytearray:
        """What a view shows, as seen from a seat: one byte for each number. ``names`` tells what each one is about,
        ``most`` how high it can be, and ``describe`` puts an observation into words."""
        out = bytearray(self.size)
        seen = SeatView(view, seat)
        at = 0
        for part in self.parts:
            part.fill(seen, out, at)
            at += part.size
        return out

    def mask(self, legal: Sequence[int]) -> bytearray:
        """1 for each of some moves, given as numbers."""
        out = bytearray(len(self.actions))
        for number in legal:
            out[number] = 1
        return out


def observable_view(state: State, seat: int) -> View:
    """The parts of a seat's view that observations read: no moves, marks and events, which take most of the time, and
    no hands that are laid open after the end."""
    prompt = state.asked(seat) if seat in state.to_act else Message("prompt.wait")
    return View(state.game.id, seat, prompt, tuple(state.players_seen(seat)), tuple(state.zones(seat)))


@lru_cache(maxsize=64)
def encoding_of(game: Game) -> Encoding:
    """The encoding of a game that fits: the players act in turn, nobody calls out, the rules are the newest."""
    game.facts.check_newest()
    if game.grammar.calls:
        raise BadOption("env-calls", game=game.id, got=", ".join(game.grammar.calls))
    if has_large_slot(game):
        raise BadOption("env-moves", game=game.id)
    if not game.facts.observation:
        known = dict.fromkeys(facts.texts for facts in GAMES.values() if facts.observation)
        raise BadOption("env-unknown", game=game.id, expected=", ".join(known))
    observed = load_reference(game.facts.observation)(Cards(cards_of(game), game.seats), game.seats)
    return Encoding(game, actions_of(game), (*observed, parts.acts(game.seats)))


def fits(game: Game) -> bool:
    """Whether a game fits the model of the environments. Those with calls out of turn or with too many moves
    do not; some have an option that does without them.

    >>> from reihum import game
    >>> fits(game("master", seats=4)), fits(game("schlafmuetze", seats=4))
    (True, False)
    >>> fits(game("anywhere", seats=2)), fits(game("anywhere", seats=2, stop_calls=False))
    (False, True)
    """
    playable = not game.grammar.calls and not has_large_slot(game)
    return bool(game.facts.observation) and playable and not game.facts.superseded_by

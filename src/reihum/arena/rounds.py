"""One round between bots, and what is worth knowing about it. The seed decides everything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from reihum.arena.errors import BotFault
from reihum.arena.players import PATIENCE, finish, seated
from reihum.bots import Bot, play_round
from reihum.cards import Randomness
from reihum.engine import Game, State
from reihum.engine.views import Pile
from reihum.games import game


class Setting(Struct, frozen=True):
    """What is played: a game with its options, the seed of all deals, and how many seconds a program may take."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: bytes
    patience: float = PATIENCE


class Forfeit(Struct, frozen=True):
    """Who gave a round away, and by what fault."""

    seat: int
    code: str
    values: dict[str, Any]

    @property
    def fault(self) -> BotFault:
        """The fault, to be raised."""
        found = BotFault.again(self.code, self.values)
        found.seat = self.seat
        return found


class Played(Struct, frozen=True, omit_defaults=True):
    """One round: places and points by seat, how many moves there were, and how many of them only ended a turn; the
    seat that began, how it ended, and, in games with a stock, whether that ran out.

    After a forfeit the seat at fault is last and the others share the win; there are no points."""

    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    moves: int = 0
    ends: int = 0
    forced: int = 0
    """How many of these had no other choice."""
    first: int = 0
    reason: str = ""
    dry: bool | None = None
    forfeit: Forfeit | None = None

    def share(self, seat: int) -> float:
        """What a seat has won: 1, or 1/k of a win shared by k, or 0."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


def play(setting: Setting, deal: int, table: Sequence[str]) -> Played:
    """A deal, played at a table."""
    chosen = _game(setting.game, setting.seats, tuple(setting.options.items()))
    seed = Randomness(setting.seed, f"game {deal}").seed()
    try:
        with seated(chosen, table, seed, setting.patience) as bots:
            return _played(chosen.deal(seed), bots)
    except BotFault as fault:
        places = tuple(setting.seats if seat == fault.seat else 1 for seat in range(setting.seats))
        return Played(places, forfeit=Forfeit(fault.seat, fault.code, fault.message.values))


def _played(state: State, bots: Sequence[Bot]) -> Played:
    moves = ends = forced = 0
    first, last = state.to_act[0], state
    for seat, move, after in play_round(state, bots):
        if state.game.verb_of(move).ends_turn:
            ends += 1
            forced += len(last.legal(seat)) == 1
        moves, last = moves + 1, after
    outcome = last.outcome
    assert outcome is not None
    finish(bots, outcome)
    return Played(outcome.places, outcome.points, moves, ends, forced, first, outcome.reason, _ran_out(last))


def _ran_out(state: State) -> bool | None:
    """Whether the stock is empty, in a game that has one."""
    zones = (zone for zone in state.zones(None) if isinstance(zone, Pile) and zone.name == state.game.facts.stock)
    return next((not zone.pile.count for zone in zones), None)


@lru_cache(maxsize=16)
def _game(id: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    """The same few games are played again and again."""
    return game(id, seats, **dict(options))

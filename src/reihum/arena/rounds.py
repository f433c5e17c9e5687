"""One round between bots, and its result. The seed decides everything."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from msgspec import Struct

from reihum.arena.players import PATIENCE_SECONDS, seat_players, tell_outcome
from reihum.bots import Bot, BotFault, play_round
from reihum.cards import Randomness
from reihum.engine import Game, State
from reihum.engine.rule_pages import option_value
from reihum.engine.views import Pile
from reihum.games.registry import facts_of
from reihum.messages import Message


class Setting(Struct, frozen=True):
    """What is played: a game with its options, the seed of all deals, how many seconds a program may take, and the
    version of the rules; 0 is the newest."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: bytes
    patience: float = PATIENCE_SECONDS
    rules: int = 0


class Forfeit(Struct, frozen=True, omit_defaults=True):
    """The seat that forfeited a round, and its fault."""

    seat: int
    code: str
    values: dict[str, Any]
    where: tuple[Message, ...] = ()
    """In which position it was, and how to play the round again."""

    @property
    def fault(self) -> BotFault:
        """The fault, ready to be raised."""
        found = BotFault(self.code, **self.values)
        found.seat, found.where = self.seat, self.where
        return found


class RoundResult(Struct, frozen=True, omit_defaults=True):
    """The result of a round: places and points by seat, the number of moves and of those that only end a turn, the seat
    that began, how the round ended and, in games with a stock, whether it ran out.

    After a forfeit the seat at fault is last and the others share the win. There are no points.
    """

    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    moves: int = 0
    ends: int = 0
    forced: int = 0
    """How many of the moves that end a turn had no alternative."""
    first: int = 0
    reason: str = ""
    dry: bool | None = None
    forfeit: Forfeit | None = None

    def share(self, seat: int) -> float:
        """A seat's share of the win: 1, 1/k if k seats share it, or 0."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


def play_deal(setting: Setting, deal: int, table: Sequence[str]) -> RoundResult:
    """Play a deal with a seating."""
    chosen = make_game(setting)
    seed = make_seed(setting, deal)
    try:
        with seat_players(chosen, table, seed, setting.patience) as bots:
            return _play_out(chosen.deal(seed), bots)
    except BotFault as fault:
        places = tuple(setting.seats if seat == fault.seat else 1 for seat in range(setting.seats))
        where = (*fault.where, *_tell_command(setting, chosen, deal, table))
        return RoundResult(places, forfeit=Forfeit(fault.seat, fault.code, fault.message.values, where))


def _tell_command(setting: Setting, game: Game, deal: int, table: Sequence[str]) -> Iterator[Message]:
    """The command that plays a round again, if there is one: it cannot name earlier rules, nor a seed that is not
    text."""
    with suppress(UnicodeDecodeError):
        seed = setting.seed.decode()
        words = ["reihum", "simulate", game.id, f"--seats={game.seats}", f"--bots={','.join(table)}", f"--seed={seed}"]
        if not game.facts.superseded_by and not any("," in player for player in table):
            command = shlex.join([*words, f"--from={deal + 1}", "--games=1", *_option_words(game)])
            yield Message("arena.replay", {"command": command})


def _option_words(game: Game) -> Iterator[str]:
    """The options that are not the defaults, as they are typed."""
    for name, value in game.changed_options.items():
        is_seat = game.facts.options[name].kind == "seat" and isinstance(value, int)
        yield f"--{name.replace('_', '-')}={value + 1 if is_seat else option_value(value)}"


def _play_out(state: State, bots: Sequence[Bot]) -> RoundResult:
    moves = ends = forced = 0
    first, last = state.to_act[0], state
    for seat, move, after in play_round(state, bots):
        if state.game.verb_of(move).ends_turn:
            ends += 1
            forced += len(last.legal(seat)) == 1
        moves, last = moves + 1, after
    outcome = last.outcome
    assert outcome is not None
    tell_outcome(bots, outcome)
    return RoundResult(outcome.places, outcome.points, moves, ends, forced, first, outcome.reason, _stock_ran_out(last))


def _stock_ran_out(state: State) -> bool | None:
    """Whether the stock is empty. None if the game has no stock."""
    stock = find_stock(state)
    return None if stock is None else not stock.pile.count


def find_stock(state: State) -> Pile | None:
    """The zone of the stock, if the game has one."""
    zones = (zone for zone in state.zones(None) if isinstance(zone, Pile) and zone.name == state.game.facts.stock)
    return next(zones, None)


def make_seed(setting: Setting, deal: int) -> bytes:
    """The seed of one deal."""
    return Randomness(setting.seed, f"game {deal}").seed()


def make_game(setting: Setting) -> Game:
    """The game that is played."""
    return _game(setting.game, setting.rules, setting.seats, tuple(setting.options.items()))


@lru_cache(maxsize=16)
def _game(id: str, rules: int, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    """A game. The same few are played again and again."""
    chosen = facts_of(id)
    return (chosen.by_rules(rules) if rules else chosen).settle(seats, dict(options))

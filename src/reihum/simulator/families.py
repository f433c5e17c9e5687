"""The families of games that the simulator plays: one shape, two cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from reihum.engine import Game, Move, State, View
from reihum.errors import BadOption
from reihum.games.master.rules import GAME as MASTER_GAME
from reihum.games.master.rules import MasterState
from reihum.games.rows.rules import GAMES as ROW_GAMES
from reihum.games.rows.rules import RowsState
from reihum.simulator import rounds
from reihum.simulator.master import parameters as master_rules
from reihum.simulator.master import policies as master_policies
from reihum.simulator.master import position as master_position
from reihum.simulator.rows import parameters as row_rules
from reihum.simulator.rows import policies
from reihum.simulator.rows import position as row_position
from reihum.simulator.rows.parameters import Rules
from reihum.simulator.rows.position import Position


class Family(Struct, frozen=True):
    """What the simulator needs to know about a family of games."""

    rules: Callable[[Game], Rules]
    position: Callable[[Any, int | None], Position]
    seen: Callable[[Game, View], Position]
    state: Callable[[Position], State]
    number: Callable[[Game, Move | str], int]
    text: Callable[[Game, int], str]
    rounds: Callable[..., None]
    words: int
    """The numbers of a position …"""
    stock: int
    """… and of its stock."""
    features: tuple[str, ...]
    presets: Mapping[str, tuple[float, ...]] = {}
    """Policies that are nothing but weights."""


FAMILIES: dict[type[State], Family] = {
    RowsState: Family(
        rules=row_rules.rules_of,
        position=row_position.position,
        seen=row_position.seen,
        state=row_position.state,
        number=lambda _, move: row_position.move_number(move),
        text=lambda _, number: row_position.move_text(number),
        rounds=rounds.play_rows,
        words=row_position.WORDS,
        stock=row_position.STOCK,
        features=policies.FEATURES,
    ),
    MasterState: Family(
        rules=master_rules.rules_of,
        position=master_position.position,
        seen=master_position.seen,
        state=master_position.state,
        number=master_position.move_number,
        text=master_position.move_text,
        rounds=rounds.play_master,
        words=master_position.WORDS,
        stock=master_position.STOCK,
        features=master_policies.FEATURES,
        presets=master_policies.PRESETS,
    ),
}


def family_of(game: Game) -> Family:
    """The family of a game; other games are refused, and earlier rules, which no kernel knows."""
    game.facts.check_newest()
    if family := FAMILIES.get(game.facts.state):
        return family
    known = ", ".join(facts.id for facts in (*ROW_GAMES, MASTER_GAME))
    raise BadOption("not-simulated", expected=known, got=game.id)


def position(state: State, seat: int | None = None) -> Position:
    """A state of the engine; where a seat is named, only what that seat sees of it."""
    return family_of(state.game).position(state, seat)


def seen(game: Game, view: View) -> Position:
    """What a player sees. Whether somebody has laid a card in the turn shows in no view but that player's own: for
    the others a turn counts as just begun."""
    return family_of(game).seen(game, view)


def state(position: Position) -> State:
    """The engine's state in a position without secrets."""
    return family_of(position.rules.game).state(position)


def features(game: Game) -> tuple[str, ...]:
    """What the weights of the weighted policy weigh in a game, in their order."""
    return family_of(game).features

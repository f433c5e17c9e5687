"""The two families of games that the simulator plays, in one form."""

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
from reihum.simulator.master import parameters as master_parameters
from reihum.simulator.master import policies as master_policies
from reihum.simulator.master import position as master_position
from reihum.simulator.parameters import Parameters
from reihum.simulator.position import Position
from reihum.simulator.rows import parameters as row_parameters
from reihum.simulator.rows import policies as row_policies
from reihum.simulator.rows import position as row_position


class Family(Struct, frozen=True):
    """What the simulator needs to know about a family of games."""

    parameters: Callable[[Game], Parameters]
    from_state: Callable[[Any, int | None], Position]
    from_view: Callable[[Game, View], Position]
    to_state: Callable[[Position], State]
    move_number: Callable[[Game, Move | str], int]
    move_text: Callable[[Game, int], str]
    play_rounds: Callable[..., None]
    play_bots: Callable[..., None]
    knows_end: Callable[[Game], bool]
    """Whether the kernels know everything about the end of a round: places too, and not only who wins."""
    draws_bytes: bool
    """Whether they list the moves in the engine's order, so that a random player chooses as the bot does."""
    reasons: tuple[str, ...]
    """How a round ends, by the kernels' numbers."""
    position_words: int
    """How many numbers a position has."""
    stock_cards: int
    """How many cards its stock can have."""
    features: tuple[str, ...]
    presets: Mapping[str, tuple[float, ...]] = {}
    """Policies that are nothing but weights."""


FAMILIES: dict[type[State], Family] = {
    RowsState: Family(
        parameters=row_parameters.parameters_of,
        from_state=row_position.from_state,
        from_view=row_position.from_view,
        to_state=row_position.to_state,
        move_number=lambda _, move: row_position.move_number(move),
        move_text=lambda _, number: row_position.move_text(number),
        play_rounds=rounds.play_rows,
        play_bots=rounds.bots_rows,
        knows_end=lambda game: not game.setup.play_on,
        draws_bytes=True,
        reasons=("out",),
        position_words=row_position.POSITION_WORDS,
        stock_cards=row_position.STOCK_CARDS,
        features=row_policies.FEATURES,
    ),
    MasterState: Family(
        parameters=master_parameters.parameters_of,
        from_state=master_position.from_state,
        from_view=master_position.from_view,
        to_state=master_position.to_state,
        move_number=master_position.move_number,
        move_text=master_position.move_text,
        play_rounds=rounds.play_master,
        play_bots=rounds.bots_master,
        knows_end=lambda _: True,
        draws_bytes=False,
        reasons=("out", "blocked"),
        position_words=master_position.POSITION_WORDS,
        stock_cards=master_position.STOCK_CARDS,
        features=master_policies.FEATURES,
        presets=master_policies.PRESETS,
    ),
}


def family_of(game: Game) -> Family:
    """The family of a game. Other games are refused, and so are earlier rules: no kernel knows them."""
    game.facts.check_newest()
    if family := FAMILIES.get(game.facts.state):
        return family
    known = ", ".join(facts.id for facts in (*ROW_GAMES, MASTER_GAME))
    raise BadOption("not-simulated", expected=known, got=game.id)


def position(state: State, seat: int | None = None) -> Position:
    """The position of an engine's state. With a seat, only what that seat sees of it."""
    return family_of(state.game).from_state(state, seat)


def seen(game: Game, view: View) -> Position:
    """The position that a player sees. Only the player's own view shows whether a card has been laid in this turn. For
    other players a turn counts as just begun."""
    return family_of(game).from_view(game, view)


def state(position: Position) -> State:
    """The engine's state for a position without hidden cards."""
    return family_of(position.parameters.game).to_state(position)


def features(game: Game) -> tuple[str, ...]:
    """What the weights of the weighted policy weigh in a game, in their order."""
    return family_of(game).features

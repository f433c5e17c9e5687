"""Rounds between bots from deals of the engine: the kernels make exactly the moves that the bots would make.

A bot that chooses at random takes its bytes from ``reihum.cards.Randomness``. So its bytes are drawn before the round,
and the kernels read them as it would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from reihum.cards import Randomness
from reihum.engine import Game
from reihum.errors import BadOption
from reihum.simulator.compiler import make_words
from reihum.simulator.dice import DRAWN_BYTES
from reihum.simulator.families import family_of
from reihum.simulator.policies import RANDOM
from reihum.simulator.position import Position
from reihum.simulator.rounds import (
    BOT_COLUMNS,
    BOT_DRY,
    BOT_ENDS,
    BOT_FORCED,
    BOT_MOVES,
    BOT_REASON,
    BOT_SCORES,
    BOT_STARTER,
)
from reihum.simulator.simulator import Policy, make_policies


class BotRound(Struct, frozen=True):
    """The result of one round."""

    moves: int
    ends: int
    forced: int
    """How many of the moves that end a turn had no alternative."""
    starter: int
    dry: bool
    reason: str
    points: tuple[int, ...]


def knows_bots(game: Game, players: Sequence[Policy]) -> bool:
    """Whether the kernels make the moves of these players in a game, and know everything about its end."""
    try:
        family = family_of(game)
    except BadOption:
        return False
    return family.knows_end(game) and (family.draws_bytes or "random" not in players)


def draw_bytes(seed: bytes, seats: int) -> bytes:
    """The bytes from which the bots of a round would choose, seat by seat."""
    return b"".join(Randomness(seed, f"bot {seat}").take(DRAWN_BYTES) for seat in range(seats))


def play_bot_rounds(
    positions: Sequence[Position], drawn: Sequence[bytes], players: Sequence[Policy]
) -> Iterator[BotRound | None]:
    """Play one round from each position. ``drawn`` has the bytes of each round if somebody chooses at random. None for
    a round in which somebody needed more bytes."""
    parameters = positions[0].parameters
    family, seats = family_of(parameters.game), parameters.seats
    policies, weights = make_policies(family, parameters, players)
    words = make_words([number for position in positions for number in position.words])
    size = family.stock_cards
    stocks = make_words([place for position in positions for place in (*position.stock, *[0] * size)[:size]])
    is_random = any(policy == RANDOM for policy in policies)
    source = make_words([byte for each in drawn for byte in each] if is_random else 0)
    columns = make_words(BOT_COLUMNS * len(positions))
    sizes = family.position_words, family.stock_cards, seats, seats
    family.play_bots(parameters.words, words, stocks, policies, weights, source, columns, *map(make_words, sizes))
    numbers = iter([int(number) for number in columns])
    for _ in positions:
        found = list(islice(numbers, BOT_COLUMNS))
        yield (
            None
            if found[BOT_MOVES] < 0
            else BotRound(
                moves=found[BOT_MOVES],
                ends=found[BOT_ENDS],
                forced=found[BOT_FORCED],
                starter=found[BOT_STARTER],
                dry=bool(found[BOT_DRY]),
                reason=family.reasons[found[BOT_REASON]],
                points=tuple(found[BOT_SCORES : BOT_SCORES + seats]),
            )
        )

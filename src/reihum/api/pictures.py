"""A picture of each game: a position from the middle of a round, as one of its players sees it."""

from __future__ import annotations

from functools import cache
from itertools import islice

from reihum.bots import play_round, seat_bots
from reihum.engine import Facts, View

MOVES = 44
"""The round of a picture has this many moves, unless it ends before."""

SEED = b"a picture"


@cache
def draw_picture(facts: Facts) -> View:
    """A position that shows what a game looks like."""
    seats = min(max(4, facts.seats[0]), facts.seats[-1])
    game = facts.game(seats, **facts.needs(seats))
    bots = seat_bots(game, [facts.quick_level] * seats, SEED)
    states = [state for _, _, state in islice(play_round(game.deal(seed=SEED), bots), MOVES)]
    running = [state for state in states if state.outcome is None]
    shown = running[-1] if len(running) == MOVES else running[len(running) * 2 // 3]
    return shown.view(0)

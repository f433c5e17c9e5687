"""A picture of each game: a position from the middle of a round, as one of its players sees it."""

from __future__ import annotations

from functools import cache
from itertools import islice

from reihum.bots import play_round, seat_bots
from reihum.engine import Facts, View

MOVES = 44
"""So far the round of a picture is played, unless it ends before that."""

SEED = b"a picture"


@cache
def picture(facts: Facts) -> View:
    """A position that shows what a game looks like."""
    seats = min(max(4, facts.seats[0]), facts.seats[-1])
    needs = dict([facts.seats_need[seats]]) if seats in facts.seats_need else {}
    game = facts.game(seats, **needs)
    bots = seat_bots(game, ["sensible"] * seats, SEED)
    states = [state for _, _, state in islice(play_round(game.deal(seed=SEED), bots), MOVES)]
    running = [state for state in states if state.outcome is None]
    shown = running[-1] if len(running) == MOVES else running[len(running) * 2 // 3]
    return shown.view(0)

"""`python -m benchmarks.turns`: the taps and the seconds of a player in a round against bots, before and after.

Before: every move is tapped, and a bot thinks before each of its moves. After: moves without a choice are made by
themselves, and a bot thinks once in a turn. The rounds are real; the time is added up from the pauses of the host at
its normal pace and from the time a person takes for a tap. Moments on the stage come on top of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, median

from msgspec import Struct
from rich.console import Console
from rich.table import Table

import reihum
from reihum.bots import bots_for, play_round, seat_bots
from reihum.engine import Game, Move, State
from reihum.tables.settings import PACE_MS, STEP_MS

GAMES = {"classic": 4, "junior": 4, "ratefix": 4, "farben-sammeln": 4}
"""The games, each with its number of seats."""

ROUNDS = 21
TAP_SECONDS = 1.5
"""How long a person takes for a tap."""

ROUTINE_SECONDS = 1.2
"""How long the page shows a move that it makes by itself."""

OLD_PAUSE_SECONDS = 1.1
"""The mean pause of a bot before: 700 to 1500 milliseconds."""


class Effort(Struct):
    """The taps of the player and the seconds of a round."""

    taps: int = 0
    seconds: float = 0.0


def measure(game: Game, seed: str) -> tuple[Effort, Effort]:
    """Play a round; the player at seat 0 lays whatever fits. Returns the effort before and after."""
    before, after = Effort(), Effort()
    mover: int | None = None
    for seat, move, forced in _list_moves(game, seed):
        if seat == 0:
            taps = max(1, len(move.args))
            before.taps += taps
            before.seconds += taps * TAP_SECONDS
            after.taps += 0 if forced else taps
            after.seconds += ROUTINE_SECONDS if forced else taps * TAP_SECONDS
        else:
            before.seconds += OLD_PAUSE_SECONDS
            after.seconds += _pause_seconds(game, move, follows=seat == mover)
        mover = seat
    return before, after


def _list_moves(game: Game, seed: str) -> Iterator[tuple[int | None, Move, bool]]:
    """The moves of a round, each with its seat and whether the page makes it by itself."""
    state: State = game.deal(seed)
    player = "eager" if "eager" in bots_for(game.facts) else "sensible"
    names = [player, *["sensible"] * (game.seats - 1)]
    for seat, text, after in play_round(state, seat_bots(game, names, seed.encode())):
        move = game.parse(str(text))
        legal = state.legal(seat) if seat is not None else []
        yield seat, move, len(legal) == 1 and game.verb_of(move).routine
        state = after


def _pause_seconds(game: Game, move: Move, follows: bool) -> float:
    """How long the host waits before a bot's move."""
    if not follows or not any(verb.ends_turn for verb in game.grammar.verbs):
        return mean(PACE_MS["normal"]) / 1000
    return 0.0 if game.verb_of(move).ends_turn else STEP_MS["normal"] / 1000


def main() -> None:
    """Measure and print."""
    table = Table("game", "taps before", "taps after", "most", "seconds before", "seconds after")
    for name, seats in GAMES.items():
        game = reihum.game(name, seats=seats)
        before, after = zip(*(measure(game, f"turns {number}") for number in range(ROUNDS)), strict=True)
        table.add_row(
            name,
            f"{median(effort.taps for effort in before):.0f}",
            f"{median(effort.taps for effort in after):.0f}",
            f"{max(effort.taps for effort in after)}",
            f"{median(effort.seconds for effort in before):.0f}",
            f"{median(effort.seconds for effort in after):.0f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()

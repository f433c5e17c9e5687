"""The taps and the seconds of a player in a round against bots, before and now.

``python -m benchmarks turns`` measures, and ``python -m benchmarks.turns`` writes the table into docs/page.md, too.
Before: every move is tapped, a number is typed, a bot waits before each of its moves, and nothing is shown large. Now:
moves without a choice are made by themselves, a number is tapped by its tens, and a bot thinks once in a turn. The
rounds are real; the seconds are added up from the pauses of the host and the time a person takes for a tap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median, quantiles

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from reihum.bots import bots_for, play_round, seat_bots
from reihum.cli.fullscreen.pace import Pace as TerminalPace
from reihum.cli.menu import find_routine_move
from reihum.engine import Move, State
from reihum.tables.settings import PACE_MS, STAGE_MS, STEP_MS, Pace, Settings
from tools.tables import make_table

GAMES = ("classic", "junior", "ratefix", "farben-sammeln")
SEATS = 4
ROUNDS = 101

TAP_SECONDS = 1.5
"""How long a person takes for a tap."""

OLD_PAUSE_SECONDS = 1.1
"""The mean pause of a bot before: 700 to 1500 milliseconds."""

MAX_NUMBERS = 12
"""The page shows at most this many numbers, or parts of a range, at once (web/src/state/numbers.ts)."""

FILE = Path(__file__).parent.parent / "docs" / "page.md"
HEAD, END = "<!-- turns: made by `python -m benchmarks.turns` -->", "<!-- end of turns -->"
COLUMNS = ("a round of", "taps before", "taps now", "90 % of rounds", "most", "seconds before", "seconds now")


class Effort(Struct):
    """The taps of the player and the seconds of a round."""

    taps: int = 0
    seconds: float = 0.0

    def tap(self, times: int) -> None:
        """Tap some times."""
        self.taps += times
        self.seconds += times * TAP_SECONDS


class Step(Struct, frozen=True):
    """A move, with the positions before and after it."""

    before: State
    seat: int | None
    move: Move
    after: State


def measure(name: str, seed: str) -> tuple[Effort, Effort]:
    """Play a round; the player at seat 0 lays whatever fits. Returns the effort before and now."""
    settings = Settings(game=name, seats=SEATS)
    pace = settings.usual_pace
    before, now = Effort(), Effort()
    mover: int | None = None
    for step in _list_steps(settings, seed):
        if step.seat != 0:
            before.seconds += OLD_PAUSE_SECONDS
            now.seconds += _pause_ms(step, pace, follows=step.seat == mover) / 1_000
        else:
            before.tap(_count_taps(step, number_taps=_count_typing))
            if find_routine_move(step.before.view(0)):
                now.seconds += TerminalPace[pace.upper()].routine_seconds
            else:
                now.tap(_count_taps(step, number_taps=_count_choosing))
        now.seconds += sum(event.moment is not None for event in step.after.last) * STAGE_MS[pace] / 1_000
        mover = step.seat
    return before, now


def _list_steps(settings: Settings, seed: str) -> Iterator[Step]:
    game = settings.check()
    state: State = game.deal(seed)
    player = "eager" if "eager" in bots_for(game.facts) else "sensible"
    bots = seat_bots(game, [player, *["sensible"] * (game.seats - 1)], seed.encode())
    for seat, text, after in play_round(state, bots):
        yield Step(state, seat, game.parse(str(text)), after)
        state = after


def _count_taps(step: Step, number_taps: Callable[[State, int], int]) -> int:
    """The taps of a move: one for each thing it names, and one more if the page asks whether it is meant."""
    verb = step.before.game.verb_of(step.move)
    kinds = [slot.kind for slot in verb.slots]
    named = [
        number_taps(step.before, int(value)) if kind == "number" else 1
        for kind, value in zip(kinds, step.move.args, strict=True)
    ]
    return max(1, sum(named)) + verb.weighty


def _count_typing(_: State, number: int) -> int:
    """A tap on the field, one for each digit, and the button."""
    return 1 + len(str(number)) + 1


def _count_choosing(state: State, number: int) -> int:
    """One tap for each part of the range that is opened, and one for the number."""
    numbers = [int(move.args[0]) for move in state.legal(state.to_act[0])]
    return count_parts(min(numbers), max(numbers), number)


def count_parts(low: int, high: int, number: int) -> int:
    """The taps for a number of a range.

    >>> [count_parts(2, 9, 5), count_parts(4, 80, 33), count_parts(4, 80, 80), count_parts(1, 500, 123)]
    [1, 2, 1, 3]
    """
    size = 1
    while high // size - low // size >= MAX_NUMBERS:
        size *= 10
    first, last = max(low, number // size * size), min(high, number // size * size + size - 1)
    return 1 if first == last else 1 + count_parts(first, last, number)


def _pause_ms(step: Step, pace: Pace, *, follows: bool) -> float:
    """How long the host waits before a bot's move."""
    game = step.before.game
    if not follows or not any(verb.ends_turn for verb in game.grammar.verbs):
        return mean(PACE_MS[pace])
    return 0 if game.verb_of(step.move).ends_turn else STEP_MS[pace]


def make_rows(rounds: int) -> list[list[str]]:
    """The rows of the table: medians of the rounds, and how many taps nine rounds of ten and the longest need."""
    rows = []
    for name in GAMES:
        before, now = zip(*(measure(name, f"turns {number}") for number in range(rounds)), strict=True)
        taps = [effort.taps for effort in now]
        rows.append(
            [
                name,
                f"{median(effort.taps for effort in before):.0f}",
                f"{median(taps):.0f}",
                f"{quantiles(taps, n=10)[-1]:.0f}",
                f"{max(taps)}",
                f"{median(effort.seconds for effort in before):.0f}",
                f"{median(effort.seconds for effort in now):.0f}",
            ]
        )
    return rows


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    printed = Table(*COLUMNS, title=f"a player against {SEATS - 1} bots")
    for row in make_rows(3 if short else ROUNDS):
        printed.add_row(*row)
    console.print(printed)


def main() -> None:
    """Measure, and write the table."""
    table = make_table(COLUMNS, make_rows(ROUNDS))
    before, _, rest = FILE.read_text(encoding="utf-8").partition(HEAD)
    FILE.write_text(f"{before}{HEAD}\n\n{table}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    print(table)


if __name__ == "__main__":
    main()

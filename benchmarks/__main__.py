"""`python -m benchmarks`: decisions per second, the cost of a view, and the compiled simulator."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from benchmarks import simulator
from benchmarks.decisions import crazy_eights, reihum_game, side_by_side, view_time
from reihum.bots import fast


def main() -> None:
    """Measure and print."""
    console = Console()
    ours = "reihum classic, 4 seats: legal + play"
    theirs = "OpenSpiel crazy_eights(players=4), C++"
    players = {ours: reihum_game("classic", 4)}
    if peer := crazy_eights():
        players[theirs] = peer
    table = Table("random play, one process, the same loop", "decisions/s", "ratio")
    rates = dict(side_by_side(players))
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rates[ours] / rate:.2f}")
    console.print(table)
    if peer is None:
        console.print("OpenSpiel is not installed: `make bench-peers` installs it and measures beside it.")
    console.print(f"view of a mid-game state: {view_time() * 1e6:.1f} µs")
    simulated(console)


def simulated(console: Console) -> None:
    """The compiled simulator beside C."""
    if not fast.available():
        console.print("numba is not installed: the simulator runs as plain Python and is not measured.")
        return
    rates = dict(simulator.rates())
    ours = next(iter(rates.values()))
    table = Table("classic, 4 seats, simulated", "a second", "to our random games")
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rate / ours:.2f}")
    console.print(table)
    for name, times in simulator.speed_ups():
        console.print(f"{name}, by the clock: {times:.2f} times as fast")


if __name__ == "__main__":
    main()

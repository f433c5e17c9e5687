"""How long Reihum takes to start: ``import reihum`` and ``reihum --help``, beside an empty program.

``python -m benchmarks start``: the processor time of each, in turns, so that all of them meet the same load.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from rich.console import Console
from rich.table import Table

STARTS = 21
PROGRAMS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import reihum": [sys.executable, "-c", "import reihum"],
    "reihum --help": [str(Path(sys.executable).with_name("reihum")), "--help"],
}


def start(command: list[str]) -> float:
    """Run a program to its end; give the seconds of processor time it took."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 – our own
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    seconds: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(2 if short else STARTS):
        for name, command in PROGRAMS.items():
            seconds[name].append(start(command))
    table = Table("program", "processor time, ms", "quickest", title="From the start to the end of a program")
    for name, found in seconds.items():
        table.add_row(name, *(f"{1_000 * each:.1f}" for each in (median(found), min(found))))
    console.print(table)

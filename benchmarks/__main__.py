"""`python -m benchmarks`: decisions per second, the compiled simulator, the environments, a server under load, each
beside its peers; a server with many idle connections; the start of the command. Then the taps of a round, the page on
a slow phone, and the page without a server.

`python -m benchmarks simulator` measures one of them alone. `--short` runs everything, but too briefly to measure it:
that shows whether the benchmarks work.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from rich.console import Console

MODULES = ("decisions", "simulator", "envs", "load", "idle", "hints", "start", "turns", "page", "site")
"""Modules of this folder, each with a function ``report`` that measures and prints."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Reihum beside its peers.")
    parser.add_argument("modules", nargs="*", help=f"any of {', '.join(MODULES)}; all of them by default")
    parser.add_argument("--short", action="store_true", help="only show that the benchmarks work")
    chosen = parser.parse_args()
    if unknown := {*chosen.modules} - {*MODULES}:
        parser.error(f"expected {', '.join(MODULES)}, got {', '.join(sorted(unknown))}")
    console = Console()
    for name in chosen.modules or MODULES:
        import_module(f"benchmarks.{name}").report(console, short=chosen.short)


if __name__ == "__main__":
    main()

"""`python -m benchmarks`: decisions per second, the compiled simulator, the environments, a server under load; each
beside its peers. Then the page on a slow phone, beside what it promises.

`python -m benchmarks simulator` measures one of them alone.
"""

from __future__ import annotations

import sys
from importlib import import_module

from rich.console import Console

MODULES = ("decisions", "simulator", "envs", "load", "page")
"""Modules of this folder, each with a function ``report`` that measures and prints."""


def main() -> None:
    """Measure and print."""
    console = Console()
    for name in sys.argv[1:] or MODULES:
        import_module(f"benchmarks.{name}").report(console)


if __name__ == "__main__":
    main()

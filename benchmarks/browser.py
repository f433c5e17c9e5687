"""How fast bots think in a browser's Python, beside this one, in one run. It writes docs/performance.md.

``python -m benchmarks.browser``, after ``make site``, uses Pyodide on Node. All times are processor time, so other work
on the machine matters little. Both play the same moves, or it fails.
"""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.thinking import measure
from tools import site
from tools.tables import make_table
from tools.wasm_kernels import OUT

FILE = Path(__file__).parent.parent / "docs" / "performance.md"
HEAD, END = "<!-- thinking: made by `python -m benchmarks.browser` -->", "<!-- end -->"
SCRIPT = Path(__file__).with_name("browser.mjs")


def main() -> None:
    """Measure, and write the table."""
    native = measure(time.process_time)
    with TemporaryDirectory() as folder:
        site.fetch_wheels(Path(folder))
        call = ["node", str(SCRIPT), str(site.PYODIDE), folder, str(OUT)]
        browser = json.loads(subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout)  # noqa: S603
    assert all(browser[name] == figure for name, figure in native.items() if isinstance(figure, str)), "other moves"
    rows = [write_row(name, figure, browser[name]) for name, figure in native.items() if not isinstance(figure, str)]
    table = make_table(["four seats", "native", "browser", "the browser takes"], rows)
    before, _, rest = FILE.read_text(encoding="utf-8").partition(HEAD)
    FILE.write_text(f"{before}{HEAD}\n\n{table}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    print(table)


def write_row(name: str, native: float, browser: float) -> list[str]:
    """One figure, natively and in the browser."""
    times = native / browser if name.endswith("rounds/s") else browser / native
    return [
        name,
        *(f"{figure:,.0f}" if figure > 10 else f"{figure:.2f}" for figure in (native, browser)),
        f"{times:.1f} ×",
    ]


if __name__ == "__main__":
    main()

"""Builds the site of documents: `python -m tools.site_docs` (or `make site-docs`) writes the folder `site-docs`.

Sphinx reads what `sources` and `reference` have written. A warning, such as a link that leads nowhere, is an error.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.site_docs import look, reference, source_pages, sources

BUILT = sources.ROOT / "site-docs"
WORK = sources.ROOT / "build" / "site-docs"
CONF = Path(__file__).parent


def build(root: Path, built: Path, work: Path, modules: list[str]) -> int:
    """Build the site of the documents in a folder, with a reference of some modules; gives Sphinx's exit status."""
    entries = dict(reference.make_pages(modules))
    sources.write(root, work / "pages", dict(sources.read_pages(root, list(entries))) | entries)
    look.write(work / "look")
    shutil.rmtree(built, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--nitpicky", "--jobs", "2"]
    command += ["--conf-dir", str(CONF), "--define", f"html_static_path={work / 'look'}"]
    command += ["--doctree-dir", str(work / "doctrees"), str(work / "pages"), str(built)]
    status = subprocess.run(command, check=False).returncode
    source_pages.write(root, sources.cited_files(root) | reference.find_sources(modules), built)
    return status


def main() -> int:
    """The command."""
    status = build(sources.ROOT, BUILT, WORK, list(reference.GUIDES))
    if status == 0:
        print(f"reihum: the documents are in {BUILT.relative_to(sources.ROOT)}, index.html is the first page")
    return status


if __name__ == "__main__":
    sys.exit(main())

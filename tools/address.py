"""What a release says about the address of its repository: `address` of [tool.reihum] in pyproject.toml.

While it is empty, nothing names an address. hatch_build.py uses this module when it builds, so it needs nothing else.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!\w+:|#)([^)\s]+)\)")
"""A link to a file of the repository, or a picture (`!`)."""


def read_address(root: Path) -> str:
    """The address of the repository, without a slash at its end, or ""."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    address: str = settings["tool"]["reihum"]["address"]
    return address.rstrip("/")


def make_urls(address: str) -> dict[str, str]:
    """The addresses in the metadata of a package."""
    changes = f"{address}/blob/HEAD/CHANGELOG.md"
    return {"Source": address, "Changelog": changes, "Issues": f"{address}/issues"} if address else {}


def make_readme(text: str, address: str) -> str:
    """The README as other sites show it: its links and pictures lead to the repository."""

    def replace(link: re.Match[str]) -> str:
        return f"{link[1]}{link[2]}({address}/{'raw' if link[1] else 'blob'}/HEAD/{link[3]})"

    return LINK.sub(replace, text) if address else text


def make_citation(text: str, address: str) -> str:
    """CITATION.cff with the address, or without."""
    text = re.sub(r"^repository-code: .*\n", "", text, flags=re.MULTILINE)
    return text.replace("\nlicense: ", f"\nrepository-code: {address}\nlicense: ") if address else text

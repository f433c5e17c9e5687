"""The addresses in [tool.reihum] of pyproject.toml: `address` is that of the repository, `site` that of the page that
`make publish` has published.

While they are empty, nothing names them. hatch_build.py uses this module when it builds, so it needs nothing else.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!\w+:|#)([^)\s]+)\)")
"""A link to a file of the repository, or a picture (`!`)."""

OPEN = """**[Open this page]({site})** and play, on a phone or a computer. It needs no account, and after the first
visit no connection."""

UNPUBLISHED = """The page is not published yet. A maintainer publishes it with one command,
[`make publish TO=origin`](docs/deploy.md#without-a-server), and this line becomes “Open this page”."""


def read_address(root: Path, name: str = "address") -> str:
    """An address without a slash at its end, or "": that of the repository, or that of the `site`."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    address: str = settings["tool"]["reihum"][name]
    if address and not re.fullmatch(r"https?://\S+", address):
        raise ValueError(f"pyproject.toml, {name} of [tool.reihum]: expected an address with https://, got {address}")
    return address.rstrip("/")


def make_opening(site: str) -> str:
    """The README's first line for people."""
    return OPEN.format(site=f"{site}/") if site else UNPUBLISHED


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

"""The bill of materials lists everything that the locks pin, with a hash each."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import sbom

PROJECT = tomllib.loads((sbom.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

TO_PLAY = ("server", "terminal", "fast", "trained", "postgres", "push")
"""The extras that people and servers play with; the others are for learning and for clusters."""


def test_every_locked_package_is_listed() -> None:
    """As many parts as the locks have, each with its version and a hash of the right length; no addresses of hosts."""
    bill = sbom.make_bill()
    python = re.findall(r"^([\w.-]+)==", sbom.PYTHON_LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    page = [path for path in msgspec.json.decode(sbom.PAGE_LOCK.read_bytes())["packages"] if path]
    assert len(bill["components"]) == len(python) + len(page)
    assert {*python} <= {part["name"] for part in bill["components"]}
    sizes = {"SHA-256": 64, "SHA-512": 128}
    for part in bill["components"]:
        assert part["version"]
        assert part["hashes"], part["name"]
        assert all(len(each["content"]) == sizes[each["alg"]] for each in part["hashes"])
    assert b"//" not in msgspec.json.encode(bill)


def missing(bill: dict[str, Any]) -> set[str]:
    """The libraries that the package and its extras to play with need, and that a bill does not have."""
    extras = PROJECT["optional-dependencies"]
    needed = [*PROJECT["dependencies"], *(each for extra in TO_PLAY for each in extras[extra])]
    names: set[str] = {canonicalize_name(Requirement(each).name) for each in needed}
    return names - {canonicalize_name(part["name"]) for part in bill["components"]}


def test_every_extra_to_play_with_is_covered() -> None:
    """The full screen, the compiled simulator and the trained players are part of a release as the server is."""
    bill = sbom.make_bill()
    assert missing(bill) == set()
    bill["components"] = [part for part in bill["components"] if part["name"] not in ("textual", "numba")]
    assert missing(bill) == {"textual", "numba"}

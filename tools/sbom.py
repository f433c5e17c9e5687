"""What a release is made of: `make sbom` prints a bill of materials (CycloneDX JSON), made from the locks.

It has names, versions and hashes, and no addresses.
"""

from __future__ import annotations

import base64
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent
PYTHON_LOCK = ROOT / "requirements-release.lock"
PAGE_LOCK = ROOT / "web" / "package-lock.json"


def make_bill() -> dict[str, Any]:
    """The bill of materials: Python's packages to play with, and those that the page is built from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = [*_python_parts(PYTHON_LOCK.read_text(encoding="utf-8")), *_page_parts(PAGE_LOCK.read_bytes())]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "reihum",
                "name": "reihum",
                "version": project["version"],
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": sorted(parts, key=lambda part: str(part["bom-ref"])),
    }


def _python_parts(lock: str) -> Iterator[dict[str, Any]]:
    for name, version, rest in re.findall(
        r"^([\w.-]+)==([^\s;]+)([^\n]*(?:\n    --hash=\S+[^\n]*)*)", lock, re.MULTILINE
    ):
        yield _part("pypi", name, version, re.findall(r"sha256:([0-9a-f]{64})", rest), "SHA-256")


def _page_parts(lock: bytes) -> Iterator[dict[str, Any]]:
    for path, entry in msgspec.json.decode(lock)["packages"].items():
        if path:
            method, _, digest = entry["integrity"].partition("-")
            name = path.rpartition("node_modules/")[2]
            yield _part("npm", name, entry["version"], [base64.b64decode(digest).hex()], f"SHA-{method[3:]}")


def _part(kind: str, name: str, version: str, hashes: list[str], method: str) -> dict[str, Any]:
    address = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "hashes": [{"alg": method, "content": digest} for digest in hashes],
    }


def main() -> int:
    """Print the bill."""
    print(msgspec.json.format(msgspec.json.encode(make_bill()), indent=2).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())

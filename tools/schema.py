"""Writes the protocol's schema and the description of all requests: ``python -m tools.schema``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from reihum.protocol.schema import schema
from reihum.server.app import ENDPOINTS
from reihum.server.openapi import describe, find_bodies

DOCS = Path(__file__).parent.parent / "docs"


def documents() -> dict[Path, bytes]:
    """What the files must hold."""
    made = {"protocol.schema.json": schema(find_bodies(ENDPOINTS)), "openapi.json": describe(ENDPOINTS)}
    return {DOCS / name: _written(content) for name, content in made.items()}


def _written(content: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"


if __name__ == "__main__":
    for path, content in documents().items():
        path.write_bytes(content)

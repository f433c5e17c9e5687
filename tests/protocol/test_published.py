"""What is published about the protocol is what the server does: schema, OpenAPI, and the session in the document."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from documents import document
from house import awaited
from network import net
from reihum.protocol.answers import Answer
from reihum.protocol.requests import TableRequest
from reihum.protocol.schema import schema
from reihum.server.app import ENDPOINTS
from reihum.server.openapi import describe, find_bodies
from tools import schema as published
from tools import session

SCHEMA = schema(find_bodies(ENDPOINTS))


@pytest.mark.parametrize("path", published.documents(), ids=lambda path: path.name)
def test_the_published_files_are_current(path: Path) -> None:
    """``python -m tools.schema`` rewrites them."""
    assert path.read_bytes() == published.documents()[path]


def test_the_session_in_the_document_is_what_happens() -> None:
    """``python -m tools.session`` rewrites it."""
    (block,) = session.BLOCK.findall(document("protocol"))
    assert block == asyncio.run(session.record_session())


def test_every_message_stands_in_the_document() -> None:
    """Each type, in the tables of its direction."""
    text = document("protocol")
    for kind in (*get_args(TableRequest), *get_args(Answer)):
        assert f"`{kind.__struct_config__.tag}`" in text


def test_every_request_stands_in_the_document_or_in_openapi() -> None:
    """Nothing answers that is not described; the description has every path, method and body."""
    described = describe(ENDPOINTS)
    for endpoint in ENDPOINTS:
        operation = described["paths"][endpoint.path][endpoint.method.lower()]
        assert operation["summary"]
        assert ("requestBody" in operation) == (endpoint.body is not None)
        names = {parameter["name"] for parameter in operation.get("parameters", [])}
        assert names == {*re.findall(r"{(\w+)}", endpoint.path), *endpoint.query}


def references(part: Any) -> set[str]:
    """All references in a schema."""
    if isinstance(part, dict):
        own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*map(references, part.values()))
    return set().union(*map(references, part)) if isinstance(part, list) else set()


def test_no_reference_leads_nowhere() -> None:
    """In neither file; and names are short enough for other languages."""
    assert references(SCHEMA) <= {f"#/$defs/{name}" for name in SCHEMA["$defs"]}
    described = describe(ENDPOINTS)
    assert references(described) <= {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert all(name.isidentifier() for name in SCHEMA["$defs"])


def fits(value: Any, part: dict[str, Any]) -> bool:
    """Whether a value is what a part of the schema describes: as much of JSON Schema as msgspec writes."""
    if "$ref" in part:
        return fits(value, SCHEMA["$defs"][part["$ref"].rpartition("/")[2]])
    if "anyOf" in part:
        return any(fits(value, choice) for choice in part["anyOf"])
    if "enum" in part or "const" in part:
        return value in part.get("enum", [part.get("const")])
    return _KINDS[part["type"]](value, part) if "type" in part else True


def _object(value: Any, part: dict[str, Any]) -> bool:
    if not isinstance(value, dict) or not {*part.get("required", [])} <= {*value}:
        return False
    known, others = part.get("properties", {}), part.get("additionalProperties", {})
    return all(fits(entry, known.get(name, others or {})) for name, entry in value.items())


def _array(value: Any, part: dict[str, Any]) -> bool:
    parts = part.get("prefixItems")
    if not isinstance(value, list) or (parts is not None and len(parts) != len(value)):
        return False
    return all(fits(entry, parts[place] if parts else part.get("items") or {}) for place, entry in enumerate(value))


_KINDS: dict[str, Callable[[Any, dict[str, Any]], bool]] = {
    "object": _object,
    "array": _array,
    "string": lambda value, _: isinstance(value, str),
    "integer": lambda value, _: type(value) is int,
    "number": lambda value, _: type(value) in (int, float),
    "boolean": lambda value, _: isinstance(value, bool),
    "null": lambda value, _: value is None,
}


@awaited
async def test_what_is_sent_fits_the_schema() -> None:
    """Every message of a session, and every answer to a request, is what the schema says; planted faults are seen."""
    answer = SCHEMA["$defs"]["Answer"]
    text = session.BLOCK.findall(document("protocol"))[0].replace("\n    ", "")
    messages = [msgspec.json.decode(line[2:]) for line in text.splitlines() if line.startswith("← ")]
    assert len(messages) > 10
    assert all(fits(message, answer) for message in messages)
    assert not fits(messages[1] | {"number": "5"}, answer)
    assert not fits({key: value for key, value in messages[1].items() if key != "lobby"}, answer)
    async with net() as up:
        _, paul = await up.table(open=True)
        for endpoint in ENDPOINTS:
            if endpoint.method == "GET" and "{" not in endpoint.path and endpoint.media == "application/json":
                found = await up.ask("GET", endpoint.path, cookie=paul)
                name = endpoint.answer.__name__ if found.status == 200 else "Fault"
                assert fits(found.data, SCHEMA["$defs"][name]), endpoint.path

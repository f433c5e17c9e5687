"""The protocol as JSON Schema, made from its structs. The types of other languages are made from the schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from reihum.protocol.answers import VERSION, Answer
from reihum.protocol.requests import TableRequest

REFERENCE = "#/$defs/{name}"


def schema(bodies: Iterable[type] = ()) -> dict[str, Any]:
    """The schema of both directions of the WebSocket (``Request``, ``Answer``) and of all HTTP bodies."""
    types = [TableRequest, Answer, *dict.fromkeys(bodies)]
    (request, answer, *rest), parts = msgspec.json.schema_components(types, ref_template=REFERENCE)
    named = {"Request": request, "Answer": answer}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "description": f"Version {VERSION} of the protocol between Reihum's server and its clients.",
        "anyOf": [*({"$ref": REFERENCE.format(name=name)} for name in named), *rest],
        "$defs": named | dict(sorted(parts.items())),
    }

"""The OpenAPI description of all requests, made from the endpoints that answer them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from reihum.api.endpoint import Endpoint
from reihum.api.request import JSON
from reihum.protocol.http import Fault

REFERENCE = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint], root_path: str = "") -> dict[str, Any]:
    """Describe all requests as OpenAPI 3.1."""
    _, components = msgspec.json.schema_components(find_bodies(endpoints), ref_template=REFERENCE)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _describe_operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Reihum", "version": version("reihum")},
        "servers": [{"url": root_path or "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def find_bodies(endpoints: Sequence[Endpoint]) -> list[type]:
    """Find all types that requests and responses carry."""
    wanted = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.answer) if _is_struct(kind)]
    return [*dict.fromkeys(wanted), Fault]


def _describe_operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.operation,
        "summary": inspect.cleandoc(endpoint.run.__doc__ or ""),
        "responses": {
            "200" if endpoint.answer is not None else "204": _describe_answer(endpoint),
            "default": _describe_content("Refused", JSON, REFERENCE.format(name=Fault.__name__)),
        },
    }
    if parameters := [*_describe_parameters(endpoint)]:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        body = "application/jsonl" if endpoint.body is bytes else JSON
        operation["requestBody"] = {"required": True, **_describe_content("", body, _make_reference(endpoint.body))}
    return operation


def _describe_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    return in_path + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query]


def _describe_answer(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.answer is None:
        return {"description": "Done"}
    return _describe_content("Done", endpoint.media, _make_reference(endpoint.answer))


def _describe_content(description: str, media: str, reference: str) -> dict[str, Any]:
    schema = {"$ref": reference} if reference else {"type": "string"}
    found: dict[str, Any] = {"content": {media: {"schema": schema}}}
    return {"description": description, **found} if description else found


def _make_reference(kind: Any) -> str:
    return REFERENCE.format(name=kind.__name__) if _is_struct(kind) else ""


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)

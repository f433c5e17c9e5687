"""What Python and JavaScript hand to each other. Outside a browser values pass as they are."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

IN_BROWSER = sys.platform == "emscripten"

Function = TypeVar("Function", bound=Callable[..., Any])


def keep_for_javascript(function: Function) -> Function:
    """A function that JavaScript may keep and call later."""
    if not IN_BROWSER:
        return function
    kept: Function = import_module("pyodide.ffi").create_proxy(function)
    return kept


def make_object(value: dict[str, Any]) -> Any:
    """A JavaScript object with these fields."""
    if not IN_BROWSER:
        return value
    return import_module("pyodide.ffi").to_js(value, dict_converter=import_module("js").Object.fromEntries)


def read_object(value: Any) -> dict[str, Any]:
    """The fields of a JavaScript object."""
    found: dict[str, Any] = value.to_py() if IN_BROWSER else value
    return found

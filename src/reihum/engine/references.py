"""References: how a game, a person or a package names something in Python that this layer must not import."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

Reference = str
"""A module or a file, and a name in it: ``"reihum.bots.simple.ratefix:AdderBot"``, ``"./mybot.py:Mine"``."""

_files: dict[str, ModuleType] = {}
"""The modules loaded from files, by their whole path: the same words mean another file in another folder."""


def load_reference(reference: Reference) -> Any:
    """Import what a reference names.

    >>> load_reference("reihum.cards:COLOURS")
    'RYGB'
    """
    module, _, name = reference.rpartition(":")
    return getattr(_load_file(module) if module.endswith(".py") else import_module(module), name)


def _load_file(path: str) -> ModuleType:
    """The module in a file. It can import the modules beside it, as a program can."""
    spec = spec_from_file_location(re.split(r"[/\\]", path)[-1].removesuffix(".py"), path)
    if spec is None or spec.loader is None or spec.origin is None:
        raise ImportError(path)
    if spec.origin not in _files:
        module = module_from_spec(spec)
        sys.modules.setdefault(spec.name, module)
        sys.path.append(re.sub(r"[^/\\]*$", "", spec.origin))  # the folder of the file
        spec.loader.exec_module(module)
        _files[spec.origin] = module
    return _files[spec.origin]

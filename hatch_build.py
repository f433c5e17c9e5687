"""Compiles the texts for every wheel, source archive and editable install, and builds the page for the first two."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Hatchling finds and calls this class."""

    def dependencies(self) -> list[str]:
        page = self._tool("page")
        return [] if page.is_fresh() or page.own_npm() else [page.PACKED_NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._tool("texts").compile_catalogues()
        page = self._tool("page")
        if version != "editable" and not page.is_fresh():
            page.build()

    def _tool(self, name: str) -> ModuleType:
        sys.path.insert(0, self.root)
        from importlib import import_module

        return import_module(f"tools.{name}")

"""Compiles the texts for every wheel, source archive and editable install; builds the page and the engine for browsers
for the first two. Adds the README and the addresses to the metadata."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


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
        if version != "editable":
            self._build_engine()

    def _build_engine(self) -> None:
        """Without Node, the network or its lock there is no engine: then `reihum site` says so, `reihum serve` does not
        offer to play without a connection, and everything else works. An isolated build cannot compile the kernels: it
        takes those that `make site` has left, or says that the engine is without."""
        page, site = self._tool("page"), self._tool("site")
        if not site.LOCK.exists():
            return
        try:
            if not site.is_fresh():
                site.build()
        except page.Fault as fault:
            print(f"reihum: site: {fault}", file=sys.stderr)

    def _tool(self, name: str) -> ModuleType:
        return _load_tool(self.root, name)


class MetadataHook(MetadataHookInterface):
    """Hatchling finds and calls this class, too."""

    def update(self, metadata: dict[str, Any]) -> None:
        tool, root = _load_tool(self.root, "address"), Path(self.root)
        address = tool.read_address(root)
        readme = tool.make_readme((root / "README.md").read_text(encoding="utf-8"), address)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["urls"] = tool.make_urls(address)


def _load_tool(root: str, name: str) -> ModuleType:
    sys.path.insert(0, root)
    from importlib import import_module

    return import_module(f"tools.{name}")

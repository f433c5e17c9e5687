"""Compiles the texts for every wheel, source archive and editable install."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TextsHook(BuildHookInterface[Any]):
    """Hatchling finds and calls this class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from tools import texts

        texts.compile_catalogues()

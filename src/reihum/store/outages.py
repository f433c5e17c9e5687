"""Outages of a store in the log: one line when it begins, one when it is over."""

from __future__ import annotations

import logging

_log = logging.getLogger("reihum.store")


class Outage:
    """Whether a store can be written at the moment, and how often it could not."""

    def __init__(self) -> None:
        self.lasts = False
        self.count = 0

    def begin(self, error: Exception) -> None:
        """Note that a write has failed."""
        if not self.lasts:
            self.lasts = True
            self.count += 1
            _log.error("Nothing can be stored at the moment, and nothing is acknowledged: %s", error)

    def end(self) -> None:
        """Note that a write has succeeded."""
        if self.lasts:
            self.lasts = False
            _log.warning("The store can be written again")

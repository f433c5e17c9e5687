"""What operators may want to count. Nobody is named."""

from __future__ import annotations

from collections import Counter


class Telemetry:
    """Counts messages. A server's ``Metrics`` keeps the rest, too."""

    def __init__(self) -> None:
        self.messages_in: Counter[str] = Counter()
        self.messages_out = 0

    def count_refusal(self, code: str) -> None:
        """A message or a request was refused."""

    def count_drop(self, reason: str) -> None:
        """We have ended a connection."""

    def count_command(self, seconds: float) -> None:
        """A command was carried out, this long after its arrival."""

"""Ctrl-C during a training: it ends after the update under way, so that everything can be saved."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Self


class Interruption:
    """Notes Ctrl-C while it is entered (in the main thread, which alone gets it). ``came`` says whether it came."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, self._before)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.came = True

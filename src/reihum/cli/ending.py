"""Being ended from outside: the window is closed, or the machine is shut down."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
WINDOW_CLOSED = 129
"""The exit status after SIGHUP."""


class Ended(KeyboardInterrupt):
    """The command is to end; ``number`` is the signal that said so."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def orderly() -> Iterator[None]:
    """While this lasts, a closed window and a request to end are raised as Ctrl-C is, so that nothing is left undone.
    One of them is enough: those that follow do not disturb what is being put away."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heard = [number for number, handler in before.items() if handler == signal.SIG_DFL]  # nohup wants to hear nothing

    def end(number: int, _: FrameType | None) -> None:
        for one in heard:
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])


def status(stop: KeyboardInterrupt) -> int:
    """The exit status of a command that was interrupted: 128 and the number of the signal."""
    return 128 + (stop.number if isinstance(stop, Ended) else signal.SIGINT)

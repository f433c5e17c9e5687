"""Signals that end the command: the window was closed, or the machine shuts down."""

from __future__ import annotations

import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
HANGUP_STATUS = 129
"""The exit status after SIGHUP."""


class SignalReceived(KeyboardInterrupt):
    """The signal ``number`` asks the command to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def raise_on_signals() -> Iterator[None]:
    """Raise ``SignalReceived`` at SIGHUP and SIGTERM, as Python does at Ctrl-C, so that a match can be saved. Only the
    first signal counts: the next ones must not disturb the saving."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heard = [number for number, handler in before.items() if handler == signal.SIG_DFL]  # nohup ignores SIGHUP

    def end(number: int, _: FrameType | None) -> None:
        for one in heard:
            signal.signal(one, signal.SIG_IGN)
        raise SignalReceived(number)

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])


def is_hung_up(file: int) -> bool:
    """Whether the other end of a terminal is gone. A command that ignores SIGHUP hears of it in no other way."""
    if not hasattr(select, "poll"):  # Windows
        return False
    poll = select.poll()
    poll.register(file, 0)
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))


def interrupt_status(interrupt: KeyboardInterrupt) -> int:
    """The exit status of an interrupted command: 128 and the number of the signal."""
    return 128 + (interrupt.number if isinstance(interrupt, SignalReceived) else signal.SIGINT)

"""The client without ``await``, for small programs and for the terminal: it runs in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar, cast

from reihum.client.client import Client, Happening
from reihum.errors import ReihumError
from reihum.messages import Message
from reihum.protocol.answers import Hinted
from reihum.tables.commands import Command

T = TypeVar("T")


class BlockingClient:
    """A client without ``await``, which runs in a thread::

        with BlockingClient(Client(link, "Paul")) as table:
            for happening in table: ...

    You may pass a queue as ``happened``. It gets everything that happens, then an error or None at the end.
    """

    def __init__(self, client: Client, happened: SimpleQueue[Any] | None = None) -> None:
        self.client = client
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="reihum-client", daemon=True)
        self._happened: SimpleQueue[Any] = SimpleQueue() if happened is None else happened

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self._run(self.client.__aenter__())
        except BaseException:
            self._stop()
            raise
        asyncio.run_coroutine_threadsafe(self._follow(), self._loop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run(self.client.close())
        self._stop()

    def __iter__(self) -> Iterator[Happening]:
        while (found := self._happened.get()) is not None:
            if isinstance(found, ReihumError):
                raise found
            yield found

    def next(self, seconds: float | None = None) -> Happening | None:
        """The next thing that happens; None if nothing happens within the time, or ever again."""
        try:
            found = self._happened.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(found, ReihumError):
            raise found
        return cast("Happening | None", found)

    def move(self, move: str) -> int:
        """Make a move or a call."""
        return self._run(self.client.move(move))

    def do(self, kind: type[Command], **what: Any) -> int:
        """Give any command."""
        return self.submit(kind, **what).result()

    def submit(self, kind: type[Command], **what: Any) -> Future[int]:
        """Give any command without waiting for the answer."""
        return asyncio.run_coroutine_threadsafe(self.client.do(kind, **what), self._loop)

    def look(self, seat: int | None) -> None:
        """Look from another of your seats, or as a spectator."""
        self._run(self.client.look(seat))

    def why(self, about: str) -> Message | None:
        """Why a card or a move is not possible now; None if it is."""
        return self._run(self.client.why(about))

    def hint(self) -> Hinted:
        """What an expert would do now; only where all other players are bots."""
        return self._run(self.client.hint())

    async def _follow(self) -> None:
        try:
            async for happening in self.client:
                self._happened.put(happening)
        except ReihumError as error:
            self._happened.put(error)
        else:
            self._happened.put(None)

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

"""The garbage collector of a server: what connections leave behind is freed soon, and no pause is long."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from house import awaited
from network import net
from reihum.server import server
from reihum.server.config import Config
from reihum.server.transport import WebSocketProtocol
from waiting import wait_until

MAX_YOUNG_OBJECTS = 3_000
"""They take less than a millisecond, even on a busy machine."""

MAX_NEW_OBJECTS = 20_000
"""A few hundred connections."""


class Part:
    """One of two objects that refer to each other, as those of a connection do."""

    def __init__(self) -> None:
        self.other: Part | None = None


def make_pair() -> Part:
    """Make two objects that refer to each other; gives one of them."""
    first, second = Part(), Part()
    first.other, second.other = second, first
    return first


@pytest.fixture(autouse=True)
def _restore_collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def serve(monkeypatch: pytest.MonkeyPatch, work: Callable[[], None]) -> None:
    """Run a server that does some work instead of serving."""

    class Working:
        async def serve(self) -> None:
            work()

    @asynccontextmanager
    async def open_server(_: Config) -> AsyncIterator[Any]:
        yield Working()

    monkeypatch.setattr(server, "open_server", open_server)
    asyncio.run(server._run(Config(), lambda _: None))


def test_connections_are_freed_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that has ended leaves memory after a few others."""

    def work() -> None:
        ended = make_pair()
        is_there = weakref.ref(ended)
        del ended
        new: list[list[int]] = []
        while is_there() is not None:
            new.append([])
            assert len(new) < MAX_NEW_OBJECTS

    serve(monkeypatch, work)


@awaited
async def test_a_connection_leaves_memory_without_a_collection() -> None:
    """Nothing in it refers in a circle, and nothing of its table holds it. So a server does not grow between two full
    collections, which are hours apart."""
    async with net() as up:
        made, paul = await up.table(game="schnipp-schnapp", fill="sensible")
        gc.disable()
        try:
            async with up.socket(made["table"], paul) as talk:
                await talk.do("start", "1")
                (connection,) = (
                    weakref.ref(each)
                    for each in up.up.uvicorn.server_state.connections
                    if isinstance(each, WebSocketProtocol)
                )
            await wait_until(lambda: connection() is None)
        finally:
            gc.enable()


def test_pauses_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collections look through few objects, and none looks through all of a server's tables."""
    at_start = [[] for _ in range(100_000)]  # type: ignore[var-annotated]
    looked_through: list[tuple[int, int]] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            generation = info["generation"]
            objects = sum(len(gc.get_objects(young)) for young in range(generation + 1))
            looked_through.append((generation, objects))

    def work() -> None:
        gc.callbacks.append(note)
        try:
            new = [[] for _ in range(10 * MAX_NEW_OBJECTS)]  # type: ignore[var-annotated]
        finally:
            gc.callbacks.remove(note)
        del new

    serve(monkeypatch, work)
    assert {generation for generation, _ in looked_through} == {0, 1}
    assert all(objects <= MAX_YOUNG_OBJECTS for generation, objects in looked_through if generation == 0)
    assert len(at_start) == 100_000

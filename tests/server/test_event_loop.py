"""The event loop stays free: no request and no message keeps it busy for long, so nobody waits for what others ask."""

from __future__ import annotations

import asyncio
import gc
from asyncio.events import Handle
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from itertools import count
from time import thread_time
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec import Struct

from every_request import Request, make_requests
from house import awaited, list_copies, play_out, write_matches
from network import Net, Talk, net
from reihum.bots import offered
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.engine import Game
from reihum.host.bot_runner import BotQuestion
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.protocol.requests import message_types
from reihum.server.app import ENDPOINTS
from reihum.tables.settings import Settings

T = TypeVar("T")

STEPS = 80_000
"""A loop of this many steps takes two milliseconds on the machine on which we measure; elsewhere the limit differs in
proportion."""

REPEATS = 5
"""The best of this many tries counts: other work on the machine can only make a try longer."""


class ThreadExecutor:
    """Runs work in other threads, whose processor time is not the event loop's."""

    def __init__(self) -> None:
        self.addresses: set[str] = set()
        """Those for which it has worked."""

    async def run(self, work: Callable[..., T], *args: Any, share: WorkShare = NOBODY) -> T:
        self.addresses.add(share.address)
        return await asyncio.to_thread(work, *args)

    def close(self) -> None:
        """Nothing to close."""


class Step(Struct, order=True):
    """A step of the event loop: the processor seconds that it took, and what it was."""

    seconds: float = 0.0
    name: str = ""


class LoopWatch:
    """Knows the longest step of the event loop since ``restart``."""

    longest = Step()

    def restart(self) -> None:
        """Forget all steps until now, the one that runs included."""
        self.longest = Step()
        self._begun = thread_time()

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Measure all steps inside the block."""
        run = Handle._run

        def run_measured(handle: Handle) -> None:
            self._begun, name = thread_time(), repr(handle)
            run(handle)
            self.longest = max(self.longest, Step(thread_time() - self._begun, name))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Handle, "_run", run_measured)
            gc.collect()
            gc.disable()  # a collection belongs to no step
            try:
                yield
            finally:
                gc.enable()


def measure_limit() -> float:
    """The seconds that two milliseconds' worth of work takes here and now."""

    def work() -> float:
        begun = thread_time()
        total = 0
        for step in range(STEPS):
            total += step
        return thread_time() - begun

    return min(work() for _ in range(10))


async def judge_in_thread(_: Game, seat: int, decision: Decision, *__: str) -> Judged:
    """A judgement that takes no time: the bots think in other processes."""
    best = Advice(decision.move, Message("why.only"), 0.5)
    return Judged(number=decision.number, seat=seat, move=decision.move, best=best, chance=0.5)


async def advise_at_once(_: BotQuestion) -> Advice:
    """A hint that takes no time: the bots think in other processes."""
    return Advice("draw", Message("why.only"), 0.5)


@awaited
async def test_no_request_keeps_the_event_loop_busy() -> None:
    """No step of any request takes more than two milliseconds of processor time, and slow work elsewhere is done for an
    address, so that addresses take turns."""
    async with net(rate=0, address_rate=0) as up:
        up.host.services.bots.judge = judge_in_thread  # type: ignore[assignment]
        executors = ThreadExecutor(), ThreadExecutor()
        up.host.services.executor, up.up.service.uploads = executors
        requests = await make_requests(up)
        assert {*requests} == {endpoint.operation for endpoint in ENDPOINTS}
        methods = {endpoint.operation: endpoint.method for endpoint in ENDPOINTS}
        with (watch := LoopWatch()).measure():
            found = {name: await find_longest_step(up, watch, methods[name], make) for name, make in requests.items()}
        limit = measure_limit()
        assert {name: step for name, step in found.items() if step.seconds > limit} == {}
        assert [executor.addresses for executor in executors] == [{"127.0.0.1"}] * 2


async def find_longest_step(up: Net, watch: LoopWatch, method: str, make: Callable[[], Request]) -> Step:
    """The longest step of a request, in the best of some tries."""
    steps = []
    for _ in range(REPEATS):
        request = make()
        watch.restart()
        answer = await up.ask(method, request.path, request.body, cookie=request.cookie)
        assert answer.status < 500, answer.body
        steps.append(watch.longest)
    return min(steps)


LISTS = (
    "/api/tables",
    "/api/tables?game=none",
    "/api/me/tables",
    "/api/history",
    "/api/history?game=none",
    "/api/statistics",
)


@awaited
async def test_no_long_list_keeps_the_event_loop_busy() -> None:
    """No step takes longer where a person has hundreds of tables, running, over and open to all."""
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table(fill="sensible", game="classic", seats=6)
        await up.host.create(made["you"], "Paul", Settings(game="classic", seats=6, open=True), fill="sensible")
        await play_out(await up.host.room(made["table"]))
        for table in [*up.log.listings]:
            list_copies(up.log, table, 200)
        with (watch := LoopWatch()).measure():
            found = {
                path: await find_longest_step(up, watch, "GET", partial(Request, path, None, paul)) for path in LISTS
            }
        limit = measure_limit()
        assert {path: step for path, step in found.items() if step.seconds > limit} == {}


@awaited
async def test_no_long_book_keeps_the_event_loop_busy() -> None:
    """No step takes longer in a circle with a thousand matches, nor for a person with fifty circles; nor is it loaded
    or added up in a step."""
    async with net(rate=0, address_rate=0, person_circles=0) as up:
        made, paul = await up.table()
        circles = up.host.circles
        ours = [(await circles.found(made["you"], "Paul", "Us")).circle for _ in range(50)]
        for circle in ours[:3]:
            await write_matches(circles, circle, made["you"], 1_000)
        here, numbers = f"/api/circles/{ours[0]}", count()

        def ask(path: str) -> Request:
            """A request to a process that has just started."""
            circles._kept.clear()
            circles._views.clear()
            return Request(path, None, paul)

        requests: dict[str, tuple[str, Callable[[], Request]]] = {
            "begun": ("GET", partial(ask, here)),
            "seen": ("GET", partial(Request, here, None, paul)),
            "page": ("GET", partial(Request, f"{here}/matches?before=500", None, paul)),
            "own": ("GET", partial(Request, "/api/me/circles", None, paul)),
            "week": ("GET", partial(Request, f"{here}/daily", None, paul)),
            "renamed": ("POST", lambda: Request(f"{here}/name", {"name": f"Us {next(numbers)}"}, paul)),
        }
        with (watch := LoopWatch()).measure():
            found = {name: await find_longest_step(up, watch, *how) for name, how in requests.items()}
        limit = measure_limit()
        assert {name: step for name, step in found.items() if step.seconds > limit} == {}


def make_messages(options: dict[str, Any]) -> list[dict[str, Any]]:
    """Messages of every type, in an order in which a table can carry them out: before, during and after a match."""
    before: list[dict[str, Any]] = [
        {"type": "change", "open": True, "options": options},
        {"type": "pace", "pace": "instant"},
        {"type": "rename", "name": "Paula"},
        {"type": "words", "words": "any words"},
        {"type": "stand", "seat": 0},
        {"type": "sit", "seat": 0},
        {"type": "bot", "seat": 1, "level": "sensible"},
        {"type": "start", "fill": "sensible"},
    ]
    during: list[dict[str, Any]] = [
        {"type": "view"},
        {"type": "look", "seat": 0},
        {"type": "why", "about": "R11"},
        {"type": "hint"},
        {"type": "say", "phrase": "hello"},
        {"type": "quiet"},
        {"type": "agree", "seat": 1},
        {"type": "remove", "person": "nobody"},
        {"type": "move", "move": "any"},
    ]
    return [*before, *during, {"type": "next"}, {"type": "rematch"}, {"type": "leave"}]


@pytest.mark.parametrize(("game", "options"), [("classic", {"blocking": "take3"}), ("master", {})])
@awaited
async def test_no_message_keeps_the_event_loop_busy(game: str, options: dict[str, Any]) -> None:
    """No step of any message takes more than two milliseconds of processor time, at a table with six seats that four
    others watch. Some messages are refused; they are decoded and decided all the same."""
    messages = make_messages(options)
    assert {message["type"] for message in messages} == {*message_types()}
    async with net(rate=0, address_rate=0) as up:
        up.host.services.bots.advise = advise_at_once  # type: ignore[assignment]
        found: dict[str, list[Step]] = {}
        with (watch := LoopWatch()).measure():
            for _ in range(REPEATS):
                made, paul = await up.table(game=game, seats=6)
                async with AsyncExitStack() as stack:
                    talk = await stack.enter_async_context(up.socket(made["table"], paul))
                    for _ in range(4):
                        await stack.enter_async_context(up.socket(made["table"], query=f"?key={made['key']}"))
                    for message in messages:
                        found.setdefault(message["type"], []).append(
                            await find_longest_message_step(talk, watch, message)
                        )
        limit = measure_limit()
        assert {name: min(steps) for name, steps in found.items() if min(steps).seconds > limit} == {}


async def find_longest_message_step(talk: Talk, watch: LoopWatch, message: dict[str, Any]) -> Step:
    """The longest step until a message is answered; a move is one that is offered."""
    if message["type"] == "move":
        await talk.heard("event")
        shown = await talk.now()
        view = msgspec.convert(shown["view"], MatchView).view
        message = message | {"move": offered(view)[0] if view.moves else "draw"}
    watch.restart()
    await talk.send(message | {"id": message["type"]})
    await talk.heard("done", "refused", "why", "hint", id=message["type"])
    return watch.longest
